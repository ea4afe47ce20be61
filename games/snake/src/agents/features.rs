//! Features of a snake: the numbers from which the value function estimates the steps to the next apples.
//!
//! All features are in steps or in numbers of cells, independent of the size of the board, so that one table
//! of weights serves all boards. A *wall* is a pair of neighbouring cells that become free at very different
//! times: the border of the free cells will run between them. [`Feature::ShortWalls`],
//! [`Feature::MiddleWalls`] and [`Feature::LongWalls`] count the difference of these times, up to an eighth
//! of the board, up to a third, and in full.
//!
//! *Invariant:* the order of [`Feature::ALL`] is the order of the columns in `weights/`.

use super::bits::{BitGrid, BitSet};
use super::reach::Reach;
use hamadryad_grid::Board;

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

/// The first step that may enter a cell beyond the border.
const NEVER: u32 = u32::MAX;

/// Computes the features of snakes on one board, with reusable memory.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    /// By cell: the sum of the squares of its row and its column, its row, and its column.
    places: Vec<[u32; 3]>,
    /// The sums of all places.
    all_places: [u32; 3],
    /// By cell: its neighbours; one more cell than the board has, which is never free, takes the place of
    /// those beyond the border.
    near: Vec<[u32; 4]>,
    cols: usize,
    /// By cell: the first step that may enter it; 0 for a free cell.
    opens: Vec<u32>,
    grid: BitGrid,
    /// The cells of the board, those on its border, and the free cells.
    board: BitSet,
    border: BitSet,
    free: BitSet,
    /// Memory for the squares of free cells.
    squares: BitSet,
    reach: Reach,
}

impl FeatureExtractor {
    /// An extractor for a board.
    pub fn new(board: Board) -> Self {
        let cells = board.len();
        let near = |cell| {
            let mut near = [cells as u32; 4];
            for (place, neighbour) in near.iter_mut().zip(board.neighbours(cell)) {
                *place = board.index(neighbour) as u32;
            }
            near
        };
        let places: Vec<[u32; 3]> = board
            .cells()
            .map(|cell| [u32::from(cell.row), u32::from(cell.col)])
            .map(|[row, col]| [row * row + col * col, row, col])
            .collect();
        let mut all_places = [0; 3];
        places.iter().for_each(|place| add(&mut all_places, place));
        let mut opens = vec![0; cells];
        opens.push(NEVER);
        let grid = BitGrid::new(board.rows().into(), board.cols().into());
        let (mut all, mut border) = (grid.empty(), grid.empty());
        for (index, cell) in board.cells().enumerate() {
            all.insert(grid.bit(index));
            if board.neighbours(cell).count() < 4 {
                border.insert(grid.bit(index));
            }
        }
        Self {
            places,
            all_places,
            near: board.cells().map(near).collect(),
            cols: board.cols().into(),
            opens,
            board: all,
            border,
            free: grid.empty(),
            squares: grid.empty(),
            reach: Reach::new(&grid),
            grid,
        }
    }

    /// The number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    /// The features of a snake, from its tail to its head, by place in [`Feature::ALL`]. The snake must leave
    /// a free cell. Without `with_distance`, [`Feature::Distance`], the most expensive feature, is 0.
    pub fn of(&mut self, body: &[u32], with_distance: bool) -> [f32; Feature::COUNT] {
        let cells = self.cells();
        self.opens[..cells].fill(0);
        self.free.clone_from(&self.board);
        let mut taken = [0; 3];
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
            self.free.remove(self.grid.bit(cell as usize));
            add(&mut taken, &self.places[cell as usize]);
        }
        let [square, x, y] = [0, 1, 2].map(|sum| (self.all_places[sum] - taken[sum]) as f32);
        let free = (cells - body.len()) as f32;
        let variance = square / free - (x / free).powi(2) - (y / free).powi(2);
        let shape = self.grid.shape(&self.free, &self.border, &mut self.squares);
        let horizons = [cells as u32 / 8, cells as u32 / 3, NEVER].map(|horizon| horizon.max(1));
        let walls = self.walls(horizons);
        let head = body[body.len() - 1] as usize;
        let bends = body.windows(3).filter(|cells| cells[0] + cells[2] != 2 * cells[1]).count();
        let distance = if with_distance { self.reach.mean(&self.grid, &self.free, body) } else { 0.0 };
        let value = |feature| match feature {
            Feature::ClosedSides => shape.closed_sides as f32,
            Feature::FreeAtTail => self.free_beside(body[0] as usize) as f32,
            Feature::FreeAtHead => self.free_beside(head) as f32,
            Feature::Spread => variance / (cells as f32).sqrt(),
            Feature::Distance => distance,
            Feature::DeadEnds => shape.dead_ends as f32,
            Feature::ShortWalls => walls[0] as f32 / horizons[0] as f32,
            Feature::MiddleWalls => walls[1] as f32 / horizons[1] as f32,
            Feature::LongWalls => walls[2] as f32 / body.len() as f32,
            Feature::NarrowCells => shape.narrow as f32,
            Feature::BorderCells => shape.border as f32,
            Feature::Bends => bends as f32,
        };
        Feature::ALL.map(value)
    }

    /// The sums of all walls, each at most a horizon.
    fn walls(&self, [short, middle, _]: [u32; 3]) -> [u32; 3] {
        let mut sums = [0; 3];
        let mut add = |cells: &[u32], neighbours: &[u32]| {
            for (one, other) in cells.iter().zip(neighbours) {
                let apart = one.abs_diff(*other);
                sums[0] += apart.min(short);
                sums[1] += apart.min(middle);
                sums[2] += apart;
            }
        };
        let opens = &self.opens[..self.cells()];
        opens.chunks_exact(self.cols).for_each(|row| add(row, &row[1..]));
        add(opens, &opens[self.cols..]);
        sums
    }

    fn free_beside(&self, cell: usize) -> usize {
        self.near[cell].iter().filter(|&&near| self.opens[near as usize] == 0).count()
    }
}

/// Adds a place to a sum of places.
fn add(sum: &mut [u32; 3], place: &[u32; 3]) {
    sum.iter_mut().zip(place).for_each(|(sum, add)| *sum += add);
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
        let mut extractor = FeatureExtractor::new(board);
        // From a corner of an empty board the distance is that of the grid.
        assert_eq!(of(&extractor.of(&[0], true), Feature::Distance), 48.0 / 15.0);
        // Three rows of the comb are occupied; the head is next to the fourth.
        let comb = Cycle::comb(board);
        let body: Vec<u32> = comb.cells()[..10].iter().map(|&cell| board.index(cell) as u32).collect();
        let first = extractor.of(&body, true);
        let distance = of(&first, Feature::Distance);
        assert!((1.0..16.0).contains(&distance), "{distance}");
        // The memory is clean afterwards.
        assert_eq!(extractor.of(&body, true), first);
    }

    #[test]
    fn a_snake_along_the_first_row_has_these_features() {
        let board = Board::new(4, 4).expect("an even board");
        let mut extractor = FeatureExtractor::new(board);
        let features = extractor.of(&[0, 1, 2, 3], true);
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
