//! `hamadryad lab weights`: learns the weights of the snake's value function, and compares them in play.

use super::arguments::WeightsArguments;
use super::progress::Display;
use crate::clock::{Clock, Stop};
use crate::watch::Watch;
use crate::{exit, file, messages};
use hamadryad_lab::Progress;
use hamadryad_lab::statistics::Sample;
use hamadryad_lab::weights::{Comparison, Games, Sampled, Samples, compare, learn, source};
use hamadryad_snake::{DriveError, Weights};
use std::io::{self, Write};

/// Learns, writes the table, compares; returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub(super) fn run(arguments: &WeightsArguments) -> io::Result<u8> {
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let _watch = Watch::without_summary(&stop);
    let is_stopped = || stop.reason().is_some();
    let weights = match learn_weights(&arguments.games(), &is_stopped) {
        Ok(Some(weights)) => weights,
        Ok(None) => return Ok(exit::INTERRUPTED),
        Err(error) => return Ok(not_won(&error)),
    };
    if let Err(error) = file::write(&arguments.out, source(&weights).as_bytes()) {
        let problem = file::cannot_write(&arguments.out, &error);
        messages::print(&format!("error: {problem}\n\n  tip: choose another file with `--out`\n"));
        return Ok(exit::BAD_INPUT);
    }
    if arguments.compare == 0 {
        return Ok(0);
    }
    let compared =
        with_progress("compared", |listener| compare(&arguments.compared(), weights, &is_stopped, listener));
    match compared {
        Ok(Some(comparisons)) => print(&comparisons),
        Ok(None) => Ok(exit::INTERRUPTED),
        Err(error) => Ok(not_won(&error)),
    }
}

fn learn_weights(games: &Games, stop: &dyn Fn() -> bool) -> Result<Option<Weights>, DriveError> {
    let sampled = with_progress("sampled", |listener| Samples::play(games, stop, listener))?;
    let Sampled::Complete(samples) = sampled else { return Ok(None) };
    messages::print(&format!("{} samples\n", samples.count()));
    Ok(Some(learn(&samples)))
}

/// Runs games with a progress bar; if standard error is not a terminal, prints a line for each twentieth of
/// the games.
fn with_progress<T>(verb: &str, play: impl FnOnce(&mut dyn FnMut(&Progress)) -> T) -> T {
    let mut display = Display::new("games");
    let result = play(&mut |progress| {
        let is_due =
            progress.done.is_multiple_of(progress.games.div_ceil(20)) || progress.done == progress.games;
        display.show(is_due.then(|| verb.to_string()), progress);
    });
    display.end();
    result
}

fn not_won(error: &DriveError) -> u8 {
    messages::print(&format!("error: a game was not won: {error}\n"));
    exit::BROKEN_GUARANTEE
}

fn print(comparisons: &[Comparison]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:<8} {:>20} {:>20} {:>20}", "board", "committed weights", "new weights", "difference")?;
    for Comparison { board, steps: [committed, new], difference } in comparisons {
        let [committed, new, difference] = [committed, new, difference].map(mean);
        writeln!(out, "{:<8} {committed:>20} {new:>20} {difference:>20}", board.to_string())?;
    }
    out.flush()?;
    Ok(0)
}

/// A mean with its standard error.
fn mean(sample: &Sample) -> String {
    let error = sample.standard_error.map(|error| format!(" ± {error:.1}")).unwrap_or_default();
    format!("{:.1}{error}", sample.mean)
}
