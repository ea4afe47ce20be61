//! The examples of the chapter on explanations, by their elements.

use hamadryad::explain::{Conflict, ElementKind, ExplainOptions, Granularity, Outcome, Repairs};
use hamadryad::{Control, Part, SolveOptions};
use std::path::PathBuf;

fn load(files: &[&str]) -> Control {
    load_with(files, &[])
}

fn load_with(files: &[&str], constants: &[(&str, &str)]) -> Control {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/explain");
    let mut control = Control::new();
    control.keep_origins();
    for (name, value) in constants {
        control.define(name, value).unwrap();
    }
    for file in files {
        let path = folder.join(file);
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        control.add(file, &text).unwrap();
    }
    control.ground(&[Part::base()]).unwrap();
    control
}

fn conflict(control: &Control, options: ExplainOptions) -> Conflict {
    let never = || false;
    let mut explainer = control.explainer(options, &never).unwrap();
    let Outcome::Found(conflict) = explainer.conflict() else { panic!("a conflict is found") };
    assert!(conflict.is_minimal && conflict.is_verified);
    conflict
}

fn repairs(control: &Control, granularity: Granularity) -> Repairs {
    let never = || false;
    let options = ExplainOptions { granularity, ..ExplainOptions::new() };
    let mut explainer = control.explainer(options, &never).unwrap();
    let Outcome::Found(repairs) = explainer.repairs(0, &|_| Some(1)) else { panic!("a repair is found") };
    assert!(repairs.is_smallest && repairs.is_complete);
    repairs
}

/// The number of conflicts, if all were found.
fn all(control: &Control) -> usize {
    let never = || false;
    let mut explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
    let Outcome::Found((conflicts, complete)) = explainer.conflicts(0) else { panic!("conflicts are found") };
    assert!(complete);
    conflicts.len()
}

/// The lines of the statements of a conflict.
fn lines(control: &Control, conflict: &Conflict) -> Vec<u32> {
    let spans = conflict.elements().filter_map(|element| element.span);
    let mut lines: Vec<u32> =
        spans.map(|span| control.sources().location(span.file, span.start).line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[test]
fn a_clue_that_is_there_twice() {
    let control = load(&["sudoku.lp", "sudoku-double.lp"]);
    assert_eq!(conflict(&control, ExplainOptions::new()).elements().count(), 3);
    let repairs = repairs(&control, Granularity::Data);
    assert_eq!(repairs.repairs.len(), 1);
    let change = &repairs.repairs[0].changes[0][0];
    let values: Vec<String> =
        change.bindings.iter().map(|&(_, value)| control.symbols().display(value).to_string()).collect();
    assert_eq!(values, ["1", "9", "7"]);
}

#[test]
fn a_cell_without_a_value() {
    let control = load(&["sudoku.lp", "sudoku-wrong.lp"]);
    assert!(conflict(&control, ExplainOptions::new()).elements().count() <= 19);
    assert_eq!(repairs(&control, Granularity::Data).repairs.len(), 3);
}

#[test]
fn four_nodes_that_all_touch() {
    let control = load(&["graph.lp"]);
    let found = conflict(&control, ExplainOptions::new());
    assert_eq!((found.parts.len(), found.elements().count()), (10, 22));
    assert_eq!(all(&control), 1);
}

#[test]
fn lessons_that_do_not_fit_the_small_room() {
    let control = load(&["timetable.lp"]);
    let found = conflict(&control, ExplainOptions::new());
    assert_eq!(lines(&control, &found), [6, 9, 14]);
    assert_eq!(repairs(&control, Granularity::Instance).repairs.len(), 13);
}

#[test]
fn days_with_too_few_nurses() {
    let control = load(&["staff.lp"]);
    assert_eq!(conflict(&control, ExplainOptions::new()).parts.len(), 15);
    // Days 6 and 7 have one conflict each, and no other day has one.
    assert_eq!(all(&control), 2);
    // One of the 15 parts of each conflict.
    let repairs = repairs(&control, Granularity::Data).repairs;
    assert_eq!(repairs.len(), 225);
    assert!(repairs.iter().all(|repair| repair.changes.len() == 2 && repair.is_verified));
}

#[test]
fn a_snake_across_the_board() {
    let encoding = "../../../encodings/snake/hamiltonian.lp";
    let files = [encoding, "../../../encodings/snake/position.lp", "snake-stuck.lp"];
    let control = load_with(&files, &[("n", "4"), ("m", "4")]);
    let found = conflict(&control, ExplainOptions::new());
    let instances = found.elements().filter(|element| element.kind != ElementKind::Closed);
    assert!(instances.count() <= 9);
}

#[test]
fn places_that_no_bridge_leads_to() {
    let mut control = load(&["reach.lp"]);
    let found = conflict(&control, ExplainOptions::new());
    assert_eq!(found.elements().count(), 1);
    assert_eq!(all(&control), 2);
    assert_eq!(repairs(&control, Granularity::Data).repairs[0].changes.len(), 2);

    let never = || false;
    let span = found.parts[0][0].span.unwrap();
    let instances = control.explainer(ExplainOptions::new(), &never).unwrap().source_instances(span, 100);
    let granted = control.underivable(&instances);
    assert_eq!(granted.len(), 2);
    let again = control.regrounded(&[], &granted, &never).unwrap();
    let options = ExplainOptions { grantable: granted, ..ExplainOptions::new() };
    let mut explainer = again.explainer(options, &never).unwrap();
    let Outcome::Found(repairs) = explainer.repairs(0, &|_| Some(1)) else { panic!("a repair is found") };
    let kinds: Vec<ElementKind> = repairs.repairs.iter().map(|repair| repair.changes[0][0].kind).collect();
    assert_eq!(kinds, [ElementKind::Closed; 2]);
}

#[test]
fn the_costs_of_a_round_trip() {
    let control = load(&["tsp.lp"]);
    let options = ExplainOptions { bounds: vec![(0, 9)], ..ExplainOptions::new() };
    let found = conflict(&control, options);
    assert!(found.elements().any(|element| element.kind == ElementKind::Bound));
    let options = ExplainOptions { bounds: vec![(0, 10)], ..ExplainOptions::new() };
    let never = || false;
    assert_eq!(control.explainer(options, &never).unwrap().conflict(), Outcome::Satisfiable);
}

/// The facts that a conflict needs, and the absent ones.
fn facts(text: &str) -> (Vec<String>, Vec<String>) {
    let mut control = Control::new();
    control.keep_origins();
    control.add("a.lp", text).unwrap();
    control.ground(&[Part::base()]).unwrap();
    let conflict = conflict(&control, ExplainOptions::new());
    let (facts, _) = control.facts_of(&conflict, &ExplainOptions::new(), &|| false);
    let facts = facts.unwrap();
    assert!(facts.is_minimal);
    let text = |&atom: &_| control.symbols().display(atom).to_string();
    let needed = facts.elements.iter().filter_map(|element| element.atom.as_ref().map(text));
    (needed.collect(), facts.absent.iter().map(text).collect())
}

#[test]
fn a_conflict_may_rest_on_the_absence_of_facts() {
    // Two of the stops of line 1 are needed; each of three further stops would do.
    let text = "line(1). { on(1..4) }. stop(1,2). stop(2,3).\n{ on(Y) : stop(X,Y) } = 2 :- line(X).";
    assert_eq!(
        facts(text),
        (vec!["line(1)".into()], vec!["stop(1,1)".into(), "stop(1,3)".into(), "stop(1,4)".into()])
    );
    // The place 3 is reached by no bridge from 1 or 2, directly or over 4.
    let text = "place(1..4). bridge(1,2). bridge(4,3). { built(X,Y) } :- bridge(X,Y).
        reached(1). reached(Y) :- reached(X), built(X,Y). :- place(3), not reached(3).";
    let (needed, mut absent) = facts(text);
    absent.sort();
    assert_eq!(needed, ["place(3)"]);
    assert_eq!(absent, ["bridge(1,3)", "bridge(1,4)", "bridge(2,3)", "bridge(2,4)"]);
    // Without any absent fact, nothing is listed.
    let text = "n(1..4). { c(X,(a;b;c)) } = 1 :- n(X). :- n(X), n(Y), X < Y, c(X,C), c(Y,C).";
    assert_eq!(facts(text).1, Vec::<String>::new());
}

#[test]
fn costs_that_cannot_all_be_avoided() {
    let never = || false;
    let control = load(&["tsp.lp"]);
    let mut explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
    let Outcome::Found(conflict) = explainer.cheaper_than(&[10]) else { panic!("10 is optimal") };
    assert!(conflict.is_minimal && conflict.is_verified);
    let bounds: Vec<_> = conflict.elements().filter_map(|element| element.bound).collect();
    assert_eq!(bounds, [(0, 9)]);
    assert_eq!(explainer.cheaper_than(&[11]), Outcome::Satisfiable);
    // A question leaves no bound behind.
    assert_eq!(explainer.conflict(), Outcome::Satisfiable);
    let groups = explainer.cost_groups(0).expect("it is not stopped");
    assert!((5..=10).contains(&groups.least()), "{}", groups.least());
    for group in &groups.groups {
        assert!(group.least > 0 && group.conditions.iter().all(|condition| condition.cost >= group.least));
        assert!(group.conflict.as_ref().is_some_and(|conflict| conflict.is_minimal));
    }
}

/// The lower bounds of random objectives: none is greater than the optimum.
#[test]
fn groups_of_costs_are_lower_bounds() {
    let never = || false;
    let mut random = hamadryad_random::Random::new(7);
    let mut reached = 0;
    for round in 0..60 {
        let mut text = String::from("{ a(1..6) }.\n");
        for _ in 0..5 {
            let mut atom = || format!("{}a({})", ["", "not "][random.index(2)], 1 + random.index(6));
            let (first, second) = (atom(), atom());
            text.push_str(&format!(":- {first}, {second}.\n"));
        }
        for number in 1..=6 {
            let weight = random.index(6) as i64 - 1;
            let sign = ["", "not "][random.index(2)];
            text.push_str(&format!("#minimize {{ {weight},{number} : {sign}a({number}) }}.\n"));
        }
        let mut control = Control::new();
        control.keep_origins();
        control.add("a.lp", &text).unwrap();
        control.ground(&[Part::base()]).unwrap();
        let mut best = None;
        let mut search = control.solve(SolveOptions::default()).unwrap();
        while let Some(model) = search.next_model() {
            best = Some(model.costs()[0]);
        }
        drop(search);
        let Some(best) = best else { continue };
        let mut explainer = control.explainer(ExplainOptions::new(), &never).unwrap();
        let least = explainer.cost_groups(0).expect("it is not stopped").least();
        assert!(least <= best, "round {round}: {least} > {best}\n{text}");
        reached += usize::from(least == best);
        assert!(
            matches!(explainer.cheaper_than(&[best]), Outcome::Found(_) | Outcome::OutsideBlame),
            "{text}"
        );
        assert_eq!(explainer.cheaper_than(&[best + 1]), Outcome::Satisfiable, "{text}");
    }
    assert!(reached > 10, "{reached}");
}
