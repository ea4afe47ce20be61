//! What each node and each edge ask for by themselves: two edges, and the same side of the stop at both ends.
//!
//! Elsewhere these are constraints of the solver, and this is not asked. A search that is about nothing but the circuit is built
//! faster without them.

use crate::circuit::{Description, View};
use crate::graph::{Edge, Node, edge_of};
use crate::reasons::Voice;
use hamadryad_sat::Lit;

#[derive(Clone)]
pub(crate) struct Local {
    /// By edge: where it is chosen, both its ends are inside, or neither.
    keeps_side: Vec<bool>,
    /// Nodes to look at.
    queue: Vec<Node>,
    is_queued: Vec<bool>,
    /// All nodes are to be looked at: what was implied for them before may have been taken back.
    is_new: bool,
}

impl Local {
    pub(crate) fn new(circuit: &Description, keeps_side: Vec<bool>) -> Local {
        Local { keeps_side, queue: Vec::new(), is_queued: vec![false; circuit.graph.nodes()], is_new: true }
    }

    /// Implies all that follows, one thing from another, and keeps the view up to date. `false` on a conflict.
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        view: &mut View,
        voice: &mut Voice<'_>,
    ) -> bool {
        if std::mem::take(&mut self.is_new) {
            self.queue.clear();
            self.queue.extend((0..circuit.graph.nodes() as Node).rev());
            self.is_queued.fill(true);
        } else {
            for i in 0..view.changed_edges.len() {
                let edge = view.changed_edges[i];
                self.again(circuit.graph.tail(2 * edge));
                self.again(circuit.graph.head(2 * edge));
            }
            for i in 0..view.changed_nodes.len() {
                self.again(view.changed_nodes[i]);
            }
        }
        while let Some(node) = self.queue.pop() {
            self.is_queued[node as usize] = false;
            if !self.two_edges(circuit, view, node, voice) || !self.same_side(circuit, view, node, voice) {
                return false;
            }
        }
        true
    }

    /// The trail has been cut.
    pub(crate) fn forget(&mut self) {
        self.is_new = true;
    }

    fn again(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_queued[node as usize], true) {
            self.queue.push(node);
        }
    }

    fn set_edge(
        &mut self,
        circuit: &Description,
        view: &mut View,
        edge: Edge,
        is_chosen: bool,
        reason: u32,
        voice: &mut Voice<'_>,
    ) -> bool {
        let lit = circuit.edges[edge as usize];
        view.edges[edge as usize] = if is_chosen { 1 } else { -1 };
        self.again(circuit.graph.tail(2 * edge));
        self.again(circuit.graph.head(2 * edge));
        voice.imply(if is_chosen { lit } else { !lit }, reason)
    }

    fn two_edges(
        &mut self,
        circuit: &Description,
        view: &mut View,
        node: Node,
        voice: &mut Voice<'_>,
    ) -> bool {
        let around = circuit.graph.leaving(node);
        let count = |view: &View, value: i8| {
            around.iter().filter(|&&dart| view.edges[edge_of(dart) as usize] == value).count()
        };
        let (chosen, free) = (count(view, 1), count(view, 0));
        let is_full = chosen >= 2;
        if chosen <= 2 && chosen + free >= 2 && (free == 0 || !is_full && chosen + free > 2) {
            return true;
        }
        // Those that are chosen leave no room for others, or those that are absent leave none out.
        let sign = if is_full { 1 } else { -1 };
        let mut reason: Vec<Lit> = vec![circuit.one_start];
        reason.extend(
            around.iter().map(|&dart| edge_of(dart)).filter(|&edge| view.edges[edge as usize] == sign).map(
                |edge| {
                    let lit = circuit.edges[edge as usize];
                    if is_full { lit } else { !lit }
                },
            ),
        );
        if chosen > 2 || chosen + free < 2 {
            return voice.object(&reason);
        }
        let reason = voice.because(&reason);
        for &dart in around {
            let edge = edge_of(dart);
            if view.edges[edge as usize] == 0 && !self.set_edge(circuit, view, edge, !is_full, reason, voice)
            {
                return false;
            }
        }
        true
    }

    fn same_side(
        &mut self,
        circuit: &Description,
        view: &mut View,
        node: Node,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some(section) = &circuit.section else { return true };
        let side = view.inside[node as usize];
        if side == 0 {
            return true;
        }
        let true_lit = |lit: Lit, value: i8| if value > 0 { lit } else { !lit };
        let known = true_lit(section.inside[node as usize], side);
        for &dart in circuit.graph.leaving(node) {
            let edge = edge_of(dart);
            let (value, other) = (view.edges[edge as usize], circuit.graph.head(dart));
            let other_side = view.inside[other as usize];
            if value < 0 || !self.keeps_side[edge as usize] || other_side == side {
                continue;
            }
            let lit = circuit.edges[edge as usize];
            if other_side == 0 {
                if value > 0 {
                    let reason = voice.because(&[known, lit]);
                    view.inside[other as usize] = side;
                    self.again(other);
                    if !voice.imply(true_lit(section.inside[other as usize], side), reason) {
                        return false;
                    }
                }
                continue;
            }
            let reason = [known, true_lit(section.inside[other as usize], other_side)];
            if value > 0 {
                return voice.object(&[reason[0], reason[1], lit]);
            }
            let reason = voice.because(&reason);
            if !self.set_edge(circuit, view, edge, false, reason, voice) {
                return false;
            }
        }
        true
    }
}
