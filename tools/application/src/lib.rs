//! The command line of a solver as a library: arguments, limits, search, output, exit codes.
//!
//! ```text
//! words ─ command_line ─→ arguments ─ run ─→ session ─ Application::main ─→ searches ─ report ─→ exit code
//! ```
//!
//! `hamadryad solve` is an application ([`Application`]) with pictures and scripts; a program that calls `clingo_main` is
//! one with a main function, options and a printer of models of its own. Other commands use the parts: the
//! [`session`] with its limits and messages, the [`input`], the [`mod@file`]s.
//!
//! Results go to standard output, all messages to standard error. *Invariant:* the crate knows no game, no picture and no
//! server. A report is finished once, by the run or by the thread that watches it.

mod application;
pub mod arguments;
mod check;
mod check_only;
pub mod clingo_options;
pub mod clock;
mod closing;
pub mod command_line;
pub mod exit;
pub mod file;
pub mod ground;
mod incmode;
pub mod input;
pub mod lines;
pub mod memory;
pub mod messages;
pub mod nearest;
mod portfolio;
pub mod program;
mod proof;
pub mod run;
mod search;
pub mod search_options;
pub mod search_report;
pub mod session;
pub mod shared_report;
mod statistics;
pub mod values;
pub mod watch;

#[cfg(test)]
mod clingo_output;

pub use application::{AddedKind, AddedOption, Application};
