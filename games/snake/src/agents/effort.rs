//! The limits of `foresight` for one plan.
//!
//! ```text
//! up to 144 cells     the limits at which more work gained no steps (docs/evaluation/agents.md)
//! 145 to 900 cells    five times the ways
//! above 144 cells     wider small changes
//! above 400 cells     changes and conflicts inverse to the number of cells: at most 5 ms a step in the mean
//! ```

use super::board_size::BoardSize;
use super::escape::Limits;
use super::shortcuts::Extent;

/// Limits for one plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Ways with one number of steps.
    pub(super) ways: usize,
    /// Cycle repairs for these ways, the best ways first.
    pub(super) mends: usize,
    /// Cycle repairs for escapes.
    pub(super) escapes: usize,
    pub(super) changes: Changes,
}

/// Limits for the small changes of one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// Changes that are drawn, with repetitions.
    pub(super) draws: usize,
    /// Changed ways whose ends are evaluated.
    pub(super) evaluations: usize,
    /// Whether a change that failed is never tried again. Otherwise it may succeed later: repairs are random.
    pub(super) is_final: bool,
}

impl Changes {
    /// Above small boards many changes are drawn for each that is evaluated: a way has few changes, so that most
    /// draws repeat earlier ones.
    pub(super) fn of(number: usize, cells: usize) -> Changes {
        match BoardSize::of(cells) {
            BoardSize::Small => Changes { draws: number, evaluations: usize::MAX, is_final: false },
            _ => Changes { draws: 10 * number, evaluations: number, is_final: true },
        }
    }

    /// The part of the limits that is used.
    pub(super) fn progress(self, draws: usize, evaluations: usize) -> f32 {
        (draws as f32 / self.draws as f32).max(evaluations as f32 / self.evaluations as f32)
    }
}

impl Effort {
    /// The limits for a plan on a board of so many cells: fewer attempts if the apple is not new, and the more
    /// cells the board has beyond a hundred, because each attempt takes longer.
    pub(super) fn of(is_new: bool, cells: usize) -> Effort {
        let Work { ways, mends, escapes, changes } = if is_new { FOR_A_NEW_APPLE } else { ON_THE_WAY };
        let size = BoardSize::of(cells);
        let times = match size {
            BoardSize::Small | BoardSize::Huge => 1,
            BoardSize::Medium | BoardSize::Large => MANY_WAYS,
        };
        let part = |number: usize| (times * number * 100 / cells.max(100)).max(number.min(8));
        let escapes = match size {
            BoardSize::Small | BoardSize::Medium => 4 * escapes,
            // A repair copies all cells.
            BoardSize::Large | BoardSize::Huge => escapes * 400 / cells,
        };
        let changes = if is_new && size >= BoardSize::Large {
            per_cell(CHANGES_ON_LARGE_BOARDS, cells)
        } else {
            changes
        };
        Effort { ways: part(ways), mends: part(mends), escapes, changes: Changes::of(changes, cells) }
    }
}

/// The numbers behind an [`Effort`].
struct Work {
    ways: usize,
    mends: usize,
    escapes: usize,
    changes: usize,
}

const FOR_A_NEW_APPLE: Work = Work { ways: 300, mends: 100, escapes: 36_000, changes: 300 };
const ON_THE_WAY: Work = Work { ways: 30, mends: 30, escapes: 6_000, changes: 20 };

/// The factor of the ways, and of the cycle repairs for them, on medium and large boards.
const MANY_WAYS: usize = 5;

/// The number of cells of the board for which the limits on large boards are given. All of them bound work
/// that grows with the board.
const CELLS_OF_LIMITS: usize = 3600;

/// Small changes of each shortest way; on large boards of each first way, and of each short way.
const MANY_CHANGES: usize = 1200;
const CHANGES_ON_LARGE_BOARDS: usize = 1200;
const CHANGES_OF_A_SHORT_WAY: usize = 1000;

/// This limit for the work on a board of so many cells.
fn per_cell(limit: usize, cells: usize) -> usize {
    limit * CELLS_OF_LIMITS / cells
}

/// The limits for the escapes of one snake.
pub(super) fn escape_limits(cells: usize) -> Limits {
    match BoardSize::of(cells) {
        BoardSize::Small | BoardSize::Medium => {
            Limits { order: 14, longest: 60, mends: 20_000, failures: 30, mends_for_a_cell: 300 }
        }
        BoardSize::Large | BoardSize::Huge => {
            Limits { order: 6, longest: 200, mends: 4_000, failures: 10, mends_for_a_cell: 100 }
        }
    }
}

/// Conflicts of the search for a shortest way, of a bisection on large boards, and of one number of steps there.
const QUESTIONS: usize = 500;
const QUESTIONS_OF_A_BISECTION: usize = 700;
const CONFLICTS_FOR_A_NUMBER: usize = 300;

/// Limits of the search for a shortest way, or on large boards of a bisection.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchEffort {
    /// The calls of `stop`, one for each conflict, until the search ends.
    pub(super) questions: u64,
    /// The conflicts for one number of steps of a bisection.
    pub(super) conflicts_for_a_number: u64,
    /// The changes of the way that is found.
    pub(super) changes: Changes,
}

impl SearchEffort {
    /// The limits on a board of so many cells.
    pub(super) fn of(cells: usize) -> SearchEffort {
        let [questions, changes] = match BoardSize::of(cells) {
            BoardSize::Small | BoardSize::Medium => [QUESTIONS, MANY_CHANGES],
            BoardSize::Large | BoardSize::Huge => {
                [QUESTIONS_OF_A_BISECTION, CHANGES_OF_A_SHORT_WAY].map(|limit| per_cell(limit, cells))
            }
        };
        let conflicts_for_a_number = per_cell(CONFLICTS_FOR_A_NUMBER, cells) as u64;
        SearchEffort {
            questions: questions as u64,
            conflicts_for_a_number,
            changes: Changes::of(changes, cells),
        }
    }
}

/// The small changes that are considered. Detours gain steps from 16×16 on, and none at 12×12 (design note
/// 037).
pub(super) fn extent_of_changes(cells: usize) -> Extent {
    match BoardSize::of(cells) {
        BoardSize::Small => Extent::NARROW,
        _ => Extent::WIDE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work on large boards is limited by the number of cells times the number of attempts.
    #[test]
    fn limits_on_large_boards_are_inverse_to_their_cells() {
        assert_eq!([400, 900, 3600].map(|cells| per_cell(1200, cells)), [10_800, 4800, 1200]);
        let changes = |cells| Effort::of(true, cells).changes;
        assert_eq!([changes(144).draws, changes(3600).evaluations, changes(3600).draws], [300, 1200, 12_000]);
        let half = changes(3600).progress(3000, 600);
        assert!((half - 0.5).abs() < 1e-6, "{half}");
    }
}
