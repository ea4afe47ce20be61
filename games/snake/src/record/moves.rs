//! Moves in a record: a text with one letter for each.

use hamadryad_grid::{Board, Cell, Cycle, Direction};
use serde::{Deserialize, Serialize};

/// Moves as the letters `U`, `R`, `D` and `L`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Moves(pub Vec<Direction>);

impl Moves {
    /// The moves along neighbouring cells.
    pub(super) fn along(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells = cells.into_iter();
        let mut last = cells.next();
        let moves = cells.filter_map(|cell| last.replace(cell)?.direction_to(cell));
        Self(moves.collect())
    }

    /// The moves around a cycle, from the first cell of its board.
    pub(super) fn around(cycle: &Cycle) -> Self {
        Self(cycle.arcs().filter_map(|(from, to)| from.direction_to(to)).collect())
    }

    /// The cycle with these moves from the first cell of the board.
    ///
    /// # Errors
    /// A description of the first error.
    pub(super) fn cycle(&self, board: Board) -> Result<Cycle, String> {
        let mut last = board.cell(0);
        let mut cells = vec![last];
        for (number, &direction) in (1..).zip(&self.0) {
            let next = board.step(last, direction);
            last =
                next.ok_or_else(|| format!("the round trip leaves the board at move {number}, from {last}"))?;
            cells.push(last);
        }
        // The last move leads back to the first cell.
        if cells.len() > 1 && cells.pop() != cells.first().copied() {
            return Err("the round trip does not end in its first cell".to_owned());
        }
        Cycle::from_order(board, &cells).map_err(|error| format!("not a round trip: {error}"))
    }
}

impl TryFrom<String> for Moves {
    type Error = String;

    fn try_from(letters: String) -> Result<Self, String> {
        let direction = |letter| {
            let direction = Direction::from_letter(letter);
            direction.ok_or_else(|| format!("`{letter}` is not a move: expected U, R, D or L"))
        };
        letters.chars().map(direction).collect::<Result<_, _>>().map(Self)
    }
}

impl From<Moves> for String {
    fn from(moves: Moves) -> String {
        moves.0.into_iter().map(Direction::letter).collect()
    }
}
