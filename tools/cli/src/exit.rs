//! All exit codes of `hamadryad`. Those of `solve` and `ground` are clingo's, where clingo has one; the others follow
//! `sysexits.h`.

/// The command did its work.
pub const SUCCESS: u8 = 0;
/// A signal or a time limit ended the command without a result. With a result, the code is added to that of the result.
pub const INTERRUPTED: u8 = 1;
/// The options contradict each other, or one of them is invalid.
pub const BAD_OPTIONS: u8 = 1;
/// `fmt --check`: a file is not formatted.
pub const NOT_FORMATTED: u8 = 1;
/// There is an answer.
pub const SATISFIABLE: u8 = 10;
/// There is no answer. Added to [`SATISFIABLE`]: there is no further answer, or none that is better.
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
