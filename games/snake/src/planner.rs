//! The seam between strategies and whatever finds cycles for them.
//!
//! The question is the Minimal Hamiltonian Snake problem (Böhl, Ellmauthaler, Gaggl: Winning Snake, 2024): a
//! Hamiltonian cycle of the board that runs through the snake from its tail to its head, with as few steps as possible
//! from the head to the apple.
//!
//! Relaxed, which that paper leaves to future work: a way to the apple that may use cells which the tail leaves in time,
//! such that the snake lies on a Hamiltonian cycle when it has eaten.

use hamadryad_grid::{Cell, Cycle, Path};
use std::fmt;
use std::time::Duration;

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

/// A way to the apple, and a cycle that the snake lies on when it has eaten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// From the cell after the head to the apple.
    pub way: Vec<Cell>,
    /// The cycle. Who asked for one to follow gets one that the way runs along.
    pub cycle: Cycle,
    /// Whether nothing of what was asked for needs fewer steps.
    pub proven: bool,
}

impl Plan {
    /// To follow a cycle through the snake.
    pub fn along(cycle: Cycle, position: &Position<'_>, proven: bool) -> Plan {
        let way = cycle.between(position.head(), position.apple).skip(1).collect();
        Plan { way, cycle, proven }
    }

    /// The steps from the head to the apple.
    pub fn steps(&self) -> usize {
        self.way.len()
    }
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

/// What a planner did for an answer, by a clock of its own. All moments are counted from when it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// When the search began: what had to be grounded was grounded.
    pub ground: Duration,
    /// When the first cycle was found.
    pub first: Option<Duration>,
    /// When the best one was found.
    pub best: Option<Duration>,
    /// When all was over: for a plan that is proven, the time of the proof.
    pub total: Duration,
    /// The steps to the apple along each cycle found, in the order in which they were; nothing where any cycle would do.
    pub bounds: Vec<usize>,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Whether it was stopped, by a limit or from outside.
    pub interrupted: bool,
}

/// Finds ways to the apple, and cycles to follow.
pub trait Planner {
    /// A cycle through the snake, with as few steps to the apple as the planner could find.
    ///
    /// # Errors
    /// Where there is none, or none in time.
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError>;

    /// Any cycle through the snake, whatever the way to the apple.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.plan(position).map(|plan| plan.cycle)
    }

    /// A way to the apple with as few steps as the planner could find, and a cycle that the snake lies on afterwards. The
    /// snake need not lie on it before, nor move along it.
    ///
    /// # Errors
    /// As [`Planner::plan`], and where the planner knows only of ways along cycles.
    fn relaxed_plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let _ = position;
        Err(PlanError::Failed("it follows cycles and knows no other ways".to_string()))
    }

    /// What the last answer took, even where it was none.
    fn work(&self) -> Work {
        Work::default()
    }
}
