//! When to restart, and how.

use crate::{Restarts, Solver, Theory};

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
    fast: Average,
    slow: Average,
}

impl Default for RestartState {
    fn default() -> RestartState {
        RestartState {
            luby: Luby { u: 1, v: 1 },
            since: 0,
            fast: Average::new(1.0 / 32.0),
            slow: Average::new(1.0 / 8192.0),
        }
    }
}

impl RestartState {
    pub(crate) fn learnt(&mut self, glue: u32) {
        self.since += 1;
        self.fast.add(f64::from(glue));
        self.slow.add(f64::from(glue));
    }

    fn due(&self, restarts: Restarts) -> bool {
        match restarts {
            Restarts::Never => false,
            Restarts::Luby(unit) => u64::from(self.since) >= u64::from(unit) * self.luby.v,
            Restarts::Glue { margin, interval } => {
                self.since >= interval && self.fast.get() > margin * self.slow.get()
            }
        }
    }
}

impl Solver {
    /// A solve begins: the sequence starts anew.
    pub(crate) fn reset_restarts(&mut self) {
        self.restarts.luby = Luby { u: 1, v: 1 };
        self.restarts.since = 0;
    }

    pub(crate) fn restart_due(&self) -> bool {
        self.decision_level() > self.base_level() && self.restarts.due(self.config.restarts)
    }

    pub(crate) fn restart<T: Theory>(&mut self, theory: &mut T) {
        self.statistics.restarts += 1;
        self.restarts.since = 0;
        self.restarts.luby.advance();
        self.backtrack(theory, self.base_level());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
