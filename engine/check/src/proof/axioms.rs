//! Whether the axioms of a problem hold in the answer sets of the program.
//!
//! ```text
//! a :- b.   b :- a.   a :- c.         the axiom ¬a ∨ c holds: where c is false, nothing outside {a, b} supports the two
//! ```
//!
//! An axiom is taken for false; among the atoms that are true then there must be one that lies in a set U of atoms without
//! support from outside: each rule with a head in U has a false body, or an atom of U in it, or, if it is a disjunction, a true head
//! outside of U. No answer set has a true atom in such a set (Lee: "A Model-Theoretic Counterpart of Loop Formulas", IJCAI
//! 2005). A body is false where asserting it is refuted by propagation in the constraints of the problem, the axioms apart.
//!
//! U begins with an atom of the axiom, and grows by atoms that have no support themselves, whenever a rule supports it.

use super::propagate::Propagation;
use super::{Constraint, Literal, Problem};
use crate::recorded::{GroundProgram, GroundRule};
use hamadryad_aspif::{Atom, Body};
use std::collections::{BTreeMap, BTreeSet};

/// The rules that can support atoms, and the atoms that nothing needs to support.
struct Supports<'p> {
    program: &'p GroundProgram,
    problem: &'p Problem,
    open: BTreeSet<Atom>,
    /// By atom: the rules with it in their heads.
    rules: BTreeMap<Atom, Vec<&'p GroundRule>>,
}

impl Problem {
    /// Judges each axiom by the ground program that the problem was made of. Returns how many there are.
    ///
    /// # Errors
    /// The first axiom that cannot be seen to hold.
    pub fn judge_axioms(&self, program: &GroundProgram) -> Result<usize, String> {
        let mut known = Propagation::default();
        self.constraints.iter().for_each(|constraint| known.add(constraint.clone()));
        let mut rules: BTreeMap<Atom, Vec<&GroundRule>> = BTreeMap::new();
        for rule in &program.rules {
            for &head in &rule.head {
                rules.entry(head).or_default().push(rule);
            }
        }
        let open = program.open_externals().into_keys().collect();
        let supports = Supports { program, problem: self, open, rules };
        for axiom in &self.axioms {
            let falsified: Vec<Literal> = axiom.terms.iter().map(|&(_, literal)| !literal).collect();
            let is_clause = axiom.bound == 1;
            // Where propagation refutes that it is false, it needs no atoms.
            let holds = known.while_assumed(&falsified, |known| supports.have_unfounded(known, &falsified));
            if !is_clause || !holds.unwrap_or(true) {
                return Err(format!("the axiom `{axiom}` is not seen to hold"));
            }
        }
        Ok(self.axioms.len())
    }
}

impl Supports<'_> {
    /// Whether one of the literals is an atom in a set without support from outside.
    fn have_unfounded(&self, known: &mut Propagation, falsified: &[Literal]) -> bool {
        let founded = self.founded(known);
        let atoms = self.problem.atoms.iter().filter(|(_, literal)| falsified.contains(literal));
        let mut candidates = atoms.filter_map(|(&atom, _)| Atom::new(u32::try_from(atom).ok()?));
        candidates.any(|atom| !founded.contains(&atom) && self.is_in_unfounded_set(known, atom, &founded))
    }

    /// The atoms that may have support from below, where of a disjunction only one head is true. This is a guide, not a proof.
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

    fn is_in_unfounded_set(&self, known: &mut Propagation, atom: Atom, founded: &BTreeSet<Atom>) -> bool {
        let mut set = BTreeSet::from([atom]);
        loop {
            if set.iter().any(|atom| self.open.contains(atom)) {
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
            let mut unfounded = positive.filter(|atom| !founded.contains(atom) && !set.contains(atom));
            let added: Vec<Atom> = match rule.body {
                Body::Normal(_) => unfounded.next().into_iter().collect(),
                Body::Sum { .. } => unfounded.collect(),
            };
            if added.is_empty() {
                return false;
            }
            set.extend(added);
        }
    }

    /// Whether a body may hold where some atoms are false, of its own atoms only those admitted, is not refuted.
    fn can_support(
        &self,
        known: &mut Propagation,
        rule: &GroundRule,
        falsified: &BTreeSet<Atom>,
        admits: &dyn Fn(Atom) -> bool,
    ) -> bool {
        let named = |literal: hamadryad_aspif::Literal| {
            let named = self.problem.atoms.get(&literal.atom().index()).copied();
            named.map(|named| if literal.is_positive() { named } else { !named })
        };
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
                        // Nobody knows that it is false.
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
