//! What is said about a program: errors, warnings and notes, as data.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program is accepted, and probably not what its author meant. clingo prints most of these as `info`.
    Warning,
    /// The program is refused.
    Error,
}

/// What kind of thing is said; its text is stable, and warnings are silenced by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Code {
    /// Text that is not a program.
    Syntax,
    /// Text that was a program for gringo 3, and is none today.
    OldSyntax,
    /// A construct of the language that this version does not run.
    Unsupported,
    /// A variable that no positive body literal binds.
    Unsafe,
    /// A `#const` that is defined twice or in terms of itself.
    Constant,
    /// A theory atom that is not as its theory says, or something that a theory defines twice.
    Theory,
    /// An atom that no rule can derive.
    AtomUndefined,
    /// An arithmetic operation on something that is no number, or a division by zero.
    OperationUndefined,
    /// An integer that needs more than 32 bits.
    Overflow,
    /// A global variable in the tuple of an aggregate's element.
    GlobalVariable,
    /// A file that is included twice, or cannot be read.
    FileIncluded,
    /// Anything else.
    Other,
}

impl Code {
    /// The code's name, as `-W no-…` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Code::Syntax => "syntax",
            Code::OldSyntax => "old-syntax",
            Code::Unsupported => "unsupported",
            Code::Unsafe => "unsafe",
            Code::Constant => "constant",
            Code::Theory => "theory",
            Code::AtomUndefined => "atom-undefined",
            Code::OperationUndefined => "operation-undefined",
            Code::Overflow => "overflow",
            Code::GlobalVariable => "global-variable",
            Code::FileIncluded => "file-included",
            Code::Other => "other",
        }
    }
}

/// Something to say about a stretch of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What kind of thing it is.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// What, in one sentence without a full stop.
    pub message: String,
    /// Further places, each with what is to be seen there.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            labels: Vec::new(),
            hint: None,
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The diagnostic with a hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The diagnostic with one more place to look at.
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }

    /// Whether the program is refused.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
