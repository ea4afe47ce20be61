//! New puzzles: where chance begins, how long to look, what is said meanwhile, and how a puzzle is printed.

use super::{Limit, logic, print, refuse};
use crate::clock::Clock;
use crate::exit;
use crate::messages;
use clap::Args;
use std::io::{self, IsTerminal};

/// How a new puzzle is looked for.
#[derive(Args, Debug)]
pub struct GenerateArguments {
    /// Where chance begins: the same seed makes the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Print the puzzle as a drawing, not as facts with the drawing above them.
    #[arg(long)]
    drawing: bool,

    #[command(flatten)]
    limit: Limit,
}

/// Searches that are over by then need no sign of life.
const PATIENCE: f64 = 1.0;

/// A new puzzle as it is printed.
pub(super) struct Printed {
    /// What is said of it.
    pub(super) headline: String,
    /// Its drawing, with its settings.
    pub(super) drawing: String,
    /// The rows of it alone.
    pub(super) rows: Vec<String>,
    pub(super) facts: String,
}

impl GenerateArguments {
    /// Looks for a puzzle and prints it. `make` is given what to ask whether to look further, with the number of `things` that
    /// have been looked at.
    pub(super) fn run(
        &self,
        rejection: Option<String>,
        things: &str,
        make: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> Option<Printed>,
    ) -> Result<io::Result<u8>, u8> {
        if let Some(rejection) = rejection {
            return Err(refuse(&rejection, exit::BAD_INPUT));
        }
        let (clock, stop) = (Clock::start(), logic::stop(self.limit.time_limit));
        let shows_progress = io::stderr().is_terminal();
        let (mut shown, mut last) = (PATIENCE, 0);
        let made = make(&mut |looked_at| {
            last = looked_at;
            let now = clock.seconds();
            if shows_progress && now > shown {
                messages::write(&format!("\r{looked_at} {things} looked at, {now:.0} s\x1b[K"));
                shown = now + 0.5;
            }
            stop.reason().is_none()
        });
        if shown > PATIENCE {
            messages::write("\r\x1b[K");
        }
        let Some(made) = made else {
            return Err(refuse(&format!("none found: {last} {things} looked at"), exit::INTERRUPTED));
        };
        if self.drawing {
            return Ok(print(&format!("% {}\n{}", made.headline, made.drawing), 0));
        }
        let rows: String = made.rows.iter().map(|row| format!("%   {row}\n")).collect();
        Ok(print(&format!("% {}\n%\n{rows}{}", made.headline, made.facts), 0))
    }
}
