//! Everything that is said on standard error.
//!
//! Nobody may be reading there, which is no reason to fail: errors of writing are ignored.

use crate::diagnostics::Style;
use crate::outlet::escaped;
use hamadryad::{Code, Diagnostic, Sources};
use std::io::Write;

/// Writes to standard error.
pub struct Messages<'a> {
    style: Style,
    prints_warning: Box<dyn Fn(Code) -> bool + 'a>,
}

impl<'a> Messages<'a> {
    /// Messages with those warnings only whose kind passes.
    pub fn new(prints_warning: impl Fn(Code) -> bool + 'a) -> Messages<'a> {
        Messages { style: Style::of_stderr(), prints_warning: Box::new(prints_warning) }
    }

    /// Shows what the engine has to say of a program.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shows = |diagnostic: &Diagnostic| diagnostic.is_error() || (self.prints_warning)(diagnostic.code);
        write(&self.style.render_all(diagnostics, sources, shows));
    }

    /// A warning that has no place in a program.
    pub fn warning(&self, code: Code, message: &str) {
        if (self.prints_warning)(code) {
            write(&format!("warning[{}]: {}\n\n", code.name(), escaped(message)));
        }
    }

    /// An error that has no place in a program.
    pub fn error(&self, message: &str) {
        write(&format!("error: {}\n\n", escaped(message)));
    }

    /// A line as clingo writes it, which scripts look for: `*** ERROR: (hamadryad): parsing failed`.
    pub fn line(&self, kind: &str, message: &str) {
        line(kind, message);
    }
}

/// See [`Messages::line`].
pub fn line(kind: &str, message: &str) {
    write(&format!("*** {kind}: (hamadryad): {}\n", escaped(message)));
}

/// Writes sentences that may quote a file or an argument: signs that could command a terminal become numbers.
pub fn say(text: &str) {
    write(&escaped(text));
}

/// Writes to standard error as it is.
pub fn write(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
