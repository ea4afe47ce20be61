//! Optimal play on small boards: value iteration over all snakes.
//!
//! The value of a snake is the expected number of steps from eating an apple until the board is full, over
//! all positions of apples, for optimal play under the policy. A full board has value 0. Longer snakes are
//! solved first: with the values of all snakes of length L + 1, the value of a snake of length L with an
//! apple is a shortest path in the graph of snakes of length L, whose last step eats (see [`paths`]).
//! Standard rules: growth by one cell at once, and the cell of the tail is occupied.
//!
//! | policy | permitted snakes |
//! |---|---|
//! | `unrestricted` | snakes that win against every sequence of apples |
//! | `cycle-at-apples` | the same, but after each apple a Hamiltonian cycle must run through the snake |
//! | `cycle` | snakes through which a Hamiltonian cycle runs, at every step |
//! | `frozen` | the strategy `conservative`: at each apple a uniformly random shortest cycle, followed to the end |

mod bodies;
mod ends;
mod frozen;
mod losses;
mod paths;

use bodies::Bodies;
pub use ends::{Ends, ends};
use hamadryad_grid::{Board, every_cycle};
pub use losses::{Losses, losses};

/// The policy of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Any play that wins against every sequence of apples.
    Unrestricted,
    /// A cycle through the snake whenever an apple is eaten.
    CycleAtApples,
    /// A cycle through the snake at every step.
    Cycle,
    /// One shortest cycle for each apple, followed until it is eaten.
    Frozen,
}

impl Policy {
    /// All policies, from the fewest steps to the most.
    pub const ALL: [Self; 4] = [Self::Unrestricted, Self::CycleAtApples, Self::Cycle, Self::Frozen];

    /// The number of cells of the largest supported board: the snakes of all lengths must fit into memory.
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
    /// From a uniformly random cell; infinite if no player wins against every sequence of apples.
    pub random_start: f64,
    /// From the corner (1,1).
    pub corner_start: f64,
    /// The number of snakes that were evaluated.
    pub snakes: usize,
}

/// Computes the expected steps of a game; `None` if the board is larger than [`Policy::most_cells`].
pub fn exact(board: Board, policy: Policy) -> Option<Exact> {
    if board.len() > policy.most_cells() {
        return None;
    }
    let cycles = every_cycle(board);
    let on_cycles = |length| Bodies::on_cycles(board, &cycles, length);
    let mut snakes = 0;
    let longest = on_cycles(board.len());
    // A full board is won, even if the ends of the snake are not neighbours.
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
            // Under this policy, only snakes on a cycle may be reached by eating.
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

    /// Values to two decimals, computed by another program with other algorithms.
    #[test]
    fn values_equal_those_of_another_program() {
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

    /// Boards with two rows have a single cycle in two directions. By hand, the smallest board has 1, 2/3·1 +
    /// 1/3·2, …
    #[test]
    fn the_smallest_board_has_the_value_computed_by_hand() {
        // The first apple lies next to the head in two of three cases, and diagonally in one; the next apples
        // take a step or two, the last apple a single step.
        let first = 4.0 / 3.0;
        let both = value(2, 2, Policy::Cycle);
        assert!((both - value(2, 2, Policy::Unrestricted)).abs() < 1e-12);
        assert!((both - (first + 1.5 + 1.0)).abs() < 1e-12, "{both}");
    }

    #[test]
    fn large_boards_are_rejected() {
        let board = Board::new(6, 8).expect("an even board");
        assert!(Policy::ALL.into_iter().all(|policy| exact(board, policy).is_none()));
    }
}
