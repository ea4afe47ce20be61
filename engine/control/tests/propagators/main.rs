//! Propagators: their calls, the lifetime of their clauses, theory atoms, and difference constraints by brute
//! force.

mod calls;
#[path = "../../examples/difference/difference.rs"]
mod difference;
mod differences;
mod lasting;
mod theories;

use hamadryad::{Control, Part, SolveOptions};

/// A control that has grounded the text.
fn grounded(text: &str) -> Control {
    let mut control = Control::new();
    control.add("test.lp", text).expect("the text is a program");
    control.ground(&[Part::base()]).expect("the program can be grounded");
    control
}

fn all() -> SolveOptions<'static> {
    SolveOptions { models: Some(0), ..SolveOptions::default() }
}

/// The shown terms of each model, sorted.
fn models(control: &mut Control, options: SolveOptions<'_>) -> Vec<String> {
    let mut search = control.solve(options).expect("the program is accepted");
    let mut found = Vec::new();
    while let Some(model) = search.next_model() {
        let mut shown: Vec<String> =
            model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
        shown.sort();
        found.push(shown.join(" "));
    }
    found.sort();
    found
}
