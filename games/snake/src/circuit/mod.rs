//! The planner without a logic program: Minimal Hamiltonian Snake (WinningSnake24) as a circuit of a graph,
//! solved by raising a lower bound.
//!
//! ```text
//! position ──graph──▶ the head, the free cells, the tail, and one edge for the body of the snake
//!    ──search──▶ edges, colours, bounds as variables: hamadryad-sat with the rules of hamadryad-circuit
//!    assume "at most k steps", k = bound, bound + 2, … ──▶ the first satisfiable k is the minimum
//! ```
//!
//! The colour of a cell states whether the cell precedes the apple on the circuit. By the chessboard
//! colouring, all ways to the apple have the same parity.
//!
//! *Invariant:* each position gets a new graph and a new solver; no clause survives a position.

mod graph;
mod relaxed;
mod search;
mod steps;
mod timed;

pub use relaxed::{shorter_way, solve_relaxed};

use crate::{Instance, Limits, Plan, PlanError, Planner, Position, Work};
use hamadryad_grid::{Board, Cycle};
use hamadryad_sat::Outcome;
use search::Search;
use std::cell::Cell as Counter;

/// Justification of a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The distance to the apple.
    Distance,
    /// The propagation rules of circuits, without a search.
    Rules,
    /// A search for fewer steps, which failed after this number of conflicts.
    Search {
        /// The conflicts of this search, without the conflicts for lower bounds.
        conflicts: u64,
    },
}

/// A lower bound on the steps from the head to the apple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The number of steps.
    pub steps: usize,
    /// The justification.
    pub evidence: Evidence,
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The best plan; `None` if no plan exists or the search was stopped first.
    pub plan: Option<Plan>,
    /// Whether the search was stopped before it proved its result.
    pub stopped: bool,
    /// Lower bounds in increasing order; unless the search was stopped, the last one is attained.
    pub bounds: Vec<Bound>,
    /// The proof that no cycle runs through the snake, in that case.
    pub refuted: Option<Evidence>,
    /// Conflicts of the search.
    pub conflicts: u64,
}

/// Finds a cycle through the snake; without a cycle, the answer records the reason.
fn any_cycle(
    search: &mut Search,
    instance: &Instance,
    answer: &mut Answer,
    stop: &dyn Fn() -> bool,
) -> Option<Cycle> {
    let outcome = search.any(stop);
    answer.conflicts = search.solver.statistics().conflicts;
    match outcome {
        Outcome::Model => return Some(search.cycle(instance.board(), instance.snake())),
        Outcome::Stopped => answer.stopped = true,
        Outcome::Failed | Outcome::Unsatisfiable => answer.refuted = Some(Evidence::of(answer.conflicts)),
    }
    None
}

impl Evidence {
    /// The justification by a completed search with this number of conflicts.
    fn of(conflicts: u64) -> Evidence {
        if conflicts == 0 { Evidence::Rules } else { Evidence::Search { conflicts } }
    }
}

/// Calls of `stop`, one for each conflict, until the search moves to another number of steps.
const CONFLICT_LIMIT: u64 = 500;

/// Decides whether a cycle runs through the snake. The plan follows the first cycle that is found.
pub fn decide(instance: &Instance, stop: &dyn Fn() -> bool) -> Answer {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let mut search = Search::new(board, snake, apple, None);
    let mut answer = Answer::default();
    if let Some(known) = any_cycle(&mut search, instance, &mut answer, stop) {
        answer.plan = Some(Plan::along(known.clone(), &Position { snake, apple, known: &known }, false));
    }
    answer
}

/// Finds a Hamiltonian cycle through the snake with a minimum number of steps to the apple, or decides that
/// no cycle runs through the snake. `known` is a cycle through the snake, if available.
pub fn solve(instance: &Instance, known: Option<&Cycle>, stop: &dyn Fn() -> bool) -> Answer {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let head = snake.first_cell();
    let distance = head.manhattan(apple) as usize;
    let by_distance = Bound { steps: distance, evidence: Evidence::Distance };
    if let Some(known) = known.filter(|known| known.distance(head, apple) == distance) {
        let plan = Plan::along(known.clone(), &Position { snake, apple, known }, true);
        return Answer { plan: Some(plan), bounds: vec![by_distance], ..Answer::default() };
    }
    let mut found = known.cloned();
    let mut search = Search::new(board, snake, apple, known);
    let mut answer = Answer::default();
    let least = search.least();
    if found.is_none() {
        found = any_cycle(&mut search, instance, &mut answer, stop);
    }
    let conflicts = |search: &Search| search.solver.statistics().conflicts;
    let Some(mut cycle) = found else { return answer };
    let mut best = cycle.distance(head, apple);
    answer.bounds.push(by_distance);
    // All ways to the apple have the same parity.
    let least = (least + best.abs_diff(least) % 2).min(best);
    if least > distance {
        answer.bounds.push(Bound { steps: least, evidence: Evidence::Rules });
    }
    // The bound is raised from below. If that takes long, the search alternates with upper bounds: an
    // unproven shorter cycle is useful.
    let mut bound = least.max(distance);
    let (mut from_above, mut conflict_limit) = (false, CONFLICT_LIMIT);
    while bound < best {
        let steps = if from_above { bound + (best - bound) / 4 * 2 } else { bound };
        let asked = Counter::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > conflict_limit || stop()
        };
        match search.within(steps, &is_over) {
            Outcome::Model => {
                cycle = search.cycle(board, snake);
                best = cycle.distance(head, apple);
            }
            Outcome::Stopped if stop() => {
                answer.stopped = true;
                break;
            }
            Outcome::Stopped => {
                if from_above {
                    conflict_limit *= 2;
                }
                from_above = !from_above;
            }
            Outcome::Failed | Outcome::Unsatisfiable => {
                bound = steps + 2;
                let spent = conflicts(&search) - answer.conflicts;
                answer.bounds.push(Bound { steps: bound, evidence: Evidence::Search { conflicts: spent } });
                answer.conflicts += spent;
            }
        }
    }
    answer.conflicts = conflicts(&search);
    let way = cycle.between(head, apple).skip(1).collect();
    answer.plan = Some(Plan { way, cycle, proven: !answer.stopped });
    answer
}

/// Finds shortest cycles by propagation rules for circuits.
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

    /// Solves within the limits.
    fn ask(
        &mut self,
        position: &Position<'_>,
        solve: impl Fn(&Instance, &dyn Fn() -> bool) -> Answer,
    ) -> Result<Plan, PlanError> {
        let Limits { time, clock, stop } = self.limits;
        let begun = clock();
        let is_over = || stop() || time.is_some_and(|limit| clock().saturating_sub(begun) >= limit);
        let instance = Instance::new(self.board, position.snake.clone(), position.apple)
            .map_err(|error| PlanError::Failed(error.to_string()))?;
        let Answer { plan, stopped, conflicts, .. } = solve(&instance, &is_over);
        let total = clock().saturating_sub(begun);
        self.work = Work { total, conflicts, interrupted: stopped, ..Work::default() };
        let known = position.known.distance(position.head(), position.apple);
        let is_new = |plan: &Plan| !stopped || plan.steps() < known;
        let plan = plan.filter(is_new).ok_or(PlanError::Interrupted)?;
        (self.work.first, self.work.best) = (Some(total), Some(total));
        self.work.bounds.push(plan.steps());
        Ok(plan)
    }
}

impl Planner for CircuitPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        self.ask(position, |instance, stop| solve(instance, Some(position.known), stop))
    }

    fn relaxed_plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        self.ask(position, |instance, stop| solve_relaxed(instance, Some(position.known), stop))
    }

    /// The known cycle, without a search.
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.work = Work::default();
        Ok(position.known.clone())
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}
