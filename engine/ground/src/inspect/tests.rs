use crate::{Goal, Grounder, Inspection, Inspector, Part, PossibleAtoms, Status, World};
use hamadryad_aspif::Sink;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::{Sources, parse, parse_term};
use std::collections::HashSet;
use std::fmt::Write;

struct Nothing;

impl Sink for Nothing {}

struct Example {
    symbols: Symbols,
    sources: Sources,
    grounder: Grounder,
}

impl Example {
    fn new(text: &str) -> Example {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let file = sources.add("a.lp", text);
        let (program, diagnostics) = parse(&mut symbols, &sources, file);
        assert_eq!(diagnostics, [], "{text}");
        let mut grounder = Grounder::new();
        assert_eq!(grounder.add(&mut symbols, &program), [], "{text}");
        let base = Part { name: symbols.name("base"), arguments: vec![] };
        grounder.ground(&mut symbols, &[base], &mut Nothing, &|| false).expect("it can be grounded");
        Example { symbols, sources, grounder }
    }

    fn atom(&mut self, text: &str) -> Symbol {
        let file = self.sources.add("atom", text);
        let (term, diagnostics) = parse_term(&mut self.symbols, &self.sources, file);
        self.grounder.evaluate(&mut self.symbols, &term.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap()
    }

    /// The answer set with the facts and these atoms.
    fn answer(&mut self, atoms: &str) -> HashSet<Symbol> {
        let more: Vec<Symbol> = atoms.split_whitespace().map(|atom| self.atom(atom)).collect();
        let facts = self.grounder.atoms().filter(|(_, state)| state.fact).map(|(atom, _)| atom);
        facts.chain(more).collect()
    }

    fn show(&self, inspection: &Inspection) -> String {
        let mut text = String::new();
        for instance in &inspection.instances {
            let line = self.sources.location(instance.span.file, instance.span.start).line;
            let head = instance.head.map_or("?".to_owned(), |head| self.symbols.display(head).to_string());
            write!(text, "{line}: {head} <- ").unwrap();
            for (place, literal) in instance.literals.iter().enumerate() {
                let mark = if instance.failing == Some(place) { "!" } else { "" };
                let status = match literal.status {
                    Some(Status::True) => "",
                    Some(Status::False) => " [false]",
                    Some(Status::Open) => " [open]",
                    None => " [unknown]",
                };
                write!(text, "{mark}{}{status}; ", literal.text).unwrap();
            }
            text.push('\n');
        }
        text
    }
}

/// The instances that derive an atom in an answer set.
fn derivations(text: &str, answer: &str, atom: &str) -> String {
    let mut example = Example::new(text);
    let answer = example.answer(answer);
    let atom = example.atom(atom);
    let inspection = Inspector::new(&example.grounder, &mut example.symbols, &answer).derivations(atom);
    example.show(&inspection)
}

/// The nearest instances for an atom in an answer set, or among all possible atoms.
fn failures(text: &str, answer: Option<&str>, atom: &str) -> String {
    let mut example = Example::new(text);
    let set = answer.map(|answer| example.answer(answer));
    let atom = example.atom(atom);
    let goal = Goal::of(&example.symbols, atom).unwrap();
    let possible = PossibleAtoms(&example.grounder);
    let world: &dyn World = match &set {
        Some(set) => set,
        None => &possible,
    };
    let inspection =
        Inspector::new(&example.grounder, &mut example.symbols, world).failures(&goal, &|_| true);
    example.show(&inspection)
}

#[test]
fn literals_that_the_grounder_decides_are_evaluated_again() {
    let text = "bird(tweety). bird(sam). penguin(sam).\nfly(X) :- bird(X), not abnormal(X).\n\
                abnormal(X) :- penguin(X).\n{ trip(X) } :- fly(X).";
    let found = derivations(text, "", "fly(tweety)");
    assert_eq!(found, "2: fly(tweety) <- bird(tweety); not abnormal(tweety); \n");
    assert_eq!(derivations(text, "trip(tweety)", "trip(tweety)"), "4: trip(tweety) <- fly(tweety); \n");
    assert_eq!(
        failures(text, Some(""), "fly(sam)"),
        "2: fly(sam) <- bird(sam); !not abnormal(sam) [false]; \n"
    );
    assert_eq!(failures(text, None, "fly(sam)"), "2: fly(sam) <- bird(sam); !not abnormal(sam) [false]; \n");
}

#[test]
fn a_failing_comparison_is_preferred() {
    let text = "t(1..9). start(1). wall(5). at(X,T) :- start(X), t(T), not wall(X).\n\
                next(X,T+1) :- at(X,T), T < 9, X != 4, not wall(X+1).";
    assert_eq!(
        failures(text, None, "next(1,10)"),
        "2: next(1,10) <- at(1,9); !9 < 9 [false]; 1 != 4; not wall(2); \n"
    );
    // Two literals fail, so the instance ends at the first of them.
    let found = failures(text, None, "next(4,10)");
    assert!(found.contains("[false]") && found.matches('!').count() >= 1, "{found}");
}

#[test]
fn variables_without_a_value_keep_their_names() {
    let text = "built(1,2).\nreached(1) :- built(1,2).\nreached(Y) :- reached(X), built(X,Y), X < Y, not off(Z), p(Z).";
    assert_eq!(
        failures(text, None, "reached(4)"),
        "3: reached(4) <- reached(1); !built(1,4) [false]; 1 < 4; not off(Z) [unknown]; p(Z) [unknown]; \n"
    );
}

#[test]
fn pools_intervals_and_operations_have_no_literals_of_their_own() {
    let text = "q(2). r(1..3).\np(X*Y,(a;b),1..2) :- q(X), r(Y), X*Y = Z, Z < 5, 0 < U, U < 2.";
    let found = derivations(text, "", "p(4,b,2)");
    assert_eq!(found, "2: p(4,b,2) <- q(2); r(2); 2*2 = 4; 4 < 5; 0 < 1; 1 < 2; \n");
    assert_eq!(failures(text, None, "p(4,b,7)").matches("7 = 1..2").count(), 1);
}

#[test]
fn aggregates_rest_on_tuples_that_reach_their_bounds() {
    let text = "{ b(1..4) }. n(1..4).\nd :- #count { X : b(X) } >= 2, #sum { X : b(X) } <= 6.\n\
                e(N) :- N = #max { X : b(X) }.\nf :- 1 { b(X) : n(X) } 2, b(X) : n(X), X < 2.";
    let mut example = Example::new(text);
    let answer = example.answer("b(1) b(3)");
    let (d, e, f) = (example.atom("d"), example.atom("e(3)"), example.atom("f"));
    let mut inspector = Inspector::new(&example.grounder, &mut example.symbols, &answer);
    let [d, e, f] = [d, e, f].map(|atom| inspector.derivations(atom).instances.remove(0));
    let texts = |instance: &crate::SourceInstance| -> Vec<String> {
        instance.literals.iter().map(|literal| literal.text.clone()).collect()
    };
    assert_eq!(texts(&d), ["#count { X : b(X) } >= 2", "#sum { X : b(X) } <= 6"]);
    assert_eq!((d.literals[0].requirements[0].least, d.literals[0].requirements[0].parts.len()), (2, 2));
    assert_eq!(d.literals[1].requirements, []);
    assert_eq!(texts(&e), ["#max { X : b(X) } = 3"]);
    assert_eq!(e.literals[0].requirements[0].parts.len(), 1);
    assert_eq!(texts(&f), ["{ b(X) : n(X) } >= 1 <= 2", "b(X) : n(X), X < 2"]);
    assert_eq!(f.literals[1].requirements.len(), 1);
}

#[test]
fn a_disjunction_derives_an_atom_only_if_no_other_is_true() {
    let text = "{ x }. a ; b :- x.\nb :- x.";
    assert_eq!(derivations(text, "x b", "b"), "1: b <- x; \n2: b <- x; \n");
    assert_eq!(derivations(text, "x a b", "b"), "2: b <- x; \n");
}

#[test]
fn an_instance_is_given_by_the_number_of_its_rule() {
    let mut example = Example::new("p(1..3).\n:- p(X), X > 2, not p(X+1), #sum { Y : p(Y) } > 5.");
    let answer = example.answer("");
    let [one, three] = [1, 3].map(|number| example.symbols.number(number));
    let mut inspector = Inspector::new(&example.grounder, &mut example.symbols, &answer);
    let literals = inspector.instance(1, &[three, one]).expect("the constraint is the second rule");
    let texts: Vec<(&str, Option<Status>)> =
        literals.iter().map(|literal| (literal.text.as_str(), literal.status)).collect();
    let yes = Some(Status::True);
    assert_eq!(texts, [("p(3)", yes), ("3 > 2", yes), ("not p(4)", yes), ("#sum { Y : p(Y) } > 5", yes)]);
}

/// The goals, the elements and the near atoms of all instances of the rule in the last line.
fn lacking(text: &str) -> String {
    let Example { mut symbols, sources, grounder } = Example::new(text);
    let last = text.lines().count() as u32;
    let is_last =
        |source: &crate::RuleSource<'_>| sources.location(source.span.file, source.span.start).line == last;
    let sources: Vec<_> = grounder.rule_sources().collect();
    let number = sources.iter().rposition(is_last).expect("the line has a rule") as u32;
    let world = PossibleAtoms(&grounder);
    let values = vec![symbols.number(2); grounder.rule_source(number).unwrap().names.len()];
    let lacking = Inspector::new(&grounder, &mut symbols, &world).lacking(number, &values).unwrap();
    let atoms = |atoms: &[Symbol]| -> Vec<String> {
        atoms.iter().map(|&atom| symbols.display(atom).to_string()).collect()
    };
    let goals: Vec<String> = lacking.goals.iter().map(|goal| goal.display(&symbols).to_string()).collect();
    let (elements, near) = (atoms(&lacking.elements), atoms(&lacking.near));
    format!("{} | {} | {}", goals.join(" "), elements.join(" "), near.join(" "))
}

#[test]
fn an_instance_lacks_atoms_that_no_rule_derives() {
    assert_eq!(lacking("p(1..2). r(1).\n:- p(X), not r(X)."), "r(2) |  | ");
    assert_eq!(lacking("p(1..2). { r(X) : p(X) }.\n:- p(X), not r(X)."), " |  | ");
    assert_eq!(lacking("{ q }. way(1) :- q.\n{ on(P) : way(P), P > 1 } = 1."), "on(P) |  | ");
    assert_eq!(lacking("{ q }. way(1,2) :- q.\n{ on(P) : way(P,1) } = 1."), "way(P,1) |  | ");
    // on(1) and on(4) are possible, but no elements.
    let text = "p(2). { on(1..4) }. stop(1,1). stop(2,2..3).\n{ on(Y) : stop(X,Y) } = 3 :- p(X).";
    assert_eq!(lacking(text), " | on(2) stop(2,2) on(3) stop(2,3) | stop(2,1) stop(2,4)");
    let text = "p(2). { on(1..4) }. stop(2,3).\n:- p(X), #count { Y : on(Y), stop(X,Y) } < 2.";
    assert_eq!(lacking(text), " | on(3) stop(2,3) | stop(2,1) stop(2,2) stop(2,4)");
}

#[test]
fn facts_that_are_near_complete_a_rule() {
    let mut example = Example::new("reach(1). reach(Y) :- reach(X), link(X,Y). link(1,2). link(3,4).");
    let atom = example.atom("reach(4)");
    let goal = Goal::of(&example.symbols, atom).unwrap();
    let world = PossibleAtoms(&example.grounder);
    let near = Inspector::new(&example.grounder, &mut example.symbols, &world).near(&goal);
    let mut texts: Vec<String> = near.iter().map(|&atom| example.symbols.display(atom).to_string()).collect();
    texts.sort();
    assert_eq!(texts, ["link(1,4)", "link(2,4)", "reach(3)"]);
}
