//! A walk through a labyrinth: each step has one picture of the player's move, and one for each of the
//! Minotaur's moves.

use crate::minotaur::{Field, Labyrinth, Waiting, Walk, check};
use crate::{PuzzleError, Reason};
use hamadryad_grid::{Cell, Direction, Grid};
use hamadryad_scene::{Area, Chapter, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Stroke};

const GOAL: Glyph = Glyph { unicode: '◎', ascii: 'o' };
const NO_FIELD: Glyph = Glyph { unicode: '▒', ascii: '#' };
const LEGEND: &str = "Y: you, M: the Minotaur, ring: the goal";
/// The longest side of a labyrinth that can be drawn.
const LONGEST_SIDE: i64 = 200;

/// The film of a walk to the goal, with a chapter for each step.
///
/// # Errors
/// If the walk breaks the rules, or the labyrinth is too large to be drawn.
pub fn film(
    labyrinth: &Labyrinth,
    waiting: Waiting,
    walk: &Walk,
    cell: Option<u32>,
    delay: u32,
) -> Result<Film, PuzzleError> {
    check(labyrinth, waiting, walk)?;
    let map = Map::new(labyrinth)?;
    let last = walk.steps();
    let (mut you, mut minotaur) = (vec![labyrinth.start], vec![labyrinth.minotaur]);
    let mut frames = vec![map.frame(labyrinth, &you, &minotaur, format!("{last} steps to the goal"))];
    let mut chapters = vec![Chapter { picture: 0, name: "the start".to_string() }];
    for (step, &field) in walk.fields.iter().enumerate().skip(1) {
        let moved = if you.last() == Some(&field) { "you wait" } else { "you move" };
        you.push(field);
        chapters.push(Chapter { picture: frames.len(), name: format!("step {step}") });
        frames.push(map.frame(labyrinth, &you, &minotaur, format!("step {step} of {last}: {moved}")));
        for turn in ["first", "second"] {
            let from = *minotaur.last().expect("he starts somewhere");
            let to = labyrinth.chase(from, field);
            minotaur.push(to);
            let moved = if to == from { "he stands still" } else { "he moves" };
            let caption = format!("step {step} of {last}: his {turn} field, {moved}");
            frames.push(map.frame(labyrinth, &you, &minotaur, caption));
        }
    }
    let film = Film::of_frames(format!("Minotaur, {last} steps"), frames, cell, delay);
    Ok(Film { chapters, ..film })
}

/// The picture of a puzzle.
///
/// # Errors
/// If the labyrinth is too large to be drawn.
pub fn puzzle(labyrinth: &Labyrinth) -> Result<Frame, PuzzleError> {
    let caption = "Reach the goal; he makes two steps for each of yours.".to_owned();
    Ok(Map::new(labyrinth)?.frame(labyrinth, &[labyrinth.start], &[labyrinth.minotaur], caption))
}

/// The labyrinth on a grid, its highest row first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map {
    left: i32,
    top: i32,
    grid: Grid,
}

impl Map {
    pub(crate) fn new(labyrinth: &Labyrinth) -> Result<Self, PuzzleError> {
        let range = |side: fn(&Field) -> i32| {
            let sides = || labyrinth.fields.iter().map(side);
            // Every labyrinth has a start field.
            (sides().min().unwrap_or_default(), sides().max().unwrap_or_default())
        };
        let ((left, right), (bottom, top)) = (range(|field| field.x), range(|field| field.y));
        let length = |from: i32, to: i32| {
            let length = i64::from(to) - i64::from(from) + 1;
            u16::try_from(length).ok().filter(|_| length <= LONGEST_SIDE).ok_or_else(|| PuzzleError {
                line: None,
                reason: Reason::Wrong {
                    fact: format!("field({from},_) to field({to},_)"),
                    reason: format!(
                        "a labyrinth of more than {LONGEST_SIDE} fields is too large to be drawn"
                    ),
                },
            })
        };
        let grid = Grid::new(length(bottom, top)?, length(left, right)?);
        Ok(Self { left, top, grid })
    }

    fn cell(&self, field: Field) -> Cell {
        // The sides of the map are less than 2^16.
        Cell::new((self.top - field.y) as u16, (field.x - self.left) as u16)
    }

    /// The picture after these fields of the player and of the Minotaur.
    pub(crate) fn frame(
        &self,
        labyrinth: &Labyrinth,
        you: &[Field],
        minotaur: &[Field],
        caption: String,
    ) -> Frame {
        let mut frame = Frame::new(self.grid);
        let cells = self.grid.cells();
        let fields: Vec<Cell> = labyrinth.fields.iter().map(|&field| self.cell(field)).collect();
        let outside: Vec<Cell> = cells.filter(|cell| !fields.contains(cell)).collect();
        if !outside.is_empty() {
            frame.add("outside", Area { cells: outside, glyph: NO_FIELD, ink: Ink::GREY, fill: Fill::Solid });
        }
        for &(low, high) in &labyrinth.walls {
            if labyrinth.fields.contains(&low) && labyrinth.fields.contains(&high) {
                let way = if low.x == high.x { Direction::Up } else { Direction::Right };
                frame.walls.push((self.cell(low), way));
            }
        }
        let trail = |fields: &[Field], stroke, ink| {
            Course::new(fields.iter().map(|&field| self.cell(field)), stroke).inked(&[ink])
        };
        frame.add("his way", trail(minotaur, Stroke::Hair, Ink::PURPLE));
        frame.add("your way", trail(you, Stroke::Thin, Ink::BLUE));
        let mut mark = |field, glyph, ink, figure| {
            frame.add("players", Mark { cell: self.cell(field), glyph, ink, figure });
        };
        mark(labyrinth.goal, GOAL, Ink::YELLOW.bold(), Figure::Ring);
        let (you, minotaur) = (you.last(), minotaur.last());
        for (field, sign, ink) in [(you, 'Y', Ink::BLUE.bold()), (minotaur, 'M', Ink::PURPLE.bold())] {
            if let Some(&field) = field {
                mark(field, Glyph::ascii(sign), ink, Figure::Badge(sign.to_string()));
            }
        }
        frame.caption = vec![caption, LEGEND.to_string()];
        frame
    }
}
