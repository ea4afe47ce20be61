//! Why no round trip leads through a snake: a conflict of the logic program `hamiltonian.lp` with the position.
//!
//! ```text
//! . . . .      the snake cuts the board in two: its cells must be left as they lie, so that the corners above
//! # # # @      and below it are not both on one round trip
//! . . . .
//! ```

use crate::logic::PROGRAM;
use crate::{Instance, frame_of_instance};
use hamadryad::explain::{Conflict, Element, ElementKind, ExplainOptions, Outcome};
use hamadryad::{Control, Error, Part, Symbol, Symbols};
use hamadryad_grid::Cell;
use hamadryad_scene::{Area, Fill, Frame, Glyph, Ink};
use std::collections::BTreeSet;
use std::fmt::Write;

const POSITION: &str = include_str!("../encodings/snake/position.lp");
/// The names of the texts in messages.
const FILES: [&str; 3] = ["hamiltonian.lp", "position.lp", "the position"];
const CUT_OFF: Glyph = Glyph { unicode: '×', ascii: 'x' };
const FORCED: Glyph = Glyph { unicode: '○', ascii: 'o' };

/// Cells that together exclude a round trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripConflict {
    /// Cells that cannot all be on one round trip.
    pub cut_off: Vec<Cell>,
    /// Cells of the snake whose way is fixed: each leads to the cell before it.
    pub held: Vec<Cell>,
    /// Cells that a round trip enters once or leaves once, which is used.
    pub forced: Vec<Cell>,
    /// Whether each of them is needed, and a second search has confirmed it.
    pub is_minimal: bool,
}

/// The cells that exclude a round trip through the snake; `None` if there is one, or if `stop` returned `true`.
///
/// # Errors
/// If the logic program cannot be grounded.
pub fn trip_conflict(instance: &Instance, stop: &dyn Fn() -> bool) -> Result<Option<TripConflict>, Error> {
    let mut control = Control::new();
    control.keep_origins();
    let board = instance.board();
    control.define("n", &board.rows().to_string())?;
    control.define("m", &board.cols().to_string())?;
    for (name, text) in FILES.into_iter().zip([PROGRAM, POSITION, &facts(instance)]) {
        control.add(name, text)?;
    }
    match control.ground_until(&[Part::base()], stop) {
        Err(_) if stop() => return Ok(None),
        result => result?,
    };
    let mut explainer = control.explainer(ExplainOptions::new(), stop)?;
    let Outcome::Found(conflict) = explainer.conflict() else { return Ok(None) };
    Ok(Some(cells(&control, &conflict)))
}

/// The position as facts.
fn facts(instance: &Instance) -> String {
    let mut text = String::new();
    for (number, cell) in instance.snake().to_vec().into_iter().enumerate() {
        let (row, col) = cell.pair();
        let _ = writeln!(text, "snake(({row},{col}),{}).", number + 1);
    }
    let (row, col) = instance.apple().pair();
    let _ = writeln!(text, "apple(({row},{col})).");
    text
}

/// The cells of the elements, by the statements that they belong to.
fn cells(control: &Control, conflict: &Conflict) -> TripConflict {
    let mut found = TripConflict { is_minimal: conflict.is_minimal, ..TripConflict::default() };
    for element in conflict.elements() {
        let Some(span) = element.span else { continue };
        let file = control.sources().name(span.file);
        let Some(cell) = cell_of(control.symbols(), element) else { continue };
        let list = match element.kind {
            ElementKind::Choice => &mut found.forced,
            _ if file == FILES[1] => &mut found.held,
            ElementKind::Constraint => &mut found.cut_off,
            _ => continue,
        };
        if !list.contains(&cell) {
            list.push(cell);
        }
    }
    [&mut found.cut_off, &mut found.held, &mut found.forced]
        .into_iter()
        .for_each(|list| list.sort_unstable());
    found
}

/// The cell of the first variable whose value is a pair of numbers.
fn cell_of(symbols: &Symbols, element: &Element) -> Option<Cell> {
    element.bindings.iter().find_map(|&(_, value)| pair(symbols, value))
}

fn pair(symbols: &Symbols, value: Symbol) -> Option<Cell> {
    let [row, col] = symbols.arguments(value) else { return None };
    let number = |symbol: &Symbol| u16::try_from(symbols.as_number(*symbol)?.checked_sub(1)?).ok();
    Some(Cell { row: number(row)?, col: number(col)? })
}

impl TripConflict {
    /// The position, with the cells of the conflict in the picture.
    pub fn frame(&self, instance: &Instance) -> Frame {
        let mut frame = frame_of_instance(instance, None);
        self.mark(&mut frame, instance.snake());
        frame
    }

    /// Adds the cells of the conflict that are free to the picture of a position.
    pub fn mark(&self, frame: &mut Frame, snake: &[Cell]) {
        let free = |cells: &[Cell]| {
            cells.iter().copied().filter(|cell| !snake.contains(cell)).collect::<Vec<Cell>>()
        };
        let areas = [(free(&self.forced), FORCED, Ink::YELLOW), (free(&self.cut_off), CUT_OFF, Ink::RED)];
        for (cells, glyph, ink) in areas {
            if !cells.is_empty() {
                frame.add("conflict", Area { cells, glyph, ink, fill: Fill::Striped });
            }
        }
    }

    /// The conflict in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let [cell] = self.cut_off[..] {
            sentences.push(format!("{cell} cannot be on a round trip with the head"));
        } else if !self.cut_off.is_empty() {
            sentences.push(format!("{} cannot all be on one round trip with the head", list(&self.cut_off)));
        }
        if !self.held.is_empty() {
            sentences
                .push(format!("the snake lies on {}, and a round trip must follow it", list(&self.held)));
        }
        if let [cell] = self.forced[..] {
            sentences.push(format!("{cell} is entered and left only once"));
        } else if !self.forced.is_empty() {
            sentences.push(format!("{} are each entered and left only once", list(&self.forced)));
        }
        sentences
    }
}

/// The cells as text: three or more in a row or a column as a range.
fn list(cells: &[Cell]) -> String {
    let mut texts: Vec<String> =
        ranges(cells).into_iter().map(|(first, last)| range_text(first, last)).collect();
    let Some(last) = texts.pop() else { return String::new() };
    if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) }
}

fn range_text(first: Cell, last: Cell) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Straight runs of at least three cells, and single cells, in the order of their first cells. Each cell is in one of
/// them: in the longest run from the first cell that is left, to the right or down.
fn ranges(cells: &[Cell]) -> Vec<(Cell, Cell)> {
    let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut ranges = Vec::new();
    while let Some(&first) = left.first() {
        let run = |(rows, cols): (u16, u16)| {
            let at = move |step: u16| Cell { row: first.row + rows * step, col: first.col + cols * step };
            (0..).map(at).take_while(|cell| left.contains(cell)).collect::<Vec<Cell>>()
        };
        let (right, down) = (run((0, 1)), run((1, 0)));
        let longest = if down.len() > right.len() { down } else { right };
        let taken = if longest.len() > 2 { &longest[..] } else { &longest[..1] };
        left.retain(|cell| !taken.contains(cell));
        ranges.push((first, taken[taken.len() - 1]));
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::{Board, Path};

    fn instance(snake: &[(u16, u16)], apple: (u16, u16)) -> Instance {
        let cell = |&(row, col): &(u16, u16)| Cell { row, col };
        let board = Board::new(4, 4).expect("a board");
        let snake = Path::new(board.grid(), snake.iter().map(cell).collect()).expect("a path");
        Instance::new(board, snake, cell(&apple)).expect("an instance")
    }

    #[test]
    fn a_snake_across_the_board_has_a_conflict() {
        let across = instance(&[(1, 0), (1, 1), (1, 2), (1, 3)], (3, 3));
        let conflict = trip_conflict(&across, &|| false).unwrap().expect("there is no round trip");
        assert!(conflict.is_minimal);
        assert!(conflict.cut_off.iter().any(|cell| cell.row == 0));
        assert!(conflict.cut_off.iter().any(|cell| cell.row > 1));
        assert!(!conflict.held.is_empty() && conflict.sentences().len() >= 2);
        assert!(conflict.frame(&across).layers.iter().any(|layer| layer.name == "conflict"));
    }

    #[test]
    fn cells_in_a_line_are_a_range() {
        let text = |cells: &[(u16, u16)]| {
            list(&cells.iter().map(|&(row, col)| Cell { row, col }).collect::<Vec<_>>())
        };
        assert_eq!(text(&[(0, 0), (0, 1), (0, 2), (0, 4)]), "(1,1) to (1,3) and (1,5)");
        assert_eq!(text(&[(3, 1), (1, 1), (2, 1), (1, 2)]), "(2,2) to (4,2) and (2,3)");
        assert_eq!(text(&[(0, 0), (0, 1)]), "(1,1) and (1,2)");
        assert_eq!(text(&[(5, 5)]), "(6,6)");
        assert_eq!(text(&[]), "");
    }

    #[test]
    fn a_snake_on_a_round_trip_has_none() {
        let along = instance(&[(0, 1), (0, 0)], (3, 3));
        assert_eq!(trip_conflict(&along, &|| false), Ok(None));
    }
}
