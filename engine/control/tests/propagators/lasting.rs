//! The lifetime of clauses that propagators add.

use super::{all, grounded, models};
use hamadryad::propagator::{Conflict, Init, Lasting, Lit, Propagation, Propagator};
use hamadryad::{OptimizeMode, SolveOptions};

/// Forbids its atoms by clauses of the lifetime `lasting`, each added when an assignment violates it.
#[derive(Clone)]
struct Forbid {
    lasting: Lasting,
    is_awake: bool,
    clauses: Vec<Vec<Lit>>,
    said: usize,
}

impl Propagator for Forbid {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        let no: Vec<_> = init.new_atoms("no", 1).iter().map(|atom| atom.literal).collect();
        for literal in no {
            let lit = init.literal(literal);
            self.clauses.push(vec![!lit]);
        }
        let pairs: Vec<_> = init.new_atoms("pair", 1).iter().map(|atom| atom.literal).collect();
        if !pairs.is_empty() {
            let all: Vec<Lit> = pairs.into_iter().map(|literal| !init.literal(literal)).collect();
            self.clauses.push(all);
        }
        Ok(())
    }

    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        for clause in self.clauses.iter().filter(|_| self.is_awake) {
            if clause.iter().all(|&lit| search.assignment().is_false(lit)) {
                self.said += 1;
                search.add_clause(clause, self.lasting)?;
            }
        }
        Ok(())
    }
}

const TEXT: &str = "{ no(1..2); pair(1..2); free }.";

#[test]
fn clauses_for_a_solve_are_deleted_before_the_next() {
    for (lasting, later) in [(Lasting::ThisSolve, 32), (Lasting::Always, 6)] {
        let mut control = grounded(TEXT);
        let forbid = Forbid { lasting, is_awake: true, clauses: Vec::new(), said: 0 };
        let id = control.register_propagator(forbid);
        assert_eq!(models(&mut control, all()).len(), 6, "{lasting:?}");
        control.propagator_mut(id).unwrap().is_awake = false;
        assert_eq!(models(&mut control, all()).len(), later, "{lasting:?}");
    }
}

#[test]
fn clauses_for_a_solve_last_during_the_enumeration_of_optima() {
    for lasting in [Lasting::ThisSolve, Lasting::Always, Lasting::UntilForgotten] {
        let text = format!("{TEXT} #maximize {{ 2,n,X : no(X); 1,p,X : pair(X) }}.");
        let mut control = grounded(&text);
        control.register_propagator(Forbid { lasting, is_awake: true, clauses: Vec::new(), said: 0 });
        let options = SolveOptions { optimize: OptimizeMode::EnumerateOptimal, ..all() };
        let mut search = control.solve(options).unwrap();
        while search.next_model().is_some() {}
        let summary = search.summary();
        assert_eq!((summary.costs, summary.optimal_models), (Some(vec![-1]), 4), "{lasting:?}");
    }
}

#[test]
fn permanent_clauses_are_added_once() {
    let mut control = grounded("{ pair(1..2); free(1..6) }.");
    let id = control.register_propagator(Forbid {
        lasting: Lasting::Always,
        is_awake: true,
        clauses: Vec::new(),
        said: 0,
    });
    for _ in 0..3 {
        assert_eq!(models(&mut control, all()).len(), 3 * 64);
    }
    assert!(control.propagator(id).unwrap().said <= 1);
}
