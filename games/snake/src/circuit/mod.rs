//! The planner that needs no logic program: the Minimal Hamiltonian Snake as a circuit on a graph, solved from below.
//!
//! ```text
//! position ──graph──▶ the head, the free cells, the tail, and one edge for all of the snake
//!    ──search──▶ edges, colours, bounds as variables: hamadryad-sat with the rules of hamadryad-circuit
//!    assume "at most k steps", k = bound, bound + 2, … ──▶ the first k that works is the best
//! ```
//!
//! A colour is whether a cell lies before the apple. The number of steps is even or odd by the chessboard.

mod graph;
mod search;

use crate::{Instance, Limits, Plan, PlanError, Planner, Position, Work};
use hamadryad_grid::{Board, Cycle};
use hamadryad_sat::Outcome;
use search::Search;

/// How it is known that no cycle through the snake needs fewer steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The apple is so far away.
    Distance,
    /// The rules for circuits say so without a search.
    Rules,
    /// A search for fewer steps found none, after so many conflicts.
    Search {
        /// The conflicts, without those of lower bounds.
        conflicts: u64,
    },
}

/// A bound on the steps from the head to the apple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// No cycle through the snake needs fewer.
    pub steps: usize,
    /// How that is known.
    pub evidence: Evidence,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best cycle known through the snake. Without one, either there is none or the search was stopped.
    pub cycle: Option<Cycle>,
    /// Whether the search was stopped before it knew all.
    pub stopped: bool,
    /// Bounds, each higher than the one before; of the last one it is known that it can be met, unless the search was
    /// stopped.
    pub bounds: Vec<Bound>,
    /// How it is known that there is no cycle through the snake, where there is none.
    pub refuted: Option<Evidence>,
    /// Conflicts of the search.
    pub conflicts: u64,
}

/// Decides whether a snake can still win by a cycle through it, and finds one that leads to the apple in as few steps as
/// possible. `known` is a cycle through the snake, where there is one to begin with.
pub fn solve(instance: &Instance, known: Option<&Cycle>, stop: &dyn Fn() -> bool) -> Answer {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let head = snake.first_cell();
    let mut search = Search::new(board, snake, apple, known);
    let mut answer =
        Answer { cycle: known.cloned(), stopped: false, bounds: Vec::new(), refuted: None, conflicts: 0 };
    let least = search.least();
    if answer.cycle.is_none() {
        match search.any(stop) {
            Outcome::Model => answer.cycle = Some(search.cycle(board, snake)),
            Outcome::Stopped => answer.stopped = true,
            Outcome::Failed | Outcome::Unsatisfiable => {
                let conflicts = search.solver.statistics().conflicts;
                let evidence = if conflicts == 0 { Evidence::Rules } else { Evidence::Search { conflicts } };
                answer.refuted = Some(evidence);
            }
        }
    }
    let conflicts = |search: &Search| search.solver.statistics().conflicts;
    answer.conflicts = conflicts(&search);
    let Some(cycle) = &answer.cycle else { return answer };
    let best = cycle.distance(head, apple);
    let distance = head.manhattan(apple) as usize;
    answer.bounds.push(Bound { steps: distance, evidence: Evidence::Distance });
    // All ways have an even number of steps, or all an odd one.
    let least = (least + best.abs_diff(least) % 2).min(best);
    if least > distance {
        answer.bounds.push(Bound { steps: least, evidence: Evidence::Rules });
    }
    let mut steps = least.max(distance);
    while steps < best {
        match search.within(steps, stop) {
            Outcome::Model => {
                answer.cycle = Some(search.cycle(board, snake));
                break;
            }
            Outcome::Stopped => {
                answer.stopped = true;
                break;
            }
            Outcome::Failed | Outcome::Unsatisfiable => {
                steps += 2;
                let spent = conflicts(&search) - answer.conflicts;
                answer.bounds.push(Bound { steps, evidence: Evidence::Search { conflicts: spent } });
            }
        }
        answer.conflicts = conflicts(&search);
    }
    answer.conflicts = conflicts(&search);
    answer
}

/// Finds shortest cycles by reasoning on circuits.
pub struct CircuitPlanner<'a> {
    board: Board,
    limits: Limits<'a>,
    work: Work,
}

impl<'a> CircuitPlanner<'a> {
    /// A planner for a board.
    pub fn new(board: Board, limits: Limits<'a>) -> Self {
        Self { board, limits, work: Work::default() }
    }
}

impl Planner for CircuitPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let Limits { time, clock, stop } = self.limits;
        let begun = clock();
        let is_over = || stop() || time.is_some_and(|limit| clock().saturating_sub(begun) >= limit);
        let instance = Instance::new(self.board, position.snake.clone(), position.apple)
            .map_err(|error| PlanError::Failed(error.to_string()))?;
        let Answer { cycle, stopped, conflicts, .. } = solve(&instance, Some(position.known), &is_over);
        let total = clock().saturating_sub(begun);
        self.work = Work { total, conflicts, interrupted: stopped, ..Work::default() };
        let cycle = cycle.filter(|_| !stopped).ok_or(PlanError::Interrupted)?;
        let steps = cycle.distance(position.head(), position.apple);
        (self.work.first, self.work.best) = (Some(total), Some(total));
        self.work.bounds.push(steps);
        Ok(Plan { cycle, steps, proven: true })
    }

    /// The one that is known: no search is needed for any cycle.
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.work = Work::default();
        Ok(position.known.clone())
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}
