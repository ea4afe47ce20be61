//! Texts of terms up to a limit.
//!
//! ```text
//! p(f(X,X),N+1) :- p(X,N), N < 40.      40 stored terms; the text of the last one would have 2^41 characters
//! ```
//!
//! *Invariant:* a writer never holds more than [`LONGEST_TERM`] bytes of the text of one term.

use std::fmt::{self, Display, Write};
use std::io;

/// The longest text of a term that a writer accepts, in bytes.
pub const LONGEST_TERM: usize = 1 << 28;

/// The error of a writer for a term with a longer text than [`LONGEST_TERM`].
pub fn too_long() -> io::Error {
    io::Error::other(format!("the text of a term has more than {} MiB", LONGEST_TERM >> 20))
}

/// Appends a value to a text; `false`, and the text is unchanged, if the value has more than `most` bytes.
pub(crate) fn append(text: &mut String, value: &(impl Display + ?Sized), most: usize) -> bool {
    let before = text.len();
    let mut bounded = Bounded { text, most: before.saturating_add(most) };
    let is_written = write!(bounded, "{value}").is_ok();
    if !is_written {
        text.truncate(before);
    }
    is_written
}

struct Bounded<'a> {
    text: &'a mut String,
    most: usize,
}

impl Write for Bounded<'_> {
    #[inline]
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.len() + part.len() > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_symbol::Symbols;

    #[test]
    fn an_exponential_text_ends_at_the_limit() {
        let mut symbols = Symbols::new();
        let mut term = symbols.number(1);
        for _ in 0..100 {
            term = symbols.function("f", &[term, term]);
        }
        let mut text = "a".to_owned();
        assert!(!append(&mut text, &symbols.display(term), 1000));
        assert!(append(&mut text, &"bc", 2) && !append(&mut text, &"bc", 1));
        assert_eq!(text, "abc");
    }
}
