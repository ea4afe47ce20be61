//! Joins: a backtracking search along a plan for the instances of a conjunction.
//!
//! ```text
//! p(X) :- q(X), not r(X).      q(1) a fact, q(2) and r(2) not     -->  p(1).   p(2) :- q(2), not r(2).
//! ```
//!
//! The search calls a function for every instance. Bodies, conditions of heads and elements of aggregates are
//! joined in the same way; aggregates and conditional literals with complete domains are evaluated as steps
//! of a join. A step with at most one outcome is a test; any other step opens a choice. The open choices are
//! on a stack, not in recursive calls, so that a body may have any length.
//!
//! Invariant: domains grow only at their ends while a join runs, and the indexes do not change. The choices
//! on the stack above those of a search belong to searches inside of it, which are closed before the outer
//! search continues.

use crate::aggregate::conditional::implication;
use crate::aggregate::guard::{guards, may_hold, possible_values};
use crate::aggregate::tuples::{Memo, Tuples, counts};
use crate::aggregate::writer::{LiteralWriter, Truth};
use crate::atoms::domain::{EntryId, PredicateId};
use crate::atoms::index::Indexes;
use crate::instantiate::choice::{Alternatives, Assignment, Choice, NOTHING};
use crate::instantiate::effort::Effort;
use crate::instantiate::evaluator::{Evaluator, Found};
use crate::instantiate::functions::Functions;
use crate::instantiate::instance::Instance;
use crate::instantiate::theory_terms::{theory_element, theory_frame};
use crate::ir::Term;
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
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::vec::IntoIter;

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
    /// The open choices of all searches, except the innermost choice.
    pub choices: Vec<Choice<'a>>,
    /// Whether the rule derives nothing, so that no positive loop leads through its literals.
    pub derives_nothing: bool,
    pub effort: Effort<'a>,
}

/// The end of a walk along the tests of a plan.
enum Walk {
    /// The plan has ended, with this number of literals in the instance, or a test has failed.
    Ended(u32),
    /// The walk has come to a step with several outcomes, the one with this number.
    Chooses(u32),
}

impl<'a> Join<'a> {
    /// Runs the plan, and calls `leaf` with every instance.
    pub(crate) fn run(&mut self, plan: &Conjunction, leaf: Callback<'_, 'a>) {
        let (literals, facts) = (self.instance.literals.len(), self.instance.facts.len());
        if let Walk::Chooses(at) = self.walk(plan, 0, leaf)
            && let Some(choice) = self.open_choice(plan, at)
        {
            self.search(plan, choice, leaf);
        }
        self.instance.literals.truncate(literals);
        self.instance.facts.truncate(facts);
    }

    /// Takes the outcomes of a choice, and of all choices that they lead to.
    fn search(&mut self, plan: &Conjunction, mut choice: Choice<'a>, leaf: Callback<'_, 'a>) {
        let open = self.choices.len();
        loop {
            self.instance.literals.truncate(choice.literals as usize);
            self.instance.facts.truncate(choice.facts as usize);
            if !choice.is_done && self.take_next(&plan.steps[choice.at as usize], &mut choice.alternatives) {
                match self.walk(plan, choice.at as usize + 1, leaf) {
                    Walk::Ended(found) => choice.record(found),
                    Walk::Chooses(at) => match self.open_choice(plan, at) {
                        Some(next) => self.choices.push(std::mem::replace(&mut choice, next)),
                        None => choice.record(NOTHING),
                    },
                }
                continue;
            }
            let found = choice.best;
            if self.choices.len() == open {
                return;
            }
            choice = self.choices.pop().expect("a choice is open");
            choice.record(found);
        }
    }

    /// Takes tests from a step on, up to the end of the plan or to the next choice.
    #[inline]
    fn walk(&mut self, plan: &Conjunction, mut at: usize, leaf: Callback<'_, 'a>) -> Walk {
        loop {
            let Some(step) = plan.steps.get(at) else {
                leaf(self);
                return Walk::Ended(self.instance.literals.len() as u32);
            };
            match self.test(step) {
                Some(true) => at += 1,
                Some(false) => return Walk::Ended(NOTHING),
                None => return Walk::Chooses(at as u32),
            }
        }
    }

    /// Counts an atom or value that is tried; returns whether the search ends early.
    fn tick(&mut self) -> bool {
        self.effort.tried += 1;
        if self.effort.tried.is_multiple_of(1 << 12) && !self.effort.poll() {
            self.effort.stopped = self.atoms.emitter.is_closed();
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
            Step::Range { pattern, low, high, span } if !pattern.binds() => {
                let numbers = self.evaluator.interval(low, high, *span);
                numbers.is_some_and(|numbers| self.evaluator.is_among(pattern, &numbers))
            }
            Step::Aggregate(aggregate) if aggregate.assignments.is_empty() => self.aggregate(aggregate),
            Step::Conditional(conditional) => self.conditional(conditional),
            Step::Theory(theory) => self.theory_literal(theory),
            Step::Never => false,
            _ => return None,
        })
    }

    /// Opens a choice for a step, unless it has no outcome.
    fn open_choice(&mut self, plan: &Conjunction, at: u32) -> Option<Choice<'a>> {
        let step = &plan.steps[at as usize];
        let settled = plan.settled[at as usize] && !self.instance.keeps_origins;
        let (alternatives, settled) = match step {
            Step::Match(wanted) => (self.match_atoms(wanted)?, settled),
            Step::Either { terms, .. } => (self.solutions(terms)?, settled),
            Step::Range { low, high, span, .. } => {
                (Alternatives::Numbers(self.evaluator.interval(low, high, *span)?), settled)
            }
            Step::Call(call) => (self.call(call)?, false),
            Step::Aggregate(aggregate) => (self.assignments(aggregate)?, false),
            _ => unreachable!("all other steps are tests"),
        };
        let Instance { literals, facts, .. } = &self.instance;
        let (literals, facts) = (literals.len() as u32, facts.len() as u32);
        Some(Choice { at, literals, facts, best: NOTHING, settled, is_done: false, alternatives })
    }

    /// Takes the next outcome of a step; returns false if none remains.
    #[inline]
    fn take_next(&mut self, step: &Step, alternatives: &mut Alternatives<'a>) -> bool {
        match (alternatives, step) {
            (Alternatives::Atoms(ids), Step::Match(wanted)) => self.take_atom(wanted, ids),
            (Alternatives::Indexed(ids), Step::Match(wanted)) => self.take_atom(wanted, ids.copied()),
            (Alternatives::Numbers(numbers), Step::Range { pattern, .. }) => {
                self.take_number(pattern, numbers)
            }
            (Alternatives::Values(values), Step::Either { slot, .. }) => {
                let value = values.next();
                self.evaluator.substitution[*slot] = value.unwrap_or(self.evaluator.substitution[*slot]);
                value.is_some()
            }
            (Alternatives::Values(values), Step::Call(call)) => self.take_value(&call.pattern, values),
            (Alternatives::Assignments(values), Step::Aggregate(aggregate)) => {
                self.take_assignment(aggregate, values)
            }
            _ => unreachable!("a choice has the outcomes of its step"),
        }
    }

    // Atoms.

    /// Adds the single atom with the key to the instance; returns false if its domain lacks it.
    fn match_exactly(&mut self, wanted: &Match) -> bool {
        let Found::Stored(key) = self.evaluator.find_all(&wanted.key) else { return false };
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
    fn generation(&self, wanted: &Match) -> Range<EntryId> {
        let domain = self.atoms.base.domain(wanted.predicate);
        let (first, end) = match wanted.generation {
            Generation::Complete => (0, domain.len()),
            Generation::Old => (0, domain.old_end),
            Generation::New => (domain.old_end, domain.new_end),
            Generation::Known => (0, domain.new_end),
        };
        first.max(wanted.since)..end
    }

    /// The atoms that a literal may match.
    fn match_atoms(&mut self, wanted: &Match) -> Option<Alternatives<'a>> {
        let Found::Stored(key) = self.evaluator.find_all(&wanted.key) else { return None };
        let Range { start: first, end } = self.generation(wanted);
        Some(match wanted.access {
            Access::Exact => unreachable!("an exact match is a test"),
            Access::Scan => Alternatives::Atoms(first..end.max(first)),
            Access::Index(index) => {
                let indexes = self.indexes;
                let mut atoms = indexes.get(index).find(&key);
                if wanted.generation != Generation::Complete || first > 0 {
                    let from = atoms.partition_point(|&id| id < first);
                    let to = atoms.partition_point(|&id| id < end);
                    atoms = &atoms[from..to.max(from)];
                }
                Alternatives::Indexed(atoms.iter())
            }
        })
    }

    #[inline]
    fn take_atom(&mut self, wanted: &Match, ids: impl Iterator<Item = EntryId>) -> bool {
        for id in ids {
            if self.tick() {
                return false;
            }
            if !self.matches(wanted, id) {
                continue;
            }
            let domain = self.atoms.base.domain(wanted.predicate);
            let entry = domain.entry(id);
            if !entry.fact {
                self.instance.literals.push(entry.atom.positive());
            } else if self.instance.keeps_facts && domain.signature.is_some() {
                self.instance.facts.push(entry.atom.positive());
            }
            return true;
        }
        false
    }

    #[inline]
    fn matches(&mut self, wanted: &Match, id: EntryId) -> bool {
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
        let arguments = if complete {
            match self.evaluator.find_all(arguments) {
                Found::Undefined => return false,
                Found::New => return sign == Sign::Not,
                Found::Stored(arguments) => arguments,
            }
        } else {
            let Some(arguments) = self.evaluator.values(arguments) else { return false };
            arguments
        };
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

    /// The values of an equation with two solutions.
    fn solutions(&mut self, terms: &[Term; 2]) -> Option<Alternatives<'a>> {
        let (first, second) = (self.evaluator.value(&terms[0])?, self.evaluator.value(&terms[1])?);
        let values = if first == second { vec![first] } else { vec![first, second] };
        Some(Alternatives::Values(Box::new(values.into_iter())))
    }

    /// The values of a call; `None` with a warning if it fails.
    fn call(&mut self, call: &Call) -> Option<Alternatives<'a>> {
        let arguments = self.evaluator.values(&call.arguments)?;
        match self.functions.call(self.evaluator.symbols, call.span, call.name, &arguments) {
            Ok(values) => Some(Alternatives::Values(Box::new(values.into_iter()))),
            Err(reason) => {
                self.evaluator.warnings.calls.insert((call.span, reason));
                None
            }
        }
    }

    fn take_number(&mut self, pattern: &Pattern, numbers: &mut RangeInclusive<i32>) -> bool {
        for number in numbers {
            if self.tick() {
                return false;
            }
            let symbol = self.evaluator.symbols.number(number);
            if self.evaluator.unify(pattern, symbol) {
                return true;
            }
        }
        false
    }

    fn take_value(&mut self, pattern: &Pattern, values: &mut IntoIter<Symbol>) -> bool {
        for value in values {
            if self.tick() {
                return false;
            }
            if self.evaluator.unify(pattern, value) {
                return true;
            }
        }
        false
    }

    // Aggregates.

    /// Adds the literals of an aggregate without assignment to the instance; returns false if it is false.
    fn aggregate(&mut self, aggregate: &AggregatePlan) -> bool {
        let Some(mut wanted) = self.guard_values(aggregate) else { return false };
        let mut sign = aggregate.sign;
        if let (Sign::Not, [(relation, _)]) = (sign, &mut wanted[..]) {
            (sign, *relation) = (Sign::None, inverse(*relation));
        }
        let function = aggregate.function;
        let tuples = self.tuples(aggregate);
        if aggregate.tests_choice {
            return may_hold(self.evaluator.symbols, function, &tuples, &wanted);
        }
        let truth = guards(&mut self.writer(), function, &tuples, &wanted);
        let truth = self.writer().signed(sign, truth);
        self.assume(truth)
    }

    /// The values that an aggregate may assign.
    fn assignments(&mut self, aggregate: &AggregatePlan) -> Option<Alternatives<'a>> {
        let guards = self.guard_values(aggregate)?;
        let tuples = self.tuples(aggregate);
        let effort = &mut self.effort;
        let function = aggregate.function;
        let values = possible_values(self.evaluator.symbols, function, &tuples, &mut || effort.poll());
        self.evaluator.warnings.explosions.note(aggregate.span, values.len());
        Some(Alternatives::Assignments(Box::new(Assignment { guards, tuples, values: values.into_iter() })))
    }

    /// Takes the next value that the aggregate can have, and adds its literals; returns false if none
    /// remains.
    fn take_assignment(&mut self, aggregate: &AggregatePlan, assignment: &mut Assignment) -> bool {
        for value in assignment.values.by_ref() {
            if self.tick() {
                return false;
            }
            if !aggregate.assignments.iter().all(|pattern| self.evaluator.unify(pattern, value)) {
                continue;
            }
            let mut all = assignment.guards.clone();
            all.push((Relation::Equal, value));
            let truth = guards(&mut self.writer(), aggregate.function, &assignment.tuples, &all);
            if self.assume(truth) {
                return true;
            }
        }
        false
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
    /// Returns false if a term of it is undefined.
    fn theory_literal(&mut self, theory: &TheoryPlan) -> bool {
        let Some(content) = self.theory_content(theory) else { return false };
        let Some(atom) = self.theory.atom(&mut self.atoms.emitter, content) else { return false };
        let literal = match theory.sign {
            Sign::None => atom.positive(),
            Sign::Not => atom.negative(),
            Sign::NotNot if self.derives_nothing => atom.positive(),
            Sign::NotNot => self.theory.doubly_negated(&mut self.atoms.emitter, atom),
        };
        self.instance.literals.push(literal);
        true
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
