//! Puzzles drawn as text: settings, a word with a number on a line, followed by the rows of the board.
//!
//! ```text
//! steps 12            % anything behind a percent sign is a comment
//!
//! 2 _ _ _
//! _ 3 _ B
//! ```
//!
//! Each puzzle defines its words and signs.

use crate::facts::{PuzzleError, Reason};

/// Whether a text is a drawing: its first token is not a fact with arguments.
pub fn is_drawing(text: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with('%') {
        let end = if rest.starts_with("%*") { rest.find("*%").map(|end| end + 2) } else { rest.find('\n') };
        rest = rest[end.unwrap_or(rest.len())..].trim_start();
    }
    rest.lines().next().is_some_and(|line| !line.contains('('))
}

/// A drawing, divided into settings and rows.
pub(crate) struct Drawing<'a> {
    settings: Vec<Setting<'a>>,
    /// The rows with their line numbers, counted from 1.
    pub(crate) rows: Vec<(u32, &'a str)>,
}

struct Setting<'a> {
    line: u32,
    word: &'a str,
    number: i32,
}

impl<'a> Drawing<'a> {
    /// Parses a text; a line that begins with one of these words is a setting.
    pub(crate) fn read(text: &'a str, words: &[&str]) -> Result<Self, PuzzleError> {
        let mut drawing = Self { settings: Vec::new(), rows: Vec::new() };
        for (line, content) in lines(text) {
            let mut parts = content.split_whitespace();
            match parts.next().and_then(|word| words.iter().find(|known| **known == word).map(|_| word)) {
                Some(word) => {
                    let number = parts.next().and_then(|number| number.parse().ok());
                    let Some(number) = number.filter(|_| parts.next().is_none()) else {
                        return Err(wrong(line, content.trim(), format!("it must be `{word}` and a number")));
                    };
                    if drawing.settings.iter().any(|setting| setting.word == word) {
                        let fact = content.trim().to_string();
                        return Err(PuzzleError { line: Some(line), reason: Reason::Twice { fact } });
                    }
                    drawing.settings.push(Setting { line, word, number });
                }
                None if content.trim().is_empty() => {}
                None => drawing.rows.push((line, content)),
            }
        }
        Ok(drawing)
    }

    /// The number of a setting, checked against the range.
    pub(crate) fn number(
        &self,
        word: &str,
        range: std::ops::RangeInclusive<i32>,
    ) -> Result<Option<i32>, PuzzleError> {
        let Some(setting) = self.settings.iter().find(|setting| setting.word == word) else {
            return Ok(None);
        };
        if range.contains(&setting.number) {
            return Ok(Some(setting.number));
        }
        let reason = format!("it must be {} to {}", range.start(), range.end());
        Err(wrong(setting.line, &format!("{word} {}", setting.number), reason))
    }
}

/// The lines without comments, numbered from 1; lines that consist of a comment are omitted.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let bare = |line: &'_ str| line.find('%').map_or(line.len(), |start| start);
    (1..)
        .zip(text.lines())
        .map(move |(number, line)| (number, line[..bare(line)].trim_end()))
        .filter(|(_, line)| !line.is_empty())
}

/// The error for a part of a line.
pub(crate) fn wrong(line: u32, what: &str, reason: impl Into<String>) -> PuzzleError {
    PuzzleError { line: Some(line), reason: Reason::Wrong { fact: what.to_string(), reason: reason.into() } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_and_drawings_are_distinguished() {
        for text in
            ["", "% nothing", "rows(2).", "% a board\n\n  rows(2).", "%* a\nboard *% rows(2).", "%* open"]
        {
            assert!(!is_drawing(text), "{text}");
        }
        for text in ["steps 12\n_ _", "% a board (once)\n+---+", "%* a\nboard *% X .", "+"] {
            assert!(is_drawing(text), "{text}");
        }
    }

    #[test]
    fn settings_are_separated_from_rows() {
        let drawing = Drawing::read("a 3 % three\n\n x y\n% none\nb 4\nz", &["a", "b"]).expect("a drawing");
        assert_eq!(drawing.rows, [(3, " x y"), (6, "z")]);
        assert_eq!((drawing.number("b", 0..=9), drawing.number("c", 0..=9)), (Ok(Some(4)), Ok(None)));
        let error = |text, range| match Drawing::read(text, &["a"]) {
            Ok(drawing) => drawing.number("a", range).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(error("a 3", 4..=9), "line 1: a 3: it must be 4 to 9");
        assert_eq!(error("a 3\na 3", 0..=9), "line 2: a 3 is the second fact of its kind; there must be one");
        assert_eq!(error("x\na", 0..=9), "line 2: a: it must be `a` and a number");
    }
}
