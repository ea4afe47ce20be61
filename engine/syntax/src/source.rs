//! The texts that programs come from, and places in them.

/// A text in a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct FileId(u32);

/// A stretch of a text: bytes `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte, from 0.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The stretch from the start of this one to the end of another in the same text.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end, ..self }
    }
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

#[derive(Clone)]
struct Source {
    name: String,
    text: String,
    /// The byte at which each line starts.
    lines: Vec<u32>,
}

/// The texts of a program by [`FileId`], with their names.
#[derive(Clone, Default)]
pub struct Sources {
    sources: Vec<Source>,
}

impl Sources {
    /// No text yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text; its name is what messages call it: a path, `-` for standard input, `<block>` for text from a program.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text: String = text.into();
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        self.sources.push(Source { name: name.into(), text, lines });
        FileId(self.sources.len() as u32 - 1)
    }

    /// A text's name.
    pub fn name(&self, file: FileId) -> &str {
        &self.sources[file.0 as usize].name
    }

    /// A text.
    pub fn text(&self, file: FileId) -> &str {
        &self.sources[file.0 as usize].text
    }

    /// The text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.file)[span.start as usize..span.end as usize]
    }

    /// The place of a byte.
    pub fn location(&self, file: FileId, offset: u32) -> Location {
        let source = &self.sources[file.0 as usize];
        let line = source.lines.partition_point(|&start| start <= offset) - 1;
        let before = &source.text[source.lines[line] as usize..offset as usize];
        Location { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }

    /// The span as clingo writes it: `file:line:column-column`, or `file:line:column-line:column`.
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
    fn places_count_from_one_in_characters() {
        let mut sources = Sources::new();
        let file = sources.add("a.lp", "ä.\nb :- c.\n");
        assert_eq!(sources.location(file, 0), Location { line: 1, column: 1 });
        assert_eq!(sources.location(file, 2), Location { line: 1, column: 2 });
        assert_eq!(sources.location(file, 4), Location { line: 2, column: 1 });
        let span = Span { file, start: 4, end: 5 };
        assert_eq!(sources.describe(span), "a.lp:2:1-2");
        assert_eq!(sources.slice(span), "b");
    }
}
