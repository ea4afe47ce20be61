//! Literals of bodies and conditions: atoms, comparisons, aggregates, conditional literals, theory atoms.
//!
//! Each type visits its variables and predicate literals, so that analyses need no case distinction of their
//! own.

use crate::atoms::domain::PredicateId;
use crate::ir::term::{Slot, Term, TheoryTerm};
use hamadryad_symbol::Name;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Atom {
    pub predicate: PredicateId,
    pub arguments: Vec<Term>,
    pub span: Span,
}

impl Atom {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.arguments.iter().for_each(|argument| argument.variables(visit));
    }
}

/// The number of a predicate literal in its rule, including nested literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence(pub usize);

/// For each predicate literal of a rule, whether the domain of its predicate may still grow.
#[derive(Clone)]
pub(crate) struct GrowingLiterals(Vec<bool>);

impl GrowingLiterals {
    /// The complete domains of a rule with this number of predicate literals.
    pub(crate) fn none(occurrences: usize) -> GrowingLiterals {
        GrowingLiterals(vec![false; occurrences])
    }

    pub(crate) fn contains(&self, occurrence: Occurrence) -> bool {
        self.0[occurrence.0]
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// Adds a literal whose domain may grow; literals that are added to the rule before it have complete
    /// domains.
    pub(crate) fn insert(&mut self, occurrence: Occurrence) {
        if self.0.len() <= occurrence.0 {
            self.0.resize(occurrence.0 + 1, false);
        }
        self.0[occurrence.0] = true;
    }
}

/// An item of a body or of a condition.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Predicate {
        sign: Sign,
        atom: Atom,
        occurrence: Occurrence,
    },
    Comparison {
        relation: Relation,
        left: Term,
        right: Term,
    },
    /// `pattern = low..high`
    Range {
        pattern: Term,
        low: Term,
        high: Term,
        span: Span,
    },
    /// `pattern = @name(arguments)`
    Call {
        pattern: Term,
        name: Name,
        arguments: Vec<Term>,
        span: Span,
    },
    Aggregate(Box<Aggregate>),
    Conditional(Box<Conditional>),
    Theory(Box<TheoryAtom>),
    /// `#false`
    Never,
}

/// A body aggregate; its guards are read `aggregate relation term`.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    /// Whether this is the test of a choice, which holds if some set of its tuples satisfies the guards. It
    /// adds no literal to an instance of the body (`lower/choice_test.rs`).
    pub tests_choice: bool,
    pub sign: Sign,
    pub function: AggregateFunction,
    pub elements: Vec<Element>,
    pub guards: Vec<(Relation, Term)>,
    pub span: Span,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub tuple: Vec<Term>,
    pub condition: Vec<Literal>,
    pub span: Span,
}

/// `alternatives : condition`; each alternative is a conjunction.
#[derive(Clone, Debug)]
pub(crate) struct Conditional {
    pub alternatives: Vec<Vec<Literal>>,
    pub condition: Vec<Literal>,
    pub span: Span,
}

/// The use of a theory atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Role {
    Body,
    Head,
    /// The head of a rule, with a meaning that the solver enforces.
    BuiltIn,
    /// A directive: it has no truth value.
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

impl Literal {
    /// Whether the literal is the test of a choice (`rewrite/lower/choice_test.rs`).
    pub(crate) fn is_choice_test(&self) -> bool {
        matches!(self, Literal::Aggregate(aggregate) if aggregate.tests_choice)
    }

    /// Calls `visit` with the literal and with the literals of its elements and conditions.
    pub(crate) fn nested(&self, visit: &mut impl FnMut(&Literal)) {
        visit(self);
        match self {
            Literal::Aggregate(aggregate) => {
                aggregate.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            Literal::Conditional(conditional) => {
                let alternatives = conditional.alternatives.iter().flatten();
                alternatives.chain(&conditional.condition).for_each(visit);
            }
            Literal::Theory(theory) => {
                theory.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            _ => {}
        }
    }

    /// Calls `visit` with every predicate literal, including nested literals.
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        match self {
            Literal::Predicate { sign, atom, occurrence } => visit(*sign, atom, *occurrence),
            Literal::Aggregate(aggregate) => aggregate.predicates(visit),
            Literal::Theory(theory) => theory.predicates(visit),
            Literal::Conditional(conditional) => {
                conditional.alternatives.iter().flatten().for_each(|literal| literal.predicates(visit));
                conditional.condition.iter().for_each(|literal| literal.predicates(visit));
            }
            Literal::Comparison { .. } | Literal::Range { .. } | Literal::Call { .. } | Literal::Never => {}
        }
    }

    /// Calls `visit` with every variable, including variables of elements and conditions.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Literal::Predicate { atom, .. } => atom.variables(visit),
            Literal::Comparison { left, right, .. } => {
                left.variables(visit);
                right.variables(visit);
            }
            Literal::Range { pattern, low, high, .. } => {
                pattern.variables(visit);
                low.variables(visit);
                high.variables(visit);
            }
            Literal::Call { pattern, arguments, .. } => {
                pattern.variables(visit);
                arguments.iter().for_each(|argument| argument.variables(visit));
            }
            Literal::Aggregate(aggregate) => {
                aggregate.element_variables(visit);
                aggregate.guards.iter().for_each(|(_, term)| term.variables(visit));
            }
            Literal::Conditional(conditional) => conditional.variables(visit),
            Literal::Theory(theory) => theory.variables(visit),
            Literal::Never => {}
        }
    }
}

impl Aggregate {
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        let literals = self.elements.iter().flat_map(|element| &element.condition);
        literals.for_each(|literal| literal.predicates(visit));
    }

    /// Calls `visit` with every variable of the elements.
    pub(crate) fn element_variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        for element in &self.elements {
            element.tuple.iter().for_each(|term| term.variables(visit));
            element.condition.iter().for_each(|literal| literal.variables(visit));
        }
    }
}

impl Conditional {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.alternatives.iter().flatten().for_each(|literal| literal.variables(visit));
        self.condition.iter().for_each(|literal| literal.variables(visit));
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
