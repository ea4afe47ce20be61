//! Answer set programming as a library: add text, ground program parts, solve, change the program, and solve
//! again.
//!
//! Programs use these items through the package `hamadryad`, which has the same ones under its name, and a guided tour.
//! The crates of the command line use them from here, because the package `hamadryad` contains the command line.

mod answer;
pub mod approach;
#[cfg(not(target_family = "wasm"))]
mod background;
mod control;
mod error;
pub mod explain;
pub mod files;
pub mod incremental;
pub mod propagator;
mod race;
#[cfg(feature = "render")]
pub mod render;
mod search;
mod stop;

pub use answer::Answer;
#[cfg(not(target_family = "wasm"))]
pub use background::{Background, BackgroundOptions};
pub use control::{
    AtomTables, Backend, Config, Control, Part, PropagatorId, Script, SymbolicAtom, Texts, Truth,
};
pub use error::{Error, Problems};
pub use files::{Disk, Files, Within};
pub use hamadryad_aspif::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, InputFormat, Literal, OutputKind, ReadError,
    Reader, Sink, Tee, TheoryStatement, Weight, WeightedLiteral,
};
pub use hamadryad_ground::{Clock, Compat, Cost, Host};
pub use hamadryad_sat::{
    Config as SearchConfig, Elimination, FirstWatches, Minimization, Order, Restarts, Sequence, Signs,
    Statistics as SearchStatistics,
};
pub use hamadryad_solve::{
    Bounds, Consequences, Considered, DefaultDirective, Descent, Estimate, Implied, LevelStatistics,
    LookAhead, OptimizeMode, Population, ProgramStatistics, Progress, Projection, SolveError, Strategy,
};
pub use hamadryad_symbol::{Name, Signature, Symbol, Symbols, Value, View};
pub use hamadryad_syntax::{Code, Diagnostic, FileId, Fix, Location, Severity, Sources, Span};
pub use race::Threads;
pub use search::{Model, Search, SolveOptions, Summary};
pub use stop::StopToken;
