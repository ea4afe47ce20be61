//! `general`: the shortest way to the apple, without regard for the position behind it.
//!
//! The general snake of (WinningSnake24) is the baseline of strategies that guarantee to win: it saves steps
//! while the snake is short and dies when its body cuts off the head. The way uses cells that the tail leaves
//! before the head arrives, as `splice` does; if several ways are shortest, it takes the one with the fewest
//! free cells beside it. Without a way, the snake makes the step that leaves it the most cells to reach, and
//! plans again.

use super::grid_search::{Kept, Search};
use super::outlook::Outlook;
use super::route::Route;
use super::tie_break::TieBreak;
use super::{Agent, Guarantee};
use crate::{Game, PlanError};
use hamadryad_grid::{Cell, Cycle, CycleRepair, Direction};

/// Takes the shortest way to each apple.
#[derive(Clone, Debug)]
pub struct General {
    grid: CycleRepair,
    outlook: Outlook,
    search: Search,
    /// No cycle is preferred.
    no_arcs: Vec<u32>,
    route: Route,
    plans: u64,
}

impl General {
    /// An agent for a game that begins.
    pub fn new(game: &Game) -> Self {
        let board = game.board();
        Self {
            grid: CycleRepair::new(board),
            outlook: Outlook::default(),
            search: Search::new(board),
            no_arcs: vec![0; board.len()],
            route: Route::default(),
            plans: 0,
        }
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.outlook.look(game);
        self.route.turn_to_apple(game);
        let kept = Kept { arcs: &self.no_arcs, price: 0 };
        let tie_break = TieBreak { seed: 0, noise: 0 };
        let path = self.search.path(&self.grid, &self.outlook, kept, apple, tie_break);
        self.route.way = path.iter().rev().copied().collect();
        self.route.least = self.route.way.len();
    }
}

impl Agent for General {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        if self.route.way.is_empty() || self.route.is_done(game) {
            let apple = game.apple().map(|apple| game.board().index(apple));
            apple.into_iter().for_each(|apple| self.plan(game, apple));
        }
        Ok(if self.route.way.is_empty() { roomiest(game) } else { self.route.step(game) })
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        None
    }

    fn way(&self, game: &Game) -> Vec<Cell> {
        self.route.rest(game)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Never
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}

/// The step after which the head reaches the most free cells; any direction if all steps kill the snake.
fn roomiest(game: &Game) -> Direction {
    let room = |direction: Direction| {
        let free = |cell: &Cell| !game.is_taken(*cell);
        game.board().step(game.head(), direction).filter(free).map_or(0, |cell| reachable(game, cell))
    };
    // The first of several equal directions.
    Direction::ALL.into_iter().rev().max_by_key(|&direction| room(direction)).expect("four directions")
}

/// The number of free cells that are connected with a free cell, itself included.
fn reachable(game: &Game, from: Cell) -> usize {
    let board = game.board();
    let mut seen = vec![false; board.len()];
    seen[board.index(from)] = true;
    let mut cells = vec![from];
    let mut count = 0;
    while let Some(cell) = cells.pop() {
        count += 1;
        for next in Direction::ALL.into_iter().filter_map(|direction| board.step(cell, direction)) {
            if !game.is_taken(next) && !std::mem::replace(&mut seen[board.index(next)], true) {
                cells.push(next);
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Apples, Exhaustive, Planner, Position, Status};
    use hamadryad_grid::Board;

    /// A way that must end on a cycle is never shorter.
    #[test]
    fn ways_are_no_longer_than_those_with_a_guarantee() {
        let board = Board::new(4, 4).expect("an even board");
        let known = Cycle::comb(board);
        let mut oracle = Exhaustive::new(board);
        let (mut compared, mut lost) = (0, 0);
        for seed in 0..60 {
            let mut game = Game::new(board, Apples::from_seed(seed));
            let mut agent = General::new(&game);
            while game.status() == Status::Running {
                let plans = agent.plans;
                let direction = agent.next(&game).expect("a direction");
                if agent.plans > plans && agent.route.least > 0 {
                    let (snake, apple) = (game.body(), game.apple().expect("it is not over"));
                    let position = Position { snake: &snake, apple, known: &known };
                    if let Ok(plan) = oracle.relaxed_plan(&position) {
                        let steps = agent.route.way.len() + 1;
                        assert!(steps <= plan.steps(), "{snake:?} {apple}: {steps}, {}", plan.steps());
                        compared += 1;
                    }
                }
                game.step(direction);
            }
            lost += usize::from(game.status() != Status::Won);
        }
        assert!(compared > 300 && lost > 10, "{compared} ways, {lost} games lost");
    }
}
