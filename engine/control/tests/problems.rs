//! Random problems in DIMACS and OPB against brute force over all assignments, and random programs in the
//! format of smodels against logic programs with the same rules.

use hamadryad::{Atom, BodyRef, Control, Head, OptimizeMode, Part, Reader, SolveOptions};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of variables or atoms of a problem.
const VARIABLES: i32 = 5;
/// The number of random problems of a kind.
const PROBLEMS: u64 = 300;

/// The answers of a control, each with the costs; with an objective, the optimal ones.
fn answers(control: &mut Control) -> BTreeSet<(Vec<String>, Vec<i64>)> {
    let optimize = OptimizeMode::EnumerateOptimal;
    let options = SolveOptions { models: Some(0), optimize, ..SolveOptions::default() };
    let mut search = control.solve(options).unwrap();
    let mut answers = BTreeSet::new();
    while let Some(model) = search.next_model() {
        if model.costs().is_empty() || model.optimality_proven() {
            let mut shown: Vec<String> = model.to_string().split(' ').map(str::to_owned).collect();
            shown.sort();
            answers.insert((shown, model.costs().to_vec()));
        }
    }
    answers
}

fn of_problem(text: &str) -> BTreeSet<(Vec<String>, Vec<i64>)> {
    let (mut control, mut reader) = (Control::new(), Reader::new(text).unwrap());
    assert!(control.read_step(&mut reader).unwrap_or_else(|error| panic!("{text}\n{error}")));
    answers(&mut control)
}

/// The assignments that satisfy all constraints, with the least costs if `cost` yields any.
fn brute_force(
    satisfied: impl Fn(&dyn Fn(i32) -> bool) -> bool,
    cost: impl Fn(&dyn Fn(i32) -> bool) -> Option<i64>,
) -> BTreeSet<(Vec<String>, Vec<i64>)> {
    let mut found: Vec<(Vec<String>, Vec<i64>)> = Vec::new();
    for bits in 0..1 << VARIABLES {
        let is_true = |literal: i32| (bits >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
        if satisfied(&is_true) {
            let literal = |variable| if is_true(variable) { variable } else { -variable };
            let mut shown: Vec<String> =
                (1..=VARIABLES).map(|variable| literal(variable).to_string()).collect();
            shown.sort();
            found.push((shown, cost(&is_true).into_iter().collect()));
        }
    }
    let least = found.iter().map(|(_, costs)| costs.clone()).min();
    found.into_iter().filter(|(_, costs)| Some(costs) == least.as_ref()).collect()
}

#[test]
fn a_backend_uses_the_atoms_of_a_ground_program_and_makes_others() {
    // Atom 9 has no rule: it is false, and no new atom may have its number.
    let text = "asp 1 0 0\n1 1 3 1 2 3 0 0\n4 1 a 1 1\n4 1 b 1 2\n4 1 c 1 3\n2 0 1 9 1\n0\n";
    let (mut control, mut reader) = (Control::new(), Reader::new(text).unwrap());
    assert!(control.read_step(&mut reader).unwrap());
    let mut backend = control.backend();
    let new = backend.new_atom();
    assert!(new.number() > 9);
    for number in [1, 2] {
        let atom = Atom::new(number).unwrap();
        backend.rule(Head::Disjunction(&[new]), BodyRef::Normal(&[atom.positive()]));
    }
    backend.finish().unwrap();
    for (literal, expected) in [(new.positive(), 6), (new.negative(), 2)] {
        let (optimize, literals) = (OptimizeMode::Ignore, &[literal]);
        let options = SolveOptions { models: Some(0), optimize, literals, ..SolveOptions::default() };
        let mut search = control.solve(options).unwrap();
        assert_eq!(std::iter::from_fn(|| search.next_model().map(drop)).count(), expected);
    }
}

fn literal(random: &mut ChaCha8Rng) -> i32 {
    random.random_range(1..=VARIABLES) * if random.random_ratio(1, 2) { 1 } else { -1 }
}

#[test]
fn clauses_have_the_models_of_brute_force() {
    for seed in 0..PROBLEMS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let is_weighted = random.random_ratio(1, 2);
        let mut clauses: Vec<(i64, Vec<i32>)> = Vec::new();
        for _ in 0..random.random_range(0..10) {
            let weight = if is_weighted { random.random_range(1..=6) } else { 6 };
            let length = if weight == 6 { 1..5 } else { 0..5 };
            clauses.push((weight, (0..random.random_range(length)).map(|_| literal(&mut random)).collect()));
        }
        let kind = if is_weighted { "wcnf" } else { "cnf" };
        let mut text = format!("c {seed}\np {kind} {VARIABLES} {}", clauses.len());
        text += if is_weighted { " 6\n" } else { "\n" };
        for (weight, clause) in &clauses {
            if is_weighted {
                write!(text, "{weight} ").unwrap();
            }
            clause.iter().for_each(|literal| write!(text, "{literal} ").unwrap());
            text += "0\n";
        }
        let broken = |is_true: &dyn Fn(i32) -> bool, hard: bool| -> i64 {
            let broken = clauses.iter().filter(|(weight, clause)| {
                (*weight == 6) == hard && !clause.iter().any(|&literal| is_true(literal))
            });
            broken.map(|(weight, _)| weight).sum()
        };
        let has_objective = clauses.iter().any(|(weight, _)| *weight < 6);
        let expected = brute_force(
            |is_true| broken(is_true, true) == 0,
            |is_true| has_objective.then(|| broken(is_true, false)),
        );
        // Without a soft clause there is nothing to minimise.
        let found = of_problem(&text)
            .into_iter()
            .map(|(shown, costs)| (shown, if has_objective { costs } else { vec![] }));
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{text}");
    }
}

#[test]
fn sums_have_the_models_of_brute_force() {
    for seed in 0..PROBLEMS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let sum = |random: &mut ChaCha8Rng| -> Vec<(i64, Vec<i32>)> {
            let product = |random: &mut ChaCha8Rng| {
                let length = if random.random_ratio(1, 6) { 2 } else { 1 };
                (random.random_range(-4..5), (0..length).map(|_| literal(random)).collect())
            };
            (0..random.random_range(1..5)).map(|_| product(random)).collect()
        };
        let written = |sum: &[(i64, Vec<i32>)]| {
            let mut text = String::new();
            for (weight, literals) in sum {
                write!(text, "{weight:+} ").unwrap();
                for literal in literals {
                    write!(text, "{}x{} ", if *literal < 0 { "~" } else { "" }, literal.abs()).unwrap();
                }
            }
            text
        };
        let value = |sum: &[(i64, Vec<i32>)], is_true: &dyn Fn(i32) -> bool| -> i64 {
            let true_products =
                sum.iter().filter(|(_, literals)| literals.iter().all(|&literal| is_true(literal)));
            true_products.map(|(weight, _)| weight).sum()
        };
        let objective = random.random_ratio(1, 2).then(|| sum(&mut random));
        let mut text = format!("* #variable= {VARIABLES} #constraint= 3\n* {seed}\n");
        if let Some(objective) = &objective {
            writeln!(text, "min: {};", written(objective)).unwrap();
        }
        let mut constraints = Vec::new();
        for _ in 0..random.random_range(0..4) {
            let (sum, is_equation, bound) =
                (sum(&mut random), random.random_ratio(1, 3), random.random_range(-4..5));
            writeln!(text, "{}{} {bound};", written(&sum), if is_equation { "=" } else { ">=" }).unwrap();
            constraints.push((sum, is_equation, bound));
        }
        let expected = brute_force(
            |is_true| {
                constraints.iter().all(|(sum, is_equation, bound)| {
                    let value = value(sum, is_true);
                    value == *bound || value > *bound && !is_equation
                })
            },
            |is_true| objective.as_ref().map(|objective| value(objective, is_true)),
        );
        assert_eq!(of_problem(&text), expected, "{text}");
    }
}

/// A body in both formats: the literals as numbers, and as text.
fn body(random: &mut ChaCha8Rng) -> (Vec<i32>, String) {
    let mut literals: Vec<i32> = (0..random.random_range(0..4)).map(|_| literal(random)).collect();
    literals.sort_unstable();
    literals.dedup();
    let text = literals.iter().map(|&literal| word(literal)).collect::<Vec<_>>().join(", ");
    (literals, text)
}

fn word(literal: i32) -> String {
    format!("{}a{}", if literal < 0 { "not " } else { "" }, literal.abs())
}

/// Numbers after their count and the count of negative ones; atoms are numbered from 2.
fn counted(literals: &[i32], between: &str) -> String {
    let mut text =
        format!("{} {}{between}", literals.len(), literals.iter().filter(|&&literal| literal < 0).count());
    literals.iter().for_each(|literal| write!(text, " {}", literal.abs() + 1).unwrap());
    text
}

#[test]
fn rules_of_smodels_have_the_answers_of_a_logic_program() {
    for seed in 0..PROBLEMS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut smodels, mut program) = (String::new(), String::new());
        let mut objectives = 0;
        for _ in 0..random.random_range(1..9) {
            let (literals, text) = body(&mut random);
            let heads: Vec<i32> =
                (0..random.random_range(1..3)).map(|_| literal(&mut random).abs()).collect();
            let (head, number) = (format!("a{}", heads[0]), heads[0] + 1);
            let bound = random.random_range(0..4);
            let weights: Vec<i32> = literals.iter().map(|_| random.random_range(0..3)).collect();
            let sum = |weights: &[i32]| {
                let element = |(i, weight): (usize, &i32)| format!("{weight},{i} : {}", word(literals[i]));
                weights.iter().enumerate().map(element).collect::<Vec<_>>().join("; ")
            };
            let all = |names: &[i32]| names.iter().map(|&head| word(head)).collect::<Vec<_>>();
            let numbers: String = heads.iter().map(|head| format!(" {}", head + 1)).collect();
            let values: String = weights.iter().map(|weight| format!(" {weight}")).collect();
            let kind = *[1, 2, 3, 5, 6, 8].choose(&mut random).unwrap();
            let (line, rule) = match kind {
                1 => (format!("1 {number} {}", counted(&literals, "")), format!("{head} :- {text}.")),
                2 => (
                    format!("2 {number} {}", counted(&literals, &format!(" {bound}"))),
                    format!("{head} :- #sum {{ {} }} >= {bound}.", sum(&vec![1; literals.len()])),
                ),
                3 => (
                    format!("3 {}{numbers} {}", heads.len(), counted(&literals, "")),
                    format!("{{ {} }} :- {text}.", all(&heads).join("; ")),
                ),
                5 => (
                    format!("5 {number} {bound} {}{values}", counted(&literals, "")),
                    format!("{head} :- #sum {{ {} }} >= {bound}.", sum(&weights)),
                ),
                8 => (
                    format!("8 {}{numbers} {}", heads.len(), counted(&literals, "")),
                    format!("{} :- {text}.", all(&heads).join("; ")),
                ),
                _ => {
                    objectives += 1;
                    let element = |(i, weight): (usize, &i32)| {
                        format!("{weight}@{objectives},{i} : {}", word(literals[i]))
                    };
                    let elements: Vec<String> = weights.iter().enumerate().map(element).collect();
                    (
                        format!("6 0 {}{values}", counted(&literals, "")),
                        format!("#minimize {{ {} }}.", elements.join("; ")),
                    )
                }
            };
            writeln!(smodels, "{line}").unwrap();
            writeln!(program, "{rule}").unwrap();
        }
        let (truth, falsity) = (random.random_range(1..=VARIABLES), random.random_range(1..=VARIABLES));
        smodels += "0\n";
        (1..=VARIABLES).for_each(|atom| writeln!(smodels, "{} a{atom}", atom + 1).unwrap());
        write!(smodels, "0\nB+\n{}\n0\nB-\n1\n{}\n0\n1\n", truth + 1, falsity + 1).unwrap();
        writeln!(program, ":- not a{truth}. :- a{falsity}.").unwrap();
        let mut control = Control::new();
        control.add("program", &program).unwrap();
        control.ground(&[Part::base()]).unwrap();
        // A priority whose elements are all decided in grounding may be missing in the program.
        let without_zeros =
            |answers: BTreeSet<(Vec<String>, Vec<i64>)>| -> BTreeSet<(Vec<String>, Vec<i64>)> {
                let costs = |costs: Vec<i64>| costs.into_iter().filter(|&cost| cost != 0).collect();
                answers.into_iter().map(|(shown, all)| (shown, costs(all))).collect()
            };
        let expected = without_zeros(answers(&mut control));
        assert_eq!(without_zeros(of_problem(&smodels)), expected, "{smodels}\n{program}");
    }
}
