//! The flow of water through pipes, field by field.

use crate::PuzzleError;
use crate::pipes::{Gate, Layout, Piece, Pipes, StreamEnd};
use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{Area, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Stroke};

const BLOCKED: Glyph = Glyph { unicode: '▒', ascii: '#' };
const SOURCE: Glyph = Glyph::ascii('I');
const DRAIN: Glyph = Glyph::ascii('O');

/// The film of a layout: a picture of the puzzle, one of all pieces, and one for each field that the water reaches.
///
/// # Errors
/// If the water does not flow from the source to the drain.
pub fn film(pipes: &Pipes, layout: &Layout, cell: Option<u32>, delay: u32) -> Result<Film, PuzzleError> {
    let way = pipes.flow(layout)?;
    let laid = (0..=way.len()).map(|wet| frame(pipes, layout, &way, wet));
    let frames = [puzzle(pipes)].into_iter().chain(laid).collect();
    Ok(Film::of_frames(format!("Pipes, {} pieces", pipes.pieces()), frames, cell, delay))
}

/// The picture of a puzzle: the board without pieces, and the pieces below it.
pub fn puzzle(pipes: &Pipes) -> Frame {
    let mut frame = board(pipes, &Layout::default());
    let pieces = frame.caption.pop().unwrap_or_default();
    frame.caption = vec!["Lay all pieces, from I to O.".to_owned(), pieces.replacen("left: ", "", 1)];
    frame
}

/// The cell of the grid for a field of the board; the grid has room for the edge.
fn inside(cell: Cell) -> Cell {
    Cell::new(cell.row + 1, cell.col + 1)
}

/// The cell of the edge that contains a gate.
fn outside(gate: Gate) -> Cell {
    // All neighbours of a board's field exist in the grid.
    inside(gate.cell).step(gate.side).unwrap_or(inside(gate.cell))
}

/// The board without pieces; the cells of the edge that contain the gates.
fn empty(pipes: &Pipes) -> (Frame, [Cell; 2]) {
    let grid = pipes.grid;
    let mut frame = Frame::new(Grid::new(grid.rows() + 2, grid.cols() + 2));
    let gates = [outside(pipes.source), outside(pipes.drain)];
    let is_edge =
        |cell: &Cell| cell.row == 0 || cell.col == 0 || cell.row > grid.rows() || cell.col > grid.cols();
    let edge = frame.grid.cells().filter(|cell| is_edge(cell) && !gates.contains(cell));
    let blocked = grid.cells().filter(|&cell| !pipes.is_free(cell)).map(inside);
    let area = |cells, fill| Area { cells, glyph: BLOCKED, ink: Ink::GREY, fill };
    let (edge, blocked) = (edge.collect(), blocked.collect());
    frame.add("edge", area(edge, Fill::Solid));
    frame.add("blocked", area(blocked, Fill::Striped));
    (frame, gates)
}

fn add_gates(frame: &mut Frame, gates: [Cell; 2]) {
    for (cell, glyph, letter) in [(gates[0], SOURCE, "I"), (gates[1], DRAIN, "O")] {
        let figure = Figure::Badge(letter.to_string());
        frame.add("gates", Mark { cell, glyph, ink: Ink::BLUE.bold(), figure });
    }
}

/// The picture of some pieces on the board: blue pieces contain water.
pub(crate) fn board(pipes: &Pipes, layout: &Layout) -> Frame {
    let (mut frame, gates) = empty(pipes);
    let (wet, end) = pipes.stream(layout);
    for (&cell, &piece) in layout {
        let sign = piece.sign();
        let glyph = Glyph { unicode: sign, ascii: ascii(piece) };
        let ink = if wet.contains(&cell) { Ink::BLUE.bold() } else { Ink::PLAIN };
        frame.add("pipes", Mark { cell: inside(cell), glyph, ink, figure: Figure::Text(sign.to_string()) });
    }
    add_gates(&mut frame, gates);
    let state = match end {
        StreamEnd::Drain => "the water reaches O".to_owned(),
        StreamEnd::Field(cell, _) => format!("the water stops before {cell}"),
        StreamEnd::Edge(cell) => format!("the water flows over the edge at {cell}"),
    };
    let left = Piece::ALL.into_iter().zip(pipes.left(layout)).filter(|&(_, count)| count > 0);
    let left: Vec<String> = left.map(|(piece, count)| format!("{count} {} {piece}", piece.sign())).collect();
    let left = if left.is_empty() { "none".to_owned() } else { left.join(", ") };
    frame.caption.push(format!("{} of {} pieces: {state}", layout.len(), pipes.pieces()));
    frame.caption.push(format!("left: {left}"));
    frame
}

/// The letter of a bend or straight piece for terminals without line signs.
fn ascii(piece: Piece) -> char {
    match piece {
        Piece::Level => '-',
        Piece::Upright => '|',
        Piece::NorthEast => 'L',
        Piece::SouthEast => 'r',
        Piece::SouthWest => '7',
        Piece::NorthWest => 'J',
        Piece::Cross => '+',
    }
}

fn frame(pipes: &Pipes, layout: &Layout, way: &[Cell], wet: usize) -> Frame {
    let (mut frame, gates) = empty(pipes);
    // The pieces cover the whole way; the water covers its first part.
    let whole = [&gates[..1], &way.iter().copied().map(inside).collect::<Vec<_>>(), &gates[1..]].concat();
    frame.add("pipes", Course::new(whole.iter().copied(), Stroke::Heavy).inked(&[PIPE]));
    let run = if wet == way.len() { whole.len() } else { wet + 1 };
    frame.add("water", Course::new(whole[..run].iter().copied(), Stroke::Thin).inked(&[Ink::BLUE]));
    add_gates(&mut frame, gates);
    let crosses = layout.values().filter(|&&piece| piece == Piece::Cross).count();
    let crosses = if crosses > 0 { format!(", crosses: {crosses}") } else { String::new() };
    frame.caption.push(format!("{wet} of {} fields; pieces: {}{crosses}", way.len(), pipes.pieces()));
    frame.caption.push("from I to O".to_string());
    frame
}

/// A pale colour, on which the water is visible.
const PIPE: Ink = Ink::new(250, [176, 176, 176]);
