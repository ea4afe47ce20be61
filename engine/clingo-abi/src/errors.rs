//! Errors, warnings and the version.

use crate::guard;
use crate::pointers::{Borrowed, Out, Text};
use hamadryad_clingo::message::Warning;
use hamadryad_clingo::symbols::keep_str;
use std::ffi::{c_char, c_int};

/// The version of the interface.
const VERSION: (c_int, c_int, c_int) = (5, 8, 3);

/// The text of an error code.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_error_string(code: c_int) -> Borrowed<c_char> {
    Borrowed::text(match code {
        0 => c"success",
        1 => c"runtime error",
        2 => c"logic error",
        3 => c"bad allocation",
        4 => c"unknown error",
        _ => return Borrowed::null(),
    })
}

/// The code of the last error of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_error_code() -> c_int {
    guard::code()
}

/// The message of the last error of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_error_message() -> *const c_char {
    guard::message()
}

/// Sets the error of the thread, for functions of callers.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_set_error(code: c_int, message: Text) {
    guard::set_raw(code, message.c_str("message").unwrap_or_default());
}

/// The name of a kind of messages.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_warning_string(code: c_int) -> Borrowed<c_char> {
    let warning = Warning::ALL.into_iter().find(|&warning| warning as c_int == code);
    Borrowed::text(keep_str(warning.map_or("unknown message", Warning::name)))
}

/// The version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_version(major: Out<c_int>, minor: Out<c_int>, revision: Out<c_int>) {
    guard::enter(|| {
        major.write("major", VERSION.0)?;
        minor.write("minor", VERSION.1)?;
        revision.write("revision", VERSION.2)
    });
}

/// The version of Hamadryad, a function that clingo does not have.
#[unsafe(no_mangle)]
pub extern "C" fn hamadryad_version() -> Borrowed<c_char> {
    Borrowed::text(keep_str(env!("CARGO_PKG_VERSION")))
}
