//! The entry of a record for one apple.

use super::Moves;
use crate::{Plan, Solve, Work};
use hamadryad_grid::{Board, Cell, Cycle};
use serde::{Deserialize, Serialize};

/// One apple, and the plan to eat it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AppleRecord {
    /// The length of the snake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Row and column of the apple, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apple: Option<(u32, u32)>,
    /// Steps from the head to the apple.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Whether the solver searched for this plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<bool>,
    /// Whether the plan is proven to be shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// Whether the search was stopped before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timed_out: Option<bool>,
    /// Whether the search was stopped before it found a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<bool>,
    /// The number of steps of each plan that the search found, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Vec<usize>>,
    /// Conflicts of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// The way to the apple; empty if it follows the cycle or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Moves>,
    /// The cycle on which the snake lies when it reaches the apple, or before: moves from the first cell of
    /// the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Moves>,
}

impl AppleRecord {
    /// The record of a plan for a snake with this head.
    pub fn new(solve: &Solve, plan: &Plan, head: Cell, apple: Cell) -> Self {
        let Solve { length, steps, asked, proven, kept, work, .. } = solve.clone();
        let Work { bounds, conflicts, interrupted, .. } = work;
        Self {
            length: Some(length),
            apple: Some(apple.pair()),
            steps: Some(steps),
            asked: Some(asked),
            proven: Some(proven),
            timed_out: Some(interrupted),
            kept: Some(kept),
            bounds: Some(bounds),
            conflicts: Some(conflicts),
            path: Some(Moves::along(std::iter::once(head).chain(plan.way.iter().copied()))),
            cycle: Some(Moves::around(&plan.cycle)),
        }
    }

    /// The cycle on a board.
    pub(crate) fn cycle(&self, board: Board) -> Result<Option<Cycle>, String> {
        self.cycle.as_ref().map(|moves| moves.cycle(board)).transpose()
    }

    /// Checks that the numbers and the cycle are possible in a game on this board.
    pub(super) fn check(&self, board: Board) -> Result<(), String> {
        let cells = board.len();
        if let Some(length) = self.length.filter(|length| !(1..=cells).contains(length)) {
            return Err(format!("no snake of length {length} fits on {cells} cells"));
        }
        if let Some(steps) = self.steps.filter(|&steps| steps > cells) {
            return Err(format!("no plan has {steps} steps on {cells} cells"));
        }
        let is_outside = |&(row, col): &(u32, u32)| {
            !(1..=u32::from(board.rows())).contains(&row) || !(1..=u32::from(board.cols())).contains(&col)
        };
        if let Some((row, col)) = self.apple.filter(is_outside) {
            return Err(format!("it lies at ({row},{col}), outside of {board}"));
        }
        self.cycle(board).map(|_| ())
    }
}
