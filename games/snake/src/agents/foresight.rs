//! `foresight`: looks at what comes after the apple.
//!
//! It plays like [`Splice`], along ways that end with the snake on a Hamiltonian cycle, with three things more:
//!
//! - A way is not only short. Of its end the [`Worth`] is told: of several ways that are as long, and of some that are longer, it takes
//!   the one after which the next apple will be near.
//! - Ways are looked for everywhere. Where they are few, all of them are made, one length after the other; where they are many,
//!   some by chance ([`Ways`]); and the best is changed little by little, now and then for the worse (S. Kirkpatrick,
//!   C. Gelatt, M. Vecchi: Optimization by Simulated Annealing, 1983).
//! - A snake is safe without a cycle as well, if it has [`Escapes`].

use super::escape::{Escape, Escapes, Line};
use super::grid_search::{Kept, Search};
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::shortcuts::Shortcuts;
use super::splice::{Splice, first_cycle, walk};
use super::taste::{STEP, Taste, tries};
use super::ways::{Ways, chance};
use super::worth::Worth;
use super::{Agent, Patience, Promise};
use crate::{Game, Moment, PlanError, Tail};
use hamadryad_grid::{Board, Cycle, Direction, Mender};
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

/// How many courses are thought over, and by how many steps they may seem worse than the best.
const RIVALS: usize = 8;
const WITHIN: f32 = 2.5;

/// How often an apple is thought of in the same place.
const MOST_THOUGHTS: usize = 2;

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
    /// Courses among which it chooses by what comes after them; only if there is time to think.
    rivals: Vec<Course>,
    /// Plays on in thought.
    successor: Splice,
    /// By how much the course is better than it seems at a glance, where that has been thought over.
    credit: f32,
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
            rivals: Vec::new(),
            successor: Splice::new(game)?,
            credit: 0.0,
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
        self.set_out(is_new, apple);
        self.try_paths(is_new, apple);
        let begun = (self.patience.clock)();
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
        if let Some(limit) = self.patience.time.filter(|_| is_new && escapes_are_allowed(game)) {
            self.think(begun + limit);
        }
        self.route.way.clear();
        self.route.way.extend(self.course.way[1..].iter().rev());
    }

    /// Begins with the course that is known, as it is worth by now.
    fn set_out(&mut self, is_new: bool, apple: usize) {
        let head = self.outlook.head();
        self.course.way.clear();
        self.course.way.push(head as u32);
        if is_new {
            self.is_settled = false;
            self.rivals.clear();
            self.credit = 0.0;
            // The snake has come to where its course has led.
            let lines = std::mem::take(&mut self.course.lines);
            let line = lines.into_iter().find(|line| line.is_for(apple as u32));
            let mut last = head;
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
        self.course.score = self.score(&way) + self.credit;
        if !self.course.lines.is_empty() {
            self.course.score += self.worth.without_cycle(self.body.len());
        }
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
        self.credit = 0.0;
        if self.patience.time.is_some() {
            self.rivals.push(self.course.clone());
        }
        true
    }

    /// Plays on to apples here and there from each of the best courses, as long as there is time, and takes the one that is best
    /// with the steps to the next apple.
    fn think(&mut self, until: Duration) {
        self.rivals.push(self.course.clone());
        self.rivals.sort_by(|one, other| one.score.total_cmp(&other.score));
        self.rivals.dedup_by(|one, other| one.way == other.way);
        let best = self.rivals[0].score;
        self.rivals.retain(|course| course.score < best + WITHIN);
        self.rivals.truncate(RIVALS);
        let rivals = std::mem::take(&mut self.rivals);
        let bodies: Vec<Vec<u32>> =
            rivals.iter().map(|course| self.outlook.after(&course.way[1..]).collect()).collect();
        let is_free = |cell: &u32| bodies.iter().all(|body| !body.contains(cell));
        let mut apples: Vec<u32> = (0..self.course.arcs.len() as u32).filter(is_free).collect();
        if rivals.len() < 2 || apples.is_empty() {
            return;
        }
        let mut sums = vec![0; rivals.len()];
        let mut thoughts = 0;
        while thoughts < MOST_THOUGHTS * apples.len() && (self.patience.clock)() < until {
            // All of them in turn, in an order by chance.
            let place = thoughts % apples.len();
            let other = place + (chance(&mut self.random) * (apples.len() - place) as f64) as usize;
            apples.swap(place, other);
            let apple = apples[place];
            for ((course, body), sum) in rivals.iter().zip(&bodies).zip(&mut sums) {
                let mut way = Vec::new();
                let (mut arcs, mut last) = (&course.arcs, body[body.len() - 1]);
                if let Some(line) = course.lines.iter().find(|line| line.is_for(apple)) {
                    way.extend(&line.way);
                    (arcs, last) = (&line.arcs, *line.way.last().unwrap_or(&last));
                }
                let mut way: Vec<u32> = way.into_iter().rev().collect();
                if last != apple {
                    way = walk(arcs, last as usize, apple as usize).into_iter().chain(way).collect();
                }
                *sum += self.successor.steps_from(body, arcs, way, apple as usize);
            }
            thoughts += 1;
        }
        let mean = |place: usize| sums[place] as f32 / thoughts.max(1) as f32;
        // What is played in thought goes wrong in its own way: both estimates count alike.
        let value = |place: usize| rivals[place].way.len() as f32 + mean(place) + rivals[place].score;
        let choice = (0..rivals.len()).min_by(|&one, &other| value(one).total_cmp(&value(other)));
        if let Some(choice) = choice.filter(|_| thoughts > 0) {
            self.credit = best - rivals[choice].score;
            self.course.clone_from(&rivals[choice]);
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
