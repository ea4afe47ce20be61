//! Generators of puzzles: seed, limits, progress, and output of the puzzle.

use super::{Limit, logic, print, refuse};
use crate::clock::Clock;
use crate::exit;
use crate::messages;
use crate::picture::{self, Target};
use clap::Args;
use hamadryad_scene::{Film, Frame};
use std::io::{self, IsTerminal};

/// Options of the search for a new puzzle.
#[derive(Args, Debug)]
pub struct GenerateArguments {
    /// Seed of the random choices: the same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Print the puzzle as a drawing only, without facts.
    #[arg(long)]
    drawing: bool,

    /// File for a picture of the puzzle, unsolved: .svg, .png or .html.
    #[arg(short, long, value_name = "FILE", value_parser = picture::target)]
    out: Option<Target>,

    #[command(flatten)]
    limit: Limit,
}

/// Searches shorter than this, in seconds, show no progress.
const PATIENCE: f64 = 1.0;

/// A new puzzle in the form in which it is printed.
pub(super) struct Printed {
    /// The description in the first line.
    pub(super) headline: String,
    /// The drawing with its settings.
    pub(super) drawing: String,
    /// The rows of the drawing.
    pub(super) rows: Vec<String>,
    pub(super) facts: String,
    /// The picture of the puzzle, unless it is too large.
    pub(super) picture: Option<Frame>,
}

impl GenerateArguments {
    /// Searches for a puzzle and prints it. `make` calls its argument with the number of candidates
    /// (`things`) tried so far, and continues while the result is true.
    pub(super) fn run(
        &self,
        rejection: Option<String>,
        things: &str,
        make: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> Option<Printed>,
    ) -> Result<io::Result<u8>, u8> {
        if let Some(rejection) = rejection {
            return Err(refuse(&rejection, exit::BAD_INPUT));
        }
        let clock = Clock::start();
        let shows_progress = io::stderr().is_terminal();
        let (mut shown, mut last) = (PATIENCE, 0);
        let made = logic::within(self.limit.time_limit, |stop| {
            make(&mut |tried| {
                last = tried;
                let now = clock.seconds();
                if shows_progress && now > shown {
                    messages::write(&format!("\r{tried} {things} tried, {now:.0} s\x1b[K"));
                    shown = now + 0.5;
                }
                stop.reason().is_none()
            })
        });
        if shown > PATIENCE {
            messages::write("\r\x1b[K");
        }
        let Some(made) = made else {
            return Err(refuse(&format!("none found: {last} {things} tried"), exit::INTERRUPTED));
        };
        if let Some(target) = &self.out {
            let Some(picture) = made.picture else {
                return Err(refuse("the puzzle is too large for a picture", exit::BAD_INPUT));
            };
            let film = Film::of_frames(made.headline.clone(), vec![picture], None, 1000);
            let code = picture::write_all(&film, target);
            if code != 0 {
                return Err(code);
            }
        }
        if self.drawing {
            return Ok(print(&format!("% {}\n{}", made.headline, made.drawing), 0));
        }
        let rows: String = made.rows.iter().map(|row| format!("%   {row}\n")).collect();
        Ok(print(&format!("% {}\n%\n{rows}{}", made.headline, made.facts), 0))
    }
}
