//! Grounds programs and prints the result: `ground [--aspif] FILE…`, or with `--batch` one program after the other
//! from standard input, with lines `%%%%` between them, each answered by its ground program and such a line.

use hamadryad_aspif::{AspifWriter, Sink, TextWriter};
use hamadryad_ground::{GroundError, Grounder, Part};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Diagnostic, Sources, parse};
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

/// The ground program, or what is wrong with the program.
fn ground(texts: &[(String, String)], aspif: bool) -> String {
    let (mut symbols, mut sources, mut grounder) = (Symbols::new(), Sources::new(), Grounder::new());
    let mut diagnostics = Vec::new();
    for (name, text) in texts {
        let file = sources.add(name, text);
        let (program, mut found) = parse(&mut symbols, &sources, file);
        diagnostics.append(&mut found);
        diagnostics.append(&mut grounder.add(&mut symbols, &program));
    }
    let mut output = String::new();
    if diagnostics.iter().all(|diagnostic| !diagnostic.is_error()) {
        let base = Part { name: symbols.name("base"), arguments: Vec::new() };
        let step = |sink: &mut dyn Sink| {
            sink.begin_step();
            let result = grounder.ground(&mut symbols, &[base], sink, &|| false);
            sink.end_step();
            result
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

fn describe(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let code = diagnostic.code.name();
    format!("{}: {code}: {}", sources.describe(diagnostic.span), diagnostic.message)
}
