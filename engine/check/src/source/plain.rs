//! The plain language of instantiation: programs without pools, intervals, chains, `_` and named constants.
//!
//! ```text
//! a(X) :- b(X;Y), Y = 1..2.   -->   a(X) :- b(X), Y = R, R in 1..2.     a(X) :- b(Y), Y = R, R in 1..2.
//! ```
//!
//! *Invariant:* a rule is a conjunction of [`Goal`]s, and the values of its variables determine an instance.

use crate::circuit::Circuit;
use crate::formula::Comparison;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, BinaryOperator, Sign};
use std::collections::BTreeSet;

/// A term with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A ground term.
    Symbol(Symbol),
    /// A variable.
    Variable(Name),
    /// `-t`
    Minus(Box<Pattern>),
    /// `~t`
    Complement(Box<Pattern>),
    /// `|t|`
    Absolute(Box<Pattern>),
    /// A binary operation such as `s + t`.
    Binary(BinaryOperator, Box<Pattern>, Box<Pattern>),
    /// A function, or a tuple if the name is empty.
    Function(Name, Vec<Pattern>),
}

/// A conjunction.
pub type Goals = Vec<Goal>;

/// A condition of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `#true`, `#false`
    Boolean(bool),
    /// A predicate.
    Atom {
        /// Its default negation.
        sign: Sign,
        /// The atom.
        atom: Pattern,
        /// The variables of `_` under a negation: the negated atom is existentially quantified over them.
        hidden: BTreeSet<Name>,
    },
    /// A comparison.
    Compare(Comparison, Pattern, Pattern),
    /// The variable is a number of the interval.
    Range(Name, Pattern, Pattern),
    /// For every instance of a condition, some instance of an alternative holds.
    Conditional {
        /// The alternatives for the literal.
        alternatives: Vec<Goals>,
        /// The alternatives for the condition.
        conditions: Vec<Goals>,
    },
    /// An aggregate.
    Aggregate {
        /// Its default negation.
        sign: Sign,
        /// The aggregate.
        aggregate: Aggregate<Element>,
    },
}

/// An aggregate with its guards, read `aggregate relation term`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aggregate<E> {
    /// Its function.
    pub function: AggregateFunction,
    /// Its elements.
    pub elements: Vec<E>,
    /// Its guards.
    pub guards: Vec<(Comparison, Pattern)>,
}

/// An element of a body aggregate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The tuple.
    pub tuple: Vec<Pattern>,
    /// The condition of the tuple.
    pub condition: Goals,
}

/// An element of a choice or another head aggregate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadElement {
    /// The tuple.
    pub tuple: Vec<Pattern>,
    /// The atom to choose; `None` if the literal of the element is no positive atom and became part of the
    /// condition.
    pub atom: Option<Pattern>,
    /// The condition of the choice.
    pub condition: Goals,
}

/// A part of a disjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disjunct {
    /// The literals; one instance of the condition derives all instances of all literals together.
    pub literals: Vec<DisjunctLiteral>,
    /// The condition.
    pub condition: Goals,
}

/// A literal in a disjunction, for all instances of the goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisjunctLiteral {
    /// The atom, or `None` if the literal is no positive atom.
    pub atom: Option<Pattern>,
    /// With an atom: its intervals. Without an atom: alternatives that hold if the literal does not.
    pub goals: Vec<Goals>,
}

/// A head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head {
    /// ⊥
    Constraint,
    /// An atom.
    Atom(Pattern),
    /// A disjunction.
    Disjunction(Vec<Disjunct>),
    /// A choice or another aggregate.
    Aggregate(Aggregate<HeadElement>),
    /// A circuit of pairs, each with the ways to satisfy its condition.
    Circuit(Circuit<Pattern, Vec<Goals>>),
}

/// A statement, for all instances of its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The effect of the statement.
    pub action: Action,
    /// The body, over whose instances the statement ranges.
    pub body: Goals,
    /// The place of the statement.
    pub span: Span,
}

/// The effect of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A rule.
    Derive(Head),
    /// An element of an objective.
    Minimize {
        /// The weight.
        weight: Pattern,
        /// The priority.
        priority: Pattern,
        /// The tuple without the weight.
        tuple: Vec<Pattern>,
    },
    /// A shown term.
    Show(Pattern),
    /// An external atom with its initial value.
    External(Pattern, Pattern),
    /// An edge.
    Edge(Pattern, Pattern),
}

impl Pattern {
    /// Adds the variables of the pattern to a set.
    pub fn collect_variables(&self, variables: &mut BTreeSet<Name>) {
        match self {
            Pattern::Symbol(_) => {}
            Pattern::Variable(name) => {
                variables.insert(*name);
            }
            Pattern::Minus(part) | Pattern::Complement(part) | Pattern::Absolute(part) => {
                part.collect_variables(variables);
            }
            Pattern::Binary(_, left, right) => {
                left.collect_variables(variables);
                right.collect_variables(variables);
            }
            Pattern::Function(_, arguments) => {
                arguments.iter().for_each(|part| part.collect_variables(variables));
            }
        }
    }

    /// The variables of the pattern.
    pub fn variables(&self) -> BTreeSet<Name> {
        let mut variables = BTreeSet::new();
        self.collect_variables(&mut variables);
        variables
    }
}

impl Goal {
    /// Adds the variables that the goal shares with the rest of its rule: of conditional literals and
    /// aggregates only those of the guards.
    pub fn collect_global(&self, variables: &mut BTreeSet<Name>) {
        match self {
            Goal::Boolean(_) | Goal::Conditional { .. } => {}
            Goal::Atom { atom, hidden, .. } => {
                variables.extend(atom.variables().into_iter().filter(|name| !hidden.contains(name)));
            }
            Goal::Compare(_, left, right) => {
                left.collect_variables(variables);
                right.collect_variables(variables);
            }
            Goal::Range(name, from, to) => {
                variables.insert(*name);
                from.collect_variables(variables);
                to.collect_variables(variables);
            }
            Goal::Aggregate { aggregate, .. } => {
                aggregate.guards.iter().for_each(|(_, term)| term.collect_variables(variables));
            }
        }
    }

    /// Adds all variables that occur inside conditional literals and the elements of aggregates.
    pub fn collect_inner(&self, variables: &mut BTreeSet<Name>) {
        let inside = |goals: &Goals, variables: &mut BTreeSet<Name>| {
            goals.iter().for_each(|goal| goal.collect_global(variables));
        };
        match self {
            Goal::Conditional { alternatives, conditions } => {
                alternatives.iter().chain(conditions).for_each(|goals| inside(goals, variables));
            }
            Goal::Aggregate { aggregate, .. } => {
                for element in &aggregate.elements {
                    element.tuple.iter().for_each(|term| term.collect_variables(variables));
                    inside(&element.condition, variables);
                }
            }
            _ => {}
        }
    }
}
