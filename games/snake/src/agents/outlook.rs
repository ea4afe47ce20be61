//! The steps at which the snake leaves its cells: a cell that is occupied now may be free when the head
//! arrives.

use crate::{Game, Moment, Tail};

/// The snake of a game by numbers of cells, and the step at which it leaves each of them. Reused for every
/// plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlook {
    /// The snake from its tail to its head.
    body: Vec<u32>,
    /// By place in the snake: the number of steps after which the tail has left the cell, without further
    /// apples.
    leaves: Vec<u32>,
    /// By cell: the first step that may enter it.
    opens: Vec<u32>,
    /// Whether the tail pauses at the step that eats.
    grows_at_once: bool,
}

impl Outlook {
    /// Reads the snake of a game.
    pub(super) fn look(&mut self, game: &Game) {
        let board = game.board();
        self.opens.resize(board.len(), 0);
        for cell in self.body.drain(..) {
            self.opens[cell as usize] = 0;
        }
        self.leaves.clear();
        let is_lenient = game.rules().tail == Tail::Lenient && game.length() > 2;
        self.grows_at_once = game.rules().growth.moment == Moment::AtOnce;
        let mut left = 0;
        for cell in game.snake().rev() {
            let index = board.index(cell);
            left += 1 + game.stays(cell);
            self.body.push(index as u32);
            self.leaves.push(left);
            self.opens[index] = if is_lenient { left } else { left + 1 };
        }
    }

    /// The snake, from its tail to its head.
    pub(super) fn body(&self) -> &[u32] {
        &self.body
    }

    /// The cell of the head.
    pub(super) fn head(&self) -> usize {
        *self.body.last().expect("a snake has a head") as usize
    }

    /// The first step that may enter this cell, counted from 1; 0 for a free cell.
    pub(super) fn opens(&self, cell: usize) -> u32 {
        self.opens[cell]
    }

    /// Whether the snake occupies this cell now.
    pub(super) fn is_taken(&self, cell: usize) -> bool {
        self.opens[cell] > 0
    }

    /// The number of cells that the snake has left, first of its body and then of its way, after `steps`
    /// steps of which the last one eats.
    pub(super) fn left_behind(&self, steps: usize) -> usize {
        let moves = if self.grows_at_once { steps.saturating_sub(1) } else { steps };
        let own = self.leaves.partition_point(|&left| left as usize <= moves);
        let spare = moves - self.leaves[..own].last().map_or(0, |&left| left as usize);
        if own < self.body.len() { own } else { own + spare }
    }

    /// The snake from its tail to its head after this way, from the successor of its head to the apple.
    pub(super) fn after<'a>(&'a self, way: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        self.body.iter().chain(way).copied().skip(self.left_behind(way.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Apples, Follower, Growth, Outcome, Rules, Start, agents::Agent};
    use hamadryad_grid::{Board, Cycle};
    use proptest::prelude::*;

    proptest! {
        /// The predicted body of the snake at an apple equals the body of a played game.
        #[test]
        fn the_predicted_body_is_that_of_the_played_game(
            seed: u64,
            cells in 1u16..5,
            delayed: bool,
            grows in 0u32..6,
            moves in 0usize..40,
        ) {
            let board = Board::new(4, 6).expect("an even board");
            let moment = if delayed { Moment::Delayed } else { Moment::AtOnce };
            let rules = Rules { growth: Growth { cells, moment }, tail: Tail::Strict };
            let start = Start { grows, ..Start::corner(board) };
            let mut game = Game::with_rules(board, &start, Apples::from_seed(seed), rules);
            let cycle = Cycle::comb(board);
            let mut follower = Follower::new(cycle.clone(), &game).expect("it starts with one cell");
            for _ in 0..moves {
                let direction = follower.next(&game).expect("a follower has a direction");
                game.step(direction);
            }
            prop_assume!(game.apple().is_some());
            let mut outlook = Outlook::default();
            outlook.look(&game);
            let way: Vec<u32> = cycle
                .between(game.head(), game.apple().expect("it is not over"))
                .skip(1)
                .map(|cell| board.index(cell) as u32)
                .collect();
            let forecast: Vec<u32> = outlook.after(&way).collect();
            loop {
                let direction = follower.next(&game).expect("a follower has a direction");
                if game.step(direction) != Outcome::Moved {
                    break;
                }
            }
            let snake: Vec<u32> = game.snake().rev().map(|cell| board.index(cell) as u32).collect();
            prop_assert_eq!(forecast, snake);
        }
    }
}
