//! A game with planned round trips, and its display.

use super::patience::Patience;
use super::record::{self, FinishedGame, Planned};
use super::{Format, PlayArguments, refuse};
use crate::clock::{Clock, Stop};
use crate::exit;
use crate::messages;
use crate::stage::Stage;
use crate::watch::Watch;
use hamadryad_grid::Cycle;
use hamadryad_snake::{
    Beginning, CircuitPlanner, Game, GameTiming, Instance, Limits, LogicPlanner, Outcome, Plan, PlanError,
    Planner, PlayObserver, Rules, Solve, Status, decide, frame, play_after, play_from, solve_relaxed,
};
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Plays a game and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub(super) fn run(beginning: &Beginning, mut game: Game, arguments: &PlayArguments) -> io::Result<u8> {
    let board = game.board();
    let clock = Clock::start();
    let stop = Stop::after(clock, None);
    stop.listen();
    let watch = Watch::without_summary(&stop);
    let begun = Instant::now();
    let is_stopped = || stop.reason().is_some();
    let patience = Patience::new(clock, arguments.conflict_limit(), arguments.is_watched());
    let is_plan_over = || patience.is_over() || is_stopped();
    let limits = Limits { time: arguments.time_limit, clock: &|| begun.elapsed(), stop: &is_plan_over };
    let planner: Result<Box<dyn Planner>, PlanError> = match arguments.logic_options() {
        Some(options) => LogicPlanner::with_options(board, options, limits)
            .map(|planner| Box::new(planner) as Box<dyn Planner>),
        None => Ok(Box::new(CircuitPlanner::new(board, limits))),
    };
    let mut planner = match planner {
        Ok(planner) => planner,
        Err(PlanError::Interrupted) => {
            messages::write("stopped before the game began\n");
            return Ok(exit::INTERRUPTED);
        }
        Err(error) => return Ok(refuse(&error.to_string(), exit::BAD_INPUT)),
    };
    let ground = begun.elapsed();
    let first = match first(&game, &is_stopped) {
        Ok(first) => first,
        Err(code) => return Ok(code),
    };
    let stage = arguments.is_watched().then(|| Stage::open(arguments.delay));
    let mut recorder = Recorder {
        start: begun,
        clock,
        is_stopped: &is_stopped,
        patience: &patience,
        stage,
        plans: Vec::new(),
        looks: Vec::new(),
        error: None,
    };
    let strategy = arguments.strategy.into();
    let result = match first {
        First::Cycle(known) => play_from(&mut game, known, strategy, &mut *planner, &mut recorder),
        First::Way(plan) => play_after(&mut game, &plan, strategy, &mut *planner, &mut recorder),
    };
    let Recorder { stage, plans, looks, error, .. } = recorder;
    let was_watched = stage.is_some();
    drop(stage);
    drop(watch);
    if let Some(error) = error {
        return Err(error);
    }
    let report = match result {
        Ok(report) => report,
        Err(error) => return Ok(refuse(&error.to_string(), exit::BROKEN_GUARANTEE)),
    };
    let finished = FinishedGame { arguments, beginning, game: &game, report: &report, plans: &plans };
    let record = finished.record(GameTiming::of_report(&report, ground, begun.elapsed(), &cpus(&looks)));
    if let Some(file) = &arguments.save
        && let Err(error) = record::save(&record, file)
    {
        return Ok(refuse(&crate::file::cannot_write(file, &error), exit::BAD_OUTPUT));
    }
    match arguments.format {
        Format::Text => {
            finished.write_text(was_watched)?;
            messages::write(&record::times(&report, ground));
        }
        Format::Json => record::write(&record, io::stdout().lock())?,
    }
    let answered = if plans.is_empty() { 0 } else { exit::SATISFIABLE };
    Ok(if game.status() == Status::Won { 0 } else { exit::INTERRUPTED + answered })
}

/// The processor time of each call of the planner, from the times before and after the calls.
fn cpus(looks: &[f64]) -> Vec<Duration> {
    let spent = |pair: &[f64]| Duration::try_from_secs_f64(pair[1] - pair[0]).unwrap_or_default();
    looks.chunks_exact(2).map(spent).collect()
}

/// The beginning of a game.
enum First {
    /// The snake lies on this round trip.
    Cycle(Cycle),
    /// The snake lies on no round trip, but on one after this way to the first apple.
    Way(Plan),
}

/// A first round trip, or the way onto one; the error is an exit code, and its message has been printed.
fn first(game: &Game, is_stopped: &dyn Fn() -> bool) -> Result<First, u8> {
    let body: Vec<_> = game.snake().rev().collect();
    let comb = Cycle::comb(game.board());
    let Some(apple) = game.apple() else {
        return Err(refuse("the snake covers the board already", exit::BAD_INPUT));
    };
    if comb.contains_path(&body) {
        return Ok(First::Cycle(comb));
    }
    let instance = Instance::new(game.board(), game.body(), apple);
    let instance = instance.map_err(|error| refuse(&error.to_string(), exit::BAD_INPUT))?;
    let mut answer = decide(&instance, is_stopped);
    if let Some(plan) = answer.plan {
        return Ok(First::Cycle(plan.cycle));
    }
    if !answer.stopped && grows_by_one(game) {
        answer = solve_relaxed(&instance, None, is_stopped);
    }
    if answer.stopped {
        messages::write("stopped before the game began\n");
        return Err(exit::INTERRUPTED);
    }
    let message =
        "no round trip leads through this snake, and no way to the apple ends on one: the snake may be lost";
    answer.plan.map(First::Way).ok_or_else(|| refuse(message, exit::BAD_INPUT))
}

/// Whether the snake grows by one cell at each apple, as ways that leave all round trips require.
fn grows_by_one(game: &Game) -> bool {
    game.rules().growth == Rules::default().growth && game.length() == game.nominal_length()
}

/// Shows the game, records the plans, and stops the game on a signal.
struct Recorder<'a> {
    start: Instant,
    clock: Clock,
    is_stopped: &'a dyn Fn() -> bool,
    patience: &'a Patience,
    stage: Option<Stage>,
    plans: Vec<Planned>,
    /// The processor time before and after every plan.
    looks: Vec<f64>,
    error: Option<io::Error>,
}

impl Recorder<'_> {
    fn look(&mut self, game: &Game, plan: Option<&Plan>, is_followed: bool) -> ControlFlow<()> {
        if let Some(stage) = &mut self.stage {
            if let Err(error) = stage.show(&frame(game, plan)) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            if is_followed {
                stage.wait(self.is_stopped);
            }
        }
        if (self.is_stopped)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl PlayObserver for Recorder<'_> {
    fn now(&mut self) -> Duration {
        self.looks.push(self.clock.cpu_seconds());
        self.start.elapsed()
    }

    fn planned(&mut self, game: &Game, plan: &Plan, _: &Solve) -> ControlFlow<()> {
        self.patience.next_plan();
        let apple = game.apple().expect("there is a plan for an apple");
        self.plans.push(Planned { head: game.head(), apple, plan: plan.clone() });
        self.look(game, Some(plan), true)
    }

    fn stepped(&mut self, game: &Game, plan: &Plan, outcome: Outcome) -> ControlFlow<()> {
        // Once the apple is eaten, the plan does not concern the next apple.
        let goes_on = outcome == Outcome::Moved;
        self.look(game, goes_on.then_some(plan), goes_on)
    }
}
