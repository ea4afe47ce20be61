//! Positive loops: the non-trivial strongly connected components of the positive dependency graph.
//!
//! ```text
//! a ; b :- d, not c.   a :- b.   b :- a.     {a, b} is a positive loop with two heads of a rule: a head cycle
//! ```
//!
//! A disjunction without a head cycle is equivalent to its shifted rules. In a head cycle, both heads may be
//! founded though no shifted rule applies: the unfounded-set check then treats the disjunction as a *joint*
//! rule, whose body supports all heads in the component unless a head of another component is true. This
//! finds some of the unfounded sets; the minimality test finds all (Ben-Eliyahu, Dechter 1994).
//!
//! Invariant: an atom is in a component if and only if it depends positively on itself.

use crate::program::body::BodyId;
use crate::program::step::{Step, Support};
use crate::translate::atom_map::AtomMap;
use hamadryad_aspif::{Atom, BodyRef, Components, Literal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// A disjunction with two or more heads in a component.
#[derive(Clone)]
pub(crate) struct JointRule {
    pub(crate) component: usize,
    /// The heads in the component.
    pub(crate) heads: Vec<Atom>,
    /// The body of the disjunction, and the negated heads outside the component.
    pub(crate) body: BodyId,
}

/// The positive loops of a step.
#[derive(Clone, Default)]
pub(crate) struct PositiveLoops {
    /// The component of each atom on a positive loop.
    pub(crate) component: FxHashMap<Atom, usize>,
    /// By body: whether it supports an atom of a component.
    pub(crate) bodies: Vec<bool>,
    /// The number of components.
    pub(crate) count: usize,
    /// Found by [`PositiveLoops::find_head_cycles`].
    pub(crate) joint_rules: Vec<JointRule>,
    /// By component: its joint rules, by the position of the disjunction.
    pub(crate) joint_disjunctions: FxHashMap<usize, FxHashSet<usize>>,
    /// The ids of the atoms in the unfounded-set check; see `foundedness.rs`.
    pub(crate) ids: FxHashMap<Atom, u32>,
}

impl PositiveLoops {
    /// No loops: the models of the translation are the supported models.
    pub(crate) fn none(step: &Step) -> PositiveLoops {
        PositiveLoops { bodies: vec![false; step.bodies.len()], ..PositiveLoops::default() }
    }

    /// Finds the positive loops of a step, whose supports are sorted by atom. A body that cannot hold has no part in
    /// them.
    pub(crate) fn of(step: &Step, may_hold: impl Fn(BodyId) -> bool) -> PositiveLoops {
        let positive_atoms = |body: BodyId| -> Vec<Atom> {
            let positive = |literal: &Literal| literal.is_positive().then(|| literal.atom());
            match step.bodies.get(body) {
                _ if !may_hold(body) => Vec::new(),
                BodyRef::Normal(literals) => literals.iter().filter_map(positive).collect(),
                BodyRef::Sum { literals, .. } => {
                    literals.iter().filter_map(|l| positive(&l.literal)).collect()
                }
            }
        };
        // The rules for each atom that depends positively on another: most atoms of many programs are facts.
        let is_dependent =
            |rules: &&[Support]| rules.iter().any(|support| !positive_atoms(support.body).is_empty());
        let nodes: Vec<&[Support]> =
            step.supports.chunk_by(|a, b| a.atom == b.atom).filter(is_dependent).collect();
        let mut node_of: AtomMap<Option<NonZeroU32>> = match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => AtomMap::between(first[0].atom, last[0].atom, nodes.len()),
            _ => return PositiveLoops::none(step),
        };
        for (rules, number) in nodes.iter().zip(1..) {
            node_of.insert(rules[0].atom, NonZeroU32::new(number));
        }
        let successors = |node: usize| -> Vec<usize> {
            let bodies = nodes[node].iter().flat_map(|support| positive_atoms(support.body));
            let mut found: Vec<usize> =
                bodies.filter_map(|atom| Some(node_of.get(atom)?.get() as usize - 1)).collect();
            found.reverse();
            found
        };
        let components = Components::new(nodes.len(), successors);
        let mut loops = PositiveLoops::none(step);
        for (node, rules) in nodes.iter().enumerate() {
            let atom = rules[0].atom;
            let supports_itself = || rules.iter().any(|rule| positive_atoms(rule.body).contains(&atom));
            let component = components.of(node);
            if components.members(component).len() > 1 || supports_itself() {
                loops.component.insert(atom, component);
                for rule in *rules {
                    loops.bodies[rule.body.index()] = true;
                }
            }
        }
        let mut numbers: Vec<usize> = loops.component.values().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        loops.count = numbers.len();
        loops
    }

    /// Finds the disjunctions with two heads in a component, and makes a joint rule for each of these
    /// components.
    pub(crate) fn find_head_cycles(&mut self, step: &mut Step) {
        for id in 0..step.disjunctions.len() {
            let disjunction = &step.disjunctions[id];
            let mut by_component: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
            for &head in &disjunction.heads {
                if let Some(&component) = self.component.get(&head) {
                    by_component.entry(component).or_default().push(head);
                }
            }
            let (all, body) = (disjunction.heads.clone(), disjunction.body);
            for (component, heads) in by_component.into_iter().filter(|(_, heads)| heads.len() > 1) {
                let BodyRef::Normal(literals) = step.bodies.get(body) else {
                    unreachable!("bodies of disjunctions are conjunctions")
                };
                let elsewhere = all.iter().filter(|head| !heads.contains(head)).map(|head| head.negative());
                let literals: Vec<Literal> = literals.iter().copied().chain(elsewhere).collect();
                // Heads that occur in the body were removed, so this body is not contradictory.
                let Some(body) = step.bodies.add(BodyRef::Normal(&literals)) else { continue };
                self.bodies.resize(step.bodies.len(), false);
                self.bodies[body.index()] = true;
                self.joint_rules.push(JointRule { component, heads, body });
                self.joint_disjunctions.entry(component).or_default().insert(id);
            }
        }
    }

    /// The rules for atoms of components: component, body and heads of each.
    pub(crate) fn rules<'a>(
        &'a self,
        step: &'a Step,
    ) -> impl Iterator<Item = (usize, BodyId, &'a [Atom])> + 'a {
        let single = step.supports.iter().filter_map(|support| {
            let &component = self.component.get(&support.atom)?;
            let joint = support.disjunction().is_some_and(|id| {
                self.joint_disjunctions.get(&component).is_some_and(|joint| joint.contains(&id))
            });
            (!joint).then_some((component, support.body, std::slice::from_ref(&support.atom)))
        });
        single.chain(self.joint_rules.iter().map(|rule| (rule.component, rule.body, &rule.heads[..])))
    }
}
