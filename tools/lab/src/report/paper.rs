//! The results of Table 1 of (WinningSnake24).
//!
//! Ranges over the approaches of the paper, as far as they are published. The apples and the machine differ
//! from those of our games: steps are comparable, times only in their growth.

use super::study::Size;

/// The source of the numbers.
pub(super) const SOURCE: &str = "Böhl, Ellmauthaler, Gaggl: Winning Snake: Design Choices in Multi-Shot ASP, TPLP 2024, \
Table 1 (conservative strategy, 60 s for each solve, a laptop)";

/// The means of the games on one size of board: of the four multi-shot approaches from the least to the most,
/// and of one-shot.
struct Row {
    side: usize,
    multi_shot_steps: &'static str,
    one_shot_steps: &'static str,
    multi_shot_seconds: &'static str,
    one_shot_seconds: &'static str,
}

const ROWS: [Row; 6] = [
    row(6, ["208–216", "213"], ["0.059–0.066", "0.159"]),
    row(8, ["559–572", "576"], ["3.2–4.8", "2.28"]),
    row(10, ["1226–1240", "1235"], ["90–97", "72"]),
    row(12, ["2374–2428", "2441"], ["620–702", "621"]),
    row(14, ["4508–4582", "5519"], ["1944–1978", "2216"]),
    row(16, ["7445–7540", "10157"], ["3853–3877", "4359"]),
];

const fn row(side: usize, steps: [&'static str; 2], seconds: [&'static str; 2]) -> Row {
    let [multi_shot_steps, one_shot_steps] = steps;
    let [multi_shot_seconds, one_shot_seconds] = seconds;
    Row { side, multi_shot_steps, one_shot_steps, multi_shot_seconds, one_shot_seconds }
}

/// Mean total steps of the multi-shot approaches on a board of this size.
pub(super) fn multi_shot_steps(size: Size) -> Option<&'static str> {
    of_size(size).map(|row| row.multi_shot_steps)
}

/// Mean total steps of the approach one-shot on a board of this size.
pub(super) fn one_shot_steps(size: Size) -> Option<&'static str> {
    of_size(size).map(|row| row.one_shot_steps)
}

/// Mean seconds for a game of the multi-shot approaches on a board of this size.
pub(super) fn multi_shot_seconds(size: Size) -> Option<&'static str> {
    of_size(size).map(|row| row.multi_shot_seconds)
}

/// Mean seconds for a game of the approach one-shot on a board of this size.
pub(super) fn one_shot_seconds(size: Size) -> Option<&'static str> {
    of_size(size).map(|row| row.one_shot_seconds)
}

fn of_size((rows, cols): Size) -> Option<&'static Row> {
    ROWS.iter().find(|row| rows == cols && row.side == rows)
}
