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
mod relaxed;
mod search;
mod steps;
mod timed;

pub use relaxed::solve_relaxed;

use crate::{Instance, Limits, Plan, PlanError, Planner, Position, Work};
use hamadryad_grid::{Board, Cycle};
use hamadryad_sat::Outcome;
use search::Search;
use std::cell::Cell as Counter;

/// How it is known that nothing of what was asked for needs fewer steps.
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
    /// Nothing of what was asked for needs fewer.
    pub steps: usize,
    /// How that is known.
    pub evidence: Evidence,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The best plan. Without one, either there is none or the search was stopped.
    pub plan: Option<Plan>,
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

/// A cycle through the snake; without one, the answer says why.
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
    /// A search that came to its end after so many conflicts.
    fn of(conflicts: u64) -> Evidence {
        if conflicts == 0 { Evidence::Rules } else { Evidence::Search { conflicts } }
    }
}

/// How often a search may ask whether to stop, which it does at every conflict, before another number of steps has its turn.
const PATIENCE: u64 = 500;

/// Decides whether a snake can still win by a cycle through it. The plan is to follow the first that is found.
pub fn decide(instance: &Instance, stop: &dyn Fn() -> bool) -> Answer {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let mut search = Search::new(board, snake, apple, None);
    let mut answer = Answer::default();
    if let Some(known) = any_cycle(&mut search, instance, &mut answer, stop) {
        answer.plan = Some(Plan::along(known.clone(), &Position { snake, apple, known: &known }, false));
    }
    answer
}

/// Decides whether a snake can still win by a cycle through it, and finds one that leads to the apple in as few steps as
/// possible. `known` is a cycle through the snake, where there is one to begin with.
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
    // All ways have an even number of steps, or all an odd one.
    let least = (least + best.abs_diff(least) % 2).min(best);
    if least > distance {
        answer.bounds.push(Bound { steps: least, evidence: Evidence::Rules });
    }
    // From below; but a better cycle is worth having without a proof, so where that takes long, from above in turn.
    let mut bound = least.max(distance);
    let (mut from_above, mut patience) = (false, PATIENCE);
    while bound < best {
        let steps = if from_above { bound + (best - bound) / 4 * 2 } else { bound };
        let asked = Counter::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > patience || stop()
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
                    patience *= 2;
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

    /// Asks within the limits.
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

    /// The one that is known: no search is needed for any cycle.
    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.work = Work::default();
        Ok(position.known.clone())
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}
