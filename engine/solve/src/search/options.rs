//! The options and the results of a search.

use hamadryad_aspif::Literal;
use std::fmt;

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

/// The options of a search, in literals of the ground program.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The greatest number of models, 0 for all. Under `EnumerateOptimal`, only optimal models count.
    pub models: u64,
    /// The treatment of objectives.
    pub optimize: OptimizeMode,
    /// Upper bounds on the costs of models by priority, highest first.
    pub bound: Option<Vec<i64>>,
    /// The symbols in which enumerated models must differ; `None` for all atoms. Models on the way to an
    /// optimum are not projected.
    pub projection: Option<Projection>,
    /// Computes consequences: each model of the search changes their estimate. If the program has `#project`
    /// statements, consequences are computed of the projected atoms, unless `projection` is `Shown`.
    /// With an objective to optimise, the consequences of the optimal models are computed.
    pub consequences: Option<Consequences>,
    /// Draws models uniformly at random with this seed, each independently of the others, instead of
    /// enumerating. With `projection`, the models in these symbols are drawn uniformly; with an objective to
    /// optimise, optimal models are drawn. Has no effect if consequences are computed. A search without a
    /// limit on models never ends.
    pub sample: Option<u64>,
    /// Costs at which the search for an optimum ends, by priority, highest first: a model of at most these
    /// costs is the last one, without a proof that it is optimal. Priorities without a number are free.
    pub stop_at: Option<Vec<i64>>,
    /// Excludes, after each model, all models that are not preferred to it in the atoms to which heuristic
    /// directives give a level: of atoms with sign false, another subset of the true ones is required. Without
    /// such atoms, models are enumerated as usual.
    pub by_domain: bool,
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

/// The number of models from which samples are drawn: `number` times 2 to the power of `doublings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Population {
    /// The first factor.
    pub number: u64,
    /// The exponent of the second factor.
    pub doublings: u32,
    /// Whether all models were counted. Otherwise the number is an estimate; it is within a quarter of the
    /// truth with a probability of nine tenths.
    pub is_exact: bool,
}

impl Population {
    /// The number of models; infinite if it exceeds the range of `f64`.
    pub fn approximate(&self) -> f64 {
        self.number as f64 * f64::from(self.doublings).exp2()
    }
}

/// The number, or an estimate such as `about 1.3e15`.
impl fmt::Display for Population {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact && self.doublings == 0 {
            return write!(f, "{}", self.number);
        }
        let digits = (self.number as f64).log10() + f64::from(self.doublings) * 2f64.log10();
        let exponent = digits.floor();
        write!(f, "about {:.1}e{exponent}", 10f64.powf(digits - exponent))
    }
}

/// The state of a search, in literals of the ground program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchSummary {
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
    /// The number of models from which the last sample was drawn.
    pub population: Option<Population>,
    /// The number of consequences, if consequences are computed and a model was found.
    pub consequences: Option<Estimate>,
    /// Without a model: assumptions that cannot be true together.
    pub core: Vec<Literal>,
}

impl SearchSummary {
    /// Whether the program has a model: `None` if the search ended before it was known.
    pub fn satisfiable(&self) -> Option<bool> {
        match (self.models, self.exhausted) {
            (1.., _) => Some(true),
            (0, true) => Some(false),
            (0, false) => None,
        }
    }
}
