//! From positive loops to the unfounded-set check and the minimality test.
//!
//! Invariant: a body is described once for each component that it supports atoms of, with the atoms of that
//! component only.

use crate::program::body::BodyId;
use crate::program::step::Step;
use crate::propagate::minimality::ComponentDescription;
use crate::propagate::unfounded::BodyDescription;
use crate::translate::loops::PositiveLoops;
use crate::translate::pending::PendingTranslation;
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, BodyRef, Literal};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The loops of a step with the literals of all bodies.
#[derive(Clone, Copy)]
struct Named<'a> {
    step: &'a Step,
    loops: &'a PositiveLoops,
    body_lits: &'a [Option<Lit>],
}

impl Translator<'_> {
    /// Adds the loops to the unfounded-set check, which assigns ids to their atoms, and to the minimality
    /// test.
    pub(super) fn add_loops(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, loops, literals, .. } = pending;
        let named = Named { step, loops, body_lits: &literals.of_bodies };
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        let mut atoms: Vec<Atom> = loops.component.keys().copied().collect();
        atoms.sort_unstable();
        for &atom in &atoms {
            ids.insert(atom, self.propagators.add_loop_atom(self.atoms.lit(atom.positive())));
        }
        let mut heads: FxHashMap<(BodyId, usize), Vec<u32>> = FxHashMap::default();
        let mut order = Vec::new();
        for (component, body, rule_heads) in loops.rules(step) {
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
            let description = self.describe(named, body, component, &|atom| ids[&atom]);
            self.propagators.add_loop_body(description, &heads[&key]);
        }
        self.statistics.components += loops.count;
        self.statistics.loop_atoms += atoms.len();
        if !loops.joint_rules.is_empty() {
            self.add_minimality_tests(named, &atoms);
        }
        loops.ids = ids;
    }

    /// A body with its atoms of one component, by their ids.
    fn describe(
        &self,
        named: Named<'_>,
        body: BodyId,
        component: usize,
        id: &dyn Fn(Atom) -> u32,
    ) -> BodyDescription {
        let lit = named.body_lits[body.index()].expect("bodies of loops have literals");
        let own = |literal: Literal, weight: i64| {
            let is_in_component =
                literal.is_positive() && named.loops.component.get(&literal.atom()) == Some(&component);
            is_in_component.then(|| (id(literal.atom()), weight))
        };
        match named.step.bodies.get(body) {
            BodyRef::Normal(literals) => {
                let atoms = literals.iter().filter_map(|&literal| own(literal, 1)).collect();
                BodyDescription { lit, atoms, sum: None }
            }
            BodyRef::Sum { lower, literals } => {
                let weighted = || literals.iter().map(|l| (l.literal, i64::from(l.weight)));
                let atoms = weighted().filter_map(|(literal, weight)| own(literal, weight)).collect();
                let lits = weighted().map(|(literal, weight)| (self.lit(literal), weight)).collect();
                BodyDescription { lit, atoms, sum: Some((lits, i64::from(lower))) }
            }
        }
    }

    /// Adds a minimality test for each component with a head cycle.
    fn add_minimality_tests(&mut self, named: Named<'_>, atoms: &[Atom]) {
        let Named { step, loops, .. } = named;
        let mut tested: BTreeMap<usize, ComponentDescription> = BTreeMap::new();
        for rule in &loops.joint_rules {
            tested.entry(rule.component).or_default();
        }
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        for &atom in atoms {
            if let Some(description) = tested.get_mut(&loops.component[&atom]) {
                ids.insert(atom, description.atoms.len() as u32);
                description.atoms.push(self.lit(atom.positive()));
            }
        }
        let mut places: FxHashMap<(BodyId, usize), usize> = FxHashMap::default();
        for (component, body, heads) in loops.rules(step) {
            let Some(description) = tested.get_mut(&component) else { continue };
            let place = *places.entry((body, component)).or_insert_with(|| {
                let id = |atom: Atom| ids[&atom];
                description.bodies.push(self.describe(named, body, component, &id));
                description.bodies.len() - 1
            });
            description.rules.push((place, heads.iter().map(|head| ids[head]).collect()));
        }
        for description in tested.into_values() {
            self.propagators.minimality.add_component(description);
        }
    }
}
