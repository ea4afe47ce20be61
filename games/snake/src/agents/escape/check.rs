//! The check of a guarantee: certificates are played in the rules, for every free cell and recursively.
//!
//! The check shares no code with the search for escapes. It takes about as long as the certificate has steps,
//! times the number of free cells.

use super::{Certificate, Escape, EscapeEnd};
use crate::agents::{Agent, Guarantee};
use crate::{Game, Status};
use hamadryad_grid::{Cell, Cycle};
use std::fmt;

/// The reason why a guarantee does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenGuarantee {
    /// The agent has no certificate when its guarantee requires one.
    NoCertificate,
    /// The cycle does not run through the snake.
    OffCycle {
        /// The apples of the certificate that were eaten before, in order.
        apples: Vec<Cell>,
    },
    /// No escape is valid for the last of these apples.
    NoEscape {
        /// The apples of the certificate, in order.
        apples: Vec<Cell>,
    },
    /// The snake cannot take the way of an escape for the last of these apples, or eats elsewhere.
    Blocked {
        /// The apples of the certificate, in order.
        apples: Vec<Cell>,
        /// The number of steps before the impossible one.
        steps: usize,
    },
}

impl fmt::Display for BrokenGuarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |apples: &[Cell]| {
            let cells: Vec<String> = apples.iter().map(Cell::to_string).collect();
            if cells.is_empty() {
                "at once".to_string()
            } else {
                format!("after apples at {}", cells.join(" "))
            }
        };
        match self {
            Self::NoCertificate => write!(f, "the planner has no certificate"),
            Self::OffCycle { apples } => {
                write!(f, "the cycle of the certificate does not run through the snake, {}", list(apples))
            }
            Self::NoEscape { apples } => {
                write!(f, "the certificate has no escape for the last apple, {}", list(apples))
            }
            Self::Blocked { apples, steps } => {
                write!(f, "an escape is impossible after {steps} of its steps, {}", list(apples))
            }
        }
    }
}

impl std::error::Error for BrokenGuarantee {}

/// Checks the guarantee of an agent after a step; `has_eaten` states whether the step ate an apple. Each
/// escape is played in the rules for each free cell, and so are the escapes after it.
///
/// # Errors
/// If the guarantee does not hold.
pub fn check_guarantee(agent: &dyn Agent, game: &Game, has_eaten: bool) -> Result<(), BrokenGuarantee> {
    let guarantee = agent.guarantee();
    if let Some(cycle) = agent.certificate(game) {
        return check(game, &Certificate::Cycle(cycle), &mut Vec::new());
    }
    match guarantee {
        Guarantee::Never => Ok(()),
        Guarantee::EveryApple | Guarantee::CycleOrEscapes if !has_eaten => Ok(()),
        Guarantee::CycleOrEscapes => check(game, &Certificate::Escapes(agent.escapes(game)), &mut Vec::new()),
        Guarantee::EveryStep | Guarantee::EveryApple => Err(BrokenGuarantee::NoCertificate),
    }
}

/// Whether an agent upholds its guarantee after a step, as [`check_guarantee`].
pub fn upholds_guarantee(agent: &dyn Agent, game: &Game, has_eaten: bool) -> bool {
    check_guarantee(agent, game, has_eaten).is_ok()
}

/// Checks the certificate of a snake after these apples; its own apple is ignored.
fn check(game: &Game, certificate: &Certificate, apples: &mut Vec<Cell>) -> Result<(), BrokenGuarantee> {
    let escapes = match certificate {
        Certificate::Cycle(cycle) if runs_through(cycle, game) => return Ok(()),
        Certificate::Cycle(_) => return Err(BrokenGuarantee::OffCycle { apples: apples.clone() }),
        Certificate::Escapes(escapes) => escapes,
    };
    for apple in game.board().cells().filter(|&cell| !game.is_taken(cell)) {
        apples.push(apple);
        let Some(escape) = escapes.iter().find(|escape| escape.is_for(apple)) else {
            return Err(BrokenGuarantee::NoEscape { apples: apples.clone() });
        };
        check_escape(game, escape, apples)?;
        apples.pop();
    }
    Ok(())
}

/// Plays an escape for the last of these apples.
fn check_escape(game: &Game, escape: &Escape, apples: &mut Vec<Cell>) -> Result<(), BrokenGuarantee> {
    let apple = *apples.last().expect("an escape is for an apple");
    let mut game = game.clone().with_apple(apple).expect("the cell is free");
    let before = game.statistics();
    for (steps, &cell) in escape.way.iter().enumerate() {
        let is_step = game.head().direction_to(cell).is_some_and(|direction| {
            game.step(direction);
            game.head() == cell && game.statistics().steps == before.steps + steps as u64 + 1
        });
        let eats = matches!(escape.end, EscapeEnd::Eats(_)) && steps + 1 == escape.way.len();
        if !is_step || game.statistics().apples != before.apples + u64::from(eats) {
            return Err(BrokenGuarantee::Blocked { apples: apples.clone(), steps });
        }
    }
    match &escape.end {
        EscapeEnd::Avoids(cycle) if runs_through(cycle, &game) => Ok(()),
        EscapeEnd::Avoids(_) => Err(BrokenGuarantee::OffCycle { apples: apples.clone() }),
        EscapeEnd::Eats(_) if game.status() == Status::Won => Ok(()),
        EscapeEnd::Eats(certificate) => check(&game, certificate, apples),
    }
}

/// Whether a cycle runs through the snake from its tail to its head.
fn runs_through(cycle: &Cycle, game: &Game) -> bool {
    let snake: Vec<Cell> = game.snake().rev().collect();
    cycle.contains_path(&snake)
}
