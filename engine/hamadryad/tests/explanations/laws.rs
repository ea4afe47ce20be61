//! Two laws of relaxing: nothing relaxed, the answer sets are those of the program; anything relaxed, none is
//! lost.

use crate::{BRANCHES, control, oracle, random_program, seeds};
use hamadryad::Control;
use hamadryad::explain::ExplainOptions;
use hamadryad_check::recorded::GroundProgram;
use std::collections::BTreeSet;

/// The answer sets of a relaxed program, projected to the named atoms.
fn relaxed(control: &Control, is_relaxed: &dyn Fn(usize) -> bool) -> Option<BTreeSet<BTreeSet<String>>> {
    let never = || false;
    let explainer = control.explainer(ExplainOptions::new(), &never).expect("origins are kept");
    let mut program = GroundProgram::default();
    explainer.write_relaxed(&mut program, is_relaxed);
    let recorded = control.recorded().expect("origins are kept");
    let models = program.stable_models(BRANCHES)?;
    let texts = models.iter().map(|model| {
        let names = model.iter().filter_map(|&atom| recorded.name_of(atom));
        names.map(|name| control.symbols().display(name).to_string()).collect()
    });
    Some(texts.collect())
}

#[test]
fn relaxing_nothing_changes_nothing_and_relaxing_anything_loses_no_answer() {
    let (mut compared, mut grown) = (0, 0);
    for seed in seeds(1) {
        let text = random_program(seed);
        let Some(expected) = oracle(&text) else { continue };
        let Some(control) = control(&text) else { continue };
        let Some(found) = relaxed(&control, &|_| false) else { continue };
        assert_eq!(found, expected, "seed {seed}: all in force\n{text}");
        let never = || false;
        let explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
        let units = explainer.number_of_units();
        compared += 1;
        if units == 0 {
            continue;
        }
        let one = seed as usize % units;
        let sets: [&dyn Fn(usize) -> bool; 2] =
            [&|unit| unit == one, &|unit| (seed >> (unit % 61)) & 1 == 1 || unit == one];
        for is_relaxed in sets {
            let Some(found) = relaxed(&control, is_relaxed) else { continue };
            assert!(found.is_superset(&expected), "seed {seed}: an answer is lost\n{text}");
            grown += usize::from(found.len() > expected.len());
        }
    }
    assert!(compared > 0 && grown > 0);
    println!("{compared} programs compared, {grown} relaxations with more answers");
}
