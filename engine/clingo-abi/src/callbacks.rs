//! Calls of functions of the caller: loggers, functions of programs, events of searches, and the check for signals.
//!
//! *Invariant:* a function of the caller runs while no lock of the library is held, except for the search that reports a
//! bound.

use crate::guard::{self, Outcome};
use crate::pointers::{Array, Borrowed, Data, Handle, Out, Text};
use hamadryad_clingo::ast;
use hamadryad_clingo::message::{Failure, Message, Warning};
use hamadryad_clingo::program::{Host, Place};
use hamadryad_clingo::symbols::{Symbol, keep, keep_str};
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// `clingo_logger_t`
pub type LoggerFunction = extern "C" fn(c_int, *const c_char, Data);

/// A receiver of messages; standard error without a function.
pub struct Logger {
    function: Option<LoggerFunction>,
    data: Data,
    rest: AtomicU32,
}

impl Logger {
    /// A logger for so many messages.
    pub fn new(function: Option<LoggerFunction>, data: Data, limit: u32) -> Logger {
        Logger { function, data, rest: AtomicU32::new(limit) }
    }

    /// Passes messages on, up to the limit.
    pub fn deliver(&self, messages: &[Message]) {
        for message in messages {
            let rest = self.rest.load(Ordering::Relaxed);
            if rest == 0 {
                return;
            }
            self.rest.store(rest - 1, Ordering::Relaxed);
            self.send(message.warning, &format!("{}\n", message.text));
        }
    }

    fn send(&self, warning: Warning, text: &str) {
        let Some(function) = self.function else { return eprintln!("{text}") };
        let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
        function(warning as c_int, text.as_ptr(), self.data);
    }
}

/// `clingo_location_t`
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Location {
    begin_file: Borrowed<c_char>,
    end_file: Borrowed<c_char>,
    begin_line: usize,
    end_line: usize,
    begin_column: usize,
    end_column: usize,
}

impl From<Place> for Location {
    fn from(place: Place) -> Location {
        Location {
            begin_file: Borrowed::text(place.file),
            end_file: Borrowed::text(place.file),
            begin_line: place.begin_line,
            end_line: place.end_line,
            begin_column: place.begin_column,
            end_column: place.end_column,
        }
    }
}

impl From<ast::node::Location> for Location {
    fn from(place: ast::node::Location) -> Location {
        Location {
            begin_file: Borrowed::text(place.begin_file),
            end_file: Borrowed::text(place.end_file),
            begin_line: place.begin_line,
            end_line: place.end_line,
            begin_column: place.begin_column,
            end_column: place.end_column,
        }
    }
}

impl Location {
    /// The place, with its names kept.
    pub fn read(&self) -> Outcome<ast::node::Location> {
        Ok(ast::node::Location {
            begin_file: keep(Text(self.begin_file.0).c_str("begin_file")?),
            end_file: keep(Text(self.end_file.0).c_str("end_file")?),
            begin_line: self.begin_line,
            end_line: self.end_line,
            begin_column: self.begin_column,
            end_column: self.end_column,
        })
    }
}

/// `clingo_ast_callback_t`
pub type NodeCallback = extern "C" fn(Handle, Data) -> bool;

/// `clingo_symbol_callback_t`
pub type SymbolCallback = extern "C" fn(Array<Symbol>, usize, *mut c_void) -> bool;

/// `clingo_ground_callback_t`
pub type GroundCallback = extern "C" fn(
    *const Location,
    *const c_char,
    *const Symbol,
    usize,
    Data,
    SymbolCallback,
    *mut c_void,
) -> bool;

/// Receives the values of a call from a function of the caller.
extern "C" fn take_values(symbols: Array<Symbol>, size: usize, data: *mut c_void) -> bool {
    guard::enter(|| {
        let symbols = symbols.of(size, "symbols")?;
        // SAFETY: `collect` passes a pointer to its vector, and a function of the caller calls this function before it
        // returns, as clingo's interface demands; meanwhile `collect` does not use the vector.
        let values = unsafe { data.cast::<Vec<Symbol>>().as_mut() };
        values.ok_or_else(|| Failure::logic("the data of the symbol callback is null"))?.extend(symbols);
        Ok(())
    })
}

/// The functions of a program that a ground callback provides.
pub fn host(callback: GroundCallback, data: Data) -> Host {
    Box::new(move |place, name, arguments| {
        // The whole value is captured, which other threads may use; its pointer alone must not be.
        let data = { &data }.to_owned();
        let location = Location::from(place);
        let (pointer, size) = (arguments.as_ptr(), arguments.len());
        let call =
            |give, values| callback(&raw const location, name.as_ptr(), pointer, size, data, give, values);
        collect(call).map(Some)
    })
}

/// The values that a function of the caller gives, which is called with the receiver of values and its data.
pub fn collect(call: impl FnOnce(SymbolCallback, *mut c_void) -> bool) -> Outcome<Vec<Symbol>> {
    let mut values: Vec<Symbol> = Vec::new();
    let is_done = call(take_values, (&raw mut values).cast());
    if is_done { Ok(values) } else { Err(guard::of_callback()) }
}

/// `clingo_solve_event_callback_t`
pub type EventCallback = extern "C" fn(u32, *mut c_void, Data, Out<bool>) -> bool;

/// A receiver of the events of a search.
#[derive(Clone, Copy)]
pub struct Notify {
    /// The function.
    pub function: EventCallback,
    /// Its data.
    pub data: Data,
}

impl Notify {
    fn call(&self, kind: u32, event: *mut c_void) -> Outcome<bool> {
        let mut goes_on = true;
        match (self.function)(kind, event, self.data, Out::at(&mut goes_on)) {
            true => Ok(goes_on),
            false => Err(guard::of_callback()),
        }
    }

    /// A model; the result tells whether the search goes on.
    pub fn model(&self, model: Handle) -> Outcome<bool> {
        self.call(0, std::ptr::with_exposed_provenance_mut(model.0))
    }

    /// A lower bound was proven.
    pub fn bound(&self, bounds: &[i64]) -> Outcome<bool> {
        let mut event: [*const c_void; 2] =
            [bounds.as_ptr().cast(), std::ptr::without_provenance(bounds.len())];
        self.call(1, event.as_mut_ptr().cast())
    }

    /// The search has ended; the caller can add its statistics.
    pub fn statistics(&self, step: Handle, all: Handle) -> Outcome<bool> {
        let mut event = [step, all];
        self.call(2, event.as_mut_ptr().cast())
    }

    /// The search has ended with a result.
    pub fn finish(&self, result: u32) -> Outcome<bool> {
        let mut result = result;
        self.call(3, (&raw mut result).cast())
    }
}

/// A function that tells whether the call should end, because a signal has arrived.
pub type Check = extern "C" fn() -> bool;

static CHECK: AtomicUsize = AtomicUsize::new(0);
/// The time between two checks.
pub const PAUSE: Duration = Duration::from_millis(50);

/// Sets a function that calls which take long ask every 50 ms, on their own thread, whether they should end. Null
/// removes it. clingo does not have this function.
#[unsafe(no_mangle)]
pub extern "C" fn hamadryad_set_check(check: Option<Check>) {
    CHECK.store(check.map_or(0, |check| check as usize), Ordering::Release);
}

/// Asks the check, at most every 50 ms.
pub struct Checker {
    last: std::cell::Cell<Instant>,
}

impl Checker {
    /// A checker that asks for the first time in 50 ms.
    pub fn new() -> Checker {
        Checker { last: std::cell::Cell::new(Instant::now()) }
    }

    /// Whether the call should end.
    pub fn is_due_and_stops(&self) -> bool {
        if CHECK.load(Ordering::Acquire) == 0 || self.last.get().elapsed() < PAUSE {
            return false;
        }
        self.last.set(Instant::now());
        check()
    }
}

/// Asks the check now.
pub fn check() -> bool {
    let check = CHECK.load(Ordering::Acquire);
    if check == 0 {
        return false;
    }
    let check = std::ptr::with_exposed_provenance::<()>(check);
    // SAFETY: the number is the address of a function of this type, stored by `hamadryad_set_check`; a function
    // pointer and a pointer have the same size on all supported systems.
    let check: Check = unsafe { std::mem::transmute(check) };
    check()
}

/// The kept text of a name.
pub fn kept(text: &str) -> Borrowed<c_char> {
    Borrowed::text(keep_str(text))
}
