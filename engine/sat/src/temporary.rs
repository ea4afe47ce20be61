//! Temporary variables: guards of bounds and variables of counters, for a single search.
//!
//! A program that is solved ten thousand times must not keep the variables of single searches. A temporary
//! variable is released when all clauses that contain it can be deleted: the clauses of a counter contain a
//! guard, and so do the clauses learnt from them. The next search uses released variables again.
//!
//! Invariant: a released variable occurs in no clause, has no value, and is never decided.

use crate::arena::ClauseRef;
use crate::{Lit, Solver, Theory};

impl Solver {
    /// A temporary variable: a released one, or a new one. See [`Solver::release`].
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn new_temporary(&mut self) -> Lit {
        assert_eq!(self.decision_level(), 0, "temporary variables are made at level 0");
        let Some(var) = self.released_vars.pop() else {
            let var = self.new_var();
            self.is_temporary[var.index()] = true;
            return var.positive();
        };
        self.phases.start_again(var);
        self.heuristic.start_again(var);
        var.positive()
    }

    /// Deletes all clauses with the negation of one of the guards, and releases the guards and other variables, which
    /// occur in these clauses only. No theory may use the variables. Backtracks to level 0.
    pub fn release<T: Theory>(&mut self, theory: &mut T, guards: &[Lit], others: &[Lit]) {
        let negations: Vec<Lit> = guards.iter().map(|&guard| !guard).collect();
        self.remove_clauses(theory, &negations);
        for &lit in others.iter().chain(guards) {
            self.release_unused(lit);
        }
    }

    /// Deletes all clauses with some variables, and releases the variables. No theory may use them, and their
    /// clauses must be definitions, so that all learnt clauses without the variables follow from the other
    /// clauses. Backtracks to level 0.
    pub fn release_vars<T: Theory>(&mut self, theory: &mut T, vars: &[Lit]) {
        let literals: Vec<Lit> = vars.iter().flat_map(|&lit| [lit, !lit]).collect();
        self.remove_clauses(theory, &literals);
        for &lit in vars {
            self.release_unused(lit);
        }
    }

    /// Deletes all clauses with one of the literals.
    fn remove_clauses<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) {
        self.reset(theory);
        let Solver { watches, arena, .. } = self;
        let mut is_named = vec![false; watches.len()];
        // The literals whose watch lists contain clauses to delete.
        let mut watched: Vec<Lit> = literals.to_vec();
        for &lit in literals {
            is_named[lit.index()] = true;
            let binary = watches[lit.index()].iter().filter(|watch| watch.clause().is_none());
            watched.extend(binary.map(|watch| watch.blocker));
        }
        let is_tied = |clause: &ClauseRef| arena.lits(*clause).any(|lit| is_named[lit.index()]);
        let tied: Vec<ClauseRef> = arena.clauses().filter(is_tied).collect();
        for clause in tied {
            watched.extend([arena.lit(clause, 0), arena.lit(clause, 1)]);
            arena.discard(clause);
        }
        watched.sort_unstable();
        watched.dedup();
        for lit in watched {
            let is_owner_named = is_named[lit.index()];
            watches[lit.index()].retain(|watch| match watch.clause() {
                Some(clause) => !arena.is_garbage(clause),
                None => !is_owner_named && !is_named[watch.blocker.index()],
            });
        }
        self.learnts.retain(|&clause| !arena.is_garbage(clause));
        if arena.is_wasteful() {
            self.collect_garbage(|_| false);
        }
        self.assumptions.clear();
        self.scoped = None;
        self.core.clear();
    }

    /// Releases a variable that occurs in no clause, at level 0.
    pub fn release_unused(&mut self, lit: Lit) {
        // A variable with a fixed value cannot be used again.
        if self.is_free(lit) {
            self.heuristic.remove(lit.var());
            self.released_vars.push(lit.var());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::{NoTheory, Outcome};
    use hamadryad_random::mix;

    #[test]
    fn definitions_are_deleted_with_their_variables() {
        let mut sat = Solver::new();
        let [a, b, c] = [(); 3].map(|()| sat.new_var().positive());
        sat.add_clause(&[a, b, c]);
        let both = sat.new_temporary();
        sat.add_clause(&[both, !a, !b]);
        sat.add_clause(&[both, !c]);
        sat.release_vars(&mut NoTheory, &[both]);
        assert_eq!(sat.num_clauses(), [0, 1, 0]);
        // The variable is used again, with another meaning.
        let other = sat.new_temporary();
        assert_eq!(other, both);
        sat.assume(&mut NoTheory, &[a, b, c, !other]);
        assert_eq!(sat.search(&mut NoTheory, &|| false), Outcome::Model);
    }

    #[test]
    fn clauses_of_a_guard_have_no_effect_after_its_release() {
        const VARIABLES: usize = 10;
        let mut sat = Solver::new();
        let lits: Vec<Lit> = (0..VARIABLES).map(|_| sat.new_var().positive()).collect();
        let clause = |seed: u64, len: usize| -> Vec<Lit> {
            let random = (0..len as u64).map(|place| mix(10 * seed + place) as usize);
            let literal =
                |random: usize| [lits[random / 2 % VARIABLES], !lits[random / 2 % VARIABLES]][random & 1];
            random.map(literal).collect()
        };
        let holds = |model: usize, clause: &[Lit]| {
            clause.iter().any(|lit| (model >> lit.var().index() & 1 == 1) == lit.is_positive())
        };
        let given: Vec<Vec<Lit>> = (0..20).map(|number| clause(number, 3)).collect();
        for clause in &given {
            sat.add_clause(clause);
        }
        let (mut outcomes, mut with_garbage) = ([0, 0], 0);
        for round in 1..200 {
            let guards = [(); 2].map(|()| sat.new_temporary());
            let guarded: Vec<Vec<Lit>> = (0..2 + round % 30)
                .map(|number| clause(1000 * round + number, 1 + number as usize % 3))
                .collect();
            for (number, clause) in guarded.iter().enumerate() {
                sat.add_clause(&[&clause[..], &[!guards[number % 2]]].concat());
            }
            sat.assume(&mut NoTheory, &guards);
            let outcome = sat.search(&mut NoTheory, &|| false);
            let is_model = |&model: &usize| given.iter().chain(&guarded).all(|clause| holds(model, clause));
            let expected = (0..1 << VARIABLES).any(|model| is_model(&model));
            assert_eq!(outcome == Outcome::Model, expected, "round {round}");
            outcomes[usize::from(expected)] += 1;
            sat.release(&mut NoTheory, &guards, &[]);
            let is_garbage_left = {
                let clauses = sat.arena.clauses().map(|clause| sat.arena.lits(clause).collect::<Vec<_>>());
                let mut compact = Arena::default();
                clauses.for_each(|clause| _ = compact.add(&clause, false, 0));
                compact.num_words() < sat.arena.num_words()
            };
            with_garbage += usize::from(is_garbage_left);
            let is_named = |lit: Lit| guards.iter().any(|guard| lit.var() == guard.var());
            for (code, list) in sat.watches.iter().enumerate() {
                let owner = Lit::from_code(code as u32);
                assert!(list.is_empty() || !is_named(owner), "round {round}");
                assert!(list.iter().all(|watch| watch.clause().is_some() || !is_named(watch.blocker)));
            }
        }
        assert!(outcomes.iter().all(|&number| number > 20), "{outcomes:?}");
        assert!((20..180).contains(&with_garbage), "{with_garbage}");
    }
}
