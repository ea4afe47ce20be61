//! Joins: a backtracking search along a plan for the instances of a conjunction.
//!
//! ```text
//! p(X) :- q(X), not r(X).      q(1) a fact, q(2) and r(2) not     -->  p(1).   p(2) :- q(2), not r(2).
//! ```
//!
//! The search calls a function for every instance. Bodies, conditions of heads and elements of aggregates are
//! joined in the same way; aggregates and conditional literals with complete domains are evaluated as steps
//! of a join. Steps with at most one outcome are taken in a loop instead of by recursion, so that long bodies
//! need no deep stack.
//!
//! Invariant: domains grow only at their ends while a join runs, and the indexes do not change.

use crate::aggregate::conditional::implication;
use crate::aggregate::guard::{guards, may_hold, possible_values};
use crate::aggregate::tuples::{Memo, Tuples, counts};
use crate::aggregate::writer::{LiteralWriter, Truth};
use crate::atoms::domain::{Id, PredicateId};
use crate::atoms::index::Indexes;
use crate::instantiate::effort::Effort;
use crate::instantiate::evaluator::Evaluator;
use crate::instantiate::functions::Functions;
use crate::instantiate::instance::Instance;
use crate::instantiate::theory_terms::{theory_element, theory_frame};
use crate::ir::{Slot, Term};
use crate::output::ground_atoms::GroundAtoms;
use crate::output::theory::{Content, TheoryData};
use crate::plan::{
    Access, AggregatePlan, Call, ConditionalPlan, Conjunction, Generation, Match, Pattern, Step, TheoryPlan,
};
use crate::rewrite::unpool::inverse;
use hamadryad_aspif::Literal;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::{Relation, Sign};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// The result of a search without an instance. Otherwise, a search returns the smallest number of literals of
/// an instance.
pub(crate) const NOTHING: usize = usize::MAX;

/// The function that a search calls for each instance.
pub(crate) type Callback<'l, 'a> = &'l mut dyn FnMut(&mut Join<'a>);

/// The state of a search: the substitution, the literals of the instance, and the data that steps read and
/// extend.
pub(crate) struct Join<'a> {
    pub evaluator: Evaluator<'a>,
    pub atoms: GroundAtoms<'a>,
    pub indexes: &'a Indexes,
    pub functions: &'a mut Functions,
    pub memo: &'a mut Memo,
    pub theory: &'a mut TheoryData,
    pub instance: Instance,
    /// Whether the rule derives nothing, so that no positive loop leads through its literals.
    pub derives_nothing: bool,
    pub effort: Effort<'a>,
}

impl<'a> Join<'a> {
    /// Runs the plan, and calls `leaf` with every instance.
    pub(crate) fn run(&mut self, plan: &Conjunction, leaf: Callback<'_, 'a>) -> usize {
        self.step(plan, 0, leaf)
    }

    /// Counts an atom or value that is tried; returns whether the search ends early.
    fn tick(&mut self) -> bool {
        self.effort.tried += 1;
        if self.effort.tried.is_multiple_of(1 << 12) && !self.effort.poll() {
            self.effort.stopped = self.atoms.emitter.written.limit().is_some();
        }
        self.effort.stopped | self.evaluator.overflowed
    }

    /// A writer of literals for the present rule, outside of positive loops.
    pub(crate) fn writer(&mut self) -> LiteralWriter<'_, 'a> {
        LiteralWriter {
            symbols: self.evaluator.symbols,
            emitter: &mut self.atoms.emitter,
            derives_nothing: self.derives_nothing,
            positive_loop: None,
        }
    }

    /// Continues at a step of the plan.
    fn step(&mut self, plan: &Conjunction, mut at: usize, leaf: Callback<'_, 'a>) -> usize {
        let (depth, facts) = (self.instance.literals.len(), self.instance.facts.len());
        let found = loop {
            let Some(step) = plan.steps.get(at) else {
                leaf(self);
                break self.instance.literals.len();
            };
            match self.test(step) {
                Some(true) => at += 1,
                Some(false) => break NOTHING,
                None => break self.branch(step, plan, at, leaf),
            }
        };
        self.instance.literals.truncate(depth);
        self.instance.facts.truncate(facts);
        found
    }

    /// Takes a step with at most one outcome; returns `None` for other steps.
    fn test(&mut self, step: &Step) -> Option<bool> {
        Some(match step {
            Step::Match(found) if found.access == Access::Exact => self.match_exactly(found),
            Step::Negative { sign, predicate, arguments, complete } => {
                self.negative(*sign, *predicate, arguments, *complete)
            }
            Step::Compare { relation, left, right } => {
                self.evaluator.compare(*relation, left, right) == Some(true)
            }
            Step::Assign { pattern, term } => {
                let value = self.evaluator.value(term);
                value.is_some_and(|value| self.evaluator.unify(pattern, value))
            }
            Step::Conditional(conditional) => self.conditional(conditional),
            Step::Never => false,
            _ => return None,
        })
    }

    /// Takes a step that may have several outcomes.
    fn branch(&mut self, step: &Step, plan: &Conjunction, at: usize, leaf: Callback<'_, 'a>) -> usize {
        match step {
            Step::Match(found) => self.match_atoms(found, plan, at, leaf),
            Step::Either { slot, terms } => self.either(*slot, terms, plan, at, leaf),
            Step::Range { pattern, low, high, span } => match self.evaluator.interval(low, high, *span) {
                Some((low, high)) => self.enumerate(pattern, low, high, plan, at, leaf),
                None => NOTHING,
            },
            Step::Call(call) => self.call(call, plan, at, leaf),
            Step::Aggregate(aggregate) => self.aggregate(aggregate, plan, at, leaf),
            Step::Theory(theory) => self.theory_literal(theory, plan, at, leaf),
            _ => unreachable!("all other steps are tests"),
        }
    }

    /// Continues after a step that has extended the instance, and then removes the literals beyond `depth`.
    fn descend(&mut self, plan: &Conjunction, at: usize, depth: usize, leaf: Callback<'_, 'a>) -> usize {
        let found = self.step(plan, at + 1, leaf);
        self.instance.literals.truncate(depth);
        found
    }

    // Atoms.

    /// Adds the single atom with the key to the instance; returns false if its domain lacks it.
    fn match_exactly(&mut self, wanted: &Match) -> bool {
        let Some(key) = self.evaluator.values(&wanted.key) else { return false };
        let Range { start, end } = self.generation(wanted);
        let domain = self.atoms.base.domain(wanted.predicate);
        let Some(id) = domain.find(&key).filter(|&id| start <= id && id < end) else { return false };
        let (entry, is_atom) = (domain.entry(id), domain.signature.is_some());
        let (is_fact, literal) = (entry.fact, entry.atom.positive());
        if self.tick() {
            return false;
        }
        if !is_fact {
            self.instance.literals.push(literal);
        } else if self.instance.keeps_facts && is_atom {
            self.instance.facts.push(literal);
        }
        true
    }

    /// The atoms of its domain that the literal ranges over.
    fn generation(&self, wanted: &Match) -> Range<Id> {
        let domain = self.atoms.base.domain(wanted.predicate);
        let (first, end) = match wanted.generation {
            Generation::Complete => (0, domain.len()),
            Generation::Old => (0, domain.old_end),
            Generation::New => (domain.old_end, domain.new_end),
            Generation::Known => (0, domain.new_end),
        };
        first.max(wanted.since)..end
    }

    fn match_atoms(
        &mut self,
        wanted: &Match,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let Some(key) = self.evaluator.values(&wanted.key) else { return NOTHING };
        let Range { start: first, end } = self.generation(wanted);
        match wanted.access {
            Access::Exact => unreachable!("an exact match is a test"),
            Access::Scan => self.try_atoms(wanted, first..end.max(first), plan, at, leaf),
            Access::Index(index) => {
                let indexes = self.indexes;
                let mut atoms = indexes.get(index).find(&key);
                if wanted.generation != Generation::Complete || first > 0 {
                    let from = atoms.partition_point(|&id| id < first);
                    let to = atoms.partition_point(|&id| id < end);
                    atoms = &atoms[from..to.max(from)];
                }
                self.try_atoms(wanted, atoms.iter().copied(), plan, at, leaf)
            }
        }
    }

    fn try_atoms(
        &mut self,
        wanted: &Match,
        atoms: impl Iterator<Item = Id>,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let (depth, settled) = (self.instance.literals.len(), plan.settled[at]);
        let facts = self.instance.facts.len();
        let keeps = self.instance.keeps_facts && self.atoms.base.domain(wanted.predicate).signature.is_some();
        let mut best = NOTHING;
        for id in atoms {
            if self.tick() {
                break;
            }
            if !self.matches(wanted, id) {
                continue;
            }
            let entry = self.atoms.base.domain(wanted.predicate).entry(id);
            if !entry.fact {
                self.instance.literals.push(entry.atom.positive());
            } else if keeps {
                self.instance.facts.push(entry.atom.positive());
            }
            let found = self.step(plan, at + 1, leaf);
            self.instance.literals.truncate(depth);
            self.instance.facts.truncate(facts);
            best = best.min(found);
            if settled && found == depth {
                break;
            }
        }
        best
    }

    #[inline]
    fn matches(&mut self, wanted: &Match, id: Id) -> bool {
        wanted.patterns.iter().all(|(argument, pattern)| {
            let symbol = self.atoms.base.domain(wanted.predicate).arguments(id)[*argument];
            self.evaluator.unify(pattern, symbol)
        })
    }

    /// Adds a negated literal to the instance; returns false if the literal is false.
    pub(crate) fn negative(
        &mut self,
        sign: Sign,
        predicate: PredicateId,
        arguments: &[Term],
        complete: bool,
    ) -> bool {
        let Some(arguments) = self.evaluator.values(arguments) else { return false };
        let (atom, external) = match self.atoms.base.domain(predicate).find(&arguments) {
            Some(id) => {
                let id = if complete { id } else { self.atoms.renew(predicate, id) };
                let entry = self.atoms.base.domain(predicate).entry(id);
                if entry.fact {
                    return sign == Sign::NotNot;
                }
                (entry.atom, entry.external)
            }
            None if complete => return sign == Sign::Not,
            None => (self.atoms.reserve(self.evaluator.symbols, predicate, &arguments), false),
        };
        let literal = match sign {
            Sign::NotNot if self.derives_nothing || complete && !external => atom.positive(),
            Sign::NotNot => self.atoms.emitter.doubly_negated(atom),
            _ => atom.negative(),
        };
        self.instance.literals.push(literal);
        true
    }

    // Values.

    fn either(
        &mut self,
        slot: Slot,
        terms: &[Term; 2],
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let values = (self.evaluator.value(&terms[0]), self.evaluator.value(&terms[1]));
        let (Some(first), Some(second)) = values else { return NOTHING };
        let (depth, settled) = (self.instance.literals.len(), plan.settled[at]);
        self.evaluator.substitution[slot] = first;
        let found = self.step(plan, at + 1, leaf);
        if first == second || settled && found == depth {
            return found;
        }
        self.evaluator.substitution[slot] = second;
        found.min(self.step(plan, at + 1, leaf))
    }

    fn enumerate(
        &mut self,
        pattern: &Pattern,
        low: i32,
        high: i32,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        if let Some(symbol) = self.evaluator.only_match(pattern) {
            let number = self.evaluator.symbols.as_number(symbol);
            let inside = number.is_some_and(|number| low <= number && number <= high);
            return if inside { self.step(plan, at + 1, leaf) } else { NOTHING };
        }
        let (depth, settled) = (self.instance.literals.len(), plan.settled[at]);
        let mut best = NOTHING;
        for number in low..=high {
            if self.tick() {
                break;
            }
            let symbol = self.evaluator.symbols.number(number);
            if !self.evaluator.unify(pattern, symbol) {
                continue;
            }
            let found = self.step(plan, at + 1, leaf);
            best = best.min(found);
            if settled && found == depth {
                break;
            }
        }
        best
    }

    /// Continues with each value of a call.
    fn call(&mut self, call: &Call, plan: &Conjunction, at: usize, leaf: Callback<'_, 'a>) -> usize {
        let Some(arguments) = self.evaluator.values(&call.arguments) else { return NOTHING };
        let values = match self.functions.call(self.evaluator.symbols, call.name, &arguments) {
            Ok(values) => values,
            Err(reason) => {
                self.evaluator.warnings.calls.insert((call.span, reason));
                return NOTHING;
            }
        };
        let depth = self.instance.literals.len();
        let mut best = NOTHING;
        for value in values {
            if self.tick() {
                break;
            }
            if self.evaluator.unify(&call.pattern, value) {
                best = best.min(self.descend(plan, at, depth, leaf));
            }
        }
        best
    }

    // Aggregates.

    fn aggregate(
        &mut self,
        aggregate: &AggregatePlan,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let depth = self.instance.literals.len();
        let Some(mut wanted) = self.guard_values(aggregate) else { return NOTHING };
        let mut sign = aggregate.sign;
        if let (Sign::Not, [(relation, _)]) = (sign, &mut wanted[..]) {
            (sign, *relation) = (Sign::None, inverse(*relation));
        }
        let function = aggregate.function;
        let tuples = self.tuples(aggregate);
        if aggregate.tests_choice {
            let holds = may_hold(self.evaluator.symbols, function, &tuples, &wanted);
            return if holds { self.descend(plan, at, depth, leaf) } else { NOTHING };
        }
        if aggregate.assignments.is_empty() {
            let truth = guards(&mut self.writer(), function, &tuples, &wanted);
            let truth = self.writer().signed(sign, truth);
            return if self.assume(truth) { self.descend(plan, at, depth, leaf) } else { NOTHING };
        }
        let effort = &mut self.effort;
        let values = possible_values(self.evaluator.symbols, function, &tuples, &mut || effort.poll());
        self.evaluator.warnings.explosions.note(aggregate.span, values.len());
        let mut best = NOTHING;
        for value in values {
            if self.tick() {
                break;
            }
            if !aggregate.assignments.iter().all(|pattern| self.evaluator.unify(pattern, value)) {
                continue;
            }
            let mut all = wanted.clone();
            all.push((Relation::Equal, value));
            let truth = guards(&mut self.writer(), function, &tuples, &all);
            if self.assume(truth) {
                best = best.min(self.descend(plan, at, depth, leaf));
            }
        }
        best
    }

    /// The values of the guards; `None` if a guard is undefined.
    pub(crate) fn guard_values(
        &mut self,
        aggregate: &AggregatePlan,
    ) -> Option<SmallVec<[(Relation, Symbol); 2]>> {
        let value = |(relation, term): &(Relation, Term)| Some((*relation, self.evaluator.value(term)?));
        aggregate.guards.iter().map(value).collect()
    }

    /// Adds the literals of an aggregate to the instance; returns false if the aggregate is false.
    fn assume(&mut self, truth: Truth) -> bool {
        match truth {
            Truth::False => return false,
            Truth::True => {}
            Truth::All(literals) => self.instance.literals.extend(literals),
        }
        true
    }

    /// The tuples of an aggregate under the present values of its global variables.
    pub(crate) fn tuples(&mut self, aggregate: &AggregatePlan) -> Arc<Tuples> {
        let key = aggregate.memoize.map(|number| (number, self.evaluator.key(&aggregate.globals)));
        if let Some(known) = key.as_ref().and_then(|key| self.memo.get(key)) {
            return known;
        }
        let tuples = Arc::new(self.collect(aggregate));
        if let Some(key) = key {
            self.memo.insert(key, Arc::clone(&tuples));
        }
        tuples
    }

    fn collect(&mut self, aggregate: &AggregatePlan) -> Tuples {
        let mut tuples = Tuples::default();
        let depth = self.instance.literals.len();
        for element in &aggregate.elements {
            self.run(&element.condition, &mut |join| {
                let Some(tuple) = join.evaluator.values(&element.tuple) else { return };
                let Evaluator { symbols, warnings, .. } = &mut join.evaluator;
                if counts(symbols, warnings, aggregate.function, tuple.first().copied(), element.span) {
                    match aggregate.tests_choice {
                        true => tuples.insert_open(&tuple),
                        false => tuples.insert(&tuple, &join.instance.literals[depth..]),
                    }
                }
            });
        }
        tuples
    }

    /// Adds the literals of a conditional literal to the instance; returns false if it is false.
    fn conditional(&mut self, conditional: &ConditionalPlan) -> bool {
        let depth = self.instance.literals.len();
        let mut needed: Vec<Literal> = Vec::new();
        let mut holds = true;
        self.run(&conditional.condition, &mut |join| {
            let condition = join.instance.literals[depth..].to_vec();
            let inner = join.instance.literals.len();
            let mut alternatives: Vec<Vec<Literal>> = Vec::new();
            for alternative in &conditional.alternatives {
                join.run(alternative, &mut |join| {
                    alternatives.push(join.instance.literals[inner..].to_vec());
                });
            }
            match implication(&mut join.writer(), &condition, alternatives) {
                Some(literals) => needed.extend(literals),
                None => holds = false,
            }
        });
        needed.sort_unstable();
        needed.dedup();
        self.instance.literals.extend(needed);
        holds
    }

    // Theory atoms.

    /// Adds a theory atom to the instance; a solver for its theory decides its truth value.
    fn theory_literal(
        &mut self,
        theory: &TheoryPlan,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let depth = self.instance.literals.len();
        let Some(content) = self.theory_content(theory) else { return NOTHING };
        let Some(atom) = self.theory.atom(&mut self.atoms.emitter, content) else { return NOTHING };
        let literal = match theory.sign {
            Sign::None => atom.positive(),
            Sign::Not => atom.negative(),
            Sign::NotNot if self.derives_nothing => atom.positive(),
            Sign::NotNot => self.theory.doubly_negated(&mut self.atoms.emitter, atom),
        };
        self.instance.literals.push(literal);
        self.descend(plan, at, depth, leaf)
    }

    /// The name, the elements and the guard of a theory atom; `None` if a part is undefined.
    pub(crate) fn theory_content(&mut self, theory: &TheoryPlan) -> Option<Content> {
        let Join { evaluator, theory: data, atoms, .. } = self;
        let guard = theory.guard.as_ref();
        let mut content =
            theory_frame(evaluator, data, &mut atoms.emitter, theory.role, &theory.name, guard)?;
        let depth = self.instance.literals.len();
        for element in &theory.elements {
            self.run(&element.condition, &mut |join| {
                let condition = join.instance.literals[depth..].to_vec();
                let Join { evaluator, theory, atoms, .. } = join;
                let found = theory_element(evaluator, theory, &mut atoms.emitter, &element.tuple, condition);
                content.elements.extend(found);
            });
        }
        content.sort();
        Some(content)
    }
}
