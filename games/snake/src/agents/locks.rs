//! What a snake on one-way streets says about sides: which ones are open, which ones are closed.
//!
//! Each step of the snake either left its block, so that the side there is open, or went on round the block past a side,
//! which is closed. There is a cycle of streets through the snake just if the open sides close no circle of blocks and the
//! sides that are not closed join all blocks. A snake of one cell says nothing, so that it always has a cycle: solvers that
//! lock what lies around a short snake by its shape come to dead ends there.

use super::kind::StartError;
use crate::Game;
use hamadryad_grid::{Joined, Streets};

/// What is known of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lock {
    Loose,
    Open,
    Closed,
    /// To be closed, unless there is no tree without it.
    Avoided,
}

/// What is known of each side.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    of_side: Vec<Lock>,
    /// The sides that are not loose.
    set: Vec<u32>,
}

impl Locks {
    /// Nothing is known.
    pub(super) fn new(streets: &Streets) -> Self {
        Self { of_side: vec![Lock::Loose; streets.sides()], set: Vec::new() }
    }

    /// The streets that the snake of a game lies on, and what it says of them.
    pub(super) fn of_start(game: &Game) -> Result<(Streets, Self), StartError> {
        let board = game.board();
        let clockwise = Streets::clockwise(board);
        let reversed = clockwise.reversed();
        for streets in [clockwise, reversed] {
            let mut locks = Self::new(&streets);
            let snake = game.snake().rev().map(|cell| board.index(cell) as u32);
            if locks.add(&streets, snake) && locks.tree(&streets, 0..streets.sides()).is_some() {
                return Ok((streets, locks));
            }
        }
        Err(StartError::OffStreets)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for side in self.set.drain(..) {
            self.of_side[side as usize] = Lock::Loose;
        }
    }

    /// What is known of a side.
    pub(super) fn get(&self, side: usize) -> Lock {
        self.of_side[side]
    }

    /// Learns from a path of cells, each from the one before; `false` if it leaves the streets or contradicts what is known.
    pub(super) fn add(&mut self, streets: &Streets, path: impl Iterator<Item = u32>) -> bool {
        self.learn(streets, path, Lock::Closed)
    }

    /// The same for a path that is wished for: it may be left for a branch that cannot be joined to the tree elsewhere.
    pub(super) fn wish(&mut self, streets: &Streets, path: impl Iterator<Item = u32>) -> bool {
        self.learn(streets, path, Lock::Avoided)
    }

    fn learn(&mut self, streets: &Streets, path: impl Iterator<Item = u32>, if_passed: Lock) -> bool {
        let mut last: Option<usize> = None;
        for cell in path {
            let cell = cell as usize;
            if let Some(from) = last.replace(cell) {
                let lock = match streets.exit(from) {
                    Some(exit) if exit == cell => Lock::Open,
                    _ if streets.turn(from) == cell => if_passed,
                    _ => return false,
                };
                let Some(side) = streets.side(from) else { continue };
                match self.of_side[side] {
                    Lock::Loose => {
                        self.of_side[side] = lock;
                        self.set.push(side as u32);
                    }
                    known if known == lock || (known, lock) == (Lock::Closed, Lock::Avoided) => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// A spanning tree that has the open sides and none of the closed ones, with other sides taken in this order; none if there
    /// is no such tree.
    pub(super) fn tree(&self, streets: &Streets, order: impl Iterator<Item = usize>) -> Option<Vec<bool>> {
        let mut is_open = vec![false; streets.sides()];
        let mut joined = Joined::new(streets.blocks());
        for &side in &self.set {
            if self.of_side[side as usize] == Lock::Open {
                let [one, other] = streets.meets(side as usize);
                if !joined.join(one, other) {
                    return None;
                }
                is_open[side as usize] = true;
            }
        }
        let is_avoided = |&side: &usize| self.of_side[side] == Lock::Avoided;
        let avoided = self.set.iter().map(|&side| side as usize).filter(is_avoided);
        for side in order.filter(|&side| self.of_side[side] == Lock::Loose).chain(avoided) {
            let [one, other] = streets.meets(side);
            is_open[side] |= joined.join(one, other);
        }
        (joined.parts() == 1).then_some(is_open)
    }

    /// The loose sides in the order in which a search that goes deep first comes by them: from these blocks, one after the other,
    /// and then from those that it has not come to.
    pub(super) fn depth_first(&self, streets: &Streets, from: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut is_visited = vec![false; streets.blocks()];
        let mut order = Vec::with_capacity(streets.blocks());
        let mut stack: Vec<(usize, Option<usize>)> = Vec::new();
        for start in from.chain(0..streets.blocks()) {
            stack.push((start, None));
            while let Some((block, came_by)) = stack.pop() {
                if std::mem::replace(&mut is_visited[block], true) {
                    continue;
                }
                order.extend(came_by);
                for side in streets.around(block).filter(|&side| self.get(side) == Lock::Loose) {
                    let next = streets.across(side, block);
                    if !is_visited[next] {
                        stack.push((next, Some(side)));
                    }
                }
            }
        }
        order
    }
}
