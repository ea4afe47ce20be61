//! The propagator: an ordered list of rules.
//!
//! The rules come in two groups. *Incremental* rules cost time proportional to the new literals on the trail
//! and run first. *Global* rules traverse the whole graph and run once the incremental rules derive nothing
//! more. As soon as a rule has implied a literal, the call ends, so that the clauses and cheaper rules go
//! first.
//!
//! ```text
//! at_most_one     one_start and one_stop are true exactly if at most one start (stop) is
//! ─ incremental ────────────────────────────────────────────────────────────────────────────────────
//! degree          two edges at each node; the same part at both ends of an edge (off by default)
//! subtour         no circuit closes before it has passed all nodes
//! two_factor      two edges at each node, for all nodes together: a flow
//! ─ global ─────────────────────────────────────────────────────────────────────────────────────────
//! biconnected     no part is attached at a single node                     } with backoff, and only
//! edge_cut        two edges that connect two parts are both on the circuit } until both ends are known
//! section_ends    the start and the stop are inside
//! face_order      the circuit passes the nodes of a face in their order
//! simple_path     the section and the way back: each within its block
//! shortest_path   no path longer than the budget
//! separation      the way back does not cross the section
//! ```
//!
//! Invariant: the state that a rule keeps between calls was derived from the first literals of the trail, as
//! many as it has seen; [`Circuit::backjump`] lowers this number before the trail is cut.

use crate::backoff::Backoff;
use crate::context::{Context, Handles, Reasons};
use crate::description::{Budget, Description};
use crate::embedding::Embedding;
use crate::faces::Face;
use crate::graph::{Edge, Graph, Node};
use crate::rule::{Ends, Rule, Situation};
use crate::rules::{AtMostOne, Biconnected, Degree, EdgeCut, FaceOrder, SectionEnds};
use crate::rules::{Separation, ShortestPath, SimplePath, Subtour, TwoFactor};
use crate::values::Values;
use hamadryad_sat::{Conflict, Lit, Solver};
use std::collections::BTreeSet;

/// All rules. A new one needs a field here and a place in the order below.
#[derive(Clone, Default)]
struct Rules {
    degree: Degree,
    subtour: Subtour,
    two_factor: TwoFactor,
    connectivity: Connectivity,
    section_ends: SectionEnds,
    face_order: FaceOrder,
    simple_path: SimplePath,
    shortest_path: ShortestPath,
    separation: Separation,
}

impl Rules {
    fn incremental(&mut self) -> [&mut dyn Rule; 3] {
        [&mut self.degree, &mut self.subtour, &mut self.two_factor]
    }

    fn global(&mut self) -> [&mut dyn Rule; 5] {
        [
            &mut self.section_ends,
            &mut self.face_order,
            &mut self.simple_path,
            &mut self.shortest_path,
            &mut self.separation,
        ]
    }
}

/// The rules on connectivity of the whole graph. If both ends of the section are known, `simple_path` derives
/// more.
#[derive(Clone, Default)]
struct Connectivity {
    backoff: Backoff,
    biconnected: Biconnected,
    edge_cut: EdgeCut,
}

impl Connectivity {
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let knows_both_ends = now.ends.as_ref().is_some_and(|ends| ends.stop.is_some());
        if knows_both_ends || !self.backoff.is_due() {
            return Ok(());
        }
        let before = context.solver.trail().len();
        let outcome =
            run(&mut self.biconnected, now, context).and_then(|()| run(&mut self.edge_cut, now, context));
        self.backoff.note(outcome.is_err() || context.solver.trail().len() > before);
        outcome
    }
}

fn run(rule: &mut dyn Rule, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
    #[cfg(test)]
    {
        context.rule = rule.name();
    }
    rule.propagate(now, context)
}

/// A propagator for one circuit.
#[derive(Clone)]
pub struct Circuit {
    description: Description,
    embedding: Option<Embedding>,
    reasons: Reasons,
    values: Values,
    faces: [Face; 2],
    /// The possible starts. While the gate of `one_start` is not true, it is unknown where the circuit
    /// begins.
    starts: AtMostOne,
    /// The possible stops, if there is a section.
    stops: Option<AtMostOne>,
    rules: Rules,
    /// Only the rules `degree` and `subtour` run.
    only_checks: bool,
}

impl Circuit {
    /// A propagator with all rules. Draws the graph if it is planar and biconnected.
    pub fn new(description: Description) -> Circuit {
        let embedding = Embedding::of(&description.graph);
        Circuit::with_embedding(description, embedding)
    }

    /// A propagator with all rules, for a graph whose drawing is known.
    pub fn with_embedding(description: Description, embedding: Option<Embedding>) -> Circuit {
        let one_stop = description.section.as_ref().map(|section| section.one_stop);
        Circuit {
            embedding,
            reasons: Reasons::default(),
            values: Values::new(&description),
            faces: <[Face; 2]>::default(),
            starts: AtMostOne::new(description.possible_starts(), description.one_start),
            stops: one_stop.map(|one_stop| AtMostOne::new(description.possible_stops(), one_stop)),
            rules: Rules::default(),
            only_checks: false,
            description,
        }
    }

    /// A propagator for edges that are one circuit wherever the description's `one_start` is true, even if
    /// several starts are true. The literal `at_most_one_start` is made equivalent to "at most one start is
    /// true"; while it is not true, the rules that need the start derive nothing.
    pub fn with_any_starts(description: Description, at_most_one_start: Lit) -> Circuit {
        let starts = AtMostOne::new(description.possible_starts(), at_most_one_start);
        Circuit { starts, ..Circuit::new(description) }
    }

    /// Like [`Circuit::with_any_starts`], but the only rule is `subtour`: no circuit closes early. If each
    /// node has two true edges, this rule alone ensures that they are one circuit.
    pub fn that_only_checks(description: Description, at_most_one_start: Lit) -> Circuit {
        let starts = AtMostOne::new(description.possible_starts(), at_most_one_start);
        Circuit { starts, only_checks: true, ..Circuit::with_embedding(description, None) }
    }

    /// The same propagator, with exponential backoff for the rules on the connectivity of the whole graph.
    #[must_use]
    pub fn with_backoff(mut self) -> Circuit {
        self.rules.connectivity.backoff.enable();
        self
    }

    /// Begins the search for a 2-factor with these edges, and lets the solver decide edges as they are in the
    /// 2-factor.
    pub fn guide(&mut self, edges: impl Iterator<Item = bool>) {
        self.rules.two_factor.guide(edges);
    }

    /// Switches on the rule `degree`, for users that do not add these constraints themselves: each node has
    /// two edges, and the ends of a chosen edge are both inside of the section or both outside, if
    /// `keeps_section` of the edge.
    pub fn enforce(&mut self, keeps_section: Vec<bool>) {
        self.rules.degree = Degree::enforcing(&self.description, keeps_section);
    }

    /// The description that the propagator was made from.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The literals whose values the rules depend on, except those of arcs.
    pub fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        let Description { edges, starts, one_start, section, .. } = &self.description;
        let own = edges.iter().copied().chain(starts.iter().flatten().copied());
        let of_section = section.iter().flat_map(|section| {
            section.inside.iter().chain(section.stops.iter().flatten()).chain([&section.one_stop])
        });
        own.chain([*one_start, self.starts.gate()]).chain(of_section.copied())
    }

    /// Sets the cost of having a node inside of the section, by its literal. If nodes share a literal, the
    /// first of them gets its cost and the others cost nothing.
    pub fn set_costs(&mut self, cost: impl Fn(Lit) -> i64) {
        if let Some(section) = &mut self.description.section {
            let mut paid = BTreeSet::new();
            let inside = section.inside.iter();
            section.costs = inside.map(|&lit| if paid.insert(lit) { cost(lit) } else { 0 }).collect();
        }
    }

    /// Implies literals that follow from the current values. May end early after it has implied a literal: to
    /// be called again until the trail stays the same.
    ///
    /// # Errors
    /// If the values contradict each other: the solver then holds the falsified clause.
    pub fn propagate(
        &mut self,
        solver: &mut Solver,
        budget: Option<&dyn Budget>,
        handles: Handles,
    ) -> Result<(), Conflict> {
        let Circuit { description: circuit, reasons, values, faces, starts, stops, rules, .. } = self;
        let mut context = Context::new(solver, reasons, handles);
        #[cfg(test)]
        {
            context.rule = AtMostOne::NAME;
        }
        starts.propagate(&mut context)?;
        if let Some(stops) = stops {
            stops.propagate(&mut context)?;
        }
        if !context.solver.is_true(circuit.one_start) {
            return Ok(());
        }
        let before = context.solver.trail().len();
        values.update(context.solver);
        let embedding = self.embedding.as_ref();
        let mut now = Situation { circuit, values, embedding, faces, ends: None, budget };
        let active = if self.only_checks { 2 } else { usize::MAX };
        for rule in rules.incremental().into_iter().take(active) {
            run(rule, &mut now, &mut context)?;
            if context.solver.trail().len() > before {
                return Ok(());
            }
        }
        if self.only_checks {
            return Ok(());
        }
        now.ends = find_ends(circuit, starts, stops.as_ref(), context.solver);
        rules.connectivity.propagate(&mut now, &mut context)?;
        if context.solver.trail().len() > before {
            return Ok(());
        }
        for rule in rules.global() {
            run(rule, &mut now, &mut context)?;
            if context.solver.trail().len() > before {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A lower bound on the cost of the section for the values at the last call of [`Circuit::propagate`]:
    /// the cost of the nodes known to be inside, and of a cheapest path from the start to the stop. 0 if
    /// these are unknown.
    pub fn least_cost(&mut self, solver: &Solver) -> i64 {
        let Circuit { description: circuit, values, rules, starts, stops, .. } = self;
        let Some(section) = circuit.section.as_ref().filter(|_| solver.is_true(circuit.one_start)) else {
            return 0;
        };
        let ends = find_ends(circuit, starts, stops.as_ref(), solver);
        let Some(Ends { start, stop: Some(stop), .. }) = ends else { return 0 };
        values.update(solver);
        rules.shortest_path.least_cost(circuit, section, values, [start, stop])
    }

    /// How often the 2-factor of the rule `two_factor` has changed.
    pub fn changes(&self) -> u64 {
        self.rules.two_factor.changes()
    }

    /// All nodes in the order of a circuit, if the 2-factor happens to be a single circuit: from `from` on,
    /// and not along `not_by` first. It is compatible with the values at the last call of
    /// [`Circuit::propagate`].
    pub fn candidate(&self, from: Node, not_by: Option<Edge>) -> Option<Vec<Node>> {
        self.rules.two_factor.as_circuit(&self.description.graph, from, not_by)
    }

    /// Appends the true literals from which a literal was implied. `number` is that of the reason: see
    /// [`Handles`].
    pub fn explain(&self, number: u32, reason: &mut Vec<Lit>) {
        self.reasons.explain(number, reason);
    }

    /// To be called when the trail is about to be cut to its first `keep` literals.
    pub fn backjump(&mut self, solver: &Solver, keep: usize) {
        let one_start = self.description.one_start.var();
        self.reasons.backjump(keep);
        self.values.backjump(solver, keep);
        // Every implication depends on `one_start`. Once it is true again, all are to be derived again.
        let is_undone = solver.trail()[keep..].iter().any(|lit| lit.var() == one_start);
        self.rules.backjump(&self.description.graph, if is_undone { 0 } else { keep });
    }

    /// The inferences since the last call.
    #[cfg(test)]
    pub(crate) fn take_log(&mut self) -> Vec<crate::context::Inference> {
        std::mem::take(&mut self.reasons.log)
    }

    /// Uses the rule `separation` from the first conflict on.
    #[cfg(test)]
    pub(crate) fn separate_at_once(&mut self) {
        self.rules.separation = Separation::at_once();
    }
}

impl Rules {
    fn backjump(&mut self, graph: &Graph, keep: usize) {
        for rule in self.incremental() {
            rule.backjump(graph, keep);
        }
        for rule in self.global() {
            rule.backjump(graph, keep);
        }
    }
}

fn find_ends(
    circuit: &Description,
    starts: &AtMostOne,
    stops: Option<&AtMostOne>,
    solver: &Solver,
) -> Option<Ends> {
    let stops = stops.map_or(&[][..], AtMostOne::literals);
    Ends::find(circuit, starts.gate(), starts.literals(), stops, solver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Section;
    use crate::testing::models::Instance;

    #[test]
    fn a_shared_literal_is_paid_once() {
        let mut instance = Instance::grid(2, 3);
        // From 1 to 2 for certain, without a stop or a start between them: both are inside, or neither is.
        let certain = Edge::new(2).forward();
        instance.certain = Some(certain);
        (instance.starts, instance.stops) = (vec![Node::new(0)], vec![Node::new(5)]);
        let literals = instance.literals(&mut Solver::new());
        let mut circuit = literals.circuit(&instance);
        let [from, to] = instance.graph().ends(certain.edge()).map(Node::index);
        circuit.set_costs(|_| 3);
        let Section { inside, costs, .. } = circuit.description().section.as_ref().expect("there is one");
        assert_eq!(inside[from], inside[to]);
        assert_eq!(costs[from] + costs[to], 3);
    }
}
