//! Terms: constants and parameters are replaced; intervals and terms that cannot be matched become variables.
//!
//! ```text
//! n+1  with #const n = 2     3              X+2*3     Linear, X+6
//! 1..X                       #1 = 1..X      X*Y in a pattern     #1 = X*Y
//! ```
//!
//! Invariant: operations on two numbers are folded, unless they have no value; these are reported here,
//! because the join may never reach them.

use crate::arithmetic::{self, Outcome};
use crate::ir::{Literal, Slot, Term};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Name, Symbol, View};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, BinaryOperator, Relation, TermKind, UnaryOperator};

/// The term in a place that needs its value; auxiliary literals are added to `extra`.
pub(crate) fn value(builder: &mut Builder<'_, '_>, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
    lower_term(builder, term, false, extra)
}

/// The term in a place where it is matched: arithmetic that cannot be solved is computed by an auxiliary
/// literal.
pub(crate) fn pattern(
    builder: &mut Builder<'_, '_>,
    term: &ast::Term,
    anonymous: bool,
    extra: &mut Vec<Literal>,
) -> Term {
    let value = lower_term(builder, term, anonymous, extra);
    matchable(builder, value, term.span, extra)
}

/// A side of an equation: it is like a pattern, but may be an arithmetic term, which can be computed.
pub(crate) fn side(builder: &mut Builder<'_, '_>, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
    match value(builder, term, extra) {
        value @ Term::Function { .. } => matchable(builder, value, term.span, extra),
        value => value,
    }
}

pub(crate) fn matchable(
    builder: &mut Builder<'_, '_>,
    term: Term,
    span: Span,
    extra: &mut Vec<Literal>,
) -> Term {
    match term {
        Term::Function { name, positive, arguments } => {
            let arguments = arguments.into_iter().map(|t| matchable(builder, t, span, extra)).collect();
            Term::Function { name, positive, arguments }
        }
        term if term.is_pattern() => term,
        term => {
            let slot = builder.fresh(None, span);
            let left = Term::Variable(slot);
            extra.push(Literal::Comparison { relation: Relation::Equal, left, right: term });
            Term::Variable(slot)
        }
    }
}

pub(crate) fn lower_term(
    builder: &mut Builder<'_, '_>,
    term: &ast::Term,
    anonymous: bool,
    extra: &mut Vec<Literal>,
) -> Term {
    let span = term.span;
    match &term.node {
        TermKind::Symbol(symbol) => constant(builder, *symbol, extra),
        TermKind::Variable(name) => Term::Variable(builder.slot(*name, span)),
        TermKind::Anonymous if anonymous => Term::Anonymous,
        TermKind::Anonymous => {
            let name = builder.context.symbols.name("_");
            Term::Variable(builder.fresh(Some(name), span))
        }
        TermKind::Unary(operator, operand) => {
            let operand = value(builder, operand, extra);
            unary(builder, *operator, operand, span)
        }
        TermKind::Absolute(operand) => {
            let operand = value(builder, operand, extra);
            match number(builder, &operand) {
                Some(number) => folded(builder, arithmetic::absolute(number), span),
                None => {
                    note_undefined(builder, &[&operand], span);
                    Term::Absolute(Box::new(operand), span)
                }
            }
        }
        TermKind::Binary(operator, left, right) => {
            let (left, right) = (value(builder, left, extra), value(builder, right, extra));
            binary(builder, *operator, left, right, span)
        }
        TermKind::Interval(low, high) => {
            let (low, high) = (value(builder, low, extra), value(builder, high, extra));
            note_interval(builder, &low, &high, span);
            let slot = builder.fresh(None, span);
            extra.push(Literal::Range { pattern: Term::Variable(slot), low, high, span });
            Term::Variable(slot)
        }
        TermKind::Function(name, arguments) => {
            let arguments: Vec<Term> =
                arguments.iter().map(|argument| lower_term(builder, argument, anonymous, extra)).collect();
            function(builder, *name, arguments)
        }
        TermKind::External(name, arguments) => {
            let arguments = arguments.iter().map(|argument| value(builder, argument, extra)).collect();
            let slot = builder.fresh(None, span);
            extra.push(Literal::Call { pattern: Term::Variable(slot), name: *name, arguments, span });
            Term::Variable(slot)
        }
        TermKind::Pool(_) => unreachable!("pools are taken apart before"),
    }
}

pub(crate) fn constant(builder: &mut Builder<'_, '_>, symbol: Symbol, extra: &mut Vec<Literal>) -> Term {
    if let View::Function { name, arguments: [], positive: true } = builder.context.symbols.view(symbol) {
        let constants = builder.context.constants;
        builder.context.identifiers.insert(name);
        if let Some(value) = constants.value(name) {
            return Term::Constant(value);
        }
        if let Some(term) = constants.term(name)
            && !builder.context.open_constants.contains(&name)
        {
            builder.context.open_constants.push(name);
            let term = value(builder, term, extra);
            builder.context.open_constants.pop();
            return term;
        }
        if let Some(slot) = builder.context.parameters.iter().position(|&parameter| parameter == name) {
            return Term::Variable(slot);
        }
    }
    Term::Constant(symbol)
}

pub(crate) fn function(builder: &mut Builder<'_, '_>, name: Name, arguments: Vec<Term>) -> Term {
    let constants: Option<Vec<Symbol>> = arguments
        .iter()
        .map(|argument| if let Term::Constant(symbol) = argument { Some(*symbol) } else { None })
        .collect();
    match constants {
        Some(constants) => Term::Constant(builder.context.symbols.function_named(name, &constants, true)),
        None => Term::Function { name, positive: true, arguments },
    }
}

pub(crate) fn number_term(builder: &mut Builder<'_, '_>, value: i32) -> Term {
    Term::Constant(builder.context.symbols.number(value))
}

pub(crate) fn number(builder: &mut Builder<'_, '_>, term: &Term) -> Option<i32> {
    let Term::Constant(symbol) = term else { return None };
    let symbols = &builder.context.symbols;
    if let Some(number) = symbols.as_number(*symbol) {
        return Some(number);
    }
    let identifier = matches!(symbols.view(*symbol), View::Function { arguments: [], .. });
    let stands_in = builder.context.provisional && identifier;
    builder.context.guessed |= stands_in;
    stands_in.then_some(2)
}

/// The value of an operation on numbers that is always defined.
fn folded(builder: &mut Builder<'_, '_>, outcome: Outcome, span: Span) -> Term {
    // An overflow without a value is an error already.
    let value = builder.context.result(outcome, span).unwrap_or_default();
    number_term(builder, value)
}

pub(crate) fn unary(
    builder: &mut Builder<'_, '_>,
    operator: UnaryOperator,
    operand: Term,
    span: Span,
) -> Term {
    match (operator, operand) {
        (UnaryOperator::Minus, Term::Function { name, positive, arguments }) => {
            Term::Function { name, positive: !positive, arguments }
        }
        (UnaryOperator::Minus, Term::Linear { slot, factor, offset, span })
            if factor != i32::MIN && offset != i32::MIN =>
        {
            Term::Linear { slot, factor: -factor, offset: -offset, span }
        }
        (UnaryOperator::Minus, Term::Constant(symbol))
            if builder.context.symbols.as_number(symbol).is_none() =>
        {
            match builder.context.symbols.negate(symbol) {
                Some(negated) => Term::Constant(negated),
                None => {
                    let operand = Term::Constant(symbol);
                    note_undefined(builder, &[&operand], span);
                    Term::Unary(operator, Box::new(operand), span)
                }
            }
        }
        (operator, operand) => match number(builder, &operand) {
            Some(number) => folded(builder, arithmetic::unary(operator, number), span),
            None => {
                note_undefined(builder, &[&operand], span);
                Term::Unary(operator, Box::new(operand), span)
            }
        },
    }
}

/// Warns of an operation without a value for all values of its variables.
fn note_undefined(builder: &mut Builder<'_, '_>, operands: &[&Term], span: Span) {
    if operands.iter().any(|operand| undefined_terms::is_no_number(operand, builder.context.symbols)) {
        builder.context.warn_of_operation(span, "operation undefined");
    }
}

/// Warns of an interval without variables and without values.
pub(crate) fn note_interval(builder: &mut Builder<'_, '_>, low: &Term, high: &Term, span: Span) {
    let symbols = &builder.context.symbols;
    if low.is_ground()
        && high.is_ground()
        && [low, high].iter().any(|bound| undefined_terms::is_no_number(bound, symbols))
    {
        builder.context.warn_of_operation(span, "interval undefined");
    }
}

pub(crate) fn binary(
    builder: &mut Builder<'_, '_>,
    operator: BinaryOperator,
    left: Term,
    right: Term,
    span: Span,
) -> Term {
    let numbers = (number(builder, &left), number(builder, &right));
    if let (Some(a), Some(b)) = numbers {
        let outcome = arithmetic::binary(builder.context.compat, operator, a, b);
        if let Some(value) = builder.context.result(outcome, span) {
            return number_term(builder, value);
        }
        if outcome == Outcome::Undefined {
            builder.context.warn_of_operation(span, "operation undefined");
        }
    }
    note_undefined(builder, &[&left, &right], span);
    if undefined_terms::divides_by_zero(operator, &right, builder.context.symbols) {
        builder.context.warn_of_operation(span, "operation undefined");
    }
    match linear(operator, &left, &right, numbers) {
        Some((slot, factor, offset)) => Term::Linear { slot, factor, offset, span },
        None => Term::Binary(operator, Box::new((left, right)), span),
    }
}

/// The term as `factor * variable + offset`, if it has this form with numbers of 32 bits.
fn linear(
    operator: BinaryOperator,
    left: &Term,
    right: &Term,
    numbers: (Option<i32>, Option<i32>),
) -> Option<(Slot, i32, i32)> {
    let parts = |term: &Term| match term {
        Term::Variable(slot) => Some((*slot, 1, 0)),
        Term::Linear { slot, factor, offset, .. } => Some((*slot, *factor, *offset)),
        Term::Unary(UnaryOperator::Minus, operand, _) => match **operand {
            Term::Variable(slot) => Some((slot, -1, 0)),
            _ => None,
        },
        _ => None,
    };
    let (slot, factor, offset) = match (operator, numbers) {
        (BinaryOperator::Add, (None, Some(n))) => parts(left).map(|(s, f, o)| (s, Some(f), o.checked_add(n))),
        (BinaryOperator::Add, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, Some(f), o.checked_add(n)))
        }
        (BinaryOperator::Subtract, (None, Some(n))) => {
            parts(left).map(|(s, f, o)| (s, Some(f), o.checked_sub(n)))
        }
        (BinaryOperator::Subtract, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, f.checked_neg(), n.checked_sub(o)))
        }
        (BinaryOperator::Multiply, (None, Some(n))) => {
            parts(left).map(|(s, f, o)| (s, f.checked_mul(n), o.checked_mul(n)))
        }
        (BinaryOperator::Multiply, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, f.checked_mul(n), o.checked_mul(n)))
        }
        _ => None,
    }?;
    match (factor?, offset?) {
        (0, _) => None,
        (factor, offset) => Some((slot, factor, offset)),
    }
}
