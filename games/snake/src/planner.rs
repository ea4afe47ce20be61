//! The interface between strategies and planners, which find cycles.
//!
//! The problem is Minimal Hamiltonian Snake (WinningSnake24): a Hamiltonian cycle of the board that runs
//! through the snake from its tail to its head, with a minimum number of steps from the head to the apple.
//!
//! The relaxed problem, which that paper leaves to future work: a way to the apple that may use cells which
//! the tail leaves in time, such that the snake lies on a Hamiltonian cycle after eating.

use hamadryad_grid::{Cell, Cycle, Path};
use std::fmt;
use std::time::Duration;

/// A snake, an apple, and a cycle that the snake could follow.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The snake, from its head to its tail.
    pub snake: &'a Path,
    /// The apple, a free cell.
    pub apple: Cell,
    /// A cycle through the snake, as an upper bound.
    pub known: &'a Cycle,
}

impl Position<'_> {
    /// The cell of the snake's head.
    pub fn head(&self) -> Cell {
        self.snake.first_cell()
    }

    /// The arcs of the snake, from each cell to the next one towards the head; a cycle to follow must contain
    /// them.
    pub fn arcs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.snake.windows(2).map(|pair| (pair[1], pair[0]))
    }

    /// Whether the cycle runs through the snake from its tail to its head.
    pub fn is_followed_by(&self, cycle: &Cycle) -> bool {
        cycle.contains_path(self.snake.iter().rev())
    }
}

/// A way to the apple, and a cycle that runs through the snake after eating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Cells from the successor of the head to the apple; a cell may occur twice if the tail leaves it in
    /// between.
    pub way: Vec<Cell>,
    /// The cycle. If the strategy follows cycles, the way is a part of it.
    pub cycle: Cycle,
    /// Whether it is proven that no plan of the requested kind has fewer steps.
    pub proven: bool,
}

impl Plan {
    /// The plan to follow a cycle through the snake.
    pub fn along(cycle: Cycle, position: &Position<'_>, proven: bool) -> Plan {
        let way = cycle.between(position.head(), position.apple).skip(1).collect();
        Plan { way, cycle, proven }
    }

    /// The steps from the head to the apple.
    pub fn steps(&self) -> usize {
        self.way.len()
    }
}

/// Reason why a planner returns no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The planner was stopped before it found a cycle.
    Interrupted,
    /// The planner reports that no cycle runs through the snake.
    NoCycle,
    /// The planner failed for the given reason.
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

/// Work of a planner for one answer. All times are measured from the call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Time at which the search began, after grounding.
    pub ground: Duration,
    /// Time at which the first cycle was found.
    pub first: Option<Duration>,
    /// Time at which the best cycle was found.
    pub best: Option<Duration>,
    /// Time of the return; for a proven plan, the time of the proof.
    pub total: Duration,
    /// Steps to the apple along each cycle, in the order of discovery; empty if any cycle was sufficient.
    pub bounds: Vec<usize>,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Whether the planner was stopped, by a limit or by its caller.
    pub interrupted: bool,
}

/// Finds ways to the apple, and cycles to follow.
pub trait Planner {
    /// A cycle through the snake, with as few steps to the apple as the planner finds.
    ///
    /// # Errors
    /// If no cycle exists, or none was found in time.
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError>;

    /// Any cycle through the snake.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.plan(position).map(|plan| plan.cycle)
    }

    /// A way to the apple with as few steps as the planner finds, and a cycle through the snake after eating.
    /// The snake need not lie on this cycle before, nor move along it.
    ///
    /// # Errors
    /// As [`Planner::plan`], and if the planner only finds ways along cycles.
    fn relaxed_plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let _ = position;
        Err(PlanError::Failed(
            "it supports ways along cycles only: use the strategy conservative".to_string(),
        ))
    }

    /// Work for the last call, even if it returned an error.
    fn work(&self) -> Work {
        Work::default()
    }
}
