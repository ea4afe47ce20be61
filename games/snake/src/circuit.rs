//! The planner that needs no logic program: the Minimal Hamiltonian Snake as a circuit on a graph, solved from below.
//!
//! ```text
//! position ──shrink──▶ graph of the head, the free cells, the tail, and one edge for all of the snake
//!    edges, colours, bounds as variables ──▶ hamadryad-sat with the rules of hamadryad-circuit
//!    assume "at most k steps", k = bound, bound + 2, … ──▶ the first k that works is the best
//! ```
//!
//! A colour is whether a cell lies before the apple. The number of steps is even or odd by the chessboard.

use crate::{Limits, Plan, PlanError, Planner, Position, Work};
use hamadryad_circuit::{Budget, Circuit, Dart, Description, Embedding, Graph, Handles, Node, Section};
use hamadryad_grid::{Board, Cell, Cycle, Direction};
use hamadryad_sat::{Lit, Outcome, Solver, Theory};

/// Finds shortest cycles by reasoning on circuits.
pub struct CircuitPlanner<'a> {
    board: Board,
    limits: Limits<'a>,
    work: Work,
}

impl<'a> CircuitPlanner<'a> {
    /// A planner for a board.
    pub fn new(board: Board, limits: Limits<'a>) -> Self {
        Self { board, limits, work: Work::default() }
    }
}

impl Planner for CircuitPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let Limits { time, clock, stop } = self.limits;
        let begun = clock();
        let is_over = || stop() || time.is_some_and(|limit| clock().saturating_sub(begun) >= limit);
        let mut search = Search::new(self.board, position);
        let ground = clock().saturating_sub(begun);
        let known = position.known.distance(position.head(), position.apple);
        let outcome = search.shortest(known, &is_over);
        let total = clock().saturating_sub(begun);
        let conflicts = search.solver.statistics().conflicts;
        self.work = Work { ground, total, conflicts, ..Work::default() };
        let (cycle, steps) = match outcome {
            Shortest::Stopped => {
                self.work.interrupted = true;
                return Err(PlanError::Interrupted);
            }
            Shortest::Known => (position.known.clone(), known),
            Shortest::Found(steps) => (search.cycle(position), steps),
        };
        (self.work.first, self.work.best) = (Some(total), Some(total));
        self.work.bounds.push(steps);
        Ok(Plan { cycle, steps, proven: true })
    }

    /// The one that is known: no search is needed for any cycle.
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.work = Work::default();
        Ok(position.known.clone())
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}

/// Clockwise.
const AROUND: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// A position as a graph.
struct Shrunk {
    graph: Graph,
    embedding: Embedding,
    /// By node.
    cells: Vec<Cell>,
    /// The edge of the whole snake, from its tail to its head; a snake of one cell has none.
    body: Option<Dart>,
    head: Node,
    tail: Node,
    apple: Node,
}

impl Shrunk {
    fn new(board: Board, position: &Position<'_>) -> Shrunk {
        let grid = board.grid();
        let (head, tail) = (position.head(), position.snake.last_cell());
        let mut is_body = vec![false; grid.len()];
        for &cell in position.snake.iter() {
            is_body[grid.index(cell)] = cell != head && cell != tail;
        }
        let mut node_of = vec![Node::MAX; grid.len()];
        let mut cells = Vec::with_capacity(grid.len());
        for cell in grid.cells().filter(|&cell| !is_body[grid.index(cell)]) {
            node_of[grid.index(cell)] = cells.len() as Node;
            cells.push(cell);
        }
        let mut edges = Vec::with_capacity(2 * cells.len());
        let mut rotations = vec![Vec::with_capacity(4); cells.len()];
        // By cell and direction: the dart that leaves there.
        let mut darts = vec![[Dart::MAX; 4]; grid.len()];
        let has_body = position.snake.len() > 1;
        for &cell in &cells {
            for (direction, opposite) in [(1, 3), (2, 0)] {
                let Some(other) = grid.step(cell, AROUND[direction]) else { continue };
                let ends = [cell, other];
                let joins_ends = has_body && ends.contains(&head) && ends.contains(&tail);
                if is_body[grid.index(other)] || joins_ends {
                    continue;
                }
                let dart = 2 * edges.len() as Dart;
                darts[grid.index(cell)][direction] = dart;
                darts[grid.index(other)][opposite] = dart + 1;
                edges.push((node_of[grid.index(cell)], node_of[grid.index(other)]));
            }
        }
        let body = has_body.then(|| {
            let dart = 2 * edges.len() as Dart;
            edges.push((node_of[grid.index(tail)], node_of[grid.index(head)]));
            let place = |from: Cell, to: Cell| {
                let direction = from.direction_to(to).expect("a snake is a path");
                AROUND.iter().position(|&other| other == direction).expect("there are four")
            };
            let last = position.snake.len() - 1;
            darts[grid.index(tail)][place(tail, position.snake[last - 1])] = dart;
            darts[grid.index(head)][place(head, position.snake[1])] = dart + 1;
            dart
        });
        for (rotation, &cell) in rotations.iter_mut().zip(&cells) {
            rotation.extend(darts[grid.index(cell)].into_iter().filter(|&dart| dart != Dart::MAX));
        }
        let graph = Graph::new(cells.len(), &edges);
        let embedding = Embedding::from_rotations(&graph, rotations.iter());
        let node = |cell: Cell| node_of[grid.index(cell)];
        Shrunk {
            head: node(head),
            tail: node(tail),
            apple: node(position.apple),
            graph,
            embedding,
            cells,
            body,
        }
    }
}

/// How a search ended.
enum Shortest {
    /// With a circuit of so many steps to the apple, in the solver's assignment.
    Found(usize),
    /// No circuit has fewer steps than the one known.
    Known,
    Stopped,
}

/// The search for one position.
struct Search {
    solver: Solver,
    theory: Bounded,
    shrunk: Shrunk,
    edges: Vec<Lit>,
    inside: Vec<Lit>,
}

impl Search {
    fn new(board: Board, position: &Position<'_>) -> Search {
        let shrunk = Shrunk::new(board, position);
        let mut solver = Solver::new();
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let graph = &shrunk.graph;
        let body_edge = shrunk.body.map(|dart| (dart / 2) as usize);
        let edges: Vec<Lit> = (0..graph.edges())
            .map(|edge| if body_edge == Some(edge) { truth } else { solver.new_var().positive() })
            .collect();
        let inside: Vec<Lit> = (0..graph.nodes() as Node)
            .map(|node| match node {
                _ if node == shrunk.head || node == shrunk.apple => truth,
                _ if node == shrunk.tail => !truth,
                _ => solver.new_var().positive(),
            })
            .collect();
        for node in 0..graph.nodes() as Node {
            let around: Vec<Lit> =
                graph.leaving(node).iter().map(|&dart| edges[(dart / 2) as usize]).collect();
            exactly_two(&mut solver, &around);
        }
        for (edge, &lit) in edges.iter().enumerate() {
            let (a, b) = (graph.tail(2 * edge as Dart), graph.head(2 * edge as Dart));
            let is_end = |node: Node| node == shrunk.apple || node == shrunk.head && shrunk.body.is_none();
            if body_edge == Some(edge) || is_end(a) || is_end(b) {
                continue;
            }
            let (a, b) = (inside[a as usize], inside[b as usize]);
            solver.add_clause(&[!lit, !a, b]);
            solver.add_clause(&[!lit, a, !b]);
        }
        // Both parts meet at the apple, and at a head that is the tail as well.
        let shared = [Some(shrunk.apple), Some(shrunk.head).filter(|_| shrunk.body.is_none())];
        for node in shared.into_iter().flatten() {
            let around = graph.leaving(node);
            for (i, &one) in around.iter().enumerate() {
                for &other in &around[..i] {
                    let both = [one, other].map(|dart| edges[(dart / 2) as usize]);
                    let [a, b] = [one, other].map(|dart| graph.head(dart));
                    // The other shared node is of both parts.
                    if shared.contains(&Some(a)) || shared.contains(&Some(b)) {
                        continue;
                    }
                    let (a, b) = (inside[a as usize], inside[b as usize]);
                    solver.add_clause(&[!both[0], !both[1], a, b]);
                    solver.add_clause(&[!both[0], !both[1], !a, !b]);
                }
            }
        }
        let nodes = graph.nodes();
        let mut arcs = vec![None; 2 * edges.len()];
        if let Some(body) = shrunk.body {
            arcs[body as usize] = Some(truth);
        }
        let only = |node: Node| {
            let mut list = vec![None; nodes];
            list[node as usize] = Some(truth);
            list
        };
        let description = Description {
            graph: graph.clone(),
            edges: edges.clone(),
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
        let mut is_known: Vec<bool> = edges.iter().map(|&lit| lit == truth).collect();
        for (from, to) in position.known.arcs() {
            let (from, to) = (shrunk.cells.binary_search(&from), shrunk.cells.binary_search(&to));
            let (Ok(from), Ok(to)) = (from, to) else { continue };
            let dart = graph.leaving(from as Node).iter().find(|&&dart| graph.head(dart) == to as Node);
            if let Some(&dart) = dart {
                is_known[(dart / 2) as usize] = true;
            }
        }
        circuit.guide(is_known.into_iter());
        let theory = Bounded { circuit, inside: inside.clone(), seen: usize::MAX, bound: None };
        Search { solver, theory, shrunk, edges, inside }
    }

    /// Looks for the fewest steps to the apple, from below; `known` steps can be had without a search.
    fn shortest(&mut self, known: usize, stop: &dyn Fn() -> bool) -> Shortest {
        let mut steps = self.least();
        // All ways have an even number of steps, or all an odd one.
        steps += known.abs_diff(steps) % 2;
        while steps < known {
            match self.within(steps, stop) {
                Outcome::Model => return Shortest::Found(steps),
                Outcome::Stopped => return Shortest::Stopped,
                Outcome::Failed | Outcome::Unsatisfiable => steps += 2,
            }
        }
        Shortest::Known
    }

    /// A bound from what follows without any.
    fn least(&mut self) -> usize {
        self.solver.propagate_at_root(&mut self.theory);
        let nodes = self.theory.circuit.least_cost(&self.solver);
        usize::try_from(nodes - 1).unwrap_or_default()
    }

    /// Looks for a circuit with at most so many steps to the apple.
    fn within(&mut self, steps: usize, stop: &dyn Fn() -> bool) -> Outcome {
        self.solver.reset(&mut self.theory);
        let bound = self.solver.new_var().positive();
        self.theory.bound = Some((steps as i64 + 1, bound));
        self.theory.seen = usize::MAX;
        self.solver.assume(&mut self.theory, &[bound]);
        self.solver.search(&mut self.theory, stop)
    }

    /// The circuit that was found, for the whole board.
    fn cycle(&self, position: &Position<'_>) -> Cycle {
        let graph = &self.shrunk.graph;
        let body = self.shrunk.body.map(|dart| dart / 2);
        let mut cells = Vec::with_capacity(position.known.cells().len());
        let (mut node, mut came_by) = (self.shrunk.head, body);
        loop {
            cells.push(self.shrunk.cells[node as usize]);
            let goes_on = |&&dart: &&Dart| {
                let is_chosen = self.solver.is_true(self.edges[(dart / 2) as usize]);
                let is_first = came_by.is_none();
                let inside = self.inside[graph.head(dart) as usize];
                is_chosen && Some(dart / 2) != came_by && (!is_first || self.solver.is_true(inside))
            };
            let &dart = graph.leaving(node).iter().find(goes_on).expect("each node has two edges");
            came_by = Some(dart / 2);
            node = graph.head(dart);
            if node == self.shrunk.tail {
                break;
            }
        }
        let snake = position.snake.iter().rev().copied();
        cells.extend(snake.take(position.snake.len() - 1));
        Cycle::from_order(position.known.board(), &cells).expect("a circuit of the graph is one of the board")
    }
}

/// Clauses for exactly two of these.
fn exactly_two(solver: &mut Solver, literals: &[Lit]) {
    let count = literals.len();
    for mask in 1_u32..1 << count {
        let chosen = || (0..count).filter(|i| mask >> i & 1 == 1).map(|i| literals[i]);
        if mask.count_ones() as usize == count - 1 {
            solver.add_clause(&chosen().collect::<Vec<Lit>>());
        }
        if mask.count_ones() == 3 {
            solver.add_clause(&chosen().map(|lit| !lit).collect::<Vec<Lit>>());
        }
    }
}

/// A circuit under the bound that is assumed.
struct Bounded {
    circuit: Circuit,
    inside: Vec<Lit>,
    /// The length of the trail when it was looked at last.
    seen: usize,
    /// Nodes in the section, and the literal that says that there are not more.
    bound: Option<(i64, Lit)>,
}

impl Theory for Bounded {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let trail = solver.trail().len();
        if self.seen == trail {
            return true;
        }
        let budget = self.bound.filter(|&(_, lit)| solver.is_true(lit)).map(|(bound, lit)| {
            let mut reason: Vec<Lit> =
                self.inside.iter().copied().filter(|&lit| solver.is_true(lit)).collect();
            let spare = bound - reason.len() as i64;
            reason.push(lit);
            Budget { spare, reason }
        });
        let fine = self.circuit.propagate(solver, budget.as_ref(), Handles { first: 0, step: 1 });
        if solver.trail().len() == trail {
            self.seen = trail;
        }
        fine
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain(handle, reason);
    }

    fn undo(&mut self, _: &Solver, keep: usize) {
        self.circuit.jumped_back(keep);
        self.seen = usize::MAX;
    }
}
