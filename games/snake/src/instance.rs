//! An instance of the Minimal Hamiltonian Snake problem: a snake on a board, and an apple.

use hamadryad_grid::{Board, Cell, Path};
use std::fmt;

/// A snake and an apple on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    board: Board,
    snake: Path,
    apple: Cell,
}

/// Reason why a snake and an apple form no instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstanceError {
    /// The snake leaves the board.
    SnakeOutside {
        /// A cell of the snake outside the board.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// The apple lies outside the board.
    AppleOutside {
        /// The apple.
        apple: Cell,
        /// The board.
        board: Board,
    },
    /// The apple lies on the snake.
    AppleOnSnake {
        /// The apple.
        apple: Cell,
    },
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SnakeOutside { cell, board } => {
                write!(f, "the snake's cell {cell} does not lie on a {} board", board.grid())
            }
            Self::AppleOutside { apple, board } => {
                write!(f, "the apple {apple} does not lie on a {} board", board.grid())
            }
            Self::AppleOnSnake { apple } => write!(f, "the apple {apple} lies on the snake"),
        }
    }
}

impl std::error::Error for InstanceError {}

impl Instance {
    /// A snake, from its head to its tail, and an apple on a free cell.
    ///
    /// # Errors
    /// If the snake or the apple leaves the board, or the apple lies on the snake.
    pub fn new(board: Board, snake: Path, apple: Cell) -> Result<Instance, InstanceError> {
        if let Some(&cell) = snake.iter().find(|&&cell| !board.grid().contains(cell)) {
            return Err(InstanceError::SnakeOutside { cell, board });
        }
        if !board.grid().contains(apple) {
            return Err(InstanceError::AppleOutside { apple, board });
        }
        if snake.contains(&apple) {
            return Err(InstanceError::AppleOnSnake { apple });
        }
        Ok(Instance { board, snake, apple })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The snake, from its head to its tail.
    pub fn snake(&self) -> &Path {
        &self.snake
    }

    /// The apple, on a free cell.
    pub fn apple(&self) -> Cell {
        self.apple
    }
}
