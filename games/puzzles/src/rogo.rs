//! Rogo: the loop of exactly so many steps that collects most points.
//!
//! The puzzle is by Nicola Petty and Shane Dye; the facts stand in the header of `encodings/rogo/rogo.lp`. The solver
//! looks at every loop there is: a depth-first search that starts each loop at its topmost leftmost cell, goes right
//! first, and turns back where the way home has become too long. Exponential in the number of steps, and done in no
//! time for the 12 to 16 steps that the puzzles have.

use crate::facts::{self, Fact, Refusal};
use hamadryad_grid::{Cell, Direction, Grid};

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Square {
    Free,
    Points(u32),
    Forbidden,
}

/// An instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rogo {
    pub(crate) grid: Grid,
    /// By number of the cell.
    squares: Vec<Square>,
    /// The length of the loop.
    pub steps: usize,
}

const KNOWN: &str = "rows/1, columns/1, steps/1, points/3, forbidden/2";

/// The longest side of a board.
const LONGEST_SIDE: u16 = 1000;

impl Rogo {
    /// Reads an instance.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let facts = facts::read_facts(text)?;
        let number = |name: &str, wanted: &'static str, most: i32| {
            let mut values = facts.iter().filter_map(|fact| Some((fact, fact.numbers(name)?)));
            let (first, [value]) = values.next().ok_or_else(|| facts::missing(wanted))?;
            if let Some((second, _)) = values.find(|&(_, [other])| other != value) {
                return Err(second.twice());
            }
            if (1..=most).contains(&value) {
                Ok(value)
            } else {
                Err(first.wrong(format!("it must be 1 to {most}")))
            }
        };
        let side = |name, wanted| number(name, wanted, i32::from(LONGEST_SIDE)).map(|length| length as u16);
        let grid = Grid::new(side("rows", "rows(N)")?, side("columns", "columns(M)")?);
        let steps = number("steps", "steps(K)", i32::from(LONGEST_SIDE).pow(2))? as usize;
        let mut rogo = Self { grid, squares: vec![Square::Free; grid.len()], steps };
        for fact in &facts {
            rogo.add(fact)?;
        }
        Ok(rogo)
    }

    /// Takes in a fact about a cell; those about the size are known already.
    fn add(&mut self, fact: &Fact) -> Result<(), Refusal> {
        let (pair, square) = if let Some([row, col, points]) = fact.numbers("points") {
            let points = u32::try_from(points).map_err(|_| fact.wrong("points cannot be negative"))?;
            ([row, col], Square::Points(points))
        } else if let Some(pair) = fact.numbers("forbidden") {
            (pair, Square::Forbidden)
        } else if ["rows", "columns", "steps"].iter().any(|name| fact.numbers::<1>(name).is_some()) {
            return Ok(());
        } else {
            return Err(fact.unknown(KNOWN));
        };
        let Some(cell) = self.cell(pair) else {
            return Err(fact.wrong(format!("this is outside of the {} board", self.grid)));
        };
        let place = &mut self.squares[self.grid.index(cell)];
        if *place != Square::Free && *place != square {
            return Err(fact.wrong("the field is something else already"));
        }
        *place = square;
        Ok(())
    }

    fn cell(&self, [row, col]: [i32; 2]) -> Option<Cell> {
        Cell::from_pair(row.into(), col.into()).filter(|&cell| self.grid.contains(cell))
    }

    pub(crate) fn square(&self, cell: Cell) -> Square {
        self.squares[self.grid.index(cell)]
    }

    pub(crate) fn points(&self, cell: Cell) -> u64 {
        match self.square(cell) {
            Square::Points(points) => points.into(),
            Square::Free | Square::Forbidden => 0,
        }
    }

    /// The points of a loop, or what is wrong with it.
    ///
    /// The answer is the atoms of `loop/2`, with blanks between them, in any order: `loop(I,(R,C))` says that the I-th
    /// field is (R,C).
    pub fn check(&self, answer: &str) -> Result<u64, Refusal> {
        let cells = self.read_loop(answer)?;
        Ok(cells.into_iter().map(|cell| self.points(cell)).sum())
    }

    /// The cells of a loop in order, or what is wrong with it; the answer is as for [`Rogo::check`].
    pub fn read_loop(&self, answer: &str) -> Result<Vec<Cell>, Refusal> {
        let mut cells: Vec<Option<(Cell, Fact)>> = vec![None; self.steps];
        let mut visited = vec![false; self.grid.len()];
        for atom in facts::read_atoms(answer)? {
            let Some((place, pair)) = loop_atom(&atom) else { return Err(atom.unknown("loop/2")) };
            let Some(cell) = self.cell(pair).filter(|&cell| self.square(cell) != Square::Forbidden) else {
                return Err(atom.wrong("the loop must not go there"));
            };
            let slot = usize::try_from(place).ok().and_then(|place| cells.get_mut(place.checked_sub(1)?));
            let Some(slot) = slot else {
                return Err(atom.wrong(format!("the loop has {} fields", self.steps)));
            };
            if slot.is_some() {
                return Err(atom.wrong("there is a field at this place already"));
            }
            if std::mem::replace(&mut visited[self.grid.index(cell)], true) {
                return Err(atom.wrong("the loop was there already"));
            }
            *slot = Some((cell, atom));
        }
        let cells: Option<Vec<(Cell, Fact)>> = cells.into_iter().collect();
        let cells = cells.ok_or_else(|| facts::missing("loop(I,F) for every place of the loop"))?;
        for ((cell, _), (next, atom)) in cells.iter().zip(cells.iter().cycle().skip(1)) {
            if cell.manhattan(*next) != 1 {
                return Err(atom.wrong(format!("{cell} comes before it and is no neighbour")));
            }
        }
        Ok(cells.into_iter().map(|(cell, _)| cell).collect())
    }

    /// The best loops; none if there is no loop of this length.
    pub fn best(&self) -> Option<Best> {
        // Only loops of an even number of steps close, and none of two is a loop.
        if self.steps < 4 || self.steps % 2 == 1 || self.steps > self.grid.len() {
            return None;
        }
        let mut search = Search { rogo: self, free: Vec::new(), cells: Vec::new(), points: 0, best: None };
        search.free = self.squares.iter().map(|&square| square != Square::Forbidden).collect();
        for start in self.grid.cells() {
            search.from(start);
            // Later loops start later in reading order and so never come here.
            search.free[self.grid.index(start)] = false;
        }
        search.best
    }
}

/// `loop(I,(R,C))` as I and R, C.
fn loop_atom(atom: &Fact) -> Option<(i32, [i32; 2])> {
    use facts::Term::{Number, Tuple};
    match (atom.name.as_str(), atom.arguments.as_slice()) {
        ("loop", [Number(place), Tuple(pair)]) => match pair.as_slice() {
            [Number(row), Number(col)] => Some((*place, [*row, *col])),
            _ => None,
        },
        _ => None,
    }
}

/// The best loops of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// Their points.
    pub points: u64,
    /// How many there are, not counting where a loop begins and which way round it goes.
    pub loops: u64,
    /// One of them, from its topmost leftmost cell to the right.
    pub cells: Vec<Cell>,
}

/// A walk that may become a loop.
struct Search<'a> {
    rogo: &'a Rogo,
    /// By number of the cell: whether the walk may still go there.
    free: Vec<bool>,
    cells: Vec<Cell>,
    points: u64,
    best: Option<Best>,
}

impl Search<'_> {
    /// All loops whose topmost leftmost cell is this one.
    fn from(&mut self, start: Cell) {
        let Some(right) = self.rogo.grid.step(start, Direction::Right) else { return };
        if self.is_free(start) && self.is_free(right) {
            self.cells.push(start);
            self.points = self.rogo.points(start);
            self.enter(right);
            self.cells.pop();
        }
    }

    fn enter(&mut self, cell: Cell) {
        let left = self.rogo.steps - self.cells.len() - 1;
        let home = self.cells[0];
        // As many steps remain as cells to enter, and one back to the start.
        if cell.manhattan(home) as usize > left + 1 {
            return;
        }
        let index = self.rogo.grid.index(cell);
        self.free[index] = false;
        self.cells.push(cell);
        self.points += self.rogo.points(cell);
        if left == 0 {
            self.close();
        } else {
            for next in self.rogo.grid.neighbours(cell) {
                if self.is_free(next) && next != home {
                    self.enter(next);
                }
            }
        }
        self.points -= self.rogo.points(cell);
        self.cells.pop();
        self.free[index] = true;
    }

    /// The walk is a loop: its last cell is beside its first.
    fn close(&mut self) {
        match &mut self.best {
            Some(best) if best.points > self.points => {}
            Some(best) if best.points == self.points => best.loops += 1,
            best => *best = Some(Best { points: self.points, loops: 1, cells: self.cells.clone() }),
        }
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.free[self.rogo.grid.index(cell)]
    }
}

/// The loop as an answer set has it: `loop(1,(2,3)) loop(2,(2,4)) …`.
impl std::fmt::Display for Best {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, cell) in self.cells.iter().enumerate() {
            write!(f, "{}loop({},{cell})", if place > 0 { " " } else { "" }, place + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rogo(text: &str) -> Result<Rogo, String> {
        Rogo::read(text).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn bad_instances_are_refused_with_line_and_reason() {
        let size = "rows(3). columns(4). steps(6).";
        let refusals = [
            ("rows(3). columns(4).".to_string(), "there is no fact steps(K)"),
            ("rows(0). columns(4). steps(6).".to_string(), "line 1: rows(0): it must be 1 to 1000"),
            (
                format!("{size}\nrows(4)."),
                "line 2: rows(4) is the second fact of its kind; there must be one",
            ),
            (format!("{size}\npoints(4,1,2)."), "line 2: points(4,1,2): this is outside of the 3×4 board"),
            (format!("{size}\nforbidden(0,1)."), "line 2: forbidden(0,1): this is outside of the 3×4 board"),
            (format!("{size}\npoints(1,1,-2)."), "line 2: points(1,1,-2): points cannot be negative"),
            (
                format!("{size}\npoints(1,1,2). forbidden(1,1)."),
                "line 2: forbidden(1,1): the field is something else already",
            ),
            (
                format!("{size}\nblack(1,1)."),
                &format!("line 2: this puzzle has no facts black/2; it has {KNOWN}"),
            ),
            (format!("{size}\nrows(x)."), "line 2: rows(x): the arguments are not of the right kind"),
        ];
        for (text, reason) in refusals {
            assert_eq!(rogo(&text).unwrap_err(), reason);
        }
    }

    #[test]
    fn as_many_loops_as_are_known() {
        // Without points all loops are best. Those of 4 steps are squares, those of 6 are 2×3 rectangles either way up,
        // and those through every cell are the Hamiltonian cycles, OEIS A006864.
        let loops = |rows, columns, steps| {
            let text = format!("rows({rows}). columns({columns}). steps({steps}).");
            Rogo::read(&text).expect("an instance").best().map_or(0, |best| best.loops)
        };
        assert_eq!(loops(5, 7, 4), 4 * 6);
        assert_eq!(loops(5, 7, 6), 3 * 6 + 4 * 5);
        assert_eq!([loops(4, 4, 16), loops(4, 5, 20)], [6, 14]);
        assert_eq!([loops(3, 3, 5), loops(3, 3, 2), loops(3, 3, 10), loops(1, 8, 4)], [0; 4]);
    }

    #[test]
    fn the_best_loop_is_one_and_has_its_points() {
        let rogo = rogo(
            "rows(3). columns(4). steps(8). points(2,2,9). points(1,4,1). points(3,1,2). forbidden(1,2).",
        );
        let rogo = rogo.expect("an instance");
        let best = rogo.best().expect("a loop");
        assert_eq!(rogo.check(&best.to_string()), Ok(best.points));
    }

    #[test]
    fn the_checker_says_what_is_wrong() {
        let rogo = Rogo::read("rows(2). columns(3). steps(4). points(1,1,5). points(1,3,7). forbidden(2,3).");
        let rogo = rogo.expect("an instance");
        assert_eq!(rogo.check("loop(2,(1,1)) loop(1,(1,2)) loop(3,(2,1)) loop(4,(2,2))"), Ok(5));
        let faults = [
            ("loop(1,(1,1))", "there is no fact loop(I,F) for every place of the loop"),
            ("loop(5,(1,1))", "line 1: loop(5,(1,1)): the loop has 4 fields"),
            ("loop(0,(1,1))", "line 1: loop(0,(1,1)): the loop has 4 fields"),
            ("loop(1,(2,3))", "line 1: loop(1,(2,3)): the loop must not go there"),
            ("loop(1,(3,1))", "line 1: loop(1,(3,1)): the loop must not go there"),
            ("loop(1,(1,1)) loop(1,(1,2))", "line 1: loop(1,(1,2)): there is a field at this place already"),
            ("loop(1,(1,1)) loop(2,(1,1))", "line 1: loop(2,(1,1)): the loop was there already"),
            (
                "loop(1,(1,1)) loop(2,(1,2)) loop(3,(1,3)) loop(4,(2,2))",
                "line 1: loop(4,(2,2)): (1,3) comes before it and is no neighbour",
            ),
            ("loop(1,1)", "line 1: loop(1,1): the arguments are not of the right kind"),
            ("at(1,1,1)", "line 1: this puzzle has no facts at/3; it has loop/2"),
        ];
        for (answer, fault) in faults {
            assert_eq!(rogo.check(answer).unwrap_err().to_string(), fault);
        }
    }
}
