//! The state of a grounder that later steps see: possible atoms, numbers of the output, and pending
//! statements.
//!
//! ```text
//! begin_step   (instantiation)   finish_step        undo_step restores the state at begin_step
//! ```
//!
//! Invariant: each part records the changes of the present step, so that a step that fails can be undone.
//! Written statements never change: a later step adds atoms and rules only.

use crate::aggregate::tuples::Memo;
use crate::atoms::base::Base;
use crate::atoms::domain::{Entry, EntryId, PredicateId, Removal};
use crate::atoms::index::Indexes;
use crate::output::emitter::{Emitter, Written};
use crate::output::pending::Pending;
use crate::output::theory::TheoryData;
use crate::program::parts::GroundedParts;
use crate::rewrite::projection::Projections;
use crate::statement::complement::write_complements;
use crate::statement::external::write_externals;
use crate::statement::show::write_shown_atoms;
use hamadryad_aspif::{Atom, Origin, Sink};
use hamadryad_symbol::{Signature, Symbol, Symbols};
use rustc_hash::FxBuildHasher;
use std::collections::HashSet;

/// The parts of the state, each with its own invariant.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub base: Base,
    pub indexes: Indexes,
    pub projections: Projections,
    pub written: Written,
    pub memo: Memo,
    pub pending: Pending,
    pub theory: TheoryData,
    pub parts: GroundedParts,
    /// Externals that were released since the last step began, with their predicates.
    released: HashSet<(PredicateId, Atom), FxBuildHasher>,
    /// The entries of released externals that the present step has removed, with their arguments.
    removed: Vec<(PredicateId, Box<[Symbol]>, Entry)>,
}

impl State {
    /// Begins a step: data that belongs to a single step is cleared.
    pub(crate) fn begin_step(&mut self) {
        self.remove_released();
        self.memo.clear();
        self.theory.begin_step();
        self.written.begin_step();
        self.pending.begin_step();
        self.projections.begin_step();
        self.parts.begin_step();
        for (number, domain) in self.base.domains_mut().iter_mut().enumerate() {
            if domain.signature.is_none() && !domain.is_projection {
                domain.clear();
                self.indexes.clear(PredicateId(number as u32));
            }
            domain.begin_step();
        }
    }

    /// Restores the state at the beginning of the step.
    pub(crate) fn undo_step(&mut self) {
        self.written.undo_step();
        self.pending.undo_step();
        self.projections.undo_step();
        self.theory.undo_step();
        self.parts.undo_step();
        for predicate in self.base.undo_step() {
            self.indexes.clear(predicate);
        }
        for (predicate, arguments, entry) in std::mem::take(&mut self.removed) {
            self.base.domain_mut(predicate).insert(&arguments, entry);
            self.released.insert((predicate, entry.atom));
        }
    }

    /// Records that an external atom was released: it is false for good. If a later step declares or defines
    /// it again, it gets a new number.
    pub(crate) fn release(&mut self, atom: Symbol) {
        if let Some((predicate, id)) = self.base.place_of(atom) {
            self.released.insert((predicate, self.base.domain(predicate).entry(id).atom));
        }
    }

    /// Removes the entries of released externals.
    fn remove_released(&mut self) {
        self.removed.clear();
        let released = std::mem::take(&mut self.released);
        if released.is_empty() {
            return;
        }
        let mut affected: Vec<PredicateId> = released.iter().map(|&(predicate, _)| predicate).collect();
        affected.sort_unstable();
        affected.dedup();
        self.move_projections(&affected, &|predicate, entry| released.contains(&(predicate, entry.atom)));
        for &predicate in &affected {
            let removed = &mut self.removed;
            self.base.domain_mut(predicate).retain(
                |entry| !released.contains(&(predicate, entry.atom)),
                |arguments, entry| {
                    removed.push((predicate, arguments.into(), entry));
                    Removal::RenewsNumber
                },
            );
            self.indexes.clear(predicate);
        }
        self.base.forget_terms(&affected);
    }

    /// Adapts the counts of projected entries to the removal of entries of some predicates.
    fn move_projections(
        &mut self,
        affected: &[PredicateId],
        is_removed: &dyn Fn(PredicateId, &Entry) -> bool,
    ) {
        let base = &self.base;
        self.projections.entries_move(|predicate, covered| {
            if !affected.contains(&predicate) {
                return covered;
            }
            let passed = &base.domain(predicate).entries()[..covered as usize];
            passed.iter().filter(|entry| !is_removed(predicate, entry)).count() as EntryId
        });
    }

    /// Ends a step: writes the statements that wait for all instances. The atoms of the signatures
    /// `projected` are added to the projection; atoms that later steps add are projected only if these steps
    /// name their signature as well.
    pub(crate) fn finish_step(
        &mut self,
        symbols: &Symbols,
        projected: &HashSet<Signature>,
        shown: &[PredicateId],
        keeps_origins: bool,
        sink: &mut dyn Sink,
    ) {
        let mut emitter = Emitter { sink: &mut *sink, written: &mut self.written };
        write_complements(&mut self.base, keeps_origins, &mut emitter);
        if keeps_origins {
            emitter.sink.origin(Origin::Auxiliary);
        }
        write_externals(&mut self.pending, &self.base, emitter.sink);
        self.pending.costs.write_costs(&mut emitter);
        for domain in self.base.domains() {
            if domain.signature.is_some_and(|signature| projected.contains(&signature)) {
                self.pending.projected.extend(domain.entries().iter().map(|entry| entry.atom));
            }
        }
        self.pending.write_projected(&mut emitter);
        write_shown_atoms(&mut self.base, shown, symbols, emitter.sink);
        self.pending.shows.write_shows(symbols, &mut emitter);
    }

    /// Between steps: adopts the values that atoms have in all further answer sets. Atoms that later steps
    /// may still define have no such value.
    ///
    /// ```text
    /// { a(1..9) }.  :- a(1).  :- not a(2).     a(1) is false, a(2) is true from now on
    /// b(X) :- a(X).                            a later step: b(2) is a fact, and b(1) does not appear
    /// ```
    ///
    /// True atoms become facts; false atoms leave their domains. A later rule for a removed atom is a rule
    /// for the same atom of the ground program, so that it is refused as before.
    pub(crate) fn cleanup(&mut self, value: &dyn Fn(Atom) -> Option<bool>) {
        let is_false = |entry: &Entry| !entry.fact && value(entry.atom) == Some(false);
        let all: Vec<PredicateId> = (0..self.base.domains().len() as u32).map(PredicateId).collect();
        self.move_projections(&all, &|_, entry| is_false(entry));
        let released = std::mem::take(&mut self.released);
        let removal =
            |predicate: PredicateId, entry: &Entry| match released.contains(&(predicate, entry.atom)) {
                true => Removal::RenewsNumber,
                false => Removal::KeepsNumber,
            };
        let mut moved = Vec::new();
        for (number, domain) in self.base.domains_mut().iter_mut().enumerate() {
            // Internal domains are cleared when the next step begins.
            if domain.signature.is_none() && !domain.is_projection {
                continue;
            }
            let predicate = PredicateId(number as u32);
            if domain.retain(|entry| !is_false(entry), |_, entry| removal(predicate, &entry)) {
                moved.push(predicate);
            }
            for id in 0..domain.len() {
                let entry = domain.entry(id);
                if !entry.fact && value(entry.atom) == Some(true) {
                    domain.entry_mut(id).fact = true;
                }
            }
        }
        moved.iter().for_each(|&predicate| self.indexes.clear(predicate));
        self.base.forget_terms(&moved);
        self.written.forget(|atom| value(atom).is_some());
    }
}
