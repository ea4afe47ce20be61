//! Strongly connected components of positive dependencies (Tarjan 1972).
//!
//! The order is part of the output: the search starts from the last atom, and follows bodies in the order of
//! the rules.

use crate::{Atom, Literal};
use rustc_hash::FxHashMap;

/// The positive dependencies between atoms.
#[derive(Default)]
pub(super) struct Dependencies {
    numbers: FxHashMap<Atom, usize>,
    nodes: Vec<Node>,
}

struct Node {
    atom: Atom,
    successors: Vec<usize>,
}

impl Dependencies {
    /// Adds the dependencies of a rule: from each atom of its head to each positive literal of its body.
    pub(super) fn rule(&mut self, head: &[Atom], body: impl Iterator<Item = Literal> + Clone) {
        for &atom in head {
            let from = self.node(atom);
            for literal in body.clone().filter(|literal| literal.is_positive()) {
                let to = self.node(literal.atom());
                self.nodes[from].successors.push(to);
            }
        }
    }

    fn node(&mut self, atom: Atom) -> usize {
        *self.numbers.entry(atom).or_insert_with(|| {
            self.nodes.push(Node { atom, successors: Vec::new() });
            self.nodes.len() - 1
        })
    }

    /// All components in topological order, dependencies first.
    pub(super) fn components(&self) -> Vec<Vec<Atom>> {
        let mut search = Search {
            nodes: &self.nodes,
            low: vec![UNSEEN; self.nodes.len()],
            seen: 0,
            open: Vec::new(),
            components: Vec::new(),
        };
        for root in (0..self.nodes.len()).rev() {
            if search.low[root] == UNSEEN {
                search.explore(root);
            }
        }
        search.components
    }
}

const UNSEEN: usize = usize::MAX;
/// The node belongs to a finished component.
const DONE: usize = usize::MAX - 1;

struct Search<'a> {
    nodes: &'a [Node],
    /// The discovery number of the node, or the least number known to be reachable; or one of the constants.
    low: Vec<usize>,
    seen: usize,
    /// Discovered nodes without a component.
    open: Vec<usize>,
    components: Vec<Vec<Atom>>,
}

impl Search<'_> {
    /// Depth-first search from a node with an explicit stack, because chains of rules may exceed the stack of
    /// the thread.
    fn explore(&mut self, root: usize) {
        let mut path = vec![self.enter(root)];
        while let Some((node, entered, next)) = path.last_mut() {
            let successors = &self.nodes[*node].successors;
            while *next < successors.len() && self.low[successors[*next]] != UNSEEN {
                *next += 1;
            }
            if let Some(&successor) = successors.get(*next) {
                path.push(self.enter(successor));
            } else {
                let (node, entered) = (*node, *entered);
                path.pop();
                self.leave(node, entered);
            }
        }
    }

    fn enter(&mut self, node: usize) -> (usize, usize, usize) {
        self.low[node] = self.seen;
        self.seen += 1;
        self.open.push(node);
        (node, self.low[node], 0)
    }

    fn leave(&mut self, node: usize, entered: usize) {
        let reached = self.nodes[node].successors.iter().map(|&successor| self.low[successor]);
        let low = reached.filter(|&low| low != DONE).min().unwrap_or(entered).min(entered);
        self.low[node] = low;
        if low < entered {
            return;
        }
        let mut component = Vec::new();
        while let Some(member) = self.open.pop() {
            self.low[member] = DONE;
            component.push(self.nodes[member].atom);
            if member == node {
                break;
            }
        }
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{atom, lit};

    #[test]
    fn components_come_youngest_first_and_after_what_they_need() {
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
