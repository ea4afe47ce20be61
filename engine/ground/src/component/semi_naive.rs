//! Semi-naive instantiation of the components in their order.
//!
//! Inside of a component, rules over its own atoms are joined again and again. Each time, one of these
//! literals ranges over the atoms that the last round added, the literals before it range over older atoms,
//! and the literals after it over all atoms, so that no instance is found twice (Bancilhon, Ramakrishnan
//! 1986).
//!
//! Invariant: a component begins when all components that it depends on are complete; only the domains of its
//! own heads grow.

use crate::atoms::domain::PredicateId;
use crate::component::action::instantiate;
use crate::component::dependencies;
use crate::component::prepare::{Prepared, Task, prepare};
use crate::diagnose::profile::Profile;
use crate::diagnose::warnings::Warnings;
use crate::instantiate::effort::Effort;
use crate::instantiate::evaluator::Evaluator;
use crate::instantiate::functions::Functions;
use crate::instantiate::instance::Instance;
use crate::instantiate::join::Join;
use crate::ir::{GrowingLiterals, Rule};
use crate::output::emitter::Emitter;
use crate::output::ground_atoms::GroundAtoms;
use crate::output::pending::Pending;
use crate::plan::{Generation, Plan, Planner};
use crate::recursive::define::define;
use crate::recursive::literal::RecursiveLiterals;
use crate::recursive::possible::check_changed;
use crate::state::State;
use hamadryad_aspif::{Origin, Sink};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::Compat;

/// The data of a step: the state that it extends, the output, and the diagnostics.
pub(crate) struct Context<'a> {
    pub symbols: &'a mut Symbols,
    pub state: &'a mut State,
    pub functions: &'a mut Functions,
    pub compat: Compat,
    pub keeps_facts: bool,
    pub keeps_origins: bool,
    pub warnings: &'a mut Warnings,
    pub profile: &'a mut Profile,
    pub sink: &'a mut dyn Sink,
    pub stop: &'a dyn Fn() -> bool,
}

/// Instantiation ended early: the caller stopped it, or the ground program has too many atoms.
pub(crate) struct Stopped;

/// Instantiates all rules.
pub(crate) fn run(mut context: Context<'_>, tasks: Vec<Task<'_>>) -> Result<(), Stopped> {
    let rules: Vec<&Rule> = tasks.iter().map(|task| &*task.rule).collect();
    let components = dependencies::components(&rules);
    let mut tasks: Vec<Option<(Task<'_>, GrowingLiterals)>> =
        tasks.into_iter().zip(components.growing).map(Some).collect();
    for members in components.rules {
        let members =
            members.into_iter().map(|number| tasks[number].take().expect("a rule is in one component"));
        let (mut prepared, mut recursive) = (Vec::new(), RecursiveLiterals::default());
        for (task, growing) in members {
            prepared.append(&mut prepare(task, growing, &mut context.state.base, &mut recursive));
        }
        Component { context: &mut context, recursive }.run(&mut prepared)?;
    }
    Ok(())
}

/// Rules that are instantiated together.
struct Component<'c, 'a> {
    context: &'c mut Context<'a>,
    recursive: RecursiveLiterals,
}

impl Component<'_, '_> {
    fn run(mut self, rules: &mut [Prepared<'_>]) -> Result<(), Stopped> {
        if !self.recursive.all.is_empty() {
            self.context.state.written.record();
        }
        for rule in rules.iter_mut().filter(|rule| rule.deltas.is_empty()) {
            self.instantiate(rule, 0)?;
        }
        let mut predicates: Vec<PredicateId> =
            rules.iter().flat_map(|rule| &rule.deltas).map(|&(_, predicate)| predicate).collect();
        predicates.sort_unstable();
        predicates.dedup();
        for &predicate in &predicates {
            let domain = self.context.state.base.domain_mut(predicate);
            (domain.old_end, domain.new_end) = (0, domain.len());
            domain.is_growing = true;
        }
        let mut more = !predicates.is_empty();
        while more {
            more = self.round(rules, &predicates)?;
        }
        for &predicate in &predicates {
            self.context.state.base.domain_mut(predicate).is_growing = false;
        }
        let (mut join, ..) = self.context.join(0, false);
        if join.instance.keeps_origins {
            join.atoms.emitter.sink.origin(Origin::Auxiliary);
        }
        define(self.recursive, &mut join);
        Ok(())
    }

    /// Joins all rules with the atoms of the last round. Returns whether another round has new atoms.
    fn round(&mut self, rules: &mut [Prepared<'_>], predicates: &[PredicateId]) -> Result<bool, Stopped> {
        self.recursive.round += 1;
        for rule in rules {
            for delta in 0..rule.deltas.len() {
                let domain = self.context.state.base.domain(rule.deltas[delta].1);
                if domain.old_end < domain.new_end {
                    self.instantiate(rule, delta)?;
                }
            }
        }
        let (mut join, ..) = self.context.join(0, false);
        let mut more = check_changed(&mut self.recursive, &mut join);
        for &predicate in predicates {
            more |= self.context.state.base.domain_mut(predicate).advance();
        }
        Ok(more)
    }

    /// Joins the body of a rule; its literal number `delta` among the deltas ranges over new atoms.
    fn instantiate(&mut self, prepared: &mut Prepared<'_>, delta: usize) -> Result<(), Stopped> {
        let state = &mut self.context.state;
        if prepared.plans[delta].as_ref().is_none_or(|plan| plan.is_stale(&state.base)) {
            prepared.plans[delta] = Some(self.context.plan(prepared, delta));
        }
        let plan = prepared.plans[delta].as_ref().expect("the plan has just been made");
        let state = &mut self.context.state;
        for &index in &plan.indexes {
            state.indexes.update(index, self.context.symbols, &state.base);
        }
        let rule = &*prepared.rule;
        let since = self.context.profile.now();
        let (mut join, pending) = self.context.join(rule.names.len(), rule.action.derives_nothing());
        for arguments in &prepared.arguments {
            join.evaluator.substitution[..arguments.len()].copy_from_slice(arguments);
            instantiate(&mut join, pending, &mut self.recursive, rule, plan);
        }
        let is_closed = join.evaluator.overflowed || join.atoms.emitter.is_closed();
        let Effort { stopped, tried, instances, .. } = join.effort;
        self.context.profile.add(rule.span, instances, tried, since, &plan.body);
        if stopped || is_closed || (self.context.stop)() { Err(Stopped) } else { Ok(()) }
    }
}

impl Context<'_> {
    /// A join for a rule with the given number of variables, and the statements that wait for the end of the
    /// step.
    fn join(&mut self, variables: usize, derives_nothing: bool) -> (Join<'_>, &mut Pending) {
        let State { base, indexes, written, memo, pending, theory, .. } = &mut *self.state;
        let join = Join {
            evaluator: Evaluator {
                symbols: self.symbols,
                compat: self.compat,
                warnings: self.warnings,
                substitution: vec![Symbol::INFIMUM; variables],
                overflowed: false,
            },
            atoms: GroundAtoms { base, emitter: Emitter { sink: self.sink, written } },
            indexes,
            functions: self.functions,
            memo,
            theory,
            instance: Instance::new(self.keeps_facts, self.keeps_origins),
            choices: Vec::new(),
            derives_nothing,
            effort: Effort::new(self.stop),
        };
        (join, pending)
    }

    fn plan(&mut self, prepared: &Prepared<'_>, delta: usize) -> Plan {
        let State { base, indexes, memo, .. } = &mut *self.state;
        let planner = Planner {
            base,
            symbols: self.symbols,
            indexes,
            rule: &prepared.rule,
            growing: &prepared.growing,
            used: Vec::new(),
            sizes: Vec::new(),
            next_memo: &mut memo.last,
        };
        let position = |occurrence| prepared.deltas.iter().position(|&(other, _)| other == occurrence);
        planner.rule(&|occurrence| match position(occurrence) {
            None => Generation::Complete,
            Some(other) if other < delta => Generation::Old,
            Some(other) if other == delta => Generation::New,
            Some(_) => Generation::Known,
        })
    }

    /// Adds facts. If origins are kept, the facts have the numbers from `first` on.
    pub(crate) fn add_facts(&mut self, facts: &[Symbol], first: u32) {
        let State { base, written, .. } = &mut *self.state;
        let mut atoms = GroundAtoms { base, emitter: Emitter { sink: self.sink, written } };
        if !self.keeps_origins {
            return atoms.add_facts(self.symbols, facts);
        }
        for (number, fact) in (first..).zip(facts) {
            atoms.emitter.sink.origin(Origin::Fact(number));
            atoms.add_facts(self.symbols, std::slice::from_ref(fact));
        }
    }
}
