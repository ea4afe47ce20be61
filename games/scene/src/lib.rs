//! Pictures of games on grids: frames as plain data, and their drawing.
//!
//! ```
//! use hamadryad_grid::{Cell, Grid};
//! use hamadryad_scene::{Course, Frame, Stroke, Terminal};
//!
//! let mut frame = Frame::new(Grid::new(2, 3));
//! let cells = [(0, 2), (0, 1), (0, 0), (1, 0)].map(|(row, col)| Cell::new(row, col));
//! frame.courses.push(Course::new(cells, Stroke::Heavy));
//! assert_eq!(Terminal::plain(80).draw(&frame).to_string(), "\
//! ╭───────╮
//! │ ┏━━━╸ │
//! │ ╹ · · │
//! ╰───────╯
//! ");
//! ```
//!
//! Invariant: nothing here knows a game, its rules, or answer set programming, and nothing here prints or looks at the
//! environment. A frame says what is where; a renderer gives a text; whoever calls decides on width and colour and
//! writes it somewhere.

mod animation;
mod canvas;
mod frame;
mod terminal;

pub use animation::Animation;
pub use frame::{Course, Frame, Glyph, Ink, Layer, Mark, Stroke};
pub use terminal::{Charset, Picture, Terminal, colour_wanted};
