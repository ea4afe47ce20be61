//! Texts for people and scripts: answers in clingo's formats ([`answers`]), diagnostics beside their source
//! lines ([`diagnostics`]) and for machines ([`machine`]), reasons of atoms ([`justification`]), tables of the
//! cost of grounding ([`profile`]), and limits of all such texts ([`outlet`]).
//!
//! ```
//! use hamadryad_present::answers::{Ending, ModelView, Quiet, Report, Text};
//!
//! let mut out = Vec::new();
//! let mut report = Report::new(Box::new(Text::plain(&mut out, false)), Quiet::default());
//! report.model(ModelView { shown: vec!["a".to_owned(), "b".to_owned()], ..ModelView::default() }, 0.25)?;
//! report.finish(Ending::default())?;
//! assert_eq!(String::from_utf8_lossy(&out), "a b\nSATISFIABLE\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! *Invariant:* the crate reads no clock, no file and no environment, and starts no thread. The caller passes
//! all times, and all output goes to a writer that the caller chooses.

pub mod answers;
pub mod explanation;
pub mod justification;
pub mod machine;
pub mod outlet;
pub mod profile;

/// Diagnostics beside their source lines.
pub use hamadryad::render as diagnostics;
