//! Rogo: the loop with a given number of steps that collects most points.
//!
//! The puzzle is by Nicola Petty and Shane Dye; the facts are listed in the header of
//! `encodings/rogo/rogo.lp`. [`Length`] states whether a loop must have exactly this number of steps or may
//! have fewer.

mod generate;
mod loops;
mod rules;
mod text;

pub use generate::{Order, generate};
pub use loops::Best;
pub(crate) use rules::Square;
pub use rules::{Length, Rogo, atoms};
