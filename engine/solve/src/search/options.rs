//! The options and the results of a search.

use hamadryad_aspif::Literal;

/// The treatment of objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OptimizeMode {
    /// Find better and better models; the last model is optimal.
    #[default]
    Optimize,
    /// Find the optimum, then enumerate all optimal models.
    EnumerateOptimal,
    /// Enumerate the models within the bound on costs.
    Enumerate,
    /// Ignore objectives.
    Ignore,
}

/// The atoms and terms in which models must differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// The shown symbols.
    Shown,
    /// The atoms of `#project` statements.
    Atoms,
    /// The atoms of `#project` statements, or the shown symbols if the program has no `#project` statement.
    Auto,
}

/// The consequences that are computed instead of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequences {
    /// The symbols that some model shows.
    Brave,
    /// The symbols that every model shows.
    Cautious,
}

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// The greatest number of models, 0 for all. Under `EnumerateOptimal`, only optimal models count.
    pub models: u64,
    /// The treatment of objectives.
    pub optimize: OptimizeMode,
    /// Upper bounds on the costs of models by priority, highest first.
    pub bound: Option<Vec<i64>>,
    /// The symbols in which enumerated models must differ; `None` for all atoms. Models on the way to an
    /// optimum are not projected.
    pub projection: Option<Projection>,
    /// Computes consequences: each model of the search changes their estimate; `projection` has no effect.
    /// With an objective to optimise, the consequences of the optimal models are computed.
    pub consequences: Option<Consequences>,
    /// Literals that are assumed to be true, in this solve only.
    pub assumptions: Vec<Literal>,
    /// Whether the core of assumptions of an unsatisfiable program must be minimal.
    pub minimal_core: bool,
}

/// The state of the computation of consequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The number of outputs that are known to be consequences.
    pub known: usize,
    /// The number of further outputs that may be consequences.
    pub open: usize,
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of models, including models on the way to an optimum.
    pub models: u64,
    /// The number of models after the optimum was proven, under `EnumerateOptimal`.
    pub optimal_models: u64,
    /// The search is complete.
    pub exhausted: bool,
    /// The stop function ended the search.
    pub interrupted: bool,
    /// The costs of the best model, by priority, highest first.
    pub costs: Option<Vec<i64>>,
    /// Lower bounds on the costs of all models, level by level, during the search for an optimum. Levels that
    /// the search has not reached are omitted.
    pub lower_bounds: Vec<i64>,
    /// No model has lower costs than `costs`.
    pub optimum_proven: bool,
    /// The number of consequences, if consequences are computed and a model was found.
    pub consequences: Option<Estimate>,
    /// Without a model: assumptions that cannot be true together.
    pub core: Vec<Literal>,
}

impl Summary {
    /// Whether the program has a model: `None` if the search ended before it was known.
    pub fn satisfiable(&self) -> Option<bool> {
        match (self.models, self.exhausted) {
            (1.., _) => Some(true),
            (0, true) => Some(false),
            (0, false) => None,
        }
    }
}
