//! No circuit closes before it has passed all nodes.
//!
//! Invariant: the chosen edges form disjoint paths, and both ends of each path know each other and its
//! length, so that joining two paths by an edge, and taking that back, is constant time. A node of two chosen
//! edges is inner to its path; a third edge at a node extends no path, and is left to the constraint on
//! degrees.

use crate::context::Context;
use crate::description::Description;
use crate::graph::{Edge, Graph, Node};
use crate::rule::{Rule, Situation};
use crate::values::Subject;
use hamadryad_sat::{Conflict, Lit};

/// The paths of chosen edges. A node without a chosen edge is a path of its own.
#[derive(Clone, Default)]
pub(crate) struct Subtour {
    /// By node, if it is an end of a path: the other end, and the number of edges.
    ends: Vec<(Node, u32)>,
    /// By node: the number of its edges that are part of a path.
    degree: Vec<u8>,
    /// By edge: it is part of a path.
    is_joined: Vec<bool>,
    joined: Vec<Joined>,
    /// The number of trail literals that have been processed.
    seen: usize,
}

/// A step that joined two paths by an edge.
#[derive(Clone, Copy)]
struct Joined {
    edge: Edge,
    /// The position of the edge's literal on the trail.
    position: u32,
    /// The entries of `ends` before, for both ends of the edge.
    before: [(Node, u32); 2],
}

impl Rule for Subtour {
    fn name(&self) -> &'static str {
        "subtour"
    }

    /// Forbids the edges that would close a path of chosen edges, unless it passes all nodes.
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let graph = &now.circuit.graph;
        if self.ends.is_empty() {
            self.ends = graph.nodes().map(|node| (node, 0)).collect();
            self.degree = vec![0; graph.num_nodes()];
            self.is_joined = vec![false; graph.num_edges()];
        }
        while self.seen < context.solver.trail().len() {
            let lit = context.solver.trail()[self.seen];
            self.seen += 1;
            for subject in now.values.subjects(lit) {
                let Subject::Edge(edge) = subject else { continue };
                if now.values.is_chosen(edge) {
                    self.choose(now.circuit, edge, context)?;
                }
            }
        }
        Ok(())
    }

    fn backjump(&mut self, graph: &Graph, keep: usize) {
        while let Some(&Joined { edge, position, before }) = self.joined.last()
            && position as usize >= keep
        {
            self.joined.pop();
            self.is_joined[edge.index()] = false;
            for (node, path) in graph.ends(edge).into_iter().zip(before) {
                self.degree[node.index()] -= 1;
                self.ends[node.index()] = path;
                self.ends[path.0.index()] = (node, path.1);
            }
        }
        self.seen = self.seen.min(keep);
    }
}

impl Subtour {
    /// Joins the paths at both ends of an edge.
    fn choose(
        &mut self,
        circuit: &Description,
        edge: Edge,
        context: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        let graph = &circuit.graph;
        let [a, b] = graph.ends(edge);
        if self.degree[a.index()] >= 2 || self.degree[b.index()] >= 2 {
            return Ok(());
        }
        let before @ [(first, to_a), (last, to_b)] = [self.ends[a.index()], self.ends[b.index()]];
        if first == b {
            if to_a as usize + 1 == graph.num_nodes() {
                return Ok(());
            }
            let mut reason = self.path(circuit, a);
            reason.push(circuit.edge(edge));
            return Err(context.conflict(&reason));
        }
        let length = to_a + to_b + 1;
        self.joined.push(Joined { edge, position: self.seen as u32 - 1, before });
        self.is_joined[edge.index()] = true;
        self.degree[a.index()] += 1;
        self.degree[b.index()] += 1;
        self.ends[first.index()] = (last, length);
        self.ends[last.index()] = (first, length);
        // The graph has no parallel edges, so no edge closes a path of one edge.
        if length < 2 || length as usize + 1 >= graph.num_nodes() {
            return Ok(());
        }
        let closing = graph.leaving(last).iter().find(|&&dart| graph.head(dart) == first);
        let Some(closing) = closing.map(|dart| circuit.edge(dart.edge())) else { return Ok(()) };
        if !context.solver.is_free(closing) {
            return Ok(());
        }
        let reason = self.path(circuit, first);
        let reason = context.reason(&reason);
        context.imply(!closing, reason)
    }

    /// The edges of the path that ends at `first`, and the literal that the circuit is one.
    fn path(&self, circuit: &Description, first: Node) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        let (mut node, mut came_by) = (first, None);
        let onward = |node: Node, came_by: Option<Edge>| {
            let edges = graph.leaving(node).iter().map(|dart| dart.edge());
            edges.into_iter().find(|&edge| self.is_joined[edge.index()] && Some(edge) != came_by)
        };
        while let Some(edge) = onward(node, came_by) {
            reason.push(circuit.edge(edge));
            node = graph.other_end(edge, node);
            came_by = Some(edge);
        }
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;
    use std::collections::BTreeSet;

    /// The naive version: takes the chosen edges in the order of the trail, and follows the path from both
    /// ends each time.
    fn naive(state: &State) -> Outcome {
        let (graph, edges) = (state.graph(), &state.literals.description.edges);
        let mut joined: Vec<Edge> = Vec::new();
        let mut implied = BTreeSet::new();
        for lit in state.solver.trail() {
            let Some(edge) = graph.edges().zip(edges).find(|&(_, edge)| edge == lit) else { continue };
            let edge = edge.0;
            let at = |joined: &[Edge], node: Node| -> Vec<Edge> {
                let around = graph.leaving(node).iter().map(|dart| dart.edge());
                around.filter(|edge| joined.contains(edge)).collect()
            };
            let ends = graph.ends(edge);
            if ends.iter().any(|&end| at(&joined, end).len() == 2) {
                continue;
            }
            joined.push(edge);
            let follow = |first: Node| {
                let (mut path, mut came_by) = (vec![first], edge);
                loop {
                    let node = path[path.len() - 1];
                    let Some(&next) = at(&joined, node).iter().find(|&&next| next != came_by) else {
                        return path;
                    };
                    if next == edge {
                        return path;
                    }
                    path.push(graph.other_end(next, node));
                    came_by = next;
                }
            };
            let [one_way, other_way] = ends.map(follow);
            if one_way.contains(&ends[1]) {
                if one_way.len() < graph.num_nodes() {
                    return Outcome::Conflict;
                }
                continue;
            }
            let nodes = one_way.len() + other_way.len();
            let [first, last] = [one_way[one_way.len() - 1], other_way[other_way.len() - 1]];
            let closing = graph.leaving(first).iter().find(|&&dart| graph.head(dart) == last);
            let closing = closing.map(|dart| edges[dart.edge().index()]);
            let closing = closing.filter(|&lit| state.solver.is_free(lit));
            implied.extend(closing.filter(|_| nodes > 2 && nodes < graph.num_nodes()).map(|lit| !lit));
        }
        Outcome::Implies(implied)
    }

    #[test]
    fn it_agrees_with_following_the_paths() {
        let mut random = Random::new(0xc1c1_e000_1111);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let (outcome, _) = state.propagate(&mut Subtour::default());
            assert_eq!(outcome, naive(&state));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 50 && implications > 200, "{conflicts} {implications}");
    }
}
