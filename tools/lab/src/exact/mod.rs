//! What the best snake of a kind needs on a small board, exactly: value iteration over all snakes.
//!
//! The value of a snake is the number of steps that a game still takes from when its apple is eaten until the board is full, in the mean
//! over where apples appear, if all is done as well as the policy allows. A full board has the value 0. Longer snakes come
//! first: with the values of all snakes of length L + 1, the value of a snake of length L before an apple is a shortest path
//! in the graph of snakes of length L, whose last step eats (see [`paths`]). The standard rule: one cell more at once, and the
//! tail counts as taken.
//!
//! | policy | snakes that are allowed |
//! |---|---|
//! | `unrestricted` | all from which the game can surely be won |
//! | `cycle-at-apples` | the same, but after each apple a Hamiltonian cycle must run through the snake |
//! | `cycle` | those through which a Hamiltonian cycle runs, at every step |
//! | `frozen` | the strategy `conservative`: at each apple one cycle with the fewest steps to it, each as likely, followed to the end |

mod bodies;
mod frozen;
mod paths;

use bodies::Bodies;
use hamadryad_grid::{Board, every_cycle};

/// What is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything that surely wins.
    Unrestricted,
    /// A cycle through the snake whenever an apple is eaten.
    CycleAtApples,
    /// A cycle through the snake at every step.
    Cycle,
    /// One shortest cycle for each apple, followed until it is eaten.
    Frozen,
}

impl Policy {
    /// All of them, from the fewest steps to the most.
    pub const ALL: [Self; 4] = [Self::Unrestricted, Self::CycleAtApples, Self::Cycle, Self::Frozen];

    /// The cells of the largest board for which it is computed: the snakes of all lengths must fit into memory.
    pub fn most_cells(self) -> usize {
        match self {
            Self::Unrestricted | Self::CycleAtApples => 30,
            Self::Cycle | Self::Frozen => 36,
        }
    }
}

impl crate::Named for Policy {
    const VALUES: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Unrestricted => "unrestricted",
            Self::CycleAtApples => "cycle-at-apples",
            Self::Cycle => "cycle",
            Self::Frozen => "frozen",
        }
    }
}

/// The expected steps of a whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exact {
    /// From one cell, each as likely; infinite where no game can surely be won.
    pub random_start: f64,
    /// From the corner (1,1).
    pub corner_start: f64,
    /// How many snakes were looked at.
    pub snakes: usize,
}

/// Computes the expected steps of a game; `None` where the board is larger than [`Policy::most_cells`].
pub fn exact(board: Board, policy: Policy) -> Option<Exact> {
    if board.len() > policy.most_cells() {
        return None;
    }
    let cycles = every_cycle(board);
    let on_cycles = |length| Bodies::on_cycles(board, &cycles, length);
    let mut snakes = 0;
    let longest = on_cycles(board.len());
    // A full board is won, whether or not its ends meet.
    let longest = if policy == Policy::Unrestricted { Bodies::all(board, board.len()) } else { longest };
    let mut values = vec![0.0; longest.len()];
    let mut longer = longest;
    for length in (1..board.len()).rev() {
        snakes += longer.len();
        let bodies = match policy {
            Policy::Unrestricted | Policy::CycleAtApples => Bodies::all(board, length),
            Policy::Cycle | Policy::Frozen => on_cycles(length),
        };
        values = match policy {
            Policy::Frozen => frozen::values(board, &cycles, &bodies, &longer, &values),
            _ => paths::values(board, &bodies, &longer, &values),
        };
        if policy == Policy::CycleAtApples {
            // Only those with a cycle may be come to by an apple.
            let allowed = on_cycles(length);
            values = allowed.iter().map(|body| values[bodies.find(body).expect("it is a snake")]).collect();
            longer = allowed;
        } else {
            longer = bodies;
        }
    }
    let start = |cell: usize| longer.find(Bodies::one(cell)).map_or(f64::INFINITY, |body| values[body]);
    let sum: f64 = (0..board.len()).map(start).sum();
    Some(Exact {
        random_start: sum / board.len() as f64,
        corner_start: start(0),
        snakes: snakes + longer.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(rows: usize, cols: usize, policy: Policy) -> f64 {
        let board = Board::new(rows, cols).expect("an even board");
        exact(board, policy).expect("a small board").random_start
    }

    /// Found by another program, in other ways, to two decimals.
    #[test]
    fn values_are_those_that_are_known() {
        let known = [
            (4, 4, Policy::Unrestricted, 42.95),
            (4, 4, Policy::CycleAtApples, 45.77),
            (4, 4, Policy::Cycle, 47.16),
            (4, 4, Policy::Frozen, 53.05),
            (4, 5, Policy::Cycle, 68.33),
            (4, 6, Policy::Cycle, 92.81),
            (4, 6, Policy::Frozen, 107.44),
        ];
        for (rows, cols, policy, steps) in known {
            let found = value(rows, cols, policy);
            assert!((found - steps).abs() < 0.006, "{rows}×{cols} {policy:?}: {found}");
        }
    }

    /// On two rows there is one cycle, in two directions: by hand, for the smallest board 1 and 2/3·1 + 1/3·2, …
    #[test]
    fn the_smallest_board_is_counted_by_hand() {
        // The first apple is beside the head in two of three cases, and across in one; then straight on or round, and at last
        // one step is left.
        let first = 4.0 / 3.0;
        let both = value(2, 2, Policy::Cycle);
        assert!((both - value(2, 2, Policy::Unrestricted)).abs() < 1e-12);
        assert!((both - (first + 1.5 + 1.0)).abs() < 1e-12, "{both}");
    }

    #[test]
    fn large_boards_are_refused() {
        let board = Board::new(6, 8).expect("an even board");
        assert!(Policy::ALL.into_iter().all(|policy| exact(board, policy).is_none()));
    }
}
