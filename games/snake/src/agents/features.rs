//! Features of a snake: the numbers from which the value function estimates the steps to the next apples.
//!
//! All features are in steps or in numbers of cells, independent of the size of the board, so that one table
//! of weights serves all boards. A *wall* is a pair of neighbouring cells that become free at very different
//! times: the border of the free cells will run between them. [`Feature::ShortWalls`],
//! [`Feature::MiddleWalls`] and [`Feature::LongWalls`] count the difference of these times, up to an eighth
//! of the board, up to a third, and in full.
//!
//! *Invariant:* the order of [`Feature::ALL`] is the order of the columns in `weights/`.

use hamadryad_grid::{Board, CycleRepair};

/// One number that describes a snake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Sides of free cells without a free cell behind them.
    ClosedSides,
    /// Free cells next to the tail.
    FreeAtTail,
    /// Free cells next to the head.
    FreeAtHead,
    /// The variance of the places of the free cells, divided by the side of the board.
    Spread,
    /// The mean number of steps to the free cells, if the head may wait for the tail.
    Distance,
    /// Free cells with at most one free neighbour.
    DeadEnds,
    /// Walls, each at most an eighth of the board's cells, divided by this limit.
    ShortWalls,
    /// Walls, each at most a third of the board's cells, divided by this limit.
    MiddleWalls,
    /// Walls without a limit, divided by the length of the snake.
    LongWalls,
    /// Free cells outside all squares of four free cells.
    NarrowCells,
    /// Free cells on the border.
    BorderCells,
    /// Bends of the snake.
    Bends,
}

impl Feature {
    /// All features, in the order of the weights.
    pub const ALL: [Self; 12] = [
        Self::ClosedSides,
        Self::FreeAtTail,
        Self::FreeAtHead,
        Self::Spread,
        Self::Distance,
        Self::DeadEnds,
        Self::ShortWalls,
        Self::MiddleWalls,
        Self::LongWalls,
        Self::NarrowCells,
        Self::BorderCells,
        Self::Bends,
    ];

    /// The number of features.
    pub const COUNT: usize = Self::ALL.len();
}

/// The value for an unreachable cell.
const NEVER: u32 = u32::MAX;

/// Computes the features of snakes on one board, with reusable memory.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    /// By cell: its row and column.
    places: Vec<(f32, f32)>,
    /// By cell: whether it lies on the border.
    is_border: Vec<bool>,
    cols: usize,
    /// By cell: the first step that may enter it; 0 for a free cell.
    opens: Vec<u32>,
    /// By cell: whether it belongs to a square of four free cells.
    is_roomy: Vec<bool>,
    /// By cell: the step at which the head can reach it.
    arrival: Vec<u32>,
    /// By step: the cells that the head can reach at that step.
    reached: Vec<Vec<u32>>,
}

impl FeatureExtractor {
    /// An extractor for a board.
    pub fn new(board: Board) -> Self {
        let cells = board.len();
        Self {
            places: board.cells().map(|cell| (f32::from(cell.row), f32::from(cell.col))).collect(),
            is_border: board.cells().map(|cell| board.neighbours(cell).count() < 4).collect(),
            cols: board.cols().into(),
            opens: vec![0; cells],
            is_roomy: vec![false; cells],
            arrival: vec![NEVER; cells],
            reached: vec![Vec::new(); 2 * cells + 4],
        }
    }

    /// The number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.opens.len()
    }

    /// The features of a snake, from its tail to its head, by place in [`Feature::ALL`]. The snake must leave
    /// a free cell. Without `with_distance`, [`Feature::Distance`], the most expensive feature, is 0.
    pub fn of(&mut self, grid: &CycleRepair, body: &[u32], with_distance: bool) -> [f32; Feature::COUNT] {
        let cells = self.cells();
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
        let distance = if with_distance { self.distance(grid, head, cells - body.len()) } else { 0.0 };
        let value = |feature| match feature {
            Feature::ClosedSides => sides as f32,
            Feature::FreeAtTail => self.free_beside(grid, body[0] as usize) as f32,
            Feature::FreeAtHead => self.free_beside(grid, head) as f32,
            Feature::Spread => variance / (cells as f32).sqrt(),
            Feature::Distance => distance,
            Feature::DeadEnds => dead_ends as f32,
            Feature::ShortWalls => walls[0] as f32 / horizons[0] as f32,
            Feature::MiddleWalls => walls[1] as f32 / horizons[1] as f32,
            Feature::LongWalls => walls[2] as f32 / body.len() as f32,
            Feature::NarrowCells => narrow as f32,
            Feature::BorderCells => border as f32,
            Feature::Bends => bends as f32,
        };
        Feature::ALL.map(value)
    }

    /// Finds the free cells that belong to a square of four free cells.
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

    fn free_beside(&self, grid: &CycleRepair, cell: usize) -> usize {
        grid.near(cell).filter(|&near| self.opens[near] == 0).count()
    }

    /// The mean number of steps from the head to the `free` free cells, if the head could wait, two steps at
    /// a time.
    fn distance(&mut self, grid: &CycleRepair, head: usize, free: usize) -> f32 {
        self.arrival.fill(NEVER);
        self.arrival[head] = 0;
        self.reached[0].push(head as u32);
        let (mut left, mut sum, mut last) = (free, 0, 0);
        for step in 0..self.reached.len() {
            if left == 0 {
                break;
            }
            let mut here = std::mem::take(&mut self.reached[step]);
            for cell in here.drain(..).map(|cell| cell as usize) {
                if self.arrival[cell] != step as u32 {
                    continue;
                }
                if self.opens[cell] == 0 {
                    left -= 1;
                    sum += step;
                }
                for to in grid.near(cell) {
                    let next = step as u32 + 1;
                    // By the chessboard colouring, all walks to a cell have the same parity.
                    let at = next.max(self.opens[to] + (self.opens[to].wrapping_sub(next) & 1));
                    if at < self.arrival[to] && (at as usize) < self.reached.len() {
                        self.arrival[to] = at;
                        self.reached[at as usize].push(to as u32);
                        last = last.max(at as usize);
                    }
                }
            }
            self.reached[step] = here;
        }
        self.reached[..=last].iter_mut().for_each(Vec::clear);
        (sum + left * self.reached.len()) as f32 / free as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::Cycle;

    fn of(features: &[f32; Feature::COUNT], feature: Feature) -> f32 {
        let place = Feature::ALL.iter().position(|&other| other == feature);
        features[place.expect("all features are listed")]
    }

    #[test]
    fn the_distance_is_that_of_a_head_that_may_wait() {
        let board = Board::new(4, 4).expect("an even board");
        let (grid, mut extractor) = (CycleRepair::new(board), FeatureExtractor::new(board));
        // From a corner of an empty board the distance is that of the grid.
        assert_eq!(of(&extractor.of(&grid, &[0], true), Feature::Distance), 48.0 / 15.0);
        // Three rows of the comb are occupied; the head is next to the fourth.
        let comb = Cycle::comb(board);
        let body: Vec<u32> = comb.cells()[..10].iter().map(|&cell| board.index(cell) as u32).collect();
        let first = extractor.of(&grid, &body, true);
        let distance = of(&first, Feature::Distance);
        assert!((1.0..16.0).contains(&distance), "{distance}");
        // The memory is clean afterwards.
        assert!(extractor.reached.iter().all(Vec::is_empty));
        assert_eq!(extractor.of(&grid, &body, true), first);
    }

    #[test]
    fn a_snake_along_the_first_row_has_these_features() {
        let board = Board::new(4, 4).expect("an even board");
        let (grid, mut extractor) = (CycleRepair::new(board), FeatureExtractor::new(board));
        let features = extractor.of(&grid, &[0, 1, 2, 3], true);
        let expected = [
            (Feature::ClosedSides, 14.0),
            (Feature::FreeAtTail, 1.0),
            (Feature::FreeAtHead, 1.0),
            (Feature::DeadEnds, 0.0),
            (Feature::NarrowCells, 0.0),
            (Feature::BorderCells, 8.0),
            (Feature::Bends, 0.0),
        ];
        for (feature, value) in expected {
            assert_eq!(of(&features, feature), value, "{feature:?}");
        }
    }
}
