//! Random snakes for tests.

use hamadryad_grid::{Board, Cell, Direction, Path};
use hamadryad_random::Random;

/// One of these cells.
pub fn one_of(random: &mut Random, choices: &[Cell]) -> Cell {
    choices[random.index(choices.len())]
}

/// A random path of random length.
pub fn any_snake(board: Board, random: &mut Random) -> Path {
    let grid = board.grid();
    let all: Vec<Cell> = grid.cells().collect();
    let mut cells = vec![one_of(random, &all)];
    let longest = grid.index(one_of(random, &all[..board.len() - 1]));
    while cells.len() <= longest {
        let head = cells[cells.len() - 1];
        let next: Vec<Cell> = Direction::ALL.into_iter().filter_map(|side| grid.step(head, side)).collect();
        let free: Vec<Cell> = next.into_iter().filter(|cell| !cells.contains(cell)).collect();
        if free.is_empty() {
            break;
        }
        cells.push(one_of(random, &free));
    }
    Path::new(grid, cells).expect("it goes from neighbour to neighbour")
}
