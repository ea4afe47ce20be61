//! The variables of terms in the syntax tree.

use hamadryad_symbol::Name;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, TermKind, TheoryTermKind};

/// Calls `visit` with every variable of a term.
pub(crate) fn variables(term: &ast::Term, visit: &mut impl FnMut(Name, Span)) {
    match &term.node {
        TermKind::Variable(name) => visit(*name, term.span),
        TermKind::Symbol(_) | TermKind::Anonymous => {}
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => variables(operand, visit),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            variables(left, visit);
            variables(right, visit);
        }
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().for_each(|term| variables(term, visit));
        }
    }
}

/// Calls `visit` with every variable of a theory term.
pub(crate) fn theory_variables(term: &ast::TheoryTerm, visit: &mut impl FnMut(Name, Span)) {
    match &term.node {
        TheoryTermKind::Symbol(_) => {}
        TheoryTermKind::Variable(name) => visit(*name, term.span),
        TheoryTermKind::Function(_, terms) | TheoryTermKind::Sequence(_, terms) => {
            terms.iter().for_each(|term| theory_variables(term, visit));
        }
        TheoryTermKind::Operation(operands) => {
            operands.iter().for_each(|operand| theory_variables(&operand.term, visit));
        }
    }
}
