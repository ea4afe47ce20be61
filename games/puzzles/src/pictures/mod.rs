//! Puzzles and their answers as films.

mod bag;
mod minotaur;
mod rogo;

pub use bag::film as bags;
pub use minotaur::film as walk;
pub use rogo::film as rogo_loop;
