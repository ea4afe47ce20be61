//! Random small programs: the engine and the oracle return the same answer sets. They share no code for
//! grounding or solving.

use hamadryad::{Code, Control, Error, OptimizeMode, Part, SolveOptions};
use hamadryad_check::random::{Program, Shape, program};
use hamadryad_check::source::{Answer, Oracle, Setting};
use hamadryad_symbol::Symbols;

/// The answers of a program: the shown terms of each answer set, sorted, with its costs; likewise for the
/// optimal answer sets.
#[derive(PartialEq, Eq, Debug)]
struct Answers {
    all: Vec<(Vec<String>, Vec<i64>)>,
    optimal: Vec<Vec<String>>,
}

/// Removes the priorities at which all costs are zero, because a grounder may simplify them away.
fn without_empty_priorities(all: &mut [(Vec<String>, Vec<i64>)]) {
    let levels = all.first().map_or(0, |(_, costs)| costs.len());
    for level in (0..levels).rev() {
        if all.iter().all(|(_, costs)| costs[level] == 0) {
            for (_, costs) in all.iter_mut() {
                costs.remove(level);
            }
        }
    }
}

/// The answers of the engine; `None` if it rejects a construct.
fn engine(text: &str) -> Option<Answers> {
    let mut control = Control::new();
    let result = control.add("random.lp", text).and_then(|()| control.ground(&[Part::base()]));
    match result {
        Ok(()) => {}
        Err(Error::Program(diagnostics)) if diagnostics.iter().any(|d| d.code == Code::Unsupported) => {
            return None;
        }
        Err(error) => panic!("{error}\n{text}"),
    }
    let has_objective = !control.priorities().is_empty();
    let mut models = |optimize: OptimizeMode, proven: bool| {
        let mut search = control
            .solve(SolveOptions { models: Some(0), optimize, ..Default::default() })
            .expect("the program is accepted");
        let mut found = Vec::new();
        while let Some(model) = search.next_model() {
            if model.optimality_proven() || !proven {
                let mut shown: Vec<String> =
                    model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
                shown.sort_unstable();
                shown.dedup();
                found.push((shown, model.costs().to_vec()));
            }
        }
        assert!(search.summary().exhausted);
        found.sort_unstable();
        found
    };
    // All models with their costs, without a bound.
    let mut all = models(OptimizeMode::Enumerate, false);
    let optimal = if has_objective { models(OptimizeMode::EnumerateOptimal, true) } else { all.clone() };
    without_empty_priorities(&mut all);
    Some(Answers { all, optimal: optimal.into_iter().map(|(shown, _)| shown).collect() })
}

/// The answers of the oracle; `None` if the program exceeds its limits.
fn oracle(text: &str) -> Option<Answers> {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, text, &Setting::default()).ok()?;
    let shown = |answer: &Answer| {
        let mut shown: Vec<String> = answer.shown.iter().map(|&s| symbols.display(s).to_string()).collect();
        shown.sort_unstable();
        shown
    };
    let costs = |answer: &Answer| answer.cost.iter().map(|&(_, sum)| sum).collect();
    let mut all: Vec<(Vec<String>, Vec<i64>)> =
        oracle.answers(&symbols).ok()?.iter().map(|answer| (shown(answer), costs(answer))).collect();
    let mut optimal: Vec<Vec<String>> = oracle.optimal_answers(&symbols).ok()?.iter().map(shown).collect();
    without_empty_priorities(&mut all);
    all.sort_unstable();
    optimal.sort_unstable();
    Some(Answers { all, optimal })
}

fn disagree(program: &Program) -> bool {
    let text = program.to_string();
    match (engine(&text), oracle(&text)) {
        (Some(ours), Some(theirs)) => ours != theirs,
        _ => false,
    }
}

/// Compares a program for each seed; returns the number of compared and of satisfiable programs.
fn compare(seeds: std::ops::Range<u64>, shape: impl Fn(u64) -> Shape) -> (usize, usize) {
    let (mut compared, mut satisfiable) = (0, 0);
    for seed in seeds {
        let program = program(seed, &shape(seed));
        let text = program.to_string();
        let (Some(ours), Some(theirs)) = (engine(&text), oracle(&text)) else { continue };
        if ours != theirs {
            let small = program.shrink(&mut disagree).to_string();
            panic!("seed {seed}\n{small}\nengine {:#?}\noracle {:#?}", engine(&small), oracle(&small));
        }
        compared += 1;
        satisfiable += usize::from(!ours.all.is_empty());
    }
    (compared, satisfiable)
}

#[test]
fn programs_of_all_constructs() {
    let (compared, satisfiable) = compare(1..601, |_| Shape::default());
    assert!(compared > 500 && satisfiable > 250, "{compared} compared, {satisfiable} of them satisfiable");
}

#[test]
fn programs_of_some_constructs() {
    let (compared, satisfiable) = compare(1001..1601, Shape::arbitrary);
    assert!(compared > 500 && satisfiable > 250, "{compared} compared, {satisfiable} of them satisfiable");
}
