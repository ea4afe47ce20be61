//! The rules of the puzzle, and the checker of answers.

use crate::facts::{self, Fact, PuzzleError, Term};
use hamadryad_grid::{Cell, Direction, Grid};
use std::collections::BTreeMap;
use std::fmt;

/// A kind of piece, named by the sides that it joins: north, east, south, west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// West to east.
    Level,
    /// North to south.
    Upright,
    /// A bend.
    NorthEast,
    /// A bend.
    SouthEast,
    /// A bend.
    SouthWest,
    /// A bend.
    NorthWest,
    /// Both straight pieces combined.
    Cross,
}

impl Piece {
    /// All kinds, in the order of their names in bags.
    pub const ALL: [Self; 7] = [
        Self::Level,
        Self::Upright,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
        Self::Cross,
    ];

    /// The name in facts.
    pub fn name(self) -> &'static str {
        ["ew", "ns", "ne", "se", "sw", "nw", "cross"][self as usize]
    }

    /// The sign in a drawing.
    pub fn sign(self) -> char {
        ['━', '┃', '┗', '┏', '┓', '┛', '╋'][self as usize]
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.name() == name)
    }

    /// The direction in which water leaves the piece after entering in direction `way`; `None` if it cannot
    /// enter.
    pub fn turn(self, way: Direction) -> Option<Direction> {
        use Direction::{Down, Left, Right, Up};
        let sides = match self {
            Self::Cross => return Some(way),
            Self::Level => [Left, Right],
            Self::Upright => [Up, Down],
            Self::NorthEast => [Up, Right],
            Self::SouthEast => [Down, Right],
            Self::SouthWest => [Down, Left],
            Self::NorthWest => [Up, Left],
        };
        match sides.map(|side| side == way.opposite()) {
            [true, _] => Some(sides[1]),
            [_, true] => Some(sides[0]),
            _ => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place on the edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The field inside the board.
    pub cell: Cell,
    /// The side of the field that is the edge.
    pub side: Direction,
}

/// An instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pipes {
    pub(crate) grid: Grid,
    /// By number of the cell.
    pub(crate) blocked: Vec<bool>,
    /// The entrance of the water.
    pub source: Gate,
    /// The exit of the water.
    pub drain: Gate,
    /// The number of pieces of each kind, in the order of [`Piece::ALL`].
    pub bag: [u32; 7],
}

/// The end of the water.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamEnd {
    /// At the drain.
    Drain,
    /// On this field, which it would enter in this direction, and which has no fitting piece.
    Field(Cell, Direction),
    /// At the edge of this field.
    Edge(Cell),
}

/// Pieces on fields.
pub type Layout = BTreeMap<Cell, Piece>;

impl Pipes {
    /// The number of pieces.
    pub fn pieces(&self) -> u32 {
        self.bag.iter().sum()
    }

    /// Whether a piece can lie on a cell.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.grid.contains(cell) && !self.blocked[self.grid.index(cell)]
    }

    /// Reads and checks an answer: atoms `pipe(R,C,T)`, separated by blanks, in any order.
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(&self, answer: &str) -> Result<Layout, PuzzleError> {
        let mut layout = Layout::new();
        let mut left = self.bag;
        for atom in facts::read_atoms(answer)? {
            let (cell, piece) = self.pipe(&atom)?;
            if !self.is_free(cell) {
                return Err(atom.wrong("no piece can lie there"));
            }
            match left[piece as usize].checked_sub(1) {
                Some(rest) => left[piece as usize] = rest,
                None => return Err(atom.wrong("the bag has fewer pieces of this kind")),
            }
            if layout.insert(cell, piece).is_some() {
                return Err(atom.wrong("there is a piece already"));
            }
        }
        if let Some(piece) = Piece::ALL.into_iter().find(|&piece| left[piece as usize] > 0) {
            return Err(facts::wrong_as_a_whole("this layout", format!("the piece {piece} is not laid")));
        }
        let way = self.flow(&layout)?;
        if let Some((cell, piece)) = layout.iter().find(|(cell, _)| !way.contains(cell)) {
            return Err(facts::wrong_as_a_whole(&atom(*cell, *piece), "no water flows through it"));
        }
        Ok(layout)
    }

    pub(super) fn pipe(&self, atom: &Fact) -> Result<(Cell, Piece), PuzzleError> {
        match (atom.name.as_str(), atom.arguments.as_slice()) {
            ("pipe", [Term::Number(row), Term::Number(col), Term::Constant(name)]) => {
                let piece = Piece::of_name(name).ok_or_else(|| atom.wrong("there is no such piece"))?;
                let cell = Cell::from_pair((*row).into(), (*col).into());
                Ok((cell.ok_or_else(|| atom.wrong("no piece can lie there"))?, piece))
            }
            _ => Err(atom.unknown("pipe/3")),
        }
    }

    /// The fields on the way of the water, in order, from the source to the drain.
    ///
    /// # Errors
    /// If the water stops before the drain.
    pub fn flow(&self, layout: &Layout) -> Result<Vec<Cell>, PuzzleError> {
        let (cells, end) = self.stream(layout);
        let (cell, reason) = match end {
            StreamEnd::Drain => return Ok(cells),
            StreamEnd::Field(cell, _) => (cell, "the water stops here"),
            StreamEnd::Edge(cell) => (cell, "the water flows over the edge here, and this is not the drain"),
        };
        Err(facts::wrong_as_a_whole(&format!("the field {cell}"), reason))
    }

    /// The fields that the water passes from the source on, and its end.
    pub fn stream(&self, layout: &Layout) -> (Vec<Cell>, StreamEnd) {
        let (mut cell, mut way) = (self.source.cell, self.source.side.opposite());
        let mut cells = Vec::new();
        loop {
            let turned = layout.get(&cell).and_then(|piece| piece.turn(way));
            let Some(next) = turned else { return (cells, StreamEnd::Field(cell, way)) };
            cells.push(cell);
            if (Gate { cell, side: next }) == self.drain {
                return (cells, StreamEnd::Drain);
            }
            // Pieces are symmetric, so water never passes a field twice in the same direction.
            match self.grid.step(cell, next) {
                Some(on) => (cell, way) = (on, next),
                None => return (cells, StreamEnd::Edge(cell)),
            }
        }
    }
}

/// A piece on a field in the format of an answer set.
pub(super) fn atom(cell: Cell, piece: Piece) -> String {
    let (row, col) = cell.pair();
    format!("pipe({row},{col},{piece})")
}

/// A layout in the format of an answer set: `pipe(1,2,ew) pipe(1,3,sw) …`.
pub fn atoms(layout: &Layout) -> String {
    layout.iter().map(|(&cell, &piece)| atom(cell, piece)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "ew 2\nsw 1\nne 1\nns 0\n\n#>####\n";

    fn pipes() -> Pipes {
        Pipes::read("ew 2\nsw 1\nne 1\n\n######\n>...B#\n#.B..>\n######").expect("an instance")
    }

    #[test]
    fn drawings_and_facts_are_equivalent() {
        let facts = "rows(2). columns(4). blocked(1,4). blocked(2,2). source(1,1,w). drain(2,4,e).
            piece(ew,2). piece(sw,1). piece(ne,1).";
        assert_eq!(Pipes::read(facts), Ok(pipes()));
    }

    #[test]
    fn a_layout_is_checked_by_its_flow() {
        let pipes = Pipes { blocked: vec![false; 8], bag: [3, 0, 1, 0, 1, 0, 0], ..pipes() };
        let good = "pipe(1,1,ew) pipe(1,2,ew) pipe(1,3,sw) pipe(2,3,ne) pipe(2,4,ew)";
        let layout = pipes.check(good).expect("a layout");
        assert_eq!(atoms(&layout), good);
        assert_eq!(pipes.layouts(9, u64::MAX).found.len(), 4);
        let faults = [
            ("pipe(1,1,ew)", "this layout: the piece ew is not laid"),
            ("pipe(1,1,u)", "line 1: pipe(1,1,u): there is no such piece"),
            ("pipe(3,1,ew)", "line 1: pipe(3,1,ew): no piece can lie there"),
            ("pipe(1,1,ns)", "line 1: pipe(1,1,ns): the bag has fewer pieces of this kind"),
            ("pipe(1,1,ew) pipe(1,1,ew)", "line 1: pipe(1,1,ew): there is a piece already"),
            (
                "pipe(1,1,ew) pipe(1,2,ew) pipe(1,3,ew) pipe(2,1,ne) pipe(2,2,sw)",
                "the field (1,4): the water stops here",
            ),
            ("flow(1)", "line 1: this puzzle has no facts flow/1; known: pipe/3"),
        ];
        for (answer, fault) in faults {
            assert_eq!(pipes.check(answer).unwrap_err().to_string(), fault);
        }
    }

    #[test]
    fn invalid_instances_are_rejected_with_line_and_reason() {
        let size = "rows(2). columns(2).";
        let errors = [
            (size.to_string(), "there is no fact source(R,C,Side)"),
            (
                format!("{size}\nsource(1,1,s)."),
                "line 2: source(1,1,s): the side must be n, e, s or w, and at the edge",
            ),
            (format!("{size}\npiece(u,1)."), "line 2: piece(u,1): there is no such piece"),
            (format!("{size}\npiece(ew,5)."), "line 2: piece(ew,5): the board has fewer fields"),
            (format!("{size}\nblocked(3,1)."), "line 2: blocked(3,1): this is outside of the 2×2 board"),
            (
                format!("{size}\nwall(3,1)."),
                "line 2: this puzzle has no facts wall/2; known: rows/1, columns/1, blocked/2, source/3, drain/3, piece/2",
            ),
            (BOARD.to_string(), "line 6: this board: with an edge around it its sides must be 3 to 52"),
            ("####\n>..<\n#.?#\n####".to_string(), "line 2: `<`: the board has another arrow of this kind"),
            ("####\n>..>\n#.?#\n####".to_string(), "line 3: `?`: a field is `.` or `B`"),
            ("####\n>..v\n#..#\n####".to_string(), "line 2: `v`: an arrow leads over the edge"),
            ("####\n#..#\n#..\n####".to_string(), "line 3: this row: it has 3 signs, the first row has 4"),
            ("####\n#..#\n#..#\n####".to_string(), "there is no fact arrow inwards, the source"),
        ];
        for (text, reason) in errors {
            assert_eq!(Pipes::read(&text).unwrap_err().to_string(), reason, "{text}");
        }
    }
}
