//! Instances as facts and as drawings.
//!
//! ```text
//! +---+---+---+        fields, three signs wide: a capital letter for each robot (R red, G green, B blue,
//! | R       b |        Y yellow, S silver), a small letter for the target of a robot, a dot or a blank for
//! +   +   +   +        any other field;
//! |       |   |        walls between fields: --- between rows, | between columns.
//! +   +---+   +        The outer wall always exists.
//! |         B |
//! +---+---+---+
//! ```

use super::board::{Board, Robot};
use super::rules::{DIRECTIONS, Ricochet, direction_of, step_of};
use crate::drawing::{self, Drawing};
use crate::facts::{self, Fact, PuzzleError, Term};
use hamadryad_grid::{Cell, Direction, Grid};
use std::collections::BTreeMap;
use std::fmt;

const KNOWN: &str = "rows/1, columns/1, robot/1, start/2, target/2, wall/2";

/// The longest side of a board: a field has twelve bits.
pub(super) const LONGEST_SIDE: u16 = 64;

const NAMES: &str = "the robots are red, green, blue, yellow and silver";

impl Ricochet {
    /// Reads an instance: facts, or a drawing.
    ///
    /// # Errors
    /// The first error with its line.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        if drawing::is_drawing(text) { Self::read_drawing(text) } else { Self::read_facts(text) }
    }

    fn read_facts(text: &str) -> Result<Self, PuzzleError> {
        let facts = facts::read_facts(text)?;
        let mut board = Board::new(facts::grid(&facts, LONGEST_SIDE)?);
        let mut robots = BTreeMap::new();
        let mut starts = BTreeMap::new();
        let mut target = None;
        for fact in &facts {
            match (fact.name.as_str(), fact.arguments.as_slice()) {
                ("rows" | "columns", [Term::Number(_)]) => {}
                ("robot", [Term::Constant(name)]) => {
                    robots.insert(robot(fact, name)?, fact);
                }
                ("start", [Term::Constant(name), Term::Tuple(pair)]) => {
                    let cell = field(fact, board.grid, pair)?;
                    let old = starts.insert(robot(fact, name)?, (cell, fact));
                    if old.is_some_and(|(old, _)| old != cell) {
                        return Err(fact.twice());
                    }
                }
                ("target", [Term::Constant(name), Term::Tuple(pair)]) => {
                    let goal = (robot(fact, name)?, field(fact, board.grid, pair)?);
                    if target.replace((goal, fact)).is_some_and(|(old, _)| old != goal) {
                        return Err(fact.twice());
                    }
                }
                ("wall", [Term::Tuple(pair), Term::Tuple(way)]) => {
                    let cell = field(fact, board.grid, pair)?;
                    board.add_wall(cell, direction_of(way).ok_or_else(|| fact.wrong(DIRECTIONS))?);
                }
                _ => return Err(fact.unknown(KNOWN)),
            }
        }
        for (robot, (_, fact)) in &starts {
            if !robots.contains_key(robot) {
                return Err(fact.wrong("there is no such robot"));
            }
        }
        if let Some((_, fact)) = robots.iter().find(|(robot, _)| !starts.contains_key(robot)) {
            return Err(fact.wrong("this robot has no start"));
        }
        let mut taken = BTreeMap::new();
        for (&robot, &(cell, fact)) in &starts {
            if taken.insert(cell, robot).is_some() {
                return Err(fact.wrong("another robot stands there"));
            }
        }
        let ((runner, target), fact) = target.ok_or_else(|| facts::missing("target(R,(X,Y))"))?;
        let runner = robots.keys().position(|&robot| robot == runner);
        Ok(Self {
            board,
            cells: starts.values().map(|&(cell, _)| cell).collect(),
            runner: runner.ok_or_else(|| fact.wrong("there is no such robot"))?,
            robots: robots.into_keys().collect(),
            target,
        })
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let drawing = Drawing::read(text, &[])?;
        let rows = &drawing.rows;
        let columns = rows.first().map_or(0, |(_, row)| row.chars().count() / 4);
        let side =
            |length: usize| u16::try_from(length).ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        let (Some(height), Some(width), false) =
            (side(rows.len() / 2), side(columns), rows.len().is_multiple_of(2))
        else {
            return Err(facts::missing("drawing of a board with a line of walls above and below each row"));
        };
        let mut drawn = Drawn { board: Board::new(Grid::new(height, width)), ..Drawn::default() };
        for (index, &(line, row)) in rows.iter().enumerate() {
            let above = (index / 2) as u16;
            if index.is_multiple_of(2) {
                drawn.walls(line, row, above)?;
            } else {
                drawn.fields(line, row, above)?;
            }
        }
        let Drawn { board, robots, target } = drawn;
        let (line, runner, target) = target.ok_or_else(|| facts::missing("small letter, the target"))?;
        let Some(runner) = robots.keys().position(|&robot| robot == runner) else {
            let letter = runner.letter().to_ascii_lowercase();
            return Err(drawing::wrong(line, &format!("`{letter}`"), "its robot is not on the board"));
        };
        let (robots, cells) = robots.into_iter().unzip();
        Ok(Self { board, robots, cells, runner, target })
    }
}

fn robot(fact: &Fact, name: &str) -> Result<Robot, PuzzleError> {
    Robot::from_name(name).ok_or_else(|| fact.wrong(NAMES))
}

fn field(fact: &Fact, grid: Grid, pair: &[Term]) -> Result<Cell, PuzzleError> {
    let cell = match pair {
        &[Term::Number(row), Term::Number(column)] => Cell::from_pair(row.into(), column.into()),
        _ => None,
    };
    let cell = cell.filter(|&cell| grid.contains(cell));
    cell.ok_or_else(|| fact.wrong(format!("it does not lie on the {grid} board")))
}

/// The parts of a drawing that were read.
struct Drawn {
    board: Board,
    robots: BTreeMap<Robot, Cell>,
    /// The line of the target, its robot and its field.
    target: Option<(u32, Robot, Cell)>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { board: Board::new(Grid::new(1, 1)), robots: BTreeMap::new(), target: None }
    }
}

impl Drawn {
    /// Reads a line `+---+   +` above the row with this index.
    fn walls(&mut self, line: u32, row: &str, below: u16) -> Result<(), PuzzleError> {
        for (column, (corner, wall)) in (0..).zip(columns(row)) {
            if !matches!(corner, '+' | ' ') {
                return Err(drawing::wrong(line, &format!("`{corner}`"), "between walls there is `+`"));
            }
            match wall.trim() {
                "" => {}
                "---" if below > 0 => self.board.add_wall(Cell::new(below - 1, column), Direction::Down),
                "---" => {}
                other => return Err(drawing::wrong(line, &format!("`{other}`"), "a wall is `---`")),
            }
        }
        Ok(())
    }

    /// Reads a line `| R | b     |` of the row with this index.
    fn fields(&mut self, line: u32, row: &str, index: u16) -> Result<(), PuzzleError> {
        // The last sign is the outer wall.
        let row = row.strip_suffix('|').unwrap_or(row);
        for (column, (wall, signs)) in (0..).zip(columns(row)) {
            let cell = Cell::new(index, column);
            match wall {
                '|' if column > 0 => self.board.add_wall(cell, Direction::Left),
                '|' | ' ' => {}
                other => {
                    let reason = "between fields there is `|` or a blank";
                    return Err(drawing::wrong(line, &format!("`{other}`"), reason));
                }
            }
            for sign in signs.trim().chars().filter(|&sign| sign != '.') {
                self.sign(line, sign, cell)?;
            }
        }
        Ok(())
    }

    fn sign(&mut self, line: u32, sign: char, cell: Cell) -> Result<(), PuzzleError> {
        let wrong = |reason: &str| Err(drawing::wrong(line, &format!("`{sign}`"), reason));
        if !self.board.grid.contains(cell) {
            return wrong("this row is longer than the first line");
        }
        let robot = Robot::ALL.into_iter().find(|robot| robot.letter() == sign.to_ascii_uppercase());
        let Some(robot) = robot else { return wrong(NAMES) };
        let is_second = if sign.is_ascii_uppercase() {
            if self.robots.values().any(|&other| other == cell) {
                return wrong("another robot stands there");
            }
            self.robots.insert(robot, cell).is_some()
        } else {
            self.target.replace((line, robot, cell)).is_some()
        };
        if is_second { wrong("there must be one such sign") } else { Ok(()) }
    }
}

/// A line in parts of four signs: the first sign, and the three signs behind it.
fn columns(row: &str) -> Vec<(char, String)> {
    let signs: Vec<char> = row.chars().collect();
    let pieces = signs.chunks(4).filter(|piece| piece.len() > 1);
    pieces.map(|piece| (piece[0], piece[1..].iter().collect())).collect()
}

impl Ricochet {
    /// The drawing of the instance, line by line.
    pub fn rows(&self) -> Vec<String> {
        let grid = self.board.grid;
        let edge = format!("+{}", "---+".repeat(grid.cols().into()));
        let mut rows = vec![edge.clone()];
        for row in 0..grid.rows() {
            let mut fields = String::from("|");
            let mut walls = String::from("+");
            for cell in (0..grid.cols()).map(|column| Cell::new(row, column)) {
                let open = |direction| self.board.step(cell, direction).is_some();
                let right = if open(Direction::Right) { ' ' } else { '|' };
                fields += &format!("{:^3}{right}", self.sign(cell));
                walls += if open(Direction::Down) { "   +" } else { "---+" };
            }
            rows.extend([fields, walls]);
        }
        rows
    }

    fn sign(&self, cell: Cell) -> String {
        let robot = self.cells.iter().position(|&other| other == cell);
        let mut signs: String = robot.map(|robot| self.robots[robot].letter()).into_iter().collect();
        if self.target == cell {
            signs.push(self.robots[self.runner].letter().to_ascii_lowercase());
        }
        signs
    }

    /// The instance as a drawing.
    pub fn drawing(&self) -> String {
        format!("{}\n", self.rows().join("\n"))
    }

    /// The facts that all rounds on the board have in common: the board and the robots.
    pub fn board_facts(&self) -> String {
        let Board { grid, .. } = self.board;
        let mut text = format!("rows({}). columns({}).", grid.rows(), grid.cols());
        for robot in &self.robots {
            text += &format!(" robot({}).", robot.name());
        }
        let wall = |(cell, side): (Cell, Direction)| {
            let (rows, columns) = step_of(side);
            format!("wall({cell},({rows},{columns})).")
        };
        let walls: Vec<String> = self.board.walls().map(wall).collect();
        for line in walls.chunks(5) {
            text += "\n";
            text += &line.join(" ");
        }
        text + "\n"
    }
}

/// The instance as facts.
impl fmt::Display for Ricochet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board_facts())?;
        let starts = self.robots.iter().zip(&self.cells);
        let starts: Vec<String> =
            starts.map(|(robot, cell)| format!("start({},{cell}).", robot.name())).collect();
        writeln!(f, "{}\ntarget({},{}).", starts.join(" "), self.robots[self.runner].name(), self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_instances_are_rejected_with_line_and_reason() {
        let size = "rows(2). columns(3). robot(red;blue).";
        let starts = "start(red,(1,1)). start(blue,(2,2)).";
        let errors = [
            (format!("{size} start(red,(1,1))."), "line 1: robot(blue): this robot has no start"),
            (format!("{size} {starts}"), "there is no fact target(R,(X,Y))"),
            (
                format!("{size}\n{starts}\ntarget(green,(1,1))."),
                "line 3: target(green,(1,1)): there is no such robot",
            ),
            (
                format!("{size}\n{starts}\ntarget(red,(3,1))."),
                "line 3: target(red,(3,1)): it does not lie on the 2×3 board",
            ),
            (
                format!("{size}\n{starts} target(red,(1,2)). target(blue,(1,2))."),
                "line 2: target(blue,(1,2)) is the second fact of its kind; there must be one",
            ),
            (
                format!("{size}\nstart(red,(1,1)). start(blue,(1,1)). target(red,(1,2))."),
                "line 2: start(blue,(1,1)): another robot stands there",
            ),
            (format!("{size}\nstart(green,(1,1))."), "line 2: start(green,(1,1)): there is no such robot"),
            (
                format!("{size}\nrobot(pink)."),
                "line 2: robot(pink): the robots are red, green, blue, yellow and silver",
            ),
            (
                format!("{size}\nwall((1,1),(1,1))."),
                "line 2: wall((1,1),(1,1)): a direction is (0,1), (0,-1), (1,0) or (-1,0)",
            ),
            (
                "hole(1).\nrows(1). columns(1).".to_string(),
                "line 1: this puzzle has no facts hole/1; known: rows/1, columns/1, robot/1, start/2, target/2, wall/2",
            ),
            ("rows(65). columns(1).".to_string(), "line 1: rows(65): it must be 1 to 64"),
            (
                "+---+\n| R |".to_string(),
                "there is no fact drawing of a board with a line of walls above and below each row",
            ),
            ("+---+\n| R |\n+---+".to_string(), "there is no fact small letter, the target"),
            ("+---+\n|Rb |\n+---+".to_string(), "line 2: `b`: its robot is not on the board"),
            ("+---+\n|RBr|\n+---+".to_string(), "line 2: `B`: another robot stands there"),
            ("+---+\n|Rrr|\n+---+".to_string(), "line 2: `r`: there must be one such sign"),
            (
                "+---+\n|Rrx|\n+---+".to_string(),
                "line 2: `x`: the robots are red, green, blue, yellow and silver",
            ),
            ("+---+\n|Rr | B |\n+---+".to_string(), "line 2: `B`: this row is longer than the first line"),
        ];
        for (text, reason) in errors {
            assert_eq!(Ricochet::read(&text).unwrap_err().to_string(), reason, "{text}");
        }
    }
}
