//! Features of a snake: the numbers from which the value function estimates the steps to the next apples.
//!
//! All features are in steps or in numbers of cells, independent of the size of the board, so that one table
//! of weights serves all boards. A *wall* is a pair of neighbouring cells that become free at very different
//! times: the border of the free cells will run between them. [`Feature::ShortWalls`],
//! [`Feature::MiddleWalls`] and [`Feature::LongWalls`] count the difference of these times, up to an eighth
//! of the board, up to a third, and in full.
//!
//! *Invariant:* the order of [`Feature::ALL`] is the order of the columns in `weights/`.

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

/// The value for an unreachable cell.
const NEVER: u32 = u32::MAX;

/// Computes the features of snakes on one board, with reusable memory.
///
/// One more cell than the board has, which is never free and never reached, takes the place of the neighbours
/// beyond the border.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    /// By cell: its row and column.
    places: Vec<(u32, u32)>,
    /// By cell: its neighbours.
    near: Vec<[u32; 4]>,
    /// By cell: whether it lies on the border.
    is_border: Vec<bool>,
    cols: usize,
    /// By cell: the first step that may enter it; 0 for a free cell.
    opens: Vec<u32>,
    /// The free cells.
    free: Vec<u32>,
    /// By cell: whether it belongs to a square of four free cells.
    is_roomy: Vec<bool>,
    /// By cell: the step at which the head can reach it.
    arrival: Vec<u32>,
    /// The cells that the head can reach at the present step, and at the next one.
    here: Vec<u32>,
    soon: Vec<u32>,
    /// By step: the cells that the head can reach at that step if it waits for them.
    later: Vec<Vec<u32>>,
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
        let mut opens = vec![0; cells];
        opens.push(NEVER);
        let mut arrival = vec![NEVER; cells];
        arrival.push(0);
        Self {
            places: board.cells().map(|cell| (u32::from(cell.row), u32::from(cell.col))).collect(),
            near: board.cells().map(near).collect(),
            is_border: board.cells().map(|cell| board.neighbours(cell).count() < 4).collect(),
            cols: board.cols().into(),
            opens,
            free: Vec::new(),
            is_roomy: vec![false; cells],
            arrival,
            here: Vec::new(),
            soon: Vec::new(),
            later: vec![Vec::new(); 2 * cells + 4],
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
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
        self.free.clear();
        self.free.extend((0..cells as u32).filter(|&cell| self.opens[cell as usize] == 0));
        self.find_room();
        let [mut sides, mut dead_ends, mut narrow, mut border] = [0; 4];
        let [mut x, mut y, mut square] = [0; 3];
        for cell in self.free.iter().map(|&cell| cell as usize) {
            let beside = self.free_beside(cell);
            sides += 4 - beside;
            dead_ends += usize::from(beside <= 1);
            narrow += usize::from(!self.is_roomy[cell]);
            border += usize::from(self.is_border[cell]);
            let (row, col) = self.places[cell];
            x += row;
            y += col;
            square += row * row + col * col;
        }
        let free = self.free.len() as f32;
        let variance = square as f32 / free - (x as f32 / free).powi(2) - (y as f32 / free).powi(2);
        let horizons = [cells as u32 / 8, cells as u32 / 3, NEVER].map(|horizon| horizon.max(1));
        let walls = self.walls(horizons);
        let head = body[body.len() - 1] as usize;
        let bends = body.windows(3).filter(|cells| cells[0] + cells[2] != 2 * cells[1]).count();
        let distance = if with_distance { self.distance(head) } else { 0.0 };
        let value = |feature| match feature {
            Feature::ClosedSides => sides as f32,
            Feature::FreeAtTail => self.free_beside(body[0] as usize) as f32,
            Feature::FreeAtHead => self.free_beside(head) as f32,
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
        let (cells, cols) = (self.cells(), self.cols);
        for cell in self.free.iter().map(|&cell| cell as usize) {
            if cell + cols >= cells || self.places[cell].1 as usize + 1 == cols {
                continue;
            }
            let square = [cell, cell + 1, cell + cols, cell + cols + 1];
            if square.iter().all(|&cell| self.opens[cell] == 0) {
                square.iter().for_each(|&cell| self.is_roomy[cell] = true);
            }
        }
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

    /// The mean number of steps from the head to the free cells, if the head could wait, two steps at a time.
    fn distance(&mut self, head: usize) -> f32 {
        let cells = self.cells();
        self.arrival[..cells].fill(NEVER);
        self.arrival[head] = 0;
        self.here.clear();
        self.here.push(head as u32);
        let (mut left, mut sum, mut last) = (self.free.len(), 0, 0);
        for step in 0..self.later.len() {
            if left == 0 {
                break;
            }
            let next = step as u32 + 1;
            let waiting = &mut self.later[step];
            self.here.append(waiting);
            for cell in self.here.drain(..).map(|cell| cell as usize) {
                if self.arrival[cell] != step as u32 {
                    continue;
                }
                if self.opens[cell] == 0 {
                    left -= 1;
                    sum += step;
                }
                for to in self.near[cell].map(|near| near as usize) {
                    // By the chessboard colouring, all walks to a cell have the same parity.
                    let open = self.opens[to];
                    let at = next.max(open.wrapping_add(open.wrapping_sub(next) & 1));
                    if at >= self.arrival[to] || at as usize >= self.later.len() {
                        continue;
                    }
                    self.arrival[to] = at;
                    if at == next {
                        self.soon.push(to as u32);
                    } else {
                        self.later[at as usize].push(to as u32);
                        last = last.max(at as usize);
                    }
                }
            }
            std::mem::swap(&mut self.here, &mut self.soon);
        }
        self.later[..=last].iter_mut().for_each(Vec::clear);
        (sum + left * self.later.len()) as f32 / self.free.len() as f32
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
        assert!(extractor.later.iter().all(Vec::is_empty));
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
