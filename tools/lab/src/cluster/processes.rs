//! Shards as processes of this machine: the same plans, journals and events as with Slurm, without a queue.

use super::files::{Files, replace};
use super::plan::{self, Header, Planned};
use super::shard::Shard;
use super::submission::{Submission, being_written, name_of_processes};
use crate::signal::terminate;
use crate::{LabError, journal};
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Processes get this time to end when they are told to.
const GRACE: Duration = Duration::from_secs(5);

/// The longest time without a look at the processes of earlier drivers.
const PERIOD: Duration = Duration::from_millis(500);

/// Runs shards as processes, some of them at once.
pub struct Processes {
    program: PathBuf,
    jobs: usize,
    waiting: VecDeque<(Shard, String)>,
    running: Vec<(Child, String)>,
}

impl Processes {
    /// No processes yet; `program` is this program, of which at most `jobs` run at once.
    pub fn new(program: PathBuf, jobs: usize) -> Processes {
        Processes { program, jobs, waiting: VecDeque::new(), running: Vec::new() }
    }

    /// Plans a shard for each task, and starts as many as may run.
    ///
    /// # Errors
    /// If a file cannot be written, or a process cannot be started.
    pub fn start<T: Planned>(
        &mut self,
        directory: &Path,
        header: &Header,
        tasks: &[T],
    ) -> Result<(), LabError> {
        let files = Files::create(directory)?;
        let tasks: Vec<&T> = tasks.iter().collect();
        let shards = u32::try_from(tasks.len()).unwrap_or(u32::MAX);
        let (text, starts) = plan::text_by_shard(header, shards, &tasks, |place| place as u32);
        replace(&files.plan(), &text)?;
        Submission::of_processes(&files, header, starts).write(&files)?;
        self.waiting.extend(
            (0..).zip(tasks).map(|(number, task)| (Shard { submission: files.number(), number }, task.key())),
        );
        self.fill(directory)
    }

    /// The keys of the tasks that processes have: of this value, and of an earlier driver whose processes are still
    /// writing.
    ///
    /// # Errors
    /// If a file cannot be read, or a process cannot be started.
    pub fn assigned<T: Planned>(&mut self, directory: &Path) -> Result<HashSet<String>, LabError> {
        self.running.retain_mut(|(process, _)| matches!(process.try_wait(), Ok(None)));
        self.fill(directory)?;
        let waiting = self.waiting.iter().map(|(_, key)| key);
        let mut assigned: HashSet<String> =
            waiting.chain(self.running.iter().map(|(_, key)| key)).cloned().collect();
        let recorded = journal::keys::<T::Record>(directory)?;
        assigned.extend(being_written::<T>(directory, &recorded)?);
        Ok(assigned)
    }

    /// Waits until a process has ended, at most for a while.
    pub fn wait(&mut self) {
        let start = Instant::now();
        while start.elapsed() < PERIOD {
            if self.running.iter_mut().any(|(process, _)| !matches!(process.try_wait(), Ok(None))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn fill(&mut self, directory: &Path) -> Result<(), LabError> {
        while self.running.len() < self.jobs
            && let Some((shard, key)) = self.waiting.pop_front()
        {
            let log = Files::of(directory, shard.submission)
                .log(&format!("{}.0", name_of_processes(shard.submission)), shard.number);
            let output = File::create(&log).map_err(LabError::file("write", &log))?;
            let errors = output.try_clone().map_err(LabError::file("write", &log))?;
            let mut command = Command::new(&self.program);
            command.args(["lab", "shard"]).arg(directory);
            command
                .arg(format!("--submission={}", shard.submission))
                .arg(format!("--shard={}", shard.number));
            command.stdin(Stdio::null()).stdout(output).stderr(errors);
            // A signal of the terminal reaches the driver alone, which then ends its processes.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            let process = command.spawn().map_err(LabError::file("run", &self.program))?;
            self.running.push((process, key));
        }
        Ok(())
    }

    /// Ends all processes: with a signal, and those that do not end in time by force.
    pub fn stop(&mut self) {
        self.waiting.clear();
        for (process, _) in &self.running {
            terminate(process);
        }
        let start = Instant::now();
        while start.elapsed() < GRACE && !self.running.is_empty() {
            self.running.retain_mut(|(process, _)| matches!(process.try_wait(), Ok(None)));
            std::thread::sleep(Duration::from_millis(10));
        }
        for (process, _) in &mut self.running {
            let _ = process.kill();
            let _ = process.wait();
        }
        self.running.clear();
    }
}
