//! All messages on standard error.
//!
//! Errors of writing are ignored, because standard error may be closed.

use hamadryad::{Code, Diagnostic, Sources};
use hamadryad_present::diagnostics::Style;
use hamadryad_present::outlet::escaped;
use std::io::{IsTerminal, Write};

/// Writes to standard error.
pub struct Messages<'a> {
    style: Style,
    prints_warning: Box<dyn Fn(Code) -> bool + 'a>,
}

impl<'a> Messages<'a> {
    /// Messages, with warnings of the accepted kinds only.
    pub fn new(prints_warning: impl Fn(Code) -> bool + 'a) -> Messages<'a> {
        Messages { style: style(), prints_warning: Box::new(prints_warning) }
    }

    /// Prints the diagnostics of a program.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shows = |diagnostic: &Diagnostic| diagnostic.is_error() || (self.prints_warning)(diagnostic.code);
        write(&self.style.render_all(diagnostics, sources, shows));
    }

    /// Prints a warning without a place in a program.
    pub fn warning(&self, code: Code, message: &str) {
        if (self.prints_warning)(code) {
            write(&format!("warning[{}]: {}\n\n", code.name(), escaped(message)));
        }
    }

    /// Prints an error without a place in a program.
    pub fn error(&self, message: &str) {
        write(&format!("error: {}\n\n", escaped(message)));
    }

    /// Prints a line in clingo's format, which scripts search for: `*** ERROR: (hamadryad): parsing failed`.
    pub fn line(&self, kind: &str, message: &str) {
        line(kind, message);
    }
}

/// See [`Messages::line`].
pub fn line(kind: &str, message: &str) {
    write(&format!("*** {kind}: (hamadryad): {}\n", escaped(message)));
}

/// Prints sentences that may quote a file or an argument: control characters of terminals are replaced by
/// numbers.
pub fn print(text: &str) {
    write(&escaped(text));
}

/// Prints an unchanged text.
pub fn write(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Colours if standard error is a terminal and the environment does not switch colour off.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if std::io::stderr().is_terminal() && !refused { Style::coloured() } else { Style::plain() }
}
