//! The results of Table 1 of (WinningSnake24).
//!
//! Ranges over the approaches of the paper, as far as they are published. The apples and the machine differ
//! from those of our games: steps are comparable, times only in their growth.

use super::study::Size;

/// The source of the numbers.
pub(super) const SOURCE: &str = "Böhl, Ellmauthaler, Gaggl: Winning Snake: Design Choices in Multi-Shot ASP, TPLP 2024, \
Table 1 (conservative strategy, 60 s for each solve, a laptop)";

/// Mean total steps: of the four multi-shot approaches from the least to the most, and of one-shot.
const STEPS: [(usize, &str, &str); 6] = [
    (6, "208–216", "213"),
    (8, "559–572", "576"),
    (10, "1226–1240", "1235"),
    (12, "2374–2428", "2441"),
    (14, "4508–4582", "5519"),
    (16, "7445–7540", "10157"),
];

/// Mean seconds for a game.
const TIMES: [(usize, &str); 2] = [(10, "72–97"), (16, "3853–4359")];

/// Mean total steps of the multi-shot approaches on a board of this size.
pub(super) fn multi_shot_steps(size: Size) -> Option<&'static str> {
    square(size).and_then(|side| STEPS.iter().find(|row| row.0 == side)).map(|row| row.1)
}

/// Mean total steps of the approach one-shot on a board of this size.
pub(super) fn one_shot_steps(size: Size) -> Option<&'static str> {
    square(size).and_then(|side| STEPS.iter().find(|row| row.0 == side)).map(|row| row.2)
}

/// Mean seconds for a game on a board of this size.
pub(super) fn times(size: Size) -> Option<&'static str> {
    square(size).and_then(|side| TIMES.iter().find(|row| row.0 == side)).map(|row| row.1)
}

fn square((rows, cols): Size) -> Option<usize> {
    (rows == cols).then_some(rows)
}
