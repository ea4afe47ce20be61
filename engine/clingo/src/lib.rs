//! The safe part of a library with the interface of clingo 5.8 (`clingo.h`); the crate `clingo-abi` has its C
//! functions.
//!
//! clingo's symbols belong to a process, the engine's to a control: [`symbols`] has the table of the process,
//! [`translation`] the correspondence with one control. [`program`] is a control with everything that clingo keeps
//! beside it.
//!
//! *Invariant:* the crate has no `unsafe`, and knows no pointer of a caller.

pub mod ast;
mod ground_program;
pub mod message;
pub mod options;
pub mod order;
pub mod print;
pub mod program;
pub mod symbols;
pub mod theory;
pub mod translation;
pub mod writer;
