//! Smallest hitting sets: sets of least weight that contain an element of each of many sets.
//!
//! Minimal repairs are the minimal hitting sets of all conflicts, and minimal conflicts are those of all repairs
//! (Reiter: "A Theory of Diagnosis from First Principles", Artificial Intelligence 32, 1987). A search that knows
//! some of the sets proposes a smallest hitting set of these; a test of the proposal confirms it or yields another
//! set (Davies, Bacchus: "Solving MAXSAT by Solving a Sequence of Simpler SAT Instances", CP 2011).
//!
//! Only elements of known sets are atoms of the search, so that its size does not depend on the program.

use crate::repairs::by_cores;
use hamadryad_aspif::{Atom, BodyRef, Head, Literal, Sink, WeightedLiteral};
use hamadryad_solve::{AspSolver, OptimizeMode, SearchOptions};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A proposed set.
pub(crate) enum Proposal {
    /// Positions of elements, ascending.
    Set(Vec<usize>),
    /// No set remains.
    None,
    /// The search was stopped.
    Interrupted,
}

/// A search for smallest hitting sets.
pub(crate) struct HittingSets<'w> {
    solver: AspSolver,
    atoms: HashMap<usize, Atom, FxBuildHasher>,
    elements: Vec<usize>,
    weight: &'w dyn Fn(usize) -> u32,
}

impl<'w> HittingSets<'w> {
    /// A search that knows no set. `weight` is the weight of the element at a position.
    pub(crate) fn new(weight: &'w dyn Fn(usize) -> u32) -> HittingSets<'w> {
        HittingSets {
            solver: AspSolver::new(by_cores()),
            atoms: HashMap::default(),
            elements: Vec::new(),
            weight,
        }
    }

    /// All later proposals contain an element of the set.
    pub(crate) fn hit(&mut self, set: &[usize]) {
        self.solver.begin_step();
        let body: Vec<Literal> = set.iter().map(|&element| self.atom(element).negative()).collect();
        self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
        self.solver.end_step();
    }

    /// No later proposal contains all elements of the set, which are elements of sets to hit.
    pub(crate) fn exclude(&mut self, set: &[usize]) {
        self.solver.begin_step();
        let body: Vec<Literal> = set.iter().map(|&element| self.atom(element).positive()).collect();
        self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
        self.solver.end_step();
    }

    /// The atom of an element; a new one in the present step if it has none.
    fn atom(&mut self, element: usize) -> Atom {
        if let Some(&atom) = self.atoms.get(&element) {
            return atom;
        }
        self.elements.push(element);
        let atom = Atom::new(self.elements.len() as u32).expect("there are fewer elements than atoms");
        self.solver.rule(Head::Choice(&[atom]), BodyRef::Normal(&[]));
        let weight = (self.weight)(element) as i32;
        self.solver.minimize(0, &[WeightedLiteral { literal: atom.positive(), weight }]);
        self.atoms.insert(element, atom);
        atom
    }

    /// A set of least weight.
    pub(crate) fn propose(&mut self, stop: &dyn Fn() -> bool) -> Proposal {
        if !self.solver.prepare(stop) {
            return Proposal::Interrupted;
        }
        let options = SearchOptions { optimize: OptimizeMode::Optimize, ..SearchOptions::default() };
        let Ok(mut search) = self.solver.solve(options) else { return Proposal::Interrupted };
        let mut best: Option<Vec<usize>> = None;
        while let Some(model) = search.next_model(stop) {
            let is_chosen = |element: &&usize| model.is_true(self.atoms[*element].positive());
            best = Some(self.elements.iter().filter(is_chosen).copied().collect());
        }
        match best {
            _ if search.summary().interrupted => Proposal::Interrupted,
            Some(mut set) => {
                set.sort_unstable();
                Proposal::Set(set)
            }
            None => Proposal::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_by_weight() {
        // The elements of the first set weigh 1, 2 and 3.
        let weight = |element: usize| if element < 10 { element as u32 } else { 5 };
        let mut sets = HittingSets::new(&weight);
        sets.hit(&[1, 2, 3]);
        sets.hit(&[20, 30]);
        sets.exclude(&[20]);
        let mut found = Vec::new();
        while let Proposal::Set(set) = sets.propose(&|| false) {
            sets.exclude(&set);
            found.push(set);
        }
        assert_eq!(found, [vec![1, 30], vec![2, 30], vec![3, 30]]);
    }

    #[test]
    fn an_empty_set_cannot_be_hit() {
        let weight = |_: usize| 1;
        let mut sets = HittingSets::new(&weight);
        sets.hit(&[4]);
        sets.hit(&[]);
        assert!(matches!(sets.propose(&|| false), Proposal::None));
        assert!(matches!(sets.propose(&|| true), Proposal::Interrupted | Proposal::None));
    }
}
