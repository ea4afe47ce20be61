//! Theory atoms: they are checked against the theories, and operators are applied to their operands.
//!
//! The check is final only when the program is complete, because a theory may come after its atoms.

use crate::ir::{Literal, Role, Term, TheoryAtom, TheoryElement, TheoryTerm};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::literal::lower_condition;
use crate::rewrite::lower::term::{constant, function, value};
use crate::rewrite::theory::built_in::{self, Position};
use crate::rewrite::theory::definitions::Use;
use crate::rewrite::theory::grammar::Grammar;
use crate::rewrite::theory::operators::{Operand, Operator, resolve};
use hamadryad_symbol::{Name, View};
use hamadryad_syntax::ast::{self, Sign, TermKind, TheoryTermKind};

/// The theory atom, if the theories allow it; auxiliary literals are added to `extra`.
pub(crate) fn theory_atom(
    builder: &mut Builder<'_, '_>,
    sign: Sign,
    atom: &ast::TheoryAtom,
    position: Position,
    extra: &mut Vec<Literal>,
) -> Option<TheoryAtom> {
    let (name, arguments) = theory_signature(builder, &atom.name);
    let theories = builder.context.theories;
    let key = (name, arguments.len() as u32);
    let operator = atom.guard.as_ref().map(|guard| guard.operator);
    builder.context.has_theory = true;
    let found = theories.look_up(builder.context.symbols, key, atom.name.span, position, operator);
    // Until the program is complete, a theory may be missing.
    let known = match found {
        Ok(known) => Some(known),
        Err(_) if builder.context.provisional => {
            builder.context.is_incomplete = true;
            None
        }
        Err(errors) => {
            report(builder, errors);
            return None;
        }
    };
    let is_directive = known.is_some_and(|known| known.is_directive);
    let role = match position {
        Position::Body => Role::Body,
        Position::Head { .. } if is_directive => Role::Directive,
        Position::Head { .. } if known.is_some_and(|known| known.is_built_in) => Role::BuiltIn,
        Position::Head { .. } => Role::Head,
    };
    if role == Role::BuiltIn {
        let symbols = &*builder.context.symbols;
        let mut found = built_in::wrong_elements(symbols, &atom.elements);
        found.extend(arguments.first().and_then(|term| built_in::wrong_argument(symbols, term)));
        if !found.is_empty() {
            report(builder, found);
            return None;
        }
    }
    let arguments = arguments.iter().map(|argument| match (&argument.node, role) {
        // A keyword of the built-in theory, even if a constant has its name.
        (TermKind::Symbol(symbol), Role::BuiltIn) => Term::Constant(*symbol),
        _ => value(builder, argument, extra),
    });
    let arguments = arguments.collect();
    let name = function(builder, name, arguments);
    let grammar = known.and_then(|Use { elements, .. }| elements);
    let elements = atom.elements.iter().map(|element| theory_element(builder, element, grammar)).collect();
    let guard = atom.guard.as_ref().map(|guard| {
        let grammar = known.and_then(|known| known.guard);
        (guard.operator.node, theory_term(builder, &guard.term, grammar, extra))
    });
    Some(TheoryAtom { sign, role, name, elements, guard })
}

fn theory_signature<'t>(builder: &mut Builder<'_, '_>, term: &'t ast::Term) -> (Name, &'t [ast::Term]) {
    match &term.node {
        TermKind::Function(name, arguments) => (*name, arguments),
        TermKind::Symbol(symbol) => match builder.context.symbols.view(*symbol) {
            View::Function { name, .. } => (name, &[]),
            _ => unreachable!("the parser takes only functions and constants for names"),
        },
        _ => unreachable!("the parser takes only functions and constants for names"),
    }
}

fn theory_element(
    builder: &mut Builder<'_, '_>,
    element: &ast::TheoryElement,
    grammar: Option<&Grammar>,
) -> TheoryElement {
    builder.scoped(|builder| {
        let mut condition = lower_condition(builder, &element.condition);
        let terms = element.tuple.iter();
        let tuple = terms.map(|term| theory_term(builder, term, grammar, &mut condition)).collect();
        TheoryElement { tuple, condition }
    })
}

fn theory_term(
    builder: &mut Builder<'_, '_>,
    term: &ast::TheoryTerm,
    grammar: Option<&Grammar>,
    extra: &mut Vec<Literal>,
) -> TheoryTerm {
    match &term.node {
        TheoryTermKind::Symbol(symbol) => TheoryTerm::Term(constant(builder, *symbol, extra)),
        TheoryTermKind::Variable(name) => TheoryTerm::Term(Term::Variable(builder.slot(*name, term.span))),
        TheoryTermKind::Function(name, terms) => {
            TheoryTerm::Function(*name, theory_terms(builder, terms, grammar, extra))
        }
        TheoryTermKind::Sequence(brackets, terms) => {
            TheoryTerm::Sequence(*brackets, theory_terms(builder, terms, grammar, extra))
        }
        TheoryTermKind::Operation(operands) => {
            let operands = operands.iter().enumerate();
            let operands = operands.map(|(position, part)| {
                let term = theory_term(builder, &part.term, grammar, extra);
                operand(builder, position == 0, part, term, grammar)
            });
            resolve(operands.collect())
        }
    }
}

fn theory_terms(
    builder: &mut Builder<'_, '_>,
    terms: &[ast::TheoryTerm],
    grammar: Option<&Grammar>,
    extra: &mut Vec<Literal>,
) -> Vec<TheoryTerm> {
    terms.iter().map(|term| theory_term(builder, term, grammar, extra)).collect()
}

/// The operand with its operators: all are unary except the operator that joins it with the operand before
/// it.
fn operand(
    builder: &mut Builder<'_, '_>,
    is_first: bool,
    operand: &ast::TheoryOperand,
    term: TheoryTerm,
    grammar: Option<&Grammar>,
) -> Operand {
    let mut operators = Vec::with_capacity(operand.operators.len());
    for (position, &operator) in operand.operators.iter().enumerate() {
        let is_unary = is_first || position > 0;
        let found = match grammar {
            Some(grammar) => grammar.operator(builder.context.symbols, operator, is_unary),
            None => Ok(Operator::unknown(operator.node, is_unary)),
        };
        operators.push(found.unwrap_or_else(|error| {
            report(builder, vec![error]);
            Operator::unknown(operator.node, is_unary)
        }));
    }
    (operators, term)
}

/// Reports errors, each once, when the program is complete.
fn report(builder: &mut Builder<'_, '_>, errors: Vec<hamadryad_syntax::Diagnostic>) {
    builder.context.is_incomplete = true;
    errors.into_iter().for_each(|error| builder.context.defer(error));
}
