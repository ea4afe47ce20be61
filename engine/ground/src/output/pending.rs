//! Statements that wait for the end of a step, because several instances may contribute to each of them.
//!
//! ```text
//! #minimize { 2,x : a }. #minimize { 2,x : b }.     -- the tuple counts once if a or b holds
//! ```
//!
//! A later step may add conditions to a tuple whose weight has been written. Then only the difference is
//! written: the tuple holds by a new condition and does not hold by the old ones.

use crate::atoms::domain::{EntryId, PredicateId};
use crate::output::emitter::Emitter;
use hamadryad_aspif::{Atom, ExternalValue, Literal, OutputKind, WeightedLiteral};
use hamadryad_symbol::{Symbol, Symbols};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::Hash;

/// Priority, weight and the rest of a tuple.
pub(crate) type Cost = (i32, i32, Vec<Symbol>);

/// Statements that wait for the end of the step.
#[derive(Clone, Default)]
pub(crate) struct Pending {
    pub shows: Conditions<Symbol>,
    pub costs: Conditions<Cost>,
    pub externals: Vec<(PredicateId, EntryId, ExternalValue)>,
    /// The atoms of the projection; the atoms of earlier steps come first.
    pub projected: IndexSet<Atom, FxBuildHasher>,
    /// The number of these atoms when the step began.
    pub projected_before: usize,
    /// The nodes of edges, by their numbers.
    pub nodes: IndexSet<Symbol, FxBuildHasher>,
}

impl Pending {
    pub(crate) fn begin_step(&mut self) {
        self.shows.begin_step();
        self.costs.begin_step();
        self.projected_before = self.projected.len();
    }

    /// Restores the state at the beginning of the step. Nodes keep their numbers.
    pub(crate) fn undo_step(&mut self) {
        self.shows.undo_step();
        self.costs.undo_step();
        self.externals.clear();
        self.projected.truncate(self.projected_before);
    }

    /// The number of a node in the graph of `#edge`.
    pub(crate) fn node(&mut self, node: Symbol) -> i32 {
        i32::try_from(self.nodes.insert_full(node).0).expect("fewer nodes than terms")
    }

    /// Writes the new atoms of the projection.
    pub(crate) fn write_projected(&mut self, emitter: &mut Emitter<'_>) {
        let new: Vec<Atom> = self.projected.iter().skip(self.projected_before).copied().collect();
        if !new.is_empty() {
            emitter.sink.project(&new);
        }
    }
}

/// Terms or tuples that hold under one of several conditions.
#[derive(Clone)]
pub(crate) struct Conditions<T> {
    all: IndexMap<T, State, FxBuildHasher>,
    /// The number of them when the step began.
    before: usize,
    /// Entries of earlier steps that this step has changed: their positions and former literals.
    changed: Vec<(usize, Option<Option<Literal>>)>,
}

impl<T> Default for Conditions<T> {
    fn default() -> Self {
        Conditions { all: IndexMap::default(), before: 0, changed: Vec::new() }
    }
}

#[derive(Clone, Default)]
struct State {
    /// The literal that was written, if any; the inner `None` stands for truth.
    written: Option<Option<Literal>>,
    new: Vec<Vec<Literal>>,
}

impl<T: Hash + Eq> Conditions<T> {
    fn begin_step(&mut self) {
        self.before = self.all.len();
        self.changed.clear();
    }

    fn undo_step(&mut self) {
        self.all.truncate(self.before);
        self.all.values_mut().for_each(|state| state.new.clear());
        for (index, written) in self.changed.drain(..).rev() {
            self.all[index].written = written;
        }
    }

    /// Calls `write` for each term or tuple with new conditions, with the condition under which it holds now
    /// and did not hold before.
    fn flush(
        &mut self,
        emitter: &mut Emitter<'_>,
        mut write: impl FnMut(&mut Emitter<'_>, &T, Vec<Literal>),
    ) {
        for (index, (item, state)) in self.all.iter_mut().enumerate() {
            let written = state.written;
            let condition = state.flush(emitter);
            if index < self.before && state.written != written {
                self.changed.push((index, written));
            }
            if let Some(condition) = condition {
                write(emitter, item, condition);
            }
        }
    }

    pub(crate) fn add(&mut self, item: T, condition: &[Literal]) {
        let state = self.all.entry(item).or_default();
        if state.written == Some(None) {
            return;
        }
        let mut condition = condition.to_vec();
        condition.sort_unstable();
        state.new.push(condition);
    }
}

impl State {
    /// The condition under which it holds now and did not hold before; empty if it is always true.
    fn flush(&mut self, emitter: &mut Emitter<'_>) -> Option<Vec<Literal>> {
        let mut new = std::mem::take(&mut self.new);
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return None;
        }
        let always = new.iter().any(Vec::is_empty);
        let old = match self.written {
            None if always => {
                self.written = Some(None);
                return Some(Vec::new());
            }
            None => None,
            Some(None) => return None,
            Some(Some(old)) => Some(old),
        };
        let parts: Vec<Literal> = new.iter().map(|condition| emitter.conjunction(condition)).collect();
        let now = if always { emitter.truth() } else { emitter.disjunction(&parts) };
        let Some(old) = old else {
            self.written = Some(Some(now));
            return Some(if let [single] = &new[..] { single.clone() } else { vec![now] });
        };
        if now == old {
            return None;
        }
        let both = if always { None } else { Some(emitter.disjunction(&[old, now])) };
        self.written = Some(both);
        Some(if always { vec![!old] } else { vec![now, !old] })
    }
}

impl Conditions<Symbol> {
    /// Writes the shown terms.
    pub(crate) fn write_shows(&mut self, symbols: &Symbols, emitter: &mut Emitter<'_>) {
        self.flush(emitter, |emitter, &term, condition| {
            emitter.sink.output(symbols, OutputKind::Term, term, &condition);
        });
    }
}

impl Conditions<Cost> {
    /// Writes the objective.
    pub(crate) fn write_costs(&mut self, emitter: &mut Emitter<'_>) {
        let mut summands: BTreeMap<i32, Vec<WeightedLiteral>> = BTreeMap::new();
        self.flush(emitter, |emitter, (priority, weight, _), condition| {
            let literal = emitter.conjunction(&condition);
            let summand = WeightedLiteral { literal, weight: *weight };
            summands.entry(*priority).or_default().push(summand);
        });
        for (priority, summands) in summands {
            emitter.sink.minimize(priority, &summands);
        }
    }
}
