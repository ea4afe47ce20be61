//! A frame: what is to be seen, without a word on how it is drawn.
//!
//! From bottom to top: the empty grid, the layers, the courses, the marks. What comes later covers what came before.

use hamadryad_grid::{Cell, Grid};

/// One picture of a grid. Cells that do not lie on the grid are not drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The rectangle that is drawn.
    pub grid: Grid,
    /// Sets of cells, each filled with one sign.
    pub layers: Vec<Layer>,
    /// Lines from cell to cell.
    pub courses: Vec<Course>,
    /// Single cells with a sign.
    pub marks: Vec<Mark>,
    /// Lines of text below the picture.
    pub caption: Vec<String>,
}

impl Frame {
    /// An empty frame.
    pub fn new(grid: Grid) -> Self {
        Self { grid, layers: Vec::new(), courses: Vec::new(), marks: Vec::new(), caption: Vec::new() }
    }
}

/// Cells that are filled with the same sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// The sign.
    pub glyph: Glyph,
    /// Its colour.
    pub ink: Ink,
}

/// A line through cells, from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The cells in order; where two that follow one another are no neighbours, the line has a gap.
    pub cells: Vec<Cell>,
    /// Whether the line goes on from the last cell to the first.
    pub closed: bool,
    /// How thick it is.
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

    /// The colour of the cell at this place of the line.
    pub(crate) fn ink_at(&self, place: usize) -> Ink {
        self.inks[place * self.inks.len() / self.cells.len()]
    }
}

/// How thick a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// For what is only thought of, such as a plan.
    Thin,
    /// For what is there.
    Heavy,
}

/// One cell with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The sign.
    pub glyph: Glyph,
    /// Its colour.
    pub ink: Ink,
}

/// A sign in both character sets; both must be one column wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The sign where Unicode can be shown.
    pub unicode: char,
    /// The sign where only ASCII can.
    pub ascii: char,
}

/// A colour of the terminal's 256, and whether it is bold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The number in the palette; none is the terminal's own colour.
    pub colour: Option<u8>,
    /// Whether the sign is bold.
    pub bold: bool,
}

impl Ink {
    /// The terminal's own colour.
    pub const PLAIN: Self = Self { colour: None, bold: false };
    /// For what should be seen last, such as empty cells.
    pub const FAINT: Self = Self::colour(240);
    /// For frames and plans.
    pub const GREY: Self = Self::colour(245);
    /// Red.
    pub const RED: Self = Self::colour(203);
    /// Yellow.
    pub const YELLOW: Self = Self::colour(221);
    /// Blue.
    pub const BLUE: Self = Self::colour(75);
    /// Greens from bright to dark, for a line that shows its direction.
    pub const GREENS: [Self; 5] =
        [Self::colour(120), Self::colour(84), Self::colour(78), Self::colour(71), Self::colour(65)];

    /// The colour with this number of the 256.
    pub const fn colour(number: u8) -> Self {
        Self { colour: Some(number), bold: false }
    }

    /// The same, bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}
