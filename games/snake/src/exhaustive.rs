//! A planner that enumerates all Hamiltonian cycles once and searches the list.
//!
//! The planner is exact, simple, and fast enough for boards of up to about 36 cells: it is the oracle for all
//! other planners.

use crate::{Plan, PlanError, Planner, Position};
use hamadryad_grid::{Board, Cell, Cycle, Direction, every_cycle};
use std::collections::HashSet;

/// The list of all Hamiltonian cycles of a board.
#[derive(Debug)]
pub struct Exhaustive {
    cycles: Vec<Cycle>,
}

impl Exhaustive {
    /// Lists the cycles of a small board; see [`every_cycle`].
    pub fn new(board: Board) -> Self {
        Self { cycles: every_cycle(board) }
    }
}

impl Planner for Exhaustive {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let through_snake = self.cycles.iter().filter(|cycle| position.is_followed_by(cycle));
        let steps = |cycle: &&Cycle| cycle.distance(position.head(), position.apple);
        let cycle = through_snake.min_by_key(steps).ok_or(PlanError::NoCycle)?;
        Ok(Plan::along(cycle.clone(), position, true))
    }

    /// Breadth-first search over the bodies of the snake that steps can produce.
    fn relaxed_plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let grid = position.known.board().grid();
        let mut bodies = vec![(position.snake.to_vec(), 0)];
        let mut seen: HashSet<Vec<Cell>> = bodies.iter().map(|(body, _)| body.clone()).collect();
        let mut place = 0;
        while let Some((body, _)) = bodies.get(place).cloned() {
            for cell in Direction::ALL.into_iter().filter_map(|side| grid.step(body[0], side)) {
                // The cell of the tail counts as occupied.
                if body.contains(&cell) {
                    continue;
                }
                let mut next = [&[cell], &body[..]].concat();
                if cell == position.apple {
                    let through = |cycle: &&Cycle| cycle.contains_path(next.iter().rev());
                    let Some(cycle) = self.cycles.iter().find(through).cloned() else { continue };
                    let mut way = vec![cell];
                    let mut step = place;
                    while step > 0 {
                        way.insert(0, bodies[step].0[0]);
                        step = bodies[step].1;
                    }
                    return Ok(Plan { way, cycle, proven: true });
                }
                next.pop();
                if seen.insert(next.clone()) {
                    bodies.push((next, place));
                }
            }
            place += 1;
        }
        Err(PlanError::NoCycle)
    }
}
