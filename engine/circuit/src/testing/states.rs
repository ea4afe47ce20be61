//! Small partial states, for comparing a rule with its naive version.
//!
//! The start and the stop are known; some edges, nodes and arcs have values, taken from a model or at random.
//! All of them are assumptions, so that nothing is true at level 0. There are no clauses, so a state may be
//! contradictory.

use crate::context::{Context, Handles, Inference, Reasons};
use crate::description::{Budget, Description, Section};
use crate::embedding::Embedding;
use crate::faces::{Face, walk};
use crate::graph::{Dart, Graph, Node};
use crate::rule::{Ends, Rule, Situation};
use crate::testing::models::{Instance, Literals};
use crate::values::Values;
use hamadryad_random::Random;
use hamadryad_sat::{Lit, Solver, Theory};
use std::collections::BTreeSet;

/// The result of propagating a rule to its fixpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Conflict,
    Implies(BTreeSet<Lit>),
}

impl Outcome {
    /// Counts conflicts and implied literals.
    pub(crate) fn count(&self, conflicts: &mut usize, implications: &mut usize) {
        match self {
            Outcome::Conflict => *conflicts += 1,
            Outcome::Implies(literals) => *implications += literals.len(),
        }
    }
}

/// Ends the search once all assumptions are true.
struct Still;

impl Theory for Still {
    fn knows_the_rest(&mut self, _: &Solver) -> bool {
        true
    }
}

/// A partial assignment of a small instance.
pub(crate) struct State {
    pub(crate) literals: Literals,
    pub(crate) instance: Instance,
    pub(crate) start: Node,
    pub(crate) stop: Node,
    pub(crate) solver: Solver,
    /// For the rules on planar graphs: `None` until [`State::draw`].
    pub(crate) embedding: Option<Embedding>,
    pub(crate) budget: Option<Box<dyn Budget>>,
}

impl State {
    pub(crate) fn random(random: &mut Random) -> State {
        State::random_on(random, &[(2, 3), (2, 4), (3, 3), (3, 4)])
    }

    /// On part of a grid of one of these sizes.
    pub(crate) fn random_on(random: &mut Random, sizes: &[(u32, u32)]) -> State {
        let mut instance = Instance::random(random, sizes);
        instance.closed.clear();
        let mut solver = Solver::new();
        let literals = instance.literals(&mut solver);
        let tours = instance.tours(40).unwrap_or_default();
        let (edges, inside) = (&literals.description.edges, &literals.section().inside);
        let start = random.below(instance.nodes as u64) as usize;
        let place = 1 + random.below(instance.nodes as u64 - 1) as usize;
        let (start, stop) = (Node::new(start), Node::new((start + place) % instance.nodes));
        let mut known = Vec::new();
        let (some, others) =
            ([10, 30, 60, 90][random.below(4) as usize], [0, 10, 30][random.below(3) as usize]);
        let stop = if let Some(tour) = random.pick(&tours).filter(|_| some > 10) {
            let mut model = literals.of_tour(tour);
            model.extend(literals.of_section(tour, start, place + 1));
            let is_fact = |lit: &Lit| {
                edges.contains(&Lit::var(*lit).positive()) || inside.contains(&lit.var().positive())
            };
            known.extend(model.iter().copied().filter(|lit| is_fact(lit) && random.percent(some)));
            for dart in literals.description.graph.darts() {
                let arc = literals.description.arc(dart).expect("no dart is closed");
                if model.contains(&arc) && random.percent(some / 2) {
                    known.extend([arc, edges[dart.edge().index()]]);
                }
            }
            let from = tour.order.iter().position(|&node| node == start).expect("all nodes are there");
            tour.order[(from + place) % instance.nodes]
        } else {
            for &lit in edges.iter().chain(inside) {
                if random.percent(some) {
                    known.push(if random.percent(60) { lit } else { !lit });
                }
            }
            stop
        };
        let mut first: Vec<Lit> = vec![literals.description.one_start, literals.section().one_stop];
        for (ends, end) in [(&literals.description.starts, start), (&literals.section().stops, stop)] {
            let ends = (0..).zip(ends.iter().flatten());
            first.extend(ends.map(|(node, &lit)| if node == end.index() { lit } else { !lit }));
            first.push(inside[end.index()]);
        }
        if tours.is_empty() || some == 10 {
            first.extend(random_arcs(random, &literals, [start, stop]));
        }
        known.splice(0..0, first);
        known.extend(edges.iter().filter(|_| random.percent(others)).map(|&lit| !lit));
        let mut assumed = BTreeSet::new();
        known.retain(|&lit| !assumed.contains(&!lit) && assumed.insert(lit));
        State::new(literals, instance, [start, stop], solver, &known)
    }

    /// A grid with some true literals; the section leads from the first node to the last.
    pub(crate) fn of_grid(rows: u32, cols: u32, known: impl Fn(&Literals) -> Vec<Lit>) -> State {
        State::of(Instance::grid(rows, cols), known)
    }

    /// An instance with some true literals; the section leads from the first node to the last.
    pub(crate) fn of(instance: Instance, known: impl Fn(&Literals) -> Vec<Lit>) -> State {
        let mut solver = Solver::new();
        let literals = instance.literals(&mut solver);
        let known = known(&literals);
        let ends = [0, instance.nodes - 1].map(Node::new);
        State::new(literals, instance, ends, solver, &known)
    }

    fn new(
        literals: Literals,
        instance: Instance,
        [start, stop]: [Node; 2],
        solver: Solver,
        known: &[Lit],
    ) -> State {
        let mut state = State { literals, instance, start, stop, solver, embedding: None, budget: None };
        state.assume(known);
        state
    }

    /// Draws the graph, if it is planar and biconnected.
    pub(crate) fn draw(&mut self) {
        self.embedding = Embedding::of(self.graph());
    }

    /// Makes these literals true, and no others.
    pub(crate) fn assume(&mut self, known: &[Lit]) {
        self.solver.assume(&mut Still, known);
        assert_eq!(
            self.solver.search(&mut Still, &|| false),
            hamadryad_sat::Outcome::Model,
            "without clauses there is no conflict"
        );
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.literals.description.graph
    }

    pub(crate) fn section(&self) -> &Section {
        self.literals.section()
    }

    pub(crate) fn ends(&self) -> Ends {
        let why_start = vec![self.literals.description.one_start];
        let why_both = vec![self.literals.description.one_start, self.section().one_stop];
        Ends { start: self.start, stop: Some(self.stop), why_start, why_both }
    }

    pub(crate) fn values(&self) -> Values {
        let mut values = Values::new(&self.literals.description);
        values.update(&self.solver);
        values
    }

    /// Propagates a rule to its fixpoint. With the reason of the conflict, if it ends in a conflict.
    pub(crate) fn propagate(&self, rule: &mut dyn Rule) -> (Outcome, Vec<Lit>) {
        let (outcome, inferences) = self.inferences(rule);
        let reason = match (&outcome, inferences.into_iter().next_back()) {
            (Outcome::Conflict, Some(conflict)) => conflict.reason,
            _ => Vec::new(),
        };
        (outcome, reason)
    }

    /// The same, with all inferences.
    pub(crate) fn inferences(&self, rule: &mut dyn Rule) -> (Outcome, Vec<Inference>) {
        let circuit = &self.literals.description;
        let (mut solver, mut values, mut reasons) = (self.solver.clone(), self.values(), Reasons::default());
        let mut faces = <[Face; 2]>::default();
        let before = solver.trail().len();
        loop {
            values.update(&solver);
            let embedding = self.embedding.as_ref();
            let into = circuit.arc_into(self.start, &solver).map(|(into, _)| into);
            let into = into.filter(|into| values.is_possible(into.edge()));
            if let Some((embedding, into)) = embedding.zip(into) {
                walk(&mut faces, circuit, &values, embedding, into);
            }
            let length = solver.trail().len();
            let mut context = Context::new(&mut solver, &mut reasons, Handles { first: 0, step: 1 });
            context.rule = rule.name();
            let mut now = Situation {
                circuit,
                values: &mut values,
                embedding,
                faces: &mut faces,
                ends: Some(self.ends()),
                budget: self.budget.as_deref(),
            };
            let outcome = rule.propagate(&mut now, &mut context);
            // Every inference depends on the literal that the edges are a circuit.
            assert!(reasons.log.iter().all(|inference| inference.reason.contains(&circuit.one_start)));
            if outcome.is_err() {
                assert!(!reasons.log.is_empty(), "a conflict has a reason");
                return (Outcome::Conflict, reasons.log);
            }
            if solver.trail().len() == length {
                let implied = solver.trail()[before..].iter().copied().collect();
                return (Outcome::Implies(implied), reasons.log);
            }
        }
    }

    /// The outcome that makes the literals of these values true.
    pub(crate) fn implies(&self, edges: &[i8], inside: &[i8]) -> Outcome {
        let literals = self.literals.description.edges.iter().chain(&self.section().inside);
        let values = literals.zip(edges.iter().chain(inside)).filter(|&(_, &value)| value != 0);
        let lits = values.map(|(&lit, &value)| if value > 0 { lit } else { !lit });
        Outcome::Implies(lits.filter(|&lit| self.solver.is_free(lit)).collect())
    }
}

/// Random arcs into both ends and out of them, compatible with each other.
fn random_arcs(random: &mut Random, literals: &Literals, ends: [Node; 2]) -> Vec<Lit> {
    let Description { graph, edges, arcs, .. } = &literals.description;
    let mut known = Vec::new();
    let mut used: Vec<Dart> = Vec::new();
    for (end, is_into) in ends.into_iter().flat_map(|end| [(end, false), (end, true)]) {
        let touches = |dart: Dart| {
            let ends = [graph.tail(dart), graph.head(dart)];
            used.iter().any(|&other| {
                other.edge() == dart.edge() || graph.tail(other) == ends[0] || graph.head(other) == ends[1]
            })
        };
        let all = graph.leaving(end).iter().map(|&dart| if is_into { dart.reverse() } else { dart });
        let open: Vec<Dart> = all.filter(|&dart| !touches(dart)).collect();
        if random.percent(50)
            && let Some(&dart) = random.pick(&open)
        {
            used.push(dart);
            known.extend(arcs[dart.index()]);
            known.push(edges[dart.edge().index()]);
        }
    }
    known
}
