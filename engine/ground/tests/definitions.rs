//! Constants and theories may be defined after the rules that use them: the ground program is the same as if
//! they had been defined before.

use hamadryad_aspif::{Sink, TextWriter};
use hamadryad_ground::{GroundError, Grounder, Part};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Sources, parse};

/// The ground program of texts that are added in this order, or its errors. `constants` are defined at the
/// end.
fn ground(texts: &[&str], constants: &[(&str, i32)]) -> String {
    let (mut symbols, mut sources, mut grounder) = (Symbols::new(), Sources::new(), Grounder::new());
    for text in texts {
        let file = sources.add("test", *text);
        let (program, mut diagnostics) = parse(&mut symbols, &sources, file);
        diagnostics.append(&mut grounder.add(&mut symbols, &program));
        assert!(diagnostics.iter().all(|found| !found.is_error()), "{text}\n{diagnostics:?}");
    }
    for &(name, value) in constants {
        let (name, value) = (symbols.name(name), symbols.number(value));
        grounder.define(name, value);
    }
    let base = Part { name: symbols.name("base"), arguments: Vec::new() };
    let mut writer = TextWriter::new(Vec::new());
    writer.begin_step();
    let result = grounder.ground(&mut symbols, &[base], &mut writer, &|| false);
    writer.end_step();
    let messages: Vec<String> = match result {
        Ok(warnings) => warnings.into_iter().map(|found| found.message).collect(),
        Err(GroundError::Program(errors)) => return errors.into_iter().map(|found| found.message).collect(),
        Err(error) => panic!("{error}"),
    };
    let bytes = writer.finish().expect("memory takes all");
    messages.join("\n") + &String::from_utf8(bytes).expect("ground programs are text")
}

/// Rules, and definitions of the constants or theories in them.
const PROGRAMS: [(&str, &str); 9] = [
    ("p(n). q(f(n)). r :- p(3).", "#const n = 3."),
    ("q(1..5). p(X) :- q(X), X < n. s(X+n) :- q(X). t(n-1..n+1).", "#const n = 3."),
    ("{ p(1..4) } n. { q(X) : X = 1..n } = 1. :- not 1 < X < n, q(X).", "#const n = 2."),
    (
        "d(1..2). #sum { X : p(X) : d(X) } <= n :- d(n). p(X) :- d(X), not q(X,_). { q(1,n) }.",
        "#const n = 2.",
    ),
    ("#minimize { n@n,X : p(X) }. { p(1..n) }. #show p(n) : p(1). #external e(n..n+1).", "#const n = 2."),
    ("p(n+1). q(X) :- p(X), X = n*2.", "#const n = a."),
    ("p(n). q(n) :- p(n).", "#const n = (1,m). #const m = 2."),
    (
        "&sum { 3*n; X : p(X) } <= n. p(1..2).",
        "#const n = 4. #theory t { term { * : 1, binary, left }; &sum/0 : term, {<=}, term, head }.",
    ),
    (
        "{ e(1,2); e(2,1) }. &circuit { (U,V) : e(U,V) } :- not a.",
        "#theory own { term { }; &circuit/0 : term, any }.",
    ),
];

#[test]
fn definitions_may_follow_the_rules() {
    for (rules, definitions) in PROGRAMS {
        let before = ground(&[definitions, rules], &[]);
        assert_eq!(ground(&[rules, definitions], &[]), before, "{rules}\n{definitions}");
        assert_eq!(ground(&[&format!("{rules}\n{definitions}")], &[]), before, "{rules}\n{definitions}");
    }
}

#[test]
fn a_value_from_outside_may_come_after_the_rules() {
    for (rules, definitions) in PROGRAMS.into_iter().take(4) {
        let value = if definitions.contains('3') { 3 } else { 2 };
        assert_eq!(ground(&[rules], &[("n", value)]), ground(&[definitions, rules], &[]), "{rules}");
    }
}

#[test]
fn an_overriding_definition_replaces_the_value_in_rules() {
    let rules = "#const n = 1. p(n..n+1). { q(n) } n. r(X) :- p(X), X > n.";
    let expected = ground(&["#const n = 5. p(n..n+1). { q(n) } n. r(X) :- p(X), X > n."], &[]);
    assert_eq!(ground(&[rules, "#const n = 5. [override]"], &[]), expected);
}
