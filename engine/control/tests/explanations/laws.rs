//! Laws. Of relaxing: nothing relaxed, the answer sets are those of the program; anything relaxed, none is lost. Of
//! texts: renaming changes nothing but names, and in any order of the statements, a conflict is minimal and a smallest one
//! as small.

use crate::{BRANCHES, control, oracle, random_program, seeds, unsatisfiable};
use hamadryad::Control;
use hamadryad::explain::{Conflict, ExplainOptions, Outcome};
use hamadryad_check::recorded::GroundProgram;
use hamadryad_random::Random;
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

/// The elements of a conflict as texts, which do not depend on the order of the statements.
fn texts(control: &Control, conflict: &Conflict) -> Vec<Vec<String>> {
    let symbols = control.symbols();
    let part = |elements: &Vec<hamadryad::explain::Element>| {
        let text = |element: &hamadryad::explain::Element| {
            let statement = element.span.map_or("", |span| control.sources().slice(span));
            let bindings = element.bindings.iter();
            let bindings =
                bindings.map(|&(name, value)| format!("{}={}", symbols.text(name), symbols.display(value)));
            let atom = element.atom.map(|atom| symbols.display(atom).to_string());
            format!("{:?} {statement} {:?} {atom:?}", element.kind, bindings.collect::<Vec<_>>())
        };
        elements.iter().map(text).collect()
    };
    conflict.parts.iter().map(part).collect()
}

/// A smallest conflict, and the first one; both are minimal.
fn conflicts(control: &Control) -> Option<[Conflict; 2]> {
    let never = || false;
    let mut explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
    let Outcome::Found(smallest) = explainer.smallest() else { return None };
    let Outcome::Found(first) = explainer.conflict() else { return None };
    assert!(smallest.is_minimal && first.is_minimal && first.is_verified && smallest.is_verified);
    Some([smallest, first])
}

/// The text with `z` before each name that begins with a small letter: the order of symbols stays as it was.
fn renamed(text: &str) -> String {
    let mut renamed = String::new();
    let mut before = ' ';
    for character in text.chars() {
        let begins = !(before.is_alphanumeric() || before == '_' || before == '#');
        let word = character.is_ascii_lowercase() && begins;
        renamed.push_str(if word { "z" } else { "" });
        renamed.push(character);
        before = character;
    }
    // Words of the language keep their names.
    for (wrong, right) in
        [("znot ", "not "), ("[zfree]", "[free]"), ("[ztrue]", "[true]"), ("[zfalse]", "[false]")]
    {
        renamed = renamed.replace(wrong, right);
    }
    renamed
}

#[test]
fn renaming_changes_names_only() {
    let mut compared = 0;
    for seed in seeds(2) {
        let Some(text) = unsatisfiable(seed) else { continue };
        let (Some(first), Some(second)) = (control(&text), control(&renamed(&text))) else { continue };
        let (Some(expected), Some(found)) = (conflicts(&first), conflicts(&second)) else { continue };
        for (expected, found) in expected.iter().zip(&found) {
            let names = |texts: Vec<Vec<String>>| -> Vec<Vec<String>> {
                texts.iter().map(|part| part.iter().map(|text| text.replace('z', "")).collect()).collect()
            };
            let (expected, found) = (names(texts(&first, expected)), names(texts(&second, found)));
            assert_eq!(expected, found, "seed {seed}\n{text}");
        }
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn any_order_of_statements_gives_a_minimal_conflict() {
    let (mut compared, mut shuffled) = (0, 0);
    for seed in seeds(2) {
        let Some(text) = unsatisfiable(seed) else { continue };
        let mut lines: Vec<&str> = text.lines().collect();
        let mut random = Random::new(seed);
        random.shuffle(&mut lines);
        let other = lines.join("\n");
        let (Some(first), Some(second)) = (control(&text), control(&other)) else { continue };
        let (Some(expected), Some(found)) = (conflicts(&first), conflicts(&second)) else { continue };
        // In recursive components, the order of the rules has an influence on the rules that the grounder decides.
        let decided = |control: &Control| {
            let never = || false;
            (
                control.facts().count(),
                control.explainer(ExplainOptions::new(), &never).unwrap().number_of_units(),
            )
        };
        if expected[0].is_smallest && found[0].is_smallest && decided(&first) == decided(&second) {
            let parts = |conflict: &Conflict| {
                let is_closed = |element: &hamadryad::explain::Element| element.kind.name() == "closed";
                conflict.parts.iter().filter(|part| !part.iter().any(is_closed)).count()
            };
            assert_eq!(parts(&expected[0]), parts(&found[0]), "seed {seed}\n{text}");
        }
        compared += 1;
        shuffled += usize::from(texts(&first, &expected[1]) != texts(&second, &found[1]));
    }
    assert!(compared > 5 && shuffled > 0, "{compared} {shuffled}");
}
