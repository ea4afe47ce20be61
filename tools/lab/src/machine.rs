//! The machine of a game. Times of different machines are not comparable; a report lists the machines.

use serde::{Deserialize, Serialize};

/// Properties of a machine. None of them identifies its owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub system: String,
    /// The name of the processor, or its architecture.
    pub processor: String,
    /// The number of threads that run at once.
    pub threads: usize,
    /// The number of games played at once.
    pub jobs: usize,
}

impl Machine {
    /// This machine.
    pub fn this(jobs: usize) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let processor = processor().unwrap_or_else(|| std::env::consts::ARCH.to_string());
        Self { system: std::env::consts::OS.to_string(), processor, threads, jobs }
    }
}

/// The name of the processor on Linux.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}
