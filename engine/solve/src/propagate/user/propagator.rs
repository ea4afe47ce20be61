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

    /// The search leaves a level; the last reported literals, which are those of this level in the order of
    /// their reports, are unassigned. Without such literals, the call is made only if [`Calls::undo_checks`] is
    /// set.
    fn undo(&mut self, undone: &[Lit], assignment: Assignment<'_>);

    /// Checks an assignment, see [`Calls::check`].
    fn check(&mut self, search: &mut Propagation<'_>);

    /// Appends the reason of a literal that was implied with a note.
    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>);

    /// A free literal to decide next.
    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit>;

    /// A free literal to decide instead of `choice`, the next decision.
    fn overrule(&mut self, assignment: Assignment<'_>, choice: Lit) -> Option<Lit>;

    /// The calls that the propagator wants; it may change its wishes while it is prepared.
    fn calls(&self) -> Calls;

    /// Whether the propagator has failed, so that the search must end.
    fn has_failed(&self) -> bool;
}

/// The assignments that a propagator checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckMode {
    /// None.
    Never,
    /// Total assignments.
    #[default]
    Total,
    /// The assignment at each fixpoint of propagation, total or not.
    Fixpoint,
    /// The assignment at each fixpoint, and once more if it is total.
    Both,
}

impl CheckMode {
    fn is_total(self) -> bool {
        matches!(self, CheckMode::Total | CheckMode::Both)
    }

    fn is_at_fixpoints(self) -> bool {
        matches!(self, CheckMode::Fixpoint | CheckMode::Both)
    }
}

/// The calls that a propagator wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// The assignments to check.
    pub check: CheckMode,
    /// Whether `undo` is also called for levels where `check` was called and no change was reported.
    pub undo_checks: bool,
    /// Whether each solve prepares the propagator, not only a solve after a new step. What it asks for in its
    /// preparation then takes effect at once, and stays if the preparation fails; and it is not called without
    /// changes.
    pub prepare_always: bool,
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
    /// The length of the trail at the last check at a fixpoint, until the search jumps back.
    checked_at: Option<usize>,
    /// The levels, in their order, where the propagator has checked the assignment.
    checked_levels: Vec<u32>,
}

impl Clone for Registration {
    fn clone(&self) -> Registration {
        let (log, checked_levels) = (self.log.clone(), self.checked_levels.clone());
        Registration { user: self.user.clone_box(), log, checked_levels, ..*self }
    }
}

impl Registration {
    /// Records a check at a level.
    fn note_check(&mut self, level: u32) {
        if level > 0 && self.checked_levels.last() != Some(&level) {
            self.checked_levels.push(level);
        }
    }

    /// Tells the propagator that the trail will be cut to `keep` literals, level by level. `undone` is a buffer.
    fn leave(&mut self, solver: &Solver, keep: usize, undone: &mut Vec<Lit>) {
        self.checked_at = self.checked_at.filter(|&length| length <= keep);
        if self.checked_levels.is_empty() && self.log.last().is_none_or(|&(_, position)| position < keep) {
            return;
        }
        let mut level = solver.decision_level();
        while level > 0 && solver.level_start(level) >= keep {
            let start = solver.level_start(level);
            let kept = self.log.partition_point(|&(_, position)| position < start);
            let was_checked = self.checked_levels.pop_if(|checked| *checked == level).is_some();
            undone.clear();
            undone.extend(
                self.log[kept..].iter().take(self.reported.saturating_sub(kept)).map(|&(lit, _)| lit),
            );
            self.reported = self.reported.min(kept);
            self.log.truncate(kept);
            if !undone.is_empty() || was_checked && self.user.calls().undo_checks {
                self.user.undo(undone, Assignment::leaving(solver, level));
            }
            level -= 1;
        }
    }
}

/// All user propagators.
#[derive(Clone, Default)]
pub(crate) struct UserPropagators {
    registrations: Vec<Registration>,
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
        let registration = Registration {
            user,
            log: Vec::new(),
            reported: 0,
            is_new: true,
            is_prepared: false,
            checked_at: None,
            checked_levels: Vec::new(),
        };
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
        let is_new = !prepared.calls().prepare_always;
        (registration.user, registration.is_new, registration.is_prepared) = (prepared, is_new, true);
    }

    /// Adds a watched literal, at level 0. The propagators have seen the first `seen` literals of the trail.
    pub(crate) fn watch(&mut self, solver: &Solver, user: usize, lit: Lit, seen: usize) {
        let is_added = self.sharing.watches.add(user as u32, lit);
        let registration = &mut self.registrations[user];
        // A true literal is reported again: the prepared propagator may use it in a new constraint.
        if (is_added || !registration.user.calls().prepare_always)
            && solver.is_true(lit)
            && solver.position(lit.var()) < seen
        {
            registration.log.push((lit, solver.position(lit.var())));
        }
    }

    /// Ends the watch of a literal.
    pub(crate) fn unwatch(&mut self, user: usize, lit: Lit) {
        self.sharing.watches.remove(user as u32, lit);
    }

    /// Begins a search with its guard: from now on, propagators run.
    pub(crate) fn begin_search(&mut self, guard: Option<Lit>) {
        self.is_searching = true;
        self.sharing.guard = guard;
    }

    /// Ends the search, at level 0. Returns the variables that were made for it and that no clause contains.
    pub(crate) fn end_search(&mut self) -> Vec<Lit> {
        self.is_searching = false;
        self.sharing.clauses_of_solve.clear();
        for registration in &mut self.registrations {
            registration.is_prepared &= !registration.user.calls().prepare_always;
        }
        self.sharing.take_made()
    }

    /// Lets all propagators check a total assignment.
    pub(crate) fn check(&mut self, solver: &mut Solver, first_handle: u32) -> Checked {
        for number in 0..self.registrations.len() {
            let registration = &mut self.registrations[number];
            if registration.user.calls().check.is_total() {
                registration.note_check(solver.decision_level());
                match self.call(solver, number, first_handle, |user, _, search| user.check(search)) {
                    Status::Conflict(_) => return Checked::Conflict,
                    Status::Backjump => return Checked::Fine,
                    Status::Open => {}
                }
            }
            if self.registrations[number].user.has_failed() {
                return Checked::Stopped;
            }
        }
        Checked::Fine
    }

    /// A free literal that a propagator decides.
    pub(crate) fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let mut wanted = self
            .registrations
            .iter_mut()
            .filter_map(|registration| registration.user.decide(Assignment::of(solver)));
        wanted.find(|&lit| solver.is_free(lit))
    }

    /// The decision instead of `choice`: that of the first propagator that has a wish, if it is possible.
    pub(crate) fn overrule(&mut self, solver: &Solver, choice: Lit) -> Lit {
        let mut wanted = self
            .registrations
            .iter_mut()
            .filter_map(|registration| registration.user.overrule(Assignment::of(solver), choice));
        wanted.next().filter(|&lit| solver.is_free(lit)).unwrap_or(choice)
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
        for &user in self.sharing.watches.of(lit) {
            self.registrations[user as usize].log.push((lit, position));
        }
    }

    fn backjumped(&mut self, solver: &Solver, keep: usize) {
        let UserPropagators { registrations, changes, .. } = self;
        registrations.iter_mut().for_each(|registration| registration.leave(solver, keep, changes));
        self.sharing.backjump(keep);
    }

    /// Calls the propagators with changes in turn, until one of them has implied a literal; of each, its checks
    /// come last.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        if !self.is_searching {
            return Ok(());
        }
        let before = context.solver.trail().len();
        let first_handle = context.handle(0);
        for number in 0..self.registrations.len() {
            let registration = &mut self.registrations[number];
            if registration.user.has_failed() {
                // Changes that it does not receive are not undone later.
                continue;
            }
            if registration.reported < registration.log.len() || registration.is_new {
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
            let registration = &mut self.registrations[number];
            if registration.checked_at != Some(before) && registration.user.calls().check.is_at_fixpoints() {
                registration.checked_at = Some(before);
                registration.note_check(context.solver.decision_level());
                match self.call(context.solver, number, first_handle, |user, _, search| user.check(search)) {
                    Status::Conflict(conflict) => return Err(conflict),
                    Status::Backjump => return Ok(()),
                    Status::Open if context.solver.trail().len() > before => return Ok(()),
                    Status::Open => {}
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let implied = self.sharing.implied(id);
        let first = reason.len();
        let user = &mut self.registrations[implied.user as usize].user;
        user.explain(Assignment::of(solver), lit, implied.note, reason);
        let sharing = &mut self.sharing;
        if sharing.is_for_this_search(&[lit]) || sharing.is_for_this_search(&reason[first..]) {
            reason.push(sharing.use_guard());
        }
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

        fn undo(&mut self, undone: &[Lit], assignment: Assignment<'_>) {
            assert!(undone.iter().all(|&lit| assignment.is_free(lit)), "{undone:?} is undone");
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

        fn overrule(&mut self, _: Assignment<'_>, _: Lit) -> Option<Lit> {
            None
        }

        fn calls(&self) -> Calls {
            Calls::default()
        }

        fn has_failed(&self) -> bool {
            false
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
