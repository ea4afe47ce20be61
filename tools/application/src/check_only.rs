//! `hamadryad solve --check-only`: the errors and warnings of a program, which is grounded and not solved.
//!
//! An incremental program is grounded for its first two steps, as in the language server.

use crate::arguments::SolveArguments;
use crate::exit;
use crate::input::Loaded;
use crate::messages::Messages;
use crate::run::NoSink;
use crate::session::{Failure, Session};
use hamadryad::incremental::Steps;
use hamadryad::{Control, Part, Reader};
use std::io;

/// The number of steps of an incremental program that are grounded.
const STEPS: usize = 2;

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &SolveArguments) -> io::Result<u8> {
    let program = &arguments.program;
    let messages = Messages::new(|code| program.prints_warning(code)).kept();
    let session = match Session::with_messages(program, arguments.files(), false, messages) {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let mut control = Control::with_compat(arguments.config(), program.compat);
    let interruption = match check(&session, arguments, &mut control) {
        Err(failure @ Failure::Interrupted(_)) => Some(failure),
        Ok(()) | Err(Failure::Program(_) | Failure::Main(_)) => None,
    };
    if let Some(failure) = &interruption {
        session.report(failure);
    }
    let findings = session.messages.take_findings();
    findings.write(program.message_format)?;
    Ok(match (findings.has_errors(), interruption) {
        (true, _) => exit::BAD_INPUT,
        (false, Some(failure)) => failure.exit_code(),
        (false, None) => exit::SUCCESS,
    })
}

/// Loads and grounds the program; the session keeps the messages.
fn check(session: &Session<'_>, arguments: &SolveArguments, control: &mut Control) -> Result<(), Failure> {
    let is_stopped = || session.stop.reason().is_some();
    match session.load(control, arguments.accepted())? {
        Loaded::Ground(program) => {
            let read = Reader::new(&program.text).and_then(|mut reader| {
                while reader.read_step(control.symbols_mut(), &mut NoSink)? {}
                Ok(())
            });
            session.accept_ground(&program, read)
        }
        Loaded::Program => {
            let grounded = control.ground_until(&[Part::base()], &is_stopped);
            session.accept(control, grounded)
        }
        Loaded::Incremental => {
            let steps = Steps::new(control);
            let mut steps = session.accept(control, steps)?;
            for _ in 0..STEPS {
                if !steps.is_over(None) {
                    let grounded = steps.ground(control, &is_stopped);
                    session.accept(control, grounded)?;
                    // The statements of a step end with its solve.
                    let _ = control.size();
                }
            }
            Ok(())
        }
    }
}
