//! `lab run solve`: solvers on the instances of a suite, and `lab limited`, which supervises one run.

use super::arguments::{LimitedArguments, Place, SolveArguments};
use super::{cluster, open_here, play, stop_on_signals, this_program};
use crate::exit;
use crate::file;
use hamadryad_lab::solve::{Limits, Runner, SOLVE, SolveRecord, SolveTask, State, supervise};
use hamadryad_lab::{LabError, Machine};
use std::path::PathBuf;
use std::process::Command;

/// Runs the missing tasks, or submits them.
pub(super) fn run(arguments: &SolveArguments) -> Result<u8, LabError> {
    let (directory, tasks) = (&arguments.out, arguments.tasks()?);
    if arguments.cluster.on == Place::Slurm {
        return cluster::submit(directory, &cluster::plain_header(SOLVE), &tasks, &arguments.cluster);
    }
    let stop = stop_on_signals();
    let journal = open_here::<SolveTask>(directory)?;
    let runner = Runner::new(Machine::this(arguments.jobs()), this_program()?);
    play(&tasks, journal, arguments.jobs(), &runner, &tell_of_run, directory, &stop)
}

/// A line about a run that has ended.
pub(super) fn tell_of_run(record: &SolveRecord) -> String {
    let SolveRecord { benchmark, instance, seed, run, .. } = record;
    let costs = run.answer.costs.iter().flatten().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let costs = if costs.is_empty() { costs } else { format!(", costs {costs}") };
    let reason = run.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let verdict = match run.state {
        State::Solved => format!("{:?}", run.answer.verdict).to_lowercase(),
        state => state.name().to_string(),
    };
    format!(
        "{benchmark} {instance} {} seed {seed}: {verdict}{costs}, {:.2} s{reason}",
        record.player(),
        run.cpu
    )
}

/// Runs a command within limits; returns its exit code, or 128 and more after a signal.
pub(super) fn limited(arguments: &LimitedArguments) -> Result<u8, LabError> {
    let stop = stop_on_signals();
    let [program, parameters @ ..] = &arguments.command[..] else {
        unreachable!("the command line requires a command")
    };
    let mut command = Command::new(program);
    command.args(parameters);
    let limits = Limits { cpu: arguments.cpu, memory: arguments.memory, grace: arguments.grace };
    let usage = supervise(&mut command, &limits, &|| stop.reason().is_some());
    let usage = usage.map_err(|error| LabError::File { path: PathBuf::from(program), verb: "run", error })?;
    let text = serde_json::to_vec(&usage).expect("numbers are data that JSON can hold");
    file::write(&arguments.usage, &text).map_err(|error| LabError::File {
        path: arguments.usage.clone(),
        verb: "write",
        error,
    })?;
    Ok(usage.code.map_or(exit::NOT_RUN, |code| u8::try_from(code).unwrap_or(u8::MAX)))
}
