//! Runs of `explain`: statements that are taken for granted, answers by number and file, interruptions, and the line
//! of `solve` that names the command.

use super::{Folder, run_with};

/// The line on statements that are taken for granted.
fn granted(program: &str) -> String {
    let run = run_with(&["explain", "-"], program.as_bytes());
    assert_eq!(run.code, Some(20), "{}{}", run.out, run.err);
    let line = run.out.lines().find(|line| line.starts_with("taken for granted"));
    line.unwrap_or_else(|| panic!("{}", run.out)).to_owned()
}

#[test]
fn statements_that_are_taken_for_granted_are_named_by_line() {
    assert_eq!(
        granted("a ; b.\nc ; d :- a.\n:- a.\n:- b.\n"),
        "taken for granted, not looked into: the disjunction in -:1:1, the disjunction in -:2:1"
    );
    assert_eq!(
        granted("n(1..2).\n{ a }.\n#edge (X,Y) : n(X), n(Y), a.\n:- not a.\n"),
        "taken for granted, not looked into: #edge in -:3:1"
    );
    assert_eq!(
        granted("#theory t { x { }; &p/1 : x, any }.\n{ a }.\n&p(1) { a }.\n:- not a.\n:- a.\n"),
        "taken for granted, not looked into: the theory atom in -:3:1"
    );
    // Here the theory atom is the only reason.
    let program = "edge(1,2). edge(2,3).\n&circuit { (X,Y) : edge(X,Y) }.\n";
    assert_eq!(granted(program), "taken for granted, not looked into: the theory atom in -:2:1");
}

#[test]
fn answers_are_chosen_by_number_or_by_a_file() {
    let folder = Folder::new("answers");
    let program = folder.file("p.lp", "1 { a; b } 1.\nc :- a.\nd :- b.\n");
    let answer = folder.file("answer.txt", "b d\n");
    let of_file = run_with(&["explain", &program, "--why", "d", "--answer", &answer], b"");
    assert_eq!(of_file.code, Some(10), "{}{}", of_file.out, of_file.err);
    assert!(of_file.out.contains("b"), "{}", of_file.out);
    // Exactly one of the two answers has the atom.
    let has_it = |number: &str| {
        let run = run_with(&["explain", &program, "--why", "d", "--answer", number], b"");
        run.code == Some(10)
    };
    assert_ne!(has_it("1"), has_it("2"));
    let none = run_with(&["explain", &program, "--why", "d", "--answer", "3"], b"");
    assert!(none.err.contains("no answer 3"), "{}", none.err);
    let other = folder.file("other.txt", "a d\n");
    let wrong = run_with(&["explain", &program, "--why", "d", "--answer", &other], b"");
    assert!(wrong.err.contains("no answer with these atoms"), "{}", wrong.err);
}

/// A program whose conflicts come at once: any four of the countries, and there are more than a test waits for.
#[cfg(unix)]
const CONFLICTS: &str =
    "n(1..24). { colour(X,(r;g;b)) } = 1 :- n(X). :- n(X), n(Y), X < Y, colour(X,C), colour(Y,C).";

#[cfg(unix)]
#[test]
fn an_interruption_leaves_the_conflicts_that_were_found() {
    use std::time::Duration;
    let arguments = ["explain", "-", "--all", "--facts", "none"];
    let output = super::stopping::signalled(&arguments, CONFLICTS, "-INT", Duration::from_secs(4));
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("no answer:"), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.ends_with("there may be others (time)"), "{last}");
}

#[cfg(unix)]
#[test]
fn a_terminal_names_the_command_after_unsatisfiable() {
    use std::process::Command;
    let folder = Folder::new("terminal");
    let program = folder.file("p.lp", "{ a }. :- a. :- not a.\n");
    let line = format!("why: hamadryad explain {program}");
    // Without a terminal, nothing is added.
    assert!(!run_with(&["solve", &program], b"").err.contains("why:"));
    let command = format!("{} solve {program}", env!("CARGO_BIN_EXE_hamadryad"));
    let Ok(output) = Command::new("script").args(["-qec", &command, "/dev/null"]).output() else {
        eprintln!("skipped: there is no command script");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("UNSATISFIABLE") && text.contains(&line), "{text}");
}
