//! Whole runs of the command line: real files, real pipes, real signals.

mod arcade;
mod clingo_lines;
mod draw;
mod explain;
mod files;
mod ground;
mod ground_programs;
mod lab;
mod limits;
mod lsp;
mod mistakes;
mod neovim;
mod playing;
mod proof;
mod puzzles;
mod sampling;
mod sandbox;
#[cfg(unix)]
mod scripts;
mod show;
mod snake;
mod solve;
mod stopping;
mod threads;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run printed and ended with.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// The command, in the folder of the programs.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.args(arguments);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"));
    command.env("NO_COLOR", "1");
    command
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = command(arguments);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the command starts");
    // The command may not read its input, and end before it is written.
    let _ = child.stdin.take().expect("input is piped").write_all(input);
    let output = child.wait_with_output().expect("the command ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hamadryad-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path that is text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lines in any order, all times taken for zero.
fn sorted_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(without_times).collect();
    lines.sort();
    lines
}

/// The line with each number `1.234` or `1.23` turned to zero.
fn without_times(line: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(dot) = rest.find('.') {
        let digits_before = rest[..dot].bytes().rev().take_while(u8::is_ascii_digit).count();
        let digits_after = rest[dot + 1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits_before > 0 && digits_after >= 2 {
            result.push_str(&rest[..dot - digits_before]);
            result.push_str(&format!("0.{}", "0".repeat(digits_after)));
        } else {
            result.push_str(&rest[..dot + 1 + digits_after]);
        }
        rest = &rest[dot + 1 + digits_after..];
    }
    result + rest
}

/// Runs the command line of a golden file, its first line, and compares what is printed in any order of
/// lines, all times taken for zero; `leaves_out` are lines on which the search has a say.
fn check_golden(path: &str, leaves_out: impl Fn(&str, &str) -> bool) {
    let path = format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"));
    let golden = std::fs::read_to_string(&path).expect("a golden file");
    let (line, expected) = golden.split_once('\n').expect("a command line");
    let arguments: Vec<&str> = line.trim_start_matches("$ ").split(' ').collect();
    let run = run_with(&[&["solve"], &arguments[..]].concat(), b"");
    let printed = format!("{}[exit {}]\n", run.out, run.code.expect("an exit code"));
    let comparable = |text: &str| {
        let mut lines = sorted_lines(text);
        lines.retain(|line| !leaves_out(&golden, line));
        lines
    };
    assert_eq!(comparable(&printed), comparable(expected), "{path}: {line}\n{}", run.err);
}
