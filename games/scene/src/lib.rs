//! Pictures of games on grids: frames as plain data, and their rendering.
//!
//! ```
//! use hamadryad_grid::{Cell, Grid};
//! use hamadryad_scene::{Course, Film, Frame, Stroke, Terminal};
//!
//! let mut frame = Frame::new(Grid::new(2, 3));
//! let cells = [(0, 2), (0, 1), (0, 0), (1, 0)].map(|(row, col)| Cell::new(row, col));
//! frame.add("way", Course::new(cells, Stroke::Heavy));
//! assert_eq!(Terminal::plain(80).draw(&frame).to_string(), "\
//! ╭───────╮
//! │ ┏━━━╸ │
//! │ ╹ · · │
//! ╰───────╯
//! ");
//! let film = Film::of_frames("a way", vec![frame], None, 100);
//! assert!(film.svg(0).contains("<path d="));
//! ```
//!
//! *Invariant:* the crate contains no game, no rules and no answer set programming, prints nothing and reads
//! no environment. A frame contains shapes and their places; a renderer returns a text or the bytes of a
//! file; the caller chooses width and colour and writes the result. Pixels need the feature `pixels`.

mod animation;
mod canvas;
mod car;
mod drawing;
mod film;
mod frame;
mod ink;
mod letters;
mod look;
mod page;
mod pages;
#[cfg(feature = "pixels")]
mod pixels;
mod ribbon;
mod scale;
mod svg;
mod terminal;

pub use animation::Animation;
pub use canvas::Charset;
pub use film::{Chapter, Film, Pictures};
pub use frame::{Area, Car, Course, Figure, Fill, Frame, Glyph, Layer, Mark, Shape, Stroke, Web};
pub use ink::{Ink, Rgb};
pub use letters::width as text_width;
pub use page::DRAWING_SCRIPT;
pub use pages::Pages;
#[cfg(feature = "pixels")]
pub use pixels::{PixelError, png};
pub use svg::escape as escape_xml;
pub use terminal::{Picture, Terminal, colour_wanted};
