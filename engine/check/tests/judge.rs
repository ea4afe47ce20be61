//! The check of models compared with the search for models, on random ground programs, and verdicts on small
//! programs.

use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Head, Literal, Sink, WeightedLiteral};
use hamadryad_check::recorded::{GroundProgram, Verdict};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

fn atom(number: u32) -> Atom {
    Atom::new(number).expect("a positive number")
}

fn atoms(numbers: &[u32]) -> Vec<Atom> {
    numbers.iter().map(|&number| atom(number)).collect()
}

fn literals(numbers: &[i32]) -> Vec<Literal> {
    numbers.iter().map(|&number| Literal::new(number).expect("not zero")).collect()
}

/// A program of normal rules and constraints: heads with the literals of their bodies.
fn rules(rules: &[(&[u32], &[i32])]) -> GroundProgram {
    let mut program = GroundProgram::default();
    for (head, body) in rules {
        program.rule(Head::Disjunction(&atoms(head)), BodyRef::Normal(&literals(body)));
    }
    program
}

fn verdict(program: &GroundProgram, model: &[u32]) -> Verdict {
    program.verdict(&|atom| model.contains(&atom.number()))
}

#[test]
fn loops_are_unfounded() {
    let mut program = rules(&[(&[1], &[2]), (&[2], &[1]), (&[1], &[3])]);
    program.rule(Head::Choice(&atoms(&[3])), BodyRef::Normal(&[]));
    assert_eq!(verdict(&program, &[]), Verdict::Stable);
    assert_eq!(verdict(&program, &[1, 2, 3]), Verdict::Stable);
    assert_eq!(verdict(&program, &[1, 2]), Verdict::Unfounded(atoms(&[1, 2])));
    assert_eq!(verdict(&program, &[3]), Verdict::Violated(2));
}

#[test]
fn sums_found_their_heads_step_by_step() {
    let mut program = rules(&[(&[1], &[]), (&[3], &[2])]);
    let literals = [(1, 2), (2, 1), (3, 1), (-4, 1)]
        .map(|(number, weight)| WeightedLiteral { literal: Literal::new(number).expect("not zero"), weight });
    program.rule(Head::Disjunction(&atoms(&[2])), BodyRef::Sum { lower: 3, literals: &literals });
    assert_eq!(verdict(&program, &[1, 2, 3]), Verdict::Stable);
    let mut circular = rules(&[(&[1], &[]), (&[3], &[2]), (&[4], &[])]);
    circular.rule(Head::Disjunction(&atoms(&[2])), BodyRef::Sum { lower: 3, literals: &literals });
    assert_eq!(verdict(&circular, &[1, 2, 3, 4]), Verdict::Unfounded(atoms(&[2, 3])));
}

#[test]
fn disjunctions_are_minimal() {
    let program = rules(&[(&[1, 2], &[])]);
    assert_eq!(verdict(&program, &[1]), Verdict::Stable);
    assert_eq!(verdict(&program, &[]), Verdict::Violated(0));
    assert!(matches!(verdict(&program, &[1, 2]), Verdict::Unfounded(lacking) if lacking.len() == 1));
    let saturated = rules(&[(&[1, 2], &[]), (&[1], &[2]), (&[2], &[1])]);
    assert_eq!(verdict(&saturated, &[1, 2]), Verdict::Stable);
}

#[test]
fn externals_assumptions_and_edges_are_checked() {
    let mut program = rules(&[(&[2], &[1])]);
    program.external(atom(1), ExternalValue::False);
    program.external(atom(2), ExternalValue::True);
    assert_eq!(verdict(&program, &[]), Verdict::Stable);
    assert_eq!(verdict(&program, &[1, 2]), Verdict::External(atom(1)));
    program.external(atom(1), ExternalValue::Free);
    program.assume(&literals(&[1]));
    assert_eq!(verdict(&program, &[]), Verdict::Assumption(Literal::new(1).expect("not zero")));
    assert_eq!(verdict(&program, &[1, 2]), Verdict::Stable);
    program.edge(7, 8, &literals(&[2]));
    program.edge(8, 7, &[]);
    assert_eq!(verdict(&program, &[1, 2]), Verdict::Cycle(vec![7, 8]));
    program.begin_step();
    program.external(atom(1), ExternalValue::Release);
    assert_eq!(verdict(&program, &[]), Verdict::Stable);
}

#[test]
fn long_chains_are_checked_in_linear_time() {
    let mut program = rules(&[(&[1], &[])]);
    for number in 1..200_000 {
        program.rule(Head::Disjunction(&[atom(number + 1)]), BodyRef::Normal(&[atom(number).positive()]));
    }
    assert!(program.is_stable(&|_| true));
    assert_eq!(program.verdict(&|atom| atom.number() < 1000), Verdict::Violated(999));
}

const ATOMS: u32 = 6;

fn random_program(random: &mut ChaCha8Rng) -> GroundProgram {
    let mut program = GroundProgram::default();
    // Every atom occurs in a statement: the check ignores other atoms.
    program.rule(Head::Disjunction(&[]), BodyRef::Normal(&literals(&[ATOMS as i32, -(ATOMS as i32)])));
    let literal = |random: &mut ChaCha8Rng| {
        let number = random.random_range(1..=ATOMS as i32);
        Literal::new(if random.random_ratio(2, 5) { -number } else { number }).expect("not zero")
    };
    for _ in 0..random.random_range(3..=10) {
        let head: Vec<Atom> = (0..[0, 1, 1, 1, 2, 3][random.random_range(0..6)])
            .map(|_| atom(random.random_range(1..=ATOMS)))
            .collect();
        let head = if random.random_ratio(1, 4) { Head::Choice(&head) } else { Head::Disjunction(&head) };
        let body: Vec<Literal> = (0..random.random_range(0..=3)).map(|_| literal(random)).collect();
        if random.random_ratio(1, 3) {
            let weighted =
                |&literal: &Literal| WeightedLiteral { literal, weight: random.random_range(1..=3) };
            let terms: Vec<WeightedLiteral> = body.iter().map(weighted).collect();
            program.rule(head, BodyRef::Sum { lower: random.random_range(0..=4), literals: &terms });
        } else {
            program.rule(head, BodyRef::Normal(&body));
        }
    }
    if random.random_ratio(1, 3) {
        let values = [ExternalValue::Free, ExternalValue::True, ExternalValue::False];
        program.external(atom(random.random_range(1..=ATOMS)), values[random.random_range(0..3)]);
    }
    program
}

/// Whether a subset of a model satisfies the reduct of the program relative to the model, by a direct
/// implementation.
fn satisfies_reduct(program: &GroundProgram, model: &BTreeSet<Atom>, subset: &BTreeSet<Atom>) -> bool {
    program.rules.iter().all(|rule| {
        let holds = |literal: Literal| match literal.is_positive() {
            true => subset.contains(&literal.atom()),
            false => !model.contains(&literal.atom()),
        };
        let body = match &rule.body {
            hamadryad_aspif::Body::Normal(literals) => literals.iter().all(|&literal| holds(literal)),
            hamadryad_aspif::Body::Sum { lower, literals } => {
                literals.iter().filter(|term| holds(term.literal)).map(|term| term.weight).sum::<i32>()
                    >= *lower
            }
        };
        let mut chosen = rule.head.iter().filter(|atom| model.contains(atom));
        !body
            || if rule.is_choice {
                chosen.all(|atom| subset.contains(atom))
            } else {
                rule.head.iter().any(|atom| subset.contains(atom))
            }
    })
}

#[test]
fn the_check_and_the_search_agree() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut stable, mut unfounded) = (0, 0);
    for _ in 0..1500 {
        let program = random_program(&mut random);
        let found: BTreeSet<BTreeSet<Atom>> =
            program.stable_models(usize::MAX).expect("no limit").into_iter().collect();
        for bits in 0..1u32 << ATOMS {
            let model: BTreeSet<Atom> = (1..=ATOMS).filter(|i| bits >> (i - 1) & 1 == 1).map(atom).collect();
            let verdict = program.verdict(&|atom| model.contains(&atom));
            assert_eq!(
                verdict == Verdict::Stable,
                found.contains(&model),
                "{program:?} {model:?} {verdict:?}"
            );
            match verdict {
                Verdict::Stable => stable += 1,
                Verdict::Unfounded(lacking) => {
                    unfounded += 1;
                    let smaller: BTreeSet<Atom> =
                        model.iter().filter(|atom| !lacking.contains(atom)).copied().collect();
                    assert!(smaller.len() < model.len());
                    assert!(
                        satisfies_reduct(&program, &model, &smaller),
                        "{program:?} {model:?} {lacking:?}"
                    );
                }
                Verdict::Violated(index) => {
                    let rule = &program.rules[index];
                    assert!(rule.body_holds(&|atom| model.contains(&atom)));
                    assert!(!rule.head.iter().any(|atom| model.contains(atom)));
                }
                _ => {}
            }
        }
    }
    assert!(stable > 1000 && unfounded > 5000, "{stable} {unfounded}");
}
