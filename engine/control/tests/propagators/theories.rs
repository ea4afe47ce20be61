//! The interface of propagators to theory atoms.

use super::{all, grounded, models};
use hamadryad::propagator::{Init, Lit, Propagator, TheoryTerm, TheoryView};
use hamadryad::{Control, Part, Reader, SolveOptions};

/// Records all theory atoms, and defines each as the disjunction of the conditions of its elements.
#[derive(Clone, Default)]
struct AnyElement {
    seen: Vec<String>,
    kinds: Vec<String>,
}

fn kind(term: TheoryTerm<'_>) -> String {
    let all =
        |terms: hamadryad::propagator::TheoryTerms<'_>| terms.iter().map(kind).collect::<Vec<_>>().join(" ");
    match term.view() {
        TheoryView::Number(value) => value.to_string(),
        TheoryView::Name(name) => name.to_owned(),
        TheoryView::Function(name, terms) => format!("{name}/{}: {}", terms.len(), all(terms)),
        TheoryView::Tuple(terms) => format!("tuple: {}", all(terms)),
        TheoryView::Set(terms) => format!("set: {}", all(terms)),
        TheoryView::List(terms) => format!("list: {}", all(terms)),
    }
}

impl Propagator for AnyElement {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        for atom in init.theory_atoms() {
            self.seen.push(atom.to_string());
            for element in atom.elements() {
                self.kinds.extend(element.terms().iter().map(kind));
            }
            let Some(literal) = atom.literal() else { continue };
            let lit = init.literal(literal);
            let elements: Vec<Lit> =
                atom.elements().map(|element| init.conjunction(element.condition())).collect();
            for &element in &elements {
                init.add_clause(&[lit, !element]);
            }
            let at_least_one: Vec<Lit> = elements.into_iter().chain([!lit]).collect();
            init.add_clause(&at_least_one);
        }
        Ok(())
    }
}

const THEORY: &str = "#theory t { e { - : 3, unary; ** : 2, binary, right; + : 1, binary, left };
    &any/1 : e, {<,=}, e, any; &note/0 : e, directive }.\n";

#[test]
fn terms_are_read_as_written() {
    let text = "p(-3). &note { }. &note { f(X,\"a b\"), (1,), (), [c,{2}] : p(X) }. \
                a :- &any(f(1)) { -x+2**3 } < g.";
    let mut control = grounded(&format!("{THEORY}{text}"));
    let id = control.register_propagator(AnyElement::default());
    assert_eq!(models(&mut control, all()).len(), 1);
    let propagator = control.propagator(id).unwrap();
    let mut seen = propagator.seen.clone();
    seen.sort();
    assert_eq!(
        seen,
        ["&any(f(1)) { ((-x)+(2**3)) } < g", "&note { f((-3),\"a b\"),(1,),(),[c,{2}] }", "&note { }"]
    );
    let mut kinds = propagator.kinds.clone();
    kinds.sort();
    assert_eq!(
        kinds,
        ["+/2: -/1: x **/2: 2 3", "f/2: -/1: 3 \"a b\"", "list: c set: 2", "tuple: ", "tuple: 1",]
    );
}

#[test]
fn conditions_have_literals() {
    let text = "{ p(1..2); q }. a :- &any(1) { X : p(X), q; f(X) : p(X), not q, X > 1; g : b }. { b }.
                c :- not &any(2) { x : p(1), not p(1); y : p(3) }. #show a/0. #show c/0.";
    let mut control = grounded(&format!("{THEORY}{text}"));
    let mut with_rules =
        grounded("{ p(1..2); q }. a :- p(X), q. a :- p(2), not q. a :- b. { b }. c. #show a/0. #show c/0.");
    control.register_propagator(AnyElement::default());
    assert_eq!(models(&mut control, all()), models(&mut with_rules, all()));
}

#[test]
fn each_atom_is_passed_once_in_any_division_into_steps() {
    let text = format!("{THEORY} #program s(n). {{ p(n) }}. a(n) :- &any(n) {{ X : p(X) }}. #show a/1.");
    let mut control = Control::new();
    control.add("test.lp", &text).unwrap();
    let mut early = control.clone();
    let early_id = early.register_propagator(AnyElement::default());
    for number in 1..=3 {
        for control in [&mut early, &mut control] {
            let arguments = [control.symbols_mut().number(number)];
            control.ground(&[Part::base(), Part::new("s", &arguments)]).unwrap();
        }
        assert_eq!(models(&mut early, all()).len(), 1 << number);
    }
    // A propagator that is registered later receives all atoms.
    let late_id = control.register_propagator(AnyElement::default());
    assert_eq!(models(&mut control, all()).len(), 8);
    assert_eq!(early.propagator(early_id).unwrap().seen, control.propagator(late_id).unwrap().seen);
    assert_eq!(early.propagator(early_id).unwrap().seen.len(), 3);
}

#[test]
fn ground_programs_have_theory_atoms() {
    // p and q are free; the theory atom 3 has an element for p and an element for q; an undefined element is
    // skipped.
    let text = "asp 1 0 0\n1 1 2 1 2 0 0\n9 1 0 3 any\n9 0 1 5\n9 4 0 1 1 1 1\n9 4 1 1 1 1 2\n9 5 3 0 2 0 1\n\
                9 5 4 0 1 7\n1 0 0 0 1 4\n4 1 p 1 1\n4 1 q 1 2\n4 3 any 1 3\n0\n";
    let (mut control, mut reader) = (Control::new(), Reader::new(text).unwrap());
    assert!(control.read_step(&mut reader).unwrap());
    let id = control.register_propagator(AnyElement::default());
    let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() }).unwrap();
    let mut found = Vec::new();
    while let Some(model) = search.next_model() {
        found.push(model.to_string());
    }
    found.sort();
    assert_eq!(found, ["", "p any", "p q any", "q any"]);
    drop(search);
    assert_eq!(control.propagator(id).unwrap().seen, ["&any { 5; 5 }"]);
}

#[test]
fn equal_atoms_of_several_calls_before_the_search_are_one_atom() {
    let mut control = Control::new();
    let parts = "{p}. &any(1) { 1: p } < 2. #program second. a :- &any(1) { 1: p } < 2. \
                 #program third. b :- &any(1) { 1: p } < 2. c :- &any(1) { 2 } < 2.";
    control.add("theory.lp", &format!("{THEORY}{parts}")).unwrap();
    let id = control.register_propagator(AnyElement::default());
    let ground = |control: &mut Control, part| control.ground(&[Part::new(part, &[])]).unwrap();
    ground(&mut control, "base");
    ground(&mut control, "second");
    // Facts are `&any`, so that `p` holds.
    assert_eq!(models(&mut control, all()), ["a p"]);
    assert_eq!(control.propagator(id).unwrap().seen, ["&any(1) { 1 } < 2"]);
    // Atoms after a search are new.
    ground(&mut control, "third");
    assert_eq!(models(&mut control, all()), ["a b c p"]);
    let seen = ["&any(1) { 1 } < 2", "&any(1) { 1 } < 2", "&any(1) { 2 } < 2"];
    assert_eq!(control.propagator(id).unwrap().seen, seen);
}
