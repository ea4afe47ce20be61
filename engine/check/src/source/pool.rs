//! Expands pools: a pool denotes a copy of its context for each of its members.

use hamadryad_syntax::ast::{Atom, Literal, Term, TermKind};

/// The terms of a term with pools.
pub fn unpool(term: &Term) -> Vec<Term> {
    let with = |node: TermKind| Term { node, span: term.span };
    match &term.node {
        TermKind::Symbol(_) | TermKind::Variable(_) | TermKind::Anonymous => vec![term.clone()],
        TermKind::Pool(members) => members.iter().flat_map(unpool).collect(),
        TermKind::Unary(operator, part) => {
            unpool(part).into_iter().map(|part| with(TermKind::Unary(*operator, Box::new(part)))).collect()
        }
        TermKind::Absolute(part) => {
            unpool(part).into_iter().map(|part| with(TermKind::Absolute(Box::new(part)))).collect()
        }
        TermKind::Binary(operator, left, right) => unpool_all([&**left, &**right])
            .into_iter()
            .map(|pair| with_two(pair, |left, right| with(TermKind::Binary(*operator, left, right))))
            .collect(),
        TermKind::Interval(left, right) => unpool_all([&**left, &**right])
            .into_iter()
            .map(|pair| with_two(pair, |left, right| with(TermKind::Interval(left, right))))
            .collect(),
        TermKind::Function(name, arguments) => unpool_all(arguments)
            .into_iter()
            .map(|arguments| with(TermKind::Function(*name, arguments)))
            .collect(),
        TermKind::External(name, arguments) => unpool_all(arguments)
            .into_iter()
            .map(|arguments| with(TermKind::External(*name, arguments)))
            .collect(),
    }
}

fn with_two(pair: Vec<Term>, make: impl Fn(Box<Term>, Box<Term>) -> Term) -> Term {
    let [left, right] = <[Term; 2]>::try_from(pair).expect("a pair has two members");
    make(Box::new(left), Box::new(right))
}

/// The sequences of terms of a sequence with pools.
pub fn unpool_all<'a>(terms: impl IntoIterator<Item = &'a Term>) -> Vec<Vec<Term>> {
    product(terms.into_iter().map(unpool))
}

/// The literals of a literal with pools.
pub fn unpool_literal(literal: &Literal) -> Vec<Literal> {
    let with = |atom: Atom| {
        let mut copy = literal.clone();
        copy.node.atom = atom;
        copy
    };
    match &literal.node.atom {
        Atom::Boolean(_) => vec![literal.clone()],
        Atom::Predicate(term) => unpool(term).into_iter().map(|term| with(Atom::Predicate(term))).collect(),
        Atom::Comparison(first, rest) => {
            let terms = [first].into_iter().chain(rest.iter().map(|(_, term)| term));
            let unpooled = unpool_all(terms).into_iter().map(|mut terms| {
                let first = terms.remove(0);
                let rest = rest.iter().map(|(relation, _)| *relation).zip(terms).collect();
                with(Atom::Comparison(first, rest))
            });
            unpooled.collect()
        }
    }
}

/// The Cartesian product of sets.
pub fn product<T: Clone>(sets: impl IntoIterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    sets.into_iter().fold(vec![Vec::new()], |ways, set| {
        let extended = |way: &Vec<T>| -> Vec<Vec<T>> {
            set.iter().map(|member| way.iter().chain([member]).cloned().collect()).collect()
        };
        ways.iter().flat_map(extended).collect()
    })
}
