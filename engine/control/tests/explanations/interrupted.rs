//! Questions that are interrupted: the results are marked, and true.

use crate::{BRANCHES, control, seeds, unsatisfiable};
use hamadryad::explain::{ExplainOptions, Outcome};
use hamadryad_check::recorded::GroundProgram;
use std::cell::Cell;

/// Nine queens with seven columns, and a wish that contradicts it in the same way.
const PIGEONS: &str = "pigeon(1..7). hole(1..6). { in(P,H) : hole(H) } = 1 :- pigeon(P). \
                       :- in(P,H), in(Q,H), P < Q. { key }. open :- key. :- key, not open.";

fn interrupted_at(text: &str, most: u64) -> (bool, u64) {
    let Some(control) = control(text) else { return (true, 0) };
    let calls = Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > most
    };
    let options = ExplainOptions { attempts: 2, ..ExplainOptions::new() };
    let mut explainer = control.explainer(options, &stop).unwrap();
    if let Outcome::Found(conflict) = explainer.conflict() {
        let mut program = GroundProgram::default();
        explainer.write_conflict(&mut program, &conflict, None);
        if let Some(models) = program.stable_models(BRANCHES) {
            assert!(models.is_empty(), "interrupted after {most} calls: {text}");
        }
        if conflict.is_minimal {
            assert!(conflict.is_verified);
        }
    }
    (calls.get() <= most, calls.get())
}

#[test]
fn every_tenth_check_may_be_the_last() {
    for seed in seeds(50) {
        let Some(text) = unsatisfiable(seed) else { continue };
        let mut most = 0;
        while !interrupted_at(&text, most).0 && most < 2_000 {
            most += 10;
        }
    }
}

#[test]
fn a_hard_program_is_interrupted_with_a_true_conflict() {
    for most in [0, 10, 100, 300, 1_000, 3_000] {
        interrupted_at(PIGEONS, most);
    }
}
