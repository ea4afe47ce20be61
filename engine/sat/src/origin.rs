//! The origin of a search, to which it may return: activities and phases before its first conflict.
//!
//! Only the first search of a solver returns, and only before its first model: later searches profit from the
//! activities of earlier ones. The schedule of restarts ([`crate::restart`]) decides when.

use crate::Solver;
use crate::config::Restarts;

/// Activities and phases before the first conflict.
#[derive(Clone)]
pub(crate) struct Origin {
    /// By variable.
    activities: Vec<f64>,
    /// By variable: the value that is tried first.
    phases: Vec<bool>,
}

impl Solver {
    /// Records activities and phases, if the search may return to them. To be called before the solver's first conflict is
    /// counted.
    pub(crate) fn note_origin(&mut self) {
        if matches!(self.config.restarts, Restarts::InTurn { .. }) && self.statistics.models == 0 {
            let (activities, phases) = (self.heuristic.activities(), self.phases.initial_values());
            self.origin = Some(Box::new(Origin { activities, phases }));
        }
    }

    /// Sets activities and phases to those of the origin, unless the search has a model. Each activity is multiplied
    /// by a random factor between 1 and 2. The learnt clauses stay.
    pub(crate) fn return_to_origin(&mut self) {
        let Some(origin) = self.origin.take() else { return };
        if self.statistics.models > 0 {
            return;
        }
        let random = &mut self.random;
        let activities = origin.activities.iter().map(|activity| activity * (1.0 + random.fraction()));
        self.heuristic.set_activities(activities);
        self.phases.set_initial_values(&origin.phases);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Lit, NoTheory, Outcome};
    use hamadryad_random::mix;

    const VARIABLES: usize = 16;

    /// A random problem with clauses of three literals, some of them without models.
    fn random_problem(seed: u64, restarts: Restarts) -> (Solver, Vec<Lit>) {
        let mut solver = Solver::with_config(Config { restarts, seed, ..Config::default() });
        let lits: Vec<Lit> = (0..VARIABLES).map(|_| solver.new_var().positive()).collect();
        for clause in 0..65 + seed % 32 {
            let literal = |place: u64| {
                let random = mix(seed * 1000 + clause * 10 + place);
                let lit = lits[(random >> 1) as usize % VARIABLES];
                if random & 1 == 0 { lit } else { !lit }
            };
            solver.add_clause(&[literal(0), literal(1), literal(2)]);
        }
        (solver, lits)
    }

    /// Whether the search returned to its origin, and all models.
    fn models((mut solver, lits): (Solver, Vec<Lit>)) -> (bool, Vec<Vec<bool>>) {
        let mut found = Vec::new();
        while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            found.push(lits.iter().map(|&lit| solver.is_true(lit)).collect());
            if !solver.next_by_backtracking(&mut NoTheory) {
                break;
            }
        }
        found.sort();
        (solver.origin.is_none() && solver.statistics.restarts > 0, found)
    }

    #[test]
    fn models_are_the_same_after_a_return() {
        let mut returns_without_model = 0;
        for seed in 0..400 {
            let (_, expected) = models(random_problem(seed, Restarts::Never));
            let early = Restarts::InTurn { luby: 1, margin: 1.1, interval: 1, turn: 4 };
            let (returned, found) = models(random_problem(seed, early));
            assert_eq!(found, expected, "seed {seed}");
            returns_without_model += usize::from(returned && expected.is_empty());
        }
        assert!(returns_without_model > 50, "{returns_without_model}");
    }

    #[test]
    fn a_return_restores_activities_and_phases() {
        let (mut solver, lits) = random_problem(3, Config::default().restarts);
        let [first, second] = [lits[0].var(), lits[1].var()];
        solver.set_phase(first, true);
        let before = [solver.heuristic.activity(first), solver.heuristic.activity(second)];
        assert!(before.iter().all(|&activity| activity > 0.0));
        solver.note_origin();
        solver.heuristic.bump(second);
        solver.heuristic.decay(0.5);
        solver.phases.save(!lits[0]);
        solver.phases.note_learnt(&[!lits[1]]);
        solver.return_to_origin();
        for (var, before) in [first, second].into_iter().zip(before) {
            let ratio = solver.heuristic.activity(var) / before;
            assert!((1.0..2.0).contains(&ratio), "{ratio}");
        }
        assert_eq!((solver.phases.preferred(first), solver.phases.initial(first)), (None, true));
        assert_eq!(solver.phases.preferred(second), None);
        let popped: Vec<_> = std::iter::from_fn(|| solver.heuristic.pop()).collect();
        assert_eq!(popped.len(), VARIABLES);
        let activities: Vec<f64> = popped.iter().map(|&var| solver.heuristic.activity(var)).collect();
        assert!(activities.is_sorted_by(|a, b| a >= b), "{activities:?}");
    }

    #[test]
    fn a_search_with_a_model_does_not_return() {
        let (mut solver, _) = random_problem(3, Config::default().restarts);
        solver.note_origin();
        solver.statistics.models = 1;
        let var = crate::Var::from_index(0);
        solver.heuristic.bump(var);
        let activity = solver.heuristic.activity(var);
        solver.return_to_origin();
        assert_eq!(solver.heuristic.activity(var), activity);
    }
}
