//! The rules of the puzzle, and the checker of answers.

use crate::facts::{self, PuzzleError};
use hamadryad_grid::{Cell, Direction, Grid};
use std::collections::BTreeMap;
use std::fmt;

/// A car or a truck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Car {
    /// Its left or upper end.
    pub cell: Cell,
    /// Whether it lies along a row.
    pub along_row: bool,
    /// The number of fields it occupies.
    pub length: u16,
}

impl Car {
    /// Its position on its line, from 0.
    pub fn position(self) -> u16 {
        if self.along_row { self.cell.col } else { self.cell.row }
    }

    /// The same car at another position of its line.
    pub(super) fn at(self, position: u16) -> Self {
        let Cell { row, col } = self.cell;
        let cell = if self.along_row { Cell::new(row, position) } else { Cell::new(position, col) };
        Self { cell, ..self }
    }

    /// The fields it occupies.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let way = if self.along_row { Direction::Right } else { Direction::Down };
        std::iter::successors(Some(self.cell), move |cell| cell.step(way)).take(self.length.into())
    }
}

/// An instance: all cars lie on the board, and no two overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rush {
    pub(crate) grid: Grid,
    /// All cars, the red car first.
    pub cars: Vec<Car>,
}

/// A move: the car, and its new position on its line, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The number of the car.
    pub car: usize,
    /// Its position.
    pub to: u16,
}

impl Rush {
    /// Whether the red car is at the exit.
    pub fn is_out(&self) -> bool {
        self.cars[0].cell.col + self.cars[0].length == self.grid.cols()
    }

    /// The number of positions of a car.
    pub(super) fn room(&self, car: Car) -> u16 {
        (if car.along_row { self.grid.cols() } else { self.grid.rows() }) - car.length + 1
    }

    /// The reason why a move is illegal, if it is.
    pub(crate) fn rejection(&self, Move { car, to }: Move) -> Option<&'static str> {
        let moved = self.cars[car];
        if to >= self.room(moved) {
            return Some("it would cross the edge of the board");
        }
        if to == moved.position() {
            return Some("its position does not change");
        }
        let (from, to) = (to.min(moved.position()), to.max(moved.position()));
        let way: Vec<Cell> = (from..=to).flat_map(|position| moved.at(position).cells()).collect();
        let others = self.cars.iter().enumerate().filter(|&(other, _)| other != car);
        let is_blocked = others.flat_map(|(_, other)| other.cells()).any(|cell| way.contains(&cell));
        is_blocked.then_some("another car is in the way")
    }

    /// The board after a legal move.
    pub fn after(&self, Move { car, to }: Move) -> Self {
        let mut after = self.clone();
        after.cars[car] = after.cars[car].at(to);
        after
    }

    /// Reads and checks an answer: atoms `move(T,I,P)`, separated by blanks, in any order.
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(&self, answer: &str) -> Result<Vec<Move>, PuzzleError> {
        let mut moves = BTreeMap::new();
        for atom in facts::read_atoms(answer)? {
            let Some([time, car, to]) = atom.numbers("move") else { return Err(atom.unknown("move/3")) };
            let car = usize::try_from(car).ok().filter(|&car| car < self.cars.len());
            let car = car.ok_or_else(|| atom.wrong("there is no such car"))?;
            let to = u16::try_from(i64::from(to) - 1)
                .map_err(|_| atom.wrong("it would cross the edge of the board"))?;
            if moves.insert(time, (Move { car, to }, atom.clone())).is_some() {
                return Err(atom.wrong("there are two moves at the same time"));
            }
        }
        let mut board = self.clone();
        for (wanted, (time, (made, atom))) in (1..).zip(&moves) {
            if *time != wanted {
                return Err(atom.wrong(format!("there is no move {wanted}")));
            }
            if let Some(rejection) = board.rejection(*made) {
                return Err(atom.wrong(rejection));
            }
            board = board.after(*made);
        }
        if !board.is_out() {
            return Err(facts::wrong_as_a_whole("this answer", "the red car is not at the exit"));
        }
        Ok(moves.into_values().map(|(made, _)| made).collect())
    }
}

/// Moves in the format of an answer set: `move(1,3,2) move(2,0,5)`.
pub fn atoms(moves: &[Move]) -> String {
    let atoms = (1..).zip(moves).map(|(time, Move { car, to })| format!("move({time},{car},{})", to + 1));
    atoms.collect::<Vec<String>>().join(" ")
}

/// The letter of a car in drawings: X for the red car.
pub fn letter(car: usize) -> char {
    const LETTERS: &[u8] = b"XABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz";
    LETTERS.get(car).map_or('?', |&letter| letter.into())
}

/// The instance as facts.
impl fmt::Display for Rush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rows({}).\ncolumns({}).", self.grid.rows(), self.grid.cols())?;
        for (number, car) in self.cars.iter().enumerate() {
            let ((row, col), way) = (car.cell.pair(), if car.along_row { 'h' } else { 'v' });
            writeln!(f, "car({number},{row},{col},{way},{}).", car.length)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = ". . A D D D\n. . A . . .\nX X A . . .\n. . . . . .\n. . B B C .\n. . . . C .";

    #[test]
    fn drawings_and_facts_are_equivalent() {
        let facts = "rows(6). columns(6). car(0,3,1,h,2). car(1,1,3,v,3). car(2,5,3,h,2). car(3,5,5,v,2). car(4,1,4,h,3).";
        let board = Rush::read(BOARD).expect("an instance");
        assert_eq!(Rush::read(facts), Ok(board.clone()));
        assert_eq!(Rush::read(&BOARD.replace(' ', "")), Ok(board));
    }

    #[test]
    fn the_shortest_solutions_are_those_found_by_hand() {
        // B moves left or right, so that A can move down, then the red car moves right; C is in the way of B.
        let board = Rush::read(BOARD).expect("an instance");
        let solution = board.solve().expect("a solution");
        assert_eq!((solution.moves.len(), solution.count), (3, 1));
        assert_eq!(atoms(&solution.moves), "move(1,2,1) move(2,1,4) move(3,0,5)");
        assert_eq!(board.check(&atoms(&solution.moves)), Ok(solution.moves));
        let out = Rush::read("X X").expect("an instance").solve().expect("nothing to do");
        assert_eq!((out.moves.len(), out.count), (0, 1));
        assert_eq!(Rush::read("XXAA").expect("an instance").solve(), None);
    }

    #[test]
    fn the_checker_reports_the_error() {
        let board = Rush::read(BOARD).expect("an instance");
        let faults = [
            ("move(1,0,5)", "line 1: move(1,0,5): another car is in the way"),
            ("move(1,0,6)", "line 1: move(1,0,6): it would cross the edge of the board"),
            ("move(1,0,0)", "line 1: move(1,0,0): it would cross the edge of the board"),
            ("move(1,0,1)", "line 1: move(1,0,1): its position does not change"),
            ("move(1,9,1)", "line 1: move(1,9,1): there is no such car"),
            ("move(2,2,1)", "line 1: move(2,2,1): there is no move 1"),
            ("move(1,2,1) move(1,3,1)", "line 1: move(1,3,1): there are two moves at the same time"),
            ("move(1,2,1)", "this answer: the red car is not at the exit"),
            ("at(1,2,1)", "line 1: this puzzle has no facts at/3; known: move/3"),
        ];
        for (answer, fault) in faults {
            assert_eq!(board.check(answer).unwrap_err().to_string(), fault);
        }
    }

    #[test]
    fn invalid_instances_are_rejected_with_line_and_reason() {
        let size = "rows(3). columns(4).";
        let errors = [
            (size.to_string(), "there is no fact car(0,R,C,h,L), the red car"),
            (format!("{size}\ncar(0,1,1,v,2)."), "line 2: car(0,1,1,v,2): the red car lies along a row"),
            (
                format!("{size}\ncar(0,1,4,h,2)."),
                "line 2: car(0,1,4,h,2): it does not lie on the 3×4 board with 2 fields or more",
            ),
            (
                format!("{size}\ncar(0,1,1,x,2)."),
                "line 2: car(0,1,1,x,2): it lies along a row, h, or a column, v",
            ),
            (
                format!("{size}\ncar(0,1,1,h,2).\ncar(1,1,2,v,2)."),
                "line 3: car(1,1,2,v,2): another car stands there",
            ),
            (
                format!("{size}\ncar(0,1,1,h,2).\ncar(2,2,2,v,2)."),
                "line 3: car(2,2,2,v,2): cars are numbered 0, 1, 2, …, at most 32",
            ),
            ("rows(17). columns(4).".to_string(), "line 1: rows(17): it must be 1 to 16"),
            (
                format!("{size}\nbus(1)."),
                "line 2: this puzzle has no facts bus/1; known: rows/1, columns/1, car/5",
            ),
            ("X X\n. A\nA .".to_string(), "line 2: car `A`: its fields are not a line without gaps"),
            ("X .\nX .".to_string(), "line 1: car `X`: the red car lies along a row"),
            (". .\n.".to_string(), "line 2: this row: it has 1 fields, the first row has 2"),
            (". 1".to_string(), "line 1: `1`: a field is `.` or the letter of a car"),
            (". .".to_string(), "there is no fact `X`, the red car"),
        ];
        for (text, reason) in errors {
            assert_eq!(Rush::read(&text).unwrap_err().to_string(), reason, "{text}");
        }
    }
}
