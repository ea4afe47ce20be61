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
//! allows it; an assignment becomes one atom for each value. What the atoms mean is written when the unit is complete, by
//! the semantics of Ferraris ("Logic programs with propositional connectives and aggregates", 2011). `#open`, and
//! `#required` for the instances of a condition, are facts that only carry variables from one rule to the other.

mod split;

pub(crate) use split::split;

use crate::aggregate::guard::Truth;
use crate::aggregate::tuples::Tuples;
use crate::atoms::domain::PredicateId;
use crate::instantiate::join::Instantiator;
use crate::instantiate::loops::{Loop, Loops};
use crate::ir::{RecursiveId, Role, Slot, Term, TheoryTerm};
use crate::statement::disjunction::Conjunct;
use crate::statement::theory::data as theory;
use hamadryad_aspif as aspif;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::rc::Rc;

/// The values of a literal's global variables.
type Key = SmallVec<[Symbol; 4]>;

/// A literal that is evaluated bit by bit.
pub(crate) struct RecursiveAggregate {
    content: Content,
    /// Opened instances, by their keys.
    opened: PredicateId,
    /// Instances of the condition of a conditional literal.
    required: PredicateId,
    /// Instances that may hold.
    holds: PredicateId,
    instances: IndexMap<Key, Instance, FxBuildHasher>,
    /// Instances that have changed and are looked at when a round ends.
    changed: Vec<usize>,
}

enum Content {
    Aggregate {
        tests_choice: bool,
        sign: Sign,
        function: AggregateFunction,
        guards: Vec<(Relation, Term)>,
        /// The number of guards whose variables are bound by the value.
        assignments: usize,
        span: Span,
    },
    Conditional,
    /// A theory atom of a body with its name and its guard.
    Theory(Sign, Term, Option<(Name, TheoryTerm)>),
    /// The disjuncts of a head.
    Disjunction,
}

type Guards = SmallVec<[(Relation, Symbol); 2]>;

struct Instance {
    /// The round in which it was opened.
    opened: usize,
    /// Whether it is among the changed.
    changed: bool,
    collected: Collected,
}

enum Collected {
    Tuples(Guards, Tuples),
    Requirements(IndexMap<Key, Requirement, FxBuildHasher>),
    /// What is known of a theory atom.
    Theory(theory::Content),
    /// The bodies of a disjunctive rule, and what they derive one of.
    Disjuncts(Vec<Vec<aspif::Literal>>, Vec<Conjunct>),
}

#[derive(Default)]
struct Requirement {
    conditions: Vec<Vec<aspif::Literal>>,
    alternatives: Vec<Vec<aspif::Literal>>,
}

impl RecursiveAggregate {
    fn new(content: Content, [opened, required, holds]: [PredicateId; 3]) -> RecursiveAggregate {
        let instances = IndexMap::default();
        RecursiveAggregate { content, opened, required, holds, instances, changed: Vec::new() }
    }

    /// The rounds after its opening in which an instance collects what was complete before: its conditions in the first,
    /// the literals of a conditional literal in the second.
    fn rounds(&self) -> usize {
        match self.content {
            Content::Aggregate { .. } => 1,
            Content::Conditional => 2,
            Content::Theory(..) | Content::Disjunction => 0,
        }
    }

    fn change(&mut self, key: &Key) -> &mut Instance {
        let (number, _, instance) = self.instances.get_full_mut(key).expect("what collects has been opened");
        if !instance.changed {
            instance.changed = true;
            self.changed.push(number);
        }
        instance
    }

    fn requirement(&mut self, key: &Key, instance: Key) -> &mut Requirement {
        match &mut self.change(key).collected {
            Collected::Requirements(requirements) => requirements.entry(instance).or_default(),
            _ => unreachable!("requirements belong to conditional literals"),
        }
    }
}

impl Requirement {
    fn may_hold(&self) -> bool {
        !self.alternatives.is_empty() || self.conditions.iter().all(|condition| !condition.is_empty())
    }
}

impl Instantiator<'_> {
    fn key(&self, slots: &[Slot]) -> Key {
        slots.iter().map(|&slot| self.frame[slot]).collect()
    }

    /// Opens the instance of a delayed literal for the present assignment.
    pub(crate) fn open(&mut self, id: RecursiveId, key: &[Slot]) {
        let key = self.key(key);
        if let Some(instance) = self.delayed[id].instances.get_mut(&key) {
            if let Collected::Disjuncts(bodies, _) = &mut instance.collected {
                bodies.push(self.body.clone());
            }
            return;
        }
        let Some(collected) = self.nothing_collected(id) else { return };
        // A theory atom holds nothing back.
        let holds = matches!(collected, Collected::Theory(_));
        let instance = Instance { opened: self.round, changed: false, collected };
        let delayed = &mut self.delayed[id];
        delayed.instances.insert(key.clone(), instance);
        delayed.change(&key);
        self.carry(self.delayed[id].opened, &key);
        if holds {
            self.define(self.delayed[id].holds, &key);
        }
    }

    /// What an instance that has just been opened begins with; `None` where something in it is undefined.
    fn nothing_collected(&mut self, id: RecursiveId) -> Option<Collected> {
        match &self.delayed[id].content {
            Content::Aggregate { guards, .. } => {
                let guards = guards.clone();
                let guard = |(relation, term): &(Relation, Term)| Some((*relation, self.value(term)?));
                let guards = guards.iter().map(guard).collect::<Option<Guards>>()?;
                Some(Collected::Tuples(guards, Tuples::default()))
            }
            Content::Theory(_, name, guard) => {
                let (name, guard) = (name.clone(), guard.clone());
                self.delay_theory_atoms();
                self.theory_frame(Role::Body, &name, guard.as_ref()).map(Collected::Theory)
            }
            Content::Disjunction => Some(Collected::Disjuncts(vec![self.body.clone()], Vec::new())),
            Content::Conditional => Some(Collected::Requirements(IndexMap::default())),
        }
    }

    /// Defines an atom of an internal predicate that only carries variables.
    fn carry(&mut self, predicate: PredicateId, arguments: &[Symbol]) {
        let id = self.define(predicate, arguments);
        self.base.domain_mut(predicate).entry_mut(id).fact = true;
    }

    /// Adds a tuple to an opened aggregate.
    pub(crate) fn add_tuple(&mut self, id: RecursiveId, key: &[Slot], tuple: &[Term], span: Span) {
        let key = self.key(key);
        let Some(tuple) = self.values(tuple) else { return };
        let Content::Aggregate { tests_choice, function, .. } = self.delayed[id].content else {
            unreachable!("tuples belong to aggregates")
        };
        if !self.counts(function, tuple.first().copied(), span) {
            return;
        }
        match &mut self.delayed[id].change(&key).collected {
            Collected::Tuples(_, tuples) if tests_choice => tuples.insert_open(&tuple),
            Collected::Tuples(_, tuples) => tuples.insert(&tuple, &self.body),
            _ => unreachable!("tuples belong to aggregates"),
        }
    }

    /// Adds an element to an opened theory atom.
    pub(crate) fn gather(&mut self, id: RecursiveId, key: &[Slot], tuple: &[TheoryTerm]) {
        let key = self.key(key);
        let condition = self.body.clone();
        let Some(element) = self.theory_element(tuple, condition) else { return };
        if let Collected::Theory(content) = &mut self.delayed[id].change(&key).collected {
            content.elements.push(element);
        }
    }

    /// Adds an instance of the condition of an opened conditional literal.
    pub(crate) fn require(&mut self, id: RecursiveId, key: &[Slot], instance: &[Slot]) {
        let (key, instance) = (self.key(key), self.key(instance));
        let all: Key = key.iter().chain(&instance).copied().collect();
        self.delayed[id].requirement(&key, instance).conditions.push(self.body.clone());
        self.carry(self.delayed[id].required, &all);
    }

    /// Adds an instance of the literal of an opened conditional literal.
    pub(crate) fn satisfy(&mut self, id: RecursiveId, key: &[Slot], instance: &[Slot]) {
        let (key, instance) = (self.key(key), self.key(instance));
        self.delayed[id].requirement(&key, instance).alternatives.push(self.body.clone());
    }

    /// Adds an instance of a disjunct of an opened disjunction.
    pub(crate) fn offer(&mut self, id: RecursiveId, key: &[Slot], conjunct: Conjunct) {
        let key = self.key(key);
        self.define_members(&conjunct);
        let (_, _, instance) = self.delayed[id].instances.get_full_mut(&key).expect("it has been opened");
        if let Collected::Disjuncts(_, conjuncts) = &mut instance.collected {
            conjuncts.push(conjunct);
        }
    }

    /// Lets literals hold where what has been collected allows it, at the end of a round; whether some are too young to
    /// tell.
    pub(crate) fn check_delayed(&mut self) -> bool {
        let mut young = false;
        for id in 0..self.delayed.len() {
            let rounds = self.delayed[id].rounds();
            for number in std::mem::take(&mut self.delayed[id].changed) {
                let instance = &mut self.delayed[id].instances[number];
                if self.round < instance.opened + rounds {
                    young = true;
                    self.delayed[id].changed.push(number);
                } else {
                    instance.changed = false;
                    self.check(id, number);
                }
            }
        }
        young
    }

    /// Lets an instance hold that may.
    fn check(&mut self, id: RecursiveId, number: usize) {
        let delayed = &self.delayed[id];
        let holds = delayed.holds;
        let (key, instance) = delayed.instances.get_index(number).expect("it has been opened");
        let key = key.clone();
        match (&delayed.content, &instance.collected) {
            (
                &Content::Aggregate { tests_choice, function, assignments, .. },
                Collected::Tuples(guards, tuples),
            ) => {
                if tests_choice {
                    if self.may_hold(function, tuples, guards) {
                        self.carry(holds, &key);
                    }
                } else if assignments > 0 {
                    self.check_values(id, number, assignments);
                } else if self.may_hold(function, tuples, guards) {
                    self.define(holds, &key);
                }
            }
            (_, Collected::Requirements(requirements)) => {
                if requirements.values().all(Requirement::may_hold) {
                    self.define(holds, &key);
                }
            }
            (_, Collected::Disjuncts(..) | Collected::Theory(_)) => {}
            (_, Collected::Tuples(..)) => unreachable!("tuples belong to aggregates"),
        }
    }

    /// Lets an assignment hold for each value that it may have.
    fn check_values(&mut self, id: RecursiveId, number: usize, assignments: usize) {
        let Content::Aggregate { function, span, .. } = self.delayed[id].content else { return };
        let holds = self.delayed[id].holds;
        let (key, instance) = self.delayed[id].instances.get_index_mut(number).expect("it has been opened");
        let (key, Collected::Tuples(guards, tuples)) = (key.clone(), &mut instance.collected) else { return };
        let (guards, tuples) = (guards.clone(), std::mem::take(tuples));
        let values = self.values_of(function, &tuples);
        self.warnings.explosions.note(span, values.len());
        for value in values {
            let mut all = guards.clone();
            all.push((Relation::Equal, value));
            if self.may_hold(function, &tuples, &all) {
                let mut arguments = key.clone();
                arguments.extend(std::iter::repeat_n(value, assignments));
                self.define(holds, &arguments);
            }
        }
        self.delayed[id].instances[number].collected = Collected::Tuples(guards, tuples);
    }

    /// Writes what the delayed literals of a complete unit mean.
    pub(crate) fn write_delayed(&mut self) {
        let mut delayed = std::mem::take(self.delayed);
        delayed.iter_mut().for_each(|literal| self.write_disjunctions(literal));
        let mut written = Vec::new();
        for (id, literal) in delayed.iter().enumerate() {
            self.collect_written(id, literal, &mut written);
        }
        let mut edges = Vec::new();
        for instance in &written {
            for literal in self.mentioned(&delayed[instance.id], instance.number) {
                if literal.is_positive() {
                    edges.push((instance.atom, literal.atom()));
                }
            }
        }
        edges.extend(self.emitter.written.recorded());
        let loops = Rc::new(Loops::new(&edges));
        for instance in &written {
            self.in_loop = Loop::of(&loops, instance.atom);
            self.write_instance(&delayed[instance.id], instance);
        }
        self.in_loop = None;
    }

    /// Writes the disjunctive rules whose disjuncts had to be collected.
    fn write_disjunctions(&mut self, delayed: &mut RecursiveAggregate) {
        for instance in delayed.instances.values_mut() {
            let Collected::Disjuncts(bodies, conjuncts) = &mut instance.collected else { return };
            bodies.sort_unstable();
            bodies.dedup();
            for body in std::mem::take(bodies) {
                self.body = body;
                self.write_conjuncts(conjuncts.clone());
            }
        }
        self.body.clear();
    }

    /// The instances whose atoms are used.
    fn collect_written(&self, id: RecursiveId, delayed: &RecursiveAggregate, written: &mut Vec<Written>) {
        if matches!(delayed.content, Content::Disjunction | Content::Aggregate { tests_choice: true, .. }) {
            return;
        }
        let domain = self.base.domain(delayed.holds);
        if let Content::Aggregate { assignments: 1.., .. } = delayed.content {
            for (position, entry) in domain.entries().iter().enumerate() {
                let arguments = domain.arguments(position as u32);
                let key = delayed.instances.keys().next().map_or(0, SmallVec::len);
                let number = delayed.instances.get_index_of(&arguments[..key]).expect("it has been opened");
                written.push(Written { id, number, atom: entry.atom, value: arguments.last().copied() });
            }
            return;
        }
        for (number, key) in delayed.instances.keys().enumerate() {
            let defined = domain.find(key).map(|position| domain.entry(position).atom);
            if let Some(atom) = defined.or_else(|| domain.reserved(key)) {
                written.push(Written { id, number, atom, value: None });
            }
        }
    }

    /// The literals that an instance is defined with.
    fn mentioned(&mut self, delayed: &RecursiveAggregate, number: usize) -> Vec<aspif::Literal> {
        match &delayed.instances[number].collected {
            Collected::Tuples(_, tuples) => {
                let open = (0..tuples.len()).filter(|&tuple| !tuples.is_fact(tuple));
                open.map(|tuple| tuples.literal(tuple, &mut self.emitter)).collect()
            }
            Collected::Disjuncts(..) | Collected::Theory(_) => Vec::new(),
            Collected::Requirements(requirements) => {
                let parts = requirements.values();
                let all = parts.flat_map(|part| part.conditions.iter().chain(&part.alternatives));
                all.flatten().copied().collect()
            }
        }
    }

    fn write_instance(&mut self, delayed: &RecursiveAggregate, written: &Written) {
        match (&delayed.content, &delayed.instances[written.number].collected) {
            (&Content::Aggregate { sign, function, .. }, Collected::Tuples(guards, tuples)) => {
                let mut guards = guards.clone();
                guards.extend(written.value.map(|value| (Relation::Equal, value)));
                if sign != Sign::None {
                    // Nothing positive goes through a negated aggregate.
                    self.in_loop = None;
                }
                match self.guards(function, tuples, &guards) {
                    Truth::False => {}
                    Truth::True => self.emitter.fact(written.atom),
                    Truth::All(literals) => self.emitter.derive(written.atom, &literals),
                }
            }
            (_, Collected::Requirements(requirements)) => self.write_requirements(written.atom, requirements),
            (&Content::Theory(sign, ..), Collected::Theory(content)) => {
                let mut content = content.clone();
                content.sort();
                // Under `not not` it is used by way of another atom.
                self.make_theory_atom(written.atom, content, sign == Sign::NotNot);
            }
            _ => unreachable!("what is collected is of the kind of its literal"),
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

/// An instance whose meaning is to be written.
struct Written {
    id: RecursiveId,
    number: usize,
    atom: aspif::Atom,
    /// The value of an assignment.
    value: Option<Symbol>,
}
