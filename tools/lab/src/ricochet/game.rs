//! Plays the rounds of a game and records their cost.

use super::RICOCHET;
use super::planner::{RicochetPlan, RicochetPlanner};
use super::record::{RicochetConfiguration, RicochetRecord, Round};
use crate::clock::Stopwatch;
use crate::{Job, Machine, Player};
use hamadryad::Error;
use hamadryad::approach::ApproachKind;
use hamadryad_puzzles::ricochet::{Ricochet, Rounds, Solution, random_board};
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// The games of an experiment: all combinations of sizes, seeds and approaches.
#[derive(Clone, Debug)]
pub struct RicochetGames {
    /// Rows and columns.
    pub sizes: Vec<(u16, u16)>,
    /// The number of seeds.
    pub games: u64,
    /// The first seed.
    pub first_seed: u64,
    /// The approaches.
    pub approaches: Vec<ApproachKind>,
    /// The number of robots.
    pub robots: usize,
    /// The number of rounds of a game.
    pub rounds: usize,
    /// The largest number of moves of a plan.
    pub horizon: u32,
}

/// One game to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RicochetTask {
    /// The parameters of the game.
    pub configuration: RicochetConfiguration,
    /// The seed of the board and the rounds.
    pub seed: u64,
}

impl RicochetGames {
    /// The games in the order in which they are played: small boards first, and on each board all approaches,
    /// seed by seed.
    pub fn tasks(&self) -> Vec<RicochetTask> {
        let mut sizes = self.sizes.clone();
        sizes.sort_by_key(|&(rows, cols)| (u32::from(rows) * u32::from(cols), rows));
        sizes.dedup();
        let Self { robots, rounds, horizon, .. } = *self;
        let mut tasks = Vec::new();
        for (rows, cols) in sizes {
            for number in 0..self.games {
                let seed = self.first_seed.wrapping_add(number);
                tasks.extend(self.approaches.iter().map(|&approach| {
                    let (rows, cols) = (rows.into(), cols.into());
                    let configuration =
                        RicochetConfiguration { approach, rows, cols, robots, rounds, horizon };
                    RicochetTask { configuration, seed }
                }));
            }
        }
        tasks
    }
}

impl Job for RicochetTask {
    type Record = RicochetRecord;

    fn key(&self) -> String {
        format!("{RICOCHET} {} {}", self.configuration.class(), self.seed)
    }

    fn class(&self) -> String {
        self.configuration.class()
    }

    fn cells(&self) -> usize {
        self.configuration.rows * self.configuration.cols
    }
}

/// Plays games of Ricochet Robots.
#[derive(Clone, Debug)]
pub struct RicochetPlayer {
    machine: Machine,
}

impl RicochetPlayer {
    /// A player on this machine.
    pub fn new(machine: Machine) -> Self {
        Self { machine }
    }
}

impl Player<RicochetTask> for RicochetPlayer {
    fn play(&self, task: &RicochetTask, stop: &dyn Fn() -> bool) -> Option<RicochetRecord> {
        let RicochetTask { configuration, seed } = *task;
        let side = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
        let (rows, cols) = (side(configuration.rows), side(configuration.cols));
        let board = random_board(rows, cols, configuration.robots, seed);
        let mut measured = Measured::default();
        let failure = play(&configuration, board, seed, &mut measured, stop).err();
        if failure == Some(Failure::Interrupted) {
            return None;
        }
        let ended = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Some(RicochetRecord {
            experiment: RICOCHET.to_string(),
            configuration,
            seed,
            version: format!("hamadryad {}", env!("CARGO_PKG_VERSION")),
            machine: self.machine.clone(),
            ended,
            failure: failure.map(|failure| match failure {
                Failure::Interrupted => "interrupted".to_string(),
                Failure::Because(reason) => reason,
            }),
            set_up: measured.set_up,
            wall: measured.wall,
            cpu: measured.set_up + measured.cpu,
            rounds: measured.rounds,
        })
    }
}

/// The cost of a game so far, in seconds.
#[derive(Default)]
struct Measured {
    set_up: f64,
    wall: f64,
    cpu: f64,
    rounds: Vec<Round>,
}

/// The reason why a game has ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Failure {
    Interrupted,
    Because(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Self::Interrupted,
            error => Self::Because(error.to_string()),
        }
    }
}

/// Plays all rounds. Breadth-first search, which finds the rounds, is not measured.
fn play(
    configuration: &RicochetConfiguration,
    board: Ricochet,
    seed: u64,
    measured: &mut Measured,
    stop: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    let watch = Stopwatch::start();
    let clock = || watch.cpu();
    let RicochetConfiguration { approach, horizon, .. } = *configuration;
    let mut planner = RicochetPlanner::new(approach, &board, horizon, &clock, stop)?;
    measured.set_up = watch.cpu().as_secs_f64();
    measured.wall = watch.wall().as_secs_f64();
    let mut rounds = Rounds::new(board, seed, horizon);
    for _ in 0..configuration.rounds {
        let Some((puzzle, best)) = rounds.next_round() else {
            return Err(Failure::Because("no target can be reached".to_string()));
        };
        let (cpu, wall) = (watch.cpu(), watch.wall());
        let plan = planner.plan(&puzzle)?;
        measured.wall += (watch.wall() - wall).as_secs_f64();
        measured.cpu += (watch.cpu() - cpu).as_secs_f64();
        measured.rounds.push(round(&puzzle, &best, &plan)?);
    }
    Ok(())
}

/// The record of a round.
fn round(puzzle: &Ricochet, best: &Solution, plan: &RicochetPlan) -> Result<Round, Failure> {
    if plan.is_interrupted {
        return Err(Failure::Interrupted);
    }
    let failure = |reason: String| Failure::Because(reason);
    let answer = plan.answer.as_ref().ok_or_else(|| failure("there is no plan".to_string()))?;
    let moves = puzzle.check(answer).map_err(|error| failure(error.to_string()))?.len();
    if moves != best.moves.len() || !plan.is_proven {
        let least = best.moves.len();
        return Err(failure(format!("a plan of {moves} moves was found, {least} are needed")));
    }
    let effort = &plan.effort;
    let moment = |moment: Option<std::time::Duration>| moment.unwrap_or(effort.total).as_secs_f64();
    Ok(Round {
        moves,
        ground: effort.ground.as_secs_f64(),
        first: moment(effort.first_model),
        optimum: moment(effort.last_model),
        proof: effort.total.as_secs_f64(),
        conflicts: effort.search.conflicts,
        decisions: effort.search.decisions,
        kept: plan.kept as u64,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Entry;

    /// The games of tests.
    pub(crate) fn games() -> RicochetGames {
        RicochetGames {
            sizes: vec![(6, 6), (5, 4)],
            games: 2,
            first_seed: 3,
            approaches: ApproachKind::ALL.to_vec(),
            robots: 3,
            rounds: 12,
            horizon: 6,
        }
    }

    fn player() -> RicochetPlayer {
        RicochetPlayer::new(Machine::this(1))
    }

    #[test]
    fn all_approaches_find_the_least_number_of_moves_in_every_round() {
        let tasks = games().tasks();
        assert_eq!(tasks.len(), 20);
        let records: Vec<RicochetRecord> =
            tasks.iter().map(|task| player().play(task, &|| false).expect("it is not stopped")).collect();
        for (task, record) in tasks.iter().zip(&records) {
            assert_eq!(record.failure, None, "{task:?}");
            assert_eq!((record.key(), record.check()), (task.key(), Ok(())));
            assert_eq!(record.rounds.len(), 12);
        }
        for game in records.chunks(ApproachKind::ALL.len()) {
            let moves = |record: &RicochetRecord| -> Vec<usize> {
                record.rounds.iter().map(|round| round.moves).collect()
            };
            assert!(game.iter().all(|record| moves(record) == moves(&game[0])));
            assert!(game[0].rounds.iter().all(|round| round.kept == 0), "one-shot keeps nothing");
            assert!(game[1..].iter().all(|record| record.rounds[11].kept > 0), "the others do");
        }
    }

    #[test]
    fn a_stopped_game_has_no_record() {
        assert!(games().tasks().iter().all(|task| player().play(task, &|| true).is_none()));
    }
}
