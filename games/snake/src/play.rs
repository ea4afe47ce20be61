//! Playing a whole game by a strategy: who proposes cycles is asked, who moves the snake follows them.
//!
//! `naive` asks for one cycle, at the start, and follows it until the board is full. `conservative` asks for a new one at
//! every apple and follows it until the apple is eaten. Both are strategies of Böhl, Ellmauthaler, Gaggl: Winning Snake:
//! Design Choices in Multi-Shot ASP, TPLP 2024.
//!
//! Why both win: the snake lies on the cycle it follows, so the cell ahead of the head is free or, once the snake covers
//! the board, there is none to go to. At an apple the head has moved on along the cycle and the tail stayed, so the
//! snake still lies on it. Hence there always is a cycle through the snake: at least the one it followed last. Should a
//! planner be stopped before it finds any, the snake goes on along that one.
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
}

impl Strategy {
    /// Both.
    pub const ALL: [Strategy; 2] = [Strategy::Naive, Strategy::Conservative];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Naive => "naive",
            Strategy::Conservative => "conservative",
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
    /// Whether it is known that no cycle through the snake needs fewer.
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
    /// The cycle is one of another board, or does not run through the snake from its tail to its head.
    MissesSnake {
        /// The length of the snake.
        length: usize,
    },
    /// The steps to the apple are not what the planner says.
    WrongSteps {
        /// The length of the snake.
        length: usize,
        /// What the planner says.
        claimed: usize,
        /// What it is.
        actual: usize,
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
            Self::WrongSteps { length, claimed, actual } => write!(
                f,
                "the plan for a snake of length {length} says {claimed} steps to the apple, but it takes {actual}"
            ),
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
    let mut report = Report::default();
    let mut known = Cycle::comb(game.board());
    while game.status() == Status::Running {
        let is_due = strategy == Strategy::Conservative || report.solves.is_empty();
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
        Strategy::Naive => planner.any_cycle(&position).map(|cycle| along(cycle, &position)),
        Strategy::Conservative => planner.plan(&position),
    };
    let time = watcher.now().saturating_sub(before);
    let kept = answer == Err(PlanError::Interrupted);
    let plan = match answer {
        Ok(plan) => plan,
        Err(PlanError::Interrupted) => along(known.clone(), &position),
        Err(error) => return Err(PlayError::Planner(error)),
    };
    let length = snake.len();
    if plan.cycle.board() != game.board() || !position.is_followed_by(&plan.cycle) {
        return Err(PlayError::MissesSnake { length });
    }
    let actual = plan.cycle.distance(position.head(), apple);
    if plan.steps != actual {
        return Err(PlayError::WrongSteps { length, claimed: plan.steps, actual });
    }
    let (steps, proven, work) = (plan.steps, plan.proven, planner.work());
    Ok((plan, Solve { length, steps, asked: true, proven, kept, time, work }))
}

/// The cycle that the snake follows anyway.
fn as_before(game: &Game, known: &Cycle) -> (Plan, Solve) {
    let snake = game.body();
    let plan = along(known.clone(), &Position { snake: &snake, apple: apple_of(game), known });
    let solve = Solve {
        length: snake.len(),
        steps: plan.steps,
        asked: false,
        proven: false,
        kept: false,
        time: Duration::ZERO,
        work: Work::default(),
    };
    (plan, solve)
}

/// A cycle, with nothing known of how good it is.
fn along(cycle: Cycle, position: &Position<'_>) -> Plan {
    // The planner's board may be another one: then there is no distance, and the cycle is refused for that.
    let is_of_board = position.known.board() == cycle.board();
    let steps = if is_of_board { cycle.distance(position.head(), position.apple) } else { 0 };
    Plan { cycle, steps, proven: false }
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
    loop {
        let next = plan.cycle.successor(game.head());
        let direction = game.head().direction_to(next).expect("a cycle goes from neighbour to neighbour");
        let outcome = game.step(direction);
        if let Outcome::Died(death) = outcome {
            return Err(PlayError::Died { death, steps: game.statistics().steps });
        }
        moves.push(direction);
        if watcher.stepped(game, plan, outcome).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if outcome != Outcome::Moved {
            return Ok(ControlFlow::Continue(()));
        }
    }
}
