//! A solution of Rush as a film, move by move.

use crate::rush::{Move, Rush, letter};
use hamadryad_grid::{Cell, Direction, Grid};
use hamadryad_scene::{Area, Car, Figure, Fill, Film, Frame, Glyph, Ink, Mark};

/// The colours of the other cars; the red car has its own colour and an X.
const INKS: [Ink; 3] = [Ink::BLUE, Ink::YELLOW, Ink::PURPLE];

/// The film of legal moves: a picture of the board, and one after each move.
pub fn film(rush: &Rush, moves: &[Move], cell: Option<u32>, delay: u32) -> Film {
    let mut board = rush.clone();
    let mut frames = vec![frame(&board, format!("{} moves to the way out", moves.len()))];
    for (number, &made) in (1..).zip(moves) {
        board = board.after(made);
        frames.push(frame(&board, format!("move {number} of {}: {}", moves.len(), letter(made.car))));
    }
    Film::of_frames(format!("Rush, {} moves", moves.len()), frames, cell, delay)
}

const EDGE: Glyph = Glyph { unicode: '▒', ascii: '#' };

fn ink(car: usize) -> Ink {
    if car == 0 { Ink::RED } else { INKS[car % INKS.len()] }
}

/// The picture of a puzzle, which does not tell the number of moves.
pub fn puzzle(rush: &Rush) -> Frame {
    frame(rush, "Drive the car X out.".to_owned())
}

/// The picture of a board.
pub(crate) fn frame(board: &Rush, caption: String) -> Frame {
    // One more column for the edge with the exit, from which an arrow leads out.
    let grid = board.grid;
    let mut frame = Frame::new(Grid::new(grid.rows(), grid.cols() + 1));
    let exit = board.cars[0].cell.row;
    let edge = (0..grid.rows()).filter(|&row| row != exit).map(|row| Cell::new(row, grid.cols()));
    frame.add("edge", Area { cells: edge.collect(), glyph: EDGE, ink: Ink::GREY, fill: Fill::Solid });
    let gate = Cell::new(exit, grid.cols());
    frame.exits.push((gate, Direction::Right));
    let arrow = Glyph { unicode: '→', ascii: '>' };
    frame
        .add("edge", Mark { cell: gate, glyph: arrow, ink: ink(0), figure: Figure::Arrow(Direction::Right) });
    for (number, car) in board.cars.iter().enumerate() {
        let cells = car.cells().collect();
        frame.add("cars", Car { cells, letter: letter(number), ink: ink(number).bold() });
    }
    frame.caption.push(caption);
    frame
}
