//! Where a game was played. Times of different machines cannot be compared; a report says which there were.

use serde::{Deserialize, Serialize};

/// What is worth knowing of a machine. Nothing here names its owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub system: String,
    /// The processor, as it calls itself, or its architecture.
    pub processor: String,
    /// How many threads it runs at once.
    pub threads: usize,
    /// How many games were played at once.
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

/// What Linux calls the processor.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}
