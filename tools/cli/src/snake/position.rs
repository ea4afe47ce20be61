//! Positions in files, and the largest boards for planned round trips.

use super::refuse;
use crate::{exit, input};
use hamadryad_grid::Board;
use hamadryad_snake::{PositionRecord, RecordError};

/// Reads a file, or standard input for `-`; the error is an exit code, and its message has been printed.
pub(super) fn read(file: &str) -> Result<PositionRecord, u8> {
    let text = input::read(file).map_err(|message| refuse(&message, exit::BAD_INPUT))?;
    PositionRecord::read(&text).map_err(|error| refuse(&in_file(file, &error), exit::BAD_INPUT))
}

/// The message about an error in a file.
pub(crate) fn in_file(file: &str, error: &RecordError) -> String {
    match error {
        RecordError::Json { message, line, column } => format!("{file}:{line}:{column}: {message}"),
        error => format!("{file}: {error}"),
    }
}

/// Reads a position, checks its instance, and writes it again.
///
/// # Errors
/// A description of the first error.
pub(crate) fn rewritten(text: &str) -> Result<String, String> {
    let position = PositionRecord::read(text).map_err(|error| in_file("position", &error))?;
    let instance = position.instance().map_err(|error| error.to_string())?;
    plannable(instance.board())?;
    Ok(position.to_json())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_are_for_agents() {
        let error = rewritten(r#"{"rows": 65535, "cols": 4, "snake": [[1,1],[1,2]], "apple": [3,4]}"#);
        let message = "a board of 65535×4 has 262140 cells, and round trips are planned on at most 10000: \
                       `snake play --planner splice` plays on larger ones";
        assert_eq!(error.unwrap_err(), message);
        assert!(rewritten(r#"{"rows": 100, "cols": 100, "snake": [[1,1],[1,2]], "apple": [3,4]}"#).is_ok());
    }
}
