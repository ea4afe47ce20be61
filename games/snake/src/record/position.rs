//! A position in a record: a board, a snake, and an apple.

use super::RecordError;
use crate::Instance;
use hamadryad_grid::{Board, Cell, Path};
use serde::{Deserialize, Serialize};

/// A position: `{"rows": 6, "cols": 6, "snake": [[4,2],[4,3]], "apple": [6,6]}`. Cells are rows and columns,
/// from 1; the snake begins with its head.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRecord {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The snake, from its head to its tail.
    pub snake: Vec<(i64, i64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    /// The apple.
    pub apple: Option<(i64, i64)>,
}

impl PositionRecord {
    /// Reads a position; its numbers are not checked.
    ///
    /// # Errors
    /// If the text is not JSON, or has other fields.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        serde_json::from_str(text).map_err(|error| RecordError::json(&error))
    }

    /// The position as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers are JSON")
    }

    /// The board and the snake on it.
    ///
    /// # Errors
    /// If the board or the snake is impossible.
    pub fn snake(&self) -> Result<(Board, Path), RecordError> {
        let board = Board::new(self.rows, self.cols).map_err(RecordError::start)?;
        let cells = self.snake.iter().map(|&pair| cell(pair)).collect::<Result<Vec<Cell>, RecordError>>()?;
        let snake = Path::new(board.grid(), cells)
            .map_err(|error| RecordError::start(format!("the snake is not a path: {error}")))?;
        Ok((board, snake))
    }

    /// The apple, if there is one.
    ///
    /// # Errors
    /// If its coordinates cannot be a cell.
    pub fn apple(&self) -> Result<Option<Cell>, RecordError> {
        self.apple.map(cell).transpose()
    }

    /// The snake and its apple.
    ///
    /// # Errors
    /// If they are impossible, or the apple is missing.
    pub fn instance(&self) -> Result<Instance, RecordError> {
        let (board, snake) = self.snake()?;
        let apple = self.apple()?.ok_or_else(|| RecordError::start("the field `apple` is missing"))?;
        Instance::new(board, snake, apple).map_err(RecordError::start)
    }
}

fn cell((row, col): (i64, i64)) -> Result<Cell, RecordError> {
    let cell = Cell::from_pair(row, col);
    let message = || format!("({row},{col}) is not a cell: rows and columns are counted from 1");
    cell.ok_or_else(|| RecordError::start(message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Instance, RecordError> {
        PositionRecord::read(text)?.instance()
    }

    #[test]
    fn nonsense_in_a_position_is_an_error() {
        let text = r#"{"rows": 4, "cols": 6, "snake": [[2,2],[2,3],[2,4]], "apple": [4,4]}"#;
        assert!(read(text).is_ok());
        let odd = ["-1", "0", "7.5", "65536", "9223372036854775807", "1e99", "\"x\"", "null", "[]", "{}"];
        for (at, _) in text.match_indices(|sign: char| sign.is_ascii_digit()) {
            for value in odd {
                let changed = format!("{}{value}{}", &text[..at], &text[at + 1..]);
                let error = read(&changed).expect_err(&changed).to_string();
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
}
