//! The rules of the puzzle, and the checker of answers.

use crate::facts::{self, Fact, PuzzleError};
use hamadryad_grid::{Cell, Grid};
use std::collections::BTreeMap;

/// Content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Square {
    Free,
    Points(u32),
    Forbidden,
}

/// Whether a loop must use all its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// The loop has exactly the given number of steps.
    Exactly,
    /// The loop may have fewer steps, as with the constant `at_most=1` of the encoding.
    AtMost,
}

/// An instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rogo {
    pub(crate) grid: Grid,
    /// By number of the cell.
    pub(super) squares: Vec<Square>,
    /// The length of the loop.
    pub steps: usize,
    /// The points of a good loop, if the puzzle states them.
    pub good: Option<u64>,
    /// The points of a best loop, if the puzzle states them.
    pub best: Option<u64>,
}

/// The longest side of a board.
pub(super) const LONGEST_SIDE: u16 = 1000;

impl Rogo {
    /// The fields of the board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    pub(super) fn cell(&self, [row, col]: [i32; 2]) -> Option<Cell> {
        Cell::from_pair(row.into(), col.into()).filter(|&cell| self.grid.contains(cell))
    }

    pub(crate) fn square(&self, cell: Cell) -> Square {
        self.squares[self.grid.index(cell)]
    }

    /// Whether a loop may enter a cell of the board.
    pub fn is_allowed(&self, cell: Cell) -> bool {
        self.square(cell) != Square::Forbidden
    }

    /// The points of one cell.
    pub fn points(&self, cell: Cell) -> u64 {
        match self.square(cell) {
            Square::Points(points) => points.into(),
            Square::Free | Square::Forbidden => 0,
        }
    }

    /// The points of all these cells.
    pub fn worth(&self, cells: &[Cell]) -> u64 {
        cells.iter().map(|&cell| self.points(cell)).sum()
    }

    /// The rating of a number of points, such as `, which is a good result`; empty if the puzzle states no
    /// limits.
    pub fn rating(&self, points: u64) -> String {
        match (self.good, self.best) {
            (_, Some(best)) if points > best => format!(", more than the best that the puzzle knows, {best}"),
            (_, Some(best)) if points == best => ", which is the best result".to_string(),
            (Some(good), _) if points >= good => ", which is a good result".to_string(),
            (Some(good), _) => format!(", {good} would be good"),
            (None, Some(best)) => format!(", {best} would be best"),
            (None, None) => String::new(),
        }
    }

    /// The points of a loop, checked as in [`Rogo::read_loop`].
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(&self, length: Length, answer: &str) -> Result<u64, PuzzleError> {
        Ok(self.worth(&self.read_loop(length, answer)?))
    }

    /// The cells of a loop in order.
    ///
    /// The answer consists of atoms, separated by blanks, in any order: `loop(I,(R,C))` states that the I-th
    /// field is (R,C), `edge(F,G)` that the loop passes between the fields F and G. With edges, the result
    /// starts at the topmost leftmost cell and goes to the right.
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn read_loop(&self, length: Length, answer: &str) -> Result<Vec<Cell>, PuzzleError> {
        let atoms = facts::read_atoms(answer)?;
        let cells = if atoms.iter().any(|atom| atom.name == "edge") {
            self.walk(&atoms)?
        } else {
            self.places(length, atoms)?
        };
        if length == Length::Exactly && cells.len() < self.steps {
            return Err(facts::missing("loop(I,F) for every place of the loop"));
        }
        Ok(cells)
    }

    /// The loop with these places.
    pub(super) fn places(&self, length: Length, atoms: Vec<Fact>) -> Result<Vec<Cell>, PuzzleError> {
        let mut places: BTreeMap<usize, (Cell, Fact)> = BTreeMap::new();
        let mut visited = vec![false; self.grid.len()];
        for atom in atoms {
            let Some((place, pair)) = loop_atom(&atom) else { return Err(atom.unknown("loop/2, edge/2")) };
            let cell = self.visited(pair, &atom)?;
            let place = usize::try_from(place).ok().filter(|place| (1..=self.steps).contains(place));
            let Some(place) = place else {
                return Err(atom.wrong(format!("the loop has {} fields", self.steps)));
            };
            if places.contains_key(&place) {
                return Err(atom.wrong("there is a field at this place already"));
            }
            if std::mem::replace(&mut visited[self.grid.index(cell)], true) {
                return Err(atom.wrong("the loop has passed there already"));
            }
            places.insert(place, (cell, atom));
        }
        let last = places.keys().next_back().copied().unwrap_or_default();
        if last != places.len() || last < 4 || length == Length::Exactly && last != self.steps {
            return Err(facts::missing("loop(I,F) for every place of the loop"));
        }
        for ((cell, _), (next, atom)) in places.values().zip(places.values().cycle().skip(1)) {
            if cell.manhattan(*next) != 1 {
                return Err(atom.wrong(format!("{cell} precedes it and is not a neighbour")));
            }
        }
        Ok(places.into_values().map(|(cell, _)| cell).collect())
    }

    /// The loop with these edges.
    pub(super) fn walk(&self, atoms: &[Fact]) -> Result<Vec<Cell>, PuzzleError> {
        let mut links: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        for atom in atoms {
            let Some([from, to]) = edge_atom(atom) else { return Err(atom.unknown("loop/2, edge/2")) };
            let (from, to) = (self.visited(from, atom)?, self.visited(to, atom)?);
            if from.manhattan(to) != 1 {
                return Err(atom.wrong("the two fields are not neighbours"));
            }
            for (end, other) in [(from, to), (to, from)] {
                let others = links.entry(end).or_default();
                if others.contains(&other) {
                    return Err(atom.wrong("the edge occurs twice"));
                }
                others.push(other);
                if others.len() > 2 {
                    return Err(atom.wrong(format!("it is the third one at {end}")));
                }
            }
        }
        if links.len() > self.steps {
            return Err(atoms[0].wrong(format!(
                "there are {} edges, the loop has {}",
                links.len(),
                self.steps
            )));
        }
        if let Some((end, _)) = links.iter().find(|(_, others)| others.len() < 2) {
            return Err(atoms[0].wrong(format!("the loop ends at {end}")));
        }
        // At least one atom exists, so the loop has a first cell; its right neighbour is the smaller one.
        let first = *links.keys().next().expect("an edge has two ends");
        let mut cells = vec![first, *links[&first].iter().min().expect("two edges meet here")];
        while let [.., before, here] = cells[..]
            && let Some(&next) = links[&here].iter().find(|&&next| next != before)
            && next != first
        {
            cells.push(next);
        }
        if cells.len() < links.len() {
            return Err(atoms[0].wrong("there are several loops"));
        }
        Ok(cells)
    }

    /// The cell of this pair, if a loop may enter it.
    pub(super) fn visited(&self, pair: [i32; 2], atom: &Fact) -> Result<Cell, PuzzleError> {
        let cell = self.cell(pair).filter(|&cell| self.is_allowed(cell));
        cell.ok_or_else(|| atom.wrong("the loop must not go there"))
    }
}

/// The atom `loop(I,(R,C))` as I and (R,C).
pub(super) fn loop_atom(atom: &Fact) -> Option<(i32, [i32; 2])> {
    match (atom.name.as_str(), atom.arguments.as_slice()) {
        ("loop", [facts::Term::Number(place), field]) => Some((*place, pair(field)?)),
        _ => None,
    }
}

/// The atom `edge(F,G)` as F and G.
pub(super) fn edge_atom(atom: &Fact) -> Option<[[i32; 2]; 2]> {
    match (atom.name.as_str(), atom.arguments.as_slice()) {
        ("edge", [from, to]) => Some([pair(from)?, pair(to)?]),
        _ => None,
    }
}

pub(super) fn pair(term: &facts::Term) -> Option<[i32; 2]> {
    use facts::Term::{Number, Tuple};
    match term {
        Tuple(pair) => match pair.as_slice() {
            [Number(row), Number(col)] => Some([*row, *col]),
            _ => None,
        },
        _ => None,
    }
}

/// A loop in the format of an answer set: `loop(1,(2,3)) loop(2,(2,4)) …`.
pub fn atoms(cells: &[Cell]) -> String {
    let atoms: Vec<String> = (1..).zip(cells).map(|(place, cell)| format!("loop({place},{cell})")).collect();
    atoms.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rogo(text: &str) -> Result<Rogo, String> {
        Rogo::read(text).map_err(|error| error.to_string())
    }

    #[test]
    fn invalid_instances_are_rejected_with_line_and_reason() {
        let size = "rows(3). columns(4). steps(6).";
        let errors = [
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
                "line 2: forbidden(1,1): the field has another meaning already",
            ),
            (
                format!("{size}\nblack(1,1)."),
                "line 2: this puzzle has no facts black/2; known: rows/1, columns/1, steps/1, points/3, forbidden/2, good/1, best/1",
            ),
            (format!("{size}\nrows(x)."), "line 2: rows(x): the arguments are not of the right kind"),
        ];
        for (text, reason) in errors {
            assert_eq!(rogo(&text).unwrap_err(), reason);
        }
    }

    #[test]
    fn the_number_of_loops_equals_the_known_count() {
        // Without points all loops are best. Loops of 4 steps are squares, loops of 6 are 2×3 rectangles in
        // both orientations, and loops through every cell are the Hamiltonian cycles, OEIS A006864.
        let loops = |rows, columns, steps| {
            let text = format!("rows({rows}). columns({columns}). steps({steps}).");
            Rogo::read(&text).expect("an instance").best(Length::Exactly).map_or(0, |best| best.loops)
        };
        assert_eq!(loops(5, 7, 4), 4 * 6);
        assert_eq!(loops(5, 7, 6), 3 * 6 + 4 * 5);
        assert_eq!([loops(4, 4, 16), loops(4, 5, 20)], [6, 14]);
        assert_eq!([loops(3, 3, 5), loops(3, 3, 2), loops(3, 3, 10), loops(1, 8, 4)], [0; 4]);
    }

    #[test]
    fn the_best_loop_has_its_points() {
        let rogo = rogo(
            "rows(3). columns(4). steps(8). points(2,2,9). points(1,4,1). points(3,1,2). forbidden(1,2).",
        );
        let rogo = rogo.expect("an instance");
        let best = rogo.best(Length::Exactly).expect("a loop");
        assert_eq!(rogo.check(Length::Exactly, &best.to_string()), Ok(best.points));
    }

    #[test]
    fn the_checker_reports_the_error() {
        let rogo = Rogo::read("rows(2). columns(3). steps(4). points(1,1,5). points(1,3,7). forbidden(2,3).");
        let rogo = rogo.expect("an instance");
        assert_eq!(
            rogo.check(Length::Exactly, "loop(2,(1,1)) loop(1,(1,2)) loop(3,(2,1)) loop(4,(2,2))"),
            Ok(5)
        );
        let faults = [
            ("loop(1,(1,1))", "there is no fact loop(I,F) for every place of the loop"),
            ("loop(5,(1,1))", "line 1: loop(5,(1,1)): the loop has 4 fields"),
            ("loop(0,(1,1))", "line 1: loop(0,(1,1)): the loop has 4 fields"),
            ("loop(1,(2,3))", "line 1: loop(1,(2,3)): the loop must not go there"),
            ("loop(1,(3,1))", "line 1: loop(1,(3,1)): the loop must not go there"),
            ("loop(1,(1,1)) loop(1,(1,2))", "line 1: loop(1,(1,2)): there is a field at this place already"),
            ("loop(1,(1,1)) loop(2,(1,1))", "line 1: loop(2,(1,1)): the loop has passed there already"),
            (
                "loop(1,(1,1)) loop(2,(1,2)) loop(3,(1,3)) loop(4,(2,2))",
                "line 1: loop(4,(2,2)): (1,3) precedes it and is not a neighbour",
            ),
            ("loop(1,1)", "line 1: loop(1,1): the arguments are not of the right kind"),
            ("at(1,1,1)", "line 1: this puzzle has no facts at/3; known: loop/2, edge/2"),
        ];
        for (answer, fault) in faults {
            assert_eq!(rogo.check(Length::Exactly, answer).unwrap_err().to_string(), fault);
        }
    }
}
