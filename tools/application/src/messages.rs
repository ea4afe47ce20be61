//! All messages on standard error.
//!
//! Errors of writing are ignored, because standard error may be closed.

use hamadryad::{Code, Diagnostic, Severity, Sources};
use hamadryad_present::diagnostics::Style;
use hamadryad_present::machine::{self, Unplaced};
use hamadryad_present::outlet::escaped;
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::sync::{PoisonError, RwLock};

/// The name of the program in messages. Standard error belongs to the whole process, and so does the name.
static NAME: RwLock<Option<String>> = RwLock::new(None);

/// Sets the name of the program in messages, which is `hamadryad` before.
pub fn set_name(name: &str) {
    *NAME.write().unwrap_or_else(PoisonError::into_inner) = Some(name.to_owned());
}

/// The form of diagnostics and other messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MessageFormat {
    /// For people: source lines with carets.
    #[default]
    Human,
    /// For machines: a JSON object on each line.
    Json,
    /// For code hosts: a SARIF log, for commands that only check.
    Sarif,
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
            "sarif" => Ok(MessageFormat::Sarif),
            _ => Err(crate::nearest::known(text, &["human", "json", "sarif"])),
        }
    }
}

/// Writes to standard error.
pub struct Messages<'a> {
    style: Style,
    format: MessageFormat,
    prints_warning: Box<dyn Fn(Code) -> bool + 'a>,
    /// The messages so far, if they are the result of the command.
    findings: Option<RefCell<Findings>>,
}

/// The messages of a command whose result they are.
#[derive(Default)]
pub struct Findings {
    /// The messages with places.
    pub diagnostics: Vec<Diagnostic>,
    /// The messages without.
    pub others: Vec<Unplaced>,
    /// The texts of the places.
    pub sources: Sources,
}

impl Findings {
    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
            || self.others.iter().any(|other| other.severity == Severity::Error)
    }

    /// Writes the messages: for people to standard error, otherwise to standard output.
    ///
    /// # Errors
    /// Errors of writing to standard output.
    pub fn write(&self, format: MessageFormat) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match format {
            MessageFormat::Human => {
                let messages = Messages::new(|_| true);
                for other in &self.others {
                    messages.without_place(other.severity, other.code, &other.message);
                }
                messages.diagnostics(&self.diagnostics, &self.sources);
            }
            MessageFormat::Json => {
                for Unplaced { severity, code, message } in &self.others {
                    let line = machine::line_without_place(*severity, code.map(Code::name), message);
                    writeln!(out, "{line}")?;
                }
                for diagnostic in &self.diagnostics {
                    writeln!(out, "{}", machine::line(diagnostic, &self.sources))?;
                }
            }
            MessageFormat::Sarif => {
                let log = machine::sarif(&self.diagnostics, &self.sources, &self.others);
                out.write_all(log.as_bytes())?;
            }
        }
        out.flush()
    }
}

impl<'a> Messages<'a> {
    /// Messages, with warnings of the accepted kinds only.
    pub fn new(prints_warning: impl Fn(Code) -> bool + 'a) -> Messages<'a> {
        Messages {
            style: style(),
            format: MessageFormat::Human,
            prints_warning: Box::new(prints_warning),
            findings: None,
        }
    }

    /// The same messages in a format.
    pub fn in_format(self, format: MessageFormat) -> Messages<'a> {
        Messages { format, ..self }
    }

    /// The same messages, which are kept instead of printed.
    pub fn kept(self) -> Messages<'a> {
        Messages { findings: Some(RefCell::default()), ..self }
    }

    /// The kept messages so far.
    pub fn take_findings(&self) -> Findings {
        self.findings.as_ref().map(RefCell::take).unwrap_or_default()
    }

    /// Prints the diagnostics of a program.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shows = |diagnostic: &Diagnostic| diagnostic.is_error() || (self.prints_warning)(diagnostic.code);
        if let Some(findings) = &self.findings {
            let mut findings = findings.borrow_mut();
            findings.diagnostics.extend(diagnostics.iter().filter(|found| shows(found)).cloned());
            findings.sources = sources.clone();
            return;
        }
        if self.format == MessageFormat::Human {
            return write(&self.style.render_all(diagnostics, sources, shows));
        }
        for diagnostic in diagnostics.iter().filter(|diagnostic| shows(diagnostic)) {
            write(&format!("{}\n", machine::line(diagnostic, sources)));
        }
    }

    fn without_place(&self, severity: Severity, code: Option<Code>, message: &str) {
        if let Some(findings) = &self.findings {
            findings.borrow_mut().others.push(Unplaced { severity, code, message: message.to_owned() });
            return;
        }
        let kind = if severity == Severity::Error { "error" } else { "warning" };
        let name = code.map(Code::name);
        write(&match (self.format, name) {
            (MessageFormat::Json | MessageFormat::Sarif, _) => {
                format!("{}\n", machine::line_without_place(severity, name, message))
            }
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
    let name = NAME.read().unwrap_or_else(PoisonError::into_inner);
    let name = name.as_deref().unwrap_or("hamadryad");
    write(&format!("*** {kind}: ({name}): {}\n", escaped(message)));
}

/// Prints sentences that may quote a file or an argument: control characters of terminals are replaced by
/// numbers.
pub fn print(text: &str) {
    write(&escaped(text));
}

/// Prints an unchanged text.
pub fn write(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Colours if standard error is a terminal and the environment does not switch colour off.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if io::stderr().is_terminal() && !refused { Style::coloured() } else { Style::plain() }
}
