//! Laws of all programs, tested on random programs, and properties of the random programs.

use hamadryad_check::random::{Program, Shape, program};
use hamadryad_check::source::{Answer, Limits, Oracle, OracleError, Setting};
use hamadryad_symbol::{Symbol, Symbols};

const LIMITS: Limits = Limits { atoms: 500, instances: 200_000, branches: 2_000 };

/// The answer sets as (atoms, shown, cost), sorted; `None` if they are too many.
fn answers(symbols: &mut Symbols, text: &str, setting: &Setting) -> Option<Vec<Answer>> {
    let setting = Setting { limits: LIMITS, ..setting.clone() };
    match Oracle::from_text(symbols, text, &setting).and_then(|oracle| oracle.answers(symbols)) {
        Ok(mut answers) => {
            answers.sort_by(|a, b| (&a.atoms, &a.shown).cmp(&(&b.atoms, &b.shown)));
            Some(answers)
        }
        Err(OracleError::TooLarge(_)) => None,
        Err(refusal) => panic!("{refusal:?}\n{text}"),
    }
}

/// Calls `law` with random programs and their answer sets.
fn on_random_programs(law: impl Fn(&mut Symbols, &Program, Vec<Answer>)) {
    for seed in 1..=150 {
        let mut symbols = Symbols::new();
        let program = program(seed, &Shape::default());
        if let Some(answers) = answers(&mut symbols, &program.to_string(), &Setting::default()) {
            law(&mut symbols, &program, answers);
        }
    }
}

fn without(answers: &[Answer], mut excluded: impl FnMut(&Answer) -> bool) -> Vec<Answer> {
    answers.iter().filter(|answer| !excluded(answer)).cloned().collect()
}

#[test]
fn a_constraint_only_removes_answer_sets() {
    on_random_programs(|symbols, program, before| {
        let [a, b] = ["a", "b"].map(|name| symbols.constant(name));
        let has = |answer: &Answer, atom: Symbol| answer.atoms.contains(&atom);
        let after = answers(symbols, &format!("{program} :- a, not b."), &Setting::default());
        let expected = without(&before, |answer| has(answer, a) && !has(answer, b));
        assert_eq!(after, Some(expected), "{program}");
    });
}

#[test]
fn an_assumption_equals_a_constraint() {
    on_random_programs(|symbols, program, _| {
        let a = symbols.constant("a");
        for (value, constraint) in [(true, ":- not a."), (false, ":- a.")] {
            let assumed = Setting { assumptions: vec![(a, value)], ..Setting::default() };
            let assumed = answers(symbols, &program.to_string(), &assumed);
            let constrained = answers(symbols, &format!("{program}{constraint}"), &Setting::default());
            assert!(constrained.is_none() || assumed == constrained, "{program}");
        }
    });
}

#[test]
fn the_order_of_statements_is_irrelevant() {
    on_random_programs(|symbols, program, before| {
        let backwards = Program { statements: program.statements.iter().rev().cloned().collect() };
        assert_eq!(answers(symbols, &backwards.to_string(), &Setting::default()), Some(before), "{program}");
    });
}

#[test]
fn repeated_statements_are_irrelevant() {
    on_random_programs(|symbols, program, before| {
        let is_constant = |statement: &&String| statement.starts_with("#const");
        let again: Vec<String> = program.statements.iter().filter(|s| !is_constant(s)).cloned().collect();
        let twice = Program { statements: [program.statements.clone(), again].concat() };
        assert_eq!(answers(symbols, &twice.to_string(), &Setting::default()), Some(before), "{program}");
    });
}

#[test]
fn parts_grounded_together_are_one_program() {
    on_random_programs(|symbols, program, before| {
        let mut split = program.clone();
        split.statements.insert(program.statements.len() / 2, "#program rest.".to_owned());
        let parts = ["base", "rest"].map(|name| (symbols.name(name), Vec::new())).to_vec();
        let setting = Setting { parts, ..Setting::default() };
        assert_eq!(answers(symbols, &split.to_string(), &setting), Some(before), "{program}");
    });
}

#[test]
fn stable_models_pass_the_stability_check() {
    on_random_programs(|symbols, program, before| {
        let oracle =
            Oracle::from_text(symbols, &program.to_string(), &Setting::default()).expect("a program");
        let ground = oracle.ground();
        for answer in before {
            let model = ground.atoms.iter().map(|atom| answer.atoms.contains(atom)).collect();
            assert!(ground.rules.is_stable(&model), "{program}");
        }
    });
}

#[test]
fn random_programs_are_not_trivial() {
    let mut counts = Vec::new();
    for seed in 1000..1400 {
        let program = program(seed, &Shape::default());
        let answers = answers(&mut Symbols::new(), &program.to_string(), &Setting::default());
        counts.push(answers.map_or(usize::MAX, |answers| answers.len()));
    }
    let share = |wanted: &dyn Fn(usize) -> bool| {
        counts.iter().filter(|&&count| wanted(count)).count() * 100 / counts.len()
    };
    assert!(share(&|count| count <= 30) >= 85, "small: {}", share(&|count| count <= 30));
    assert!(share(&|count| count > 0) >= 60, "satisfiable: {}", share(&|count| count > 0));
    assert!(
        share(&|count| (2..=30).contains(&count)) >= 40,
        "several: {}",
        share(&|count| (2..=30).contains(&count))
    );
    assert!(share(&|count| count == usize::MAX) <= 2, "refused: {}", share(&|count| count == usize::MAX));
}

#[test]
fn each_construct_can_be_enabled_alone() {
    let plain = Shape::plain(3);
    let alone = [
        Shape { double_negation: true, ..plain.clone() },
        Shape { classical_negation: true, ..plain.clone() },
        Shape { disjunctions: true, ..plain.clone() },
        Shape { choices: true, ..plain.clone() },
        Shape { head_aggregates: true, ..plain.clone() },
        Shape { constraints: true, ..plain.clone() },
        Shape { aggregates: true, ..plain.clone() },
        Shape { assignments: true, ..plain.clone() },
        Shape { conditionals: true, ..plain.clone() },
        Shape { comparisons: true, ..plain.clone() },
        Shape { arithmetic: true, ..plain.clone() },
        Shape { arithmetic: true, undefined: true, ..plain.clone() },
        Shape { intervals: true, ..plain.clone() },
        Shape { pools: true, ..plain.clone() },
        Shape { anonymous: true, ..plain.clone() },
        Shape { terms: true, ..plain.clone() },
        Shape { optimization: true, ..plain.clone() },
        Shape { externals: true, ..plain.clone() },
        Shape { shows: true, ..plain.clone() },
        Shape { constants: true, ..plain.clone() },
        Shape { edges: true, ..plain.clone() },
    ];
    for shape in alone {
        for seed in 0..20 {
            let program = program(seed, &shape).to_string();
            let _ = answers(&mut Symbols::new(), &program, &Setting::default());
            assert!(
                shape.aggregates || shape.head_aggregates || shape.assignments || !program.contains("#sum")
            );
            assert!(shape.pools || !program.contains("(1;"), "{program}");
            assert!(shape.intervals || !program.contains(".."), "{program}");
            assert!(shape.double_negation || !program.contains("not not"), "{program}");
        }
    }
}
