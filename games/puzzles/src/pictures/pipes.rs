//! Water on its way through pipes, field by field.

use crate::Refusal;
use crate::pipes::{Gate, Layout, Piece, Pipes};
use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{Area, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Stroke};

const BLOCKED: Glyph = Glyph { unicode: '▒', ascii: '#' };
const SOURCE: Glyph = Glyph::ascii('I');
const DRAIN: Glyph = Glyph::ascii('O');

/// The film of a layout: a picture of the board, and one for each field that the water comes to.
///
/// # Errors
/// Where the water does not run from the source to the drain.
pub fn film(pipes: &Pipes, layout: &Layout, cell: Option<u32>, delay: u32) -> Result<Film, Refusal> {
    let way = pipes.flow(layout)?;
    let frames = (0..=way.len()).map(|wet| frame(pipes, layout, &way, wet)).collect();
    Ok(Film::of_frames(format!("Pipes, {} pieces", pipes.pieces()), frames, cell, delay))
}

/// The board lies in the middle of a grid that has room for its edge.
fn inside(cell: Cell) -> Cell {
    Cell::new(cell.row + 1, cell.col + 1)
}

/// The field of the edge that a gate is in.
fn outside(gate: Gate) -> Cell {
    // Inside the edge there is a field in every direction.
    inside(gate.cell).step(gate.side).unwrap_or(inside(gate.cell))
}

fn frame(pipes: &Pipes, layout: &Layout, way: &[Cell], wet: usize) -> Frame {
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
    // The pieces are what the whole way consists of; the water is the part of it that it has run.
    let whole = [&gates[..1], &way.iter().copied().map(inside).collect::<Vec<_>>(), &gates[1..]].concat();
    frame.add("pipes", Course::new(whole.iter().copied(), Stroke::Heavy).inked(&[PIPE]));
    let run = if wet == way.len() { whole.len() } else { wet + 1 };
    frame.add("water", Course::new(whole[..run].iter().copied(), Stroke::Thin).inked(&[Ink::BLUE]));
    for (cell, glyph, letter) in [(gates[0], SOURCE, "I"), (gates[1], DRAIN, "O")] {
        let figure = Figure::Badge(letter.to_string());
        frame.add("gates", Mark { cell, glyph, ink: Ink::BLUE.bold(), figure });
    }
    let crosses = layout.values().filter(|&&piece| piece == Piece::Cross).count();
    let crosses = if crosses > 0 { format!(", crosses: {crosses}") } else { String::new() };
    frame.caption.push(format!("{wet} of {} fields; pieces: {}{crosses}", way.len(), pipes.pieces()));
    frame.caption.push("from I to O".to_string());
    frame
}

/// So pale that the water can be seen on it.
const PIPE: Ink = Ink::new(250, [176, 176, 176]);
