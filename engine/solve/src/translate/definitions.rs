//! The atoms that a step defines: rules that cannot apply are removed, externals get variables, loops are
//! found.
//!
//! ```text
//! #external x.  a :- x.           x has a variable
//! x :- b.                         a later step: the rule defines x, which is not external from then on
//! &diff { a-b } <= 3.             a theory atom that heads no rule has a variable, too
//! ```
//!
//! Invariant: after the pass, every support is a rule for a new atom or for an external atom of an earlier
//! step.

use crate::program::body::BodyId;
use crate::program::circuit_atom::CircuitAtom;
use crate::program::possible_bodies::possible_bodies;
use crate::program::step::{Step, Support};
use crate::translate::equivalences::{BodyValue, Equivalences, Value};
use crate::translate::loops::PositiveLoops;
use crate::translate::pending::{Literals, PendingTranslation};
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Literal};
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Translator<'_> {
    /// Begins the translation of a step.
    pub(crate) fn begin(&mut self, mut step: Step) -> PendingTranslation {
        self.statistics.steps += 1;
        let circuits = self.take_theories(&mut step);
        self.statistics.bodies += step.bodies.len();
        for body in step.bodies.iter() {
            if let BodyRef::Sum { literals, .. } = body {
                let has_equal_weights = literals.windows(2).all(|pair| pair[0].weight == pair[1].weight);
                self.statistics.weight_constraints += 1;
                self.statistics.cardinality_constraints += usize::from(has_equal_weights);
            }
        }
        step.supports.sort_by_key(|support| support.atom);
        step.supports.dedup();
        PendingTranslation::new(step, circuits)
    }

    /// Stores the theory statements of the step. Returns the circuit atoms among them.
    fn take_theories(&mut self, step: &mut Step) -> Vec<CircuitAtom> {
        let theories = &mut self.translated.theories;
        let first = theories.len();
        std::mem::take(&mut step.theory).into_iter().for_each(|item| theories.add(item));
        theories.atoms_from(first).filter_map(|atom| CircuitAtom::read(atom, step)).collect()
    }

    /// Gives variables to externals, and removes rules that cannot apply or whose atoms an earlier step has
    /// settled.
    pub(super) fn open_definitions(&mut self, pending: &mut PendingTranslation) {
        let step = &mut pending.step;
        let may_hold = possible_bodies(step, self.atoms, self.sat);
        let theory_heads = self.theory_heads(step);
        step.supports.retain(|support| may_hold[support.body.index()]);
        let defined: Vec<Atom> = step.supports.iter().map(|support| support.atom).collect();
        for &(atom, value) in &step.externals {
            self.declare(atom, value, defined.binary_search(&atom).is_ok());
        }
        self.open_theory_atoms(step, &theory_heads);
        let supports = std::mem::take(&mut step.supports);
        step.supports = supports.into_iter().filter(|support| self.is_definable(support)).collect();
        pending.literals.equal = Equivalences::none(step);
    }

    /// Executes an external declaration.
    fn declare(&mut self, atom: Atom, value: ExternalValue, is_defined: bool) {
        let state = self.atoms.state_mut(atom);
        state.declared = false;
        let state = *state;
        if value == ExternalValue::Release {
            // The definition of an atom releases it anyway.
            if let Some(lit) = Some(atom).filter(|_| !is_defined).and_then(|atom| self.atoms.release(atom)) {
                self.sat.reset(self.propagators);
                self.sat.add_clause(&[!lit]);
            }
        } else if state.is_released() {
            // A released atom stays released.
        } else if state.external().is_some() {
            self.atoms.set_external(atom, Some(value));
        } else if state.lit.is_none() && !is_defined {
            self.open(atom, value);
        }
    }

    /// Gives an external atom its variable.
    fn open(&mut self, atom: Atom, value: ExternalValue) {
        let lit = self.sat.new_var().positive();
        self.atoms.state_mut(atom).lit = Some(lit);
        self.atoms.set_external(atom, Some(value));
    }

    /// The theory atoms that head a rule, sorted. As in clingo, a rule of this step counts unless earlier steps have
    /// falsified its body, even if nothing can derive its body in this step.
    fn theory_heads(&self, step: &Step) -> Vec<Atom> {
        let theory_atoms: FxHashSet<Atom> = step.theory_atoms.iter().copied().collect();
        if theory_atoms.is_empty() {
            return Vec::new();
        }
        let counts = |support: &&Support| {
            theory_atoms.contains(&support.atom) && !self.is_settled_false(step.bodies.get(support.body))
        };
        let heads = step.supports.iter().filter(counts).map(|support| support.atom);
        let vacuous = step.vacuous_heads.iter().copied().filter(|atom| theory_atoms.contains(atom));
        let mut heads: Vec<Atom> = heads.chain(vacuous).collect();
        heads.sort_unstable();
        heads
    }

    /// Whether literals that earlier steps have falsified make a body false.
    fn is_settled_false(&self, body: BodyRef<'_>) -> bool {
        let is_false = |literal: Literal| {
            self.atoms.known(literal.atom()).is_some() && self.sat.is_fixed_true(!self.atoms.lit(literal))
        };
        match body {
            BodyRef::Normal(literals) => literals.iter().any(|&literal| is_false(literal)),
            BodyRef::Sum { lower, literals } => {
                let possible = literals.iter().filter(|term| !is_false(term.literal));
                possible.map(|term| i64::from(term.weight)).sum::<i64>() < i64::from(lower)
            }
        }
    }

    /// Gives variables to theory atoms that head no rule.
    fn open_theory_atoms(&mut self, step: &Step, heads: &[Atom]) {
        for &atom in &step.theory_atoms {
            let is_head = heads.binary_search(&atom).is_ok();
            if !is_head && self.atoms.state_mut(atom).lit.is_none() {
                self.open(atom, ExternalValue::Free);
            }
        }
    }

    /// Whether the rule, whose body may be true, defines an atom of this step or an external atom of an
    /// earlier step. A rule for another atom of an earlier step is an error, unless the atom is true in every
    /// model.
    fn is_definable(&mut self, support: &Support) -> bool {
        let state = *self.atoms.state_mut(support.atom);
        if self.sat.is_consistent()
            && let Err(error) = self.atoms.check_definition(self.sat, support.atom)
        {
            self.translated.error.get_or_insert(error);
        }
        state.lit.is_none() || state.external().is_some()
    }

    /// Finds equivalent and constant atoms and bodies, round by round.
    pub(super) fn find_equivalences(&mut self, pending: &mut PendingTranslation, rounds: Range<usize>) {
        let PendingTranslation { step, literals, .. } = pending;
        let (atoms, sat) = (&*self.atoms, &*self.sat);
        let known = |atom: Atom| {
            let lit = atoms.known(atom)?;
            let is_fixed = [true, false]
                .into_iter()
                .find(|&is_true| sat.is_fixed_true(if is_true { lit } else { !lit }));
            Some(is_fixed.map_or(Value::Literal(atom.positive()), Value::Constant))
        };
        literals.equal.search(step, rounds.len() as u32, &known);
    }

    /// Finds the positive loops and head cycles of the rules whose bodies may be true.
    pub(super) fn find_loops(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, loops, literals, .. } = pending;
        let defined = step.supports.chunk_by(|a, b| a.atom == b.atom).count();
        self.statistics.atoms += defined + step.externals.len();
        let Literals { of_bodies, is_needed, equal, .. } = literals;
        let may_hold = |body: BodyId| equal.of_body(body) != BodyValue::Constant(false);
        *loops = if self.config.supported_models {
            PositiveLoops::none(step)
        } else {
            PositiveLoops::of(step, may_hold)
        };
        loops.find_head_cycles(step);
        *of_bodies = vec![None; step.bodies.len()];
        is_needed.clone_from(&loops.bodies);
    }
}
