//! Five ways to hold a changing set of atoms true from solve to solve.
//!
//! A program is solved repeatedly while its context changes: each solve requires a set of atoms to be true
//! that the next solve need not require. *Invariant:* under every approach, the answer sets of a solve are
//! the answer sets of the program in which all held atoms are true.
//!
//! ```text
//!                 `next(a,b)` is held for one solve by                  remains for the next solve
//! one-shot        a fact; the whole program is grounded again           nothing
//! ad hoc          :- guard, not next(a,b).   a new external guard for   learnt clauses
//!                                            each solve, then released
//! preground       :- hold, not next(a,b).    an external for each       learnt clauses, the constraint
//!                                            candidate, from the start
//! assume          an assumption                                         learnt clauses
//! nogood          a clause `next(a,b)`, added while the search runs     learnt clauses
//! ```
//!
//! ```
//! use hamadryad::approach::{ApproachKind, Request, Setting};
//! use hamadryad::{Control, Part, Signature};
//! use std::ops::ControlFlow;
//!
//! for kind in ApproachKind::ALL {
//!     let mut control = Control::new();
//!     control.add("example.lp", "1 { seat(P,1..3) } 1 :- P = (ann; bob). :- seat(ann,X), seat(bob,X).")?;
//!     let seat = control.parse_symbol("example", "seat(ann,2)")?;
//!     let candidates = [control.symbols().signature(seat).expect("it is an atom")];
//!     let setting = Setting { control, parts: &[Part::base()], candidates: &candidates, are_open: true };
//!     let mut approach = kind.start(setting, &|| false)?;
//!     approach.solve(Request::new(&[seat]), &mut |model| {
//!         assert!(model.contains(seat));
//!         ControlFlow::Continue(())
//!     })?;
//! }
//! # Ok::<(), hamadryad::Error>(())
//! ```
//!
//! After (WinningSnake24). `docs/approaches.md` compares the costs.
//!
//! *Invariant:* no approach creates a named atom. Guards and switches are atoms of the ground program without
//! a name, so they are distinct from all predicates of the program, and no model shows them.

mod ad_hoc;
mod assume;
mod effort;
mod nogood;
mod one_shot;
mod preground;
mod switch;

pub use ad_hoc::AdHoc;
pub use assume::Assume;
pub use effort::Effort;
pub use nogood::Nogood;
pub use one_shot::OneShot;
pub use preground::Preground;

use crate::{Control, Error, Model, Part, Search, Signature, SolveOptions, Summary, Symbol, Symbols, Truth};
use effort::Meter;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

/// Holds a changing set of atoms true across solves.
pub trait Approach {
    /// The control that solves, for its statistics. Under [`OneShot`] it is the control of the last solve,
    /// which contains all symbols of [`Approach::symbols_mut`] so far, or the program before grounding.
    fn control(&self) -> &Control;

    /// The store of symbols, for creating symbols. Symbols stay valid across solves.
    fn symbols_mut(&mut self) -> &mut Symbols;

    /// Sets the value of an external atom of the program from now on, as [`Control::assign_external`] does.
    fn assign_external(&mut self, atom: Symbol, value: Truth);

    /// Searches for answer sets in which all of `request.held` is true, and passes each to `on_model`, which
    /// may end the search.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    fn solve(&mut self, request: Request<'_>, on_model: OnModel<'_>) -> Result<Solved, Error>;
}

/// A callback that receives each model and decides whether the search continues.
pub type OnModel<'a> = &'a mut dyn FnMut(&Model<'_>) -> ControlFlow<()>;

/// A request to an [`Approach`].
#[derive(Clone)]
pub struct Request<'a> {
    /// The atoms that must be true in this solve.
    pub held: &'a [Symbol],
    /// Options of the solve; assumptions are permitted.
    pub options: SolveOptions<'a>,
    /// Time since a fixed moment. Without a clock all times are 0.
    pub clock: &'a dyn Fn() -> Duration,
}

impl<'a> Request<'a> {
    /// A request with [`SolveOptions::default`].
    pub fn new(held: &'a [Symbol]) -> Request<'a> {
        Request { held, options: SolveOptions::default(), clock: &|| Duration::ZERO }
    }
}

/// Result of a solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The summary of the search. If the held atoms are inconsistent, only [`Assume`] provides a core.
    pub summary: Summary,
    /// The cost.
    pub effort: Effort,
}

/// The initial setting of an approach.
pub struct Setting<'a> {
    /// The program: its text is added, but not grounded.
    pub control: Control,
    /// The program parts to ground.
    pub parts: &'a [Part<'a>],
    /// The predicates of the atoms that may be held. [`Preground`] creates a switch for each of their atoms;
    /// it assumes atoms of other predicates.
    pub candidates: &'a [Signature],
    /// Whether the program leaves the held atoms open, by choice rules without conditions, and all assigned
    /// atoms are external. Facts then are equivalent to constraints and values of externals, and [`OneShot`]
    /// uses facts, which reduces grounding.
    pub are_open: bool,
}

/// The five approaches, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ApproachKind {
    /// [`OneShot`].
    OneShot,
    /// [`AdHoc`].
    AdHoc,
    /// [`Preground`].
    Preground,
    /// [`Assume`].
    Assume,
    /// [`Nogood`].
    Nogood,
}

impl ApproachKind {
    /// All approaches, in the order of the paper.
    pub const ALL: [ApproachKind; 5] = [
        ApproachKind::OneShot,
        ApproachKind::AdHoc,
        ApproachKind::Preground,
        ApproachKind::Assume,
        ApproachKind::Nogood,
    ];

    /// The name, such as `ad-hoc`.
    pub const fn name(self) -> &'static str {
        match self {
            ApproachKind::OneShot => "one-shot",
            ApproachKind::AdHoc => "ad-hoc",
            ApproachKind::Preground => "preground",
            ApproachKind::Assume => "assume",
            ApproachKind::Nogood => "nogood",
        }
    }

    /// Starts this approach. All approaches except [`OneShot`] ground the program now; `stop` is called
    /// often.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn start(self, setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Box<dyn Approach>, Error> {
        Ok(match self {
            ApproachKind::OneShot => Box::new(OneShot::new(setting)),
            ApproachKind::AdHoc => Box::new(AdHoc::new(setting, stop)?),
            ApproachKind::Preground => Box::new(Preground::new(setting, stop)?),
            ApproachKind::Assume => Box::new(Assume::new(setting, stop)?),
            ApproachKind::Nogood => Box::new(Nogood::new(setting, stop)?),
        })
    }
}

impl fmt::Display for ApproachKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ApproachKind {
    type Err = UnknownApproach;

    fn from_str(name: &str) -> Result<ApproachKind, UnknownApproach> {
        ApproachKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownApproach)
    }
}

/// The error for an unknown name of an approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownApproach;

impl fmt::Display for UnknownApproach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of one-shot, ad-hoc, preground, assume, nogood")
    }
}

impl std::error::Error for UnknownApproach {}

/// Grounds the parts of a setting.
fn ground(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Control, Error> {
    let mut control = setting.control;
    control.ground_observed(setting.parts, &mut Nobody, stop)?;
    Ok(control)
}

/// An observer that ignores all statements.
struct Nobody;

impl crate::Sink for Nobody {}

/// Passes models to `on_model` until no more exist, or the callback breaks.
fn run(search: &mut Search<'_>, meter: &mut Meter<'_>, on_model: OnModel<'_>) {
    while let Some(model) = search.next_model() {
        meter.found();
        if on_model(&model).is_break() {
            break;
        }
    }
}

/// Solves with the options of the request.
fn solve_plainly(
    control: &mut Control,
    options: SolveOptions<'_>,
    mut meter: Meter<'_>,
    on_model: OnModel<'_>,
) -> Result<Solved, Error> {
    let mut search = control.solve(options)?;
    meter.grounded();
    run(&mut search, &mut meter, on_model);
    let summary = search.summary();
    drop(search);
    Ok(Solved { summary, effort: meter.end(control) })
}
