//! Rush: cars and trucks on a board, after *Rush Hour*. The goal is to move the red car to the exit.
//!
//! Each car lies along a row or a column and moves forwards and backwards; a move takes one car over any
//! number of free fields. The red car lies along a row and is at the exit when it touches the right edge. The
//! facts are listed in the header of `encodings/rush/rush.lp`.

mod generate;
mod moves;
mod rules;
mod text;

pub use generate::{Order, any_cars, generate};
pub use moves::Solution;
pub use rules::{Car, Move, Rush, atoms, letter};
