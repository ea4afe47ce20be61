//! Whole games: they are won, they can be replayed, and wrong plans are rejected.

use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{
    Apples, Exhaustive, Game, NoObserver, Outcome, Plan, PlanError, Planner, PlayError, PlayObserver,
    Position, Report, Solve, Status, Strategy, play,
};
use std::ops::ControlFlow;
use std::time::Duration;

fn board(rows: usize, cols: usize) -> Board {
    Board::new(rows, cols).expect("an even board")
}

/// A planner that is always stopped.
struct Stopped;

impl Planner for Stopped {
    fn plan(&mut self, _: &Position<'_>) -> Result<Plan, PlanError> {
        Err(PlanError::Interrupted)
    }
}

/// A planner made of a function.
struct By<F>(F);

impl<F: FnMut(&Position<'_>) -> Result<Plan, PlanError>> Planner for By<F> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        (self.0)(position)
    }
}

/// Plays a game and replays its record; both must end equally.
fn win(board: Board, seed: u64, planner: &mut dyn Planner) -> (Game, Report) {
    let mut game = Game::new(board, Apples::from_seed(seed));
    let report =
        play(&mut game, Strategy::Conservative, planner, &mut NoObserver).expect("a planner that is right");
    let mut again = Game::new(board, Apples::from_seed(seed));
    for &direction in &report.moves {
        assert!(!matches!(again.step(direction), Outcome::Died(_)));
    }
    assert_eq!(again, game);
    assert_eq!(game.status(), Status::Won);
    assert_eq!(report.moves.len() as u64, game.statistics().steps);
    let steps: usize = report.solves.iter().map(|solve| solve.steps).sum();
    assert_eq!(steps, report.moves.len(), "the snake takes as many steps as were planned");
    let lengths: Vec<usize> = report.solves.iter().map(|solve| solve.length).collect();
    assert_eq!(lengths, (1..board.len()).collect::<Vec<_>>());
    (game, report)
}

#[test]
fn every_game_is_won() {
    for (rows, cols, games) in
        [(2, 2, 5), (2, 5, 20), (3, 4, 50), (4, 4, 200), (4, 5, 50), (5, 6, 5), (6, 6, 5)]
    {
        let mut planner = Exhaustive::new(board(rows, cols));
        for seed in 0..games {
            let (_, report) = win(board(rows, cols), seed, &mut planner);
            assert!(report.solves.iter().all(|solve| solve.proven && !solve.kept));
        }
    }
}

fn mean_steps(board: Board, games: u64, planner: &mut dyn Planner) -> f64 {
    let steps: u64 = (0..games).map(|seed| win(board, seed, planner).0.statistics().steps).sum();
    steps as f64 / games as f64
}

#[test]
fn mean_steps_match_the_exact_expectation() {
    // Exact expectations on 4×4: a fixed cycle needs the sum of (16 - length + 1) / 2 steps, 67.5; the
    // minimal cycle at every apple 52.8 to 53.3, as ties are broken. The standard error of 1000 games is
    // about 0.3.
    let fixed = mean_steps(board(4, 4), 1000, &mut Stopped);
    assert!((fixed - 67.5).abs() < 1.0, "{fixed}");
    let minimal = mean_steps(board(4, 4), 1000, &mut Exhaustive::new(board(4, 4)));
    assert!((minimal - 53.0).abs() < 1.0, "{minimal}");
}

#[test]
fn a_planner_that_is_stopped_leaves_the_last_cycle() {
    let (game, report) = win(board(4, 6), 3, &mut Stopped);
    assert!(report.solves.iter().all(|solve| solve.kept && !solve.proven));
    let comb = Cycle::comb(game.board());
    assert!(
        comb.contains_path(&game.snake().rev().collect::<Vec<_>>()),
        "the snake never left the first cycle"
    );
    // Every second plan is stopped: the snake then lies on the cycle of the previous plan.
    let mut exhaustive = Exhaustive::new(board(4, 6));
    let mut turn = 0;
    let mut sometimes = By(|position: &Position<'_>| {
        turn += 1;
        if turn % 2 == 0 { Err(PlanError::Interrupted) } else { exhaustive.plan(position) }
    });
    let (_, report) = win(board(4, 6), 3, &mut sometimes);
    assert_eq!(report.solves.iter().filter(|solve| solve.kept).count(), 11);
}

/// The plan along the known cycle.
fn along(position: &Position<'_>) -> Plan {
    Plan::along(position.known.clone(), position, true)
}

#[test]
fn every_plan_is_checked() {
    let mistake = |planner: &mut dyn Planner| {
        let mut game = Game::new(board(4, 4), Apples::from_seed(1));
        play(&mut game, Strategy::Conservative, planner, &mut NoObserver)
            .expect_err("a wrong plan")
            .to_string()
    };
    let comb_of = |rows, cols| Cycle::comb(board(rows, cols));
    let other_board =
        mistake(&mut By(|_: &Position<'_>| Ok(Plan { cycle: comb_of(4, 6), way: Vec::new(), proven: true })));
    assert_eq!(other_board, "the planned cycle does not run through the snake of length 1");
    let mut reversed = By(|position: &Position<'_>| {
        let cycle = if position.snake.len() > 1 { position.known.reversed() } else { position.known.clone() };
        Ok(Plan::along(cycle, position, true))
    });
    assert_eq!(mistake(&mut reversed), "the planned cycle does not run through the snake of length 2");
    let mut boaster = By(|position: &Position<'_>| Ok(Plan { way: vec![position.apple], ..along(position) }));
    let astray = "the planned way of the snake of length 1 does not lead it to the apple";
    assert_eq!(mistake(&mut boaster), astray);
    let mut idle = By(|position: &Position<'_>| Ok(Plan { way: Vec::new(), ..along(position) }));
    assert_eq!(mistake(&mut idle), astray);
    assert_eq!(
        mistake(&mut By(|_: &Position<'_>| Err(PlanError::NoCycle))),
        "the planner found no Hamiltonian cycle through the snake"
    );
    let failed = PlayError::Planner(PlanError::Failed("out of limit_per_apple".to_string()));
    assert_eq!(failed.to_string(), "the planner failed: out of limit_per_apple");
}

/// Records all events, has a clock that advances by a millisecond at each call, and stops after some steps.
#[derive(Default)]
struct Notes {
    ticks: u64,
    plans: usize,
    steps: usize,
    stop_after: Option<usize>,
}

impl PlayObserver for Notes {
    fn now(&mut self) -> Duration {
        self.ticks += 1;
        Duration::from_millis(self.ticks)
    }

    fn planned(&mut self, game: &Game, plan: &Plan, solve: &Solve) -> ControlFlow<()> {
        self.plans += 1;
        assert_eq!((solve.length, solve.steps), (game.length(), plan.steps()));
        ControlFlow::Continue(())
    }

    fn stepped(&mut self, game: &Game, _: &Plan, _: Outcome) -> ControlFlow<()> {
        self.steps += 1;
        assert_eq!(game.statistics().steps, self.steps as u64);
        if self.stop_after == Some(self.steps) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_receives_all_events_and_may_stop_the_game() {
    let mut planner = Exhaustive::new(board(4, 4));
    let mut game = Game::new(board(4, 4), Apples::from_seed(2));
    let mut notes = Notes::default();
    let report =
        play(&mut game, Strategy::Conservative, &mut planner, &mut notes).expect("a planner that is right");
    assert_eq!((notes.plans, notes.steps), (15, report.moves.len()));
    assert!(report.solves.iter().all(|solve| solve.time == Duration::from_millis(1)));

    let mut game = Game::new(board(4, 4), Apples::from_seed(2));
    let mut notes = Notes { stop_after: Some(9), ..Notes::default() };
    let stopped =
        play(&mut game, Strategy::Conservative, &mut planner, &mut notes).expect("a planner that is right");
    assert_eq!(game.status(), Status::Running);
    assert_eq!(stopped.moves, report.moves[..9]);
}

#[test]
fn all_players_receive_the_same_apples() {
    // The ranks of the apples among the free cells, for two players with different ways.
    let ranks = |planner: &mut dyn Planner| {
        struct Ranks(Vec<usize>);
        impl PlayObserver for Ranks {
            fn planned(&mut self, game: &Game, _: &Plan, _: &Solve) -> ControlFlow<()> {
                let mut free = game.board().cells().filter(|&cell| !game.is_taken(cell));
                self.0.push(free.position(|cell| Some(cell) == game.apple()).expect("the apple is free"));
                ControlFlow::Continue(())
            }
        }
        let mut seen = Ranks(Vec::new());
        play(&mut Game::new(board(4, 4), Apples::from_seed(11)), Strategy::Conservative, planner, &mut seen)
            .expect("a planner that is right");
        seen.0
    };
    assert_eq!(ranks(&mut Stopped), ranks(&mut Exhaustive::new(board(4, 4))));
}

#[test]
fn the_naive_strategy_calls_the_planner_once() {
    let mut asked = 0;
    let mut planner = By(|position: &Position<'_>| {
        asked += 1;
        let cycle = position.known.reversed();
        Ok(Plan::along(cycle, position, true))
    });
    let mut game = Game::new(board(4, 6), Apples::from_seed(5));
    let mut notes = Notes::default();
    let report = play(&mut game, Strategy::Naive, &mut planner, &mut notes).expect("a planner that is right");
    assert_eq!((asked, game.status(), notes.plans), (1, Status::Won, 23));
    assert!(report.solves.iter().enumerate().all(|(i, solve)| solve.asked == (i == 0) && !solve.proven));
    assert!(Cycle::comb(game.board()).reversed().contains_path(&game.snake().rev().collect::<Vec<_>>()));
    // After a stop, the snake follows the comb.
    let mut stopped = Game::new(board(4, 6), Apples::from_seed(5));
    let report =
        play(&mut stopped, Strategy::Naive, &mut Stopped, &mut NoObserver).expect("a planner that is right");
    assert!(stopped.status() == Status::Won && report.solves[0].kept && !report.solves[1].kept);
}
