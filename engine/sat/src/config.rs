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
    /// After a growing number of conflicts, as `F`, `x` and `+` of clasp.
    Sequence(Sequence),
    /// Never.
    Never,
}

/// A sequence of numbers of conflicts: each is the number before times `factor`, plus `step`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    /// The first number.
    pub base: u32,
    /// The factor, at least 1.
    pub factor: f64,
    /// The number that is added.
    pub step: u32,
    /// After so many terms the sequence begins again, with one term more each time; 0 for never.
    pub limit: u32,
}

impl Sequence {
    /// The term at a place.
    pub(crate) fn term(&self, place: u32) -> u64 {
        let grown = f64::from(self.base) * self.factor.powf(f64::from(place));
        (grown as u64).saturating_add(u64::from(self.step) * u64::from(place)).max(1)
    }
}

/// The choice of the variable of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The most active variable (`heuristic.rs`).
    #[default]
    Activity,
    /// The front of a queue, to which each conflict moves variables of its clause (`queue.rs`).
    MoveToFront {
        /// The number of variables of a learnt clause that are moved.
        moved: u32,
    },
    /// The most active variable of the last learnt clause that is not satisfied (`recent_clauses.rs`).
    RecentClauses {
        /// The number of clauses that are considered, 0 for all.
        considered: u32,
    },
    /// The variable whose values imply the most literals (`lookahead.rs`).
    Lookahead,
    /// The first variable.
    First,
}

/// The minimisation of learnt clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Minimization {
    /// None.
    None,
    /// Literals whose antecedents are in the clause are removed.
    Local,
    /// Literals that follow from the others are removed.
    #[default]
    Recursive,
}

/// The literals that watch a new clause first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstWatches {
    /// The literals of the variables with the smallest numbers.
    #[default]
    First,
    /// The literals that watch the fewest clauses.
    Least,
    /// Random ones.
    Random,
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
    /// `u32::MAX` never. Turns with restarts by glue ([`Restarts::InTurn`]) save over 30 levels at most.
    pub save_phases_over: u32,
    /// A backjump that would undo more literals undoes only the level of the conflict.
    pub longest_jump: usize,
    /// The number of conflicts before the first reduction of the learnt clauses.
    pub reduce_first: u32,
    /// The interval between reductions grows by this number of conflicts each time.
    pub reduce_step: u32,
    /// Learnt clauses of at most this glue are kept for good.
    pub keep_glue: u32,
    /// The interval between reductions is multiplied by this factor each time.
    pub reduce_factor: f64,
    /// The percentage of learnt clauses that a reduction deletes, of those that it may delete; 0 for no
    /// reductions.
    pub reduce_percent: u32,
    /// Whether reductions delete by glue first, instead of by uses in recent conflicts.
    pub reduce_by_glue: bool,
    /// The variables of decisions.
    pub order: Order,
    /// Failed literals are sought before a decision, so many times; `u32::MAX` has no limit.
    pub lookahead: u32,
    /// The default signs of decisions.
    pub signs: Signs,
    /// Whether all decisions without advice have the default sign.
    pub fixed_signs: bool,
    /// Whether short clauses make their variables active from the beginning.
    pub initial_activity: bool,
    /// Whether loop nogoods make their variables more active, as conflicts do.
    pub bump_loop_nogoods: bool,
    /// The minimisation of learnt clauses.
    pub minimization: Minimization,
    /// The first watches of clauses.
    pub first_watches: FirstWatches,
    /// All decisions are random before this number of conflicts.
    pub random_conflicts: u64,
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
            longest_jump: 100_000,
            reduce_first: 2000,
            reduce_step: 300,
            keep_glue: 2,
            reduce_factor: 1.0,
            reduce_percent: 75,
            reduce_by_glue: false,
            order: Order::Activity,
            lookahead: 0,
            signs: Signs::Phase,
            fixed_signs: false,
            initial_activity: true,
            bump_loop_nogoods: true,
            minimization: Minimization::Recursive,
            first_watches: FirstWatches::First,
            random_conflicts: 0,
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
