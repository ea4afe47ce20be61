//! What can be set about the search.

/// When to restart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Restarts {
    /// After so many conflicts times the Luby sequence 1 1 2 1 1 2 4 …
    Luby(u32),
    /// When the glue of recent learnt clauses exceeds its long-run mean by this factor, and not before so many conflicts
    /// (Biere, Fröhlich: "Evaluating CDCL Restart Schemes", POS 2015).
    Glue {
        /// The factor.
        margin: f64,
        /// The least number of conflicts between restarts.
        interval: u32,
    },
    /// By Luby's sequence and by glue in turn: the first turn lasts for so many conflicts, each pair of turns for as many more
    /// (Oh: "Between SAT and UNSAT: The Fundamental Difference in CDCL SAT", SAT 2015). While there are many learnt clauses for each
    /// variable, each turn but the first is a single run.
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
    /// When to restart.
    pub restarts: Restarts,
    /// A variable's activity decays by this factor per conflict.
    pub activity_decay: f64,
    /// Values are remembered as phases when a jump back passes at least this many levels: 0 remembers always, `u32::MAX`
    /// never.
    pub save_phases_over: u32,
    /// Conflicts before learnt clauses are first thinned out; the interval grows by `reduce_step` each time.
    pub reduce_first: u32,
    /// See `reduce_first`.
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
