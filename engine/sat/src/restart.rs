//! When to restart, and how.

use crate::{Restarts, Solver, Theory};

/// Activities decay slower while restarts follow the glue.
const FOCUSED_DECAY: f64 = 0.95;
/// The unit of Luby's sequence from its second turn on: what has not been found with frequent restarts needs rare ones.
const LATER_UNIT: u32 = 1000;
/// In a crowd, a turn is a run without restarts: turn 0 would have as many conflicts, each next one so many times as many.
const CROWDED_RUN: f64 = 1000.0;
const CROWDED_GROWTH: f64 = 1.5;

/// The Luby sequence 1 1 2 1 1 2 4 1 1 2 …, counted from 0 (Luby, Sinclair, Zuckerman 1993), in Knuth's reluctant doubling.
#[derive(Clone)]
struct Luby {
    u: u64,
    v: u64,
}

impl Luby {
    fn advance(&mut self) {
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
    }
}

/// An exponential moving average that starts at its first value.
#[derive(Clone)]
struct Average {
    value: f64,
    rate: f64,
    bias: f64,
}

impl Average {
    fn new(rate: f64) -> Average {
        Average { value: 0.0, rate, bias: 1.0 }
    }

    fn add(&mut self, value: f64) {
        self.value += self.rate * (value - self.value);
        self.bias *= 1.0 - self.rate;
    }

    fn get(&self) -> f64 {
        if self.bias < 1.0 { self.value / (1.0 - self.bias) } else { 0.0 }
    }
}

#[derive(Clone)]
pub(crate) struct RestartState {
    luby: Luby,
    since: u32,
    /// The number of this turn, and the conflicts in it.
    turn: u32,
    in_turn: u32,
    /// There are many learnt clauses for each variable.
    pub(crate) is_crowded: bool,
    fast: Average,
    slow: Average,
}

impl Default for RestartState {
    fn default() -> RestartState {
        RestartState {
            luby: Luby { u: 1, v: 1 },
            since: 0,
            turn: 0,
            in_turn: 0,
            is_crowded: false,
            fast: Average::new(1.0 / 32.0),
            slow: Average::new(1.0 / 8192.0),
        }
    }
}

impl RestartState {
    pub(crate) fn learnt(&mut self, glue: u32) {
        self.since += 1;
        self.in_turn += 1;
        self.fast.add(f64::from(glue));
        self.slow.add(f64::from(glue));
    }

    fn due(&self, restarts: Restarts) -> bool {
        match restarts {
            Restarts::Never => false,
            Restarts::InTurn { turn, .. } if self.turn > 0 && self.turn_is_over(turn) => true,
            Restarts::InTurn { margin, interval, .. } if self.is_focused() => {
                self.due(Restarts::Glue { margin, interval })
            }
            Restarts::InTurn { .. } if self.is_crowded && self.turn > 0 => false,
            Restarts::InTurn { luby, .. } => {
                self.due(Restarts::Luby(if self.turn == 0 { luby } else { luby.max(LATER_UNIT) }))
            }
            Restarts::Luby(unit) => u64::from(self.since) >= u64::from(unit) * self.luby.v,
            Restarts::Glue { margin, interval } => {
                self.since >= interval && self.fast.get() > margin * self.slow.get()
            }
        }
    }

    fn turn_is_over(&self, first: u32) -> bool {
        if self.is_crowded && self.turn > 0 {
            f64::from(self.in_turn) >= CROWDED_RUN * CROWDED_GROWTH.powf(f64::from(self.turn))
        } else {
            self.in_turn >= first.saturating_mul(self.turn / 2 + 1)
        }
    }

    /// Whether it is the turn of restarts by glue.
    fn is_focused(&self) -> bool {
        self.turn % 2 == 1 && !self.is_crowded
    }
}

impl Solver {
    /// A solve begins: the sequence and the turns start anew.
    pub(crate) fn reset_restarts(&mut self) {
        self.restarts.luby = Luby { u: 1, v: 1 };
        self.restarts.since = 0;
        (self.restarts.turn, self.restarts.in_turn) = (0, 0);
    }

    /// The other schedule's turn begins, if it is time. What has been tried while following the glue is no longer preferred.
    fn take_turns(&mut self) {
        let Restarts::InTurn { turn: first, .. } = self.config.restarts else { return };
        if self.restarts.turn_is_over(first) {
            (self.restarts.turn, self.restarts.in_turn) = (self.restarts.turn + 1, 0);
            if !self.restarts.is_focused() {
                self.phase_saved.fill(false);
                self.restarts.luby = Luby { u: 1, v: 1 };
            }
        }
    }

    /// By what activities decay now.
    pub(crate) fn decay(&self) -> f64 {
        if self.restarts.is_focused() { FOCUSED_DECAY } else { self.config.activity_decay }
    }

    pub(crate) fn restart_due(&self) -> bool {
        self.decision_level() > self.base_level() && self.restarts.due(self.config.restarts)
    }

    pub(crate) fn restart<T: Theory>(&mut self, theory: &mut T) {
        self.statistics.restarts += 1;
        self.restarts.since = 0;
        self.restarts.luby.advance();
        self.take_turns();
        self.backtrack(theory, self.base_level());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, NoTheory};

    #[test]
    fn turns_become_longer() {
        let restarts = Restarts::InTurn { luby: 1, margin: 1.0, interval: 1, turn: 3 };
        let mut solver = Solver::with_config(Config { restarts, ..Config::default() });
        let mut focused = Vec::new();
        for _ in 0..21 {
            focused.push(solver.restarts.is_focused());
            solver.restarts.learnt(2);
            solver.restart(&mut NoTheory);
        }
        let lengths: Vec<usize> = focused.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
        assert_eq!(lengths, [3, 3, 6, 6, 3]);
        assert!(!focused[0]);
        solver.reset_restarts();
        assert!(!solver.restarts.is_focused());
    }

    #[test]
    fn the_luby_sequence() {
        let mut luby = Luby { u: 1, v: 1 };
        let first: Vec<u64> = (0..15)
            .map(|_| {
                let v = luby.v;
                luby.advance();
                v
            })
            .collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
