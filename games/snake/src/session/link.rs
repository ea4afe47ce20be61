//! Links: a game as a text that fits into the fragment of an address.
//!
//! ```text
//! g=snake&b=6x6&s=1&r=lenient.growth3.delayed.start4&i=2,3&m=JtU8…
//! ```
//!
//! `b` is the board, `s` the seed, `r` the rules that differ from the usual ones, `i` the start: `centre`,
//! `random`, a cell, or a snake as its head with the directions to its tail, and an apple behind `@`; `m` has
//! the moves ([`encode_moves`]). `r` and `i` may be missing.
//!
//! *Invariant:* a link that is read is replayed by the rules; the session that wrote a link and the session
//! that is read from it have equal games.

use super::code::{CodeError, decode_moves, encode_moves};
use super::{Session, SessionMode, StepError};
use crate::{Beginning, Death, Outcome, PositionRecord, RecordError, RulesRecord, StartRecord};
use hamadryad_grid::{Cell, Direction};
use std::fmt;

/// An error in a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// A part of the link is missing or has no meaning.
    Part {
        /// The name of the part, such as `b`.
        name: String,
        /// A description of the expected text.
        expected: &'static str,
    },
    /// The board or the snake at the beginning is impossible.
    Beginning(RecordError),
    /// The moves cannot be read.
    Code(CodeError),
    /// The rules do not allow a step, or the snake dies before the last step.
    Step {
        /// The number of the step, from 1.
        step: usize,
        /// The reason.
        reason: StepFailure,
    },
}

/// Reason why a link cannot be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepFailure {
    /// The step is impossible.
    Refused(StepError),
    /// The snake dies, although the link has further steps.
    Died(Death),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part { name, expected } => write!(f, "the part `{name}` of the link: expected {expected}"),
            Self::Beginning(error) => error.fmt(f),
            Self::Code(error) => error.fmt(f),
            Self::Step { step, reason: StepFailure::Refused(error) } => write!(f, "at step {step}: {error}"),
            Self::Step { step, reason: StepFailure::Died(death) } => {
                write!(f, "at step {step}: the snake dies, since {death}")
            }
        }
    }
}

impl std::error::Error for LinkError {}

impl Session {
    /// The game as a link.
    pub fn link(&self) -> String {
        let Beginning { rows, cols, seed, rules } = &self.beginning;
        let mut link = format!("g=snake&b={rows}x{cols}&s={seed}");
        let rules_text = rules_text(rules);
        if !rules_text.is_empty() {
            link += &format!("&r={rules_text}");
        }
        match start_text(&rules.start) {
            start if start == "corner" => {}
            start => link += &format!("&i={start}"),
        }
        link + "&m=" + &encode_moves(&self.moves)
    }

    /// Reads a link, with or without `#` before it, and replays its moves.
    ///
    /// # Errors
    /// The first error, with its step if it concerns the moves.
    pub fn from_link(link: &str, mode: SessionMode) -> Result<Self, LinkError> {
        let link = link.trim().trim_start_matches('#');
        let part = |name: &str| {
            link.split('&')
                .filter_map(|part| part.split_once('='))
                .find(|&(key, _)| key == name)
                .map(|part| part.1)
        };
        let wrong = |name: &str, expected| LinkError::Part { name: name.to_owned(), expected };
        if part("g") != Some("snake") {
            return Err(wrong("g", "snake"));
        }
        let (rows, cols) = part("b").and_then(pair).ok_or_else(|| wrong("b", "a size such as 6x6"))?;
        let seed = part("s").map_or(Some(1), |seed| seed.parse().ok());
        let seed = seed.ok_or_else(|| wrong("s", "a number"))?;
        let mut rules = RulesRecord::default();
        if let Some(text) = part("r").filter(|text| !text.is_empty()) {
            let known = "lenient, delayed, growthN and startN, separated by full stops";
            text.split('.')
                .try_for_each(|rule| read_rule(rule, &mut rules))
                .ok_or_else(|| wrong("r", known))?;
        }
        if let Some(text) = part("i") {
            let known = "centre, random, a cell such as 2,3, or a snake such as 2,3RRD";
            rules.start = read_start(text, rows, cols).ok_or_else(|| wrong("i", known))?;
        }
        let mut session =
            Self::begin(Beginning { rows, cols, seed, rules }, mode).map_err(LinkError::Beginning)?;
        let moves = decode_moves(part("m").unwrap_or_default()).map_err(LinkError::Code)?;
        session.replay(&moves)?;
        Ok(session)
    }

    fn replay(&mut self, moves: &[Direction]) -> Result<(), LinkError> {
        for (step, &direction) in (1..).zip(moves) {
            let failure = match self.step(direction) {
                Err(error) => StepFailure::Refused(error),
                Ok(Outcome::Died(death)) if step < moves.len() => StepFailure::Died(death),
                Ok(_) => continue,
            };
            return Err(LinkError::Step { step, reason: failure });
        }
        Ok(())
    }
}

/// The rules that differ from the usual ones.
fn rules_text(rules: &RulesRecord) -> String {
    let usual = RulesRecord::default();
    let differing = [
        rules.lenient_tail.then(|| "lenient".to_owned()),
        rules.delayed.then(|| "delayed".to_owned()),
        (rules.growth != usual.growth).then(|| format!("growth{}", rules.growth)),
        (rules.start_growth != usual.start_growth).then(|| format!("start{}", rules.start_growth)),
    ];
    differing.into_iter().flatten().collect::<Vec<_>>().join(".")
}

fn read_rule(text: &str, rules: &mut RulesRecord) -> Option<()> {
    match text {
        "lenient" => rules.lenient_tail = true,
        "delayed" => rules.delayed = true,
        _ => match (text.strip_prefix("growth"), text.strip_prefix("start")) {
            (Some(number), _) => rules.growth = number.parse().ok().filter(|&cells| cells > 0)?,
            (_, Some(number)) => rules.start_growth = number.parse().ok()?,
            _ => return None,
        },
    }
    Some(())
}

fn start_text(start: &StartRecord) -> String {
    match start {
        StartRecord::Named(name) => name.trim_matches(['(', ')']).replace(' ', ""),
        StartRecord::Position(position) => {
            let cells = position.snake.iter().filter_map(|&(row, col)| Cell::from_pair(row, col));
            let letters = cells.clone().zip(cells.skip(1)).filter_map(|(from, to)| from.direction_to(to));
            let letters: String = letters.map(Direction::letter).collect();
            let head = position.snake.first().map_or(String::new(), |(row, col)| format!("{row},{col}"));
            let apple = position.apple.map_or(String::new(), |(row, col)| format!("@{row},{col}"));
            // A snake of one cell has a full stop, which distinguishes it from a start without an apple.
            format!("{head}{}{apple}", if letters.is_empty() { "." } else { &letters })
        }
    }
}

fn read_start(text: &str, rows: usize, cols: usize) -> Option<StartRecord> {
    if ["corner", "centre", "random"].contains(&text) {
        return Some(StartRecord::Named(text.to_owned()));
    }
    let (snake, apple) = text.split_once('@').map_or((text, None), |(snake, apple)| (snake, Some(apple)));
    let letters = snake.find(|letter: char| letter.is_ascii_uppercase() || letter == '.');
    let cell =
        |text: &str| text.split_once(',').and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    let (head, letters) = snake.split_at(letters.unwrap_or(snake.len()));
    let head: (i64, i64) = cell(head)?;
    if letters.is_empty() {
        return apple.is_none().then(|| StartRecord::Named(format!("({},{})", head.0, head.1)));
    }
    let mut cells = vec![head];
    let mut last = Cell::from_pair(head.0, head.1)?;
    for letter in letters.chars().filter(|&letter| letter != '.') {
        last = last.step(Direction::from_letter(letter)?)?;
        let (row, col) = last.pair();
        cells.push((row.into(), col.into()));
    }
    let apple = match apple {
        Some(apple) => Some(cell(apple)?),
        None => None,
    };
    Some(StartRecord::Position(PositionRecord { rows, cols, snake: cells, apple }))
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x')?;
    Some((rows.parse().ok()?, cols.parse().ok()?))
}
