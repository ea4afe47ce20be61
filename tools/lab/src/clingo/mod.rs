//! An installed clingo as a planner for the snake.
//!
//! `driver.py` runs in a Python with the module `clingo`, as one process for each game, and solves the same
//! program as Hamadryad. The driver measures its own times, so the start of Python and the communication do
//! not count. Both sides exchange lines of JSON.

use crate::measured::Measured;
use crate::{Configuration, LabError};
use hamadryad::approach::ApproachKind;
use hamadryad_grid::{Board, Cell, Cycle, Symmetry};
use hamadryad_snake::{Plan, PlanError, Planner, Position, Work};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

const DRIVER: &str = include_str!("driver.py");

/// The program that all engines solve.
const PROGRAM: &str = include_str!("../../encodings/snake/hamiltonian.lp");

/// The parts that an approach adds to the program, and its calls in comments.
fn of_approach(approach: ApproachKind) -> &'static str {
    match approach {
        ApproachKind::OneShot => include_str!("../../encodings/snake/approaches/one-shot.lp"),
        ApproachKind::AdHoc => include_str!("../../encodings/snake/approaches/ad-hoc.lp"),
        ApproachKind::Preground => include_str!("../../encodings/snake/approaches/preground.lp"),
        ApproachKind::Assume => include_str!("../../encodings/snake/approaches/assume.lp"),
        ApproachKind::Nogood => include_str!("../../encodings/snake/approaches/nogood.lp"),
    }
}

/// A Python with clingo.
#[derive(Clone, Debug)]
pub struct Clingo {
    python: PathBuf,
    version: String,
}

impl Clingo {
    /// Tests whether this Python can solve with clingo.
    ///
    /// # Errors
    /// If Python cannot be started, or has no working module `clingo`.
    pub fn find(python: &Path) -> Result<Self, LabError> {
        const QUESTION: &str = "import clingo; clingo.Control(); print(clingo.__version__)";
        let failed = |reason: String| LabError::NoClingo { python: python.into(), reason };
        let output = Command::new(python).args(["-c", QUESTION]).stdin(Stdio::null()).output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(failed(said.lines().last().unwrap_or("it failed").trim().to_string()));
        }
        let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
        Ok(Self { python: python.into(), version })
    }

    /// The version of clingo, such as `5.8.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Starts a game and grounds the program, unless the approach grounds for every apple.
    pub(crate) fn start<'a>(
        &self,
        configuration: &Configuration,
        stop: &'a (dyn Fn() -> bool + 'a),
    ) -> Result<ClingoPlanner<'a>, PlanError> {
        let board = Board::new(configuration.rows, configuration.cols)
            .map_err(|error| PlanError::Failed(error.to_string()))?;
        let mut command = Command::new(&self.python);
        command.args(["-c", DRIVER]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| failure(&error))?;
        let input = process.stdin.take();
        let output = process.stdout.take().expect("the output is a pipe");
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let Configuration { rows, cols, heuristic, mirror, time_limit, .. } = *configuration;
        let mut planner = ClingoPlanner {
            board,
            mirror,
            process,
            input,
            lines,
            stop,
            set_up: (0.0, 0.0),
            cpu: 0.0,
            work: Work::default(),
        };
        let heads = if mirror { "mirrored_heads" } else { "heads" };
        let mut parts = vec!["base", heads];
        parts.extend(heuristic.then_some("heuristics"));
        let approach = configuration.approach.name();
        let program = format!("{PROGRAM}\n{}", of_approach(configuration.approach));
        planner.send(&Setup {
            program: &program,
            parts: &parts,
            rows,
            cols,
            approach,
            heuristic,
            time_limit,
        })?;
        let ready: Ready = planner.hear()?;
        planner.set_up = (ready.ground, ready.cpu);
        Ok(planner)
    }
}

/// The clingo process of a game.
pub(crate) struct ClingoPlanner<'a> {
    board: Board,
    mirror: bool,
    process: Child,
    /// Closing it ends the process.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    stop: &'a (dyn Fn() -> bool + 'a),
    set_up: (f64, f64),
    /// The processor time of the last answer.
    cpu: f64,
    work: Work,
}

#[derive(Serialize)]
struct Setup<'a> {
    program: &'a str,
    parts: &'a [&'a str],
    rows: usize,
    cols: usize,
    approach: &'a str,
    heuristic: bool,
    time_limit: Option<f64>,
}

#[derive(Deserialize)]
struct Ready {
    ground: f64,
    cpu: f64,
}

#[derive(Serialize)]
struct Request {
    snake: Vec<(u32, u32)>,
    apple: (u32, u32),
    known: Vec<(u32, u32)>,
    /// Whether the shortest way to the apple is requested.
    optimize: bool,
}

#[derive(Deserialize)]
struct Answer {
    cycle: Option<Vec<(i64, i64)>>,
    steps: Vec<usize>,
    ground: f64,
    first: Option<f64>,
    optimum: Option<f64>,
    proof: Option<f64>,
    time: f64,
    cpu: f64,
    timed_out: bool,
    conflicts: u64,
}

impl ClingoPlanner<'_> {
    fn send(&mut self, message: &impl Serialize) -> Result<(), PlanError> {
        let mut line = serde_json::to_vec(message).expect("a message is data that JSON can hold");
        line.push(b'\n');
        let input = self.input.as_mut().expect("the input is open as long as the planner is");
        let said = input.write_all(&line).and_then(|()| input.flush());
        said.map_err(|_| self.last_words())
    }

    /// Waits for an answer until the run is stopped.
    fn hear<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, PlanError> {
        const NAP: Duration = Duration::from_millis(20);
        loop {
            match self.lines.recv_timeout(NAP) {
                Ok(line) => {
                    return serde_json::from_str(&line).map_err(|error| {
                        PlanError::Failed(format!("clingo's driver answered `{line}`: {error}"))
                    });
                }
                Err(RecvTimeoutError::Timeout) if (self.stop)() => return Err(PlanError::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.last_words()),
            }
        }
    }

    /// The error for an ended process, with the last line of its standard error.
    fn last_words(&mut self) -> PlanError {
        let mut said = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            let _ = self.process.kill();
            let _ = errors.read_to_string(&mut said);
        }
        let reason = said.lines().last().unwrap_or("it ended without a message").trim();
        PlanError::Failed(format!("clingo's driver ended: {reason}"))
    }
}

fn failure(error: &std::io::Error) -> PlanError {
    PlanError::Failed(format!("clingo's driver cannot be started: {error}"))
}

impl ClingoPlanner<'_> {
    /// Solves a position, reflected as by Hamadryad: a cycle, its steps, and whether it is proven shortest.
    fn ask(&mut self, position: &Position<'_>, optimize: bool) -> Result<(Cycle, usize, bool), PlanError> {
        let grid = self.board.grid();
        let symmetry = match self.mirror {
            true => Symmetry::to_first_quarter(grid, position.head()),
            false => Symmetry::default(),
        };
        let snake = symmetry.apply_to_path(grid, position.snake);
        let known = symmetry.apply_to_cycle(position.known);
        self.work = Work::default();
        self.send(&Request {
            snake: snake.iter().map(|cell| cell.pair()).collect(),
            apple: symmetry.apply(grid, position.apple).pair(),
            known: known.arcs().map(|(from, _)| from.pair()).collect(),
            optimize,
        })?;
        let answer: Answer = self.hear()?;
        self.cpu = answer.cpu;
        self.work = answer.work();
        let (Some(cycle), Some(&steps)) = (answer.cycle, answer.steps.last()) else {
            return Err(if answer.timed_out { PlanError::Interrupted } else { PlanError::NoCycle });
        };
        let back = symmetry.inverse();
        let cells = cycle.iter().filter_map(|&(x, y)| Cell::from_pair(x, y));
        let cells: Vec<Cell> = cells.map(|cell| back.apply(grid, cell)).collect();
        let cycle = Cycle::from_order(self.board, &cells)
            .map_err(|error| PlanError::Failed(format!("clingo's model is not a cycle: {error}")))?;
        Ok((cycle, steps, answer.proof.is_some()))
    }
}

impl Answer {
    fn work(&self) -> Work {
        let moment = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Work {
            ground: moment(self.ground),
            first: self.first.map(moment),
            best: self.optimum.map(moment),
            total: moment(self.proof.unwrap_or(self.time)),
            bounds: self.steps.clone(),
            conflicts: self.conflicts,
            interrupted: self.timed_out,
        }
    }
}

impl Planner for ClingoPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let (cycle, steps, proven) = self.ask(position, true)?;
        let plan = Plan::along(cycle, position, proven);
        match plan.steps() == steps {
            true => Ok(plan),
            false => Err(PlanError::Failed(format!("clingo's {} steps cost {steps}", plan.steps()))),
        }
    }

    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        let (cycle, ..) = self.ask(position, false)?;
        self.work.bounds.clear();
        Ok(cycle)
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}

impl Measured for ClingoPlanner<'_> {
    fn set_up(&self) -> (f64, f64) {
        self.set_up
    }

    fn cpu(&self) -> f64 {
        self.cpu
    }
}

impl Drop for ClingoPlanner<'_> {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
