//! The guard of all C functions, and the error of a thread.
//!
//! *Invariant:* a call that fails sets the code and the message of its thread; a failure of a caller's function keeps
//! the message that this function has set. A panic becomes the error `clingo_error_logic` with its text.

use hamadryad_clingo::message::{ErrorCode, Failure};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static CODE: Cell<i32> = const { Cell::new(0) };
    static MESSAGE: RefCell<CString> = RefCell::new(CString::default());
}

/// A result of the library.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Runs the body of a C function; `false` if it fails.
pub fn enter(body: impl FnOnce() -> Outcome) -> bool {
    enter_or(false, || body().map(|()| true))
}

/// As [`enter`], for functions with another result.
pub fn enter_or<T>(failed: T, body: impl FnOnce() -> Outcome<T>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => value,
        Ok(Err(failure)) => {
            set(&failure);
            failed
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("an unknown panic");
            set(&Failure::logic(format!("internal error: {text}")));
            failed
        }
    }
}

/// Sets the error of the thread.
pub fn set(failure: &Failure) {
    CODE.set(failure.code as i32);
    if let Some(message) = &failure.message {
        set_message(message.as_bytes());
    }
}

/// Sets the error of the thread for a caller.
pub fn set_raw(code: i32, message: &CStr) {
    CODE.set(code);
    set_message(message.to_bytes());
}

fn set_message(text: &[u8]) {
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    MESSAGE.set(CString::new(&text[..end]).unwrap_or_default());
}

/// The code of the last error of the thread.
pub fn code() -> i32 {
    CODE.get()
}

/// The message of the last error of the thread, until the next error.
pub fn message() -> *const std::ffi::c_char {
    MESSAGE.with_borrow(|message| message.as_ptr())
}

/// The failure of a caller's function, which has set the error of the thread.
pub fn of_callback() -> Failure {
    let message = MESSAGE.with_borrow(|message| message.to_string_lossy().into_owned());
    let code = match CODE.get() {
        1 => ErrorCode::Runtime,
        2 => ErrorCode::Logic,
        3 => ErrorCode::BadAlloc,
        _ => ErrorCode::Unknown,
    };
    let message = if message.is_empty() { "error in callback".to_owned() } else { message };
    Failure { code, message: Some(message) }
}
