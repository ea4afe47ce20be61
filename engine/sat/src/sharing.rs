//! Exchange of learnt clauses between solvers of the same problem.
//!
//! A solver is prepared with [`Solver::share_vars`] and cloned; the clones search on different threads, each
//! with an [`Exchange`]. A clause that one of them learns may be imported by all others.
//!
//! A variable is *shared* if it existed when `share_vars` was called and is not temporary (`temporary.rs`).
//! Variables that a clone makes afterwards, and all temporary variables, are private: the same number stands
//! for something else in another clone, or for nothing.
//!
//! Invariants:
//! - Shared variables have the same meaning in all clones. Only temporary variables are released and used
//!   again.
//! - Each constraint that a clone does not have in common with the others (a bound on costs, an excluded
//!   model, a clause for a single search, the definition of a counter) contains the negation of a guard: a
//!   temporary variable. No clause contains a guard positively, so a guard is never true at level 0, and no
//!   resolution removes its negation. A guard that is false at level 0 satisfies its constraints, which then
//!   imply nothing. A scoped assumption ([`Solver::scope_assumption`]) that stands for others is a guard as
//!   well.
//! - Therefore a learnt clause over shared variables alone follows from the constraints that all clones have
//!   in common. These clauses are offered, and no others. Assumptions and flipped decisions are no exception:
//!   a learnt clause that depends on them contains their negations.
//! - An eliminated variable of one clone may be present in another, so a clause with a variable that is
//!   eliminated here is not imported. Any other clause is: it follows from the clauses before the
//!   elimination, and therefore, over the remaining variables, from those after it (`eliminate.rs`).

use crate::exchange::Exchange;
use crate::{Conflict, Lit, Solver};

/// The longest clause that is offered if its glue is above [`LOW_GLUE`].
const LONG: usize = 12;
/// The highest glue of an offered clause of more than two literals.
const HIGH_GLUE: u32 = 4;
/// Glue up to which clauses of up to [`LONGEST`] literals are offered.
const LOW_GLUE: u32 = 2;
/// The longest clause that is offered.
const LONGEST: usize = 40;

impl Solver {
    /// Makes all present variables except temporary ones shared variables of this solver and of the clones
    /// that are made from now on. Variables that are made later are private.
    pub fn share_vars(&mut self) {
        self.clause_exchange.shared_vars = self.num_vars();
    }

    /// Whether a literal has the same meaning in all clones: see [`Solver::share_vars`].
    pub fn is_shared(&self, lit: Lit) -> bool {
        let var = lit.var().index();
        var < self.clause_exchange.shared_vars && !self.is_temporary[var]
    }

    /// Connects an exchange, or disconnects it. Clauses over shared variables take part: see
    /// [`Solver::share_vars`].
    pub fn set_exchange(&mut self, exchange: Option<Box<dyn Exchange>>) {
        self.clause_exchange.exchange = exchange;
    }

    /// Offers the clause just learnt, if it is useful to others and contains no private variable.
    pub(crate) fn offer_learnt(&mut self, glue: u32) {
        if self.clause_exchange.exchange.is_none() {
            return;
        }
        let clause = &self.analysis.clause;
        let is_useful = clause.len() <= 2
            || glue <= LOW_GLUE && clause.len() <= LONGEST
            || glue <= HIGH_GLUE && clause.len() <= LONG;
        if !is_useful || !clause.iter().all(|&lit| self.is_shared(lit)) {
            return;
        }
        if let Some(exchange) = &mut self.clause_exchange.exchange {
            self.statistics.offered += 1;
            exchange.offer(&self.analysis.clause);
        }
    }

    /// Imports the clauses that other solvers have offered.
    ///
    /// # Errors
    /// If one of them is violated; the next call imports the rest.
    pub(crate) fn take_offers(&mut self) -> Result<(), Conflict> {
        while let Some(clause) = self.clause_exchange.exchange.as_mut().and_then(|exchange| exchange.take()) {
            let is_usable = |&lit: &Lit| self.is_shared(lit) && !self.eliminated.has(lit.var());
            if !clause.iter().all(is_usable) {
                continue;
            }
            self.statistics.taken += 1;
            self.import_clause(&clause, true)?;
        }
        Ok(())
    }

    /// Adds a little to the activity of each variable, at random but always the same for a number, which
    /// changes the order of decisions. Random decisions differ from those of other numbers, too.
    pub fn shuffle(&mut self, number: u64) {
        self.random = self.config.generator(number);
        for var in 0..self.num_vars() {
            let mixed = (var as u64 ^ number.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let var = crate::Var::from_index(var);
            self.heuristic.add_activity(var, (mixed >> 40) as f64 / (1u64 << 24) as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};
    use std::sync::{Arc, Mutex};

    /// Offers are added to one list and taken from another.
    struct Lists {
        offered: Arc<Mutex<Vec<Vec<Lit>>>>,
        to_take: Vec<Vec<Lit>>,
    }

    impl Exchange for Lists {
        fn offer(&mut self, clause: &[Lit]) {
            self.offered.lock().unwrap().push(clause.to_vec());
        }

        fn take(&mut self) -> Option<Vec<Lit>> {
            self.to_take.pop()
        }
    }

    /// Five pigeons and four holes under a guard.
    fn pigeons() -> (Solver, Lit) {
        let mut solver = Solver::new();
        let rows: Vec<Vec<Lit>> =
            (0..5).map(|_| (0..4).map(|_| solver.new_var().positive()).collect()).collect();
        let guard = solver.new_temporary();
        for row in &rows {
            solver.add_clause(&[&row[..], &[!guard]].concat());
        }
        for hole in 0..4 {
            for (i, one) in rows.iter().enumerate() {
                for other in &rows[..i] {
                    solver.add_clause(&[!one[hole], !other[hole]]);
                }
            }
        }
        (solver, guard)
    }

    #[test]
    fn clauses_with_temporary_variables_are_not_offered() {
        let (mut solver, guard) = pigeons();
        solver.share_vars();
        let offered = Arc::new(Mutex::new(Vec::new()));
        solver.set_exchange(Some(Box::new(Lists { offered: offered.clone(), to_take: Vec::new() })));
        solver.assume(&mut NoTheory, &[guard]);
        assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Failed);
        assert!(solver.statistics().learnt > 0 && solver.statistics().offered == 0);
        assert!(offered.lock().unwrap().is_empty());
    }

    #[test]
    fn imported_clauses_are_constraints() {
        let mut solver = Solver::new();
        let (a, b) = (solver.new_var().positive(), solver.new_var().positive());
        solver.add_clause(&[a, b]);
        solver.share_vars();
        let to_take = vec![vec![!a, b], vec![!b, !a], vec![!b, a]];
        solver.set_exchange(Some(Box::new(Lists { offered: Arc::default(), to_take })));
        assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Unsatisfiable);
        assert_eq!(solver.statistics().taken, 3);
    }

    #[test]
    fn variables_made_after_sharing_are_private() {
        let mut solver = Solver::new();
        let rows: Vec<Lit> = (0..2).map(|_| solver.new_var().positive()).collect();
        let [a, b] = rows[..] else { panic!("two variables") };
        let temporary = solver.new_temporary();
        solver.release_unused(temporary);
        solver.share_vars();
        // Another clone may have made as many variables, for other things.
        let mut other = solver.clone();
        let [own, others] = [&mut solver, &mut other].map(|solver| solver.new_var().positive());
        assert_eq!(own, others);
        solver.add_clause(&[own, a]);
        solver.add_clause(&[own, b]);
        let beyond = crate::Var::from_index(solver.num_vars()).positive();
        let to_take = vec![vec![!own], vec![temporary], vec![beyond, !a]];
        solver.set_exchange(Some(Box::new(Lists { offered: Arc::default(), to_take })));
        solver.assume(&mut NoTheory, &[!a]);
        assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Model);
        assert!(solver.is_true(own) && solver.statistics().taken == 0);
        let is_shared = [a, b, temporary, own, beyond].map(|lit| solver.is_shared(lit));
        assert_eq!(is_shared, [true, true, false, false, false]);
    }
}
