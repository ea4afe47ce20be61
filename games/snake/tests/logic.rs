//! The logic planner: its plans are shortest plans, and its games are won.

use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{
    Apples, Exhaustive, Game, Limits, LogicPlanner, NoObserver, Outcome, Plan, PlanError, Planner,
    PlayObserver, Position, Report, Solve, Status, Strategy, play,
};
use std::cell::Cell as Counter;
use std::ops::ControlFlow;
use std::time::Duration;

fn board(rows: usize, cols: usize) -> Board {
    Board::new(rows, cols).expect("an even board")
}

fn planner(board: Board) -> LogicPlanner<'static> {
    LogicPlanner::new(board, Limits::default()).expect("a small program")
}

/// Plays a game, and replays its record in the pure rules.
fn win(board: Board, seed: u64, planner: &mut dyn Planner) -> Report {
    let mut game = Game::new(board, Apples::from_seed(seed));
    let report =
        play(&mut game, Strategy::Conservative, planner, &mut NoObserver).expect("a planner that is right");
    let mut again = Game::new(board, Apples::from_seed(seed));
    for &direction in &report.moves {
        assert!(!matches!(again.step(direction), Outcome::Died(_)));
    }
    assert_eq!(again, game);
    assert_eq!(game.status(), Status::Won);
    assert_eq!(report.solves.len(), board.len() - 1);
    report
}

/// Calls two planners, compares their plans and returns the plan of the first.
struct Compared<'a> {
    logic: LogicPlanner<'a>,
    exhaustive: Exhaustive,
    positions: usize,
}

impl Planner for Compared<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.logic.plan(position)?;
        let best = self.exhaustive.plan(position)?;
        assert_eq!(plan.steps(), best.steps(), "{position:?}");
        assert!(plan.proven && position.is_followed_by(&plan.cycle));
        assert_eq!(plan.cycle.distance(position.head(), position.apple), plan.steps());
        self.positions += 1;
        Ok(plan)
    }
}

#[test]
fn plans_are_as_short_as_the_shortest_of_all_cycles() {
    let mut positions = 0;
    for (rows, cols, games) in [(2, 2, 2), (2, 5, 3), (4, 4, 10), (4, 5, 6), (6, 4, 5), (5, 6, 4), (6, 6, 3)]
    {
        let board = board(rows, cols);
        for seed in 0..games {
            let mut both =
                Compared { logic: planner(board), exhaustive: Exhaustive::new(board), positions: 0 };
            win(board, seed, &mut both);
            positions += both.positions;
        }
    }
    assert!(positions > 600, "{positions}");
}

#[test]
fn positions_need_not_come_from_one_game() {
    // One planner serves several games in turn, so heads, apples, snakes and known cycles change arbitrarily.
    let board = board(4, 6);
    let mut both = Compared { logic: planner(board), exhaustive: Exhaustive::new(board), positions: 0 };
    let mut games: Vec<(Game, Cycle)> =
        (10..16).map(|seed| (Game::new(board, Apples::from_seed(seed)), Cycle::comb(board))).collect();
    for turn in 0..60 {
        let games_on = games.len();
        let (game, known) = &mut games[turn * 5 % games_on];
        let (snake, apple) = (game.body(), game.apple().expect("the game is not over"));
        let plan = both.plan(&Position { snake: &snake, apple, known }).expect("a plan");
        for _ in 0..plan.steps() {
            let next = plan.cycle.successor(game.head());
            game.step(game.head().direction_to(next).expect("a neighbour"));
        }
        assert_eq!(game.head(), apple);
        *known = plan.cycle;
    }
}

#[test]
fn every_game_is_won() {
    for (rows, cols, games) in [(2, 2, 2), (2, 7, 3), (4, 4, 20), (4, 6, 10), (5, 6, 6)] {
        for seed in 0..games {
            let report = win(board(rows, cols), seed, &mut planner(board(rows, cols)));
            assert!(report.solves.iter().all(|solve| solve.proven && !solve.kept));
        }
    }
}

#[test]
fn games_on_36_cells_take_about_211_steps() {
    // 211.0 is the mean of another program's exact games; a game's standard deviation is about 23.
    let games = 40;
    let steps: usize =
        (0..games).map(|seed| win(board(6, 6), seed, &mut planner(board(6, 6))).moves.len()).sum();
    let mean = steps as f64 / games as f64;
    assert!((mean - 211.0).abs() < 11.0, "{mean}");
}

#[test]
fn a_seed_determines_the_game() {
    for seed in 0..3 {
        let reports: Vec<Report> =
            (0..2).map(|_| win(board(6, 6), seed, &mut planner(board(6, 6)))).collect();
        assert_eq!(reports[0], reports[1]);
    }
    assert_ne!(
        win(board(6, 6), 0, &mut planner(board(6, 6))).moves,
        win(board(6, 6), 1, &mut planner(board(6, 6))).moves
    );
}

#[test]
fn a_game_with_a_time_limit_of_zero_is_won() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let mut hasty = LogicPlanner::new(board(6, 6), limits).expect("a small program");
    let report = win(board(6, 6), 4, &mut hasty);
    assert!(report.solves.iter().any(|solve| !solve.proven));
}

#[test]
fn the_time_limit_applies_to_each_plan_separately() {
    // The clock advances at every call.
    let ticks = Counter::new(0);
    let clock = || {
        ticks.set(ticks.get() + 1);
        Duration::from_millis(ticks.get())
    };
    let limits =
        |millis| Limits { time: Some(Duration::from_millis(millis)), clock: &clock, ..Limits::default() };
    let proven = |millis| {
        let mut planner = LogicPlanner::new(board(6, 6), limits(millis)).expect("a small program");
        win(board(6, 6), 5, &mut planner).solves.iter().filter(|solve| solve.proven).count()
    };
    let (few, more, all) = (proven(3), proven(10), proven(1_000_000));
    assert!(few < more && more < all && all == 35, "{few} {more} {all}");
}

#[test]
fn a_stop_before_the_first_model_is_an_error() {
    // The stop holds from the start, so grounding returns it.
    let stop = || true;
    let limits = Limits { stop: &stop, ..Limits::default() };
    let large = LogicPlanner::new(board(20, 20), limits);
    assert_eq!(large.err(), Some(PlanError::Interrupted));
}

/// Stops the game, and the planner, after some plans.
struct Stopping<'a> {
    stopped: &'a Counter<bool>,
    plans: usize,
}

impl PlayObserver for Stopping<'_> {
    fn planned(&mut self, _: &Game, _: &Plan, _: &Solve) -> ControlFlow<()> {
        self.plans += 1;
        self.stopped.set(self.plans == 4);
        if self.plans == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_stop_in_mid_game_keeps_the_plans_right() {
    let stopped = Counter::new(false);
    let stop = || stopped.get();
    let limits = Limits { stop: &stop, ..Limits::default() };
    let mut planner = LogicPlanner::new(board(6, 6), limits).expect("a small program");
    let mut game = Game::new(board(6, 6), Apples::from_seed(1));
    let mut observer = Stopping { stopped: &stopped, plans: 0 };
    let report = play(&mut game, Strategy::Conservative, &mut planner, &mut observer)
        .expect("a planner that is right");
    assert_eq!(report.solves.len(), 5);
    assert!(!report.solves[4].proven);
}
