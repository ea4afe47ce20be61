//! The five approaches return the same answers to the same requests.

use hamadryad::approach::{Approach, ApproachKind, Request, Setting};
use hamadryad::{Control, Error, OptimizeMode, Part, Signature, SolveOptions, Symbol, Truth, View};
use hamadryad_check::random::{Shape, program};
use hamadryad_random::mix;
use std::ops::ControlFlow;

/// The shown terms of a model, sorted, and its costs.
type Answer = (Vec<String>, Vec<i64>);

fn control(text: &str) -> Result<Control, Error> {
    let mut control = Control::new();
    control.add("program.lp", text)?;
    Ok(control)
}

fn signature(control: &mut Control, name: &str, arity: u32) -> Signature {
    Signature { name: control.symbols_mut().name(name), arity, positive: true }
}

fn start(kind: ApproachKind, text: &str, candidates: &[(&str, u32)], are_open: bool) -> Box<dyn Approach> {
    let mut control = control(text).expect("a program");
    let candidates: Vec<Signature> =
        candidates.iter().map(|&(name, arity)| signature(&mut control, name, arity)).collect();
    let setting = Setting { control, parts: &[Part::base()], candidates: &candidates, are_open };
    kind.start(setting, &|| false).expect("it can be grounded")
}

/// Parses terms such as `f(a,1)` into symbols.
fn symbols(approach: &mut dyn Approach, terms: &[String]) -> Vec<Symbol> {
    let mut reader = Control::new();
    terms.iter().map(|term| copied(&mut reader, approach, term)).collect()
}

/// Parses a term in another control, and copies its symbol to the store of the approach.
fn copied(reader: &mut Control, approach: &mut dyn Approach, term: &str) -> Symbol {
    fn copy(from: &hamadryad::Symbols, symbol: Symbol, to: &mut hamadryad::Symbols) -> Symbol {
        match from.view(symbol) {
            View::Number(number) => to.number(number),
            View::String(text) => to.string(text),
            View::Function { name, arguments, positive } => {
                let arguments: Vec<Symbol> =
                    arguments.iter().map(|&argument| copy(from, argument, to)).collect();
                let name = to.name(from.text(name));
                to.function_named(name, &arguments, positive)
            }
            View::Infimum => Symbol::INFIMUM,
            View::Supremum => Symbol::SUPREMUM,
        }
    }
    let symbol = reader.parse_symbol("<test>", term).expect("a term");
    copy(reader.symbols(), symbol, approach.symbols_mut())
}

fn answers(approach: &mut dyn Approach, held: &[String], optimize: OptimizeMode) -> Vec<Answer> {
    let held = symbols(approach, held);
    let options = SolveOptions { models: Some(0), optimize, ..SolveOptions::default() };
    let mut found = Vec::new();
    let solved = approach.solve(Request { options, ..Request::new(&held) }, &mut |model| {
        let mut shown: Vec<String> =
            model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
        shown.sort_unstable();
        shown.dedup();
        assert!(held.iter().all(|&atom| model.contains(atom)));
        if optimize != OptimizeMode::EnumerateOptimal || model.costs().is_empty() || model.optimality_proven()
        {
            found.push((shown, model.costs().to_vec()));
        }
        ControlFlow::Continue(())
    });
    assert!(solved.expect("the program is accepted").summary.exhausted);
    found.sort_unstable();
    found
}

/// The expected answers by enumeration: all models in which the held atoms are true.
fn expected(
    text: &str,
    held: &[String],
    externals: &[(String, Truth)],
) -> Option<(Vec<Answer>, Vec<Answer>)> {
    let mut control = control(text).ok()?;
    control.ground(&[Part::base()]).ok()?;
    for (atom, value) in externals {
        let atom = control.parse_symbol("<test>", atom).expect("a term");
        control.assign_external(atom, *value);
    }
    let held: Vec<Symbol> =
        held.iter().map(|atom| control.parse_symbol("<test>", atom).expect("a term")).collect();
    let options =
        SolveOptions { models: Some(0), optimize: OptimizeMode::Enumerate, ..SolveOptions::default() };
    let mut search = control.solve(options).expect("the program is accepted");
    let mut all = Vec::new();
    while let Some(model) = search.next_model() {
        if held.iter().all(|&atom| model.contains(atom)) {
            let mut shown: Vec<String> =
                model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
            shown.sort_unstable();
            shown.dedup();
            all.push((shown, model.costs().to_vec()));
        }
    }
    all.sort_unstable();
    let best = all.iter().map(|(_, costs)| costs).min().cloned();
    let optimal = all.iter().filter(|(_, costs)| Some(costs) == best.as_ref()).cloned().collect();
    Some((all, optimal))
}

#[test]
fn all_approaches_agree_on_random_programs() {
    let shape = Shape { optimization: true, ..Shape::default() };
    let (mut compared, mut satisfiable) = (0, 0);
    for seed in 0..400 {
        let text = program(seed, &shape).to_string();
        let Ok(mut control) = control(&text) else { continue };
        if control.ground(&[Part::base()]).is_err() {
            continue;
        }
        let atoms: Vec<String> =
            control.atoms().map(|atom| control.symbols().display(atom).to_string()).collect();
        let Some((every, _)) = expected(&text, &[], &[]) else { continue };
        if atoms.is_empty() || every.len() > 2000 {
            continue;
        }
        let mut approaches: Vec<(ApproachKind, Box<dyn Approach>)> = ApproachKind::ALL
            .into_iter()
            .map(|kind| (kind, start(kind, &text, &[("u", 1), ("p", 1), ("a", 0), ("s", 2)], false)))
            .collect();
        for step in 0..4 {
            // Mostly few atoms, so that answers exist; sometimes an atom that the program does not contain.
            let chance = |i: usize| mix(seed << 20 | step << 16 | i as u64);
            let mut held: Vec<String> = (0..chance(0) % 3)
                .map(|i| atoms[chance(1 + i as usize) as usize % atoms.len()].clone())
                .collect();
            if chance(10).is_multiple_of(16) {
                held.push("nobody(1)".to_owned());
            }
            let values = [Truth::True, Truth::False, Truth::Free];
            let externals: Vec<(String, Truth)> = ["x", "y(1)", "y(2)"]
                .into_iter()
                .enumerate()
                .map(|(i, atom)| (atom.to_owned(), values[chance(20 + i) as usize % 3]))
                .collect();
            let (all, optimal) = expected(&text, &held, &externals).expect("as before");
            for (kind, approach) in &mut approaches {
                for (atom, value) in &externals {
                    let atom = symbols(approach.as_mut(), std::slice::from_ref(atom))[0];
                    approach.assign_external(atom, *value);
                }
                let told = || format!("{kind}, seed {seed}, step {step}, {held:?}, {externals:?}\n{text}");
                assert_eq!(answers(approach.as_mut(), &held, OptimizeMode::Enumerate), all, "{}", told());
                let best = answers(approach.as_mut(), &held, OptimizeMode::EnumerateOptimal);
                assert_eq!(best, optimal, "{}", told());
            }
            compared += 1;
            satisfiable += usize::from(!all.is_empty());
        }
    }
    assert!(compared > 500 && satisfiable > 200, "{compared} {satisfiable}");
}

#[test]
fn names_of_the_program_do_not_clash_with_approaches() {
    // The program uses all likely internal names, and a constant with the name of an argument.
    let text = "#const n = 5. #external held1(1). { p(@f(n)); p(f(n)); held1(1) }. { held(X) : X = 1..2 }. guard(1). held1_1(2). held1_.
        #minimize { 1,X : p(X) }. { p(n) }. { p(X) : X = 1..3 }.";
    let held = ["p(2)".to_owned(), "held(1)".to_owned()];
    for (kind, are_open) in ApproachKind::ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
        let mut approach = start(kind, text, &[("p", 1)], are_open);
        let best = answers(approach.as_mut(), &held, OptimizeMode::Optimize);
        let (shown, costs) = &best[best.len() - 1];
        assert!(
            shown.iter().all(|atom| ["guard", "held", "p("].iter().any(|name| atom.starts_with(name))),
            "{shown:?}"
        );
        assert_eq!(costs[..], [1], "{kind}");
        if !are_open {
            // The symbol `n` is not replaced by the value of the constant: the program has no atom `p(n)`.
            assert_eq!(
                answers(approach.as_mut(), &["p(n)".to_owned()], OptimizeMode::Optimize),
                [],
                "{kind}"
            );
        }
    }
}

#[test]
fn an_illegal_first_model_is_not_reported() {
    // Without a heuristic the first model has no `pick` and costs 0.
    let text = "{ pick(1..5) } 1. #minimize { X,X : pick(X) }.";
    for kind in ApproachKind::ALL {
        let mut approach = start(kind, text, &[("pick", 1)], true);
        for number in [4, 2, 5, 2] {
            let found = answers(approach.as_mut(), &[format!("pick({number})")], OptimizeMode::Optimize);
            assert_eq!(found, [(vec![format!("pick({number})")], vec![number])], "{kind}");
        }
        let both = ["pick(1)".to_owned(), "pick(2)".to_owned()];
        assert_eq!(answers(approach.as_mut(), &both, OptimizeMode::Optimize), [], "{kind}");
        assert_eq!(answers(approach.as_mut(), &[], OptimizeMode::Optimize).len(), 1, "{kind}");
    }
}

#[test]
fn callbacks_end_a_search_and_stops_are_reported() {
    for kind in ApproachKind::ALL {
        let mut approach = start(kind, "{ a(1..9) }.", &[("a", 1)], true);
        let held = symbols(approach.as_mut(), &["a(3)".to_owned()]);
        for wanted in [1, 3] {
            let options = SolveOptions { models: Some(0), ..SolveOptions::default() };
            let mut seen = 0;
            let solved = approach.solve(Request { options, ..Request::new(&held) }, &mut |_| {
                seen += 1;
                if seen == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let solved = solved.expect("the program is accepted");
            assert_eq!(
                (seen, solved.summary.models, solved.summary.exhausted),
                (wanted, wanted, false),
                "{kind}"
            );
        }
        let options = SolveOptions { stop: &|| true, ..SolveOptions::default() };
        let stopped =
            approach.solve(Request { options, ..Request::new(&held) }, &mut |_| ControlFlow::Continue(()));
        match stopped {
            Err(error) => assert_eq!((kind, error), (ApproachKind::OneShot, Error::Interrupted)),
            Ok(solved) => assert!(solved.summary.models <= 1, "{kind}"),
        }
    }
}

#[test]
fn times_are_measured_with_the_given_clock() {
    let ticks = std::cell::Cell::new(0);
    let clock = || {
        ticks.set(ticks.get() + 1);
        std::time::Duration::from_secs(ticks.get())
    };
    for kind in ApproachKind::ALL {
        let mut approach = start(kind, "1 { a(1..3) } 1. #maximize { X : a(X) }.", &[("a", 1)], true);
        let held = symbols(approach.as_mut(), &["a(2)".to_owned()]);
        let solved = approach
            .solve(Request { clock: &clock, ..Request::new(&held) }, &mut |_| ControlFlow::Continue(()));
        let effort = solved.expect("the program is accepted").effort;
        let (first, last) = (effort.first_model.expect("a model"), effort.last_model.expect("a model"));
        assert!(effort.ground < first && first <= last && last < effort.total, "{kind}: {effort:?}");
    }
}
