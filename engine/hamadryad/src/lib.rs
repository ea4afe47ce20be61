//! Answer set programming as a library: add text, ground parts of it, solve, change something, solve again.
//!
//! ```
//! use hamadryad::{Control, Part, SolveOptions, Truth};
//!
//! let mut control = Control::new();
//! control.add("example.lp", "#external rain. 1 { walk; read } 1. :- walk, rain.")?;
//! control.ground(&[Part::base()])?;
//!
//! // Twice, in two worlds.
//! let rain = control.symbols_mut().constant("rain");
//! for (weather, outings) in [(Truth::False, 2), (Truth::True, 1)] {
//!     control.assign_external(rain, weather);
//!     let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
//!     let mut found = 0;
//!     while let Some(model) = search.next_model() {
//!         println!("{model}");
//!         found += 1;
//!     }
//!     assert_eq!(found, outings);
//!     assert!(search.summary().exhausted);
//! }
//! # Ok::<(), hamadryad::Error>(())
//! ```
//!
//! # What survives a step
//!
//! | | the next solve | the next `ground` |
//! |---|---|---|
//! | [`Symbol`]s | stay | stay |
//! | atoms, rules, objectives | stay | stay; new ones come |
//! | values of externals | stay until changed | stay |
//! | assumptions, bounds on costs, added clauses, excluded models | gone | gone |
//! | learnt clauses, activities | stay | stay |
//! | [`Model`], [`Search`] | borrowed from the control: gone before it can be changed | the same |

mod answer;
pub mod approach;
#[cfg(not(target_family = "wasm"))]
mod background;
mod control;
mod error;
mod search;
mod stop;

pub use answer::Answer;
#[cfg(not(target_family = "wasm"))]
pub use background::{Background, BackgroundOptions};
pub use control::{Backend, Config, Control, Part, SymbolicAtom, Truth};
pub use error::Error;
pub use hamadryad_aspif::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, ReadError, Reader, Sink, Tee,
    TheoryStatement, Weight, WeightedLiteral,
};
pub use hamadryad_ground::{Clock, Compat, Cost};
pub use hamadryad_sat::{Config as SearchConfig, Restarts, Statistics as SearchStatistics};
pub use hamadryad_solve::{OptimizeMode, ProgramStatistics, Projection, Refusal};
pub use hamadryad_symbol::{Name, Signature, Symbol, Symbols, Value, View};
pub use hamadryad_syntax::{Code, Diagnostic, Severity, Sources, Span};
pub use search::{Model, Search, SolveOptions, Summary};
pub use stop::StopToken;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The examples of the chapter on approaches.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/approaches.md")]
pub struct Approaches;
