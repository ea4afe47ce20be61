//! Literals of bodies and conditions: atoms and comparisons.
//!
//! ```text
//! p(X*Y), X = 1..3     -->     p(#2), #2 = #0*#1, #0 = 1..3
//! ```

use crate::atoms::domain::PredicateId;
use crate::ir::{Atom, Literal, Term};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::term::{lower_term, note_interval, pattern, side, value};
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Signature, View};
use hamadryad_syntax::ast::{self, Relation, Sign, TermKind, UnaryOperator};
use hamadryad_syntax::{Compat, Span};

/// The signature and the arguments of an atom.
pub(crate) fn predicate<'t>(
    builder: &mut Builder<'_, '_>,
    term: &'t ast::Term,
) -> (PredicateId, &'t [ast::Term]) {
    let (mut positive, mut inner) = (true, term);
    while let TermKind::Unary(UnaryOperator::Minus, operand) = &inner.node {
        (positive, inner) = (!positive, operand);
    }
    let (name, arguments) = match &inner.node {
        TermKind::Function(name, arguments) => (*name, arguments.as_slice()),
        TermKind::Symbol(symbol) => match builder.context.symbols.view(*symbol) {
            View::Function { name, positive: sign, .. } => {
                positive ^= !sign;
                (name, [].as_slice())
            }
            _ => unreachable!("the parser takes only functions and constants for atoms"),
        },
        _ => unreachable!("the parser takes only functions and constants for atoms"),
    };
    let signature = Signature { name, arity: arguments.len() as u32, positive };
    (builder.context.base.predicate(signature), arguments)
}

pub(crate) fn head_atom(builder: &mut Builder<'_, '_>, term: &ast::Term, extra: &mut Vec<Literal>) -> Atom {
    let (predicate, arguments) = predicate(builder, term);
    let arguments = arguments.iter().map(|argument| value(builder, argument, extra)).collect();
    Atom { predicate, arguments, span: term.span }
}

/// The atom of a directive: it is matched like an atom of the body, so that it binds variables.
pub(crate) fn matched_atom(
    builder: &mut Builder<'_, '_>,
    term: &ast::Term,
    literals: &mut Vec<Literal>,
) -> Atom {
    let (predicate, arguments) = predicate(builder, term);
    let arguments = arguments.iter().map(|argument| pattern(builder, argument, false, literals)).collect();
    let atom = Atom { predicate, arguments, span: term.span };
    literals.push(Literal::Predicate {
        sign: Sign::None,
        atom: atom.clone(),
        occurrence: builder.occurrence(),
    });
    atom
}

pub(crate) fn lower_literal(
    builder: &mut Builder<'_, '_>,
    literal: &ast::Literal,
    anonymous: bool,
    literals: &mut Vec<Literal>,
) {
    match &literal.node.atom {
        ast::Atom::Boolean(true) => {}
        ast::Atom::Boolean(false) => literals.push(Literal::Never),
        ast::Atom::Comparison(first, rest) => lower_comparison(builder, first, rest, literals),
        ast::Atom::Predicate(term) => {
            let sign = literal.node.sign;
            let (predicate, arguments) = predicate(builder, term);
            let mut extra = Vec::new();
            // In clingo 6, `_` under `not` is a variable, which no literal binds.
            let anonymous = anonymous && (sign == Sign::None || builder.context.compat == Compat::Five);
            let arguments: Vec<Term> = match sign {
                Sign::None => arguments.iter().map(|t| pattern(builder, t, anonymous, &mut extra)).collect(),
                _ => arguments.iter().map(|t| lower_term(builder, t, anonymous, &mut extra)).collect(),
            };
            let mut atom = Atom { predicate, arguments, span: term.span };
            if sign != Sign::None && atom.arguments.iter().any(Term::has_anonymous) {
                atom = builder.context.projections.project(builder.context.base, atom);
            }
            literals.push(Literal::Predicate { sign, atom, occurrence: builder.occurrence() });
            literals.append(&mut extra);
        }
    }
}

pub(crate) fn lower_comparison(
    builder: &mut Builder<'_, '_>,
    first: &ast::Term,
    rest: &[(Relation, ast::Term)],
    literals: &mut Vec<Literal>,
) {
    if let [(Relation::Equal, second)] = rest {
        match (&first.node, &second.node) {
            (_, TermKind::Interval(low, high)) => {
                return lower_range(builder, first, low, high, second.span, literals);
            }
            (TermKind::Interval(low, high), _) => {
                return lower_range(builder, second, low, high, first.span, literals);
            }
            _ => {}
        }
    }
    let mut left = side(builder, first, literals);
    for (relation, right) in rest {
        let right = side(builder, right, literals);
        literals.push(Literal::Comparison { relation: *relation, left, right: right.clone() });
        left = right;
    }
}

pub(crate) fn lower_range(
    builder: &mut Builder<'_, '_>,
    matched: &ast::Term,
    low: &ast::Term,
    high: &ast::Term,
    span: Span,
    literals: &mut Vec<Literal>,
) {
    let (low, high) = (value(builder, low, literals), value(builder, high, literals));
    let pattern = pattern(builder, matched, false, literals);
    if undefined_terms::is_no_number(&pattern, builder.context.symbols) {
        // No interval contains the term, so an undefined interval is no reason for a warning.
        literals.push(Literal::Never);
    } else {
        note_interval(builder, &low, &high, span);
    }
    literals.push(Literal::Range { pattern, low, high, span });
}

pub(crate) fn lower_condition(builder: &mut Builder<'_, '_>, condition: &[ast::Literal]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for literal in condition {
        lower_literal(builder, literal, true, &mut literals);
    }
    literals
}
