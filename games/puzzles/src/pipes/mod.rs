//! Pipes, after *Pipe Mania*: pieces from a bag are laid so that water flows through all of them.
//!
//! Water enters the board over its edge into one field, the source, and must leave over the edge from another
//! field, the drain. The seven kinds of pieces cannot be rotated: two straight ones, four bends, and a cross,
//! through which water may flow twice, once in each direction. All pieces of the bag must be laid, on fields
//! that are not blocked, and water must flow through each. The facts are listed in the header of
//! `encodings/pipes/pipes.lp`.

mod generate;
mod lay;
mod rules;
mod text;

pub use generate::{Order, generate};
pub use lay::Layouts;
pub use rules::{Gate, Layout, Piece, Pipes, StreamEnd, atoms};
