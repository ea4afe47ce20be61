//! A game played by an agent, which returns a direction at every step: `--planner`.

use super::rules::Beginning;
use super::{Format, PlayArguments, refuse};
use crate::clock::{Clock, Stop};
use crate::exit;
use crate::file::{self, NewFile};
use crate::messages;
use crate::stage::{Stage, terminal};
use crate::watch::Watch;
use hamadryad_grid::{Cell, Direction};
use hamadryad_snake::{
    Agent, AgentKind, Game, Guarantee, Outcome, Plan, Position, StartError, Status, StepObserver, drive,
    frame,
};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
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
        Err(error) => return Ok(refuse(&start_refused(kind, error), exit::BAD_INPUT)),
    };
    let stage = arguments.is_watched().then(|| Stage::open(arguments.delay));
    let was_watched = stage.is_some();
    let mut audience =
        Audience { stage, is_stopped: &is_stopped, moves: Vec::new(), last: game.head(), error: None };
    let result = drive(&mut game, &mut *agent, &mut audience);
    let Audience { stage, moves, error, .. } = audience;
    drop(stage);
    drop(watch);
    if let Some(error) = error {
        return Err(error);
    }
    if let Err(error) = result {
        return Ok(refuse(&error.to_string(), exit::BROKEN_GUARANTEE));
    }
    let seconds = clock.cpu_seconds();
    let told = Told { game: &game, kind, beginning, plans: agent.plans(), moves: &moves };
    if let Some(name) = &arguments.save {
        let written = NewFile::begin(name).and_then(|mut out| {
            told.as_json(BufWriter::new(&mut out), seconds)?;
            out.finish()
        });
        if let Err(error) = written {
            return Ok(refuse(&file::cannot_write(name, &error), exit::BAD_OUTPUT));
        }
    }
    match arguments.format {
        Format::Text => {
            told.as_text(was_watched)?;
            let each = 1e6 * seconds / (moves.len().max(1) as f64);
            messages::write(&format!("time     {seconds:.3} s of the processor, {each:.2} µs a step\n"));
        }
        Format::Json => told.as_json(io::stdout().lock(), seconds)?,
    }
    let answered = if moves.is_empty() { 0 } else { exit::SATISFIABLE };
    Ok(if game.status() == Status::Won { 0 } else { exit::INTERRUPTED + answered })
}

fn start_refused(kind: AgentKind, error: StartError) -> String {
    format!("--planner {} cannot start there: {error}", kind.name())
}

/// Shows the game, records the moves, and stops the game on a signal.
struct Audience<'a> {
    stage: Option<Stage>,
    is_stopped: &'a dyn Fn() -> bool,
    moves: Vec<Direction>,
    last: Cell,
    error: Option<io::Error>,
}

impl StepObserver for Audience<'_> {
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, _: Outcome) -> ControlFlow<()> {
        let head = game.head();
        self.moves.extend(self.last.direction_to(head));
        self.last = head;
        if let Some(stage) = &mut self.stage {
            let is_followed = agent.guarantee() == Guarantee::EveryStep;
            let plan = is_followed.then(|| along(game, agent)).flatten();
            if let Err(error) = stage.show(&frame(game, plan.as_ref())) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            stage.wait(self.is_stopped);
        }
        if (self.is_stopped)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The moves of an agent that would follow its cycle from now on.
fn along(game: &Game, agent: &dyn Agent) -> Option<Plan> {
    let (cycle, snake) = (agent.certificate(game)?, game.body());
    let position = Position { snake: &snake, apple: game.apple()?, known: &cycle };
    Some(Plan::along(cycle.clone(), &position, false))
}

/// A game that is over.
struct Told<'a> {
    game: &'a Game,
    kind: AgentKind,
    beginning: &'a Beginning,
    plans: u64,
    moves: &'a [Direction],
}

impl Told<'_> {
    fn status(&self) -> &'static str {
        if self.game.status() == Status::Won { "won" } else { "stopped" }
    }

    fn as_text(&self, was_watched: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if !was_watched {
            write!(out, "{}", terminal().draw(&frame(self.game, None)))?;
        }
        let (length, cells) = (self.game.length(), self.game.board().len());
        let statistics = self.game.statistics();
        writeln!(out, "\n{:<8} {length} of {cells} cells, seed {}", self.status(), self.beginning.seed())?;
        writeln!(out, "apples   {}", statistics.apples)?;
        writeln!(out, "steps    {}", statistics.steps)?;
        writeln!(out, "plans    {}, by {}", self.plans, self.kind)?;
        out.flush()
    }

    fn as_json(&self, mut out: impl Write, cpu: f64) -> io::Result<()> {
        let board = self.game.board();
        let statistics = self.game.statistics();
        let record = Record {
            configuration: Configuration { beginning: self.beginning, planner: self.kind.to_string() },
            result: Results {
                status: self.status(),
                length: self.game.length(),
                cells: board.len(),
                apples: statistics.apples,
                steps: statistics.steps,
                plans: self.plans,
                moves: self.moves.iter().map(|direction| direction.letter()).collect(),
            },
            timing: Timing { cpu },
        };
        serde_json::to_writer(&mut out, &record)?;
        writeln!(out)?;
        out.flush()
    }
}

#[derive(Serialize)]
struct Record<'a> {
    configuration: Configuration<'a>,
    result: Results,
    timing: Timing,
}

#[derive(Serialize)]
struct Configuration<'a> {
    #[serde(flatten)]
    beginning: &'a Beginning,
    planner: String,
}

#[derive(Serialize)]
struct Results {
    status: &'static str,
    length: usize,
    cells: usize,
    apples: u64,
    steps: u64,
    plans: u64,
    /// `U`, `R`, `D`, `L`.
    moves: String,
}

/// In seconds of the processor, including rules and pictures.
#[derive(Serialize)]
struct Timing {
    cpu: f64,
}
