//! The limit of the search for one plan in units of work, and its progress on a terminal.
//!
//! A search calls for a decision at each conflict and at each way that it tries: a unit of work. The number
//! of units does not depend on the machine, so that equal options give the same game. The clock is read only
//! for the display.

use crate::clock::Clock;
use crate::messages;
use std::cell::Cell;
use std::io::{self, IsTerminal};

/// The default limit of a relaxed plan. At 12×12 one position in some hundreds needs more, and may need
/// minutes; a plan of 5,000 units takes a few seconds at most.
pub(super) const RELAXED: u64 = 5_000;

/// Seconds of a search until its progress is shown, and between two displays.
const QUIET: f64 = 1.0;
const PAUSE: f64 = 0.2;

/// The work for the present plan.
pub(super) struct Patience {
    clock: Clock,
    limit: Option<u64>,
    is_shown: bool,
    plan: Cell<usize>,
    spent: Cell<u64>,
    /// The time at the begin of the plan, of the last display, and whether one is on the screen.
    begun: Cell<f64>,
    last: Cell<f64>,
    is_on_screen: Cell<bool>,
}

impl Patience {
    /// The patience of a game; its progress is shown if standard error is a terminal, and nothing else is
    /// drawn there.
    pub(super) fn new(clock: Clock, limit: Option<u64>, is_watched: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let begun = clock.seconds();
        Self {
            clock,
            limit,
            is_shown: io::stderr().is_terminal() && !is_dumb && !is_watched,
            plan: Cell::new(1),
            spent: Cell::new(0),
            begun: Cell::new(begun),
            last: Cell::new(begun),
            is_on_screen: Cell::new(false),
        }
    }

    /// Counts a unit of work; returns whether the limit of the plan is reached.
    pub(super) fn is_over(&self) -> bool {
        self.spent.set(self.spent.get() + 1);
        self.show();
        self.limit.is_some_and(|limit| self.spent.get() > limit)
    }

    /// Begins the next plan.
    pub(super) fn next_plan(&self) {
        if self.is_on_screen.replace(false) {
            messages::write("\r\x1b[K");
        }
        self.plan.set(self.plan.get() + 1);
        self.spent.set(0);
        self.begun.set(self.clock.seconds());
    }

    fn show(&self) {
        if !self.is_shown {
            return;
        }
        let now = self.clock.seconds();
        let seconds = now - self.begun.get();
        if seconds >= QUIET && now - self.last.get() >= PAUSE {
            self.last.set(now);
            self.is_on_screen.set(true);
            let line = progress(self.plan.get(), seconds, self.spent.get(), self.limit);
            messages::write(&format!("\r{line}\x1b[K"));
        }
    }
}

/// The line about a search that takes long.
fn progress(plan: usize, seconds: f64, spent: u64, limit: Option<u64>) -> String {
    let of = limit.map_or(String::new(), |limit| format!(" of {limit}"));
    format!("plan {plan}: {seconds:.0} s, {spent}{of} conflicts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_holds_for_each_plan() {
        let patience = Patience::new(Clock::start(), Some(2), true);
        let three = || [(); 3].map(|()| patience.is_over());
        assert_eq!(three(), [false, false, true]);
        patience.next_plan();
        assert_eq!(three(), [false, false, true]);
        let endless = Patience::new(Clock::start(), None, true);
        assert!((0..10_000).all(|_| !endless.is_over()));
    }

    #[test]
    fn progress_names_the_plan_and_its_work() {
        assert_eq!(progress(7, 2.4, 900, Some(5_000)), "plan 7: 2 s, 900 of 5000 conflicts");
        assert_eq!(progress(7, 61.0, 900, None), "plan 7: 61 s, 900 conflicts");
    }
}
