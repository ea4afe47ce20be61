//! User propagators: the propagators of the host program.
//!
//! Each has a log of the literals it watches that have become true, in the order of the trail, and has been told of a first
//! part of it. What it is told of and then undone it is told again, as undone; what it has not heard of yet is dropped in
//! silence.
//!
//! Invariant: propagators are asked while a search runs and never between two, so that whatever is propagated while a step
//! is translated concerns them only when they know the step.

use crate::propagate::propagator::{Conflict, Context, Propagator};
use crate::propagate::user::propagation::{Assignment, Going, Propagation};
use hamadryad_sat::{Checked, Lit, Solver};
use rustc_hash::FxHashMap;
use std::any::Any;

/// A propagator as the solver sees it. See the propagators of the library for what the methods promise.
pub trait UserPropagator: Any + Send {
    /// A copy, for a clone of the solver.
    fn clone_box(&self) -> Box<dyn UserPropagator>;

    /// Watched literals have become true. What follows is told to the search; after a conflict this returns at once.
    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>);

    /// The last of what it has been told is undone, in the order in which it was told.
    fn undo(&mut self, undone: &[Lit]);

    /// All variables have values.
    fn check(&mut self, search: &mut Propagation<'_>);

    /// Appends the reason of a literal that was implied with a note.
    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>);

    /// A free literal to decide next.
    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit>;
}

/// A literal that a propagator has implied and not explained.
#[derive(Clone, Copy)]
pub(crate) struct Implied {
    /// Its place on the trail.
    pub(crate) position: usize,
    pub(crate) user: u32,
    pub(crate) note: u64,
}

/// What all propagators share.
#[derive(Clone, Default)]
pub(crate) struct Sharing {
    implied: Vec<Implied>,
    /// True during the present solve and false ever after.
    pub(crate) guard: Option<Lit>,
    pub(crate) guard_is_used: bool,
    /// Clauses for the present solve, without the guard.
    pub(crate) clauses_of_solve: Vec<Vec<Lit>>,
}

impl Sharing {
    /// The number of an implied literal.
    pub(crate) fn note(&mut self, implied: Implied) -> u32 {
        self.implied.push(implied);
        (self.implied.len() - 1) as u32
    }
}

struct Registration {
    user: Box<dyn UserPropagator>,
    /// The watched literals that are true, with their places on the trail.
    log: Vec<(Lit, usize)>,
    /// How many of them it has been told of.
    told: usize,
    /// It is asked even where nothing has changed.
    is_new: bool,
    /// It knows all steps.
    is_prepared: bool,
}

impl Clone for Registration {
    fn clone(&self) -> Registration {
        Registration { user: self.user.clone_box(), log: self.log.clone(), ..*self }
    }
}

/// The propagators.
#[derive(Clone, Default)]
pub(crate) struct UserPropagators {
    registrations: Vec<Registration>,
    /// By literal: who watches it.
    watchers: Vec<Vec<u32>>,
    pub(crate) sharing: Sharing,
    /// Conjunctions that got a literal, sorted.
    pub(crate) conjunctions: FxHashMap<Vec<Lit>, Lit>,
    is_searching: bool,
    changes: Vec<Lit>,
}

impl UserPropagators {
    pub(crate) fn are_there(&self) -> bool {
        !self.registrations.is_empty()
    }

    pub(crate) fn add(&mut self, user: Box<dyn UserPropagator>) -> usize {
        let registration = Registration { user, log: Vec::new(), told: 0, is_new: true, is_prepared: false };
        self.registrations.push(registration);
        self.registrations.len() - 1
    }

    pub(crate) fn get(&self, user: usize) -> Option<&(dyn UserPropagator + 'static)> {
        self.registrations.get(user).map(|registration| registration.user.as_ref())
    }

    pub(crate) fn get_mut(&mut self, user: usize) -> Option<&mut (dyn UserPropagator + 'static)> {
        self.registrations.get_mut(user).map(|registration| registration.user.as_mut())
    }

    /// There is a new step.
    pub(crate) fn unprepare(&mut self) {
        self.registrations.iter_mut().for_each(|registration| registration.is_prepared = false);
    }

    /// Those that do not know all steps.
    pub(crate) fn unprepared(&self) -> Vec<usize> {
        (0..self.registrations.len()).filter(|&user| !self.registrations[user].is_prepared).collect()
    }

    pub(crate) fn are_prepared(&self) -> bool {
        self.registrations.iter().all(|registration| registration.is_prepared)
    }

    pub(crate) fn copy(&self, user: usize) -> Option<Box<dyn UserPropagator>> {
        self.registrations.get(user).map(|registration| registration.user.clone_box())
    }

    /// Puts a propagator that knows all steps in its place.
    pub(crate) fn replace(&mut self, user: usize, prepared: Box<dyn UserPropagator>) {
        let registration = &mut self.registrations[user];
        (registration.user, registration.is_new, registration.is_prepared) = (prepared, true, true);
    }

    /// Lets a propagator be told when a literal becomes true, at level 0. `seen` literals of the trail have been noticed.
    pub(crate) fn watch(&mut self, solver: &Solver, user: usize, lit: Lit, seen: usize) {
        if self.watchers.len() <= lit.index() {
            self.watchers.resize(lit.index() + 1, Vec::new());
        }
        let watchers = &mut self.watchers[lit.index()];
        if !watchers.contains(&(user as u32)) {
            watchers.push(user as u32);
        }
        // Even where it was told before: it may know more of the literal now.
        if solver.is_true(lit) && solver.position(lit.var()) < seen {
            self.registrations[user].log.push((lit, solver.position(lit.var())));
        }
    }

    /// From now on they are asked, with the guard of the search.
    pub(crate) fn begin_search(&mut self, guard: Option<Lit>) {
        self.is_searching = true;
        self.sharing.guard = guard;
    }

    pub(crate) fn end_search(&mut self) {
        self.is_searching = false;
        self.sharing.clauses_of_solve.clear();
    }

    pub(crate) fn check(&mut self, solver: &mut Solver, first_handle: u32) -> Checked {
        let mut all = 0..self.registrations.len();
        let is_fine = all.all(|number| {
            let registration = &mut self.registrations[number];
            let going = ask(registration, &mut self.sharing, solver, number, first_handle, |user, search| {
                user.check(search);
            });
            going != Going::Conflict
        });
        if is_fine { Checked::Fine } else { Checked::Conflict }
    }

    /// A literal that one of them wants to be decided.
    pub(crate) fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let mut wanted = self
            .registrations
            .iter_mut()
            .filter_map(|registration| registration.user.decide(Assignment::of(solver)));
        wanted.find(|&lit| solver.is_free(lit))
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
            if kept < registration.told {
                self.changes.clear();
                self.changes.extend(registration.log[kept..registration.told].iter().map(|&(lit, _)| lit));
                registration.told = kept;
                registration.user.undo(&self.changes);
            }
            registration.log.truncate(kept);
        }
        while self.sharing.implied.last().is_some_and(|implied| implied.position >= keep) {
            self.sharing.implied.pop();
        }
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
            if registration.told == registration.log.len() && !registration.is_new {
                continue;
            }
            self.changes.clear();
            self.changes.extend(registration.log[registration.told..].iter().map(|&(lit, _)| lit));
            (registration.told, registration.is_new) = (registration.log.len(), false);
            let (changes, solver) = (&self.changes, &mut *context.solver);
            let going = ask(registration, &mut self.sharing, solver, number, first_handle, |user, search| {
                user.propagate(changes, search);
            });
            match going {
                Going::Conflict => return Err(Conflict::known()),
                Going::Back => return Ok(()),
                Going::On if context.solver.trail().len() > before => return Ok(()),
                Going::On => {}
            }
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let Implied { user, note, .. } = self.sharing.implied[id as usize];
        let first = reason.len();
        self.registrations[user as usize].user.explain(Assignment::of(solver), lit, note, reason);
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let was_true = |&lit: &Lit| solver.is_true(lit) && solver.position(lit.var()) < before;
        assert!(reason[first..].iter().all(was_true), "a propagator gave a reason that did not hold before");
    }
}

fn ask(
    registration: &mut Registration,
    sharing: &mut Sharing,
    solver: &mut Solver,
    number: usize,
    first_handle: u32,
    question: impl FnOnce(&mut dyn UserPropagator, &mut Propagation<'_>),
) -> Going {
    let mut search = Propagation { solver, sharing, user: number as u32, first_handle, going: Going::On };
    question(registration.user.as_mut(), &mut search);
    search.going
}
