//! What a snake is worth when it has just eaten: how many steps the next apples will take, told at a glance.
//!
//! The weights are learnt: a regression of the steps to the next three apples on what can be seen of a snake, over 240,000 snakes of
//! games that `splice` plays at 8×8, 10×10 and 12×12, with a level and a slope of its own for each board. Each tenth of the game has
//! weights of its own, for what matters changes:
//!
//! ```text
//! up to two thirds full    how far the free cells are, when the head may wait for its tail
//! from a tenth on          walls: cells side by side that come free long after each other, for the border of what is free runs
//!                          between them, by and by; counted up to an eighth of the board, a third, and all of the snake
//! from a third on          sides of free cells with no free cell behind them, and free cells beside the tail, which are good
//! ```
//!
//! Distances are in steps, and a wall that stays is a wall whatever the board, so that the same weights do for all of them.

use hamadryad_grid::{Board, Mender};

/// No step.
const NEVER: u32 = u32::MAX;

/// What is seen of a snake.
const SIGHTS: usize = 12;

/// By how full the board is, from a twentieth on by tenths, the steps for each: a side of a free cell with no free cell behind it; a
/// free cell beside the tail; one beside the head; the variance of the places of free cells, as a part of the board's side; a step of
/// their mean distance; a free cell with at most one beside it; walls up to an eighth of the board's cells, up to a third, and all;
/// a free cell in no square of four; one on the border; a bend of the snake.
const WEIGHTS: [[f32; SIGHTS]; 10] = [
    [-0.05, 0.15, 0.14, 1.13, 1.09, 0.11, -0.35, 1.80, -0.14, 0.01, 0.10, 0.06],
    [-0.04, 0.22, 0.04, 0.77, 0.92, 0.53, -0.76, 2.60, -0.09, -0.07, 0.11, 0.15],
    [-0.01, 0.25, 0.06, 0.20, 0.78, 0.76, -0.57, 1.02, 0.54, -0.27, 0.26, 0.11],
    [0.06, 0.07, 0.62, -1.87, 0.82, 0.60, -0.44, 0.63, 0.63, -0.43, 0.37, 0.10],
    [0.13, -0.10, 0.36, -0.03, 0.54, 0.63, -0.22, 0.13, 0.94, -0.50, 0.35, 0.12],
    [0.12, -0.09, 0.17, -0.44, 0.30, 0.39, -0.15, 0.55, 0.49, -0.38, 0.35, 0.13],
    [0.27, -0.32, -0.11, -0.55, 0.07, 0.46, 0.00, 0.47, 0.28, -0.37, 0.31, 0.15],
    [0.33, -0.41, -0.20, 1.41, 0.03, 0.61, 0.30, 0.08, 0.25, -0.46, 0.19, 0.14],
    [0.52, -0.63, -0.33, 0.84, 0.00, 0.47, 0.15, -0.10, 0.25, -0.47, 0.11, 0.05],
    [0.53, -0.23, -0.09, 0.06, 0.00, 0.10, 0.02, -0.03, 0.05, -0.34, 0.03, -0.00],
];

/// By the same: what it costs to end on no cycle.
const NO_CYCLE: [f32; 10] = [0.0, 0.0, 0.0, 0.3, 0.4, 0.5, 0.6, 0.6, 0.8, 0.8];

/// From this tenth on distances do not count.
const LAST_DISTANCE: usize = 8;

/// Estimates, with the memory that they take.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// By cell: its row and column.
    places: Vec<(f32, f32)>,
    /// By cell: whether it is on the border.
    is_border: Vec<bool>,
    cols: usize,
    /// By cell: the first step that may lead there; 0 for a free cell.
    opens: Vec<u32>,
    /// By cell: whether it is one of four free ones in a square.
    is_roomy: Vec<bool>,
    /// By cell: the first step that does.
    comes: Vec<u32>,
    /// By step: the cells that are come to then.
    steps: Vec<Vec<u32>>,
}

impl Worth {
    pub(super) fn new(board: Board) -> Self {
        let cells = board.len();
        Self {
            places: board.cells().map(|cell| (f32::from(cell.row), f32::from(cell.col))).collect(),
            is_border: board.cells().map(|cell| board.neighbours(cell).count() < 4).collect(),
            cols: board.cols().into(),
            opens: vec![0; cells],
            is_roomy: vec![false; cells],
            comes: vec![NEVER; cells],
            steps: vec![Vec::new(); 2 * cells + 4],
        }
    }

    /// The steps to the next apples, up to what is the same for all snakes of a length, for a snake from its tail to its head.
    pub(super) fn of(&mut self, grid: &Mender, body: &[u32]) -> f32 {
        let cells = self.opens.len();
        if body.len() >= cells {
            return 0.0;
        }
        let (tenth, part) = tenth(body.len(), cells);
        let sights = self.look(grid, body, tenth < LAST_DISTANCE);
        let weigh = |weights: &[f32; SIGHTS]| -> f32 {
            weights.iter().zip(&sights).map(|(weight, sight)| weight * sight).sum()
        };
        (1.0 - part) * weigh(&WEIGHTS[tenth]) + part * weigh(&WEIGHTS[tenth + 1])
    }

    /// What it costs a snake of this length to lie on no cycle.
    pub(super) fn without_cycle(&self, length: usize) -> f32 {
        let (tenth, part) = tenth(length, self.opens.len());
        (1.0 - part) * NO_CYCLE[tenth] + part * NO_CYCLE[tenth + 1]
    }

    /// All that is seen, in the order of the weights.
    fn look(&mut self, grid: &Mender, body: &[u32], looks_far: bool) -> [f32; SIGHTS] {
        let cells = self.opens.len();
        self.opens.fill(0);
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
        self.find_room();
        let free = (cells - body.len()) as f32;
        let [mut sides, mut dead_ends, mut narrow, mut border] = [0; 4];
        let [mut x, mut y, mut square] = [0.0; 3];
        let horizons = [cells as u32 / 8, cells as u32 / 3, NEVER].map(|horizon| horizon.max(1));
        let mut walls = [0; 3];
        for (cell, &(row, col)) in self.places.iter().enumerate() {
            // To the right, and below.
            for near in [1, 2].into_iter().filter_map(|side| grid.beside(cell as u32, side)) {
                let apart = self.opens[cell].abs_diff(self.opens[near as usize]);
                walls.iter_mut().zip(horizons).for_each(|(wall, horizon)| *wall += apart.min(horizon));
            }
            if self.opens[cell] == 0 {
                let beside = self.free_beside(grid, cell);
                sides += 4 - beside;
                dead_ends += usize::from(beside <= 1);
                narrow += usize::from(!self.is_roomy[cell]);
                border += usize::from(self.is_border[cell]);
                x += row;
                y += col;
                square += row * row + col * col;
            }
        }
        let variance = square / free - (x / free).powi(2) - (y / free).powi(2);
        let head = body[body.len() - 1] as usize;
        let bends = body.windows(3).filter(|cells| cells[0] + cells[2] != 2 * cells[1]).count();
        [
            sides as f32,
            self.free_beside(grid, body[0] as usize) as f32,
            self.free_beside(grid, head) as f32,
            variance / (cells as f32).sqrt(),
            if looks_far { self.distance(grid, head, cells - body.len()) } else { 0.0 },
            dead_ends as f32,
            walls[0] as f32 / horizons[0] as f32,
            walls[1] as f32 / horizons[1] as f32,
            walls[2] as f32 / body.len() as f32,
            narrow as f32,
            border as f32,
            bends as f32,
        ]
    }

    /// Finds the free cells that are one of four in a square.
    fn find_room(&mut self) {
        self.is_roomy.fill(false);
        let cols = self.cols;
        for (cell, &(_, col)) in self.places.iter().enumerate().take(self.opens.len() - cols) {
            let square = [cell, cell + 1, cell + cols, cell + cols + 1];
            if col as usize + 1 < cols && square.iter().all(|&cell| self.opens[cell] == 0) {
                square.iter().for_each(|&cell| self.is_roomy[cell] = true);
            }
        }
    }

    fn free_beside(&self, grid: &Mender, cell: usize) -> usize {
        grid.near(cell).filter(|&near| self.opens[near] == 0).count()
    }

    /// The mean distance of the free cells, so many, if the head could wait two steps at a time.
    fn distance(&mut self, grid: &Mender, head: usize, free: usize) -> f32 {
        self.comes.fill(NEVER);
        self.comes[head] = 0;
        self.steps[0].push(head as u32);
        let (mut left, mut sum, mut last) = (free, 0, 0);
        for step in 0..self.steps.len() {
            if left == 0 {
                break;
            }
            let mut here = std::mem::take(&mut self.steps[step]);
            for cell in here.drain(..).map(|cell| cell as usize) {
                if self.comes[cell] != step as u32 {
                    continue;
                }
                if self.opens[cell] == 0 {
                    left -= 1;
                    sum += step;
                }
                for to in grid.near(cell) {
                    let next = step as u32 + 1;
                    // Two steps more or none: the chessboard.
                    let at = next.max(self.opens[to] + (self.opens[to].wrapping_sub(next) & 1));
                    if at < self.comes[to] && (at as usize) < self.steps.len() {
                        self.comes[to] = at;
                        self.steps[at as usize].push(to as u32);
                        last = last.max(at as usize);
                    }
                }
            }
            self.steps[step] = here;
        }
        self.steps[..=last].iter_mut().for_each(Vec::clear);
        (sum + left * self.steps.len()) as f32 / free as f32
    }
}

/// The tenth of the game whose weights come before, and how much those of the next count.
fn tenth(length: usize, cells: usize) -> (usize, f32) {
    let place = (10.0 * length as f32 / cells as f32 - 0.5).clamp(0.0, 9.0);
    let tenth = (place as usize).min(8);
    (tenth, place - tenth as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::Cycle;

    /// By hand: from a corner of an empty board all cells are as far as they lie; and behind a wall of snake, as long as it takes.
    #[test]
    fn distances_are_those_of_a_head_that_waits() {
        let board = Board::new(4, 4).expect("an even board");
        let (grid, mut worth) = (Mender::new(board), Worth::new(board));
        worth.of(&grid, &[0]);
        assert_eq!(worth.distance(&grid, 0, 15), 48.0 / 15.0);
        // Three rows of the comb are taken; the head is beside the fourth.
        let comb = Cycle::comb(board);
        let body: Vec<u32> = comb.cells()[..10].iter().map(|&cell| board.index(cell) as u32).collect();
        worth.of(&grid, &body);
        let head = body[9] as usize;
        let distance = worth.distance(&grid, head, 6);
        assert!((1.0..16.0).contains(&distance), "{distance}");
        // Nothing is left over for the next time.
        assert!(worth.steps.iter().all(Vec::is_empty));
        assert_eq!(worth.of(&grid, &body), worth.of(&grid, &body));
    }
}
