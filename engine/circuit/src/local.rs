//! What each node and each edge ask for by themselves: two edges, and the same side of the stop at both ends.
//!
//! Elsewhere these are constraints of the solver, and this is not asked. A search that is about nothing but the circuit is built
//! faster without them.

use crate::circuit::Description;
use crate::graph::{Node, edge_of};
use crate::reasons::Voice;
use crate::view::{Subject, View};
use hamadryad_sat::Lit;

#[derive(Clone)]
pub(crate) struct Local {
    /// By edge: where it is chosen, both its ends are inside, or neither.
    keeps_side: Vec<bool>,
    /// Nodes to look at.
    queue: Vec<Node>,
    is_queued: Vec<bool>,
    /// How much of the trail has been looked at, and how long it was when all nodes were; nothing before that.
    seen: Option<(usize, usize)>,
}

impl Local {
    pub(crate) fn new(circuit: &Description, keeps_side: Vec<bool>) -> Local {
        Local { keeps_side, queue: Vec::new(), is_queued: vec![false; circuit.graph.nodes()], seen: None }
    }

    /// Implies all that follows, one thing from another, and keeps the view up to date. `false` on a conflict.
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        view: &mut View,
        voice: &mut Voice<'_>,
    ) -> bool {
        let (mut seen, since) = self.seen.unwrap_or_else(|| {
            self.queue.clear();
            self.queue.extend((0..circuit.graph.nodes() as Node).rev());
            self.is_queued.fill(true);
            (voice.solver.trail().len(), voice.solver.trail().len())
        });
        loop {
            view.look(voice.solver);
            for &lit in &voice.solver.trail()[seen..] {
                for subject in view.subjects(lit) {
                    match subject {
                        Subject::Edge(edge) => {
                            self.again(circuit.graph.tail(2 * edge));
                            self.again(circuit.graph.head(2 * edge));
                        }
                        Subject::Node(node) => self.again(node),
                    }
                }
            }
            seen = voice.solver.trail().len();
            self.seen = Some((seen, since));
            let Some(node) = self.queue.pop() else { return true };
            self.is_queued[node as usize] = false;
            if !self.two_edges(circuit, view, node, voice) || !self.same_side(circuit, view, node, voice) {
                return false;
            }
        }
    }

    /// The trail has been cut to `keep` literals. What they imply is still there, unless all was new after them.
    pub(crate) fn forget(&mut self, keep: usize) {
        self.seen = self.seen.filter(|&(_, since)| keep > since).map(|(seen, since)| (seen.min(keep), since));
        for node in self.queue.drain(..) {
            self.is_queued[node as usize] = false;
        }
    }

    fn again(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_queued[node as usize], true) {
            self.queue.push(node);
        }
    }

    fn two_edges(&self, circuit: &Description, view: &View, node: Node, voice: &mut Voice<'_>) -> bool {
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
            let lit = circuit.edges[edge as usize];
            if view.edges[edge as usize] == 0 && !voice.imply(if is_full { !lit } else { lit }, reason) {
                return false;
            }
        }
        true
    }

    fn same_side(&self, circuit: &Description, view: &View, node: Node, voice: &mut Voice<'_>) -> bool {
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
                    let reason = voice.because(&[circuit.one_start, known, lit]);
                    if !voice.imply(true_lit(section.inside[other as usize], side), reason) {
                        return false;
                    }
                }
                continue;
            }
            let reason = [circuit.one_start, known, true_lit(section.inside[other as usize], other_side)];
            if value > 0 {
                return voice.object(&[reason[0], reason[1], reason[2], lit]);
            }
            let reason = voice.because(&reason);
            if !voice.imply(!lit, reason) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;

    /// The naive twin: counts and compares everywhere, until nothing changes.
    fn counted(state: &State, keeps_side: &[bool]) -> Verdict {
        let (graph, mut view) = (state.graph(), state.view());
        loop {
            let before = (view.edges.clone(), view.inside.clone());
            for node in 0..graph.nodes() as Node {
                let around = graph.leaving(node).iter().map(|&dart| edge_of(dart) as usize);
                let around: Vec<usize> = around.collect();
                let chosen = around.iter().filter(|&&edge| view.edges[edge] > 0).count();
                let absent = around.iter().filter(|&&edge| view.edges[edge] < 0).count();
                if chosen > 2 || around.len() - absent < 2 {
                    return Verdict::Objects;
                }
                for edge in around.iter().copied().filter(|_| chosen == 2 || around.len() - absent == 2) {
                    if view.edges[edge] == 0 {
                        view.edges[edge] = if chosen == 2 { -1 } else { 1 };
                    }
                }
            }
            for edge in (0..graph.edges()).filter(|&edge| keeps_side[edge]) {
                let [a, b] = [0, 1].map(|turn| graph.tail(2 * edge as u32 + turn) as usize);
                let (one, other) = (view.inside[a], view.inside[b]);
                if view.edges[edge] > 0 {
                    if one * other < 0 {
                        return Verdict::Objects;
                    }
                    (view.inside[a], view.inside[b]) = if one == 0 { (other, other) } else { (one, one) };
                } else if one * other < 0 {
                    view.edges[edge] = -1;
                }
            }
            if before == (view.edges.clone(), view.inside.clone()) {
                return state.implies(&view.edges, &view.inside);
            }
        }
    }

    #[test]
    fn it_says_what_counting_says() {
        let mut random = Random(0x10ca_1000_0001);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let keeps_side: Vec<bool> = state.instance.edges.iter().map(|_| random.percent(60)).collect();
            let mut local = Local::new(&state.names.description, keeps_side.clone());
            let (verdict, _) =
                state.ask(Rule::Local, |circuit, view, voice| local.propagate(circuit, view, voice));
            assert_eq!(verdict, counted(&state, &keeps_side));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 300 && implications > 1000, "{objections} {implications}");
    }
}
