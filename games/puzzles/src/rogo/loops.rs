//! Enumerates all loops by depth-first search: each loop starts at its topmost leftmost cell, to the right,
//! and the search backtracks if the way back is too long. Exponential in the number of steps, and fast for
//! the 12 to 16 steps of usual puzzles.

use super::rules::{Length, Rogo};
use crate::stopped::{Patience, Stopped};
use hamadryad_grid::{Cell, Direction};
use std::fmt;

/// The best loops of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// Their points.
    pub points: u64,
    /// Their number; start and direction of a loop do not count.
    pub loops: u64,
    /// A best loop, from its topmost leftmost cell to the right.
    pub cells: Vec<Cell>,
}

impl Rogo {
    /// The best loops; `None` if no loop has this length.
    pub fn best(&self, length: Length) -> Option<Best> {
        self.best_within(length, &|| false).ok().flatten()
    }

    /// As [`Rogo::best`], until `is_stopped` returns true.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn best_within(
        &self,
        length: Length,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Best>, Stopped> {
        let mut found: Option<Best> = None;
        self.each_loop_within(length, is_stopped, |cells, points| {
            match &mut found {
                Some(best) if best.points > points => {}
                Some(best) if best.points == points => best.loops += 1,
                best => *best = Some(Best { points, loops: 1, cells: cells.to_vec() }),
            }
            true
        })?;
        Ok(found)
    }

    /// Passes every loop with its points to `visit`, once, from its topmost leftmost cell to the right, while
    /// `visit` returns `true`. Returns whether all loops were visited.
    pub fn each_loop_while(&self, length: Length, visit: impl FnMut(&[Cell], u64) -> bool) -> bool {
        self.each_loop_within(length, &|| false, visit).unwrap_or(false)
    }

    /// As [`Rogo::each_loop_while`], until `is_stopped` returns true.
    ///
    /// # Errors
    /// If the search was stopped by `is_stopped`.
    pub fn each_loop_within(
        &self,
        length: Length,
        is_stopped: &dyn Fn() -> bool,
        visit: impl FnMut(&[Cell], u64) -> bool,
    ) -> Result<bool, Stopped> {
        // Loops have an even number of at least four steps.
        let steps = self.steps.min(self.grid.len());
        if steps < 4 || length == Length::Exactly && (self.steps % 2 == 1 || self.steps > steps) {
            return Ok(true);
        }
        let free = self.grid.cells().map(|cell| self.is_allowed(cell)).collect();
        let mut search = Search {
            rogo: self,
            steps,
            length,
            free,
            cells: Vec::new(),
            points: 0,
            visit,
            stopped: false,
            patience: Patience::new(is_stopped),
        };
        for start in self.grid.cells() {
            search.from(start);
            // Later loops start later in reading order and never contain this cell.
            search.free[self.grid.index(start)] = false;
        }
        search.patience.step()?;
        Ok(!search.stopped)
    }
}

/// A walk that is extended to a loop.
struct Search<'a, V> {
    rogo: &'a Rogo,
    /// The largest useful number of steps.
    steps: usize,
    length: Length,
    /// By number of the cell: whether the walk may enter it.
    free: Vec<bool>,
    cells: Vec<Cell>,
    points: u64,
    visit: V,
    /// Whether the visitor has stopped the search.
    stopped: bool,
    patience: Patience<'a>,
}

impl<V: FnMut(&[Cell], u64) -> bool> Search<'_, V> {
    /// Visits all loops with this topmost leftmost cell.
    fn from(&mut self, start: Cell) {
        let Some(right) = self.rogo.grid.step(start, Direction::Right) else { return };
        if self.is_free(start) && self.is_free(right) && !self.stopped {
            self.cells.push(start);
            self.points = self.rogo.points(start);
            self.enter(right);
            self.cells.pop();
        }
    }

    fn enter(&mut self, cell: Cell) {
        let left = self.steps - self.cells.len() - 1;
        let home = self.cells[0];
        // The remaining steps enter this number of cells and return to the start.
        if cell.manhattan(home) as usize > left + 1 || self.patience.is_over() {
            return;
        }
        let index = self.rogo.grid.index(cell);
        self.free[index] = false;
        self.cells.push(cell);
        self.points += self.rogo.points(cell);
        let closes = self.cells.len() >= 4 && cell.manhattan(home) == 1;
        if closes && (left == 0 || self.length == Length::AtMost) {
            self.stopped |= !(self.visit)(&self.cells, self.points);
        }
        if left > 0 {
            for next in self.rogo.grid.neighbours(cell) {
                if self.is_free(next) && next != home && !self.stopped {
                    self.enter(next);
                }
            }
        }
        self.points -= self.rogo.points(cell);
        self.cells.pop();
        self.free[index] = true;
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.free[self.rogo.grid.index(cell)]
    }
}

/// The loop in the format of an answer set: `loop(1,(2,3)) loop(2,(2,4)) …`.
impl fmt::Display for Best {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::rules::atoms(&self.cells))
    }
}
