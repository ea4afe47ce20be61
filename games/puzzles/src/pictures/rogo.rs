//! A loop of Rogo, field by field.

use crate::rogo::{Rogo, Square};
use hamadryad_grid::Cell;
use hamadryad_scene::{Area, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Stroke};

const FORBIDDEN: Glyph = Glyph { unicode: '▒', ascii: '#' };
/// A pale colour, on which numbers are readable.
const LOOP: Ink = Ink::new(78, [178, 219, 205]);
const TAKEN: Ink = Ink::new(84, [0, 104, 78]);

/// The film of a loop as `Rogo::read_loop` returns it: a picture of the puzzle, one for each field, and
/// one of the closed loop.
pub fn film(rogo: &Rogo, cells: &[Cell], cell: Option<u32>, delay: u32) -> Film {
    let entered = (1..=cells.len()).map(|count| frame(rogo, &cells[..count], false));
    let frames = [puzzle(rogo)].into_iter().chain(entered).chain([frame(rogo, cells, true)]).collect();
    Film::of_frames(format!("Rogo, {} steps", rogo.steps), frames, cell, delay)
}

/// The picture of a puzzle.
pub fn puzzle(rogo: &Rogo) -> Frame {
    let mut frame = frame(rogo, &[], false);
    frame.caption = vec![format!("A loop of {} steps with the most points.", rogo.steps)];
    frame
}

/// The picture of a loop that has entered these fields.
pub(crate) fn frame(rogo: &Rogo, entered: &[Cell], closed: bool) -> Frame {
    let mut frame = Frame::new(rogo.grid);
    let forbidden: Vec<Cell> =
        rogo.grid.cells().filter(|&cell| rogo.square(cell) == Square::Forbidden).collect();
    frame.add("fields", Area { cells: forbidden, glyph: FORBIDDEN, ink: Ink::GREY, fill: Fill::Solid });
    let course = Course::new(entered.iter().copied(), Stroke::Heavy).inked(&[LOOP]);
    frame.add("loop", Course { closed, ..course });
    for cell in rogo.grid.cells() {
        let Square::Points(points) = rogo.square(cell) else { continue };
        // A field on a terminal has room for one character.
        let glyph = Glyph::ascii(char::from_digit(points, 10).unwrap_or('+'));
        let number = points.to_string();
        let (ink, figure) = if entered.contains(&cell) {
            (TAKEN.bold(), Figure::Badge(number))
        } else {
            (Ink::PLAIN, Figure::Text(number))
        };
        frame.add("points", Mark { cell, glyph, ink, figure });
    }
    let points: u64 = entered.iter().map(|&cell| rogo.points(cell)).sum();
    let steps = if closed { entered.len() } else { entered.len().saturating_sub(1) };
    frame.caption.push(format!("{steps} of {} steps, {points} points", rogo.steps));
    frame
}
