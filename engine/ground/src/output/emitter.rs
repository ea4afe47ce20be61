//! Ground rules and their auxiliary atoms: for conjunctions, disjunctions, sums and double negation.
//!
//! ```text
//! not not a            -->  n :- not a.   and the literal `not n`
//! a, b  inside a sum   -->  c :- a, b.    and the literal `c`
//! ```
//!
//! Invariant: the rules that are written with an auxiliary atom define it completely. Equal auxiliaries are
//! therefore written once and reused in all later steps.

use hamadryad_aspif::{Atom, BodyRef, Head, Literal, Sink, Weight, WeightedLiteral};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

/// The atom numbers and auxiliary atoms of all steps so far.
#[derive(Clone, Default)]
pub(crate) struct Written {
    last: u32,
    /// The last atom of the earlier steps.
    last_before: u32,
    exhausted: bool,
    overflow: bool,
    truth: Option<Atom>,
    negations: HashMap<Atom, Atom, FxBuildHasher>,
    conjunctions: HashMap<Box<[Literal]>, Atom, FxBuildHasher>,
    /// By summands: all values of `N = #count { … }` have the same summands.
    sums: HashMap<Box<[WeightedLiteral]>, Bounds, FxBuildHasher>,
    /// The positive dependencies of written rules, from heads to atoms of bodies, while they are recorded.
    recording: Option<Vec<(Atom, Atom)>>,
}

/// Bounds of a sum in ascending order, each with the atom that is true if the sum reaches it.
type Bounds = SmallVec<[(Weight, Atom); 1]>;

impl Written {
    /// An atom that has not been used before.
    pub(crate) fn fresh(&mut self) -> Atom {
        match Atom::new(self.last + 1) {
            Some(atom) => {
                self.last += 1;
                atom
            }
            None => {
                self.exhausted = true;
                Atom::new(self.last).expect("the last atom was one")
            }
        }
    }

    /// Begins a step.
    pub(crate) fn begin_step(&mut self) {
        self.last_before = self.last;
    }

    /// Restores the state at the beginning of the step.
    pub(crate) fn undo_step(&mut self) {
        self.last = self.last_before;
        (self.exhausted, self.overflow, self.recording) = (false, false, None);
        let is_old = |atom: Atom| atom.number() <= self.last_before;
        self.truth = self.truth.filter(|&atom| is_old(atom));
        self.negations.retain(|_, &mut atom| is_old(atom));
        self.conjunctions.retain(|_, &mut atom| is_old(atom));
        self.sums.retain(|_, atoms| {
            atoms.retain(|&mut (_, atom)| is_old(atom));
            !atoms.is_empty()
        });
    }

    /// Removes conjunctions and sums over atoms with a settled value: later rules have no literals over these
    /// atoms.
    pub(crate) fn forget(&mut self, is_settled: impl Fn(Atom) -> bool) {
        self.conjunctions.retain(|literals, _| !literals.iter().any(|literal| is_settled(literal.atom())));
        self.sums.retain(|literals, _| !literals.iter().any(|summand| is_settled(summand.literal.atom())));
    }

    /// Numbers all atoms up to this one.
    pub(crate) fn give_up_to(&mut self, atom: Atom) {
        self.last = self.last.max(atom.number());
    }

    /// The number of atoms so far.
    pub(crate) fn number_of_atoms(&self) -> u32 {
        self.last
    }

    /// Whether an atom has been numbered.
    pub(crate) fn has_given(&self, atom: Atom) -> bool {
        atom.number() <= self.last
    }

    /// Whether an atom belongs to this step, so that it may get more rules.
    pub(crate) fn is_of_this_step(&self, atom: Atom) -> bool {
        atom.number() > self.last_before
    }

    /// Begins to record positive dependencies.
    pub(crate) fn record(&mut self) {
        self.recording = Some(Vec::new());
    }

    /// Ends the recording, and returns the dependencies.
    pub(crate) fn recorded(&mut self) -> Vec<(Atom, Atom)> {
        self.recording.take().unwrap_or_default()
    }

    /// The limit that the ground program exceeds, if it exceeds any.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match (self.exhausted, self.overflow) {
            (true, _) => Some(Limit::Atoms),
            (_, true) => Some(Limit::Weights),
            _ => None,
        }
    }

    /// Records that a bound is too large for a ground statement.
    pub(crate) fn overflow(&mut self) {
        self.overflow = true;
    }
}

/// A limit of ground programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The program needs more than 2^31 − 1 atoms.
    Atoms,
    /// A sum has a bound of more than 32 bits.
    Weights,
}

/// Writes rules to a sink, and defines auxiliary atoms.
pub(crate) struct Emitter<'a> {
    pub sink: &'a mut dyn Sink,
    pub written: &'a mut Written,
}

impl Emitter<'_> {
    /// Whether nothing more can be written: there are too many atoms, or the sink has failed.
    pub(crate) fn is_closed(&self) -> bool {
        self.written.limit().is_some() || self.sink.has_failed()
    }

    /// Writes a rule.
    pub(crate) fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        if let Some(recording) = &mut self.written.recording {
            let (Head::Disjunction(heads) | Head::Choice(heads)) = head;
            let mut note = |literal: Literal| {
                if literal.is_positive() {
                    recording.extend(heads.iter().map(|&head| (head, literal.atom())));
                }
            };
            match body {
                BodyRef::Normal(literals) => literals.iter().for_each(|&literal| note(literal)),
                BodyRef::Sum { literals, .. } => literals.iter().for_each(|summand| note(summand.literal)),
            }
        }
        self.sink.rule(head, body);
    }

    pub(crate) fn fact(&mut self, atom: Atom) {
        self.derive(atom, &[]);
    }

    pub(crate) fn derive(&mut self, atom: Atom, body: &[Literal]) {
        self.rule(Head::Disjunction(&[atom]), BodyRef::Normal(body));
    }

    pub(crate) fn constrain(&mut self, body: &[Literal]) {
        self.sink.rule(Head::Disjunction(&[]), BodyRef::Normal(body));
    }

    /// A literal that is always true.
    pub(crate) fn truth(&mut self) -> Literal {
        if self.written.truth.is_none() {
            let atom = self.written.fresh();
            self.fact(atom);
            self.written.truth = Some(atom);
        }
        self.written.truth.expect("it has just been made").positive()
    }

    /// The literal `not not atom`.
    pub(crate) fn doubly_negated(&mut self, atom: Atom) -> Literal {
        if let Some(negation) = self.written.negations.get(&atom) {
            return negation.negative();
        }
        let negation = self.written.fresh();
        self.derive(negation, &[atom.negative()]);
        self.written.negations.insert(atom, negation);
        negation.negative()
    }

    /// The literal `not literal`.
    pub(crate) fn negated(&mut self, literal: Literal) -> Literal {
        if literal.is_positive() { !literal } else { self.doubly_negated(literal.atom()) }
    }

    /// A literal that is equivalent to the conjunction of the literals.
    pub(crate) fn conjunction(&mut self, literals: &[Literal]) -> Literal {
        match literals {
            [] => return self.truth(),
            [literal] => return *literal,
            _ => {}
        }
        let mut sorted = literals.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let [literal] = sorted[..] {
            return literal;
        }
        if let Some(atom) = self.written.conjunctions.get(&sorted[..]) {
            return atom.positive();
        }
        let atom = self.written.fresh();
        self.derive(atom, &sorted);
        self.written.conjunctions.insert(sorted.into(), atom);
        atom.positive()
    }

    /// A literal that is equivalent to the disjunction of the literals, of which at least one exists.
    pub(crate) fn disjunction(&mut self, literals: &[Literal]) -> Literal {
        let weighted = |&literal: &Literal| WeightedLiteral { literal, weight: 1 };
        match literals {
            [literal] => *literal,
            _ => self.sum(1, literals.iter().map(weighted).collect()),
        }
    }

    /// A literal that is true if the sum reaches `lower`. The bound and all weights are positive, and the sum
    /// of all weights reaches the bound.
    pub(crate) fn sum(&mut self, lower: Weight, mut literals: Vec<WeightedLiteral>) -> Literal {
        let total: i64 = literals.iter().map(|summand| i64::from(summand.weight.min(lower))).sum();
        for summand in &mut literals {
            summand.weight = summand.weight.min(lower);
        }
        if total == i64::from(lower) {
            let all: Vec<Literal> = literals.iter().map(|summand| summand.literal).collect();
            return self.conjunction(&all);
        }
        literals.sort_unstable();
        let any = literals.iter().all(|summand| summand.weight == lower);
        if any {
            literals.dedup();
            literals.iter_mut().for_each(|summand| summand.weight = 1);
            if let [single] = literals[..] {
                return single.literal;
            }
        }
        let lower = if any { 1 } else { lower };
        let known = self.written.sums.get(&literals[..]);
        let place = known.map_or(Err(0), |atoms| atoms.binary_search_by_key(&lower, |&(bound, _)| bound));
        if let (Some(atoms), Ok(place)) = (known, place) {
            return atoms[place].1.positive();
        }
        let atom = self.written.fresh();
        if any {
            for summand in &literals {
                self.derive(atom, &[summand.literal]);
            }
        } else {
            self.rule(Head::Disjunction(&[atom]), BodyRef::Sum { lower, literals: &literals });
        }
        let place = place.unwrap_or_else(|place| place);
        match self.written.sums.get_mut(&literals[..]) {
            Some(atoms) => atoms.insert(place, (lower, atom)),
            None => drop(self.written.sums.insert(literals.into(), smallvec![(lower, atom)])),
        }
        atom.positive()
    }
}
