//! Logic programs: parsed, printed, formatted, upgraded; ground and solved.

use crate::Patience;
use hamadryad::{Control, Part, SolveOptions};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::Program;
use hamadryad_syntax::{Diagnostic, FileId, Print, Sources, format, parse, upgrade};

/// The questions that grounding and solving may ask before they are stopped.
const QUESTIONS: u32 = 200;
/// A search of a fuzzed program ends after this many models.
const MODELS: u64 = 20;

/// A printed tree parses as the same tree; a formatted program has the same tree and is stable; upgrading
/// ends, and keeps programs without errors free of errors.
pub(crate) fn parsed(text: &str) {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("text", text);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    for diagnostic in &diagnostics {
        sources.describe(diagnostic.span);
        sources.slice(diagnostic.span);
    }
    let has_errors = diagnostics.iter().any(Diagnostic::is_error);
    let printed = program.display(&symbols).to_string();
    let (again, printed) = without_errors(&mut symbols, &mut sources, "printed", printed);
    assert_eq!(program, again, "{}", sources.text(printed));
    match format(&sources, file) {
        Err(_) => assert!(has_errors),
        Ok(formatted) => {
            assert!(!has_errors);
            let (tree, formatted) = without_errors(&mut symbols, &mut sources, "formatted", formatted);
            assert_eq!(tree, program, "{}", sources.text(formatted));
            assert_eq!(format(&sources, formatted).as_deref(), Ok(sources.text(formatted)));
        }
    }
    let (upgraded, notes) = upgrade(&sources, file);
    for note in &notes {
        sources.describe(note.span);
    }
    if !has_errors {
        without_errors(&mut symbols, &mut sources, "upgraded", upgraded);
    }
}

fn without_errors(
    symbols: &mut Symbols,
    sources: &mut Sources,
    name: &str,
    text: String,
) -> (Program, FileId) {
    let file = sources.add(name, text);
    let (tree, errors) = parse(symbols, sources, file);
    assert!(!errors.iter().any(Diagnostic::is_error), "{name}: {}\n{errors:?}", sources.text(file));
    (tree, file)
}

/// Grounding and solving neither panic nor go on after a request to stop.
pub(crate) fn solved(text: &str) {
    let mut control = Control::new();
    if control.add("text", text).is_err() {
        return;
    }
    let patience = Patience::new(QUESTIONS);
    if control.ground_until(&[Part::base()], &|| patience.is_over()).is_ok() {
        solve(&mut control);
    }
}

/// Solves for a while; returns whether there is an answer, if that is known.
pub(crate) fn solve(control: &mut Control) -> Option<bool> {
    let patience = Patience::new(QUESTIONS);
    let stop = || patience.is_over();
    let options = SolveOptions { models: Some(MODELS), stop: &stop, ..SolveOptions::default() };
    let mut search = control.solve(options).ok()?;
    while let Some(model) = search.next_model() {
        let _ = model.to_string();
    }
    search.summary().satisfiable()
}
