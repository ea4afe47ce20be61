//! Answer set programming as a library: add text, ground program parts, solve, change the program, and solve
//! again.
//!
//! The package has the program `hamadryad` as well (`cargo install hamadryad`), behind the feature `program`, which is a
//! default. Without it, the dependencies are those of the engine: `cargo add hamadryad --no-default-features`. The
//! feature `render` adds the module `render`: diagnostics beside their source lines.
//!
#![doc = include_str!("guide.md")]

#[doc(inline)]
pub use hamadryad_control::*;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// Runs the examples of the page on untrusted programs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/untrusted.md")]
pub struct Untrusted;

/// Runs the examples of the chapter on approaches.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/approaches.md")]
pub struct Approaches;

/// Runs the examples of the chapter on explanations.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/explain.md")]
pub struct Explanations;

/// Runs the examples of the chapter on the library.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
pub struct Library;
