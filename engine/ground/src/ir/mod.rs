//! Rules as the instantiator needs them: without pools, intervals and signed comparisons, with numbered
//! variables.
//!
//! ```text
//! p(X+1,1..2) :- q(X,_).     -->     p(#0+1,#1) :- q(#0,*), #1 = 1..2.
//! ```
//!
//! `rewrite/` produces these types, `plan/` orders the literals of their bodies, `statement/` carries out
//! their actions.
//!
//! Invariant: the arguments of positive body literals and of equations are patterns: each part either has no
//! variable, or can be matched against a symbol to bind each of its variables (see [`Term::is_pattern`]).

mod action;
mod binding;
mod literal;
mod rule;
mod term;

pub(crate) use action::{
    Accumulate, Action, ChoiceElement, CountedTuple, Disjunct, HeadLiteral, Member, Part, RecursiveId,
};
pub(crate) use binding::{SlotSet, binding, is_ready, saturate, unbound_guards};
pub(crate) use literal::{
    Aggregate, Atom, Conditional, Element, GrowingLiterals, Literal, Occurrence, Role, TheoryAtom,
    TheoryElement,
};
pub(crate) use rule::Rule;
pub(crate) use term::{Slot, Term, TheoryTerm};
