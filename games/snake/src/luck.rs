//! The luck of an apple: how much farther from the head it lies than free cells do in the mean.
//!
//! Most of the variance between games of one player comes from the places of the apples. The luck of the
//! apples depends on the game only through the positions that the player has reached, so that a regression
//! over it removes a part of this variance: `hamadryad lab report` compares players this way.

use crate::Game;
use hamadryad_grid::Cell;

/// The steps to the apple less the mean steps to the free cells. Steps are those of a head that may cross its
/// own way and enters a cell of the snake as soon as the tail has left it. `None` without an apple, or if the
/// head cannot reach it.
pub fn luck(game: &Game) -> Option<f64> {
    let board = game.board();
    let apple = board.index(game.apple()?);
    let distances = distances(game);
    let of_apple = distances[apple]?;
    let free = board.cells().filter(|&cell| !game.is_taken(cell));
    let known: Vec<f64> =
        free.filter_map(|cell| distances[board.index(cell)]).map(|steps| steps as f64).collect();
    Some(of_apple as f64 - known.iter().sum::<f64>() / known.len() as f64)
}

/// By number of the cell: the first step at which the head can reach it.
fn distances(game: &Game) -> Vec<Option<usize>> {
    let board = game.board();
    let mut opens = vec![0; board.len()];
    let mut left = 0;
    for cell in game.snake().rev() {
        left += 1 + game.stays(cell) as usize;
        // Under both rules for the tail; a lenient tail opens one step earlier, for all apples alike.
        opens[board.index(cell)] = left + 1;
    }
    let last = left + board.len() + 2;
    let mut reached: Vec<Vec<Cell>> = vec![Vec::new(); last + 1];
    let mut arrival = vec![None; board.len()];
    arrival[board.index(game.head())] = Some(0);
    reached[0].push(game.head());
    for step in 0..last {
        for cell in std::mem::take(&mut reached[step]) {
            if arrival[board.index(cell)] != Some(step) {
                continue;
            }
            for to in board.neighbours(cell) {
                let (index, next) = (board.index(to), step + 1);
                // By the chessboard colouring, all walks to a cell have the same parity; the head may wait.
                let at = next.max(opens[index] + (opens[index].abs_diff(next) & 1));
                if at <= last && arrival[index].is_none_or(|known| at < known) {
                    arrival[index] = Some(at);
                    reached[at].push(to);
                }
            }
        }
    }
    arrival
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Apples;
    use hamadryad_grid::{Board, Path};

    #[test]
    fn the_luck_of_a_free_board_is_the_distance_less_its_mean() {
        let board = Board::new(4, 4).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1)).with_apple(Cell::new(3, 3)).expect("it is free");
        assert_eq!(luck(&game), Some(6.0 - 48.0 / 15.0));
    }

    /// The luck is zero in the mean over all apples.
    #[test]
    fn the_mean_luck_over_all_places_is_zero() {
        let board = Board::new(4, 4).expect("an even board");
        let cells = ["(1,1)", "(1,2)", "(2,2)", "(3,2)", "(3,1)", "(2,1)"];
        let snake = cells.map(|cell| cell.parse().expect("a cell")).to_vec();
        let snake = Path::new(board.grid(), snake).expect("a path");
        let game = Game::with_snake(board, &snake, Apples::from_seed(1));
        let free = board.cells().filter(|&cell| !game.is_taken(cell));
        let sum: f64 =
            free.map(|apple| luck(&game.clone().with_apple(apple).expect("free")).expect("reachable")).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
    }
}
