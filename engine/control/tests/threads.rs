//! Several threads return the same answers as a single thread: random programs in all modes of reasoning,
//! clause sharing, and interruption.

use hamadryad::{
    Consequences, Control, Error, OptimizeMode, Part, Projection, SolveOptions, StopToken, Threads,
};
use hamadryad_check::random::{Shape, program};
use std::time::Duration;

fn control(text: &str) -> Result<Control, Error> {
    let mut control = Control::new();
    control.add("program.lp", text)?;
    control.ground(&[Part::base()])?;
    Ok(control)
}

/// The part of an answer that is independent of the order of search: the last estimate of consequences, or
/// all models that were requested, sorted.
fn answer(control: &mut Control, options: SolveOptions<'_>) -> (Vec<String>, Option<Vec<i64>>) {
    let is_optimal = options.optimize == OptimizeMode::EnumerateOptimal && !control.priorities().is_empty();
    let keeps_last = options.consequences.is_some() || options.optimize == OptimizeMode::Optimize;
    let mut search = control.solve(options).expect("the program is accepted");
    let mut found = Vec::new();
    while let Some(model) = search.next_model() {
        if keeps_last {
            found.clear();
        }
        if model.optimality_proven() || !is_optimal || keeps_last {
            let mut shown: Vec<String> =
                model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
            shown.sort();
            found.push(shown.join(" "));
        }
    }
    let summary = search.summary();
    assert!(summary.exhausted && !summary.interrupted);
    found.sort();
    if keeps_last && summary.consequences.is_none() {
        // The last optimal model is not specified.
        found.truncate(1);
        found.iter_mut().for_each(String::clear);
    }
    (found, summary.costs.filter(|_| is_optimal || keeps_last))
}

#[test]
fn random_programs_have_the_same_answers() {
    let base = || SolveOptions { models: Some(0), ..SolveOptions::default() };
    const ALL: OptimizeMode = OptimizeMode::EnumerateOptimal;
    let questions: [fn(SolveOptions<'static>) -> SolveOptions<'static>; 6] = [
        |options| options,
        |options| SolveOptions { optimize: ALL, ..options },
        |options| SolveOptions { optimize: OptimizeMode::Ignore, ..options },
        |options| SolveOptions { optimize: ALL, projection: Some(Projection::Shown), ..options },
        |options| SolveOptions { consequences: Some(Consequences::Brave), ..options },
        |options| SolveOptions {
            consequences: Some(Consequences::Cautious),
            optimize: OptimizeMode::Ignore,
            ..options
        },
    ];
    let mut compared = 0;
    for seed in 1..150 {
        let text = program(seed, &Shape::arbitrary(seed)).to_string();
        let Ok(mut control) = control(&text) else { continue };
        let models = SolveOptions { models: Some(301), optimize: OptimizeMode::Ignore, ..base() };
        let mut search = control.solve(models).expect("the program is accepted");
        let mut many = 0;
        while search.next_model().is_some() {
            many += 1;
        }
        drop(search);
        if many > 300 {
            continue;
        }
        for (number, question) in questions.iter().enumerate() {
            let one = answer(&mut control, question(base()));
            for threads in [2, 4] {
                let threads = Threads { number: threads, patience: number as u64 % 3 };
                let several = answer(&mut control, SolveOptions { threads, ..question(base()) });
                assert_eq!(several, one, "seed {seed}, question {number}, {threads:?}\n{text}");
            }
        }
        compared += 1;
    }
    assert!(compared > 80, "only {compared} programs were compared");
}

const PIGEONS: &str = "1 { in(P,1..n-1) } 1 :- P = 1..n. :- in(P,H), in(Q,H), P < Q.";

#[test]
fn clauses_are_shared() {
    let mut control = control(&format!("#const n = 8. {PIGEONS}")).expect("a program");
    let threads = Threads { number: 2, patience: 50 };
    let mut search =
        control.solve(SolveOptions { threads, ..SolveOptions::default() }).expect("the program is accepted");
    assert!(search.next_model().is_none());
    assert_eq!(search.summary().satisfiable(), Some(false));
    drop(search);
    let effort = control.search_statistics();
    assert!(effort.offered > 0 && effort.conflicts > 50, "{effort:?}");
}

#[test]
fn all_threads_stop() {
    let mut control = control(&format!("#const n = 14. {PIGEONS}")).expect("a program");
    let limit = StopToken::after(Duration::from_millis(200));
    let stop = || limit.is_stopped();
    let threads = Threads { number: 3, patience: 10 };
    let options = SolveOptions { threads, stop: &stop, ..SolveOptions::default() };
    let mut search = control.solve(options).expect("the program is accepted");
    assert!(search.next_model().is_none() && search.next_model().is_none());
    assert!(search.summary().interrupted);
}
