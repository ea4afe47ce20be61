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
        .expect("nothing is refused");
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
            // One node has no arc, and the empty circuit is one; two and more have as many as there are orders.
            assert_eq!(count(&mut control), factorial, "{number} nodes, circuits {circuits}");
            open(&mut control, number, Truth::False);
            factorial *= number as usize;
        }
        // What was open before can be so again: later arcs are none of its elements.
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
    // The new arcs are free, until a second atom wants what the first excludes.
    for (part, models) in [("first", 1), ("arcs", 4), ("second", 0)] {
        control.ground(&[Part::new(part, &[])]).expect("the step is small");
        assert_eq!(count(&mut control), models, "{part}");
    }
}
