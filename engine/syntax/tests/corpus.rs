//! Properties of all programs in the repository: printing and formatting keep the tree, `upgrade` changes
//! nothing.

use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Diagnostic, Print, Sources, format, parse, upgrade};
use std::fs;
use std::path::{Path, PathBuf};

/// Collects the programs in a folder and its subfolders, sorted by path.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("target") {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "lp") {
            found.push(path);
        }
    }
}

/// The programs of the repository, and of the folder in the environment variable `PROGRAMS`.
fn corpus() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["docs", "encodings", "engine", "tests", "tools"] {
        programs(&root.join(folder), &mut found);
    }
    assert!(found.len() > 50, "the programs are there");
    if let Some(folder) = std::env::var_os("PROGRAMS") {
        programs(Path::new(&folder), &mut found);
    }
    let texts = found.into_iter().map(|path| (fs::read_to_string(&path), path));
    texts.filter_map(|(text, path)| Some((path, text.ok()?))).collect()
}

/// The programs of the corpus without errors.
fn correct() -> impl Iterator<Item = (PathBuf, String)> {
    corpus().into_iter().filter(|(_, text)| {
        let mut sources = Sources::new();
        let file = sources.add("", text.as_str());
        let (_, diagnostics) = parse(&mut Symbols::new(), &sources, file);
        !diagnostics.iter().any(Diagnostic::is_error)
    })
}

#[test]
fn printed_programs_parse_to_the_same_tree() {
    for (path, text) in corpus() {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let file = sources.add("", text);
        let (program, _) = parse(&mut symbols, &sources, file);
        let printed = program.display(&symbols).to_string();
        let file = sources.add("", printed.as_str());
        let (again, diagnostics) = parse(&mut symbols, &sources, file);
        assert!(!diagnostics.iter().any(Diagnostic::is_error), "{}\n{diagnostics:?}", path.display());
        assert_eq!(program, again, "{}", path.display());
        assert_eq!(printed, again.display(&symbols).to_string(), "{}", path.display());
    }
}

#[test]
fn formatting_keeps_the_tree_and_is_idempotent() {
    for (path, text) in correct() {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let file = sources.add("", text.as_str());
        let (program, _) = parse(&mut symbols, &sources, file);
        let formatted = format(&sources, file).expect("a correct program is formatted");
        let file = sources.add("", formatted.as_str());
        let (again, _) = parse(&mut symbols, &sources, file);
        assert_eq!(program, again, "{}\n{formatted}", path.display());
        assert_eq!(format(&sources, file).as_ref(), Ok(&formatted), "{}", path.display());
        let black = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(black(&text), black(&formatted), "{}", path.display());
    }
}

#[test]
fn current_programs_are_not_upgraded() {
    for (path, text) in correct() {
        let mut sources = Sources::new();
        let file = sources.add("", text.as_str());
        assert_eq!(upgrade(&sources, file), (text.clone(), Vec::new()), "{}", path.display());
    }
}
