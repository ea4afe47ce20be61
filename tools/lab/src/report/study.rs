//! Records, grouped by player and by size of the board.
//!
//! A *player* is a configuration without its board. Its label contains the approach, and the other parts that
//! differ among the players of the study.

use crate::{Configuration, Engine, Named, Record};
use hamadryad::approach::ApproachKind;
use hamadryad_snake::Strategy;
use std::collections::BTreeMap;

/// A configuration without its board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Player {
    pub experiment: String,
    pub engine: Engine,
    pub strategy: Strategy,
    pub approach: ApproachKind,
    pub heuristic: bool,
    pub mirror: bool,
    pub time_limit: Option<f64>,
}

/// Rows and columns of a board.
pub(super) type Size = (usize, usize);

/// The number of parts in the label of a player.
const PARTS: usize = 7;

impl Player {
    fn of(record: &Record) -> Self {
        let Configuration { engine, strategy, approach, heuristic, mirror, time_limit, .. } =
            record.configuration;
        let experiment = record.experiment.clone();
        Self { experiment, engine, strategy, approach, heuristic, mirror, time_limit }
    }

    /// The parts as words; equal words mean equal parts.
    fn parts(&self) -> [String; PARTS] {
        let limit = self.time_limit.map_or("no limit".to_string(), |limit| format!("{limit} s"));
        [
            self.approach.name().to_string(),
            self.engine.name().to_string(),
            self.strategy.name().to_string(),
            if self.heuristic { "heuristic" } else { "no heuristic" }.to_string(),
            if self.mirror { "mirrored" } else { "not mirrored" }.to_string(),
            limit,
            self.experiment.clone(),
        ]
    }

    /// The number of different parts.
    pub fn distance(&self, other: &Self) -> usize {
        let (ours, others) = (self.parts(), other.parts());
        ours.iter().zip(&others).filter(|(one, other)| one != other).count()
    }

    /// The place in the tables: players that differ in the approach alone follow each other.
    fn order(&self) -> (&str, [usize; 2], f64, usize, bool, bool) {
        let limit = self.time_limit.unwrap_or(f64::INFINITY);
        let places = [place(self.strategy), place(self.engine)];
        (&self.experiment, places, -limit, place(self.approach), !self.heuristic, !self.mirror)
    }
}

/// The place of a value in the order of its type.
fn place<T: Named>(value: T) -> usize {
    T::VALUES.iter().position(|other| other.word() == value.word()).unwrap_or(0)
}

/// The games of a player and a size, by seed.
pub(super) type Games<'a> = BTreeMap<u64, &'a Record>;

/// All records, sorted.
pub(super) struct Study<'a> {
    /// The players in the order of the tables.
    pub players: Vec<Player>,
    /// The sizes, small boards first.
    pub sizes: Vec<Size>,
    /// The games by the indexes of player and size.
    games: BTreeMap<(usize, usize), Games<'a>>,
    /// By part: whether the players differ in it.
    varies: [bool; PARTS],
    pub records: &'a [Record],
}

impl<'a> Study<'a> {
    /// Groups records.
    pub fn of(records: &'a [Record]) -> Self {
        let size_of = |record: &Record| (record.configuration.rows, record.configuration.cols);
        let mut players: Vec<Player> = Vec::new();
        for record in records {
            let player = Player::of(record);
            if !players.contains(&player) {
                players.push(player);
            }
        }
        players.sort_by(|one, other| one.order().partial_cmp(&other.order()).expect("limits are numbers"));
        let mut sizes: Vec<Size> = records.iter().map(size_of).collect();
        sizes.sort_by_key(|&(rows, cols)| (rows.saturating_mul(cols), rows));
        sizes.dedup();
        let mut games: BTreeMap<_, Games<'a>> = BTreeMap::new();
        for record in records {
            let player = players.iter().position(|player| *player == Player::of(record));
            let size = sizes.iter().position(|&size| size == size_of(record));
            let key = (player.expect("it was entered"), size.expect("it was entered"));
            games.entry(key).or_default().insert(record.seed, record);
        }
        let parts: Vec<_> = players.iter().map(Player::parts).collect();
        let varies = std::array::from_fn(|part| parts.iter().any(|other| other[part] != parts[0][part]));
        Self { players, sizes, games, varies, records }
    }

    /// The games of a player and a size, by seed.
    pub fn games(&self, player: usize, size: usize) -> Games<'a> {
        self.games.get(&(player, size)).cloned().unwrap_or_default()
    }

    /// The pairs of games that two players have both won.
    pub fn pairs(&self, one: usize, other: usize, size: usize) -> Vec<(&'a Record, &'a Record)> {
        let others = self.games(other, size);
        let pairs = self.games(one, size).into_iter();
        pairs
            .filter_map(|(seed, game)| Some((game, *others.get(&seed)?)))
            .filter(|(game, other)| game.outcome.won && other.outcome.won)
            .collect()
    }

    /// The label of a player, unique in the study.
    pub fn label(&self, player: usize) -> String {
        self.words(player, |part| part == 0 || self.varies[part]).join(", ")
    }

    /// The parts that a player shares with the players that only differ in their approaches.
    pub fn family(&self, player: usize) -> String {
        self.words(player, |part| part == 1 || part > 1 && self.varies[part]).join(", ")
    }

    fn words(&self, player: usize, is_told: impl Fn(usize) -> bool) -> Vec<String> {
        let parts = self.players[player].parts().into_iter().enumerate();
        parts.filter(|&(part, _)| is_told(part)).map(|(_, word)| word).collect()
    }

    /// The parts that all players share.
    pub fn common(&self) -> Vec<String> {
        self.words(0, |part| !self.varies[part])
    }

    /// The pairs of players that differ in one part.
    pub fn rivals(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        pairs.filter(|&(one, other)| self.players[one].distance(&self.players[other]) == 1).collect()
    }
}

/// The size as in `6×6`.
pub(super) fn size_name((rows, cols): Size) -> String {
    format!("{rows}×{cols}")
}

/// The games of a player at a length of the snake, summed up.
#[derive(Clone, Copy, Default)]
pub(super) struct Point {
    pub count: usize,
    pub steps: usize,
    pub time: f64,
    pub proven: usize,
    pub timed_out: usize,
}

/// The points of a player by length of the snake.
pub(super) fn curve(study: &Study<'_>, player: usize, size: usize) -> BTreeMap<usize, Point> {
    let mut curve: BTreeMap<usize, Point> = BTreeMap::new();
    for game in study.games(player, size).values().filter(|game| game.outcome.won) {
        for iteration in &game.iterations {
            let point = curve.entry(iteration.length).or_default();
            point.count += 1;
            point.steps += iteration.steps;
            point.time += iteration.time;
            point.proven += usize::from(iteration.is_proven());
            point.timed_out += usize::from(iteration.timed_out);
        }
    }
    curve
}

/// The expected steps along a fixed cycle: the apple is uniformly distributed over the free cells.
pub(super) fn expectation(cells: usize, length: usize) -> f64 {
    (cells.saturating_sub(length) + 1) as f64 / 2.0
}
