//! Random cases, each answered with several threads and with one: the answers are equal.
//!
//! `HAMADRYAD_RACES=20000 cargo test -p hamadryad-control --lib race` runs as many cases, from the
//! one of number `HAMADRYAD_SEED` on. A case that fails is printed without all that can be left out. A
//! watchdog ends the process if a case takes minutes.

use super::Threads;
use super::case::{Ask, Call, Case};
use super::schedule::{self, Order};
use crate::{
    Consequences, Control, Error, Model, OptimizeMode, Part, Projection, SolveOptions, Strategy, Symbol,
};
use std::cell::Cell;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Cases with more models than this are not compared by their models.
const MOST: usize = 300;
/// A case takes a fraction of a second.
const TOO_LONG: Duration = Duration::from_secs(300);

/// The part of an answer that does not depend on the order of the search.
#[derive(PartialEq, Eq, Debug, Default)]
struct Answer {
    models: Vec<String>,
    costs: Option<Vec<i64>>,
    is_satisfiable: Option<bool>,
    is_proven: bool,
    consequences: Option<usize>,
}

fn symbols(control: &mut Control, atoms: &[(String, bool)]) -> Result<Vec<(Symbol, bool)>, Error> {
    atoms.iter().map(|(atom, value)| Ok((control.parse_symbol("atom", atom)?, *value))).collect()
}

/// The text of a model as far as it does not depend on the search: the projected atoms, or the terms shown.
fn text(model: &Model<'_>, projected: Option<&[String]>) -> String {
    let write = |symbol: Symbol| model.symbols().display(symbol).to_string();
    let mut parts: Vec<String> = match projected {
        Some(projected) => model.atoms().map(write).filter(|atom| projected.contains(atom)).collect(),
        None => model.shown().map(write).collect(),
    };
    parts.sort();
    parts.join(" ")
}

/// The answer; `None` if the search was stopped, or there are too many models. `projected` are the atoms of
/// `#project` statements.
fn answer(
    control: &mut Control,
    ask: &Ask,
    projected: &[String],
    threads: Threads,
) -> Result<Option<Answer>, Error> {
    let assumptions = symbols(control, &ask.assumptions)?;
    let clause = ask.clause.as_deref().map(|clause| symbols(control, clause)).transpose()?;
    let has_objective = !control.priorities().is_empty();
    let optimizes = has_objective && ask.optimize != OptimizeMode::Ignore;
    let projected = match ask.projection {
        Some(Projection::Atoms) => Some(projected),
        Some(Projection::Auto) if !projected.is_empty() => Some(projected),
        _ => None,
    };
    let polls = Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        ask.stop.is_some_and(|stop| polls.get() > stop)
    };
    let mut search = control.solve(SolveOptions {
        models: Some(0),
        optimize: ask.optimize,
        projection: ask.projection,
        consequences: ask.consequences,
        assumptions: &assumptions,
        threads,
        stop: &stop,
        ..SolveOptions::default()
    })?;
    clause.iter().for_each(|clause| search.add_clause(clause));
    let (mut models, mut last) = (Vec::new(), None);
    while let Some(model) = search.next_model() {
        if ask.consequences.is_some() {
            last = Some(text(&model, None));
        } else if !optimizes || model.optimality_proven() {
            models.push(text(&model, projected));
        }
        if models.len() > MOST {
            return Ok(None);
        }
    }
    let summary = search.summary();
    if summary.interrupted {
        return Ok(None);
    }
    if optimizes && ask.optimize == OptimizeMode::Optimize {
        models.clear();
    }
    models.extend(last);
    models.sort();
    Ok(Some(Answer {
        models,
        costs: summary.costs.clone().filter(|_| optimizes),
        is_satisfiable: summary.satisfiable(),
        is_proven: summary.optimum_proven,
        consequences: summary.consequences.map(|estimate| estimate.known),
    }))
}

fn control(case: &Case) -> Result<Control, Error> {
    let mut control = Control::new();
    let mut config = control.config().clone();
    (config.strategy, config.elimination) = (case.strategy, case.elimination);
    control.set_config(config);
    control.add("case.lp", &case.text())?;
    Ok(control)
}

/// Counts over all cases.
#[derive(Default, Debug)]
struct Tally {
    solves: usize,
    compared: usize,
    conflicts: u64,
    offered: u64,
    taken: u64,
    eliminated: u64,
}

/// The first difference between one thread and several.
fn difference(case: &Case, tally: &mut Tally) -> Result<Option<String>, Error> {
    schedule::set(case.order);
    let (mut one, mut several) = (control(case)?, control(case)?);
    let projected = case.program.iter().filter_map(|(_, line)| line.strip_prefix("#project "));
    let projected: Vec<String> = projected.map(|line| line.trim_end_matches('.').to_owned()).collect();
    for call in &case.calls {
        for control in [&mut one, &mut several] {
            match call {
                Call::Ground(None) => control.ground(&[Part::base()])?,
                Call::Ground(Some(step)) => {
                    let step = control.parse_symbol("step", &step.to_string())?;
                    control.ground(&[Part::new("step", &[step])])?;
                }
                Call::Assign(atom, value) => {
                    let atom = control.parse_symbol("atom", atom)?;
                    control.assign_external(atom, *value);
                }
                Call::Solve(_) => {}
            }
        }
        let Call::Solve(ask) = call else { continue };
        let expected = answer(&mut one, &Ask { stop: None, ..ask.clone() }, &projected, Threads::default())?;
        if expected.is_none() {
            continue;
        }
        let found = answer(&mut several, ask, &projected, ask.threads)?;
        tally.solves += 1;
        if found.is_some() || ask.stop.is_none() {
            tally.compared += 1;
            if found != expected {
                return Ok(Some(format!("{ask:?}\nexpected {expected:?}\nfound    {found:?}")));
            }
        }
    }
    let effort = several.search_statistics();
    tally.conflicts += effort.conflicts;
    tally.offered += effort.offered;
    tally.taken += effort.taken;
    tally.eliminated += effort.eliminated;
    Ok(None)
}

/// A failure of a case, if it fails; panics count.
fn failure(case: &Case, tally: &mut Tally) -> Option<String> {
    let run = std::panic::AssertUnwindSafe(|| difference(case, tally));
    match std::panic::catch_unwind(run) {
        Ok(Ok(difference)) => difference,
        // The program or a call is rejected, by one thread as by several.
        Ok(Err(_)) => None,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Some(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
        }
    }
}

/// Takes away statements and calls for as long as the case fails.
fn shrink(case: &Case) -> Case {
    let mut case = case.clone();
    loop {
        let size = case.program.len() + case.calls.len();
        for place in (0..case.calls.len()).rev() {
            let mut smaller = case.clone();
            smaller.calls.remove(place);
            if failure(&smaller, &mut Tally::default()).is_some() {
                case = smaller;
            }
        }
        for place in (0..case.program.len()).rev() {
            let mut smaller = case.clone();
            smaller.program.remove(place);
            if failure(&smaller, &mut Tally::default()).is_some() {
                case = smaller;
            }
        }
        if case.program.len() + case.calls.len() == size {
            return case;
        }
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn several_threads_answer_as_one() {
    let (first, number) = (number("HAMADRYAD_SEED", 1), number("HAMADRYAD_RACES", 300));
    let (progress, seen) = channel::<u64>();
    let watchdog = std::thread::spawn(move || {
        let mut present = 0;
        loop {
            match seen.recv_timeout(TOO_LONG) {
                Ok(seed) => present = seed,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("seed {present} has not ended in {TOO_LONG:?}: {:?}", Case::random(present));
                    std::process::abort();
                }
            }
        }
    });
    let mut tally = Tally::default();
    for seed in first..first + number {
        progress.send(seed).expect("the watchdog waits");
        let case = Case::random(seed);
        if let Some(text) = failure(&case, &mut tally) {
            let small = shrink(&case);
            let again = failure(&small, &mut tally).unwrap_or_default();
            panic!("seed {seed}: {text}\n\nsmaller: {small:?}\n{}\n{again}", small.text());
        }
    }
    drop(progress);
    watchdog.join().expect("the watchdog has ended");
    println!("{tally:?}");
    let enough = usize::try_from(number).unwrap_or(usize::MAX);
    assert!(tally.compared >= enough && tally.eliminated > 0, "{tally:?}");
    assert!(tally.offered > number / 2 && tally.taken > number / 2, "{tally:?}");
}

/// Asks for cautious and brave consequences of optimal models, in several orders.
fn check_consequences(program: &[&str]) {
    let ask = |number, consequences| Ask {
        optimize: OptimizeMode::EnumerateOptimal,
        consequences: Some(consequences),
        projection: None,
        assumptions: Vec::new(),
        clause: None,
        stop: None,
        threads: Threads { number, patience: 0 },
    };
    for seed in 0..12 {
        let number = 2 + seed as usize % 3;
        let asks = [ask(number, Consequences::Cautious), ask(number, Consequences::Brave)];
        let case = Case {
            program: program.iter().map(|line| ("base", (*line).to_owned())).collect(),
            calls: std::iter::once(Call::Ground(None)).chain(asks.map(Call::Solve)).collect(),
            strategy: Strategy::default(),
            elimination: None,
            order: Order::Turns(seed),
        };
        assert_eq!(failure(&case, &mut Tally::default()), None, "seed {seed}");
    }
}

/// Terms under two literals need variables of their own. Workers made these after the optimum, each with
/// other numbers.
#[test]
fn consequences_of_optimal_models_with_terms() {
    check_consequences(&[
        "{ q(I,1..6) } = 1 :- I = 1..6.",
        ":- q(I,J), q(K,J), I < K. :- q(I,J), q(K,L), I < K, |I-K| = |J-L|.",
        "#minimize { (I*J*7) \\ 11,I,J : q(I,J) }.",
        "#show. #show pair(I,J,K,L) : q(I,J), not q(K,L), I = 1..5, J = 1..6, K = I+1, L = 1..3.",
        "#show both(I,J,K,L) : q(I,J), q(K,L), I < K.",
    ]);
}

/// The same where disjunctions with a head cycle need a minimality test.
#[test]
fn consequences_of_optimal_models_with_disjunctions() {
    check_consequences(&[
        "{ a; b }. { p(1..2) }. #external y(1..2).",
        "c ; d :- p(2), not a, not 2 <= #sum { 3,0 : p(1); -1,1 : p(2); 3,2 : b } <= 2.",
        "c ; d :- c, not y(1), 2 <= #sum { 2,0 : not y(1); 3,1 : not c; 3,2 : d }.",
        "{ c } <= 1 :- not a, not p(1), 1 <= #sum { 1,0 : not y(1); 3,1 : b; -1,2 : d }.",
        "#minimize { 2@0,m : y(2); 1@0,k : d }. #show g(X) : p(X), not a.",
    ]);
}
