//! Generates boards with a given difficulty.
//!
//! Each quarter of a board of the game has pieces of wall at the edge, and corners of two walls inside. A
//! random board has both, in proportion to its size. The robots stand on random fields, and the target is a
//! field for which a shortest plan has the wanted number of moves.

use super::board::{Board, Robot};
use super::rules::Ricochet;
use super::text::LONGEST_SIDE;
use super::{MOST_MOVES, Rounds};
use crate::chance::Chance;
use hamadryad_grid::{Cell, Direction, Grid};

/// Parameters of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The number of robots.
    pub robots: usize,
    /// The number of moves of a shortest plan.
    pub moves: u32,
    /// Whether the shortest plan must be unique.
    pub unique: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The number of targets that are tried on a board.
const TRIES: u32 = 50;

impl Order {
    /// The reason why no such instance exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
        let most = Robot::ALL.len();
        if [self.rows, self.cols].iter().any(|side| !(3..=LONGEST_SIDE).contains(side)) {
            return Some(format!("the sides of a board are 3 to {LONGEST_SIDE}"));
        }
        if !(1..=most).contains(&self.robots) {
            return Some(format!("a board has 1 to {most} robots"));
        }
        (self.moves > MOST_MOVES).then(|| format!("a plan has at most {MOST_MOVES} moves"))
    }
}

/// Generates an instance. After each board, `go_on` receives the number of boards and decides whether to
/// continue; `None` if it returns `false`.
pub fn generate(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Ricochet> {
    let mut chance = Chance::new(order.seed, "hamadryad ricochet......");
    (1..).take_while(|&boards| boards == 1 || go_on(boards - 1)).find_map(|_| {
        let board = walls(Grid::new(order.rows, order.cols), &mut chance);
        let mut puzzle = place(board, order.robots, &mut chance);
        (0..TRIES).find_map(|_| {
            Rounds::draw_target(&mut puzzle, &mut chance);
            let solution = puzzle.solve(order.moves)?;
            let is_wanted = solution.moves.len() == order.moves as usize;
            (is_wanted && (solution.count == 1 || !order.unique)).then(|| puzzle.clone())
        })
    })
}

/// A random board with robots, determined by its size and seed; the target is arbitrary.
pub fn random_board(rows: u16, cols: u16, robots: usize, seed: u64) -> Ricochet {
    let mut chance = Chance::new(seed, "hamadryad ricochet board");
    let board = walls(Grid::new(rows, cols), &mut chance);
    place(board, robots, &mut chance)
}

/// A board with a corner of two walls for each 15 fields, and two walls at each edge for each 8 fields.
fn walls(grid: Grid, chance: &mut Chance) -> Board {
    let mut board = Board::new(grid);
    let (rows, cols) = (grid.rows(), grid.cols());
    for column in [0, cols - 1] {
        for _ in 0..(rows / 8).max(1) * 2 {
            board.add_wall(Cell::new(chance.index(rows.into()) as u16, column), Direction::Down);
        }
    }
    for row in [0, rows - 1] {
        for _ in 0..(cols / 8).max(1) * 2 {
            board.add_wall(Cell::new(row, chance.index(cols.into()) as u16), Direction::Right);
        }
    }
    for _ in 0..grid.len().div_ceil(15) {
        let cell = grid.cell(chance.index(grid.len()));
        let first = chance.index(4);
        board.add_wall(cell, Direction::ALL[first]);
        board.add_wall(cell, Direction::ALL[(first + 1) % 4]);
    }
    board
}

/// Robots on different random fields; there are fewer robots than fields.
fn place(board: Board, robots: usize, chance: &mut Chance) -> Ricochet {
    let mut cells: Vec<Cell> = board.grid.cells().collect();
    chance.shuffle(&mut cells);
    cells.truncate(robots);
    let target = cells[0];
    Ricochet { board, robots: Robot::ALL[..robots].to_vec(), cells, runner: 0, target }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_instances_meet_their_parameters() {
        for (seed, side, robots, moves, unique) in
            [(1, 6, 3, 3, true), (2, 8, 4, 5, false), (3, 16, 4, 6, true), (4, 5, 1, 0, false)]
        {
            let order = Order { rows: side, cols: side, robots, moves, unique, seed };
            assert_eq!(order.rejection(), None);
            let puzzle = generate(&order, |_| true).expect("an instance");
            let solution = puzzle.solve(MOST_MOVES).expect("a plan");
            assert_eq!((solution.moves.len(), puzzle.robots.len()), (moves as usize, robots));
            assert!(!unique || solution.count == 1);
            assert_eq!(puzzle.check(&puzzle.atoms(&solution.moves)), Ok(solution.moves));
            assert_eq!(generate(&order, |_| true), Some(puzzle.clone()), "the same seed");
            assert_eq!(Ricochet::read(&puzzle.to_string()), Ok(puzzle.clone()));
            assert_eq!(Ricochet::read(&puzzle.drawing()), Ok(puzzle));
        }
    }

    #[test]
    fn impossible_parameters_are_rejected() {
        let order = Order { rows: 4, cols: 4, robots: 1, moves: 10, unique: false, seed: 1 };
        assert!(Order { rows: 2, ..order.clone() }.rejection().is_some());
        assert!(Order { cols: 65, ..order.clone() }.rejection().is_some());
        assert!(Order { robots: 6, ..order.clone() }.rejection().is_some());
        assert!(Order { moves: 11, ..order.clone() }.rejection().is_some());
        assert_eq!(generate(&order, |boards| boards < 3), None);
    }
}
