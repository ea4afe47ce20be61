//! Programs with their ground programs, in files beside this one: `=== title`, the input, `---`, the output.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-ground` writes what comes out today into the files; read
//! the difference before it is committed. A first line `%@ base step(1)` lists the parts of each call.
//! Programs may call `@succ`, `@both`, `@none` and `@fail`.

use hamadryad_aspif::{Sink, TextWriter};
use hamadryad_ground::{Compat, GroundError, Grounder, Part, evaluate};
use hamadryad_symbol::{Symbols, View};
use hamadryad_syntax::{Diagnostic, Severity, Sources, parse_as, parse_term};
use std::fmt::Write;
use std::path::Path;

/// The diagnostics of the program and its ground program as text.
fn ground(input: &str, compat: Compat) -> String {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let mut grounder = Grounder::with_compat(compat);
    let file = sources.add("test", input);
    let (program, mut diagnostics) = parse_as(compat, &mut symbols, &sources, file);
    assert!(diagnostics.is_empty(), "{input}\n{diagnostics:?}");
    diagnostics.append(&mut grounder.add(&mut symbols, &program));
    register(&mut symbols, &mut grounder);
    let calls = input.lines().next().and_then(|line| line.strip_prefix("%@ ")).unwrap_or("base");
    let mut writer = TextWriter::new(Vec::new());
    writer.begin_step();
    for call in calls.split_whitespace() {
        let parts = parts(&mut symbols, &mut sources, call);
        match grounder.ground(&mut symbols, &parts, &mut writer, &|| false) {
            Ok(mut warnings) => diagnostics.append(&mut warnings),
            Err(GroundError::Program(errors)) => {
                diagnostics.retain(|diagnostic| !diagnostic.is_error());
                diagnostics.extend(errors);
                return describe(&sources, &diagnostics);
            }
            Err(error) => panic!("{input}\n{error}"),
        }
    }
    writer.end_step();
    let bytes = writer.finish().expect("memory takes all");
    describe(&sources, &diagnostics) + &String::from_utf8(bytes).expect("ground programs are text")
}

/// Functions for the programs: the next number, a number with ten times itself, no value, and a failure.
fn register(symbols: &mut Symbols, grounder: &mut Grounder) {
    grounder.register(symbols.name("succ"), |symbols, arguments| {
        let number = symbols.as_number(arguments[0]).ok_or("not a number")?;
        Ok(vec![symbols.number(number + 1)])
    });
    grounder.register(symbols.name("both"), |symbols, arguments| {
        let number = symbols.as_number(arguments[0]).ok_or("not a number")?;
        Ok(vec![arguments[0], symbols.number(number * 10)])
    });
    grounder.register(symbols.name("none"), |_, _| Ok(Vec::new()));
    grounder.register(symbols.name("fail"), |_, _| Err("it is late".to_owned()));
}

fn parts(symbols: &mut Symbols, sources: &mut Sources, call: &str) -> Vec<Part> {
    let file = sources.add("<parts>", format!("({call},)"));
    let term = parse_term(symbols, sources, file).0.expect("parts are terms");
    let tuple = evaluate(symbols, &term).expect("parts have values");
    let part = |&element| match symbols.view(element) {
        View::Function { name, arguments, .. } => Part { name, arguments: arguments.to_vec() },
        _ => panic!("a part is a function"),
    };
    symbols.arguments(tuple).iter().map(part).collect()
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

fn check_file(name: &str) {
    check_file_as(name, Compat::Five);
}

fn check_file_as(name: &str, compat: Compat) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let text = std::fs::read_to_string(&path).expect("the file is beside the test");
    let mut today = String::new();
    for block in text.split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').expect("a title has a line of its own");
        let (input, _) = rest.split_once("---\n").expect("a case has input and output");
        let input = input.strip_suffix('\n').unwrap_or(input);
        write!(today, "=== {title}\n{input}\n---\n{}\n", ground(input, compat)).unwrap();
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
fn rules_and_terms() {
    check_file("rules.txt");
}

#[test]
fn aggregates_and_conditional_literals() {
    check_file("aggregates.txt");
}

#[test]
fn recursion() {
    check_file("recursion.txt");
}

#[test]
fn other_statements() {
    check_file("statements.txt");
}

#[test]
fn theory_atoms() {
    check_file("theory.txt");
}

#[test]
fn several_steps() {
    check_file("steps.txt");
}

#[test]
fn external_functions() {
    check_file("functions.txt");
}

#[test]
fn version_6() {
    check_file_as("version6.txt", Compat::Six);
}

#[test]
fn errors_and_warnings() {
    check_file("diagnostics.txt");
}
