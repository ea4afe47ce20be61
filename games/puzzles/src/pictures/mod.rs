//! Puzzles and their answers as films.

mod bag;
mod minotaur;
mod pipes;
mod ricochet;
mod rogo;
mod rush;

pub use bag::film as bags;
pub use minotaur::film as walk;
pub use pipes::film as water;
pub use ricochet::film as ricochet;
pub use rogo::film as rogo_loop;
pub use rush::film as rush;

pub(crate) use minotaur::Map as LabyrinthMap;
pub(crate) use pipes::board as pipes_frame;
pub(crate) use rogo::frame as rogo_frame;
pub(crate) use rush::frame as rush_frame;
