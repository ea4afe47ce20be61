//! One run of a solver.

use super::answer::Dialect;
use super::record::SolveRecord;
use crate::Job;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The name of the experiment.
pub const SOLVE: &str = "solve";

/// One run of a solver on an instance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveTask {
    /// The name of the benchmark.
    pub benchmark: String,
    /// The name of the instance in it.
    pub instance: String,
    /// The files of the encoding.
    pub encoding: Vec<PathBuf>,
    /// The file of the instance.
    pub file: PathBuf,
    /// The name of the solver.
    pub solver: String,
    /// Its command, for the shell.
    pub command: String,
    /// The form of its output.
    pub reads: Dialect,
    /// The name of the configuration.
    pub configuration: String,
    /// The options of configuration and benchmark, for the shell.
    pub options: String,
    /// The seed of the search.
    pub seed: u64,
    /// The order of the facts; 0 is that of the file.
    pub order: u64,
    /// Seconds of processor time.
    pub limit: f64,
    /// Megabytes.
    pub memory: u64,
    /// Whether an answer set is verified.
    pub check: bool,
}

impl Job for SolveTask {
    type Record = SolveRecord;

    const NOUN: &'static str = "runs";

    fn key(&self) -> String {
        key(&self.class(), self.seed, self.order)
    }

    fn class(&self) -> String {
        let Self { benchmark, instance, solver, configuration, limit, memory, .. } = self;
        class([benchmark, instance, solver, configuration], *limit, *memory)
    }

    fn cells(&self) -> usize {
        1
    }
}

pub(super) fn class(
    [benchmark, instance, solver, configuration]: [&String; 4],
    limit: f64,
    memory: u64,
) -> String {
    format!("{benchmark} {instance} {solver} {configuration} {limit} s {memory} MB")
}

pub(super) fn key(class: &str, seed: u64, order: u64) -> String {
    format!("{SOLVE} {class} {seed} {order}")
}
