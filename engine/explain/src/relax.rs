//! The relaxed program: each unit depends on a literal, its selector.
//!
//! ```text
//! h :- B.     -->   { h } :- B.   :- B, not h, s.
//! :- B.       -->   :- B, s.
//! ```
//!
//! A rule of a logic program cannot simply be deleted: without `h :- B`, an atom that depends on `not h` may
//! become true, and the answer sets with and without the rule have nothing to do with each other. The relaxed
//! rule allows `h` wherever `B` holds. Since `h :- B` is strongly equivalent to the two rules on the right
//! without `s` (Lifschitz, Pearce, Valverde: "Strongly Equivalent Logic Programs", TOCL 2001), the following
//! holds for every program, which the tests compare with an oracle:
//!
//! 1. if all selectors are true, the answer sets are those of the program;
//! 2. if a selector is false, answer sets are added, and none is lost.

use crate::program::{Program, RecordedRule};
use crate::units::{HARD, Units};
use hamadryad_aspif::{Atom, BodyRef, Head, Literal, Sink, WeightedLiteral};

/// The treatment of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// In force.
    Hard,
    /// In force if the literal is true.
    Soft(Literal),
    /// Relaxed.
    Off,
}

/// Writes a relaxed program to a sink.
pub(crate) struct Relaxer<'a> {
    pub program: &'a Program,
    pub units: &'a Units,
    pub sink: &'a mut dyn Sink,
    /// The number of the last atom in use.
    pub last_atom: u32,
}

impl Relaxer<'_> {
    /// A new atom.
    pub(crate) fn fresh(&mut self) -> Atom {
        self.last_atom += 1;
        Atom::new(self.last_atom).expect("the program has room for its selectors")
    }

    /// A new atom that may be true or false.
    pub(crate) fn free(&mut self) -> Atom {
        let atom = self.fresh();
        self.sink.rule(Head::Choice(&[atom]), BodyRef::Normal(&[]));
        atom
    }

    /// Writes all rules, each unit with its guard.
    pub(crate) fn rules(&mut self, guard: &dyn Fn(u32) -> Guard) {
        let program = self.program;
        for (number, rule) in program.rules().enumerate() {
            match self.units.of_rule[number] {
                HARD => self.sink.rule(rule.head, rule.body),
                unit => self.rule(&rule, guard(unit)),
            }
        }
    }

    fn rule(&mut self, rule: &RecordedRule<'_>, guard: Guard) {
        if guard == Guard::Hard {
            return self.sink.rule(rule.head, rule.body);
        }
        let Head::Disjunction(heads) = rule.head else { return self.sink.rule(rule.head, rule.body) };
        if !heads.is_empty() {
            self.sink.rule(Head::Choice(heads), rule.body);
        }
        let Guard::Soft(selector) = guard else { return };
        let mut body = match rule.body {
            BodyRef::Normal(literals) => literals.to_vec(),
            BodyRef::Sum { .. } => {
                let holds = self.fresh();
                self.sink.rule(Head::Disjunction(&[holds]), rule.body);
                vec![holds.positive()]
            }
        };
        body.extend(heads.iter().map(|head| head.negative()));
        body.push(selector);
        self.sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
    }

    /// Writes that an atom may be true without a rule if the literal is true.
    pub(crate) fn close(&mut self, atom: Atom, open: Literal) {
        self.sink.rule(Head::Choice(&[atom]), BodyRef::Normal(&[open]));
    }

    /// Writes that the costs of a priority are not greater than a bound if the selector is true.
    pub(crate) fn bound(&mut self, priority: i32, greatest: i64, selector: Literal) {
        let mut lower = greatest + 1;
        let mut literals: Vec<WeightedLiteral> = Vec::new();
        let of_priority = self.program.objective().filter(|&(other, _)| other == priority);
        for &WeightedLiteral { literal, weight } in of_priority.flat_map(|(_, literals)| literals) {
            // A negative weight counts as a positive weight of the negation.
            if weight < 0 {
                lower -= i64::from(weight);
                literals.push(WeightedLiteral { literal: !literal, weight: -weight });
            } else if weight > 0 {
                literals.push(WeightedLiteral { literal, weight });
            }
        }
        let total: i64 = literals.iter().map(|summand| i64::from(summand.weight)).sum();
        if lower > total {
            return;
        }
        let exceeded = self.fresh();
        match i32::try_from(lower) {
            Ok(lower) if lower > 0 => {
                let body = BodyRef::Sum { lower, literals: &literals };
                self.sink.rule(Head::Disjunction(&[exceeded]), body);
            }
            Ok(_) => self.sink.rule(Head::Disjunction(&[exceeded]), BodyRef::Normal(&[])),
            // No sum of weights of 32 bits is as large in practice; the bound is then not tested.
            Err(_) => return,
        }
        self.sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[exceeded.positive(), selector]));
    }
}
