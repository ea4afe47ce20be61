//! All exit codes of `hamadryad`. `solve` and `ground` use clingo's codes where clingo has one; all others
//! follow `sysexits.h`.

use hamadryad_present::answers::{Interruption, Summary};

/// The command did its work.
pub const SUCCESS: u8 = 0;
/// A signal or a time limit ended the command without a result. If there is a result, this code is added to
/// its code.
pub const INTERRUPTED: u8 = 1;
/// The options contradict each other, or one of them is invalid.
pub const BAD_OPTIONS: u8 = 1;
/// `fmt --check`: a file is not formatted.
pub const NOT_FORMATTED: u8 = 1;
/// `lint`: there are warnings and no errors.
pub const WARNINGS: u8 = 1;
/// The program or puzzle has an answer.
pub const SATISFIABLE: u8 = 10;
/// It has no answer. Added to [`SATISFIABLE`]: no further answer exists, or no better one.
pub const UNSATISFIABLE: u8 = 20;
/// The memory limit ended the command.
pub const OUT_OF_MEMORY: u8 = 33;
/// An input is invalid (`EX_DATAERR`).
pub const BAD_INPUT: u8 = 65;
/// A guarantee was broken: a planner lost its game, or an answer failed its check (`EX_SOFTWARE`).
pub const BROKEN_GUARANTEE: u8 = 70;
/// A file cannot be written (`EX_IOERR`).
pub const BAD_OUTPUT: u8 = 74;
/// clingo's code if a file cannot be read and nothing was run.
pub const NOT_RUN: u8 = 128;

/// clingo's code for a run of `solve`: the sum of [`SATISFIABLE`], [`UNSATISFIABLE`] and [`INTERRUPTED`], or
/// [`OUT_OF_MEMORY`].
pub fn of(summary: &Summary) -> u8 {
    if summary.ending.interrupted == Some(Interruption::MemoryLimit) {
        return OUT_OF_MEMORY;
    }
    let satisfiable = if summary.satisfiable { SATISFIABLE } else { 0 };
    let exhausted = if summary.ending.exhausted { UNSATISFIABLE } else { 0 };
    let interrupted = if summary.ending.interrupted.is_some() { INTERRUPTED } else { 0 };
    satisfiable + exhausted + interrupted
}
