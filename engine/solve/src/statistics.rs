//! Statistics of a program and of its optimisation.

/// Sizes of a program, over all of its steps.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ProgramStatistics {
    /// Steps.
    pub steps: usize,
    /// Rules, choices and constraints included.
    pub rules: usize,
    /// Choice rules among them.
    pub choices: usize,
    /// Rules without a head.
    pub constraints: usize,
    /// Atoms.
    pub atoms: usize,
    /// Distinct bodies, per step.
    pub bodies: usize,
    /// Bodies that are weight constraints.
    pub weight_constraints: usize,
    /// Weight constraints among them whose weights are equal, such as bounds of `#count`.
    pub cardinality_constraints: usize,
    /// Atoms with the same rules as another.
    pub equal_atoms: usize,
    /// Bodies that are equal to another, or to a literal, after equal atoms are merged.
    pub equal_bodies: usize,
    /// Subsumed clauses that were deleted.
    pub subsumed_clauses: usize,
    /// Literals that were deleted by self-subsumption.
    pub refuted_literals: usize,
    /// Positive loops: components of atoms that depend on each other positively.
    pub components: usize,
    /// Atoms in these.
    pub loop_atoms: usize,
    /// Hamiltonian circuits, of theory atoms and recognised among the components.
    pub circuits: usize,
}

/// The progress on one level of the objective, over all solves.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LevelStatistics {
    /// The priority.
    pub priority: i32,
    /// Models that were better than the model before on this level, and equal on more important levels. The
    /// first model of a search counts on the most important level.
    pub models: u64,
    /// Unsatisfiable cores.
    pub cores: u64,
    /// Literals in these cores.
    pub core_literals: u64,
    /// Trial bounds that were too low.
    pub refuted: u64,
}
