//! The statements of one step, collected before they are translated together.
//!
//! Equal bodies are stored once, so that rules with the same body share its literal.

use crate::program::theory::TheoryItem;
use hamadryad_aspif::{Atom, Body, BodyRef, ExternalValue, HeuristicModifier, Literal, WeightedLiteral};
use rustc_hash::FxHashMap;

/// A body of the step, by its place in [`Step::bodies`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct BodyId(pub(crate) u32);

impl BodyId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule for one atom: `atom :- body`, or `{ atom } :- body`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Support {
    pub(crate) atom: Atom,
    pub(crate) body: BodyId,
    pub(crate) choice: bool,
    /// Where the rule is a disjunction's for one of its heads: the place of that in [`Step::disjunctions`].
    pub(crate) disjunction: Option<u32>,
}

/// A rule with two or more heads.
#[derive(Clone, Debug)]
pub(crate) struct Disjunction {
    /// Sorted.
    pub(crate) heads: Vec<Atom>,
    /// A conjunction.
    pub(crate) body: BodyId,
}

#[derive(Clone, Debug)]
pub(crate) struct HeuristicDirective {
    pub(crate) atom: Atom,
    pub(crate) modifier: HeuristicModifier,
    pub(crate) bias: i32,
    pub(crate) priority: u32,
    pub(crate) condition: BodyId,
}

/// What a step has said so far.
#[derive(Clone, Default)]
pub(crate) struct Step {
    pub(crate) bodies: Vec<Body>,
    lookup: FxHashMap<Body, BodyId>,
    pub(crate) supports: Vec<Support>,
    /// Bodies that must not hold.
    pub(crate) constraints: Vec<BodyId>,
    /// The rules that were shifted.
    pub(crate) disjunctions: Vec<Disjunction>,
    /// The atoms that stand for sums in bodies of disjunctions.
    pub(crate) sum_atoms: FxHashMap<BodyId, Atom>,
    pub(crate) externals: Vec<(Atom, ExternalValue)>,
    /// The places in `supports`, as they come, of those for atoms that earlier steps know: externals that are defined now, or
    /// what must not be defined again.
    pub(crate) again: Vec<usize>,
    pub(crate) theory_atoms: Vec<Atom>,
    /// All that it says of theories.
    pub(crate) theory: Vec<TheoryItem>,
    /// Heads of rules that define nothing, such as `a :- a.`: even these make a theory atom defined, and so false.
    pub(crate) vacuous_heads: Vec<Atom>,
    /// The priorities of all statements: one without summands is an objective, too.
    pub(crate) priorities: Vec<i32>,
    pub(crate) minimize: Vec<(i32, WeightedLiteral)>,
    pub(crate) advice: Vec<HeuristicDirective>,
    /// Edges with their ends and conditions.
    pub(crate) edges: Vec<(i32, i32, BodyId)>,
}

/// How much a step had said at some moment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    bodies: usize,
    supports: usize,
    constraints: usize,
    disjunctions: usize,
    externals: usize,
    again: usize,
    theory_atoms: usize,
    theory: usize,
    vacuous_heads: usize,
    priorities: usize,
    minimize: usize,
    advice: usize,
    edges: usize,
}

impl Step {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            bodies: self.bodies.len(),
            supports: self.supports.len(),
            constraints: self.constraints.len(),
            disjunctions: self.disjunctions.len(),
            externals: self.externals.len(),
            again: self.again.len(),
            theory_atoms: self.theory_atoms.len(),
            theory: self.theory.len(),
            vacuous_heads: self.vacuous_heads.len(),
            priorities: self.priorities.len(),
            minimize: self.minimize.len(),
            advice: self.advice.len(),
            edges: self.edges.len(),
        }
    }

    /// Forgets what has been said since.
    pub(crate) fn cut(&mut self, mark: Mark) {
        self.bodies.truncate(mark.bodies);
        self.lookup.retain(|_, body| body.index() < mark.bodies);
        self.sum_atoms.retain(|body, _| body.index() < mark.bodies);
        self.supports.truncate(mark.supports);
        self.constraints.truncate(mark.constraints);
        self.disjunctions.truncate(mark.disjunctions);
        self.externals.truncate(mark.externals);
        self.again.truncate(mark.again);
        self.theory_atoms.truncate(mark.theory_atoms);
        self.theory.truncate(mark.theory);
        self.vacuous_heads.truncate(mark.vacuous_heads);
        self.priorities.truncate(mark.priorities);
        self.minimize.truncate(mark.minimize);
        self.advice.truncate(mark.advice);
        self.edges.truncate(mark.edges);
    }

    /// The atoms that the step says are facts, sorted.
    pub(crate) fn facts(&self) -> Vec<Atom> {
        let is_empty = |body: BodyId| self.bodies[body.index()] == Body::Normal(Vec::new());
        let facts = self.supports.iter().filter(|support| !support.choice && is_empty(support.body));
        let mut facts: Vec<Atom> = facts.map(|support| support.atom).collect();
        facts.sort_unstable();
        facts
    }

    /// The atoms that are declared external since the mark.
    pub(crate) fn declared_since(&self, mark: Mark) -> &[(Atom, ExternalValue)] {
        &self.externals[mark.externals..]
    }

    /// The rules for atoms that earlier steps know.
    pub(crate) fn rules_again(&self) -> impl Iterator<Item = &Support> {
        self.again.iter().map(|&place| &self.supports[place])
    }

    /// Short constraints first: what they fix shortens the others.
    pub(crate) fn sort_constraints(&mut self) {
        self.constraints.sort_by_key(|body| match &self.bodies[body.index()] {
            Body::Normal(literals) => literals.len(),
            Body::Sum { .. } => usize::MAX,
        });
    }

    pub(crate) fn body(&mut self, body: BodyRef<'_>) -> Option<BodyId> {
        let body = normalize(body)?;
        if let Some(&id) = self.lookup.get(&body) {
            return Some(id);
        }
        let id = BodyId(u32::try_from(self.bodies.len()).expect("fewer than 2^32 bodies in a step"));
        self.bodies.push(body.clone());
        self.lookup.insert(body, id);
        Some(id)
    }
}

impl Step {
    /// Whether a body is a conjunction with this literal.
    pub(crate) fn contains(&self, body: BodyId, literal: Literal) -> bool {
        matches!(&self.bodies[body.index()], Body::Normal(literals) if literals.contains(&literal))
    }

    /// Whether an atom has this rule alone. Supports are sorted by atom.
    pub(crate) fn is_only_support(&self, support: &Support) -> bool {
        let first = self.supports.partition_point(|other| other.atom < support.atom);
        self.supports.get(first + 1).is_none_or(|next| next.atom != support.atom)
    }
}

/// The body sorted, without what does not count; `None` where it can never hold.
fn normalize(body: BodyRef<'_>) -> Option<Body> {
    match body {
        BodyRef::Normal(literals) => {
            let mut literals = literals.to_vec();
            literals.sort_unstable_by_key(|lit| (lit.atom(), lit.is_positive()));
            literals.dedup();
            let contradictory = literals.windows(2).any(|pair| pair[0] == !pair[1]);
            if contradictory { None } else { Some(Body::Normal(literals)) }
        }
        BodyRef::Sum { lower, literals } => normalize_sum(lower, literals),
    }
}

fn normalize_sum(lower: i32, literals: &[WeightedLiteral]) -> Option<Body> {
    let lower = i64::from(lower);
    let mut sorted: Vec<(Literal, i64)> = literals.iter().map(|l| (l.literal, i64::from(l.weight))).collect();
    sorted.sort_unstable_by_key(|&(lit, _)| (lit.atom(), lit.is_positive()));
    let mut merged: Vec<(Literal, i64)> = Vec::with_capacity(sorted.len());
    for (lit, weight) in sorted {
        match merged.last_mut() {
            Some((last, sum)) if *last == lit => *sum += weight,
            // `a` and `not a` stay apart: one of them holds in every model, but not in every reduct.
            _ => merged.push((lit, weight)),
        }
    }
    merged.retain(|&(_, weight)| weight > 0);
    if lower <= 0 {
        return Some(Body::Normal(Vec::new()));
    }
    for entry in &mut merged {
        entry.1 = entry.1.min(lower);
    }
    let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
    if total < lower {
        return None;
    }
    if merged.iter().all(|&(_, weight)| total - weight < lower) {
        return Some(Body::Normal(merged.into_iter().map(|(lit, _)| lit).collect()));
    }
    let narrow = |value: i64| i32::try_from(value).expect("a weight is at most the bound, which is an i32");
    let literals = merged
        .into_iter()
        .map(|(literal, weight)| WeightedLiteral { literal, weight: narrow(weight) })
        .collect();
    Some(Body::Sum { lower: narrow(lower), literals })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Literal {
        Literal::new(number).unwrap()
    }

    fn sum(lower: i32, literals: &[(i32, i32)]) -> Option<Body> {
        let literals: Vec<WeightedLiteral> =
            literals.iter().map(|&(l, weight)| WeightedLiteral { literal: lit(l), weight }).collect();
        normalize(BodyRef::Sum { lower, literals: &literals })
    }

    #[test]
    fn sums_shrink_to_what_they_say() {
        assert_eq!(sum(0, &[(1, 1)]), Some(Body::Normal(vec![])));
        assert_eq!(sum(3, &[(1, 1), (2, 1)]), None);
        assert_eq!(sum(2, &[(1, 1), (2, 1)]), Some(Body::Normal(vec![lit(1), lit(2)])));
        // Twice the same literal adds up, and a weight beyond the bound counts as the bound.
        assert_eq!(sum(3, &[(2, 2), (1, 2), (2, 9)]), sum(3, &[(1, 2), (2, 3)]));
    }

    #[test]
    fn equal_bodies_are_one() {
        let mut step = Step::default();
        let first = step.body(BodyRef::Normal(&[lit(2), lit(-1), lit(2)]));
        assert_eq!(first, step.body(BodyRef::Normal(&[lit(-1), lit(2)])));
        assert_eq!(step.body(BodyRef::Normal(&[lit(1), lit(-1)])), None);
        assert_eq!(step.bodies.len(), 1);
    }
}
