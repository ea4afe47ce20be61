//! Clauses that are shared with other searches of the same problem.
//!
//! Who searches with several threads gives each solver an [`Exchange`]. What is offered to it follows from what was added to
//! the solver alone: clauses with borrowed variables, which stand for bounds and the like, stay at home.
//!
//! Invariant: clones of a solver have the same variables, but for those borrowed since, so that a clause of one holds in the
//! other. A clone has no exchange until it gets its own.

use crate::{Lit, Solver};

/// Clauses of more literals than this are not offered, but for those of hardly any glue.
const LONG: usize = 12;
/// Clauses of more glue than this are not offered, but for binary ones.
const MUCH_GLUE: u32 = 4;
/// No clause of more literals is offered.
const TOO_LONG: usize = 40;

/// Where learnt clauses go to, and others come from.
pub trait Exchange: Send {
    /// A clause has been learnt that others may like to have.
    fn offer(&mut self, clause: &[Lit]);

    /// A clause that somebody else has offered; `None` where there is no more for now.
    fn take(&mut self) -> Option<Vec<Lit>>;
}

/// The exchange of a solver, if it has any; a clone has none.
#[derive(Default)]
pub(crate) struct Outlet(Option<Box<dyn Exchange>>);

impl Clone for Outlet {
    fn clone(&self) -> Outlet {
        Outlet(None)
    }
}

impl Solver {
    /// Lets the search share clauses with others, or no longer.
    pub fn set_exchange(&mut self, exchange: Option<Box<dyn Exchange>>) {
        self.exchange = Outlet(exchange);
    }

    /// Offers the clause that was learnt just now.
    pub(crate) fn offer_learnt(&mut self, glue: u32) {
        let Some(exchange) = &mut self.exchange.0 else { return };
        let clause = &self.analysis.clause;
        let is_handy = clause.len() <= 2
            || glue <= 2 && clause.len() <= TOO_LONG
            || glue <= MUCH_GLUE && clause.len() <= LONG;
        if is_handy && !clause.iter().any(|lit| self.was_borrowed[lit.var().index()]) {
            self.statistics.offered += 1;
            exchange.offer(clause);
        }
    }

    /// Takes in what others have offered. `false` where a clause is violated: the rest comes another time.
    pub(crate) fn take_offers(&mut self) -> bool {
        while let Some(clause) = self.exchange.0.as_mut().and_then(|exchange| exchange.take()) {
            // Of a variable that is gone here, others may still speak.
            if clause.iter().any(|lit| self.eliminated.has(lit.var())) {
                continue;
            }
            self.statistics.taken += 1;
            if !self.take_in(&clause, true) {
                return false;
            }
        }
        true
    }

    /// Changes which variables are decided first, a little, and for a seed always in the same way.
    pub fn shuffle(&mut self, seed: u64) {
        for var in 0..self.num_vars() {
            let mixed = (var as u64 ^ seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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

    /// Offers go to one list and come from another.
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

    /// Five pigeons and four holes, where a guard is true.
    fn pigeons() -> (Solver, Lit) {
        let mut solver = Solver::new();
        let rows: Vec<Vec<Lit>> =
            (0..5).map(|_| (0..4).map(|_| solver.new_var().positive()).collect()).collect();
        let guard = solver.borrow_var();
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
    fn what_hangs_on_borrowed_variables_is_not_offered() {
        let (mut solver, guard) = pigeons();
        let offered = Arc::new(Mutex::new(Vec::new()));
        solver.set_exchange(Some(Box::new(Lists { offered: offered.clone(), to_take: Vec::new() })));
        solver.assume(&mut NoTheory, &[guard]);
        assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Failed);
        assert!(solver.statistics().learnt > 0 && solver.statistics().offered == 0);
        assert!(offered.lock().unwrap().is_empty());
    }

    #[test]
    fn what_is_taken_counts() {
        let mut solver = Solver::new();
        let (a, b) = (solver.new_var().positive(), solver.new_var().positive());
        solver.add_clause(&[a, b]);
        let to_take = vec![vec![!a, b], vec![!b, !a], vec![!b, a]];
        solver.set_exchange(Some(Box::new(Lists { offered: Arc::default(), to_take })));
        assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Unsatisfiable);
        assert_eq!(solver.statistics().taken, 3);
    }
}
