//! `foresight`: evaluates the snake after the apple.
//!
//! The agent plays like [`Splice`](super::Splice), along ways that end with the snake on a Hamiltonian cycle,
//! with four additions:
//!
//! - The [`ValueFunction`] estimates the steps for the next apples after a way: among ways of equal length,
//!   and some longer ones, the agent selects the way with the least sum.
//! - Ways are enumerated if they are few, one length after the other, and sampled if they are many
//!   ([`Ways`]); the best way is changed step by step by simulated annealing (KirkpatrickGelattVecchi83).
//! - In the middle of a game nearly all short ways end without a cycle:
//!   [`solve_relaxed`](crate::solve_relaxed) finds a proven shortest way, and on large boards
//!   [`shorter_way`] a short one, which is changed in the same manner.
//! - A snake without a cycle is safe if it has escapes ([`super::escape`]).
//!
//! *Invariant:* the course always ends on a cycle or with escapes for every apple.

use super::board_size::BoardSize;
use super::effort::{Changes, Effort, SearchEffort, escape_limits, extent_of_changes};
use super::escape::{Certificate, End, Escape, EscapeSearch, Limits, Line, Safety};
use super::exact::{best_plan, grows_as_usual};
use super::grid_search::{Kept, Search};
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::shortcuts::Shortcuts;
use super::splice::{first_cycle, walk};
use super::tie_break::{STEP, TieBreak, attempts};
use super::value_function::{Exploration, ValueFunction};
use super::ways::{Ways, chance};
use super::weights::{Weights, learnt_weights};
use super::{Agent, Guarantee, TimeLimit, intent};
use crate::{Game, Instance, Intent, Moment, PlanError, Tail, shorter_way};
use hamadryad_grid::{Board, Cell, Cycle, CycleRepair, Direction};
use std::cell::Cell as Counter;
use std::rc::Rc;
use std::time::Duration;

/// Paths for one plan, as in [`super::splice`].
const ATTEMPTS: u64 = 8;
const ATTEMPTS_EN_ROUTE: u64 = 2;

/// Steps of the longest ways that are enumerated; longer ways are too many.
const LONGEST: usize = 40;

/// Up to 30×30, ways up to so many steps longer than the known one are enumerated: their ends may be better.
const LONGER: usize = 6;

/// The initial temperature of small changes, in steps; it falls to zero.
const HEAT: f32 = 0.3;

/// The result of trying a change of the present way.
#[derive(Clone, Copy, Debug)]
enum Tried {
    Never,
    /// The changed way has this score, and was rejected by chance.
    Scored(f32),
    /// The changed way is closed, or no proof was found that the snake is safe at its end.
    Failed,
}

/// Plans with a value function for the snake after the apple.
pub struct Foresight<'a> {
    repair: CycleRepair,
    outlook: Outlook,
    search: Search,
    shortcuts: Shortcuts,
    /// By number of the change.
    tried: Vec<Tried>,
    ways: Ways,
    escapes: EscapeSearch,
    limits: Limits,
    value: ValueFunction,
    time_limit: TimeLimit<'a>,
    course: Course,
    route: Route,
    /// Whether no better way than the course can exist within the limits.
    is_settled: bool,
    /// Remaining cycle repairs for escapes in this plan.
    left: usize,
    /// Steps since the last plan.
    since: usize,
    body: Vec<u32>,
    random: u64,
    plans: u64,
}

/// A way to the apple, and the proof that the snake is safe at its end.
#[derive(Clone, Debug, Default)]
struct Course {
    /// The cells from the head on, including the head.
    way: Vec<u32>,
    /// The steps of the way plus the estimate for the next apples.
    score: f32,
    /// By cell: the next cell of a cycle. Without lines, the cycle runs through the snake at the end of the
    /// way.
    arcs: Vec<u32>,
    lines: Rc<[Line]>,
}

impl<'a> Foresight<'a> {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// If no Hamiltonian cycle runs through the snake.
    pub fn new(game: &Game, time_limit: TimeLimit<'a>) -> Result<Self, StartError> {
        Self::with_weights(game, time_limit, learnt_weights(game.board().len()))
    }

    /// An agent whose value function has other weights.
    ///
    /// # Errors
    /// As [`Foresight::new`].
    pub fn with_weights(
        game: &Game,
        time_limit: TimeLimit<'a>,
        weights: Weights,
    ) -> Result<Self, StartError> {
        let board = game.board();
        let mut repair = CycleRepair::new(board);
        let arcs = first_cycle(game, &mut repair)?;
        Ok(Self {
            repair,
            outlook: Outlook::default(),
            search: Search::new(board),
            shortcuts: Shortcuts::new(board.len(), extent_of_changes(board.len())),
            tried: Vec::new(),
            ways: Ways::new(board.len()),
            escapes: EscapeSearch::default(),
            limits: escape_limits(board.len()),
            value: ValueFunction::new(board, weights),
            time_limit,
            course: Course { arcs, ..Course::default() },
            route: Route::default(),
            is_settled: false,
            left: 0,
            since: 0,
            body: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            plans: 0,
        })
    }

    /// Adds noise to the values of ends, for games from which weights are learnt.
    #[must_use]
    pub fn exploring(mut self, exploration: Exploration) -> Self {
        self.value.explore(exploration);
        self
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.since = 0;
        self.outlook.look(game);
        let is_new = self.route.turn_to_apple(game);
        let effort = Effort::of(is_new, game.board().len());
        self.left = if escapes_are_allowed(game) { effort.escapes } else { 0 };
        let begun = (self.time_limit.clock)();
        let home = self.set_out(is_new, apple);
        self.try_paths(is_new, apple);
        loop {
            if is_new || BoardSize::of(game.board().len()) < BoardSize::Huge {
                self.try_ways(game, apple, effort);
            }
            self.change(effort.changes);
            let Some(limit) = self.time_limit.time.filter(|_| is_new && !self.is_settled) else { break };
            if (self.time_limit.clock)().saturating_sub(begun) >= limit / 4 {
                break;
            }
            self.left = effort.escapes;
        }
        if let Some((home, is_on_it)) = home.filter(|_| grows_as_usual(game)) {
            self.try_shortest(game, apple, &home, is_on_it, begun);
        }
        self.route.way.clear();
        self.route.way.extend(self.course.way[1..].iter().rev());
    }

    /// Starts from the known course and evaluates it again. Returns a cycle for a new apple, and whether it
    /// runs through the snake at present: it does unless the snake follows an escape.
    fn set_out(&mut self, is_new: bool, apple: usize) -> Option<(Vec<u32>, bool)> {
        let head = self.outlook.head();
        let mut home = None;
        self.course.way.clear();
        self.course.way.push(head as u32);
        if is_new {
            self.is_settled = false;
            // The snake has reached the end of its course.
            let lines = std::mem::take(&mut self.course.lines);
            let line = lines.iter().find(|line| line.is_for(apple as u32));
            home = Some((self.course.arcs.clone(), line.is_none()));
            if let Some(line) = line {
                self.follow(line);
            }
            let last = *self.course.way.last().expect("it begins with the head") as usize;
            if last != apple {
                self.course.way.extend(walk(&self.course.arcs, last, apple).iter().rev());
            }
        } else {
            self.course.way.extend(self.route.way.iter().rev());
        }
        let way = self.course.way[1..].to_vec();
        self.course.score = self.score(&way);
        if let Some(line) = self.course.lines.first() {
            self.course.score += line.way.len() as f32 * self.value.price_of_a_step(self.body.len());
        }
        home
    }

    /// Appends an escape to the course.
    fn follow(&mut self, line: &Line) {
        self.course.way.extend(&line.way);
        match &line.end {
            End::Avoids(arcs) => self.course.arcs.copy_from_slice(arcs),
            End::Eats(safety) => self.accept(safety.clone()),
        }
    }

    /// Sets the proof at the end of the course.
    fn accept(&mut self, safety: Safety) {
        self.course.lines = match safety {
            Safety::Cycle(arcs) => {
                self.course.arcs.copy_from_slice(&arcs);
                Rc::default()
            }
            Safety::Lines(lines) => {
                if let Some(Line { end: End::Avoids(arcs), .. }) = lines.first() {
                    self.course.arcs.copy_from_slice(arcs);
                }
                lines
            }
        };
    }

    /// The steps of a way plus the estimate at its end.
    fn score(&mut self, way: &[u32]) -> f32 {
        self.body.clear();
        self.body.extend(self.outlook.after(way));
        way.len() as f32 + self.value.of(&self.body)
    }

    /// Accepts a way, from the successor of the head on, if the snake is safe at its end; without a cycle
    /// only if its score is then better than `than`. Returns whether it accepted the way.
    fn take(&mut self, way: &[u32], mut score: f32, than: f32) -> bool {
        if let Some(arcs) = self.repair.cycle_through(&self.course.arcs, self.outlook.after(way)) {
            self.course.arcs.copy_from_slice(arcs);
            self.course.lines = Rc::default();
        } else {
            self.body.clear();
            self.body.extend(self.outlook.after(way));
            let price = self.value.price_of_a_step(self.body.len());
            let longest = ((than - score) / price).clamp(0.0, self.limits.longest as f32) as usize;
            if longest == 0 || self.left == 0 || self.body.len() == self.course.arcs.len() {
                return false;
            }
            let (limits, arcs) = (self.limits, &self.course.arcs);
            let found =
                self.escapes.find(&mut self.repair, arcs, &self.body, longest, limits, &mut self.left);
            let Some(safety) = found else { return false };
            self.accept(safety);
            score += self.course.lines.first().map_or(0.0, |line| line.way.len() as f32 * price);
        }
        self.course.way.truncate(1);
        self.course.way.extend(way);
        self.course.score = score;
        true
    }

    /// Computes a shortest way after which the snake lies on a cycle, on large boards a short one, and improves
    /// it by small changes. `home` is a cycle, and `is_on_it` states whether it runs through the snake at present; otherwise the
    /// answer of the search is checked.
    fn try_shortest(&mut self, game: &Game, apple: usize, home: &[u32], is_on_it: bool, begun: Duration) {
        let board = game.board();
        let least = game.head().manhattan(board.cell(apple)) as usize;
        if self.is_settled || self.course.way.len() - 1 <= least {
            return;
        }
        let asked = Counter::new(0);
        let TimeLimit { time, clock } = self.time_limit;
        let effort = SearchEffort::of(board.len());
        let is_large = BoardSize::of(board.len()) >= BoardSize::Large;
        let is_over = || match time {
            Some(limit) => clock().saturating_sub(begun) >= limit,
            None => asked.replace(asked.get() + 1) >= effort.questions,
        };
        let known = self.repair.cycle(home).expect("it is one cycle");
        let steps = self.course.way.len() - 1;
        let found = if is_large {
            let instance = Instance::new(board, game.body(), board.cell(apple));
            let instance = instance.expect("the apple lies on a free cell");
            shorter_way(&instance, &known, steps, effort.conflicts_for_a_number, &is_over)
        } else {
            best_plan(game, &known, true, &is_over).ok()
        };
        let Some(plan) = found.filter(|plan| plan.proven || plan.steps() < steps) else { return };
        let way: Vec<u32> = plan.way.iter().map(|&cell| board.index(cell) as u32).collect();
        let arcs = CycleRepair::arcs(&plan.cycle);
        if !is_on_it && !self.can_end(&way, &arcs) {
            return;
        }
        // No shorter way exists. On large boards the search ends here.
        self.is_settled = plan.proven && is_large;
        let score = self.score(&way);
        let head = self.course.way[0];
        let shortest = Course { way: [&[head], &way[..]].concat(), score, arcs, lines: Rc::default() };
        let former = std::mem::replace(&mut self.course, shortest);
        self.change(effort.changes);
        if former.score <= self.course.score {
            self.course = former;
        }
    }

    /// Whether the snake can take this way without visiting a cell twice, and lies on the cycle at its end.
    fn can_end(&self, way: &[u32], arcs: &[u32]) -> bool {
        let is_open = |(step, cell): (usize, &u32)| {
            self.outlook.opens(*cell as usize) as usize <= step + 1 && !way[..step].contains(cell)
        };
        let body: Vec<u32> = self.outlook.after(way).collect();
        way.iter().enumerate().all(is_open) && body.windows(2).all(|pair| arcs[pair[0] as usize] == pair[1])
    }

    /// Tries shortest paths, and paths with a price for leaving the cycle.
    fn try_paths(&mut self, is_new: bool, apple: usize) {
        for number in attempts(ATTEMPTS, ATTEMPTS_EN_ROUTE, is_new, self.plans) {
            let seed = self.plans.wrapping_mul(ATTEMPTS).wrapping_add(number);
            let tie_break = TieBreak { seed, noise: number % 2 };
            let price = if number == 0 { 0 } else { (STEP / 4) << number };
            let kept = Kept { arcs: &self.course.arcs, price };
            let path = self.search.path(&self.repair, &self.outlook, kept, apple, tie_break).to_vec();
            if path.is_empty() || path.len() >= self.course.way.len() || path[..] == self.course.way[1..] {
                continue;
            }
            let score = self.score(&path);
            if score < self.course.score {
                self.take(&path, score, self.course.score);
            }
        }
    }

    /// Tries enumerated or sampled ways, shorter ones first, and of each length the best first. A longer way
    /// than the known one can be better by its end.
    fn try_ways(&mut self, game: &Game, apple: usize, effort: Effort) {
        if self.is_settled {
            return;
        }
        let mut is_settled = self.course.way.len() - 1 <= LONGEST;
        let mut list: Vec<(f32, Vec<u32>)> = Vec::new();
        let mut steps = game.head().manhattan(game.board().cell(apple)) as usize;
        let longer = if BoardSize::of(game.board().len()) < BoardSize::Huge { LONGER } else { 0 };
        while steps < self.course.way.len() + longer && steps <= LONGEST {
            let mut found: Vec<Vec<u32>> = Vec::new();
            let ask = [steps, effort.ways];
            let mut note = |way: &[u32]| found.push(way.to_vec());
            is_settled &= self.ways.each(&self.repair, &self.outlook, apple, ask, &mut note);
            found.sort_unstable();
            found.dedup();
            list.clear();
            list.extend(found.into_iter().map(|way| (self.score(&way), way)));
            list.retain(|(score, _)| *score < self.course.score);
            list.sort_by(|one, other| one.0.total_cmp(&other.0));
            is_settled &= list.len() <= effort.mends;
            for (score, way) in list.drain(..).take(effort.mends) {
                if score >= self.course.score {
                    break;
                }
                self.take(&way, score, self.course.score);
            }
            steps += 2;
        }
        self.is_settled = is_settled;
    }

    /// Tries small changes of the way, each on top of the accepted ones before it, by simulated annealing.
    /// Returns to the best way if all changes of the present one have failed.
    fn change(&mut self, changes: Changes) {
        let mut best = self.course.clone();
        let (mut is_new, mut is_best) = (true, true);
        let (mut draws, mut evaluations, mut failures) = (0, 0, 0);
        let mut changed = Vec::new();
        while draws < changes.draws && evaluations < changes.evaluations {
            if std::mem::take(&mut is_new) {
                let number = self.shortcuts.look(&self.repair, &self.outlook, &self.course.way);
                self.tried.clear();
                self.tried.resize(number, Tried::Never);
                failures = 0;
            }
            let heat = HEAT * (1.0 - changes.progress(draws, evaluations));
            draws += 1;
            if changes.is_final && failures == self.tried.len() {
                if is_best {
                    break;
                }
                self.course.clone_from(&best);
                (is_new, is_best) = (true, true);
                continue;
            }
            let Some(number) = self.shortcuts.next() else { break };
            let score = match self.tried[number] {
                Tried::Failed => continue,
                Tried::Scored(score) => score,
                Tried::Never => {
                    self.shortcuts.get(number).apply(&self.course.way, &mut changed);
                    if !self.is_open(&changed) {
                        self.tried[number] = Tried::Failed;
                        failures += 1;
                        continue;
                    }
                    evaluations += 1;
                    let score = self.score(&changed);
                    self.tried[number] = Tried::Scored(score);
                    score
                }
            };
            if score > self.course.score - heat * (chance(&mut self.random) as f32).ln() {
                continue;
            }
            self.shortcuts.get(number).apply(&self.course.way, &mut changed);
            if self.take(&changed, score, best.score) {
                is_new = true;
                is_best = self.course.score < best.score;
                if is_best {
                    best.clone_from(&self.course);
                }
            } else if changes.is_final {
                self.tried[number] = Tried::Failed;
                failures += 1;
            }
        }
        self.course = best;
    }

    /// Whether each cell of a way, from the successor of the head on, is free when the head arrives.
    fn is_open(&self, way: &[u32]) -> bool {
        way.iter().enumerate().all(|(step, &cell)| self.outlook.opens(cell as usize) <= step as u32 + 1)
    }
}

/// Searches a certificate for a snake that has just eaten, as [`Foresight`] does; `None` proves nothing. The
/// snake must grow by one cell at once, and have no pending growth.
pub fn find_certificate(game: &Game) -> Option<Certificate> {
    if !escapes_are_allowed(game) {
        return None;
    }
    let board = game.board();
    let mut repair = CycleRepair::new(board);
    let comb = CycleRepair::arcs(&Cycle::comb(board));
    let body: Vec<u32> = game.snake().rev().map(|cell| board.index(cell) as u32).collect();
    let on_cycle = repair.cycle_through(&comb, body.iter().copied()).map(<[u32]>::to_vec);
    if let Some(arcs) = on_cycle.or_else(|| first_cycle(game, &mut repair).ok()) {
        return repair.cycle(&arcs).ok().map(Certificate::Cycle);
    }
    let (limits, mut left) = (escape_limits(board.len()), usize::MAX);
    let found = EscapeSearch::default().find(&mut repair, &comb, &body, limits.longest, limits, &mut left);
    found.map(|safety| safety.certificate(board, &repair))
}

/// Whether escapes may be used: only for snakes that grow by one cell at once and have no pending growth.
fn escapes_are_allowed(game: &Game) -> bool {
    let rules = game.rules();
    let grows_by_one = rules.growth.cells == 1 && rules.growth.moment == Moment::AtOnce;
    grows_by_one && rules.tail == Tail::Strict && game.nominal_length() == game.length()
}

/// Steps between two plans on the way: one up to 16×16, two up to 30×30, more on larger boards.
fn steps_between(board: Board) -> usize {
    let steps = 1 + (board.len() - 1) / 256;
    if BoardSize::of(board.len()) < BoardSize::Huge { steps.min(2) } else { steps }
}

impl Agent for Foresight<'_> {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        self.since += 1;
        let is_due = !self.is_settled && self.since >= steps_between(game.board());
        if let Some(apple) = self.route.due(game).filter(|_| is_due || self.route.is_done(game)) {
            self.plan(game, apple);
        }
        Ok(self.route.step(game))
    }

    fn certificate(&self, game: &Game) -> Option<Cycle> {
        let cycle = self.repair.cycle(&self.course.arcs).expect("it is one cycle");
        let snake: Vec<_> = game.snake().rev().collect();
        Some(cycle).filter(|cycle| cycle.contains_path(&snake))
    }

    fn escapes(&self, game: &Game) -> Vec<Escape> {
        let board = game.board();
        self.course.lines.iter().map(|line| line.escape(board, &self.repair)).collect()
    }

    fn way(&self, game: &Game) -> Vec<Cell> {
        self.route.rest(game)
    }

    /// The cycle or the escapes are those at the end of the way.
    fn intent(&self, game: &Game, next: Option<Direction>) -> Intent {
        let escapes = self.escapes(game);
        let cycle = self.repair.cycle(&self.course.arcs).ok().filter(|_| escapes.is_empty());
        Intent { escapes, ..intent::of(game, next, self.way(game), cycle, Vec::new()) }
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::CycleOrEscapes
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Apples;
    use hamadryad_grid::Path;

    /// Small changes return the best way that they meet, and end within their limits. From medium boards on,
    /// where changes that failed are not tried again, they end before that if none is left.
    #[test]
    fn small_changes_never_worsen_a_way() {
        for side in [12, 16, 22] {
            let board = Board::new(side, side).expect("an even board");
            let cells: Vec<Cell> = Cycle::comb(board).cells()[..100].iter().rev().copied().collect();
            let snake = Path::new(board.grid(), cells).expect("a part of a cycle");
            let game = Game::with_snake(board, &snake, Apples::from_seed(5));
            let clock = || Duration::ZERO;
            let mut agent = Foresight::new(&game, TimeLimit { time: None, clock: &clock }).expect("a cycle");
            let apple = board.index(game.apple().expect("the game goes on"));
            agent.outlook.look(&game);
            agent.route.turn_to_apple(&game);
            agent.set_out(true, apple);
            let mut last = agent.course.clone();
            for number in [1, 30, 1000] {
                agent.change(Changes::of(number, board.len()));
                let way = agent.course.way.clone();
                assert!(
                    agent.course.score <= last.score,
                    "{side}: {} after {}",
                    agent.course.score,
                    last.score
                );
                assert_eq!((way[0], way.last()), (last.way[0], Some(&(apple as u32))));
                assert!(agent.is_open(&way[1..]));
                assert!((agent.score(&way[1..]) - agent.course.score).abs() < 1e-3);
                last = agent.course.clone();
            }
            assert!(last.way.len() < 60, "{side}: {}", last.way.len());
        }
    }
}
