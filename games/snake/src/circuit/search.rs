//! The circuit search for one position.
//!
//! Variables state for each edge whether the circuit contains it, and for each cell whether the cell precedes
//! the apple. Clauses separate the two parts of the circuit at the apple; the propagation rules of
//! `hamadryad-circuit` enforce the rest.

use super::graph::PositionGraph;
use super::steps::Layers;
use super::timed::Timed;
use hamadryad_circuit::{Budget, Circuit, Dart, Description, Edge, Graph, Handles, Node, Section};
use hamadryad_grid::{Board, Cell, Cycle, Grid, Path};
use hamadryad_sat::{Conflict, Lit, Outcome, Solver, Theory};

/// The solver and the propagator for one position.
pub(super) struct Search {
    pub(super) solver: Solver,
    theory: Bounded,
    position: PositionGraph,
    grid: Grid,
    /// Literals for "at most this number of nodes precedes the apple", by number of nodes.
    bounds: Vec<(i64, Lit)>,
}

impl Search {
    /// A search for a snake and an apple; `known` is a cycle through the snake, which guides the first
    /// decisions.
    pub(super) fn new(board: Board, snake: &Path, apple: Cell, known: Option<&Cycle>) -> Search {
        let position = PositionGraph::new(board, snake, apple);
        let mut solver = Solver::new();
        let graph = &position.graph;
        // One variable for the constant true, and some bounds.
        solver.reserve(graph.num_edges() + graph.num_nodes() + 8);
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let body_edge = position.body.map(Dart::edge);
        let edges: Vec<Lit> = graph
            .edges()
            .map(|edge| if body_edge == Some(edge) { truth } else { solver.new_var().positive() })
            .collect();
        let inside: Vec<Lit> = graph
            .nodes()
            .map(|node| match node {
                _ if node == position.head || node == position.apple => truth,
                _ if node == position.tail => !truth,
                _ => solver.new_var().positive(),
            })
            .collect();
        let is_end = |node: Node| node == position.apple || node == position.head && position.body.is_none();
        let keeps_section = graph
            .edges()
            .map(|edge| body_edge != Some(edge) && !graph.ends(edge).into_iter().any(is_end))
            .collect();
        // Both parts meet at the apple, and at the head if it is also the tail.
        let shared = [Some(position.apple), Some(position.head).filter(|_| position.body.is_none())];
        separate_parts(&mut solver, graph, &edges, &inside, shared);
        let nodes = graph.num_nodes();
        let mut arcs = vec![None; 2 * edges.len()];
        if let Some(body) = position.body {
            arcs[body.index()] = Some(truth);
        }
        let only = |node: Node| {
            let mut list = vec![None; nodes];
            list[node.index()] = Some(truth);
            list
        };
        let description = Description {
            graph: graph.clone(),
            edges,
            arcs,
            starts: only(position.head),
            one_start: truth,
            section: Some(Section {
                inside: inside.clone(),
                stops: only(position.apple),
                one_stop: truth,
                costs: vec![1; nodes],
            }),
        };
        let mut circuit = Circuit::with_embedding(description, Some(position.embedding.clone()));
        circuit.enforce(keeps_section);
        let mut is_guide: Vec<bool> = circuit.description().edges.iter().map(|&lit| lit == truth).collect();
        known.into_iter().for_each(|known| mark_edges(&position, known, &mut is_guide));
        circuit.guide(is_guide.into_iter());
        let ends = [position.head, position.apple];
        let theory = Bounded {
            circuit,
            inside,
            seen: usize::MAX,
            bound: None,
            timed: None,
            found: None,
            refused: None,
            ends,
            body: body_edge,
        };
        Search { solver, theory, position, grid: board.grid(), bounds: Vec::new() }
    }

    /// A lower bound from propagation at the root.
    pub(super) fn least(&mut self) -> usize {
        self.solver.propagate_at_root(&mut self.theory);
        let nodes = self.theory.circuit.least_cost(&self.solver);
        usize::try_from(nodes - 1).unwrap_or_default()
    }

    /// Searches for any circuit.
    pub(super) fn any(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        self.theory.bound = None;
        self.theory.found = None;
        self.theory.refused = None;
        self.theory.seen = usize::MAX;
        self.solver.assume(&mut self.theory, &[]);
        self.solver.search(&mut self.theory, stop)
    }

    /// Searches for a circuit with at most this number of steps to the apple.
    pub(super) fn within(&mut self, steps: usize, stop: &dyn Fn() -> bool) -> Outcome {
        self.solver.reset(&mut self.theory);
        let nodes = steps as i64 + 1;
        let bound = self.at_most(nodes);
        self.theory.bound = Some((nodes, bound));
        self.theory.found = None;
        self.theory.refused = None;
        self.theory.seen = usize::MAX;
        self.solver.assume(&mut self.theory, &[bound]);
        self.solver.search(&mut self.theory, stop)
    }

    /// The literal for at most this number of nodes before the apple. The literal is shared by all calls, so
    /// learnt clauses that contain it are reused.
    fn at_most(&mut self, nodes: i64) -> Lit {
        let place = match self.bounds.binary_search_by_key(&nodes, |&(nodes, _)| nodes) {
            Ok(place) => return self.bounds[place].1,
            Err(place) => place,
        };
        let lit = self.solver.new_var().positive();
        if let Some(&(_, looser)) = self.bounds.get(place) {
            self.solver.add_clause(&[!lit, looser]);
        }
        if let Some(&(_, tighter)) = self.bounds[..place].last() {
            self.solver.add_clause(&[!tighter, lit]);
        }
        self.bounds.insert(place, (nodes, lit));
        lit
    }

    /// Searches for a circuit with exactly this number of steps to the apple whose cells respect the layers.
    /// Must be called at most once.
    pub(super) fn exactly(&mut self, steps: usize, layers: Layers, stop: &dyn Fn() -> bool) -> Outcome {
        let PositionGraph { cells, head, apple, body, .. } = &self.position;
        let grid = self.grid;
        let timed = Timed::new(layers, steps, grid, cells, [*head, *apple], *body);
        for clause in timed.clauses(self.theory.circuit.description()) {
            self.solver.add_clause(&clause);
        }
        self.theory.timed = Some(timed);
        self.within(steps, stop)
    }

    /// The circuit that was found, as a cycle of the whole board.
    pub(super) fn cycle(&self, board: Board, snake: &Path) -> Cycle {
        let mut cells = Vec::with_capacity(board.len());
        match &self.theory.found {
            Some(order) => cells.extend(order.iter().map(|&node| self.position.cells[node.index()])),
            None => self.read(&mut cells),
        }
        let body = snake.iter().rev().copied().skip(1);
        cells.extend(body.take(snake.len().saturating_sub(2)));
        Cycle::from_order(board, &cells).expect("a circuit of the graph is one of the board")
    }

    /// Reads the circuit from the values of the literals, starting at the head.
    fn read(&self, cells: &mut Vec<Cell>) {
        let Description { graph, edges, .. } = self.theory.circuit.description();
        let (mut node, mut came_by) = (self.position.head, self.theory.body);
        loop {
            cells.push(self.position.cells[node.index()]);
            let goes_on = |&&dart: &&Dart| {
                let is_chosen = self.solver.is_true(edges[dart.edge().index()]);
                let is_first = came_by.is_none();
                let inside = self.theory.inside[graph.head(dart).index()];
                is_chosen && Some(dart.edge()) != came_by && (!is_first || self.solver.is_true(inside))
            };
            let &dart = graph.leaving(node).iter().find(goes_on).expect("each node has two edges");
            came_by = Some(dart.edge());
            node = graph.head(dart);
            if node == self.position.head {
                return;
            }
        }
    }
}

/// Adds clauses that separate the two parts of the circuit at the shared nodes: of two circuit edges at a
/// shared node, one leads to the part before the apple, and the other to the part after it.
fn separate_parts(
    solver: &mut Solver,
    graph: &Graph,
    edges: &[Lit],
    inside: &[Lit],
    shared: [Option<Node>; 2],
) {
    for node in shared.into_iter().flatten() {
        let around = graph.leaving(node);
        for (i, &one) in around.iter().enumerate() {
            for &other in &around[..i] {
                let both = [one, other].map(|dart| edges[dart.edge().index()]);
                let [a, b] = [one, other].map(|dart| graph.head(dart));
                // The other shared node belongs to both parts.
                if shared.contains(&Some(a)) || shared.contains(&Some(b)) {
                    continue;
                }
                let (a, b) = (inside[a.index()], inside[b.index()]);
                solver.add_clause(&[!both[0], !both[1], a, b]);
                solver.add_clause(&[!both[0], !both[1], !a, !b]);
            }
        }
    }
}

/// Marks the edges of a cycle of the board.
fn mark_edges(position: &PositionGraph, cycle: &Cycle, is_marked: &mut [bool]) {
    let graph = &position.graph;
    for (from, to) in cycle.arcs() {
        let (from, to) = (position.cells.binary_search(&from), position.cells.binary_search(&to));
        let (Ok(from), Ok(to)) = (from, to) else { continue };
        let (from, to) = (Node::new(from), Node::new(to));
        let dart = graph.leaving(from).iter().find(|&&dart| graph.head(dart) == to);
        if let Some(dart) = dart {
            is_marked[dart.edge().index()] = true;
        }
    }
}

/// The theory of the solver: a circuit, within the assumed bound.
struct Bounded {
    circuit: Circuit,
    /// By node: the node precedes the apple.
    inside: Vec<Lit>,
    /// The length of the trail after the last complete propagation.
    seen: usize,
    /// The number of nodes in the section, and the literal that bounds it.
    bound: Option<(i64, Lit)>,
    /// Constraints on the step of each cell, for the relaxed problem.
    timed: Option<Timed>,
    /// The head and the apple.
    ends: [Node; 2],
    /// The edge of the whole snake; a snake of one cell has none.
    body: Option<Edge>,
    /// The circuit from the head over the apple, if it was completed before all variables were assigned.
    found: Option<Vec<Node>>,
    /// The change counter of the 2-factor at the last rejected candidate.
    refused: Option<u64>,
}

impl Bounded {
    /// Whether a circuit, from the head on, satisfies the bound and the step constraints.
    fn fits(&self, order: &[Node]) -> bool {
        let steps = order.iter().position(|&node| node == self.ends[1]).unwrap_or(order.len());
        let is_in_time = self.timed.as_ref().is_none_or(|timed| timed.fits(&order[..=steps]));
        self.bound.is_none_or(|(nodes, _)| (steps as i64) < nodes) && is_in_time
    }
}

/// The remaining number of nodes before the apple.
struct Spare<'a> {
    nodes: i64,
    bound: Lit,
    inside: &'a [Lit],
}

impl Budget for Spare<'_> {
    fn spare(&self, solver: &Solver) -> i64 {
        self.nodes - self.inside.iter().filter(|&&lit| solver.is_true(lit)).count() as i64
    }

    fn reason(&self, solver: &Solver, reason: &mut Vec<Lit>) {
        reason.extend(self.inside.iter().copied().filter(|&lit| solver.is_true(lit)));
        reason.push(self.bound);
    }
}

impl Theory for Bounded {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let trail = solver.trail().len();
        if self.seen == trail {
            return Ok(());
        }
        let inside = &self.inside;
        let budget = self.bound.filter(|&(_, lit)| solver.is_true(lit)).map(|(nodes, bound)| Spare {
            nodes,
            bound,
            inside,
        });
        let budget = budget.as_ref().map(|budget| budget as &dyn Budget);
        self.circuit.propagate(solver, budget, Handles { first: 0, step: 1 })?;
        if solver.trail().len() > trail {
            return Ok(());
        }
        if let Some(timed) = &self.timed {
            timed.propagate(self.circuit.description(), solver)?;
        }
        if solver.trail().len() == trail {
            self.seen = trail;
        }
        Ok(())
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain(handle, reason);
    }

    fn knows_the_rest(&mut self, _: &Solver) -> bool {
        // The 2-factor has not changed since it was rejected.
        if self.refused.replace(self.circuit.changes()) == Some(self.circuit.changes()) {
            return false;
        }
        let Some(mut order) = self.circuit.candidate(self.ends[0], self.body) else { return false };
        let mut fits = self.fits(&order);
        if !fits && self.body.is_none() {
            // A circuit through a snake of one cell can be read in both directions.
            order[1..].reverse();
            fits = self.fits(&order);
        }
        self.found = fits.then_some(order);
        fits
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        self.timed.as_ref()?.decide(self.circuit.description(), solver)
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.backjump(solver, keep);
        self.seen = usize::MAX;
    }
}
