//! The schedule of restarts: Luby's sequence, moving averages of glue, and both in turn.
//!
//! Luby's sequence (Luby, Sinclair, Zuckerman 1993); restarts when recent learnt clauses have a higher glue
//! than the mean (Biere, Fröhlich 2015); turns of rare and frequent restarts (Oh 2015).
//!
//! Many satisfiable problems have a model within some hundred conflicts under some orders of the variables, and only
//! after ten thousands under others (heavy tails: Gomes, Selman, Crato, Kautz 2000). So half-way
//! through the first turn, the search returns to its first activities and phases (`origin.rs`).
//!
//! If the ratio of learnt clauses to variables is high (`reduce.rs`), each turn but the first is a single run
//! without restarts, of growing length.

use crate::config::{Config, Restarts};

/// The decay of activities during turns with restarts by glue.
const FOCUSED_DECAY: f64 = 0.95;
/// The number of levels over which values are saved as phases during these turns.
const FOCUSED_SAVE: u32 = 30;
/// The unit of Luby's sequence from its second turn on: restarts are rarer then.
const LATER_UNIT: u32 = 1000;
/// At a high ratio, turn `n` is a run without restarts of this number of conflicts times the growth to the
/// power of `n`.
const HIGH_RATIO_RUN: f64 = 1000.0;
const HIGH_RATIO_GROWTH: f64 = 1.5;

/// The effect of a restart on activities and phases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtRestart {
    /// They stay.
    Keep,
    /// Saved phases are forgotten: a turn with restarts by glue ends.
    ForgetPhases,
    /// They become those of the search's origin, if the search still has one.
    ReturnToOrigin,
}

/// The Luby sequence 1 1 2 1 1 2 4 1 1 2 …, counted from 0 (Luby, Sinclair, Zuckerman 1993), in Knuth's
/// reluctant doubling.
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

/// The state of all schedules.
#[derive(Clone)]
pub(crate) struct RestartSchedule {
    luby: Luby,
    /// The place in a sequence, and the number of terms before it begins again.
    place: u32,
    period: u32,
    /// The conflicts since the last restart.
    since: u32,
    /// The number of this turn, and the conflicts in it.
    turn: u32,
    in_turn: u32,
    /// The ratio of learnt clauses to variables is high.
    has_high_ratio: bool,
    fast: Average,
    slow: Average,
}

impl Default for RestartSchedule {
    fn default() -> RestartSchedule {
        RestartSchedule {
            luby: Luby { u: 1, v: 1 },
            place: 0,
            period: 0,
            since: 0,
            turn: 0,
            in_turn: 0,
            has_high_ratio: false,
            fast: Average::new(1.0 / 32.0),
            slow: Average::new(1.0 / 8192.0),
        }
    }
}

impl RestartSchedule {
    /// Counts a conflict whose learnt clause has this glue.
    pub(crate) fn learnt(&mut self, glue: u32) {
        self.since += 1;
        self.in_turn += 1;
        self.fast.add(f64::from(glue));
        self.slow.add(f64::from(glue));
    }

    /// Whether a restart is due.
    pub(crate) fn is_due(&self, restarts: Restarts) -> bool {
        match restarts {
            Restarts::Never => false,
            Restarts::Sequence(sequence) => u64::from(self.since) >= sequence.term(self.place),
            Restarts::InTurn { turn, .. } if self.turn > 0 && self.turn_is_over(turn) => true,
            Restarts::InTurn { margin, interval, .. } if self.is_focused() => {
                self.is_due(Restarts::Glue { margin, interval })
            }
            Restarts::InTurn { .. } if self.has_high_ratio && self.turn > 0 => false,
            Restarts::InTurn { luby, .. } => {
                self.is_due(Restarts::Luby(if self.turn == 0 { luby } else { luby.max(LATER_UNIT) }))
            }
            Restarts::Luby(unit) => u64::from(self.since) >= u64::from(unit) * self.luby.v,
            Restarts::Glue { margin, interval } => {
                self.since >= interval && self.fast.get() > margin * self.slow.get()
            }
        }
    }

    fn turn_is_over(&self, first: u32) -> bool {
        if self.has_high_ratio && self.turn > 0 {
            f64::from(self.in_turn) >= HIGH_RATIO_RUN * HIGH_RATIO_GROWTH.powf(f64::from(self.turn))
        } else {
            self.in_turn >= first.saturating_mul(self.turn / 2 + 1)
        }
    }

    /// Whether it is the turn of restarts by glue.
    fn is_focused(&self) -> bool {
        self.turn % 2 == 1 && !self.has_high_ratio
    }

    /// Sets whether the ratio of learnt clauses to variables is high.
    pub(crate) fn set_high_ratio(&mut self, has_high_ratio: bool) {
        self.has_high_ratio = has_high_ratio;
    }

    /// A new solve begins: the sequence and the turns begin anew.
    pub(crate) fn reset(&mut self) {
        self.luby = Luby { u: 1, v: 1 };
        (self.place, self.period) = (0, 0);
        self.since = 0;
        (self.turn, self.in_turn) = (0, 0);
    }

    /// Counts a restart, and begins the next turn if it is due.
    pub(crate) fn restart(&mut self, restarts: Restarts) -> AtRestart {
        self.since = 0;
        self.luby.advance();
        if let Restarts::Sequence(sequence) = restarts {
            self.place += 1;
            if sequence.limit > 0 && self.place >= sequence.limit + self.period {
                (self.place, self.period) = (0, self.period + 1);
            }
        }
        let Restarts::InTurn { turn: first, .. } = restarts else { return AtRestart::Keep };
        if !self.turn_is_over(first) {
            let is_second_half = self.turn == 0 && self.in_turn >= first / 2;
            return if is_second_half { AtRestart::ReturnToOrigin } else { AtRestart::Keep };
        }
        (self.turn, self.in_turn) = (self.turn + 1, 0);
        if self.is_focused() {
            return AtRestart::Keep;
        }
        self.luby = Luby { u: 1, v: 1 };
        AtRestart::ForgetPhases
    }

    /// The present decay of activities.
    pub(crate) fn decay(&self, config: &Config) -> f64 {
        if self.is_focused() { FOCUSED_DECAY } else { config.activity_decay }
    }

    /// The number of levels that a backjump must undo at present to save the values as phases.
    pub(crate) fn save_phases_over(&self, config: &Config) -> u32 {
        match config.save_phases_over {
            u32::MAX => u32::MAX,
            levels if self.is_focused() => levels.min(FOCUSED_SAVE),
            levels => levels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_become_longer() {
        let restarts = Restarts::InTurn { luby: 1, margin: 1.0, interval: 1, turn: 3 };
        let mut schedule = RestartSchedule::default();
        let mut focused = Vec::new();
        for _ in 0..21 {
            focused.push(schedule.is_focused());
            schedule.learnt(2);
            schedule.restart(restarts);
        }
        let lengths: Vec<usize> = focused.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
        assert_eq!(lengths, [3, 3, 6, 6, 3]);
        assert!(!focused[0]);
        schedule.reset();
        assert!(!schedule.is_focused());
    }

    #[test]
    fn a_search_returns_to_its_origin_in_the_second_half_of_its_first_turn() {
        let restarts = Restarts::InTurn { luby: 1, margin: 1.0, interval: 1, turn: 4 };
        let mut schedule = RestartSchedule::default();
        for _ in 0..2 {
            let mut effects = Vec::new();
            for _ in 0..8 {
                schedule.learnt(2);
                effects.push(schedule.restart(restarts));
            }
            let (keep, back) = (AtRestart::Keep, AtRestart::ReturnToOrigin);
            assert_eq!(effects, [keep, back, back, keep, keep, keep, keep, AtRestart::ForgetPhases]);
            schedule.reset();
        }
    }

    #[test]
    fn sequences_grow_and_begin_again() {
        let lengths = |sequence: crate::Sequence| -> Vec<u32> {
            let restarts = Restarts::Sequence(sequence);
            let mut schedule = RestartSchedule::default();
            let run = |schedule: &mut RestartSchedule| {
                let mut conflicts = 0;
                while !schedule.is_due(restarts) {
                    schedule.learnt(2);
                    conflicts += 1;
                }
                schedule.restart(restarts);
                conflicts
            };
            (0..6).map(|_| run(&mut schedule)).collect()
        };
        let sequence = |factor, step, limit| crate::Sequence { base: 4, factor, step, limit };
        assert_eq!(lengths(sequence(1.0, 0, 0)), [4; 6]);
        assert_eq!(lengths(sequence(1.5, 0, 0)), [4, 6, 9, 13, 20, 30]);
        assert_eq!(lengths(sequence(1.0, 3, 0)), [4, 7, 10, 13, 16, 19]);
        assert_eq!(lengths(sequence(2.0, 0, 2)), [4, 8, 4, 8, 16, 4]);
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
