//! `lab run --on slurm`, `lab status`, `lab merge`, `lab tasks`, `lab task` and `lab shard`: experiments on a cluster,
//! and single tasks for other engines.

use super::arguments::{
    ClusterArguments, JobArguments, MergeArguments, PlannersArguments, RunCommand, ShardArguments,
    SnakeApproaches, StatusArguments, StatusFormat, TaskArguments,
};
use super::progress::{Display, clock};
use super::{stop_on_signals, tell_of_agent, tell_of_approach, tell_of_round, tell_of_run, this_program};
use crate::clock::Stop;
use crate::exit;
use crate::messages;
use crate::watch::Watch;
use hamadryad_lab::cluster::{
    self, Header, Planned, PlayerOptions, Request, Shard, ShardEnd, Status, Submitted, read_site,
};
use hamadryad_lab::conquer::{CONQUER, Conqueror, CubeRecord, CubeTask, Verdict};
use hamadryad_lab::solve::{Runner, SOLVE, SolveRecord, SolveTask};
use hamadryad_lab::{
    AgentRecord, AgentTask, Agents, Clingo, EXPERIMENT, Engine, Event, Job, LabError, Machine, Player,
    Players, Progress, RICOCHET, Record, RicochetPlayer, RicochetRecord, RicochetTask, Summary, Task,
    experiment, merge,
};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const APPROACHES: &str = "snake-approaches";
/// The number of failed tasks that `lab status` lists.
const LISTED: usize = 20;

impl SnakeApproaches {
    pub(super) fn header(&self) -> Header {
        let needs_clingo = self.matrix().engines.contains(&Engine::Clingo);
        let clingo_python = needs_clingo.then(|| self.clingo_python.clone());
        Header::new(APPROACHES, PlayerOptions { clingo_python, ..PlayerOptions::default() })
    }
}

impl PlannersArguments {
    pub(super) fn header(&self) -> Header {
        Header::new(EXPERIMENT, PlayerOptions { check: self.check, ..PlayerOptions::default() })
    }
}

/// The header of a plan for an experiment whose player has no options.
pub(super) fn plain_header(experiment: &str) -> Header {
    Header::new(experiment, PlayerOptions::default())
}

/// Submits the missing tasks; returns the exit code.
pub(super) fn submit<T: Planned>(
    directory: &Path,
    header: &Header,
    tasks: &[T],
    arguments: &ClusterArguments,
) -> Result<u8, LabError> {
    let request = arguments.jobs.request().or(site(&arguments.jobs)?);
    let submitted = cluster::submit(directory, header, tasks, &request, &this_program()?)?;
    tell_of(&submitted, directory);
    Ok(exit::SUCCESS)
}

/// The defaults of the site: the file of the option, or the one in the configuration folder.
pub fn site(arguments: &JobArguments) -> Result<Request, LabError> {
    if let Some(path) = &arguments.site {
        return read_site(path);
    }
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    let folder = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or(home);
    match folder.map(|folder| folder.join("hamadryad").join("slurm.toml")) {
        Some(path) if path.exists() => read_site(&path),
        _ => Ok(Request::default()),
    }
}

fn tell_of(submitted: &Submitted, directory: &Path) {
    let Submitted { recorded, assigned, tasks, shards, number, jobs } = submitted;
    let directory = directory.display();
    let known = format!("{recorded} tasks are recorded, {assigned} have jobs");
    messages::print(&match number {
        None if *assigned == 0 => {
            format!("all {recorded} tasks are recorded\n\n  tip: hamadryad lab report {directory}\n")
        }
        None => format!("nothing to submit: {known}\n\n  tip: hamadryad lab status {directory}\n"),
        Some(number) => format!(
            "submission {number}: {tasks} tasks in {shards} jobs, array {}; {known}\n\n  tip: hamadryad lab status \
             {directory}\n",
            jobs.join(", ")
        ),
    });
}

/// Prints the missing tasks of an experiment.
pub(super) fn tasks(command: &RunCommand) -> Result<u8, LabError> {
    match command {
        RunCommand::SnakeApproaches(arguments) => {
            list(&arguments.out, &arguments.header(), arguments.matrix().tasks())
        }
        RunCommand::Planners(arguments) => list(&arguments.out, &arguments.header(), arguments.tasks()),
        RunCommand::Ricochet(arguments) => {
            list(&arguments.out, &plain_header(RICOCHET), arguments.games().tasks())
        }
        RunCommand::Solve(arguments) => list(&arguments.out, &plain_header(SOLVE), arguments.tasks()?),
    }
}

fn list<T: Planned>(directory: &Path, header: &Header, tasks: Vec<T>) -> Result<u8, LabError> {
    let mut text = String::new();
    for (number, task) in cluster::assignments(directory, header, tasks)? {
        let task = serde_json::json!({ "number": number, "experiment": header.experiment, "task": task });
        text.push_str(&task.to_string());
        text.push('\n');
    }
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| LabError::File {
        path: PathBuf::from("standard output"),
        verb: "write",
        error,
    })?;
    Ok(exit::SUCCESS)
}

/// A function for the tasks of one experiment, which is known only at run time.
trait ForTasks {
    type Result;

    fn call<T: Planned>(
        self,
        player: &dyn Player<T>,
        describe: &dyn Fn(&T::Record) -> String,
    ) -> Result<Self::Result, LabError>;
}

/// Calls a function with the player of an experiment.
fn with_player<F: ForTasks>(
    directory: &Path,
    header: &Header,
    jobs: usize,
    function: F,
) -> Result<F::Result, LabError> {
    let (machine, options) = (Machine::this(jobs), &header.options);
    match header.experiment.as_str() {
        EXPERIMENT => {
            let player = Agents::new(machine).with_checks(options.check);
            function.call::<AgentTask>(&player, &tell_of_agent)
        }
        RICOCHET => function.call::<RicochetTask>(&RicochetPlayer::new(machine), &tell_of_round),
        SOLVE => function.call::<SolveTask>(&Runner::new(machine, this_program()?), &tell_of_run),
        CONQUER => {
            let player = Conqueror::new(directory, machine);
            let result = function.call::<CubeTask>(&player, &tell_of_cube);
            player.take_error().map_or(result, Err)
        }
        _ => {
            let clingo = options.clingo_python.as_deref().map(Clingo::find).transpose()?;
            function.call::<Task>(&Players::new(machine, clingo), &tell_of_approach)
        }
    }
}

/// A stop that signals request. For games, a thread ends one that does not stop in time; runs of solvers end their
/// processes first.
fn stop_of(header: &Header) -> (Stop, Option<Watch>) {
    let stop = stop_on_signals();
    let watch = (header.experiment != SOLVE).then(|| Watch::without_summary(&stop));
    (stop, watch)
}

/// Plays a shard; returns the exit code.
pub(super) fn shard(arguments: &ShardArguments) -> Result<u8, LabError> {
    struct Play<'a>(&'a ShardArguments, &'a (dyn Fn() -> bool + Sync));

    impl ForTasks for Play<'_> {
        type Result = ShardEnd;

        fn call<T: Planned>(
            self,
            player: &dyn Player<T>,
            describe: &dyn Fn(&T::Record) -> String,
        ) -> Result<ShardEnd, LabError> {
            let ShardArguments { directory, submission, shard, jobs } = self.0;
            let shard = Shard { submission: *submission, number: *shard };
            let mut show = listener::<T>(describe);
            cluster::play_shard(directory, shard, (*jobs).into(), player, self.1, &mut show)
        }
    }

    let shard = Shard { submission: arguments.submission, number: arguments.shard };
    let header = cluster::header(&shard.plan(&arguments.directory))?;
    let (stop, _watch) = stop_of(&header);
    let play = Play(arguments, &|| stop.reason().is_some());
    let end = with_player(&arguments.directory, &header, arguments.jobs.into(), play)?;
    Ok(match end {
        end if !end.is_complete() => end.stopped_code(),
        ShardEnd { given_up: 0, summary: Summary { failed: 0, .. } } => exit::SUCCESS,
        _ => exit::BROKEN_GUARANTEE,
    })
}

/// Plays a task of the list; returns the exit code.
pub(super) fn task(arguments: &TaskArguments) -> Result<u8, LabError> {
    struct Play<'a>(&'a TaskArguments, &'a (dyn Fn() -> bool + Sync));

    impl ForTasks for Play<'_> {
        type Result = Summary;

        fn call<T: Planned>(
            self,
            player: &dyn Player<T>,
            describe: &dyn Fn(&T::Record) -> String,
        ) -> Result<Summary, LabError> {
            let TaskArguments { number, directory } = self.0;
            cluster::play_task(directory, *number, player, self.1, &mut listener::<T>(describe))
        }
    }

    let header = cluster::task_header(&arguments.directory)?;
    let (stop, _watch) = stop_of(&header);
    let summary =
        with_player(&arguments.directory, &header, 1, Play(arguments, &|| stop.reason().is_some()))?;
    Ok(match summary {
        summary if !summary.is_complete() => exit::INTERRUPTED,
        Summary { failed: 0, .. } => exit::SUCCESS,
        _ => exit::BROKEN_GUARANTEE,
    })
}

fn tell_of_cube(record: &CubeRecord) -> String {
    let result = match &record.verdict {
        Verdict::Exhausted { .. } => "exhausted".to_string(),
        Verdict::Satisfiable => "satisfiable".to_string(),
        Verdict::Split { open, .. } => format!("split into {} parts", open.len()),
    };
    format!("{}: {result}, {:.2} s", record.cube, record.wall)
}

/// Shows progress on standard error.
fn listener<T: Job>(describe: &dyn Fn(&T::Record) -> String) -> impl FnMut(Event<'_, T::Record>, &Progress) {
    let mut display = Display::new(T::NOUN);
    move |event, progress| {
        let line = match event {
            Event::Finished(record) => Some(describe(record)),
            Event::Tick => None,
        };
        display.show(line, progress);
    }
}

/// Merges the records of ended jobs.
pub(super) fn merged(arguments: &MergeArguments) -> Result<u8, LabError> {
    let directory = &arguments.directory;
    let (moved, busy) = match experiment(directory)?.as_deref() {
        Some(EXPERIMENT) => merge::<AgentRecord>(directory)?,
        Some(RICOCHET) => merge::<RicochetRecord>(directory)?,
        Some(SOLVE) => merge::<SolveRecord>(directory)?,
        Some(CONQUER) => merge::<CubeRecord>(directory)?,
        _ => merge::<Record>(directory)?,
    };
    let busy = if busy > 0 { format!("; {busy} jobs are writing, and keep theirs") } else { String::new() };
    messages::print(&format!(
        "{moved} records moved to {}{busy}\n",
        directory.join("records.jsonl").display()
    ));
    Ok(exit::SUCCESS)
}

/// Shows the state of an experiment.
pub(super) fn status(arguments: &StatusArguments) -> Result<u8, LabError> {
    let directory = &arguments.directory;
    let name = match cluster::last_header(directory)? {
        Some(header) => Some(header.experiment),
        None => experiment(directory)?,
    };
    let status = match name.as_deref() {
        Some(EXPERIMENT) => cluster::status::<AgentTask>(directory)?,
        Some(RICOCHET) => cluster::status::<RicochetTask>(directory)?,
        Some(SOLVE) => cluster::status::<SolveTask>(directory)?,
        Some(CONQUER) => cluster::status::<CubeTask>(directory)?,
        _ => cluster::status::<Task>(directory)?,
    };
    let text = match arguments.format {
        StatusFormat::Json => {
            serde_json::to_string_pretty(&status).expect("a status is data that JSON can hold") + "\n"
        }
        StatusFormat::Text => text_of(&status, name.as_deref(), &directory.display().to_string()),
    };
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| LabError::File {
        path: PathBuf::from("standard output"),
        verb: "write",
        error,
    })?;
    Ok(if !status.failed.is_empty() {
        exit::BROKEN_GUARANTEE
    } else if status.recorded < status.tasks {
        exit::INTERRUPTED
    } else {
        exit::SUCCESS
    })
}

fn text_of(status: &Status, experiment: Option<&str>, directory: &str) -> String {
    let mut lines = Vec::new();
    let Status { tasks, recorded, waiting, missing, .. } = status;
    let (running, failed) = (status.running.len(), status.failed.len());
    lines.push(format!(
        "{recorded} of {tasks} tasks are recorded, {running} running, {waiting} waiting, {missing} missing, {failed} \
         failed"
    ));
    for submission in &status.submissions {
        let reasons: Vec<String> =
            submission.reasons.iter().map(|(reason, number)| format!("{number} {reason}")).collect();
        let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
        let (jobs, ended) =
            (submission.jobs.join(", "), submission.shards as usize - submission.running - submission.queued);
        lines.push(format!(
            "submission {}, array {jobs}: {} tasks in {} jobs, {ended} ended, {} running, {} queued{reasons}",
            submission.number, submission.tasks, submission.shards, submission.running, submission.queued
        ));
    }
    if let Some(error) = &status.no_queue {
        lines.push(format!("warning: the queue is unknown: {error}"));
    }
    if let Some(seconds) = status.remaining.filter(|_| recorded < tasks) {
        lines.push(format!(
            "about {} left with the jobs that are running",
            clock(Duration::from_secs_f64(seconds))
        ));
    }
    for failure in status.failed.iter().take(LISTED) {
        let node = failure.node.as_ref().map(|node| format!(" on {node}")).unwrap_or_default();
        let times =
            if failure.attempts > 1 { format!(", {} times", failure.attempts) } else { String::new() };
        lines.push(format!(
            "failed: {}: {}{node}{times}\n        {}",
            failure.key,
            failure.why,
            failure.log.display()
        ));
    }
    if failed > LISTED {
        lines.push(format!("and {} more failed tasks", failed - LISTED));
    }
    if experiment == Some(CONQUER) {
        lines.push(format!(
            "\n  tip: `hamadryad conquer … --out {directory}` continues the search, or prints its answer"
        ));
    } else if *missing > 0 || failed > 0 {
        lines.push(format!("\n  tip: `hamadryad lab run … --on slurm --out {directory}` submits what is missing or has failed"));
    } else if recorded == tasks {
        lines.push(format!("\n  tip: hamadryad lab report {directory}"));
    }
    lines.join("\n") + "\n"
}
