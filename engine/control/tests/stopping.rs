//! Interruption at any moment leaves a control usable: later solves return the same answers as without it.

use hamadryad::{Control, OptimizeMode, Part, SolveOptions, Truth};
use hamadryad_check::random::{Shape, program};
use std::cell::Cell;

/// All models as text, sorted; `None` if the search was stopped, after this number of calls of `stop`.
fn models(control: &mut Control, asked: Option<usize>) -> Option<Vec<String>> {
    let left = Cell::new(asked);
    let stop = || match left.get() {
        None => false,
        Some(0) => true,
        Some(more) => {
            left.set(Some(more - 1));
            false
        }
    };
    let options = SolveOptions {
        models: Some(0),
        optimize: OptimizeMode::Ignore,
        stop: &stop,
        ..SolveOptions::default()
    };
    let mut search = control.solve(options).expect("the program can be solved");
    let mut all = Vec::new();
    while let Some(model) = search.next_model() {
        let mut shown: Vec<String> =
            model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
        shown.sort();
        all.push(shown.join(" "));
    }
    all.sort();
    let summary = search.summary();
    assert_eq!(summary.interrupted, !summary.exhausted);
    (!summary.interrupted).then_some(all)
}

fn control(text: &str) -> Option<Control> {
    let mut control = Control::new();
    control.add("program.lp", text).ok()?;
    control.ground(&[Part::base()]).ok()?;
    Some(control)
}

#[test]
fn an_interrupted_solve_can_be_repeated() {
    let mut stopped = 0;
    for seed in 1..150 {
        let text = program(seed, &Shape::arbitrary(seed)).to_string();
        let Some(mut undisturbed) = control(&text) else { continue };
        let expected = models(&mut undisturbed, None);
        // Repeated interruptions of the same control, each later than the last.
        let mut disturbed = control(&text).expect("as before");
        for asked in 0..40 {
            match models(&mut disturbed, Some(asked)) {
                Some(found) => assert_eq!(Some(found), expected, "{text}"),
                None => stopped += 1,
            }
        }
        assert_eq!(models(&mut disturbed, None), expected, "{text}");
        assert_eq!(undisturbed.program_statistics(), disturbed.program_statistics(), "{text}");
        // A single interruption, at different moments.
        for asked in [0, 1, 2, 3, 5, 8, 13] {
            let mut disturbed = control(&text).expect("as before");
            let _ = models(&mut disturbed, Some(asked));
            assert_eq!(models(&mut disturbed, None), expected, "{text}");
        }
    }
    assert!(stopped > 500, "{stopped}");
}

const STEPS: &str = "
#external x. #external y(1..2).
1 { next(U,V) : e(U,V) } 1 :- n(U).  1 { next(U,V) : e(U,V) } 1 :- n(V).
n(1..5). e(U,V) :- n(U), n(V), U != V, not (U + V) \\ 4 == 0.
reach(1). reach(V) :- reach(U), next(U,V). :- n(V), not reach(V).
p ; q :- x. p :- q, y(1). :- #sum { U,U,V : next(U,V), U < V } < 3. #minimize { U@2,U,V : next(U,V), x }.
#edge (U,V) : next(U,V), V != 1.
#program more(k). z(k) :- next(1,k). { w(k) } :- z(k), not x. :- w(k), y(2).
";

/// Calls between an interrupted solve and the next have the same effect as after a complete solve.
#[test]
fn calls_after_an_interruption_take_effect() {
    for asked in 0..30 {
        let mut both = [control(STEPS), control(STEPS)].map(|control| control.expect("a program"));
        let mut answers = Vec::new();
        for (is_disturbed, control) in [false, true].into_iter().zip(&mut both) {
            let stopped = is_disturbed.then_some(asked);
            let mut found = Vec::new();
            let _ = models(control, stopped);
            assert_eq!(control.priorities(), [2]);
            let symbols = control.symbols_mut();
            let [one, two, three] = [1, 2, 3].map(|number| symbols.number(number));
            let (x, y) = (symbols.function("x", &[]), symbols.function("y", &[one]));
            control.assign_external(x, Truth::True);
            let _ = models(control, stopped);
            control.ground(&[Part::new("more", &[two])]).expect("a part");
            let _ = models(control, stopped);
            found.push(models(control, None));
            control.release_external(y);
            control.assign_external(x, Truth::False);
            control.ground(&[Part::new("more", &[three])]).expect("a part");
            let _ = models(control, stopped);
            control.cleanup();
            found.push(models(control, None));
            answers.push(found);
        }
        assert_eq!(answers[0], answers[1], "stopped when it asked {asked} times");
        let numbers: Vec<usize> = answers[0].iter().flatten().map(Vec::len).collect();
        assert!(numbers.len() == 2 && numbers.iter().all(|&number| number > 2), "{numbers:?}");
    }
}
