//! The parameters of the search.

use hamadryad_random::{Random, mix};

/// The schedule of restarts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Restarts {
    /// By the Luby sequence 1 1 2 1 1 2 4 …, times this number of conflicts.
    Luby(u32),
    /// When the mean glue of recent learnt clauses exceeds the long-run mean by a factor
    /// (Biere, Fröhlich 2015).
    Glue {
        /// The factor.
        margin: f64,
        /// The least number of conflicts between restarts.
        interval: u32,
    },
    /// By Luby's sequence and by glue in turn (Oh 2015): the first two turns last for `turn` conflicts, the
    /// next two for twice as many, and so on. While the ratio of learnt clauses to variables is high, each
    /// turn but the first is a single run.
    InTurn {
        /// The unit of Luby's sequence.
        luby: u32,
        /// As in [`Restarts::Glue`].
        margin: f64,
        /// As in [`Restarts::Glue`].
        interval: u32,
        /// The conflicts of the first turn.
        turn: u32,
    },
    /// Never.
    Never,
}

/// The sign of a decision on a variable that has neither advice, nor a saved value, nor a sign that prevails
/// in learnt clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Signs {
    /// The phase that the user of the solver has set; false for variables without one.
    #[default]
    Phase,
    /// Always true.
    Positive,
    /// Always false.
    Negative,
    /// True or false at random, with equal probability.
    Random,
}

/// The search's parameters.
#[derive(Clone, Debug)]
pub struct Config {
    /// The schedule of restarts.
    pub restarts: Restarts,
    /// A variable's activity decays by this factor per conflict.
    pub activity_decay: f64,
    /// Values are saved as phases when a backjump undoes at least this many levels: 0 always saves,
    /// `u32::MAX` never.
    pub save_phases_over: u32,
    /// The number of conflicts before the first reduction of the learnt clauses.
    pub reduce_first: u32,
    /// The interval between reductions grows by this number of conflicts each time.
    pub reduce_step: u32,
    /// Learnt clauses of at most this glue are kept for good.
    pub keep_glue: u32,
    /// The default signs of decisions.
    pub signs: Signs,
    /// The probability, from 0 to 1, of a decision on a random variable instead of the most active one.
    pub random_decisions: f64,
    /// The seed of random decisions and signs; it also orders variables of equal activity.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            restarts: Restarts::InTurn { luby: 60, margin: 1.1, interval: 10, turn: 2000 },
            activity_decay: 0.92,
            save_phases_over: 160,
            reduce_first: 2000,
            reduce_step: 300,
            keep_glue: 2,
            signs: Signs::Phase,
            random_decisions: 0.0,
            seed: 0,
        }
    }
}

impl Config {
    /// The generator of random numbers for the seed; `number` distinguishes solvers that run side by side.
    pub(crate) fn generator(&self, number: u64) -> Random {
        Random::new(mix(self.seed) ^ number.rotate_left(32))
    }
}

/// When variables are eliminated, and the limits of the elimination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elimination {
    /// The number of conflicts before it; more for many clauses, since it takes longer then.
    pub after: u64,
    /// The number of rounds; in a round, each variable is tried at most once.
    pub rounds: u32,
    /// A variable that occurs in more clauses stays.
    pub occurrences: usize,
    /// A variable stays if a resolvent would have more literals.
    pub literals: usize,
    /// With more clauses, no variable is eliminated.
    pub clauses: usize,
    /// If more variables have to stay, in percent, none is eliminated.
    pub frozen: u32,
}

impl Default for Elimination {
    fn default() -> Elimination {
        Elimination {
            after: 2000,
            rounds: 1,
            occurrences: 100,
            literals: 30,
            clauses: 4_000_000,
            frozen: 100,
        }
    }
}
