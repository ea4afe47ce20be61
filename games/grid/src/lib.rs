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
//! Rows and columns are counted from 0 internally; a cell is printed and parsed in the format of the logic
//! programs, `(X,Y)` with X the row and Y the column, both counted from 1.
//!
//! *Invariant:* a [`Board`] has a Hamiltonian cycle, a [`Path`] is a path, a [`Cycle`] is Hamiltonian; these
//! properties are checked at construction and need no further check. The crate contains no rules of games and
//! no answer set programming.

mod board;
mod cell;
mod cycle;
mod cycle_repair;
mod enumerate;
mod path;
mod symmetry;
mod tree_moves;

pub use board::{Board, BoardError, Grid};
pub use cell::{Cell, Direction, ParseCellError};
pub use cycle::{Cycle, CycleError};
pub use cycle_repair::CycleRepair;
pub use enumerate::every_cycle;
pub use path::{Path, PathError};
pub use symmetry::Symmetry;
pub use tree_moves::{TreeMoves, UnionFind};
