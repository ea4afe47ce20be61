//! A game of several rounds on one board.
//!
//! The robots of a round start where they stand after the plan of the previous round. Several shortest plans
//! may exist, so the rounds follow the plan of breadth-first search: the rounds of a seed are the same for
//! all players, whichever plans they find.

use super::rules::{Move, Ricochet};
use super::shortest::Solution;
use crate::chance::Chance;

/// The rounds of a game, without end.
#[derive(Clone, Debug)]
pub struct Rounds {
    puzzle: Ricochet,
    chance: Chance,
    most: u32,
}

impl Rounds {
    /// The rounds of a seed, each with a shortest plan of 1 to `most` moves.
    pub fn new(puzzle: Ricochet, seed: u64, most: u32) -> Self {
        Self { puzzle, chance: Chance::new(seed, "hamadryad ricochet round"), most }
    }

    /// Sets a robot and a field at random, of all combinations with the same probability.
    pub(super) fn draw_target(puzzle: &mut Ricochet, chance: &mut Chance) {
        puzzle.runner = chance.index(puzzle.robots.len());
        puzzle.target = puzzle.board.grid.cell(chance.index(puzzle.board.grid.len()));
    }

    /// The next round, with its shortest plans; the robots then move by the first of them. `None` after a
    /// thousand targets that no plan reaches.
    pub fn next_round(&mut self) -> Option<(Ricochet, Solution)> {
        (0..1000).find_map(|_| {
            Self::draw_target(&mut self.puzzle, &mut self.chance);
            let solution = self.puzzle.solve(self.most).filter(|solution| !solution.moves.is_empty())?;
            let round = self.puzzle.clone();
            self.puzzle =
                solution.moves.iter().fold(round.clone(), |puzzle, &made: &Move| puzzle.after(made));
            Some((round, solution))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_board;
    use super::*;

    #[test]
    fn rounds_continue_and_a_seed_determines_them() {
        let board = random_board(8, 8, 3, 1);
        let mut rounds = Rounds::new(board.clone(), 5, 6);
        let mut again = rounds.clone();
        let mut cells = board.cells;
        for _ in 0..20 {
            let (round, solution) = rounds.next_round().expect("a round");
            assert_eq!(again.next_round(), Some((round.clone(), solution.clone())));
            assert_eq!(round.cells, cells);
            assert!((1..=6).contains(&solution.moves.len()));
            let end = solution.moves.iter().fold(round, |puzzle, &made| puzzle.after(made));
            assert!(end.is_solved());
            cells = end.cells;
        }
    }
}
