//! Runs solvers: each in a process that supervises it.

use super::answer::{Answer, Verdict};
use super::limits::{Hit, Limits, Usage};
use super::order::ordered;
use super::record::{Run, SolveRecord, State};
use super::task::{SOLVE, SolveTask};
use super::verify::verify;
use crate::signal::terminate;
use crate::{LabError, Machine, Player};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time between two looks at a run.
const PERIOD: Duration = Duration::from_millis(20);
/// A run whose supervisor is killed is tried this often.
const ATTEMPTS: u32 = 3;
/// Seconds for the last words of a solver.
const GRACE: f64 = 5.0;
/// The number of characters of an error message that are kept.
const MESSAGE: usize = 500;

/// Runs the tasks of the experiment `solve`.
#[derive(Clone, Debug)]
pub struct Runner {
    machine: Machine,
    supervisor: Supervisor,
}

impl Runner {
    /// A runner on this machine; `program` is this program, which supervises the runs as `lab limited`.
    pub fn new(machine: Machine, program: PathBuf) -> Self {
        Self { machine, supervisor: Supervisor { program } }
    }
}

/// Starts supervised processes.
#[derive(Clone, Debug)]
pub(super) struct Supervisor {
    program: PathBuf,
}

/// A process that has ended.
pub(super) struct Supervised {
    pub usage: Usage,
    pub output: String,
    pub errors: String,
}

/// The end of a supervised process.
enum Attempt {
    Ended(Supervised),
    Stopped,
    /// A signal has killed the supervisor.
    Killed,
}

impl Supervisor {
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// Runs a command of the shell, whose parameters are files; `None` if it was stopped. If a signal kills the
    /// supervisor, nothing is known of the run, and it begins anew, at most twice.
    pub(super) fn run(
        &self,
        command: &str,
        files: &[PathBuf],
        limits: &Limits,
        folder: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Supervised>, LabError> {
        for _ in 0..ATTEMPTS {
            match self.attempt(command, files, limits, folder, stop)? {
                Attempt::Killed => {}
                Attempt::Stopped => return Ok(None),
                Attempt::Ended(run) => return Ok(Some(run)),
            }
        }
        Err(LabError::NoLimits { reason: format!("its supervisor was killed {ATTEMPTS} times") })
    }

    fn attempt(
        &self,
        command: &str,
        files: &[PathBuf],
        limits: &Limits,
        folder: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Attempt, LabError> {
        let [usage, output, errors] =
            ["usage.json", "output.txt", "errors.txt"].map(|name| folder.join(name));
        let create = |path: &Path| fs::File::create(path).map_err(LabError::file("write", path));
        let mut process = Command::new(&self.program);
        process.args(["lab", "limited"]);
        process.arg(format!("--cpu={}", limits.cpu));
        process.arg(format!("--memory={}", limits.memory));
        process.arg(format!("--grace={}", limits.grace));
        process.arg("--usage").arg(&usage).args(["--", "sh", "-c", command, "sh"]).args(files);
        process.stdin(Stdio::null()).stdout(create(&output)?).stderr(create(&errors)?);
        let started = process.spawn();
        let mut process = started.map_err(LabError::file("run", &self.program))?;
        let mut is_told = false;
        let status = loop {
            if let Some(status) = process.try_wait().map_err(LabError::file("run", &self.program))? {
                break status;
            }
            if stop() && !is_told {
                terminate(&process);
                is_told = true;
            }
            std::thread::sleep(PERIOD);
        };
        if is_told {
            return Ok(Attempt::Stopped);
        }
        // A process without an exit code was killed by a signal.
        if status.code().is_none() {
            return Ok(Attempt::Killed);
        }
        let read = |path: &Path| {
            fs::read(path)
                .map(|text| String::from_utf8_lossy(&text).into_owned())
                .map_err(LabError::file("read", path))
        };
        let errors = read(&errors)?;
        let found = fs::read(&usage).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let usage = found.ok_or_else(|| LabError::NoLimits { reason: last_words(&errors) })?;
        Ok(Attempt::Ended(Supervised { usage, output: read(&output)?, errors }))
    }
}

impl Player<SolveTask> for Runner {
    fn play(&self, task: &SolveTask, stop: &dyn Fn() -> bool) -> Option<SolveRecord> {
        let run = match self.run(task, stop) {
            Ok(run) => run?,
            Err(error) => Run {
                state: State::Error,
                reason: Some(error.to_string()),
                answer: Answer::default(),
                verified: None,
                cpu: 0.0,
                wall: 0.0,
                memory: 0.0,
            },
        };
        let ended = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Some(SolveRecord {
            experiment: SOLVE.to_string(),
            benchmark: task.benchmark.clone(),
            instance: task.instance.clone(),
            solver: task.solver.clone(),
            configuration: task.configuration.clone(),
            seed: task.seed,
            order: task.order,
            limit: task.limit,
            memory_limit: task.memory,
            machine: self.machine.clone(),
            ended,
            run,
        })
    }
}

impl Runner {
    fn run(&self, task: &SolveTask, stop: &dyn Fn() -> bool) -> Result<Option<Run>, LabError> {
        let folder = tempfile::tempdir().map_err(LabError::file("create", std::env::temp_dir()))?;
        let folder = folder.path();
        let instance = ordered(&task.file, task.order, folder)?;
        let files: Vec<PathBuf> = task.encoding.iter().cloned().chain([instance.clone()]).collect();
        let limits = Limits { cpu: task.limit, memory: task.memory as f64, grace: GRACE };
        let Some(run) = self.supervisor.run(&command(task), &files, &limits, folder, stop)? else {
            return Ok(None);
        };
        let Supervised { usage, output, errors } = run;
        let mut answer = Answer::read(task.reads, &output, usage.code);
        // A stopped run may have ended just in time, which only a proof shows.
        answer.is_final &=
            usage.hit.is_none() || matches!(answer.verdict, Verdict::Unsatisfiable | Verdict::Optimum);
        let (mut state, mut reason) = state_of(&usage, &answer, &errors);
        let verified = match task.check && state != State::Error {
            true => verify(task, &instance, &answer, &self.supervisor, folder, stop)?,
            false => None,
        };
        if stop() {
            return Ok(None);
        }
        if verified == Some(false) {
            (state, reason) = (State::Wrong, Some("no answer set has these atoms and costs".to_string()));
        }
        let Usage { cpu, wall, memory, .. } = usage;
        Ok(Some(Run { state, reason, answer, verified, cpu, wall, memory }))
    }
}

/// The command with its options; `{options}` and `"$@"` in it are replaced, and otherwise come at its end.
fn command(task: &SolveTask) -> String {
    let options = format!("{} {}", task.reads.options(task.seed), task.options);
    let mut command = task.command.clone();
    if command.contains("{options}") {
        command = command.replace("{options}", &options);
    } else if command.contains("$@") {
        return command;
    } else {
        command = format!("{command} {options}");
    }
    if command.contains("$@") { command } else { format!("{command} \"$@\"") }
}

/// The kind of a result, and the reason of an error.
fn state_of(usage: &Usage, answer: &Answer, errors: &str) -> (State, Option<String>) {
    if answer.is_final {
        return (State::Solved, None);
    }
    match usage.hit {
        Some(Hit::Memory) => (State::Memout, None),
        Some(Hit::Time | Hit::Stop) => (State::Timeout, None),
        // 33 is the code of clingo and hamadryad for an allocation that failed.
        None if usage.code == Some(33) || errors.contains("bad_alloc") => (State::Memout, None),
        None => {
            let code = usage.code.map_or_else(|| "a signal".to_string(), |code| format!("exit code {code}"));
            let words = last_words(errors);
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            (State::Error, Some(format!("no answer, {code}{words}")))
        }
    }
}

/// The end of the error messages, on one line.
fn last_words(errors: &str) -> String {
    let line = errors.split_whitespace().collect::<Vec<_>>().join(" ");
    let skipped = line.chars().count().saturating_sub(MESSAGE);
    line.chars().skip(skipped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Dialect;

    fn task(command: &str) -> SolveTask {
        SolveTask {
            benchmark: "b".into(),
            instance: "i".into(),
            encoding: Vec::new(),
            file: "i.lp".into(),
            solver: "s".into(),
            command: command.into(),
            reads: Dialect::ExitCode,
            configuration: "c".into(),
            options: "--flag".into(),
            seed: 0,
            order: 0,
            limit: 1.0,
            memory: 1,
            check: false,
        }
    }

    #[test]
    fn options_and_files_come_at_the_end_or_where_the_command_wants_them() {
        assert_eq!(command(&task("clingo")), "clingo  --flag \"$@\"");
        assert_eq!(command(&task("gringo \"$@\" | clasp {options}")), "gringo \"$@\" | clasp  --flag");
        assert_eq!(command(&task("mine \"$@\"")), "mine \"$@\"");
    }

    #[test]
    fn states_follow_from_the_answer_the_limits_and_the_exit_code() {
        let usage = |hit, code| Usage { cpu: 1.0, wall: 1.0, memory: 1.0, code, hit };
        let (none, found) = (Answer::default(), Answer { is_final: true, ..Answer::default() });
        assert_eq!(state_of(&usage(None, Some(10)), &found, "").0, State::Solved);
        assert_eq!(state_of(&usage(Some(Hit::Time), Some(1)), &none, "").0, State::Timeout);
        assert_eq!(state_of(&usage(Some(Hit::Memory), None), &none, "").0, State::Memout);
        assert_eq!(state_of(&usage(None, Some(33)), &none, "").0, State::Memout);
        let (state, reason) = state_of(&usage(None, Some(127)), &none, "sh: 1: clingo: not\nfound\n");
        assert_eq!(state, State::Error);
        assert_eq!(reason.as_deref(), Some("no answer, exit code 127: sh: 1: clingo: not found"));
    }
}
