//! The shortest possible path from the start to the stop must not cost more than the budget leaves, and a
//! node that no affordable path passes is outside of the section.
//!
//! Nodes known to be inside are paid for already, so they add nothing to a path. The other nodes add their
//! cost.
//!
//! A reason states that distances are at least as large as they are: it consists of the absent edges and of
//! the outside nodes that would make a distance smaller if they could be used, and of no others.

use crate::context::Context;
use crate::description::{Description, Section};
use crate::graph::{Graph, Node};
use crate::queue::MonotoneQueue;
use crate::rule::{Rule, Situation};
use crate::values::Values;
use hamadryad_sat::{Conflict, Lit};

/// Distances from both ends of the section. All fields are scratch space.
#[derive(Clone, Default)]
pub(crate) struct ShortestPath {
    from_start: Vec<i64>,
    to_stop: Vec<i64>,
    queue: MonotoneQueue,
}

/// The cost that a node adds to a path, `None` if no path passes it.
#[inline]
fn price(section: &Section, values: &Values, node: Node) -> Option<i64> {
    match values.inside[node.index()] {
        1 => Some(0),
        0 => Some(section.costs[node.index()]),
        _ => None,
    }
}

impl ShortestPath {
    /// The cost of the nodes known to be inside, and of a cheapest path between two of them.
    pub(crate) fn least_cost(
        &mut self,
        circuit: &Description,
        section: &Section,
        values: &Values,
        [start, stop]: [Node; 2],
    ) -> i64 {
        let is_paid = |&(node, _): &(Node, &i64)| values.is_inside(node);
        let paid: i64 = circuit.graph.nodes().zip(&section.costs).filter(is_paid).map(|(_, cost)| cost).sum();
        let all: i64 = section.costs.iter().sum();
        distances(circuit, section, values, start, all, &mut self.from_start, &mut self.queue);
        paid + self.from_start[stop.index()]
    }
}

impl Rule for ShortestPath {
    fn name(&self) -> &'static str {
        "shortest_path"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let (Some(budget), Some((section, ends, stop))) = (now.budget, now.both_ends()) else {
            return Ok(());
        };
        let (circuit, values) = (now.circuit, &*now.values);
        // All distances beyond the budget are equal.
        let too_far = budget.spare(context.solver).saturating_add(1).max(0);
        let ShortestPath { from_start, to_stop, queue } = self;
        distances(circuit, section, values, ends.start, too_far, from_start, queue);
        if from_start[stop.index()] >= too_far {
            let mut reason = ends.why_both.clone();
            budget.reason(context.solver, &mut reason);
            blockers(circuit, section, values, from_start, too_far, &mut reason);
            return Err(context.conflict(&reason));
        }
        distances(circuit, section, values, stop, too_far, to_stop, queue);
        let mut kept = None;
        for node in circuit.graph.nodes() {
            let i = node.index();
            let Some(price) = price(section, values, node) else { continue };
            // Both distances include the node itself; a node above the budget is as far as any other.
            let price = price.min(too_far);
            if from_start[i] + to_stop[i] - price < too_far {
                continue;
            }
            let (handle, reason) = kept.get_or_insert_with(|| {
                let mut reason = ends.why_both.clone();
                budget.reason(context.solver, &mut reason);
                blockers(circuit, section, values, from_start, too_far, &mut reason);
                blockers(circuit, section, values, to_stop, too_far, &mut reason);
                reason.sort_unstable();
                reason.dedup();
                (context.reason(&reason), reason)
            });
            if values.is_inside(node) {
                return Err(context.conflict(reason));
            }
            context.imply(!section.inside(node), *handle)?;
        }
        Ok(())
    }
}

/// The cost of a cheapest path from a node to each other, both included; at most `too_far` (Dijkstra 1959).
fn distances(
    circuit: &Description,
    section: &Section,
    values: &Values,
    from: Node,
    too_far: i64,
    distances: &mut Vec<i64>,
    queue: &mut MonotoneQueue,
) {
    distances.clear();
    distances.resize(circuit.graph.num_nodes(), too_far);
    let first = price(section, values, from).unwrap_or(too_far);
    distances[from.index()] = first.min(too_far);
    queue.clear();
    queue.push(first, from);
    while let Some((distance, node)) = queue.pop() {
        if distance > distances[node.index()] || distance >= too_far {
            continue;
        }
        for &dart in circuit.graph.leaving(node) {
            let to = circuit.graph.head(dart);
            if !values.is_possible(dart.edge()) {
                continue;
            }
            let Some(price) = price(section, values, to) else { continue };
            if distance + price < distances[to.index()] {
                distances[to.index()] = distance + price;
                queue.push(distance + price, to);
            }
        }
    }
}

/// Appends the reason why distances are not smaller: the absent edges and outside nodes that would make one
/// smaller.
fn blockers(
    circuit: &Description,
    section: &Section,
    values: &Values,
    distances: &[i64],
    too_far: i64,
    reason: &mut Vec<Lit>,
) {
    let graph: &Graph = &circuit.graph;
    // The distance that an outside node would have if it alone could be used.
    let mut would_be = distances.to_vec();
    let mut is_named = vec![false; graph.num_nodes()];
    for node in graph.nodes().filter(|&node| values.is_outside(node)) {
        let possible = graph.leaving(node).iter().filter(|dart| values.is_possible(dart.edge()));
        let neighbours = possible.map(|&dart| graph.head(dart)).filter(|&other| !values.is_outside(other));
        let nearest = neighbours.map(|other| distances[other.index()]).min();
        let cost = section.costs[node.index()];
        would_be[node.index()] = nearest.map_or(too_far, |near| (near + cost).min(too_far));
    }
    let price = |node: Node| if values.is_inside(node) { 0 } else { section.costs[node.index()] };
    let shortens =
        |would_be: &[i64], from: Node, to: Node| would_be[from.index()] + price(to) < would_be[to.index()];
    for node in graph.nodes().filter(|&node| values.is_outside(node)) {
        let possible = graph.leaving(node).iter().filter(|dart| values.is_possible(dart.edge()));
        let mut others = possible.map(|&dart| graph.head(dart));
        if others.any(|other| shortens(&would_be, node, other) || shortens(&would_be, other, node)) {
            is_named[node.index()] = true;
            reason.push(!section.inside(node));
        }
    }
    for edge in graph.edges() {
        let [a, b] = graph.ends(edge);
        if values.is_possible(edge) || is_named[a.index()] || is_named[b.index()] {
            continue;
        }
        if shortens(&would_be, a, b) || shortens(&would_be, b, a) {
            reason.push(circuit.absence(edge));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Budget;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;
    use hamadryad_sat::Solver;

    /// A fixed budget.
    struct Fixed(i64);

    impl Budget for Fixed {
        fn spare(&self, _: &Solver) -> i64 {
            self.0
        }

        fn reason(&self, _: &Solver, _: &mut Vec<Lit>) {}
    }

    /// Distances for the naive version, `None` if there is no path: relaxes all edges, once for each node
    /// (Bellman 1958).
    fn relaxed(state: &State, values: &Values, from: Node) -> Vec<Option<i64>> {
        let (graph, section) = (state.graph(), state.section());
        let mut distances = vec![None; graph.num_nodes()];
        distances[from.index()] = price(section, values, from);
        for _ in 0..graph.num_nodes() {
            for dart in graph.darts().filter(|dart| values.is_possible(dart.edge())) {
                let to = graph.head(dart);
                if let Some(near) = distances[graph.tail(dart).index()]
                    && let Some(price) = price(section, values, to)
                    && distances[to.index()].is_none_or(|known| near + price < known)
                {
                    distances[to.index()] = Some(near + price);
                }
            }
        }
        distances
    }

    /// The naive version: excludes nodes that are too far, until nothing changes.
    fn naive(state: &State, spare: i64) -> Outcome {
        let mut values = state.values();
        loop {
            let from_start = relaxed(state, &values, state.start);
            let to_stop = relaxed(state, &values, state.stop);
            if from_start[state.stop.index()].is_none_or(|distance| distance > spare) {
                return Outcome::Conflict;
            }
            let before = values.inside.clone();
            for node in 0..before.len() {
                let Some(price) = price(state.section(), &values, Node::new(node)) else { continue };
                let through = from_start[node].zip(to_stop[node]).map(|(to, on)| to + on - price);
                if through.is_none_or(|through| through > spare) {
                    if before[node] > 0 {
                        return Outcome::Conflict;
                    }
                    values.inside[node] = -1;
                }
            }
            if before == values.inside {
                return state.implies(&values.edges, &values.inside);
            }
        }
    }

    #[test]
    fn it_agrees_with_relaxing() {
        let mut random = Random::new(0x1e46_7000_0001);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..3000 {
            let mut state = State::random(&mut random);
            let most = 1 + random.below(4);
            let section = state.literals.description.section.as_mut().expect("states have sections");
            section.costs.iter_mut().for_each(|cost| *cost = random.below(most + 1) as i64);
            let spare = random.below(9) as i64 - 1;
            state.budget = Some(Box::new(Fixed(spare)));
            let (outcome, _) = state.propagate(&mut ShortestPath::default());
            assert_eq!(outcome, naive(&state, spare));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 300 && implications > 300, "{conflicts} {implications}");
    }
}
