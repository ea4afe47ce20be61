//! Grounds programs and prints the result: `ground [--aspif] FILE…`. With `--batch`, it reads programs from
//! standard input, separated by lines `%%%%`, and prints each ground program followed by such a line.
//!
//! A first line `%@ base step(1) step(2),check(2)` lists the parts of each step.

use hamadryad_aspif::{AspifWriter, Sink, TextWriter};
use hamadryad_ground::{GroundError, Grounder, Part, evaluate};
use hamadryad_symbol::{Symbols, View};
use hamadryad_syntax::{Diagnostic, Sources, parse, parse_term};
use std::io::{Read, Write};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if has("--batch") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).expect("standard input is text");
        for program in text.split("%%%%\n") {
            println!("{}%%%%", ground(&[("-".to_owned(), program.to_owned())], has("--aspif")));
        }
        return;
    }
    let files = arguments.iter().filter(|argument| !argument.starts_with("--"));
    let texts: Vec<(String, String)> = files
        .map(|path| (path.clone(), std::fs::read_to_string(path).expect("the file can be read")))
        .collect();
    let output = ground(&texts, has("--aspif"));
    std::io::stdout().write_all(output.as_bytes()).expect("standard output takes it");
}

/// The ground program, or the errors of the program.
fn ground(texts: &[(String, String)], aspif: bool) -> String {
    let (mut symbols, mut sources, mut grounder) = (Symbols::new(), Sources::new(), Grounder::new());
    let mut diagnostics = Vec::new();
    let mut calls = "base";
    for (name, text) in texts {
        let file = sources.add(name, text);
        let (program, mut found) = parse(&mut symbols, &sources, file);
        diagnostics.append(&mut found);
        diagnostics.append(&mut grounder.add(&mut symbols, &program));
        calls = text.lines().next().and_then(|line| line.strip_prefix("%@ ")).unwrap_or(calls);
    }
    let mut output = String::new();
    if diagnostics.iter().all(|diagnostic| !diagnostic.is_error()) {
        let calls: Vec<Vec<Part>> =
            calls.split_whitespace().map(|call| parts(&mut symbols, &mut sources, call)).collect();
        let mut step = |sink: &mut dyn Sink| -> Result<Vec<Diagnostic>, GroundError> {
            let mut warnings = Vec::new();
            sink.begin_step();
            for call in &calls {
                warnings.append(&mut grounder.ground(&mut symbols, call, sink, &|| false)?);
            }
            sink.end_step();
            Ok(warnings)
        };
        let (result, bytes) = if aspif {
            let mut writer = AspifWriter::new(Vec::new());
            (step(&mut writer), writer.finish())
        } else {
            let mut writer = TextWriter::new(Vec::new());
            (step(&mut writer), writer.finish())
        };
        output = String::from_utf8(bytes.expect("memory takes all")).expect("ground programs are text");
        match result {
            Ok(mut warnings) => diagnostics.append(&mut warnings),
            Err(GroundError::Program(mut errors)) => diagnostics.append(&mut errors),
            Err(error) => return format!("error: {error}\n"),
        }
    }
    for diagnostic in &diagnostics {
        eprintln!("{}", describe(&sources, diagnostic));
    }
    if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return format!("error: {}\n", describe(&sources, error));
    }
    output
}

/// The parts of a step: `step(2),check(2)` as the elements of a tuple.
fn parts(symbols: &mut Symbols, sources: &mut Sources, call: &str) -> Vec<Part> {
    let file = sources.add("<parts>", format!("({call},)"));
    let term = parse_term(symbols, sources, file).0.expect("parts are terms");
    let tuple = evaluate(symbols, &term).expect("parts have values");
    let elements = symbols.arguments(tuple).to_vec();
    let part = |element| match symbols.view(element) {
        View::Function { name, arguments, .. } => Part { name, arguments: arguments.to_vec() },
        _ => panic!("a part is a function"),
    };
    elements.into_iter().map(part).collect()
}

fn describe(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let code = diagnostic.code.name();
    format!("{}: {code}: {}", sources.describe(diagnostic.span), diagnostic.message)
}
