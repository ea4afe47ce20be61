//! Golden tests: files with `=== title`, the input, `---`, and the expected output.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-syntax` writes the actual output into the files; review the
//! difference before a commit.

use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::{Atom, BodyItemKind, Head, Literal, LiteralKind, StatementKind, TermKind};
use hamadryad_syntax::{Diagnostic, Print, Severity, Sources, format, parse, parse_term, upgrade};
use std::fmt::Write;
use std::path::Path;

/// The canonical text of a program. The program must be correct, and the parser must read the text as the
/// same tree.
fn printed(input: &str) -> String {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("test", input);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{input}\n{errors:?}");
    let text = program.display(&symbols).to_string();
    let file = sources.add("again", text.clone());
    let (again, _) = parse(&mut symbols, &sources, file);
    assert_eq!(program, again, "{input}\n{text}");
    text
}

fn describe(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let (place, code) = (sources.describe(diagnostic.span), diagnostic.code.name());
        writeln!(out, "{place}: {severity}[{code}]: {}", diagnostic.message).unwrap();
        for (span, text) in &diagnostic.labels {
            writeln!(out, "  {}: {text}", sources.describe(*span)).unwrap();
        }
        if let Some(hint) = &diagnostic.hint {
            writeln!(out, "  hint: {hint}").unwrap();
        }
    }
    out
}

/// The diagnostics of a program, and its correct statements.
fn reported(input: &str) -> String {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("test", input);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    assert!(!diagnostics.is_empty(), "nothing is said about {input}");
    let statements = program.display(&symbols).to_string();
    describe(&sources, &diagnostics)
        + &statements.lines().map(|line| format!("| {line}\n")).collect::<String>()
}

fn check_file(name: &str, stage: fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let text = std::fs::read_to_string(&path).expect("the file is beside the test");
    let mut today = String::new();
    for block in text.split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').expect("a title has a line of its own");
        let (input, _) = rest.split_once("---\n").expect("a case has input and output");
        let input = input.strip_suffix('\n').unwrap_or(input);
        write!(today, "=== {title}\n{input}\n---\n{}\n", stage(input)).unwrap();
    }
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        return std::fs::write(&path, &today).expect("the file can be written");
    }
    for (line, (was, is)) in text.lines().zip(today.lines()).enumerate() {
        assert_eq!(is, was, "{name}, line {}", line + 1);
    }
    assert_eq!(text.lines().count(), today.lines().count(), "{name} has another length");
}

#[test]
fn programs_are_printed_in_canonical_text() {
    check_file("programs.txt", printed);
}

#[test]
fn errors_are_reported() {
    check_file("errors.txt", reported);
}

/// The upgraded program and its diagnostics. A second upgrade must change nothing, unless an error remains.
fn upgraded(input: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("test", input);
    let (text, notes) = upgrade(&sources, file);
    if !notes.iter().any(Diagnostic::is_error) {
        let file = sources.add("again", text.clone());
        assert_eq!(upgrade(&sources, file), (text.clone(), Vec::new()), "{input}");
    }
    let notes = describe(&sources, &notes);
    if notes.is_empty() { text + "\n" } else { text + "\n" + &notes }
}

#[test]
fn old_programs_are_upgraded() {
    check_file("upgrades.txt", upgraded);
}

fn formatted(input: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("test", input);
    let text = format(&sources, file).expect("the program is correct");
    let file = sources.add("again", text.clone());
    assert_eq!(format(&sources, file).as_ref(), Ok(&text), "{input}");
    text
}

#[test]
fn programs_are_formatted() {
    check_file("formats.txt", formatted);
}

#[test]
fn constant_terms_are_parsed() {
    let read = |text: &str| {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let file = sources.add("-c", text);
        let (term, diagnostics) = parse_term(&mut symbols, &sources, file);
        match term {
            Some(term) => term.display(&symbols).to_string(),
            None => describe(&sources, &diagnostics),
        }
    };
    assert_eq!(read("1+2*f(a,\"b c\")"), "1+2*f(a,\"b c\")");
    assert_eq!(read(" -7 % comment"), "-7");
    assert_eq!(read("X"), "-c:1:1-2: error[syntax]: a variable cannot stand in the value of a constant\n");
    assert_eq!(read("1 2"), "-c:1:3-4: error[syntax]: expected a term without a text around it, found `2`\n");
    assert_eq!(read(""), "-c:1:1-1: error[syntax]: expected a term, found the end of the text\n");
}

#[test]
fn spans_cover_their_nodes() {
    let text = "a(1). b. % c\n{ p(X) : q(X) } = 1 :- not r( X , (Y) ), Y < |X| : s; t. #show. -f(;X).";
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("test", text);
    let (program, _) = parse(&mut symbols, &sources, file);
    let statements: Vec<&str> =
        program.statements.iter().map(|statement| sources.slice(statement.span)).collect();
    let rule = "{ p(X) : q(X) } = 1 :- not r( X , (Y) ), Y < |X| : s; t.";
    assert_eq!(statements, ["a(1). b.", rule, "#show.", "-f(;X)."]);

    let StatementKind::Rule { head: Head::Choice { elements, right: Some((_, guard)), .. }, body } =
        &program.statements[1].node
    else {
        panic!("the second statement is a choice rule");
    };
    assert_eq!((sources.slice(elements[0].literal.span), sources.slice(guard.span)), ("p(X)", "1"));
    let items: Vec<&str> = body.iter().map(|item| sources.slice(item.span)).collect();
    assert_eq!(items, ["not r( X , (Y) )", "Y < |X| : s", "t"]);
    let BodyItemKind::Literal(Literal { node: LiteralKind { atom: Atom::Predicate(atom), .. }, .. }) =
        &body[0].node
    else {
        panic!("the body begins with a literal");
    };
    let TermKind::Function(_, arguments) = &atom.node else { panic!("r has arguments") };
    let arguments: Vec<&str> = arguments.iter().map(|term| sources.slice(term.span)).collect();
    assert_eq!((sources.slice(atom.span), &arguments[..]), ("r( X , (Y) )", &["X", "(Y)"][..]));
}
