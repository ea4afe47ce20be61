//! A basis of an assignment: true literals of selected variables from which the values of all selected variables follow.
//!
//! ```text
//! selected: a, b, c, d      a and ¬b were decided, c follows from a, d from x and b, and x was decided
//! basis: a, ¬b, d
//! ```
//!
//! Each model of the constraints with the literals of the basis has the same values of the selected variables. A clause
//! that excludes the basis excludes these values, and is much shorter than one with all selected variables.
//!
//! A basis is brought up to date for each model: what precedes the first change of the trail stays.
//!
//! Invariant: `members` are in the order of the trail, and `follows` is up to date for the first `end` literals of the
//! trail unless the search has undone them since.

use crate::trail::Reason;
use crate::{Lit, Solver, Theory};

/// A basis of the present assignment.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    /// By variable.
    is_selected: Vec<bool>,
    /// By variable with a value: it is selected, or its value follows from selected variables that precede it.
    follows: Vec<bool>,
    /// The places on the trail and the literals of the basis.
    members: Vec<(usize, Lit)>,
    /// The number of literals of the trail that were visited.
    end: usize,
}

impl Basis {
    /// The basis of an empty assignment. The variables of the literals are selected; they must not be eliminated.
    pub fn of(selected: &[Lit]) -> Basis {
        let mut basis = Basis::default();
        for lit in selected {
            let at = lit.var().index();
            if basis.is_selected.len() <= at {
                basis.is_selected.resize(at + 1, false);
            }
            basis.is_selected[at] = true;
        }
        basis
    }

    /// The literals of the basis, in the order in which they became true.
    pub fn literals(&self) -> impl Iterator<Item = Lit> {
        self.members.iter().map(|&(_, lit)| lit)
    }
}

impl Solver {
    /// Brings a basis up to date with the present assignment. Assumptions and what follows from them are left out, so that the
    /// basis is one as long as they hold. A solver keeps track of the changes for one basis at a time.
    pub fn update_basis<T: Theory>(&mut self, theory: &mut T, basis: &mut Basis) {
        let start = basis.end.min(std::mem::replace(&mut self.unchanged, usize::MAX));
        while basis.members.last().is_some_and(|&(place, _)| place >= start) {
            basis.members.pop();
        }
        basis.follows.resize(self.num_vars(), false);
        basis.end = self.trail.literals.len();
        let mut antecedents = std::mem::take(&mut self.analysis.antecedents);
        for place in start..basis.end {
            let lit = self.trail.literals[place];
            let var = lit.var();
            let reason = self.trail.reason(var);
            antecedents.clear();
            let is_known = self.trail.level(var) <= self.root_level;
            let is_implied = is_known
                || reason != Reason::None && {
                    self.append_antecedents(theory, lit, reason, &mut antecedents);
                    antecedents.iter().all(|antecedent| basis.follows[antecedent.var().index()])
                };
            let is_selected = basis.is_selected.get(var.index()) == Some(&true);
            basis.follows[var.index()] = is_implied || is_selected;
            if is_selected && !is_implied {
                basis.members.push((place, lit));
            }
        }
        self.analysis.antecedents = antecedents;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};
    use hamadryad_random::Random;
    use std::collections::BTreeSet;

    const VARIABLES: usize = 12;

    #[test]
    fn clauses_over_bases_enumerate_each_projection_once() {
        let (mut members, mut selected_in_all) = (0, 0);
        for seed in 0..300 {
            let random = &mut Random::new(seed);
            let mut solver = Solver::new();
            let lits: Vec<Lit> = (0..VARIABLES).map(|_| solver.new_var().positive()).collect();
            let some = |random: &mut Random| {
                let lit = lits[random.index(VARIABLES)];
                if random.one_in(2) { lit } else { !lit }
            };
            let clauses: Vec<Vec<Lit>> = (0..random.index(30))
                .map(|_| (0..2 + random.index(2)).map(|_| some(random)).collect())
                .collect();
            if !clauses.iter().all(|clause| solver.add_clause(clause)) {
                continue;
            }
            let selected: Vec<Lit> = lits.iter().copied().filter(|_| random.one_in(2)).collect();
            let assumed = some(random);
            let holds = |bits: u32, lit: Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
            let expected: BTreeSet<Vec<bool>> = (0..1 << VARIABLES)
                .filter(|&bits| clauses.iter().all(|clause| clause.iter().any(|&lit| holds(bits, lit))))
                .filter(|&bits| holds(bits, assumed))
                .map(|bits| selected.iter().map(|&lit| holds(bits, lit)).collect())
                .collect();
            let guard = solver.new_temporary();
            solver.assume(&mut NoTheory, &[guard, assumed]);
            let (mut basis, mut found) = (Basis::of(&selected), Vec::new());
            while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
                found.push(selected.iter().map(|&lit| solver.is_true(lit)).collect::<Vec<bool>>());
                solver.update_basis(&mut NoTheory, &mut basis);
                let mut anew = Basis::of(&selected);
                solver.update_basis(&mut NoTheory, &mut anew);
                assert!(basis.literals().eq(anew.literals()), "seed {seed}");
                members += basis.members.len();
                selected_in_all += selected.len();
                let clause: Vec<Lit> = basis.literals().map(|lit| !lit).chain([!guard]).collect();
                if !solver.add_clause_in_search(&mut NoTheory, &clause) {
                    break;
                }
            }
            let all: BTreeSet<Vec<bool>> = found.iter().cloned().collect();
            assert_eq!((all.len(), &all), (found.len(), &expected), "seed {seed}");
        }
        assert!(members > 1000 && 3 * members < 2 * selected_in_all, "{members} of {selected_in_all}");
    }
}
