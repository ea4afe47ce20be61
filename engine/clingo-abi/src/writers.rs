//! Backends that write the ground program to a file.

use crate::control::control;
use crate::guard::enter;
use crate::object::State;
use crate::pointers::{Handle, Text};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::writer::{FileWriter, Form};
use std::ffi::c_uint;

/// Writes the ground program to a file from now on; with `replace`, it is not solved here.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_register_backend(
    handle: Handle,
    kind: c_uint,
    file: Text,
    replace: bool,
) -> bool {
    enter(|| {
        let form = match kind {
            4 => Form::Aspif,
            5 => {
                return Err(Failure::runtime("the format smodels is not written: choose aspif"));
            }
            kind if kind < 4 => Form::Facts { components: kind & 1 != 0, steps: kind & 2 != 0 },
            _ => return Err(Failure::logic("a number is not a kind of backends")),
        };
        let file = file.read("file")?;
        let writer = FileWriter::create(file, form)
            .map_err(|error| Failure::runtime(format!("`{file}` cannot be written: {error}")))?;
        match &mut *control(handle)?.state() {
            State::Idle(program) => {
                program.listeners.observe(Box::new(writer), replace);
                Ok(())
            }
            _ => Err(Failure::runtime("a backend is added while the control is idle")),
        }
    })
}
