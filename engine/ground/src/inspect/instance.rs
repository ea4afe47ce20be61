//! Instances of source rules, with the values of all their literals: also of those that the grounder decides, and
//! that therefore do not occur in the ground program.
//!
//! ```text
//! fly(X) :- bird(X), not abnormal(X).    with X = tweety:    bird(tweety) true, not abnormal(tweety) true
//! ```

use crate::inspect::frame::Frame;
use crate::inspect::goal::Goal;
use crate::inspect::inspector::Inspector;
use crate::inspect::search::Found;
use crate::inspect::tuples::{WorldTuples, positive_atoms};
use crate::inspect::words::{Words, is_auxiliary};
use crate::inspect::world::Status;
use crate::ir::{Aggregate, Atom, Conditional, Literal, Rule};
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};

/// The kind of a head that derives an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HeadKind {
    /// The atom alone: whenever the body holds, the atom is true.
    Rule,
    /// An element of a choice.
    Choice,
    /// A disjunction.
    Disjunction,
    /// An `#external` statement.
    External,
}

/// The kind of a literal of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LiteralKind {
    /// An atom.
    Atom,
    /// A negated or doubly negated atom.
    Negation,
    /// A comparison, an interval, or a call.
    Comparison,
    /// An aggregate.
    Aggregate,
    /// A conditional literal.
    Conditional,
    /// A theory atom.
    Theory,
}

/// The atoms on which a true literal rests: parts whose weights reach `least`. Each part holds by all atoms of one
/// of its alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The sum of weights that is needed.
    pub least: i64,
    /// The parts, each with its weight and its alternatives.
    pub parts: Vec<WeightedPart>,
}

/// The weight of a part, and its alternatives: each is a conjunction of atoms.
pub type WeightedPart = (i64, Vec<Vec<Symbol>>);

/// A literal of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceLiteral {
    /// Its text, with values for all variables that have one.
    pub text: String,
    /// Its kind.
    pub kind: LiteralKind,
    /// Its value; `None` if it depends on a variable without a value.
    pub status: Option<Status>,
    /// The atom of an atom or negation.
    pub goal: Option<Goal>,
    /// The true atoms that the literal rests on; empty for literals that no atom supports.
    pub requirements: Vec<Requirement>,
    /// The atoms under `not not`, also inside of the literal, that are not false. The literal depends on their
    /// truth, but does not rest on them.
    pub assumed: Vec<Symbol>,
    /// The value of an aggregate, if all of its atoms are decided.
    pub value: Option<Symbol>,
}

/// An instance of a rule, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceInstance {
    /// The place of the statement.
    pub span: Span,
    /// The kind of its head.
    pub kind: HeadKind,
    /// The head, if all of its variables have values.
    pub head: Option<Symbol>,
    /// The values of the variables that have a name and a value, in the order of the rule.
    pub bindings: Vec<(Name, Symbol)>,
    /// The literals of the body, and of the condition of the head, in their order.
    pub literals: Vec<InstanceLiteral>,
    /// The literal that is false.
    pub failing: Option<usize>,
    /// The number of instances of the rule in which the same literal is false and all others may hold; this is
    /// one of them.
    pub alike: usize,
}

/// A body to be reported: the rule, and its literals together with those of the head's condition.
pub(crate) struct Report<'r> {
    pub rule: &'r Rule,
    pub literals: &'r [&'r Literal],
    /// Variables that count as global, those of the head's condition included.
    pub global: &'r [bool],
}

impl Inspector<'_> {
    /// The literals of an instance, without those that rewriting has added and that hold; and the number of the
    /// failing literal among them.
    pub(crate) fn report(
        &mut self,
        report: &Report<'_>,
        found: &Found,
    ) -> (Vec<InstanceLiteral>, Option<usize>) {
        let Rule { names, places, .. } = report.rule;
        let (mut literals, mut failing) = (Vec::new(), None);
        for (place, literal) in report.literals.iter().enumerate() {
            let is_failing = found.failing == Some(place);
            if literal.is_choice_test() || is_auxiliary(literal, names, places) && !is_failing {
                continue;
            }
            if is_failing {
                failing = Some(literals.len());
            }
            let matched = found.matched.get(place).copied().flatten();
            let mut reported = self.report_literal(report, literal, &found.frame, matched);
            if is_failing {
                reported.status = Some(Status::False);
            }
            literals.push(reported);
        }
        (literals, failing)
    }

    fn report_literal(
        &mut self,
        report: &Report<'_>,
        literal: &Literal,
        frame: &Frame,
        matched: Option<Symbol>,
    ) -> InstanceLiteral {
        let mut status = self.test(literal, report.global, frame);
        let (mut goal, mut requirements, mut value) = (None, Vec::new(), None);
        let (mut text, kind) = match literal {
            Literal::Predicate { sign, atom, .. } => {
                let atom = self.source_atom(atom);
                let arguments = atom.arguments.iter().map(|term| self.resolve(term, frame)).collect();
                let atom = Atom { arguments, ..atom };
                let text = format!("{sign}{}", self.words(report.rule, frame).atom(&atom));
                goal = self.words(report.rule, frame).goal(&atom);
                (text, if *sign == Sign::None { LiteralKind::Atom } else { LiteralKind::Negation })
            }
            Literal::Aggregate(aggregate) => {
                let text = self.words(report.rule, frame).literal(literal);
                if status.is_some() {
                    let tuples = self.tuples(aggregate, report.global, frame);
                    value = tuples.value(self.symbols, aggregate.function);
                    if status == Some(Status::True) {
                        requirements = self.aggregate_requirements(aggregate, &tuples, frame);
                    }
                }
                (text, LiteralKind::Aggregate)
            }
            Literal::Conditional(conditional) => {
                if status == Some(Status::True) {
                    requirements = self.conditional_requirements(conditional, report.global, frame);
                }
                (self.words(report.rule, frame).literal(literal), LiteralKind::Conditional)
            }
            Literal::Theory(_) => (self.words(report.rule, frame).literal(literal), LiteralKind::Theory),
            _ => (self.words(report.rule, frame).literal(literal), LiteralKind::Comparison),
        };
        if let Some(atom) = matched {
            status = Some(self.world.status(atom));
            text = self.symbols.display(atom).to_string();
            goal = Goal::of(self.symbols, atom);
            requirements = vec![Requirement { least: 1, parts: vec![(1, vec![vec![atom]])] }];
        }
        let mut assumed = Vec::new();
        self.doubly_negated(literal, report.global, frame, &mut assumed);
        InstanceLiteral { text, kind, status, goal, requirements, assumed, value }
    }

    /// Adds the atoms under `not not` in a literal that are not false.
    fn doubly_negated(&mut self, literal: &Literal, global: &[bool], frame: &Frame, atoms: &mut Vec<Symbol>) {
        let is_double = |literal: &Literal| matches!(literal, Literal::Predicate { sign: Sign::NotNot, .. });
        let mut occurs = false;
        literal.nested(&mut |nested| occurs |= is_double(nested));
        if !occurs {
            return;
        }
        match literal {
            Literal::Predicate { atom, .. } => {
                let atom = self.source_atom(atom);
                let mut scratch = frame.clone();
                for &id in &*self.candidates(&atom, frame) {
                    let mark = scratch.mark();
                    atoms.extend(self.match_candidate(&atom, id, &mut scratch));
                    scratch.restore(mark);
                }
            }
            Literal::Aggregate(aggregate) => {
                for element in &aggregate.elements {
                    self.doubly_negated_in(&element.condition, global, frame, atoms);
                }
            }
            Literal::Conditional(conditional) => {
                self.doubly_negated_in(&conditional.condition, global, frame, atoms);
                for (found, _) in self.solutions(&conditional.condition, global, frame) {
                    for alternative in &conditional.alternatives {
                        self.doubly_negated_in(alternative, global, &found.frame, atoms);
                    }
                }
            }
            _ => {}
        }
    }

    fn doubly_negated_in(
        &mut self,
        literals: &[Literal],
        global: &[bool],
        frame: &Frame,
        atoms: &mut Vec<Symbol>,
    ) {
        for (found, _) in self.solutions(literals, global, frame) {
            literals.iter().for_each(|literal| self.doubly_negated(literal, global, &found.frame, atoms));
        }
    }

    pub(crate) fn words<'w>(&'w self, rule: &'w Rule, frame: &'w Frame) -> Words<'w> {
        let state = self.grounder.state();
        let (base, projections) = (&state.base, &state.projections);
        Words { symbols: self.symbols, base, projections, names: &rule.names, rule, frame }
    }

    /// The tuples that a true aggregate rests on. Upper bounds hold for all subsets of the true tuples, so they
    /// rest on nothing; negative weights count on the other side.
    fn aggregate_requirements(
        &mut self,
        aggregate: &Aggregate,
        tuples: &WorldTuples,
        frame: &Frame,
    ) -> Vec<Requirement> {
        if aggregate.sign != Sign::None {
            return Vec::new();
        }
        let mut requirements = Vec::new();
        for (relation, term) in &aggregate.guards {
            let Some(bound) = self.compute(term, frame).value() else { continue };
            match aggregate.function {
                AggregateFunction::Min | AggregateFunction::Max => {
                    requirements.extend(self.extreme_requirement(
                        aggregate.function,
                        tuples,
                        *relation,
                        bound,
                    ));
                }
                _ => {
                    let Some(bound) = self.symbols.as_number(bound) else { continue };
                    requirements.extend(self.sum_requirement(
                        aggregate.function,
                        tuples,
                        *relation,
                        i64::from(bound),
                    ));
                }
            }
        }
        requirements
    }

    fn sum_requirement(
        &self,
        function: AggregateFunction,
        tuples: &WorldTuples,
        relation: Relation,
        bound: i64,
    ) -> Vec<Requirement> {
        let certain = tuples.all.iter().filter(|tuple| tuple.status == Status::True);
        let weighted: Vec<WeightedPart> = certain
            .map(|tuple| (WorldTuples::weight(self.symbols, function, tuple), tuple.conditions.clone()))
            .collect();
        let of_sign = |sign: i64| -> (i64, Vec<WeightedPart>) {
            let parts = weighted.iter().filter(|(weight, _)| weight * sign > 0);
            let parts: Vec<_> =
                parts.map(|(weight, alternatives)| (weight * sign, alternatives.clone())).collect();
            (parts.iter().map(|(weight, _)| weight).sum(), parts)
        };
        let ((positive, gains), (negative, losses)) = (of_sign(1), of_sign(-1));
        let value = positive - negative;
        let (lower, upper) = match relation {
            Relation::Equal => (Some(bound), Some(bound)),
            Relation::GreaterEqual => (Some(bound), None),
            Relation::Greater => (Some(bound + 1), None),
            Relation::LessEqual => (None, Some(bound)),
            Relation::Less => (None, Some(bound - 1)),
            Relation::NotEqual if value > bound => (Some(bound + 1), None),
            Relation::NotEqual => (None, Some(bound - 1)),
        };
        let lower = lower.map(|lower| Requirement { least: lower + negative, parts: gains });
        let upper = upper.map(|upper| Requirement { least: positive - upper, parts: losses });
        lower.into_iter().chain(upper).filter(|requirement| requirement.least > 0).collect()
    }

    /// One tuple that a bound needs: of a maximum the lower bounds, of a minimum the upper ones.
    fn extreme_requirement(
        &self,
        function: AggregateFunction,
        tuples: &WorldTuples,
        relation: Relation,
        bound: Symbol,
    ) -> Option<Requirement> {
        let is_max = function == AggregateFunction::Max;
        let neutral = if is_max { Symbol::INFIMUM } else { Symbol::SUPREMUM };
        let satisfies =
            |value: Symbol| crate::arithmetic::satisfies(relation, self.symbols.cmp(value, bound));
        if satisfies(neutral) {
            return None;
        }
        let certain = tuples.all.iter().filter(|tuple| tuple.status == Status::True);
        let parts: Vec<WeightedPart> = certain
            .filter(|tuple| tuple.terms.first().is_some_and(|&weight| satisfies(weight)))
            .map(|tuple| (1, tuple.conditions.clone()))
            .collect();
        Some(Requirement { least: 1, parts })
    }

    /// The literal of a conditional literal for each true condition.
    fn conditional_requirements(
        &mut self,
        conditional: &Conditional,
        global: &[bool],
        frame: &Frame,
    ) -> Vec<Requirement> {
        let mut requirements = Vec::new();
        for (instance, status) in self.solutions(&conditional.condition, global, frame) {
            if status != Status::True {
                continue;
            }
            let mut alternatives = Vec::new();
            for literals in &conditional.alternatives {
                let solutions = self.solutions(literals, global, &instance.frame).into_iter();
                let certain = solutions.filter(|(_, status)| *status == Status::True);
                alternatives.extend(certain.map(|(found, _)| positive_atoms(literals, &found.matched)));
            }
            requirements.push(Requirement { least: 1, parts: vec![(1, alternatives)] });
        }
        requirements
    }
}
