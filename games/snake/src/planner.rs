//! The seam between strategies and whatever finds cycles for them.
//!
//! The question is the Minimal Hamiltonian Snake problem (Böhl, Ellmauthaler, Gaggl: Winning Snake, 2024): a
//! Hamiltonian cycle of the board that runs through the snake from its tail to its head, with as few steps as possible
//! from the head to the apple.

use hamadryad_grid::{Cell, Cycle, Path};
use std::fmt;

/// A snake before an apple, and a cycle that it could follow.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The snake, from its head to its tail.
    pub snake: &'a Path,
    /// The apple, a free cell.
    pub apple: Cell,
    /// A cycle through the snake, as a first answer to improve on.
    pub known: &'a Cycle,
}

impl Position<'_> {
    /// The cell of the snake's head.
    pub fn head(&self) -> Cell {
        self.snake.first_cell()
    }

    /// From every cell of the snake but the head to the one before it: the arcs that a cycle must have.
    pub fn arcs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.snake.windows(2).map(|pair| (pair[1], pair[0]))
    }

    /// Whether a snake that follows this cycle moves on from its head, and all of it goes along.
    pub fn is_followed_by(&self, cycle: &Cycle) -> bool {
        cycle.contains_path(self.snake.iter().rev())
    }
}

/// A cycle to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The cycle.
    pub cycle: Cycle,
    /// The steps from the head to the apple along it.
    pub steps: usize,
    /// Whether no cycle through the snake needs fewer.
    pub proven: bool,
}

/// Why there is no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The planner was stopped before it found any cycle.
    Interrupted,
    /// The planner says that there is no cycle through the snake.
    NoCycle,
    /// The planner failed, for the reason given.
    Failed(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => write!(f, "the planner was stopped before it found a cycle"),
            Self::NoCycle => write!(f, "the planner found no Hamiltonian cycle through the snake"),
            Self::Failed(reason) => write!(f, "the planner failed: {reason}"),
        }
    }
}

impl std::error::Error for PlanError {}

/// Finds cycles to follow.
pub trait Planner {
    /// A cycle through the snake, with as few steps to the apple as the planner could find.
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError>;
}
