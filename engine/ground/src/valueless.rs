//! Operations without a value, whatever the variables of their rule stand for.
//!
//! ```text
//! p(A) :- A+n = 1.      % where no `#const n` says that n is a number
//! ```
//!
//! Such a rule has no instance. If variables of it are unsafe, that is not what should be said of it: the rule may well be
//! safe once the constant is a number. clingo drops it as well, before it looks for unsafe variables.

use crate::ir::{Action, Literal, Rule, Term};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::Span;

/// The first operation without a value that the instances of the rule depend on.
pub(crate) fn operation(rule: &Rule, symbols: &Symbols) -> Option<Span> {
    let of_head = match &rule.action {
        Action::Derive(atom) => in_terms(&atom.arguments, symbols),
        Action::Show(term) => in_term(term, symbols),
        Action::Minimize { weight, priority, tuple, .. } => in_term(weight, symbols)
            .or_else(|| in_term(priority, symbols))
            .or_else(|| in_terms(tuple, symbols)),
        _ => None,
    };
    of_head.or_else(|| rule.body.iter().find_map(|literal| in_literal(literal, symbols)))
}

/// Elements and conditions are left out: what has no value there is dropped alone.
fn in_literal(literal: &Literal, symbols: &Symbols) -> Option<Span> {
    match literal {
        Literal::Predicate { atom, .. } => in_terms(&atom.arguments, symbols),
        Literal::Comparison { left, right, .. } => in_term(left, symbols).or_else(|| in_term(right, symbols)),
        Literal::Range { low, high, .. } => in_term(low, symbols).or_else(|| in_term(high, symbols)),
        Literal::Call { arguments, .. } => in_terms(arguments, symbols),
        Literal::Aggregate(aggregate) => {
            aggregate.guards.iter().find_map(|(_, guard)| in_term(guard, symbols))
        }
        Literal::Conditional(_) | Literal::Theory(_) | Literal::Never => None,
    }
}

fn in_terms(terms: &[Term], symbols: &Symbols) -> Option<Span> {
    terms.iter().find_map(|term| in_term(term, symbols))
}

fn in_term(term: &Term, symbols: &Symbols) -> Option<Span> {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => None,
        Term::Unary(_, operand, span) | Term::Absolute(operand, span) => {
            in_term(operand, symbols).or_else(|| is_no_number(operand, symbols).then_some(*span))
        }
        Term::Binary(_, operands, span) => {
            let (left, right) = &**operands;
            // Operations on two numbers are folded if they have a value.
            let folds = |term: &Term| matches!(term, Term::Constant(_));
            let has_none =
                is_no_number(left, symbols) || is_no_number(right, symbols) || folds(left) && folds(right);
            in_term(left, symbols).or_else(|| in_term(right, symbols)).or_else(|| has_none.then_some(*span))
        }
        Term::Function { arguments, .. } => in_terms(arguments, symbols),
    }
}

fn is_no_number(term: &Term, symbols: &Symbols) -> bool {
    match term {
        Term::Constant(symbol) => symbols.as_number(*symbol).is_none(),
        Term::Function { .. } => true,
        _ => false,
    }
}
