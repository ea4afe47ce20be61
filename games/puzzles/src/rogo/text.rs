//! Boards of Rogo as facts and as drawings.
//!
//! ```text
//! steps 12
//! best 8                     % and good, if the puzzle states it
//!
//! 2 _ _ _ _ _ _ _ _          % _ or W: free, B: forbidden, a number: points;
//! _ 3 _ _ 1 _ _ 2 _          % commas are allowed as separators
//! _ _ _ _ _ _ B _ 2
//! _ _ 2 B _ _ _ _ _
//! _ _ _ _ 2 _ _ 1 _
//! ```

use super::rules::{LONGEST_SIDE, Rogo, Square};
use crate::drawing::{self, Drawing};
use crate::facts::{self, Fact, PuzzleError};
use hamadryad_grid::Grid;
use std::fmt;

const KNOWN: &str = "rows/1, columns/1, steps/1, points/3, forbidden/2, good/1, best/1";

/// The largest number of points in a statement, as in facts.
const MOST_POINTS: i32 = i32::MAX;

impl Rogo {
    /// Reads an instance: facts, or a drawing.
    ///
    /// # Errors
    /// The first error with its line.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        if drawing::is_drawing(text) { Self::read_drawing(text) } else { Self::read_facts(text) }
    }

    fn read_facts(text: &str) -> Result<Self, PuzzleError> {
        let facts = facts::read_facts(text)?;
        let grid = facts::grid(&facts, LONGEST_SIDE)?;
        let most_steps = i32::from(LONGEST_SIDE).pow(2);
        let steps =
            facts::number(&facts, "steps", 1, most_steps)?.ok_or_else(|| facts::missing("steps(K)"))?;
        let steps = steps as usize;
        let promise = |name| Ok(facts::number(&facts, name, 0, MOST_POINTS)?.map(|points| points as u64));
        let (good, best) = (promise("good")?, promise("best")?);
        let mut rogo = Self { grid, squares: vec![Square::Free; grid.len()], steps, good, best };
        for fact in &facts {
            rogo.add(fact)?;
        }
        Ok(rogo)
    }

    /// Adds a fact about a cell; facts about the size were read before.
    fn add(&mut self, fact: &Fact) -> Result<(), PuzzleError> {
        let (pair, square) = if let Some([row, col, points]) = fact.numbers("points") {
            let points = u32::try_from(points).map_err(|_| fact.wrong("points cannot be negative"))?;
            ([row, col], Square::Points(points))
        } else if let Some(pair) = fact.numbers("forbidden") {
            (pair, Square::Forbidden)
        } else if ["rows", "columns", "steps", "good", "best"]
            .iter()
            .any(|name| fact.numbers::<1>(name).is_some())
        {
            return Ok(());
        } else {
            return Err(fact.unknown(KNOWN));
        };
        let Some(cell) = self.cell(pair) else {
            return Err(fact.wrong(format!("this is outside of the {} board", self.grid)));
        };
        let place = &mut self.squares[self.grid.index(cell)];
        if *place != Square::Free && *place != square {
            return Err(fact.wrong("the field has another meaning already"));
        }
        *place = square;
        Ok(())
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let drawing = Drawing::read(text, &["steps", "good", "best"])?;
        let steps = drawing.number("steps", 1..=i32::from(LONGEST_SIDE).pow(2))?;
        let steps = steps.ok_or_else(|| facts::missing("`steps K` above the board"))? as usize;
        let promise = |word| Ok(drawing.number(word, 0..=MOST_POINTS)?.map(|points| points as u64));
        let (good, best) = (promise("good")?, promise("best")?);
        let rows: Vec<(u32, Vec<&str>)> =
            drawing.rows.iter().map(|&(line, row)| (line, signs(row))).collect();
        let Some((_, first)) = rows.first() else { return Err(facts::missing("row of the board")) };
        let columns = first.len();
        let side =
            |length: usize| u16::try_from(length).ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        let mut squares = Vec::new();
        for (line, row) in &rows {
            if row.len() != columns {
                let reason = format!("it has {} fields, the first row has {columns}", row.len());
                return Err(drawing::wrong(*line, "this row", reason));
            }
            for sign in row {
                squares.push(square(sign).ok_or_else(|| {
                    drawing::wrong(
                        *line,
                        &format!("`{sign}`"),
                        "a field is `_`, `W`, `B`, or the number of its points",
                    )
                })?);
            }
        }
        let (Some(height), Some(width)) = (side(rows.len()), side(columns)) else {
            let (line, _) = rows[0];
            return Err(drawing::wrong(line, "this board", format!("its sides must be 1 to {LONGEST_SIDE}")));
        };
        Ok(Self { grid: Grid::new(height, width), squares, steps, good, best })
    }

    /// The board of the drawing, each row on a line.
    pub fn rows(&self) -> Vec<String> {
        let signs: Vec<String> = self.squares.iter().map(ToString::to_string).collect();
        let width = signs.iter().map(String::len).max().unwrap_or(1);
        let padded: Vec<String> = signs.iter().map(|sign| format!("{sign:>width$}")).collect();
        padded.chunks(self.grid.cols().into()).map(|row| row.join(" ")).collect()
    }

    fn promises(&self) -> impl Iterator<Item = (&'static str, u64)> {
        [("good", self.good), ("best", self.best)]
            .into_iter()
            .filter_map(|(name, points)| Some((name, points?)))
    }

    /// The instance as a drawing.
    pub fn drawing(&self) -> String {
        let promises: String = self.promises().map(|(name, points)| format!("{name} {points}\n")).collect();
        format!("steps {}\n{promises}\n{}\n", self.steps, self.rows().join("\n"))
    }
}

/// The signs of a row, separated by blanks and commas.
fn signs(row: &str) -> Vec<&str> {
    row.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|sign| !sign.is_empty()).collect()
}

fn square(sign: &str) -> Option<Square> {
    Some(match sign {
        "_" | "W" => Square::Free,
        "B" => Square::Forbidden,
        _ => Square::Points(sign.parse().ok().filter(|&points| points <= i32::MAX as u32)?),
    })
}

/// The sign in a drawing.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => f.write_str("_"),
            Self::Forbidden => f.write_str("B"),
            Self::Points(points) => points.fmt(f),
        }
    }
}

/// The instance as facts, a row of the board on each line.
impl fmt::Display for Rogo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rows({}).\ncolumns({}).\nsteps({}).", self.grid.rows(), self.grid.cols(), self.steps)?;
        let promises: Vec<String> =
            self.promises().map(|(name, points)| format!("{name}({points}).")).collect();
        if !promises.is_empty() {
            writeln!(f, "{}", promises.join(" "))?;
        }
        let cells: Vec<_> = self.grid.cells().collect();
        for row in cells.chunks(self.grid.cols().into()) {
            let facts = row.iter().filter_map(|&cell| {
                let (row, col) = cell.pair();
                match self.square(cell) {
                    Square::Free => None,
                    Square::Forbidden => Some(format!("forbidden({row},{col}).")),
                    Square::Points(points) => Some(format!("points({row},{col},{points}).")),
                }
            });
            let facts: Vec<String> = facts.collect();
            if !facts.is_empty() {
                writeln!(f, "{}", facts.join(" "))?;
            }
        }
        Ok(())
    }
}
