//! `#project p/n.` belongs to its part, as every other statement: it applies to the atoms that exist when the
//! part is grounded. The numbers are results of clingo 5.8.3 with `--project=project`.

use hamadryad::{Control, Part, Projection, SolveOptions, Symbol};

/// The numbers of projected models, after each call; a call grounds the steps `t` together, and step 0 is the
/// part `base`.
fn counts(program: &str, calls: &[&[i32]]) -> Vec<usize> {
    let mut control = Control::new();
    control.add("a.lp", program).expect("a program");
    let mut count = |call: &&[i32]| {
        let steps: Vec<[Symbol; 1]> = call.iter().map(|&step| [control.symbols_mut().number(step)]).collect();
        let mut parts = Vec::new();
        for (&step, arguments) in call.iter().zip(&steps) {
            parts.push(if step == 0 { Part::base() } else { Part::new("step", arguments) });
        }
        control.ground(&parts).expect("it can be grounded");
        let options =
            SolveOptions { models: Some(0), projection: Some(Projection::Atoms), ..SolveOptions::default() };
        let mut search = control.solve(options).expect("it can be solved");
        std::iter::from_fn(|| search.next_model().map(drop)).count()
    };
    calls.iter().map(&mut count).collect()
}

const IN_BASE: &str = "#project s/1. { s(0) }. { q }. #program step(t). { s(t) }. { r(t) }.";
const IN_STEP: &str = "{ s(0) }. { q }. #program step(t). { s(t) }. { r(t) }. #project s/1.";

#[test]
fn a_signature_is_projected_when_its_part_is_grounded() {
    assert_eq!(counts(IN_BASE, &[&[0], &[1]]), [2, 2]);
    assert_eq!(counts(IN_BASE, &[&[1]]), [1]);
    assert_eq!(counts(IN_BASE, &[&[0, 1]]), [4]);
    assert_eq!(counts(IN_STEP, &[&[0], &[1], &[2]]), [1, 4, 8]);
}
