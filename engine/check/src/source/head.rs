//! The heads of rules in the plain language.

use super::error::OracleError;
use super::plain::{Aggregate, Disjunct, DisjunctLiteral, Goals, Head, HeadElement, Pattern};
use super::pool::{unpool_all, unpool_literal};
use super::rewrite::{Member, Rewriter, conjunction, unsupported};
use crate::circuit::Circuit;
use hamadryad_symbol::Symbols;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    self, AggregateFunction, Atom, ConditionalLiteral, Guard, Literal, Sign, Spanned, TermKind,
    TheoryTermKind,
};

/// A literal that holds if and only if the given literal does not.
fn denied(literal: &Literal) -> Literal {
    let mut denied = literal.clone();
    denied.node.sign = match literal.node.sign {
        Sign::Not => Sign::NotNot,
        _ => Sign::Not,
    };
    denied
}

impl Rewriter<'_> {
    /// The plain heads of a head, each with alternatives for additional body goals.
    pub(super) fn head(
        &mut self,
        head: &ast::Head,
        span: Span,
    ) -> Result<Vec<(Head, Vec<Goals>)>, OracleError> {
        match head {
            ast::Head::Literal(literal) => {
                unpool_literal(literal).iter().map(|literal| self.simple_head(literal)).collect()
            }
            ast::Head::Disjunction(elements) => {
                let disjuncts: Result<Vec<_>, _> =
                    elements.iter().map(|element| self.disjuncts(element)).collect();
                Ok(vec![(Head::Disjunction(disjuncts?.concat()), vec![Vec::new()])])
            }
            ast::Head::Choice { left, elements, right } => {
                let mut members = Vec::new();
                for (index, element) in elements.iter().enumerate() {
                    let conditions = self.condition(&element.condition)?;
                    for member in self.members(&element.literal, index)? {
                        members.extend(head_elements(member, &conditions));
                    }
                }
                self.aggregate_heads(AggregateFunction::Count, &members, [left, right])
            }
            ast::Head::Aggregate { left, function, elements, right } => {
                let mut members = Vec::new();
                for (index, (tuple, ConditionalLiteral { literal, condition })) in elements.iter().enumerate()
                {
                    let conditions = self.condition(condition)?;
                    for tuple in unpool_all(tuple) {
                        let mut own = Vec::new();
                        let tuple = self.terms(&tuple, &mut own)?;
                        let conditions = conjunction([vec![own], conditions.clone()]);
                        for member in self.members(literal, index)? {
                            members.extend(head_elements(
                                Member { tuple: tuple.clone(), ..member },
                                &conditions,
                            ));
                        }
                    }
                }
                self.aggregate_heads(*function, &members, [left, right])
            }
            ast::Head::Theory(atom) => Ok(vec![(Head::Circuit(self.circuit(atom, span)?), vec![Vec::new()])]),
        }
    }

    /// The supported theory atom `&circuit`. Its terms are not evaluated.
    fn circuit(
        &mut self,
        atom: &ast::TheoryAtom,
        span: Span,
    ) -> Result<Circuit<Pattern, Vec<Goals>>, OracleError> {
        let name = term_text(self.symbols, &atom.name);
        if atom.guard.is_some() || !["circuit", "circuit(undirected)"].contains(&name.as_str()) {
            return unsupported("a theory atom", span);
        }
        let mut pairs = Vec::new();
        for element in &atom.elements {
            let [Spanned { node: TheoryTermKind::Sequence(_, pair), .. }] = &element.tuple[..] else {
                return unsupported("an element that is no pair", span);
            };
            let nodes: Result<Vec<Pattern>, OracleError> =
                pair.iter().map(|term| self.theory_term(term)).collect();
            let nodes: [Pattern; 2] = nodes?.try_into().expect("the parser has been asked for pairs");
            let [from, to] = nodes;
            pairs.push((from, to, self.condition(&element.condition)?));
        }
        Ok(Circuit { is_directed: name == "circuit", pairs })
    }

    fn theory_term(&mut self, term: &ast::TheoryTerm) -> Result<Pattern, OracleError> {
        let mut all = |terms: &[ast::TheoryTerm]| {
            terms.iter().map(|term| self.theory_term(term)).collect::<Result<Vec<Pattern>, OracleError>>()
        };
        Ok(match &term.node {
            TheoryTermKind::Symbol(symbol) => Pattern::Symbol(self.constant(*symbol)),
            TheoryTermKind::Variable(name) => Pattern::Variable(*name),
            TheoryTermKind::Function(name, terms) => Pattern::Function(*name, all(terms)?),
            TheoryTermKind::Sequence(_, terms) => {
                let terms = all(terms)?;
                Pattern::Function(self.symbols.name(""), terms)
            }
            TheoryTermKind::Operation(operands) => match &operands[..] {
                [operand] => Pattern::Minus(Box::new(self.theory_term(&operand.term)?)),
                _ => return unsupported("an operation in a theory atom", term.span),
            },
        })
    }

    fn simple_head(&mut self, literal: &Literal) -> Result<(Head, Vec<Goals>), OracleError> {
        match (&literal.node.atom, literal.node.sign) {
            (Atom::Predicate(term), Sign::None) => {
                let mut goals = Vec::new();
                let atom = self.atom(term, &mut goals)?;
                Ok((Head::Atom(atom), vec![goals]))
            }
            _ => Ok((Head::Constraint, self.plain_literal(&denied(literal))?)),
        }
    }

    fn disjuncts(&mut self, element: &ConditionalLiteral) -> Result<Vec<Disjunct>, OracleError> {
        let mut literals = Vec::new();
        for literal in unpool_literal(&element.literal) {
            literals.push(match (&literal.node.atom, literal.node.sign) {
                (Atom::Predicate(term), Sign::None) => {
                    let mut goals = Vec::new();
                    let atom = self.atom(term, &mut goals)?;
                    DisjunctLiteral { atom: Some(atom), goals: vec![goals] }
                }
                _ => DisjunctLiteral { atom: None, goals: self.plain_literal(&denied(&literal))? },
            });
        }
        let conditions = self.condition(&element.condition)?;
        Ok(conditions
            .into_iter()
            .map(|condition| Disjunct { literals: literals.clone(), condition })
            .collect())
    }

    fn aggregate_heads(
        &mut self,
        function: AggregateFunction,
        elements: &[HeadElement],
        guards: [&Option<Guard>; 2],
    ) -> Result<Vec<(Head, Vec<Goals>)>, OracleError> {
        let heads = self.guards(guards)?.into_iter().map(|(goals, guards)| {
            let aggregate = Aggregate { function, elements: elements.to_vec(), guards };
            (Head::Aggregate(aggregate), vec![goals])
        });
        Ok(heads.collect())
    }
}

/// The name of a theory atom with its arguments, if these are constants.
fn term_text(symbols: &Symbols, term: &ast::Term) -> String {
    match &term.node {
        TermKind::Symbol(symbol) => symbols.display(*symbol).to_string(),
        TermKind::Function(name, arguments) => {
            let texts: Vec<String> = arguments.iter().map(|part| term_text(symbols, part)).collect();
            format!("{}({})", symbols.text(*name), texts.join(","))
        }
        _ => String::new(),
    }
}

fn head_elements(member: Member, conditions: &[Goals]) -> Vec<HeadElement> {
    let Member { tuple, atom, goals } = member;
    let with = |condition| HeadElement { tuple: tuple.clone(), atom: atom.clone(), condition };
    conjunction([goals, conditions.to_vec()]).into_iter().map(with).collect()
}
