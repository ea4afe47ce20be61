use super::*;
use crate::testing::{atom, lit, summand};

/// Writes steps in which atom n, up to the number of names, has the n-th name.
fn check(names: &[&str], steps: &[fn(&mut dyn Sink)], expected: &str) {
    let mut symbols = Symbols::new();
    let names: Vec<Symbol> =
        names.iter().map(|name| crate::term::parse(&mut symbols, name).unwrap()).collect();
    let mut writer = TextWriter::new(Vec::new());
    for (i, step) in steps.iter().enumerate() {
        writer.begin_step();
        if i == 0 {
            for (i, &name) in names.iter().enumerate() {
                writer.name(&symbols, atom(i as u32 + 1), name);
                writer.output(&symbols, OutputKind::Atom, name, &[lit(i as i32 + 1)]);
            }
        }
        step(&mut writer);
        writer.end_step();
    }
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected);
}

fn rule(sink: &mut dyn Sink, head: u32, body: &[i32]) {
    let body: Vec<Literal> = body.iter().map(|&number| lit(number)).collect();
    sink.rule(Head::Disjunction(&[atom(head)]), BodyRef::Normal(&body));
}

fn sum(sink: &mut dyn Sink, head: u32, lower: i32, literals: &[(i32, i32)]) {
    let literals: Vec<WeightedLiteral> = literals.iter().map(|&(l, w)| summand(l, w)).collect();
    sink.rule(Head::Disjunction(&[atom(head)]), BodyRef::Sum { lower, literals: &literals });
}

#[test]
fn statements_read_like_a_program() {
    check(
        &["a", "b", "f(\"x y\")", "-c"],
        &[|sink| {
            sink.rule(Head::Choice(&[atom(1), atom(2)]), BodyRef::Normal(&[lit(3)]));
            rule(sink, 3, &[]);
            rule(sink, 4, &[1, -2]);
            sink.rule(Head::Disjunction(&[atom(1), atom(2)]), BodyRef::Normal(&[]));
            sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[lit(1)]));
            sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[]));
            sum(sink, 1, 2, &[(2, 1), (-4, 2)]);
            sum(sink, 1, 2, &[(2, 1), (-4, 1)]);
            sink.minimize(2, &[summand(1, 3), summand(-2, -1)]);
            sink.minimize(0, &[]);
            sink.project(&[atom(1), atom(4)]);
            sink.external(atom(2), ExternalValue::True);
            sink.assume(&[lit(1), lit(-2)]);
            sink.heuristic(atom(1), HeuristicModifier::True, 3, 2, &[lit(2)]);
            sink.heuristic(atom(1), HeuristicModifier::Level, -1, 0, &[]);
            sink.edge(0, 1, &[lit(1), lit(-2)]);
        }],
        "{a;b}:-f(\"x y\").\nf(\"x y\").\n-c:-a,not b.\na;b.\n:-a.\n:-.\na:-2<=#sum{1,0:b;2,1:not -c}.\n\
         a:-2<=#count{0:b;1:not -c}.\n#minimize{3@2,0:a;-1@2,1:not b}.\n#minimize{0@0,2}.\n#project a.\n\
         #project -c.\n#external b.[true]\n%#assume{a;not b}.\n#heuristic a:b.[3@2,true]\n\
         #heuristic a.[-1@0,level]\n#edge(0,1):a,not b.\n",
    );
}

#[test]
fn a_space_separates_a_colon_from_classical_negation() {
    check(
        &["-a", "b"],
        &[|sink| {
            sum(sink, 2, 2, &[(1, 1), (-1, 2), (2, 1)]);
            sink.minimize(0, &[summand(1, 1), summand(-1, 2)]);
            sink.heuristic(atom(2), HeuristicModifier::True, 3, 2, &[lit(1)]);
            sink.edge(0, 1, &[lit(1), lit(2)]);
            rule(sink, 2, &[1]);
        }],
        "b:--a.\nb:-2<=#sum{1,0: -a;2,1:not -a;1,2:b}.\n#minimize{1@0,0: -a;2@0,1:not -a}.\n\
         #heuristic b: -a.[3@2,true]\n#edge(0,1): -a,b.\n",
    );
}

#[test]
fn a_definition_stands_where_its_atom_would() {
    check(
        &["a", "b", "c"],
        &[|sink| {
            sum(sink, 4, 2, &[(2, 1), (3, 2)]);
            rule(sink, 5, &[2, -3]);
            rule(sink, 6, &[-2]);
            rule(sink, 1, &[4, -4, 5]);
            rule(sink, 1, &[-6, 6]);
            sum(sink, 1, 1, &[(5, 1), (-6, 1)]);
            sink.minimize(0, &[summand(5, 1)]);
        }],
        "a:-2<=#sum{1,0:b;2,1:c},not 2<=#sum{1,0:b;2,1:c},b,not c.\na:-not not b,not b.\n\
         a:-1<=#count{0:b,not c;1:not not b}.\n#minimize{1@0,0:b,not c}.\n",
    );
}

#[test]
fn an_atom_that_cannot_be_replaced_gets_a_predicate_of_its_own() {
    let shows = "#show a/0.\n#show b/0.\n#show _aux/1.\n";
    // An aggregate in an element, a negated conjunction, a circle, a long definition with two uses.
    check(
        &["a", "b", "_aux(1)"],
        &[|sink| {
            sum(sink, 4, 1, &[(1, 1), (2, 1)]);
            sum(sink, 2, 1, &[(4, 1)]);
            rule(sink, 5, &[1, 2]);
            rule(sink, 2, &[-5]);
        }],
        &format!(
            "_aux_(4):-1<=#count{{0:a;1:b}}.\nb:-1<=#count{{0:_aux_(4)}}.\n_aux_(5):-a,b.\nb:-not _aux_(5).\n{shows}"
        ),
    );
    check(
        &["a"],
        &[|sink| {
            rule(sink, 2, &[3]);
            rule(sink, 3, &[2]);
            rule(sink, 1, &[2]);
        }],
        "_aux(3):-_aux(3).\na:-_aux(3).\n#show a/0.\n",
    );
    check(
        &["a", "b"],
        &[|sink| {
            sum(sink, 3, 3, &[(1, 1); 9]);
            rule(sink, 2, &[3]);
            rule(sink, 2, &[-3]);
        }],
        "_aux(3):-3<=#count{0:a;1:a;2:a;3:a;4:a;5:a;6:a;7:a;8:a}.\nb:-_aux(3).\nb:-not _aux(3).\n#show a/0.\n#show b/0.\n",
    );
}

#[test]
fn long_chains_of_definitions_are_cut() {
    let mut symbols = Symbols::new();
    let a = symbols.constant("a");
    let mut writer = TextWriter::new(Vec::new());
    writer.begin_step();
    writer.name(&symbols, atom(1), a);
    for n in 2..100_000 {
        rule(&mut writer, n - 1, &[n as i32]);
    }
    writer.end_step();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.contains("\na:-_aux("));
    assert!(text.lines().count() < 10_000);
}

#[test]
fn inlined_atoms_can_be_used_in_later_steps() {
    check(
        &["a", "b"],
        &[
            |sink| {
                rule(sink, 3, &[1, 2]);
                rule(sink, 2, &[3]);
            },
            |sink| rule(sink, 1, &[3, -2]),
            |sink| rule(sink, 1, &[-3]),
        ],
        "b:-a,b.\na:-a,b,not b.\n_aux(3):-a,b.\na:-not _aux(3).\n#show a/0.\n#show b/0.\n",
    );
}

#[test]
fn an_atom_without_a_name_or_a_rule_is_false() {
    check(
        &["a"],
        &[|sink| {
            sink.external(atom(1), ExternalValue::Free);
            rule(sink, 1, &[-2, 3]);
            rule(sink, 2, &[]);
        }],
        "#external _aux(3).[false]\n#external a.[free]\na:-not _aux(2),_aux(3).\n_aux(2).\n#show a/0.\n",
    );
}

#[test]
fn hidden_atoms_require_show_statements() {
    let mut symbols = Symbols::new();
    let names: Vec<Symbol> =
        ["p(1)", "p(2)", "q"].iter().map(|name| crate::term::parse(&mut symbols, name).unwrap()).collect();
    let text = |outputs: &[(usize, Option<i32>)]| {
        let mut writer = TextWriter::new(Vec::new());
        writer.begin_step();
        for (i, &name) in names.iter().enumerate() {
            writer.name(&symbols, atom(i as u32 + 1), name);
        }
        for &(i, literal) in outputs {
            let condition: Vec<Literal> = literal.map(lit).into_iter().collect();
            writer.output(&symbols, OutputKind::Atom, names[i], &condition);
        }
        writer.output(&symbols, OutputKind::Term, names[2], &[lit(-1)]);
        writer.end_step();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    };
    assert_eq!(text(&[(0, None), (1, Some(2)), (2, Some(3))]), "#show q:not p(1).\n");
    assert_eq!(text(&[(0, Some(1)), (1, Some(2))]), "#show q:not p(1).\n#show p/1.\n");
    assert_eq!(text(&[(0, Some(1))]), "#show q:not p(1).\n#show p(1):p(1).\n#show.\n");
    assert_eq!(text(&[]), "#show q:not p(1).\n#show.\n");
    // An atom that is shown under another condition than itself is shown as a term.
    assert_eq!(text(&[(0, Some(2))]), "#show p(1):p(2).\n#show q:not p(1).\n#show.\n");
}

#[test]
fn a_fact_may_be_an_output_and_nothing_else() {
    let mut symbols = Symbols::new();
    let fact = symbols.constant("fact");
    let mut writer = TextWriter::new(Vec::new());
    writer.begin_step();
    writer.output(&symbols, OutputKind::Atom, fact, &[]);
    writer.end_step();
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), "fact.\n");
}
