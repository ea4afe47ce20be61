//! Reasons for unsafe variables: their occurrences in the source, and why none of them binds the variable.
//!
//! ```text
//! p(X) :- not q(X), X < 3.
//!   |           |   `---- `X` is compared here, not bound
//!   |           `-------- a negated literal does not bind `X`
//!   `-------------------- `X` needs a value here
//! ```
//!
//! The occurrences come from the syntax tree, so that messages show the source instead of rewritten rules.
//! They are collected only if there is an error.

use hamadryad_symbol::Name;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    self, BinaryOperator, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head, Relation, Sign,
    StatementKind, Term, TermKind, TheoryAtom, TheoryTerm, TheoryTermKind, UnaryOperator,
};

/// The effect of an occurrence on its variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The occurrence needs a value.
    Asks,
    Negated,
    Compared,
    Equated,
    /// Arithmetic that cannot be solved.
    Computed,
    Interval,
    Call,
    Guard,
    /// It would bind the variable, but only inside of its element or condition.
    Inside,
    Binds,
}

/// An occurrence of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    /// `None` for `_`.
    pub name: Option<Name>,
    pub span: Span,
    pub role: Role,
    /// The element or conditional literal around it.
    pub scope: Option<Span>,
}

impl Role {
    /// The label of the place.
    pub(crate) fn label(self, name: &str) -> String {
        match self {
            Role::Asks => format!("`{name}` needs a value here"),
            Role::Negated => format!("a negated literal does not bind `{name}`"),
            Role::Compared => format!("`{name}` is compared here, not bound"),
            Role::Equated => format!("the other side gives `{name}` no value"),
            Role::Computed => format!("this arithmetic cannot be solved for `{name}`"),
            Role::Interval => format!("the bound of an interval does not bind `{name}`"),
            Role::Call => format!("a call does not bind its argument `{name}`"),
            Role::Guard => format!("this guard does not bind `{name}`"),
            Role::Inside => format!("this binds `{name}` at most inside of its element or condition"),
            Role::Binds => format!("`{name}` stands here"),
        }
    }

    /// The reason if all occurrences that could bind a variable are of this kind.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Role::Asks => "nothing binds it",
            Role::Negated => "it occurs only in negated literals",
            Role::Compared => "it occurs only in comparisons",
            Role::Equated => "it occurs only in equations without another value",
            Role::Computed => "it occurs only in arithmetic that cannot be solved",
            Role::Interval => "it occurs only as the bound of an interval",
            Role::Call => "it occurs only as an argument of a call",
            Role::Guard => "it occurs only in guards that bind nothing",
            Role::Inside => "it is bound only inside of elements or conditions",
            Role::Binds => "nothing that it occurs in binds it",
        }
    }
}

/// All variables of a statement, in the order of its parts.
pub(crate) fn occurrences(statement: &ast::Statement) -> Vec<Occurrence> {
    let mut walk = Walk { found: Vec::new(), scope: None };
    walk.statement(&statement.node);
    walk.found
}

struct Walk {
    found: Vec<Occurrence>,
    scope: Option<Span>,
}

impl Walk {
    fn statement(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Rule { head, body } => {
                self.head(head);
                self.body(body);
            }
            StatementKind::Optimize { elements, .. } => {
                for element in elements {
                    // Each element of `#minimize` is a statement with variables of its own.
                    self.scope = Some(element.span.0);
                    self.asks([&element.weight].into_iter().chain(&element.priority).chain(&element.tuple));
                    self.body(&element.body);
                }
                self.scope = None;
            }
            StatementKind::ShowTerm { term, body } | StatementKind::ProjectAtom { atom: term, body } => {
                self.asks([term]);
                self.body(body);
            }
            StatementKind::External { atom, body, value } => {
                self.asks([atom].into_iter().chain(value));
                self.body(body);
            }
            StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
                self.asks([atom, bias, modifier].into_iter().chain(priority));
                self.body(body);
            }
            StatementKind::Edge { edges, body } => {
                self.asks(edges.iter().flat_map(|(from, to)| [from, to]));
                self.body(body);
            }
            _ => {}
        }
    }

    fn head(&mut self, head: &Head) {
        match head {
            Head::Literal(literal) => self.literal(literal, true),
            Head::Disjunction(elements) => {
                elements.iter().for_each(|element| self.conditional(element, true));
            }
            Head::Choice { left, elements, right } => {
                self.asks(left.iter().chain(right).map(|(_, term)| term));
                elements.iter().for_each(|element| self.conditional(element, true));
            }
            Head::Aggregate { left, elements, right, .. } => {
                self.asks(left.iter().chain(right).map(|(_, term)| term));
                for (tuple, element) in elements {
                    let first = tuple.first().map_or(element.literal.span, |term| term.span);
                    self.scoped(first.to(end_of(element)), |walk| {
                        walk.asks(tuple);
                        walk.literal(&element.literal, true);
                        element.condition.iter().for_each(|literal| walk.literal(literal, false));
                    });
                }
            }
            Head::Theory(atom) => self.theory(atom),
        }
    }

    fn body(&mut self, body: &[BodyItem]) {
        for item in body {
            match &item.node {
                BodyItemKind::Literal(literal) => self.literal(literal, false),
                BodyItemKind::Conditional(conditional) => self.conditional(conditional, true),
                BodyItemKind::Aggregate { sign, left, elements, right, .. } => {
                    self.guards(*sign, left.as_ref(), right.as_ref());
                    for element in elements {
                        self.scoped(element.span.0, |walk| {
                            walk.asks(&element.tuple);
                            element.condition.iter().for_each(|literal| walk.literal(literal, false));
                        });
                    }
                }
                BodyItemKind::Set { sign, left, elements, right } => {
                    self.guards(*sign, left.as_ref(), right.as_ref());
                    elements.iter().for_each(|element| self.conditional(element, false));
                }
                BodyItemKind::Theory(_, atom) => self.theory(atom),
            }
        }
    }

    fn theory(&mut self, atom: &TheoryAtom) {
        self.term(&atom.name, Role::Asks);
        atom.guard.iter().for_each(|guard| self.theory_term(&guard.term));
        for element in &atom.elements {
            self.scoped(element.span.0, |walk| {
                element.tuple.iter().for_each(|term| walk.theory_term(term));
                element.condition.iter().for_each(|literal| walk.literal(literal, false));
            });
        }
    }

    fn theory_term(&mut self, term: &TheoryTerm) {
        match &term.node {
            TheoryTermKind::Symbol(_) => {}
            TheoryTermKind::Variable(name) => self.occurrence(Some(*name), term.span, Role::Asks),
            TheoryTermKind::Function(_, terms) | TheoryTermKind::Sequence(_, terms) => {
                terms.iter().for_each(|term| self.theory_term(term));
            }
            TheoryTermKind::Operation(operands) => {
                operands.iter().for_each(|operand| self.theory_term(&operand.term));
            }
        }
    }

    fn scoped(&mut self, span: Span, walk: impl FnOnce(&mut Walk)) {
        let outer = self.scope.replace(span);
        walk(self);
        self.scope = outer;
    }

    fn conditional(&mut self, element: &ConditionalLiteral, asks: bool) {
        self.scoped(element.literal.span.to(end_of(element)), |walk| {
            walk.literal(&element.literal, asks);
            element.condition.iter().for_each(|literal| walk.literal(literal, false));
        });
    }

    fn literal(&mut self, literal: &ast::Literal, asks: bool) {
        let negated = literal.node.sign != Sign::None;
        match &literal.node.atom {
            ast::Atom::Boolean(_) => {}
            ast::Atom::Predicate(term) => {
                let role = if asks { Role::Asks } else { Role::Binds };
                self.term(term, if negated && !asks { Role::Negated } else { role });
            }
            ast::Atom::Comparison(first, rest) => {
                let equation = rest.iter().all(|(relation, _)| *relation == Relation::Equal);
                let role = match (asks, negated) {
                    (true, _) => Role::Asks,
                    (_, true) => Role::Negated,
                    _ if equation => Role::Equated,
                    _ => Role::Compared,
                };
                self.term(first, role);
                rest.iter().for_each(|(_, term)| self.term(term, role));
            }
        }
    }

    fn guards(&mut self, sign: Sign, left: Option<&Guard>, right: Option<&Guard>) {
        for (relation, term) in left.into_iter().chain(right) {
            let assigns = sign == Sign::None && *relation == Relation::Equal;
            self.term(term, if assigns { Role::Equated } else { Role::Guard });
        }
    }

    fn asks<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) {
        terms.into_iter().for_each(|term| self.term(term, Role::Asks));
    }

    fn term(&mut self, term: &Term, role: Role) {
        let may_bind = matches!(role, Role::Binds | Role::Equated);
        match &term.node {
            TermKind::Symbol(_) => {}
            TermKind::Variable(name) => self.occurrence(Some(*name), term.span, role),
            TermKind::Anonymous => self.occurrence(None, term.span, role),
            TermKind::Unary(UnaryOperator::Minus, operand) => self.term(operand, role),
            TermKind::Unary(_, operand) | TermKind::Absolute(operand) => {
                self.term(operand, if may_bind { Role::Computed } else { role });
            }
            TermKind::Binary(operator, left, right) => {
                use BinaryOperator::{Add, Multiply, Subtract};
                let linear = matches!(operator, Add | Subtract | Multiply);
                let solvable = linear && (!has_variables(left) || !has_variables(right));
                let role = if may_bind && !solvable { Role::Computed } else { role };
                self.term(left, role);
                self.term(right, role);
            }
            TermKind::Interval(low, high) => {
                let role = if may_bind { Role::Interval } else { role };
                self.term(low, role);
                self.term(high, role);
            }
            TermKind::External(_, terms) => {
                let role = if may_bind { Role::Call } else { role };
                terms.iter().for_each(|term| self.term(term, role));
            }
            TermKind::Function(_, terms) | TermKind::Pool(terms) => {
                terms.iter().for_each(|term| self.term(term, role));
            }
        }
    }

    fn occurrence(&mut self, name: Option<Name>, span: Span, role: Role) {
        self.found.push(Occurrence { name, span, role, scope: self.scope });
    }
}

fn end_of(element: &ConditionalLiteral) -> Span {
    element.condition.last().map_or(element.literal.span, |literal| literal.span)
}

fn has_variables(term: &Term) -> bool {
    match &term.node {
        TermKind::Symbol(_) => false,
        TermKind::Variable(_) | TermKind::Anonymous => true,
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => has_variables(operand),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            has_variables(left) || has_variables(right)
        }
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().any(has_variables)
        }
    }
}
