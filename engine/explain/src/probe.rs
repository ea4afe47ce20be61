//! Tests of relaxed programs: one solver for all questions, so that learnt clauses are kept.

use hamadryad_aspif::{Literal, Sink};
use hamadryad_solve::{AspSolver, Config, OptimizeMode, SearchOptions};
use std::cell::Cell;

/// The result of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// An answer set exists.
    Answer,
    /// No answer set exists, because of these assumptions.
    Conflict(Vec<Literal>),
    /// The test was stopped, or exceeded its limit.
    Unknown,
}

/// A solver for tests under assumptions.
pub(crate) struct Prober<'s> {
    pub solver: AspSolver,
    pub stop: &'s dyn Fn() -> bool,
    /// The greatest number of polls of a test, about one for each conflict; 0 for no limit.
    limit: u64,
    /// The number of tests.
    pub tests: u64,
}

/// The configuration with saved phases. Most tests differ from the one before in a single part, so that an answer
/// set is near the last one: with phases, the 225 answer sets of a rota with two conflicts take some ten conflicts
/// each; without, some thousand.
pub(crate) fn near_the_last(mut config: Config) -> Config {
    config.search.save_phases_over = 0;
    config
}

impl<'s> Prober<'s> {
    /// A prober for the program that `write` writes.
    pub(crate) fn new(
        config: Config,
        limit: u64,
        stop: &'s dyn Fn() -> bool,
        write: impl FnOnce(&mut dyn Sink),
    ) -> Prober<'s> {
        let mut solver = AspSolver::new(near_the_last(config));
        solver.begin_step();
        write(&mut solver);
        solver.end_step();
        Prober { solver, stop, limit, tests: 0 }
    }

    /// Searches for an answer set under assumptions.
    pub(crate) fn test(&mut self, assumptions: Vec<Literal>) -> Verdict {
        let limit = if self.limit == 0 { u64::MAX } else { self.limit };
        self.test_within(assumptions, limit)
    }

    /// As [`Prober::test`], without a limit.
    pub(crate) fn test_fully(&mut self, assumptions: Vec<Literal>) -> Verdict {
        self.test_within(assumptions, u64::MAX)
    }

    fn test_within(&mut self, assumptions: Vec<Literal>, limit: u64) -> Verdict {
        if (self.stop)() || !self.solver.prepare(self.stop) {
            return Verdict::Unknown;
        }
        self.tests += 1;
        let polls = Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() > limit || (self.stop)()
        };
        let options = SearchOptions {
            models: 1,
            optimize: OptimizeMode::Ignore,
            assumptions,
            ..SearchOptions::default()
        };
        // Programs that the solver rejects are rejected before they are explained.
        let Ok(mut search) = self.solver.solve(options) else { return Verdict::Unknown };
        if search.next_model(&stop).is_some() {
            return Verdict::Answer;
        }
        let summary = search.summary();
        if summary.exhausted { Verdict::Conflict(summary.core.clone()) } else { Verdict::Unknown }
    }
}
