//! Renders frames as text, for terminals and files.
//!
//! A cell is two columns wide, because characters are about twice as high as wide: the cell, and the
//! connection to its right neighbour. If the window is too narrow, a cell is one column wide. In frames with
//! walls a cell has four columns and two lines, the first of each for the walls. If the window is too small
//! for all layouts, a line says so in the place of the board, with the size that is needed.

use crate::canvas::{Canvas, Charset, Joints, line_sign};
use crate::frame::{Car, Course, Frame, Glyph, Shape, Stroke};
use crate::ink::Ink;
use crate::letters::is_turning;
use crate::scale::Scale;
use hamadryad_grid::{Cell, Direction, Grid};
use std::fmt;

/// Options of the rendering as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether escape sequences for colours are written.
    pub colour: bool,
    /// The character set.
    pub charset: Charset,
    /// The largest number of columns.
    pub width: usize,
    /// The largest number of lines of a picture, if limited.
    pub height: Option<usize>,
}

/// Whether colours are used: on a terminal, unless `NO_COLOR` is set and not empty (no-color.org).
pub fn colour_wanted(is_terminal: bool, no_color: Option<&str>) -> bool {
    is_terminal && no_color.is_none_or(str::is_empty)
}

/// A rendered frame. Displayed with a line break after every line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    lines: Vec<String>,
}

impl Picture {
    /// The lines without line breaks.
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
    /// Unicode without colours, for a file.
    pub fn plain(width: usize) -> Self {
        Self { colour: false, charset: Charset::Unicode, width, height: None }
    }

    /// Renders a frame within the limits.
    pub fn draw(&self, frame: &Frame) -> Picture {
        let mut lines: Vec<String> = match self.scale(frame) {
            Some(scale) => self.board(frame, scale),
            None => vec![self.clip(&self.lack(frame))],
        };
        lines.extend(frame.caption.iter().map(|line| self.clip(line)));
        lines.truncate(self.height.unwrap_or(usize::MAX));
        Picture { lines }
    }

    /// The cell at a column and a line of the picture of a frame, both from 0; `None` beside the board.
    pub fn cell_at(&self, frame: &Frame, column: usize, line: usize) -> Option<Cell> {
        self.scale(frame)?.cell_at(frame.grid, column, line)
    }

    /// The best layout that fits.
    fn scale(&self, frame: &Frame) -> Option<Scale> {
        let room = self.height.map_or(usize::MAX, |height| height.saturating_sub(frame.caption.len()));
        let fits = |scale: &Scale| scale.width(frame.grid) <= self.width && scale.height(frame.grid) <= room;
        Scale::for_frame(frame).iter().copied().find(fits)
    }

    /// A line with the sizes of the window, which is too small, and of the smallest layout.
    fn lack(&self, frame: &Frame) -> String {
        let sizes = Scale::for_frame(frame)
            .iter()
            .map(|scale| (scale.width(frame.grid), scale.height(frame.grid) + frame.caption.len()));
        let (width, height) = sizes.min().unwrap_or_default();
        let window = match self.height {
            Some(lines) => format!("{}x{lines}", self.width),
            None => format!("{} columns", self.width),
        };
        format!("too small: the board needs {width}x{height} characters, the window has {window}")
    }

    fn board(&self, frame: &Frame, scale: Scale) -> Vec<String> {
        let canvas = Canvas::new(scale.width(frame.grid), scale.height(frame.grid));
        let mut sheet = Sheet { canvas, grid: frame.grid, scale, charset: self.charset };
        sheet.draw_cells(frame.grid.cells(), Glyph { unicode: '·', ascii: '.' }, Ink::FAINT);
        for shape in frame.shapes() {
            match shape {
                Shape::Area(area) => sheet.draw_cells(area.cells.iter().copied(), area.glyph, area.ink),
                Shape::Course(course) => sheet.draw_course(course),
                Shape::Mark(mark) => sheet.draw_cells([mark.cell].into_iter(), mark.glyph, mark.ink),
                Shape::Web(_) => {}
                Shape::Car(car) => sheet.draw_car(car),
            }
        }
        if scale == Scale::Roomy {
            sheet.draw_walls(&frame.walls);
        } else {
            sheet.draw_border();
            sheet.draw_exits(&frame.exits);
        }
        sheet.canvas.lines(self.colour).collect()
    }

    /// The first part of a line of text that fits; an ellipsis marks an omission.
    fn clip(&self, text: &str) -> String {
        let text: String = text.chars().map(harmless).collect();
        if text.chars().count() <= self.width {
            return text;
        }
        let ellipsis = match self.charset {
            Charset::Unicode => '…',
            Charset::Ascii => '~',
        };
        let kept = text.chars().take(self.width.saturating_sub(1));
        kept.chain((self.width > 0).then_some(ellipsis)).collect()
    }
}

/// The character, or a blank for a control character, which could command the terminal.
fn harmless(sign: char) -> char {
    if sign.is_control() || is_turning(sign) { char::REPLACEMENT_CHARACTER } else { sign }
}

/// A board that is being drawn.
struct Sheet {
    canvas: Canvas,
    grid: Grid,
    scale: Scale,
    charset: Charset,
}

impl Sheet {
    fn draw_border(&mut self) {
        let (right, bottom) = (self.scale.width(self.grid) - 1, self.scale.height(self.grid) - 1);
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

    /// Arrows in the border.
    fn draw_exits(&mut self, exits: &[(Cell, Direction)]) {
        let (right, bottom) = (self.scale.width(self.grid) - 1, self.scale.height(self.grid) - 1);
        for &(cell, direction) in exits.iter().filter(|(cell, _)| self.grid.contains(*cell)) {
            let (column, line) = self.scale.place(cell);
            let (column, line, unicode, ascii) = match direction {
                Direction::Up => (column, 0, '↑', '^'),
                Direction::Right => (right, line, '→', '>'),
                Direction::Down => (column, bottom, '↓', 'v'),
                Direction::Left => (0, line, '←', '<'),
            };
            let sign = if self.charset == Charset::Unicode { unicode } else { ascii };
            self.canvas.put(column, line, sign, Ink::PLAIN);
        }
    }

    /// The walls and the border, a wall around all cells; a character is placed where corners of cells meet.
    fn draw_walls(&mut self, walls: &[(Cell, Direction)]) {
        let (rows, cols) = (usize::from(self.grid.rows()), usize::from(self.grid.cols()));
        let mut corners = vec![Joints::default(); (rows + 1) * (cols + 1)];
        let border = self.grid.cells().flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)));
        let border = border.filter(|&(cell, direction)| self.grid.step(cell, direction).is_none());
        for (cell, direction) in border.chain(walls.iter().copied()) {
            if !self.grid.contains(cell) {
                continue;
            }
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            let (top, left, along) = match direction {
                Direction::Up => (row, col, Direction::Right),
                Direction::Down => (row + 1, col, Direction::Right),
                Direction::Left => (row, col, Direction::Down),
                Direction::Right => (row, col + 1, Direction::Down),
            };
            let (bottom, right) = if along == Direction::Right { (top, left + 1) } else { (top + 1, left) };
            corners[top * (cols + 1) + left].add(along);
            corners[bottom * (cols + 1) + right].add(along.opposite());
        }
        for (place, &joints) in corners.iter().enumerate().filter(|(_, joints)| **joints != Joints::default())
        {
            let (line, column) = (2 * (place / (cols + 1)), 4 * (place % (cols + 1)));
            let sign = |joints| line_sign(joints, Stroke::Thin, self.charset);
            self.canvas.put(column, line, sign(joints), Ink::GREY);
            if joints.right {
                let across = sign(Joints { left: true, right: true, ..Joints::default() });
                (1..4).for_each(|gap| self.canvas.put(column + gap, line, across, Ink::GREY));
            }
            if joints.down {
                let down = sign(Joints { up: true, down: true, ..Joints::default() });
                self.canvas.put(column, line + 1, down, Ink::GREY);
            }
        }
    }

    fn draw_cells(&mut self, cells: impl Iterator<Item = Cell>, glyph: Glyph, ink: Ink) {
        let sign = match self.charset {
            Charset::Unicode => glyph.unicode,
            Charset::Ascii => glyph.ascii,
        };
        cells.for_each(|cell| self.put(cell, sign, ink));
    }

    /// The letter in each cell, and lines between the cells.
    fn draw_car(&mut self, car: &Car) {
        self.draw_course(&Course::new(car.cells.iter().copied(), Stroke::Heavy).inked(&[car.ink]));
        car.cells.iter().for_each(|&cell| self.put(cell, car.letter, car.ink));
    }

    fn draw_course(&mut self, course: &Course) {
        let cells = &course.cells;
        for (place, &cell) in cells.iter().enumerate() {
            let last = if place > 0 { Some(place - 1) } else { course.closed.then(|| cells.len() - 1) };
            let next = if place + 1 < cells.len() { Some(place + 1) } else { course.closed.then_some(0) };
            let mut joints = Joints::default();
            let others = [last, next].into_iter().flatten().map(|place| cells[place]);
            for other in others.filter(|&other| self.grid.contains(other)) {
                if let Some(direction) = cell.direction_to(other) {
                    joints.add(direction);
                }
            }
            let ink = course.ink_at(place);
            self.put(cell, line_sign(joints, course.stroke, self.charset), ink);
            self.join(cell, joints, course.stroke, ink);
        }
    }

    /// Fills the columns between a cell and its right neighbour, and the line between a cell and its lower
    /// neighbour.
    fn join(&mut self, cell: Cell, joints: Joints, stroke: Stroke, ink: Ink) {
        if !self.grid.contains(cell) {
            return;
        }
        let (column, line) = self.scale.place(cell);
        let (right, below) = self.scale.gaps();
        if joints.right {
            let across = Joints { left: true, right: true, ..Joints::default() };
            let sign = line_sign(across, stroke, self.charset);
            (1..=right).for_each(|gap| self.canvas.put(column + gap, line, sign, ink));
        }
        if joints.down {
            let down = Joints { up: true, down: true, ..Joints::default() };
            let sign = line_sign(down, stroke, self.charset);
            (1..=below).for_each(|gap| self.canvas.put(column, line + gap, sign, ink));
        }
    }

    fn put(&mut self, cell: Cell, sign: char, ink: Ink) {
        if self.grid.contains(cell) {
            let (column, line) = self.scale.place(cell);
            self.canvas.put(column, line, harmless(sign), ink);
        }
    }
}
