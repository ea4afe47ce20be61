//! Positions in files: a board, a snake, and an apple.

use super::refuse;
use crate::{exit, input};
use hamadryad_grid::{Board, Cell, Path};
use hamadryad_snake::Instance;
use serde::{Deserialize, Serialize};

/// The fields of a position in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    rows: usize,
    cols: usize,
    snake: Vec<(i64, i64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    apple: Option<(i64, i64)>,
}

impl Position {
    /// Reads a file, or standard input for `-`; the error is an exit code, and its message has been printed.
    pub(super) fn read(file: &str) -> Result<Position, u8> {
        let text = input::read(file).map_err(|message| refuse(&message, exit::BAD_INPUT))?;
        serde_json::from_str(&text).map_err(|error| refuse(&not_json(file, &error), exit::BAD_INPUT))
    }

    /// The board and the snake on it.
    ///
    /// # Errors
    /// The reason why the board or the snake is impossible.
    pub(super) fn snake(&self) -> Result<(Board, Path), String> {
        let board = Board::new(self.rows, self.cols).map_err(|error| error.to_string())?;
        let cells = self.snake.iter().map(|&pair| cell(pair)).collect::<Result<Vec<Cell>, String>>()?;
        let snake =
            Path::new(board.grid(), cells).map_err(|error| format!("the snake is not a path: {error}"))?;
        Ok((board, snake))
    }

    /// The apple, if the file has one.
    ///
    /// # Errors
    /// If its coordinates cannot be a cell.
    pub(super) fn apple(&self) -> Result<Option<Cell>, String> {
        self.apple.map(cell).transpose()
    }

    /// Rows and columns.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    /// The snake and its apple.
    ///
    /// # Errors
    /// The reason why they are impossible.
    pub(super) fn instance(&self) -> Result<Instance, String> {
        let (board, snake) = self.snake()?;
        let apple = self.apple()?.ok_or("the field `apple` is missing")?;
        Instance::new(board, snake, apple).map_err(|error| error.to_string())
    }
}

/// Reads a position, checks its instance, and writes it again.
///
/// # Errors
/// A description of the first error.
pub(crate) fn rewritten(text: &str) -> Result<String, String> {
    let position: Position = serde_json::from_str(text).map_err(|error| not_json("position", &error))?;
    let instance = position.instance()?;
    plannable(instance.board())?;
    serde_json::to_string(&position).map_err(|error| error.to_string())
}

/// The maximal number of cells for planned round trips; larger boards take too long.
const MOST_PLANNED: usize = 10_000;

/// Checks that round trips can be planned on a board of this size.
///
/// # Errors
/// A sentence with the limit.
pub(super) fn plannable(board: Board) -> Result<(), String> {
    let cells = board.len();
    if cells <= MOST_PLANNED {
        return Ok(());
    }
    Err(format!(
        "a board of {board} has {cells} cells, and round trips are planned on at most {MOST_PLANNED}: \
         `snake play --planner splice` plays on larger ones"
    ))
}

fn cell((row, col): (i64, i64)) -> Result<Cell, String> {
    let cell = Cell::from_pair(row, col);
    cell.ok_or_else(|| format!("({row},{col}) is not a cell: rows and columns are counted from 1"))
}

/// The error of a text, with its place in front.
fn not_json(file: &str, error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    format!("{file}:{}:{}: {what}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads an instance as the command does.
    fn read(text: &str) -> Result<Instance, String> {
        let position: Position = serde_json::from_str(text).map_err(|error| not_json("a.json", &error))?;
        let instance = position.instance()?;
        plannable(instance.board())?;
        Ok(instance)
    }

    #[test]
    fn nonsense_in_a_position_is_refused_with_a_sentence() {
        let text = r#"{"rows": 4, "cols": 6, "snake": [[2,2],[2,3],[2,4]], "apple": [4,4]}"#;
        assert!(read(text).is_ok());
        let odd = ["-1", "0", "7.5", "65536", "9223372036854775807", "1e99", "\"x\"", "null", "[]", "{}"];
        for (at, _) in text.match_indices(|sign: char| sign.is_ascii_digit()) {
            for value in odd {
                let changed = format!("{}{value}{}", &text[..at], &text[at + 1..]);
                let error = read(&changed).expect_err(&changed);
                assert!(error.len() > 10 && !error.contains('\n'), "{error}");
            }
        }
        for end in 0..text.len() {
            assert!(read(&text[..end]).is_err());
        }
        for wrong in ["{\"rows\": 4, \"rows\": 4}", "[4,6,[],[1,1]]", "\u{1b}[2J"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn large_boards_are_for_agents() {
        let error =
            read(r#"{"rows": 65535, "cols": 4, "snake": [[1,1],[1,2]], "apple": [3,4]}"#).unwrap_err();
        let message = "a board of 65535×4 has 262140 cells, and round trips are planned on at most 10000: \
                       `snake play --planner splice` plays on larger ones";
        assert_eq!(error, message);
        assert!(read(r#"{"rows": 100, "cols": 100, "snake": [[1,1],[1,2]], "apple": [3,4]}"#).is_ok());
    }
}
