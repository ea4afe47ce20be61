//! Runs the examples of the README, of the chapters in `docs/` and of the language chapters, and checks their
//! links.
//!
//! - A block of `asp` that a block of `text` follows is a program with its expected output: warnings and
//!   errors, then its answer sets, one on each line; for a program with an objective, the optimum and all
//!   optimal answer sets.
//! - A block of `asp NAME.lp` is a file that the commands and the `#include`s of the same chapter may name.
//! - A block of `console` holds commands after `$ hamadryad`, each followed by its exit code after `? ` if
//!   that is not one of success, and by its output, errors first. `[..]` matches the rest of a line, `...`
//!   any number of lines. The test skips other commands.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad --test documents` writes the present output into the
//! documents; read the difference before you commit it.

mod bibliography;
mod markdown;
mod run;
mod structure;

use markdown::Piece;
use run::Folder;
use snapbox::{IntoData, assert_data_eq};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents of a folder, in alphabetical order.
fn documents(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join(folder)).expect("a folder of documents");
    let paths = files.map(|file| file.expect("a file").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    paths.sort();
    paths
}

fn chapters() -> Vec<PathBuf> {
    documents("docs/language")
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a document has a name").to_string_lossy().into_owned()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a document that can be read")
}

/// The document with the present output of its examples, and the number of examples.
fn as_of_today(text: &str, folder: &Folder) -> (String, usize) {
    let pieces = markdown::pieces(text);
    let (mut today, mut examples) = (String::new(), 0);
    let mut program: Option<&str> = None;
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Block { info, body } = piece else {
            today += piece.text();
            continue;
        };
        let mut words = info.split(' ');
        let language = words.next().unwrap_or_default();
        let body_today = match (language, program.take()) {
            ("text", Some(program)) => folder.answers(program),
            ("console", _) => folder.session(body),
            _ => (*body).to_owned(),
        };
        if language == "asp" {
            let name = words.next();
            folder.write(name.unwrap_or("program.lp"), body);
            let is_answered = markdown::next_block(&pieces[index + 1..]).is_some_and(|info| info == "text");
            assert!(name.is_some() || is_answered, "this program has neither a name nor answers:\n{body}");
            program = Some(name.unwrap_or("program.lp"));
        }
        examples += usize::from(language == "console" || language == "asp");
        today += &markdown::block(info, &body_today);
    }
    (today, examples)
}

fn check(path: &Path, folder: &Folder) -> usize {
    let text = read(path);
    let (today, examples) = as_of_today(&text, folder);
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        std::fs::write(path, today).expect("a document that can be written");
    } else if today != text {
        println!("{} differs from the present output:", path.display());
        assert_data_eq!(today, text.raw());
    }
    examples
}

/// A chapter that writes files runs in an empty folder, every other one at the root, where the encodings are.
fn folder(path: &Path) -> Folder {
    if read(path).contains("\n```asp ") { Folder::temporary(&name(path)) } else { Folder::at(root()) }
}

#[test]
fn the_examples_of_the_readme_are_true() {
    assert!(check(&root().join("README.md"), &Folder::at(root())) >= 4, "the README has examples");
}

#[test]
fn the_examples_of_the_chapters_are_true() {
    let examples: Vec<(String, usize)> =
        documents("docs").iter().map(|path| (name(path), check(path, &folder(path)))).collect();
    for chapter in ["approaches", "pictures", "playing", "puzzles", "solving", "untrusted"] {
        let has_examples = examples.iter().any(|(name, count)| name == chapter && *count > 0);
        assert!(has_examples, "docs/{chapter}.md has examples");
    }
}

#[test]
fn the_examples_of_the_language_are_true() {
    for path in chapters() {
        let name = name(&path);
        let examples = check(&path, &Folder::temporary(&name));
        assert!(examples > 0, "{name} has examples");
    }
}

/// The logic programs of `encodings/` and its folders.
fn encodings(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let mut programs: Vec<PathBuf> =
        files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "lp")).collect();
    programs.extend(folders.iter().flat_map(|folder| encodings(folder)));
    programs
}

#[test]
fn encodings_are_formatted_and_name_their_source() {
    let programs = encodings(&root().join("encodings"));
    assert!(programs.len() >= 50, "{} programs", programs.len());
    let run = Command::new(env!("CARGO_BIN_EXE_hamadryad")).args(["fmt", "--check"]).args(&programs).output();
    let run = run.expect("the command starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for path in programs.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "instances"))
    {
        let text = read(path);
        let header: Vec<&str> = text.lines().take_while(|line| line.starts_with('%')).collect();
        let has_key = |line: &&str| {
            line.split('[').skip(1).any(|rest| {
                rest.split_once(']').is_some_and(|(key, _)| key.ends_with(|last: char| last.is_ascii_digit()))
            })
        };
        assert!(header.iter().any(has_key), "{}: the header cites no document", path.display());
    }
}

/// The book has every document once.
#[test]
fn the_summary_names_all_documents() {
    let summary = read(&root().join("docs/SUMMARY.md"));
    for folder in ["docs", "docs/language", "docs/design", "docs/evaluation"] {
        for path in documents(folder) {
            let file =
                path.strip_prefix(root().join("docs")).expect("a document").to_string_lossy().into_owned();
            let count = summary.matches(&format!("({file})")).count();
            assert_eq!(count, usize::from(file != "SUMMARY.md"), "docs/SUMMARY.md: {file}");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let folders = ["", "docs", "docs/language", "docs/design", "docs/evaluation", "benches", "fuzz"];
    for path in folders.iter().flat_map(|folder| documents(folder)) {
        let text = read(&path);
        let folder = path.parent().expect("a document is in a folder");
        for link in markdown::links(&text).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(folder.join(file).exists(), "{}: `{link}` leads nowhere", path.display());
        }
    }
}

#[test]
fn every_index_names_its_documents() {
    for folder in ["docs/language", "docs/design"] {
        let index = read(&root().join(folder).join("README.md"));
        let links: Vec<&str> = markdown::links(&index).collect();
        for path in documents(folder) {
            let name = name(&path) + ".md";
            assert!(
                name == "README.md" || links.contains(&name.as_str()),
                "{folder}/README.md does not name {name}"
            );
        }
    }
}

/// Design notes are numbered without gaps, and each has the four sections of the template.
#[test]
fn design_notes_follow_the_template() {
    let notes = documents("docs/design").into_iter().filter(|path| name(path) != "README");
    for (path, number) in notes.zip(1..) {
        let text = read(&path);
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
        let expected = ["## Problem", "## Options", "## Decision", "## Consequences"];
        assert_eq!(headings, expected, "{}", path.display());
        assert!(name(&path).starts_with(&format!("{number:03}-")), "{} is number {number}", path.display());
        assert!(text.starts_with(&format!("# {number:03} ")), "{} names its number", path.display());
    }
}
