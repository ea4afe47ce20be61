//! Terms over numbered variables, and the terms of theory atoms.
//!
//! ```text
//! 2*X+1     Linear: can be solved for X     X*Y     Binary: can only be computed     f(X,a)     Function
//! ```

use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{BinaryOperator, Brackets, UnaryOperator};

/// The number of a variable in its rule: its place in the substitution.
pub(crate) type Slot = usize;

/// A term over numbered variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Term {
    Constant(Symbol),
    Variable(Slot),
    /// `_` in the pattern of a positive literal.
    Anonymous,
    /// `factor * variable + offset` with a factor other than 0, which can be solved for its variable.
    Linear {
        slot: Slot,
        factor: i32,
        offset: i32,
        span: Span,
    },
    Unary(UnaryOperator, Box<Term>, Span),
    Absolute(Box<Term>, Span),
    Binary(BinaryOperator, Box<(Term, Term)>, Span),
    Function {
        name: Name,
        positive: bool,
        arguments: Vec<Term>,
    },
}

impl Term {
    /// Calls `visit` with every variable of the term, once for each occurrence.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Term::Constant(_) | Term::Anonymous => {}
            Term::Variable(slot) | Term::Linear { slot, .. } => visit(*slot),
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.variables(visit),
            Term::Binary(_, operands, _) => {
                operands.0.variables(visit);
                operands.1.variables(visit);
            }
            Term::Function { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.variables(visit));
            }
        }
    }

    /// The place of an operation in the term.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Term::Linear { span, .. }
            | Term::Unary(_, _, span)
            | Term::Absolute(_, span)
            | Term::Binary(_, _, span) => Some(*span),
            Term::Function { arguments, .. } => arguments.iter().find_map(Term::span),
            Term::Constant(_) | Term::Variable(_) | Term::Anonymous => None,
        }
    }

    /// Whether all variables satisfy the predicate.
    pub(crate) fn all_variables(&self, mut holds: impl FnMut(Slot) -> bool) -> bool {
        let mut all = true;
        self.variables(&mut |slot| all &= holds(slot));
        all
    }

    /// Whether the term has no variable and no `_`.
    pub(crate) fn is_ground(&self) -> bool {
        match self {
            Term::Constant(_) => true,
            Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => false,
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.is_ground(),
            Term::Binary(_, operands, _) => operands.0.is_ground() && operands.1.is_ground(),
            Term::Function { arguments, .. } => arguments.iter().all(Term::is_ground),
        }
    }

    pub(crate) fn has_anonymous(&self) -> bool {
        match self {
            Term::Anonymous => true,
            Term::Constant(_) | Term::Variable(_) | Term::Linear { .. } => false,
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.has_anonymous(),
            Term::Binary(_, operands, _) => operands.0.has_anonymous() || operands.1.has_anonymous(),
            Term::Function { arguments, .. } => arguments.iter().any(Term::has_anonymous),
        }
    }

    /// Whether matching the term against a symbol binds each of its variables.
    pub(crate) fn is_pattern(&self) -> bool {
        match self {
            Term::Constant(_) | Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => true,
            Term::Unary(UnaryOperator::Minus, operand, _) => operand.is_pattern(),
            Term::Function { arguments, .. } => arguments.iter().all(Term::is_pattern),
            Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) => self.is_ground(),
        }
    }
}

/// A theory term: operators have been applied to their operands, but nothing is evaluated.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TheoryTerm {
    /// A variable or a constant; a constant of the program is replaced by its value.
    Term(Term),
    /// A function, or an operator with its operands.
    Function(Name, Vec<TheoryTerm>),
    Sequence(Brackets, Vec<TheoryTerm>),
}

impl TheoryTerm {
    /// Adds the variables and constants inside of the theory term.
    pub(crate) fn leaves<'t>(&'t self, into: &mut Vec<&'t Term>) {
        match self {
            TheoryTerm::Term(term) => into.push(term),
            TheoryTerm::Function(_, terms) | TheoryTerm::Sequence(_, terms) => {
                terms.iter().for_each(|term| term.leaves(into));
            }
        }
    }

    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            TheoryTerm::Term(term) => term.variables(visit),
            TheoryTerm::Function(_, terms) | TheoryTerm::Sequence(_, terms) => {
                terms.iter().for_each(|term| term.variables(visit));
            }
        }
    }
}
