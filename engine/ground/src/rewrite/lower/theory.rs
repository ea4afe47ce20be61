//! Theory atoms: they are checked against the theories, and their operators get their operands.

use super::builder::Builder;
use crate::ir::{Literal, Term};
use crate::statement::theory::{
    self, Grammar, Operand, Position, Role, TheoryAtom, TheoryElement, TheoryTerm, Use,
};
use hamadryad_symbol::{Name, View};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, Sign, TermKind, TheoryTermKind};

impl Builder<'_, '_> {
    /// Declares the variables of a theory atom that are not local to its elements.
    pub(crate) fn declare_theory(&mut self, atom: &ast::TheoryAtom) {
        self.declare(&atom.name);
        let mut seen = Vec::new();
        if let Some(guard) = &atom.guard {
            theory_variables(&guard.term, &mut |name, span| seen.push((name, span)));
        }
        for (name, span) in seen {
            self.slot(name, span);
        }
    }

    /// The theory atom, where the theories allow it; auxiliary literals go to `extra`.
    pub(crate) fn theory_atom(
        &mut self,
        sign: Sign,
        atom: &ast::TheoryAtom,
        position: Position,
        extra: &mut Vec<Literal>,
    ) -> Option<TheoryAtom> {
        let (name, arguments) = self.theory_signature(&atom.name);
        let theories = self.context.theories;
        let key = (name, arguments.len() as u32);
        let operator = atom.guard.as_ref().map(|guard| guard.operator);
        let found = theories.look_up(self.context.symbols, key, atom.name.span, position, operator);
        // While texts are added, a theory may still be missing.
        let known = match found {
            Ok(known) => Some(known),
            Err(_) if self.context.provisional => None,
            Err(errors) => {
                self.report(errors);
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
            let symbols = &*self.context.symbols;
            let mut found = theory::built_in::wrong_elements(symbols, &atom.elements);
            found.extend(arguments.first().and_then(|term| theory::built_in::wrong_argument(symbols, term)));
            if !found.is_empty() {
                self.report(found);
                return None;
            }
        }
        let arguments = arguments.iter().map(|argument| match (&argument.node, role) {
            // A word of the engine's, whatever constants the program has.
            (TermKind::Symbol(symbol), Role::BuiltIn) => Term::Constant(*symbol),
            _ => self.value(argument, extra),
        });
        let arguments = arguments.collect();
        let name = self.function(name, arguments);
        let grammar = known.and_then(|Use { elements, .. }| elements);
        let elements = atom.elements.iter().map(|element| self.theory_element(element, grammar)).collect();
        let guard = atom.guard.as_ref().map(|guard| {
            let grammar = known.and_then(|known| known.guard);
            (guard.operator.node, self.theory_term(&guard.term, grammar, extra))
        });
        Some(TheoryAtom { sign, role, name, elements, guard })
    }

    fn theory_signature<'t>(&mut self, term: &'t ast::Term) -> (Name, &'t [ast::Term]) {
        match &term.node {
            TermKind::Function(name, arguments) => (*name, arguments),
            TermKind::Symbol(symbol) => match self.context.symbols.view(*symbol) {
                View::Function { name, .. } => (name, &[]),
                _ => unreachable!("the parser takes only functions and constants for names"),
            },
            _ => unreachable!("the parser takes only functions and constants for names"),
        }
    }

    fn theory_element(&mut self, element: &ast::TheoryElement, grammar: Option<&Grammar>) -> TheoryElement {
        self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let terms = element.tuple.iter();
            let tuple = terms.map(|term| builder.theory_term(term, grammar, &mut condition)).collect();
            TheoryElement { tuple, condition }
        })
    }

    fn theory_term(
        &mut self,
        term: &ast::TheoryTerm,
        grammar: Option<&Grammar>,
        extra: &mut Vec<Literal>,
    ) -> TheoryTerm {
        match &term.node {
            TheoryTermKind::Symbol(symbol) => TheoryTerm::Term(self.constant(*symbol, extra)),
            TheoryTermKind::Variable(name) => TheoryTerm::Term(Term::Variable(self.slot(*name, term.span))),
            TheoryTermKind::Function(name, terms) => {
                TheoryTerm::Function(*name, self.theory_terms(terms, grammar, extra))
            }
            TheoryTermKind::Sequence(brackets, terms) => {
                TheoryTerm::Sequence(*brackets, self.theory_terms(terms, grammar, extra))
            }
            TheoryTermKind::Operation(operands) => {
                let operands = operands.iter().enumerate();
                let operands = operands.map(|(position, operand)| {
                    let term = self.theory_term(&operand.term, grammar, extra);
                    self.operand(position == 0, operand, term, grammar)
                });
                theory::resolve(operands.collect())
            }
        }
    }

    fn theory_terms(
        &mut self,
        terms: &[ast::TheoryTerm],
        grammar: Option<&Grammar>,
        extra: &mut Vec<Literal>,
    ) -> Vec<TheoryTerm> {
        terms.iter().map(|term| self.theory_term(term, grammar, extra)).collect()
    }

    /// The operand with its operators: all are unary but the one that joins it with what is before.
    fn operand(
        &mut self,
        is_first: bool,
        operand: &ast::TheoryOperand,
        term: TheoryTerm,
        grammar: Option<&Grammar>,
    ) -> Operand {
        let mut operators = Vec::with_capacity(operand.operators.len());
        for (position, &operator) in operand.operators.iter().enumerate() {
            let is_unary = is_first || position > 0;
            let found = match grammar {
                Some(grammar) => grammar.operator(self.context.symbols, operator, is_unary),
                None => Ok(theory::Operator::unknown(operator.node, is_unary)),
            };
            operators.push(found.unwrap_or_else(|error| {
                self.report(vec![error]);
                theory::Operator::unknown(operator.node, is_unary)
            }));
        }
        (operators, term)
    }

    /// Reports errors, each once, when the program is complete.
    fn report(&mut self, errors: Vec<hamadryad_syntax::Diagnostic>) {
        if self.context.provisional {
            return;
        }
        for error in errors {
            if !self.context.diagnostics.contains(&error) {
                self.context.diagnostics.push(error);
            }
        }
    }
}

/// Calls `visit` with every variable of a theory term.
fn theory_variables(term: &ast::TheoryTerm, visit: &mut impl FnMut(Name, Span)) {
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
