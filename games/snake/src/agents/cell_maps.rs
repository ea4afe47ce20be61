//! Maps of a position: for each cell, the steps to it, and the worth of eating there.
//!
//! The way to a cell is a shortest one over cells that the tail leaves before the head arrives, as far as a
//! breadth-first search finds it: the head never waits. The worth is that of the
//! [value function](super::value_function), which estimates the steps to the apples after the next one for
//! the snake as it would lie at the end of that way.

use super::outlook::Outlook;
use super::route::trace;
use super::value_function::ValueFunction;
use super::weights::learnt_weights;
use crate::Game;
use hamadryad_grid::CycleRepair;
use std::collections::VecDeque;

/// The steps from the head to each cell, and the ways.
struct Reach {
    outlook: Outlook,
    /// By cell; `None` if no way is found, 0 for the head.
    steps: Vec<Option<u32>>,
    /// By cell: the cell before it on its way.
    before: Vec<u32>,
}

impl Reach {
    fn of(game: &Game) -> Self {
        let board = game.board();
        let grid = CycleRepair::new(board);
        let mut outlook = Outlook::default();
        outlook.look(game);
        let (mut steps, mut before) = (vec![None; board.len()], vec![0; board.len()]);
        let head = outlook.head();
        steps[head] = Some(0);
        let mut ahead = VecDeque::from([(head, 0)]);
        while let Some((cell, made)) = ahead.pop_front() {
            let step = made + 1;
            for to in grid.near(cell).filter(|&to| outlook.opens(to) <= step) {
                if steps[to].is_none() {
                    (steps[to], before[to]) = (Some(step), cell as u32);
                    ahead.push_back((to, step));
                }
            }
        }
        Self { outlook, steps, before }
    }
}

/// The steps from the head to each cell, by number of the cell: `None` for a cell that the search does not
/// reach.
pub fn steps_to_cells(game: &Game) -> Vec<Option<u32>> {
    Reach::of(game).steps
}

/// For each free cell that the head can reach, by number of the cell: an estimate of the steps to the apples
/// after the next one, if the next one lies there; smaller is better. Estimates are comparable within one
/// position only. `None` if the search was stopped.
pub fn worth_of_cells(game: &Game, is_stopped: &dyn Fn() -> bool) -> Option<Vec<Option<f32>>> {
    let reach = Reach::of(game);
    let mut value = ValueFunction::new(game.board(), learnt_weights(game.board().len()));
    let (mut way, mut body) = (Vec::new(), Vec::new());
    let mut worth = vec![None; reach.steps.len()];
    for (cell, worth) in worth.iter_mut().enumerate() {
        if reach.outlook.is_taken(cell) || reach.steps[cell].is_none() {
            continue;
        }
        if is_stopped() {
            return None;
        }
        way.clear();
        trace(&reach.before, reach.outlook.head(), cell, &mut way);
        body.clear();
        body.extend(reach.outlook.after(&way));
        *worth = Some(value.of(&body));
    }
    Some(worth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;
    use crate::{Apples, General, Outcome};
    use hamadryad_grid::{Board, Direction};

    /// Plays the shortest ways to some apples.
    fn game(seed: u64, apples: u64) -> Game {
        let mut game = Game::new(Board::new(6, 6).expect("an even board"), Apples::from_seed(seed));
        let mut agent = General::new(&game);
        while game.statistics().apples < apples {
            let direction = agent.next(&game).expect("a direction");
            assert!(!matches!(game.step(direction), Outcome::Died(_)), "seed {seed}");
        }
        game
    }

    /// The cells that the head reaches in exactly this number of steps, by trying all moves in the rules.
    fn reached_by_rules(game: &Game, steps: u32) -> Vec<usize> {
        let mut games = vec![game.clone()];
        for _ in 0..steps {
            let after = |game: &Game| {
                let after = Direction::ALL.map(|direction| {
                    let mut game = game.clone();
                    let outcome = game.step(direction);
                    (outcome == Outcome::Moved).then_some(game)
                });
                after.into_iter().flatten().collect::<Vec<_>>()
            };
            games = games.iter().flat_map(after).collect();
        }
        let mut cells: Vec<usize> = games.iter().map(|game| game.board().index(game.head())).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    #[test]
    fn steps_agree_with_the_rules() {
        for seed in 1..6 {
            let game = game(seed, 8);
            let apple = game.board().index(game.apple().expect("it is not over"));
            let steps = steps_to_cells(&game);
            for made in 1..5 {
                for cell in reached_by_rules(&game, made) {
                    assert!(steps[cell].is_some_and(|steps| steps <= made), "seed {seed}, cell {cell}");
                }
                let exact = steps.iter().enumerate().filter(|(_, steps)| **steps == Some(made));
                // The rules end a way at the apple.
                let behind_apple = steps[apple].is_some_and(|steps| steps < made);
                let reached = reached_by_rules(&game, made);
                assert!(
                    behind_apple || exact.clone().all(|(cell, _)| cell == apple || reached.contains(&cell)),
                    "seed {seed}, {made} steps"
                );
            }
        }
    }

    #[test]
    fn the_worth_is_that_of_the_snake_at_the_end_of_the_way() {
        let game = game(3, 6);
        let board = game.board();
        let worth = worth_of_cells(&game, &|| false).expect("nobody stops it");
        let steps = steps_to_cells(&game);
        for (cell, worth) in worth.iter().enumerate() {
            let is_free = !game.is_taken(board.cell(cell));
            assert_eq!(worth.is_some(), is_free && steps[cell].is_some(), "cell {cell}");
        }
        // For the apple beside the head, the game itself has the snake after it.
        let beside = board.neighbours(game.head()).find(|&cell| !game.is_taken(cell)).expect("a free cell");
        let mut after = game.clone().with_apple(beside).expect("a free cell");
        after.step(game.head().direction_to(beside).expect("a neighbour"));
        let body: Vec<u32> = after.snake().rev().map(|cell| board.index(cell) as u32).collect();
        let expected = ValueFunction::new(board, learnt_weights(board.len())).of(&body);
        assert_eq!(worth[board.index(beside)], Some(expected));
        assert_eq!(worth_of_cells(&game, &|| true), None);
    }
}
