//! What each statement costs: where a grounding blows up.
//!
//! ```text
//! :- queen(I,J), queen(II,JJ), I < II.      -- 12 960 000 atoms looked at, 6 478 200 instances, 1.2 s
//! ```
//!
//! Counting is always on, for it costs next to nothing; time is taken where a clock was handed in.

use crate::plan::{Conjunction, Step};
use hamadryad_syntax::Span;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;
use std::time::Duration;

/// A clock that is handed in: the time since a moment that never changes.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// What the instantiation of a statement has cost so far, over all calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// How many instances of bodies were found.
    pub instances: u64,
    /// How many atoms and values were looked at to find them.
    pub tried: u64,
    /// How long it took; zero without a clock.
    pub time: Duration,
    /// The places of the literals that were joined, in the order that was chosen last.
    pub order: Vec<Span>,
}

/// The costs of all statements that have been instantiated.
#[derive(Clone, Default)]
pub(crate) struct Profile {
    pub clock: Option<Clock>,
    costs: IndexMap<Span, Cost, FxBuildHasher>,
}

impl Profile {
    pub(crate) fn now(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |clock| clock())
    }

    /// Adds what one join of a statement's body has cost.
    pub(crate) fn add(
        &mut self,
        statement: Span,
        instances: u64,
        tried: u64,
        since: Duration,
        body: &Conjunction,
    ) {
        let time = self.now().saturating_sub(since);
        let cost = self.costs.entry(statement).or_default();
        cost.instances += instances;
        cost.tried += tried;
        cost.time += time;
        cost.order.clear();
        cost.order.extend(body.steps.iter().filter_map(|step| match step {
            Step::Match(found) => Some(found.span),
            Step::Range { span, .. } => Some(*span),
            _ => None,
        }));
    }

    /// The statements with their costs, the dearest first.
    pub(crate) fn costs(&self) -> Vec<(Span, &Cost)> {
        let mut costs: Vec<(Span, &Cost)> = self.costs.iter().map(|(&span, cost)| (span, cost)).collect();
        costs.sort_by_key(|(_, cost)| std::cmp::Reverse((cost.time, cost.tried + cost.instances)));
        costs
    }
}
