//! Arguments that describe a puzzle.

use crate::reply::Failure;
use hamadryad_puzzles::play::{Difficulty, PuzzleKind, PuzzleOrder};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The seconds of a search that states none.
const SECONDS: f64 = 20.0;

fn usual_seconds() -> f64 {
    SECONDS
}

/// Arguments of `puzzle.new`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// The kind: `minotaur`, `rogo`, `pipes` or `rush`.
    pub game: String,
    /// The difficulty: `easy`, `medium` or `hard`.
    pub difficulty: String,
    /// The seed; 1 by default.
    pub seed: Option<u64>,
    /// The date of a daily puzzle, such as `2026-11-24`, instead of a seed.
    pub date: Option<String>,
    /// Whether the shortest or best solution must be unique; by default as in [`presets`].
    pub unique: Option<bool>,
    /// Seconds for the search; 20 by default.
    #[serde(default = "usual_seconds")]
    pub seconds: f64,
}

/// Arguments of `puzzle.open`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The link, or the part of it after `#`.
    pub link: String,
    /// Seconds for the search; 20 by default.
    #[serde(default = "usual_seconds")]
    pub seconds: f64,
}

/// A kind of puzzle in one of its difficulties.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Preset {
    /// The kind, as in [`New`].
    pub game: &'static str,
    /// The difficulty, as in [`New`].
    pub difficulty: &'static str,
    /// The size and the length of the solution in words.
    pub text: String,
    /// The size and the numbers of the order as in links, such as `6x6,10,9`.
    pub order: String,
    /// Whether solutions are unique by default.
    pub unique: bool,
}

type Make = fn(Difficulty, u64) -> PuzzleOrder;

const KINDS: [(&str, Make); 4] = [
    ("minotaur", PuzzleOrder::minotaur),
    ("rogo", PuzzleOrder::rogo),
    ("pipes", PuzzleOrder::pipes),
    ("rush", PuzzleOrder::rush),
];

const DIFFICULTIES: [(&str, Difficulty); 3] =
    [("easy", Difficulty::Easy), ("medium", Difficulty::Medium), ("hard", Difficulty::Hard)];

/// All kinds in all difficulties.
pub fn presets() -> Vec<Preset> {
    let all = KINDS.into_iter().flat_map(|kind| DIFFICULTIES.map(|difficulty| (kind, difficulty)));
    let preset = |((game, make), (name, difficulty)): ((&'static str, Make), (&'static str, Difficulty))| {
        let order = make(difficulty, 1);
        Preset {
            game,
            difficulty: name,
            text: in_words(&order),
            order: order.numbers(),
            unique: order.unique,
        }
    };
    all.map(preset).collect()
}

fn in_words(order: &PuzzleOrder) -> String {
    let numbers = match order.kind {
        PuzzleKind::Minotaur { steps, .. } => format!("{steps} steps"),
        PuzzleKind::Rogo { steps, best, .. } => format!("{steps} steps, {best} points"),
        PuzzleKind::Pipes { pieces } => format!("{pieces} pieces"),
        PuzzleKind::Rush { moves, cars } => format!("{moves} moves, {} cars", cars + 1),
    };
    format!("{}×{}, {numbers}", order.rows, order.cols)
}

impl New {
    /// The order that the arguments describe.
    pub(super) fn order(&self) -> Result<PuzzleOrder, Failure> {
        let failure = |text| Failure::new("request", text);
        let kind = KINDS.into_iter().find(|(name, _)| *name == self.game);
        let (_, make) = kind.ok_or_else(|| failure("`game` must be minotaur, rogo, pipes or rush"))?;
        let difficulty = DIFFICULTIES.into_iter().find(|(name, _)| *name == self.difficulty);
        let (_, difficulty) =
            difficulty.ok_or_else(|| failure("`difficulty` must be easy, medium or hard"))?;
        let seed = match &self.date {
            Some(date) => seed_of(date).ok_or_else(|| failure("`date` must be a date such as 2026-11-24"))?,
            None => self.seed.unwrap_or(1),
        };
        let order = make(difficulty, seed);
        Ok(PuzzleOrder { unique: self.unique.unwrap_or(order.unique), ..order })
    }
}

/// The seed of a date `YYYY-MM-DD`.
fn seed_of(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_date = parts.next().is_none() && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| PuzzleOrder::seed_of_date(year, month, day))
}

/// The message for a search without a result.
pub(super) fn not_found(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!("no such puzzle was found in {seconds:.0} seconds: try another seed or an easier puzzle")
}
