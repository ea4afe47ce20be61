//! A game played by an agent, which returns a direction at every step: `--planner`.

use super::{Format, PlayArguments, record, refuse};
use crate::clock::{Clock, Stop};
use crate::exit;
use crate::file;
use crate::messages;
use crate::stage::{Stage, terminal};
use crate::watch::Watch;
use hamadryad_grid::{Cell, Direction};
use hamadryad_snake::{
    Agent, AgentKind, Beginning, Game, GameConfiguration, GameRecord, GameResult, GameTiming, Intent, Named,
    Outcome, Seconds, StartError, Status, StepObserver, check_guarantee, drive, frame, frame_of_intent,
};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

/// Plays a game and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub(super) fn run(
    beginning: &Beginning,
    mut game: Game,
    kind: AgentKind,
    arguments: &PlayArguments,
) -> io::Result<u8> {
    let clock = Clock::start();
    let stop = Stop::after(clock, None);
    stop.listen();
    let watch = Watch::without_summary(&stop);
    let is_stopped = || stop.reason().is_some();
    let begun = Instant::now();
    let elapsed = || begun.elapsed();
    let mut agent = match kind.start(&game, &elapsed) {
        Ok(agent) => agent,
        Err(error) => return Ok(refuse(&cannot_start(kind, error), exit::BAD_INPUT)),
    };
    let stage = arguments.is_watched().then(|| Stage::open(arguments.delay));
    let was_watched = stage.is_some();
    let mut recorder = Recorder {
        stage,
        is_stopped: &is_stopped,
        moves: Vec::new(),
        last: game.head(),
        error: None,
        checks: arguments.check,
        broken: None,
    };
    let result = drive(&mut game, &mut *agent, &mut recorder);
    let Recorder { stage, moves, error, broken, .. } = recorder;
    drop(stage);
    drop(watch);
    if let Some(error) = error {
        return Err(error);
    }
    if let Some(broken) = broken {
        return Ok(refuse(&broken, exit::BROKEN_GUARANTEE));
    }
    if let Err(error) = result.as_ref()
        && kind.has_guarantee()
    {
        return Ok(refuse(&error.to_string(), exit::BROKEN_GUARANTEE));
    }
    let seconds = clock.cpu_seconds();
    let record = record_of(beginning, &game, kind, agent.plans(), &moves, seconds);
    if let Some(name) = &arguments.save
        && let Err(error) = record::save(&record, name)
    {
        return Ok(refuse(&file::cannot_write(name, &error), exit::BAD_OUTPUT));
    }
    match arguments.format {
        Format::Text => {
            write_text(&game, beginning.seed, was_watched, &format!("{}, by {kind}", agent.plans()))?;
            let each = 1e6 * seconds / (moves.len().max(1) as f64);
            messages::write(&format!("time     {seconds:.3} s of the processor, {each:.2} µs a step\n"));
        }
        Format::Json => record::write(&record, io::stdout().lock())?,
    }
    let answered = if moves.is_empty() { 0 } else { exit::SATISFIABLE };
    let is_over = result.is_err() || game.status() == Status::Won;
    Ok(if is_over { 0 } else { exit::INTERRUPTED + answered })
}

fn cannot_start(kind: AgentKind, error: StartError) -> String {
    format!("--planner {} cannot start there: {error}", kind.name())
}

/// Shows the game, records the moves, and stops the game on a signal.
struct Recorder<'a> {
    stage: Option<Stage>,
    is_stopped: &'a dyn Fn() -> bool,
    moves: Vec<Direction>,
    last: Cell,
    error: Option<io::Error>,
    /// Whether the guarantee of the agent is checked after each step, and the first failure.
    checks: bool,
    broken: Option<String>,
}

impl StepObserver for Recorder<'_> {
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, outcome: Outcome) -> ControlFlow<()> {
        let head = game.head();
        self.moves.extend(self.last.direction_to(head));
        self.last = head;
        if self.checks
            && let Err(broken) = check_guarantee(agent, game, outcome != Outcome::Moved)
        {
            self.broken = Some(format!("after {} steps: {broken}", game.statistics().steps));
            return ControlFlow::Break(());
        }
        if let Some(stage) = &mut self.stage {
            let intent = Intent { cycle: None, search: Vec::new(), ..agent.intent(game, None) };
            if let Err(error) = stage.show(&frame_of_intent(game, &intent)) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            stage.wait(self.is_stopped);
        }
        if (self.is_stopped)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn record_of(
    beginning: &Beginning,
    game: &Game,
    kind: AgentKind,
    plans: u64,
    moves: &[Direction],
    seconds: f64,
) -> GameRecord {
    GameRecord {
        configuration: GameConfiguration {
            beginning: beginning.clone(),
            planner: Some(Named(kind)),
            strategy: None,
            solver: None,
            approach: None,
            heuristic: None,
            mirror: None,
            time_limit: None,
            conflict_limit: None,
        },
        result: GameResult::new(game, moves.to_vec(), plans),
        apples: None,
        timing: GameTiming { cpu: Seconds::try_from(seconds).ok(), ..GameTiming::default() },
    }
}

fn write_text(game: &Game, seed: u64, was_watched: bool, plans: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !was_watched {
        write!(out, "{}", terminal().draw(&frame(game, None)))?;
    }
    record::write_summary(&mut out, game, seed)?;
    writeln!(out, "plans    {plans}")?;
    out.flush()
}
