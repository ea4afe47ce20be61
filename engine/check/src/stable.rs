//! Answer sets of ground rules by the definition.
//!
//! ```text
//! a :- not b.  b :- not a.  a :- b.       {b}? the reduct is  ⊤, b, (b → a): {b} is no model.  {a}: yes.
//! ```
//!
//! A candidate is a classical model of the rules; it is an answer set if no proper subset is a model of their
//! reducts (see [`crate::formula`]). The same plain [`Search`] finds candidates and subsets. A part of the
//! definition that is a formula reduces the number of candidates: no subset that lacks a single atom is a
//! model of the reducts.

use crate::formula::Formula;
use crate::search::Search;
use std::cell::Cell;
use std::ops::ControlFlow;

/// A ground rule of formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The head; ⊥ for a constraint.
    pub head: Formula,
    /// The body.
    pub body: Formula,
}

impl Rule {
    /// The rule as one formula.
    pub fn formula(&self) -> Formula {
        Formula::implies(self.body.clone(), self.head.clone())
    }
}

/// A ground program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The number of atoms: they are `0..atoms`.
    pub atoms: usize,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// A set of atoms, as a flag for each atom.
pub type Set = Vec<bool>;

impl Rules {
    /// All answer sets, or `None` if the search exceeds the limit of branches. The search is exponential in
    /// the number of atoms that are neither forced nor excluded.
    pub fn stable_models(&self, branches: usize) -> Option<Vec<Set>> {
        let budget = Cell::new(branches);
        let formulas: Vec<Formula> = self.rules.iter().map(Rule::formula).collect();
        let pruned: Vec<Formula> = formulas.iter().cloned().chain(self.support()).collect();
        let mut found = Vec::new();
        let flow =
            Search::new(&pruned, self.atoms, &budget).models(&mut vec![None; self.atoms], &mut |model| {
                let model: Set = model.iter().map(|&value| value == Some(true)).collect();
                match smaller_model(&formulas, &model, &budget) {
                    Smaller::None => found.push(model),
                    Smaller::Some(_) => {}
                    Smaller::Unknown => return ControlFlow::Break(()),
                }
                ControlFlow::Continue(())
            });
        flow.is_continue().then_some(found)
    }

    /// Whether a set is an answer set.
    pub fn is_stable(&self, model: &Set) -> bool {
        let formulas: Vec<Formula> = self.rules.iter().map(Rule::formula).collect();
        let is_model = formulas.iter().all(|formula| formula.holds(&|atom| model[atom]));
        is_model && smaller_model(&formulas, model, &Cell::new(usize::MAX)) == Smaller::None
    }

    /// For each atom: if it is true, the reduct of some rule is false after removing only this atom. Only
    /// rules with the atom in the head are relevant.
    fn support(&self) -> impl Iterator<Item = Formula> {
        let mut broken: Vec<Vec<Formula>> = vec![Vec::new(); self.atoms];
        for Rule { head, body } in &self.rules {
            let mut inside = Vec::new();
            head.collect_atoms(&mut inside);
            inside.sort_unstable();
            inside.dedup();
            for atom in inside {
                broken[atom].push(Formula::and([body.without(atom), Formula::negation(head.without(atom))]));
            }
        }
        broken
            .into_iter()
            .enumerate()
            .map(|(atom, rules)| Formula::implies(Formula::Atom(atom), Formula::or(rules)))
    }
}

/// Result of the search for a smaller model of a reduct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Smaller {
    /// No smaller model exists.
    None,
    /// A smaller model.
    Some(Set),
    /// The search exceeded its limit.
    Unknown,
}

/// Searches a proper subset of a model that satisfies the reduct of the formulas relative to the model.
pub fn smaller_model(formulas: &[Formula], model: &Set, budget: &Cell<usize>) -> Smaller {
    let mut reduct: Vec<Formula> =
        formulas.iter().map(|formula| formula.reduct(&|atom| model[atom])).collect();
    let members = (0..model.len()).filter(|&atom| model[atom]);
    reduct.push(Formula::or(members.map(|atom| Formula::negation(Formula::Atom(atom)))));
    let mut start: Vec<Option<bool>> =
        model.iter().map(|&member| if member { None } else { Some(false) }).collect();
    let mut smaller = None;
    let flow = Search::new(&reduct, model.len(), budget).models(&mut start, &mut |subset| {
        smaller = Some(subset.iter().map(|&value| value == Some(true)).collect());
        ControlFlow::Break(())
    });
    match smaller {
        Some(smaller) => Smaller::Some(smaller),
        None if flow.is_continue() => Smaller::None,
        None => Smaller::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Comparison;
    use hamadryad_random::Random;

    /// The definition by brute force: all subsets of the atoms, and all subsets of these.
    fn by_subsets(rules: &Rules) -> Vec<Set> {
        let is_model = |formulas: &[Formula], bits: u32| {
            formulas.iter().all(|formula| formula.holds(&|atom| bits >> atom & 1 == 1))
        };
        let formulas: Vec<Formula> = rules.rules.iter().map(Rule::formula).collect();
        let all = 0..1u32 << rules.atoms;
        let stable = all.clone().filter(|&bits| {
            let reduct: Vec<Formula> =
                formulas.iter().map(|f| f.reduct(&|atom| bits >> atom & 1 == 1)).collect();
            is_model(&formulas, bits)
                && !all.clone().any(|b| b != bits && b & !bits == 0 && is_model(&reduct, b))
        });
        stable.map(|bits| (0..rules.atoms).map(|atom| bits >> atom & 1 == 1).collect()).collect()
    }

    /// Random formulas.
    struct Numbers(Random);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0.below(bound)
        }

        fn formula(&mut self, atoms: u64, depth: u32) -> Formula {
            let choices = if depth == 0 { 2 } else { 8 };
            let parts = |n: &mut Numbers| {
                (0..1 + n.below(3)).map(|_| n.formula(atoms, depth - 1)).collect::<Vec<_>>()
            };
            match self.below(choices) {
                0 | 1 => Formula::Atom(self.below(atoms) as usize),
                2 => Formula::negation(self.formula(atoms, depth - 1)),
                3 => Formula::and(parts(self)),
                4 => Formula::or(parts(self)),
                5 => Formula::implies(self.formula(atoms, depth - 1), self.formula(atoms, depth - 1)),
                6 => {
                    let terms =
                        parts(self).into_iter().map(|part| (self.below(5) as i64 - 2, part)).collect();
                    let relation = [Comparison::LessEqual, Comparison::NotEqual, Comparison::Greater];
                    Formula::Sum(terms, vec![(relation[self.below(3) as usize], self.below(5) as i64 - 2)])
                }
                _ => {
                    let cases = parts(self).into_iter().map(|part| (part, self.below(2) == 0)).collect();
                    Formula::First(cases, self.below(2) == 0)
                }
            }
        }
    }

    #[test]
    fn the_search_agrees_with_the_definition() {
        let mut numbers = Numbers(Random::new(1));
        let mut with_models = 0;
        for _ in 0..400 {
            let rules = (0..2 + numbers.below(4))
                .map(|_| Rule {
                    head: match numbers.below(4) {
                        0 => Formula::FALSE,
                        1 => Formula::choice(Formula::Atom(numbers.below(5) as usize)),
                        _ => numbers.formula(5, 1),
                    },
                    body: numbers.formula(5, 2),
                })
                .collect();
            let rules = Rules { atoms: 5, rules };
            let mut found = rules.stable_models(usize::MAX).expect("no limit");
            let mut expected = by_subsets(&rules);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{rules:?}");
            assert!(found.iter().all(|model| rules.is_stable(model)));
            with_models += usize::from(found.iter().any(|model| model.contains(&true)));
        }
        assert!(with_models > 50, "the programs are not trivial: {with_models}");
    }
}
