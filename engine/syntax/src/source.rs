//! Source texts and positions in them.
//!
//! *Invariant:* a text never changes after [`Sources::add`], so a [`Span`] keeps its meaning. Spans count
//! bytes, locations count characters.

use std::sync::Arc;

/// The handle of a text in a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct FileId(u32);

/// The bytes `start..end` of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The offset of the first byte, from 0.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from the start of this span to the end of another span in the same text.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end, ..self }
    }
}

/// A position as editors count it: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

struct Source {
    name: String,
    text: String,
    /// The byte offset of the start of each line.
    lines: Vec<u32>,
    /// Other locations of some offsets, in ascending order of the offsets; see [`Sources::add_placed`].
    places: Vec<(u32, Location)>,
}

impl Source {
    /// The location of an offset of a text with places.
    fn place(&self, offset: u32) -> Location {
        let at = self.places.partition_point(|(known, _)| *known < offset);
        let exact = self.places.get(at).filter(|(known, _)| *known == offset);
        let before = || self.places.get(at.checked_sub(1)?);
        exact.or_else(before).or(self.places.first()).map_or(Location { line: 1, column: 1 }, |found| found.1)
    }
}

/// The source texts of a program with their names, by [`FileId`]. Clones share the texts.
#[derive(Clone, Default)]
pub struct Sources {
    sources: Vec<Arc<Source>>,
}

impl Sources {
    /// An empty collection.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text. Messages contain the name: a path, `-` for standard input, `<block>` for text from a
    /// program.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.add_placed(name, text, Vec::new())
    }

    /// As [`Sources::add`], for a text that was made from a syntax tree: the locations of some offsets are those of the
    /// text that the tree was read from. An offset between them has the location of the last one before it. The
    /// offsets ascend; of equal ones, the first counts.
    pub fn add_placed(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
        places: Vec<(u32, Location)>,
    ) -> FileId {
        let text: String = text.into();
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        self.sources.push(Arc::new(Source { name: name.into(), text, lines, places }));
        FileId(self.sources.len() as u32 - 1)
    }

    /// The texts, in the order of their addition.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.sources.len() as u32).map(FileId)
    }

    /// The name of a text.
    pub fn name(&self, file: FileId) -> &str {
        &self.sources[file.0 as usize].name
    }

    /// The content of a text.
    pub fn text(&self, file: FileId) -> &str {
        &self.sources[file.0 as usize].text
    }

    /// The text under a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.file)[span.start as usize..span.end as usize]
    }

    /// The line and column of a byte.
    pub fn location(&self, file: FileId, offset: u32) -> Location {
        let source = &self.sources[file.0 as usize];
        if !source.places.is_empty() {
            return source.place(offset);
        }
        let line = source.lines.partition_point(|&start| start <= offset) - 1;
        let before = &source.text[source.lines[line] as usize..offset as usize];
        Location { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }

    /// The span in clingo's format: `file:line:column-column`, or `file:line:column-line:column`.
    pub fn describe(&self, span: Span) -> String {
        let (begin, end) = (self.location(span.file, span.start), self.location(span.file, span.end));
        let name = self.name(span.file);
        if begin.line == end.line {
            format!("{name}:{}:{}-{}", begin.line, begin.column, end.column)
        } else {
            format!("{name}:{}:{}-{}:{}", begin.line, begin.column, end.line, end.column)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_count_characters_from_one() {
        let mut sources = Sources::new();
        let file = sources.add("a.lp", "ä.\nb :- c.\n");
        assert_eq!(sources.location(file, 0), Location { line: 1, column: 1 });
        assert_eq!(sources.location(file, 2), Location { line: 1, column: 2 });
        assert_eq!(sources.location(file, 4), Location { line: 2, column: 1 });
        let span = Span { file, start: 4, end: 5 };
        assert_eq!(sources.describe(span), "a.lp:2:1-2");
        assert_eq!(sources.slice(span), "b");
    }

    #[test]
    fn a_text_of_a_tree_has_the_places_of_the_tree() {
        let mut sources = Sources::new();
        let at = |line, column| Location { line, column };
        let places = vec![(0, at(7, 3)), (2, at(7, 9)), (2, at(7, 10)), (9, at(8, 1))];
        let file = sources.add_placed("a.lp", "a. b :- c.", places);
        let found = [0, 1, 2, 5, 9, 10].map(|offset| sources.location(file, offset));
        assert_eq!(found, [at(7, 3), at(7, 3), at(7, 9), at(7, 10), at(8, 1), at(8, 1)]);
    }
}
