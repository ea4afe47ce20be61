//! Hamadryad as a WebAssembly module.
//!
//! The module has two functions: `call` answers a request to a session of the arcade, `solve` runs a program with
//! clingo's options and returns clingo's JSON ([`solver`]). `abi.rs` describes how requests and replies cross the
//! boundary; `tools/arcade/page/worker.js` is the other side.
//!
//! ```text
//! tools/wasm/build.sh                                    # target/wasm/hamadryad-arcade.wasm, hamadryad-solve.wasm
//! hamadryad arcade --export arcade.html                  # the arcade as one file
//! ```
//!
//! *Invariant:* the module has no clock and no thread, and one import for each service that it needs: time, reasons
//! to stop, and a way for texts. It keeps no state between two calls of `solve`. On other targets the crate has no
//! exports, and tests run the solver natively.

#[cfg(target_family = "wasm")]
mod abi;
pub mod solver;
