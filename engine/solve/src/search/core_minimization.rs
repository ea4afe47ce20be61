//! Unsatisfiable cores: the assumptions of a search that cannot be true together, and smaller subsets of
//! them.
//!
//! Deletion: each assumption is omitted in turn; if the rest is still unsatisfiable, the core of that search
//! replaces the core, so that one search may delete several assumptions (Marques-Silva: "Minimal
//! Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010).

use crate::search::models::Search;
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::Literal;
use hamadryad_sat::{Lit, Outcome};

impl Search<'_> {
    /// The given assumptions that cannot be true together, in their order.
    pub(crate) fn extract_core(&mut self, stop: &dyn Fn() -> bool) -> Vec<Literal> {
        let mut core = self.program.sat.core().to_vec();
        let given = self.options.assumptions.clone();
        if self.options.minimal_core {
            let (own, rest): (Vec<Lit>, Vec<Lit>) =
                core.iter().partition(|&&lit| given.iter().any(|&given| self.program.lit(given) == lit));
            let always: Vec<Lit> = self.program.atoms.external_assumptions().chain(self.guard).collect();
            core = minimize_core(&mut self.program, &always, own, None, stop);
            core.extend(rest);
        }
        // One of several assumptions with the same literal is sufficient.
        let first_with = |lit: &Lit| given.iter().copied().find(|&given| self.program.lit(given) == *lit);
        let mut core: Vec<Literal> = core.iter().filter_map(first_with).collect();
        core.sort_by_key(|lit| given.iter().position(|given| given == lit));
        core.dedup();
        core
    }
}

/// A minimal subset of a core that has no model together with `always`. With a limit of conflicts for each
/// trial, the subset may not be minimal. Changes the assumptions of the solver.
pub(crate) fn minimize_core(
    program: &mut TranslatedProgram,
    always: &[Lit],
    mut core: Vec<Lit>,
    limit: Option<u64>,
    stop: &dyn Fn() -> bool,
) -> Vec<Lit> {
    let TranslatedProgram { sat, propagators, .. } = program;
    // The literals before `at` are necessary.
    let mut at = 0;
    while at < core.len() {
        let rest = core.iter().enumerate().filter(|&(place, _)| place != at).map(|(_, &lit)| lit);
        let assumptions: Vec<Lit> = always.iter().copied().chain(rest).collect();
        sat.assume(propagators, &assumptions);
        sat.limit_conflicts(limit);
        let outcome = sat.search(propagators, stop);
        let was_stopped = outcome == Outcome::Stopped && !sat.limit_reached();
        sat.limit_conflicts(None);
        match outcome {
            Outcome::Unsatisfiable => return Vec::new(),
            Outcome::Failed => {
                let smaller = sat.core().to_vec();
                let mut place = 0;
                core.retain(|lit| {
                    place += 1;
                    let here = place - 1;
                    // Necessary literals stay. The omitted literal is deleted even if the new core contains
                    // it: then it is one of `always`, as the value of an external may be.
                    here < at || here > at && smaller.contains(lit)
                });
            }
            _ if was_stopped => break,
            Outcome::Model | Outcome::Stopped => at += 1,
        }
    }
    core
}

#[cfg(test)]
mod tests {
    use crate::{AspSolver, SearchOptions};
    use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Head, Sink};

    /// `#external x. [true]  { a }. :- x, a.` under the assumptions that `x` and `a` are true.
    #[test]
    fn a_minimal_core_omits_values_of_externals() {
        let atoms: Vec<Atom> = (1..=2).filter_map(Atom::new).collect();
        let [x, a] = atoms[..] else { panic!("two atoms") };
        let mut solver = AspSolver::default();
        solver.begin_step();
        solver.external(x, ExternalValue::True);
        solver.rule(Head::Choice(&[a]), BodyRef::Normal(&[]));
        solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&[x.positive(), a.positive()]));
        solver.end_step();
        let options = SearchOptions {
            assumptions: vec![x.positive(), a.positive()],
            minimal_core: true,
            ..SearchOptions::default()
        };
        let mut search = solver.solve(options).expect("the program is accepted");
        assert!(search.next_model(&|| false).is_none());
        assert_eq!(search.summary().core, [a.positive()]);
    }
}
