//! The experiment `planners`: whole games of agents, step by step, on the same apples.
//!
//! A record contains the steps to each apple; the time until a tenth of the board is filled and the curve
//! over lengths are computed from them. Times are processor times of the whole game, including the rules:
//! reading a clock at each step would cost more than the steps of the fastest agents.

use crate::clock::Stopwatch;
use crate::{AgentConfiguration, AgentRecord, Entry, Job, Machine, Named, Player};
use hamadryad_grid::Board;
use hamadryad_snake::{
    Agent, AgentKind, Apples, Game, Growth, Moment, Outcome, Rules, Start, Status, Tail, check_guarantee,
    drive, luck,
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

/// The name of the experiment.
pub const EXPERIMENT: &str = "planners";

/// The rules of the games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ruleset {
    /// The snake starts with one cell anywhere and grows by one cell at once.
    Standard,
    /// The rules of (SolvingSnake): the snake starts with one cell in the centre, grows to five, and by three
    /// cells for each apple, when the tail reaches the cell of the apple.
    SolvingSnake,
}

impl Named for Ruleset {
    const VALUES: &'static [Self] = &[Self::Standard, Self::SolvingSnake];

    fn word(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::SolvingSnake => "solving-snake",
        }
    }
}

impl Ruleset {
    fn game(self, board: Board, seed: u64) -> Game {
        let apples = Apples::from_seed(seed);
        match self {
            Self::Standard => {
                Game::with_rules(board, &Start::random(board, apples), apples, Rules::default())
            }
            Self::SolvingSnake => {
                let growth = Growth { cells: 3, moment: Moment::Delayed };
                let start = Start { grows: 4, ..Start::centre(board) };
                Game::with_rules(board, &start, apples, Rules { growth, tail: Tail::Strict })
            }
        }
    }
}

impl Entry for AgentRecord {
    fn key(&self) -> String {
        format!("{} {} {}", self.experiment, self.configuration.class(), self.seed)
    }

    fn class(&self) -> String {
        self.configuration.class()
    }

    fn cells(&self) -> usize {
        self.configuration.cells()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn wall(&self) -> f64 {
        self.wall
    }

    fn keeps_guarantee(&self) -> bool {
        let kind = self.configuration.planner.parse();
        self.won || kind.is_ok_and(|kind: AgentKind| !kind.has_guarantee())
    }

    fn check(&self) -> Result<(), String> {
        crate::sound::agent(self)
    }
}

/// One game to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Planned", into = "Planned")]
pub struct AgentTask {
    /// The agent.
    pub kind: AgentKind,
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Ruleset,
    /// The seed of the apples.
    pub seed: u64,
}

/// A task as JSON.
#[derive(Serialize, Deserialize)]
struct Planned {
    configuration: AgentConfiguration,
    seed: u64,
}

impl From<AgentTask> for Planned {
    fn from(task: AgentTask) -> Planned {
        Planned { configuration: task.configuration(), seed: task.seed }
    }
}

impl TryFrom<Planned> for AgentTask {
    type Error = String;

    fn try_from(Planned { configuration, seed }: Planned) -> Result<AgentTask, String> {
        let AgentConfiguration { planner, rows, cols, rules } = configuration;
        let board = Board::new(rows, cols).map_err(|error| error.to_string())?;
        let kind = planner.parse().map_err(|_| format!("no planner is called `{planner}`"))?;
        let rules = Ruleset::VALUES.iter().copied().find(|known| known.word() == rules);
        Ok(AgentTask { kind, board, rules: rules.ok_or("unknown rules")?, seed })
    }
}

impl AgentTask {
    /// All combinations: small boards first, and on each board all agents, seed by seed.
    pub fn all(
        kinds: &[AgentKind],
        boards: &[Board],
        rules: Ruleset,
        seeds: impl Iterator<Item = u64> + Clone,
    ) -> Vec<Self> {
        let mut boards = boards.to_vec();
        boards.sort_by_key(|board| (board.len(), board.rows()));
        boards.dedup();
        let mut tasks = Vec::new();
        for board in boards {
            for seed in seeds.clone() {
                tasks.extend(kinds.iter().map(|&kind| Self { kind, board, rules, seed }));
            }
        }
        tasks
    }

    fn configuration(&self) -> AgentConfiguration {
        AgentConfiguration {
            planner: self.kind.to_string(),
            rows: self.board.rows().into(),
            cols: self.board.cols().into(),
            rules: self.rules.word().to_string(),
        }
    }
}

impl Job for AgentTask {
    type Record = AgentRecord;

    fn key(&self) -> String {
        format!("{EXPERIMENT} {} {}", self.class(), self.seed)
    }

    fn class(&self) -> String {
        self.configuration().class()
    }

    fn cells(&self) -> usize {
        self.board.len()
    }
}

/// Plays the games of agents.
#[derive(Clone, Debug)]
pub struct Agents {
    machine: Machine,
    checks: bool,
}

impl Agents {
    /// Agents on this machine.
    pub fn new(machine: Machine) -> Self {
        Self { machine, checks: false }
    }

    /// Whether the guarantee of the agent is checked after every step: escapes are played in the rules for
    /// every free cell. Times of such games include the check.
    #[must_use]
    pub fn with_checks(self, checks: bool) -> Self {
        Self { checks, ..self }
    }
}

impl Player<AgentTask> for Agents {
    fn play(&self, task: &AgentTask, stop: &dyn Fn() -> bool) -> Option<AgentRecord> {
        let watch = Stopwatch::start();
        let mut game = task.rules.game(task.board, task.seed);
        let mut lengths = vec![game.nominal_length()];
        let mut ways = Vec::new();
        let (mut fed, mut plans) = (0, 0);
        let mut fortune = Fortune::of(&game);
        let mut broken = None;
        let failure = match task.kind.start(&game, &|| watch.cpu()) {
            Err(error) => Some(error.to_string()),
            Ok(mut agent) => {
                let note = &mut |game: &Game, agent: &dyn Agent, outcome: Outcome| {
                    let has_eaten = outcome != Outcome::Moved;
                    if self.checks
                        && let Err(error) = check_guarantee(agent, game, has_eaten)
                    {
                        broken = Some(format!("after {} steps: {error}", game.statistics().steps));
                        return ControlFlow::Break(());
                    }
                    if !has_eaten {
                        return ControlFlow::Continue(());
                    }
                    fortune.note(game);
                    let steps = game.statistics().steps;
                    ways.push(steps - fed);
                    lengths.push(game.nominal_length());
                    fed = steps;
                    if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let result = drive(&mut game, &mut *agent, note);
                plans = agent.plans();
                broken.or_else(|| result.err().map(|error| error.to_string()))
            }
        };
        let won = game.status() == Status::Won && failure.is_none();
        if !won && failure.is_none() {
            return None;
        }
        Some(AgentRecord {
            experiment: EXPERIMENT.to_string(),
            configuration: task.configuration(),
            seed: task.seed,
            version: format!("hamadryad {}", env!("CARGO_PKG_VERSION")),
            machine: self.machine.clone(),
            ended: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            won,
            failure,
            steps: game.statistics().steps,
            plans,
            wall: watch.wall().as_secs_f64(),
            cpu: watch.cpu().as_secs_f64(),
            lengths,
            ways,
            luck: Some(fortune.0.map(|sum| (1e3 * sum).round() / 1e3)),
        })
    }
}

/// The luck of the apples of a game, by fifth of the board that the snake covers when they appear.
struct Fortune([f64; 5]);

impl Fortune {
    fn of(game: &Game) -> Self {
        let mut fortune = Self([0.0; 5]);
        fortune.note(game);
        fortune
    }

    fn note(&mut self, game: &Game) {
        let fifth = 5 * game.nominal_length() / game.board().len();
        self.0[fifth.min(4)] += luck(game).unwrap_or_default();
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The record of a small game.
    pub(crate) fn record(kind: AgentKind, seed: u64, rules: Ruleset) -> AgentRecord {
        let board = Board::new(6, 6).expect("an even board");
        let task = AgentTask { kind, board, rules, seed };
        let record = Agents::new(Machine::this(1)).play(&task, &|| false).expect("nobody stops it");
        assert_eq!((record.key(), record.class()), (task.key(), task.class()));
        record
    }

    #[test]
    fn a_record_describes_the_game() {
        for kind in AgentKind::ALL.into_iter().filter(|kind| kind.has_guarantee()) {
            let record = record(kind, 5, Ruleset::Standard);
            assert!(record.won, "{:?}", record.failure);
            assert_eq!(record.ways.iter().sum::<u64>(), record.steps);
            assert_eq!(record.lengths, (1..=36).collect::<Vec<_>>());
            assert_eq!(record.steps_to_a_tenth(), Some(record.ways[..3].iter().sum()));
            let line = serde_json::to_string(&record).expect("data");
            assert_eq!(serde_json::from_str::<AgentRecord>(&line).expect("a record"), record);
        }
    }

    #[test]
    fn a_lost_game_of_an_agent_without_guarantee_is_a_result() {
        let records: Vec<AgentRecord> =
            (1..9).map(|seed| record(AgentKind::General, seed, Ruleset::Standard)).collect();
        let lost = records.iter().find(|record| !record.won).expect("a game that is lost");
        assert!(lost.keeps_guarantee() && lost.failure.is_some());
        assert_eq!(lost.check(), Ok(()));
        let broken = AgentConfiguration { planner: "splice".to_string(), ..lost.configuration.clone() };
        assert!(!AgentRecord { configuration: broken, ..lost.clone() }.keeps_guarantee());
    }

    #[test]
    fn rules_determine_the_lengths() {
        let record = record(AgentKind::Cells, 5, Ruleset::SolvingSnake);
        assert_eq!(&record.lengths[..3], [5, 8, 11]);
        assert_eq!(record.steps_to_a_tenth(), Some(0));
        assert!(record.won);
    }

    #[test]
    fn all_agents_play_a_seed_before_the_next_seed() {
        let boards = [6, 4].map(|side| Board::new(side, side).expect("an even board"));
        let kinds = [AgentKind::Cells, AgentKind::Splice];
        let tasks = AgentTask::all(&kinds, &boards, Ruleset::Standard, 3..5);
        let order: Vec<_> =
            tasks.iter().map(|task| (task.board.rows(), task.seed, task.kind.name())).collect();
        assert_eq!(order[..3], [(4, 3, "cells"), (4, 3, "splice"), (4, 4, "cells")]);
        assert_eq!((order.len(), order[4]), (8, (6, 3, "cells")));
    }
}
