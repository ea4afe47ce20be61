//! Experiments on a cluster: a Slurm of four nodes on the loopback interface, with processes killed at random.
//!
//! Without Slurm (Debian: `apt install slurm-wlm`), the tests of the cluster are left out, and say so; those of single
//! tasks and of errors always run. `HAMADRYAD_KILLS=100` makes the number of kills larger.

#![cfg(unix)]

mod conquer;
mod single;
mod slurm;
mod solvers;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hamadryad-cluster-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `hamadryad lab` with some arguments, and without the settings of the user.
fn lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.arg("lab").args(arguments).env("NO_COLOR", "1").env("XDG_CONFIG_HOME", "/nowhere");
    command
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The records of a merged directory, without times and the machine, by experiment, player and seed; each once.
fn records(directory: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(directory.join("records.jsonl")).expect("records");
    let mut records = BTreeMap::new();
    for line in text.lines() {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        let fields = record.as_object_mut().expect("an object");
        for name in ["machine", "ended", "wall", "cpu"] {
            fields.remove(name).expect("each record has it");
        }
        let key = format!("{} {}", record["configuration"], record["seed"]);
        assert!(records.insert(key, record).is_none(), "a game is recorded twice: {line}");
    }
    records
}

/// The processes whose command line contains a text.
fn processes(text: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").expect("the processes");
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let line = |number: &i32| std::fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
    numbers
        .filter(|number| String::from_utf8_lossy(&line(number)).replace('\0', " ").contains(text))
        .collect()
}

fn kill(process: i32) {
    let _ = Command::new("kill").arg("-9").arg(process.to_string()).stderr(Stdio::null()).status();
}
