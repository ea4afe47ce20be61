//! User propagators: their registration, and their part in the search.
//!
//! Each propagator has a log of its watched literals that are true, in the order of the trail; a first part
//! of the log has been reported to it. A literal that was reported and is then unassigned is passed to
//! `undo`; a literal that was not reported is dropped.
//!
//! Invariant: propagators run during a search only. Propagation between searches, while a step is translated,
//! calls them not before they are prepared for the step.

use crate::propagate::propagator::{Context, Propagator};
use crate::propagate::user::propagation::{Assignment, Propagation, Status};
use crate::propagate::user::sharing::Sharing;
use hamadryad_sat::{Checked, Conflict, Lit, Solver};
use rustc_hash::FxHashMap;
use std::any::Any;

/// The interface of a user propagator to the solver. The library documents the duties of its methods.
pub trait UserPropagator: Any + Send {
    /// A copy, for a clone of the solver.
    fn clone_box(&self) -> Box<dyn UserPropagator>;

    /// Watched literals have become true. Implies literals and reports conflicts; returns after a conflict.
    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>);

    /// The last reported literals are unassigned; they are in the order of their reports.
    fn undo(&mut self, undone: &[Lit]);

    /// Checks a total assignment.
    fn check(&mut self, search: &mut Propagation<'_>);

    /// Appends the reason of a literal that was implied with a note.
    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>);

    /// A free literal to decide next.
    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit>;
}

/// A propagator with its log.
struct Registration {
    user: Box<dyn UserPropagator>,
    /// The watched literals that are true, with their positions on the trail.
    log: Vec<(Lit, usize)>,
    /// The number of reported literals of the log.
    reported: usize,
    /// The first call reports even an empty list.
    is_new: bool,
    /// The propagator is prepared for all steps.
    is_prepared: bool,
}

impl Clone for Registration {
    fn clone(&self) -> Registration {
        Registration { user: self.user.clone_box(), log: self.log.clone(), ..*self }
    }
}

/// All user propagators.
#[derive(Clone, Default)]
pub(crate) struct UserPropagators {
    registrations: Vec<Registration>,
    /// By literal: the propagators that watch it.
    watchers: Vec<Vec<u32>>,
    pub(crate) sharing: Sharing,
    /// By sorted conjunction: its literal.
    pub(crate) conjunctions: FxHashMap<Vec<Lit>, Lit>,
    is_searching: bool,
    changes: Vec<Lit>,
}

impl UserPropagators {
    pub(crate) fn are_there(&self) -> bool {
        !self.registrations.is_empty()
    }

    /// Adds a propagator; returns its number.
    pub(crate) fn add(&mut self, user: Box<dyn UserPropagator>) -> usize {
        let registration =
            Registration { user, log: Vec::new(), reported: 0, is_new: true, is_prepared: false };
        self.registrations.push(registration);
        self.registrations.len() - 1
    }

    /// The propagator with a number.
    pub(crate) fn get(&self, user: usize) -> Option<&(dyn UserPropagator + 'static)> {
        self.registrations.get(user).map(|registration| registration.user.as_ref())
    }

    /// The propagator with a number, for changes.
    pub(crate) fn get_mut(&mut self, user: usize) -> Option<&mut (dyn UserPropagator + 'static)> {
        self.registrations.get_mut(user).map(|registration| registration.user.as_mut())
    }

    /// Marks all propagators as unprepared, after a new step.
    pub(crate) fn unprepare(&mut self) {
        self.registrations.iter_mut().for_each(|registration| registration.is_prepared = false);
    }

    /// The numbers of unprepared propagators.
    pub(crate) fn unprepared(&self) -> Vec<usize> {
        (0..self.registrations.len()).filter(|&user| !self.registrations[user].is_prepared).collect()
    }

    pub(crate) fn are_prepared(&self) -> bool {
        self.registrations.iter().all(|registration| registration.is_prepared)
    }

    /// A copy of the propagator with a number.
    pub(crate) fn copy(&self, user: usize) -> Option<Box<dyn UserPropagator>> {
        self.registrations.get(user).map(|registration| registration.user.clone_box())
    }

    /// Replaces a propagator by its prepared copy.
    pub(crate) fn replace(&mut self, user: usize, prepared: Box<dyn UserPropagator>) {
        let registration = &mut self.registrations[user];
        (registration.user, registration.is_new, registration.is_prepared) = (prepared, true, true);
    }

    /// Adds a watched literal, at level 0. The propagators have seen the first `seen` literals of the trail.
    pub(crate) fn watch(&mut self, solver: &Solver, user: usize, lit: Lit, seen: usize) {
        if self.watchers.len() <= lit.index() {
            self.watchers.resize(lit.index() + 1, Vec::new());
        }
        let watchers = &mut self.watchers[lit.index()];
        if !watchers.contains(&(user as u32)) {
            watchers.push(user as u32);
        }
        // A true literal is reported again: the prepared propagator may use it in a new constraint.
        if solver.is_true(lit) && solver.position(lit.var()) < seen {
            self.registrations[user].log.push((lit, solver.position(lit.var())));
        }
    }

    /// Begins a search with its guard: from now on, propagators run.
    pub(crate) fn begin_search(&mut self, guard: Option<Lit>) {
        self.is_searching = true;
        self.sharing.guard = guard;
    }

    pub(crate) fn end_search(&mut self) {
        self.is_searching = false;
        self.sharing.clauses_of_solve.clear();
    }

    /// Lets all propagators check a total assignment.
    pub(crate) fn check(&mut self, solver: &mut Solver, first_handle: u32) -> Checked {
        let mut all = 0..self.registrations.len();
        let is_fine = all.all(|number| {
            let status = self.call(solver, number, first_handle, |user, _, search| user.check(search));
            !matches!(status, Status::Conflict(_))
        });
        if is_fine { Checked::Fine } else { Checked::Conflict }
    }

    /// A free literal that a propagator decides.
    pub(crate) fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let mut wanted = self
            .registrations
            .iter_mut()
            .filter_map(|registration| registration.user.decide(Assignment::of(solver)));
        wanted.find(|&lit| solver.is_free(lit))
    }

    /// Calls a propagator with access to the search; `changes` are passed on.
    fn call(
        &mut self,
        solver: &mut Solver,
        number: usize,
        first_handle: u32,
        method: impl FnOnce(&mut dyn UserPropagator, &[Lit], &mut Propagation<'_>),
    ) -> Status {
        let UserPropagators { registrations, sharing, changes, .. } = self;
        let mut search =
            Propagation { solver, sharing, user: number as u32, first_handle, status: Status::Open };
        method(registrations[number].user.as_mut(), changes, &mut search);
        search.status
    }
}

impl Propagator for UserPropagators {
    #[inline]
    fn assigned(&mut self, lit: Lit, position: usize) {
        if let Some(watchers) = self.watchers.get(lit.index()) {
            for &user in watchers {
                self.registrations[user as usize].log.push((lit, position));
            }
        }
    }

    fn backjumped(&mut self, _: &Solver, keep: usize) {
        for registration in &mut self.registrations {
            let kept = registration.log.partition_point(|&(_, position)| position < keep);
            if kept < registration.reported {
                self.changes.clear();
                self.changes
                    .extend(registration.log[kept..registration.reported].iter().map(|&(lit, _)| lit));
                registration.reported = kept;
                registration.user.undo(&self.changes);
            }
            registration.log.truncate(kept);
        }
        self.sharing.backjump(keep);
    }

    /// Calls the propagators with changes in turn, until one of them has implied a literal.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        if !self.is_searching {
            return Ok(());
        }
        let before = context.solver.trail().len();
        let first_handle = context.handle(0);
        for number in 0..self.registrations.len() {
            let registration = &mut self.registrations[number];
            if registration.reported == registration.log.len() && !registration.is_new {
                continue;
            }
            self.changes.clear();
            self.changes.extend(registration.log[registration.reported..].iter().map(|&(lit, _)| lit));
            (registration.reported, registration.is_new) = (registration.log.len(), false);
            let status = self.call(context.solver, number, first_handle, |user, changes, search| {
                user.propagate(changes, search);
            });
            match status {
                Status::Conflict(conflict) => return Err(conflict),
                Status::Backjump => return Ok(()),
                Status::Open if context.solver.trail().len() > before => return Ok(()),
                Status::Open => {}
            }
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let implied = self.sharing.implied(id);
        let first = reason.len();
        let user = &mut self.registrations[implied.user as usize].user;
        user.explain(Assignment::of(solver), lit, implied.note, reason);
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let was_true = |&lit: &Lit| solver.is_true(lit) && solver.position(lit.var()) < before;
        let is_valid = reason[first..].iter().all(was_true);
        assert!(is_valid, "a propagator gave a reason that was not true before the implied literal");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::reason_checker::{
        Strength, check, new_vars, random, random_clauses, random_literal, restless,
    };
    use rand::RngExt;

    /// The ways in which a propagator reports its inferences.
    #[derive(Clone, Copy)]
    enum Report {
        Reason,
        Note,
        Clause,
    }

    /// At most `limit` of the literals are true, by a counter that each report and each `undo` changes.
    #[derive(Clone)]
    struct AtMost {
        literals: Vec<Lit>,
        limit: usize,
        is_true: Vec<Lit>,
        report: Report,
    }

    impl AtMost {
        fn limit_others(&self, search: &mut Propagation<'_>) -> Result<(), crate::Conflict> {
            let Some(reason) = self.is_true.get(..self.limit) else { return Ok(()) };
            if let Some(beyond) = self.is_true.get(self.limit) {
                return Err(search.conflict(&[reason, &[*beyond]].concat()));
            }
            for &lit in self.literals.iter().filter(|lit| !self.is_true.contains(lit)) {
                match self.report {
                    Report::Reason => search.imply(!lit, reason)?,
                    Report::Note => search.imply_lazily(!lit, self.limit as u64)?,
                    Report::Clause => {
                        let clause: Vec<Lit> = reason.iter().chain([&lit]).map(|&lit| !lit).collect();
                        search.add_clause(&clause, crate::Lasting::UntilForgotten)?;
                    }
                }
            }
            Ok(())
        }
    }

    impl UserPropagator for AtMost {
        fn clone_box(&self) -> Box<dyn UserPropagator> {
            Box::new(self.clone())
        }

        fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) {
            self.is_true.extend_from_slice(changes);
            // After a conflict, the call returns; the solver knows the conflict.
            let _ = self.limit_others(search);
        }

        fn undo(&mut self, undone: &[Lit]) {
            let kept = self.is_true.len() - undone.len();
            assert_eq!(&self.is_true[kept..], undone, "the last reports are undone");
            self.is_true.truncate(kept);
        }

        fn check(&mut self, _: &mut Propagation<'_>) {}

        fn explain(&mut self, _: Assignment<'_>, _: Lit, note: u64, reason: &mut Vec<Lit>) {
            reason.extend_from_slice(&self.is_true[..note as usize]);
        }

        fn decide(&mut self, _: Assignment<'_>) -> Option<Lit> {
            None
        }
    }

    /// The naive version counts the true literals.
    #[test]
    fn inferences_of_user_propagators_are_those_of_their_constraint() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(3..=8);
            let vars = new_vars(&mut solver, number);
            let clauses = random_clauses(random, &mut solver, &vars);
            let mut users = UserPropagators::default();
            let mut constraints: Vec<(Vec<Lit>, usize)> = Vec::new();
            for report in [Report::Reason, Report::Note, Report::Clause] {
                let chosen: Vec<Lit> = vars.iter().copied().filter(|_| random.random_bool(0.6)).collect();
                let literals: Vec<Lit> = chosen.iter().map(|&var| random_literal(random, &[var])).collect();
                let limit = random.random_range(1..=3);
                let user = AtMost { literals: literals.clone(), limit, is_true: Vec::new(), report };
                let id = users.add(Box::new(user));
                literals.iter().for_each(|&lit| users.watch(&solver, id, lit, 0));
                constraints.push((literals, limit));
            }
            users.begin_search(None);
            let naive = |is_true: &dyn Fn(Lit) -> bool| {
                constraints
                    .iter()
                    .all(|(literals, limit)| literals.iter().filter(|&&lit| is_true(lit)).count() <= *limit)
            };
            let checked = check(random, solver, users, &clauses, &naive, Strength::Sound);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 500 && conflicts > 50, "{implications} {conflicts}");
    }
}
