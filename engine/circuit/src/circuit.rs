//! A circuit's literals, and asking all rules in turn.

use crate::blocks::Blocks;
use crate::connected;
use crate::cut::Cuts;
use crate::cycle::Paths;
use crate::factor::Factor;
use crate::graph::{Dart, Edge, Graph, Node, edge_of};
use crate::length::Length;
use crate::local::Local;
use crate::plane::Embedding;
use crate::reasons::{Handles, Reasons, Rule, Voice};
use crate::sections::Sections;
use crate::sides::Sides;
use crate::view::View;
use crate::walk::Walk;
use hamadryad_sat::{Lit, Solver};
use std::collections::BTreeSet;

/// What a circuit is made of. In every model in which `one_start` is true, the true edges are one circuit through all
/// nodes, the true arcs are its edges in the direction in which it is run through, and exactly one start is true.
#[derive(Clone, Debug)]
pub struct Description {
    /// The graph, of at least three nodes.
    pub graph: Graph,
    /// By edge: it is on the circuit.
    pub edges: Vec<Lit>,
    /// By dart: it is on the circuit, in this direction. `None` for never.
    pub arcs: Vec<Option<Lit>>,
    /// By node: the circuit begins here. `None` for never.
    pub starts: Vec<Option<Lit>>,
    /// At most one start is true: without this, nothing is known.
    pub one_start: Lit,
    /// The first part of the circuit, where something is said of it.
    pub section: Option<Section>,
}

/// The nodes of a circuit from the start to the first stop, both included, or all nodes where there is no stop.
#[derive(Clone, Debug)]
pub struct Section {
    /// By node: it belongs to the section.
    pub inside: Vec<Lit>,
    /// By node: the section ends here, if not before. `None` for never.
    pub stops: Vec<Option<Lit>>,
    /// At most one stop is true: without this, nothing is known of where the section ends.
    pub one_stop: Lit,
    /// By node: what it costs to have it inside.
    pub costs: Vec<i64>,
}

/// What sections may still cost.
pub trait Budget {
    /// What is left for nodes that are not yet known to be inside.
    fn spare(&self, solver: &Solver) -> i64;

    /// Appends why no more is left: literals that are true.
    fn reason(&self, solver: &Solver, reason: &mut Vec<Lit>);
}

/// How often the rules that walk through the whole graph are asked: less and less often while they have nothing to say. What they
/// do not say the search finds out: with as many conflicts, for tours of 30 nodes in four fifths of the time, on graphs of
/// 3,000 in a quarter.
#[derive(Clone, Default)]
struct Patience {
    waiting: u32,
    left: u32,
    /// They are always asked.
    has_none: bool,
}

impl Patience {
    const LONGEST: u32 = 31;

    fn is_over(&mut self) -> bool {
        self.left = self.left.checked_sub(1).unwrap_or(self.waiting);
        self.left == self.waiting
    }

    fn note(&mut self, has_said_something: bool) {
        self.waiting = if has_said_something || self.has_none {
            0
        } else {
            (2 * self.waiting + 1).min(Patience::LONGEST)
        };
        self.left = self.waiting;
    }
}

/// What is true of the ends at the moment.
#[derive(Clone)]
pub(crate) struct Ends {
    pub(crate) start: Node,
    pub(crate) stop: Option<Node>,
    /// Why the circuit is one, and begins here.
    pub(crate) why_start: Vec<Lit>,
    /// As well, why it stops there.
    pub(crate) why_both: Vec<Lit>,
}

/// A propagator for one circuit.
#[derive(Clone)]
pub struct Circuit {
    description: Description,
    embedding: Option<Embedding>,
    reasons: Reasons,
    view: View,
    /// The nodes where the circuit may begin, and where its section may end.
    starts: Vec<(Node, Lit)>,
    stops: Vec<(Node, Lit)>,
    local: Option<Local>,
    paths: Paths,
    factor: Factor,
    guides: bool,
    cuts: Cuts,
    patience: Patience,
    blocks: Blocks,
    walk: Walk,
    sections: Sections,
    sides: Sides,
    length: Length,
    /// At most one start is true: without this, it is not known where the circuit begins.
    at_most_one_start: Lit,
    /// No more is done than to see that no circuit closes early.
    only_checks: bool,
    /// Conflicts before sides are looked at.
    pub(crate) sides_after: u64,
}

/// Looking at sides costs as much as all the rest; what is found without is found in a few conflicts.
const CONFLICTS_BEFORE_SIDES: u64 = 10;

impl Circuit {
    /// Draws the graph, if that is possible.
    pub fn new(description: Description) -> Circuit {
        let embedding = Embedding::of(&description.graph);
        Circuit::with_embedding(description, embedding)
    }

    /// With a drawing that is known.
    pub fn with_embedding(description: Description, embedding: Option<Embedding>) -> Circuit {
        let at_most_one_start = description.one_start;
        Circuit {
            embedding,
            reasons: Reasons::default(),
            view: View::new(&description),
            starts: present(&description.starts),
            stops: description.section.as_ref().map_or(Vec::new(), |section| present(&section.stops)),
            local: None,
            paths: Paths::default(),
            factor: Factor::default(),
            guides: false,
            cuts: Cuts::default(),
            patience: Patience { has_none: true, ..Patience::default() },
            blocks: Blocks::default(),
            walk: Walk::default(),
            sections: Sections::default(),
            sides: Sides::default(),
            length: Length::default(),
            at_most_one_start,
            only_checks: false,
            sides_after: CONFLICTS_BEFORE_SIDES,
            description,
        }
    }

    /// One whose edges are a circuit wherever the description's `one_start` is true, however many starts are true. Where
    /// there may be several, it is not known where the circuit begins, that is all; a literal of its own says so.
    pub fn with_any_starts(description: Description, at_most_one_start: Lit) -> Circuit {
        Circuit { at_most_one_start, ..Circuit::new(description) }
    }

    /// The same, but it does not look ahead: all that it does is to forbid circuits that close early. Where each node has two
    /// of the true edges, that is what makes one circuit of them.
    pub fn that_only_checks(description: Description, at_most_one_start: Lit) -> Circuit {
        Circuit { at_most_one_start, only_checks: true, ..Circuit::with_embedding(description, None) }
    }

    /// The same, but the rules that walk through the whole graph are asked less and less often while they have nothing to say.
    pub fn with_patience(self) -> Circuit {
        Circuit { patience: Patience::default(), ..self }
    }

    /// Begins the search for two edges at each node with these, and has the solver try edges as it has them.
    pub fn guide(&mut self, edges: impl Iterator<Item = bool>) {
        self.factor.begin_with(edges);
        self.guides = true;
    }

    /// From now on it sees by itself to what is otherwise the constraints of its user: that every node has two edges, and
    /// that a chosen edge has both ends inside of the section or neither, where `keeps_side` says so of the edge.
    pub fn enforce(&mut self, keeps_side: Vec<bool>) {
        self.local = Some(Local::new(&self.description, keeps_side));
    }

    /// What it is made of.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The literals whose values matter to it.
    pub fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        let Description { edges, starts, one_start, section, .. } = &self.description;
        let own = edges.iter().chain(starts.iter().flatten()).chain([one_start, &self.at_most_one_start]);
        let of_section = section.iter().flat_map(|section| {
            section.inside.iter().chain(section.stops.iter().flatten()).chain([&section.one_stop])
        });
        own.chain(of_section).copied()
    }

    /// Sets what it costs to have a node inside of the section. Where nodes share a literal it is paid once: by the first.
    pub fn set_costs(&mut self, cost: impl Fn(Lit) -> i64) {
        if let Some(section) = &mut self.description.section {
            let mut paid = BTreeSet::new();
            let inside = section.inside.iter();
            section.costs = inside.map(|&lit| if paid.insert(lit) { cost(lit) } else { 0 }).collect();
        }
    }

    /// Implies what follows. `false` on a conflict.
    pub fn propagate(&mut self, solver: &mut Solver, budget: Option<&dyn Budget>, handles: Handles) -> bool {
        let Circuit {
            description: circuit,
            embedding,
            reasons,
            view,
            starts,
            stops,
            local,
            paths,
            factor,
            guides,
            cuts,
            patience,
            blocks,
            walk,
            sections,
            sides,
            length,
            at_most_one_start,
            only_checks,
            sides_after,
        } = self;
        let gate = *at_most_one_start;
        let mut voice = Voice { solver, reasons, handles };
        voice.speaks(Rule::Ends);
        if !at_most_one(starts, gate, &mut voice) {
            return false;
        }
        let section = circuit.section.as_ref();
        if section.is_some_and(|section| !at_most_one(stops, section.one_stop, &mut voice)) {
            return false;
        }
        if !voice.solver.is_true(circuit.one_start) {
            return true;
        }
        let before = voice.solver.trail().len();
        view.look(voice.solver);
        voice.speaks(Rule::Local);
        if local.as_mut().is_some_and(|local| !local.propagate(circuit, view, &mut voice)) {
            return false;
        }
        if voice.solver.trail().len() > before {
            return true;
        }
        voice.speaks(Rule::Cycle);
        if !paths.propagate(circuit, view, &mut voice) {
            return false;
        }
        if *only_checks || voice.solver.trail().len() > before {
            return true;
        }
        voice.speaks(Rule::Factor);
        if !factor.propagate(circuit, view, &mut voice) {
            return false;
        }
        while let Some(edge) = factor.changed.pop() {
            if *guides {
                let lit = circuit.edges[edge as usize];
                voice.solver.set_phase(lit.var(), lit.is_positive() == factor.has(edge));
            }
        }
        let ends = section.and_then(|section| ends(circuit, gate, section, starts, stops, voice.solver));
        let knows_both = ends.as_ref().is_some_and(|ends| ends.stop.is_some());
        // Where both ways are known to be ways, each keeping to its block says more.
        if !knows_both && patience.is_over() {
            let before = voice.solver.trail().len();
            voice.speaks(Rule::Connected);
            let mut is_possible = connected::propagate(circuit, view, blocks, &mut voice);
            if is_possible {
                voice.speaks(Rule::Cut);
                is_possible = cuts.propagate(circuit, view, &mut voice);
            }
            patience.note(!is_possible || voice.solver.trail().len() > before);
            if !is_possible {
                return false;
            }
        }
        if voice.solver.trail().len() > before {
            return true;
        }
        let (Some(section), Some(ends)) = (section, ends) else { return true };
        voice.speaks(Rule::Ends);
        if !ends_are_inside(section, &ends, &mut voice) {
            return false;
        }
        voice.speaks(Rule::Walk);
        if let Some(embedding) = embedding {
            if !walk.propagate(circuit, section, view, embedding, &ends, &mut voice) {
                return false;
            }
            if voice.solver.trail().len() > before {
                return true;
            }
        }
        if ends.stop.is_none() {
            return true;
        }
        voice.speaks(Rule::Sections);
        if !sections.propagate(circuit, section, view, &ends, blocks, &mut voice) {
            return false;
        }
        if voice.solver.trail().len() > before {
            return true;
        }
        voice.speaks(Rule::Length);
        match budget {
            Some(budget) if !length.propagate(circuit, section, view, &ends, budget, &mut voice) => {
                return false;
            }
            _ => {}
        }
        if voice.solver.trail().len() > before {
            return true;
        }
        voice.speaks(Rule::Sides);
        match embedding {
            Some(embedding) if voice.solver.statistics().conflicts >= *sides_after => {
                sides.propagate(circuit, section, view, (embedding, &walk.faces), &ends, blocks, &mut voice)
            }
            _ => true,
        }
    }

    /// What a section costs at least, given what was known when the rules were asked last: the nodes known to be inside, and
    /// the cheapest way from the start to the stop. 0 where that is not known.
    pub fn least_cost(&mut self, solver: &Solver) -> i64 {
        let Circuit { description: circuit, view, length, at_most_one_start, starts, stops, .. } = self;
        let Some(section) = circuit.section.as_ref().filter(|_| solver.is_true(circuit.one_start)) else {
            return 0;
        };
        let ends = ends(circuit, *at_most_one_start, section, starts, stops, solver);
        let Some(Ends { start, stop: Some(stop), .. }) = ends else { return 0 };
        view.look(solver);
        length.least_cost(circuit, section, view, start, stop)
    }

    /// How often the 2-factor that is kept has changed.
    pub fn changes(&self) -> u64 {
        self.factor.changes
    }

    /// All nodes in the order of a circuit that fits what was known when the rules were asked last, if the 2-factor that is kept
    /// happens to be one: from a node on, not by a certain edge first.
    pub fn candidate(&self, from: Node, not_by: Option<Edge>) -> Option<Vec<Node>> {
        let graph = &self.description.graph;
        let (mut node, mut came_by) = (from, not_by);
        let mut order = Vec::with_capacity(graph.nodes());
        loop {
            order.push(node);
            let onward = |&&dart: &&Dart| self.factor.has(edge_of(dart)) && Some(edge_of(dart)) != came_by;
            let &dart = graph.leaving(node).iter().find(onward)?;
            came_by = Some(edge_of(dart));
            node = graph.head(dart);
            let is_everywhere = order.len() == graph.nodes();
            if node == from || is_everywhere {
                return (node == from && is_everywhere).then_some(order);
            }
        }
    }

    /// What the rules have said since this was last asked.
    #[cfg(test)]
    pub(crate) fn said(&mut self) -> Vec<crate::reasons::Said> {
        std::mem::take(&mut self.reasons.said)
    }

    /// Appends the true literals that something was implied from.
    pub fn explain(&self, id: u32, reason: &mut Vec<Lit>) {
        self.reasons.explain(id, reason);
    }

    /// The trail is about to be cut to `keep` literals.
    pub fn jumped_back(&mut self, solver: &Solver, keep: usize) {
        let Circuit { description: circuit, reasons, view, local, paths, factor, sections, .. } = self;
        let one_start = circuit.one_start.var();
        // What was implied because of it is to be implied again, once it is true again.
        let keep_of_rules =
            if solver.trail()[keep..].iter().any(|lit| lit.var() == one_start) { 0 } else { keep };
        reasons.jumped_back(keep);
        view.forget(solver, keep);
        if let Some(local) = local {
            local.forget(keep_of_rules);
        }
        paths.forget(&circuit.graph, keep_of_rules);
        factor.forget(keep_of_rules);
        sections.forget(keep_of_rules);
    }
}

/// The nodes that have a literal.
fn present(literals: &[Option<Lit>]) -> Vec<(Node, Lit)> {
    (0..).zip(literals).filter_map(|(node, &lit)| lit.map(|lit| (node, lit))).collect()
}

impl Description {
    /// The dart that enters a node on the circuit, where that is known.
    pub(crate) fn dart_into(&self, node: Node, solver: &Solver) -> Option<(Dart, Lit)> {
        self.graph.leaving(node).iter().find_map(|&dart| {
            let lit = self.arcs[(dart ^ 1) as usize]?;
            solver.is_true(lit).then_some((dart ^ 1, lit))
        })
    }

    /// The dart that leaves a node on the circuit, where that is known.
    pub(crate) fn dart_out(&self, node: Node, solver: &Solver) -> Option<(Dart, Lit)> {
        self.graph.leaving(node).iter().find_map(|&dart| {
            let lit = self.arcs[dart as usize]?;
            solver.is_true(lit).then_some((dart, lit))
        })
    }

    /// Why an edge is not on the circuit.
    #[inline]
    pub(crate) fn absence(&self, dart: Dart) -> Lit {
        !self.edges[edge_of(dart) as usize]
    }
}

/// Ties `at_most_one` to what is known of some literals. `false` on a conflict.
fn at_most_one(literals: &[(Node, Lit)], at_most_one: Lit, voice: &mut Voice<'_>) -> bool {
    let present = || literals.iter().map(|&(_, lit)| lit);
    let mut true_ones = present().filter(|&lit| voice.solver.is_true(lit));
    if let (Some(first), Some(second)) = (true_ones.next(), true_ones.next()) {
        if voice.solver.is_false(at_most_one) {
            return true;
        }
        let reason = voice.because(&[first, second]);
        return voice.imply(!at_most_one, reason);
    }
    let is_known = voice.solver.is_true(at_most_one);
    if !is_known && present().filter(|&lit| !voice.solver.is_false(lit)).count() <= 1 {
        let absent: Vec<Lit> = present().filter(|&lit| voice.solver.is_false(lit)).map(|lit| !lit).collect();
        let reason = voice.because(&absent);
        return voice.imply(at_most_one, reason);
    }
    true
}

/// The section reaches from the start to the stop.
fn ends_are_inside(section: &Section, ends: &Ends, voice: &mut Voice<'_>) -> bool {
    let with_reasons = [(Some(ends.start), &ends.why_start), (ends.stop, &ends.why_both)];
    with_reasons.into_iter().all(|(end, why)| {
        let inside = end.map(|end| section.inside[end as usize]).filter(|&lit| !voice.solver.is_true(lit));
        inside.is_none_or(|inside| {
            let reason = voice.because(why);
            voice.imply(inside, reason)
        })
    })
}

fn ends(
    circuit: &Description,
    at_most_one_start: Lit,
    section: &Section,
    starts: &[(Node, Lit)],
    stops: &[(Node, Lit)],
    solver: &Solver,
) -> Option<Ends> {
    if !solver.is_true(at_most_one_start) {
        return None;
    }

    let find = |among: &[(Node, Lit)]| among.iter().copied().find(|&(_, lit)| solver.is_true(lit));
    let (start, why) = find(starts)?;
    let mut why_start = vec![circuit.one_start, at_most_one_start, why];
    why_start.dedup();
    let mut why_both = why_start.clone();
    let stop = find(stops).filter(|_| solver.is_true(section.one_stop)).map(|(stop, why)| {
        why_both.extend([section.one_stop, why]);
        stop
    });
    Some(Ends { start, stop: stop.filter(|&stop| stop != start), why_start, why_both })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::Instance;

    #[test]
    fn what_nodes_share_is_paid_once() {
        let mut instance = Instance::grid(2, 3);
        // From 1 to 2 for certain, without a stop or a start between them: both are inside, or neither is.
        instance.certain = Some(2 * 2);
        (instance.starts, instance.stops) = (vec![0], vec![5]);
        let names = instance.name(&mut Solver::new());
        let mut circuit = names.circuit(&instance);
        let [from, to] = [4, 5].map(|dart| instance.graph().tail(dart) as usize);
        circuit.set_costs(|_| 3);
        let Section { inside, costs, .. } = circuit.description().section.as_ref().expect("there is one");
        assert_eq!(inside[from], inside[to]);
        assert_eq!(costs[from] + costs[to], 3);
    }
}
