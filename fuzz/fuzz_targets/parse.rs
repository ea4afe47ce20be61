//! Any text is read without a panic; what has been read is printed and read again as it was; a formatted program has the
//! same tree and stays as it is; upgrading ends, and leaves correct programs of today alone or makes correct ones of them.

#![no_main]

use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Diagnostic, Print, Sources, format, parse, upgrade};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("text", text);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    for diagnostic in &diagnostics {
        sources.describe(diagnostic.span);
        sources.slice(diagnostic.span);
    }

    let printed = sources.add("printed", program.display(&symbols).to_string());
    let (again, errors) = parse(&mut symbols, &sources, printed);
    assert!(!errors.iter().any(Diagnostic::is_error), "{}\n{errors:?}", sources.text(printed));
    assert_eq!(program, again, "{}", sources.text(printed));

    let has_errors = diagnostics.iter().any(Diagnostic::is_error);
    match format(&sources, file) {
        Err(_) => assert!(has_errors),
        Ok(formatted) => {
            assert!(!has_errors);
            let formatted = sources.add("formatted", formatted);
            assert_eq!(parse(&mut symbols, &sources, formatted).0, program, "{}", sources.text(formatted));
            assert_eq!(format(&sources, formatted).as_deref(), Ok(sources.text(formatted)));
        }
    }

    let (upgraded, notes) = upgrade(&sources, file);
    for note in &notes {
        sources.describe(note.span);
    }
    if !has_errors {
        let upgraded = sources.add("upgraded", upgraded);
        let (_, errors) = parse(&mut symbols, &sources, upgraded);
        assert!(!errors.iter().any(Diagnostic::is_error), "{}\n{errors:?}", sources.text(upgraded));
    }
});
