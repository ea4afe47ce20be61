//! Steps that `foresight` loses to optimal play, apple by apple, and why.
//!
//! Value iteration gives the value of every snake: the expected steps of the rest of the game under optimal
//! play. For an apple of a game, an *end* is a snake that has eaten it; its cost is the steps to it plus its
//! value. The player loses the cost of its own end less the least cost of any end. The mean of these losses
//! over games is the mean steps of the player less the optimum, but its variance is far smaller, because the
//! places of the apples cancel. A loss has two parts:
//!
//! ```text
//! without a certificate   the least cost of an end with a certificate, less the least cost of any end
//! by choice               the cost of the player's own end, less the least cost of an end with a certificate
//! ```
//!
//! A certificate is one that [`hamadryad_snake::find_certificate`] finds.

use super::bodies::{Bodies, Body};
use super::{Policy, paths};
use hamadryad_grid::{Board, Cell, Direction, Path};
use hamadryad_snake::{Agent, AgentKind, Apples, Game, Outcome, Rules, Start, Status, find_certificate};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// Sums over apples of games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    /// The number of apples.
    pub apples: usize,
    /// The steps to them.
    pub steps: u64,
    /// The steps lost because better ends have no certificate.
    pub without_certificate: f64,
    /// The steps lost because the player selected another end than the best one with a certificate.
    pub by_choice: f64,
}

/// Plays games with the seeds from 1 on, and sums the losses by tenth of the board that the snake covers when
/// the apple appears; `None` if the board is larger than the policy `unrestricted` permits.
pub fn losses(board: Board, games: u64) -> Option<[Losses; 10]> {
    if board.len() > Policy::Unrestricted.most_cells() {
        return None;
    }
    let table = Table::new(board);
    let mut certified = Certified::default();
    let mut sums = [Losses::default(); 10];
    for seed in 1..=games {
        let apples = Apples::from_seed(seed);
        let mut game = Game::with_rules(board, &Start::random(board, apples), apples, Rules::default());
        let mut agent = AgentKind::Foresight(None)
            .start(&game, &|| Duration::ZERO)
            .expect("every board has a cycle through one cell");
        while game.status() == Status::Running {
            let before = game.clone();
            let steps = eat(&mut game, &mut *agent);
            let sum = &mut sums[10 * before.length() / board.len()];
            sum.apples += 1;
            sum.steps += steps;
            let own = steps as f64 + table.value_of(&game);
            let ends = table.better_ends(&before, own);
            let least = ends.first().map_or(own, |&(cost, _)| cost);
            let with_certificate = ends.iter().find(|&&(_, end)| certified.is(&table, end, game.length()));
            let best = with_certificate.map_or(own, |&(cost, _)| cost);
            sum.without_certificate += best - least;
            sum.by_choice += own - best;
        }
    }
    Some(sums)
}

/// Plays until the snake has eaten; returns the number of steps.
fn eat(game: &mut Game, agent: &mut dyn Agent) -> u64 {
    let begun = game.statistics().steps;
    loop {
        let direction = agent.next(game).expect("it never fails");
        match game.step(direction) {
            Outcome::Moved => {}
            Outcome::Ate | Outcome::Won => return game.statistics().steps - begun,
            Outcome::Died(death) => unreachable!("foresight is safe, but the snake died: {death}"),
        }
    }
}

/// All snakes of a board with their values, by length.
struct Table {
    board: Board,
    lengths: Vec<(Bodies, Vec<f64>)>,
}

impl Table {
    fn new(board: Board) -> Self {
        let full = Bodies::all(board, board.len());
        let values = vec![0.0; full.len()];
        let mut lengths = vec![(full, values)];
        for length in (1..board.len()).rev() {
            let (longer, of_longer) = lengths.last().expect("it begins with the full board");
            let bodies = Bodies::all(board, length);
            let values = paths::values(board, &bodies, longer, of_longer);
            lengths.push((bodies, values));
        }
        lengths.reverse();
        Self { board, lengths }
    }

    fn bodies(&self, length: usize) -> &Bodies {
        &self.lengths[length - 1].0
    }

    fn value(&self, body: Body, length: usize) -> f64 {
        let (bodies, values) = &self.lengths[length - 1];
        values[bodies.find(body).expect("it is a snake")]
    }

    fn value_of(&self, game: &Game) -> f64 {
        self.value(self.bodies(game.length()).of(game.snake()), game.length())
    }

    /// The ends for the apple of a game that cost less than `limit`, with their costs, the least cost first.
    /// The search takes steps until any further step would cost more.
    fn better_ends(&self, game: &Game, limit: f64) -> Vec<(f64, Body)> {
        let length = game.length();
        let bodies = self.bodies(length);
        let least = self.lengths[length].1.iter().copied().fold(f64::INFINITY, f64::min);
        let apple = game.apple().expect("the game runs");
        let mut ends = Vec::new();
        let first = bodies.of(game.snake());
        let (mut layer, mut next) = (vec![first], Vec::new());
        let mut reached = HashSet::from([first]);
        let mut steps = 1.0;
        while !layer.is_empty() && steps + least < limit {
            for body in layer.drain(..) {
                for direction in Direction::ALL {
                    let Some((to, grown)) = self.extended(bodies, body, direction) else { continue };
                    if to == apple {
                        ends.push((steps + self.value(grown, length + 1), grown));
                        continue;
                    }
                    let moved = bodies.without_tail(grown);
                    if reached.insert(moved) {
                        next.push(moved);
                    }
                }
            }
            std::mem::swap(&mut layer, &mut next);
            steps += 1.0;
        }
        ends.retain(|&(cost, _)| cost < limit);
        ends.sort_by(|one, other| one.0.total_cmp(&other.0));
        ends
    }

    /// The next cell of the head in a direction, and the snake with that cell as its head and all its own
    /// cells; `None` if the snake or the border is in the way.
    fn extended(&self, bodies: &Bodies, body: Body, direction: Direction) -> Option<(Cell, Body)> {
        let head = bodies.cells(body).next().expect("a snake has a head");
        let to = self.board.step(head, direction)?;
        if bodies.cells(body).any(|cell| cell == to) {
            return None;
        }
        Some((to, bodies.with_head(body, direction)?))
    }
}

/// Whether snakes have certificates, each searched once.
#[derive(Default)]
struct Certified(HashMap<Body, bool>);

impl Certified {
    fn is(&mut self, table: &Table, body: Body, length: usize) -> bool {
        // A full board is won.
        if length == table.board.len() {
            return true;
        }
        *self.0.entry(body).or_insert_with(|| {
            let mut cells: Vec<Cell> = table.bodies(length).cells(body).collect();
            cells.reverse();
            let snake = Path::new(table.board.grid(), cells).expect("a snake is a path");
            find_certificate(&Game::with_snake(table.board, &snake, Apples::from_seed(1))).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exact;

    /// The mean loss is the mean number of steps less the optimum, apart from the luck of the apples.
    #[test]
    fn losses_add_up_to_the_steps_above_the_optimum() {
        let board = Board::new(4, 4).expect("an even board");
        let games = 400;
        let found = losses(board, games).expect("a small board");
        let sum = |part: fn(&Losses) -> f64| found.iter().map(part).sum::<f64>() / games as f64;
        assert_eq!(found.iter().map(|losses| losses.apples as u64).sum::<u64>(), 15 * games);
        assert!(found.iter().all(|losses| losses.without_certificate >= 0.0 && losses.by_choice >= 0.0));
        let lost = sum(|losses| losses.without_certificate + losses.by_choice);
        let optimum = exact(board, Policy::Unrestricted).expect("a small board").random_start;
        let excess = sum(|losses| losses.steps as f64) - optimum;
        // The standard error of the steps is 0.3.
        assert!(lost > 0.5 && (excess - lost).abs() < 1.0, "{lost} lost, {excess} above the optimum");
        assert!(losses(Board::new(6, 8).expect("an even board"), 1).is_none());
    }
}
