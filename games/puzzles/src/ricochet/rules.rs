//! The rules of the puzzle, and the checker of answers.

use super::board::{Board, Robot};
use crate::facts::{self, Fact, PuzzleError, Term};
use hamadryad_grid::{Cell, Direction};
use std::collections::BTreeMap;

/// An instance: the robots stand on different fields of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ricochet {
    /// The board.
    pub board: Board,
    /// The robots, in order.
    pub robots: Vec<Robot>,
    /// The field of each robot.
    pub cells: Vec<Cell>,
    /// The index of the robot that must reach the target.
    pub runner: usize,
    /// The target.
    pub target: Cell,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The index of the robot.
    pub robot: usize,
    /// Its direction.
    pub direction: Direction,
}

impl Ricochet {
    /// Whether the robot stands on its target.
    pub fn is_solved(&self) -> bool {
        self.cells[self.runner] == self.target
    }

    /// The situation after a move.
    pub fn after(&self, Move { robot, direction }: Move) -> Self {
        let mut after = self.clone();
        after.cells[robot] = self.board.slide(&self.cells, self.cells[robot], direction);
        after
    }

    /// Reads and checks an answer: atoms `move(R,D,T)`, separated by blanks, in any order.
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(&self, answer: &str) -> Result<Vec<Move>, PuzzleError> {
        let mut moves = BTreeMap::new();
        for atom in facts::read_atoms(answer)? {
            let (made, time) = self.read_move(&atom)?;
            if moves.insert(time, (made, atom.clone())).is_some() {
                return Err(atom.wrong("there are two moves at the same time"));
            }
        }
        let mut situation = self.clone();
        for (wanted, (time, (made, atom))) in (1..).zip(&moves) {
            if *time != wanted {
                return Err(atom.wrong(format!("there is no move {wanted}")));
            }
            let after = situation.after(*made);
            if after == situation {
                return Err(atom.wrong("an obstacle beside the robot blocks this move"));
            }
            situation = after;
        }
        if !situation.is_solved() {
            return Err(facts::wrong_as_a_whole("this answer", "the robot is not on its target"));
        }
        Ok(moves.into_values().map(|(made, _)| made).collect())
    }

    /// Reads an atom `move(R,(DX,DY),T)`.
    fn read_move(&self, atom: &Fact) -> Result<(Move, i32), PuzzleError> {
        let (name, direction, time) = match (atom.name.as_str(), atom.arguments.as_slice()) {
            ("move", [Term::Constant(name), Term::Tuple(way), Term::Number(time)]) => {
                (name, direction_of(way), *time)
            }
            _ => return Err(atom.unknown("move/3")),
        };
        let robot = self.robots.iter().position(|robot| robot.name() == name);
        let robot = robot.ok_or_else(|| atom.wrong("there is no such robot"))?;
        let direction = direction.ok_or_else(|| atom.wrong(DIRECTIONS))?;
        Ok((Move { robot, direction }, time))
    }

    /// Moves in the format of an answer set: `move(red,(0,1),1) move(blue,(1,0),2)`.
    pub fn atoms(&self, moves: &[Move]) -> String {
        atoms(&self.robots, moves)
    }
}

/// The expectation of a direction.
pub(super) const DIRECTIONS: &str = "a direction is (0,1), (0,-1), (1,0) or (-1,0)";

/// The change of row and column of a step.
pub(super) fn step_of(direction: Direction) -> (i32, i32) {
    match direction {
        Direction::Up => (-1, 0),
        Direction::Right => (0, 1),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
    }
}

/// The direction `(DX,DY)`.
pub(super) fn direction_of(way: &[Term]) -> Option<Direction> {
    let &[Term::Number(rows), Term::Number(columns)] = way else { return None };
    Direction::ALL.into_iter().find(|&direction| step_of(direction) == (rows, columns))
}

/// Moves of these robots in the format of an answer set.
pub fn atoms(robots: &[Robot], moves: &[Move]) -> String {
    let atom = |(time, made): (i32, &Move)| {
        let (rows, columns) = step_of(made.direction);
        format!("move({},({rows},{columns}),{time})", robots[made.robot].name())
    };
    (1..).zip(moves).map(atom).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "\
+---+---+---+
| R       b |
+   +   +   +
|       |   |
+   +---+   +
|         B |
+---+---+---+";

    #[test]
    fn drawings_and_facts_are_equivalent() {
        let facts = "rows(3). columns(3). robot(red;blue). start(red,(1,1)). start(blue,(3,3)).
            target(blue,(1,3)). wall((2,2),(0,1)). wall((3,2),(-1,0)).";
        let puzzle = Ricochet::read(DRAWING).expect("an instance");
        assert_eq!(Ricochet::read(facts), Ok(puzzle.clone()));
        assert_eq!(Ricochet::read(&puzzle.to_string()), Ok(puzzle.clone()));
        assert_eq!(puzzle.drawing(), format!("{DRAWING}\n"));
    }

    #[test]
    fn the_shortest_plans_are_those_found_by_hand() {
        // Blue moves up to (1,3).
        let puzzle = Ricochet::read(DRAWING).expect("an instance");
        let solution = puzzle.solve(3).expect("a plan");
        assert_eq!((puzzle.atoms(&solution.moves).as_str(), solution.count), ("move(blue,(-1,0),1)", 1));
        // Red stops at (1,2) only in front of blue.
        let puzzle = Ricochet { runner: 0, target: Cell::new(0, 1), ..puzzle };
        let solution = puzzle.solve(4).expect("a plan");
        assert_eq!(puzzle.atoms(&solution.moves), "move(blue,(-1,0),1) move(red,(0,1),2)");
        assert_eq!(solution.count, 1);
        assert_eq!(puzzle.solve(1), None);
        let done = Ricochet { target: puzzle.cells[0], ..puzzle };
        assert_eq!(done.solve(0), Some(super::super::Solution { moves: Vec::new(), count: 1 }));
    }

    #[test]
    fn the_checker_reports_the_error() {
        let puzzle = Ricochet::read(DRAWING).expect("an instance");
        let faults = [
            (
                "move(red,(-1,0),1)",
                "line 1: move(red,(-1,0),1): an obstacle beside the robot blocks this move",
            ),
            ("move(green,(0,1),1)", "line 1: move(green,(0,1),1): there is no such robot"),
            ("move(red,(1,1),1)", "line 1: move(red,(1,1),1): a direction is (0,1), (0,-1), (1,0) or (-1,0)"),
            ("move(red,(0,1),2)", "line 1: move(red,(0,1),2): there is no move 1"),
            (
                "move(red,(0,1),1) move(blue,(0,-1),1)",
                "line 1: move(blue,(0,-1),1): there are two moves at the same time",
            ),
            ("move(red,(0,1),1)", "this answer: the robot is not on its target"),
            ("", "this answer: the robot is not on its target"),
            ("at(1)", "line 1: this puzzle has no facts at/1; known: move/3"),
            ("move(1,2,3)", "line 1: move(1,2,3): the arguments are not of the right kind"),
        ];
        for (answer, fault) in faults {
            assert_eq!(puzzle.check(answer).unwrap_err().to_string(), fault);
        }
        assert_eq!(puzzle.check("move(blue,(-1,0),1)").map(|moves| moves.len()), Ok(1));
    }
}
