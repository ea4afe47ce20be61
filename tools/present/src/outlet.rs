//! Limits of the output: its length, and no control characters on terminals.
//!
//! Strings of a program may contain any character, even control characters of terminals and characters that
//! change the direction of text. Files and other programs receive them unchanged, as from clingo. On a
//! terminal and under `--sandbox`, they are printed as in JSON, `\u001b`. No other string of the language is
//! printed with this sequence, because a backslash in a string is printed as two.

use hamadryad::{Symbol, Symbols};
use hamadryad_aspif::{LONGEST_TERM, too_long};
use std::fmt;
use std::io::{self, Write};

/// The treatment of texts that contain strings of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlet {
    /// Whether control characters are replaced.
    pub escapes: bool,
    /// The maximal number of bytes, if there is a limit.
    pub most: Option<u64>,
}

impl Outlet {
    /// A writer that passes the treated text on to `out`.
    pub fn to<W: Write>(self, out: W) -> Passing<W> {
        Passing { out, escapes: self.escapes, most: self.most, written: 0 }
    }

    /// The text of a value. If it is longer than the limit, the text ends soon after the limit.
    ///
    /// The text of a term can be exponentially longer than its representation. The limit keeps it from
    /// filling the memory.
    ///
    /// # Errors
    /// If the text is longer than any writer accepts.
    pub fn text(self, value: &dyn fmt::Display) -> io::Result<String> {
        let most = self.most.unwrap_or(u64::MAX);
        let mut text = Short { text: String::new(), most: most.min(LONGEST_TERM as u64) };
        match fmt::write(&mut text, format_args!("{value}")) {
            // The only error is that of `Short`.
            Err(_) if text.most < most => Err(too_long()),
            _ => Ok(text.text),
        }
    }

    /// The texts of symbols, up to the limit in all.
    ///
    /// # Errors
    /// As [`Outlet::text`].
    pub fn texts(self, symbols: &Symbols, shown: impl Iterator<Item = Symbol>) -> io::Result<Vec<String>> {
        let mut left = self.most;
        let text = |symbol| {
            let text = Outlet { most: left, ..self }.text(&symbols.display(symbol))?;
            left = left.map(|left| left.saturating_sub(text.len() as u64));
            Ok(text)
        };
        shown.map(text).collect()
    }
}

struct Short {
    text: String,
    most: u64,
}

impl fmt::Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.text.push_str(part);
        if self.text.len() as u64 <= self.most { Ok(()) } else { Err(fmt::Error) }
    }
}

/// A writer that obeys an [`Outlet`]. Each text must consist of whole characters, as from `write!`.
pub struct Passing<W> {
    out: W,
    escapes: bool,
    most: Option<u64>,
    written: u64,
}

impl<W: Write> Passing<W> {
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(most) = self.most else { return self.out.write_all(bytes) };
        let left = most - self.written;
        let room = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        self.out.write_all(&bytes[..room])?;
        self.written += room as u64;
        if room == bytes.len() {
            return Ok(());
        }
        // The process may end without a drop of this writer.
        self.out.flush()?;
        Err(over(most))
    }
}

impl<W: Write> Write for Passing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.escapes && !is_harmless(bytes) {
            let escaped = escaped(&String::from_utf8_lossy(bytes));
            self.pass(escaped.as_bytes())?;
        } else {
            self.pass(bytes)?;
        }
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(drop)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn over(most: u64) -> io::Error {
    io::Error::other(format!("the output exceeds {most} bytes, the limit of --output-limit"))
}

/// Whether no byte needs a replacement; most texts are ASCII.
fn is_harmless(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~'))
}

/// The text with numbers in place of control characters of terminals and characters that change the direction
/// of text.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        let turns = matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if turns || (sign.is_control() && !matches!(sign, '\n' | '\t')) {
            escaped.push_str(&format!("\\u{:04x}", sign as u32));
        } else {
            escaped.push(sign);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(outlet: Outlet, parts: &[&str]) -> (String, Option<String>) {
        let mut out = Vec::new();
        let mut passing = outlet.to(&mut out);
        let error = parts.iter().find_map(|part| passing.write_all(part.as_bytes()).err());
        (String::from_utf8(out).expect("text"), error.map(|error| error.to_string()))
    }

    #[test]
    fn commands_become_numbers() {
        let parts = ["p(\"\x1b[2J\x07\") ", "q(\"\u{9b}31m\u{202e}\") ä\n\tr"];
        let outlet = Outlet { escapes: true, most: None };
        let expected = "p(\"\\u001b[2J\\u0007\") q(\"\\u009b31m\\u202e\") ä\n\tr";
        assert_eq!(passed(outlet, &parts), (expected.to_owned(), None));
        let raw = Outlet { escapes: false, most: None };
        assert_eq!(passed(raw, &parts), (parts.concat(), None));
    }

    #[test]
    fn all_that_the_limit_allows_is_written_and_no_more() {
        let outlet = Outlet { escapes: false, most: Some(5) };
        assert_eq!(passed(outlet, &["abc", "de"]), ("abcde".to_owned(), None));
        let message = "the output exceeds 5 bytes, the limit of --output-limit";
        assert_eq!(passed(outlet, &["abc", "def", "g"]), ("abcde".to_owned(), Some(message.to_owned())));
    }

    #[test]
    fn texts_end_soon_after_the_limit() {
        struct Endless;
        impl fmt::Display for Endless {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (0..=usize::MAX).try_for_each(|_| f.write_str("ab"))
            }
        }
        assert_eq!(Outlet { escapes: true, most: Some(3) }.text(&Endless).unwrap(), "abab");
        assert_eq!(Outlet { escapes: true, most: None }.text(&"ab").unwrap(), "ab");
        assert!(Outlet { escapes: true, most: None }.text(&Endless).is_err());
    }
}
