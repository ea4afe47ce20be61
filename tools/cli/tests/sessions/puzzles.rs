//! Puzzles from the command line.

use super::{Folder, Run, run_with};

fn instance(name: &str) -> String {
    format!("{}/../../encodings/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

#[test]
fn walks_are_found_counted_and_judged() {
    let exercise = instance("minotaur/instances/exercise.lp");
    let walk = "at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4)";
    let solved = run(&["minotaur", "solve", &exercise]);
    assert_eq!((solved.code, solved.out), (Some(0), format!("optimal  4 steps\n{walk}\n")), "{}", solved.err);
    let many = run(&["minotaur", "solve", &instance("minotaur/instances/6x6-many.lp"), "--all"]);
    assert!(many.out.starts_with("optimal  10 steps, 10 walks\n"), "{}", many.out);
    assert_eq!(many.out.lines().count(), 11);
    let lost = run(&["minotaur", "solve", &instance("minotaur/instances/4x4-lost.lp")]);
    assert_eq!((lost.code, lost.out.as_str()), (Some(20), "none     there is no answer\n"));
    let stopped = run(&["minotaur", "solve", &exercise, "--time-limit", "0"]);
    assert_eq!((stopped.code, stopped.out.as_str()), (Some(1), "stopped  before an answer was found\n"));

    let judged = run_with(&["minotaur", "check", &exercise, "-"], walk.as_bytes());
    assert_eq!((judged.code, judged.out.as_str()), (Some(0), "accepted 4 steps, none is shorter\n"));
    let judged = run_with(&["minotaur", "check", &exercise, "-"], b"at(2,1,0) at(2,2,1)");
    assert_eq!(judged.code, Some(20));
    assert!(judged.out.starts_with("refused  at(2,2,1): "), "{}", judged.out);
}

#[test]
fn loops_are_found_counted_and_judged() {
    let trick = instance("rogo/instances/trick.lp");
    let all = run(&["rogo", "solve", &trick, "--all"]);
    assert!(all.out.starts_with("optimal  8 points in 12 steps, 2 loops\n"), "{}", all.out);
    for answer in all.out.lines().skip(1) {
        let judged = run_with(&["rogo", "check", &trick, "-"], answer.as_bytes());
        assert_eq!((judged.code, judged.out.as_str()), (Some(0), "accepted 8 points in 12 steps\n"));
    }
    let judged = run_with(&["rogo", "check", &trick, "-"], b"loop(1,(1,1))");
    assert_eq!((judged.code, judged.out.starts_with("refused  ")), (Some(20), true), "{}", judged.out);
}

#[test]
fn bags_are_listed_counted_and_judged() {
    let listed = run(&["bag", "solve", "--types", "2", "--most", "2"]);
    assert_eq!(
        listed.out,
        "\npiece(1,1)\npiece(1,2)\npiece(1,1) piece(2,1)\npiece(1,1) piece(2,2)\npiece(1,2) piece(2,2)\n"
    );
    assert_eq!(run(&["bag", "solve", "--count"]).out, "70\n");
    assert_eq!(run(&["bag", "solve"]).out.lines().count(), 70);
    let judged = run_with(&["bag", "check", "-"], b"piece(2,3) piece(1,1)");
    assert_eq!((judged.code, judged.out.as_str()), (Some(0), "accepted 2 pieces\n"));
    let refused = run(&["bag", "solve", "--types", "1000", "--most", "1000"]);
    assert_eq!(refused.code, Some(65));
    assert!(refused.err.contains("--count says how many"), "{}", refused.err);
}

#[test]
fn puzzles_are_shown() {
    let exercise = instance("minotaur/instances/exercise.lp");
    let start = run(&["minotaur", "show", &exercise, "--at", "1"]);
    assert_eq!(
        start.out,
        "╭───────────╮\n│ ·   M   · │\n│   ╶───╮   │\n│ ·   · │ ◎ │\n│   ╶───╯   │\n│ ·   Y   · │\n╰───────────╯\n\
         4 steps to the goal\nY: you, M: the Minotaur, ring: the goal\n",
        "{}",
        start.out
    );
    let folder = Folder::new("puzzles-shown");
    let file = folder.0.join("bag.gif").to_str().expect("a path that is text").to_owned();
    let trick = instance("rogo/instances/trick.lp");
    for arguments in [&["bag", "show"][..], &["rogo", "show", &trick], &["minotaur", "show", &exercise]] {
        let shown = run(&[arguments, &["--out", &file]].concat());
        assert_eq!((shown.code, shown.out.as_str()), (Some(0), ""), "{}", shown.err);
        assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"GIF89a")), "{arguments:?}");
    }
}

#[test]
fn bad_puzzles_are_refused_with_line_and_reason() {
    let folder = Folder::new("puzzles-refused");
    let bad = folder.file("bad.lp", "rows(2).\ncolumns(0).\nsteps(4).");
    let far = folder
        .file("far.lp", "field(1,1). field(1000,1).\nstart(1,1). goal(1,1). mino(1000,1). maxsteps(1).");
    let refused: [(&[&str], &str); 4] = [
        (&["rogo", "solve", &bad], "bad.lp: line 2: columns(0): it must be 1 to 1000\n"),
        (&["minotaur", "solve", &bad], "bad.lp: line 1: this puzzle has no facts rows/1; it has "),
        (&["minotaur", "show", "nowhere.lp"], "error: nowhere.lp: "),
        (&["minotaur", "show", &far], "a labyrinth of more than 200 fields is too large to be drawn\n"),
    ];
    for (arguments, message) in refused {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(65), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }
}
