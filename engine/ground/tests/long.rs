//! Long programs, as machines write them: chains, bodies and cycles that need neither a deep stack nor much
//! time.

use hamadryad_aspif::{Sink, TextWriter};
use hamadryad_ground::{Grounder, Part};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Diagnostic, Sources, parse};

/// The ground program as text, or the errors of the program.
fn ground(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (mut symbols, mut sources, mut grounder) = (Symbols::new(), Sources::new(), Grounder::new());
    let file = sources.add("test", text);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    assert_eq!(diagnostics, []);
    let errors: Vec<Diagnostic> =
        grounder.add(&mut symbols, &program).into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut writer = TextWriter::new(Vec::new());
    let part = Part { name: symbols.name("base"), arguments: Vec::new() };
    writer.begin_step();
    grounder.ground(&mut symbols, &[part], &mut writer, &|| false).expect("it is a program");
    writer.end_step();
    Ok(String::from_utf8(writer.finish().expect("memory takes all")).expect("ground programs are text"))
}

fn lines(numbers: impl Iterator<Item = usize>, line: impl Fn(usize) -> String) -> String {
    numbers.map(line).collect()
}

#[test]
fn chains_of_constants_have_any_length() {
    const LENGTH: usize = 50_000;
    let link = |n: usize| format!("#const c{n}=c{}+1.\n", n + 1);
    let end = format!("#const c{LENGTH}=7.\np(c0).\n");
    let value = format!("p({}).\n", LENGTH + 7);
    assert_eq!(ground(&(lines(0..LENGTH, link) + &end)).unwrap(), value);
    assert_eq!(ground(&(lines((0..LENGTH).rev(), link) + &end)).unwrap(), value);
}

#[test]
fn a_long_cycle_of_constants_is_one_error() {
    let cycle = lines(0..20_000, |n| format!("#const c{n}=c{}.\n", (n + 1) % 20_000));
    let errors = ground(&cycle).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "the constant `c0` is defined in terms of itself");
    assert_eq!(errors[0].labels.len(), 20);
}

#[test]
fn bodies_of_many_variables_are_joined() {
    let body = lines(0..30_000, |n| format!("q(X{n}),"));
    assert_eq!(ground(&format!("q(1..2). a :- {body}X0 > 1.")).unwrap(), "q(1).\nq(2).\na.\n");
}

#[test]
fn products_of_pools_have_a_limit() {
    let pools = |number: usize, pool: &str| vec![pool; number].join(",");
    let large = [
        format!("p({}).", pools(60, "(1;2)")),
        format!("p :- {}.", pools(60, "q(1;2)")),
        format!("p :- {}.", pools(60, "not 1 < X < 2")),
        format!("p :- #count {{ {} : q }} > 1.", pools(60, "(1;2)")),
        format!("#show (1;2) : {}.", pools(60, "q(1;2)")),
        format!("p((((1;2)+(1;2))*((1;2)+(1;2)))..{}).", vec!["(1;2)"; 100].join("+")),
    ];
    for program in large {
        let errors = ground(&program).unwrap_err();
        let message = "the pools of this statement stand for more than 33554432 terms";
        assert_eq!(errors.iter().map(|error| &*error.message).collect::<Vec<_>>(), [message], "{program}");
    }
    assert_eq!(ground(&format!("p({}).", pools(8, "(1;2)"))).unwrap().lines().count(), 256);
}

#[test]
fn long_bodies_are_joined() {
    const LENGTH: usize = 600;
    let link = |n: usize| format!("X{}=X{n}+1,", n + 1);
    let heads = format!("q(1..2). a(X{LENGTH}) :- ");
    for chain in [lines(0..LENGTH, link), lines((0..LENGTH).rev(), link)] {
        let text = ground(&format!("{heads}{chain}q(X0).")).unwrap();
        assert!(text.ends_with("a(601).\na(602).\n"), "{text}");
    }
    // The negative literals wait until the last atom binds their variables.
    let negative = lines(0..LENGTH, |n| format!("not q(X{n}),"));
    let atoms = lines(0..LENGTH, |n| format!("r(X{n}),"));
    let text = ground(&format!("{{q(1)}}. r(1). a :- {negative}{atoms}r(1).")).unwrap();
    assert!(text.starts_with("r(1).\n{q(1)}.\na:-not q(1)"), "{}", &text[..60]);
}

#[test]
fn bodies_of_repeated_literals_are_short() {
    let body = "q,".repeat(20_000);
    assert_eq!(ground(&format!("{{q}}. a :- {body}q.")).unwrap(), "{q}.\na:-q.\n");
}
