//! Positions of the protocol: lines and columns from 0, columns in UTF-16 units.
//!
//! *Invariant:* every position of a client, however wrong, denotes an offset at the border of a character.

use gen_lsp_types::{Position, Range};

/// The starts of the lines of a text.
#[derive(Clone, Debug)]
pub struct Lines(Vec<u32>);

impl Lines {
    /// The lines of a text.
    pub fn new(text: &str) -> Lines {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Lines(std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect())
    }

    /// The number of the line of an offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.0.partition_point(|&start| start <= offset) as u32 - 1
    }

    /// The offset of the first byte of a line.
    pub fn start(&self, line: u32) -> Option<u32> {
        self.0.get(line as usize).copied()
    }

    /// The position of an offset.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset as u32);
        let before = &text[self.0[line as usize] as usize..offset];
        let character = if before.is_ascii() { before.len() } else { before.encode_utf16().count() };
        Position { line, character: character as u32 }
    }

    /// The offset of a position; the end of the line or text if the position is behind it.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.0.get(position.line as usize) else { return text.len() };
        let (start, mut units) = (start as usize, position.character as usize);
        for (at, character) in text[start..].char_indices() {
            if units == 0 || character == '\n' {
                return start + at;
            }
            units = units.saturating_sub(character.len_utf16());
        }
        text.len()
    }

    /// The range of the bytes `start..end`.
    pub fn range(&self, text: &str, start: u32, end: u32) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units() {
        let text = "aä𝄞b\nc";
        let lines = Lines::new(text);
        for (offset, line, character) in [(0, 0, 0), (1, 0, 1), (3, 0, 2), (7, 0, 4), (9, 1, 0), (10, 1, 1)] {
            let position = Position { line, character };
            assert_eq!(lines.position(text, offset), position);
            assert_eq!(lines.offset(text, position), offset as usize);
        }
        assert_eq!(lines.offset(text, Position { line: 0, character: 99 }), 8);
        assert_eq!(lines.offset(text, Position { line: 9, character: 0 }), text.len());
        assert_eq!(lines.position(text, 5), Position { line: 0, character: 2 });
    }
}
