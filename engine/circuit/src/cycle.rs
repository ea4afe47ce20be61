//! No circuit closes before it has been everywhere.

use crate::circuit::{Description, View};
use crate::graph::{Dart, Node, edge_of};
use crate::reasons::Voice;
use hamadryad_sat::Lit;

/// Forbids the edges that would close a path of chosen edges, unless it goes through all nodes. `false` on a conflict.
pub(crate) fn propagate(circuit: &Description, holds: Lit, voice: &mut Voice<'_>) -> bool {
    let graph = &circuit.graph;
    let mut is_seen = vec![false; graph.nodes()];
    let mut path: Vec<Lit> = Vec::new();
    // First the paths, from their ends; what is left then are closed ones.
    for closed in [false, true] {
        for first in 0..graph.nodes() as Node {
            let view = View { circuit, solver: voice.solver };
            if is_seen[first as usize] {
                continue;
            }
            let chosen = |node: Node| {
                graph.leaving(node).iter().copied().filter(|&dart| view.is_chosen(edge_of(dart)))
            };
            let degree = chosen(first).count();
            if degree == 0 || !closed && degree != 1 {
                continue;
            }
            path.clear();
            let mut node = first;
            let mut came_by: Option<Dart> = None;
            loop {
                is_seen[node as usize] = true;
                let next = chosen(node).find(|&dart| came_by.is_none_or(|by| edge_of(by) != edge_of(dart)));
                let Some(dart) = next.filter(|&dart| closed || !is_seen[graph.head(dart) as usize]) else {
                    break;
                };
                path.push(circuit.edges[edge_of(dart) as usize]);
                came_by = Some(dart);
                node = graph.head(dart);
                if node == first {
                    break;
                }
            }
            path.push(holds);
            if closed {
                if path.len() - 1 < graph.nodes() {
                    return voice.object(&path);
                }
                continue;
            }
            let closing = graph.leaving(node).iter().find(|&&dart| graph.head(dart) == first);
            let Some(&closing) = closing.filter(|_| path.len() > 2 && path.len() < graph.nodes()) else {
                continue;
            };
            let closing = circuit.edges[edge_of(closing) as usize];
            if voice.solver.is_free(closing) {
                let reason = voice.because(&path);
                if !voice.imply(!closing, reason) {
                    return false;
                }
            }
        }
    }
    true
}
