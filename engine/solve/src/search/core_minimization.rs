//! Making cores smaller: leaving out one assumption after the other.
//!
//! (Deletion-based extraction of a minimal unsatisfiable set: Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
//! Applications", ISMVL 2010; each answer "unsatisfiable" comes with a core of its own, so that several go at once.)

use crate::solver::AspSolver;
use hamadryad_sat::{Lit, Outcome};

impl AspSolver {
    /// A subset of a core, which together with what is always assumed has no model either, from which no literal can be
    /// left out; or, where a limit of conflicts for each trial is given, of which that is not known of every literal. The
    /// assumptions of the solver are changed.
    pub(crate) fn minimize_core(
        &mut self,
        always: &[Lit],
        mut core: Vec<Lit>,
        limit: Option<u64>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Lit> {
        // Those before `at` are needed.
        let mut at = 0;
        while at < core.len() {
            let rest = core.iter().enumerate().filter(|&(place, _)| place != at).map(|(_, &lit)| lit);
            let assumptions: Vec<Lit> = always.iter().copied().chain(rest).collect();
            self.sat.assume(&mut self.propagators, &assumptions);
            self.sat.limit_conflicts(limit);
            let outcome = self.sat.search(&mut self.propagators, stop);
            let out_of_time = outcome == Outcome::Stopped && !self.sat.limit_reached();
            self.sat.limit_conflicts(None);
            match outcome {
                Outcome::Unsatisfiable => return Vec::new(),
                Outcome::Failed => {
                    let smaller = self.sat.core().to_vec();
                    let mut place = 0;
                    core.retain(|lit| {
                        place += 1;
                        let here = place - 1;
                        // What was needed is needed still. The one left out goes even where it is in this core as well: then
                        // it is always assumed, as the value of an external is.
                        here < at || here > at && smaller.contains(lit)
                    });
                }
                _ if out_of_time => break,
                Outcome::Model | Outcome::Stopped => at += 1,
            }
        }
        core
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SolveOptions;
    use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Head, Sink};

    /// `#external x. [true]  { a }. :- x, a.` under the assumptions that `x` and `a` are true.
    #[test]
    fn what_is_true_without_the_assumption_is_not_to_blame() {
        let atoms: Vec<Atom> = (1..=2).filter_map(Atom::new).collect();
        let [x, a] = atoms[..] else { panic!("two atoms") };
        let mut solver = AspSolver::default();
        solver.begin_step();
        solver.external(x, ExternalValue::True);
        solver.rule(Head::Choice(&[a]), BodyRef::Normal(&[]));
        solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&[x.positive(), a.positive()]));
        solver.end_step();
        let options = SolveOptions {
            assumptions: vec![x.positive(), a.positive()],
            minimal_core: true,
            ..SolveOptions::default()
        };
        let mut search = solver.solve(options).expect("nothing to refuse");
        assert!(search.next_model(&|| false).is_none());
        assert_eq!(search.summary().core, [a.positive()]);
    }
}
