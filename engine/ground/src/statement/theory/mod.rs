//! Theory atoms: what theories say of them, rules over them, and their ground terms.
//!
//! ```text
//! &sum { 3*X : p(X) } <= n.     #const n = 4.  p(1). { p(2) }.     -->     &sum{(3*1); (3*2): p(2)}<=(4).
//! ```
//!
//! Nothing inside a theory atom is evaluated: variables and constants get their values, operators are ordered by the
//! strengths that the theory gives them ([`Theories`]), and that is all. An element is there under its condition; equal
//! elements are one. A theory atom asks nothing of the instances of its body, so that it never holds back a rule; where
//! its conditions are over atoms that the rule itself helps to derive, the elements are collected as those of an
//! aggregate are (see `delayed`).
//!
//! Equal theory atoms of one call are one atom. In another call they are another, as in clingo: rules may have been
//! written for the first already.

pub(crate) mod built_in;
mod data;
mod definitions;
mod instances;
mod operators;

pub(crate) use data::{Content, TheoryData};
pub(crate) use definitions::{Grammar, Position, Theories, Use};
pub(crate) use operators::{Operand, Operator, resolve};

use crate::ir::{Atom, Literal, Occurrence, Slot, Term};
use crate::plan::Conjunction;
use hamadryad_symbol::Name;
use hamadryad_syntax::ast::{Brackets, Sign};

/// What a theory atom is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Role {
    Body,
    Head,
    /// A head whose meaning the engine knows.
    BuiltIn,
    /// It is there, and neither true nor false.
    Directive,
}

/// A theory atom over numbered variables.
#[derive(Clone, Debug)]
pub(crate) struct TheoryAtom {
    pub sign: Sign,
    pub role: Role,
    /// The name with its arguments.
    pub name: Term,
    pub elements: Vec<TheoryElement>,
    pub guard: Option<(Name, TheoryTerm)>,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct TheoryElement {
    pub tuple: Vec<TheoryTerm>,
    pub condition: Vec<Literal>,
}

/// A theory term whose operators have their operands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TheoryTerm {
    /// A variable, a constant, or what a constant stands for.
    Term(Term),
    /// A function, or an operator with its operands.
    Function(Name, Vec<TheoryTerm>),
    Sequence(Brackets, Vec<TheoryTerm>),
}

/// A theory atom whose conditions are over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct TheoryPlan {
    pub sign: Sign,
    pub role: Role,
    pub name: Term,
    pub elements: Vec<TheoryElementPlan>,
    pub guard: Option<(Name, TheoryTerm)>,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct TheoryElementPlan {
    pub tuple: Vec<TheoryTerm>,
    pub condition: Conjunction,
}

impl TheoryTerm {
    /// Adds the terms without structure of this theory.
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

impl TheoryElement {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.tuple.iter().for_each(|term| term.variables(visit));
        self.condition.iter().for_each(|literal| literal.variables(visit));
    }
}

impl TheoryAtom {
    /// Calls `visit` with every variable.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.name.variables(visit);
        self.guard.iter().for_each(|(_, term)| term.variables(visit));
        self.elements.iter().for_each(|element| element.variables(visit));
    }

    /// Calls `visit` with every predicate literal of the conditions.
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        let literals = self.elements.iter().flat_map(|element| &element.condition);
        literals.for_each(|literal| literal.predicates(visit));
    }
}
