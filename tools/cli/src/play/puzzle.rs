//! Puzzles at the keyboard: arrows make the natural move of each puzzle.

mod moves;

use super::{Console, Key};
use crate::clock::{Clock, Stop};
use crate::{exit, file, input, messages};
use clap::{Args, ValueEnum};
use hamadryad_grid::Cell;
use hamadryad_puzzles::play::{AnyPlay, Difficulty, PuzzleOrder, PuzzlePlay, Verdict};
use hamadryad_scene::Frame;
use std::io::{self, Write};
use std::path::PathBuf;

/// A puzzle to play, and the file for the answer.
#[derive(Args, Debug)]
pub(crate) struct PuzzleArguments {
    /// File with the puzzle [default: a generated puzzle]
    #[arg(conflicts_with_all = ["difficulty", "seed", "daily", "link"])]
    file: Option<String>,

    /// Difficulty of the generated puzzle.
    #[arg(long, value_enum, default_value_t = DifficultyName::Easy)]
    difficulty: DifficultyName,

    /// Seed of the generated puzzle: the same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The puzzle of a day, such as 2026-12-31.
    #[arg(long, value_name = "DATE", value_parser = date, conflicts_with = "seed")]
    daily: Option<u64>,

    /// A puzzle by its link, such as `g=rush&o=6x6,10,9&s=7`.
    #[arg(long, value_name = "LINK", conflicts_with_all = ["difficulty", "seed", "daily"])]
    link: Option<String>,

    /// Save the moves to a file, as an answer for `check` and `show --answer`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DifficultyName {
    /// Small, with a short solution.
    Easy,
    /// In between.
    Medium,
    /// Large, with a long solution.
    Hard,
}

/// The seed of a date.
fn date(text: &str) -> Result<u64, String> {
    let parts: Option<Vec<u16>> = text.split('-').map(|part| part.parse().ok()).collect();
    match parts.as_deref() {
        Some(&[year, month @ 1..=12, day @ 1..=31]) => {
            Ok(PuzzleOrder::seed_of_date(year, month as u8, day as u8))
        }
        _ => Err("expected a date such as 2026-12-31".to_owned()),
    }
}

pub(crate) const HELP: &str = "\
Keys: arrows (or wasd, hjkl) move, u undoes, r redoes, n starts again, ? gives a hint, c checks, g shows the
solution, q leaves. Minotaur: a full stop waits. Rush: Tab or a capital letter selects a car. Rogo: arrows move
to the first field, space enters it, then arrows lead the loop. Pipes: an arrow lays the piece that leads the
water there, x lays a cross. Without a terminal, the keys are read from standard input as text.

Exit codes: 0 the puzzle is solved, or the player leaves, 1 interrupted, 65 a file or puzzle is missing or
invalid, 74 a file cannot be written.";

/// A kind of puzzle: its name in links, its generated puzzles, and its files.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) order: fn(Difficulty, u64) -> PuzzleOrder,
    pub(crate) read: fn(&str) -> Result<AnyPlay, String>,
}

/// Lets a person play a puzzle; returns the exit code.
///
/// # Errors
/// Errors of the terminal.
pub(crate) fn run(kind: &Kind, arguments: &PuzzleArguments) -> io::Result<u8> {
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let (play, link) = match open(kind, arguments, &stop) {
        Ok(opened) => opened,
        Err(message) => {
            messages::print(&format!("error: {message}\n"));
            return Ok(if stop.reason().is_some() { exit::INTERRUPTED } else { exit::BAD_INPUT });
        }
    };
    let mut desk = Desk { play, car: 0, cursor: Cell::new(0, 0), message: String::new() };
    desk.run(&mut Console::open(&stop)?)?;
    if let Some(name) = &arguments.save
        && let Err(error) = file::write(name, format!("{}\n", moves::answer(&desk.play)).as_bytes())
    {
        messages::print(&format!("error: {}\n", file::cannot_write(name, &error)));
        return Ok(exit::BAD_OUTPUT);
    }
    let play = desk.play.as_play();
    let state = if play.is_solved() { "solved" } else { "left" };
    let mut out = io::stdout().lock();
    writeln!(out, "\n{state:<8} {} moves", play.moves())?;
    if let Some(link) = link {
        writeln!(out, "link     {link}")?;
    }
    out.flush()?;
    Ok(if stop.reason().is_some() { exit::INTERRUPTED } else { 0 })
}

/// The puzzle, and its link if it is generated.
fn open(
    kind: &Kind,
    arguments: &PuzzleArguments,
    stop: &Stop,
) -> Result<(AnyPlay, Option<PuzzleOrder>), String> {
    if let Some(file) = &arguments.file {
        let text = input::read(file)?;
        return Ok(((kind.read)(&text).map_err(|error| format!("{file}: {error}"))?, None));
    }
    let order = match &arguments.link {
        Some(link) => link.parse().map_err(|error: hamadryad_puzzles::play::OrderError| error.to_string())?,
        None => {
            let difficulty = match arguments.difficulty {
                DifficultyName::Easy => Difficulty::Easy,
                DifficultyName::Medium => Difficulty::Medium,
                DifficultyName::Hard => Difficulty::Hard,
            };
            (kind.order)(difficulty, arguments.daily.unwrap_or(arguments.seed))
        }
    };
    let name = kind.name;
    if !order.to_string().starts_with(&format!("g={name}&")) {
        return Err(format!("this is not a link to a puzzle of {name}"));
    }
    if let Some(rejection) = order.rejection() {
        return Err(rejection);
    }
    let play = order.generate(|_| stop.reason().is_none()).ok_or("no puzzle was found")?;
    Ok((play, Some(order)))
}

/// The kinds with a `play` command.
pub(crate) const MINOTAUR: Kind =
    Kind { name: "minotaur", order: PuzzleOrder::minotaur, read: moves::minotaur };
pub(crate) const ROGO: Kind = Kind { name: "rogo", order: PuzzleOrder::rogo, read: moves::rogo };
pub(crate) const PIPES: Kind = Kind { name: "pipes", order: PuzzleOrder::pipes, read: moves::pipes };
pub(crate) const RUSH: Kind = Kind { name: "rush", order: PuzzleOrder::rush, read: moves::rush };

/// A puzzle at the keyboard.
struct Desk {
    play: AnyPlay,
    /// The selected car of Rush.
    car: usize,
    /// The selected first field of Rogo.
    cursor: Cell,
    message: String,
}

impl Desk {
    /// Plays until the puzzle is solved or the player leaves.
    fn run(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        loop {
            let frame = self.frame(console.is_terminal());
            console.show(&frame)?;
            if self.play.as_play().is_solved() {
                return Ok(());
            }
            match console.key(None)? {
                Some(Key::Quit) => return Ok(()),
                Some(Key::Sign('g')) => self.show_solution(console)?,
                Some(key) => self.press(key),
                None => {}
            }
        }
    }

    fn press(&mut self, key: Key) {
        self.message.clear();
        let play = self.play.as_play();
        let is_done = match key {
            Key::Sign('u') => play.undo(),
            Key::Sign('r') => play.redo(),
            Key::Sign('n') => {
                play.restart();
                true
            }
            Key::Sign('?') => {
                self.message = hint(play);
                true
            }
            Key::Sign('c') => {
                self.message = verdict(play);
                true
            }
            key => {
                let made = moves::press(&mut self.play, key, &mut self.car, &mut self.cursor);
                made.unwrap_or_else(|error| self.message = error.to_string());
                true
            }
        };
        if !is_done {
            self.message = "there is no such move".to_owned();
        }
    }

    /// Makes the moves of a shortest solution, with a picture before each.
    fn show_solution(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        self.message.clear();
        let Some(solution) = self.play.as_play().solution() else {
            self.message = "no solution exists from here: undo moves with u".to_owned();
            return Ok(());
        };
        for (number, made) in solution.iter().enumerate() {
            if number > 0 {
                let frame = self.frame(console.is_terminal());
                console.show(&frame)?;
                console.pause();
            }
            if let Err(error) = self.play.as_play().make(made) {
                self.message = error.to_string();
                return Ok(());
            }
        }
        Ok(())
    }

    fn frame(&mut self, with_keys: bool) -> Frame {
        let mut frame = self.play.as_play().frame();
        moves::mark_selection(&self.play, &mut frame, self.car, self.cursor);
        frame.caption.push(format!("{} moves", self.play.as_play().moves()));
        // On a terminal, all pictures have the same height.
        frame.caption.extend(Some(self.message.clone()).filter(|message| with_keys || !message.is_empty()));
        if with_keys {
            frame.caption.push(moves::keys(&self.play).to_owned());
            frame.caption.push("u undo, r redo, n anew, ? hint, c check, g solution, q leave".to_owned());
        }
        frame
    }
}

fn hint(play: &dyn PuzzlePlay) -> String {
    play.hint().map_or_else(|| verdict(play), |hint| format!("hint: {hint}"))
}

fn verdict(play: &dyn PuzzlePlay) -> String {
    match play.verdict() {
        Verdict::Solved => "solved".to_owned(),
        Verdict::Solvable { moves } => format!("{moves} moves lead to the solution"),
        Verdict::DeadEnd => "no solution exists from here: undo moves with u".to_owned(),
    }
}
