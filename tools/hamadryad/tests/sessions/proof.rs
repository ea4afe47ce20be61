//! `--proof`: two files that a checker reads, and clear words where there can be none.

use super::{Folder, Run, run_with};
use std::path::Path;

fn solve(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["solve"], arguments].concat(), program.as_bytes())
}

#[test]
fn a_proof_and_its_problem_are_written() {
    let folder = Folder::new("proof");
    let proof = folder.0.join("answer.pbp");
    let option = format!("--proof={}", proof.display());
    let written = |name: &str| std::fs::read_to_string(folder.0.join(name)).expect("it was written");
    for (program, code, conclusion) in [
        ("{ a; b }. :- not a. :- a, not b. :- b.", 20, "conclusion UNSAT;"),
        ("2 { a; b; c }. #minimize { 3:a; 4:b; 5:c }.", 30, "conclusion BOUNDS 7 7;"),
        ("{ a }.", 10, "conclusion SAT :"),
    ] {
        let run = solve(program, &[&option]);
        assert_eq!(run.code, Some(code), "{}", run.err);
        let said =
            format!("axioms beside the rules; to check it: veripb {}", folder.0.join("answer.opb").display());
        assert!(run.err.contains(&said), "{}", run.err);
        assert!(written("answer.pbp").contains(conclusion), "{}", written("answer.pbp"));
        assert!(written("answer.opb").contains("* atom "), "{}", written("answer.opb"));
    }
}

/// What no rule says, and the judge of `--check` sees.
#[test]
fn axioms_are_judged() {
    let folder = Folder::new("axioms");
    let option = format!("--proof={}", folder.0.join("answer.pbp").display());
    let written = || std::fs::read_to_string(folder.0.join("answer.opb")).expect("it was written");
    for (program, label) in [
        ("{ c }. a :- b. b :- a. a :- c. :- not b. :- c.", "@loop1 "),
        (
            "{ a; b; c }. #edge (1,2) : a. #edge (2,3) : b. #edge (3,1) : c. :- not a. :- not b. :- not c.",
            "@edge1 ",
        ),
        (
            "{ a(1..8) }. &circuit { (1,2) : a(1); (2,3) : a(2); (3,1) : a(3);
             (4,5) : a(4); (5,6) : a(5); (6,4) : a(6); (3,4) : a(7); (6,1) : a(8) }. :- a(7).",
            "@circuit1 ",
        ),
        (
            "x :- not y. y :- not x. t; f. t :- w. f :- w. w :- t, f. w :- t, x. w :- t, y. :- not w.",
            "@loop1 ",
        ),
    ] {
        let run = solve(program, &[&option, "--check", "-t", "2"]);
        assert_eq!(run.code, Some(20), "{program}: {}", run.err);
        assert!(run.err.contains("axioms follow from the program"), "{}", run.err);
        assert!(run.err.contains("a proof is written by one thread"), "{}", run.err);
        assert!(written().contains(label), "{program}: {}", written());
    }
}

#[test]
fn programs_without_a_proof_are_rejected_before_the_search() {
    let folder = Folder::new("no-proof");
    let proof = folder.0.join("answer.pbp");
    let option = format!("--proof={}", proof.display());
    let contradictions: [(&[&str], &str); 4] = [
        (&["-e", "brave"], "leave out `--enum-mode`"),
        (&["--opt-strategy=usc"], "`--opt-strategy=bb,lin`"),
        (&["--opt-mode=opt,3"], "bounds of `--opt-mode`"),
        (&["--text"], "`--proof` requires a search"),
    ];
    for (arguments, message) in contradictions {
        let run = solve("{ a }.", &[arguments, &[&option]].concat());
        assert_eq!(run.code, Some(128), "{message}: {}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
    let run = solve("#include <incmode>. #program step(t). { a(t) }.", &[&option]);
    assert_eq!(run.code, Some(65), "{}", run.err);
    assert!(run.err.contains("`--proof` supports a single solve only"), "{}", run.err);
    assert!(!Path::new(&proof).exists(), "half a proof is none");
    assert_eq!(solve("{ a }.", &["--proof=/nowhere/answer.pbp"]).code, Some(128));
    assert_eq!(
        solve("{ a }.", &[&format!("--proof={}", folder.0.join("answer.opb").display())]).code,
        Some(128)
    );
}
