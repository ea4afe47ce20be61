//! Minotaur: the labyrinth and its rules.
//!
//! At every step the player moves to a neighbouring field, or waits; then the Minotaur moves two fields, one
//! after the other: to the left or right if that reduces his horizontal distance to the player, else up or
//! down if that reduces the vertical distance, else not at all. Walls stop both. The Minotaur eats the player
//! as soon as he stands on the player's field, also after the last step. The facts are those of the exercise
//! "Minotaur" of the course Answer Set Solving in Practice, University of Potsdam, and are listed in the
//! header of `encodings/minotaur/minotaur.lp`. X counts from left to right, Y from bottom to top.

mod generate;
mod rules;
mod shortest;
mod text;

pub use generate::{Order, generate};
pub use rules::{Field, Labyrinth, Waiting, Walk, check};
pub use shortest::{Shortest, shortest, shortest_within};
