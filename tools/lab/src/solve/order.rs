//! Orders of the facts of an instance.
//!
//! Grounders and solvers depend on the order of their input; a comparison over several orders depends less on luck.

use crate::LabError;
use hamadryad_random::Random;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the instance to a folder with its facts in another order; order 0 is the file itself. Only lines that are
/// facts (`name(…).` from the beginning to the end of the line) are exchanged with each other.
pub(super) fn ordered(file: &Path, order: u64, folder: &Path) -> Result<PathBuf, LabError> {
    if order == 0 {
        return Ok(file.to_path_buf());
    }
    let text = fs::read_to_string(file).map_err(LabError::file("read", file))?;
    let path = folder.join("instance.lp");
    fs::write(&path, shuffled(&text, order)).map_err(LabError::file("write", &path))?;
    Ok(path)
}

fn shuffled(text: &str, order: u64) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let places: Vec<usize> = (0..lines.len())
        .filter(|&place| is_facts(lines[place]) && begins_statement(&lines[..place]))
        .collect();
    let mut random = Random::new(order);
    for last in (1..places.len()).rev() {
        lines.swap(places[last], places[random.index(last + 1)]);
    }
    lines.join("\n") + "\n"
}

/// Whether a line has facts only, so that its place does not matter.
fn is_facts(line: &str) -> bool {
    let line = line.trim();
    let starts =
        line.chars().next().is_some_and(|sign| sign.is_ascii_lowercase() || sign == '-' || sign == '_');
    starts && line.ends_with('.') && !line.contains([':', '%', '"', '{', '|', ';', '<', '>', '='])
}

/// Whether a statement begins after these lines.
fn begins_statement(before: &[&str]) -> bool {
    let last =
        before.iter().rev().map(|line| line.trim()).find(|line| !line.is_empty() && !line.starts_with('%'));
    last.is_none_or(|line| line.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_facts_change_their_places() {
        let text = "% a comment\na(1).\na(2). a(3).\nb(X) :-\n  a(X).\na(4).\n#const n = 3.\na(5).\n";
        let moved = shuffled(text, 3);
        assert_ne!(moved, text);
        let lines: Vec<&str> = moved.lines().collect();
        assert_eq!((lines[0], lines[3], lines[6]), ("% a comment", "b(X) :-", "#const n = 3."));
        let mut sorted: Vec<&str> = moved.lines().collect();
        let mut before: Vec<&str> = text.lines().collect();
        sorted.sort_unstable();
        before.sort_unstable();
        assert_eq!(sorted, before);
    }
}
