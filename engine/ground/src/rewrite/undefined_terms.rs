//! Undefined terms: operations without a value for all values of their variables.
//!
//! ```text
//! p(A) :- A+n = 1.      % without a `#const n` that makes n a number
//! ```
//!
//! A rule with such an operation has no instance. An error about its unsafe variables would be misleading,
//! because the rule may be safe as soon as the constant is a number. clingo drops the rule as well, before it
//! looks for unsafe variables. Elements and conditions with such an operation are dropped likewise. Dropped
//! parts derive no atom, and cause no warning about undefined atoms, because the operation is the mistake.

use crate::ir::{Action, Aggregate, Element, Literal, Rule, Term};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::BinaryOperator;

/// The first undefined operation that all instances of the rule evaluate.
pub(crate) fn operation(rule: &Rule, symbols: &Symbols) -> Option<Span> {
    let of_head = match &rule.action {
        Action::Derive(atom) => in_terms(&atom.arguments, symbols),
        Action::Show(term) => in_term(term, symbols),
        Action::Minimize { weight, priority, tuple, .. } => in_term(weight, symbols)
            .or_else(|| in_term(priority, symbols))
            .or_else(|| in_terms(tuple, symbols)),
        Action::External(atom, value) => {
            in_terms(&atom.arguments, symbols).or_else(|| in_term(value, symbols))
        }
        Action::Heuristic { bias, priority, modifier, .. } => {
            [bias, modifier].into_iter().chain(priority).find_map(|term| in_term(term, symbols))
        }
        Action::Connect(from, to) => in_term(from, symbols).or_else(|| in_term(to, symbols)),
        Action::Bound(aggregate) => in_guards(aggregate, symbols),
        _ => None,
    };
    of_head.or_else(|| in_literals(&rule.body, symbols))
}

/// Removes the elements and conditional literals without an instance. Returns whether the rule itself may
/// have an instance.
pub(crate) fn prune(rule: &mut Rule, symbols: &Symbols) -> bool {
    if operation(rule, symbols).is_some() {
        return false;
    }
    let never_holds = |literals: &[Literal]| in_literals(literals, symbols).is_some();
    let prune_elements = |elements: &mut Vec<Element>| elements.retain(|element| !is_void(element, symbols));
    rule.body.retain_mut(|literal| {
        match literal {
            Literal::Aggregate(aggregate) => prune_elements(&mut aggregate.elements),
            Literal::Theory(theory) => theory.elements.retain(|element| !never_holds(&element.condition)),
            // A conditional literal without an instance of its condition is true.
            Literal::Conditional(conditional) => return !never_holds(&conditional.condition),
            _ => {}
        }
        true
    });
    match &mut rule.action {
        Action::Choose(elements) => elements.retain(|element| {
            let tuple = element.tuple.iter().flat_map(|tuple| &tuple.terms);
            let mut terms = element.atom.arguments.iter().chain(tuple);
            !never_holds(&element.condition) && terms.all(|term| in_term(term, symbols).is_none())
        }),
        Action::Bound(aggregate) => prune_elements(&mut aggregate.elements),
        Action::Disjoin(disjuncts) => disjuncts.retain(|disjunct| !never_holds(&disjunct.condition)),
        Action::Theory(theory) => theory.elements.retain(|element| !never_holds(&element.condition)),
        _ => {}
    }
    true
}

/// Whether the element has no instance.
pub(crate) fn is_void(element: &Element, symbols: &Symbols) -> bool {
    in_literals(&element.condition, symbols).or_else(|| in_terms(&element.tuple, symbols)).is_some()
}

fn in_literals(literals: &[Literal], symbols: &Symbols) -> Option<Span> {
    literals.iter().find_map(|literal| in_literal(literal, symbols))
}

/// Elements and conditions are skipped, because an undefined term there drops only its element or condition.
fn in_literal(literal: &Literal, symbols: &Symbols) -> Option<Span> {
    match literal {
        Literal::Predicate { atom, .. } => in_terms(&atom.arguments, symbols),
        Literal::Comparison { left, right, .. } => in_term(left, symbols).or_else(|| in_term(right, symbols)),
        Literal::Range { low, high, .. } => in_term(low, symbols).or_else(|| in_term(high, symbols)),
        Literal::Call { arguments, .. } => in_terms(arguments, symbols),
        Literal::Aggregate(aggregate) => in_guards(aggregate, symbols),
        Literal::Conditional(_) | Literal::Theory(_) | Literal::Never => None,
    }
}

fn in_guards(aggregate: &Aggregate, symbols: &Symbols) -> Option<Span> {
    aggregate.guards.iter().find_map(|(_, guard)| in_term(guard, symbols))
}

/// The first undefined operation in the terms.
pub(crate) fn in_terms(terms: &[Term], symbols: &Symbols) -> Option<Span> {
    terms.iter().find_map(|term| in_term(term, symbols))
}

fn in_term(term: &Term, symbols: &Symbols) -> Option<Span> {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => None,
        Term::Unary(_, operand, span) | Term::Absolute(operand, span) => {
            in_term(operand, symbols).or_else(|| is_no_number(operand, symbols).then_some(*span))
        }
        Term::Binary(operator, operands, span) => {
            let (left, right) = &**operands;
            // Operations on two numbers are folded if they have a value.
            let folds = |term: &Term| matches!(term, Term::Constant(_));
            let has_none = is_no_number(left, symbols)
                || is_no_number(right, symbols)
                || folds(left) && folds(right)
                || divides_by_zero(*operator, right, symbols);
            in_term(left, symbols).or_else(|| in_term(right, symbols)).or_else(|| has_none.then_some(*span))
        }
        Term::Function { arguments, .. } => in_terms(arguments, symbols),
    }
}

/// Whether the operation is a division by the number 0.
pub(crate) fn divides_by_zero(operator: BinaryOperator, divisor: &Term, symbols: &Symbols) -> bool {
    let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
    divides && matches!(divisor, Term::Constant(symbol) if symbols.as_number(*symbol) == Some(0))
}

/// Whether the term has a value that is not a number.
pub(crate) fn is_no_number(term: &Term, symbols: &Symbols) -> bool {
    match term {
        Term::Constant(symbol) => symbols.as_number(*symbol).is_none(),
        Term::Function { .. } => true,
        _ => false,
    }
}
