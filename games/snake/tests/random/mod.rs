//! Random snakes for tests.

use hamadryad_grid::{Board, Cell, Direction, Path};
use hamadryad_snake::Apples;

/// Random numbers, drawn like apples.
pub struct Random {
    apples: Apples,
    drawn: u64,
}

impl Random {
    /// The random numbers of a seed.
    pub fn from_seed(seed: u64) -> Self {
        Self { apples: Apples::from_seed(seed), drawn: 0 }
    }

    /// One of these cells.
    pub fn one_of(&mut self, choices: &[Cell]) -> Cell {
        self.drawn += 1;
        choices[self.apples.rank(self.drawn, choices.len() as u64) as usize]
    }
}

/// A random path of random length.
pub fn any_snake(board: Board, random: &mut Random) -> Path {
    let grid = board.grid();
    let all: Vec<Cell> = grid.cells().collect();
    let mut cells = vec![random.one_of(&all)];
    let longest = grid.index(random.one_of(&all[..board.len() - 1]));
    while cells.len() <= longest {
        let head = cells[cells.len() - 1];
        let next: Vec<Cell> = Direction::ALL.into_iter().filter_map(|side| grid.step(head, side)).collect();
        let free: Vec<Cell> = next.into_iter().filter(|cell| !cells.contains(cell)).collect();
        if free.is_empty() {
            break;
        }
        cells.push(random.one_of(&free));
    }
    Path::new(grid, cells).expect("it goes from neighbour to neighbour")
}
