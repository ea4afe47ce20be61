//! Puzzles at the keyboard: arrows make the natural move of each puzzle.

mod moves;

pub(super) use moves::towards;

use super::{Console, Key};
use crate::clock::{Clock, Stop};
use crate::{exit, file, input, messages};
use clap::{Args, ValueEnum};
use hamadryad_grid::Cell;
use hamadryad_puzzles::minotaur::Waiting;
use hamadryad_puzzles::play::{
    AnyPlay, Difficulty, PuzzleKind, PuzzleLink, PuzzleOrder, PuzzlePlay, Verdict,
};
use hamadryad_puzzles::rogo::Length;
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

    /// A puzzle by its link, such as `g=rush&o=6x6,10,9&s=7`, with the moves of the link.
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
water there, x lays a cross. Mouse: a click steps towards a field, selects a car, leads the loop or the water to
a field, or takes a piece back; cars are dragged. Without a terminal, the keys are read from standard input as text.

Exit codes: 0 the puzzle is solved, or the player leaves, 1 interrupted, 65 a file or puzzle is missing or
invalid, 74 a file cannot be written.";

/// Makes the order of a difficulty and a seed.
type Order = Box<dyn Fn(Difficulty, u64) -> PuzzleOrder>;
/// Reads a puzzle from the text of a file.
type Read = Box<dyn Fn(&str) -> Result<AnyPlay, String>>;

/// A kind of puzzle: its name in links, its generated puzzles, and its files.
pub(crate) struct Kind {
    name: &'static str,
    order: Order,
    read: Read,
    /// Whether an option has selected a variant of the rules.
    is_variant: bool,
}

/// Lets a person play a puzzle; returns the exit code.
///
/// # Errors
/// Errors of the terminal.
pub(crate) fn run(kind: &Kind, arguments: &PuzzleArguments) -> io::Result<u8> {
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let (play, order) = match open(kind, arguments, &stop) {
        Ok(opened) => opened,
        Err(message) => {
            messages::print(&format!("error: {message}\n"));
            return Ok(if stop.reason().is_some() { exit::INTERRUPTED } else { exit::BAD_INPUT });
        }
    };
    let mut desk = Desk { play, car: 0, cursor: Cell::new(0, 0), message: String::new(), stop: &stop };
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
    if let Some(order) = order {
        writeln!(out, "link     {}", PuzzleLink { order, moves: play.made() })?;
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
    let link = match &arguments.link {
        Some(_) if kind.is_variant => {
            return Err("a link states the variant of the rules: leave the option out".to_owned());
        }
        Some(link) => link.parse::<PuzzleLink>().map_err(|error| error.to_string())?,
        None => {
            let difficulty = match arguments.difficulty {
                DifficultyName::Easy => Difficulty::Easy,
                DifficultyName::Medium => Difficulty::Medium,
                DifficultyName::Hard => Difficulty::Hard,
            };
            let order = (kind.order)(difficulty, arguments.daily.unwrap_or(arguments.seed));
            PuzzleLink { order, moves: Vec::new() }
        }
    };
    let order = link.order;
    let name = kind.name;
    if !order.to_string().starts_with(&format!("g={name}&")) {
        return Err(format!("this is not a link to a puzzle of {name}"));
    }
    if let Some(rejection) = order.rejection() {
        return Err(rejection);
    }
    let mut play = order.generate(|_| stop.reason().is_none()).ok_or("no puzzle was found")?;
    link.replay(play.as_play()).map_err(|error| error.to_string())?;
    Ok((play, Some(order)))
}

/// Labyrinths, in which the player may wait or not.
pub(crate) fn minotaur(waiting: Waiting) -> Kind {
    let order = move |difficulty, seed| {
        let order = PuzzleOrder::minotaur(difficulty, seed);
        let PuzzleKind::Minotaur { steps, .. } = order.kind else { return order };
        PuzzleOrder { kind: PuzzleKind::Minotaur { steps, waiting }, ..order }
    };
    Kind {
        name: "minotaur",
        order: Box::new(order),
        read: Box::new(move |text| moves::minotaur(text, waiting)),
        is_variant: waiting == Waiting::Forbidden,
    }
}

/// Boards of Rogo, with loops of a given length or of at most this length.
pub(crate) fn rogo(length: Length) -> Kind {
    let order = move |difficulty, seed| {
        let order = PuzzleOrder::rogo(difficulty, seed);
        let PuzzleKind::Rogo { steps, best, .. } = order.kind else { return order };
        PuzzleOrder { kind: PuzzleKind::Rogo { steps, best, length }, ..order }
    };
    Kind {
        name: "rogo",
        order: Box::new(order),
        read: Box::new(move |text| moves::rogo(text, length)),
        is_variant: length == Length::AtMost,
    }
}

/// Boards of pipes.
pub(crate) fn pipes() -> Kind {
    let (order, read) = (Box::new(PuzzleOrder::pipes), Box::new(moves::pipes));
    Kind { name: "pipes", order, read, is_variant: false }
}

/// Boards of Rush.
pub(crate) fn rush() -> Kind {
    let (order, read) = (Box::new(PuzzleOrder::rush), Box::new(moves::rush));
    Kind { name: "rush", order, read, is_variant: false }
}

/// A puzzle at the keyboard.
struct Desk<'a> {
    play: AnyPlay,
    /// Ends searches for hints.
    stop: &'a Stop,
    /// The selected car of Rush.
    car: usize,
    /// The selected first field of Rogo.
    cursor: Cell,
    message: String,
}

impl Desk<'_> {
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
                Some(Key::Resized) => {}
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
                self.message = hint(play, &|| self.stop.reason().is_some());
                true
            }
            Key::Sign('c') => {
                self.message = verdict(play, &|| self.stop.reason().is_some());
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
        let solution = self.play.as_play().solution_within(&|| self.stop.reason().is_some());
        let Some(solution) = solution.ok().flatten() else {
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

fn hint(play: &dyn PuzzlePlay, is_stopped: &dyn Fn() -> bool) -> String {
    match play.hint_within(is_stopped) {
        Ok(Some(hint)) => format!("hint: {hint}"),
        _ => verdict(play, is_stopped),
    }
}

fn verdict(play: &dyn PuzzlePlay, is_stopped: &dyn Fn() -> bool) -> String {
    match play.verdict_within(is_stopped) {
        Ok(Verdict::Solved) => "solved".to_owned(),
        Ok(Verdict::Solvable { moves }) => format!("{moves} moves lead to the solution"),
        Ok(Verdict::DeadEnd) => "no solution exists from here: undo moves with u".to_owned(),
        Err(stopped) => stopped.to_string(),
    }
}
