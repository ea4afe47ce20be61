//! The recursive literals of a component, with the parts that have been accumulated.
//!
//! Invariant: parts are added to instances only, and the instance comes first: the rules of the parts have
//! its `#open` atom in their bodies.

use crate::aggregate::tuples::Tuples;
use crate::atoms::domain::PredicateId;
use crate::ir::{RecursiveId, Term, TheoryTerm};
use crate::output::theory;
use crate::statement::disjunction::Conjunct;
use hamadryad_aspif::Literal;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The values of a literal's global variables, or of variables of its condition.
pub(crate) type Key = SmallVec<[Symbol; 4]>;

/// The values of guards.
pub(crate) type Guards = SmallVec<[(Relation, Symbol); 2]>;

/// The conditions and alternatives of a conditional literal, by the values of the variables that they share.
pub(crate) type Requirements = IndexMap<Key, Requirement, FxBuildHasher>;

/// The recursive literals of a component.
#[derive(Default)]
pub(crate) struct RecursiveLiterals {
    pub all: Vec<RecursiveLiteral>,
    /// The number of the present round of semi-naive instantiation.
    pub round: usize,
}

/// A recursive literal with its instances.
pub(crate) struct RecursiveLiteral {
    pub content: Content,
    /// The predicate of the keys of instances: `#open`.
    pub opened: PredicateId,
    /// The predicate of the instances of the condition of a conditional literal: `#required`.
    pub required: PredicateId,
    /// The predicate of the instances that may hold: `#holds`.
    pub holds: PredicateId,
    pub instances: IndexMap<Key, Instance, FxBuildHasher>,
    /// The instances that have changed in this round.
    pub changed: Vec<usize>,
}

/// The kind of a recursive literal.
pub(crate) enum Content {
    Aggregate {
        tests_choice: bool,
        sign: Sign,
        function: AggregateFunction,
        guards: Vec<(Relation, Term)>,
        /// The number of guards with variables that the value binds.
        assignments: usize,
        span: Span,
    },
    Conditional,
    /// A theory atom of a body with its name and its guard.
    Theory(Sign, Term, Option<(Name, TheoryTerm)>),
    /// The disjuncts of a head.
    Disjunction,
}

/// An instance of a recursive literal.
pub(crate) struct Instance {
    /// The round in which it was opened.
    pub opened: usize,
    /// Whether it is among the changed instances.
    pub changed: bool,
    pub collected: Collected,
}

/// The accumulated parts of an instance.
pub(crate) enum Collected {
    Tuples(Guards, Tuples),
    Requirements(Requirements),
    /// The elements of a theory atom so far.
    Theory(theory::Content),
    /// The bodies of a disjunctive rule, and its disjuncts.
    Disjuncts(Vec<Vec<Literal>>, Vec<Conjunct>),
}

/// An instance of the condition of a conditional literal: if a condition holds, an alternative must hold.
#[derive(Default)]
pub(crate) struct Requirement {
    pub conditions: Vec<Vec<Literal>>,
    pub alternatives: Vec<Vec<Literal>>,
}

impl RecursiveLiterals {
    /// The number of the literal that is added next.
    pub(crate) fn next_id(&self) -> RecursiveId {
        RecursiveId(self.all.len())
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = RecursiveId> + use<> {
        (0..self.all.len()).map(RecursiveId)
    }

    pub(crate) fn add(&mut self, content: Content, [opened, required, holds]: [PredicateId; 3]) {
        let (instances, changed) = (IndexMap::default(), Vec::new());
        self.all.push(RecursiveLiteral { content, opened, required, holds, instances, changed });
    }

    pub(crate) fn get(&self, id: RecursiveId) -> &RecursiveLiteral {
        &self.all[id.0]
    }

    pub(crate) fn get_mut(&mut self, id: RecursiveId) -> &mut RecursiveLiteral {
        &mut self.all[id.0]
    }
}

impl RecursiveLiteral {
    /// The rounds after its opening in which an instance collects parts from complete domains: the conditions
    /// in the first, the literals of a conditional literal in the second.
    pub(crate) fn rounds(&self) -> usize {
        match self.content {
            Content::Aggregate { .. } => 1,
            Content::Conditional => 2,
            Content::Theory(..) | Content::Disjunction => 0,
        }
    }

    /// The instance with this key, marked as changed.
    pub(crate) fn change(&mut self, key: &Key) -> &mut Instance {
        let (number, _, instance) =
            self.instances.get_full_mut(key).expect("an instance is opened before its parts");
        if !instance.changed {
            instance.changed = true;
            self.changed.push(number);
        }
        instance
    }

    /// The requirement of a conditional literal for an instance of its condition.
    pub(crate) fn requirement(&mut self, key: &Key, instance: Key) -> &mut Requirement {
        match &mut self.change(key).collected {
            Collected::Requirements(requirements) => requirements.entry(instance).or_default(),
            _ => unreachable!("requirements belong to conditional literals"),
        }
    }
}

impl Requirement {
    /// Whether the implication may hold.
    pub(crate) fn may_hold(&self) -> bool {
        !self.alternatives.is_empty() || self.conditions.iter().all(|condition| !condition.is_empty())
    }
}
