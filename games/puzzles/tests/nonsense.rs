//! Mutated instances: each is read or rejected without a panic; an instance that is read can be written and
//! read again.
//!
//! The mutations are deterministic: each number of a real instance in turn becomes each of some unusual
//! values, and lines are removed, duplicated, cut and mixed.

use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::minotaur::{Labyrinth, Walk};
use hamadryad_puzzles::pipes::Pipes;
use hamadryad_puzzles::ricochet::Ricochet;
use hamadryad_puzzles::rogo::{Length, Rogo};
use hamadryad_puzzles::rush::Rush;
use hamadryad_puzzles::{PuzzleError, drawing};

/// Values that few fields permit.
const ODD: [&str; 10] = [
    "0",
    "-1",
    "1",
    "65536",
    "2147483647",
    "2147483648",
    "99999999999999999999",
    "x",
    "\"\u{1b}[2J\"",
    "f(1..3)",
];

/// The ranges of the digit sequences of a text.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut numbers: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in text.match_indices(|sign: char| sign.is_ascii_digit()) {
        match numbers.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => numbers.push(at..at + 1),
        }
    }
    numbers
}

fn mutations(text: &str) -> Vec<String> {
    let mut mutations = Vec::new();
    let numbers = numbers(text);
    // A long instance repeats similar facts.
    for range in numbers.iter().step_by(1 + numbers.len() / 60) {
        for value in ODD {
            mutations.push(format!("{}{value}{}", &text[..range.start], &text[range.end..]));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let with = |other: &str| {
            let mut changed = lines.clone();
            changed[number] = other;
            changed.join("\n")
        };
        let half = (0..=line.len() / 2).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        let twice = format!("{line}\n{line}");
        mutations.extend(["", &line[..half], &line[half..], &twice, "\u{1b}", "é|+-", "%*", "#"].map(with));
    }
    mutations.extend((0..text.len()).step_by(13).filter_map(|at| text.get(..at).map(str::to_owned)));
    mutations
}

/// Reads all mutations; `again` checks the round trip of each instance that was read.
fn try_all<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, PuzzleError>,
    again: impl Fn(T),
) -> (usize, usize) {
    let (mut sound, mut rejected) = (0, 0);
    again(read(text).expect("a real instance"));
    for mutation in mutations(text) {
        let _ = drawing::is_drawing(&mutation);
        match read(&mutation) {
            Ok(instance) => {
                again(instance);
                sound += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                rejected += 1;
            }
        }
    }
    assert!(rejected > 20, "{sound} read, {rejected} rejected: {text}");
    (sound, rejected)
}

macro_rules! instance {
    ($path:literal) => {
        include_str!(concat!("../../../encodings/", $path))
    };
}

#[test]
fn labyrinths() {
    for text in [instance!("minotaur/instances/4x4.lp"), instance!("minotaur/instances/exercise.lp")] {
        try_all(text, Labyrinth::read, drop);
        let drawn = Labyrinth::read(text).expect("an instance").drawing().expect("a rectangle");
        try_all(&drawn, Labyrinth::read, |labyrinth: Labyrinth| drop(labyrinth.drawing()));
    }
    try_all("at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4)\n", Walk::read, drop);
}

#[test]
fn boards_of_rogo() {
    for text in [instance!("rogo/instances/trick.lp"), instance!("rogo/instances/20110106.lp")] {
        let loops = |rogo: Rogo| {
            let answers = ["", "cycle(1,1)", "loop(1,1,1) loop(2,1,2) loop(99999,0,-1)"];
            answers.iter().for_each(|answer| drop(rogo.read_loop(Length::Exactly, answer)));
        };
        try_all(text, Rogo::read, loops);
        let drawn = Rogo::read(text).expect("an instance").drawing();
        try_all(&drawn, Rogo::read, |rogo| assert_eq!(Rogo::read(&rogo.drawing()).ok(), Some(rogo)));
    }
}

#[test]
fn boards_of_pipes() {
    let text = instance!("pipes/instances/5x5.lp");
    try_all(text, Pipes::read, |pipes| drop(pipes.drawing()));
    let drawn = Pipes::read(text).expect("an instance").drawing();
    try_all(&drawn, Pipes::read, |pipes| drop(pipes.drawing()));
}

#[test]
fn boards_of_rush() {
    let text = instance!("rush/instances/6x6.lp");
    try_all(text, Rush::read, |rush| drop(rush.drawing()));
    let drawn = Rush::read(text).expect("an instance").drawing();
    try_all(&drawn, Rush::read, |rush| drop(rush.drawing()));
}

#[test]
fn boards_of_ricochet_robots() {
    let text = instance!("ricochet/instances/6x6.lp");
    let again = |puzzle: Ricochet| assert_eq!(Ricochet::read(&puzzle.drawing()).as_ref(), Ok(&puzzle));
    try_all(text, Ricochet::read, again);
    let drawn = Ricochet::read(text).expect("an instance").drawing();
    try_all(&drawn, Ricochet::read, again);
}

#[test]
fn bags() {
    let text = "bag(3,6). type(straight). type(corner). type(3).\nlimit(straight,1,4). limit(3,0,2).\n";
    try_all(text, Supply::read, drop);
}
