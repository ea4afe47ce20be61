//! Elimination of gate-defined variables.
//!
//! ```text
//! v ∨ ¬a ∨ ¬b    ¬v ∨ a    ¬v ∨ b          the gate clauses of v
//! ¬v ∨ c ∨ d                               another clause of v
//! ¬a ∨ ¬b ∨ c ∨ d                          the resolvent that replaces them
//! ```
//!
//! The method is that of Eén and Biere (2005, sections 3 and 4.3). They eliminate any variable; here a
//! variable must be defined by a gate, so that each model of the remaining clauses extends to exactly one
//! model of all, and counting and enumeration of models are not affected. A variable is eliminated if the
//! number of clauses does not grow and no resolvent is too long. Subsumption runs in between.
//!
//! Elimination is planned for a search ([`Solver::plan_elimination`]), and done at a restart after a number
//! of conflicts: for shorter searches it does not pay. The caller restores the variables afterwards
//! ([`Solver::restore_eliminated`]).
//!
//! Invariant: no variable is eliminated that a [`Theory`] may name, that is assumed or temporary, or that
//! occurs in a clause with a temporary variable, because that clause may be removed at any time.

use crate::config::Elimination;
use crate::eliminated::Planned;
use crate::gate::GateClauses;
use crate::subsume::{Clauses, Subsumed};
use crate::{Lit, Solver, Theory, Var};

/// The elimination is delayed by one conflict for this number of words of clauses.
const WORDS: u64 = 50;

impl Solver {
    /// Plans an elimination during the next searches, or cancels it. Eliminated variables have no clauses
    /// until [`Solver::restore_eliminated`].
    pub fn plan_elimination(&mut self, plan: Option<Elimination>) {
        let size = self.arena.num_words() as u64;
        self.eliminated.planned = plan.map(|limits| {
            let after = if limits.after > 0 { limits.after.max(size / WORDS) } else { 0 };
            Planned { due: self.statistics.conflicts + after, limits }
        });
    }

    /// Whether an elimination is due. While models are excluded by backtracking, variables must stay.
    pub(crate) fn elimination_due(&self) -> bool {
        let is_due = |planned: Planned| self.statistics.conflicts >= planned.due;
        self.backtrack_level == 0 && self.eliminated.planned.is_some_and(is_due)
    }

    /// Eliminates variables, with subsumption. Goes back to level 0.
    pub(crate) fn eliminate<T: Theory>(&mut self, theory: &mut T) -> Subsumed {
        self.reset(theory);
        let Some(Planned { limits, .. }) = self.eliminated.planned.take() else { return Subsumed::default() };
        if !self.propagate_to_simplified(theory) || self.num_clauses().iter().sum::<usize>() > limits.clauses
        {
            return Subsumed::default();
        }
        let mut clauses = self.collect_given();
        clauses.subsume();
        let mut candidates = self.candidates(theory, &clauses);
        let stay = self.num_open_vars() - candidates.len();
        if stay > self.num_open_vars() * limits.frozen as usize / 100 {
            return Subsumed::default();
        }
        let mut marks = vec![false; self.watches.len()];
        for _ in 0..limits.rounds {
            let gone = self.eliminated.len();
            clauses.has_changed.fill(false);
            candidates.sort_by_cached_key(|&var| (clauses.number_of(var), var.index()));
            candidates.retain(|&var| {
                clauses.is_exhausted() || !self.eliminate_var(var, &mut clauses, &limits, &mut marks)
            });
            if self.eliminated.len() == gone || clauses.is_exhausted() {
                break;
            }
            candidates.retain(|var| clauses.has_changed[var.index()]);
        }
        self.discard_learnt_of_eliminated();
        self.replace_given(&clauses);
        self.propagate_to_simplified(theory);
        clauses.lost
    }

    /// The variables that may be eliminated.
    fn candidates<T: Theory>(&self, theory: &T, clauses: &Clauses) -> Vec<Var> {
        let mut stays = theory.may_name(self);
        let mut keep = |lit: &Lit| stays[lit.var().index()] = true;
        self.assumptions.iter().for_each(&mut keep);
        let is_temporary = |lit: &Lit| self.is_temporary[lit.var().index()];
        let tied = clauses.all_literals().filter(|literals| literals.iter().any(is_temporary));
        tied.flatten().for_each(&mut keep);
        let vars = (0..self.num_vars()).map(Var::from_index);
        vars.filter(|&var| {
            let is_used = self.is_free(var.positive()) && !self.is_temporary[var.index()];
            is_used && !stays[var.index()] && !self.eliminated.has(var)
        })
        .collect()
    }

    /// Eliminates a variable if it is defined by a gate and the resolvents are few and short.
    fn eliminate_var(
        &mut self,
        var: Var,
        clauses: &mut Clauses,
        limits: &Elimination,
        marks: &mut [bool],
    ) -> bool {
        clauses.effort = clauses.effort.saturating_sub(clauses.number_of(var));
        let Some(around) = clauses.find_gate(var, limits.occurrences, marks) else { return false };
        let Some(resolvents) = clauses.resolvents(var, &around, limits.literals) else { return false };
        let sides = [&around.positive, &around.negative];
        self.eliminated.push(
            var,
            sides.map(|numbers| numbers.iter().map(|&number| clauses.literals(number))),
            around.gate,
        );
        sides.into_iter().flatten().for_each(|&number| clauses.remove(number));
        self.heuristic.remove(var);
        self.statistics.eliminated += 1;
        resolvents.iter().for_each(|clause| clauses.add(clause));
        clauses.subsume();
        true
    }

    fn discard_learnt_of_eliminated(&mut self) {
        let Solver { eliminated, arena, watches, .. } = self;
        let is_gone = |lit: Lit| eliminated.has(lit.var());
        let tied: Vec<_> =
            self.learnts.iter().copied().filter(|&clause| arena.lits(clause).any(is_gone)).collect();
        for (code, list) in watches.iter_mut().enumerate() {
            let all = is_gone(Lit::from_code(code as u32));
            list.retain(|watch| watch.clause().is_some() || !(all || is_gone(watch.blocker)));
        }
        for clause in tied {
            self.proof.deleted(&self.arena, clause);
            self.arena.discard(clause);
            self.statistics.removed += 1;
        }
    }
}

impl Clauses {
    /// The resolvents on a variable, their literals sorted by variable; `None` if they are too many or too
    /// long.
    fn resolvents(&mut self, var: Var, around: &GateClauses, longest: usize) -> Option<Vec<Vec<Lit>>> {
        let most = around.positive.len() + around.negative.len();
        let mut found = Vec::new();
        for (i, &first) in around.positive.iter().enumerate() {
            for (j, &second) in around.negative.iter().enumerate() {
                // Only gate × non-gate: gate × gate is tautological, the other resolvents are implied
                // (Eén, Biere 2005, section 3).
                if (i < around.gate[0]) == (j < around.gate[1]) {
                    continue;
                }
                let (first, second) = (self.literals(first), self.literals(second));
                let effort = self.effort.saturating_sub(first.len() + second.len());
                let clause = resolvent(first, second, var);
                self.effort = effort;
                let Some(clause) = clause else { continue };
                if clause.len() > longest || found.len() == most {
                    return None;
                }
                found.push(clause);
            }
        }
        Some(found)
    }
}

/// The resolvent of two clauses sorted by variable; `None` if it is a tautology.
fn resolvent(first: &[Lit], second: &[Lit], on: Var) -> Option<Vec<Lit>> {
    let mut joined = Vec::with_capacity(first.len() + second.len() - 2);
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    loop {
        let place = |lit: Option<&&Lit>| lit.map_or(usize::MAX, |lit| lit.var().index());
        let (a, b) = (place(first.peek()), place(second.peek()));
        let (from_first, from_second) = (first.next_if(|_| a <= b), second.next_if(|_| b <= a));
        match (from_first, from_second) {
            (Some(lit), Some(_)) if lit.var() == on => {}
            (Some(lit), Some(other)) if lit != other => return None,
            (Some(&lit), _) | (None, Some(&lit)) => joined.push(lit),
            (None, None) => return Some(joined),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};
    use hamadryad_random::mix;

    /// A theory that speaks of the first variables alone, and says nothing of them.
    struct Names(usize);

    impl Theory for Names {
        fn may_name(&self, solver: &Solver) -> Vec<bool> {
            (0..solver.num_vars()).map(|var| var < self.0).collect()
        }
    }

    const FREE: usize = 5;
    const ALL: usize = 10;

    /// Some free variables, others that are defined by those before them, and clauses about all.
    fn random_problem(seed: u64) -> (Solver, Vec<Lit>) {
        let mut solver = Solver::new();
        let lits: Vec<Lit> = (0..ALL).map(|_| solver.new_var().positive()).collect();
        let random = |number: usize, place: u64| mix(seed * 10_000 + number as u64 * 100 + place);
        let pick = |number: usize, place: u64, among: usize| {
            let lit = lits[(random(number, place) >> 1) as usize % among];
            if random(number, place) & 1 == 0 { lit } else { !lit }
        };
        for (defined, &var) in lits.iter().enumerate().skip(FREE) {
            let lit = if random(defined, 0) & 1 == 0 { var } else { !var };
            let parts: Vec<Lit> =
                (0..1 + random(defined, 1) % 3).map(|i| pick(defined, 2 + i, defined)).collect();
            for &part in &parts {
                solver.add_clause(&[!lit, part]);
            }
            let whole: Vec<Lit> = parts.iter().map(|&part| !part).chain([lit]).collect();
            solver.add_clause(&whole);
        }
        for number in ALL..ALL + (seed % 8) as usize {
            let clause: Vec<Lit> = (0..2 + random(number, 0) % 3).map(|i| pick(number, 1 + i, ALL)).collect();
            solver.add_clause(&clause);
        }
        (solver, lits)
    }

    fn models<T: Theory>(solver: &mut Solver, theory: &mut T, lits: &[Lit]) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        solver.assume(theory, &[]);
        while solver.search(theory, &|| false) == Outcome::Model {
            found.push(lits.iter().map(|&lit| solver.is_true(lit)).collect());
            if !solver.next_by_backtracking(theory) {
                break;
            }
        }
        solver.reset(theory);
        found.sort();
        found
    }

    #[test]
    fn models_are_the_same_without_and_once_all_is_back() {
        let (mut eliminated, mut back) = (0, 0);
        for seed in 0..600 {
            let (mut solver, lits) = random_problem(seed);
            let expected = models(&mut solver.clone(), &mut NoTheory, &lits);
            let mut theory = Names(seed as usize % 4);
            solver.plan_elimination(Some(Elimination { after: 0, ..Elimination::default() }));
            assert_eq!(models(&mut solver, &mut theory, &lits), expected, "seed {seed}");
            eliminated += solver.statistics().eliminated;

            // A clause added in the middle of a search.
            let clause: Vec<Lit> = (0..3).map(|i| lits[(mix(seed * 7 + i) >> 1) as usize % ALL]).collect();
            let clause: Vec<Lit> =
                clause.iter().map(|&lit| if mix(seed) & 2 == 0 { lit } else { !lit }).collect();
            let satisfied =
                |model: &&Vec<bool>| clause.iter().any(|lit| model[lit.var().index()] == lit.is_positive());
            let expected: Vec<Vec<bool>> = expected.iter().filter(satisfied).cloned().collect();
            back += usize::from(clause.iter().any(|lit| solver.eliminated.has(lit.var())));
            solver.bring_back(&clause);
            solver.add_clause_while_enumerating(&clause);
            assert_eq!(models(&mut solver, &mut theory, &lits), expected, "seed {seed}, {clause:?}");
            solver.restore_eliminated(&mut theory);
            assert_eq!(models(&mut solver, &mut NoTheory, &lits), expected, "seed {seed}, restored");
        }
        assert!(eliminated > 1000 && back > 300, "{eliminated} variables, {back} times back");
    }

    #[test]
    fn assumed_and_guarded_variables_stay() {
        let mut solver = Solver::new();
        let [a, b, both, same] = [(); 4].map(|()| solver.new_var().positive());
        for clause in [&[both, !a, !b][..], &[!both, a], &[!both, b], &[!same, both], &[same, !both]] {
            solver.add_clause(clause);
        }
        let guard = solver.new_temporary();
        solver.add_clause(&[!guard, a, same]);
        let plan = Some(Elimination { after: 0, ..Elimination::default() });
        solver.plan_elimination(plan);
        solver.assume(&mut Names(0), &[guard, both]);
        assert_eq!(solver.search(&mut Names(0), &|| false), Outcome::Model);
        assert_eq!(solver.statistics().eliminated, 0);
        solver.release(&mut Names(0), &[guard], &[]);
        solver.plan_elimination(plan);
        solver.assume(&mut Names(0), &[both]);
        assert_eq!(solver.search(&mut Names(0), &|| false), Outcome::Model);
        assert!(
            solver.statistics().eliminated == 1 && [a, b, both, same].iter().all(|&lit| solver.is_true(lit))
        );
    }
}
