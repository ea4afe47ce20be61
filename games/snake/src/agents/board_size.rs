//! The size of a board, on which the weights, the prices and the limits of `foresight` depend.

/// The number of cells of the largest small board.
pub(super) const FEW_CELLS: usize = 256;

/// The number of cells of the largest board on which shortest ways are computed.
const MEDIUM_CELLS: usize = 400;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardSize {
    /// Up to 16×16: all techniques.
    Small,
    /// Up to 20×20: ways are sampled for new apples only.
    Medium,
    /// On larger boards shortest ways take too long: a bisection finds short ways.
    Large,
}

impl BoardSize {
    /// The size of a board with so many cells.
    pub(super) const fn of(cells: usize) -> Self {
        match cells {
            0..=FEW_CELLS => Self::Small,
            _ if cells <= MEDIUM_CELLS => Self::Medium,
            _ => Self::Large,
        }
    }
}
