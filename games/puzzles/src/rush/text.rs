//! Boards of cars as facts and as drawings.
//!
//! ```text
//! . . A . . .        a letter for each field of a car, X for the red car;
//! . . A . . B        blanks between them are optional
//! X X A . . B
//! . . . C C C
//! . . . . D .
//! . . . . D .
//! ```

use super::rules::{Car, Rush, letter};
use crate::drawing::{self, Drawing};
use crate::facts::{self, PuzzleError, Term};
use hamadryad_grid::{Cell, Grid};
use std::collections::BTreeMap;

const KNOWN: &str = "rows/1, columns/1, car/5";
/// The longest side of a board: a position has four bits.
pub(super) const LONGEST_SIDE: u16 = 16;
/// The most cars.
pub(super) const MOST_CARS: usize = 32;

/// A drawing of a car of one field would not show in which direction it lies.
const SHORTEST: u16 = 2;

impl Rush {
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
        let mut cars = BTreeMap::new();
        for fact in &facts {
            match (fact.name.as_str(), fact.arguments.as_slice()) {
                ("rows" | "columns", [Term::Number(_)]) => {}
                (
                    "car",
                    [
                        Term::Number(number),
                        Term::Number(row),
                        Term::Number(col),
                        Term::Constant(way),
                        Term::Number(length),
                    ],
                ) => {
                    let along_row = match way.as_str() {
                        "h" => true,
                        "v" => false,
                        _ => return Err(fact.wrong("it lies along a row, h, or a column, v")),
                    };
                    let cell = Cell::from_pair((*row).into(), (*col).into());
                    let length = u16::try_from(*length)
                        .ok()
                        .filter(|length| (SHORTEST..=LONGEST_SIDE).contains(length));
                    let car = cell.zip(length).map(|(cell, length)| Car { cell, along_row, length });
                    let car = car.filter(|car| car.cells().all(|cell| grid.contains(cell)));
                    let car = car.ok_or_else(|| {
                        fact.wrong(format!(
                            "it does not lie on the {grid} board with {SHORTEST} fields or more"
                        ))
                    })?;
                    if cars.insert(*number, (car, fact)).is_some_and(|(old, _)| old != car) {
                        return Err(fact.twice());
                    }
                }
                _ => return Err(fact.unknown(KNOWN)),
            }
        }
        let mut full = vec![false; grid.len()];
        for (wanted, (&number, (car, fact))) in (0..).zip(&cars) {
            if number != wanted || wanted as usize >= MOST_CARS {
                return Err(fact.wrong(format!("cars are numbered 0, 1, 2, …, at most {MOST_CARS}")));
            }
            if car.cells().any(|cell| std::mem::replace(&mut full[grid.index(cell)], true)) {
                return Err(fact.wrong("another car stands there"));
            }
        }
        let red = cars.get(&0).ok_or_else(|| facts::missing("car(0,R,C,h,L), the red car"))?;
        if !red.0.along_row {
            return Err(red.1.wrong("the red car lies along a row"));
        }
        Ok(Self { grid, cars: cars.into_values().map(|(car, _)| car).collect() })
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let drawing = Drawing::read(text, &[])?;
        let rows: Vec<(u32, Vec<char>)> = drawing
            .rows
            .iter()
            .map(|(line, row)| (*line, row.chars().filter(|sign| !sign.is_whitespace()).collect()))
            .collect();
        let Some((first, row)) = rows.first() else { return Err(facts::missing("drawing of a board")) };
        let columns = row.len();
        let side = |side: usize| u16::try_from(side).ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        let (Some(height), Some(width)) = (side(rows.len()), side(columns)) else {
            return Err(drawing::wrong(
                *first,
                "this board",
                format!("its sides must be 1 to {LONGEST_SIDE}"),
            ));
        };
        let mut fields: BTreeMap<char, (u32, Vec<Cell>)> = BTreeMap::new();
        for (y, (line, row)) in (0..).zip(&rows) {
            if row.len() != columns {
                let reason = format!("it has {} fields, the first row has {columns}", row.len());
                return Err(drawing::wrong(*line, "this row", reason));
            }
            for (x, &sign) in (0..).zip(row).filter(|(_, sign)| **sign != '.') {
                if !sign.is_ascii_alphabetic() {
                    return Err(drawing::wrong(
                        *line,
                        &format!("`{sign}`"),
                        "a field is `.` or the letter of a car",
                    ));
                }
                fields.entry(sign).or_insert((*line, Vec::new())).1.push(Cell::new(y, x));
            }
        }
        let mut cars = Vec::new();
        for (sign, (line, cells)) in &fields {
            let car = Car {
                cell: cells[0],
                along_row: cells.iter().all(|cell| cell.row == cells[0].row),
                length: cells.len() as u16,
            };
            let wrong = |reason: &str| drawing::wrong(*line, &format!("car `{sign}`"), reason);
            if !car.cells().eq(cells.iter().copied()) {
                return Err(wrong("its fields are not a line without gaps"));
            }
            if car.length < SHORTEST {
                return Err(wrong("it has less than two fields"));
            }
            match sign {
                'X' if !car.along_row => return Err(wrong("the red car lies along a row")),
                'X' => cars.insert(0, car),
                _ => cars.push(car),
            }
        }
        if !fields.contains_key(&'X') {
            return Err(facts::missing("`X`, the red car"));
        }
        if cars.len() > MOST_CARS {
            return Err(drawing::wrong(*first, "this board", format!("it has more than {MOST_CARS} cars")));
        }
        Ok(Self { grid: Grid::new(height, width), cars })
    }

    /// The board of the drawing, line by line.
    pub fn rows(&self) -> Vec<String> {
        let mut signs = vec!['.'; self.grid.len()];
        for (number, car) in self.cars.iter().enumerate() {
            car.cells().for_each(|cell| signs[self.grid.index(cell)] = letter(number));
        }
        let row = |row: &[char]| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        signs.chunks(self.grid.cols().into()).map(row).collect()
    }

    /// The instance as a drawing.
    pub fn drawing(&self) -> String {
        format!("{}\n", self.rows().join("\n"))
    }
}
