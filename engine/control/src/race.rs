//! A portfolio of threads: several searches for the same model at once.
//!
//! ```text
//! next_model   primary alone ── patience over ── primary and workers ── a model: all stop and import it ── …
//! ```
//!
//! Short searches end before any thread starts, and a single thread is deterministic for a seed. Each worker
//! has a clone of the solver with other settings; learnt clauses go to the others over bounded channels, and
//! a clause for which a channel has no room is dropped. Models that are excluded by backtracking come from
//! the search that found the first.
//!
//! Invariants:
//! - An answer (models, optimum, consequences) does not depend on threads and their timing: a search imports
//!   only facts that hold for all. `hamadryad_solve`, `portfolio.rs`, and `hamadryad_sat`, `sharing.rs`,
//!   state which these are.
//! - While no call runs, all searches stand still, and all agree on the models found so far, or `is_over`.
//! - The first search that ends stops all others, also if it panics; a search polls for this at each
//!   conflict, each 32nd decision, and before each core and each trial of an optimisation.
//!
//! This file starts threads; if the system provides none, the primary search does all of the work.

use hamadryad_aspif::Literal;
use hamadryad_sat::{Exchange, Lit, Statistics};
use hamadryad_solve::{Advance, Model, Search, SearchSummary};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

#[cfg(test)]
mod case;
#[cfg(test)]
mod hunt;
#[cfg(test)]
mod schedule;

/// The number of clauses that a channel holds.
const WAITING: usize = 512;

/// The number of threads of a search, and when they start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    /// The number of threads. With one, each run is the same as the last.
    pub number: usize,
    /// The length of the search for the next model on a single thread, before the others start: the number of
    /// conflicts, and of each 32nd decision.
    pub patience: u64,
}

impl Threads {
    /// This number of threads, with the default patience.
    pub fn new(number: usize) -> Threads {
        Threads { number, patience: 1000 }
    }
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::new(1)
    }
}

/// A search on a thread of its own.
struct Worker {
    search: Search<'static>,
    /// The counts of its solver when it was cloned.
    inherited: Statistics,
}

/// The searches, numbered: 0 is the primary search, which borrows the control; the workers follow.
pub(crate) struct Race<'c> {
    primary: Search<'c>,
    workers: Vec<Worker>,
    /// The number of the search that found the last model or came to the end.
    leader: usize,
    /// The leader goes on alone.
    is_over: bool,
    threads: Threads,
}

impl<'c> Race<'c> {
    pub(crate) fn new(primary: Search<'c>, threads: Threads) -> Race<'c> {
        Race { primary, workers: Vec::new(), leader: 0, is_over: threads.number <= 1, threads }
    }

    /// Moves to the next model.
    pub(crate) fn next_model(&mut self, stop: &dyn Fn() -> bool) -> Option<Model<'_>> {
        let advance = if self.is_over {
            self.advance_leader(stop)
        } else if self.workers.is_empty() {
            self.begin(stop)
        } else {
            self.run(stop)
        };
        match advance {
            Advance::Model => Some(self.leader().model()),
            Advance::End => None,
            Advance::Paused => {
                self.interrupt();
                None
            }
        }
    }

    /// The last model; `None` before the first.
    pub(crate) fn model(&self) -> Option<Model<'_>> {
        (self.summary().models > 0).then(|| self.leader().model())
    }

    pub(crate) fn summary(&self) -> &SearchSummary {
        self.leader().summary()
    }

    /// The number of the search that found the last model or came to the end.
    pub(crate) fn winner(&self) -> usize {
        self.leader
    }

    /// Requires a clause of all models to come.
    pub(crate) fn add_clause(&mut self, literals: &[Literal]) {
        self.primary.add_clause(literals);
        self.workers.iter_mut().for_each(|worker| worker.search.add_clause(literals));
    }

    fn leader(&self) -> &Search<'_> {
        self.search(self.leader)
    }

    fn search(&self, number: usize) -> &Search<'_> {
        if number == 0 { &self.primary } else { &self.workers[number - 1].search }
    }

    fn advance_leader(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        match self.leader {
            0 => self.primary.advance(stop),
            number => self.workers[number - 1].search.advance(stop),
        }
    }

    /// Ends the search early, with the best lower bounds that any search has proven.
    fn interrupt(&mut self) {
        let Race { primary, workers, .. } = self;
        workers.iter().for_each(|worker| primary.take_bounds(&worker.search));
        match self.leader {
            0 => primary.interrupt(),
            number => {
                let leader = &mut workers[number - 1].search;
                leader.take_bounds(primary);
                leader.interrupt();
            }
        }
    }

    /// Searches on one thread until its patience is over, then on all threads.
    fn begin(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let (polls, is_stopped) = (Cell::new(0), Cell::new(false));
        let patience = self.threads.patience;
        let advance = self.primary.advance(&|| {
            is_stopped.set(stop());
            polls.set(polls.get() + 1);
            is_stopped.get() || polls.get() > patience
        });
        if advance != Advance::Paused || is_stopped.get() {
            return advance;
        }
        if !self.primary.allows_workers() {
            return self.primary.advance(stop);
        }
        self.make_workers();
        self.run(stop)
    }

    fn make_workers(&mut self) {
        let number = self.threads.number;
        let inherited = *self.primary.statistics();
        let clones = self.primary.workers(number - 1);
        self.workers = clones.into_iter().map(|search| Worker { search, inherited }).collect();
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..number).map(|_| sync_channel(WAITING)).unzip();
        for (number, own) in receivers.into_iter().enumerate() {
            let others = senders.iter().enumerate().filter(|&(other, _)| other != number);
            let channels = Channels { others: others.map(|(_, sender)| sender.clone()).collect(), own };
            match number {
                0 => self.primary.set_exchange(Some(Box::new(channels))),
                _ => self.workers[number - 1].search.set_exchange(Some(Box::new(channels))),
            }
        }
    }

    /// Runs all searches until one of them finds a model or ends.
    fn run(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let advances = self.advance_all(stop);
        if let Some(leader) = advances.iter().position(|&advance| advance == Advance::End) {
            (self.leader, self.is_over) = (leader, true);
            return Advance::End;
        }
        let found = (0..advances.len()).filter(|&number| advances[number] == Advance::Model);
        let best = |best, next| if self.search(next).is_ahead_of(self.search(best)) { next } else { best };
        let Some(leader) = found.reduce(best) else { return Advance::Paused };
        self.leader = leader;
        self.is_over = !self.import();
        Advance::Model
    }

    /// Advances all searches, the primary one on this thread, and returns what each did.
    fn advance_all(&mut self, stop: &dyn Fn() -> bool) -> Vec<Advance> {
        let is_over = AtomicBool::new(false);
        let Race { primary, workers, .. } = self;
        #[cfg(test)]
        let schedule = schedule::Schedule::begin(workers.len() + 1);
        let run = |_number: usize, search: &mut Search<'_>, stop: &dyn Fn() -> bool| {
            #[cfg(test)]
            let _turn = schedule.enter(_number);
            Runner { is_over: &is_over }.go(search, stop)
        };
        thread::scope(|scope| {
            let run = &run;
            let running: Vec<_> = workers
                .iter_mut()
                .zip(1..)
                .map(|(worker, number)| {
                    let search = move || run(number, &mut worker.search, &|| false);
                    thread::Builder::new().name("worker".into()).spawn_scoped(scope, search)
                })
                .collect();
            let own = run(0, primary, stop);
            let others = running.into_iter().map(|thread| match thread.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(advance)) => advance,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system has no room for the thread.
                Err(_) => Advance::Paused,
            });
            std::iter::once(own).chain(others).collect()
        })
    }

    /// Makes all searches import the leader's model. `false` if one of them cannot: then the leader goes on
    /// alone.
    fn import(&mut self) -> bool {
        let Race { primary, workers, leader, .. } = self;
        match *leader {
            0 => workers.iter_mut().all(|worker| worker.search.import(primary)),
            number => {
                let (before, rest) = workers.split_at_mut(number - 1);
                let (leader, after) = rest.split_first_mut().expect("the leader is one of the workers");
                let mut others = before.iter_mut().chain(after);
                primary.import(&leader.search) && others.all(|worker| worker.search.import(&leader.search))
            }
        }
    }
}

impl Drop for Race<'_> {
    fn drop(&mut self) {
        for (worker, number) in self.workers.iter().zip(1..) {
            let effort = worker.search.statistics().since(&worker.inherited);
            self.primary.add_effort_of_worker(number, &effort);
        }
        self.primary.set_exchange(None);
    }
}

/// A search that runs; the end of it, also by a panic, stops all others.
struct Runner<'r> {
    is_over: &'r AtomicBool,
}

impl Runner<'_> {
    fn go(self, search: &mut Search<'_>, stop: &dyn Fn() -> bool) -> Advance {
        search.advance(&|| {
            #[cfg(test)]
            schedule::pause();
            self.is_over.load(Ordering::Relaxed) || stop()
        })
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Channels to the other searches, and from them.
struct Channels {
    others: Vec<SyncSender<Vec<Lit>>>,
    own: Receiver<Vec<Lit>>,
}

impl Exchange for Channels {
    fn offer(&mut self, clause: &[Lit]) {
        #[cfg(test)]
        schedule::pause();
        for other in &self.others {
            // A full channel drops the clause.
            let _ = other.try_send(clause.to_vec());
        }
    }

    fn take(&mut self) -> Option<Vec<Lit>> {
        #[cfg(test)]
        schedule::pause();
        self.own.try_recv().ok()
    }
}
