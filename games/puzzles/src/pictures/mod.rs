//! Puzzles and their answers as films.

mod bag;
mod minotaur;
mod pipes;
mod ricochet;
mod rogo;
mod rush;

pub use bag::film as bags;
pub use minotaur::{film as walk, puzzle as minotaur_puzzle};
pub use pipes::{film as water, puzzle as pipes_puzzle};
pub use ricochet::{film as ricochet, puzzle as ricochet_puzzle};
pub use rogo::{film as rogo_loop, puzzle as rogo_puzzle};
pub use rush::{film as rush, puzzle as rush_puzzle};

pub(crate) use minotaur::Map as LabyrinthMap;
pub(crate) use pipes::board as pipes_frame;
pub(crate) use rogo::frame as rogo_frame;
pub(crate) use rush::frame as rush_frame;
