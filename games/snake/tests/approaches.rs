//! Games under the five approaches, with and without the heuristic and mirroring, on odd sides, under time
//! limits.

use hamadryad::approach::ApproachKind;
use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{
    Apples, Exhaustive, Game, Limits, LogicOptions, LogicPlanner, NoObserver, Plan, PlanError, Planner,
    Position, Report, Status, Strategy, Work, play,
};
use std::cell::Cell as Counter;
use std::time::Duration;

fn board(rows: usize, cols: usize) -> Board {
    Board::new(rows, cols).expect("an even board")
}

/// Every approach, with and without the heuristic, with and without mirroring.
fn every_option() -> impl Iterator<Item = LogicOptions> {
    let switches = [(true, true), (true, false), (false, true), (false, false)];
    ApproachKind::ALL.into_iter().flat_map(move |approach| {
        switches.map(|(heuristic, mirror)| LogicOptions { approach, heuristic, mirror })
    })
}

fn planner<'a>(board: Board, options: LogicOptions, limits: Limits<'a>) -> LogicPlanner<'a> {
    LogicPlanner::with_options(board, options, limits).expect("a small program")
}

/// Plays a game; it must be won.
fn win(board: Board, seed: u64, strategy: Strategy, planner: &mut dyn Planner) -> Report {
    let mut game = Game::new(board, Apples::from_seed(seed));
    let report = play(&mut game, strategy, planner, &mut NoObserver).expect("a planner that is right");
    assert_eq!(game.status(), Status::Won);
    report
}

/// Calls two planners, compares their plans and returns the plan of the first.
struct Compared<'a> {
    logic: LogicPlanner<'a>,
    exhaustive: &'a mut Exhaustive,
    options: LogicOptions,
}

impl Planner for Compared<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.logic.plan(position)?;
        let best = self.exhaustive.plan(position)?;
        assert!(plan.proven && position.is_followed_by(&plan.cycle));
        assert_eq!(plan.steps(), best.steps(), "{:?} {position:?}", self.options);
        let Work { bounds, interrupted, .. } = self.logic.work();
        assert!(bounds.is_sorted_by(|before, after| before > after), "each model is better: {bounds:?}");
        assert!(bounds.last() == Some(&plan.steps()) && !interrupted);
        if self.options.heuristic {
            let known = position.known.distance(position.head(), position.apple);
            assert_eq!(bounds[0], known, "the first model is the known cycle");
        }
        Ok(plan)
    }
}

#[test]
fn every_approach_finds_a_shortest_plan() {
    for (rows, cols, games) in [(2, 2, 1), (2, 5, 1), (4, 4, 2), (4, 5, 1), (5, 4, 1)] {
        let board = board(rows, cols);
        let mut exhaustive = Exhaustive::new(board);
        for options in every_option() {
            for seed in 0..games {
                let logic = planner(board, options, Limits::default());
                let mut both = Compared { logic, exhaustive: &mut exhaustive, options };
                win(board, seed, Strategy::Conservative, &mut both);
            }
        }
    }
}

#[test]
fn all_find_the_shortest_on_sides_of_five_and_six() {
    for (rows, cols) in [(5, 6), (6, 5)] {
        let board = board(rows, cols);
        let mut exhaustive = Exhaustive::new(board);
        for approach in ApproachKind::ALL {
            let options = LogicOptions { approach, ..LogicOptions::default() };
            let logic = planner(board, options, Limits::default());
            let mut both = Compared { logic, exhaustive: &mut exhaustive, options };
            win(board, 3, Strategy::Conservative, &mut both);
        }
    }
}

#[test]
fn every_cell_is_supported_as_the_head() {
    // Every cell as a head: a snake of one cell, and one of two.
    for (rows, cols) in [(5, 6), (6, 5), (4, 4), (3, 4)] {
        let board = board(rows, cols);
        let mut planner = planner(board, LogicOptions::default(), Limits::default());
        let known = Cycle::comb(board);
        for head in board.cells() {
            let tail = known.predecessor(head);
            for cells in [vec![head], vec![head, tail]] {
                let snake = hamadryad_grid::Path::new(board.grid(), cells).expect("a path");
                let apple = known.successor(head);
                let plan = planner.plan(&Position { snake: &snake, apple, known: &known }).expect("a plan");
                assert_eq!((plan.steps(), plan.proven), (1, true));
            }
        }
    }
}

#[test]
fn the_naive_strategy_follows_one_cycle() {
    for options in every_option() {
        for seed in 0..2 {
            let board = board(4, 5);
            let mut planner = planner(board, options, Limits::default());
            let report = win(board, seed, Strategy::Naive, &mut planner);
            assert_eq!(report.solves.iter().filter(|solve| solve.asked).count(), 1);
            assert!(report.solves[0].work.bounds.is_empty(), "any cycle would do");
        }
    }
}

#[test]
fn every_game_is_won_under_every_time_limit() {
    // The clock advances at every call, so that all machines agree.
    let ticks = Counter::new(0);
    let clock = || {
        ticks.set(ticks.get() + 1);
        Duration::from_millis(ticks.get())
    };
    let (mut games, mut interrupted, mut kept) = (0, 0, 0);
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (4, 3), (4, 4)] {
        let board = board(rows, cols);
        for options in every_option() {
            for millis in [0, 1, 2, 5, 20, 100] {
                let limits =
                    Limits { time: Some(Duration::from_millis(millis)), clock: &clock, ..Limits::default() };
                let mut planner = planner(board, options, limits);
                // One planner plays several games: learnt clauses must stay valid after a time limit.
                for seed in 0..4 {
                    for strategy in [Strategy::Naive, Strategy::Conservative] {
                        let report = win(board, seed, strategy, &mut planner);
                        games += 1;
                        interrupted += report.solves.iter().filter(|solve| solve.work.interrupted).count();
                        kept += report.solves.iter().filter(|solve| solve.kept).count();
                        for solve in &report.solves {
                            assert!(!(solve.proven && solve.work.interrupted), "{solve:?}");
                            assert!(!solve.kept || solve.work.interrupted, "{solve:?}");
                            // After the time limit the clock is hardly read.
                            let ticks = solve.work.total.as_millis();
                            assert!(ticks <= u128::from(millis) + 8, "{options:?} {millis} {solve:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(games > 4000 && interrupted > 1000 && kept > 1000, "{games} {interrupted} {kept}");
}
