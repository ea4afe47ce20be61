//! Files that commands write: complete, or as they were, also on a full disk and after a kill.
//!
//! A full disk is a limit on the size of files (`ulimit -f`, blocks of at least 512 bytes): a process that
//! ignores the signal gets an error in the middle of its text, one that does not is killed there.

#![cfg(unix)]

use super::{Folder, command, run_with};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A program that `fmt` changes, too long for the limit.
fn long_program() -> String {
    (0..4000).map(|number| format!("a({number}):-b.\n")).collect()
}

/// Runs the command with a limit of one or two kilobytes for each file that it writes.
fn run_on_full_disk(is_killed: bool, arguments: &[&str]) -> Output {
    let trap = if is_killed { "" } else { "trap '' XFSZ; " };
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -c 0; ulimit -f 2; {trap}exec \"$@\"")).arg("sh");
    shell.arg(env!("CARGO_BIN_EXE_hamadryad")).args(arguments);
    shell.stdin(Stdio::null()).output().expect("a shell")
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(&folder.0).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a name").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_the_program_as_it_was() {
    let folder = Folder::new("full-disk");
    let old = long_program();
    let path = folder.file("a.lp", &old);
    for command in ["fmt", "upgrade"] {
        let run = run_on_full_disk(false, &[command, "--write", &path]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        if command == "fmt" {
            assert_eq!(run.status.code(), Some(65), "{message}");
            assert!(message.contains("a.lp` cannot be written: File too large"), "{message}");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), old, "{command}");
        assert_eq!(names(&folder), ["a.lp"], "{command}");
    }
}

#[test]
fn a_kill_leaves_the_program_as_it_was() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new("killed");
    let old = long_program();
    let path = folder.file("a.lp", &old);
    let run = run_on_full_disk(true, &["fmt", "--write", &path]);
    assert!(run.status.signal().is_some(), "{:?}", run.status);
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), old);
    assert_eq!(names(&folder).len(), 2, "the temporary file says what happened: {:?}", names(&folder));
}

#[test]
fn a_full_disk_leaves_the_game_and_the_picture_of_before() {
    let folder = Folder::new("full-disk-game");
    let (game, picture) = (folder.file("game.json", "old"), folder.file("game.svg", "old"));
    let run = run_on_full_disk(false, &["snake", "play", "--save", &game]);
    assert_eq!(run.status.code(), Some(74), "{}", String::from_utf8_lossy(&run.stderr));
    let played = folder.file("played.json", "");
    assert_eq!(run_with(&["snake", "play", "--save", &played], b"").code, Some(0));
    let run = run_on_full_disk(false, &["show", &played, "-o", &picture]);
    assert_eq!(run.status.code(), Some(74), "{}", String::from_utf8_lossy(&run.stderr));
    for file in [&game, &picture] {
        assert_eq!(std::fs::read_to_string(file).expect("the file is there"), "old");
    }
    assert_eq!(names(&folder), ["game.json", "game.svg", "played.json"]);
}

#[test]
fn a_full_disk_leaves_the_proof_of_before_with_its_problem() {
    let folder = Folder::new("full-disk-proof");
    let (proof, problem) = (folder.file("a.pbp", "old proof"), folder.file("a.opb", "old problem"));
    let program = folder.file("a.lp", "1 { p(P,1..8) } 1 :- P = 1..9. :- p(P,H), p(Q,H), P < Q.");
    let run = run_on_full_disk(false, &["solve", &program, &format!("--proof={proof}")]);
    assert_eq!(run.status.code(), Some(128), "{}", String::from_utf8_lossy(&run.stderr));
    let text = |file: &str| std::fs::read_to_string(file).expect("the file is there");
    assert_eq!((text(&proof), text(&problem)), ("old proof".to_owned(), "old problem".to_owned()));
    assert_eq!(names(&folder), ["a.lp", "a.opb", "a.pbp"]);
}

#[test]
fn a_failed_run_leaves_the_proof_of_before() {
    let folder = Folder::new("failed-proof");
    let proof = folder.file("a.pbp", "old");
    assert_eq!(run_with(&["solve", &format!("--proof={proof}")], b"a :- ,.").code, Some(65));
    assert_eq!(std::fs::read_to_string(&proof).expect("the file is there"), "old");
    assert_eq!(names(&folder), ["a.pbp"]);
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let run = run_with(&["snake", "play", "--save", "/dev/stdout"], b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("{\"configuration\""), "{}", run.out);
    if Path::new("/dev/full").exists() {
        let run = run_with(&["snake", "play", "--save", "/dev/full"], b"");
        assert_eq!(run.code, Some(74), "{}", run.err);
        assert!(run.err.contains("`/dev/full` cannot be written: No space left on device"), "{}", run.err);
    }
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let pipe = pipe.to_str().expect("a path that is text").to_owned();
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).expect("text"))
    };
    let mut play = command(&["snake", "play", "--save", &pipe]);
    assert!(play.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the command runs").success());
    assert!(reader.join().expect("a reader").starts_with("{\"configuration\""));
}

#[test]
fn output_that_goes_to_a_file_is_not_replaced_by_a_saved_game() {
    let folder = Folder::new("stdout");
    let path = folder.0.join("out.txt");
    let mut play = command(&["snake", "play", "--save", "/dev/stdout"]);
    play.stdout(std::fs::File::create(&path).expect("a file")).stderr(Stdio::null());
    assert!(play.status().expect("the command runs").success());
    let text = std::fs::read_to_string(&path).expect("text");
    assert!(text.starts_with("{\"configuration\"") && text.contains("\nplans "), "both are there: {text}");
}

#[test]
fn a_report_is_replaced_page_by_page() {
    let folder = Folder::new("report");
    let records = include_str!("../../../lab/tests/report/records.jsonl");
    folder.file("records.jsonl", records);
    folder.file("report/games.csv", "old");
    let folder_name = folder.0.to_str().expect("a path that is text");
    let run = run_on_full_disk(false, &["lab", "report", folder_name, "--format", "csv"]);
    assert_eq!(run.status.code(), Some(65), "{}", String::from_utf8_lossy(&run.stderr));
    let games = || std::fs::read_to_string(folder.0.join("report/games.csv")).expect("the file is there");
    assert_eq!(games(), "old");
    assert_eq!(run_with(&["lab", "report", folder_name, "--format", "csv"], b"").code, Some(0));
    assert!(games().starts_with("experiment,"), "{}", games());
}
