//! Rewrites the syntax tree into the plain language, without pools, intervals, chains, `_` and named
//! constants.
//!
//! - A pool multiplies its literal: a body becomes several bodies, a condition several conditions, a head
//!   several heads.
//! - An interval becomes a fresh variable that ranges over it, in the smallest scope around it: the element
//!   of an aggregate, the condition or the literal of a conditional literal, or the rule.
//! - A chain `a < b < c` is the conjunction of its comparisons; a negated chain is one body for each,
//!   complemented.
//! - `_` becomes a fresh variable; in a negated atom it stays inside the negation.
//! - A comparison, truth value or negated atom in a head goes to the body, negated once more.

use super::error::OracleError;
use super::plain::{Action, Aggregate, Element, Goal, Goals, Pattern, Statement};
use super::pool::{product, unpool_all, unpool_literal};
use crate::formula::Comparison;
use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    AggregateElement, AggregateFunction, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Literal,
    Relation, Sign, StatementKind, Term, TermKind, UnaryOperator,
};
use std::collections::{BTreeMap, BTreeSet};

/// The values of named constants and of the parameters of a program part.
pub type Constants = BTreeMap<Name, Symbol>;

/// Rewrites the statements of one program part.
pub struct Rewriter<'a> {
    /// The store of terms.
    pub symbols: &'a mut Symbols,
    /// The values of constants.
    pub constants: &'a Constants,
    fresh: usize,
}

/// Guards, read `aggregate relation term`.
pub(super) type Guards = Vec<(Comparison, Pattern)>;

/// An element of a set, built from its literal.
pub(super) struct Member {
    pub tuple: Vec<Pattern>,
    /// The atom, if the literal is a positive atom.
    pub atom: Option<Pattern>,
    /// The intervals of the atom, or alternatives for the literal.
    pub goals: Vec<Goals>,
}

/// The alternatives of a conjunction whose members have alternatives.
pub(super) fn conjunction(members: impl IntoIterator<Item = Vec<Goals>>) -> Vec<Goals> {
    product(members).into_iter().map(|parts| parts.concat()).collect()
}

fn comparison(relation: Relation) -> Comparison {
    match relation {
        Relation::Equal => Comparison::Equal,
        Relation::NotEqual => Comparison::NotEqual,
        Relation::Less => Comparison::Less,
        Relation::LessEqual => Comparison::LessEqual,
        Relation::Greater => Comparison::Greater,
        Relation::GreaterEqual => Comparison::GreaterEqual,
    }
}

pub(super) fn unsupported<T>(what: &'static str, span: Span) -> Result<T, OracleError> {
    Err(OracleError::Unsupported { what, span })
}

impl<'a> Rewriter<'a> {
    /// A rewriter without fresh variables.
    pub fn new(symbols: &'a mut Symbols, constants: &'a Constants) -> Rewriter<'a> {
        Rewriter { symbols, constants, fresh: 0 }
    }

    /// A variable with a name that no program can contain.
    fn fresh(&mut self, kind: &str) -> Name {
        self.fresh += 1;
        self.symbols.name(&format!("#{kind}{}", self.fresh))
    }

    fn number(&mut self, value: usize) -> Pattern {
        Pattern::Symbol(self.symbols.number(value as i32))
    }

    /// A term without pools; its intervals are added to the goals.
    pub(super) fn term(&mut self, term: &Term, goals: &mut Goals) -> Result<Pattern, OracleError> {
        Ok(match &term.node {
            TermKind::Symbol(symbol) => Pattern::Symbol(self.constant(*symbol)),
            TermKind::Variable(name) => Pattern::Variable(*name),
            TermKind::Anonymous => Pattern::Variable(self.fresh("anonymous")),
            TermKind::Unary(UnaryOperator::Minus, part) => Pattern::Minus(Box::new(self.term(part, goals)?)),
            TermKind::Unary(UnaryOperator::Complement, part) => {
                Pattern::Complement(Box::new(self.term(part, goals)?))
            }
            TermKind::Absolute(part) => Pattern::Absolute(Box::new(self.term(part, goals)?)),
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.term(left, goals)?, self.term(right, goals)?);
                Pattern::Binary(*operator, Box::new(left), Box::new(right))
            }
            TermKind::Interval(from, to) => {
                let (from, to) = (self.term(from, goals)?, self.term(to, goals)?);
                let variable = self.fresh("interval");
                goals.push(Goal::Range(variable, from, to));
                Pattern::Variable(variable)
            }
            TermKind::Function(name, arguments) => Pattern::Function(*name, self.terms(arguments, goals)?),
            TermKind::External(..) => return unsupported("an external function", term.span),
            TermKind::Pool(_) => unreachable!("pools are resolved before terms are read"),
        })
    }

    pub(super) fn terms(&mut self, terms: &[Term], goals: &mut Goals) -> Result<Vec<Pattern>, OracleError> {
        terms.iter().map(|term| self.term(term, goals)).collect()
    }

    pub(super) fn constant(&self, symbol: Symbol) -> Symbol {
        let signature = self.symbols.signature(symbol).filter(|signature| signature.arity == 0);
        signature.and_then(|signature| self.constants.get(&signature.name)).copied().unwrap_or(symbol)
    }

    /// A predicate; its own name is not replaced by a constant.
    pub(super) fn atom(&mut self, term: &Term, goals: &mut Goals) -> Result<Pattern, OracleError> {
        Ok(match &term.node {
            TermKind::Symbol(symbol) => Pattern::Symbol(*symbol),
            TermKind::Unary(UnaryOperator::Minus, part) => Pattern::Minus(Box::new(self.atom(part, goals)?)),
            _ => self.term(term, goals)?,
        })
    }

    /// The alternatives of a literal.
    pub(super) fn literal(&mut self, literal: &Literal) -> Result<Vec<Goals>, OracleError> {
        let unpooled = unpool_literal(literal);
        let ways: Result<Vec<_>, _> = unpooled.iter().map(|literal| self.plain_literal(literal)).collect();
        Ok(ways?.concat())
    }

    /// The alternatives of a literal without pools.
    pub(super) fn plain_literal(&mut self, literal: &Literal) -> Result<Vec<Goals>, OracleError> {
        let sign = literal.node.sign;
        Ok(match &literal.node.atom {
            Atom::Boolean(value) => vec![vec![Goal::Boolean(*value != (sign == Sign::Not))]],
            Atom::Predicate(term) => {
                let mut goals = Vec::new();
                let atom = self.atom(term, &mut goals)?;
                goals.push(self.atom_goal(sign, atom));
                vec![goals]
            }
            Atom::Comparison(first, rest) => {
                let mut shared = Vec::new();
                let mut left = self.term(first, &mut shared)?;
                let mut links = Vec::new();
                for (relation, term) in rest {
                    let right = self.term(term, &mut shared)?;
                    let relation = comparison(*relation);
                    let relation = if sign == Sign::Not { relation.complement() } else { relation };
                    links.push(Goal::Compare(relation, left, right.clone()));
                    left = right;
                }
                match sign {
                    Sign::Not => {
                        links.into_iter().map(|link| [shared.clone(), vec![link]].concat()).collect()
                    }
                    _ => vec![[shared, links].concat()],
                }
            }
        })
    }

    /// The pattern with a constant that no program can contain in place of each `_`.
    fn without_anonymous(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Variable(name) if self.symbols.text(*name).starts_with("#anonymous") => {
                Pattern::Symbol(self.symbols.constant("#anonymous"))
            }
            Pattern::Minus(part) => Pattern::Minus(Box::new(self.without_anonymous(part))),
            Pattern::Function(name, parts) => {
                Pattern::Function(*name, parts.iter().map(|part| self.without_anonymous(part)).collect())
            }
            other => other.clone(),
        }
    }

    fn atom_goal(&self, sign: Sign, atom: Pattern) -> Goal {
        let is_anonymous = |name: &Name| self.symbols.text(*name).starts_with("#anonymous");
        let hidden = match sign {
            Sign::None => BTreeSet::new(),
            _ => atom.variables().into_iter().filter(is_anonymous).collect(),
        };
        Goal::Atom { sign, atom, hidden }
    }

    /// The alternatives of a condition.
    pub(super) fn condition(&mut self, literals: &[Literal]) -> Result<Vec<Goals>, OracleError> {
        let ways: Result<Vec<_>, _> = literals.iter().map(|literal| self.literal(literal)).collect();
        Ok(conjunction(ways?))
    }

    /// The alternatives of a body.
    pub(super) fn body(&mut self, items: &[BodyItem]) -> Result<Vec<Goals>, OracleError> {
        let ways: Result<Vec<_>, _> = items.iter().map(|item| self.body_item(item)).collect();
        Ok(conjunction(ways?))
    }

    fn body_item(&mut self, item: &BodyItem) -> Result<Vec<Goals>, OracleError> {
        match &item.node {
            BodyItemKind::Literal(literal) => self.literal(literal),
            BodyItemKind::Conditional(ConditionalLiteral { literal, condition }) => {
                let alternatives = self.literal(literal)?;
                let conditions = self.condition(condition)?;
                Ok(vec![vec![Goal::Conditional { alternatives, conditions }]])
            }
            BodyItemKind::Aggregate { sign, left, function, elements, right } => {
                let elements: Result<Vec<_>, _> =
                    elements.iter().map(|element| self.element(element)).collect();
                self.aggregates(*sign, *function, &elements?.concat(), [left, right])
            }
            BodyItemKind::Set { sign, left, elements, right } => {
                let mut members = Vec::new();
                for (index, element) in elements.iter().enumerate() {
                    let conditions = self.condition(&element.condition)?;
                    for member in self.members(&element.literal, index)? {
                        let own = match &member.atom {
                            Some(atom) => {
                                let goal = self.atom_goal(Sign::None, atom.clone());
                                vec![[member.goals.concat(), vec![goal]].concat()]
                            }
                            None => member.goals,
                        };
                        let tuple = member.tuple;
                        let with = |condition| Element { tuple: tuple.clone(), condition };
                        members.extend(conjunction([own, conditions.clone()]).into_iter().map(with));
                    }
                }
                self.aggregates(*sign, AggregateFunction::Count, &members, [left, right])
            }
            BodyItemKind::Theory(..) => unsupported("a theory atom", item.span),
        }
    }

    fn element(&mut self, element: &AggregateElement) -> Result<Vec<Element>, OracleError> {
        let conditions = self.condition(&element.condition)?;
        let mut elements = Vec::new();
        for tuple in unpool_all(&element.tuple) {
            let mut own = Vec::new();
            let tuple = self.terms(&tuple, &mut own)?;
            let with = |condition: &Goals| Element {
                tuple: tuple.clone(),
                condition: own.iter().chain(condition).cloned().collect(),
            };
            elements.extend(conditions.iter().map(with));
        }
        Ok(elements)
    }

    /// The elements of a set for a literal. Equal atoms with equal signs are one element; comparisons and
    /// truth values are separate elements for each value of their variables.
    pub(super) fn members(&mut self, literal: &Literal, index: usize) -> Result<Vec<Member>, OracleError> {
        let mut members = Vec::new();
        for (copy, literal) in unpool_literal(literal).iter().enumerate() {
            members.push(match &literal.node.atom {
                Atom::Predicate(term) => {
                    let mut goals = Vec::new();
                    let atom = self.atom(term, &mut goals)?;
                    let sign = self.number(literal.node.sign as usize);
                    match self.atom_goal(literal.node.sign, atom.clone()) {
                        Goal::Atom { sign: Sign::None, .. } => {
                            Member { tuple: vec![sign, atom.clone()], atom: Some(atom), goals: vec![goals] }
                        }
                        goal => {
                            let tuple = vec![sign, self.without_anonymous(&atom)];
                            goals.push(goal);
                            Member { tuple, atom: None, goals: vec![goals] }
                        }
                    }
                }
                _ => {
                    let goals = self.plain_literal(literal)?;
                    let mut variables = BTreeSet::new();
                    goals.iter().flatten().for_each(|goal| goal.collect_global(&mut variables));
                    let mut tuple = vec![self.number(3), self.number(index), self.number(copy)];
                    tuple.extend(variables.into_iter().map(Pattern::Variable));
                    Member { tuple, atom: None, goals }
                }
            });
        }
        Ok(members)
    }

    fn aggregates(
        &mut self,
        sign: Sign,
        function: AggregateFunction,
        elements: &[Element],
        guards: [&Option<Guard>; 2],
    ) -> Result<Vec<Goals>, OracleError> {
        let with = |(mut goals, guards): (Goals, Guards)| {
            let aggregate = Aggregate { function, elements: elements.to_vec(), guards };
            goals.push(Goal::Aggregate { sign, aggregate });
            goals
        };
        Ok(self.guards(guards)?.into_iter().map(with).collect())
    }

    /// The guards, read `aggregate relation term`, a list for each combination of their pools, with their
    /// intervals.
    pub(super) fn guards(
        &mut self,
        [left, right]: [&Option<Guard>; 2],
    ) -> Result<Vec<(Goals, Guards)>, OracleError> {
        let left = left.iter().map(|(relation, term)| (comparison(*relation).mirrored(), term));
        let right = right.iter().map(|(relation, term)| (comparison(*relation), term));
        let guards: Vec<(Comparison, &Term)> = left.chain(right).collect();
        let mut ways = Vec::new();
        for terms in unpool_all(guards.iter().map(|(_, term)| *term)) {
            let mut goals = Vec::new();
            let terms = self.terms(&terms, &mut goals)?;
            ways.push((goals, guards.iter().map(|(relation, _)| *relation).zip(terms).collect()));
        }
        Ok(ways)
    }

    /// The plain statements of a statement; none for statements that change no answer set.
    pub fn statement(
        &mut self,
        statement: &hamadryad_syntax::ast::Statement,
    ) -> Result<Vec<Statement>, OracleError> {
        let span = statement.span;
        let mut plain = Vec::new();
        let mut add = |bodies: &[Goals], own: Goals, action: Action| {
            plain.extend(bodies.iter().map(|body| Statement {
                action: action.clone(),
                body: own.iter().chain(body).cloned().collect(),
                span,
            }));
        };
        match &statement.node {
            StatementKind::Rule { head, body } => {
                let bodies = self.body(body)?;
                for (head, ways) in self.head(head, span)? {
                    add(&conjunction([ways, bodies.clone()]), Vec::new(), Action::Derive(head));
                }
            }
            StatementKind::Optimize { maximize, elements, .. } => {
                let zero = Term { node: TermKind::Symbol(self.symbols.number(0)), span };
                for element in elements {
                    let bodies = self.body(&element.body)?;
                    let priority = element.priority.as_ref().unwrap_or(&zero);
                    for terms in unpool_all([&element.weight, priority].into_iter().chain(&element.tuple)) {
                        let mut own = Vec::new();
                        let mut terms = self.terms(&terms, &mut own)?;
                        let (weight, priority) = (terms.remove(0), terms.remove(0));
                        let weight = if *maximize { negated(weight) } else { weight };
                        add(&bodies, own, Action::Minimize { weight, priority, tuple: terms });
                    }
                }
            }
            StatementKind::ShowTerm { term, body } => {
                let bodies = self.body(body)?;
                for term in super::pool::unpool(term) {
                    let mut own = Vec::new();
                    let term = self.term(&term, &mut own)?;
                    add(&bodies, own, Action::Show(term));
                }
            }
            StatementKind::External { atom, body, value } => {
                let bodies = self.body(body)?;
                let default = self.symbols.constant("false");
                for atom in super::pool::unpool(atom) {
                    let mut own = Vec::new();
                    let atom = self.atom(&atom, &mut own)?;
                    let value = match value {
                        Some(value) => self.term(value, &mut own)?,
                        None => Pattern::Symbol(default),
                    };
                    add(&bodies, own, Action::External(atom, value));
                }
            }
            StatementKind::Edge { edges, body } => {
                let bodies = self.body(body)?;
                for (from, to) in edges {
                    for terms in unpool_all([from, to]) {
                        let mut own = Vec::new();
                        let [from, to] = [0, 1].map(|index| self.term(&terms[index], &mut own));
                        add(&bodies, own, Action::Edge(from?, to?));
                    }
                }
            }
            StatementKind::Include { .. } => return unsupported("#include", span),
            StatementKind::Script { .. } => return unsupported("#script", span),
            // Theory atoms are rejected at their use. The other statements were read before, or only guide
            // the search.
            _ => {}
        }
        Ok(plain)
    }
}

fn negated(weight: Pattern) -> Pattern {
    Pattern::Binary(
        hamadryad_syntax::ast::BinaryOperator::Multiply,
        Box::new(Pattern::Symbol(Symbol::small_number(-1).expect("a small number"))),
        Box::new(weight),
    )
}
