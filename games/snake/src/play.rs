//! Playing a whole game by a strategy: who proposes cycles is asked, who moves the snake follows them.
//!
//! `naive` asks for one cycle, at the start, and follows it until the board is full. `conservative` asks for a new one at
//! every apple and follows it until the apple is eaten. Both are strategies of Böhl, Ellmauthaler, Gaggl: Winning Snake:
//! Design Choices in Multi-Shot ASP, TPLP 2024. `relaxed` asks at every apple for a way there that need not be part of
//! a cycle, as long as the snake lies on one when it has eaten.
//!
//! Why all win: the snake lies on the cycle it follows, so the cell ahead of the head is free or, once the snake covers
//! the board, there is none to go to. At an apple the head has moved on along the cycle and the tail stayed, so the
//! snake still lies on it. Hence there always is a cycle through the snake: at least the one it followed last. Should a
//! planner be stopped before it finds any, the snake goes on along that one. A relaxed plan brings the cycle along that
//! the snake will lie on, with the next apple somewhere ahead on it.
//!
//! Whatever a planner says is checked before a step is made.

use crate::{Game, Outcome, Plan, PlanError, Planner, Position, Status, Work};
use hamadryad_grid::{Cell, Cycle, Direction};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// When a planner is asked, and what for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// Once, for any cycle through the snake.
    Naive,
    /// At every apple, for one that leads there soon.
    #[default]
    Conservative,
    /// At every apple, for a way there after which the snake lies on one.
    Relaxed,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 3] = [Strategy::Naive, Strategy::Conservative, Strategy::Relaxed];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Naive => "naive",
            Strategy::Conservative => "conservative",
            Strategy::Relaxed => "relaxed",
        }
    }
}

/// Looks on while a game is played, hands in the clock and may stop the game.
pub trait Watcher {
    /// The time since some fixed moment; asked before and after every call of the planner. Without a clock all times are 0.
    fn now(&mut self) -> Duration {
        Duration::ZERO
    }

    /// There is a plan for the next apple, and nothing moved yet.
    fn planned(&mut self, _game: &Game, _plan: &Plan, _solve: &Solve) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The snake made a step; the plan is the one it follows.
    fn stepped(&mut self, _game: &Game, _plan: &Plan, _outcome: Outcome) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// How the snake came by the cycle that leads it to an apple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solve {
    /// The length of the snake.
    pub length: usize,
    /// The steps from the head to the apple.
    pub steps: usize,
    /// Whether the planner was asked for this apple. If not, the snake follows the cycle that it has.
    pub asked: bool,
    /// Whether it is known that nothing of what the strategy asks for needs fewer.
    pub proven: bool,
    /// Whether the planner came to nothing in time, so that the snake keeps to its last cycle.
    pub kept: bool,
    /// How long the planner took, by the watcher's clock.
    pub time: Duration,
    /// What the planner says of its work.
    pub work: Work,
}

/// A whole game, or what was played of it until the watcher stopped it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// One for every apple.
    pub solves: Vec<Solve>,
    /// Every step: made again in a game of the same board and seed, they give the same game.
    pub moves: Vec<Direction>,
}

/// A player's mistake. None of these can happen with a planner that is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The planner failed, or denies that there is a cycle.
    Planner(PlanError),
    /// The cycle is one of another board, or does not run through the snake from its tail to its head: when the plan was
    /// made, or once the snake has eaten.
    MissesSnake {
        /// The length of the snake.
        length: usize,
    },
    /// The way does not lead from the head to the apple cell by cell, or not along the cycle that is to be followed.
    WrongWay {
        /// The length of the snake.
        length: usize,
    },
    /// The snake died.
    Died {
        /// Of what.
        death: crate::Death,
        /// After how many steps.
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

/// Plays a game to its end, or until the watcher stops it.
///
/// The snake at the start must lie on the board's generic cycle, as one of a single cell does.
///
/// # Errors
/// Where the planner fails, or is wrong.
pub fn play(
    game: &mut Game,
    strategy: Strategy,
    planner: &mut dyn Planner,
    watcher: &mut dyn Watcher,
) -> Result<Report, PlayError> {
    play_from(game, Cycle::comb(game.board()), strategy, planner, watcher)
}

/// Plays a game that begins with any snake on a cycle.
///
/// # Errors
/// Where the snake does not lie on the cycle, and where the planner fails or is wrong.
pub fn play_from(
    game: &mut Game,
    mut known: Cycle,
    strategy: Strategy,
    planner: &mut dyn Planner,
    watcher: &mut dyn Watcher,
) -> Result<Report, PlayError> {
    let mut report = Report::default();
    if known.board() != game.board() || !lies_on(game, &known) {
        return Err(PlayError::MissesSnake { length: game.length() });
    }
    while game.status() == Status::Running {
        let is_due = strategy != Strategy::Naive || report.solves.is_empty();
        let (plan, solve) = if is_due {
            next_plan(game, strategy, planner, &known, watcher)?
        } else {
            as_before(game, &known)
        };
        let is_over = watcher.planned(game, &plan, &solve).is_break();
        report.solves.push(solve);
        if is_over {
            break;
        }
        if follow(game, &plan, watcher, &mut report.moves)?.is_break() {
            break;
        }
        known = plan.cycle;
    }
    Ok(report)
}

/// Whether the snake moves on from its head, and all of it goes along, if it follows this cycle.
fn lies_on(game: &Game, cycle: &Cycle) -> bool {
    cycle.contains_path(&game.snake().rev().collect::<Vec<Cell>>())
}

/// A plan for the apple that lies there, checked.
fn next_plan(
    game: &Game,
    strategy: Strategy,
    planner: &mut dyn Planner,
    known: &Cycle,
    watcher: &mut dyn Watcher,
) -> Result<(Plan, Solve), PlayError> {
    let snake = game.body();
    let apple = apple_of(game);
    let position = Position { snake: &snake, apple, known };
    let before = watcher.now();
    let answer = match strategy {
        Strategy::Naive => {
            planner.any_cycle(&position).and_then(|cycle| match cycle.board() == game.board() {
                true => Ok(Plan::along(cycle, &position, false)),
                false => Err(PlanError::Failed("its cycle is one of another board".to_string())),
            })
        }
        Strategy::Conservative => planner.plan(&position),
        Strategy::Relaxed => planner.relaxed_plan(&position),
    };
    let time = watcher.now().saturating_sub(before);
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

/// What can be said of a plan before it is followed.
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

/// The cycle that the snake follows anyway.
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

/// Moves along the plan until the apple is eaten; a break is the watcher's.
fn follow(
    game: &mut Game,
    plan: &Plan,
    watcher: &mut dyn Watcher,
    moves: &mut Vec<Direction>,
) -> Result<ControlFlow<()>, PlayError> {
    for &next in &plan.way {
        let direction = game.head().direction_to(next).expect("a way goes from neighbour to neighbour");
        let outcome = game.step(direction);
        if let Outcome::Died(death) = outcome {
            return Err(PlayError::Died { death, steps: game.statistics().steps });
        }
        moves.push(direction);
        if watcher.stepped(game, plan, outcome).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    if !lies_on(game, &plan.cycle) {
        return Err(PlayError::MissesSnake { length: game.length() });
    }
    Ok(ControlFlow::Continue(()))
}
