//! The context of lowering: the definitions that a statement may use, and the diagnostics found so far.
//!
//! A statement is lowered when it is added, although constants and theories may be defined later. Its rules
//! are final unless such a definition concerns them: `guessed`, `is_incomplete` and `identifiers` record the
//! dependence.

use crate::arithmetic::{self, Outcome};
use crate::atoms::base::Base;
use crate::rewrite::constants::Constants;
use crate::rewrite::projection::Projections;
use crate::rewrite::theory::definitions::Theories;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The definitions that lowering reads, and the predicates, projections and diagnostics that it adds.
pub(crate) struct Lowering<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub constants: &'a Constants,
    pub projections: &'a mut Projections,
    pub theories: &'a Theories,
    /// The parameters of the part that the statement belongs to.
    pub parameters: &'a [Name],
    pub compat: Compat,
    /// Whether constants and theories may still be defined: identifiers in arithmetic count as numbers.
    pub provisional: bool,
    /// Whether an identifier in arithmetic was taken for a number.
    pub guessed: bool,
    /// Whether the rules lack a theory or an operation with a value.
    pub is_incomplete: bool,
    /// Whether the statement has a theory atom.
    pub has_theory: bool,
    /// The identifiers that would be replaced if they were constants.
    pub identifiers: IndexSet<Name, FxBuildHasher>,
    /// The constants whose terms are being inserted.
    pub open_constants: Vec<Name>,
    /// Errors that no later definition removes.
    pub errors: Vec<Diagnostic>,
    /// Diagnostics that are reported when the program is complete.
    pub deferred: Vec<Diagnostic>,
}

impl Lowering<'_> {
    /// The value of an operation on numbers. An overflow is reported when the program is complete.
    pub(crate) fn result(&mut self, outcome: Outcome, span: Span) -> Option<i32> {
        let (value, overflows) = outcome.value(self.compat);
        if overflows {
            self.defer(arithmetic::overflow(self.compat, span));
        }
        value
    }

    /// Warns of an operation that has no value in any instance, even if no join reaches it.
    pub(crate) fn warn_of_operation(&mut self, span: Span, message: &str) {
        self.defer(Diagnostic::warning(Code::OperationUndefined, span, message));
    }

    /// Adds a diagnostic that is reported when the program is complete, each once.
    pub(crate) fn defer(&mut self, diagnostic: Diagnostic) {
        if !self.deferred.contains(&diagnostic) {
            self.deferred.push(diagnostic);
        }
    }
}
