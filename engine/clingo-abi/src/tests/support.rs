//! Calls with Rust's types.

use crate::control::*;
use crate::errors::clingo_error_code;
use crate::guard;
use crate::model::*;
use crate::pointers::{Array, Data, Handle, Out, Text};
use crate::solve_handle::*;
use crate::symbol::clingo_symbol_to_string;
use hamadryad_clingo::symbols::Symbol;
use std::ffi::{CStr, c_char};

/// A control that is freed at the end.
pub struct Control(pub Handle);

impl Drop for Control {
    fn drop(&mut self) {
        clingo_control_free(self.0);
    }
}

/// No data.
pub fn no_data() -> Data {
    Data(std::ptr::null_mut())
}

/// A text for a call.
pub fn text(text: &CStr) -> Text {
    Text(text.as_ptr())
}

/// The message of the last error.
pub fn message() -> String {
    // SAFETY: the message is a text of this thread until the next error.
    unsafe { CStr::from_ptr(guard::message()) }.to_string_lossy().into_owned()
}

/// Fails the test with the message of the library unless a call succeeded.
#[track_caller]
pub fn ok(is_done: bool) {
    assert!(is_done, "error {}: {}", clingo_error_code(), message());
}

/// A control with these arguments.
pub fn new(arguments: &[&CStr]) -> Control {
    let arguments: Vec<Text> = arguments.iter().map(|argument| text(argument)).collect();
    let mut handle = Handle(0);
    let array = Array(arguments.as_ptr());
    ok(clingo_control_new(array, arguments.len(), None, no_data(), 20, Out::at(&mut handle)));
    Control(handle)
}

/// A control with a program that is grounded.
pub fn grounded(arguments: &[&CStr], program: &CStr) -> Control {
    let control = new(arguments);
    add(&control, c"base", program);
    ok(ground(&control, c"base"));
    control
}

/// Adds a text.
pub fn add(control: &Control, part: &CStr, program: &CStr) {
    ok(clingo_control_add(control.0, text(part), Array(std::ptr::null()), 0, text(program)));
}

/// Grounds a part without parameters.
pub fn ground(control: &Control, part: &CStr) -> bool {
    let parts = [PartToGround::new(text(part), Array(std::ptr::null()), 0)];
    clingo_control_ground(control.0, Array(parts.as_ptr()), 1, None, no_data())
}

/// Starts a search.
pub fn solve(control: &Control, mode: u32, assumptions: &[i32]) -> Handle {
    let mut handle = Handle(0);
    let (array, size) = (Array(assumptions.as_ptr()), assumptions.len());
    ok(clingo_control_solve(control.0, mode, array, size, None, no_data(), Out::at(&mut handle)));
    handle
}

/// The result of a search.
pub fn result(solve: Handle) -> u32 {
    let mut result = 0;
    ok(clingo_solve_handle_get(solve, Out::at(&mut result)));
    result
}

/// The text of a symbol.
pub fn symbol_text(symbol: Symbol) -> String {
    let mut buffer = [0 as c_char; 256];
    ok(clingo_symbol_to_string(symbol, Out(buffer.as_mut_ptr()), buffer.len()));
    // SAFETY: the call has written a text to the buffer.
    unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_string_lossy().into_owned()
}

/// The shown symbols of a model.
pub fn shown(model: Handle) -> String {
    let mut size = 0;
    ok(clingo_model_symbols_size(model, 2, Out::at(&mut size)));
    let mut symbols = vec![Symbol::INFIMUM; size];
    ok(clingo_model_symbols(model, 2, Out(symbols.as_mut_ptr()), size));
    let mut texts: Vec<String> = symbols.into_iter().map(symbol_text).collect();
    texts.sort();
    texts.join(" ")
}

/// All models of a search that yields.
pub fn models(solve: Handle) -> Vec<String> {
    let mut models = Vec::new();
    loop {
        ok(clingo_solve_handle_resume(solve));
        let mut model = Handle(0);
        ok(clingo_solve_handle_model(solve, Out::at(&mut model)));
        if model.0 == 0 {
            models.sort();
            return models;
        }
        models.push(shown(model));
    }
}
