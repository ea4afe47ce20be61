//! The appearance of frames in pictures: from shapes to primitives.
//!
//! All frames of a film are drawn on sheets of one size. *Invariant:* the board keeps its distance from the
//! edge, text has room below, and no primitive leaves the sheet. Cars have a file of their own (`car.rs`).

use crate::car;
use crate::drawing::{Drawing, Group, Point, Primitive};
use crate::frame::{Area, Course, Figure, Fill, Frame, Mark, Shape, Stroke, Web};
use crate::ink::{Ink, Rgb};
use crate::letters;
use crate::ribbon::Ribbon;
use hamadryad_grid::{Cell, Direction};
use std::collections::BTreeMap;

pub(crate) const PAPER: Rgb = [255, 255, 255];
const BOARD: Rgb = [250, 249, 246];
pub(crate) const DARK: Rgb = [34, 34, 34];
const WALL: Rgb = [60, 60, 66];
/// The font size of the caption, and the distance of its lines.
const LETTERS: f64 = 14.0;
const LINE: f64 = 20.0;
/// The least width of a sheet, for usual captions.
const NARROWEST: f64 = 260.0;

/// The sheet for all frames of a film.
pub(crate) struct Sheet {
    /// The side of a cell.
    cell: f64,
    margin: f64,
    width: f64,
    height: f64,
    /// Whether captions are part of the drawings.
    has_captions: bool,
}

impl Sheet {
    /// A sheet on which each of these frames fits with its caption; with cells of the given size, or of a
    /// size for a screen.
    pub(crate) fn new(frames: &[Frame], cell: Option<u32>) -> Self {
        let board = Self::without_captions(frames, cell);
        let width = board.width.max(NARROWEST);
        let lines =
            frames.iter().map(|frame| caption(frame, width - 2.0 * board.margin).len()).max().unwrap_or(0);
        let text = if lines > 0 { lines as f64 * LINE + 4.0 } else { 0.0 };
        Self { width, height: (board.height + text).ceil(), has_captions: true, ..board }
    }

    /// The same sheet for boards alone, for a page that shows the captions as its own text.
    pub(crate) fn without_captions(frames: &[Frame], cell: Option<u32>) -> Self {
        let side = |side: fn(&Frame) -> u16| frames.iter().map(side).max().unwrap_or(1);
        let (rows, cols) = (side(|frame| frame.grid.rows()), side(|frame| frame.grid.cols()));
        let fitting = (640.0 / f64::from(rows.max(cols))).floor().clamp(8.0, 48.0);
        let cell = cell.map_or(fitting, |cell| f64::from(cell.max(1)));
        let margin = (cell / 3.0).clamp(8.0, 16.0);
        let width = (f64::from(cols) * cell + 2.0 * margin).ceil();
        let height = (f64::from(rows) * cell + 2.0 * margin).ceil();
        Self { cell, margin, width, height, has_captions: false }
    }

    pub(crate) fn draw(&self, frame: &Frame) -> Drawing {
        let (rows, cols) = (f64::from(frame.grid.rows()), f64::from(frame.grid.cols()));
        let left = ((self.width - cols * self.cell) / 2.0).floor();
        let pen = Pen { frame, cell: self.cell, left, top: self.margin };
        let mut groups = vec![Group { layer: None, shown: true, primitives: pen.board(self) }];
        for layer in &frame.layers {
            let primitives = layer.shapes.iter().flat_map(|shape| pen.shape(shape)).collect();
            groups.push(Group { layer: Some(layer.name), shown: layer.shown, primitives });
        }
        let bottom = self.margin + rows * self.cell + self.margin.min(10.0);
        let text = if self.has_captions { self.caption(frame, bottom) } else { Vec::new() };
        let over = pen.walls().into_iter().chain(text).collect();
        groups.push(Group { layer: None, shown: true, primitives: over });
        Drawing { width: self.width, height: self.height, groups }
    }

    /// The lines of the caption from this height on.
    fn caption(&self, frame: &Frame, top: f64) -> Vec<Primitive> {
        let lines = caption(frame, self.width - 2.0 * self.margin);
        let text = lines.into_iter().enumerate().map(|(line, text)| Primitive::Text {
            middle: (self.width / 2.0, top + (line as f64 + 0.5) * LINE),
            size: LETTERS,
            colour: DARK,
            bold: false,
            text,
        });
        text.collect()
    }
}

/// A step in a direction, to the right and down.
fn offset(direction: Direction) -> (f64, f64) {
    match direction {
        Direction::Up => (0.0, -1.0),
        Direction::Right => (1.0, 0.0),
        Direction::Down => (0.0, 1.0),
        Direction::Left => (-1.0, 0.0),
    }
}

fn caption(frame: &Frame, width: f64) -> Vec<String> {
    frame.caption.iter().flat_map(|line| letters::wrap(line, LETTERS, width)).collect()
}

/// Draws a frame on a sheet.
struct Pen<'a> {
    frame: &'a Frame,
    cell: f64,
    left: f64,
    top: f64,
}

impl Pen<'_> {
    fn is_inside(&self, cell: Cell) -> bool {
        self.frame.grid.contains(cell)
    }

    fn corner(&self, row: f64, col: f64) -> Point {
        (self.left + col * self.cell, self.top + row * self.cell)
    }

    fn middle(&self, cell: Cell) -> Point {
        self.corner(f64::from(cell.row) + 0.5, f64::from(cell.col) + 0.5)
    }

    /// The background, the board, and lines between its cells.
    fn board(&self, sheet: &Sheet) -> Vec<Primitive> {
        let (rows, cols) = (self.frame.grid.rows(), self.frame.grid.cols());
        let (height, width) = (f64::from(rows) * self.cell, f64::from(cols) * self.cell);
        let rect = |corner, width, height, fill| Primitive::Rect { corner, width, height, fill };
        let line = |points: [Point; 2]| Primitive::Line {
            points: points.to_vec(),
            closed: false,
            width: (self.cell / 40.0).clamp(0.5, 1.0),
            colour: Ink::FAINT.picture,
        };
        let (bottom, right) = (f64::from(rows), f64::from(cols));
        let across =
            (1..rows).map(f64::from).map(|row| line([self.corner(row, 0.0), self.corner(row, right)]));
        let down =
            (1..cols).map(f64::from).map(|col| line([self.corner(0.0, col), self.corner(bottom, col)]));
        let paper = rect((0.0, 0.0), sheet.width, sheet.height, PAPER);
        let board = rect((self.left, self.top), width, height, BOARD);
        [paper, board].into_iter().chain(across).chain(down).collect()
    }

    /// The border and the walls.
    fn walls(&self) -> Vec<Primitive> {
        let (rows, cols) = (f64::from(self.frame.grid.rows()), f64::from(self.frame.grid.cols()));
        let is_walled = !self.frame.walls.is_empty();
        let width = if is_walled { (self.cell / 10.0).clamp(1.5, 5.0) } else { 1.5 };
        let corners = [(0.0, 0.0), (0.0, cols), (rows, cols), (rows, 0.0)];
        let points = corners.map(|(row, col)| self.corner(row, col)).to_vec();
        let border = Primitive::Line { points, closed: true, width, colour: WALL };
        let inside = |sides: &[(Cell, Direction)]| -> Vec<(Cell, Direction)> {
            sides.iter().filter(|(cell, _)| self.is_inside(*cell)).copied().collect()
        };
        let walls = inside(&self.frame.walls).into_iter().map(|(cell, way)| {
            let points = self.side(cell, way, 0.0).to_vec();
            Primitive::Line { points, closed: false, width, colour: WALL }
        });
        // The ends of a line are round.
        let exits = inside(&self.frame.exits).into_iter().map(|(cell, way)| {
            let points = self.side(cell, way, 3.0 * width / self.cell).to_vec();
            Primitive::Line { points, closed: false, width: 3.0 * width, colour: PAPER }
        });
        [border].into_iter().chain(exits).chain(walls).collect()
    }

    /// The ends of a side of a cell, each by a share of the side nearer to its middle.
    fn side(&self, cell: Cell, way: Direction, less: f64) -> [Point; 2] {
        let (row, col) = (f64::from(cell.row), f64::from(cell.col));
        let (from, to) = (less, 1.0 - less);
        let ends = match way {
            Direction::Up => [(row, col + from), (row, col + to)],
            Direction::Down => [(row + 1.0, col + from), (row + 1.0, col + to)],
            Direction::Left => [(row + from, col), (row + to, col)],
            Direction::Right => [(row + from, col + 1.0), (row + to, col + 1.0)],
        };
        ends.map(|(row, col)| self.corner(row, col))
    }

    fn shape(&self, shape: &Shape) -> Vec<Primitive> {
        match shape {
            Shape::Area(area) => self.area(area),
            Shape::Course(course) => self.course(course),
            Shape::Mark(mark) if self.is_inside(mark.cell) => self.mark(mark),
            Shape::Mark(_) => Vec::new(),
            Shape::Web(web) => self.web(web),
            Shape::Car(car) => match (car.cells.first(), car.cells.last()) {
                (Some(&first), Some(&last)) if self.is_inside(first) && self.is_inside(last) => {
                    car::draw(self.middle(first), self.middle(last), self.cell, car)
                }
                _ => Vec::new(),
            },
        }
    }

    fn area(&self, area: &Area) -> Vec<Primitive> {
        let cells = area.cells.iter().filter(|&&cell| self.is_inside(cell));
        cells.flat_map(|&cell| self.filled(cell, area)).collect()
    }

    fn filled(&self, cell: Cell, area: &Area) -> Vec<Primitive> {
        let (row, col) = (f64::from(cell.row), f64::from(cell.col));
        match area.fill {
            Fill::Solid => vec![Primitive::Rect {
                corner: self.corner(row, col),
                width: self.cell,
                height: self.cell,
                fill: area.ink.picture,
            }],
            Fill::Striped => {
                let ends = [[(0.5, 0.0), (0.0, 0.5)], [(1.0, 0.0), (0.0, 1.0)], [(1.0, 0.5), (0.5, 1.0)]];
                let stripe = |ends: [(f64, f64); 2]| Primitive::Line {
                    points: ends.map(|(down, along)| self.corner(row + down, col + along)).to_vec(),
                    closed: false,
                    width: (self.cell / 12.0).max(0.8),
                    colour: area.ink.picture,
                };
                ends.map(stripe).to_vec()
            }
        }
    }

    /// Draws the web in few lines: each line continues while an edge is left.
    fn web(&self, web: &Web) -> Vec<Primitive> {
        let mut joined: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        for &(from, to) in web.lines.iter().filter(|(from, to)| self.is_inside(*from) && self.is_inside(*to))
        {
            joined.entry(from).or_default().push(to);
            joined.entry(to).or_default().push(from);
        }
        // By Euler's theorem, lines start at places where an odd number of edges meet.
        let mut starts: Vec<Cell> = joined.keys().copied().collect();
        starts.sort_by_key(|start| joined[start].len().is_multiple_of(2));
        let mut take = |from: Cell| {
            let to = joined.get_mut(&from)?.pop()?;
            let back = joined.get_mut(&to)?;
            let place = back.iter().position(|&other| other == from)?;
            back.remove(place);
            Some(to)
        };
        let corner = |cell: Cell| self.corner(f64::from(cell.row) + 1.0, f64::from(cell.col) + 1.0);
        let mut lines = Vec::new();
        for start in starts {
            while let Some(next) = take(start) {
                let rest = std::iter::successors(Some(next), |&here| take(here));
                let points = std::iter::once(start).chain(rest).map(corner).collect();
                let width = (self.cell * 0.1).max(1.0);
                lines.push(Primitive::Line { points, closed: false, width, colour: web.ink.picture });
            }
        }
        lines
    }

    fn course(&self, course: &Course) -> Vec<Primitive> {
        let inks: Vec<Rgb> = course.inks.iter().map(|ink| ink.picture).collect();
        let widths = (self.breadth(course.stroke, 0.0), self.breadth(course.stroke, 1.0));
        match course.cells[..] {
            [] => Vec::new(),
            [only] if !self.is_inside(only) => Vec::new(),
            [only] => {
                vec![Primitive::Circle { centre: self.middle(only), radius: widths.0 / 2.0, fill: inks[0] }]
            }
            [first, ..] => {
                let mut cells = course.cells.clone();
                cells.extend(course.closed.then_some(first));
                let (grid, corner) = (self.frame.grid, (self.left, self.top));
                vec![Primitive::Ribbon(Ribbon { cells, grid, corner, side: self.cell, widths, inks })]
            }
        }
    }

    fn breadth(&self, stroke: Stroke, share: f64) -> f64 {
        match stroke {
            Stroke::Hair => (self.cell * 0.07).max(0.8),
            Stroke::Thin => (self.cell * 0.15).max(1.6),
            Stroke::Heavy => self.cell * 0.4,
            Stroke::Tapered => self.cell * (0.74 - 0.44 * share),
        }
    }

    fn mark(&self, mark: &Mark) -> Vec<Primitive> {
        let (centre, ink, cell) = (self.middle(mark.cell), mark.ink.picture, self.cell);
        let disc = |radius: f64| Primitive::Circle { centre, radius: cell * radius, fill: ink };
        match &mark.figure {
            Figure::Disc => vec![disc(0.34)],
            Figure::Fruit => {
                let stalk = [(0.02, -0.28), (0.1, -0.44)];
                let points = stalk.map(|(x, y)| (centre.0 + x * cell, centre.1 + y * cell)).to_vec();
                let width = (cell * 0.08).max(1.0);
                vec![disc(0.33), Primitive::Line { points, closed: false, width, colour: DARK }]
            }
            Figure::Head(direction) => {
                let mut parts = vec![disc(0.42)];
                parts.extend(self.eyes(centre, *direction));
                parts
            }
            Figure::Ring => {
                let width = (cell * 0.08).max(1.2);
                vec![Primitive::Ring { centre, radius: cell * 0.42, width, colour: ink }]
            }
            Figure::Arrow(direction) => {
                let (across, down) = offset(*direction);
                let at = |ahead: f64, aside: f64| {
                    let x = centre.0 + cell * (across * ahead - down * aside);
                    (x, centre.1 + cell * (down * ahead + across * aside))
                };
                let width = (cell * 0.09).max(1.2);
                let line = |points| Primitive::Line { points, closed: false, width, colour: ink };
                vec![
                    line(vec![at(-0.3, 0.0), at(0.28, 0.0)]),
                    line(vec![at(0.05, -0.22), at(0.28, 0.0), at(0.05, 0.22)]),
                ]
            }
            Figure::Badge(text) => vec![disc(0.38), self.text(centre, text, 0.46, 0.62, PAPER, true)],
            Figure::Text(text) => vec![self.text(centre, text, 0.5, 0.9, ink, false)],
        }
    }

    /// Text with this height, and with a width of at most `wide` cells.
    fn text(&self, middle: Point, text: &str, high: f64, wide: f64, colour: Rgb, bold: bool) -> Primitive {
        let wanted = self.cell * high;
        let width = letters::width(text, wanted);
        let size = if width > self.cell * wide { wanted * self.cell * wide / width } else { wanted };
        Primitive::Text { middle, size, colour, bold, text: text.to_owned() }
    }

    /// White eyes with dark pupils, in front of the middle of the head on both sides.
    fn eyes(&self, (x, y): Point, direction: Direction) -> Vec<Primitive> {
        let (ahead_x, ahead_y) = offset(direction);
        let at = |ahead: f64, aside: f64| {
            let cell = self.cell;
            (x + cell * (ahead_x * ahead - ahead_y * aside), y + cell * (ahead_y * ahead + ahead_x * aside))
        };
        [-0.19, 0.19]
            .into_iter()
            .flat_map(|aside| {
                [
                    Primitive::Circle { centre: at(0.13, aside), radius: self.cell * 0.13, fill: PAPER },
                    Primitive::Circle { centre: at(0.18, aside), radius: self.cell * 0.065, fill: DARK },
                ]
            })
            .collect()
    }
}
