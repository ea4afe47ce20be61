//! `zig-zag` and `static`: one cycle, followed to the end.
//!
//! An apple lies on each of the free cells alike, so a snake of length L on n cells needs (n - L + 1)/2 steps on average, and a
//! whole game about n²/4: slow, but each step costs nothing. What all others are measured against.

use super::kind::StartError;
use super::locks::Locks;
use super::{Agent, Promise};
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
    /// Where it does not run through the snake.
    pub fn new(cycle: Cycle, game: &Game) -> Result<Self, StartError> {
        let snake: Vec<_> = game.snake().rev().collect();
        let cycles = [cycle.reversed(), cycle];
        let mut fitting = cycles.into_iter().rev().filter(|cycle| cycle.contains_path(&snake));
        let cycle = fitting.next().ok_or(StartError::OffCycle)?;
        Ok(Self { cycle })
    }

    /// Follows the walk round a random spanning tree of the half-size grid, drawn by sorting its edges (Kruskal 1956;
    /// SolvingSnake, "static"); every order of its edges is equally likely.
    ///
    /// # Errors
    /// Where the snake does not lie on one-way streets.
    pub fn on_random_tree(game: &Game, seed: u64) -> Result<Self, StartError> {
        let (streets, locks) = Locks::of_start(game)?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..streets.sides()).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, (random.next_u64() % (place as u64 + 1)) as usize);
        }
        let is_open = locks.tree(&streets, order.into_iter()).ok_or(StartError::OffStreets)?;
        let cycle = streets.cycle(&is_open).expect("a spanning tree is walked round");
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

    fn promise(&self) -> Promise {
        Promise::EveryStep
    }

    fn plans(&self) -> u64 {
        1
    }
}
