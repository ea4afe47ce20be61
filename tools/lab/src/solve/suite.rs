//! Suites: the file that describes a comparison.
//!
//! ```toml
//! limit = 60          # seconds of processor time for each run
//! memory = 4096       # megabytes of all processes of a run
//! seeds = 3
//! orders = 1          # orders of the facts of an instance
//! check = true        # verify each answer set
//!
//! [[solver]]
//! name = "hamadryad"
//! command = "hamadryad solve"
//!
//! [[solver]]
//! name = "clingo"
//! command = "clingo"
//!
//! [[configuration]]
//! name = "cores"
//! options = "--opt-strategy=usc"
//!
//! [[benchmark]]
//! name = "tours"
//! encoding = ["tour.lp"]
//! instances = ["instances"]
//! ```
//!
//! Files are relative to the folder of the suite. A folder of instances stands for its files.

use super::answer::Dialect;
use super::task::SolveTask;
use crate::LabError;
use serde::Deserialize;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A comparison of solvers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Seconds of processor time.
    #[serde(default = "sixty")]
    pub limit: f64,
    /// Megabytes.
    #[serde(default = "four_gigabytes")]
    pub memory: u64,
    /// The number of seeds, from 0.
    #[serde(default = "one")]
    pub seeds: u64,
    /// The number of orders of facts; the first is that of the file.
    #[serde(default = "one")]
    pub orders: u64,
    /// Whether answer sets are verified.
    #[serde(default)]
    pub check: bool,
    solver: Vec<Solver>,
    #[serde(default)]
    configuration: Vec<Configuration>,
    benchmark: Vec<Benchmark>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Solver {
    name: String,
    command: String,
    #[serde(default)]
    reads: Dialect,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Configuration {
    name: String,
    #[serde(default)]
    options: String,
    solvers: Option<Vec<String>>,
    benchmarks: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Benchmark {
    name: String,
    #[serde(default)]
    encoding: Vec<PathBuf>,
    instances: Vec<PathBuf>,
    #[serde(default)]
    options: String,
}

impl Configuration {
    /// Whether a solver runs under this configuration on a benchmark.
    fn has(&self, solver: &String, benchmark: &String) -> bool {
        self.solvers.as_ref().is_none_or(|names| names.contains(solver))
            && self.benchmarks.as_ref().is_none_or(|names| names.contains(benchmark))
    }
}

fn sixty() -> f64 {
    60.0
}

fn four_gigabytes() -> u64 {
    4096
}

fn one() -> u64 {
    1
}

/// Reads a suite.
///
/// # Errors
/// If the file cannot be read or is no suite.
pub fn read_suite(path: &Path) -> Result<Suite, LabError> {
    let text = fs::read_to_string(path).map_err(LabError::file("read", path))?;
    let bad = |line, reason: String| LabError::BadSuite { path: path.into(), line, reason };
    let suite: Suite = toml::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
        bad(before.matches('\n').count() + 1, error.message().to_string())
    })?;
    suite.check_names().map_err(|reason| bad(1, reason))?;
    Ok(suite)
}

impl Suite {
    /// Names are unique, configurations name known solvers, and limits are positive.
    fn check_names(&self) -> Result<(), String> {
        let solvers = unique("solver", self.solver.iter().map(|solver| &solver.name))?;
        unique("configuration", self.configuration.iter().map(|one| &one.name))?;
        if self.benchmark.is_empty() || self.benchmark.iter().any(|one| one.name.is_empty()) {
            return Err("a suite has at least one benchmark, and each has a name".to_string());
        }
        for configuration in &self.configuration {
            if let Some(name) =
                configuration.solvers.iter().flatten().find(|name| !solvers.contains(name.as_str()))
            {
                return Err(format!("configuration `{}`: no solver is called `{name}`", configuration.name));
            }
            let is_unknown = |name: &&String| self.benchmark.iter().all(|benchmark| benchmark.name != **name);
            if let Some(name) = configuration.benchmarks.iter().flatten().find(is_unknown) {
                return Err(format!(
                    "configuration `{}`: no benchmark is called `{name}`",
                    configuration.name
                ));
            }
        }
        if !(self.limit.is_finite() && self.limit > 0.0)
            || self.memory == 0
            || self.seeds == 0
            || self.orders == 0
        {
            return Err("limit, memory, seeds and orders are positive".to_string());
        }
        Ok(())
    }

    /// All runs: benchmark by benchmark, instance by instance, and for each seed and order all solvers in turn.
    /// `folder` is that of the suite.
    ///
    /// # Errors
    /// If a file is missing, or a benchmark has no instance.
    pub fn tasks(&self, folder: &Path) -> Result<Vec<SolveTask>, LabError> {
        let as_it_comes = [Configuration {
            name: "default".to_string(),
            options: String::new(),
            solvers: None,
            benchmarks: None,
        }];
        let configurations =
            if self.configuration.is_empty() { &as_it_comes[..] } else { &self.configuration };
        let mut tasks = Vec::new();
        let mut known = HashSet::new();
        for benchmark in &self.benchmark {
            let encoding = benchmark.encoding.iter().map(|file| existing(folder, file));
            let encoding = encoding.collect::<Result<Vec<PathBuf>, LabError>>()?;
            for file in instances(folder, benchmark)? {
                let instance = unique_name(&benchmark.name, &file, &mut known);
                for (seed, order) in
                    (0..self.seeds).flat_map(|seed| (0..self.orders).map(move |order| (seed, order)))
                {
                    for (solver, configuration) in configurations
                        .iter()
                        .flat_map(|one| self.solver.iter().map(move |solver| (solver, one)))
                    {
                        if !configuration.has(&solver.name, &benchmark.name) {
                            continue;
                        }
                        tasks.push(SolveTask {
                            benchmark: benchmark.name.clone(),
                            instance: instance.clone(),
                            encoding: encoding.clone(),
                            file: file.clone(),
                            solver: solver.name.clone(),
                            command: solver.command.clone(),
                            reads: solver.reads,
                            configuration: configuration.name.clone(),
                            options: words(&[&configuration.options, &benchmark.options]),
                            seed,
                            order,
                            limit: self.limit,
                            memory: self.memory,
                            check: self.check,
                        });
                    }
                }
            }
        }
        Ok(tasks)
    }
}

fn words(parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

fn unique<'n>(what: &str, names: impl Iterator<Item = &'n String>) -> Result<HashSet<&'n str>, String> {
    let mut known = HashSet::new();
    for name in names {
        if name.is_empty() || !known.insert(name.as_str()) {
            return Err(format!("the {what} `{name}` needs a name that no other has"));
        }
    }
    if known.is_empty() && what != "configuration" {
        return Err(format!("a suite has at least one {what}"));
    }
    Ok(known)
}

fn existing(folder: &Path, file: &Path) -> Result<PathBuf, LabError> {
    let path = folder.join(file);
    fs::canonicalize(&path).map_err(LabError::file("read", path))
}

/// The name of an instance: that of its file, or the path if another instance of this benchmark has that name. A
/// benchmark may have several tables in a suite.
fn unique_name(benchmark: &str, file: &Path, known: &mut HashSet<(String, String)>) -> String {
    let short = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let names = [short, file.display().to_string()];
    let names = names.into_iter().chain((2..).map(|number| format!("{} {number}", file.display())));
    let free = |name: &String| known.insert((benchmark.to_string(), name.clone()));
    { names }.find(free).expect("the numbers do not end")
}

/// The files of the instances of a benchmark.
fn instances(folder: &Path, benchmark: &Benchmark) -> Result<Vec<PathBuf>, LabError> {
    let mut found = Vec::new();
    for place in &benchmark.instances {
        let path = existing(folder, place)?;
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(&path).map_err(LabError::file("read", &path))? {
            let file = entry.map_err(LabError::file("read", &path))?.path();
            let is_hidden = file.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
            if file.is_file() && !is_hidden {
                files.push(file);
            }
        }
        files.sort();
        found.extend(files);
    }
    if found.is_empty() {
        let path =
            benchmark.instances.first().map_or_else(|| folder.to_path_buf(), |place| folder.join(place));
        return Err(LabError::NoInstances { benchmark: benchmark.name.clone(), path });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(benchmarks: &str) -> Suite {
        let tables = "
            [[solver]]
            name = 's'
            command = 'true'
            [[configuration]]
            name = 'default'
            [[benchmark]]
            name = 'best'
            instances = ['best.lp']
            [[benchmark]]
            name = 'any'
            instances = ['any.lp']
            [[configuration]]
            name = 'cores'
            benchmarks = ";
        toml::from_str(&format!("{tables}['{benchmarks}']")).expect("a suite")
    }

    #[test]
    fn configurations_hold_for_their_benchmarks() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["best.lp", "any.lp"] {
            fs::write(folder.path().join(name), "a.\n").expect("a file");
        }
        let suite = suite("best");
        suite.check_names().expect("known names");
        let tasks = suite.tasks(folder.path()).expect("tasks");
        let runs: Vec<(&str, &str)> =
            tasks.iter().map(|task| (task.benchmark.as_str(), task.configuration.as_str())).collect();
        assert_eq!(runs, [("best", "default"), ("best", "cores"), ("any", "default")]);
    }

    #[test]
    fn a_configuration_names_known_benchmarks() {
        let reason = suite("worst").check_names().expect_err("an unknown name");
        assert_eq!(reason, "configuration `cores`: no benchmark is called `worst`");
    }
}
