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

/// The output of a question about an example of the chapter.
fn example(arguments: &[&str]) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/explain/");
    let arguments: Vec<String> =
        arguments.iter().map(|argument| argument.replace("EXAMPLES/", folder)).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = run_with(&[&["explain"], &arguments[..]].concat(), b"");
    assert_eq!(run.err, "", "{}", run.out);
    run.out.replace(folder, "")
}

#[test]
fn a_bird_that_is_happy_and_one_that_is_not() {
    let tree = example(&["EXAMPLES/flight.lp", "--why", "happy(tweety)"]);
    assert_eq!(tree.lines().count() - 2, 6, "five atoms, one of them twice, and a negation: {tree}");
    assert!(tree.contains("not abnormal(tweety)") && tree.contains("trip(tweety)  chosen"), "{tree}");
    let chain = example(&["EXAMPLES/flight.lp", "--why-not", "happy(sam)"]);
    let places: Vec<usize> = ["✗ trip(sam)", "✗ fly(sam)", "✗ not abnormal(sam)", "penguin(sam)  fact"]
        .iter()
        .map(|text| chain.find(text).unwrap_or_else(|| panic!("{text}: {chain}")))
        .collect();
    assert!(places.is_sorted(), "{chain}");
}

#[test]
fn costs_come_with_groups_that_cannot_be_avoided() {
    let text = example(&["EXAMPLES/tsp.lp", "--why-optimal"]);
    assert!(text.starts_with("the optimal costs are 10, proven\nof each of these groups"), "{text}");
    assert!(text.contains("because of tsp.lp:6:1"), "{text}");
    let value: serde_json::Value =
        serde_json::from_str(&example(&["EXAMPLES/tsp.lp", "--why-optimal", "--format=json"])).unwrap();
    let list = value["groups"]["list"].as_array().unwrap();
    let sum: i64 = list.iter().map(|group| group["least"].as_i64().unwrap()).sum();
    assert_eq!(value["groups"]["least"].as_i64(), Some(sum));
    assert!((1..=10).contains(&sum) && list.iter().all(|group| group["parts"].is_array()));
}

#[test]
fn closed_atoms_have_their_rules_and_conflicts_their_absent_facts() {
    let text = example(&["EXAMPLES/reach.lp"]);
    assert!(text.contains("= bridge(1..3,(4;5)) are no facts"), "{text}");
    let program = "{ key(1) }.\nopen(X) :- key(X).\n:- not open(1).\n:- key(1).\n";
    let run = run_with(&["explain", "-", "--format=json"], program.as_bytes());
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let parts = value["conflicts"][0]["parts"].as_array().unwrap();
    let closed: Vec<&serde_json::Value> = parts
        .iter()
        .flat_map(|part| part.as_array().unwrap())
        .filter(|part| part["kind"] == "closed")
        .collect();
    assert_eq!(closed.len(), 1, "{}", run.out);
    assert_eq!((&closed[0]["atom"], &closed[0]["rules"][0]["line"]), (&"open(1)".into(), &2.into()));
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
