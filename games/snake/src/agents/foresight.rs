//! `foresight`: looks at what comes after the apple.
//!
//! It plays like [`Splice`](super::Splice), along ways that end with the snake on a Hamiltonian cycle, with four things more:
//!
//! - A way is not only short. Of its end the [`Worth`] is told: of several ways that are as long, and of some that are longer, it takes
//!   the one after which the next apple will be near.
//! - Ways are looked for everywhere. Where they are few, all of them are made, one length after the other; where they are many,
//!   some by chance ([`Ways`]); and the best is changed little by little, now and then for the worse (S. Kirkpatrick,
//!   C. Gelatt, M. Vecchi: Optimization by Simulated Annealing, 1983).
//! - In the middle of a game nearly all short ways lead where there is no cycle: a shortest one that does is asked of the search
//!   that proves it ([`solve_relaxed`](crate::solve_relaxed)), and changed in the same way.
//! - A snake is safe without a cycle as well, if it has [`Escapes`].

use super::escape::{Escape, Escapes, Line};
use super::exact::{best_plan, grows_as_usual};
use super::grid_search::{Kept, Search};
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::shortcuts::Shortcuts;
use super::splice::{first_cycle, walk};
use super::taste::{STEP, Taste, tries};
use super::ways::{Ways, chance};
use super::worth::Worth;
use super::{Agent, Patience, Promise};
use crate::{Game, Moment, PlanError, Tail};
use hamadryad_grid::{Board, Cycle, Direction, Mender};
use std::cell::Cell as Counter;
use std::time::Duration;

/// Paths that are tried for one plan, as in [`super::splice`].
const TRIES: u64 = 8;
const TRIES_ON_THE_WAY: u64 = 2;

/// How much is tried for one plan.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Ways with one number of steps.
    ways: usize,
    /// How many of these are mended, the best first.
    mends: usize,
    /// For how many snakes escapes are looked for.
    escapes: usize,
    /// Small changes.
    changes: usize,
}

impl Effort {
    /// On boards of more than a hundred cells, where each try takes longer, fewer of them; but ways are changed as often.
    fn for_cells(self, cells: usize) -> Effort {
        let part = |number: usize| (number * 100 / cells.max(100)).max(number.min(8));
        let Effort { ways, mends, escapes, changes } = self;
        Effort { ways: part(ways), mends: part(mends), escapes: part(escapes), changes }
    }
}

const FOR_A_NEW_APPLE: Effort = Effort { ways: 300, mends: 100, escapes: 60, changes: 300 };
const ON_THE_WAY: Effort = Effort { ways: 30, mends: 30, escapes: 10, changes: 20 };

/// Cells of the largest board on which all this is tried after each step on the way.
const SMALL: usize = 256;

/// Steps of the longest ways that are made one by one: longer ones are too many.
const LONGEST: usize = 40;

/// Steps by which a way may be worse when small changes begin; at the end it may not.
const HEAT: f32 = 0.3;

/// Cells of the largest board on which a shortest way is asked for without a time to think, how often that search may ask whether to
/// stop, which it does at every conflict, and how many times more small changes that way is worth.
const MEDIUM: usize = 400;
const QUESTIONS: u64 = 500;
const CHANGES_OF_THE_SHORTEST: usize = 4;

/// Cells of the largest board on which a way is planned again although none is shorter, for a better end.
const THOROUGH: usize = 144;

/// Looks further than one apple.
pub struct Foresight<'a> {
    mender: Mender,
    outlook: Outlook,
    search: Search,
    shortcuts: Shortcuts,
    ways: Ways,
    escapes: Escapes,
    worth: Worth,
    patience: Patience<'a>,
    course: Course,
    route: Route,
    /// Whether all ways are known that could be better than the course.
    is_settled: bool,
    /// Snakes for which escapes may still be looked for, in this plan.
    left: usize,
    /// Steps since the last plan.
    since: usize,
    body: Vec<u32>,
    random: u64,
    plans: u64,
}

/// A way to the apple, and why the snake is safe at its end.
#[derive(Clone, Debug, Default)]
struct Course {
    /// From the head on, which is its first cell.
    way: Vec<u32>,
    /// The steps, and those to come.
    score: f32,
    /// Without lines, a cycle through the snake at its end, by cell the next one; with them, some cycle.
    arcs: Vec<u32>,
    lines: Vec<Line>,
}

impl<'a> Foresight<'a> {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// Where no Hamiltonian cycle runs through the snake.
    pub fn new(game: &Game, patience: Patience<'a>) -> Result<Self, StartError> {
        let board = game.board();
        let mut mender = Mender::new(board);
        let arcs = first_cycle(game, &mut mender)?;
        Ok(Self {
            mender,
            outlook: Outlook::default(),
            search: Search::new(board),
            shortcuts: Shortcuts::new(board.len()),
            ways: Ways::new(board.len()),
            escapes: Escapes::default(),
            worth: Worth::new(board),
            patience,
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

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.since = 0;
        self.outlook.look(game);
        let is_new = self.route.turn_to_apple(game);
        let effort = if is_new { FOR_A_NEW_APPLE } else { ON_THE_WAY }.for_cells(game.board().len());
        self.left = if escapes_are_allowed(game) { effort.escapes } else { 0 };
        let begun = (self.patience.clock)();
        let home = self.set_out(is_new, apple);
        self.try_paths(is_new, apple);
        loop {
            if is_new || game.board().len() <= SMALL {
                self.try_ways(game, apple, effort);
            }
            self.change(effort.changes);
            let Some(limit) = self.patience.time.filter(|_| is_new && !self.is_settled) else { break };
            if (self.patience.clock)().saturating_sub(begun) >= limit / 4 {
                break;
            }
            self.left = effort.escapes;
        }
        let is_asked = self.patience.time.is_some() || game.board().len() <= MEDIUM;
        if let Some(home) = home.filter(|_| is_asked && grows_as_usual(game)) {
            self.try_shortest(game, apple, &home, effort.changes, begun);
        }
        self.route.way.clear();
        self.route.way.extend(self.course.way[1..].iter().rev());
    }

    /// Begins with the course that is known, as it is worth by now. For a new apple the answer is a cycle through the snake as it
    /// lies there, unless it is about to escape.
    fn set_out(&mut self, is_new: bool, apple: usize) -> Option<Vec<u32>> {
        let head = self.outlook.head();
        let mut home = None;
        self.course.way.clear();
        self.course.way.push(head as u32);
        if is_new {
            self.is_settled = false;
            // The snake has come to where its course has led.
            let lines = std::mem::take(&mut self.course.lines);
            let line = lines.into_iter().find(|line| line.is_for(apple as u32));
            let mut last = head;
            if line.is_none() {
                home = Some(self.course.arcs.clone());
            }
            if let Some(line) = line {
                self.course.way.extend(&line.way);
                self.course.arcs = line.arcs;
                last = line.way.last().map_or(head, |&cell| cell as usize);
            }
            if last != apple {
                self.course.way.extend(walk(&self.course.arcs, last, apple).iter().rev());
            }
        } else {
            self.course.way.extend(self.route.way.iter().rev());
        }
        let way = self.course.way[1..].to_vec();
        self.course.score = self.score(&way);
        if !self.course.lines.is_empty() {
            self.course.score += self.worth.without_cycle(self.body.len());
        }
        home
    }

    /// What a way costs, with what it leads to.
    fn score(&mut self, way: &[u32]) -> f32 {
        self.body.clear();
        self.body.extend(self.outlook.after(way));
        way.len() as f32 + self.worth.of(&self.mender, &self.body)
    }

    /// Takes a way, from the cell next to the head on, if the snake is safe at its end, and without a cycle only if that is then
    /// better than this.
    fn take(&mut self, way: &[u32], mut score: f32, than: f32) -> bool {
        if let Some(arcs) = self.mender.mend(&self.course.arcs, self.outlook.after(way)) {
            self.course.arcs.copy_from_slice(arcs);
            self.course.lines.clear();
        } else {
            self.body.clear();
            self.body.extend(self.outlook.after(way));
            score += self.worth.without_cycle(self.body.len());
            if score >= than || self.left == 0 || self.body.len() == self.course.arcs.len() {
                return false;
            }
            self.left -= 1;
            let found = self.escapes.find(&mut self.mender, &self.course.arcs, &self.body);
            let Some(lines) = found else { return false };
            self.course.arcs.copy_from_slice(&lines[0].arcs);
            self.course.lines = lines;
        }
        self.course.way.truncate(1);
        self.course.way.extend(way);
        self.course.score = score;
        true
    }

    /// Asks for a shortest way after which the snake lies on a cycle, and changes that one little by little as well. `home` is a
    /// cycle through the snake as it lies there.
    fn try_shortest(&mut self, game: &Game, apple: usize, home: &[u32], changes: usize, begun: Duration) {
        let board = game.board();
        let least = game.head().manhattan(board.cell(apple)) as usize;
        if self.is_settled || self.course.way.len() - 1 <= least {
            return;
        }
        let asked = Counter::new(0);
        let Patience { time, clock } = self.patience;
        let is_over = || match time {
            Some(limit) => clock().saturating_sub(begun) >= limit,
            None => asked.replace(asked.get() + 1) >= QUESTIONS,
        };
        let known = self.mender.cycle(home).expect("it is one cycle");
        let Ok(plan) = best_plan(game, &known, true, &is_over) else { return };
        if !plan.proven && plan.steps() >= self.course.way.len() - 1 {
            return;
        }
        // Nothing shorter is left to find; on large boards that has to do.
        self.is_settled = plan.proven && board.len() > THOROUGH;
        let way: Vec<u32> = plan.way.iter().map(|&cell| board.index(cell) as u32).collect();
        let score = self.score(&way);
        let head = self.course.way[0];
        let mut arcs = vec![0; board.len()];
        plan.cycle.arcs().for_each(|(from, to)| arcs[board.index(from)] = board.index(to) as u32);
        let shortest = Course { way: [&[head], &way[..]].concat(), score, arcs, lines: Vec::new() };
        let former = std::mem::replace(&mut self.course, shortest);
        self.change(CHANGES_OF_THE_SHORTEST * changes);
        if former.score <= self.course.score {
            self.course = former;
        }
    }

    /// Tries shortest paths, and others that keep to the cycle.
    fn try_paths(&mut self, is_new: bool, apple: usize) {
        for number in tries(TRIES, TRIES_ON_THE_WAY, is_new, self.plans) {
            let seed = self.plans.wrapping_mul(TRIES).wrapping_add(number);
            let taste = Taste { seed, noise: number % 2 };
            let price = if number == 0 { 0 } else { (STEP / 4) << number };
            let kept = Kept { arcs: &self.course.arcs, price };
            let path = self.search.path(&self.mender, &self.outlook, kept, apple, taste).to_vec();
            if path.is_empty() || path.len() >= self.course.way.len() || path[..] == self.course.way[1..] {
                continue;
            }
            let score = self.score(&path);
            if score < self.course.score {
                self.take(&path, score, self.course.score);
            }
        }
    }

    /// Tries ways one by one, shorter ones first, and of each length the best first.
    fn try_ways(&mut self, game: &Game, apple: usize, effort: Effort) {
        if self.is_settled {
            return;
        }
        let mut is_settled = self.course.way.len() - 1 <= LONGEST;
        let mut list: Vec<(f32, Vec<u32>)> = Vec::new();
        let mut steps = game.head().manhattan(game.board().cell(apple)) as usize;
        while steps < self.course.way.len() && steps <= LONGEST {
            let mut found: Vec<Vec<u32>> = Vec::new();
            let ask = [steps, effort.ways];
            let mut note = |way: &[u32]| found.push(way.to_vec());
            is_settled &= self.ways.each(&self.mender, &self.outlook, apple, ask, &mut note);
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

    /// Tries so many small changes of the way, each of those that work on top of those before it.
    fn change(&mut self, changes: usize) {
        let mut best = self.course.clone();
        let mut changed = Vec::new();
        let mut is_new = true;
        for turn in 0..changes {
            if std::mem::take(&mut is_new) {
                self.shortcuts.look(&self.mender, &self.outlook, &self.course.way);
            }
            let Some(shortcut) = self.shortcuts.next() else { break };
            shortcut.apply(&self.course.way, &mut changed);
            let is_open = |(step, &cell): (usize, &u32)| self.outlook.opens(cell as usize) <= step as u32 + 1;
            if !changed.iter().enumerate().all(is_open) {
                continue;
            }
            let score = self.score(&changed);
            let heat = HEAT * (1.0 - turn as f32 / changes as f32);
            if score > self.course.score - heat * (chance(&mut self.random) as f32).ln() {
                continue;
            }
            if self.take(&changed, score, best.score) {
                is_new = true;
                if self.course.score < best.score {
                    best.clone_from(&self.course);
                }
            }
        }
        self.course = best;
    }
}

/// Whether escapes are looked for: they are for snakes that grow by one cell at once, and have grown.
fn escapes_are_allowed(game: &Game) -> bool {
    let rules = game.rules();
    let grows_by_one = rules.growth.cells == 1 && rules.growth.moment == Moment::AtOnce;
    grows_by_one && rules.tail == Tail::Strict && game.nominal_length() == game.length()
}

/// After how many steps on the way it plans again: on large boards, where steps are many, not after each.
fn steps_between(board: Board) -> usize {
    1 + (board.len() - 1) / SMALL
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
        let cycle = self.mender.cycle(&self.course.arcs).expect("it is one cycle");
        let snake: Vec<_> = game.snake().rev().collect();
        Some(cycle).filter(|cycle| cycle.contains_path(&snake))
    }

    fn escapes(&self, game: &Game) -> Vec<Escape> {
        let board = game.board();
        let escape = |line: &Line| Escape {
            way: line.way.iter().map(|&cell| board.cell(cell as usize)).collect(),
            eats: line.eats,
            cycle: self.mender.cycle(&line.arcs).expect("it is one cycle"),
        };
        self.course.lines.iter().map(escape).collect()
    }

    fn promise(&self) -> Promise {
        Promise::CycleOrEscapes
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
