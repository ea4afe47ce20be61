//! Several searches for the same model at once: a portfolio of threads.
//!
//! ```text
//! next_model   lead alone for a while ── pause ── lead and its twins ── who is first pauses the others ── they follow
//! ```
//!
//! Short searches are done before any thread is started, and one search alone is always the same for a seed. Each thread
//! has a clone of the solver with other settings; learnt clauses go to the others over channels of limited size, and those that
//! nobody has fetched in time are lost. Models are enumerated one by one by a single search, whichever finds the first.
//!
//! This file starts threads; where there are none, the lead does all of it.

use hamadryad_aspif::Literal;
use hamadryad_sat::{Exchange, Lit, Statistics};
use hamadryad_solve::{Advance, Model, Search, Summary};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How many clauses may wait for one who fetches them.
const WAITING: usize = 512;

/// How many threads search, and when more than one begin to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    /// The number of threads. With one, each run is the same as the last.
    pub number: usize,
    /// So long one thread searches alone for the next model: in conflicts, and now and then a decision.
    pub patience: u64,
}

impl Threads {
    /// So many threads, after one that is patient enough for what is easy.
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
struct Twin {
    search: Search<'static>,
    /// What its solver had done before it was its own.
    born: Statistics,
}

/// The searches, and which of them has what was found last.
pub(crate) struct Race<'c> {
    lead: Search<'c>,
    twins: Vec<Twin>,
    /// 0 for the lead, then the twins.
    first: usize,
    /// Models come from one search from now on.
    is_over: bool,
    threads: Threads,
}

impl<'c> Race<'c> {
    pub(crate) fn new(lead: Search<'c>, threads: Threads) -> Race<'c> {
        Race { lead, twins: Vec::new(), first: 0, is_over: threads.number <= 1, threads }
    }

    /// Moves to the next model.
    pub(crate) fn next_model(&mut self, stop: &dyn Fn() -> bool) -> Option<Model<'_>> {
        let advance = if self.is_over {
            self.advance_first(stop)
        } else if self.twins.is_empty() {
            self.begin(stop)
        } else {
            self.run(stop)
        };
        match advance {
            Advance::Model => Some(self.first().model()),
            Advance::End => None,
            Advance::Paused => {
                self.interrupt();
                None
            }
        }
    }

    pub(crate) fn summary(&self) -> &Summary {
        self.first().summary()
    }

    /// The models to come satisfy the clause.
    pub(crate) fn add_clause(&mut self, literals: &[Literal]) {
        self.lead.add_clause(literals);
        self.twins.iter_mut().for_each(|twin| twin.search.add_clause(literals));
    }

    fn first(&self) -> &Search<'_> {
        if self.first == 0 { &self.lead } else { &self.twins[self.first - 1].search }
    }

    /// One goes on alone.
    fn advance_first(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        match self.first {
            0 => self.lead.advance(stop),
            twin => self.twins[twin - 1].search.advance(stop),
        }
    }

    /// Nobody goes on; what any of them has proven is known.
    fn interrupt(&mut self) {
        let Race { lead, twins, .. } = self;
        twins.iter().for_each(|twin| lead.take_bounds(&twin.search));
        match self.first {
            0 => lead.interrupt(),
            first => {
                let twin = &mut twins[first - 1].search;
                twin.take_bounds(lead);
                twin.interrupt();
            }
        }
    }

    /// The lead searches alone; where that takes long, it gets twins.
    fn begin(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let (asked, is_told) = (Cell::new(0), Cell::new(false));
        let patience = self.threads.patience;
        let advance = self.lead.advance(&|| {
            is_told.set(stop());
            asked.set(asked.get() + 1);
            is_told.get() || asked.get() > patience
        });
        if advance != Advance::Paused || is_told.get() {
            return advance;
        }
        if !self.lead.may_have_twins() {
            return self.lead.advance(stop);
        }
        let born = *self.lead.statistics();
        let number = self.threads.number;
        self.twins = (1..number).map(|number| Twin { search: self.lead.twin(number), born }).collect();
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..number).map(|_| sync_channel(WAITING)).unzip();
        let searches = std::iter::once(None).chain(self.twins.iter_mut().map(Some));
        for ((place, search), own) in searches.enumerate().zip(receivers) {
            let others = senders.iter().enumerate().filter(|&(other, _)| other != place);
            let mail = Mail { others: others.map(|(_, sender)| sender.clone()).collect(), own };
            match search {
                None => self.lead.set_exchange(Some(Box::new(mail))),
                Some(twin) => twin.search.set_exchange(Some(Box::new(mail))),
            }
        }
        self.run(stop)
    }

    /// All search until one of them is done.
    fn run(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let over = AtomicBool::new(false);
        let Race { lead, twins, .. } = self;
        let ends: Vec<Advance> = thread::scope(|scope| {
            let start = |twin| {
                let over = &over;
                let search = move || Runner { over }.go(twin, &|| false);
                thread::Builder::new().name("twin".into()).spawn_scoped(scope, search)
            };
            let running: Vec<_> = twins.iter_mut().map(|twin| start(&mut twin.search)).collect();
            let lead = Runner { over: &over }.go(lead, stop);
            let ends = running.into_iter().map(|thread| match thread.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(end)) => end,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system has no room for it.
                Err(_) => Advance::Paused,
            });
            std::iter::once(lead).chain(ends).collect()
        });
        if let Some(first) = ends.iter().position(|&end| end == Advance::End) {
            (self.first, self.is_over) = (first, true);
            return Advance::End;
        }
        let found = (0..ends.len()).filter(|&place| ends[place] == Advance::Model);
        let Some(first) = found.reduce(|best, next| if self.is_ahead(next, best) { next } else { best })
        else {
            return Advance::Paused;
        };
        self.first = first;
        self.follow();
        Advance::Model
    }

    fn search(&self, place: usize) -> &Search<'_> {
        if place == 0 { &self.lead } else { &self.twins[place - 1].search }
    }

    fn is_ahead(&self, one: usize, other: usize) -> bool {
        self.search(one).is_ahead_of(self.search(other))
    }

    /// The others go on from the model that was found first; where that cannot be, one is enough.
    fn follow(&mut self) {
        let Race { lead, twins, first, .. } = self;
        let all_follow = match *first {
            0 => twins.iter_mut().all(|twin| twin.search.follow(lead)),
            first => {
                let (before, rest) = twins.split_at_mut(first - 1);
                let (leader, after) = rest.split_first_mut().expect("the first is one of them");
                let mut others = before.iter_mut().chain(after);
                lead.follow(&leader.search) && others.all(|twin| twin.search.follow(&leader.search))
            }
        };
        self.is_over = !all_follow;
    }
}

impl Drop for Race<'_> {
    fn drop(&mut self) {
        for twin in &self.twins {
            self.lead.add_effort_of_twins(&twin.search.statistics().since(&twin.born));
        }
        self.lead.set_exchange(None);
    }
}

/// What ends all searches when it is done, or has panicked.
struct Runner<'r> {
    over: &'r AtomicBool,
}

impl Runner<'_> {
    fn go(self, search: &mut Search<'_>, stop: &dyn Fn() -> bool) -> Advance {
        search.advance(&|| self.over.load(Ordering::Relaxed) || stop())
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// Clauses to all others, and from them.
struct Mail {
    others: Vec<SyncSender<Vec<Lit>>>,
    own: Receiver<Vec<Lit>>,
}

impl Exchange for Mail {
    fn offer(&mut self, clause: &[Lit]) {
        for other in &self.others {
            // Whoever has so much to read already can do without.
            let _ = other.try_send(clause.to_vec());
        }
    }

    fn take(&mut self) -> Option<Vec<Lit>> {
        self.own.try_recv().ok()
    }
}
