//! What can be asked of a program, and how the asking ended.

use hamadryad_aspif::Literal;

/// What to do about objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OptimizeMode {
    /// Find better and better models until the last is optimal.
    #[default]
    Optimize,
    /// Find the optimum, then enumerate all optimal models.
    EnumerateOptimal,
    /// Enumerate the models whose costs are at most the bound.
    Enumerate,
    /// Pay no attention to objectives.
    Ignore,
}

/// What models must differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// What they show.
    Shown,
    /// The atoms of `#project` statements.
    Atoms,
    /// The atoms of `#project` statements, or what they show where there are none.
    Auto,
}

/// What is to be found out about all models together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequences {
    /// What some model shows.
    Brave,
    /// What every model shows.
    Cautious,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// How many models to look for at most, 0 for all. Under `EnumerateOptimal` optimal models count, else all.
    pub models: u64,
    /// What to do about objectives.
    pub optimize: OptimizeMode,
    /// Costs by priority, highest first, that models must not exceed.
    pub bound: Option<Vec<i64>>,
    /// What the models of an enumeration must differ in; `None` where any atom will do. The way to an optimum is not
    /// projected.
    pub projection: Option<Projection>,
    /// Instead of all models, those that change what is known of their consequences; `projection` says nothing then. Where
    /// there is an objective to be optimised, the models are the optimal ones.
    pub consequences: Option<Consequences>,
    /// Literals that are to hold, for this solve only.
    pub assumptions: Vec<Literal>,
    /// Whether no assumption may be left out of the core of a program without models.
    pub minimal_core: bool,
}

/// What is known of consequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// So many of the outputs are known to be consequences.
    pub known: usize,
    /// So many more may be.
    pub open: usize,
}

/// How a search stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Models found, those on the way to an optimum included.
    pub models: u64,
    /// Among them, those found after the optimum was proven, under `EnumerateOptimal`.
    pub optimal_models: u64,
    /// Everything has been searched.
    pub exhausted: bool,
    /// The stop function ended the search.
    pub interrupted: bool,
    /// The costs of the best model, by priority, highest first.
    pub costs: Option<Vec<i64>>,
    /// No model has lower costs than these: what is known of that while the optimum is searched for, level by level. Where a
    /// level is not reached yet, it and those after it are left out.
    pub lower_bounds: Vec<i64>,
    /// No model has lower costs than `costs`.
    pub optimum_proven: bool,
    /// Where consequences are asked for, and there is a model: how many there are.
    pub consequences: Option<Estimate>,
    /// Where there is no model: assumptions that cannot hold together.
    pub core: Vec<Literal>,
}

impl Summary {
    /// Whether there are models: `None` where the search ended before it could tell.
    pub fn satisfiable(&self) -> Option<bool> {
        match (self.models, self.exhausted) {
            (1.., _) => Some(true),
            (0, true) => Some(false),
            (0, false) => None,
        }
    }
}
