//! Terms: constants and parameters are put in, intervals and what cannot be matched become variables.

use super::builder::Builder;
use crate::instantiate::arithmetic::{self, Outcome};
use crate::ir::{Literal, Slot, Term};
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Name, Symbol, View};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, BinaryOperator, Relation, TermKind, UnaryOperator};

impl Builder<'_, '_> {
    /// The term where its value is asked for; auxiliary literals go to `extra`.
    pub(crate) fn value(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
        self.term(term, false, extra)
    }

    /// The term where it is matched: arithmetic that cannot be solved is computed aside.
    pub(crate) fn pattern(&mut self, term: &ast::Term, anonymous: bool, extra: &mut Vec<Literal>) -> Term {
        let value = self.term(term, anonymous, extra);
        self.matchable(value, term.span, extra)
    }

    /// The side of an equation: like a pattern, but arithmetic on top may stay, for it can be computed.
    pub(crate) fn side(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
        match self.value(term, extra) {
            value @ Term::Function { .. } => self.matchable(value, term.span, extra),
            value => value,
        }
    }

    pub(crate) fn matchable(&mut self, term: Term, span: Span, extra: &mut Vec<Literal>) -> Term {
        match term {
            Term::Function { name, positive, arguments } => {
                let arguments = arguments.into_iter().map(|t| self.matchable(t, span, extra)).collect();
                Term::Function { name, positive, arguments }
            }
            term if term.is_pattern() => term,
            term => {
                let slot = self.fresh(None, span);
                let left = Term::Variable(slot);
                extra.push(Literal::Comparison { relation: Relation::Equal, left, right: term });
                Term::Variable(slot)
            }
        }
    }

    pub(crate) fn term(&mut self, term: &ast::Term, anonymous: bool, extra: &mut Vec<Literal>) -> Term {
        let span = term.span;
        match &term.node {
            TermKind::Symbol(symbol) => self.constant(*symbol, extra),
            TermKind::Variable(name) => Term::Variable(self.slot(*name, span)),
            TermKind::Anonymous if anonymous => Term::Anonymous,
            TermKind::Anonymous => {
                let name = self.context.symbols.name("_");
                Term::Variable(self.fresh(Some(name), span))
            }
            TermKind::Unary(operator, operand) => {
                let operand = self.value(operand, extra);
                self.unary(*operator, operand, span)
            }
            TermKind::Absolute(operand) => {
                let operand = self.value(operand, extra);
                match self.number(&operand) {
                    Some(number) => self.folded(arithmetic::absolute(number), span),
                    None => {
                        self.note_undefined(&[&operand], span);
                        Term::Absolute(Box::new(operand), span)
                    }
                }
            }
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, extra), self.value(right, extra));
                self.binary(*operator, left, right, span)
            }
            TermKind::Interval(low, high) => {
                let (low, high) = (self.value(low, extra), self.value(high, extra));
                self.note_interval(&low, &high, span);
                let slot = self.fresh(None, span);
                extra.push(Literal::Range { pattern: Term::Variable(slot), low, high, span });
                Term::Variable(slot)
            }
            TermKind::Function(name, arguments) => {
                let arguments: Vec<Term> =
                    arguments.iter().map(|argument| self.term(argument, anonymous, extra)).collect();
                self.function(*name, arguments)
            }
            TermKind::External(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.value(argument, extra)).collect();
                let slot = self.fresh(None, span);
                extra.push(Literal::Call { pattern: Term::Variable(slot), name: *name, arguments, span });
                Term::Variable(slot)
            }
            TermKind::Pool(_) => unreachable!("pools are taken apart before"),
        }
    }

    pub(crate) fn constant(&mut self, symbol: Symbol, extra: &mut Vec<Literal>) -> Term {
        if let View::Function { name, arguments: [], positive: true } = self.context.symbols.view(symbol) {
            let constants = self.context.constants;
            if let Some(value) = constants.value(name) {
                return Term::Constant(value);
            }
            if let Some(term) = constants.term(name)
                && !self.context.open_constants.contains(&name)
            {
                self.context.open_constants.push(name);
                let term = self.value(term, extra);
                self.context.open_constants.pop();
                return term;
            }
            if let Some(slot) = self.context.parameters.iter().position(|&parameter| parameter == name) {
                return Term::Variable(slot);
            }
        }
        Term::Constant(symbol)
    }

    pub(crate) fn function(&mut self, name: Name, arguments: Vec<Term>) -> Term {
        let constants: Option<Vec<Symbol>> = arguments
            .iter()
            .map(|argument| if let Term::Constant(symbol) = argument { Some(*symbol) } else { None })
            .collect();
        match constants {
            Some(constants) => Term::Constant(self.context.symbols.function_named(name, &constants, true)),
            None => Term::Function { name, positive: true, arguments },
        }
    }

    pub(crate) fn number_term(&mut self, value: i32) -> Term {
        Term::Constant(self.context.symbols.number(value))
    }

    pub(crate) fn number(&mut self, term: &Term) -> Option<i32> {
        let Term::Constant(symbol) = term else { return None };
        let symbols = &self.context.symbols;
        if let Some(number) = symbols.as_number(*symbol) {
            return Some(number);
        }
        let identifier = matches!(symbols.view(*symbol), View::Function { arguments: [], .. });
        let stands_in = self.context.provisional && identifier;
        self.context.guessed |= stands_in;
        stands_in.then_some(2)
    }

    /// The value of an operation on numbers that is always defined.
    fn folded(&mut self, outcome: Outcome, span: Span) -> Term {
        // An overflow that has no value is an error already.
        let value = self.context.result(outcome, span).unwrap_or_default();
        self.number_term(value)
    }

    pub(crate) fn unary(&mut self, operator: UnaryOperator, operand: Term, span: Span) -> Term {
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
                if self.context.symbols.as_number(symbol).is_none() =>
            {
                match self.context.symbols.negate(symbol) {
                    Some(negated) => Term::Constant(negated),
                    None => {
                        let operand = Term::Constant(symbol);
                        self.note_undefined(&[&operand], span);
                        Term::Unary(operator, Box::new(operand), span)
                    }
                }
            }
            (operator, operand) => match self.number(&operand) {
                Some(number) => self.folded(arithmetic::unary(operator, number), span),
                None => {
                    self.note_undefined(&[&operand], span);
                    Term::Unary(operator, Box::new(operand), span)
                }
            },
        }
    }

    /// Warns of an operation that has no value, whatever its variables stand for.
    fn note_undefined(&mut self, operands: &[&Term], span: Span) {
        if operands.iter().any(|operand| undefined_terms::is_no_number(operand, self.context.symbols)) {
            self.context.warn_of_operation(span, "operation undefined");
        }
    }

    /// Warns of an interval without variables that has no value.
    pub(crate) fn note_interval(&mut self, low: &Term, high: &Term, span: Span) {
        let symbols = &self.context.symbols;
        if low.is_ground()
            && high.is_ground()
            && [low, high].iter().any(|bound| undefined_terms::is_no_number(bound, symbols))
        {
            self.context.warn_of_operation(span, "interval undefined");
        }
    }

    pub(crate) fn binary(&mut self, operator: BinaryOperator, left: Term, right: Term, span: Span) -> Term {
        let numbers = (self.number(&left), self.number(&right));
        if let (Some(a), Some(b)) = numbers {
            let outcome = arithmetic::binary(self.context.compat, operator, a, b);
            if let Some(value) = self.context.result(outcome, span) {
                return self.number_term(value);
            }
            if outcome == Outcome::Undefined {
                self.context.warn_of_operation(span, "operation undefined");
            }
        }
        self.note_undefined(&[&left, &right], span);
        if undefined_terms::divides_by_zero(operator, &right, self.context.symbols) {
            self.context.warn_of_operation(span, "operation undefined");
        }
        match linear(operator, &left, &right, numbers) {
            Some((slot, factor, offset)) => Term::Linear { slot, factor, offset, span },
            None => Term::Binary(operator, Box::new((left, right)), span),
        }
    }
}

/// The term as `factor * variable + offset`, if it is one with numbers that do not overflow.
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
