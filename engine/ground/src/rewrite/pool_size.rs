//! The size of the statements that the pools of a statement stand for, without taking them apart.
//!
//! ```text
//! p((1;2),(1;2),(1;2)).      8 facts of 4 terms each
//! ```
//!
//! Pools multiply each other: 60 of them would fill any memory. A statement whose pools stand for more than
//! [`MOST_TERMS`] terms is an error.

use hamadryad_syntax::ast::{
    AggregateElement, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head, Literal,
    OptimizeElement, Sign, StatementKind, Term, TermKind, TheoryAtom,
};

/// The most terms that the pools of one statement may stand for: some 2 GB.
pub(crate) const MOST_TERMS: u64 = 1 << 25;

/// Whether the pools of a statement stand for more than [`MOST_TERMS`] terms.
pub(crate) fn is_too_large(statement: &StatementKind) -> bool {
    let terms = statement_size(statement).terms;
    // Infinity times nothing is not a number.
    terms.is_nan() || terms > MOST_TERMS as f64
}

/// The alternatives that a part of a statement stands for, and the terms in all of them together.
#[derive(Clone, Copy)]
struct Size {
    alternatives: f64,
    terms: f64,
}

impl Size {
    const ONE: Size = Size { alternatives: 1.0, terms: 1.0 };

    /// Each alternative of one part with each of the other.
    fn times(self, other: Size) -> Size {
        Size {
            alternatives: self.alternatives * other.alternatives,
            terms: self.terms * other.alternatives + other.terms * self.alternatives,
        }
    }

    /// The alternatives of both parts.
    fn plus(self, other: Size) -> Size {
        Size { alternatives: self.alternatives + other.alternatives, terms: self.terms + other.terms }
    }
}

/// The combinations of the alternatives of several parts.
fn product(sizes: impl Iterator<Item = Size>) -> Size {
    sizes.fold(Size::ONE, Size::times)
}

/// One list with the alternatives of several parts as its elements.
fn list(sizes: impl Iterator<Item = Size>) -> Size {
    let Size { terms, .. } = sizes.fold(Size::ONE, Size::plus);
    Size { alternatives: 1.0, terms }
}

/// The size of a statement. Statements without instances count as one term.
fn statement_size(statement: &StatementKind) -> Size {
    let with_body = |terms: &[&Term], body: &[BodyItem]| {
        product(terms.iter().map(|term| term_size(term))).times(body_size(body))
    };
    match statement {
        StatementKind::Rule { head, body } => head_size(head).times(body_size(body)),
        StatementKind::Optimize { elements, .. } => list(elements.iter().map(optimize_size)),
        StatementKind::ShowTerm { term: atom, body } | StatementKind::ProjectAtom { atom, body } => {
            with_body(&[atom], body)
        }
        StatementKind::External { atom, body, value } => {
            with_body(&[atom], body).times(product(value.iter().map(term_size)))
        }
        StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
            with_body(&[atom, bias, modifier], body).times(product(priority.iter().map(term_size)))
        }
        StatementKind::Edge { edges, body } => {
            let edges = edges.iter().map(|(from, to)| term_size(from).times(term_size(to)));
            list(edges).times(body_size(body))
        }
        _ => Size::ONE,
    }
}

fn term_size(term: &Term) -> Size {
    match &term.node {
        TermKind::Symbol(_) | TermKind::Variable(_) | TermKind::Anonymous => Size::ONE,
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => term_size(operand).times(Size::ONE),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            term_size(left).times(term_size(right))
        }
        TermKind::Function(_, arguments) | TermKind::External(_, arguments) => terms_size(arguments),
        TermKind::Pool(alternatives) => {
            let none = Size { alternatives: 0.0, terms: 0.0 };
            alternatives.iter().map(term_size).fold(none, Size::plus)
        }
    }
}

fn terms_size(terms: &[Term]) -> Size {
    product(terms.iter().map(term_size))
}

fn literal_size(literal: &Literal) -> Size {
    match &literal.node.atom {
        Atom::Boolean(_) => Size::ONE,
        Atom::Predicate(term) => term_size(term),
        Atom::Comparison(first, rest) => {
            let chain = product(rest.iter().map(|(_, term)| term_size(term))).times(term_size(first));
            // A negated chain stands for its negated links.
            let links = if literal.node.sign == Sign::Not { rest.len() as f64 } else { 1.0 };
            Size { alternatives: chain.alternatives * links, ..chain }
        }
    }
}

fn condition_size(condition: &[Literal]) -> Size {
    product(condition.iter().map(literal_size))
}

fn conditional_size(element: &ConditionalLiteral) -> Size {
    literal_size(&element.literal).times(condition_size(&element.condition))
}

fn guards_size(guards: [&Option<Guard>; 2]) -> Size {
    product(guards.into_iter().flatten().map(|(_, term)| term_size(term)))
}

fn aggregate_size(element: &AggregateElement) -> Size {
    terms_size(&element.tuple).times(condition_size(&element.condition))
}

fn optimize_size(element: &OptimizeElement) -> Size {
    let costs = [&element.weight].into_iter().chain(&element.priority);
    product(costs.map(term_size)).times(terms_size(&element.tuple)).times(body_size(&element.body))
}

fn theory_size(atom: &TheoryAtom) -> Size {
    let elements = atom.elements.iter().map(|element| condition_size(&element.condition));
    term_size(&atom.name).times(list(elements))
}

/// The literal of an element that keeps its pools, under each alternative of the condition.
fn kept_size(element: &ConditionalLiteral) -> Size {
    list([literal_size(&element.literal)].into_iter()).times(condition_size(&element.condition))
}

fn body_size(body: &[BodyItem]) -> Size {
    product(body.iter().map(|item| match &item.node {
        BodyItemKind::Literal(literal) => literal_size(literal),
        BodyItemKind::Conditional(element) => list([kept_size(element)].into_iter()),
        BodyItemKind::Aggregate { left, elements, right, .. } => {
            guards_size([left, right]).times(list(elements.iter().map(aggregate_size)))
        }
        BodyItemKind::Set { left, elements, right, .. } => {
            guards_size([left, right]).times(list(elements.iter().map(conditional_size)))
        }
        BodyItemKind::Theory(_, atom) => theory_size(atom),
    }))
}

fn head_size(head: &Head) -> Size {
    match head {
        Head::Literal(literal) => literal_size(literal),
        Head::Choice { left, elements, right } => {
            guards_size([left, right]).times(list(elements.iter().map(conditional_size)))
        }
        Head::Disjunction(elements) => list(elements.iter().map(kept_size)),
        Head::Aggregate { left, elements, right, .. } => {
            let size = |(tuple, element): &(Vec<Term>, ConditionalLiteral)| {
                terms_size(tuple).times(conditional_size(element))
            };
            guards_size([left, right]).times(list(elements.iter().map(size)))
        }
        Head::Theory(atom) => theory_size(atom),
    }
}
