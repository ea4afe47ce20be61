//! Instantiating the units of a program, one after the other.
//!
//! Inside of a unit, instantiation is semi-naive: rules over atoms of the unit itself are joined again and again, each
//! time with one of these literals ranging over the atoms that the last round added, the ones before it over older and
//! the ones after it over all atoms, so that no instance is made twice.

use crate::depend;
use crate::domain::{Base, PredicateId};
use crate::emit::{Emitter, Written};
use crate::index::Indexes;
use crate::ir::{Action, Literal, Rule};
use crate::join::{Machine, Warnings};
use crate::pending::Pending;
use crate::plan::{Generation, Plan, Planner};
use crate::tuples::Memo;
use hamadryad_aspif::Sink;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::Sign;
use hamadryad_syntax::{Code, Diagnostic};
use std::borrow::Cow;

/// A rule with the arguments of its part that it is to be instantiated with.
pub(crate) struct Task<'r> {
    pub rule: Cow<'r, Rule>,
    pub arguments: Vec<Vec<Symbol>>,
}

/// What instantiation works on.
pub(crate) struct Workshop<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub indexes: &'a mut Indexes,
    pub memo: &'a mut Memo,
    pub written: &'a mut Written,
    pub pending: &'a mut Pending,
    pub warnings: &'a mut Warnings,
    pub sink: &'a mut dyn Sink,
    pub stop: &'a dyn Fn() -> bool,
}

/// Why instantiation ended early.
pub(crate) enum Halt {
    /// It was stopped, or ran out of atoms.
    Stopped,
    /// Rules that are recursive in a way that cannot be instantiated.
    Refused(Vec<Diagnostic>),
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
pub(crate) fn run(mut workshop: Workshop<'_>, tasks: Vec<Task<'_>>) -> Result<(), Halt> {
    let rules: Vec<&Rule> = tasks.iter().map(|task| &*task.rule).collect();
    let units = depend::units(&rules);
    let refused: Vec<Diagnostic> =
        rules.iter().zip(&units.growing).flat_map(|(rule, growing)| refusals(rule, growing)).collect();
    if !refused.is_empty() {
        return Err(Halt::Refused(refused));
    }
    let mut tasks: Vec<Option<(Task<'_>, Vec<bool>)>> =
        tasks.into_iter().zip(units.growing).map(Some).collect();
    for unit in units.units {
        let members = unit.into_iter().map(|number| tasks[number].take().expect("a rule is in one unit"));
        let mut prepared: Vec<Prepared<'_>> =
            members.flat_map(|(task, growing)| prepare(task, growing)).collect();
        workshop.unit(&mut prepared)?;
    }
    Ok(())
}

fn prepare(task: Task<'_>, growing: Vec<bool>) -> Vec<Prepared<'_>> {
    let Task { rule, arguments } = task;
    let parts = if grows_in_condition(&rule, &growing) { by_element(&rule) } else { vec![rule] };
    let prepared = parts.into_iter().map(|rule| {
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
        Prepared { rule, arguments: arguments.clone(), growing: growing.clone(), deltas, plans }
    });
    prepared.collect()
}

/// The errors of aggregates and conditional literals over atoms that the rule itself may help to derive.
fn refusals(rule: &Rule, growing: &[bool]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for literal in &rule.body {
        let (what, span) = match literal {
            Literal::Aggregate(aggregate) => ("an aggregate", aggregate.span),
            Literal::Conditional(conditional) => ("a conditional literal", conditional.span),
            _ => continue,
        };
        let mut grows = false;
        literal.predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing[occurrence]);
        if grows {
            let message = format!("recursion through {what} is not supported by this version");
            errors.push(Diagnostic::error(Code::Unsupported, span, message));
        }
    }
    errors
}

/// Whether a choice has conditions over atoms that are not complete.
fn grows_in_condition(rule: &Rule, growing: &[bool]) -> bool {
    let mut grows = false;
    if let Action::Choose(_) = rule.action {
        rule.action.predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing[occurrence]);
    }
    grows
}

/// A choice as one rule for each element, with the condition as a part of the body.
fn by_element<'r>(rule: &Rule) -> Vec<Cow<'r, Rule>> {
    let Action::Choose(elements) = &rule.action else { return vec![Cow::Owned(rule.clone())] };
    let rules = elements.iter().map(|element| {
        let mut part = rule.clone();
        let mut element = element.clone();
        part.body.append(&mut element.condition);
        part.action = Action::Choose(vec![element]);
        part.global = vec![true; part.names.len()];
        Cow::Owned(part)
    });
    rules.collect()
}

impl Workshop<'_> {
    fn unit(&mut self, rules: &mut [Prepared<'_>]) -> Result<(), Halt> {
        for rule in rules.iter_mut().filter(|rule| rule.deltas.is_empty()) {
            self.instantiate(rule, 0)?;
        }
        let mut predicates: Vec<PredicateId> =
            rules.iter().flat_map(|rule| &rule.deltas).map(|&(_, predicate)| predicate).collect();
        predicates.sort_unstable();
        predicates.dedup();
        for &predicate in &predicates {
            let domain = self.base.domain_mut(predicate);
            (domain.old_end, domain.new_end) = (0, domain.len());
        }
        loop {
            for rule in rules.iter_mut() {
                for delta in 0..rule.deltas.len() {
                    let domain = self.base.domain(rule.deltas[delta].1);
                    if domain.old_end < domain.new_end {
                        self.instantiate(rule, delta)?;
                    }
                }
            }
            let mut more = false;
            for &predicate in &predicates {
                more |= self.base.domain_mut(predicate).advance();
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Joins the body of a rule, the given one of its growing literals ranging over new atoms.
    fn instantiate(&mut self, prepared: &mut Prepared<'_>, delta: usize) -> Result<(), Halt> {
        let stale = prepared.plans[delta].as_ref().is_none_or(|plan| plan.is_stale(self.base));
        if stale {
            prepared.plans[delta] = Some(self.plan(prepared, delta));
        }
        let plan = prepared.plans[delta].as_ref().expect("it has just been made");
        for &index in &plan.indexes {
            self.indexes.update(index, self.symbols, self.base);
        }
        let rule = &*prepared.rule;
        let mut frame = vec![Symbol::INFIMUM; rule.names.len()];
        let mut machine = Machine {
            symbols: self.symbols,
            base: self.base,
            indexes: self.indexes,
            emitter: Emitter { sink: self.sink, written: self.written },
            memo: self.memo,
            pending: self.pending,
            frame: Vec::new(),
            body: Vec::new(),
            derives_nothing: rule.action.heads().is_empty(),
            warnings: self.warnings,
            stop: self.stop,
            stopped: false,
            ticks: 0,
        };
        for arguments in &prepared.arguments {
            frame[..arguments.len()].copy_from_slice(arguments);
            machine.frame.clone_from(&frame);
            machine.instantiate(rule, plan);
        }
        let stopped = machine.stopped || self.written.limit().is_some();
        if stopped || (self.stop)() { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn plan(&mut self, prepared: &Prepared<'_>, delta: usize) -> Plan {
        let planner = Planner {
            base: self.base,
            symbols: self.symbols,
            indexes: self.indexes,
            rule: &prepared.rule,
            growing: &prepared.growing,
            used: Vec::new(),
            sizes: Vec::new(),
            next_memo: &mut self.memo.last,
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
