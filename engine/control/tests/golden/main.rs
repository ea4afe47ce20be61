//! Programs and sessions with all output of a control about them, in files of this folder: `=== title`, the
//! input, `---`, the output.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-control --test golden` writes the present output into the files;
//! review the difference before it is committed.

mod session;

use hamadryad::{Control, Diagnostic, Error, OptimizeMode, Part, Severity, SolveOptions, Symbol};
use std::fmt::Write;
use std::path::Path;

fn check_file(name: &str, stage: fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = std::fs::read_to_string(&path).expect("the file is beside the test");
    let mut today = String::new();
    for block in text.split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').expect("a title has a line of its own");
        let (input, _) = rest.split_once("---\n").expect("a case has input and output");
        write!(today, "=== {title}\n{input}---\n{}\n", stage(input)).expect("a string takes everything");
    }
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        return std::fs::write(&path, &today).expect("the file can be written");
    }
    for (line, (was, is)) in text.lines().zip(today.lines()).enumerate() {
        assert_eq!(is, was, "{name}, line {}", line + 1);
    }
    assert_eq!(text.lines().count(), today.lines().count(), "{name} has another length");
}

/// Each diagnostic with its place, code, labels and hint.
fn describe(control: &Control, diagnostics: &[Diagnostic]) -> String {
    let (sources, mut out) = (control.sources(), String::new());
    for diagnostic in diagnostics {
        let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let (place, code) = (sources.describe(diagnostic.span), diagnostic.code.name());
        out += &format!("{place}: {severity}[{code}]: {}\n", diagnostic.message);
        for (span, text) in &diagnostic.labels {
            out += &format!("  {}: {text}\n", sources.describe(*span));
        }
        if let Some(hint) = &diagnostic.hint {
            out += &format!("  hint: {hint}\n");
        }
    }
    out
}

/// The error, and the warnings before it.
fn describe_failure(control: &mut Control, error: &Error) -> String {
    let warnings = control.take_warnings();
    let error = match error {
        Error::Program(diagnostics) => describe(control, diagnostics),
        other => format!("error: {other}\n"),
    };
    describe(control, &warnings) + &error
}

/// A line for each answer set, after a bar and sorted; with an objective only optimal answer sets, with their
/// costs.
fn describe_answers(control: &mut Control, assumptions: &[(Symbol, bool)]) -> Result<String, Error> {
    let optimize = OptimizeMode::EnumerateOptimal;
    let priorities = control.priorities().to_vec();
    let options = SolveOptions { models: Some(0), optimize, assumptions, ..SolveOptions::default() };
    let mut search = control.solve(options)?;
    let mut lines = Vec::new();
    while let Some(model) = search.next_model() {
        if model.optimality_proven() || priorities.is_empty() {
            let costs = priorities.iter().zip(model.costs());
            let costs: String = costs.map(|(priority, cost)| format!(" {cost}@{priority}")).collect();
            lines.push(format!("| {model}").trim_end().to_owned() + &costs + "\n");
        }
    }
    let core = search.summary().core;
    drop(search);
    lines.sort();
    if lines.is_empty() {
        let name = |&(symbol, value): &(Symbol, bool)| {
            let sign = if value { "" } else { "not " };
            format!(" {sign}{}", control.symbols().display(symbol))
        };
        let core: String = core.iter().map(name).collect();
        lines.push(if core.is_empty() { "none\n".to_owned() } else { format!("none:{core}\n") });
    }
    Ok(lines.concat())
}

/// The diagnostics of a program, and its answer sets if it is valid.
fn reported(input: &str) -> String {
    let mut control = Control::new();
    let result = control.add("test", input).and_then(|()| control.ground(&[Part::base()]));
    let answers = result.and_then(|()| describe_answers(&mut control, &[]));
    match answers {
        Ok(answers) => {
            let warnings = control.take_warnings();
            describe(&control, &warnings) + &answers
        }
        Err(error) => describe_failure(&mut control, &error),
    }
}

#[test]
fn errors_are_reported_as_expected() {
    check_file("errors.txt", reported);
}

#[test]
fn sessions_answer_as_expected() {
    check_file("sessions.txt", session::transcript);
}
