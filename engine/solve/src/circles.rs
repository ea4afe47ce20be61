//! Positive circles: which atoms depend on each other, and handing them to the unfounded-set check.

use crate::components::components;
use crate::solver::{AspSolver, Refusal};
use crate::step::{BodyId, Step};
use crate::unfounded::BodyDescription;
use hamadryad_aspif::{Atom, Body, Literal};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

/// Atoms that depend on each other positively.
pub(crate) struct Circles {
    /// The component of each atom on a circle.
    pub(crate) component: FxHashMap<Atom, usize>,
    /// By body: it supports an atom on a circle.
    pub(crate) bodies: Vec<bool>,
    /// The number of components.
    pub(crate) count: usize,
}

impl Circles {
    pub(crate) fn of(step: &Step) -> Circles {
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
        let mut circles =
            Circles { component: FxHashMap::default(), bodies: vec![false; step.bodies.len()], count: 0 };
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
}

impl AspSolver {
    pub(crate) fn refuse_head_cycles(&mut self, step: &Step, circles: &Circles) {
        for heads in &step.disjunctions {
            let of = |atom: &Atom| circles.component.get(atom);
            let cyclic = heads
                .iter()
                .enumerate()
                .any(|(i, a)| of(a).is_some() && heads[..i].iter().any(|b| of(a) == of(b)));
            if cyclic {
                self.refusal.get_or_insert(Refusal::HeadCycle(heads.clone()));
            }
        }
    }

    pub(crate) fn add_circles(&mut self, step: &Step, circles: &Circles, body_lits: &[Option<Lit>]) {
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        let mut atoms: Vec<Atom> = circles.component.keys().copied().collect();
        atoms.sort_unstable();
        for &atom in &atoms {
            ids.insert(atom, self.reasoner.unfounded.add_atom(self.lit(atom.positive())));
        }
        let mut heads: FxHashMap<(BodyId, usize), Vec<u32>> = FxHashMap::default();
        let mut order = Vec::new();
        for support in &step.supports {
            if let Some(&component) = circles.component.get(&support.atom) {
                let list = heads.entry((support.body, component)).or_insert_with(|| {
                    order.push((support.body, component));
                    Vec::new()
                });
                let id = ids[&support.atom];
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        for key in order {
            let (body, component) = key;
            let lit = body_lits[body.index()].expect("bodies on circles have literals");
            let own = |literal: Literal, weight: i64| {
                let on_circle =
                    literal.is_positive() && circles.component.get(&literal.atom()) == Some(&component);
                on_circle.then(|| (ids[&literal.atom()], weight))
            };
            let description = match &step.bodies[body.index()] {
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
            };
            self.reasoner.unfounded.add_body(description, &heads[&key]);
        }
        self.statistics.components += circles.count;
        self.statistics.circle_atoms += atoms.len();
    }
}
