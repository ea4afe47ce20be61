//! Block constraints: the edges that every spanning tree around a snake must contain, and the edges that it
//! must not contain.
//!
//! Each step of the snake either leaves its block, so the tree contains the edge to the next block, or
//! continues around the block past an edge, which the tree excludes. A spanning tree whose walk runs through
//! the snake exists if and only if the required edges form no cycle of blocks and the edges that are not
//! excluded connect all blocks. A snake of one cell gives no constraint, so it always has a tree: solvers
//! that constrain the blocks around a short snake by its shape run into dead ends.

use super::kind::StartError;
use crate::Game;
use hamadryad_grid::{TreeMoves, UnionFind};

/// Constraint on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeState {
    /// No constraint.
    Free,
    /// Part of every tree around the snake.
    Required,
    /// Part of no tree around the snake.
    Excluded,
    /// Excluded unless every tree contains it.
    Avoided,
}

/// The constraints on all edges.
#[derive(Clone, Debug)]
pub(super) struct BlockConstraints {
    of_edge: Vec<EdgeState>,
    /// The constrained edges.
    constrained: Vec<u32>,
}

impl BlockConstraints {
    /// No constraints.
    pub(super) fn new(moves: &TreeMoves) -> Self {
        Self { of_edge: vec![EdgeState::Free; moves.edges()], constrained: Vec::new() }
    }

    /// The tree moves of the snake of a game, clockwise or reversed, and its constraints.
    pub(super) fn of_start(game: &Game) -> Result<(TreeMoves, Self), StartError> {
        let board = game.board();
        let clockwise = TreeMoves::clockwise(board);
        let reversed = clockwise.reversed();
        for moves in [clockwise, reversed] {
            let mut constraints = Self::new(&moves);
            let snake = game.snake().rev().map(|cell| board.index(cell) as u32);
            if constraints.add(&moves, snake) && constraints.tree(&moves, 0..moves.edges()).is_some() {
                return Ok((moves, constraints));
            }
        }
        Err(StartError::NoTree)
    }

    /// Removes all constraints.
    pub(super) fn clear(&mut self) {
        for edge in self.constrained.drain(..) {
            self.of_edge[edge as usize] = EdgeState::Free;
        }
    }

    /// The constraint on an edge.
    pub(super) fn get(&self, edge: usize) -> EdgeState {
        self.of_edge[edge]
    }

    /// Adds the constraints of a path; `false` if the path makes a step that is no tree move, or contradicts
    /// a constraint.
    pub(super) fn add(&mut self, moves: &TreeMoves, path: impl Iterator<Item = u32>) -> bool {
        self.add_steps(moves, path, EdgeState::Excluded)
    }

    /// Adds the constraints of a preferred path: its walk may leave the path around a branch that no other
    /// edge connects.
    pub(super) fn prefer(&mut self, moves: &TreeMoves, path: impl Iterator<Item = u32>) -> bool {
        self.add_steps(moves, path, EdgeState::Avoided)
    }

    fn add_steps(
        &mut self,
        moves: &TreeMoves,
        path: impl Iterator<Item = u32>,
        if_passed: EdgeState,
    ) -> bool {
        let mut last: Option<usize> = None;
        for cell in path {
            let cell = cell as usize;
            if let Some(from) = last.replace(cell) {
                let state = match moves.exit(from) {
                    Some(exit) if exit == cell => EdgeState::Required,
                    _ if moves.turn(from) == cell => if_passed,
                    _ => return false,
                };
                let Some(edge) = moves.edge(from) else { continue };
                match self.of_edge[edge] {
                    EdgeState::Free => {
                        self.of_edge[edge] = state;
                        self.constrained.push(edge as u32);
                    }
                    known
                        if known == state || (known, state) == (EdgeState::Excluded, EdgeState::Avoided) => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// A spanning tree that satisfies the constraints and selects free edges in this order; `None` if no such
    /// tree exists.
    pub(super) fn tree(&self, moves: &TreeMoves, order: impl Iterator<Item = usize>) -> Option<Vec<bool>> {
        let mut tree = vec![false; moves.edges()];
        let mut classes = UnionFind::new(moves.blocks());
        for &edge in &self.constrained {
            if self.of_edge[edge as usize] == EdgeState::Required {
                let [one, other] = moves.ends(edge as usize);
                if !classes.union(one, other) {
                    return None;
                }
                tree[edge as usize] = true;
            }
        }
        let is_avoided = |&edge: &usize| self.of_edge[edge] == EdgeState::Avoided;
        let avoided = self.constrained.iter().map(|&edge| edge as usize).filter(is_avoided);
        for edge in order.filter(|&edge| self.of_edge[edge] == EdgeState::Free).chain(avoided) {
            let [one, other] = moves.ends(edge);
            tree[edge] |= classes.union(one, other);
        }
        (classes.classes() == 1).then_some(tree)
    }

    /// The free edges in the order of a depth-first search from these blocks, one after the other, and then
    /// from blocks that are still unvisited.
    pub(super) fn depth_first(&self, moves: &TreeMoves, from: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut is_visited = vec![false; moves.blocks()];
        let mut order = Vec::with_capacity(moves.blocks());
        let mut stack: Vec<(usize, Option<usize>)> = Vec::new();
        for start in from.chain(0..moves.blocks()) {
            stack.push((start, None));
            while let Some((block, came_by)) = stack.pop() {
                if std::mem::replace(&mut is_visited[block], true) {
                    continue;
                }
                order.extend(came_by);
                for edge in moves.edges_of(block).filter(|&edge| self.get(edge) == EdgeState::Free) {
                    let next = moves.other_end(edge, block);
                    if !is_visited[next] {
                        stack.push((next, Some(edge)));
                    }
                }
            }
        }
        order
    }
}
