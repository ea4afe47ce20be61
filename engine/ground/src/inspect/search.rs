//! A search for the instances of a body in a world: those that hold, and those that fail in exactly one literal.
//!
//! ```text
//! reached(Y) :- reached(X), built(X,Y).    with Y = 4: no atom built(X,4) is true   -- fails without reached(X)
//! ```
//!
//! The literal with the fewest outcomes comes next. Tests need no recursion, so that long bodies are no problem.

use crate::inspect::frame::{Computed, Frame};
use crate::inspect::inspector::{Candidates, Inspector};
use crate::inspect::world::Status;
use crate::ir::{Atom, Literal, Term};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::{Relation, Sign};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The limit on the values of an interval or an aggregate that are tried one by one.
const VALUES: i64 = 100_000;

/// An instance of a body, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub frame: Frame,
    /// The atoms that positive literals match.
    pub matched: Vec<Option<Symbol>>,
    /// The literal that is false.
    pub failing: Option<usize>,
    /// The number of literals that are not false.
    pub held: usize,
}

/// The result of a search.
#[derive(Default)]
pub(crate) struct Outcome {
    pub found: Vec<Found>,
    /// Without any instance: the part with the most literals, and the literal that fails.
    pub deepest: Option<Found>,
    /// Whether the search ended early.
    pub is_cut: bool,
}

/// The outcomes of a literal that binds variables.
enum Outcomes {
    Test(Status),
    Atoms(Atom, Candidates),
    Numbers(Term, RangeInclusive<i32>),
    Values(Term, Vec<Symbol>),
    NotReady,
}

impl Outcomes {
    /// The number of outcomes; tests come first.
    fn count(&self) -> usize {
        match self {
            Outcomes::Test(_) => 0,
            Outcomes::Atoms(_, candidates) => candidates.len().max(1),
            Outcomes::Numbers(_, range) => {
                (i64::from(*range.end()) - i64::from(*range.start()) + 1).max(1) as usize
            }
            Outcomes::Values(_, values) => values.len().max(1),
            Outcomes::NotReady => usize::MAX,
        }
    }
}

/// A search over the instances of a conjunction.
pub(crate) struct Search<'s, 'a> {
    inspector: &'s mut Inspector<'a>,
    literals: &'s [&'s Literal],
    global: &'s [bool],
    /// Whether one literal may be false.
    may_fail: bool,
    limit: usize,
    frame: Frame,
    pending: Vec<bool>,
    matched: Vec<Option<Symbol>>,
    failing: Option<usize>,
    held: usize,
    outcome: Outcome,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        inspector: &'s mut Inspector<'a>,
        literals: &'s [&'s Literal],
        global: &'s [bool],
        frame: Frame,
        may_fail: bool,
        limit: usize,
    ) -> Search<'s, 'a> {
        let (pending, matched) = (vec![true; literals.len()], vec![None; literals.len()]);
        Search {
            inspector,
            literals,
            global,
            may_fail,
            limit,
            frame,
            pending,
            matched,
            failing: None,
            held: 0,
            outcome: Outcome::default(),
        }
    }

    pub(crate) fn run(mut self) -> Outcome {
        self.extend();
        self.outcome
    }

    fn is_over(&mut self) -> bool {
        if self.inspector.steps == 0 || self.outcome.found.len() >= self.limit {
            self.outcome.is_cut = true;
        }
        self.outcome.is_cut
    }

    /// Extends the present part by all pending literals.
    fn extend(&mut self) {
        let (failing, held) = (self.failing, self.held);
        let mut tested = Vec::new();
        loop {
            if self.is_over() {
                break;
            }
            self.inspector.steps -= 1;
            let Some((place, outcomes)) = self.next_literal() else {
                self.record();
                break;
            };
            self.pending[place] = false;
            tested.push(place);
            match outcomes {
                Outcomes::Test(Status::False) => {
                    if !self.fail(place) {
                        break;
                    }
                }
                Outcomes::Test(_) => {
                    self.note_atom(place);
                    self.held += 1;
                }
                Outcomes::NotReady => unreachable!("such a literal is not chosen"),
                outcomes => {
                    self.branch(place, outcomes);
                    break;
                }
            }
        }
        for place in tested {
            self.pending[place] = true;
            self.matched[place] = None;
        }
        (self.failing, self.held) = (failing, held);
    }

    /// Records the atom of a positive literal without unbound variables.
    fn note_atom(&mut self, place: usize) {
        if let Literal::Predicate { sign: Sign::None, atom, .. } = self.literals[place] {
            let atom = self.inspector.source_atom(atom);
            let found = self.inspector.candidates(&atom, &self.frame).first().copied();
            let domain = self.inspector.grounder.state().base.domain(atom.predicate);
            self.matched[place] = found.map(|id| domain.entry(id).symbol);
        }
    }

    /// Leaves the literal out because it is false. Returns whether the search goes on without it.
    fn fail(&mut self, place: usize) -> bool {
        let goes_on = self.may_fail && self.failing.is_none();
        if goes_on {
            self.failing = Some(place);
        } else {
            self.record_failure(place);
        }
        goes_on
    }

    fn record_failure(&mut self, place: usize) {
        if self.failing.is_none() && self.outcome.deepest.as_ref().is_none_or(|known| known.held < self.held)
        {
            self.outcome.deepest = Some(self.part(Some(place)));
        }
    }

    fn part(&self, failing: Option<usize>) -> Found {
        Found { frame: self.frame.clone(), matched: self.matched.clone(), failing, held: self.held }
    }

    /// Records an instance. A literal that was left out must be false for all values of its variables.
    fn record(&mut self) {
        if let Some(place) = self.failing
            && self.may_hold(place)
        {
            return;
        }
        let part = self.part(self.failing);
        self.outcome.found.push(part);
    }

    /// Whether the literal is not false for some values of its variables.
    fn may_hold(&mut self, place: usize) -> bool {
        match self.outcomes(place) {
            Outcomes::Test(status) => status != Status::False,
            Outcomes::Atoms(atom, _) => self.inspector.greatest(&atom, &self.frame) != Status::False,
            Outcomes::Numbers(_, range) => !range.is_empty(),
            Outcomes::Values(term, values) => values.iter().any(|&value| {
                let mut frame = self.frame.clone();
                self.inspector.terms().matches(&term, value, &mut frame)
            }),
            Outcomes::NotReady => true,
        }
    }

    /// The pending literal with the fewest outcomes.
    fn next_literal(&mut self) -> Option<(usize, Outcomes)> {
        let mut best: Option<(usize, usize, Outcomes)> = None;
        for place in 0..self.literals.len() {
            if !self.pending[place] {
                continue;
            }
            let outcomes = self.outcomes(place);
            let count = outcomes.count();
            if count < usize::MAX && best.as_ref().is_none_or(|(least, ..)| count < *least) {
                best = Some((count, place, outcomes));
                if count == 0 {
                    break;
                }
            }
        }
        best.map(|(_, place, outcomes)| (place, outcomes))
    }

    fn outcomes(&mut self, place: usize) -> Outcomes {
        let literal = self.literals[place];
        if let Some(status) = self.inspector.test(literal, self.global, &self.frame) {
            return Outcomes::Test(status);
        }
        match literal {
            Literal::Predicate { sign: Sign::None, atom, .. } => {
                let atom = self.inspector.source_atom(atom);
                let candidates = self.inspector.candidates(&atom, &self.frame);
                Outcomes::Atoms(atom, candidates)
            }
            Literal::Comparison { relation: Relation::Equal, left, right } => {
                let sides =
                    (self.inspector.compute(left, &self.frame), self.inspector.compute(right, &self.frame));
                match sides {
                    (Computed::Value(value), _) if right.is_pattern() => {
                        Outcomes::Values(right.clone(), vec![value])
                    }
                    (_, Computed::Value(value)) if left.is_pattern() => {
                        Outcomes::Values(left.clone(), vec![value])
                    }
                    _ => Outcomes::NotReady,
                }
            }
            Literal::Range { pattern, low, high, .. } => {
                let low = self.inspector.compute(low, &self.frame).value();
                let high = self.inspector.compute(high, &self.frame).value();
                let symbols = &self.inspector.symbols;
                let number = |symbol: Option<Symbol>| symbol.and_then(|symbol| symbols.as_number(symbol));
                match (number(low), number(high)) {
                    (Some(low), Some(high)) if i64::from(high) - i64::from(low) <= VALUES => {
                        Outcomes::Numbers(pattern.clone(), low..=high)
                    }
                    _ => Outcomes::NotReady,
                }
            }
            Literal::Call { pattern, .. } => match self.inspector.call(literal, &self.frame) {
                Some(values) => Outcomes::Values(pattern.clone(), values),
                None => Outcomes::NotReady,
            },
            Literal::Aggregate(aggregate) => {
                let unbound = aggregate.guards.iter().find(|(_, term)| !self.frame.binds(term));
                let mut bound = true;
                aggregate.element_variables(&mut |slot| {
                    bound &= !self.global[slot] || self.frame.get(slot).is_some();
                });
                match unbound {
                    Some((Relation::Equal, term)) if bound && aggregate.sign == Sign::None => {
                        let tuples = self.inspector.tuples(aggregate, self.global, &self.frame);
                        let values = tuples.values(self.inspector.symbols, aggregate.function, VALUES);
                        Outcomes::Values(term.clone(), values)
                    }
                    _ => Outcomes::NotReady,
                }
            }
            _ => Outcomes::NotReady,
        }
    }

    /// Tries all outcomes of a literal, and then the instances without it.
    fn branch(&mut self, place: usize, outcomes: Outcomes) {
        let mut matched_any = false;
        match outcomes {
            Outcomes::Atoms(atom, candidates) => {
                for &id in &*Rc::clone(&candidates) {
                    let mark = self.frame.mark();
                    if let Some(symbol) = self.inspector.match_candidate(&atom, id, &mut self.frame) {
                        matched_any = true;
                        self.matched[place] = Some(symbol);
                        self.go_on();
                    }
                    self.frame.restore(mark);
                    if self.is_over() {
                        return;
                    }
                }
                self.matched[place] = None;
            }
            Outcomes::Numbers(pattern, range) => {
                for number in range {
                    let value = self.inspector.symbols.number(number);
                    matched_any |= self.assign(&pattern, value);
                    if self.is_over() {
                        return;
                    }
                }
            }
            Outcomes::Values(pattern, values) => {
                for value in values {
                    matched_any |= self.assign(&pattern, value);
                    if self.is_over() {
                        return;
                    }
                }
            }
            Outcomes::Test(_) | Outcomes::NotReady => {}
        }
        if !matched_any {
            self.record_failure(place);
        }
        if self.may_fail && self.failing.is_none() {
            self.failing = Some(place);
            self.extend();
            self.failing = None;
        }
    }

    fn assign(&mut self, pattern: &Term, value: Symbol) -> bool {
        let mark = self.frame.mark();
        let matched = self.inspector.terms().matches(pattern, value, &mut self.frame);
        if matched {
            self.go_on();
        }
        self.frame.restore(mark);
        matched
    }

    /// Extends the part after a literal that is not false.
    fn go_on(&mut self) {
        self.held += 1;
        self.extend();
        self.held -= 1;
    }
}
