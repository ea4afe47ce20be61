//! `hamadryad solve` with random decisions and signs, and samples.

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
fn samples_are_drawn_with_repetition() {
    let all = answers(COLOURS, &["0"]).into_iter().collect::<BTreeSet<_>>();
    let run = solve(COLOURS, &["--sample=200", "--seed=3"]);
    assert_eq!(run.code, Some(10));
    assert!(run.err.contains("--sample: uniform draws from 24 answer sets"), "{}", run.err);
    let samples = answers(COLOURS, &["--sample=200", "--seed=3"]);
    assert_eq!(samples.len(), 200);
    assert_eq!(samples.into_iter().collect::<BTreeSet<_>>(), all);
    let run = solve("{ a(1..40) }.", &["--sample=2"]);
    assert!(run.err.contains("nearly uniform draws from about 1."), "{}", run.err);
    let optimal = solve("1 { a; b }. #minimize { 1,X : a, X = 1; 1,X : b, X = 2 }.", &["--sample=9", "-q1"]);
    assert!(optimal.out.ends_with("Optimization: 1\nOPTIMUM FOUND\n"), "{}", optimal.out);
    assert_eq!(solve("a. :- a.", &["--sample=1"]).out, "UNSATISFIABLE\n");
    for (option, code) in [("-n3", 128), ("--enum-mode=brave", 128), ("--proof=x", 128), ("--sample=0", 1)] {
        let options: &[&str] = if code == 1 { &[option] } else { &[option, "--sample=3"] };
        assert_eq!(solve(COLOURS, options).code, Some(code), "{option}");
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
