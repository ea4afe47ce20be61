//! What the documents say comes true: the README's and every language chapter's examples are run.
//!
//! - A block of `asp` with a block of `text` behind it is a program and what is said of it: warnings and errors, then its
//!   answer sets, a line each; where it optimises, the optimum and all optimal ones.
//! - A block of `asp NAME.lp` is a file for the commands and the `#include`s of the same chapter.
//! - A block of `console` holds commands behind `$ hamadryad`, each with its exit code behind `? ` where it is not one of
//!   success, and with what is printed, errors first. `[..]` stands for the rest of a line, `...` for any number of lines.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-cli --test documents` writes what comes out today into the documents; read
//! the difference before it is committed.

mod markdown;
mod run;

use markdown::Piece;
use run::Folder;
use snapbox::{IntoData, assert_data_eq};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn chapters() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("docs/language")).expect("there are chapters");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// The document as it would have to be today, and how many examples it has.
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
    let text = std::fs::read_to_string(path).expect("a document that can be read");
    let (today, examples) = as_of_today(&text, folder);
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        std::fs::write(path, today).expect("a document that can be written");
    } else if today != text {
        println!("{} is not true:", path.display());
        assert_data_eq!(today, text.raw());
    }
    examples
}

#[test]
fn the_readme_speaks_the_truth() {
    assert!(check(&root().join("README.md"), &Folder::at(root())) >= 4, "the README has examples");
}

#[test]
fn the_chapter_on_approaches_speaks_the_truth() {
    assert!(check(&root().join("docs/approaches.md"), &Folder::at(root())) > 0, "the chapter has examples");
}

#[test]
fn the_chapter_on_pictures_speaks_the_truth() {
    let folder = Folder::temporary("pictures");
    assert!(check(&root().join("docs/pictures.md"), &folder) > 0, "the chapter has examples");
}

#[test]
fn the_chapter_on_puzzles_speaks_the_truth() {
    assert!(check(&root().join("docs/puzzles.md"), &Folder::at(root())) > 0, "the chapter has examples");
}

#[test]
fn the_chapters_speak_the_truth() {
    for path in chapters() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let examples = check(&path, &Folder::temporary(&name));
        assert!(examples > 0, "{name} has examples");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut documents = chapters();
    documents.extend(
        ["README.md", "ARCHITECTURE.md", "docs/approaches.md", "docs/pictures.md", "docs/puzzles.md"]
            .map(|name| root().join(name)),
    );
    for path in documents {
        let text = std::fs::read_to_string(&path).expect("a document that can be read");
        let folder = path.parent().expect("a document is in a folder");
        for link in markdown::links(&text).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(folder.join(file).exists(), "{}: `{link}` leads nowhere", path.display());
        }
    }
}

#[test]
fn the_index_names_every_chapter() {
    let index = std::fs::read_to_string(root().join("docs/language/README.md")).expect("there is an index");
    let links: Vec<&str> = markdown::links(&index).collect();
    for path in chapters() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "README.md" || links.contains(&name.as_str()), "the index does not name {name}");
    }
}
