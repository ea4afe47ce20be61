//! Typical mistakes, with clingo's messages beside ours.
//!
//! `mistakes.txt` has for each mistake the program, the messages of clingo 5.8.3 as they were recorded, ours, and a
//! verdict: `better` if ours names a cause, a remedy or the right place that clingo's do not, `equal` otherwise.
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad --test sessions mistakes` writes our present messages into
//! the file; the verdicts are an author's.

use hamadryad::{Control, Diagnostic, Error, Part, Severity, Sources};
use std::fmt::Write;
use std::path::Path;

/// A mistake of the file.
struct Mistake<'a> {
    title: &'a str,
    program: &'a str,
    clingo: &'a str,
    ours: &'a str,
    verdict: &'a str,
}

fn read(text: &str) -> Vec<Mistake<'_>> {
    let blocks = text.split("\n=== ").map(|block| block.trim_start_matches("=== "));
    let read = |block| {
        let split =
            |text: &'static str, block| str::split_once(block, text).expect("a mistake has all parts");
        let (title, rest) = split("\n", block);
        let (program, rest) = split("\n--- clingo\n", rest);
        let (clingo, rest) = split("\n--- hamadryad\n", rest);
        let (ours, verdict) = rest.rsplit_once("--- ").expect("a mistake has a verdict");
        Mistake { title, program, clingo, ours: ours.trim_end(), verdict: verdict.trim() }
    };
    blocks.map(read).collect()
}

fn describe(diagnostics: &[Diagnostic], sources: &Sources, out: &mut String) {
    for diagnostic in diagnostics {
        let kind = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let place = sources.describe(diagnostic.span);
        writeln!(out, "{place}: {kind}[{}]: {}", diagnostic.code.name(), diagnostic.message).unwrap();
        for (span, text) in &diagnostic.labels {
            writeln!(out, "  {}: {text}", sources.describe(*span)).unwrap();
        }
        if let Some(hint) = &diagnostic.hint {
            writeln!(out, "  hint: {hint}").unwrap();
        }
        if let Some(fix) = &diagnostic.fix {
            writeln!(out, "  fix: {} → `{}`", sources.describe(fix.span), fix.text).unwrap();
        }
    }
}

/// Our messages about a program.
fn messages(program: &str) -> String {
    let mut control = Control::new();
    let result = control.add("mistake.lp", program).and_then(|()| control.ground(&[Part::base()]));
    let mut out = String::new();
    let warnings = control.take_warnings();
    describe(&warnings, control.sources(), &mut out);
    match result {
        Ok(()) => {}
        Err(Error::Program(problems)) => describe(&problems, problems.sources(), &mut out),
        Err(other) => writeln!(out, "error: {other}").unwrap(),
    }
    if out.is_empty() { "(no message)".to_owned() } else { out.trim_end().to_owned() }
}

#[test]
fn mistakes_are_explained_at_least_as_well_as_by_clingo() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/mistakes.txt");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let mistakes = read(&text);
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        let blocks = mistakes.iter().map(|mistake| {
            let Mistake { title, program, clingo, verdict, .. } = mistake;
            let ours = messages(program);
            format!("=== {title}\n{program}\n--- clingo\n{clingo}\n--- hamadryad\n{ours}\n--- {verdict}\n")
        });
        std::fs::write(&path, blocks.collect::<Vec<String>>().join("\n")).expect("the file is written");
        return;
    }
    let (mut better, mut equal) = (0, 0);
    for mistake in &mistakes {
        assert_eq!(messages(mistake.program), mistake.ours, "{}", mistake.title);
        match mistake.verdict {
            "better" => better += 1,
            "equal" => equal += 1,
            other => panic!("{}: `{other}` is no verdict", mistake.title),
        }
    }
    assert!(better + equal >= 40 && better >= 30, "{better} better, {equal} equal");
}

/// A fix is an edit that removes the problem: after it, the same problem is not at the same place.
#[test]
fn fixes_remove_their_problems() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/mistakes.txt");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut fixed = 0;
    for mistake in read(&text) {
        let problems = |program: &str| {
            let mut control = Control::new();
            let result = control.add("", program).and_then(|()| control.ground(&[Part::base()]));
            let mut found = control.take_warnings();
            if let Err(Error::Program(problems)) = result {
                found.extend(problems);
            }
            found
        };
        let before = problems(mistake.program);
        for (found, fix) in before.iter().filter_map(|found| Some((found, found.fix.as_ref()?))) {
            let mut program = mistake.program.to_owned();
            program.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
            let after = problems(&program);
            let remains = after.iter().any(|other| other.message == found.message);
            assert!(!remains, "{}: {program}\n{before:?}\n{after:?}", mistake.title);
            fixed += 1;
        }
    }
    assert!(fixed >= 15, "{fixed} fixes");
}
