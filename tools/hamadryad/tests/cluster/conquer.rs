//! One problem in many parts: the answers are those of `hamadryad solve`, whatever is killed.

use super::{Folder, err, kill, out, processes};
use hamadryad_random::Random;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn hamadryad(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.args(arguments).env("NO_COLOR", "1").env("XDG_CONFIG_HOME", "/nowhere");
    command
}

fn conquer(program: &Path, directory: &Path, more: &[&str]) -> Command {
    let mut command = hamadryad(&["conquer", "--local", "--jobs=2", "--format=json"]);
    command.arg(program).arg("--out").arg(directory).args(more);
    command
}

/// The exit code and the answer.
fn answer(mut command: Command) -> (Option<i32>, Value) {
    let output = command.output().expect("the command runs");
    let answer = serde_json::from_slice(&output.stdout);
    (output.status.code(), answer.unwrap_or_else(|_| panic!("no JSON: {}{}", out(&output), err(&output))))
}

/// A random program with choices, loops and constraints.
fn random_program(random: &mut Random, has_objective: bool) -> String {
    let mut text = String::from("{ a(1..9) }.\n");
    let number = |random: &mut Random| random.below(9) + 1;
    for _ in 0..12 {
        let (one, two, three) = (number(random), number(random), number(random));
        let _ = match random.below(4) {
            0 => writeln!(text, "b({one}) :- a({two}), not a({three})."),
            1 => writeln!(text, "b({one}) :- b({two}), not a({three})."),
            2 => writeln!(text, ":- a({one}), a({two}), not b({three})."),
            _ => writeln!(text, ":- not a({one}), not b({two})."),
        };
    }
    if has_objective {
        for atom in 1..10 {
            let _ = writeln!(text, ":~ a({atom}). [{}@{}, {atom}]", random.below(7), random.below(2) + 1);
        }
        text.push_str(":~ b(X). [-2@1, X, b]\n");
    }
    text
}

#[test]
fn the_answers_are_those_of_one_process() {
    let folder = Folder::new("conquer-random");
    let mut random = Random::new(7);
    for round in 0..10 {
        let has_objective = round % 2 == 0;
        let (program, directory) = (folder.path("program.lp"), folder.path(&format!("out-{round}")));
        std::fs::write(&program, random_program(&mut random, has_objective)).expect("a file");
        let mut solve = hamadryad(&["solve", "--outf=2", "0"]);
        let (_, expected) = answer({
            solve.arg(&program).arg(if has_objective { "--opt-mode=opt" } else { "--opt-mode=ignore" });
            solve
        });
        let more: &[&str] = if has_objective { &[] } else { &["--count"] };
        let (code, found) =
            answer(conquer(&program, &directory, &[&["--cubes=5", "--probe=1"], more].concat()));
        if expected["Result"] == "UNSATISFIABLE" {
            assert_eq!((code, &found["Result"]), (Some(20), &expected["Result"]), "round {round}");
        } else if has_objective {
            assert_eq!((code, &found["Result"]), (Some(30), &expected["Result"]), "round {round}");
            assert_eq!(found["Costs"], expected["Models"]["Costs"], "round {round}");
        } else {
            assert_eq!((code, &found["Models"]), (Some(30), &expected["Models"]["Number"]), "round {round}");
        }
    }
}

/// Pigeons in holes: unsatisfiable, and hard enough to be interrupted.
const PIGEONS: &str = "1 { in(P,1..9) } 1 :- P = 1..10. :- in(P,H), in(Q,H), P < Q.";

#[test]
fn killed_processes_cost_nothing_but_time() {
    let folder = Folder::new("conquer-kills");
    let (program, directory) = (folder.path("pigeons.lp"), folder.path("out"));
    std::fs::write(&program, PIGEONS).expect("a file");
    let options = ["--cubes=12", "--probe=2", "--split-after=0.2"];
    let mut random = Random::new(3);
    let start = Instant::now();
    let mut kills = 0;
    let worker = format!("lab shard {}", directory.display());
    let answer = loop {
        assert!(start.elapsed() < Duration::from_secs(300), "the search does not end");
        let mut driver = conquer(&program, &directory, &options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // While workers run, they are killed, or the command that has started them is.
        while driver.try_wait().expect("it can be asked").is_none() {
            std::thread::sleep(Duration::from_millis(20));
            let workers = processes(&worker);
            if kills == 6 || workers.is_empty() {
                continue;
            }
            match random.below(8) {
                0 => workers.into_iter().for_each(kill),
                1 => driver.kill().expect("it is killed"),
                _ => continue,
            }
            kills += 1;
        }
        let output = driver.wait_with_output().expect("its output");
        // Three attempts for a cube may be killed here.
        match output.status.code() {
            Some(20) => break serde_json::from_slice::<Value>(&output.stdout).expect("an answer"),
            None | Some(70 | 65) if kills > 0 => {}
            code => panic!("{code:?}: {}{}", out(&output), err(&output)),
        }
    };
    assert_eq!(answer["Result"], "UNSATISFIABLE");
    assert!(kills >= 2, "the search has ended before anything was killed");
    // The same command knows the answer, and another program is refused.
    let known = conquer(&program, &directory, &options).output().expect("it runs");
    assert_eq!(known.status.code(), Some(20), "{}", err(&known));
    std::fs::write(&program, "a.").expect("a file");
    let other = conquer(&program, &directory, &options).output().expect("it runs");
    assert!(err(&other).contains("has another program, or other options"), "{}", err(&other));
    assert_eq!(other.status.code(), Some(65));
}

#[test]
fn a_stopped_search_ends_its_processes_and_says_how_it_continues() {
    let folder = Folder::new("conquer-stop");
    let (program, directory) = (folder.path("pigeons.lp"), folder.path("out"));
    std::fs::write(&program, "1 { in(P,1..11) } 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q.")
        .expect("a file");
    let driver =
        conquer(&program, &directory, &["--cubes=4"]).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let driver = driver.expect("it starts");
    let start = Instant::now();
    while !directory.join("shards").exists() {
        assert!(start.elapsed() < Duration::from_secs(100), "no worker begins");
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = Command::new("kill").args(["-INT", &driver.id().to_string()]).status();
    let output = driver.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(err(&output).contains("the same command continues"), "{}", err(&output));
    assert!(processes(&format!("lab shard {}", directory.display())).is_empty(), "workers are left");
}

#[test]
fn wrong_settings_and_a_missing_slurm_are_clear() {
    let folder = Folder::new("conquer-errors");
    let program = folder.path("a.lp");
    std::fs::write(&program, "{a; b}.").expect("a file");
    let bad =
        conquer(&program, &folder.path("out"), &["--set", "solver.nothing=3"]).output().expect("it runs");
    assert!(err(&bad).contains("solver.nothing"), "{}", err(&bad));
    let mut command = hamadryad(&["conquer", "--cubes=2", "--probe=1", "--count"]);
    command.arg(&program).arg("--out").arg(folder.path("slurm")).env("PATH", "/nowhere");
    let output = command.output().expect("it runs");
    // A program without conflicts is exhausted at once; a harder one needs workers.
    assert_eq!(output.status.code(), Some(30), "{}", err(&output));
    std::fs::write(&program, PIGEONS).expect("a file");
    let mut command = hamadryad(&["conquer", "--cubes=2", "--probe=1"]);
    command.arg(&program).arg("--out").arg(folder.path("slurm-2")).env("PATH", "/nowhere");
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(65), "{}", err(&output));
    assert!(err(&output).contains("--local"), "{}", err(&output));
}
