//! `libclingo.so.4` in Rust: one C function for each function of clingo 5.8, declared in `include/clingo.h`.
//!
//! ```text
//! C function ─ guard: catches panics, sets the error of the thread ─ registry: number → object ─ hamadryad-clingo
//! ```
//!
//! The pointers that the library gives out (`clingo_control_t *` and the like) are numbers of a registry and are
//! never dereferenced: a freed or foreign pointer is an error with a sentence. Pointers of callers are read and written
//! in `pointers.rs` alone; functions of callers are called in `callbacks.rs`, `observer.rs` and `propagator.rs`.
//!
//! *Invariant:* this is the only crate of the workspace with `unsafe` code, and each block states why it is sound. No
//! panic leaves a C function, and no lock is held while a function of a caller runs, except for the lock of a search
//! while it reports a bound or calls a propagator.

mod application;
mod assignment;
mod ast;
mod ast_tables;
mod backend;
mod callbacks;
mod configuration;
mod control;
mod current_call;
mod errors;
mod guard;
mod model;
mod object;
mod observer;
mod pointers;
mod program_builder;
mod propagate_control;
mod propagate_init;
mod propagator;
mod registry;
mod running;
mod script;
mod solve;
mod solve_handle;
mod statistics;
mod symbol;
mod symbolic_atoms;
mod theory_atoms;
mod writers;

#[cfg(test)]
mod tests;
