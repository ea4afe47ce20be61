//! Limits of time and memory for a process and all its descendants.
//!
//! The supervisor becomes the parent of orphans (a *subreaper*), so that no descendant escapes: not by a group of its
//! own, and not by ending its parent. It reads the time and the memory of all of them from `/proc`. At a limit, all get
//! SIGTERM, on which solvers print their best answer, and SIGKILL after a grace. Linux only.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The longest time between two looks at the processes.
const PERIOD: Duration = Duration::from_millis(20);
/// The shortest time. The memory of short runs is measured as well, so the time between two looks is a fiftieth of the
/// run's until then.
const SHORTEST_PERIOD: Duration = Duration::from_millis(1);
/// The factor between the limits of the clock and of the processor, for processes that only wait.
const WAITING: f64 = 20.0;

/// Limits of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Seconds of processor time.
    pub cpu: f64,
    /// Megabytes of resident memory.
    pub memory: f64,
    /// Seconds from SIGTERM to SIGKILL.
    pub grace: f64,
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hit {
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// The request to stop.
    Stop,
}

/// The resources that a run has used.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds of the processor.
    pub cpu: f64,
    /// Seconds of the clock.
    pub wall: f64,
    /// The largest resident memory of all processes together, in megabytes.
    pub memory: f64,
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// The limit that ended the run.
    pub hit: Option<Hit>,
}

/// Runs a command within limits, until it and all its descendants have ended. The calling process must have no other
/// children.
///
/// # Errors
/// If the command cannot be started.
pub fn supervise(command: &mut Command, limits: &Limits, stop: &dyn Fn() -> bool) -> io::Result<Usage> {
    become_subreaper()?;
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut usage = Usage { cpu: 0.0, wall: 0.0, memory: 0.0, code: None, hit: None };
    let mut told: Option<Instant> = None;
    let mut has_ended = false;
    loop {
        has_ended = has_ended || note_end(&mut child, &mut usage)?;
        let alive = descendants();
        let seen = Seen::of(&alive);
        usage.memory = usage.memory.max(seen.memory).max(seen.peak);
        usage.cpu = usage.cpu.max(seen.cpu + reaped_time());
        usage.wall = start.elapsed().as_secs_f64();
        if has_ended {
            // Descendants that outlive the command are of no use.
            signal(&alive, Signal::Kill);
            if alive.is_empty() {
                usage.cpu = usage.cpu.max(reaped_time());
                return Ok(usage);
            }
            reap_orphans();
        }
        if told.is_none() && !has_ended {
            usage.hit = hit(&usage, &seen, limits, stop);
            if usage.hit.is_some() {
                // A run above its memory limit has no memory left for its last words, and those of a stopped run are
                // of no use.
                let gentle = usage.hit == Some(Hit::Time);
                signal(&alive, if gentle { Signal::Terminate } else { Signal::Kill });
                told = Some(Instant::now());
            }
        }
        if told.is_some_and(|told| told.elapsed().as_secs_f64() > limits.grace) {
            signal(&alive, Signal::Kill);
        }
        std::thread::sleep((start.elapsed() / 50).clamp(SHORTEST_PERIOD, PERIOD));
    }
}

fn hit(usage: &Usage, seen: &Seen, limits: &Limits, stop: &dyn Fn() -> bool) -> Option<Hit> {
    if stop() {
        Some(Hit::Stop)
    } else if seen.memory > limits.memory {
        Some(Hit::Memory)
    } else if usage.cpu > limits.cpu || usage.wall > limits.cpu * WAITING {
        Some(Hit::Time)
    } else {
        None
    }
}

fn note_end(child: &mut Child, usage: &mut Usage) -> io::Result<bool> {
    let status = child.try_wait()?;
    if let Some(status) = status {
        usage.code = status.code();
    }
    Ok(status.is_some())
}

/// The time and the memory of some processes.
struct Seen {
    cpu: f64,
    /// The memory that they use together now.
    memory: f64,
    /// The most that one of them has used at any time.
    peak: f64,
}

impl Seen {
    fn of(processes: &[i32]) -> Seen {
        let mut seen = Seen { cpu: 0.0, memory: 0.0, peak: 0.0 };
        for &process in processes {
            seen.cpu += time_of(process).unwrap_or(0.0);
            let (memory, peak) = memory_of(process);
            seen.memory += memory;
            seen.peak = seen.peak.max(peak);
        }
        seen
    }
}

/// The processes that descend from this one.
fn descendants() -> Vec<i32> {
    let mut found: Vec<i32> = children(std::process::id() as i32);
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(children(process));
    }
    found
}

/// The children of all threads of a process.
fn children(process: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists =
        threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>())
        .collect()
}

/// Seconds of a process and of its descendants that it has waited for: fields 14 to 17 of `/proc/N/stat`.
fn time_of(process: i32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may contain anything.
    let fields = text.rsplit_once(')')?.1.split_whitespace();
    let ticks: u64 = fields.skip(11).take(4).map(|field| field.parse().unwrap_or(0)).sum();
    // The unit of this file is a hundredth of a second on all systems of today.
    Some(ticks as f64 / 100.0)
}

/// Megabytes of resident memory, now and at the most; 0 after the end of the process.
fn memory_of(process: i32) -> (f64, f64) {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let megabytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
    };
    (megabytes("VmRSS:").unwrap_or(0.0), megabytes("VmHWM:").unwrap_or(0.0))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    Terminate,
    Kill,
}

#[cfg(target_os = "linux")]
mod system {
    use super::{Signal, io};
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::signal::{self, kill};
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;

    pub(super) fn become_subreaper() -> io::Result<()> {
        nix::sys::prctl::set_child_subreaper(true).map_err(io::Error::from)
    }

    pub(super) fn signal(processes: &[i32], which: Signal) {
        let which = if which == Signal::Kill { signal::SIGKILL } else { signal::SIGTERM };
        for &process in processes {
            // A process that has ended meanwhile needs no signal.
            let _ = kill(Pid::from_raw(process), which);
        }
    }

    /// Waits for orphans that have ended. Only after the end of the command itself, whose status this would take.
    pub(super) fn reap_orphans() {
        while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            if status.pid().is_none() {
                return;
            }
        }
    }

    /// Seconds of the descendants that were waited for.
    pub(super) fn reaped_time() -> f64 {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return 0.0 };
        let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds(usage.user_time()) + seconds(usage.system_time())
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{Signal, io};

    pub(super) fn become_subreaper() -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "limits for all descendants of a process need Linux"))
    }

    pub(super) fn signal(_: &[i32], _: Signal) {}

    pub(super) fn reap_orphans() {}

    pub(super) fn reaped_time() -> f64 {
        0.0
    }
}

use system::{become_subreaper, reap_orphans, reaped_time, signal};
