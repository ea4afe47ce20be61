//! Puzzles that logic programs solve: Minotaur, Rogo, pipes, rush hour, Ricochet Robots, and bags of puzzle
//! pieces.
//!
//! Each puzzle has a reader of instances, a checker of answers, and a solver without answer set programming,
//! as an oracle for the programs in `encodings/`.
//!
//! ```
//! use hamadryad_puzzles::minotaur::{Labyrinth, Waiting, shortest};
//!
//! let labyrinth = Labyrinth::read("
//!     field(1..3,1..3). start(2,1). goal(3,2). mino(2,3). maxsteps(10).
//!     wall(2,1,2,2). wall(2,2,3,2). wall(2,2,2,3).
//! ")?;
//! let answer = shortest(&labyrinth, Waiting::Allowed).expect("there is a way out");
//! assert_eq!((answer.steps, answer.walks), (4, 1));
//! assert_eq!(answer.walk.to_string(), "at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`play`] has the puzzles as games of a person, with hints and undo.
//!
//! *Invariant:* no code is shared with the encodings or with the engine, not even the reader of facts: a
//! result on which both sides agree is right unless both contain the same mistake.

pub mod bag;
pub mod chance;
pub mod drawing;
pub mod facts;
pub mod minotaur;
pub mod pictures;
pub mod pipes;
pub mod play;
pub mod ricochet;
pub mod rogo;
pub mod rush;
mod stopped;

pub use facts::{PuzzleError, Reason};
pub use stopped::Stopped;

/// Runs the examples of the chapter on extensions.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/extending.md")]
pub struct Extending;
