//! The rule that the way to the apple visits each cell at a permitted step; it makes the relaxed problem
//! exact.
//!
//! A chain of chosen edges that begins at the head, or ends at the apple, determines the steps of its cells.
//! The edges at its other end must lead to cells that are permitted at the next or the previous step.

use super::steps::Layers;
use hamadryad_circuit::{Dart, Description, Edge, Node};
use hamadryad_grid::{Cell, Direction, Grid};
use hamadryad_sat::{Conflict, Lit, Solver};

pub(super) struct Timed {
    layers: Layers,
    steps: usize,
    grid: Grid,
    /// By node.
    cells: Vec<Cell>,
    /// By number of the cell: whether the cell belongs to the body of the snake without its ends.
    is_body: Vec<bool>,
    head: Node,
    apple: Node,
    /// The edge of the whole snake; a snake of one cell has none.
    body: Option<Edge>,
}

/// The end from which a chain is followed.
#[derive(Clone, Copy)]
enum End {
    Head,
    Apple,
}

impl Timed {
    pub(super) fn new(
        layers: Layers,
        steps: usize,
        grid: Grid,
        cells: &[Cell],
        [head, apple]: [Node; 2],
        body: Option<Dart>,
    ) -> Timed {
        let mut is_body = vec![true; grid.len()];
        cells.iter().for_each(|&cell| is_body[grid.index(cell)] = false);
        let cells = cells.to_vec();
        Timed { layers, steps, grid, cells, is_body, head, apple, body: body.map(Dart::edge) }
    }

    /// The clauses that hold before any search: for cells that the way cannot visit, and for its first and
    /// last step.
    pub(super) fn clauses(&self, circuit: &Description) -> Vec<Vec<Lit>> {
        let inside = inside(circuit);
        let never = |node: &usize| !self.layers.allow_ever(self.grid.index(self.cells[*node]));
        let mut clauses: Vec<Vec<Lit>> =
            (0..inside.len()).filter(never).map(|node| vec![!inside[node]]).collect();
        for end in [End::Head, End::Apple] {
            let node = self.node(end);
            for &dart in circuit.graph.leaving(node) {
                let other = circuit.graph.head(dart);
                if Some(dart.edge()) != self.body && !self.allows(end, 1, other) {
                    clauses.push(vec![!circuit.edge(dart.edge()), !inside[other.index()]]);
                }
            }
        }
        clauses
    }

    /// Whether a way, from the head to the apple, visits each node at a permitted step.
    pub(super) fn fits(&self, way: &[Node]) -> bool {
        way.len() == self.steps + 1
            && way.iter().enumerate().all(|(step, &node)| self.allows(End::Head, step, node))
    }

    /// Propagates the rule; `false` on a conflict.
    pub(super) fn propagate(&self, circuit: &Description, solver: &mut Solver) -> Result<(), Conflict> {
        [End::Head, End::Apple].into_iter().try_for_each(|end| self.follow(end, circuit, solver))
    }

    /// The next edge of the way after its fixed part. The edge that leads to the most walls and cells of the
    /// snake is preferred.
    pub(super) fn decide(&self, circuit: &Description, solver: &Solver) -> Option<Lit> {
        let (graph, inside) = (&circuit.graph, inside(circuit));
        let (mut node, mut came_by) = (self.head, self.body);
        let mut chain = vec![node];
        for distance in 1..=self.steps {
            let darts = graph.leaving(node).iter().filter(|&&dart| Some(dart.edge()) != came_by);
            let chosen = darts.clone().find(|&&dart| {
                let is_outside = solver.is_false(inside[graph.head(dart).index()]);
                solver.is_true(circuit.edge(dart.edge())) && (distance > 1 || !is_outside)
            });
            if let Some(&dart) = chosen {
                node = graph.head(dart);
                came_by = Some(dart.edge());
                chain.push(node);
                if solver.is_free(inside[node.index()]) {
                    return Some(inside[node.index()]);
                }
                continue;
            }
            let is_open = |dart: &&Dart| solver.is_free(circuit.edge(dart.edge()));
            let allowed = darts.filter(|dart| self.allows(End::Head, distance, graph.head(**dart)));
            let best = allowed.filter(is_open).max_by_key(|&&dart| self.closeness(graph.head(dart), &chain));
            return best.map(|&dart| circuit.edge(dart.edge()));
        }
        None
    }

    /// The number of sides of a cell that are walls or cells of the snake after a chain of nodes.
    fn closeness(&self, node: Node, chain: &[Node]) -> usize {
        let is_close = |side: &Direction| {
            let Some(beside) = self.grid.step(self.cells[node.index()], *side) else { return true };
            self.is_body[self.grid.index(beside)]
                || chain.iter().any(|&other| self.cells[other.index()] == beside)
        };
        Direction::ALL.iter().filter(|&side| is_close(side)).count()
    }

    fn node(&self, end: End) -> Node {
        match end {
            End::Head => self.head,
            End::Apple => self.apple,
        }
    }

    /// Whether the way may visit a node at this distance from one of its ends.
    fn allows(&self, end: End, distance: usize, node: Node) -> bool {
        let step = match end {
            End::Head => Some(distance),
            End::Apple => self.steps.checked_sub(distance),
        };
        step.is_some_and(|step| {
            step <= self.steps && self.layers.allow(step, self.grid.index(self.cells[node.index()]))
        })
    }

    fn follow(&self, end: End, circuit: &Description, solver: &mut Solver) -> Result<(), Conflict> {
        let (graph, inside) = (&circuit.graph, inside(circuit));
        let (mut node, mut came_by) = (self.node(end), self.body.filter(|_| matches!(end, End::Head)));
        // The negated edges of the chain: the conflict clause if the chain is impossible.
        let mut otherwise = Vec::new();
        for distance in 1..=self.steps {
            let darts = graph.leaving(node).iter().filter(|&&dart| Some(dart.edge()) != came_by);
            let mut onward = darts.clone().filter(|&&dart| {
                let is_chosen = solver.is_true(circuit.edge(dart.edge()));
                is_chosen && (distance > 1 || solver.is_true(inside[graph.head(dart).index()]))
            });
            if let Some(&dart) = onward.next() {
                node = graph.head(dart);
                came_by = Some(dart.edge());
                otherwise.push(!circuit.edge(dart.edge()));
                if distance == 1 {
                    otherwise.push(!inside[node.index()]);
                }
                if !self.allows(end, distance, node) {
                    return Err(solver.set_conflict(&otherwise));
                }
                continue;
            }
            let is_open = |dart: &&Dart| solver.is_free(circuit.edge(dart.edge()));
            let barred = darts.filter(|dart| !self.allows(end, distance, graph.head(**dart)));
            let barred: Vec<Dart> = barred.filter(is_open).copied().collect();
            // The clauses of the first step were added before the search.
            for dart in barred.into_iter().filter(|_| distance > 1) {
                let edge = circuit.edge(dart.edge());
                let clause = [&otherwise[..], &[!edge]].concat();
                solver.learn(&clause)?;
            }
            break;
        }
        Ok(())
    }
}

/// By node: the literal that states whether the node precedes the apple.
fn inside(circuit: &Description) -> &[Lit] {
    circuit.section.as_ref().map_or(&[], |section| &section.inside)
}
