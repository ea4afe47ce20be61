//! Every node has two edges of the circuit, and both ends of an edge belong to the same part of it.
//!
//! These are the local constraints of a circuit. Programs state them by themselves, and then this rule is
//! off; a search for nothing but a circuit is set up faster with the rule than with clauses.
//!
//! Invariant: a node with a changed edge or neighbour is in the queue, and the queue is empty at the
//! fixpoint.

use crate::context::Context;
use crate::description::Description;
use crate::graph::{Graph, Node};
use crate::rule::{Rule, Situation};
use crate::values::{Subject, Values};
use hamadryad_sat::{Conflict, Lit};

/// The local constraints; off until [`Degree::enforcing`].
#[derive(Clone, Default)]
pub(crate) struct Degree {
    /// By edge: if it is on the circuit, both its ends are inside of the section or both outside. `None`: the
    /// rule is off.
    keeps_section: Option<Vec<bool>>,
    /// Nodes to look at.
    queue: Vec<Node>,
    is_queued: Vec<bool>,
    seen: Option<Seen>,
}

/// How much of the trail the rule has propagated.
#[derive(Clone, Copy)]
struct Seen {
    literals: usize,
    /// The length of the trail when all nodes were queued; below it nothing is known to be propagated.
    since: usize,
}

impl Degree {
    /// The rule, switched on.
    pub(crate) fn enforcing(circuit: &Description, keeps_section: Vec<bool>) -> Degree {
        let is_queued = vec![false; circuit.graph.num_nodes()];
        Degree { keeps_section: Some(keeps_section), queue: Vec::new(), is_queued, seen: None }
    }

    fn enqueue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_queued[node.index()], true) {
            self.queue.push(node);
        }
    }

    /// Brings the values up to date, and enqueues the nodes concerned by literals after the first `seen`.
    fn update(&mut self, circuit: &Description, values: &mut Values, seen: usize, context: &Context<'_>) {
        values.update(context.solver);
        for &lit in &context.solver.trail()[seen..] {
            for subject in values.subjects(lit) {
                match subject {
                    Subject::Edge(edge) => {
                        circuit.graph.ends(edge).into_iter().for_each(|end| self.enqueue(end));
                    }
                    Subject::Node(node) => self.enqueue(node),
                }
            }
        }
    }

    fn queue_all(&mut self, graph: &Graph, trail: usize) -> Seen {
        self.queue.clear();
        self.queue.extend(graph.nodes().rev());
        self.is_queued.fill(true);
        Seen { literals: trail, since: trail }
    }
}

/// A node has exactly two edges.
fn two_edges(
    circuit: &Description,
    values: &Values,
    node: Node,
    context: &mut Context<'_>,
) -> Result<(), Conflict> {
    let around = circuit.graph.leaving(node);
    let value = |edge: crate::graph::Edge| values.edges[edge.index()];
    let count = |wanted: i8| around.iter().filter(|dart| value(dart.edge()) == wanted).count();
    let (chosen, free) = (count(1), count(0));
    let is_full = chosen >= 2;
    if chosen <= 2 && chosen + free >= 2 && (free == 0 || !is_full && chosen + free > 2) {
        return Ok(());
    }
    // Two chosen edges exclude all others; if all but two are absent, these two are chosen.
    let sign = if is_full { 1 } else { -1 };
    let mut reason: Vec<Lit> = vec![circuit.one_start];
    let known = around.iter().map(|dart| dart.edge()).filter(|&edge| value(edge) == sign);
    reason.extend(known.map(|edge| if is_full { circuit.edge(edge) } else { circuit.absence(edge) }));
    if chosen > 2 || chosen + free < 2 {
        return Err(context.conflict(&reason));
    }
    let reason = context.reason(&reason);
    for edge in around.iter().map(|dart| dart.edge()).filter(|&edge| value(edge) == 0) {
        context.imply(if is_full { circuit.absence(edge) } else { circuit.edge(edge) }, reason)?;
    }
    Ok(())
}

/// The edges of a node lead to nodes in the same part of the circuit.
fn same_part(
    circuit: &Description,
    values: &Values,
    keeps_section: &[bool],
    node: Node,
    context: &mut Context<'_>,
) -> Result<(), Conflict> {
    let Some(section) = &circuit.section else { return Ok(()) };
    let part = values.inside[node.index()];
    if part == 0 {
        return Ok(());
    }
    let in_part = |node: Node, part: i8| if part > 0 { section.inside(node) } else { !section.inside(node) };
    let known = in_part(node, part);
    for &dart in circuit.graph.leaving(node) {
        let (edge, other) = (dart.edge(), circuit.graph.head(dart));
        let (value, other_part) = (values.edges[edge.index()], values.inside[other.index()]);
        if value < 0 || !keeps_section[edge.index()] || other_part == part {
            continue;
        }
        let lit = circuit.edge(edge);
        if other_part == 0 {
            if value > 0 {
                let reason = context.reason(&[circuit.one_start, known, lit]);
                context.imply(in_part(other, part), reason)?;
            }
            continue;
        }
        let other_known = in_part(other, other_part);
        if value > 0 {
            return Err(context.conflict(&[circuit.one_start, known, other_known, lit]));
        }
        let reason = context.reason(&[circuit.one_start, known, other_known]);
        context.imply(!lit, reason)?;
    }
    Ok(())
}

impl Rule for Degree {
    fn name(&self) -> &'static str {
        "degree"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        if self.keeps_section.is_none() {
            return Ok(());
        }
        let circuit = now.circuit;
        let trail = context.solver.trail().len();
        let mut seen = self.seen.unwrap_or_else(|| self.queue_all(&circuit.graph, trail));
        loop {
            self.update(circuit, now.values, seen.literals, context);
            seen.literals = context.solver.trail().len();
            self.seen = Some(seen);
            let Some(node) = self.queue.pop() else { return Ok(()) };
            self.is_queued[node.index()] = false;
            two_edges(circuit, now.values, node, context)?;
            let Some(keeps_section) = &self.keeps_section else { return Ok(()) };
            same_part(circuit, now.values, keeps_section, node, context)?;
        }
    }

    /// Implications of the first `keep` literals stand, unless all nodes were queued after them.
    fn backjump(&mut self, _: &Graph, keep: usize) {
        let stands = self.seen.filter(|seen| keep > seen.since);
        self.seen = stands.map(|seen| Seen { literals: seen.literals.min(keep), ..seen });
        for node in self.queue.drain(..) {
            self.is_queued[node.index()] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;

    /// The naive version: counts and compares everywhere, until nothing changes.
    fn naive(state: &State, keeps_section: &[bool]) -> Outcome {
        let (graph, mut values) = (state.graph(), state.values());
        loop {
            let before = (values.edges.clone(), values.inside.clone());
            for node in graph.nodes() {
                let around: Vec<usize> = graph.leaving(node).iter().map(|dart| dart.edge().index()).collect();
                let chosen = around.iter().filter(|&&edge| values.edges[edge] > 0).count();
                let absent = around.iter().filter(|&&edge| values.edges[edge] < 0).count();
                if chosen > 2 || around.len() - absent < 2 {
                    return Outcome::Conflict;
                }
                for edge in around.iter().copied().filter(|_| chosen == 2 || around.len() - absent == 2) {
                    if values.edges[edge] == 0 {
                        values.edges[edge] = if chosen == 2 { -1 } else { 1 };
                    }
                }
            }
            for edge in graph.edges().filter(|edge| keeps_section[edge.index()]) {
                let [a, b] = graph.ends(edge).map(Node::index);
                let (one, other) = (values.inside[a], values.inside[b]);
                if values.is_chosen(edge) {
                    if one * other < 0 {
                        return Outcome::Conflict;
                    }
                    let both = if one == 0 { other } else { one };
                    (values.inside[a], values.inside[b]) = (both, both);
                } else if one * other < 0 {
                    values.edges[edge.index()] = -1;
                }
            }
            if before == (values.edges.clone(), values.inside.clone()) {
                return state.implies(&values.edges, &values.inside);
            }
        }
    }

    #[test]
    fn it_agrees_with_counting() {
        let mut random = Random::new(0x10ca_1000_0001);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let keeps_section: Vec<bool> = state.instance.edges.iter().map(|_| random.percent(60)).collect();
            let mut degree = Degree::enforcing(&state.literals.description, keeps_section.clone());
            let (outcome, _) = state.propagate(&mut degree);
            assert_eq!(outcome, naive(&state, &keeps_section));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 300 && implications > 1000, "{conflicts} {implications}");
    }
}
