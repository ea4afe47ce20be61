//! Errors in records.

use crate::Death;
use std::fmt;

/// An invalid record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// The text is not JSON, or a field is missing or has a wrong type.
    Json {
        /// The description.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The board, the snake or the apple at the beginning is impossible.
    Start(String),
    /// The entry for an apple is impossible.
    Apple {
        /// The number of the apple, from 1.
        number: usize,
        /// The description.
        message: String,
    },
    /// The result contradicts the moves.
    Result(String),
    /// The rules do not allow a move.
    IllegalMove {
        /// The number of the step, from 1.
        step: usize,
        /// The death that the step would cause; `None` if the game was won before.
        death: Option<Death>,
    },
}

impl RecordError {
    pub(super) fn json(error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        Self::Json { message, line, column }
    }

    pub(super) fn start(message: impl ToString) -> Self {
        Self::Start(message.to_string())
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { message, line, column } => write!(f, "line {line}, column {column}: {message}"),
            Self::Start(message) => f.write_str(message),
            Self::Apple { number, message } => write!(f, "apple {number}: {message}"),
            Self::Result(message) => write!(f, "result: {message}"),
            Self::IllegalMove { step, death: Some(death) } => {
                write!(f, "the snake would have died at step {step}: {death}")
            }
            Self::IllegalMove { step, death: None } => write!(f, "step {step} follows the end of a won game"),
        }
    }
}

impl std::error::Error for RecordError {}
