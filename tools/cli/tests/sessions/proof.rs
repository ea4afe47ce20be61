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
            format!("loop nogoods as axioms; to check it: veripb {}", folder.0.join("answer.opb").display());
        assert!(run.err.contains(&said), "{}", run.err);
        assert!(written("answer.pbp").contains(conclusion), "{}", written("answer.pbp"));
        assert!(written("answer.opb").contains("* atom "), "{}", written("answer.opb"));
    }
}

#[test]
fn what_cannot_be_proven_is_refused_before_it_is_solved() {
    let folder = Folder::new("no-proof");
    let proof = folder.0.join("answer.pbp");
    let option = format!("--proof={}", proof.display());
    let contradictions: [(&[&str], &str); 5] = [
        (&["-t", "2"], "leave out `--parallel-mode`"),
        (&["-e", "brave"], "leave out `--enum-mode`"),
        (&["--opt-strategy=usc"], "`--opt-strategy=bb,lin`"),
        (&["--opt-mode=opt,3"], "bounds given"),
        (&["--text"], "there is nothing to prove"),
    ];
    for (arguments, message) in contradictions {
        let run = solve("{ a }.", &[arguments, &[&option]].concat());
        assert_eq!(run.code, Some(128), "{message}: {}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
    for (program, what) in [
        ("{ a; b }. #edge (1,2) : a. #edge (2,1) : b.", "`#edge`"),
        ("a; b. a :- b. b :- a.", "disjunctions with heads that depend on each other"),
        ("#include <incmode>. #program step(t). { a(t) }.", "a proof is of a single solve"),
    ] {
        let run = solve(program, &[&option]);
        assert_eq!(run.code, Some(65), "{}", run.err);
        assert!(run.err.contains(what), "{}", run.err);
        assert!(!Path::new(&proof).exists(), "half a proof is none");
    }
    assert_eq!(solve("{ a }.", &["--proof=/nowhere/answer.pbp"]).code, Some(128));
    assert_eq!(
        solve("{ a }.", &[&format!("--proof={}", folder.0.join("answer.opb").display())]).code,
        Some(128)
    );
}
