//! Boards for pipes as facts and as drawings.
//!
//! ```text
//! ew 2               the bag: a kind and its number of pieces (ew, ns, ne, se, sw, nw, cross)
//! sw 1
//! ne 1
//!
//! ##v###             the board with its edge, where v, <, > or ^ show the directions of source and drain;
//! #...##             inside, . is a field, B a blocked field
//! #.B..>
//! ######
//! ```
//!
//! On the edge, the first arrow that points inwards is the source, the first that points outwards the drain.

use super::rules::{Gate, Piece, Pipes};
use crate::drawing::{self, Drawing};
use crate::facts::{self, Fact, PuzzleError, Term};
use hamadryad_grid::{Cell, Direction, Grid};
use std::fmt;

const KNOWN: &str = "rows/1, columns/1, blocked/2, source/3, drain/3, piece/2";
/// The longest side of a board.
pub(super) const LONGEST_SIDE: u16 = 50;

/// The sides of a field as written in facts.
const SIDES: [(&str, Direction); 4] =
    [("n", Direction::Up), ("e", Direction::Right), ("s", Direction::Down), ("w", Direction::Left)];

impl Pipes {
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
        let cell = |fact: &Fact, row: i32, col: i32| {
            let cell = Cell::from_pair(row.into(), col.into()).filter(|&cell| grid.contains(cell));
            cell.ok_or_else(|| fact.wrong(format!("this is outside of the {grid} board")))
        };
        let (mut blocked, mut bag) = (vec![false; grid.len()], [None; 7]);
        let mut gates: [Option<Gate>; 2] = [None; 2];
        for fact in &facts {
            match (fact.name.as_str(), fact.arguments.as_slice()) {
                ("rows" | "columns", [Term::Number(_)]) => {}
                ("blocked", [Term::Number(row), Term::Number(col)]) => {
                    blocked[grid.index(cell(fact, *row, *col)?)] = true;
                }
                (
                    name @ ("source" | "drain"),
                    [Term::Number(row), Term::Number(col), Term::Constant(side)],
                ) => {
                    let cell = cell(fact, *row, *col)?;
                    let side = SIDES.iter().find(|(name, _)| name == side).map(|&(_, side)| side);
                    let side = side.filter(|&side| grid.step(cell, side).is_none());
                    let side =
                        side.ok_or_else(|| fact.wrong("the side must be n, e, s or w, and at the edge"))?;
                    let gate = &mut gates[usize::from(name == "drain")];
                    let new = Gate { cell, side };
                    if gate.is_some_and(|old| old != new) {
                        return Err(fact.twice());
                    }
                    *gate = Some(new);
                }
                ("piece", [Term::Constant(name), Term::Number(count)]) => {
                    let piece = Piece::of_name(name).ok_or_else(|| fact.wrong("there is no such piece"))?;
                    let count = u32::try_from(*count).ok().filter(|&count| count <= grid.len() as u32);
                    let count = count.ok_or_else(|| fact.wrong("the board has fewer fields"))?;
                    if bag[piece as usize].is_some_and(|old| old != count) {
                        return Err(fact.twice());
                    }
                    bag[piece as usize] = Some(count);
                }
                _ => return Err(fact.unknown(KNOWN)),
            }
        }
        let source = gates[0].ok_or_else(|| facts::missing("source(R,C,Side)"))?;
        let drain = gates[1].ok_or_else(|| facts::missing("drain(R,C,Side)"))?;
        Ok(Self { grid, blocked, source, drain, bag: bag.map(Option::unwrap_or_default) })
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let names = Piece::ALL.map(Piece::name);
        let drawing = Drawing::read(text, &names)?;
        let rows = &drawing.rows;
        let Some(&(first, row)) = rows.first() else { return Err(facts::missing("drawing of a board")) };
        let columns = row.trim().chars().count();
        let side = |length: usize| {
            let side = length.checked_sub(2).and_then(|side| u16::try_from(side).ok());
            let side = side.filter(|side| (1..=LONGEST_SIDE).contains(side));
            let reason = || format!("with an edge around it its sides must be 3 to {}", LONGEST_SIDE + 2);
            side.ok_or_else(|| drawing::wrong(first, "this board", reason()))
        };
        let grid = Grid::new(side(rows.len())?, side(columns)?);
        let (mut blocked, mut gates) = (vec![false; grid.len()], [None; 2]);
        for (y, &(line, row)) in rows.iter().enumerate() {
            let signs: Vec<char> = row.trim().chars().collect();
            if signs.len() != columns {
                let reason = format!("it has {} signs, the first row has {columns}", signs.len());
                return Err(drawing::wrong(line, "this row", reason));
            }
            for (x, &sign) in signs.iter().enumerate() {
                let wrong = |reason| Err(drawing::wrong(line, &format!("`{sign}`"), reason));
                let Some(side) = edge(y, x, rows.len(), columns) else {
                    // The sign belongs to the board; the cell lies one row up and one column left.
                    match sign {
                        '.' => {}
                        'B' => blocked[grid.index(Cell::new(y as u16 - 1, x as u16 - 1))] = true,
                        _ => return wrong("a field is `.` or `B`"),
                    }
                    continue;
                };
                let Some(way) = arrow(sign) else {
                    if sign != '#' {
                        return wrong("the edge is `#`, with two of `<`, `>`, `^`, `v` in it");
                    }
                    continue;
                };
                let (Some(side), is_out) = (side, Some(way) == side) else {
                    return wrong("a corner has no field");
                };
                if !is_out && way != side.opposite() {
                    return wrong("an arrow leads over the edge");
                }
                let clamp = |at: usize, most: u16| (at as u16).clamp(1, most) - 1;
                let cell = Cell::new(clamp(y, grid.rows()), clamp(x, grid.cols()));
                if gates[usize::from(is_out)].replace(Gate { cell, side }).is_some() {
                    return wrong("the board has another arrow of this kind");
                }
            }
        }
        let source = gates[0].ok_or_else(|| facts::missing("arrow inwards, the source"))?;
        let drain = gates[1].ok_or_else(|| facts::missing("arrow outwards, the drain"))?;
        let mut bag = [0; 7];
        for (count, name) in bag.iter_mut().zip(names) {
            *count = drawing.number(name, 0..=grid.len() as i32)?.unwrap_or(0) as u32;
        }
        Ok(Self { grid, blocked, source, drain, bag })
    }

    /// The board of the drawing, line by line.
    pub fn rows(&self) -> Vec<String> {
        let (rows, columns) = (usize::from(self.grid.rows()) + 2, usize::from(self.grid.cols()) + 2);
        let mut signs = vec![vec!['.'; columns]; rows];
        for (y, row) in signs.iter_mut().enumerate() {
            for (x, sign) in row.iter_mut().enumerate() {
                if edge(y, x, rows, columns).is_some() {
                    *sign = '#';
                } else if self.blocked[self.grid.index(Cell::new(y as u16 - 1, x as u16 - 1))] {
                    *sign = 'B';
                }
            }
        }
        for (gate, way) in [(self.source, self.source.side.opposite()), (self.drain, self.drain.side)] {
            let (y, x) = (usize::from(gate.cell.row) + 1, usize::from(gate.cell.col) + 1);
            let (y, x) = match gate.side {
                Direction::Up => (y - 1, x),
                Direction::Down => (y + 1, x),
                Direction::Left => (y, x - 1),
                Direction::Right => (y, x + 1),
            };
            signs[y][x] = sign_of(way);
        }
        signs.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn kinds(&self) -> impl Iterator<Item = (Piece, u32)> {
        Piece::ALL.into_iter().zip(self.bag).filter(|&(_, count)| count > 0)
    }

    /// The instance as a drawing.
    pub fn drawing(&self) -> String {
        let bag: String = self.kinds().map(|(piece, count)| format!("{piece} {count}\n")).collect();
        format!("{bag}\n{}\n", self.rows().join("\n"))
    }
}

/// The side of the board at this place of a drawing: `None` inside, `Some(None)` in the corners.
fn edge(y: usize, x: usize, rows: usize, columns: usize) -> Option<Option<Direction>> {
    let vertical = if y == 0 { Some(Direction::Up) } else { (y + 1 == rows).then_some(Direction::Down) };
    let horizontal =
        if x == 0 { Some(Direction::Left) } else { (x + 1 == columns).then_some(Direction::Right) };
    match (vertical, horizontal) {
        (None, None) => None,
        (Some(_), Some(_)) => Some(None),
        (side, None) | (None, side) => Some(side),
    }
}

fn arrow(sign: char) -> Option<Direction> {
    [Direction::Up, Direction::Right, Direction::Down, Direction::Left]
        .into_iter()
        .find(|&way| sign_of(way) == sign)
}

fn sign_of(way: Direction) -> char {
    match way {
        Direction::Up => '^',
        Direction::Right => '>',
        Direction::Down => 'v',
        Direction::Left => '<',
    }
}

/// The instance as facts.
impl fmt::Display for Pipes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rows({}).\ncolumns({}).", self.grid.rows(), self.grid.cols())?;
        for (name, gate) in [("source", self.source), ("drain", self.drain)] {
            let (row, col) = gate.cell.pair();
            let side = SIDES.iter().find(|(_, side)| *side == gate.side).map_or("", |(name, _)| name);
            writeln!(f, "{name}({row},{col},{side}).")?;
        }
        let bag: Vec<String> =
            self.kinds().map(|(piece, count)| format!("piece({piece},{count}).")).collect();
        let blocked =
            self.grid.cells().filter(|&cell| !self.is_free(cell)).map(|cell| format!("blocked{cell}."));
        let blocked: Vec<String> = blocked.collect();
        for part in [bag, blocked] {
            for line in part.chunks(8).filter(|line| !line.is_empty()) {
                writeln!(f, "{}", line.join(" "))?;
            }
        }
        Ok(())
    }
}
