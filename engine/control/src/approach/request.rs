//! The interface of an approach: settings, requests and results.

use crate::approach::effort::Effort;
use crate::{Control, Error, Model, Part, Signature, SolveOptions, Summary, Symbol, Symbols, Truth};
use std::ops::ControlFlow;
use std::time::Duration;

/// Holds a changing set of atoms true across solves.
pub trait Approach {
    /// The control that solves, for its statistics. Under `one-shot` it is the control of the last solve,
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
    /// The summary of the search. If the held atoms are inconsistent, only `assume` provides a core.
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
    /// The predicates of the atoms that may be held. `preground` creates a switch for each of their atoms;
    /// it assumes atoms of other predicates.
    pub candidates: &'a [Signature],
    /// Whether the program leaves the held atoms open, by choice rules without conditions, and all assigned
    /// atoms are external. Facts then are equivalent to constraints and values of externals, and `one-shot`
    /// uses facts, which reduces grounding.
    pub are_open: bool,
}
