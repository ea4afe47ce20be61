//! The function of an application that prints models.
//!
//! *Invariant:* the report is locked while it prints. The function runs meanwhile, and may read the model.

use crate::pointers::{Data, Handle};
use hamadryad_present::answers;
use std::ffi::c_void;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `clingo_default_model_printer_t`
pub type DefaultPrinter = extern "C" fn(*mut c_void) -> bool;

/// The function of an application that prints models.
pub type PrintFunction = extern "C" fn(Handle, DefaultPrinter, *mut c_void, Data) -> bool;

/// The printer for the report; `model` is the pointer to the model that is printed.
pub fn printer(function: PrintFunction, data: Data, model: Arc<AtomicUsize>) -> answers::Printer {
    let call = (function, data);
    Box::new(move |print| {
        // The whole value is captured, which other threads may use; its pointer alone must not be.
        let (function, data) = { &call }.to_owned();
        print_model(function, data, Handle(model.load(Ordering::Relaxed)), print)
    })
}

/// Prints the symbols of a model as usual; the data is the function that does it.
extern "C" fn print_as_usual(data: *mut c_void) -> bool {
    // SAFETY: `print_model` passes a pointer to its function, and the application calls this function before it returns,
    // as clingo's interface demands; meanwhile `print_model` does not use the function.
    let print = unsafe { data.cast::<&mut dyn FnMut() -> io::Result<()>>().as_mut() };
    print.is_some_and(|print| print().is_ok())
}

fn print_model(
    function: PrintFunction,
    data: Data,
    model: Handle,
    mut print: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let print: *mut &mut dyn FnMut() -> io::Result<()> = &raw mut print;
    match function(model, print_as_usual, print.cast(), data) {
        true => Ok(()),
        false => Err(io::Error::other("the model printer of the application has failed")),
    }
}
