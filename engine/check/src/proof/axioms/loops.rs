//! Axioms about loops: atoms that support each other.
//!
//! ```text
//! a :- b.   b :- a.   a :- c.         the axiom ¬a ∨ c holds: if c is false, no rule supports {a, b}
//! externally
//! ```
//!
//! Among the atoms that are true if the axiom is false, one must belong to a set U of atoms without external
//! support: each rule with a head in U has a false body, or an atom of U in its body, or, if it is a
//! disjunction, a true head outside U. No answer set has a true atom in such a set (Lee05). A body is false
//! if propagation in the constraints of the problem, without the axioms, refutes it.
//!
//! U begins with an atom of the axiom, and whenever a rule supports it, an atom of the body of the rule is
//! added. The choice of this atom is a search; if heads are independent of each other, the first atom without
//! support is sufficient. The decision whether such a set exists is NP-complete with disjunctions, so the
//! search has a limit.

use super::super::propagate::Propagation;
use super::super::{Constraint, Literal, Problem};
use crate::recorded::{GroundProgram, GroundRule};
use hamadryad_aspif::{Atom, Body};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of sets that are tried for an axiom.
const MOST_SETS: usize = 5000;

/// The rules that can support atoms, and the atoms that need no support.
pub(super) struct Supports<'p> {
    program: &'p GroundProgram,
    problem: &'p Problem,
    open: BTreeSet<Atom>,
    /// By atom: the rules with it in their heads.
    rules: BTreeMap<Atom, Vec<&'p GroundRule>>,
}

impl<'p> Supports<'p> {
    pub(super) fn of(program: &'p GroundProgram, problem: &'p Problem) -> Supports<'p> {
        let mut rules: BTreeMap<Atom, Vec<&GroundRule>> = BTreeMap::new();
        for rule in &program.rules {
            for &head in &rule.head {
                rules.entry(head).or_default().push(rule);
            }
        }
        let open = program.open_externals().into_keys().collect();
        Supports { program, problem, open, rules }
    }
}

impl Supports<'_> {
    /// Whether one of the literals is an atom of a set without external support.
    pub(super) fn have_unfounded(&self, known: &mut Propagation, falsified: &[Literal]) -> bool {
        let founded = self.founded(known);
        let atoms = self.problem.atoms.iter().filter(|(_, literal)| falsified.contains(literal));
        let candidates = atoms.filter_map(|(&atom, _)| Atom::new(u32::try_from(atom).ok()?));
        let mut tried = BTreeSet::new();
        candidates
            .filter(|atom| !founded.contains(atom))
            .any(|atom| self.can_be_completed(known, BTreeSet::from([atom]), &founded, &mut tried))
    }

    /// The atoms that may be founded if only one head of each disjunction is true. The set guides the search
    /// and proves nothing.
    fn founded(&self, known: &mut Propagation) -> BTreeSet<Atom> {
        let mut founded = self.open.clone();
        loop {
            let before = founded.len();
            for rule in &self.program.rules {
                for &head in &rule.head {
                    let others = rule.head.iter().copied().filter(|&other| other != head);
                    let others = others.filter(|_| !rule.is_choice).collect();
                    if !founded.contains(&head)
                        && self.can_support(known, rule, &others, &|atom| founded.contains(&atom))
                    {
                        founded.insert(head);
                    }
                }
            }
            if founded.len() == before {
                return founded;
            }
        }
    }

    /// Whether a set can be extended to a set without external support that contains no founded atom.
    fn can_be_completed(
        &self,
        known: &mut Propagation,
        set: BTreeSet<Atom>,
        founded: &BTreeSet<Atom>,
        tried: &mut BTreeSet<BTreeSet<Atom>>,
    ) -> bool {
        let is_open = set.iter().any(|atom| self.open.contains(atom));
        if is_open || tried.len() >= MOST_SETS || !tried.insert(set.clone()) {
            return false;
        }
        let heads = set.iter().filter_map(|atom| self.rules.get(atom)).flatten();
        let supporting = heads.copied().find(|rule| {
            let elsewhere = rule.head.iter().copied().filter(|head| !set.contains(head));
            let elsewhere = elsewhere.filter(|_| !rule.is_choice).collect();
            self.can_support(known, rule, &elsewhere, &|atom| !set.contains(&atom))
        });
        let Some(rule) = supporting else { return true };
        let positive = positive_atoms(&rule.body).into_iter();
        let wanted: Vec<Atom> =
            positive.filter(|atom| !founded.contains(atom) && !set.contains(atom)).collect();
        let mut ways: Vec<&[Atom]> = wanted.chunks(1).collect();
        if matches!(rule.body, Body::Sum { .. }) && wanted.len() > 1 {
            // A sum mostly has to lose several literals.
            ways.insert(0, &wanted);
        }
        ways.into_iter().any(|way| {
            let larger = set.iter().chain(way).copied().collect();
            self.can_be_completed(known, larger, founded, tried)
        })
    }

    /// Whether a body may hold: if the given atoms are false, and of its own atoms only the admitted ones
    /// count, it is not refuted.
    fn can_support(
        &self,
        known: &mut Propagation,
        rule: &GroundRule,
        falsified: &BTreeSet<Atom>,
        admits: &dyn Fn(Atom) -> bool,
    ) -> bool {
        let named = |literal: hamadryad_aspif::Literal| self.problem.named(literal);
        let is_admitted =
            |literal: hamadryad_aspif::Literal| !literal.is_positive() || admits(literal.atom());
        let mut assumed: Vec<Literal> = falsified.iter().filter_map(|atom| named(atom.negative())).collect();
        let mut sums = Vec::new();
        match &rule.body {
            Body::Normal(literals) => {
                if !literals.iter().all(|&literal| is_admitted(literal)) {
                    return false;
                }
                assumed.extend(literals.iter().filter_map(|&literal| named(literal)));
            }
            Body::Sum { lower, literals } => {
                let mut bound = u128::try_from(*lower).unwrap_or(0);
                let mut terms = Vec::new();
                for term in literals.iter().filter(|term| is_admitted(term.literal)) {
                    let weight = u128::try_from(term.weight).unwrap_or(0);
                    match named(term.literal) {
                        Some(literal) => terms.push((weight, literal)),
                        // The literal may be true.
                        None => bound = bound.saturating_sub(weight),
                    }
                }
                sums.push(Constraint::new(terms, bound));
            }
        }
        !known.refutes(&sums, &assumed)
    }
}

fn positive_atoms(body: &Body) -> Vec<Atom> {
    let literals: Vec<hamadryad_aspif::Literal> = match body {
        Body::Normal(literals) => literals.clone(),
        Body::Sum { literals, .. } => literals.iter().map(|term| term.literal).collect(),
    };
    literals.into_iter().filter(|literal| literal.is_positive()).map(hamadryad_aspif::Literal::atom).collect()
}
