//! Plays a game and records its cost.
//!
//! Strategy and rules are those of `hamadryad-snake` for every planner: each plan and each step is checked. A
//! [`Measured`] planner reports the cost of its last plan, which the record stores for each apple.

use crate::measured::Measured;
use crate::{Clingo, Configuration, Engine, Iteration, Machine, Outcome, Player, Record, Task};
use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{
    self as snake, Apples, Game, Plan, PlanError, Planner, PlayObserver, Position, Solve, Status, Work,
};
use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

mod hamadryad;

/// The players of the snake, for all strategies, approaches and engines.
#[derive(Clone, Debug)]
pub struct Players {
    machine: Machine,
    clingo: Option<Clingo>,
}

impl Players {
    /// Players on this machine; without clingo, its games fail.
    pub fn new(machine: Machine, clingo: Option<Clingo>) -> Self {
        Self { machine, clingo }
    }

    /// The name and version of an engine, as in records.
    pub fn version(&self, engine: Engine) -> String {
        let version = match engine {
            Engine::Hamadryad => env!("CARGO_PKG_VERSION"),
            Engine::Clingo => self.clingo.as_ref().map_or("missing", Clingo::version),
        };
        format!("{} {version}", engine.name())
    }

    fn start<'a>(
        &self,
        configuration: &Configuration,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Box<dyn Measured + 'a>, PlanError> {
        match (configuration.engine, &self.clingo) {
            (Engine::Hamadryad, _) => hamadryad::start(configuration, stop),
            (Engine::Clingo, Some(clingo)) => {
                let planner = clingo.start(configuration, stop)?;
                Ok(Box::new(planner))
            }
            (Engine::Clingo, None) => Err(PlanError::Failed("there is no clingo".to_string())),
        }
    }
}

impl Player<Task> for Players {
    fn play(&self, task: &Task, stop: &dyn Fn() -> bool) -> Option<Record> {
        let Task { configuration, seed, .. } = task;
        let (outcome, iterations) = match self.start(configuration, stop) {
            Ok(mut planner) => play(configuration, *seed, planner.as_mut(), stop),
            Err(PlanError::Interrupted) => return None,
            Err(error) => (failed(&error.to_string()), Vec::new()),
        };
        if stop() && !outcome.won {
            return None;
        }
        let ended = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Some(Record {
            experiment: task.experiment.clone(),
            configuration: *configuration,
            seed: *seed,
            version: self.version(configuration.engine),
            machine: self.machine.clone(),
            ended,
            outcome,
            iterations,
        })
    }
}

fn failed(reason: &str) -> Outcome {
    let failure = Some(reason.to_string());
    Outcome { won: false, failure, steps: 0, apples: 0, set_up: 0.0, wall: 0.0, cpu: 0.0 }
}

/// Plays to the end, or until `stop` returns `true`.
fn play(
    configuration: &Configuration,
    seed: u64,
    planner: &mut dyn Measured,
    stop: &dyn Fn() -> bool,
) -> (Outcome, Vec<Iteration>) {
    let board = match Board::new(configuration.rows, configuration.cols) {
        Ok(board) => board,
        Err(error) => return (failed(&error.to_string()), Vec::new()),
    };
    let set_up = planner.set_up();
    let mut game = Game::new(board, Apples::from_seed(seed));
    let mut meter = Meter { planner, cpus: Vec::new() };
    let mut notes = Notes { stop, iterations: Vec::new() };
    let result = snake::play(&mut game, configuration.strategy, &mut meter, &mut notes);
    let (mut iterations, cpus) = (notes.iterations, meter.cpus);
    for (iteration, &cpu) in iterations.iter_mut().filter(|iteration| iteration.asked).zip(&cpus) {
        iteration.cpu = cpu;
    }
    let statistics = game.statistics();
    let outcome = Outcome {
        won: game.status() == Status::Won,
        failure: result.err().map(|error| error.to_string()),
        steps: statistics.steps,
        apples: statistics.apples,
        set_up: set_up.0,
        // Only the planner is measured: rules, strategy and communication with another process do not count.
        wall: set_up.0 + iterations.iter().map(|iteration| iteration.time).sum::<f64>(),
        cpu: set_up.1 + cpus.iter().sum::<f64>(),
    };
    (outcome, iterations)
}

/// Calls a planner and stores the cost of each answer.
struct Meter<'a> {
    planner: &'a mut dyn Measured,
    cpus: Vec<f64>,
}

impl Planner for Meter<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.planner.plan(position);
        self.cpus.push(self.planner.cpu());
        plan
    }

    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        let cycle = self.planner.any_cycle(position);
        self.cpus.push(self.planner.cpu());
        cycle
    }

    fn work(&self) -> Work {
        self.planner.work()
    }
}

/// Records the plan for each apple.
struct Notes<'a> {
    stop: &'a dyn Fn() -> bool,
    iterations: Vec<Iteration>,
}

impl PlayObserver for Notes<'_> {
    fn planned(&mut self, game: &Game, _: &Plan, solve: &Solve) -> ControlFlow<()> {
        if (self.stop)() {
            return ControlFlow::Break(());
        }
        let &Solve { length, steps, asked, proven, ref work, .. } = solve;
        let total = work.total.as_secs_f64();
        self.iterations.push(Iteration {
            length,
            apple: game.apple().expect("there is a plan for an apple").pair(),
            steps,
            asked,
            ground: work.ground.as_secs_f64(),
            first: work.first.map(|moment| moment.as_secs_f64()),
            optimum: work.best.map(|moment| moment.as_secs_f64()),
            proof: proven.then_some(total),
            time: total,
            cpu: 0.0,
            bounds: work.bounds.clone(),
            timed_out: work.interrupted,
            conflicts: work.conflicts,
        });
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ::hamadryad::approach::ApproachKind;
    use hamadryad_snake::Strategy;

    /// A task for tests.
    pub(crate) fn task(seed: u64) -> Task {
        let configuration = Configuration {
            engine: Engine::Hamadryad,
            strategy: Strategy::Conservative,
            approach: ApproachKind::Assume,
            rows: 4,
            cols: 4,
            time_limit: None,
            heuristic: true,
            mirror: false,
        };
        Task { experiment: "test".to_string(), configuration, seed }
    }

    /// The record of a small game.
    pub(crate) fn record(seed: u64) -> Record {
        Players::new(Machine::this(1), None).play(&task(seed), &|| false).expect("nobody stops it")
    }

    #[test]
    fn a_record_describes_the_game() {
        let record = record(3);
        assert!(record.outcome.won, "{:?}", record.outcome.failure);
        assert_eq!(record.iterations.len(), 15);
        let steps: usize = record.iterations.iter().map(|iteration| iteration.steps).sum();
        assert_eq!(record.outcome.steps, steps as u64);
        assert!(record.iterations.iter().all(|iteration| iteration.is_proven() && !iteration.timed_out));
        assert!(record.iterations.iter().enumerate().all(|(number, one)| one.length == number + 1));
    }

    #[test]
    fn a_stopped_game_has_no_record() {
        assert_eq!(Players::new(Machine::this(1), None).play(&task(1), &|| true), None);
    }

    #[test]
    fn an_impossible_game_is_a_failure_with_a_reason() {
        let players = Players::new(Machine::this(1), None);
        let mut odd = task(1);
        odd.configuration.rows = 3;
        odd.configuration.cols = 3;
        let record = players.play(&odd, &|| false).expect("nobody stops it");
        assert!(!record.outcome.won);
        assert!(record.outcome.failure.is_some());
        let mut other = task(1);
        other.configuration.engine = Engine::Clingo;
        let record = players.play(&other, &|| false).expect("nobody stops it");
        assert!(record.outcome.failure.expect("there is a reason").contains("clingo"));
    }
}
