//! Schedules for tests: which search runs when.
//!
//! With [`Order::Turns`] one search runs at a time, and at each poll a seeded generator chooses the next: a
//! run is the same for a seed, whatever the system does. With [`Order::Pauses`] all run, and some polls yield
//! or sleep, so that the system meets other interleavings, and a race detector sees threads that really run
//! at once.
//!
//! Invariant: a search that ends, also by a panic, passes its turn on.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How searches are interleaved.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    Turns(u64),
    Pauses(u64),
}

struct State {
    random: ChaCha8Rng,
    running: Vec<bool>,
    turn: usize,
}

impl State {
    fn pass_on(&mut self) {
        let running: Vec<usize> = (0..self.running.len()).filter(|&number| self.running[number]).collect();
        if !running.is_empty() {
            self.turn = running[self.random.random_range(0..running.len())];
        }
    }
}

/// The interleaving of the searches of a test.
#[derive(Clone)]
pub struct Schedule {
    order: Option<Order>,
    shared: Arc<(Mutex<State>, Condvar)>,
}

/// A search of this thread, while it runs.
struct Entered {
    schedule: Schedule,
    number: usize,
    random: ChaCha8Rng,
}

thread_local! {
    static PRESENT: RefCell<Option<Schedule>> = const { RefCell::new(None) };
    static ENTERED: RefCell<Option<Entered>> = const { RefCell::new(None) };
}

/// Sets the order of all races that this thread begins from now on.
pub fn set(order: Order) {
    PRESENT.set(Some(Schedule::new(Some(order))));
}

/// Called by a search at each poll.
pub fn pause() {
    ENTERED.with_borrow_mut(|entered| {
        let Some(Entered { schedule, number, random }) = entered else { return };
        match schedule.order {
            Some(Order::Turns(_)) => schedule.wait(*number, true),
            Some(Order::Pauses(_)) => match random.random_range(0..20) {
                0 => thread::sleep(Duration::from_micros(random.random_range(0..200))),
                1..6 => thread::yield_now(),
                _ => {}
            },
            None => {}
        }
    });
}

impl Schedule {
    fn new(order: Option<Order>) -> Schedule {
        let seed = match order {
            Some(Order::Turns(seed) | Order::Pauses(seed)) => seed,
            None => 0,
        };
        let state = State { random: ChaCha8Rng::seed_from_u64(seed), running: Vec::new(), turn: 0 };
        Schedule { order, shared: Arc::new((Mutex::new(state), Condvar::new())) }
    }

    /// The schedule of the present test for a run of some searches; without one, the system decides.
    pub fn begin(searches: usize) -> Schedule {
        let schedule = PRESENT.with_borrow(Clone::clone).unwrap_or_else(|| Schedule::new(None));
        {
            let mut state = schedule.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.running = vec![true; searches];
            state.pass_on();
        }
        schedule
    }

    /// Begins the search of a number on this thread, until the value is dropped.
    pub fn enter(&self, number: usize) -> Turn {
        let seed = match self.order {
            Some(Order::Pauses(seed)) => seed.wrapping_mul(31).wrapping_add(number as u64),
            _ => 0,
        };
        let random = ChaCha8Rng::seed_from_u64(seed);
        ENTERED.set(Some(Entered { schedule: self.clone(), number, random }));
        if let Some(Order::Turns(_)) = self.order {
            self.wait(number, false);
        }
        Turn
    }

    /// Waits for a turn, after passing on the present one.
    fn wait(&self, number: usize, passes_on: bool) {
        let (state, changed) = &*self.shared;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if passes_on {
            state.pass_on();
            changed.notify_all();
        }
        while state.turn != number {
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn leave(&self, number: usize) {
        let (state, changed) = &*self.shared;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running[number] = false;
        state.pass_on();
        changed.notify_all();
    }
}

/// The end of a search that runs.
pub struct Turn;

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(Entered { schedule, number, .. }) = ENTERED.take() {
            schedule.leave(number);
        }
    }
}
