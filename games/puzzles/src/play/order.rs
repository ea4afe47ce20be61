//! Orders: puzzles by kind, size, difficulty and seed, as data and as links.
//!
//! ```text
//! g=rush&o=6x6,10,9&s=7        a board of 6×6, 10 moves, 9 cars beside the red car, seed 7
//! g=minotaur&o=7x7,14&s=7&u=1  14 steps, with a unique shortest walk; &w=0 forbids waiting
//! g=rogo&o=5x6,8,15&s=7        a loop of 8 steps with 15 points; &a=1 allows fewer steps
//! g=pipes&o=5x5,12&s=7&u=1     12 pieces, with a unique solution
//! ```
//!
//! The daily puzzle of a date has the seed `10000 · year + 100 · month + day`. *Invariant:* an order
//! generates the same puzzle on every machine, and a link reproduces its order.

use super::{MinotaurGame, Play, PuzzlePlay, RogoGame};
use crate::minotaur::Waiting;
use crate::pipes::Pipes;
use crate::rogo::Length;
use crate::rush::Rush;
use crate::{minotaur, pipes, rogo, rush};
use std::fmt;
use std::str::FromStr;

/// A kind of puzzle, with the numbers that determine its difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleKind {
    /// A labyrinth.
    Minotaur {
        /// The steps of a shortest walk.
        steps: u32,
        /// Whether the player may wait.
        waiting: Waiting,
    },
    /// A loop with points.
    Rogo {
        /// The length of the loop.
        steps: usize,
        /// The points of a best loop.
        best: u64,
        /// Whether the loop may be shorter.
        length: Length,
    },
    /// Pieces of pipes.
    Pipes {
        /// The number of pieces.
        pieces: u32,
    },
    /// Cars.
    Rush {
        /// The moves of a shortest solution.
        moves: u32,
        /// The number of cars beside the red car.
        cars: u32,
    },
}

/// The parameters of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleOrder {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The kind, with its numbers.
    pub kind: PuzzleKind,
    /// Whether the shortest or best solution must be unique.
    pub unique: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// Small, with a short solution.
    Easy,
    /// In between.
    Medium,
    /// Large, with a long solution.
    Hard,
}

/// A puzzle that an order has generated.
#[derive(Clone, Debug)]
pub enum AnyPlay {
    /// A labyrinth.
    Minotaur(Play<MinotaurGame>),
    /// A loop with points.
    Rogo(Play<RogoGame>),
    /// Pieces of pipes.
    Pipes(Play<Pipes>),
    /// Cars.
    Rush(Play<Rush>),
}

impl AnyPlay {
    /// The puzzle as the interface that all kinds have in common.
    pub fn as_play(&mut self) -> &mut dyn PuzzlePlay {
        match self {
            Self::Minotaur(play) => play,
            Self::Rogo(play) => play,
            Self::Pipes(play) => play,
            Self::Rush(play) => play,
        }
    }
}

/// A text that is no order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderError {
    /// The part of the link, such as `o`.
    pub part: &'static str,
    /// A description of the expected text.
    pub expected: &'static str,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the part `{}` of the link: expected {}", self.part, self.expected)
    }
}

impl std::error::Error for OrderError {}

impl PuzzleOrder {
    /// A labyrinth of a difficulty. All shortest walks of these orders are unique.
    pub fn minotaur(difficulty: Difficulty, seed: u64) -> Self {
        let (side, steps) = by(difficulty, [(5, 8), (7, 14), (9, 22)]);
        let kind = PuzzleKind::Minotaur { steps, waiting: Waiting::Allowed };
        Self { rows: side, cols: side, kind, unique: true, seed }
    }

    /// A board of Rogo of a difficulty. All best loops of these orders are unique.
    pub fn rogo(difficulty: Difficulty, seed: u64) -> Self {
        let (rows, cols, steps, best) = by(difficulty, [(4, 5, 8, 15), (5, 7, 12, 27), (6, 8, 14, 36)]);
        Self {
            rows,
            cols,
            kind: PuzzleKind::Rogo { steps, best, length: Length::Exactly },
            unique: true,
            seed,
        }
    }

    /// A board of pipes of a difficulty. All solutions of these orders are unique.
    pub fn pipes(difficulty: Difficulty, seed: u64) -> Self {
        let (side, pieces) = by(difficulty, [(4, 7), (5, 11), (6, 15)]);
        Self { rows: side, cols: side, kind: PuzzleKind::Pipes { pieces }, unique: true, seed }
    }

    /// A board of Rush of a difficulty.
    pub fn rush(difficulty: Difficulty, seed: u64) -> Self {
        let (moves, cars) = by(difficulty, [(5, 8), (10, 9), (16, 11)]);
        Self { rows: 6, cols: 6, kind: PuzzleKind::Rush { moves, cars }, unique: false, seed }
    }

    /// The seed of the daily puzzle of a date: year, month and day.
    pub fn seed_of_date(year: u16, month: u8, day: u8) -> u64 {
        u64::from(year) * 10_000 + u64::from(month) * 100 + u64::from(day)
    }

    /// The reason why no such puzzle exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
        match self.kind {
            PuzzleKind::Minotaur { .. } => self.minotaur_order()?.rejection(),
            PuzzleKind::Rogo { .. } => self.rogo_order()?.rejection(),
            PuzzleKind::Pipes { pieces } => self.pipes_order(pieces).rejection(),
            PuzzleKind::Rush { moves, cars } => self.rush_order(moves, cars).rejection(),
        }
    }

    /// Generates the puzzle. `go_on` receives the number of attempts from time to time, and decides whether
    /// to continue; `None` if it returns `false`, or if the order is rejected.
    pub fn generate(&self, go_on: impl FnMut(u64) -> bool) -> Option<AnyPlay> {
        if self.rejection().is_some() {
            return None;
        }
        Some(match self.kind {
            PuzzleKind::Minotaur { waiting, .. } => {
                let labyrinth = minotaur::generate(&self.minotaur_order()?, go_on)?;
                AnyPlay::Minotaur(Play::new(MinotaurGame::new(labyrinth, waiting).ok()?))
            }
            PuzzleKind::Rogo { length, best, .. } => {
                let board = rogo::generate(&self.rogo_order()?, go_on)?;
                AnyPlay::Rogo(Play::new(RogoGame::with_best(board, length, best)))
            }
            PuzzleKind::Pipes { pieces } => {
                AnyPlay::Pipes(Play::new(pipes::generate(&self.pipes_order(pieces), go_on)?.0))
            }
            PuzzleKind::Rush { moves, cars } => {
                AnyPlay::Rush(Play::new(rush::generate(&self.rush_order(moves, cars), go_on)?))
            }
        })
    }

    fn minotaur_order(&self) -> Option<minotaur::Order> {
        let PuzzleKind::Minotaur { steps, waiting } = self.kind else { return None };
        let &Self { rows, cols: columns, unique, seed, .. } = self;
        Some(minotaur::Order { columns, rows, steps, unique, waiting, seed })
    }

    fn rogo_order(&self) -> Option<rogo::Order> {
        let PuzzleKind::Rogo { steps, best, length } = self.kind else { return None };
        let &Self { rows, cols, unique, seed, .. } = self;
        Some(rogo::Order { rows, cols, steps, length, best, unique, uniform: false, seed })
    }

    fn pipes_order(&self, pieces: u32) -> pipes::Order {
        let &Self { rows, cols, unique, seed, .. } = self;
        let supply = pipes::Order::any_pieces(pieces);
        pipes::Order { rows, cols, supply, unique, uniform: false, seed }
    }

    fn rush_order(&self, moves: u32, cars: u32) -> rush::Order {
        let &Self { rows, cols, unique, seed, .. } = self;
        rush::Order { rows, cols, moves, supply: rush::any_cars(cars), unique, uniform: false, seed }
    }

    /// The size and the numbers as in links, such as `6x6,10,9`.
    pub fn numbers(&self) -> String {
        let Self { rows, cols, kind, .. } = self;
        let numbers = match *kind {
            PuzzleKind::Minotaur { steps, .. } => steps.to_string(),
            PuzzleKind::Rogo { steps, best, .. } => format!("{steps},{best}"),
            PuzzleKind::Pipes { pieces } => pieces.to_string(),
            PuzzleKind::Rush { moves, cars } => format!("{moves},{cars}"),
        };
        format!("{rows}x{cols},{numbers}")
    }

    /// Reads an order with `#` before it or without.
    fn read(link: &str) -> Result<Self, OrderError> {
        let link = link.trim().trim_start_matches('#');
        let part = |name: &str| {
            let parts = link.split('&').filter_map(|part| part.split_once('='));
            parts.filter(|&(key, _)| key == name).map(|(_, value)| value).next()
        };
        let fault = |part, expected| OrderError { part, expected };
        let (game, order) = (part("g").unwrap_or_default(), part("o").unwrap_or_default());
        let sizes = "rows and columns and the numbers of the puzzle, such as 6x6,10,9";
        let (size, numbers) = order.split_once(',').ok_or(fault("o", sizes))?;
        let size =
            size.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
        let (rows, cols) = size.ok_or(fault("o", sizes))?;
        let numbers = numbers.split(',').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>();
        let kind = match (game, numbers.as_deref().ok_or(fault("o", sizes))?) {
            ("minotaur", &[steps]) => {
                let waiting = if part("w") == Some("0") { Waiting::Forbidden } else { Waiting::Allowed };
                PuzzleKind::Minotaur { steps, waiting }
            }
            ("rogo", &[steps, best]) => {
                let length = if part("a") == Some("1") { Length::AtMost } else { Length::Exactly };
                PuzzleKind::Rogo { steps: steps as usize, best: best.into(), length }
            }
            ("pipes", &[pieces]) => PuzzleKind::Pipes { pieces },
            ("rush", &[moves, cars]) => PuzzleKind::Rush { moves, cars },
            ("minotaur" | "rogo" | "pipes" | "rush", _) => return Err(fault("o", sizes)),
            _ => return Err(fault("g", "minotaur, rogo, pipes or rush")),
        };
        let seed = part("s").map_or(Ok(1), |seed| seed.parse().map_err(|_| fault("s", "a number")))?;
        Ok(Self { rows, cols, kind, unique: part("u") == Some("1"), seed })
    }
}

fn by<T: Copy>(difficulty: Difficulty, values: [T; 3]) -> T {
    values[difficulty as usize]
}

/// The order as a link.
impl fmt::Display for PuzzleOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, unique, seed, .. } = self;
        let (game, variant) = match kind {
            PuzzleKind::Minotaur { waiting: Waiting::Forbidden, .. } => ("minotaur", "&w=0"),
            PuzzleKind::Minotaur { .. } => ("minotaur", ""),
            PuzzleKind::Rogo { length: Length::AtMost, .. } => ("rogo", "&a=1"),
            PuzzleKind::Rogo { .. } => ("rogo", ""),
            PuzzleKind::Pipes { .. } => ("pipes", ""),
            PuzzleKind::Rush { .. } => ("rush", ""),
        };
        let is_unique = if *unique { "&u=1" } else { "" };
        write!(f, "g={game}&o={}&s={seed}{is_unique}{variant}", self.numbers())
    }
}

impl FromStr for PuzzleOrder {
    type Err = OrderError;

    fn from_str(link: &str) -> Result<Self, OrderError> {
        Self::read(link)
    }
}
