//! Reads games of Snake that `snake play --save` has written, for pictures.
//!
//! The board, the seed and the moves are needed. Each apple may have the plan of the player: `path`, the
//! moves to it, and `cycle`, a round trip as moves from the first cell of the board. All other fields are
//! checked and not drawn (`record.rs`).

use super::record::{Record, played};
use hamadryad_grid::{Board, Cycle, Direction};
use hamadryad_snake::{Recorded, RecordedPlan};

/// Reads a game.
///
/// # Errors
/// A description of the first error in the text, with its place.
pub(super) fn read(text: &str) -> Result<Recorded, String> {
    let record: Record =
        serde_json::from_str(text).map_err(|error| format!("not a game of Snake: {error}"))?;
    let start = record.configuration.beginning.game()?;
    let board = start.board();
    let moves = directions(&record.result.moves)?;
    let mut plans = Vec::new();
    for (number, apple) in (1..).zip(&record.apples) {
        let at_fault = |what: String| format!("apple {number}: {what}");
        let path = directions(apple.path.as_deref().unwrap_or_default()).map_err(at_fault)?;
        apple.check(board).map_err(at_fault)?;
        let cycle = apple.cycle.as_deref().map(|cycle| round_trip(board, cycle));
        plans.push(RecordedPlan { path, cycle: cycle.transpose().map_err(at_fault)? });
    }
    // Moves that kill the snake are reported with their number when the film is made.
    if let Some(game) = played(&start, &moves) {
        record.result.check(&game).map_err(|message| format!("result: {message}"))?;
    }
    Ok(Recorded { start, moves, plans })
}

/// Moves as letters.
fn directions(letters: &str) -> Result<Vec<Direction>, String> {
    let direction = |letter| {
        Direction::from_letter(letter)
            .ok_or_else(|| format!("`{letter}` is not a move: expected U, R, D or L"))
    };
    letters.chars().map(direction).collect()
}

fn round_trip(board: Board, letters: &str) -> Result<Cycle, String> {
    let mut cells = vec![board.cell(0)];
    for (number, direction) in (1..).zip(directions(letters)?) {
        let last = *cells.last().expect("the first cell is there");
        let next = board.step(last, direction);
        cells.push(
            next.ok_or_else(|| format!("the round trip leaves the board at move {number}, from {last}"))?,
        );
    }
    // The last move leads back to the first cell.
    if cells.len() > 1 && cells.pop() != cells.first().copied() {
        return Err("the round trip does not end in its first cell".to_owned());
    }
    Cycle::from_order(board, &cells).map_err(|error| format!("not a round trip: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str, apples: &str) -> String {
        format!(
            r#"{{"configuration":{{"rows":2,"cols":2,"seed":1,"solver":"circuit","mood":"?"}},"result":{{"moves":"{moves}"}},"apples":[{apples}]}}"#
        )
    }

    #[test]
    fn what_is_needed_is_read_and_the_rest_left_alone() {
        let recorded = read(&record("RD", r#"{"cycle":"RDLU","steps":1},{"path":"DL"},{}"#)).expect("a game");
        assert_eq!(recorded.moves, [Direction::Right, Direction::Down]);
        assert_eq!(recorded.plans[0].cycle, Some(Cycle::comb(Board::new(2, 2).expect("a board"))));
        assert_eq!(
            recorded.plans[1],
            RecordedPlan { path: vec![Direction::Down, Direction::Left], cycle: None }
        );
        assert_eq!(recorded.plans[2], RecordedPlan::default());
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = [
            ("{}".to_owned(), "not a game of Snake: missing field `configuration` at line 1 column 2"),
            (record("X", ""), "`X` is not a move: expected U, R, D or L"),
            (record("", r#"{},{"path":"r"}"#), "apple 2: `r` is not a move: expected U, R, D or L"),
            (
                record("", r#"{"cycle":"RR"}"#),
                "apple 1: the round trip leaves the board at move 2, from (1,2)",
            ),
            (record("", r#"{"cycle":"RD"}"#), "apple 1: the round trip does not end in its first cell"),
            (
                record("", r#"{"cycle":"RL"}"#),
                "apple 1: not a round trip: (1,1) is met again after 2 of 4 cells",
            ),
        ];
        for (text, message) in refused {
            assert_eq!(read(&text).expect_err("no game"), message, "{text}");
        }
    }
}
