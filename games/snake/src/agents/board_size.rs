//! The size of a board, on which the techniques and the limits of `foresight` depend.

/// The number of cells of the largest small board.
const SMALL_CELLS: usize = 144;

/// The number of cells of the largest board on which shortest ways are computed.
const MEDIUM_CELLS: usize = 400;

/// The number of cells of the largest board on which ways are sampled on the way to an apple, too.
const LARGE_CELLS: usize = 900;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(super) enum BoardSize {
    /// Up to 12×12.
    Small,
    /// Up to 20×20: more ways, and wider small changes.
    Medium,
    /// Up to 30×30. From here on shortest ways take too long: a bisection finds short ways.
    Large,
    /// On larger boards plans are fewer, and ways are sampled for new apples only.
    Huge,
}

impl BoardSize {
    /// The size of a board with so many cells.
    pub(super) const fn of(cells: usize) -> Self {
        match cells {
            0..=SMALL_CELLS => Self::Small,
            _ if cells <= MEDIUM_CELLS => Self::Medium,
            _ if cells <= LARGE_CELLS => Self::Large,
            _ => Self::Huge,
        }
    }
}
