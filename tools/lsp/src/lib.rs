//! A language server for logic programs, on the crates of rust-analyzer's family: `lsp-server` transports the
//! messages, `gen-lsp-types` has the types of the protocol.
//!
//! ```text
//! editor ─didChange→ workspace (texts, names)  ─requests→ features: one reply, one file
//!                  └→ checker (a thread)       ─check→ publishDiagnostics
//!                     runner (a thread)        ─lenses "run", "ground profile"→ output, counts of instances
//! ```
//!
//! *Invariant:* the diagnostics of a text are those of `hamadryad solve` on the same text: both come from the same
//! calls of the library ([`check`]). A request never waits for grounding or solving: these have threads of
//! their own, limits, and end when the text changes. No input ends the server.

pub mod check;
mod checker;
mod features;
mod index;
mod lines;
mod lint;
mod requests;
mod runner;
mod server;
mod uri;
mod waiting;
mod workspace;

pub use lint::{Costs, lint};
pub use server::{serve, serve_stdio};
