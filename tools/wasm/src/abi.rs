//! The boundary of the module: two functions that answer a request, and five imports.
//!
//! A request is a text in a buffer of the module: `reserve(length)` returns its address, the caller writes the bytes
//! and calls `call(length)` or `solve(length)`. Each part of a result, and the reply as the last text, is passed to
//! the import `send(address, length)`, whose bytes are valid during that call only.
//!
//! | import | result |
//! |---|---|
//! | `now()` | milliseconds since a fixed moment |
//! | `stop()` | 0 go on, 1 time, 2 memory, 3 cancelled, 4 ask `pause` |
//! | `pause()` | as `stop`, but never 4; the host may suspend the module meanwhile and look at its messages |
//! | `send(address, length)` | |
//! | `panicked(address, length)` | receives the message of a panic; a trap follows |
//!
//! After a trap the module must not be used again.

use std::cell::{Cell, RefCell};
use std::time::Duration;

mod import {
    #[expect(
        unsafe_code,
        reason = "the host provides these functions with exactly these signatures; they receive \
                                    numbers only and write to no memory of the module, so every call is safe"
    )]
    #[link(wasm_import_module = "hamadryad")]
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn stop() -> u32;
        pub(super) safe fn pause() -> u32;
        pub(super) safe fn send(address: *const u8, length: usize);
        pub(super) safe fn panicked(address: *const u8, length: usize);
    }
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Whether the messages of panics are passed on.
    static IS_READY: Cell<bool> = const { Cell::new(false) };
}

/// Time since the fixed moment of the host.
fn now() -> Duration {
    Duration::try_from_secs_f64(import::now() / 1000.0).unwrap_or_default()
}

/// The number of the reason to stop, 0 for none.
fn reason() -> u32 {
    match import::stop() {
        4 => import::pause(),
        reason => reason,
    }
}

fn send(text: &str) {
    import::send(text.as_ptr(), text.len());
}

fn report_panics() {
    if IS_READY.replace(true) {
        return;
    }
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        import::panicked(text.as_ptr(), text.len());
    }));
}

/// The request of this length, which is taken out of the buffer.
fn request(length: usize) -> String {
    report_panics();
    let mut bytes = REQUEST.take();
    bytes.truncate(length);
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Makes the buffer for a request and returns its address.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Runs a program, see [`crate::solver`].
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
extern "C" fn solve(length: usize) {
    send(&crate::solver::answer(&request(length), &Caller));
}

struct Caller;

impl crate::solver::Caller for Caller {
    fn now(&self) -> Duration {
        now()
    }

    fn stop(&self) -> Option<hamadryad_present::answers::Interruption> {
        use hamadryad_present::answers::Interruption::{MemoryLimit, Signal, TimeLimit};
        match reason() {
            0 => None,
            1 => Some(TimeLimit),
            2 => Some(MemoryLimit),
            _ => Some(Signal),
        }
    }

    fn part(&self, part: &str) {
        send(part);
    }
}

#[cfg(feature = "arcade")]
mod arcade {
    use super::{now, reason, request, send};
    use hamadryad_arcade::{Effect, Host, Session, Stop};
    use std::cell::RefCell;
    use std::time::Duration;

    thread_local! {
        static SESSION: RefCell<Session> = RefCell::default();
    }

    struct Caller;

    impl Host for Caller {
        fn now(&self) -> Duration {
            now()
        }

        fn stop(&self) -> Option<Stop> {
            match reason() {
                0 => None,
                1 => Some(Stop::Time),
                2 => Some(Stop::Memory),
                _ => Some(Stop::Cancelled),
            }
        }

        fn part(&self, part: &str) {
            send(part);
        }
    }

    /// Answers a request to the session of the module. The result is the effect of the call on the session: 0 none,
    /// 1 the session begins anew, 2 it has changed.
    #[expect(unsafe_code, reason = "no other function of the module has this name")]
    #[unsafe(no_mangle)]
    extern "C" fn call(length: usize) -> u32 {
        let (reply, effect) =
            SESSION.with_borrow_mut(|session| session.call_with_effect(&request(length), &Caller));
        send(&reply);
        match effect {
            Effect::None => 0,
            Effect::Begin => 1,
            Effect::Change => 2,
        }
    }
}
