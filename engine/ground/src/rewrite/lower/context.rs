//! The context of lowering: the definitions that a statement may use, and the diagnostics found so far.

use crate::arithmetic::{self, Outcome};
use crate::atoms::base::Base;
use crate::rewrite::constants::Constants;
use crate::rewrite::projection::Projections;
use crate::rewrite::theory::definitions::Theories;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};

/// The definitions that lowering reads, and the predicates, projections and diagnostics that it adds.
pub(crate) struct Lowering<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub constants: &'a Constants,
    pub projections: &'a mut Projections,
    pub theories: &'a Theories,
    /// The parameters of the part that the statements belong to.
    pub parameters: &'a [Name],
    /// Constants may still be defined: identifiers in arithmetic are taken for numbers.
    pub provisional: bool,
    /// Whether a constant has been taken for a number, without its being known to be one.
    pub guessed: bool,
    pub compat: Compat,
    /// The constants whose terms are being put in.
    pub open_constants: Vec<Name>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowering<'_> {
    /// The value of an operation on numbers; where it overflows, that is said once the program is complete.
    pub(crate) fn result(&mut self, outcome: Outcome, span: Span) -> Option<i32> {
        let (value, overflows) = outcome.value(self.compat);
        let diagnostic = arithmetic::overflow(self.compat, span);
        if overflows && !self.provisional && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
        value
    }

    /// Warns of what has no value in any instance, wherever it stands: the join may never come to it.
    pub(crate) fn warn_of_operation(&mut self, span: Span, message: &str) {
        let warning = Diagnostic::warning(Code::OperationUndefined, span, message);
        if !self.provisional && !self.diagnostics.contains(&warning) {
            self.diagnostics.push(warning);
        }
    }
}
