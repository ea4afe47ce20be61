//! `hamadryad ground`, and its names in clingo.

use super::{Folder, Run, run_with};

fn ground(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["ground"], arguments].concat(), program.as_bytes())
}

fn solve(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["solve"], arguments].concat(), program.as_bytes())
}

const PROGRAM: &str = "{a; b}. c :- a, not b. #minimize{ 2@1 : c }. #show c/0.";
const TEXT: &str = "{a;b}.\nc:-not b,a.\n#minimize{2@1,0:c}.\n#show c/0.\n";
const ASPIF: &str = "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 1 3 0 2 -2 1\n2 1 1 3 2\n4 1 c 1 3\n0\n";
const FACTS: &str = "atom_tuple(0).\natom_tuple(0,1).\natom_tuple(0,2).\nliteral_tuple(0).\n\
    rule(choice(0),normal(0)).\natom_tuple(1).\n";

#[test]
fn a_ground_program_has_three_formats() {
    let printed = |run: Run| {
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
        run.out
    };
    assert_eq!(printed(ground(PROGRAM, &[])), TEXT);
    assert_eq!(printed(ground(PROGRAM, &["--format=aspif"])), ASPIF);
    let facts = printed(ground(PROGRAM, &["-freify"]));
    assert!(facts.starts_with(FACTS) && facts.ends_with("output(c,2).\n"), "{facts}");
    // clingo's names of the same.
    for arguments in [&["--text"][..], &["-otext"], &["--mode=gringo", "--output", "text"]] {
        assert_eq!(printed(solve(PROGRAM, arguments)), TEXT);
    }
    for arguments in [&["--mode=gringo"][..], &["-ointermediate"], &["-oaspif", "0"]] {
        assert_eq!(printed(solve(PROGRAM, arguments)), ASPIF);
    }
    assert_eq!(printed(solve(PROGRAM, &["--output=reify"])), facts);
    let with_steps = printed(ground(PROGRAM, &["-freify", "--reify-steps"]));
    assert_eq!(with_steps, facts.replace(").\n", ",0).\n"));
}

#[test]
fn components_are_facts_under_their_option() {
    let circle = "{c}. a :- b. b :- a. a :- c.";
    assert!(!ground(circle, &["-freify"]).out.contains("scc"));
    let facts = solve(circle, &["-oreify", "--reify-sccs"]).out;
    let members: Vec<&str> = facts.lines().filter(|line| line.starts_with("scc(")).collect();
    assert_eq!(members.len(), 2, "{facts}");
}

#[test]
fn the_ground_program_can_be_shown_beside_the_answers() {
    let run = solve("{a}. b :- a.", &["--output-debug=text", "0", "-q", "-V0"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("SATISFIABLE\n", "% {a}.\n% b:-a.\n"));
    let run = ground("a.", &["--output-debug=text", "-faspif"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("asp 1 0 0\n1 0 1 1 0 0\n4 1 a 0\n0\n", "% a.\n"));
}

#[test]
fn constants_warnings_and_errors_are_those_of_solve() {
    let run = ground("p(1..n). q :- r.", &["-c", "n=2", "-W", "no-atom-undefined"]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("p(1).\np(2).\n", ""));
    let run = ground("q :- r.", &["-Wnone", "--warn=atom-undefined"]);
    assert!(run.err.starts_with("warning[atom-undefined]: "), "{}", run.err);
    for (program, code, message) in [
        ("a(", 65, "*** ERROR: (hamadryad): parsing failed\n"),
        ("a(X).", 65, "*** ERROR: (hamadryad): grounding stopped because of errors\n"),
    ] {
        let run = ground(program, &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""));
        assert!(run.err.ends_with(message), "{}", run.err);
    }
    let folder = Folder::new("ground");
    let file = folder.file("a.lp", "a.");
    assert_eq!(ground("", &[&file, "missing.lp"]).code, Some(128));
    assert_eq!(ground("", &["missing.lp"]).code, Some(65));
}

#[test]
fn unsupported_formats_are_rejected() {
    for (arguments, code, message) in [
        (&["ground", "-freifi"][..], 1, "did you mean `reify`?"),
        (&["ground", "--quiet"], 1, "`ground` has no option `--quiet`, but `solve` has"),
        (&["ground", "--output-debug=rules"], 1, "translate, all"),
        (
            &["solve", "--text", "--output=text"],
            128,
            "`--text` and `--output` contradict each other: leave one of them out",
        ),
        (&["solve", "--text", "--mode=clasp"], 128, "`--text` grounds, and `--mode=clasp` does not"),
        (&["solve", "--memory-limit=lots"], 1, "expected a number of megabytes"),
        (&["solve", "-Wno-none"], 1, "known: none, all, atom-undefined, file-included, "),
        (&["solve", "--warn=atom-undefine"], 1, "did you mean `atom-undefined`?"),
    ] {
        let run = run_with(arguments, b"a.");
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
}
