//! A frame: what is to be seen, without a word on how it is drawn.
//!
//! From bottom to top: the empty grid, the layers, and in each its shapes in order; what comes later covers what came
//! before. Walls stand above all. A layer has a name, under which it can be shown and hidden.

use crate::ink::Ink;
use hamadryad_grid::{Cell, Direction, Grid};

/// One picture of a grid. What does not lie on the grid is not drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The rectangle that is drawn.
    pub grid: Grid,
    /// What lies on it.
    pub layers: Vec<Layer>,
    /// What stands between a cell and its neighbour; where there are any, a terminal needs more room.
    pub walls: Vec<(Cell, Direction)>,
    /// Lines of text below the picture.
    pub caption: Vec<String>,
}

impl Frame {
    /// An empty frame.
    pub fn new(grid: Grid) -> Self {
        Self { grid, layers: Vec::new(), walls: Vec::new(), caption: Vec::new() }
    }

    /// Puts a shape on top of the layer with this name; a new one lies above all others.
    pub fn add(&mut self, layer: &'static str, shape: impl Into<Shape>) {
        let place = self.layers.iter().position(|known| known.name == layer);
        let place = place.unwrap_or_else(|| {
            self.layers.push(Layer { name: layer, shown: true, shapes: Vec::new() });
            self.layers.len() - 1
        });
        self.layers[place].shapes.push(shape.into());
    }

    /// The shapes that are shown, from bottom to top.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.layers.iter().filter(|layer| layer.shown).flat_map(|layer| &layer.shapes)
    }
}

/// Shapes that are shown or hidden together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What it is called where it can be switched.
    pub name: &'static str,
    /// Whether it is seen.
    pub shown: bool,
    /// What is on it.
    pub shapes: Vec<Shape>,
}

/// Something that can be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Cells.
    Area(Area),
    /// A line through cells.
    Course(Course),
    /// One cell with a sign.
    Mark(Mark),
    /// Lines between corners of cells.
    Web(Web),
}

impl From<Web> for Shape {
    fn from(web: Web) -> Self {
        Self::Web(web)
    }
}

impl From<Area> for Shape {
    fn from(area: Area) -> Self {
        Self::Area(area)
    }
}

impl From<Course> for Shape {
    fn from(course: Course) -> Self {
        Self::Course(course)
    }
}

impl From<Mark> for Shape {
    fn from(mark: Mark) -> Self {
        Self::Mark(mark)
    }
}

/// Cells that are filled in the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// The sign that fills a cell on a terminal.
    pub glyph: Glyph,
    /// Its colour.
    pub ink: Ink,
    /// How a picture fills it.
    pub fill: Fill,
}

/// How a cell is filled in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Evenly.
    Solid,
    /// With stripes, which can be told from what is filled evenly without any colour.
    Striped,
}

/// A line through cells, from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The cells in order; where two that follow one another are no neighbours, the line has a gap.
    pub cells: Vec<Cell>,
    /// Whether the line goes on from the last cell to the first.
    pub closed: bool,
    /// What it looks like.
    pub stroke: Stroke,
    /// Its colours, spread evenly from the first cell to the last; at least one.
    pub inks: Vec<Ink>,
}

impl Course {
    /// An open line in the plain colour.
    pub fn new(cells: impl IntoIterator<Item = Cell>, stroke: Stroke) -> Self {
        Self { cells: cells.into_iter().collect(), closed: false, stroke, inks: vec![Ink::PLAIN] }
    }

    /// The same line in these colours.
    pub fn inked(self, inks: &[Ink]) -> Self {
        assert!(!inks.is_empty(), "a course needs a colour");
        Self { inks: inks.to_vec(), ..self }
    }

    /// The same line, back to where it begins.
    pub fn closed(self) -> Self {
        Self { closed: true, ..self }
    }

    /// The colour of the cell at this place of the line.
    pub(crate) fn ink_at(&self, place: usize) -> Ink {
        self.inks[place * self.inks.len() / self.cells.len()]
    }
}

/// Straight lines between places where four cells meet, such as a tree that a course runs round. There is no room for them on a
/// terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// Where each line begins and ends: at the lower right corners of these cells.
    pub lines: Vec<(Cell, Cell)>,
    /// Its colour.
    pub ink: Ink,
}

/// What a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// For what is only thought of, such as a plan.
    Thin,
    /// Thinner still, and broken on a terminal: for what lies behind all, such as the cycle that a plan is a part of.
    Hair,
    /// For what is there.
    Heavy,
    /// As heavy; in a picture it is broad at its first cell and narrow at its last.
    Tapered,
}

/// One cell with a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The sign on a terminal.
    pub glyph: Glyph,
    /// Its colour.
    pub ink: Ink,
    /// What it is in a picture.
    pub figure: Figure,
}

/// What marks a cell in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A disc.
    Disc,
    /// A disc with a stalk.
    Fruit,
    /// A disc with two eyes that look in this direction.
    Head(Direction),
    /// A circle around what else lies there.
    Ring,
    /// A disc with a letter or two on it.
    Badge(String),
    /// A word or a number alone.
    Text(String),
}

/// A sign in both character sets; both must be one column wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The sign where Unicode can be shown.
    pub unicode: char,
    /// The sign where only ASCII can.
    pub ascii: char,
}

impl Glyph {
    /// The same sign in both; it must be ASCII.
    pub const fn ascii(sign: char) -> Self {
        Self { unicode: sign, ascii: sign }
    }
}
