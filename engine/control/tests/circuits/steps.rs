//! Theory atoms in programs that are grounded step by step.

use hamadryad::{Config, Control, Part, SolveOptions, Truth};

const GROWING: &str = "
    #program step(n).
    node(n). { next(n,V); next(V,n) } :- node(V), V < n.
    #external open(n).
    &circuit { (U,V) : next(U,V) } :- open(n).
    :- open(M), M < n, next(n,V). :- open(M), M < n, next(V,n).
    #show next/2.
";

fn count(control: &mut Control) -> usize {
    let mut search = control
        .solve(SolveOptions { models: Some(0), ..SolveOptions::default() })
        .expect("the program is accepted");
    let mut models = 0;
    while search.next_model().is_some() {
        models += 1;
    }
    models
}

fn step(control: &mut Control, number: i32) {
    let arguments = [control.symbols_mut().number(number)];
    control.ground(&[Part::new("step", &arguments)]).expect("the step is small");
}

fn open(control: &mut Control, number: i32, value: Truth) {
    let symbols = control.symbols_mut();
    let arguments = [symbols.number(number)];
    let atom = symbols.function("open", &arguments);
    control.assign_external(atom, value);
}

#[test]
fn each_step_has_its_own_circuit() {
    for circuits in [true, false] {
        let mut control = Control::with_config(Config { circuits, ..Config::default() });
        control.add("growing.lp", GROWING).expect("it is a program");
        let mut factorial = 1;
        for number in 1..=6 {
            step(&mut control, number);
            open(&mut control, number, Truth::True);
            // A single node has no arc, and the empty graph counts as a circuit; n > 1 nodes have (n-1)!
            // circuits.
            assert_eq!(count(&mut control), factorial, "{number} nodes, circuits {circuits}");
            open(&mut control, number, Truth::False);
            factorial *= number as usize;
        }
        // An earlier circuit can be required again: later arcs are no elements of its atom.
        open(&mut control, 4, Truth::True);
        control.cleanup();
        assert_eq!(count(&mut control), 6);
    }
}

#[test]
fn later_arcs_do_not_extend_an_atom() {
    let program = "
        #program first. { next(1,2); next(2,1) }. &circuit { (U,V) : next(U,V) }.
        #program arcs. { next(2,3); next(3,1) }.
        #program second. &circuit { (U,V) : next(U,V) }.
    ";
    let mut control = Control::new();
    control.add("later.lp", program).expect("it is a program");
    // The new arcs are free, until a second atom requires an arc that the first excludes.
    for (part, models) in [("first", 1), ("arcs", 4), ("second", 0)] {
        control.ground(&[Part::new(part, &[])]).expect("the step is small");
        assert_eq!(count(&mut control), models, "{part}");
    }
}

/// An atom that no rule of this step defines is no part of a section: it can be true without a path from a
/// start.
#[test]
fn atoms_without_rules_are_on_no_section() {
    let tour = "1 { next(U,V) : e(U,V) } 1 :- n(U). 1 { next(U,V) : e(U,V) } 1 :- n(V).
        n(1..5). e(U,V) :- n(U), n(V), U != V, (U + V) \\ 4 != 0.
        reach(1). reach(V) :- reach(U), next(U,V). :- n(V), not reach(V). paid(U,V) :- open(0), next(U,V).";
    for (program, step) in [("#external open(0). ", false), ("{ open(0) }. ", true)] {
        for circuits in [true, false] {
            let mut control = Control::with_config(Config { circuits, ..Config::default() });
            // The atom is defined before the step of the tour, or together with it.
            let text =
                if step { format!("{program} #program step(n). {tour}") } else { program.to_owned() + tour };
            control.add("tour.lp", &text).expect("it is a program");
            control.ground(&[Part::base()]).expect("it is small");
            if step {
                assert_eq!(count(&mut control), 2);
                self::step(&mut control, 1);
                assert_eq!(count(&mut control), 8, "circuits {circuits}");
            } else {
                open(&mut control, 0, Truth::True);
                assert_eq!(count(&mut control), 4, "circuits {circuits}");
                open(&mut control, 0, Truth::False);
                assert_eq!(count(&mut control), 4, "circuits {circuits}");
            }
        }
    }
}
