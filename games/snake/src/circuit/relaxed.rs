//! The relaxed problem: the shortest way to the apple after which the snake lies on a Hamiltonian cycle.
//!
//! On the way the snake may leave all Hamiltonian cycles, and may use cells that its tail leaves in time.
//! With `n` the length of the snake and `k` the number of steps, the cycle must contain the last `n + 1`
//! cells of snake and way:
//!
//! - For `k ≤ n` these are the way and the first `n − k + 1` cells of the snake. So the way is the first part
//!   of a cycle through a shorter snake, with exactly `k` steps, and the only new constraint is the step at
//!   which each cell becomes free ([`super::timed`]).
//! - For `k > n` they are the last cells of the way. If the walks for the first `k − n` steps are few, each
//!   walk is tried, which reduces the problem to the first case. Walks are many if the snake is short and the
//!   apple far: then ways are built backwards from the apple, and a circuit search decides whether a cycle
//!   runs through their last cells.
//!
//! `k` is raised from the earliest step at which the head can reach the apple, until it equals the length of
//! the best known plan.

use super::search::Search;
use super::steps::Layers;
use super::{Answer, Bound, CONFLICT_LIMIT, Evidence, decide};
use crate::{Instance, Plan, Position};
use hamadryad_grid::{Board, Cell, Cycle, Direction, Path};
use hamadryad_sat::Outcome;
use std::cell::Cell as Counter;
use std::collections::{HashMap, HashSet};

/// Finds the shortest way to the apple after which the snake lies on a Hamiltonian cycle, or proves that none
/// exists. `known` is a cycle through the snake, if available. The snake need not lie on a cycle now: it may
/// still reach one.
pub fn solve_relaxed(instance: &Instance, known: Option<&Cycle>, stop: &dyn Fn() -> bool) -> Answer {
    let mut answer = Answer::default();
    let first = match known {
        Some(known) => Some(known.clone()),
        None => any_cycle(instance, &mut answer, stop),
    };
    if answer.stopped {
        return answer;
    }
    let known = first.as_ref();
    let (snake, apple) = (instance.snake(), instance.apple());
    let along = |known: &Cycle| Plan::along(known.clone(), &Position { snake, apple, known }, false);
    let mut plan = known.map(along);
    let Some(mut bound) = Layers::distance(instance) else {
        answer.refuted = Some(Evidence::Distance);
        return answer;
    };
    answer.bounds.push(Bound { steps: bound, evidence: Evidence::Distance });
    // No shortest way has more steps. The known cycle leads to the apple, so that its way bounds the others.
    let longest = match known {
        Some(_) => usize::MAX,
        None => longest_way(instance, stop),
    };
    // The bound is raised from below. If that takes long, longer ways are tried in turn: an unproven shorter
    // way is useful.
    let (mut steps, mut conflict_limit) = (bound, CONFLICT_LIMIT);
    let unproven = |plan: &Option<Plan>, bound: usize| match plan {
        Some(plan) => bound < plan.steps(),
        None => bound <= longest,
    };
    while unproven(&plan, bound) {
        let asked = Counter::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > conflict_limit || stop()
        };
        let before = answer.conflicts;
        // All ways to the apple have the same parity.
        match ways(instance, steps, known, &mut answer.conflicts, &is_over) {
            Found::Plan(better) => (plan, steps) = (Some(better), bound),
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
                if !unproven(&plan, steps) || steps > bound + MANY_STEPS {
                    (steps, conflict_limit) = (bound, 2 * conflict_limit);
                }
            }
        }
    }
    match &mut plan {
        Some(plan) => plan.proven = !answer.stopped,
        None if !answer.stopped => {
            answer.refuted = Some(Evidence::of(answer.conflicts));
            answer.bounds.clear();
        }
        None => {}
    }
    answer.plan = plan;
    answer
}

/// A way of fewer than `steps` steps to the apple after which the snake lies on a Hamiltonian cycle. `known` is
/// a cycle through the snake; it leads along the first such way, if it has fewer steps.
///
/// This function is for boards so large that [`solve_relaxed`] would be stopped at its first bounds. A bisection
/// between the distance and `steps`, both excluded, solves for single numbers of steps, each within
/// `conflict_limit` conflicts. An undecided number counts as impossible, and so do all numbers below an
/// impossible one. So `None` proves nothing, and the way is not proven shortest.
pub fn shorter_way(
    instance: &Instance,
    known: &Cycle,
    steps: usize,
    conflict_limit: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Plan> {
    let (snake, apple) = (instance.snake(), instance.apple());
    let along = Plan::along(known.clone(), &Position { snake, apple, known }, false);
    let (mut low, mut high) = (Layers::distance(instance)?, steps.min(along.steps()));
    let mut plan = Some(along).filter(|along| along.steps() < steps);
    let mut conflicts = 0;
    while low + 2 < high && !stop() {
        // All ways to the apple have the same parity.
        let middle = low + (high - low) / 4 * 2;
        let asked = Counter::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > conflict_limit || stop()
        };
        let similar = plan.as_ref().map_or(known, |plan| &plan.cycle);
        match ways(instance, middle, Some(similar), &mut conflicts, &is_over) {
            Found::Plan(found) => (plan, high) = (Some(Plan { proven: false, ..found }), middle),
            Found::None | Found::Stopped => low = middle,
        }
    }
    plan
}

/// A cycle through the snake; the answer records conflicts, and whether the search was stopped.
fn any_cycle(instance: &Instance, answer: &mut Answer, stop: &dyn Fn() -> bool) -> Option<Cycle> {
    let Answer { plan, stopped, conflicts, .. } = decide(instance, stop);
    (answer.stopped, answer.conflicts) = (stopped, conflicts);
    plan.map(|plan| plan.cycle)
}

/// The ways of this number of steps.
fn ways(
    instance: &Instance,
    steps: usize,
    known: Option<&Cycle>,
    conflicts: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let length = instance.snake().len();
    let layers = Layers::new(instance, steps);
    match layers.are_there() {
        false => Found::None,
        true if steps <= length => along_a_part(instance, steps, layers, known, conflicts, stop),
        true if layers.walks(instance, steps - length) <= MANY_WALKS => {
            after_first_steps(instance, steps, &layers, known, conflicts, stop)
        }
        true => LongWays::new(instance, steps, layers, known, conflicts, stop).find(),
    }
}

/// The number of steps beyond the bound that are tried, as long as no way is known.
const MANY_STEPS: usize = 60;

/// The largest number of bodies of the snake that are enumerated.
const MANY_BODIES: usize = 100_000;

/// A number of steps that no shortest way exceeds: the distance of the farthest body that the snake can reach
/// without eating, and one step. A snake that can move freely reaches too many bodies; then the result is the
/// largest number.
fn longest_way(instance: &Instance, stop: &dyn Fn() -> bool) -> usize {
    let grid = instance.board().grid();
    let mut seen = HashSet::from([instance.snake().to_vec()]);
    let mut layer = vec![instance.snake().to_vec()];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for body in layer {
            for cell in Direction::ALL.into_iter().filter_map(|side| grid.step(body[0], side)) {
                if cell == instance.apple() || body.contains(&cell) {
                    continue;
                }
                let moved = [&[cell], &body[..body.len() - 1]].concat();
                if seen.insert(moved.clone()) {
                    next.push(moved);
                }
            }
            if seen.len() > MANY_BODIES || stop() {
                return usize::MAX;
            }
        }
        layer = next;
    }
    distance
}

/// Result for one number of steps.
enum Found {
    Plan(Plan),
    /// No way has this number of steps.
    None,
    Stopped,
}

/// Solves for ways that are at most as long as the snake.
fn along_a_part(
    instance: &Instance,
    steps: usize,
    layers: Layers,
    known: Option<&Cycle>,
    conflicts: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let rest = snake[..=snake.len() - steps].to_vec();
    let rest = Path::new(board.grid(), rest).expect("a part of a path is one");
    let mut search = Search::new(board, &rest, apple, known);
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

/// The largest number of walks that are tried one by one.
const MANY_WALKS: u64 = 100;

/// Solves for ways longer than the snake: walks the first steps until the remaining way is as long as the
/// snake.
fn after_first_steps(
    instance: &Instance,
    steps: usize,
    layers: &Layers,
    known: Option<&Cycle>,
    conflicts: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let (board, snake, apple) = (instance.board(), instance.snake(), instance.apple());
    let grid = board.grid();
    let first_steps = steps - snake.len();
    // Each entry is a walk, from its end back to the head, followed by the rest of the snake.
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

/// Depth-first search for ways longer than the snake, backwards from the apple.
struct LongWays<'a> {
    board: Board,
    /// The length of the snake.
    length: usize,
    layers: Layers,
    known: Option<&'a Cycle>,
    conflicts: &'a mut u64,
    stop: &'a dyn Fn() -> bool,
    /// The cell at each step; the entries from some step on are fixed.
    way: Vec<Cell>,
    /// A cycle through the final body of the snake, once the fixed part contains this body.
    cycle: Option<Cycle>,
    /// Decided ends of ways, from the apple backwards, each with a cycle through it or `None`.
    decided: HashMap<Vec<Cell>, Option<Cycle>>,
}

/// Result for all ways with a certain end.
enum Tried {
    Found,
    /// None of these ways is a solution, nor any way with this number of cells at its end.
    Fails(usize),
    Stopped,
}

impl<'a> LongWays<'a> {
    fn new(
        instance: &Instance,
        steps: usize,
        layers: Layers,
        known: Option<&'a Cycle>,
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

    /// Tries all ways that agree with the fixed entries from `step` on.
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
            // The snake occupies a cell, also as its tail, for as many steps as its length.
            let last = steps.min(step - 1 + self.length);
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

    /// The smallest number of cells at the end of the way through which no cycle runs.
    fn shortest_failure(&mut self) -> Tried {
        // No cycle runs through all of them; every extension of a failing end also fails.
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

    /// A cycle through the last `cells` cells of the way.
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
            // The search accepts any free cell as its apple.
            Some(apple) => {
                let mut search = Search::new(self.board, &snake, apple, self.known);
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

/// Signals that the search was stopped.
struct Interrupted;
