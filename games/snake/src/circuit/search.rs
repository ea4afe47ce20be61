//! The search for one position.
//!
//! Variables say for each edge whether it is on the cycle and for each cell whether it lies before the apple.
//! Clauses say that the two ways part at the apple; the rest is the rules'.

use super::graph::Shrunk;
use super::steps::Layers;
use super::timed::Timed;
use hamadryad_circuit::{Budget, Circuit, Dart, Description, Edge, Handles, Node, Section};
use hamadryad_grid::{Board, Cell, Cycle, Grid, Path};
use hamadryad_sat::{Lit, Outcome, Solver, Theory};

/// The search for one position.
pub(super) struct Search {
    pub(super) solver: Solver,
    theory: Bounded,
    shrunk: Shrunk,
    grid: Grid,
    /// By number of nodes: there are at most so many before the apple.
    bounds: Vec<(i64, Lit)>,
}

impl Search {
    /// For a snake before an apple; `known` is a cycle through the snake, to begin with.
    pub(super) fn new(board: Board, snake: &Path, apple: Cell, known: Option<&Cycle>) -> Search {
        let shrunk = Shrunk::new(board, snake, apple);
        let mut solver = Solver::new();
        let graph = &shrunk.graph;
        // One for the truth, and some bounds.
        solver.reserve(graph.num_edges() + graph.num_nodes() + 8);
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let body_edge = shrunk.body.map(Dart::edge);
        let edges: Vec<Lit> = graph
            .edges()
            .map(|edge| if body_edge == Some(edge) { truth } else { solver.new_var().positive() })
            .collect();
        let inside: Vec<Lit> = graph
            .nodes()
            .map(|node| match node {
                _ if node == shrunk.head || node == shrunk.apple => truth,
                _ if node == shrunk.tail => !truth,
                _ => solver.new_var().positive(),
            })
            .collect();
        let is_end = |node: Node| node == shrunk.apple || node == shrunk.head && shrunk.body.is_none();
        let keeps_section = graph
            .edges()
            .map(|edge| body_edge != Some(edge) && !graph.ends(edge).into_iter().any(is_end))
            .collect();
        // Both parts meet at the apple, and at a head that is the tail as well.
        let shared = [Some(shrunk.apple), Some(shrunk.head).filter(|_| shrunk.body.is_none())];
        for node in shared.into_iter().flatten() {
            let around = graph.leaving(node);
            for (i, &one) in around.iter().enumerate() {
                for &other in &around[..i] {
                    let both = [one, other].map(|dart| edges[dart.edge().index()]);
                    let [a, b] = [one, other].map(|dart| graph.head(dart));
                    // The other shared node is of both parts.
                    if shared.contains(&Some(a)) || shared.contains(&Some(b)) {
                        continue;
                    }
                    let (a, b) = (inside[a.index()], inside[b.index()]);
                    solver.add_clause(&[!both[0], !both[1], a, b]);
                    solver.add_clause(&[!both[0], !both[1], !a, !b]);
                }
            }
        }
        let nodes = graph.num_nodes();
        let mut arcs = vec![None; 2 * edges.len()];
        if let Some(body) = shrunk.body {
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
            starts: only(shrunk.head),
            one_start: truth,
            section: Some(Section {
                inside: inside.clone(),
                stops: only(shrunk.apple),
                one_stop: truth,
                costs: vec![1; nodes],
            }),
        };
        let mut circuit = Circuit::with_embedding(description, Some(shrunk.embedding.clone()));
        circuit.enforce(keeps_section);
        let mut is_known: Vec<bool> = circuit.description().edges.iter().map(|&lit| lit == truth).collect();
        for (from, to) in known.into_iter().flat_map(Cycle::arcs) {
            let (from, to) = (shrunk.cells.binary_search(&from), shrunk.cells.binary_search(&to));
            let (Ok(from), Ok(to)) = (from, to) else { continue };
            let (from, to) = (Node::new(from), Node::new(to));
            let dart = graph.leaving(from).iter().find(|&&dart| graph.head(dart) == to);
            if let Some(dart) = dart {
                is_known[dart.edge().index()] = true;
            }
        }
        circuit.guide(is_known.into_iter());
        let ends = [shrunk.head, shrunk.apple];
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
        Search { solver, theory, shrunk, grid: board.grid(), bounds: Vec::new() }
    }

    /// A bound from what follows without any.
    pub(super) fn least(&mut self) -> usize {
        self.solver.propagate_at_root(&mut self.theory);
        let nodes = self.theory.circuit.least_cost(&self.solver);
        usize::try_from(nodes - 1).unwrap_or_default()
    }

    /// Looks for any circuit.
    pub(super) fn any(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        self.theory.bound = None;
        self.theory.found = None;
        self.theory.refused = None;
        self.theory.seen = usize::MAX;
        self.solver.assume(&mut self.theory, &[]);
        self.solver.search(&mut self.theory, stop)
    }

    /// Looks for a circuit with at most so many steps to the apple.
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

    /// The literal for at most so many nodes before the apple: the same one whenever it is asked for, so that
    /// what was learnt of it counts.
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

    /// Looks for a circuit with exactly so many steps to the apple, on each cell when the layers allow it. To
    /// be asked once.
    pub(super) fn exactly(&mut self, steps: usize, layers: Layers, stop: &dyn Fn() -> bool) -> Outcome {
        let Shrunk { cells, head, apple, body, .. } = &self.shrunk;
        let grid = self.grid;
        let timed = Timed::new(layers, steps, grid, cells, [*head, *apple], *body);
        for clause in timed.clauses(self.theory.circuit.description()) {
            self.solver.add_clause(&clause);
        }
        self.theory.timed = Some(timed);
        self.within(steps, stop)
    }

    /// The circuit that was found, for the whole board.
    pub(super) fn cycle(&self, board: Board, snake: &Path) -> Cycle {
        let mut cells = Vec::with_capacity(board.len());
        match &self.theory.found {
            Some(order) => cells.extend(order.iter().map(|&node| self.shrunk.cells[node.index()])),
            None => self.read(&mut cells),
        }
        let body = snake.iter().rev().copied().skip(1);
        cells.extend(body.take(snake.len().saturating_sub(2)));
        Cycle::from_order(board, &cells).expect("a circuit of the graph is one of the board")
    }

    /// Reads the circuit from the values of the literals, from the head on.
    fn read(&self, cells: &mut Vec<Cell>) {
        let Description { graph, edges, .. } = self.theory.circuit.description();
        let (mut node, mut came_by) = (self.shrunk.head, self.theory.body);
        loop {
            cells.push(self.shrunk.cells[node.index()]);
            let goes_on = |&&dart: &&Dart| {
                let is_chosen = self.solver.is_true(edges[dart.edge().index()]);
                let is_first = came_by.is_none();
                let inside = self.theory.inside[graph.head(dart).index()];
                is_chosen && Some(dart.edge()) != came_by && (!is_first || self.solver.is_true(inside))
            };
            let &dart = graph.leaving(node).iter().find(goes_on).expect("each node has two edges");
            came_by = Some(dart.edge());
            node = graph.head(dart);
            if node == self.shrunk.head {
                return;
            }
        }
    }
}

/// A circuit under the bound that is assumed.
struct Bounded {
    circuit: Circuit,
    /// By node: it lies before the apple.
    inside: Vec<Lit>,
    /// The length of the trail when it was looked at last.
    seen: usize,
    /// Nodes in the section, and the literal that says that there are not more.
    bound: Option<(i64, Lit)>,
    /// Where it matters when the way is where.
    timed: Option<Timed>,
    /// The head and the apple.
    ends: [Node; 2],
    /// The edge of the whole snake; a snake of one cell has none.
    body: Option<Edge>,
    /// The circuit, from the head to the apple and on, where it was seen before all was decided.
    found: Option<Vec<Node>>,
    /// How often the 2-factor had changed when it was looked at last.
    refused: Option<u64>,
}

impl Bounded {
    /// Whether a circuit, from the head on, is one that is looked for.
    fn fits(&self, order: &[Node]) -> bool {
        let steps = order.iter().position(|&node| node == self.ends[1]).unwrap_or(order.len());
        let is_in_time = self.timed.as_ref().is_none_or(|timed| timed.fits(&order[..=steps]));
        self.bound.is_none_or(|(nodes, _)| (steps as i64) < nodes) && is_in_time
    }
}

/// A bound on the nodes before the apple.
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
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let trail = solver.trail().len();
        if self.seen == trail {
            return true;
        }
        let inside = &self.inside;
        let budget = self.bound.filter(|&(_, lit)| solver.is_true(lit)).map(|(nodes, bound)| Spare {
            nodes,
            bound,
            inside,
        });
        let budget = budget.as_ref().map(|budget| budget as &dyn Budget);
        let fine = self.circuit.propagate(solver, budget, Handles { first: 0, step: 1 }).is_ok();
        if !fine || solver.trail().len() > trail {
            return fine;
        }
        if let Some(timed) = &self.timed
            && !timed.propagate(self.circuit.description(), solver)
        {
            return false;
        }
        if solver.trail().len() == trail {
            self.seen = trail;
        }
        true
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain(handle, reason);
    }

    fn knows_the_rest(&mut self, _: &Solver) -> bool {
        // The 2-factor has not changed since it was not what is looked for.
        if self.refused.replace(self.circuit.changes()) == Some(self.circuit.changes()) {
            return false;
        }
        let Some(mut order) = self.circuit.candidate(self.ends[0], self.body) else { return false };
        let mut fits = self.fits(&order);
        if !fits && self.body.is_none() {
            // A single cell looks both ways.
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
