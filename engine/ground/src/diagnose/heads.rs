//! The heads of a program, for the warning that no rule derives an atom.
//!
//! ```text
//! a :- b(f(X)).   { b(g(1)) }.     -- no rule head matches b(f(X)): a warning
//! a :- b(X,X).    b(1). b(2).      -- no warning: the facts depend on the instance
//! ```
//!
//! A head and an atom are unified. Arithmetic and intervals count as any number, and undefined operations
//! match no term. The heads of all parts count, even if they are not grounded, because later steps may derive
//! their atoms.

use crate::atoms::domain::PredicateId;
use crate::ir::{Action, Atom, Literal, Rule, Slot, Term};
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Symbol, Symbols, View};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use std::cell::OnceCell;

/// The limit on heads of a predicate that are compared; beyond it, some head is assumed to match.
const MANY: usize = 256;

/// The limit on the depth of comparisons: a variable that occurs in its own value would have no end.
const DEPTH: usize = 100;

/// The heads of a program.
#[derive(Clone, Default)]
pub(crate) struct Heads(HashMap<PredicateId, Patterns, FxBuildHasher>);

/// The heads of a predicate.
#[derive(Clone)]
enum Patterns {
    /// The arguments of each.
    Some(Vec<Vec<Term>>),
    /// Some head is a fact, or the predicate has many heads.
    Any,
}

/// Whether an atom can be derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Derivable {
    /// No head is of its signature.
    Never,
    /// No head of its signature matches it.
    NotThis,
    Perhaps,
}

impl Heads {
    /// Records a fact.
    pub(crate) fn add_fact(&mut self, predicate: PredicateId) {
        self.0.insert(predicate, Patterns::Any);
    }

    /// Records the heads of a rule.
    pub(crate) fn add(&mut self, rule: &Rule, symbols: &Symbols) {
        let is_fact = matches!(&rule.action, Action::Derive(atom)
            if rule.body.is_empty() && atom.arguments.iter().all(|term| matches!(term, Term::Constant(_))));
        let intervals = Intervals::of(rule);
        for head in rule.action.heads() {
            let patterns = self.0.entry(head.predicate).or_insert_with(|| Patterns::Some(Vec::new()));
            if undefined_terms::in_terms(&head.arguments, symbols).is_some() {
                continue;
            }
            match patterns {
                Patterns::Some(known) if known.len() < MANY && !is_fact => {
                    known.push(intervals.numbers(head));
                }
                other => *other = Patterns::Any,
            }
        }
    }

    /// Records that a predicate occurs in a head, which may have no instance and then matches no atom.
    pub(crate) fn add_head(&mut self, predicate: PredicateId) {
        self.0.entry(predicate).or_insert_with(|| Patterns::Some(Vec::new()));
    }

    /// Whether a predicate occurs in a head.
    pub(crate) fn has(&self, predicate: PredicateId) -> bool {
        self.0.contains_key(&predicate)
    }

    /// Whether a head matches the atom of the rule with these intervals.
    pub(crate) fn derivable(&self, intervals: &Intervals<'_>, atom: &Atom, symbols: &Symbols) -> Derivable {
        match self.0.get(&atom.predicate) {
            None => Derivable::Never,
            Some(Patterns::Any) => Derivable::Perhaps,
            Some(Patterns::Some(heads)) => {
                let arguments = intervals.numbers(atom);
                let found = heads.iter().any(|head| {
                    let mut unifier = Unifier { symbols, values: HashMap::default() };
                    let mut pairs = head.iter().zip(&arguments);
                    pairs.all(|(head, argument)| {
                        unifier.unify(Node::Term(Side::Head, head), Node::Term(Side::Body, argument), 0)
                    })
                });
                if found { Derivable::Perhaps } else { Derivable::NotThis }
            }
        }
    }
}

/// The variables that replace the intervals of a rule; their values are numbers.
pub(crate) struct Intervals<'a> {
    rule: &'a Rule,
    /// Found when they are needed for the first time: many atoms of a rule share them.
    slots: OnceCell<HashSet<Slot, FxBuildHasher>>,
}

impl<'a> Intervals<'a> {
    pub(crate) fn of(rule: &'a Rule) -> Intervals<'a> {
        Intervals { rule, slots: OnceCell::new() }
    }

    fn has(&self, slot: Slot) -> bool {
        let find = || {
            let mut slots = HashSet::default();
            self.rule.literals(&mut |literal| {
                if let Literal::Range { pattern: Term::Variable(slot), .. } = literal
                    && self.rule.names[*slot].is_none()
                {
                    slots.insert(*slot);
                }
            });
            slots
        };
        self.slots.get_or_init(find).contains(&slot)
    }

    /// The arguments of the atom, with arithmetic for intervals.
    fn numbers(&self, atom: &Atom) -> Vec<Term> {
        atom.arguments.iter().map(|term| self.number(term)).collect()
    }

    fn number(&self, term: &Term) -> Term {
        match term {
            Term::Variable(slot) if self.has(*slot) => {
                Term::Linear { slot: *slot, factor: 1, offset: 0, span: self.rule.places[*slot] }
            }
            Term::Function { name, positive, arguments } => {
                let arguments = arguments.iter().map(|argument| self.number(argument)).collect();
                Term::Function { name: *name, positive: *positive, arguments }
            }
            other => other.clone(),
        }
    }
}

/// The owner of the variables in a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Head,
    Body,
}

#[derive(Clone, Copy)]
enum Node<'a> {
    Term(Side, &'a Term),
    Symbol(Symbol),
}

struct Unifier<'a> {
    symbols: &'a Symbols,
    values: HashMap<(Side, Slot), Node<'a>, FxBuildHasher>,
}

impl<'a> Unifier<'a> {
    fn unify(&mut self, left: Node<'a>, right: Node<'a>, depth: usize) -> bool {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if depth > DEPTH {
            return true;
        }
        match (left, right) {
            (Node::Term(_, Term::Anonymous), _) | (_, Node::Term(_, Term::Anonymous)) => true,
            (Node::Term(side, Term::Variable(slot)), other)
            | (other, Node::Term(side, Term::Variable(slot))) => {
                let itself = matches!(other, Node::Term(s, Term::Variable(t)) if (s, t) == (side, slot));
                if !itself {
                    self.values.insert((side, *slot), other);
                }
                true
            }
            (Node::Symbol(left), Node::Symbol(right)) => left == right,
            (Node::Symbol(symbol), Node::Term(side, term))
            | (Node::Term(side, term), Node::Symbol(symbol)) => self.unify_symbol(symbol, side, term, depth),
            (Node::Term(left_side, left), Node::Term(right_side, right)) => match (left, right) {
                (
                    Term::Function { name, positive, arguments },
                    Term::Function { name: other_name, positive: other_sign, arguments: others },
                ) => {
                    (name, positive, arguments.len()) == (other_name, other_sign, others.len())
                        && arguments.iter().zip(others).all(|(a, b)| {
                            self.unify(Node::Term(left_side, a), Node::Term(right_side, b), depth + 1)
                        })
                }
                (Term::Function { .. }, computed) | (computed, Term::Function { .. }) => {
                    matches!(computed, Term::Unary(..))
                }
                _ => true,
            },
        }
    }

    fn unify_symbol(&mut self, symbol: Symbol, side: Side, term: &'a Term, depth: usize) -> bool {
        match (term, self.symbols.view(symbol)) {
            (
                Term::Function { name, positive, arguments },
                View::Function { name: found, arguments: parts, positive: sign },
            ) => {
                (*name, *positive, arguments.len()) == (found, sign, parts.len())
                    && arguments
                        .iter()
                        .zip(parts)
                        .all(|(a, &b)| self.unify(Node::Term(side, a), Node::Symbol(b), depth + 1))
            }
            (Term::Function { .. }, _) => false,
            (Term::Unary(..), View::Function { .. }) => true,
            (Term::Linear { factor, offset, .. }, View::Number(number)) => {
                (i64::from(number) - i64::from(*offset)) % i64::from(*factor) == 0
            }
            (_, view) => matches!(view, View::Number(_)),
        }
    }

    /// Replaces variables by their values, and constants by symbols.
    fn resolve(&self, mut node: Node<'a>) -> Node<'a> {
        loop {
            node = match node {
                Node::Term(_, Term::Constant(symbol)) => return Node::Symbol(*symbol),
                Node::Term(side, Term::Variable(slot)) => match self.values.get(&(side, *slot)) {
                    Some(&value) => value,
                    None => return node,
                },
                _ => return node,
            };
        }
    }
}
