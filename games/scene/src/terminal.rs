//! Frames as text, for a terminal or a file.
//!
//! A cell is two columns wide, because characters are about twice as high as wide: the cell itself and the line that
//! joins it to the cell at its right. Where the window is too narrow for that a cell is one column, and where it is
//! too narrow for that as well only the caption remains.

use crate::canvas::{Canvas, Joints, line_sign};
use crate::frame::{Course, Frame, Glyph, Ink, Stroke};
use hamadryad_grid::{Cell, Direction, Grid};
use std::fmt;

/// Which characters may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Box drawing and other signs.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// How frames are to be drawn as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether escape sequences for colours are written.
    pub colour: bool,
    /// The characters to draw with.
    pub charset: Charset,
    /// The most columns a line may have.
    pub width: usize,
    /// The most lines a picture may have, if there is a limit.
    pub height: Option<usize>,
}

/// Whether to write colours: on a terminal, unless `NO_COLOR` has a value that is not empty (no-color.org).
pub fn colour_wanted(is_terminal: bool, no_color: Option<&str>) -> bool {
    is_terminal && no_color.is_none_or(str::is_empty)
}

/// A drawn frame. Displayed with a line break after every line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    lines: Vec<String>,
}

impl Picture {
    /// The lines without their breaks.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Terminal {
    /// Unicode without colours, as for a file.
    pub fn plain(width: usize) -> Self {
        Self { colour: false, charset: Charset::Unicode, width, height: None }
    }

    /// Draws a frame so that it fits.
    pub fn draw(&self, frame: &Frame) -> Picture {
        let room = self.height.map_or(usize::MAX, |height| height.saturating_sub(frame.caption.len()));
        let board = Scale::ALL.into_iter().find(|scale| scale.width(frame.grid) <= self.width);
        let board = board.filter(|_| usize::from(frame.grid.rows()) + 2 <= room);
        let mut lines: Vec<String> = board.map_or(Vec::new(), |scale| self.board(frame, scale));
        lines.extend(frame.caption.iter().map(|line| self.clip(line)));
        lines.truncate(self.height.unwrap_or(usize::MAX));
        Picture { lines }
    }

    fn board(&self, frame: &Frame, scale: Scale) -> Vec<String> {
        let height = usize::from(frame.grid.rows()) + 2;
        let canvas = Canvas::new(scale.width(frame.grid), height);
        let mut sheet = Sheet { canvas, grid: frame.grid, scale, charset: self.charset };
        sheet.draw_border();
        sheet.draw_cells(frame.grid.cells(), Glyph { unicode: '·', ascii: '.' }, Ink::FAINT);
        for layer in &frame.layers {
            sheet.draw_cells(layer.cells.iter().copied(), layer.glyph, layer.ink);
        }
        for course in &frame.courses {
            sheet.draw_course(course);
        }
        for mark in &frame.marks {
            sheet.draw_cells([mark.cell].into_iter(), mark.glyph, mark.ink);
        }
        sheet.canvas.lines(self.colour).collect()
    }

    /// The start of a line of text that fits; an ellipsis says that there was more.
    fn clip(&self, text: &str) -> String {
        if text.chars().count() <= self.width {
            return text.to_string();
        }
        let ellipsis = match self.charset {
            Charset::Unicode => '…',
            Charset::Ascii => '~',
        };
        let kept = text.chars().take(self.width.saturating_sub(1));
        kept.chain((self.width > 0).then_some(ellipsis)).collect()
    }
}

/// How many columns a cell takes.
#[derive(Clone, Copy)]
enum Scale {
    /// Two: the cell, and the line to its right.
    Wide,
    /// One.
    Narrow,
}

impl Scale {
    /// From the best to the smallest.
    const ALL: [Self; 2] = [Self::Wide, Self::Narrow];

    fn width(self, grid: Grid) -> usize {
        let cols = usize::from(grid.cols());
        match self {
            Self::Wide => 2 * cols + 3,
            Self::Narrow => cols + 2,
        }
    }

    fn column(self, cell: Cell) -> usize {
        let col = usize::from(cell.col);
        match self {
            Self::Wide => 2 * col + 2,
            Self::Narrow => col + 1,
        }
    }
}

/// A board in the making.
struct Sheet {
    canvas: Canvas,
    grid: Grid,
    scale: Scale,
    charset: Charset,
}

impl Sheet {
    fn draw_border(&mut self) {
        let (right, bottom) = (self.scale.width(self.grid) - 1, usize::from(self.grid.rows()) + 1);
        let [across, down, corners @ ..] = match self.charset {
            Charset::Unicode => ['─', '│', '╭', '╮', '╰', '╯'],
            Charset::Ascii => ['-', '|', '+', '+', '+', '+'],
        };
        for column in 1..right {
            self.canvas.put(column, 0, across, Ink::GREY);
            self.canvas.put(column, bottom, across, Ink::GREY);
        }
        for line in 1..bottom {
            self.canvas.put(0, line, down, Ink::GREY);
            self.canvas.put(right, line, down, Ink::GREY);
        }
        for (corner, (column, line)) in
            corners.into_iter().zip([(0, 0), (right, 0), (0, bottom), (right, bottom)])
        {
            self.canvas.put(column, line, corner, Ink::GREY);
        }
    }

    fn draw_cells(&mut self, cells: impl Iterator<Item = Cell>, glyph: Glyph, ink: Ink) {
        let sign = match self.charset {
            Charset::Unicode => glyph.unicode,
            Charset::Ascii => glyph.ascii,
        };
        cells.for_each(|cell| self.put(cell, sign, ink));
    }

    fn draw_course(&mut self, course: &Course) {
        let cells = &course.cells;
        for (place, &cell) in cells.iter().enumerate() {
            let last = if place > 0 { Some(place - 1) } else { course.closed.then(|| cells.len() - 1) };
            let next = if place + 1 < cells.len() { Some(place + 1) } else { course.closed.then_some(0) };
            let mut joints = Joints::default();
            let others = [last, next].into_iter().flatten().map(|place| cells[place]);
            for other in others.filter(|&other| self.grid.contains(other)) {
                match cell.direction_to(other) {
                    Some(Direction::Up) => joints.up = true,
                    Some(Direction::Right) => joints.right = true,
                    Some(Direction::Down) => joints.down = true,
                    Some(Direction::Left) => joints.left = true,
                    None => {}
                }
            }
            let ink = course.ink_at(place);
            self.put(cell, line_sign(joints, course.stroke, self.charset), ink);
            if joints.right {
                self.join_right(cell, course.stroke, ink);
            }
        }
    }

    /// Fills the column between a cell and the one at its right.
    fn join_right(&mut self, cell: Cell, stroke: Stroke, ink: Ink) {
        if matches!(self.scale, Scale::Wide) && self.grid.contains(cell) {
            let across = Joints { left: true, right: true, ..Joints::default() };
            let sign = line_sign(across, stroke, self.charset);
            self.canvas.put(self.scale.column(cell) + 1, usize::from(cell.row) + 1, sign, ink);
        }
    }

    fn put(&mut self, cell: Cell, sign: char, ink: Ink) {
        if self.grid.contains(cell) {
            self.canvas.put(self.scale.column(cell), usize::from(cell.row) + 1, sign, ink);
        }
    }
}
