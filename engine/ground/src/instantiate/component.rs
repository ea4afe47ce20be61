//! Instantiating the units of a program, one after the other.
//!
//! Inside of a unit, instantiation is semi-naive: rules over atoms of the unit itself are joined again and again, each
//! time with one of these literals ranging over the atoms that the last round added, the ones before it over older and
//! the ones after it over all atoms, so that no instance is made twice.

use crate::aggregate::recursive::{self, RecursiveAggregate};
use crate::aggregate::tuples::Memo;
use crate::atoms::base::Base;
use crate::atoms::domain::{Entry, PredicateId};
use crate::atoms::index::Indexes;
use crate::diagnose::profile::Profile;
use crate::instantiate::dependencies;
use crate::instantiate::functions::Functions;
use crate::instantiate::join::{Instantiator, Warnings};
use crate::ir::{Action, Literal, Rule};
use crate::output::emitter::{Emitter, Written};
use crate::plan::{Generation, Plan, Planner};
use crate::statement::pending::Pending;
use crate::statement::theory::data::TheoryData;
use hamadryad_aspif::Sink;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::Compat;
use hamadryad_syntax::ast::Sign;
use std::borrow::Cow;

/// A rule with the arguments of its part that it is to be instantiated with.
pub(crate) struct Task<'r> {
    pub rule: Cow<'r, Rule>,
    pub arguments: Vec<Vec<Symbol>>,
}

/// What instantiation works on.
pub(crate) struct Context<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub indexes: &'a mut Indexes,
    pub compat: Compat,
    pub functions: &'a mut Functions,
    pub memo: &'a mut Memo,
    pub written: &'a mut Written,
    pub pending: &'a mut Pending,
    pub theory: &'a mut TheoryData,
    pub warnings: &'a mut Warnings,
    pub profile: &'a mut Profile,
    pub keeps_facts: bool,
    pub sink: &'a mut dyn Sink,
    pub stop: &'a dyn Fn() -> bool,
}

/// Why instantiation ended early.
pub(crate) enum Halt {
    /// It was stopped, or ran out of atoms.
    Stopped,
}

struct Prepared<'r> {
    rule: Cow<'r, Rule>,
    arguments: Vec<Vec<Symbol>>,
    growing: Vec<bool>,
    /// The positive literals of the body over atoms of the unit itself.
    deltas: Vec<(usize, PredicateId)>,
    /// The plan for each delta, or the only one.
    plans: Vec<Option<Plan>>,
}

/// Instantiates all rules.
pub(crate) fn run(mut workshop: Context<'_>, tasks: Vec<Task<'_>>) -> Result<(), Halt> {
    let rules: Vec<&Rule> = tasks.iter().map(|task| &*task.rule).collect();
    let units = dependencies::units(&rules);
    let mut tasks: Vec<Option<(Task<'_>, Vec<bool>)>> =
        tasks.into_iter().zip(units.growing).map(Some).collect();
    for unit in units.units {
        let members = unit.into_iter().map(|number| tasks[number].take().expect("a rule is in one unit"));
        let (mut prepared, mut delayed) = (Vec::new(), Vec::new());
        for (task, growing) in members {
            prepared.append(&mut prepare(task, growing, workshop.base, &mut delayed));
        }
        Component { workshop: &mut workshop, delayed, round: 0 }.run(&mut prepared)?;
    }
    Ok(())
}

fn prepare<'r>(
    task: Task<'r>,
    growing: Vec<bool>,
    base: &mut Base,
    delayed: &mut Vec<RecursiveAggregate>,
) -> Vec<Prepared<'r>> {
    let Task { rule, arguments } = task;
    let rule = if growing.contains(&true) { rule } else { without_choice_test(rule) };
    let disjoins = matches!(rule.action, Action::Disjoin(_));
    let mut parts: Vec<(Cow<'r, Rule>, Vec<bool>)> = Vec::new();
    if grows_in_body(&rule, &growing) || disjoins && grows_in_condition(&rule, &growing) {
        for (rule, growing) in recursive::split(rule.into_owned(), growing, base, delayed) {
            let rules = by_element(Cow::Owned(rule), &growing).into_iter();
            parts.extend(rules.map(|rule| (rule, growing.clone())));
        }
    } else {
        let rules = by_element(rule, &growing).into_iter();
        parts.extend(rules.map(|rule| (rule, growing.clone())));
    }
    let prepared = parts.into_iter().map(|(rule, growing)| {
        let deltas: Vec<(usize, PredicateId)> = rule
            .body
            .iter()
            .filter_map(|literal| match literal {
                Literal::Predicate { sign: Sign::None, atom, occurrence } if growing[*occurrence] => {
                    Some((*occurrence, atom.predicate))
                }
                _ => None,
            })
            .collect();
        let plans = vec![None; deltas.len().max(1)];
        Prepared { rule, arguments: arguments.clone(), growing, deltas, plans }
    });
    prepared.collect()
}

/// Whether an aggregate or a conditional literal speaks of atoms that are not complete.
fn grows_in_body(rule: &Rule, growing: &[bool]) -> bool {
    let mut grows = false;
    for literal in rule.body.iter().filter(|literal| !matches!(literal, Literal::Predicate { .. })) {
        literal.predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing[occurrence]);
    }
    grows
}

/// Whether the head has conditions over atoms that are not complete.
fn grows_in_condition(rule: &Rule, growing: &[bool]) -> bool {
    let mut grows = false;
    rule.action.predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing[occurrence]);
    grows
}

/// The rule without the test whether its guards can hold.
fn without_choice_test(mut rule: Cow<'_, Rule>) -> Cow<'_, Rule> {
    let is_test = |literal: &Literal| matches!(literal, Literal::Aggregate(test) if test.tests_choice);
    if rule.body.iter().any(is_test) {
        rule.to_mut().body.retain(|literal| !is_test(literal));
    }
    rule
}

/// A choice with conditions over atoms that are not complete as one rule for each element, with the condition as a part
/// of the body.
fn by_element<'r>(rule: Cow<'r, Rule>, growing: &[bool]) -> Vec<Cow<'r, Rule>> {
    let Action::Choose(elements) = &rule.action else { return vec![rule] };
    if !grows_in_condition(&rule, growing) {
        return vec![rule];
    }
    let rules = elements.iter().map(|element| {
        let mut part = rule.clone().into_owned();
        let mut element = element.clone();
        element.variables(&mut |slot| part.global[slot] = true);
        part.body.append(&mut element.condition);
        part.action = Action::Choose(vec![element]);
        Cow::Owned(part)
    });
    rules.collect()
}

/// Rules that are instantiated together.
struct Component<'u, 'a> {
    workshop: &'u mut Context<'a>,
    delayed: Vec<RecursiveAggregate>,
    round: usize,
}

impl Component<'_, '_> {
    fn run(&mut self, rules: &mut [Prepared<'_>]) -> Result<(), Halt> {
        if !self.delayed.is_empty() {
            self.workshop.written.record();
        }
        for rule in rules.iter_mut().filter(|rule| rule.deltas.is_empty()) {
            self.instantiate(rule, 0)?;
        }
        let mut predicates: Vec<PredicateId> =
            rules.iter().flat_map(|rule| &rule.deltas).map(|&(_, predicate)| predicate).collect();
        predicates.sort_unstable();
        predicates.dedup();
        for &predicate in &predicates {
            let domain = self.workshop.base.domain_mut(predicate);
            (domain.old_end, domain.new_end) = (0, domain.len());
            domain.is_growing = true;
        }
        let mut more = !predicates.is_empty();
        while more {
            self.round += 1;
            for rule in rules.iter_mut() {
                for delta in 0..rule.deltas.len() {
                    let domain = self.workshop.base.domain(rule.deltas[delta].1);
                    if domain.old_end < domain.new_end {
                        self.instantiate(rule, delta)?;
                    }
                }
            }
            more = self.machine(0, false).check_delayed();
            for &predicate in &predicates {
                more |= self.workshop.base.domain_mut(predicate).advance();
            }
        }
        for &predicate in &predicates {
            self.workshop.base.domain_mut(predicate).is_growing = false;
        }
        self.machine(0, false).write_delayed();
        Ok(())
    }

    /// Joins the body of a rule, the given one of its growing literals ranging over new atoms.
    fn instantiate(&mut self, prepared: &mut Prepared<'_>, delta: usize) -> Result<(), Halt> {
        let stale = prepared.plans[delta].as_ref().is_none_or(|plan| plan.is_stale(self.workshop.base));
        if stale {
            prepared.plans[delta] = Some(self.plan(prepared, delta));
        }
        let plan = prepared.plans[delta].as_ref().expect("it has just been made");
        for &index in &plan.indexes {
            self.workshop.indexes.update(index, self.workshop.symbols, self.workshop.base);
        }
        let rule = &*prepared.rule;
        let since = self.workshop.profile.now();
        let mut machine = self.machine(rule.names.len(), rule.action.derives_nothing());
        for arguments in &prepared.arguments {
            machine.frame[..arguments.len()].copy_from_slice(arguments);
            machine.instantiate(rule, plan);
        }
        let stopped = machine.stopped || machine.emitter.written.limit().is_some();
        let (instances, tried) = (machine.instances, machine.tried);
        self.workshop.profile.add(rule.span, instances, tried, since, &plan.body);
        if stopped || (self.workshop.stop)() { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn machine(&mut self, slots: usize, derives_nothing: bool) -> Instantiator<'_> {
        let workshop = &mut *self.workshop;
        Instantiator {
            symbols: workshop.symbols,
            base: workshop.base,
            indexes: workshop.indexes,
            emitter: Emitter { sink: workshop.sink, written: workshop.written },
            compat: workshop.compat,
            functions: workshop.functions,
            memo: workshop.memo,
            pending: workshop.pending,
            theory: workshop.theory,
            delayed: &mut self.delayed,
            round: self.round,
            in_loop: None,
            frame: vec![Symbol::INFIMUM; slots],
            body: Vec::new(),
            facts: Vec::new(),
            keeps_facts: workshop.keeps_facts,
            derives_nothing,
            warnings: workshop.warnings,
            stop: workshop.stop,
            stopped: false,
            tried: 0,
            instances: 0,
        }
    }

    fn plan(&mut self, prepared: &Prepared<'_>, delta: usize) -> Plan {
        let planner = Planner {
            base: self.workshop.base,
            symbols: self.workshop.symbols,
            indexes: self.workshop.indexes,
            rule: &prepared.rule,
            growing: &prepared.growing,
            used: Vec::new(),
            sizes: Vec::new(),
            next_memo: &mut self.workshop.memo.last,
        };
        let position = |occurrence| prepared.deltas.iter().position(|&(other, _)| other == occurrence);
        planner.rule(&|occurrence| match position(occurrence) {
            None => Generation::Complete,
            Some(other) if other < delta => Generation::Old,
            Some(other) if other == delta => Generation::New,
            Some(_) => Generation::Known,
        })
    }
}

impl Context<'_> {
    /// Defines facts.
    pub(crate) fn facts(&mut self, facts: &[Symbol]) {
        for &fact in facts {
            let signature = self.symbols.signature(fact).expect("a fact is an atom");
            let predicate = self.base.predicate(signature);
            let mut emitter = Emitter { sink: self.sink, written: self.written };
            let arguments = self.symbols.arguments(fact);
            let domain = self.base.domain_mut(predicate);
            let id = match domain.find(arguments) {
                Some(id) if domain.entry(id).fact => continue,
                Some(id) => id,
                None => {
                    let entry = domain.retired(arguments).unwrap_or_else(|| {
                        let atom = emitter.written.fresh();
                        emitter.sink.name(self.symbols, atom, fact);
                        Entry { atom, symbol: fact, fact: false, external: false, derived: false }
                    });
                    domain.insert(arguments, entry)
                }
            };
            let entry = domain.entry_mut(id);
            (entry.fact, entry.derived) = (true, true);
            let atom = entry.atom;
            emitter.fact(atom);
        }
    }
}
