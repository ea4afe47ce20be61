//! The shortest way from the start to the stop that is still possible, against what may still be spent.
//!
//! Nodes known to be inside are paid for already; others on the way cost what it costs to have them inside. A node that no
//! affordable way passes is not inside.
//!
//! A reason says that distances are at least what they are: it names the absent edges and the nodes outside that would
//! make one shorter, and no others.

use crate::circuit::{Budget, Description, Ends, Section};
use crate::graph::{Graph, Node, edge_of};
use crate::queue::Queue;
use crate::reasons::Voice;
use crate::view::View;
use hamadryad_sat::Lit;

#[derive(Clone, Default)]
pub(crate) struct Length {
    from_start: Vec<i64>,
    to_stop: Vec<i64>,
    queue: Queue,
}

/// What a node adds to a way, `None` where no way passes it.
#[inline]
fn price(section: &Section, view: &View, node: Node) -> Option<i64> {
    match view.inside[node as usize] {
        1 => Some(0),
        0 => Some(section.costs[node as usize]),
        _ => None,
    }
}

impl Length {
    /// What is inside, and the cheapest way between two nodes that are.
    pub(crate) fn least_cost(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        start: Node,
        stop: Node,
    ) -> i64 {
        let paid: i64 =
            (0..).zip(&section.costs).filter(|&(i, _)| view.inside[i] > 0).map(|(_, cost)| cost).sum();
        let all: i64 = section.costs.iter().sum();
        distances(circuit, section, view, start, all, &mut self.from_start, &mut self.queue);
        paid + self.from_start[stop as usize]
    }

    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        ends: &Ends,
        budget: &dyn Budget,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some(stop) = ends.stop else { return true };
        // Distances beyond what can be paid are all the same.
        let too_far = budget.spare(voice.solver).saturating_add(1).max(0);
        let Length { from_start, to_stop, queue } = self;
        distances(circuit, section, view, ends.start, too_far, from_start, queue);
        if from_start[stop as usize] >= too_far {
            let mut reason = ends.why_both.clone();
            budget.reason(voice.solver, &mut reason);
            blockers(circuit, section, view, from_start, too_far, &mut reason);
            return voice.object(&reason);
        }
        distances(circuit, section, view, stop, too_far, to_stop, queue);
        let mut kept = None;
        for node in 0..circuit.graph.nodes() as Node {
            let i = node as usize;
            // The way there and the way on share no node, so what both pass costs twice.
            let Some(price) = price(section, view, node) else { continue };
            // A node that costs too much by itself is as far as any other that is too far.
            let price = price.min(too_far);
            if from_start[i] + to_stop[i] - price < too_far {
                continue;
            }
            let (handle, reason) = kept.get_or_insert_with(|| {
                let mut reason = ends.why_both.clone();
                budget.reason(voice.solver, &mut reason);
                blockers(circuit, section, view, from_start, too_far, &mut reason);
                blockers(circuit, section, view, to_stop, too_far, &mut reason);
                reason.sort_unstable();
                reason.dedup();
                (voice.because(&reason), reason)
            });
            if view.inside[i] > 0 {
                return voice.object(reason);
            }
            if !voice.imply(!section.inside[i], *handle) {
                return false;
            }
        }
        true
    }
}

/// What it costs to come from a node to each other, both included; at most `too_far`.
fn distances(
    circuit: &Description,
    section: &Section,
    view: &View,
    from: Node,
    too_far: i64,
    distances: &mut Vec<i64>,
    queue: &mut Queue,
) {
    distances.clear();
    distances.resize(circuit.graph.nodes(), too_far);
    let first = price(section, view, from).unwrap_or(too_far);
    distances[from as usize] = first.min(too_far);
    queue.clear();
    queue.push(first, from);
    while let Some((distance, node)) = queue.pop() {
        if distance > distances[node as usize] || distance >= too_far {
            continue;
        }
        for &dart in circuit.graph.leaving(node) {
            let to = circuit.graph.head(dart);
            if !view.is_possible(edge_of(dart)) {
                continue;
            }
            let Some(price) = price(section, view, to) else { continue };
            if distance + price < distances[to as usize] {
                distances[to as usize] = distance + price;
                queue.push(distance + price, to);
            }
        }
    }
}

/// Why distances are not shorter: what, were it otherwise, would shorten one. Turns the distances of nodes outside, which
/// are not reached, into what they would be.
fn blockers(
    circuit: &Description,
    section: &Section,
    view: &View,
    distances: &[i64],
    too_far: i64,
    reason: &mut Vec<Lit>,
) {
    let graph: &Graph = &circuit.graph;
    let is_outside = |node: Node| view.inside[node as usize] < 0;
    // Along possible edges, a node outside would be reached so.
    let mut would_be = distances.to_vec();
    let mut is_named = vec![false; graph.nodes()];
    for node in (0..graph.nodes() as Node).filter(|&node| is_outside(node)) {
        let possible = graph.leaving(node).iter().filter(|&&dart| view.is_possible(edge_of(dart)));
        let neighbours = possible.map(|&dart| graph.head(dart));
        let nearest = neighbours.filter(|&other| !is_outside(other)).map(|other| distances[other as usize]);
        let cost = section.costs[node as usize];
        would_be[node as usize] = nearest.min().map_or(too_far, |near| (near + cost).min(too_far));
    }
    let price = |node: Node| if view.inside[node as usize] > 0 { 0 } else { section.costs[node as usize] };
    let shortens =
        |would_be: &[i64], from: Node, to: Node| would_be[from as usize] + price(to) < would_be[to as usize];
    for node in (0..graph.nodes() as Node).filter(|&node| is_outside(node)) {
        let possible = graph.leaving(node).iter().filter(|&&dart| view.is_possible(edge_of(dart)));
        let mut others = possible.map(|&dart| graph.head(dart));
        if others.any(|other| shortens(&would_be, node, other) || shortens(&would_be, other, node)) {
            is_named[node as usize] = true;
            reason.push(!section.inside[node as usize]);
        }
    }
    for edge in 0..graph.edges() as u32 {
        let (a, b) = (graph.tail(2 * edge), graph.head(2 * edge));
        if view.is_possible(edge) || is_named[a as usize] || is_named[b as usize] {
            continue;
        }
        if shortens(&would_be, a, b) || shortens(&would_be, b, a) {
            reason.push(!circuit.edges[edge as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;
    use hamadryad_sat::Solver;

    struct Left(i64);

    impl Budget for Left {
        fn spare(&self, _: &Solver) -> i64 {
            self.0
        }

        fn reason(&self, _: &Solver, _: &mut Vec<Lit>) {}
    }

    /// The naive twin's distances, `None` for no way: as often as there are nodes, along all edges (Bellman, "On a routing
    /// problem", 1958).
    fn relaxed(state: &State, section: &Section, view: &View, from: Node) -> Vec<Option<i64>> {
        let graph = state.graph();
        let mut distances = vec![None; graph.nodes()];
        distances[from as usize] = price(section, view, from);
        for _ in 0..graph.nodes() {
            for dart in (0..2 * graph.edges() as u32).filter(|&dart| view.is_possible(edge_of(dart))) {
                let to = graph.head(dart) as usize;
                if let Some(near) = distances[graph.tail(dart) as usize]
                    && let Some(price) = price(section, view, to as Node)
                    && distances[to].is_none_or(|known| near + price < known)
                {
                    distances[to] = Some(near + price);
                }
            }
        }
        distances
    }

    /// The naive twin: takes out what is too far, until nothing is.
    fn in_reach(state: &State, section: &Section, spare: i64) -> Verdict {
        let mut view = state.view();
        loop {
            let from_start = relaxed(state, section, &view, state.start);
            let to_stop = relaxed(state, section, &view, state.stop);
            if from_start[state.stop as usize].is_none_or(|distance| distance > spare) {
                return Verdict::Objects;
            }
            let before = view.inside.clone();
            for node in 0..before.len() {
                let Some(price) = price(section, &view, node as Node) else { continue };
                let way = from_start[node].zip(to_stop[node]).map(|(there, on)| there + on - price);
                if way.is_none_or(|way| way > spare) {
                    if before[node] > 0 {
                        return Verdict::Objects;
                    }
                    view.inside[node] = -1;
                }
            }
            if before == view.inside {
                return state.implies(&view.edges, &view.inside);
            }
        }
    }

    #[test]
    fn it_says_what_relaxing_says() {
        let mut random = Random(0x1e46_7000_0001);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let mut section = state.section().clone();
            let most = 1 + random.below(4);
            section.costs.iter_mut().for_each(|cost| *cost = random.below(most + 1) as i64);
            let spare = random.below(9) as i64 - 1;
            let (mut length, ends) = (Length::default(), state.ends());
            let (verdict, _) = state.ask(Rule::Length, |circuit, view, voice| {
                length.propagate(circuit, &section, view, &ends, &Left(spare), voice)
            });
            assert_eq!(verdict, in_reach(&state, &section, spare));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 300 && implications > 300, "{objections} {implications}");
    }
}
