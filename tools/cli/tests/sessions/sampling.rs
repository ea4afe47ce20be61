//! `hamadryad solve` with random decisions and signs.

use super::{Run, run_with};
use std::collections::BTreeSet;

/// Graph colourings: 24 answer sets.
const COLOURS: &str = "node(1..5). edge(X,X+1) :- node(X), node(X+1). edge(1,3).
    { colour(N,C) : C = (r;g;b) } = 1 :- node(N).
    :- edge(X,Y), colour(X,C), colour(Y,C).
    #show colour/2.";

fn solve(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["solve", "-V0"], arguments].concat(), program.as_bytes())
}

/// The answer sets, each with sorted atoms.
fn answers(program: &str, arguments: &[&str]) -> Vec<String> {
    let out = solve(program, arguments).out;
    let sorted = |line: &str| {
        let mut atoms: Vec<&str> = line.split(' ').collect();
        atoms.sort_unstable();
        atoms.join(" ")
    };
    out.lines().filter(|line| *line != "SATISFIABLE").map(sorted).collect()
}

#[test]
fn random_decisions_and_signs_choose_the_first_answer_set() {
    let first = |options: &[&str]| -> BTreeSet<String> {
        let seeds: Vec<String> = (1..=12).map(|seed| format!("--seed={seed}")).collect();
        seeds.iter().flat_map(|seed| answers(COLOURS, &[&[seed.as_str()], options].concat())).collect()
    };
    let random = first(&["--rand-freq=1", "--sign-def=rnd"]);
    assert!(random.len() > 5, "{random:?}");
    assert_eq!(random, first(&["--rand-freq=1", "--sign-def=rnd"]), "a seed determines the answer");
    assert_eq!(answers("{a; b}.", &["--sign-def=pos"]), ["a b"]);
    assert_eq!(answers("{a; b}.", &["--sign-def=neg"]), [""]);
}

#[test]
fn random_decisions_and_signs_keep_the_set_of_answers() {
    let all = |options: &[&str]| -> Vec<String> {
        let mut answers = answers(COLOURS, &[options, &["0"]].concat());
        answers.sort();
        answers
    };
    let expected = all(&[]);
    assert_eq!(expected.len(), 24);
    for options in [
        &["--rand-freq=1"][..],
        &["--rand-freq=0.2", "--sign-def=rnd", "--seed=4"],
        &["--rand-freq=no", "--sign-def=pos"],
        &["--sign-def=rnd", "--rand-freq=0.5", "--seed=5", "-t2"],
    ] {
        assert_eq!(all(options), expected, "{options:?}");
    }
}

#[test]
fn wrong_values_are_errors() {
    for (option, reason) in [
        ("--rand-freq=1.5", "expected a probability from 0 to 1"),
        ("--rand-freq=x", "expected a probability from 0 to 1"),
        ("--sign-def=random", "asp"),
    ] {
        let run = solve("a.", &[option]);
        assert_eq!(run.code, Some(1), "{option}: {}", run.out);
        assert!(run.err.contains(reason), "{option}: {}", run.err);
    }
}
