//! Positions, boards, paths and Hamiltonian cycles.
//!
//! ```
//! use hamadryad_grid::{Board, Cell, Cycle};
//!
//! let board = Board::new(4, 6)?;
//! let cycle = Cycle::comb(board);
//! let corner: Cell = "(1,1)".parse()?;
//! assert_eq!(cycle.successor(corner).to_string(), "(1,2)");
//! assert_eq!(cycle.distance(corner, cycle.predecessor(corner)), 23);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Inside, rows and columns are counted from 0; a cell is printed and read as the logic programs have it, `(X,Y)` with
//! X the row and Y the column, both from 1.
//!
//! Invariant: a [`Board`] has a Hamiltonian cycle, a [`Path`] is one, a [`Cycle`] is one. Whoever holds such a value
//! need not check it again. Nothing here knows rules of a game or answer set programming.

mod board;
mod cell;
mod cycle;
mod enumerate;
mod mender;
mod path;
mod streets;
mod symmetry;

pub use board::{Board, BoardError, Grid};
pub use cell::{Cell, Direction, ParseCellError};
pub use cycle::{Cycle, CycleError};
pub use enumerate::every_cycle;
pub use mender::Mender;
pub use path::{Path, PathError};
pub use streets::{Joined, Streets};
pub use symmetry::Symmetry;
