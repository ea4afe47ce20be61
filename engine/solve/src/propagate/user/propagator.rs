//! Propagators of the host program as a part of the propagators.
//!
//! Each has a log of the literals it watches that have become true, in the order of the trail, and has been told of a first
//! part of it. What it is told of and then undone it is told again, as undone; what it has not heard of yet is dropped in
//! silence.
//!
//! Invariant: propagators are asked while a search runs and never between two, so that whatever is propagated while a step
//! is translated concerns them only when they know the step.

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
    pub(crate) guest: u32,
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
    guest: Box<dyn UserPropagator>,
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
        Registration { guest: self.guest.clone_box(), log: self.log.clone(), ..*self }
    }
}

/// The propagators.
#[derive(Clone, Default)]
pub(crate) struct UserPropagators {
    seats: Vec<Registration>,
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
        !self.seats.is_empty()
    }

    pub(crate) fn add(&mut self, guest: Box<dyn UserPropagator>) -> usize {
        let seat = Registration { guest, log: Vec::new(), told: 0, is_new: true, is_prepared: false };
        self.seats.push(seat);
        self.seats.len() - 1
    }

    pub(crate) fn get(&self, guest: usize) -> Option<&(dyn UserPropagator + 'static)> {
        self.seats.get(guest).map(|seat| seat.guest.as_ref())
    }

    pub(crate) fn get_mut(&mut self, guest: usize) -> Option<&mut (dyn UserPropagator + 'static)> {
        self.seats.get_mut(guest).map(|seat| seat.guest.as_mut())
    }

    /// There is a new step.
    pub(crate) fn unprepare(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.is_prepared = false);
    }

    /// Those that do not know all steps.
    pub(crate) fn unprepared(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|&guest| !self.seats[guest].is_prepared).collect()
    }

    pub(crate) fn are_prepared(&self) -> bool {
        self.seats.iter().all(|seat| seat.is_prepared)
    }

    pub(crate) fn copy(&self, guest: usize) -> Option<Box<dyn UserPropagator>> {
        self.seats.get(guest).map(|seat| seat.guest.clone_box())
    }

    /// Puts a propagator that knows all steps in its place.
    pub(crate) fn replace(&mut self, guest: usize, prepared: Box<dyn UserPropagator>) {
        let seat = &mut self.seats[guest];
        (seat.guest, seat.is_new, seat.is_prepared) = (prepared, true, true);
    }

    /// Lets a propagator be told when a literal becomes true, at level 0. `seen` literals of the trail have been noticed.
    pub(crate) fn watch(&mut self, solver: &Solver, guest: usize, lit: Lit, seen: usize) {
        if self.watchers.len() <= lit.index() {
            self.watchers.resize(lit.index() + 1, Vec::new());
        }
        let watchers = &mut self.watchers[lit.index()];
        if !watchers.contains(&(guest as u32)) {
            watchers.push(guest as u32);
        }
        // Even where it was told before: it may know more of the literal now.
        if solver.is_true(lit) && solver.position(lit.var()) < seen {
            self.seats[guest].log.push((lit, solver.position(lit.var())));
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

    /// A literal has become true.
    #[inline]
    pub(crate) fn satisfied(&mut self, lit: Lit, position: usize) {
        if let Some(watchers) = self.watchers.get(lit.index()) {
            for &guest in watchers {
                self.seats[guest as usize].log.push((lit, position));
            }
        }
    }

    /// Asks each that has something to hear, until one has implied something. `false` on a conflict.
    pub(crate) fn propagate(&mut self, solver: &mut Solver, handle_base: u32) -> bool {
        if !self.is_searching {
            return true;
        }
        let before = solver.trail().len();
        for number in 0..self.seats.len() {
            let seat = &mut self.seats[number];
            if seat.told == seat.log.len() && !seat.is_new {
                continue;
            }
            self.changes.clear();
            self.changes.extend(seat.log[seat.told..].iter().map(|&(lit, _)| lit));
            (seat.told, seat.is_new) = (seat.log.len(), false);
            let changes = &self.changes;
            let going = ask(seat, &mut self.sharing, solver, number, handle_base, |guest, search| {
                guest.propagate(changes, search);
            });
            match going {
                Going::Conflict => return false,
                Going::Back => return true,
                Going::On if solver.trail().len() > before => return true,
                Going::On => {}
            }
        }
        true
    }

    pub(crate) fn check(&mut self, solver: &mut Solver, handle_base: u32) -> Checked {
        let mut all = 0..self.seats.len();
        let is_fine = all.all(|number| {
            let seat = &mut self.seats[number];
            let going = ask(seat, &mut self.sharing, solver, number, handle_base, |guest, search| {
                guest.check(search);
            });
            going != Going::Conflict
        });
        if is_fine { Checked::Fine } else { Checked::Conflict }
    }

    /// A literal that one of them wants to be decided.
    pub(crate) fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let mut wanted = self.seats.iter_mut().filter_map(|seat| seat.guest.decide(Assignment::of(solver)));
        wanted.find(|&lit| solver.is_free(lit))
    }

    pub(crate) fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let Implied { guest, note, .. } = self.sharing.implied[handle as usize];
        let first = reason.len();
        self.seats[guest as usize].guest.explain(Assignment::of(solver), lit, note, reason);
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let was_true = |&lit: &Lit| solver.is_true(lit) && solver.position(lit.var()) < before;
        assert!(reason[first..].iter().all(was_true), "a propagator gave a reason that did not hold before");
    }

    /// The trail is about to be cut to `keep` literals.
    pub(crate) fn undo(&mut self, keep: usize) {
        for seat in &mut self.seats {
            let kept = seat.log.partition_point(|&(_, position)| position < keep);
            if kept < seat.told {
                self.changes.clear();
                self.changes.extend(seat.log[kept..seat.told].iter().map(|&(lit, _)| lit));
                seat.told = kept;
                seat.guest.undo(&self.changes);
            }
            seat.log.truncate(kept);
        }
        while self.sharing.implied.last().is_some_and(|implied| implied.position >= keep) {
            self.sharing.implied.pop();
        }
    }
}

fn ask(
    seat: &mut Registration,
    sharing: &mut Sharing,
    solver: &mut Solver,
    number: usize,
    handle_base: u32,
    question: impl FnOnce(&mut dyn UserPropagator, &mut Propagation<'_>),
) -> Going {
    let mut search = Propagation { solver, sharing, guest: number as u32, handle_base, going: Going::On };
    question(seat.guest.as_mut(), &mut search);
    search.going
}
