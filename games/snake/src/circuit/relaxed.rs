//! The relaxed problem: the shortest way to the apple after which the snake lies on a Hamiltonian cycle.
//!
//! On the way the snake may be on none, and may use cells that its tail leaves in time. With `n` the length of the snake
//! and `k` the steps of the way, what must lie on the cycle afterwards are the last `n + 1` cells of snake and way:
//!
//! - For `k ≤ n` these are the way and the first `n − k + 1` cells of the snake. So the way is the first part of a cycle
//!   through a shorter snake, with exactly `k` steps, and nothing but the steps at which cells come free is new
//!   ([`super::timed`]).
//! - For `k > n` it is the end of the way alone. Where there are few walks for the first `k − n` steps, each is tried, and
//!   then it is the former question. There are many for a snake that is short before an apple that is far: then ways are
//!   tried from the apple back, and whether a cycle leads through their ends, which are short, is asked of the search.
//!
//! `k` is raised from the first step at which the head can be at the apple, until the cycle that is known is as good.

use super::search::Search;
use super::steps::Layers;
use super::{Answer, Bound, Evidence, PATIENCE, decide};
use crate::{Instance, Plan, Position};
use hamadryad_grid::{Board, Cell, Cycle, Direction, Path};
use hamadryad_sat::Outcome;
use std::cell::Cell as Counter;
use std::collections::HashMap;

/// Finds the shortest way to the apple after which the snake lies on a Hamiltonian cycle, for a snake that lies on one
/// now; for others the answer is that they do not. `known` is a cycle through the snake, where there is one to begin with.
pub fn solve_relaxed(instance: &Instance, known: Option<&Cycle>, stop: &dyn Fn() -> bool) -> Answer {
    let (snake, apple) = (instance.snake(), instance.apple());
    let mut answer = match known {
        Some(_) => Answer::default(),
        None => decide(instance, stop),
    };
    let first = answer.plan.take().map(|plan| plan.cycle);
    let Some(known) = known.or(first.as_ref()) else { return answer };
    let mut plan = Plan::along(known.clone(), &Position { snake, apple, known }, false);
    let length = instance.snake().len();
    let ways = |steps: usize, conflicts: &mut u64, stop: &dyn Fn() -> bool| {
        let layers = Layers::new(instance, steps);
        match layers.are_there() {
            false => Found::None,
            true if steps <= length => along_a_part(instance, steps, layers, known, conflicts, stop),
            true if layers.walks(instance, steps - length) <= MANY_WALKS => {
                after_first_steps(instance, steps, &layers, known, conflicts, stop)
            }
            true => LongWays::new(instance, steps, layers, known, conflicts, stop).find(),
        }
    };
    // The cycle leads to the apple, so that there are ways.
    let mut bound = Layers::distance(instance).unwrap_or(plan.steps());
    answer.bounds.push(Bound { steps: bound, evidence: Evidence::Distance });
    // From below; but a shorter way is worth having without a proof, so where that takes long, others have their turn.
    let (mut steps, mut patience) = (bound, PATIENCE);
    while bound < plan.steps() {
        let asked = Counter::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > patience || stop()
        };
        let before = answer.conflicts;
        // All ways have an even number of steps, or all an odd one.
        match ways(steps, &mut answer.conflicts, &is_over) {
            Found::Plan(better) => (plan, steps) = (better, bound),
            Found::None if steps == bound => {
                bound += 2;
                steps = bound;
                let spent = answer.conflicts - before;
                answer.bounds.push(Bound { steps: bound, evidence: Evidence::of(spent) });
            }
            Found::Stopped if stop() => {
                answer.stopped = true;
                break;
            }
            Found::None | Found::Stopped => {
                steps += 2;
                if steps >= plan.steps() {
                    (steps, patience) = (bound, 2 * patience);
                }
            }
        }
    }
    plan.proven = !answer.stopped;
    answer.plan = Some(plan);
    answer
}

/// What came of a number of steps.
enum Found {
    Plan(Plan),
    /// No way has so many steps.
    None,
    Stopped,
}

/// For ways no longer than the snake.
fn along_a_part(
    instance: &Instance,
    steps: usize,
    layers: Layers,
    known: &Cycle,
    conflicts: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let rest = snake[..=snake.len() - steps].to_vec();
    let rest = Path::new(board.grid(), rest).expect("a part of a path is one");
    let mut search = Search::new(board, &rest, apple, Some(known));
    let outcome = search.exactly(steps, layers, stop);
    *conflicts += search.solver.statistics().conflicts;
    match outcome {
        Outcome::Model => {
            let cycle = search.cycle(board, &rest);
            let way = cycle.between(rest.first_cell(), apple).skip(1).collect();
            Found::Plan(Plan { way, cycle, proven: true })
        }
        Outcome::Stopped => Found::Stopped,
        Outcome::Failed | Outcome::Unsatisfiable => Found::None,
    }
}

/// With how many walks for the first steps each is tried.
const MANY_WALKS: u64 = 100;

/// For ways longer than the snake: makes the first steps, until as many are left as the snake is long.
fn after_first_steps(
    instance: &Instance,
    steps: usize,
    layers: &Layers,
    known: &Cycle,
    conflicts: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let grid = board.grid();
    let first_steps = steps - snake.len();
    // Each a walk, from its end to the head, and the snake behind it.
    let mut begun = vec![snake.to_vec()];
    while let Some(body) = begun.pop() {
        let done = body.len() - snake.len();
        if done < first_steps {
            for cell in Direction::ALL.into_iter().filter_map(|side| grid.step(body[0], side)) {
                if layers.allow(done + 1, grid.index(cell)) && !body[..snake.len()].contains(&cell) {
                    begun.push([&[cell], &body[..]].concat());
                }
            }
            continue;
        }
        let now = Path::new(grid, body[..snake.len()].to_vec()).expect("the snake does not bite itself");
        let now = Instance::new(board, now, apple).expect("the walk has not come to the apple");
        let layers = Layers::new(&now, snake.len());
        if !layers.are_there() {
            continue;
        }
        match along_a_part(&now, snake.len(), layers, known, conflicts, stop) {
            Found::Plan(mut plan) => {
                plan.way.splice(0..0, body[..first_steps].iter().rev().copied());
                return Found::Plan(plan);
            }
            Found::None => {}
            Found::Stopped => return Found::Stopped,
        }
    }
    Found::None
}

/// For ways longer than the snake, from the apple back.
struct LongWays<'a> {
    board: Board,
    /// Of the snake.
    length: usize,
    layers: Layers,
    known: &'a Cycle,
    conflicts: &'a mut u64,
    stop: &'a dyn Fn() -> bool,
    /// By step; complete from some step on.
    way: Vec<Cell>,
    /// A cycle through what the snake covers in the end, once the way is complete so far.
    cycle: Option<Cycle>,
    /// Ends of ways through which no cycle leads, from the apple back, and ends through which one does.
    decided: HashMap<Vec<Cell>, Option<Cycle>>,
}

/// What came of all ways with a certain end.
enum Tried {
    Found,
    /// None of them will do, nor any with this many cells at the end.
    Fails(usize),
    Stopped,
}

impl<'a> LongWays<'a> {
    fn new(
        instance: &Instance,
        steps: usize,
        layers: Layers,
        known: &'a Cycle,
        conflicts: &'a mut u64,
        stop: &'a dyn Fn() -> bool,
    ) -> LongWays<'a> {
        let way = vec![instance.apple(); steps + 1];
        let (board, length) = (instance.board(), instance.snake().len());
        LongWays { board, length, layers, known, conflicts, stop, way, cycle: None, decided: HashMap::new() }
    }

    fn find(mut self) -> Found {
        match self.extend(self.way.len() - 1) {
            Tried::Found => {
                let cycle = self.cycle.expect("it was asked for before the way was complete");
                Found::Plan(Plan { way: self.way.split_off(1), cycle, proven: true })
            }
            Tried::Fails(_) => Found::None,
            Tried::Stopped => Found::Stopped,
        }
    }

    /// Tries all ways that are as they stand from a step on.
    fn extend(&mut self, step: usize) -> Tried {
        if (self.stop)() {
            return Tried::Stopped;
        }
        let steps = self.way.len() - 1;
        if steps - step == self.length {
            match self.close(self.length + 1) {
                Ok(Some(cycle)) => self.cycle = Some(cycle),
                Ok(None) => return self.shortest_failure(),
                Err(Interrupted) => return Tried::Stopped,
            }
        }
        if step == 0 {
            return Tried::Found;
        }
        let grid = self.board.grid();
        let here = steps + 1 - step;
        for side in Direction::ALL {
            let Some(cell) = grid.step(self.way[step], side) else { continue };
            // The snake lies on as many cells as it is long, before each step.
            let last = steps.min(step + self.length);
            if !self.layers.allow(step - 1, grid.index(cell)) || self.way[step..=last].contains(&cell) {
                continue;
            }
            self.way[step - 1] = cell;
            match self.extend(step - 1) {
                Tried::Fails(cells) if cells > here => {}
                other => return other,
            }
        }
        Tried::Fails(here)
    }

    /// How few cells at the end of the way are enough for there to be no cycle through them.
    fn shortest_failure(&mut self) -> Tried {
        // Through all of them there is none; what is longer than a failure fails as well.
        let (mut least, mut most) = (2, self.length + 1);
        while least < most {
            let middle = (least + most) / 2;
            match self.close(middle) {
                Ok(Some(_)) => least = middle + 1,
                Ok(None) => most = middle,
                Err(Interrupted) => return Tried::Stopped,
            }
        }
        Tried::Fails(most)
    }

    /// A cycle through the last cells of the way.
    fn close(&mut self, cells: usize) -> Result<Option<Cycle>, Interrupted> {
        let body: Vec<Cell> = self.way.iter().rev().take(cells).copied().collect();
        if let Some(cycle) = self.decided.get(&body) {
            return Ok(cycle.clone());
        }
        let grid = self.board.grid();
        let snake = Path::new(grid, body.clone()).expect("the snake does not bite itself");
        let cycle = match grid.cells().find(|cell| !body.contains(cell)) {
            None => {
                let arcs = body.windows(2).map(|pair| (pair[1], pair[0])).chain([(body[0], body[cells - 1])]);
                Cycle::from_arcs(self.board, arcs).ok()
            }
            // Any free cell will do for the search's apple.
            Some(apple) => {
                let mut search = Search::new(self.board, &snake, apple, Some(self.known));
                let outcome = search.any(self.stop);
                *self.conflicts += search.solver.statistics().conflicts;
                match outcome {
                    Outcome::Model => Some(search.cycle(self.board, &snake)),
                    Outcome::Stopped => return Err(Interrupted),
                    Outcome::Failed | Outcome::Unsatisfiable => None,
                }
            }
        };
        self.decided.insert(body, cycle.clone());
        Ok(cycle)
    }
}

/// The search was stopped.
struct Interrupted;
