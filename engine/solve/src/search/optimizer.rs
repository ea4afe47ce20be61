//! The state of the search for an optimum: turns, levels, bounds and cores.

use crate::config::Strategy;
use crate::search::cores::Cores;
use hamadryad_sat::{Lit, Outcome};

/// The direction of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Turn {
    /// Models and upper bounds.
    #[default]
    Above,
    /// Cores and lower bounds.
    Below,
}

/// The end of a turn.
pub(super) enum TurnEnd {
    /// The search has an outcome.
    Outcome(Outcome),
    /// The conflicts of the turn are spent.
    OutOfConflicts,
}

/// The state of the search for an optimum.
#[derive(Clone, Default)]
pub(crate) struct Optimizer {
    pub(super) strategy: Strategy,
    pub(super) turn: Turn,
    /// The conflicts left of the current turn.
    pub(super) left: u64,
    /// The lengths of the next turns.
    pub(super) above: u64,
    pub(super) below: u64,
    /// The current level.
    pub(super) level: usize,
    /// The best lower bound, with its level.
    pub(super) proven: Option<(usize, i64)>,
    /// At the start of the turn from below: the level, its lower bound, and the gap to the best model.
    pub(super) began: Option<(usize, i64, i64)>,
    pub(super) cores: Option<Cores>,
    /// The last model satisfies all assumptions of the cores.
    pub(super) assumptions_hold: bool,
    /// The trial bound of the level with its guard, and the last step.
    pub(super) trial: Option<(Lit, i64)>,
    pub(super) step: i64,
    /// The lower bound of the level that trials have proven.
    pub(super) least: Option<i64>,
    /// The temporary variables of counters.
    pub(super) temporary: Vec<Lit>,
    /// With turns: the guard of the bound of the best model, so that cores do not depend on the bound.
    pub(super) bound_guard: Option<Lit>,
}

impl Optimizer {
    pub(crate) fn new(strategy: Strategy) -> Optimizer {
        let turn = if matches!(strategy, Strategy::Cores { .. }) { Turn::Below } else { Turn::Above };
        let length = if let Strategy::Both { turn } = strategy { u64::from(turn.max(1)) } else { u64::MAX };
        // Useful cores are found early.
        let below = if length == u64::MAX { length } else { (length / 2 * 3).max(1) };
        let left = if turn == Turn::Above { length } else { below };
        Optimizer { strategy, turn, left, above: length, below, ..Optimizer::default() }
    }

    /// Whether every better model satisfies the assumptions.
    pub(crate) fn assumes_nothing(&self) -> bool {
        self.turn == Turn::Above && self.trial.is_none()
    }

    /// Ends or restarts the search for an optimum; returns the temporary variables to release.
    pub(crate) fn release(&mut self) -> Vec<Lit> {
        self.cores = None;
        std::mem::take(&mut self.temporary)
    }
}
