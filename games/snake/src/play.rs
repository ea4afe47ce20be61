//! Plays a whole game by a strategy: a planner proposes cycles, and the snake follows them.
//!
//! `naive` requests one cycle at the start and follows it until the board is full. `conservative` requests a
//! new cycle at every apple. Both strategies are from (WinningSnake24). `relaxed` requests at every apple a
//! way that need not be part of a cycle, if the snake lies on a cycle after eating.
//!
//! All three strategies win. The snake lies on the cycle that it follows, so the cell ahead of the head is
//! free unless the snake covers the board. At an apple the head has moved along the cycle and the tail has
//! paused, so the snake still lies on the cycle. Hence a cycle through the snake always exists: at least the
//! last one followed. If a planner is stopped before it finds a cycle, the snake continues along that one. A
//! relaxed plan contains the cycle on which the snake will lie, with the next apple ahead of the head.
//!
//! *Invariant:* every plan is checked before the first step along it.

use crate::{Game, Outcome, Plan, PlanError, Planner, Position, Status, Work};
use hamadryad_grid::{Cell, Cycle, Direction};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// The time and kind of requests to a planner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// One request, for any cycle through the snake.
    Naive,
    /// At every apple, a cycle with few steps to it.
    #[default]
    Conservative,
    /// At every apple, a way after which the snake lies on a cycle.
    Relaxed,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 3] = [Strategy::Naive, Strategy::Conservative, Strategy::Relaxed];

    /// The name of the strategy.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Naive => "naive",
            Strategy::Conservative => "conservative",
            Strategy::Relaxed => "relaxed",
        }
    }
}

/// Observes a game, supplies the clock and may stop the game.
pub trait PlayObserver {
    /// Time since a fixed moment; read before and after every call of the planner. Without a clock all times
    /// are 0.
    fn now(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Called with the plan for the next apple, before its first step.
    fn planned(&mut self, _game: &Game, _plan: &Plan, _solve: &Solve) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called after each step, with the plan that the snake follows.
    fn stepped(&mut self, _game: &Game, _plan: &Plan, _outcome: Outcome) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl PlayObserver for NoObserver {}

/// Origin of the plan for one apple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solve {
    /// The length of the snake.
    pub length: usize,
    /// The steps from the head to the apple.
    pub steps: usize,
    /// Whether the planner was called for this apple. Otherwise the snake continues along its last cycle.
    pub asked: bool,
    /// Whether it is proven that the strategy admits no plan with fewer steps.
    pub proven: bool,
    /// Whether the planner found nothing in time, so that the snake continues along its last cycle.
    pub kept: bool,
    /// Time of the planner, by the clock of the observer.
    pub time: Duration,
    /// Work as reported by the planner.
    pub work: Work,
}

/// A whole game, or its part until the observer stopped it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// One entry for each apple.
    pub solves: Vec<Solve>,
    /// All steps: in a game with the same board and seed they reproduce the game.
    pub moves: Vec<Direction>,
}

/// A mistake of a planner. A correct planner causes none of these errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The planner failed, or reports that no cycle exists.
    Planner(PlanError),
    /// The cycle belongs to another board, or does not run through the snake from its tail to its head: at
    /// the time of the plan, or after eating.
    MissesSnake {
        /// The length of the snake.
        length: usize,
    },
    /// The way does not lead from the head to the apple cell by cell, or leaves the cycle of a strategy that
    /// follows cycles.
    WrongWay {
        /// The length of the snake.
        length: usize,
    },
    /// The snake died.
    Died {
        /// The cause.
        death: crate::Death,
        /// The number of steps before.
        steps: u64,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Planner(error) => error.fmt(f),
            Self::MissesSnake { length } => {
                write!(f, "the planned cycle does not run through the snake of length {length}")
            }
            Self::WrongWay { length } => {
                write!(f, "the planned way of the snake of length {length} does not lead it to the apple")
            }
            Self::Died { death, steps } => write!(f, "the snake died after {steps} steps: {death}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Plays a game to its end, or until the observer stops it.
///
/// The initial snake must lie on the comb of the board, as every snake of one cell does.
///
/// # Errors
/// If the planner fails or returns an incorrect plan.
pub fn play(
    game: &mut Game,
    strategy: Strategy,
    planner: &mut dyn Planner,
    observer: &mut dyn PlayObserver,
) -> Result<Report, PlayError> {
    play_from(game, Cycle::comb(game.board()), strategy, planner, observer)
}

/// Plays a game whose initial snake lies on the given cycle.
///
/// # Errors
/// If the snake does not lie on the cycle, or the planner fails or returns an incorrect plan.
pub fn play_from(
    game: &mut Game,
    known: Cycle,
    strategy: Strategy,
    planner: &mut dyn Planner,
    observer: &mut dyn PlayObserver,
) -> Result<Report, PlayError> {
    if known.board() != game.board() || !lies_on(game, &known) {
        return Err(PlayError::MissesSnake { length: game.length() });
    }
    continue_along(game, known, Report::default(), strategy, planner, observer)
}

/// Plays a game whose initial snake need not lie on a cycle: the snake follows a way to the first apple,
/// after which it lies on the cycle of the plan ([`crate::solve_relaxed`]), and then the strategy.
///
/// # Errors
/// If the plan is incorrect, or the planner fails or returns an incorrect plan.
pub fn play_after(
    game: &mut Game,
    first: &Plan,
    strategy: Strategy,
    planner: &mut dyn Planner,
    observer: &mut dyn PlayObserver,
) -> Result<Report, PlayError> {
    let mut report = Report::default();
    let snake = game.body();
    check(first, Strategy::Relaxed, &Position { snake: &snake, apple: apple_of(game), known: &first.cycle })?;
    let (length, steps, proven) = (snake.len(), first.steps(), first.proven);
    let (time, work) = (Duration::ZERO, Work::default());
    let solve = Solve { length, steps, asked: true, proven, kept: false, time, work };
    let is_over = observer.planned(game, first, &solve).is_break();
    report.solves.push(solve);
    if is_over || follow(game, first, observer, &mut report.moves)?.is_break() {
        return Ok(report);
    }
    continue_along(game, first.cycle.clone(), report, strategy, planner, observer)
}

/// Plays on from a snake on a known cycle.
fn continue_along(
    game: &mut Game,
    mut known: Cycle,
    mut report: Report,
    strategy: Strategy,
    planner: &mut dyn Planner,
    observer: &mut dyn PlayObserver,
) -> Result<Report, PlayError> {
    while game.status() == Status::Running {
        let is_due = strategy != Strategy::Naive || report.solves.is_empty();
        let (plan, solve) = if is_due {
            next_plan(game, strategy, planner, &known, observer)?
        } else {
            as_before(game, &known)
        };
        let is_over = observer.planned(game, &plan, &solve).is_break();
        report.solves.push(solve);
        if is_over {
            break;
        }
        if follow(game, &plan, observer, &mut report.moves)?.is_break() {
            break;
        }
        known = plan.cycle;
    }
    Ok(report)
}

/// Whether the cycle runs through the snake from its tail to its head.
fn lies_on(game: &Game, cycle: &Cycle) -> bool {
    cycle.contains_path(&game.snake().rev().collect::<Vec<Cell>>())
}

/// A checked plan for the current apple.
fn next_plan(
    game: &Game,
    strategy: Strategy,
    planner: &mut dyn Planner,
    known: &Cycle,
    observer: &mut dyn PlayObserver,
) -> Result<(Plan, Solve), PlayError> {
    let snake = game.body();
    let apple = apple_of(game);
    let position = Position { snake: &snake, apple, known };
    let before = observer.now();
    let answer = match strategy {
        Strategy::Naive => {
            planner.any_cycle(&position).and_then(|cycle| match cycle.board() == game.board() {
                true => Ok(Plan::along(cycle, &position, false)),
                false => Err(PlanError::Failed("its cycle belongs to another board".to_string())),
            })
        }
        Strategy::Conservative => planner.plan(&position),
        Strategy::Relaxed => planner.relaxed_plan(&position),
    };
    let time = observer.now().saturating_sub(before);
    let kept = answer == Err(PlanError::Interrupted);
    let plan = match answer {
        Ok(plan) => plan,
        Err(PlanError::Interrupted) => Plan::along(known.clone(), &position, false),
        Err(error) => return Err(PlayError::Planner(error)),
    };
    check(&plan, strategy, &position)?;
    let (length, steps, proven, work) = (snake.len(), plan.steps(), plan.proven, planner.work());
    Ok((plan, Solve { length, steps, asked: true, proven, kept, time, work }))
}

/// Checks a plan before the first step along it.
fn check(plan: &Plan, strategy: Strategy, position: &Position<'_>) -> Result<(), PlayError> {
    let Plan { way, cycle, .. } = plan;
    let length = position.snake.len();
    let is_followed = strategy != Strategy::Relaxed;
    if cycle.board() != position.known.board() || is_followed && !position.is_followed_by(cycle) {
        return Err(PlayError::MissesSnake { length });
    }
    let cells = || std::iter::once(position.head()).chain(way.iter().copied());
    let leads_on = |(from, to): (Cell, Cell)| match is_followed {
        true => cycle.successor(from) == to,
        false => from.direction_to(to).is_some(),
    };
    let first_apple = way.iter().position(|&cell| cell == position.apple);
    if first_apple.map(|place| place + 1) == Some(way.len()) && cells().zip(cells().skip(1)).all(leads_on) {
        return Ok(());
    }
    Err(PlayError::WrongWay { length })
}

/// The plan to continue along the present cycle.
fn as_before(game: &Game, known: &Cycle) -> (Plan, Solve) {
    let snake = game.body();
    let plan = Plan::along(known.clone(), &Position { snake: &snake, apple: apple_of(game), known }, false);
    let solve = Solve {
        length: snake.len(),
        steps: plan.steps(),
        asked: false,
        proven: false,
        kept: false,
        time: Duration::ZERO,
        work: Work::default(),
    };
    (plan, solve)
}

fn apple_of(game: &Game) -> Cell {
    game.apple().expect("a running game has an apple")
}

/// Moves along the plan until the apple is eaten; breaks if the observer does.
fn follow(
    game: &mut Game,
    plan: &Plan,
    observer: &mut dyn PlayObserver,
    moves: &mut Vec<Direction>,
) -> Result<ControlFlow<()>, PlayError> {
    for &next in &plan.way {
        let direction = game.head().direction_to(next).expect("a way goes from neighbour to neighbour");
        let outcome = game.step(direction);
        if let Outcome::Died(death) = outcome {
            return Err(PlayError::Died { death, steps: game.statistics().steps });
        }
        moves.push(direction);
        if observer.stepped(game, plan, outcome).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    if !lies_on(game, &plan.cycle) {
        return Err(PlayError::MissesSnake { length: game.length() });
    }
    Ok(ControlFlow::Continue(()))
}
