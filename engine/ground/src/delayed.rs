//! Aggregates and conditional literals over atoms that the rule itself helps to derive.
//!
//! ```text
//! reach(Y) :- node(Y), 2 <= #count { X : reach(X), edge(X,Y) }.
//!     -->  #open(Y) :- node(Y).                                    opens the aggregate for Y
//!          #collect(Y) :- #open(Y), reach(X), edge(X,Y).           adds the tuple X to it
//!          reach(Y) :- node(Y), #holds(Y).                         #holds(Y) once two tuples are there
//! ```
//!
//! Such a literal becomes an atom of an internal predicate, `#holds`, that may be true as soon as what has been collected
//! allows it. What the atom means is written when the unit is complete. `#open`, and `#required` for the instances of a
//! condition, are facts that only carry variables from one rule to the other.
//!
//! Only what is monotone in the atoms of the unit is translated; the rest is refused, for it would mean something else
//! once it is taken apart (Ferraris: "Logic programs with propositional connectives and aggregates", 2011).

use crate::aggregate::Truth;
use crate::domain::{Base, PredicateId};
use crate::ir::{Action, Aggregate, Atom, Conditional, Literal, Occurrence, Rule, Slot, Term};
use crate::join::Machine;
use crate::safety::{self, Bound};
use crate::tuples::Tuples;
use hamadryad_aspif as aspif;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};
use hamadryad_syntax::{Code, Diagnostic, Span};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The values of a literal's global variables.
type Key = SmallVec<[Symbol; 4]>;

/// A literal's number in the [`Delayed`] ones of a unit.
pub(crate) type DelayedId = usize;

/// A literal that is evaluated bit by bit.
pub(crate) struct Delayed {
    content: Content,
    /// Opened instances, by their keys.
    opened: PredicateId,
    /// Instances of the condition of a conditional literal.
    required: PredicateId,
    /// Instances that may hold.
    holds: PredicateId,
    instances: IndexMap<Key, Instance, FxBuildHasher>,
    /// Instances that do not hold yet and are looked at when a round ends, with the round in which they were opened.
    waiting: Vec<(usize, usize)>,
    span: Span,
}

enum Content {
    Aggregate { sign: Sign, function: AggregateFunction, guards: Vec<(Relation, Term)> },
    Conditional,
}

enum Instance {
    Aggregate { guards: SmallVec<[(Relation, Symbol); 2]>, tuples: Tuples, opened: usize },
    Conditional(IndexMap<Key, Requirement, FxBuildHasher>),
}

#[derive(Default)]
struct Requirement {
    conditions: Vec<Vec<aspif::Literal>>,
    alternatives: Vec<Vec<aspif::Literal>>,
}

/// A rule, and for each of its predicate literals whether its domain may still grow.
pub(crate) type Growing = (Rule, Vec<bool>);

/// Takes the delayed literals out of a rule: the rules that collect for them, and what is left.
pub(crate) fn split(
    rule: Rule,
    growing: Vec<bool>,
    base: &mut Base,
    delayed: &mut Vec<Delayed>,
) -> Result<Vec<Growing>, Diagnostic> {
    let is_delayed = |literal: &Literal| {
        let mut grows = false;
        if matches!(literal, Literal::Aggregate(_) | Literal::Conditional(_)) {
            literal.predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing[occurrence]);
        }
        grows
    };
    let (taken, kept): (Vec<Literal>, Vec<Literal>) = rule.body.iter().cloned().partition(is_delayed);
    let mut splitting =
        Splitting { main: Rule { body: kept, ..rule }, growing, rules: Vec::new(), base, delayed };
    let template = splitting.main.clone();
    for literal in taken {
        match literal {
            Literal::Aggregate(aggregate) => splitting.aggregate(&template, &aggregate)?,
            Literal::Conditional(conditional) => splitting.conditional(&template, &conditional)?,
            _ => unreachable!("only aggregates and conditional literals are delayed"),
        }
    }
    let mut rules = splitting.rules;
    rules.push((splitting.main, splitting.growing));
    Ok(rules)
}

struct Splitting<'a> {
    /// What is left of the rule.
    main: Rule,
    growing: Vec<bool>,
    rules: Vec<Growing>,
    base: &'a mut Base,
    delayed: &'a mut Vec<Delayed>,
}

impl Splitting<'_> {
    fn aggregate(&mut self, template: &Rule, aggregate: &Aggregate) -> Result<(), Diagnostic> {
        let mut bound = Bound::parameters(template.parameters, template.names.len());
        safety::saturate(&template.body, &mut bound, &template.global);
        if aggregate.guards.iter().any(|(_, term)| !bound.binds(term)) {
            return Err(refusal("an assignment", aggregate.span));
        }
        let differs = aggregate.guards.iter().any(|&(relation, _)| relation == Relation::NotEqual);
        if aggregate.sign == Sign::None && differs {
            return Err(refusal("an aggregate with `!=`", aggregate.span));
        }
        let mut key = Vec::new();
        aggregate.element_variables(&mut |slot| key.push(slot));
        aggregate.guards.iter().for_each(|(_, term)| term.variables(&mut |slot| key.push(slot)));
        let key = globals(template, key);
        let id = self.delayed.len();
        let opened = self.open(template, id, &key);
        let holds = self.base.internal_predicate(key.len());
        for element in &aggregate.elements {
            let grows = element.condition.iter().any(|literal| self.is_growing(literal));
            let tuple = element.tuple.clone();
            let action = Action::Collect { delayed: id, key: key.clone(), tuple, grows, span: element.span };
            self.collector(template, opened, &key, element.condition.clone(), action);
        }
        let (sign, function) = (aggregate.sign, aggregate.function);
        self.delayed.push(Delayed {
            content: Content::Aggregate { sign, function, guards: aggregate.guards.clone() },
            opened,
            required: opened,
            holds,
            instances: IndexMap::default(),
            waiting: Vec::new(),
            span: aggregate.span,
        });
        self.use_in_main(holds, &key, aggregate.sign, aggregate.span);
        Ok(())
    }

    fn conditional(&mut self, template: &Rule, conditional: &Conditional) -> Result<(), Diagnostic> {
        if conditional.condition.iter().any(|literal| self.is_growing(literal)) {
            return Err(refusal("the condition of a conditional literal", conditional.span));
        }
        let mut key = Vec::new();
        conditional.variables(&mut |slot| key.push(slot));
        let key = globals(template, key);
        let mut instance = Vec::new();
        let alternatives = || conditional.alternatives.iter().flatten();
        alternatives().for_each(|literal| literal.variables(&mut |slot| instance.push(slot)));
        // Variables that only the literal has are not bound by the condition.
        let mut in_condition = Vec::new();
        conditional
            .condition
            .iter()
            .for_each(|literal| literal.variables(&mut |slot| in_condition.push(slot)));
        instance.retain(|slot| !template.global[*slot] && in_condition.contains(slot));
        instance.sort_unstable();
        instance.dedup();
        let id = self.delayed.len();
        let opened = self.open(template, id, &key);
        let required = self.base.internal_predicate(key.len() + instance.len());
        let holds = self.base.internal_predicate(key.len());
        let action = Action::Require { delayed: id, key: key.clone(), instance: instance.clone() };
        self.collector(template, opened, &key, conditional.condition.clone(), action);
        let all: Vec<Slot> = key.iter().chain(&instance).copied().collect();
        for alternative in &conditional.alternatives {
            let action = Action::Satisfy { delayed: id, key: key.clone(), instance: instance.clone() };
            self.collector(template, required, &all, alternative.clone(), action);
        }
        self.delayed.push(Delayed {
            content: Content::Conditional,
            opened,
            required,
            holds,
            instances: IndexMap::default(),
            waiting: Vec::new(),
            span: conditional.span,
        });
        self.use_in_main(holds, &key, Sign::None, conditional.span);
        Ok(())
    }

    fn is_growing(&self, literal: &Literal) -> bool {
        let mut grows = false;
        literal
            .predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && self.growing[occurrence]);
        grows
    }

    /// The rule that opens instances: what is left of the body binds their keys.
    fn open(&mut self, template: &Rule, id: DelayedId, key: &[Slot]) -> PredicateId {
        let action = Action::Open { delayed: id, key: key.to_vec() };
        self.rules.push((Rule { action, ..template.clone() }, self.growing.clone()));
        self.base.internal_predicate(key.len())
    }

    /// A rule that collects for the instances of an internal predicate.
    fn collector(
        &mut self,
        template: &Rule,
        predicate: PredicateId,
        arguments: &[Slot],
        mut body: Vec<Literal>,
        action: Action,
    ) {
        let occurrence: Occurrence = template.occurrences;
        let arguments = arguments.iter().map(|&slot| Term::Variable(slot)).collect();
        let atom = Atom { predicate, arguments, span: template.span };
        body.insert(0, Literal::Predicate { sign: Sign::None, atom, occurrence });
        let mut growing = self.growing.clone();
        growing.resize(occurrence, false);
        growing.push(true);
        let global = vec![true; template.names.len()];
        let rule = Rule { action, body, global, occurrences: occurrence + 1, ..template.clone() };
        self.rules.push((rule, growing));
    }

    fn use_in_main(&mut self, holds: PredicateId, key: &[Slot], sign: Sign, span: Span) {
        let arguments = key.iter().map(|&slot| Term::Variable(slot)).collect();
        let atom = Atom { predicate: holds, arguments, span };
        let occurrence = self.main.occurrences;
        self.main.occurrences += 1;
        self.main.body.push(Literal::Predicate { sign, atom, occurrence });
        self.growing.resize(occurrence, false);
        self.growing.push(true);
    }
}

fn globals(rule: &Rule, mut slots: Vec<Slot>) -> Vec<Slot> {
    slots.retain(|&slot| rule.global[slot]);
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The error of a rule that is recursive in a way that is not translated.
pub(crate) fn refusal(what: &str, span: Span) -> Diagnostic {
    let message = format!("recursion through {what} is not supported by this version");
    Diagnostic::error(Code::Unsupported, span, message)
}

impl Machine<'_> {
    fn key(&self, slots: &[Slot]) -> Key {
        slots.iter().map(|&slot| self.frame[slot]).collect()
    }

    /// Opens the instance of a delayed literal for the present assignment.
    pub(crate) fn open(&mut self, id: DelayedId, key: &[Slot]) {
        let key = self.key(key);
        if self.delayed[id].instances.contains_key(&key) {
            return;
        }
        let terms = match &self.delayed[id].content {
            Content::Aggregate { guards, .. } => guards.clone(),
            Content::Conditional => Vec::new(),
        };
        let mut guards = SmallVec::new();
        for (relation, term) in &terms {
            let Some(value) = self.value(term) else { return };
            guards.push((*relation, value));
        }
        let instance = match self.delayed[id].content {
            Content::Aggregate { .. } => {
                Instance::Aggregate { guards, tuples: Tuples::default(), opened: self.round }
            }
            Content::Conditional => Instance::Conditional(IndexMap::default()),
        };
        let delayed = &mut self.delayed[id];
        delayed.waiting.push((delayed.instances.len(), self.round));
        delayed.instances.insert(key.clone(), instance);
        self.carry(self.delayed[id].opened, &key);
    }

    /// Defines an atom of an internal predicate that only carries variables.
    fn carry(&mut self, predicate: PredicateId, arguments: &[Symbol]) {
        let id = self.define(predicate, arguments);
        self.base.domain_mut(predicate).entry_mut(id).fact = true;
    }

    /// Adds a tuple to an opened aggregate.
    pub(crate) fn add_tuple(&mut self, id: DelayedId, key: &[Slot], tuple: &[Term], grows: bool, span: Span) {
        let key = self.key(key);
        let Some(tuple) = self.values(tuple) else { return };
        let Content::Aggregate { function, sign, .. } = self.delayed[id].content else {
            unreachable!("tuples belong to aggregates")
        };
        let weight = tuple.first().copied();
        if !self.counts(function, weight, span) {
            return;
        }
        let negative = function == AggregateFunction::Sum
            && weight.and_then(|weight| self.symbols.as_number(weight)).is_some_and(|weight| weight < 0);
        if negative && grows && sign == Sign::None && !self.body.is_empty() {
            self.refused.push(refusal("a sum with a negative weight", span));
            return;
        }
        let Some(Instance::Aggregate { tuples, opened, .. }) = self.delayed[id].instances.get_mut(&key)
        else {
            unreachable!("tuples are collected for opened aggregates")
        };
        tuples.insert(&tuple, &self.body);
        // What is complete is collected in the round after the opening; before it is, too much would seem possible.
        if self.round > *opened + 1 {
            self.check(id, &key);
        }
    }

    /// Lets a literal hold where what has been collected allows it; whether it does.
    fn check(&mut self, id: DelayedId, key: &Key) -> bool {
        let delayed = &self.delayed[id];
        let holds = delayed.holds;
        if self.base.domain(holds).find(key).is_some() {
            return true;
        }
        let possible = match (&delayed.content, delayed.instances.get(key)) {
            (Content::Aggregate { function, .. }, Some(Instance::Aggregate { guards, tuples, .. })) => {
                self.may_hold(*function, tuples, guards)
            }
            (_, Some(Instance::Conditional(requirements))) => {
                requirements.values().all(Requirement::may_hold)
            }
            _ => unreachable!("checked instances have been opened"),
        };
        if possible {
            self.define(holds, key);
        }
        possible
    }

    /// Adds an instance of the condition of an opened conditional literal.
    pub(crate) fn require(&mut self, id: DelayedId, key: &[Slot], instance: &[Slot]) {
        let (key, instance) = (self.key(key), self.key(instance));
        let condition = self.body.clone();
        self.requirement(id, &key, &instance).conditions.push(condition);
        let all: Key = key.iter().chain(&instance).copied().collect();
        self.carry(self.delayed[id].required, &all);
    }

    /// Adds an instance of the literal of an opened conditional literal.
    pub(crate) fn satisfy(&mut self, id: DelayedId, key: &[Slot], instance: &[Slot]) {
        let (key, instance) = (self.key(key), self.key(instance));
        let alternative = self.body.clone();
        self.requirement(id, &key, &instance).alternatives.push(alternative);
    }

    fn requirement(&mut self, id: DelayedId, key: &Key, instance: &Key) -> &mut Requirement {
        match self.delayed[id].instances.get_mut(key) {
            Some(Instance::Conditional(requirements)) => requirements.entry(instance.clone()).or_default(),
            _ => unreachable!("requirements belong to opened conditional literals"),
        }
    }

    /// Looks at the literals that do not hold yet, at the end of a round; whether some are too young to tell.
    pub(crate) fn check_delayed(&mut self) -> bool {
        let mut young = false;
        for id in 0..self.delayed.len() {
            // In the round after an instance was opened its conditions are joined, in the one after that the literals
            // of a conditional literal.
            let is_aggregate = matches!(self.delayed[id].content, Content::Aggregate { .. });
            let rounds = if is_aggregate { 1 } else { 2 };
            for (number, opened) in std::mem::take(&mut self.delayed[id].waiting) {
                let ripe = self.round >= opened + rounds;
                young |= !ripe;
                let (key, _) = self.delayed[id].instances.get_index(number).expect("it was opened");
                let key = key.clone();
                let settled = ripe && (self.check(id, &key) || is_aggregate);
                if !settled {
                    self.delayed[id].waiting.push((number, opened));
                }
            }
        }
        young
    }

    /// Writes what the delayed literals of a complete unit mean.
    pub(crate) fn write_delayed(&mut self) {
        for delayed in std::mem::take(self.delayed) {
            for (key, instance) in &delayed.instances {
                let domain = self.base.domain(delayed.holds);
                let defined = domain.find(key).map(|id| domain.entry(id).atom);
                let Some(atom) = defined.or_else(|| domain.reserved(key)) else { continue };
                match (&delayed.content, instance) {
                    (Content::Aggregate { function, .. }, Instance::Aggregate { guards, tuples, .. }) => {
                        let truth = self.guards(*function, tuples, guards);
                        self.write_truth(atom, truth);
                    }
                    (_, Instance::Conditional(requirements)) => self.write_requirements(atom, requirements),
                    (Content::Conditional, Instance::Aggregate { .. }) => {
                        unreachable!("a conditional literal at {:?} has no tuples", delayed.span)
                    }
                }
            }
        }
    }

    fn write_truth(&mut self, atom: aspif::Atom, truth: Truth) {
        match truth {
            Truth::False => {}
            Truth::True => self.emitter.fact(atom),
            Truth::All(literals) => self.emitter.derive(atom, &literals),
        }
    }

    fn write_requirements(
        &mut self,
        atom: aspif::Atom,
        requirements: &IndexMap<Key, Requirement, FxBuildHasher>,
    ) {
        let mut body = Vec::new();
        for requirement in requirements.values() {
            for condition in &requirement.conditions {
                match self.implication(condition, requirement.alternatives.clone()) {
                    Some(literals) => body.extend(literals),
                    None => return,
                }
            }
        }
        body.sort_unstable();
        body.dedup();
        self.emitter.derive(atom, &body);
    }
}

impl Requirement {
    fn may_hold(&self) -> bool {
        !self.alternatives.is_empty() || self.conditions.iter().all(|condition| !condition.is_empty())
    }
}
