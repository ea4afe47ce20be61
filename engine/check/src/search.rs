//! Enumerates the classical models of formulas by branching.
//!
//! This is the only search of the crate: depth first, an atom at a time, false before true. Two techniques
//! avoid the enumeration of all subsets. A partial assignment is pruned if some formula is false in all
//! completions (Kleene's strong three-valued logic; aggregates by their least and greatest possible values).
//! And before a branch, every atom is tested with both values: if one value is pruned at once, the atom gets
//! the other.
//!
//! *Invariant:* an assignment is pruned only if no completion satisfies all formulas.

use crate::formula::{AtomIndex, Comparison, Formula};
use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A partial assignment: the value of each atom, or `None`.
pub type Assignment = [Option<bool>];

impl Formula {
    /// The value of the formula in all completions of the assignment; `None` if they differ or the value is
    /// hard to determine.
    pub fn value(&self, assignment: &Assignment) -> Option<bool> {
        match self {
            Formula::Constant(value) => Some(*value),
            Formula::Atom(atom) => assignment[*atom],
            Formula::Not(part) => part.value(assignment).map(|value| !value),
            Formula::And(parts) => all(parts.iter().map(|part| part.value(assignment))),
            Formula::Or(parts) => {
                all(parts.iter().map(|part| negation(part.value(assignment)))).map(|none| !none)
            }
            Formula::Implies(body, head) => {
                all([body.value(assignment), negation(head.value(assignment))].into_iter())
                    .map(|broken| !broken)
            }
            Formula::Sum(terms, guards) => {
                let (mut least, mut greatest) = (0, 0);
                for (weight, part) in terms {
                    let value = part.value(assignment);
                    if value == Some(true) || value.is_none() && *weight < 0 {
                        least += weight;
                    }
                    if value == Some(true) || value.is_none() && *weight > 0 {
                        greatest += weight;
                    }
                }
                all(guards.iter().map(|&(relation, bound)| between(least, greatest, relation, bound)))
            }
            Formula::First(cases, default) => {
                let mut outcome = None;
                for (part, result) in
                    cases.iter().map(|(part, result)| (Some(part), *result)).chain([(None, *default)])
                {
                    let value = part.map_or(Some(true), |part| part.value(assignment));
                    if value == Some(false) {
                        continue;
                    }
                    if outcome.is_some_and(|earlier| earlier != result) {
                        return None;
                    }
                    outcome = Some(result);
                    if value == Some(true) {
                        break;
                    }
                }
                outcome
            }
        }
    }
}

fn negation(value: Option<bool>) -> Option<bool> {
    value.map(|value| !value)
}

fn all(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for value in values {
        match value {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// Whether all numbers from `least` to `greatest` are in the relation to `bound`, or none is.
fn between(least: i64, greatest: i64, relation: Comparison, bound: i64) -> Option<bool> {
    let (low, high) = (least.cmp(&bound), greatest.cmp(&bound));
    if low == high && (low != Ordering::Equal || least == greatest) {
        return Some(relation.holds(low));
    }
    match relation {
        Comparison::Less | Comparison::GreaterEqual if low == Ordering::Equal => Some(relation.holds(low)),
        Comparison::Greater | Comparison::LessEqual if high == Ordering::Equal => Some(relation.holds(high)),
        _ => None,
    }
}

/// A conjunction of formulas to be satisfied.
pub struct Search<'a> {
    formulas: &'a [Formula],
    /// The remaining number of branches.
    budget: &'a Cell<usize>,
    /// By atom: the formulas that contain it.
    occurrences: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    /// Prepares a search over the atoms `0..atoms`. The search ends when the budget of branches, which other
    /// searches may share, is spent.
    pub fn new(formulas: &'a [Formula], atoms: usize, budget: &'a Cell<usize>) -> Search<'a> {
        let mut occurrences = vec![Vec::new(); atoms];
        for (index, formula) in formulas.iter().enumerate() {
            let mut inside = Vec::new();
            formula.collect_atoms(&mut inside);
            inside.sort_unstable();
            inside.dedup();
            inside.into_iter().for_each(|atom| occurrences[atom].push(index));
        }
        Search { formulas, budget, occurrences }
    }

    /// Passes all models that extend the assignment to `visit`, until `visit` breaks or the budget is spent.
    pub fn models(
        &self,
        assignment: &mut Assignment,
        visit: &mut dyn FnMut(&Assignment) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.formulas.iter().any(|formula| formula.value(assignment) == Some(false)) {
            return ControlFlow::Continue(());
        }
        let mut forced = Vec::new();
        let flow = match self.propagate(assignment, &mut forced) {
            false => ControlFlow::Continue(()),
            true => self.branch(assignment, visit),
        };
        forced.into_iter().for_each(|atom: AtomIndex| assignment[atom] = None);
        flow
    }

    fn branch(
        &self,
        assignment: &mut Assignment,
        visit: &mut dyn FnMut(&Assignment) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(open) = assignment.iter().position(Option::is_none) else {
            return visit(assignment);
        };
        for value in [false, true] {
            let Some(left) = self.budget.get().checked_sub(1) else { return ControlFlow::Break(()) };
            self.budget.set(left);
            assignment[open] = Some(value);
            let flow = self.models(assignment, visit);
            assignment[open] = None;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Assigns forced values to atoms until a fixpoint; `false` if some atom has no possible value.
    fn propagate(&self, assignment: &mut Assignment, forced: &mut Vec<AtomIndex>) -> bool {
        loop {
            let before = forced.len();
            for atom in 0..assignment.len() {
                if assignment[atom].is_some() {
                    continue;
                }
                let [negative, positive] =
                    [false, true].map(|value| self.is_possible(assignment, atom, value));
                if !negative && !positive {
                    return false;
                }
                if negative != positive {
                    assignment[atom] = Some(positive);
                    forced.push(atom);
                }
            }
            if forced.len() == before {
                return true;
            }
        }
    }

    fn is_possible(&self, assignment: &mut Assignment, atom: AtomIndex, value: bool) -> bool {
        assignment[atom] = Some(value);
        let broken = |&index: &usize| self.formulas[index].value(assignment) == Some(false);
        let possible = !self.occurrences[atom].iter().any(broken);
        assignment[atom] = None;
        possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models(formulas: &[Formula], atoms: usize) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        let _ = Search::new(formulas, atoms, &Cell::new(usize::MAX)).models(
            &mut vec![None; atoms],
            &mut |model| {
                found.push(model.iter().map(|value| value.expect("models are total")).collect());
                ControlFlow::Continue(())
            },
        );
        found.sort();
        found
    }

    #[test]
    fn the_search_agrees_with_brute_force() {
        let atom = Formula::Atom;
        let relations = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
        ];
        for relation in relations {
            for bound in -3..=4 {
                let formulas = [
                    Formula::Sum(
                        vec![(2, atom(0)), (-1, atom(1)), (1, Formula::negation(atom(2))), (-2, atom(3))],
                        vec![(relation, bound)],
                    ),
                    Formula::implies(
                        Formula::First(vec![(atom(1), true), (atom(2), false)], true),
                        Formula::or([atom(0), atom(3)]),
                    ),
                ];
                let all = (0..16).map(|bits| (0..4).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>());
                let is_model = |model: &Vec<bool>| formulas.iter().all(|f| f.holds(&|atom| model[atom]));
                let mut expected: Vec<Vec<bool>> = all.filter(is_model).collect();
                expected.sort();
                assert_eq!(models(&formulas, 4), expected, "{relation:?} {bound}");
            }
        }
    }

    #[test]
    fn forced_values_are_undone() {
        let formulas = [Formula::implies(Formula::Atom(0), Formula::Atom(1))];
        assert_eq!(models(&formulas, 2), [[false, false], [false, true], [true, true]]);
    }
}
