//! Strongly connected components of positive dependencies between atoms.
//!
//! The order is part of the output: the search starts from the last atom, and follows bodies in the order of
//! the rules.

use crate::{Atom, Components, Literal};
use rustc_hash::FxHashMap;

/// The positive dependencies between atoms.
#[derive(Default)]
pub(super) struct Dependencies {
    numbers: FxHashMap<Atom, usize>,
    atoms: Vec<Atom>,
    /// By atom: the numbers of the atoms that it depends on.
    successors: Vec<Vec<usize>>,
}

impl Dependencies {
    /// Adds the dependencies of a rule: from each atom of its head to each positive literal of its body.
    pub(super) fn rule(&mut self, head: &[Atom], body: impl Iterator<Item = Literal> + Clone) {
        for &atom in head {
            let from = self.node(atom);
            for literal in body.clone().filter(|literal| literal.is_positive()) {
                let to = self.node(literal.atom());
                self.successors[from].push(to);
            }
        }
    }

    fn node(&mut self, atom: Atom) -> usize {
        *self.numbers.entry(atom).or_insert_with(|| {
            self.atoms.push(atom);
            self.successors.push(Vec::new());
            self.atoms.len() - 1
        })
    }

    /// All components in topological order, dependencies first.
    pub(super) fn components(&self) -> Vec<Vec<Atom>> {
        let len = self.atoms.len();
        // The nodes are numbered backwards, so that the search starts from the last atom.
        let backwards = |node: usize| len - 1 - node;
        let successors = |node: usize| -> Vec<usize> {
            self.successors[backwards(node)].iter().map(|&successor| backwards(successor)).collect()
        };
        let atom = |&node: &usize| self.atoms[backwards(node)];
        let components = Components::new(len, successors);
        components.iter().map(|members| members.iter().rev().map(atom).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{atom, lit};

    #[test]
    fn components_follow_their_dependencies_youngest_first() {
        let mut dependencies = Dependencies::default();
        let mut rule = |head: u32, body: &[i32]| {
            dependencies.rule(&[atom(head)], body.iter().map(|&number| lit(number)));
        };
        rule(1, &[2, -3]);
        rule(2, &[1]);
        rule(3, &[4, 1]);
        rule(4, &[5]);
        rule(5, &[3, 5]);
        let components = dependencies.components();
        let numbers: Vec<Vec<u32>> =
            components.iter().map(|component| component.iter().map(|atom| atom.number()).collect()).collect();
        assert_eq!(numbers, [vec![2, 1], vec![4, 3, 5]]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let mut dependencies = Dependencies::default();
        for number in 1..200_000 {
            dependencies.rule(&[atom(number)], std::iter::once(lit(number as i32 + 1)));
        }
        assert_eq!(dependencies.components().len(), 200_000);
    }
}
