//! Puzzles and their answers as films.

mod bag;
mod minotaur;
mod pipes;
mod rogo;
mod rush;

pub use bag::film as bags;
pub use minotaur::film as walk;
pub use pipes::film as water;
pub use rogo::film as rogo_loop;
pub use rush::film as rush;
