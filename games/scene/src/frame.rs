//! Frames: the contents of a picture, independent of its rendering.
//!
//! From bottom to top: the empty grid, the layers, and the shapes of each layer in order; later shapes cover
//! earlier ones. Walls cover all shapes. A layer has a name, under which it can be shown and hidden.

use crate::ink::Ink;
use hamadryad_grid::{Cell, Direction, Grid};

/// One picture of a grid. Shapes outside the grid are not drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The grid.
    pub grid: Grid,
    /// The layers, from bottom to top.
    pub layers: Vec<Layer>,
    /// Walls between a cell and its neighbour; with walls, a terminal needs more room.
    pub walls: Vec<(Cell, Direction)>,
    /// Gaps in the border: sides of cells on which the board can be left.
    pub exits: Vec<(Cell, Direction)>,
    /// Lines of text below the picture.
    pub caption: Vec<String>,
    /// The contents in words, in addition to the caption, for readers who do not see the picture; may be
    /// empty.
    pub description: String,
}

impl Frame {
    /// An empty frame.
    pub fn new(grid: Grid) -> Self {
        Self {
            grid,
            layers: Vec::new(),
            walls: Vec::new(),
            exits: Vec::new(),
            caption: Vec::new(),
            description: String::new(),
        }
    }

    /// Adds a shape on top of the layer with this name; a new layer covers all others.
    pub fn add(&mut self, layer: &'static str, shape: impl Into<Shape>) {
        let place = self.layers.iter().position(|known| known.name == layer);
        let place = place.unwrap_or_else(|| {
            self.layers.push(Layer { name: layer, shown: true, shapes: Vec::new() });
            self.layers.len() - 1
        });
        self.layers[place].shapes.push(shape.into());
    }

    /// The visible shapes, from bottom to top.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.layers.iter().filter(|layer| layer.shown).flat_map(|layer| &layer.shapes)
    }
}

/// Shapes that are shown or hidden together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The name of the layer in controls.
    pub name: &'static str,
    /// Whether the layer is visible.
    pub shown: bool,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Filled cells.
    Area(Area),
    /// A line through cells.
    Course(Course),
    /// A cell with a mark.
    Mark(Mark),
    /// Lines between corners of cells.
    Web(Web),
    /// A car on cells of a row or column.
    Car(Car),
}

impl From<Car> for Shape {
    fn from(car: Car) -> Self {
        Self::Car(car)
    }
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
    /// The character in each cell on a terminal.
    pub glyph: Glyph,
    /// The colour.
    pub ink: Ink,
    /// The fill in a picture.
    pub fill: Fill,
}

/// The fill of a cell in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// A uniform colour.
    Solid,
    /// Stripes, which differ from a uniform fill without colours.
    Striped,
}

/// A line through cells, from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The cells in order; the line has a gap between cells that are no neighbours.
    pub cells: Vec<Cell>,
    /// Whether the line returns from the last cell to the first.
    pub closed: bool,
    /// The stroke.
    pub stroke: Stroke,
    /// The colours, interpolated from the first cell to the last; at least one.
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

    /// The same line, closed.
    pub fn closed(self) -> Self {
        Self { closed: true, ..self }
    }

    /// The colour at this place of the line.
    pub(crate) fn ink_at(&self, place: usize) -> Ink {
        self.inks[place * self.inks.len() / self.cells.len()]
    }
}

/// Straight lines between corners of cells, such as a tree inside a cycle. A terminal omits them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// The ends of each line: the lower right corners of these cells.
    pub lines: Vec<(Cell, Cell)>,
    /// The colour.
    pub ink: Ink,
}

/// A car as it is seen from above, with a letter on its roof. On a terminal each of its cells has the letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Car {
    /// The cells, all in a row or column, from one end to the other.
    pub cells: Vec<Cell>,
    /// The letter.
    pub letter: char,
    /// The colour.
    pub ink: Ink,
}

/// The stroke of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A thin line, for plans.
    Thin,
    /// A thinner line, dashed on a terminal, for background such as a cycle.
    Hair,
    /// A heavy line, for objects.
    Heavy,
    /// A heavy line; in a picture it is broad at its first cell and narrow at its last.
    Tapered,
}

/// One cell with a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The character on a terminal.
    pub glyph: Glyph,
    /// The colour.
    pub ink: Ink,
    /// The figure in a picture.
    pub figure: Figure,
}

/// The figure of a mark in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A disc.
    Disc,
    /// A disc with a stalk.
    Fruit,
    /// A disc with two eyes that look in this direction.
    Head(Direction),
    /// A circle around the cell.
    Ring,
    /// An arrow in this direction.
    Arrow(Direction),
    /// A disc with a letter or two on it.
    Badge(String),
    /// A word or a number.
    Text(String),
}

/// A character in both character sets; both must be one column wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character if Unicode is available.
    pub unicode: char,
    /// The character in ASCII.
    pub ascii: char,
}

impl Glyph {
    /// The same ASCII character in both.
    pub const fn ascii(sign: char) -> Self {
        Self { unicode: sign, ascii: sign }
    }
}
