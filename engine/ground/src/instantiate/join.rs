//! Joining the literals of a body: a backtracking search along a plan.
//!
//! The variables stand in a flat frame, the literals that the instance needs on a stack beside it. Facts add nothing to
//! the stack. Whatever finds an instance calls the action at the end of the plan.
//!
//! Invariant: domains only grow at their ends while a join runs, and the indexes do not change.

use crate::aggregate::recursive::RecursiveAggregate;
use crate::aggregate::tuples::Memo;
use crate::arithmetic::{self, Outcome};
use crate::atoms::base::Base;
use crate::atoms::domain::{Entry, Id, PredicateId};
use crate::atoms::index::Indexes;
use crate::diagnose::warnings::Explosions;
use crate::instantiate::functions::Functions;
use crate::instantiate::loops::Loop;
use crate::ir::{Slot, Term};
use crate::output::emitter::Emitter;
use crate::plan::{Access, Conjunction, Generation, Match, Pattern, Step};
use crate::statement::pending::Pending;
use crate::statement::theory::data::TheoryData;
use hamadryad_aspif::{Atom, Literal};
use hamadryad_symbol::{Signature, Symbol, Symbols, View};
use hamadryad_syntax::ast::{Relation, Sign, UnaryOperator};
use hamadryad_syntax::{Compat, Span};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::ops::Range;

/// What the search returns where it found no instance; otherwise the smallest number of literals of one.
pub(crate) const NOTHING: usize = usize::MAX;

/// What is done with an instance.
pub(crate) type Callback<'l, 'a> = &'l mut dyn FnMut(&mut Instantiator<'a>);

/// Instances of a rule in the making.
pub(crate) struct Instantiator<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub indexes: &'a Indexes,
    pub emitter: Emitter<'a>,
    pub compat: Compat,
    pub functions: &'a mut Functions,
    pub memo: &'a mut Memo,
    pub pending: &'a mut Pending,
    pub theory: &'a mut TheoryData,
    pub delayed: &'a mut Vec<RecursiveAggregate>,
    /// The round of the unit.
    pub round: usize,
    /// The loop of the literal that is being written.
    pub in_loop: Option<Loop>,
    pub frame: Vec<Symbol>,
    /// The literals of the instance.
    pub body: Vec<Literal>,
    /// The facts that the instance stands on, where they are wanted.
    pub facts: Vec<Literal>,
    /// Whether they are.
    pub keeps_facts: bool,
    /// Whether the rule derives nothing, so that no literal can stand in a loop through it.
    pub derives_nothing: bool,
    pub warnings: &'a mut Warnings,
    pub stop: &'a dyn Fn() -> bool,
    pub stopped: bool,
    /// How many atoms and values have been looked at.
    pub tried: u64,
    /// How many instances have been found.
    pub instances: u64,
}

/// Places to warn about, each once.
#[derive(Default)]
pub(crate) struct Warnings {
    pub undefined: IndexSet<Span, FxBuildHasher>,
    /// Calls without a value, each with the reason.
    pub calls: IndexSet<(Span, String), FxBuildHasher>,
    pub overflows: IndexSet<Span, FxBuildHasher>,
    pub intervals: IndexSet<Span, FxBuildHasher>,
    /// Tuples that do not count, each with the first reason.
    pub ignored: IndexMap<Span, String, FxBuildHasher>,
    pub empty: IndexSet<Span, FxBuildHasher>,
    pub externals: IndexSet<Span, FxBuildHasher>,
    pub edges: IndexSet<Span, FxBuildHasher>,
    pub explosions: Explosions,
    pub heuristics: IndexSet<Span, FxBuildHasher>,
}

impl<'a> Instantiator<'a> {
    /// Runs the plan, calling `leaf` with every instance.
    pub(crate) fn run(&mut self, plan: &Conjunction, leaf: Callback<'_, 'a>) -> usize {
        self.step(plan, 0, leaf)
    }

    /// Whether to stop now; asks outside once in a while.
    pub(crate) fn tick(&mut self) -> bool {
        self.tried += 1;
        if self.tried.is_multiple_of(1 << 12) && !self.stopped {
            self.stopped = (self.stop)() || self.emitter.written.limit().is_some();
        }
        self.stopped
    }

    /// Goes on at a step of the plan. Steps with one outcome at most are taken in a loop, so that long bodies need no deep
    /// stack.
    fn step(&mut self, plan: &Conjunction, mut at: usize, leaf: Callback<'_, 'a>) -> usize {
        let (depth, facts) = (self.body.len(), self.facts.len());
        let found = loop {
            let Some(step) = plan.steps.get(at) else {
                leaf(self);
                break self.body.len();
            };
            match self.test(step) {
                Some(true) => at += 1,
                Some(false) => break NOTHING,
                None => break self.branch(step, plan, at, leaf),
            }
        };
        self.body.truncate(depth);
        self.facts.truncate(facts);
        found
    }

    /// Takes a step that has one outcome at most; `None` for other steps.
    fn test(&mut self, step: &Step) -> Option<bool> {
        Some(match step {
            Step::Match(found) if found.access == Access::Exact => self.match_exactly(found),
            Step::Negative { sign, predicate, arguments, complete } => {
                self.negative(*sign, *predicate, arguments, *complete)
            }
            Step::Compare { relation, left, right } => self.compare(*relation, left, right) == Some(true),
            Step::Assign { pattern, term } => {
                self.value(term).is_some_and(|value| self.unify(pattern, value))
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
            Step::Range { pattern, low, high, span } => match self.range(low, high, *span) {
                Some((low, high)) => self.enumerate(pattern, low, high, plan, at, leaf),
                None => NOTHING,
            },
            Step::Call(call) => self.call(call, plan, at, leaf),
            Step::Aggregate(aggregate) => self.aggregate(aggregate, plan, at, leaf),
            Step::Theory(theory) => self.theory_literal(theory, plan, at, leaf),
            _ => unreachable!("other steps are tests"),
        }
    }

    /// Goes on after an assignment that the caller has made, and takes back what was added to the body.
    pub(crate) fn descend(
        &mut self,
        plan: &Conjunction,
        at: usize,
        depth: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let found = self.step(plan, at + 1, leaf);
        self.body.truncate(depth);
        found
    }

    /// Adds the one atom that the key names, if it is there.
    fn match_exactly(&mut self, wanted: &Match) -> bool {
        let Some(key) = self.known_key(wanted) else { return false };
        let Range { start, end } = self.generation(wanted);
        let domain = self.base.domain(wanted.predicate);
        let Some(id) = domain.find(&key).filter(|&id| start <= id && id < end) else { return false };
        let (entry, is_atom) = (domain.entry(id), domain.signature.is_some());
        let (is_fact, literal) = (entry.fact, entry.atom.positive());
        if self.tick() {
            return false;
        }
        if !is_fact {
            self.body.push(literal);
        } else if self.keeps_facts && is_atom {
            self.facts.push(literal);
        }
        true
    }

    fn known_key(&mut self, wanted: &Match) -> Option<SmallVec<[Symbol; 6]>> {
        wanted.key.iter().map(|term| self.value(term)).collect()
    }

    /// The atoms of the domain that the literal ranges over.
    fn generation(&self, wanted: &Match) -> Range<Id> {
        let domain = self.base.domain(wanted.predicate);
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
        let Some(key) = self.known_key(wanted) else { return NOTHING };
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
        let (depth, settled) = (self.body.len(), plan.settled[at]);
        let facts = self.facts.len();
        let keeps = self.keeps_facts && self.base.domain(wanted.predicate).signature.is_some();
        let mut best = NOTHING;
        for id in atoms {
            if self.tick() {
                break;
            }
            if !self.matches(wanted, id) {
                continue;
            }
            let entry = self.base.domain(wanted.predicate).entry(id);
            if !entry.fact {
                self.body.push(entry.atom.positive());
            } else if keeps {
                self.facts.push(entry.atom.positive());
            }
            let found = self.step(plan, at + 1, leaf);
            self.body.truncate(depth);
            self.facts.truncate(facts);
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
            let symbol = self.base.domain(wanted.predicate).arguments(id)[*argument];
            self.unify(pattern, symbol)
        })
    }

    /// Matches a symbol, binding variables on the way.
    pub(crate) fn unify(&mut self, pattern: &Pattern, symbol: Symbol) -> bool {
        match pattern {
            Pattern::Ignore => true,
            Pattern::Bind(slot) => {
                self.frame[*slot] = symbol;
                true
            }
            Pattern::Check(slot) => self.frame[*slot] == symbol,
            Pattern::Equal(wanted) => *wanted == symbol,
            Pattern::Linear { slot, factor, offset, bound } => {
                let Some(solution) = self.solve(symbol, *factor, *offset) else { return false };
                if *bound {
                    return self.frame[*slot] == solution;
                }
                self.frame[*slot] = solution;
                true
            }
            Pattern::Negated(inner) => match self.symbols.negate(symbol) {
                Some(negated) => self.unify(inner, negated),
                None => false,
            },
            Pattern::Function { name, positive, arguments } => {
                match self.symbols.view(symbol) {
                    View::Function { name: found, arguments: parts, positive: sign }
                        if found == *name && sign == *positive && parts.len() == arguments.len() => {}
                    _ => return false,
                }
                arguments.iter().enumerate().all(|(index, part)| {
                    let argument = self.symbols.arguments(symbol)[index];
                    self.unify(part, argument)
                })
            }
            Pattern::Value(term) => self.value(term) == Some(symbol),
        }
    }

    /// The number `x` with `factor * x + offset` equal to the symbol.
    fn solve(&mut self, symbol: Symbol, factor: i32, offset: i32) -> Option<Symbol> {
        let rest = i64::from(self.symbols.as_number(symbol)?) - i64::from(offset);
        if rest % i64::from(factor) != 0 {
            return None;
        }
        let solution = i32::try_from(rest / i64::from(factor)).ok()?;
        Some(self.symbols.number(solution))
    }

    fn either(
        &mut self,
        slot: Slot,
        terms: &[Term; 2],
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let (Some(first), Some(second)) = (self.value(&terms[0]), self.value(&terms[1])) else {
            return NOTHING;
        };
        let (depth, settled) = (self.body.len(), plan.settled[at]);
        self.frame[slot] = first;
        let found = self.step(plan, at + 1, leaf);
        if first == second || settled && found == depth {
            return found;
        }
        self.frame[slot] = second;
        found.min(self.step(plan, at + 1, leaf))
    }

    fn range(&mut self, low: &Term, high: &Term, span: Span) -> Option<(i32, i32)> {
        let (low, high) = (self.value(low)?, self.value(high)?);
        match (self.symbols.as_number(low), self.symbols.as_number(high)) {
            (Some(low), Some(high)) => Some((low, high)),
            _ => {
                self.warnings.intervals.insert(span);
                None
            }
        }
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
        if let Some(symbol) = self.known(pattern) {
            let inside = self.symbols.as_number(symbol).is_some_and(|number| low <= number && number <= high);
            return if inside { self.step(plan, at + 1, leaf) } else { NOTHING };
        }
        let (depth, settled) = (self.body.len(), plan.settled[at]);
        let mut best = NOTHING;
        for number in low..=high {
            if self.tick() {
                break;
            }
            let symbol = self.symbols.number(number);
            if !self.unify(pattern, symbol) {
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

    /// The only symbol that the pattern matches, where it is known.
    fn known(&mut self, pattern: &Pattern) -> Option<Symbol> {
        match pattern {
            Pattern::Check(slot) => Some(self.frame[*slot]),
            Pattern::Equal(symbol) => Some(*symbol),
            Pattern::Value(term) => self.value(term),
            _ => None,
        }
    }

    /// Adds a negated literal to the body; `false` where it does not hold.
    pub(crate) fn negative(
        &mut self,
        sign: Sign,
        predicate: PredicateId,
        arguments: &[Term],
        complete: bool,
    ) -> bool {
        let Some(arguments) = self.values(arguments) else { return false };
        let domain = self.base.domain(predicate);
        let (atom, external) = match domain.find(&arguments) {
            Some(id) => {
                let id = if complete { id } else { self.renew(predicate, id) };
                let domain = self.base.domain(predicate);
                let entry = domain.entry(id);
                if entry.fact {
                    return sign == Sign::NotNot;
                }
                (entry.atom, entry.external)
            }
            None if complete => return sign == Sign::Not,
            None => (self.reserve(predicate, &arguments), false),
        };
        let literal = match sign {
            Sign::NotNot if self.derives_nothing || complete && !external => atom.positive(),
            Sign::NotNot => self.emitter.doubly_negated(atom),
            _ => atom.negative(),
        };
        self.body.push(literal);
        true
    }

    /// The aspif atom of something that may be derived later.
    fn reserve(&mut self, predicate: PredicateId, arguments: &[Symbol]) -> Atom {
        let domain = self.base.domain(predicate);
        if let Some(atom) = domain.reserved(arguments).or(domain.retired(arguments).map(|entry| entry.atom)) {
            return atom;
        }
        let atom = self.emitter.written.fresh();
        self.name(predicate, arguments, atom);
        self.base.domain_mut(predicate).reserve(arguments, atom);
        atom
    }

    /// Names an atom, and returns its symbol; internal atoms have none.
    fn name(&mut self, predicate: PredicateId, arguments: &[Symbol], atom: Atom) -> Symbol {
        let Some(Signature { name, positive, .. }) = self.base.domain(predicate).signature else {
            return Symbol::INFIMUM;
        };
        let symbol = self.symbols.function_named(name, arguments, positive);
        self.emitter.sink.name(self.symbols, atom, symbol);
        symbol
    }

    /// The atom with these arguments, put into its domain where it is not there yet.
    pub(crate) fn define(&mut self, predicate: PredicateId, arguments: &[Symbol]) -> Id {
        let domain = self.base.domain(predicate);
        if let Some(id) = domain.find(arguments) {
            return id;
        }
        if let Some(retired) = domain.retired(arguments) {
            return self.base.domain_mut(predicate).insert(arguments, retired);
        }
        let reserved = domain.reserved(arguments);
        let atom = reserved.unwrap_or_else(|| self.emitter.written.fresh());
        let symbol = match reserved {
            Some(_) => self.symbol_of(predicate, arguments),
            None => self.name(predicate, arguments, atom),
        };
        let entry = Entry { atom, symbol, fact: false, external: false, derived: false };
        self.base.domain_mut(predicate).insert(arguments, entry)
    }

    /// Makes an atom of a projection one of this step, so that rules may be added for it. While others look for new atoms
    /// of the domain it gets another entry, for they have seen the old one.
    pub(crate) fn renew(&mut self, predicate: PredicateId, id: Id) -> Id {
        let domain = self.base.domain(predicate);
        let entry = *domain.entry(id);
        if !domain.is_projection || entry.fact || self.emitter.written.is_of_this_step(entry.atom) {
            return id;
        }
        let atom = self.emitter.written.fresh();
        self.emitter.derive(atom, &[entry.atom.positive()]);
        let renewed = Entry { atom, ..entry };
        let domain = self.base.domain_mut(predicate);
        if domain.is_growing {
            return domain.insert_again(id, renewed);
        }
        *domain.entry_mut(id) = renewed;
        id
    }

    fn symbol_of(&mut self, predicate: PredicateId, arguments: &[Symbol]) -> Symbol {
        match self.base.domain(predicate).signature {
            Some(Signature { name, positive, .. }) => self.symbols.function_named(name, arguments, positive),
            None => Symbol::INFIMUM,
        }
    }

    // Terms.

    /// The values of terms; `None` where one is undefined.
    #[inline]
    pub(crate) fn values(&mut self, terms: &[Term]) -> Option<SmallVec<[Symbol; 6]>> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    /// The value of a term; `None` where it is undefined, which is noted.
    #[inline]
    pub(crate) fn value(&mut self, term: &Term) -> Option<Symbol> {
        match term {
            Term::Constant(symbol) => Some(*symbol),
            Term::Variable(slot) => Some(self.frame[*slot]),
            _ => self.computed(term),
        }
    }

    fn computed(&mut self, term: &Term) -> Option<Symbol> {
        match term {
            Term::Constant(symbol) => Some(*symbol),
            Term::Variable(slot) => Some(self.frame[*slot]),
            Term::Anonymous => unreachable!("`_` stands only in patterns"),
            Term::Linear { slot, factor, offset, span } => {
                let number = self.number(self.frame[*slot], *span)?;
                let value = i64::from(number) * i64::from(*factor) + i64::from(*offset);
                self.result(Outcome::of(value), *span)
            }
            Term::Unary(UnaryOperator::Minus, operand, span) => {
                let operand = self.value(operand)?;
                if let Some(number) = self.symbols.as_number(operand) {
                    return self.result(arithmetic::unary(UnaryOperator::Minus, number), *span);
                }
                let negated = self.symbols.negate(operand);
                if negated.is_none() {
                    self.warnings.undefined.insert(*span);
                }
                negated
            }
            Term::Unary(operator, operand, span) => {
                let operand = self.value(operand)?;
                let number = self.number(operand, *span)?;
                self.result(arithmetic::unary(*operator, number), *span)
            }
            Term::Absolute(operand, span) => {
                let operand = self.value(operand)?;
                let number = self.number(operand, *span)?;
                self.result(arithmetic::absolute(number), *span)
            }
            Term::Binary(operator, operands, span) => {
                let (left, right) = (self.value(&operands.0)?, self.value(&operands.1)?);
                let (left, right) = (self.number(left, *span)?, self.number(right, *span)?);
                self.result(arithmetic::binary(self.compat, *operator, left, right), *span)
            }
            Term::Function { name, positive, arguments } => {
                let arguments = self.values(arguments)?;
                Some(self.symbols.function_named(*name, &arguments, *positive))
            }
        }
    }

    fn number(&mut self, symbol: Symbol, span: Span) -> Option<i32> {
        let number = self.symbols.as_number(symbol);
        if number.is_none() {
            self.warnings.undefined.insert(span);
        }
        number
    }

    /// Whether the values of two terms stand in the relation; `None` where one is undefined. Tuples are compared part
    /// by part, so that none is made only to be compared.
    fn compare(&mut self, relation: Relation, left: &Term, right: &Term) -> Option<bool> {
        if let (
            Term::Function { name, positive, arguments },
            Term::Function { name: other, positive: sign, arguments: others },
        ) = (left, right)
            && (name, positive, arguments.len()) == (other, sign, others.len())
        {
            let (lefts, rights) = (self.values(arguments)?, self.values(others)?);
            let first = lefts.iter().zip(&rights).find(|(left, right)| left != right);
            let order = first.map_or(Ordering::Equal, |(&left, &right)| self.symbols.cmp(left, right));
            return Some(satisfies(relation, order));
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        Some(self.holds(relation, left, right))
    }

    pub(crate) fn holds(&self, relation: Relation, left: Symbol, right: Symbol) -> bool {
        match relation {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            _ => satisfies(relation, self.symbols.cmp(left, right)),
        }
    }
}

fn satisfies(relation: Relation, order: Ordering) -> bool {
    match relation {
        Relation::Equal => order.is_eq(),
        Relation::NotEqual => order.is_ne(),
        Relation::Less => order.is_lt(),
        Relation::LessEqual => order.is_le(),
        Relation::Greater => order.is_gt(),
        Relation::GreaterEqual => order.is_ge(),
    }
}
