//! Checks a model of a ground program.
//!
//! ```text
//! a :- b.  b :- a.  {c}.        {a,b} is a model of all rules, and unfounded: the least model of the reduct is {}.
//! ```
//!
//! Relative to a model, a rule whose head has at most one true atom is a definite rule of the reduct: its
//! negative literals have fixed values, false atoms are removed from the head, and the rest of its body,
//! conjunction or sum, is monotone. The least model of these rules takes linear time, and if no rule with a
//! true body has two true atoms in its head, it is the only candidate for a smaller model
//! (GelfondLifschitz91; SimonsNiemelaSoininen02 for weights). Otherwise a search for a smaller model is
//! exponential in the remaining atoms; its existence is NP-complete.

use super::{GroundProgram, GroundRule, holds, weighted};
use crate::circuit::Circuit;
use crate::formula::{Comparison, Formula};
use crate::search::Search;
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Result of checking a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The model is an answer set.
    Stable,
    /// The body of the rule with this index is true and its head is false.
    Violated(usize),
    /// An external atom has a value other than its assigned value.
    External(Atom),
    /// An assumption is false.
    Assumption(Literal),
    /// The arcs of a true theory atom are no circuit.
    NoCircuit(Atom),
    /// The edges between these nodes form a cycle.
    Cycle(Vec<i32>),
    /// These atoms are unfounded: without all of them, the reduct is still satisfied.
    Unfounded(Vec<Atom>),
}

/// A rule of the reduct whose body is not yet true.
struct Waiting {
    missing: i64,
    heads: Vec<usize>,
}

impl GroundProgram {
    /// Whether a model is an answer set that satisfies the assumptions.
    pub fn is_stable(&self, model: &dyn Fn(Atom) -> bool) -> bool {
        self.verdict(model) == Verdict::Stable
    }

    /// Checks a model; the first violation in the order of [`Verdict`] is returned. Atoms above
    /// [`GroundProgram::last_atom`] are not tested: no statement can make them true.
    pub fn verdict(&self, model: &dyn Fn(Atom) -> bool) -> Verdict {
        let is_broken = |rule: &GroundRule| {
            !rule.is_choice && !rule.head.iter().any(|&atom| model(atom)) && rule.body_holds(model)
        };
        if let Some(index) = self.rules.iter().position(is_broken) {
            return Verdict::Violated(index);
        }
        let externals = self.open_externals();
        let is_wrong = |(atom, value): (&Atom, &ExternalValue)| match value {
            ExternalValue::Free => false,
            ExternalValue::True => !model(*atom),
            ExternalValue::False | ExternalValue::Release => model(*atom),
        };
        if let Some((&atom, _)) = externals.iter().find(|&entry| is_wrong(entry)) {
            return Verdict::External(atom);
        }
        if let Some(&literal) = self.assumptions.iter().find(|&&literal| !holds(literal, model)) {
            return Verdict::Assumption(literal);
        }
        let cycle = self.cycle(model);
        if !cycle.is_empty() {
            return Verdict::Cycle(cycle.into_iter().collect());
        }
        if let Some(atom) = self.broken_circuit(model) {
            return Verdict::NoCircuit(atom);
        }
        let unfounded = self.unfounded(model, &externals);
        if unfounded.is_empty() { Verdict::Stable } else { Verdict::Unfounded(unfounded) }
    }

    /// A true theory atom whose arcs are no circuit.
    pub(super) fn broken_circuit(&self, model: &dyn Fn(Atom) -> bool) -> Option<Atom> {
        let is_there = |condition: &Vec<Literal>| condition.iter().all(|&literal| holds(literal, model));
        let broken = |(atom, circuit): &&(Atom, Circuit<String, Vec<Literal>>)| {
            model(*atom) && !circuit.is_there(is_there)
        };
        self.circuits.all.iter().find(broken).map(|&(atom, _)| atom)
    }

    /// The atoms of a model that a smaller model of the reduct lacks.
    fn unfounded(
        &self,
        model: &dyn Fn(Atom) -> bool,
        externals: &BTreeMap<Atom, ExternalValue>,
    ) -> Vec<Atom> {
        let last = self.last_atom();
        let all: Vec<Atom> = (1..=last).filter_map(|index| Atom::new(index as u32)).collect();
        let mut founded = vec![false; last + 1];
        let mut queue: Vec<usize> =
            externals.keys().filter(|&&atom| model(atom)).map(|atom| atom.index()).collect();
        let mut waiting = Vec::new();
        let mut watchers: Vec<Vec<(usize, i64)>> = vec![Vec::new(); last + 1];
        let mut disjunctions = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.body_holds(model)) {
            let heads: Vec<usize> =
                rule.head.iter().filter(|&&atom| model(atom)).map(|atom| atom.index()).collect();
            if !rule.is_choice && heads.len() > 1 {
                disjunctions.push(rule);
                continue;
            }
            let (lower, literals) = weighted(&rule.body);
            let mut missing = lower;
            for (literal, weight) in literals.into_iter().filter(|(literal, _)| holds(*literal, model)) {
                if literal.is_positive() {
                    watchers[literal.atom().index()].push((waiting.len(), i64::from(weight)));
                } else {
                    missing -= i64::from(weight);
                }
            }
            if missing <= 0 {
                queue.extend(&heads);
            }
            waiting.push(Waiting { missing, heads });
        }
        while let Some(atom) = queue.pop() {
            if std::mem::replace(&mut founded[atom], true) {
                continue;
            }
            for &(rule, weight) in &watchers[atom] {
                let Waiting { missing, heads } = &mut waiting[rule];
                if *missing > 0 && *missing <= weight {
                    queue.extend(heads.iter());
                }
                *missing -= weight;
            }
        }
        let rest: Vec<Atom> = all.into_iter().filter(|atom| model(*atom) && !founded[atom.index()]).collect();
        if disjunctions.is_empty() || rest.is_empty() {
            return rest;
        }
        self.lacking(model, &rest)
    }

    /// The atoms that a smaller model of the reduct lacks, if all atoms of the model outside `rest` belong to
    /// every candidate.
    fn lacking(&self, model: &dyn Fn(Atom) -> bool, rest: &[Atom]) -> Vec<Atom> {
        let index: BTreeMap<Atom, usize> =
            rest.iter().enumerate().map(|(index, &atom)| (atom, index)).collect();
        let atom = |atom: Atom| match index.get(&atom) {
            Some(&index) => Formula::Atom(index),
            None => Formula::Constant(model(atom)),
        };
        let literal = |literal: Literal| match literal.is_positive() {
            true => atom(literal.atom()),
            false => Formula::Constant(holds(literal, model)),
        };
        let mut formulas = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.body_holds(model)) {
            let (lower, literals) = weighted(&rule.body);
            let terms =
                literals.into_iter().map(|(part, weight)| (i64::from(weight), literal(part))).collect();
            let body = Formula::Sum(terms, vec![(Comparison::GreaterEqual, lower)]);
            let heads: Vec<Formula> =
                rule.head.iter().filter(|&&head| model(head)).map(|&head| atom(head)).collect();
            let heads = if rule.is_choice { Formula::and(heads) } else { Formula::or(heads) };
            match Formula::implies(body, heads) {
                Formula::Constant(true) => {}
                formula => formulas.push(formula),
            }
        }
        formulas.push(Formula::or((0..rest.len()).map(|index| Formula::negation(Formula::Atom(index)))));
        let mut lacking = Vec::new();
        let unlimited = Cell::new(usize::MAX);
        let _ = Search::new(&formulas, rest.len(), &unlimited).models(
            &mut vec![None; rest.len()],
            &mut |subset| {
                lacking = (0..rest.len())
                    .filter(|&index| subset[index] == Some(false))
                    .map(|index| rest[index])
                    .collect();
                ControlFlow::Break(())
            },
        );
        lacking
    }
}
