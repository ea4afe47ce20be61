//! Explanations between steps: parts with arguments, externals and assumptions.

use hamadryad::explain::{Element, ElementKind, ExplainOptions, Outcome};
use hamadryad::{Control, Part, SolveOptions, Truth};

fn texts(control: &Control, options: ExplainOptions) -> Vec<String> {
    let never = || false;
    let mut explainer = control.explainer(options, &never).expect("origins are kept");
    let Outcome::Found(conflict) = explainer.conflict() else { panic!("a conflict is found") };
    assert!(conflict.is_minimal && conflict.is_verified);
    let text = |element: &Element| {
        let symbols = control.symbols();
        let bindings: Vec<String> = element
            .bindings
            .iter()
            .map(|&(name, value)| format!("{}={}", symbols.text(name), symbols.display(value)))
            .collect();
        match (element.kind, element.atom) {
            (ElementKind::External | ElementKind::Assumption, Some(atom)) => {
                format!("{} {}={}", element.kind.name(), symbols.display(atom), element.value)
            }
            (_, Some(atom)) => format!("{} {}", element.kind.name(), symbols.display(atom)),
            _ => format!("{} {}", element.kind.name(), bindings.join(" ")),
        }
    };
    conflict.elements().map(text).collect()
}

#[test]
fn steps_externals_and_assumptions_are_elements() {
    let text = "#program step(t). { go(t) }. far(t) :- go(t), go(t-1). #external query(t). \
                :- query(t), not go(t). #program forbid(t). :- go(t).";
    let mut control = Control::new();
    control.keep_origins();
    control.add("steps.lp", text).unwrap();
    let numbers: Vec<_> = (1..=3).map(|number| control.symbols_mut().number(number)).collect();
    for number in 0..3 {
        let part = Part::new("step", &numbers[number..=number]);
        control.ground(&[part]).unwrap();
        assert!(control.solve(SolveOptions::default()).unwrap().next_model().is_some());
    }
    let query = control.symbols_mut().function("query", &[numbers[2]]);
    control.assign_external(query, Truth::True);
    control.ground(&[Part::new("forbid", &numbers[2..])]).unwrap();
    assert!(control.solve(SolveOptions::default()).unwrap().next_model().is_none());
    let found = texts(&control, ExplainOptions::new());
    assert_eq!(found, ["constraint t=3", "constraint t=3", "external query(3)=true"]);

    // Without the query, an assumption conflicts.
    control.assign_external(query, Truth::False);
    let go = control.symbols_mut().function("go", &[numbers[2]]);
    let options = ExplainOptions { assumptions: vec![(go, true)], ..ExplainOptions::new() };
    assert_eq!(texts(&control, options), ["constraint t=3", "assumption go(3)=true"]);

    let never = || false;
    let mut explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
    assert_eq!(explainer.conflict(), Outcome::Satisfiable);
}

#[test]
fn a_control_without_origins_says_so() {
    let mut control = Control::new();
    control.add("a.lp", ":- not a.").unwrap();
    control.ground(&[Part::base()]).unwrap();
    let error = control.explainer(ExplainOptions::new(), &|| false).err().expect("origins are missing");
    assert!(error.to_string().contains("keep_origins"));
}

#[test]
fn ground_programs_are_explained_by_their_rules() {
    let text = "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 0 0 1 1\n1 0 0 0 1 2\n1 0 0 0 2 -1 -2\n4 1 a 1 1\n0\n";
    let mut control = Control::new();
    control.keep_origins();
    let mut reader = hamadryad::Reader::new(text).unwrap();
    assert!(control.read_step(&mut reader).unwrap());
    assert_eq!(texts(&control, ExplainOptions::new()), ["ground "; 3]);
}
