//! `zig-zag` and `static`: follow one cycle to the end.
//!
//! Apples are uniformly distributed over the free cells, so a snake of length L on n cells takes (n - L +
//! 1)/2 steps on average, and a whole game about n²/4. The agent is slow in steps and costs almost no time:
//! it is the baseline of all comparisons.

use super::block_constraints::BlockConstraints;
use super::kind::StartError;
use super::{Agent, Guarantee};
use crate::{Game, PlanError};
use hamadryad_grid::{Cycle, Direction};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Follows one cycle.
#[derive(Clone, Debug)]
pub struct Follower {
    cycle: Cycle,
}

impl Follower {
    /// Follows this cycle, in the direction in which the snake lies on it.
    ///
    /// # Errors
    /// If the cycle does not run through the snake.
    pub fn new(cycle: Cycle, game: &Game) -> Result<Self, StartError> {
        let snake: Vec<_> = game.snake().rev().collect();
        let cycles = [cycle.reversed(), cycle];
        let mut fitting = cycles.into_iter().rev().filter(|cycle| cycle.contains_path(&snake));
        let cycle = fitting.next().ok_or(StartError::OffCycle)?;
        Ok(Self { cycle })
    }

    /// Follows the walk around a random spanning tree of blocks (SolvingSnake, "static"): Kruskal's algorithm
    /// (Kruskal56) on a uniformly distributed order of the edges.
    ///
    /// # Errors
    /// If no spanning tree of blocks gives a cycle through the snake.
    pub fn on_random_tree(game: &Game, seed: u64) -> Result<Self, StartError> {
        let (moves, constraints) = BlockConstraints::of_start(game)?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..moves.edges()).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, (random.next_u64() % (place as u64 + 1)) as usize);
        }
        let tree = constraints.tree(&moves, order.into_iter()).ok_or(StartError::NoTree)?;
        let cycle = moves.cycle(&tree).expect("a spanning tree is walked round");
        Ok(Self { cycle })
    }
}

impl Agent for Follower {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        let next = self.cycle.successor(game.head());
        Ok(game.head().direction_to(next).expect("a cycle goes from neighbour to neighbour"))
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        Some(self.cycle.clone())
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::EveryStep
    }

    fn plans(&self) -> u64 {
        1
    }
}
