//! What a snake is worth when it has just eaten: how many steps the next apple will take, told at a glance.
//!
//! The weights are those of a regression. On 6×6 and 4×8 the value of every snake is known exactly (`hamadryad lab exact` finds
//! such values); of what can be seen at once, four things tell most of it, each at its own time of the game:
//!
//! ```text
//! under a third full   the mean distance of the free cells, when the head may wait for its tail
//! about half full      how widely the free cells are spread
//! from a third on      sides of free cells with no free cell behind them, and free cells beside the tail, which are good
//! ```
//!
//! At 4×6, where ties among shortest ways are worth 1.94 steps of 90.86, distance alone gets 1.08 of them, sides alone 1.16.

use hamadryad_grid::{Board, Mender};

/// No step.
const NEVER: u32 = u32::MAX;

/// Steps for each: a side with no free cell behind it, a free cell beside the tail, one beside the head, and the variance of the
/// places of free cells as a part of what it is on an empty board's side.
const SIDE: f32 = 0.22;
const BESIDE_TAIL: f32 = 0.4;
const BESIDE_HEAD: f32 = 0.1;
const SPREAD: f32 = 4.0;

/// Estimates, with the memory that they take.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// By cell: its row and column.
    places: Vec<(f32, f32)>,
    /// By cell: the first step that may lead there; 0 for a free cell.
    opens: Vec<u32>,
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
            opens: vec![0; cells],
            comes: vec![NEVER; cells],
            steps: vec![Vec::new(); 2 * cells + 4],
        }
    }

    /// The steps to the next apple, up to what is the same for all snakes of a length, for a snake from its tail to its head.
    pub(super) fn of(&mut self, grid: &Mender, body: &[u32]) -> f32 {
        let cells = self.opens.len();
        if body.len() >= cells {
            return 0.0;
        }
        self.opens.fill(0);
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
        let free = (cells - body.len()) as f32;
        let filled = body.len() as f32 / cells as f32;
        let late = ((filled - 0.3) * 4.0).clamp(0.0, 1.0);
        let middle = (1.0 - (filled - 0.45).abs() * 4.0).clamp(0.25, 1.0);
        let early = (1.4 - 2.8 * filled).clamp(0.0, 1.0);
        let mut sides = 0;
        let (mut x, mut y, mut square) = (0.0, 0.0, 0.0);
        for (cell, &(row, col)) in self.places.iter().enumerate() {
            if self.opens[cell] == 0 {
                sides += 4 - self.free_beside(grid, cell);
                x += row;
                y += col;
                square += row * row + col * col;
            }
        }
        let variance = square / free - (x / free).powi(2) - (y / free).powi(2);
        let head = body[body.len() - 1] as usize;
        let mut worth = SPREAD * middle * variance / (cells as f32).sqrt();
        if late > 0.0 {
            let beside_tail = self.free_beside(grid, body[0] as usize) as f32;
            let beside_head = self.free_beside(grid, head) as f32;
            worth += late * (SIDE * sides as f32 - BESIDE_TAIL * beside_tail - BESIDE_HEAD * beside_head);
        }
        if early > 0.0 {
            worth += early * self.distance(grid, head, cells - body.len());
        }
        worth
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
