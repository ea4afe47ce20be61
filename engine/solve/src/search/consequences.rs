//! Brave and cautious consequences: the symbols that some model, or every model, shows.
//!
//! ```text
//! {a; b}.  c :- a.  c :- not a.      brave: a b c      cautious: c
//! ```
//!
//! In a program with `#project` statements, consequences are sought among the projected atoms only, as in
//! clingo: an output is shown if its condition is a fact, or has the literal of a projected atom that is a
//! consequence.
//!
//! Each model changes an estimate, and a clause under the guard of the search requires the next model to
//! change it again. For cautious consequences, the next model must omit a symbol that all models so far have
//! shown; for brave consequences, it must show a new symbol. If this is impossible, the estimate is the
//! answer.
//!
//! Invariant: the cautious estimate contains all cautious consequences, and the brave estimate contains brave
//! consequences only.

use crate::search::options::{Consequences, Estimate, Projection};
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The literals of which consequences are computed.
#[derive(Clone, Default)]
pub(crate) struct Candidates {
    /// The literals: of outputs in their order, or of projected atoms.
    lits: Vec<Lit>,
    /// By literal: its first place in this list.
    places: FxHashMap<Lit, usize>,
    /// Whether these are literals of projected atoms.
    are_projected: bool,
}

impl Candidates {
    /// The literals of all outputs, or of the projected atoms if `projection` demands it, or permits it and there
    /// are any; at level 0.
    pub(crate) fn of(program: &mut TranslatedProgram, projection: Option<Projection>) -> Candidates {
        let mut atoms = program.projected.clone().unwrap_or_default();
        atoms.sort_unstable();
        atoms.dedup();
        let are_projected = match projection {
            Some(Projection::Shown) => false,
            Some(Projection::Atoms) => true,
            Some(Projection::Auto) | None => !atoms.is_empty(),
        };
        let lits = match are_projected {
            // Atoms with the same literal count as several consequences, as in clingo.
            true => atoms.iter().map(|atom| program.lit(atom.positive())).collect(),
            false => program.output_literals(),
        };
        let places = lits.iter().enumerate().rev().map(|(place, &lit)| (lit, place)).collect();
        Candidates { lits, places, are_projected }
    }

    /// The literals.
    pub(crate) fn literals(&self) -> &[Lit] {
        &self.lits
    }
}

/// The estimate, by candidate.
#[derive(Clone)]
pub(crate) struct Estimated {
    kind: Consequences,
    candidates: Arc<Candidates>,
    /// By candidate: whether it is in the estimate. `None` before the first model.
    inside: Option<Vec<bool>>,
    /// The estimate is the answer.
    is_final: bool,
}

impl Estimated {
    /// An estimate without a model.
    pub(crate) fn new(kind: Consequences, candidates: Arc<Candidates>) -> Estimated {
        Estimated { kind, candidates, inside: None, is_final: false }
    }

    /// Changes the estimate by the model of the solver.
    pub(crate) fn add_model(&mut self, solver: &Solver) {
        let (brave, lits) = (self.kind == Consequences::Brave, &self.candidates.lits);
        let shown = lits.iter().map(|&lit| solver.is_true(lit));
        self.inside = Some(match self.inside.take() {
            None => shown.collect(),
            Some(inside) => inside
                .into_iter()
                .zip(shown)
                .map(|(inside, shown)| if brave { inside || shown } else { inside && shown })
                .collect(),
        });
    }

    /// Whether an output, the one with this number and this condition, is in the estimate.
    pub(crate) fn contains(&self, number: usize, condition: &[Lit]) -> bool {
        if !self.candidates.are_projected {
            return self.inside.as_ref().is_some_and(|inside| inside[number]);
        }
        condition.is_empty() || matches!(condition, &[lit] if self.contains_literal(lit))
    }

    /// Whether a candidate has this literal and is in the estimate.
    pub(crate) fn contains_literal(&self, lit: Lit) -> bool {
        let place = self.candidates.places.get(&lit);
        place.is_some_and(|&place| self.inside.as_ref().is_some_and(|inside| inside[place]))
    }

    /// Whether facts are in the estimate: candidates are the literals of all outputs, or of a projected fact.
    pub(crate) fn has_facts(&self, solver: &Solver) -> bool {
        let is_fact = |&lit: &Lit| solver.is_fixed_true(lit);
        !self.candidates.are_projected || self.candidates.lits.iter().any(is_fact)
    }

    /// Whether a literal is a consequence; `None` if this is not known. Literals that are no candidates
    /// are consequences only if they are fixed.
    pub(crate) fn of_literal(&self, solver: &Solver, lit: Lit) -> Option<bool> {
        if solver.is_fixed_true(lit) || solver.is_fixed_true(!lit) {
            return Some(solver.is_fixed_true(lit));
        }
        match (self.kind, self.contains_literal(lit)) {
            (Consequences::Brave, true) => Some(true),
            (Consequences::Cautious, false) => Some(false),
            (Consequences::Brave, false) | (Consequences::Cautious, true) if !self.is_final => None,
            (kind, _) => Some(kind == Consequences::Cautious),
        }
    }

    /// The literals of which the next model must satisfy one, to change the estimate.
    pub(crate) fn wanted<'a>(&'a self, solver: &'a Solver) -> impl Iterator<Item = Lit> + 'a {
        let inside = self.inside.iter().flatten();
        let open = self.candidates.lits.iter().zip(inside).filter_map(|(&lit, &inside)| match self.kind {
            Consequences::Brave => (!inside).then_some(lit),
            Consequences::Cautious => inside.then_some(!lit),
        });
        open.filter(|&lit| !solver.is_fixed_true(!lit))
    }

    /// No model changes the estimate.
    pub(crate) fn finish(&mut self) {
        self.is_final = true;
    }

    /// The number of consequences; `None` before the first model.
    pub(crate) fn estimate(&self, solver: &Solver) -> Option<Estimate> {
        let inside = self.inside.as_ref()?.iter().filter(|&&inside| inside).count();
        if self.is_final {
            return Some(Estimate { known: inside, open: 0 });
        }
        let open = self.wanted(solver).count();
        Some(match self.kind {
            Consequences::Brave => Estimate { known: inside, open },
            Consequences::Cautious => Estimate { known: inside - open, open },
        })
    }
}
