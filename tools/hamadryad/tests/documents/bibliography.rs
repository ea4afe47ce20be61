//! The bibliography is complete: every citation in code, logic programs and documents has an entry.
//!
//! Comments in code cite a key in parentheses, or an author's family name and the year; documents and logic
//! programs cite a key in brackets. `docs/bibliography.md` states the convention at its head.

use super::{documents, read, root};
use std::path::{Path, PathBuf};

/// An entry: `- **[Key]** Authors: *Title*. Venue, year. – Use.`
struct Work {
    key: String,
    /// The authors' family names.
    names: Vec<String>,
    /// Programs have no year.
    year: Option<String>,
    text: String,
}

fn is_year(word: &str) -> bool {
    word.len() == 4
        && (word.starts_with("19") || word.starts_with("20"))
        && word.bytes().all(|b| b.is_ascii_digit())
}

/// The words of a text with the byte positions behind them; letters, digits and hyphens form words.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-';
    text.split(move |letter| !is_word(letter))
        .filter(|word| !word.is_empty())
        .map(move |word| (word, word.as_ptr() as usize - text.as_ptr() as usize + word.len()))
}

impl Work {
    fn parse(entry: &str) -> Work {
        let text = entry.split_whitespace().collect::<Vec<_>>().join(" ");
        let (key, rest) =
            text.split_once("]** ").unwrap_or_else(|| panic!("an entry begins with its key: {text}"));
        let (citation, _) =
            rest.split_once(" – ").unwrap_or_else(|| panic!("an entry ends with its use: {text}"));
        let (authors, _) =
            citation.split_once(':').unwrap_or_else(|| panic!("the authors end with a colon: {text}"));
        let family = |name: &str| name.split(' ').next_back().unwrap_or_default().to_owned();
        Work {
            key: key.trim_start_matches("- **[").to_owned(),
            names: authors.split(", ").map(family).collect(),
            year: words(citation).map(|(word, _)| word.to_owned()).filter(|word| is_year(word)).last(),
            text,
        }
    }

    fn is_cited(&self, before: &str, year: &str) -> bool {
        self.year.as_deref() == Some(year)
            && self
                .names
                .iter()
                .any(|name| words(before).any(|(word, _)| word.trim_end_matches("'s") == name))
    }
}

fn works() -> Vec<Work> {
    let text = read(&root().join("docs/bibliography.md"));
    text.split("\n- **[")
        .skip(1)
        .map(|entry| Work::parse(entry.split("\n\n").next().unwrap_or_default()))
        .collect()
}

/// The files below a folder that end like this, but for build results and tests.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for file in std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.is_dir() && !["target", "tests", "instances"].contains(&name.as_str()) {
            files(&file, end, found);
        } else if name.ends_with(end) {
            found.push(file);
        }
    }
}

fn sources(folders: &[&str], end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    folders.iter().for_each(|folder| files(&root().join(folder), end, &mut found));
    found
}

/// The comments of Rust code: consecutive lines are one comment.
fn comments(code: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in code.lines() {
        match line.trim_start().strip_prefix("//") {
            Some(text) => comments
                .last_mut()
                .expect("there is one")
                .push_str(&format!("{} ", text.trim_start_matches(['/', '!']))),
            None => comments.push(String::new()),
        }
    }
    comments.retain(|comment| !comment.is_empty());
    comments
}

#[test]
fn entries_are_complete_and_unique() {
    let works = works();
    assert!(works.len() >= 60, "{} entries are read", works.len());
    for work in &works {
        assert!(
            work.text.matches('*').count() >= 4 || work.text.contains("the program `"),
            "a title: {}",
            work.text
        );
        assert!(work.year.is_some() || work.text.contains("program `"), "a year: {}", work.text);
        assert_eq!(
            works.iter().filter(|other| other.key == work.key).count(),
            1,
            "{} is the key of one work",
            work.key
        );
    }
}

/// A year that ends a citation is followed by a bracket, a comma, a full stop, a semicolon or a colon, or by
/// the end.
#[test]
fn works_cited_in_code_have_entries() {
    let works = works();
    let mut missing = Vec::new();
    for path in sources(&["engine", "games", "tools"], ".rs") {
        for comment in comments(&read(&path)) {
            for (word, end) in words(&comment).filter(|(word, _)| is_year(word)) {
                let before = &comment[..end - word.len()];
                let ends_citation = comment[end..].trim_start().starts_with([')', ',', '.', ';', ':', ']']);
                let is_epoch = before.ends_with("since ");
                if ends_citation && !is_epoch && !works.iter().any(|work| work.is_cited(before, word)) {
                    missing.push(format!("{}: …{}{word}", path.display(), &tail(before)));
                }
            }
        }
    }
    assert!(missing.is_empty(), "docs/bibliography.md has no entry for\n{}", missing.join("\n"));
}

/// A key in code follows an opening parenthesis or a semicolon inside parentheses: `(Kuhn55; Tarjan72)`.
#[test]
fn keys_cited_in_code_have_entries() {
    let works = works();
    let mut cited = 0;
    for path in sources(&["engine", "games", "tools"], ".rs") {
        for comment in comments(&read(&path)) {
            for (key, end) in words(&comment).filter(|(word, _)| is_key(word)) {
                let before = &comment[..end - key.len()];
                let is_open = before.rfind('(').is_some_and(|open| !before[open..].contains(')'));
                if is_open && before.ends_with(['(', ' ']) && !before.ends_with(", ") {
                    assert!(
                        works.iter().any(|work| work.key == key),
                        "{}: ({key}) has no entry",
                        path.display()
                    );
                    cited += 1;
                }
            }
        }
    }
    assert!(cited >= 15, "{cited} keys are read");
}

/// Whether a word looks like `Kuhn55`.
fn is_key(word: &str) -> bool {
    let is_ended = word.len() > 5 && word.bytes().rev().take(2).all(|byte| byte.is_ascii_digit());
    is_ended
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word[..word.len() - 2].chars().all(char::is_alphabetic)
}

fn tail(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(80);
    text.chars().skip(skipped).collect()
}

/// A key looks like `Kuhn55`; a link `[text](address)` is none.
#[test]
fn keys_cited_in_documents_have_entries() {
    let works = works();
    let mut paths: Vec<PathBuf> = ["", "docs", "docs/language", "docs/design", "docs/evaluation", "benches"]
        .iter()
        .flat_map(|f| documents(f))
        .collect();
    paths.extend(sources(&["encodings", "benches"], ".lp"));
    let mut cited = 0;
    for path in paths.into_iter().filter(|path| !path.ends_with("docs/bibliography.md")) {
        let text = read(&path);
        for (key, rest) in text.split('[').skip(1).filter_map(|part| part.split_once(']')) {
            if is_key(key) && !rest.starts_with('(') {
                assert!(works.iter().any(|work| work.key == key), "{}: [{key}] has no entry", path.display());
                cited += 1;
            }
        }
    }
    assert!(cited >= 15, "{cited} keys are read");
}
