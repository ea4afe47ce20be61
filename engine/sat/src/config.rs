//! The parameters of the search.

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
    /// Shuffles ties among variables.
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
            seed: 0,
        }
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
