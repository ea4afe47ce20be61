//! A circuit's literals, and asking all rules in turn.

use crate::blocks::Blocks;
use crate::graph::{Dart, Edge, Graph, Node, edge_of};
use crate::length::Length;
use crate::plane::Embedding;
use crate::reasons::{Handles, Reasons, Voice};
use crate::walk::Walk;
use crate::{connected, cycle, sections};
use hamadryad_sat::{Lit, Solver};

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
#[derive(Clone, Debug)]
pub struct Budget {
    /// What is left for nodes that are not yet known to be inside.
    pub spare: i64,
    /// Why no more is left: literals that are true.
    pub reason: Vec<Lit>,
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
    blocks: Blocks,
    walk: Walk,
    length: Length,
    /// The edges are a circuit: without this, nothing is known.
    holds: Lit,
    /// No more is done than to see that no circuit closes early.
    only_checks: bool,
}

/// The edges as a solver has them at the moment.
pub(crate) struct View<'a> {
    pub(crate) circuit: &'a Description,
    pub(crate) solver: &'a Solver,
}

impl View<'_> {
    #[inline]
    pub(crate) fn is_possible(&self, edge: Edge) -> bool {
        !self.solver.is_false(self.circuit.edges[edge as usize])
    }

    #[inline]
    pub(crate) fn is_chosen(&self, edge: Edge) -> bool {
        self.solver.is_true(self.circuit.edges[edge as usize])
    }
}

impl Circuit {
    /// Draws the graph, if that is possible.
    pub fn new(description: Description) -> Circuit {
        let embedding = Embedding::of(&description.graph);
        Circuit::with_embedding(description, embedding)
    }

    /// With a drawing that is known.
    pub fn with_embedding(description: Description, embedding: Option<Embedding>) -> Circuit {
        let holds = description.one_start;
        Circuit {
            description,
            embedding,
            reasons: Reasons::default(),
            blocks: Blocks::default(),
            walk: Walk::default(),
            length: Length::default(),
            holds,
            only_checks: false,
        }
    }

    /// One whose edges are a circuit wherever a literal is true, whatever is true of the starts: of several, it is not known
    /// where the circuit begins, that is all.
    pub fn where_true(holds: Lit, description: Description) -> Circuit {
        Circuit { holds, ..Circuit::new(description) }
    }

    /// The same, but it does not look ahead: all that it does is to forbid circuits that close early. Where each node has two
    /// of the true edges, that is what makes one circuit of them.
    pub fn that_only_checks(holds: Lit, description: Description) -> Circuit {
        Circuit { holds, only_checks: true, ..Circuit::with_embedding(description, None) }
    }

    /// What it is made of.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The literals whose values matter to it.
    pub fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        let Description { edges, starts, one_start, section, .. } = &self.description;
        let own = edges.iter().chain(starts.iter().flatten()).chain([one_start, &self.holds]);
        let of_section = section.iter().flat_map(|section| {
            section.inside.iter().chain(section.stops.iter().flatten()).chain([&section.one_stop])
        });
        own.chain(of_section).copied()
    }

    /// Sets what it costs to have a node inside of the section.
    pub fn set_costs(&mut self, cost: impl Fn(Lit) -> i64) {
        if let Some(section) = &mut self.description.section {
            section.costs = section.inside.iter().map(|&lit| cost(lit)).collect();
        }
    }

    /// Implies what follows. `false` on a conflict.
    pub fn propagate(&mut self, solver: &mut Solver, budget: Option<&Budget>, handles: Handles) -> bool {
        let Circuit { description: circuit, embedding, reasons, blocks, walk, length, holds, only_checks } =
            self;
        let holds = *holds;
        let mut voice = Voice { solver, reasons, handles };
        if !at_most_one(&circuit.starts, circuit.one_start, &mut voice) {
            return false;
        }
        let section = circuit.section.as_ref();
        if section.is_some_and(|section| !at_most_one(&section.stops, section.one_stop, &mut voice)) {
            return false;
        }
        if !voice.solver.is_true(holds) {
            return true;
        }
        let before = voice.solver.trail().len();
        if !cycle::propagate(circuit, holds, &mut voice) {
            return false;
        }
        if *only_checks || voice.solver.trail().len() > before {
            return true;
        }
        if !connected::propagate(circuit, holds, blocks, &mut voice) {
            return false;
        }
        let Some(section) = section.filter(|_| voice.solver.is_true(circuit.one_start)) else { return true };
        let Some(ends) = ends(circuit, holds, section, voice.solver) else { return true };
        if !ends_are_inside(section, &ends, &mut voice) {
            return false;
        }
        if let Some(embedding) = embedding {
            if !walk.propagate(circuit, section, embedding, &ends, &mut voice) {
                return false;
            }
            if voice.solver.trail().len() > before {
                return true;
            }
        }
        let Some(stop) = ends.stop else { return true };
        if !sections::propagate(circuit, section, &ends, stop, blocks, &mut voice) {
            return false;
        }
        if voice.solver.trail().len() > before {
            return true;
        }
        match budget {
            Some(budget) => length.propagate(circuit, section, &ends, stop, budget, &mut voice),
            None => true,
        }
    }

    /// Appends the true literals that something was implied from.
    pub fn explain(&self, id: u32, reason: &mut Vec<Lit>) {
        self.reasons.explain(id, reason);
    }

    /// The trail has been cut to `keep` literals.
    pub fn jumped_back(&mut self, keep: usize) {
        self.reasons.jumped_back(keep);
    }
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
fn at_most_one(literals: &[Option<Lit>], at_most_one: Lit, voice: &mut Voice<'_>) -> bool {
    let present = || literals.iter().flatten().copied();
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

fn ends(circuit: &Description, holds: Lit, section: &Section, solver: &Solver) -> Option<Ends> {
    let find = |literals: &[Option<Lit>]| {
        (0..)
            .zip(literals)
            .find_map(|(node, lit)| lit.filter(|&lit| solver.is_true(lit)).map(|lit| (node, lit)))
    };
    let (start, why) = find(&circuit.starts)?;
    let mut why_start = vec![holds, circuit.one_start, why];
    why_start.dedup();
    let mut why_both = why_start.clone();
    let stop = find(&section.stops).filter(|_| solver.is_true(section.one_stop)).map(|(stop, why)| {
        why_both.extend([section.one_stop, why]);
        stop
    });
    Some(Ends { start, stop: stop.filter(|&stop| stop != start), why_start, why_both })
}
