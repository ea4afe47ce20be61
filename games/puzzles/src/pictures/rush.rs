//! A way out of the traffic, move by move.

use crate::rush::{Move, Rush, letter};
use hamadryad_scene::{Course, Figure, Film, Frame, Glyph, Ink, Mark, Stroke};

/// Those of the others; the red car is the only one in its colour, and has an X.
const INKS: [Ink; 3] = [Ink::BLUE, Ink::YELLOW, Ink::PURPLE];

/// The film of moves that are possible: a picture of the board, and one after each.
pub fn film(rush: &Rush, moves: &[Move], cell: Option<u32>, delay: u32) -> Film {
    let mut board = rush.clone();
    let mut frames = vec![frame(&board, format!("{} moves to the way out at the right", moves.len()))];
    for (number, &made) in (1..).zip(moves) {
        board = board.after(made);
        frames.push(frame(&board, format!("move {number} of {}: {}", moves.len(), letter(made.car))));
    }
    Film::of_frames(format!("Rush, {} moves", moves.len()), frames, cell, delay)
}

fn frame(board: &Rush, caption: String) -> Frame {
    let mut frame = Frame::new(board.grid);
    for (number, car) in board.cars.iter().enumerate() {
        let ink = if number == 0 { Ink::RED } else { INKS[number % INKS.len()] };
        frame.add("cars", Course::new(car.cells(), Stroke::Heavy).inked(&[ink]));
    }
    for (number, car) in board.cars.iter().enumerate() {
        let sign = letter(number);
        let figure = Figure::Badge(sign.to_string());
        let ink = if number == 0 { Ink::RED.bold() } else { Ink::PLAIN };
        let glyph = Glyph::ascii(sign);
        frame.add("letters", Mark { cell: car.cell, glyph, ink, figure });
    }
    frame.caption.push(caption);
    frame
}
