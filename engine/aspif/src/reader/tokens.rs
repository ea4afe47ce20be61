//! The words of a text in a format of words and numbers, each with its place.

use super::numbers::Numbers;
use crate::{Atom, Literal, ReadError};
use std::ops::Range;
use std::str::FromStr;

/// A text that is read word by word; line breaks are white space.
pub(super) struct Tokens<'t> {
    text: &'t str,
    last: Range<usize>,
    next: usize,
    numbers: Numbers,
}

/// What was read, or an error at the last word.
pub(super) type Read<T> = Result<T, ReadError>;

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, last: 0..0, next: 0, numbers: Numbers::for_text(text.len()) }
    }

    /// An error at the word that was read last.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        let before = &self.text[..self.last.start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ReadError {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            place: self.last.clone(),
            message: message.into(),
        }
    }

    /// The next word; at the end of the text, an empty one.
    pub(super) fn peek(&self) -> &'t str {
        let rest = self.text[self.next..].trim_ascii_start();
        &rest[..rest.find(|sign: char| sign.is_ascii_whitespace()).unwrap_or(rest.len())]
    }

    /// The first character of the next word.
    pub(super) fn peek_char(&self) -> Option<char> {
        self.peek().chars().next()
    }

    /// Takes a part of the next word, of this many bytes.
    pub(super) fn take(&mut self, length: usize) -> &'t str {
        let rest = &self.text[self.next..];
        let start = self.next + rest.len() - rest.trim_ascii_start().len();
        self.last = start..start + length;
        self.next = start + length;
        &self.text[self.last.clone()]
    }

    /// Takes the next word.
    pub(super) fn word(&mut self, expected: &str) -> Read<&'t str> {
        match self.take(self.peek().len()) {
            "" => Err(self.error(format!("{expected} is missing"))),
            word => Ok(word),
        }
    }

    /// Takes the next word if it is this one.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        let accepted = self.peek() == word;
        if accepted {
            self.take(word.len());
        }
        accepted
    }

    /// Takes the next word, which must be this one.
    pub(super) fn expect(&mut self, word: &str) -> Read<()> {
        let found = self.word(&format!("`{word}`"))?;
        if found == word { Ok(()) } else { Err(self.error(format!("`{word}` is expected, not `{found}`"))) }
    }

    pub(super) fn number<T: FromStr>(&mut self, expected: &str) -> Read<T> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| self.error(format!("`{word}` is not {expected}")))
    }

    /// An atom; large numbers are replaced by smaller ones.
    pub(super) fn atom(&mut self) -> Read<Atom> {
        let number = self.number("an atom")?;
        self.numbers.atom(number).ok_or_else(|| self.error(format!("`{number}` is not an atom")))
    }

    /// A literal with the number in the text.
    pub(super) fn literal(&mut self) -> Read<Literal> {
        let number = self.number("a literal")?;
        Literal::new(number).ok_or_else(|| self.error(format!("`{number}` is not a literal")))
    }

    /// Takes lines that begin with this sign.
    pub(super) fn skip_comments(&mut self, sign: char) {
        while self.peek_char() == Some(sign) {
            self.take(self.peek().len());
            self.line();
        }
    }

    /// Takes the rest of the line.
    pub(super) fn line(&mut self) -> &'t str {
        let rest = &self.text[self.next..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.next + line.len() - line.trim_ascii_start().len();
        self.next += line.len();
        self.last = start..start + line.trim_ascii().len();
        line.trim_ascii()
    }

    /// The bytes of the text.
    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.peek().is_empty()
    }
}
