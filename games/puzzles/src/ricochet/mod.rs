//! Ricochet Robots: robots slide over a board until an obstacle stops them.
//!
//! A move takes a robot from its field in one direction; it stops at a wall, at the edge of the board or in
//! front of another robot. One robot must stop on the target, after as few moves as possible. In a game, the
//! robots stay where they are, and the next round has a new target. The facts are listed in the header of
//! `encodings/ricochet/ricochet.lp`; the game is by Alex Randolph (Randolph99).

mod board;
mod generate;
mod rounds;
mod rules;
mod shortest;
mod text;

pub use board::{Board, Robot};
pub use generate::{Order, generate, random_board};
pub use rounds::Rounds;
pub use rules::{Move, Ricochet, atoms};
pub use shortest::Solution;

/// The largest number of moves of a plan that searches consider.
pub const MOST_MOVES: u32 = 10;
