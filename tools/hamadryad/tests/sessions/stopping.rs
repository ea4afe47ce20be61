//! Signals at any moment: the output is well-formed, nothing that was found is lost, no file stays behind.
//!
//! The moments come from a seed. No test looks at a clock: `benches/stop.py` measures how soon a run ends.

#![cfg(unix)]

use super::{Folder, command};
use hamadryad_random::Random;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A random time until a signal.
fn moment(random: &mut Random) -> Duration {
    Duration::from_millis(random.below(300))
}

/// Runs a command that gets a signal after some time.
pub(crate) fn signalled(arguments: &[&str], program: &str, signal: &str, after: Duration) -> Output {
    let mut command = command(arguments);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("it starts");
    let _ = child.stdin.take().expect("input is piped").write_all(program.as_bytes());
    let process = child.id().to_string();
    let sender = {
        let signal = signal.to_owned();
        std::thread::spawn(move || {
            std::thread::sleep(after);
            // The run may have come to its end.
            Command::new("kill").args([&signal, &process]).stderr(Stdio::null()).status().is_ok()
        })
    };
    let output = child.wait_with_output().expect("it ends");
    assert!(sender.join().expect("there is a command kill"));
    output
}

/// Programs that are read, grounded, translated, searched and printed for longer than a test waits.
const PROGRAMS: [&str; 5] = [
    "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z).",
    "p(1..300000). q(S) :- S = #sum { X*X,X : p(X) }.",
    "{ p(1..6000) }. q(S) :- S = #count { X : p(X) }.",
    "{ p(1..30) }.",
    "{ p(X,Y) : Y = 1..11 } = 1 :- X = 1..12. :- p(X,Y), p(Z,Y), X < Z.",
];

#[test]
fn a_signal_at_any_moment_leaves_a_summary() {
    let mut random = Random::new(20);
    for (number, program) in PROGRAMS.iter().enumerate() {
        for signal in ["-INT", "-TERM", "-INT"] {
            let after = moment(&mut random);
            let output = signalled(&["solve", "-", "-n", "0"], program, signal, after);
            let text = String::from_utf8(output.stdout).expect("whole characters");
            let Some(code) = output.status.code() else {
                // It came before the run listens to signals.
                assert_eq!(text, "", "program {number}, {signal} after {after:?}");
                continue;
            };
            check_summary(&text, code);
        }
    }
}

fn check_summary(text: &str, code: i32) {
    let lines: Vec<&str> = text.lines().collect();
    let summary =
        lines.iter().position(|line| *line == "INTERRUPTED  : 1").unwrap_or_else(|| panic!("{text}"));
    assert!(text.ends_with('\n') && lines.last().is_some_and(|line| line.starts_with("CPU Time     : ")));
    let answers: Vec<usize> = (0..summary).filter(|&line| lines[line].starts_with("Answer: ")).collect();
    for (number, &line) in answers.iter().enumerate() {
        assert!(lines[line].starts_with(&format!("Answer: {} ", number + 1)), "{}", lines[line]);
        assert!(lines[line + 1].split(' ').all(|atom| atom.is_empty() || atom.ends_with(')')), "a cut line");
    }
    assert_eq!(lines[summary + 1], format!("Models       : {}+", answers.len()));
    let verdict = if answers.is_empty() { ("UNKNOWN", 1) } else { ("SATISFIABLE", 11) };
    assert_eq!((lines[summary - 2], code), verdict);
}

#[test]
fn a_signal_at_any_moment_leaves_whole_lines_of_a_ground_program() {
    let mut random = Random::new(21);
    for (format, program) in [("text", "p(1..90000000)."), ("aspif", PROGRAMS[0]), ("text", PROGRAMS[1])] {
        for signal in ["-INT", "-TERM"] {
            let output = signalled(&["ground", "-", "-f", format], program, signal, moment(&mut random));
            let text = String::from_utf8(output.stdout).expect("whole characters");
            assert!(text.is_empty() || text.ends_with('\n'), "a cut line");
            if format == "text" {
                assert!(text.lines().all(|line| line.ends_with('.')));
            }
            assert!(matches!(output.status.code(), Some(1) | None));
        }
    }
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    let folder = Folder::new("signalled");
    let proof = folder.0.join("proof.pbp");
    let option = format!("--proof={}", proof.display());
    let mut random = Random::new(22);
    for program in PROGRAMS {
        for signal in ["-INT", "-TERM"] {
            signalled(&["solve", "-", "-q", "-n", "0", &option], program, signal, moment(&mut random));
            for entry in std::fs::read_dir(&folder.0).expect("a folder") {
                let name = entry.expect("an entry").file_name();
                assert!(!name.to_string_lossy().ends_with(".tmp"), "{name:?}: {program}");
            }
        }
    }
}

#[test]
fn a_signal_ends_every_command() {
    let commands: [&[&str]; 9] = [
        &["snake", "play", "--rows", "30", "--cols", "30", "--approach", "ad-hoc", "--format", "json"],
        &["snake", "play", "--rows", "20", "--cols", "20", "--solver", "circuit", "--format", "json"],
        &["snake", "play", "--rows", "100", "--cols", "100", "--planner", "foresight", "--think", "100"],
        &["bag", "solve", "--types", "9", "--most", "12"],
        &["rush", "generate", "60"],
        &["ricochet", "generate", "10", "--rows", "16", "--columns", "16", "--unique"],
        &["lab", "exact", "--size", "3x4"],
        &["fmt"],
        &["upgrade"],
    ];
    let mut random = Random::new(23);
    for arguments in commands {
        for signal in ["-INT", "-TERM"] {
            let output = signalled(arguments, &"a(1;2) :- b.\n".repeat(1000), signal, moment(&mut random));
            let text = String::from_utf8(output.stdout).expect("whole characters");
            assert!(text.is_empty() || text.ends_with('\n'), "a cut line: {arguments:?}");
            assert!(
                matches!(output.status.code(), Some(0 | 1 | 11) | None),
                "{arguments:?}: {:?}",
                output.status
            );
        }
    }
}

#[test]
fn a_signal_ends_a_command_that_waits_for_its_input() {
    for arguments in [&["solve", "-"][..], &["ground"], &["snake", "solve", "-"], &["show", "-"], &["fmt"]] {
        let mut command = command(arguments);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = pipes.spawn().expect("it starts");
        let input = child.stdin.take();
        std::thread::sleep(Duration::from_millis(100));
        let sent = Command::new("kill").arg(child.id().to_string()).status();
        assert!(sent.expect("there is a command kill").success());
        let code = child.wait().expect("it ends").code();
        drop(input);
        assert!(matches!(code, Some(1) | None), "{arguments:?}: {code:?}");
    }
}
