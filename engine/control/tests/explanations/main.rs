//! Explanations of random programs, judged by the oracle and by brute force, which share no code with them.
//!
//! `HAMADRYAD_EXPLANATIONS` is the number of random programs, 250 by default; `HAMADRYAD_EXPLANATIONS_FROM` is the
//! first seed.

mod examples;
mod interrupted;
mod judged;
mod laws;
mod multi_shot;

use hamadryad::{Control, Part};
use hamadryad_check::random::{Shape, program};
use hamadryad_check::source::{Oracle, Setting};
use hamadryad_symbol::Symbols;
use std::collections::BTreeSet;

/// The number of branches of brute force.
const BRANCHES: usize = 20_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The seeds of the random programs of a test.
fn seeds(share: u64) -> std::ops::Range<u64> {
    let first = number("HAMADRYAD_EXPLANATIONS_FROM", 1);
    first..first + (number("HAMADRYAD_EXPLANATIONS", 250) / share).max(1)
}

/// A random program as text.
fn random_program(seed: u64) -> String {
    let mut shape = Shape::arbitrary(seed);
    shape.domain = shape.domain.min(2 + i32::from(seed.is_multiple_of(3)));
    shape.constraints = true;
    shape.optimization = false;
    shape.shows = false;
    program(seed, &shape).to_string()
}

/// The answer sets of a program by the oracle, as sets of texts of atoms; `None` if the program is too large.
fn oracle(text: &str) -> Option<BTreeSet<BTreeSet<String>>> {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, text, &Setting::default()).ok()?;
    let answers = oracle.answers(&symbols).ok()?;
    let texts = answers
        .iter()
        .map(|answer| answer.atoms.iter().map(|&atom| symbols.display(atom).to_string()).collect());
    Some(texts.collect())
}

/// A control that keeps origins, with the program grounded; `None` if the program is rejected.
fn control(text: &str) -> Option<Control> {
    let mut control = Control::new();
    control.keep_origins();
    control.add("random.lp", text).ok()?;
    control.ground(&[Part::base()]).ok()?;
    Some(control)
}

/// The program with constraints that exclude its answer sets, one by one; `None` if it is too large.
fn unsatisfiable(seed: u64) -> Option<String> {
    let mut text = random_program(seed);
    for round in 0..12 {
        let answers = oracle(&text)?;
        let Some(answer) = answers.first() else { return Some(text) };
        let atoms: Vec<&String> = answer.iter().filter(|atom| !is_domain(atom)).collect();
        // Atoms of other answers that this one lacks.
        let lacking: Vec<&String> = answers.iter().flatten().filter(|atom| !answer.contains(*atom)).collect();
        let pick = (seed + round) as usize;
        let constraint = match (lacking.is_empty(), atoms.is_empty()) {
            (false, _) if seed.is_multiple_of(2) => format!(":- not {}.", lacking[pick % lacking.len()]),
            (_, false) => format!(":- {}.", atoms[pick % atoms.len()]),
            (false, _) => format!(":- not {}.", lacking[pick % lacking.len()]),
            (true, true) => ":- d(1).".to_owned(),
        };
        text.push_str(&constraint);
        text.push('\n');
    }
    None
}

fn is_domain(atom: &str) -> bool {
    ["d(", "e(", "w("].iter().any(|start| atom.starts_with(start))
}
