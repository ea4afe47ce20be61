//! From positive loops to the unfounded-set check and the minimality test.

use crate::program::step::{BodyId, Step};
use crate::propagate::minimality::ComponentDescription;
use crate::propagate::unfounded::BodyDescription;
use crate::solver::AspSolver;
use crate::translate::loops::PositiveLoops;
use hamadryad_aspif::{Atom, Body, Literal};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

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
