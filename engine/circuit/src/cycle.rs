//! No circuit closes before it has been everywhere.

use crate::circuit::Description;
use crate::graph::{Edge, Graph, Node, edge_of};
use crate::reasons::Voice;
use crate::view::{Subject, View};
use hamadryad_sat::Lit;

/// The paths of chosen edges. A node by itself is one, too.
#[derive(Clone, Default)]
pub(crate) struct Paths {
    /// By node, where a path ends there: its other end, and its edges.
    ends: Vec<(Node, u32)>,
    /// By node: the chosen edges at it. Until it has two at most, there may be a third, which leads no further.
    degree: Vec<u8>,
    /// By edge: it is part of a path.
    is_joined: Vec<bool>,
    joined: Vec<Joined>,
    /// How much of the trail has been looked at.
    seen: usize,
}

/// Two paths became one.
#[derive(Clone, Copy)]
struct Joined {
    edge: Edge,
    /// The place of its literal on the trail.
    place: u32,
    /// The paths before, at both ends of the edge.
    before: [(Node, u32); 2],
}

impl Paths {
    /// Forbids the edges that would close a path of chosen edges, unless it goes through all nodes. `false` on a conflict.
    pub(crate) fn propagate(&mut self, circuit: &Description, view: &View, voice: &mut Voice<'_>) -> bool {
        let graph = &circuit.graph;
        let nodes = graph.nodes();
        if self.ends.is_empty() {
            self.ends = (0..nodes as Node).map(|node| (node, 0)).collect();
            self.degree = vec![0; nodes];
            self.is_joined = vec![false; graph.edges()];
        }
        while self.seen < voice.solver.trail().len() {
            let lit = voice.solver.trail()[self.seen];
            self.seen += 1;
            for subject in view.subjects(lit) {
                let Subject::Edge(edge) = subject else { continue };
                if view.is_chosen(edge) && !self.choose(circuit, edge, voice) {
                    return false;
                }
            }
        }
        true
    }

    /// The trail has been cut to `keep` literals.
    pub(crate) fn forget(&mut self, graph: &Graph, keep: usize) {
        while let Some(&Joined { edge, place, before }) = self.joined.last()
            && place as usize >= keep
        {
            self.joined.pop();
            self.is_joined[edge as usize] = false;
            for (node, path) in [graph.tail(2 * edge), graph.head(2 * edge)].into_iter().zip(before) {
                self.degree[node as usize] -= 1;
                self.ends[node as usize] = path;
                self.ends[path.0 as usize] = (node, path.1);
            }
        }
        self.seen = self.seen.min(keep);
    }

    fn choose(&mut self, circuit: &Description, edge: Edge, voice: &mut Voice<'_>) -> bool {
        let graph = &circuit.graph;
        let [a, b] = [graph.tail(2 * edge), graph.head(2 * edge)];
        if self.degree[a as usize] >= 2 || self.degree[b as usize] >= 2 {
            return true;
        }
        let before @ [(first, to_a), (last, to_b)] = [self.ends[a as usize], self.ends[b as usize]];
        if first == b {
            return to_a as usize + 1 == graph.nodes() || {
                let mut reason = self.path(circuit, a);
                reason.push(circuit.edges[edge as usize]);
                voice.object(&reason)
            };
        }
        let length = to_a + to_b + 1;
        self.joined.push(Joined { edge, place: self.seen as u32 - 1, before });
        self.is_joined[edge as usize] = true;
        self.degree[a as usize] += 1;
        self.degree[b as usize] += 1;
        self.ends[first as usize] = (last, length);
        self.ends[last as usize] = (first, length);
        // A path of a single edge has none beside it.
        if length < 2 || length as usize + 1 >= graph.nodes() {
            return true;
        }
        let closing = graph.leaving(last).iter().find(|&&dart| graph.head(dart) == first);
        let Some(closing) = closing.map(|&dart| circuit.edges[edge_of(dart) as usize]) else { return true };
        if !voice.solver.is_free(closing) {
            return true;
        }
        let reason = self.path(circuit, first);
        let reason = voice.because(&reason);
        voice.imply(!closing, reason)
    }

    /// The edges of a path from its end, and that the circuit is one.
    fn path(&self, circuit: &Description, first: Node) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        let (mut node, mut came_by) = (first, None);
        let onward = |node: Node, came_by: Option<Edge>| {
            let edges = graph.leaving(node).iter().map(|&dart| edge_of(dart));
            edges.into_iter().find(|&edge| self.is_joined[edge as usize] && Some(edge) != came_by)
        };
        while let Some(edge) = onward(node, came_by) {
            reason.push(circuit.edges[edge as usize]);
            node = graph.other_end(edge, node);
            came_by = Some(edge);
        }
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;
    use std::collections::BTreeSet;

    /// The naive twin: takes the chosen edges as they came, and each time follows the path anew from both sides.
    fn closing(state: &State) -> Verdict {
        let (graph, edges) = (state.graph(), &state.names.description.edges);
        let mut joined: Vec<Edge> = Vec::new();
        let mut implied = BTreeSet::new();
        for lit in state.solver.trail() {
            let Some(edge) = edges.iter().position(|edge| edge == lit) else { continue };
            let edge = edge as Edge;
            let at = |joined: &[Edge], node: Node| -> Vec<Edge> {
                let around = graph.leaving(node).iter().map(|&dart| edge_of(dart));
                around.filter(|edge| joined.contains(edge)).collect()
            };
            let ends = [graph.tail(2 * edge), graph.head(2 * edge)];
            if ends.iter().any(|&end| at(&joined, end).len() == 2) {
                // A third edge leads no further: that is for the degrees to see.
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
            let [there, back] = ends.map(follow);
            if there.contains(&ends[1]) {
                if there.len() < graph.nodes() {
                    return Verdict::Objects;
                }
                continue;
            }
            let nodes = there.len() + back.len();
            let [first, last] = [there[there.len() - 1], back[back.len() - 1]];
            let beside = graph.leaving(first).iter().find(|&&dart| graph.head(dart) == last);
            let beside =
                beside.map(|&dart| edges[edge_of(dart) as usize]).filter(|&lit| state.solver.is_free(lit));
            implied.extend(beside.filter(|_| nodes > 2 && nodes < graph.nodes()).map(|lit| !lit));
        }
        Verdict::Implies(implied)
    }

    #[test]
    fn it_says_what_following_the_paths_says() {
        let mut random = Random(0xc1c1_e000_1111);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let mut paths = Paths::default();
            let (verdict, _) =
                state.ask(Rule::Cycle, |circuit, view, voice| paths.propagate(circuit, view, voice));
            assert_eq!(verdict, closing(&state));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 50 && implications > 200, "{objections} {implications}");
    }
}
