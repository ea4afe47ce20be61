//! Literals for aggregates and conditional literals, and their negations inside of positive loops.
//!
//! ```text
//! a :- #sum { 1 : b; -1 : c } >= 0.   c :- a.      -- a and c are in a positive loop
//! ```
//!
//! Outside of loops, `-1 : c` is the same as `1 : not c`. Inside of a loop it is not, because `not c` would
//! be decided before `a`. There, an atom `f` takes the place of `not c` (Alviano, Faber, Gebser: "Rewriting
//! recursive aggregates in answer set programming: back to monotonicity", 2015):
//!
//! ```text
//! s :- 1 <= b + f.    f :- not c.    f :- s.    c ; f :- not not s.
//! ```

use crate::aggregate::loops::Loop;
use crate::aggregate::tuples::Tuples;
use crate::output::emitter::Emitter;
use hamadryad_aspif::{Atom, BodyRef, Head, Literal};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::Sign;
use smallvec::{SmallVec, smallvec};

/// The truth value of a guard: decided, or a conjunction of literals.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Truth {
    False,
    True,
    /// All of the literals; there is at least one.
    All(SmallVec<[Literal; 2]>),
}

impl Truth {
    /// The conjunction of both.
    pub(crate) fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, truth) | (truth, Truth::True) => truth,
            (Truth::All(mut all), Truth::All(more)) => {
                all.extend(more);
                Truth::All(all)
            }
        }
    }
}

/// Writes the rules of auxiliary atoms, and returns literals over them.
pub(crate) struct LiteralWriter<'w, 'a> {
    pub symbols: &'w Symbols,
    pub emitter: &'w mut Emitter<'a>,
    /// Whether the rule derives nothing, so that two negations cancel each other.
    pub derives_nothing: bool,
    /// The positive loop of the literal that is being defined.
    pub positive_loop: Option<&'w Loop>,
}

impl LiteralWriter<'_, '_> {
    /// The literal `not literal`.
    pub(crate) fn negate(&mut self, literal: Literal) -> Literal {
        if self.derives_nothing { !literal } else { self.emitter.negated(literal) }
    }

    /// The negation of a truth value.
    pub(crate) fn negation(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::False => Truth::True,
            Truth::True => Truth::False,
            Truth::All(literals) => {
                let all = self.emitter.conjunction(&literals);
                Truth::All(smallvec![self.negate(all)])
            }
        }
    }

    /// The truth value under the sign of its aggregate.
    pub(crate) fn signed(&mut self, sign: Sign, truth: Truth) -> Truth {
        match sign {
            Sign::None => truth,
            Sign::Not => self.negation(truth),
            Sign::NotNot if self.derives_nothing => truth,
            Sign::NotNot => {
                let negation = self.negation(truth);
                self.negation(negation)
            }
        }
    }

    /// Whether the literal is in a positive loop with the atom that is being defined.
    pub(crate) fn is_in_loop(&self, literal: Literal) -> bool {
        self.positive_loop.is_some_and(|positive_loop| positive_loop.contains(literal))
    }

    /// The negation of a conjunction in the definition of an atom that may be in a positive loop with
    /// literals of it. These literals become heads themselves: an auxiliary atom for the conjunction would be
    /// derived without them.
    pub(crate) fn negate_within(&mut self, defined: Atom, condition: &[Literal]) -> Literal {
        let all = self.emitter.conjunction(condition);
        if !condition.iter().any(|&literal| self.is_in_loop(literal)) {
            return self.negate(all);
        }
        let negation = self.emitter.written.fresh();
        let fails = self.emitter.negated(all);
        self.emitter.derive(negation, &[fails]);
        self.emitter.derive(negation, &[defined.positive()]);
        let holds = self.emitter.doubly_negated(defined);
        for &literal in condition {
            if self.is_in_loop(literal) {
                let head = [literal.atom(), negation];
                self.emitter.rule(Head::Disjunction(&head), BodyRef::Normal(&[holds]));
            } else {
                let fails = self.emitter.negated(literal);
                self.emitter.derive(negation, &[holds, fails]);
            }
        }
        negation.positive()
    }

    /// The negation of a tuple, as in [`negate_within`](LiteralWriter::negate_within): none of its conditions
    /// holds.
    pub(crate) fn negate_tuple_within(&mut self, defined: Atom, tuples: &Tuples, tuple: usize) -> Literal {
        let conditions: Vec<Vec<Literal>> = tuples.conditions(tuple).map(<[Literal]>::to_vec).collect();
        let negations: Vec<Literal> =
            conditions.iter().map(|condition| self.negate_within(defined, condition)).collect();
        self.emitter.conjunction(&negations)
    }
}
