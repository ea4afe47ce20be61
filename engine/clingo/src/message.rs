//! Messages and failures in clingo's words.
//!
//! ```text
//! <block>:1:3-8: info: operation undefined:
//!   (1/0)
//! ```

use hamadryad::{Code, Diagnostic, Error, Severity, Sources, Span};

/// The kind of a failure, with the number of `clingo_error_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum ErrorCode {
    /// A failure that a caller can expect: an invalid program, a file that is missing.
    Runtime = 1,
    /// A misuse of the interface.
    Logic = 2,
    /// Not enough memory.
    BadAlloc = 3,
    /// A failure of a function of the caller.
    Unknown = 4,
}

/// The reason why a call failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The kind.
    pub code: ErrorCode,
    /// A sentence; `None` if the caller has set a message itself.
    pub message: Option<String>,
}

impl Failure {
    /// A failure that a caller can expect.
    pub fn runtime(message: impl Into<String>) -> Failure {
        Failure { code: ErrorCode::Runtime, message: Some(message.into()) }
    }

    /// A misuse of the interface.
    pub fn logic(message: impl Into<String>) -> Failure {
        Failure { code: ErrorCode::Logic, message: Some(message.into()) }
    }
}

/// The kind of a message, with the number of `clingo_warning_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Warning {
    /// An undefined operation.
    OperationUndefined = 0,
    /// An error; a failure of the call follows.
    RuntimeError = 1,
    /// An atom that no rule derives.
    AtomUndefined = 2,
    /// A file that is included twice.
    FileIncluded = 3,
    /// A variable whose values have no bound.
    VariableUnbounded = 4,
    /// A global variable in the tuple of an element.
    GlobalVariable = 5,
    /// Any other message.
    Other = 6,
}

impl Warning {
    /// All kinds, by their numbers.
    pub const ALL: [Warning; 7] = [
        Warning::OperationUndefined,
        Warning::RuntimeError,
        Warning::AtomUndefined,
        Warning::FileIncluded,
        Warning::VariableUnbounded,
        Warning::GlobalVariable,
        Warning::Other,
    ];

    /// The name of the kind, as in clingo.
    pub fn name(self) -> &'static str {
        match self {
            Warning::OperationUndefined => "operation undefined",
            Warning::RuntimeError => "runtime error",
            Warning::AtomUndefined => "atom undefined",
            Warning::FileIncluded => "file included",
            Warning::VariableUnbounded => "variable unbounded",
            Warning::GlobalVariable => "global variable",
            Warning::Other => "other",
        }
    }
}

/// A message for the logger of a caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The kind.
    pub warning: Warning,
    /// The text, without a line break at its end.
    pub text: String,
}

impl Message {
    /// The message of a diagnostic.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources) -> Message {
        let Diagnostic { severity, code, span, message, hint, .. } = diagnostic;
        let word = if *severity == Severity::Error { "error" } else { "info" };
        let message = match code {
            Code::AtomUndefined => "atom does not occur in any rule head",
            _ => message.as_str(),
        };
        let mut text = format!("{}: {word}: {message}", place(sources, *span));
        let warning = match (severity, code) {
            (Severity::Error, _) => Warning::RuntimeError,
            (_, Code::AtomUndefined) => Warning::AtomUndefined,
            (_, Code::OperationUndefined | Code::Overflow) => Warning::OperationUndefined,
            (_, Code::FileIncluded) => Warning::FileIncluded,
            (_, Code::GlobalVariable) => Warning::GlobalVariable,
            _ => Warning::Other,
        };
        let shown = sources.slice(*span);
        if !shown.is_empty() && !shown.contains('\n') && *code != Code::Syntax {
            let shown = if *code == Code::OperationUndefined && message == "operation undefined" {
                format!("({shown})")
            } else {
                shown.to_owned()
            };
            text.push_str(":\n  ");
            text.push_str(&shown);
        }
        if let Some(hint) = hint {
            text.push_str("\n  hint: ");
            text.push_str(hint);
        }
        Message { warning, text }
    }
}

/// A place as clingo writes it: `file:line:column-column`, or with both lines.
fn place(sources: &Sources, span: Span) -> String {
    let begin = sources.location(span.file, span.start);
    let end = sources.location(span.file, span.end);
    let name = sources.name(span.file);
    let start = format!("{name}:{}:{}", begin.line, begin.column);
    match (begin.line == end.line, begin.column == end.column) {
        (true, true) => start,
        (true, false) => format!("{start}-{}", end.column),
        (false, _) => format!("{start}-{}:{}", end.line, end.column),
    }
}

/// The messages of an error, and the failure that a call reports. `doing` is "parsing" or "grounding".
pub fn messages_of(error: &Error, sources: &Sources, doing: &str) -> (Vec<Message>, Failure) {
    match error {
        Error::Program(diagnostics) => {
            let messages = diagnostics.iter().map(|diagnostic| Message::of(diagnostic, sources)).collect();
            let failure = match doing {
                "parsing" => Failure::runtime("parsing failed"),
                _ => Failure::runtime("grounding stopped because of errors"),
            };
            (messages, failure)
        }
        Error::File(message) => {
            let message =
                Message { warning: Warning::RuntimeError, text: format!("<cmd>: error: {message}") };
            (vec![message], Failure::runtime("parsing failed"))
        }
        error => (Vec::new(), Failure::runtime(error.to_string())),
    }
}
