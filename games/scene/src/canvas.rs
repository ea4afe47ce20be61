//! A rectangle of characters with colours, and the characters for lines.

use crate::frame::Stroke;
use crate::ink::Ink;
use hamadryad_grid::Direction;

/// The character set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Box drawing and other Unicode characters.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// One character on a canvas.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tile {
    sign: char,
    ink: Ink,
}

/// Characters with colours, read line by line.
pub(crate) struct Canvas {
    width: usize,
    tiles: Vec<Tile>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, tiles: vec![Tile { sign: ' ', ink: Ink::PLAIN }; width * height] }
    }

    pub(crate) fn put(&mut self, column: usize, line: usize, sign: char, ink: Ink) {
        self.tiles[line * self.width + column] = Tile { sign, ink };
    }

    /// The lines, with escape sequences if `colour` is set; an escape sequence is written where the colour
    /// changes.
    pub(crate) fn lines(&self, colour: bool) -> impl Iterator<Item = String> {
        self.tiles.chunks(self.width).map(move |tiles| line(tiles, colour))
    }
}

fn line(tiles: &[Tile], colour: bool) -> String {
    let mut text = String::new();
    let mut current = Ink::PLAIN;
    for &Tile { sign, ink } in tiles {
        // A blank has no visible colour.
        if colour && sign != ' ' && ink != current {
            text.push_str(&escape(ink));
            current = ink;
        }
        text.push(sign);
    }
    if current != Ink::PLAIN {
        text.push_str(&escape(Ink::PLAIN));
    }
    text
}

/// The sequence that resets the style of the terminal and sets the style of this ink.
fn escape(ink: Ink) -> String {
    let bold = if ink.bold { ";1" } else { "" };
    match ink.terminal {
        Some(number) => format!("\x1b[0{bold};38;5;{number}m"),
        None => format!("\x1b[0{bold}m"),
    }
}

/// The directions in which a line leaves a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Joints {
    pub(crate) up: bool,
    pub(crate) right: bool,
    pub(crate) down: bool,
    pub(crate) left: bool,
}

impl Joints {
    pub(crate) fn add(&mut self, direction: Direction) {
        match direction {
            Direction::Up => self.up = true,
            Direction::Right => self.right = true,
            Direction::Down => self.down = true,
            Direction::Left => self.left = true,
        }
    }
}

/// The characters of a line by its directions, as the bits up, right, down, left.
struct Pen {
    signs: [char; 16],
}

const HEAVY: Pen = Pen {
    signs: ['•', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'],
};
const THIN: Pen = Pen {
    signs: ['∙', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼'],
};
const HAIR: Pen = Pen {
    signs: ['∙', '╵', '╶', '╰', '╷', '┆', '╭', '├', '╴', '╯', '┄', '┴', '╮', '┤', '┬', '┼'],
};
const HEAVY_ASCII: Pen =
    Pen { signs: ['o', '|', '=', '#', '|', '|', '#', '#', '=', '#', '=', '#', '#', '#', '#', '#'] };
const THIN_ASCII: Pen =
    Pen { signs: ['.', ':', '-', '+', ':', ':', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'] };

const HAIR_ASCII: Pen =
    Pen { signs: ['.', ',', '~', ',', ',', ',', ',', ',', '~', ',', '~', ',', ',', ',', ',', ','] };

/// The character for a line that leaves a cell in these directions.
pub(crate) fn line_sign(joints: Joints, stroke: Stroke, charset: Charset) -> char {
    let pen = match (stroke, charset) {
        (Stroke::Heavy | Stroke::Tapered, Charset::Unicode) => HEAVY,
        (Stroke::Thin, Charset::Unicode) => THIN,
        (Stroke::Hair, Charset::Unicode) => HAIR,
        (Stroke::Heavy | Stroke::Tapered, Charset::Ascii) => HEAVY_ASCII,
        (Stroke::Thin, Charset::Ascii) => THIN_ASCII,
        (Stroke::Hair, Charset::Ascii) => HAIR_ASCII,
    };
    let bit = |set: bool, value: usize| if set { value } else { 0 };
    pen.signs[bit(joints.up, 1) + bit(joints.right, 2) + bit(joints.down, 4) + bit(joints.left, 8)]
}
