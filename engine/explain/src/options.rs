//! Options of explanations.

use hamadryad_aspif::Literal;
use hamadryad_symbol::{Signature, Symbol};
use hamadryad_syntax::FileId;

/// The size of the parts that are relaxed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Granularity {
    /// All instances of a statement.
    Statement,
    /// The instances of a statement that agree on the variables bound by data.
    #[default]
    Data,
    /// Each instance by itself.
    Instance,
}

/// Options of an explanation.
#[derive(Clone, Default)]
pub struct ExplainOptions {
    /// The size of the parts that are relaxed together.
    pub granularity: Granularity,
    /// The signatures whose facts may be blamed; `None` stands for all facts.
    pub facts: Vec<Option<Signature>>,
    /// The statements of these files are taken for granted.
    pub trusted_files: Vec<FileId>,
    /// Rules that derive atoms of these signatures, and facts of them, are taken for granted.
    pub trusted: Vec<Signature>,
    /// Whether atoms that nothing else derives are elements of conflicts.
    pub closed_world: bool,
    /// Atoms that may be granted without a rule: they are elements of repairs.
    pub grantable: Vec<Symbol>,
    /// Assumptions, which are elements.
    pub assumptions: Vec<(Symbol, bool)>,
    /// Assumptions by literals, which are elements too.
    pub literals: Vec<Literal>,
    /// Bounds on the costs by priority, which are elements.
    pub bounds: Vec<(i32, i64)>,
    /// The greatest number of conflicts of a single test; then the tested element counts as needed, and the
    /// explanation is not known to be minimal. 0 stands for no limit.
    pub limit: u64,
    /// The number of attempts to find a smaller conflict.
    pub attempts: u32,
    /// The seed of the attempts.
    pub seed: u64,
}

impl ExplainOptions {
    /// Options for good explanations in short time.
    pub fn new() -> ExplainOptions {
        ExplainOptions { closed_world: true, limit: 20_000, attempts: 8, ..ExplainOptions::default() }
    }
}
