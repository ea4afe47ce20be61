//! What ends a run before its time: limits, signals, and readers that have seen enough.

use super::{Run, command, run_with};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// More instances than any machine has time for.
const ENDLESS: &str = "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z).";

fn run(program: &str, arguments: &[&str]) -> Run {
    run_with(arguments, program.as_bytes())
}

#[test]
fn a_time_limit_ends_the_search() {
    let run = run("", &["solve", "pigeons.lp", "--time-limit=0.3"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("UNKNOWN\n\nTIME LIMIT   : 1\nModels       : 0+\n"), "{}", run.out);
    assert_eq!(run.err, "*** Info : (hamadryad): INTERRUPTED by signal!\n");
}

#[test]
fn a_time_limit_ends_grounding() {
    let solved = run(ENDLESS, &["solve", "--time-limit=0.3"]);
    assert_eq!(solved.code, Some(1));
    assert!(solved.out.contains("UNKNOWN\n\nTIME LIMIT   : 1\n"), "{}", solved.out);
    for format in ["text", "aspif", "reify"] {
        let ground = run(ENDLESS, &["ground", "--format", format, "--time-limit=0.3"]);
        assert_eq!(ground.code, Some(1), "{format}");
        assert_eq!(ground.err, "*** Info : (hamadryad): INTERRUPTED by signal!\n", "{format}");
        // What is cut short does not look complete.
        assert!(!ground.out.ends_with("\n0\n"), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn a_memory_limit_ends_grounding() {
    let message =
        "*** ERROR: (hamadryad): the run needs more than 50 MB of memory, the limit of --memory-limit\n";
    let solved = run(ENDLESS, &["solve", "--memory-limit=50"]);
    assert_eq!((solved.code, solved.err.as_str()), (Some(33), message));
    assert!(solved.out.contains("UNKNOWN\n\nMEMORY LIMIT : 1\nModels       : 0+\n"), "{}", solved.out);
    let ground = run(ENDLESS, &["ground", "--format=text", "--memory-limit=50"]);
    assert_eq!((ground.code, ground.err.as_str()), (Some(33), message));
    assert_eq!(run("a.", &["solve", "-q", "--memory-limit=5000"]).code, Some(30));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_results_so_far() {
    let mut child = command(&["solve", "pigeons.lp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("output is piped")).lines();
    assert!(lines.by_ref().map(|line| line.expect("text")).any(|line| line == "Solving..."));
    interrupt(child.id());
    let rest: Vec<String> = lines.map(|line| line.expect("text")).collect();
    assert_eq!(rest[..4], ["UNKNOWN", "", "INTERRUPTED  : 1", "Models       : 0+"]);
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_grounding() {
    let mut command = command(&["ground", "--format=aspif"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("it starts");
    child.stdin.take().expect("input is piped").write_all(ENDLESS.as_bytes()).expect("it reads its input");
    let mut lines = BufReader::new(child.stdout.take().expect("output is piped")).lines();
    assert_eq!(lines.next().expect("a line").expect("text"), "asp 1 0 0");
    interrupt(child.id());
    assert!(lines.map(|line| line.expect("text")).all(|line| line != "0"));
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[cfg(unix)]
pub(super) fn interrupt(process: u32) {
    let killed = Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(killed.expect("there is a command kill").success());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for (arguments, program) in
        [(&["solve", "-", "0"], "{a(1..30)}."), (&["ground", "-", "-faspif"], ENDLESS)]
    {
        let mut command = command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("input is piped");
        input.write_all(program.as_bytes()).expect("it reads its input");
        drop(input);
        let mut lines = BufReader::new(child.stdout.take().expect("output is piped")).lines();
        assert!(!lines.next().expect("a line").expect("text").is_empty());
        drop(lines);
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{arguments:?}");
    }
}
