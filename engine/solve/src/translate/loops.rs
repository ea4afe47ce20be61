//! Positive circles: which atoms depend on each other, and handing them to the unfounded-set check.
//!
//! ```text
//! a ; b :- d, not c.   a :- b.   b :- a.       {a, b} is a circle with two heads of one rule: a head cycle
//! ```
//!
//! Without a head cycle a disjunction is the rules that it is shifted to. With one, both of its heads can be founded though
//! none of its shifted rules fires: for the unfounded-set check it is then a *joint* rule, whose body supports all of its
//! heads on the circle, unless a head elsewhere is true. That finds some of the unfounded sets; the minimality test finds all.

use crate::program::step::{BodyId, Step};
use crate::propagate::minimality::ComponentDescription;
use crate::propagate::unfounded::BodyDescription;
use crate::solver::AspSolver;
use crate::translate::components::components;
use hamadryad_aspif::{Atom, Body, BodyRef, Literal};
use hamadryad_sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A disjunction that has two or more heads in a component.
#[derive(Clone)]
pub(crate) struct JointRule {
    component: usize,
    /// The heads in the component.
    heads: Vec<Atom>,
    /// The disjunction's body, and that its heads elsewhere are false.
    pub(crate) body: BodyId,
}

/// Atoms that depend on each other positively.
#[derive(Clone, Default)]
pub(crate) struct PositiveLoops {
    /// The component of each atom on a circle.
    pub(crate) component: FxHashMap<Atom, usize>,
    /// By body: it supports an atom on a circle.
    pub(crate) bodies: Vec<bool>,
    /// The number of components.
    pub(crate) count: usize,
    /// Found by [`PositiveLoops::find_head_cycles`].
    pub(crate) joint_rules: Vec<JointRule>,
    /// By component, the disjunctions among the joint rules.
    joint_disjunctions: FxHashMap<usize, FxHashSet<u32>>,
    /// What the unfounded-set check calls the atoms; see [`AspSolver::add_circles`].
    pub(crate) ids: FxHashMap<Atom, u32>,
}

impl PositiveLoops {
    pub(crate) fn of(step: &Step) -> PositiveLoops {
        let atoms: Vec<Atom> =
            step.supports.chunk_by(|a, b| a.atom == b.atom).map(|group| group[0].atom).collect();
        let index: FxHashMap<Atom, usize> = atoms.iter().enumerate().map(|(i, &atom)| (atom, i)).collect();
        let starts: Vec<usize> =
            atoms.iter().map(|&atom| step.supports.partition_point(|support| support.atom < atom)).collect();
        let supports_of = |node: usize| {
            let end = starts.get(node + 1).copied().unwrap_or(step.supports.len());
            &step.supports[starts[node]..end]
        };
        let positive_atoms = |body: BodyId| -> Vec<Atom> {
            let positive = |literal: &Literal| literal.is_positive().then(|| literal.atom());
            match &step.bodies[body.index()] {
                Body::Normal(literals) => literals.iter().filter_map(positive).collect(),
                Body::Sum { literals, .. } => literals.iter().filter_map(|l| positive(&l.literal)).collect(),
            }
        };
        let successors = |node: usize| -> Vec<usize> {
            let bodies = supports_of(node).iter().flat_map(|support| positive_atoms(support.body));
            bodies.filter_map(|atom| index.get(&atom).copied()).collect()
        };
        let (components, sizes) = components(atoms.len(), successors);
        let mut circles = PositiveLoops {
            component: FxHashMap::default(),
            bodies: vec![false; step.bodies.len()],
            count: 0,
            joint_rules: Vec::new(),
            joint_disjunctions: FxHashMap::default(),
            ids: FxHashMap::default(),
        };
        for (node, &atom) in atoms.iter().enumerate() {
            let supports_itself = || supports_of(node).iter().any(|s| positive_atoms(s.body).contains(&atom));
            if sizes[components[node]] > 1 || supports_itself() {
                circles.component.insert(atom, components[node]);
                for support in supports_of(node) {
                    circles.bodies[support.body.index()] = true;
                }
            }
        }
        let mut numbers: Vec<usize> = circles.component.values().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        circles.count = numbers.len();
        circles
    }

    /// Finds the disjunctions with two heads in one component, and gives them bodies for the unfounded-set check.
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
                let Body::Normal(literals) = &step.bodies[body.index()] else {
                    unreachable!("sums in bodies of disjunctions have atoms")
                };
                let elsewhere = all.iter().filter(|head| !heads.contains(head)).map(|head| head.negative());
                let literals: Vec<Literal> = literals.iter().copied().chain(elsewhere).collect();
                // A head that stands in the body is no head: this contradicts nothing.
                let Some(body) = step.body(BodyRef::Normal(&literals)) else { continue };
                self.bodies.resize(step.bodies.len(), false);
                self.bodies[body.index()] = true;
                self.joint_rules.push(JointRule { component, heads, body });
                self.joint_disjunctions.entry(component).or_default().insert(id as u32);
            }
        }
    }

    /// The rules for atoms on circles: their components, bodies, and heads.
    fn rules<'a>(&'a self, step: &'a Step) -> impl Iterator<Item = (usize, BodyId, &'a [Atom])> + 'a {
        let single = step.supports.iter().filter_map(|support| {
            let &component = self.component.get(&support.atom)?;
            let joint = support.disjunction.is_some_and(|id| {
                self.joint_disjunctions.get(&component).is_some_and(|joint| joint.contains(&id))
            });
            (!joint).then_some((component, support.body, std::slice::from_ref(&support.atom)))
        });
        single.chain(self.joint_rules.iter().map(|rule| (rule.component, rule.body, &rule.heads[..])))
    }
}

impl AspSolver {
    /// Hands the circles to the unfounded-set check, which gives each atom an id.
    pub(crate) fn add_circles(
        &mut self,
        step: &Step,
        circles: &mut PositiveLoops,
        body_lits: &[Option<Lit>],
    ) {
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        let mut atoms: Vec<Atom> = circles.component.keys().copied().collect();
        atoms.sort_unstable();
        for &atom in &atoms {
            ids.insert(atom, self.propagators.add_loop_atom(self.lit(atom.positive())));
        }
        let mut heads: FxHashMap<(BodyId, usize), Vec<u32>> = FxHashMap::default();
        let mut order = Vec::new();
        for (component, body, rule_heads) in circles.rules(step) {
            let list = heads.entry((body, component)).or_insert_with(|| {
                order.push((body, component));
                Vec::new()
            });
            for head in rule_heads {
                let id = ids[head];
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        for key in order {
            let (body, component) = key;
            let description = self.describe(step, circles, body_lits, body, component, &|atom| ids[&atom]);
            self.propagators.add_loop_body(description, &heads[&key]);
        }
        self.statistics.components += circles.count;
        self.statistics.circle_atoms += atoms.len();
        if !circles.joint_rules.is_empty() {
            self.add_minimality_tests(step, circles, body_lits, &atoms);
        }
        circles.ids = ids;
    }

    /// A body with the atoms of one component in it, by the ids of these.
    fn describe(
        &self,
        step: &Step,
        circles: &PositiveLoops,
        body_lits: &[Option<Lit>],
        body: BodyId,
        component: usize,
        id: &dyn Fn(Atom) -> u32,
    ) -> BodyDescription {
        let lit = body_lits[body.index()].expect("bodies on circles have literals");
        let own = |literal: Literal, weight: i64| {
            let on_circle =
                literal.is_positive() && circles.component.get(&literal.atom()) == Some(&component);
            on_circle.then(|| (id(literal.atom()), weight))
        };
        match &step.bodies[body.index()] {
            Body::Normal(literals) => {
                let atoms = literals.iter().filter_map(|&literal| own(literal, 1)).collect();
                BodyDescription { lit, atoms, sum: None }
            }
            Body::Sum { lower, literals } => {
                let weighted = || literals.iter().map(|l| (l.literal, i64::from(l.weight)));
                let atoms = weighted().filter_map(|(literal, weight)| own(literal, weight)).collect();
                let lits = weighted().map(|(literal, weight)| (self.lit(literal), weight)).collect();
                BodyDescription { lit, atoms, sum: Some((lits, i64::from(*lower))) }
            }
        }
    }

    /// Components with head cycles get their minimality tests.
    fn add_minimality_tests(
        &mut self,
        step: &Step,
        circles: &PositiveLoops,
        body_lits: &[Option<Lit>],
        atoms: &[Atom],
    ) {
        let mut tested: BTreeMap<usize, ComponentDescription> = BTreeMap::new();
        for rule in &circles.joint_rules {
            tested.entry(rule.component).or_default();
        }
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        for &atom in atoms {
            if let Some(description) = tested.get_mut(&circles.component[&atom]) {
                ids.insert(atom, description.atoms.len() as u32);
                description.atoms.push(self.lit(atom.positive()));
            }
        }
        let mut places: FxHashMap<(BodyId, usize), usize> = FxHashMap::default();
        for (component, body, heads) in circles.rules(step) {
            let Some(description) = tested.get_mut(&component) else { continue };
            let place = *places.entry((body, component)).or_insert_with(|| {
                let id = |atom: Atom| ids[&atom];
                description.bodies.push(self.describe(step, circles, body_lits, body, component, &id));
                description.bodies.len() - 1
            });
            description.rules.push((place, heads.iter().map(|head| ids[head]).collect()));
        }
        for description in tested.into_values() {
            self.propagators.minimality.add_component(description);
        }
    }
}
