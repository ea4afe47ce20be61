//! All messages on standard error.
//!
//! Errors of writing are ignored, because standard error may be closed.

use hamadryad::{Code, Diagnostic, Severity, Sources};
use hamadryad_present::diagnostics::Style;
use hamadryad_present::machine;
use hamadryad_present::outlet::escaped;
use std::io::{IsTerminal, Write};

/// The form of diagnostics and other messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MessageFormat {
    /// For people: source lines with carets.
    #[default]
    Human,
    /// For machines: a JSON object on each line.
    Json,
}

impl MessageFormat {
    /// Reads the value of `--message-format`.
    ///
    /// # Errors
    /// The known values.
    pub fn read(text: &str) -> Result<MessageFormat, String> {
        match text {
            "human" => Ok(MessageFormat::Human),
            "json" => Ok(MessageFormat::Json),
            _ => Err(crate::nearest::known(text, &["human", "json"])),
        }
    }
}

/// Writes to standard error.
pub struct Messages<'a> {
    style: Style,
    format: MessageFormat,
    prints_warning: Box<dyn Fn(Code) -> bool + 'a>,
}

impl<'a> Messages<'a> {
    /// Messages, with warnings of the accepted kinds only.
    pub fn new(prints_warning: impl Fn(Code) -> bool + 'a) -> Messages<'a> {
        Messages { style: style(), format: MessageFormat::Human, prints_warning: Box::new(prints_warning) }
    }

    /// The same messages in a format.
    pub fn in_format(self, format: MessageFormat) -> Messages<'a> {
        Messages { format, ..self }
    }

    /// Prints the diagnostics of a program.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shows = |diagnostic: &Diagnostic| diagnostic.is_error() || (self.prints_warning)(diagnostic.code);
        if self.format == MessageFormat::Human {
            return write(&self.style.render_all(diagnostics, sources, shows));
        }
        for diagnostic in diagnostics.iter().filter(|diagnostic| shows(diagnostic)) {
            write(&format!("{}\n", machine::line(diagnostic, sources)));
        }
    }

    fn without_place(&self, severity: Severity, code: Option<Code>, message: &str) {
        let kind = if severity == Severity::Error { "error" } else { "warning" };
        let name = code.map(Code::name);
        write(&match (self.format, name) {
            (MessageFormat::Json, _) => format!("{}\n", machine::line_without_place(severity, name, message)),
            (_, Some(name)) => format!("{kind}[{name}]: {}\n\n", escaped(message)),
            (_, None) => format!("{kind}: {}\n\n", escaped(message)),
        });
    }

    /// Prints a warning without a place in a program.
    pub fn warning(&self, code: Code, message: &str) {
        if (self.prints_warning)(code) {
            self.without_place(Severity::Warning, Some(code), message);
        }
    }

    /// Prints an error without a place in a program.
    pub fn error(&self, message: &str) {
        self.without_place(Severity::Error, None, message);
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
