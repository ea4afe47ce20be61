//! Five ways to hold a changing set of atoms true from solve to solve.
//!
//! A program stays, the world changes: at each solve some atoms must be true that need not be true at the next. Whatever
//! the approach, the answer sets of a solve are those of the program in which all held atoms are true.
//!
//! ```text
//!                 what makes `next(a,b)` true for one solve             what is left of it for the next
//! one-shot        a fact, and all is grounded afresh                    nothing
//! ad hoc          :- guard, not next(a,b).   external guard, new each   learnt clauses
//!                                            time, released afterwards
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
//! After Elisa Böhl, Stefan Ellmauthaler, Sarah Alice Gaggl: Winning Snake: Design Choices in Multi-Shot ASP, TPLP 2024.
//! What each costs is told in `docs/approaches.md`.
//!
//! Invariant: no approach needs a name. Guards and switches are atoms that only the ground program knows, so that they meet
//! no predicate of the program's, and no model shows them.

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
    /// The control that solves, for its statistics. Under [`OneShot`] that of the last solve, which knows all symbols of
    /// [`Approach::symbols_mut`] so far, or the program that is not grounded yet.
    fn control(&self) -> &Control;

    /// The store of symbols, to make symbols with. Symbols stay valid from solve to solve.
    fn symbols_mut(&mut self) -> &mut Symbols;

    /// Sets the value of an external atom of the program from now on, as [`Control::assign_external`] does.
    fn assign_external(&mut self, atom: Symbol, value: Truth);

    /// Looks for answer sets in which all of `request.held` is true, and hands each to `on_model`, which may break off the
    /// search.
    ///
    /// # Errors
    /// Where something had to be grounded and could not be, or was stopped.
    fn solve(&mut self, request: Request<'_>, on_model: OnModel<'_>) -> Result<Solved, Error>;
}

/// What looks at models as they come, and says whether the search is to go on.
pub type OnModel<'a> = &'a mut dyn FnMut(&Model<'_>) -> ControlFlow<()>;

/// What is asked of an [`Approach`].
#[derive(Clone)]
pub struct Request<'a> {
    /// The atoms that must be true in this solve.
    pub held: &'a [Symbol],
    /// What else is asked for. It may have assumptions of its own.
    pub options: SolveOptions<'a>,
    /// The time since some fixed moment. Without a clock all times are 0.
    pub clock: &'a dyn Fn() -> Duration,
}

impl<'a> Request<'a> {
    /// Asks for what [`SolveOptions::default`] asks for.
    pub fn new(held: &'a [Symbol]) -> Request<'a> {
        Request { held, options: SolveOptions::default(), clock: &|| Duration::ZERO }
    }
}

/// What a solve came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// How the search ended. Of held atoms that cannot be true together, [`Assume`] alone tells which are to blame.
    pub summary: Summary,
    /// What it cost.
    pub effort: Effort,
}

/// What an approach begins with.
pub struct Setting<'a> {
    /// The program: its text is added, nothing is grounded.
    pub control: Control,
    /// The parts of it to ground.
    pub parts: &'a [Part<'a>],
    /// The predicates of the atoms that may be held. [`Preground`] makes a switch for each of their atoms; an atom of
    /// another predicate is assumed there.
    pub candidates: &'a [Signature],
    /// Whether the program leaves open, by choice rules without conditions, which of the atoms are true that will be held,
    /// and whether all that will be assigned is external. Facts then say the same as constraints and values of externals,
    /// and [`OneShot`] uses them, which spares grounding.
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
    /// All of them, in the order of the paper.
    pub const ALL: [ApproachKind; 5] = [
        ApproachKind::OneShot,
        ApproachKind::AdHoc,
        ApproachKind::Preground,
        ApproachKind::Assume,
        ApproachKind::Nogood,
    ];

    /// Its name, as in `ad-hoc`.
    pub const fn name(self) -> &'static str {
        match self {
            ApproachKind::OneShot => "one-shot",
            ApproachKind::AdHoc => "ad-hoc",
            ApproachKind::Preground => "preground",
            ApproachKind::Assume => "assume",
            ApproachKind::Nogood => "nogood",
        }
    }

    /// Starts this approach. All but [`OneShot`] ground the program now; `stop` is asked often.
    ///
    /// # Errors
    /// Where the program cannot be grounded, or grounding was stopped.
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

/// There is no approach of this name.
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

/// Nobody watches the grounding.
struct Nobody;

impl crate::Sink for Nobody {}

/// Hands models to `on_model` until there are no more, or it has seen enough.
fn run(search: &mut Search<'_>, meter: &mut Meter<'_>, on_model: OnModel<'_>) {
    while let Some(model) = search.next_model() {
        meter.found();
        if on_model(&model).is_break() {
            break;
        }
    }
}

/// Solves as the options say, no more.
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
