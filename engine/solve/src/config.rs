//! Settings of the solver.

use hamadryad_aspif::HeuristicModifier;
use hamadryad_sat::Elimination;

/// Settings of an [`AspSolver`](crate::AspSolver).
#[derive(Clone, Debug)]
pub struct Config {
    /// The Boolean search.
    pub search: hamadryad_sat::Config,
    /// Whether heuristic directives are followed (`--heuristic=Domain`).
    pub domain_heuristic: bool,
    /// The modification of literals without a directive of their own (`--dom-mod`); only if
    /// `domain_heuristic` is set.
    pub default_directive: Option<DefaultDirective>,
    /// Whether Hamiltonian circuits that a program describes are recognised and propagated. Without it,
    /// circuits of theory atoms are only checked.
    pub circuits: bool,
    /// The search for an optimum.
    pub strategy: Strategy,
    /// The greatest number of rounds in which the translation of a step merges equivalent atoms and bodies; 0
    /// for none.
    pub equivalences: u32,
    /// Whether all supported models are computed instead of the answer sets only: a positive loop may be true
    /// without a reason outside of it (`--supp-models`). Disjunctions become rules with a single head each. As in
    /// clasp, a rule does not support an atom of its own positive body.
    /// `equivalences` should be 0, because the merging of atoms assumes answer sets.
    pub supported_models: bool,
    /// Whether subsumed clauses and refuted literals are deleted after the translation of a step.
    pub subsumption: bool,
    /// The conditions under which gate-defined variables that occur in clauses only are eliminated; `None`
    /// for never. They are restored when the search ends.
    pub elimination: Option<Elimination>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            search: hamadryad_sat::Config::default(),
            domain_heuristic: false,
            default_directive: None,
            circuits: true,
            strategy: Strategy::default(),
            equivalences: 3,
            supported_models: false,
            subsumption: false,
            elimination: Some(Elimination::default()),
        }
    }
}

/// A heuristic directive for many literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefaultDirective {
    /// The modification.
    pub modifier: HeuristicModifier,
    /// Its value.
    pub bias: i32,
    /// Whether it concerns the shown atoms.
    pub shown: bool,
    /// Whether it concerns the literals of the objective.
    pub objective: bool,
    /// Whether it concerns all atoms.
    pub all: bool,
}

/// The strategy of the search for an optimum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Bounds and cores in turn.
    Both {
        /// The conflicts of the first turn; later turns are longer.
        turn: u32,
    },
    /// Branch and bound: each model must be better than the one before.
    Bounds(Descent),
    /// Unsatisfiable cores: lower bounds until a model reaches them.
    Cores {
        /// Whether literals of large weight are assumed first.
        stratify: bool,
        /// Whether cores are minimised before they are used.
        shrink: bool,
    },
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::Both { turn: 200 }
    }
}

/// The steps of branch and bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Descent {
    /// Any better model.
    #[default]
    Linear,
    /// Any better model on the current level; less important levels follow when its optimum is proven.
    Levels,
    /// Level by level, with exponentially decreasing bounds until one is too low.
    Increasing,
    /// Level by level, by bisection between the best model and the greatest bound known to be too low.
    Decreasing,
}
