//! Outlines: trees of lines, which become text, HTML or a drawing.

use std::fmt::Write;

/// The greatest width to which the lines of a text are aligned.
const WIDTH: usize = 56;

/// Whether a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Nothing is said about it.
    None,
    /// A literal that holds.
    Holds,
    /// A literal that fails.
    Fails,
    /// A literal whose value is not known.
    Unknown,
}

/// A line with the lines below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Whether it holds.
    pub mark: Mark,
    /// The literal, atom or statement.
    pub label: String,
    /// A word about it: `fact`, `chosen`.
    pub note: String,
    /// The place of its statement, and the statement; empty if it has none.
    pub place: String,
    /// The lines below it.
    pub children: Vec<Outline>,
}

impl Outline {
    /// A line without lines below it.
    pub fn leaf(mark: Mark, label: impl Into<String>, note: impl Into<String>) -> Outline {
        Outline { mark, label: label.into(), note: note.into(), place: String::new(), children: Vec::new() }
    }

    /// The text, each line ended. Lines below `depth` levels are counted; the first line has level 0.
    pub fn text(&self, depth: usize) -> String {
        let mut lines = Vec::new();
        self.lines("", "", depth, &mut lines);
        let aligned =
            lines.iter().filter(|(_, place)| !place.is_empty()).map(|(label, _)| label.chars().count());
        let width = aligned.filter(|&width| width <= WIDTH).max().unwrap_or(0);
        let mut text = String::new();
        for (label, place) in lines {
            let space = " ".repeat(width.saturating_sub(label.chars().count()) + 2);
            let place = if place.is_empty() { place } else { format!("{space}{place}") };
            let _ = writeln!(text, "{label}{place}");
        }
        text
    }

    /// The greatest number of levels, up to `most`, with which the text has at most about `lines` lines.
    pub fn fitting_depth(&self, lines: usize, most: usize) -> usize {
        let fits = |&depth: &usize| self.text(depth).lines().count() <= lines;
        (2..most).rev().find(fits).unwrap_or(1)
    }

    fn lines(&self, first: &str, rest: &str, depth: usize, lines: &mut Vec<(String, String)>) {
        let note = if self.note.is_empty() { String::new() } else { format!("  {}", self.note) };
        lines.push((format!("{first}{}{}{note}", self.mark.sign(), self.label), self.place.clone()));
        if depth == 0 && self.size() > 2 {
            lines.push((format!("{rest}└─ … {} more lines", self.size() - 1), String::new()));
            return;
        }
        for (number, child) in self.children.iter().enumerate() {
            let is_last = number + 1 == self.children.len();
            let (branch, space) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            child.lines(
                &format!("{rest}{branch}"),
                &format!("{rest}{space}"),
                depth.saturating_sub(1),
                lines,
            );
        }
    }

    /// The number of lines.
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Outline::size).sum::<usize>()
    }
}

impl Mark {
    /// The sign before a label.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Holds => "✓ ",
            Mark::Fails => "✗ ",
            Mark::Unknown => "? ",
        }
    }
}
