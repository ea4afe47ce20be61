//! A position as a graph: the head, the free cells, the tail, and one edge that represents the body of the
//! snake.

use hamadryad_circuit::{Dart, Edge, Embedding, Graph, Node};
use hamadryad_grid::{Board, Cell, Direction, Path};

/// The graph of a position, with its embedding in the plane.
pub(super) struct PositionGraph {
    pub(super) graph: Graph,
    pub(super) embedding: Embedding,
    /// By node.
    pub(super) cells: Vec<Cell>,
    /// The edge of the body, directed from the tail to the head; a snake of one cell has none.
    pub(super) body: Option<Dart>,
    pub(super) head: Node,
    pub(super) tail: Node,
    pub(super) apple: Node,
}

impl PositionGraph {
    pub(super) fn new(board: Board, snake: &Path, apple: Cell) -> PositionGraph {
        let grid = board.grid();
        let (head, tail) = (snake.first_cell(), snake.last_cell());
        let mut is_body = vec![false; grid.len()];
        for &cell in snake.iter() {
            is_body[grid.index(cell)] = cell != head && cell != tail;
        }
        let mut node_of = vec![None; grid.len()];
        let mut cells = Vec::with_capacity(grid.len());
        for cell in grid.cells().filter(|&cell| !is_body[grid.index(cell)]) {
            node_of[grid.index(cell)] = Some(Node::new(cells.len()));
            cells.push(cell);
        }
        let node = |cell: Cell| node_of[grid.index(cell)].expect("the cell is not inside of the body");
        let mut edges = Vec::with_capacity(2 * cells.len());
        let mut rotations = vec![Vec::with_capacity(4); cells.len()];
        // By cell and direction, clockwise: the dart that leaves the cell in that direction.
        let mut darts = vec![[None; 4]; grid.len()];
        let has_body = snake.len() > 1;
        for &cell in &cells {
            for (direction, opposite) in [(1, 3), (2, 0)] {
                let Some(other) = grid.step(cell, Direction::ALL[direction]) else { continue };
                let ends = [cell, other];
                let joins_ends = has_body && ends.contains(&head) && ends.contains(&tail);
                if is_body[grid.index(other)] || joins_ends {
                    continue;
                }
                let [dart, back] = Edge::new(edges.len()).darts();
                darts[grid.index(cell)][direction] = Some(dart);
                darts[grid.index(other)][opposite] = Some(back);
                edges.push((node(cell), node(other)));
            }
        }
        let body = has_body.then(|| {
            let [dart, back] = Edge::new(edges.len()).darts();
            edges.push((node(tail), node(head)));
            let place = |from: Cell, to: Cell| {
                let direction = from.direction_to(to).expect("a snake is a path");
                Direction::ALL.iter().position(|&other| other == direction).expect("there are four")
            };
            let last = snake.len() - 1;
            darts[grid.index(tail)][place(tail, snake[last - 1])] = Some(dart);
            darts[grid.index(head)][place(head, snake[1])] = Some(back);
            dart
        });
        for (rotation, &cell) in rotations.iter_mut().zip(&cells) {
            rotation.extend(darts[grid.index(cell)].into_iter().flatten());
        }
        let graph = Graph::new(cells.len(), &edges);
        let embedding = Embedding::from_rotations(&graph, rotations.iter());
        PositionGraph {
            head: node(head),
            tail: node(tail),
            apple: node(apple),
            graph,
            embedding,
            cells,
            body,
        }
    }
}
