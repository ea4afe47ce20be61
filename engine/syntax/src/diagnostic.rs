//! Diagnostics: errors and warnings about a program, as data.
//!
//! *Invariant:* a diagnostic is complete without the parser or grounder that reported it. Its text is
//! rendered elsewhere, in the crate `cli`; the crates of the engine print nothing.

use crate::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program is accepted, but its meaning is probably not intended. clingo prints most warnings as
    /// `info`.
    Warning,
    /// The program is rejected.
    Error,
}

/// The category of a diagnostic. The names of categories are stable; users silence warnings by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Code {
    /// Text that is not a program.
    Syntax,
    /// Text that was a program of gringo 3, but is not a program any more.
    OldSyntax,
    /// A construct of the language that this version does not support.
    Unsupported,
    /// A variable that no positive body literal binds.
    Unsafe,
    /// A `#const` with two definitions, or a definition that depends on its own value.
    Constant,
    /// A theory atom that contradicts the definition of its theory, or a theory with two definitions of a
    /// name.
    Theory,
    /// An atom that no rule can derive.
    AtomUndefined,
    /// An arithmetic operation on an operand that is not a number, or a division by zero.
    OperationUndefined,
    /// An integer that needs more than 32 bits.
    Overflow,
    /// A global variable in the tuple of an aggregate element.
    GlobalVariable,
    /// A file that is included twice, or that cannot be read.
    FileIncluded,
    /// `hamadryad lint`: a predicate that nothing uses or shows.
    UnusedPredicate,
    /// `hamadryad lint`: a variable that occurs once in its statement.
    SingletonVariable,
    /// `hamadryad lint`: a rule without instances.
    NeverFires,
    /// `hamadryad lint`: a rule whose parts are combined in all ways, or whose join tries many atoms.
    Product,
    /// Any other problem.
    Other,
}

impl Code {
    /// The name of the category, as `-W no-…` accepts it.
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
            Code::UnusedPredicate => "unused-predicate",
            Code::SingletonVariable => "singleton-variable",
            Code::NeverFires => "never-fires",
            Code::Product => "product",
            Code::Other => "other",
        }
    }
}

/// An error or warning about a span of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How severe the problem is.
    pub severity: Severity,
    /// The category of the problem.
    pub code: Code,
    /// The location of the problem.
    pub span: Span,
    /// The problem, in a single sentence without a full stop.
    pub message: String,
    /// Further locations, each with a description.
    pub labels: Vec<(Span, String)>,
    /// A remedy.
    pub hint: Option<String>,
    /// An edit that most likely removes the problem.
    pub fix: Option<Box<Fix>>,
}

/// An edit: the text under a span is replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The replaced bytes; none for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
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
            fix: None,
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

    /// The diagnostic with an edit that replaces the text under a span.
    pub fn with_fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Box::new(Fix { span, text: text.into() }));
        self
    }

    /// The diagnostic with a further location.
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }

    /// Whether the diagnostic rejects the program.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
