//! Cells of a grid, and the four directions.

use std::fmt;
use std::str::FromStr;

/// A cell, row and column counted from 0; ordered in reading order.
///
/// Printed and parsed as `(X,Y)`, X the row and Y the column, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u16,
    /// The column, from 0 at the left.
    pub col: u16,
}

impl Cell {
    /// The cell in this row and column, counted from 0.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// The cell that logic programs write as `(x,y)`, counted from 1; `None` if a number is 0 or too large.
    pub fn from_pair(x: i64, y: i64) -> Option<Self> {
        let from_one = |number: i64| u16::try_from(number.checked_sub(1)?).ok();
        Some(Self { row: from_one(x)?, col: from_one(y)? })
    }

    /// Row and column counted from 1, as in logic programs.
    pub fn pair(self) -> (u32, u32) {
        (u32::from(self.row) + 1, u32::from(self.col) + 1)
    }

    /// The neighbour in a direction; `None` above the first row or left of the first column.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let Self { row, col } = self;
        Some(match direction {
            Direction::Up => Self { row: row.checked_sub(1)?, col },
            Direction::Down => Self { row: row.checked_add(1)?, col },
            Direction::Left => Self { row, col: col.checked_sub(1)? },
            Direction::Right => Self { row, col: col.checked_add(1)? },
        })
    }

    /// The direction that leads from this cell to `other`; `None` unless they are neighbours.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == Some(other))
    }

    /// The number of steps to `other` on an empty grid.
    pub fn manhattan(self, other: Self) -> u32 {
        u32::from(self.row.abs_diff(other.row)) + u32::from(self.col.abs_diff(other.col))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.pair();
        write!(f, "({x},{y})")
    }
}

/// The error for a text that is no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCellError {
    text: String,
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a cell: write `(X,Y)` with a row and a column of at least 1", self.text)
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let parse = || {
            let (x, y) = text.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            Self::from_pair(x.trim().parse().ok()?, y.trim().parse().ok()?)
        };
        parse().ok_or_else(|| ParseCellError { text: text.to_string() })
    }
}

/// A direction of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column at the right.
    Right,
    /// To the row below.
    Down,
    /// To the column at the left.
    Left,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The opposite direction.
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }

    /// The letter of the direction in records of games: `U`, `R`, `D`, `L`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    /// The direction with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_printed_from_one_and_read_back() {
        for (row, col, text) in [(0, 0, "(1,1)"), (2, 11, "(3,12)"), (65_535, 65_535, "(65536,65536)")] {
            let cell = Cell::new(row, col);
            assert_eq!(cell.to_string(), text);
            assert_eq!(text.parse(), Ok(cell));
        }
    }

    #[test]
    fn a_text_that_is_no_cell_is_rejected() {
        for text in ["", "(0,1)", "(1,0)", "(1)", "1,1", "(1,1", "(-1,1)", "(1,65537)", "(a,b)", "(1,2,3)"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
        assert_eq!(
            "(0,1)".parse::<Cell>().unwrap_err().to_string(),
            "`(0,1)` is not a cell: write `(X,Y)` with a row and a column of at least 1"
        );
    }

    #[test]
    fn every_step_has_a_way_back() {
        let cell = Cell::new(3, 5);
        for direction in Direction::ALL {
            let next = cell.step(direction).expect("the cell lies inside");
            assert_eq!(next.step(direction.opposite()), Some(cell));
            assert_eq!(cell.direction_to(next), Some(direction));
            assert_eq!(cell.manhattan(next), 1);
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        }
        assert_eq!(Cell::new(0, 0).step(Direction::Up), None);
        assert_eq!(Cell::new(0, 0).step(Direction::Left), None);
        assert_eq!(cell.direction_to(cell), None);
        assert_eq!(cell.direction_to(Cell::new(4, 6)), None);
    }
}
