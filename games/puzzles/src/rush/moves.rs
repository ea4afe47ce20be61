//! Solves Rush by breadth-first search over all boards that moves can reach.
//!
//! Cars stay on their lines, so a board is a sequence of positions, four bits each.

use super::rules::{Move, Rush};
use crate::stopped::{Patience, Stopped};
use hamadryad_grid::Cell;
use std::collections::HashMap;

/// The positions of all cars.
pub(super) type State = u128;

/// The shortest solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// A shortest solution.
    pub moves: Vec<Move>,
    /// The number of shortest solutions; at most `u128::MAX`.
    pub count: u128,
}

impl Rush {
    pub(super) fn state(&self) -> State {
        self.cars.iter().rev().fold(0, |state, car| state << 4 | State::from(car.position()))
    }

    /// The board with the cars at the positions of a state.
    pub(super) fn with(&self, state: State) -> Self {
        let mut board = self.clone();
        for (number, car) in board.cars.iter_mut().enumerate() {
            *car = car.at(position(state, number));
        }
        board
    }

    /// The states that one move can reach.
    pub(super) fn next(&self, state: State) -> Vec<(Move, State)> {
        let mut full = vec![false; self.grid.len()];
        for (number, car) in self.cars.iter().enumerate() {
            for cell in car.at(position(state, number)).cells() {
                full[self.grid.index(cell)] = true;
            }
        }
        let is_free = |cell: Cell| !full[self.grid.index(cell)];
        let mut next = Vec::new();
        for (number, &car) in self.cars.iter().enumerate() {
            let from = position(state, number);
            let mut add = |to: u16| {
                let state = state & !(15 << (4 * number)) | State::from(to) << (4 * number);
                next.push((Move { car: number, to }, state));
            };
            // Forwards the field in front of the last one must be free, backwards the field before the first
            // one.
            (from + 1..self.room(car))
                .take_while(|&to| is_free(car.at(to + car.length - 1).cell))
                .for_each(&mut add);
            (0..from).rev().take_while(|&to| is_free(car.at(to).cell)).for_each(&mut add);
        }
        next
    }

    /// Whether the red car is at the exit.
    pub(super) fn is_out_in(&self, state: State) -> bool {
        position(state, 0) + 1 == self.room(self.cars[0])
    }

    /// The shortest solutions; `None` if no solution exists.
    pub fn solve(&self) -> Option<Solution> {
        self.solve_within(&|| false).ok().flatten()
    }

    /// As [`Rush::solve`], until `is_stopped` returns true.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn solve_within(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<Solution>, Stopped> {
        let mut patience = Patience::new(is_stopped);
        let start = self.state();
        // By state of a layer: the number of move sequences that lead to it.
        let mut layer: HashMap<State, u128> = HashMap::from([(start, 1)]);
        let mut came: HashMap<State, (State, Move)> = HashMap::new();
        while !layer.is_empty() {
            let out: Vec<(State, u128)> = layer
                .iter()
                .filter(|(state, _)| self.is_out_in(**state))
                .map(|(&state, &count)| (state, count))
                .collect();
            if let Some(&(end, _)) = out.iter().min() {
                let count = out.iter().fold(0u128, |sum, (_, count)| sum.saturating_add(*count));
                return Ok(Some(Solution { moves: way(start, end, &came), count }));
            }
            let mut next: HashMap<State, u128> = HashMap::new();
            let mut found: Vec<(State, State, Move)> = Vec::new();
            for (&state, &count) in &layer {
                patience.step()?;
                for (made, after) in self.next(state) {
                    if after != start && !came.contains_key(&after) {
                        let sum = next.entry(after).or_insert(0);
                        *sum = sum.saturating_add(count);
                        found.push((after, state, made));
                    }
                }
            }
            // Sorted, so that the result is independent of the order of the hash table.
            found.sort_unstable_by_key(|&(after, state, _)| (after, state));
            for (after, state, made) in found {
                came.entry(after).or_insert((state, made));
            }
            layer = next;
        }
        Ok(None)
    }
}

pub(super) fn position(state: State, car: usize) -> u16 {
    (state >> (4 * car) & 15) as u16
}

/// The moves from one state to another.
fn way(start: State, end: State, came: &HashMap<State, (State, Move)>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut state = end;
    while state != start {
        let (before, made) = came[&state];
        moves.push(made);
        state = before;
    }
    moves.reverse();
    moves
}
