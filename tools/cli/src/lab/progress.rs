//! The progress of a run: a bar that is drawn again and again on a terminal, plain lines otherwise.

use crate::messages;
use hamadryad_lab::Progress;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Shows progress on standard error.
pub struct Display {
    is_terminal: bool,
    /// The word for several tasks.
    noun: &'static str,
    /// The description of the last game.
    last: String,
}

impl Display {
    /// A bar if standard error is a terminal that can redraw a line.
    pub fn new(noun: &'static str) -> Display {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        Display { is_terminal: io::stderr().is_terminal() && !is_dumb, noun, last: String::new() }
    }

    /// Shows the message about a game that has ended, or the time that has passed.
    pub fn show(&mut self, told: Option<String>, progress: &Progress) {
        let has_ended = told.is_some();
        if let Some(told) = told {
            self.last = told;
        }
        if self.is_terminal {
            let width =
                terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
            let line: String = format!("{}  {}", bar(progress, self.noun), self.last)
                .chars()
                .take(width.saturating_sub(1))
                .collect();
            messages::write(&format!("\r{line}\x1b[K"));
        } else if has_ended {
            messages::write(&format!("{}  {}\n", counts(progress, self.noun), self.last));
        }
    }

    /// Leaves the bar on the terminal.
    pub fn end(&self) {
        if self.is_terminal && !self.last.is_empty() {
            messages::write("\n");
        }
    }
}

fn counts(progress: &Progress, noun: &str) -> String {
    let left = progress.remaining.filter(|_| progress.done < progress.games);
    let left = left.map(|left| format!(", {} left", clock(left))).unwrap_or_default();
    format!("{}/{} {noun}, {}{left}", progress.done, progress.games, clock(progress.elapsed))
}

fn bar(progress: &Progress, noun: &str) -> String {
    const WIDTH: usize = 20;
    let filled = WIDTH * progress.done / progress.games.max(1);
    format!("[{}{}] {}", "#".repeat(filled), ".".repeat(WIDTH - filled), counts(progress, noun))
}

/// A time such as `2:05` or `1:02:05`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_the_finished_part_and_the_remaining_time() {
        let progress = Progress {
            games: 40,
            done: 10,
            elapsed: Duration::from_secs(65),
            remaining: Some(Duration::from_secs(3725)),
        };
        assert_eq!(bar(&progress, "games"), "[#####...............] 10/40 games, 1:05, 1:02:05 left");
    }
}
