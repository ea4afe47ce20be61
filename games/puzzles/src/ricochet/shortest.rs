//! Shortest plans by breadth-first search over the fields of all robots.
//!
//! A robot that could stop anywhere needs a number of moves from each field to the target, which is a lower
//! bound. The search runs with a limit on the number of moves, which grows by one, and leaves out positions
//! whose number of moves plus lower bound exceeds it.

use super::rules::{Move, Ricochet};
use hamadryad_grid::{Cell, Direction};
use std::collections::{HashMap, HashSet, VecDeque};

/// The shortest plans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// A shortest plan, the same in every run.
    pub moves: Vec<Move>,
    /// The number of shortest plans; at most `u64::MAX`.
    pub count: u64,
}

/// The positions of a layer, by the fields of the robots: the number of plans, and the last move of one of
/// them with the position before it.
type Layer = HashMap<State, (u64, Option<(Move, State)>)>;

/// The indexes of the robots' fields, 12 bits each.
type State = u64;

impl Ricochet {
    /// The shortest plans; `None` if no plan has at most `most` moves.
    pub fn solve(&self, most: u32) -> Option<Solution> {
        let least = self.lower_bounds();
        let first = least[self.board.grid.index(self.cells[self.runner])]?;
        (first..=most).find_map(|limit| self.solve_within(limit, &least))
    }

    /// By field, the least number of moves to the target for a robot that could stop anywhere.
    fn lower_bounds(&self) -> Vec<Option<u32>> {
        let grid = self.board.grid;
        let mut least = vec![None; grid.len()];
        least[grid.index(self.target)] = Some(0);
        let mut queue = VecDeque::from([(self.target, 0)]);
        while let Some((cell, moves)) = queue.pop_front() {
            for direction in Direction::ALL {
                let way = std::iter::successors(Some(cell), |&cell| self.board.step(cell, direction));
                for from in way.skip(1) {
                    if least[grid.index(from)].is_none() {
                        least[grid.index(from)] = Some(moves + 1);
                        queue.push_back((from, moves + 1));
                    }
                }
            }
        }
        least
    }

    fn solve_within(&self, limit: u32, least: &[Option<u32>]) -> Option<Solution> {
        let start = self.pack(&self.cells);
        let mut layers: Vec<Layer> = vec![Layer::from([(start, (1, None))])];
        let mut seen = HashSet::from([start]);
        for moves in 0..limit {
            let mut next = Layer::new();
            for (&state, &(count, _)) in layers.last()? {
                let cells = self.unpack(state);
                for (made, after) in self.moves(&cells) {
                    let bound = least[(after >> (12 * self.runner) & 0xfff) as usize];
                    if bound.is_none_or(|bound| moves + 1 + bound > limit) || seen.contains(&after) {
                        continue;
                    }
                    let before = Some((made, state));
                    let (sum, way) = next.entry(after).or_insert((0, before));
                    *sum = sum.saturating_add(count);
                    // The smallest way, so that the result is independent of the order of the hash table.
                    if before.map(order) < way.map(order) {
                        *way = before;
                    }
                }
            }
            seen.extend(next.keys());
            layers.push(next);
        }
        let goal = self.board.grid.index(self.target) as State;
        let is_goal = |state: State| state >> (12 * self.runner) & 0xfff == goal;
        let solved = layers.last()?.iter().filter(|(state, _)| is_goal(**state));
        let count = solved.clone().fold(0_u64, |sum, (_, (count, _))| sum.saturating_add(*count));
        let end = solved.map(|(&state, _)| state).min()?;
        Some(Solution { moves: way(end, &layers), count })
    }

    /// The moves of all robots that change a position, with the positions after them.
    fn moves(&self, cells: &[Cell]) -> impl Iterator<Item = (Move, State)> {
        let grid = self.board.grid;
        let state = self.pack(cells);
        cells.iter().enumerate().flat_map(move |(robot, &cell)| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let to = self.board.slide(cells, cell, direction);
                let changed = (grid.index(cell) ^ grid.index(to)) as State;
                (to != cell).then_some((Move { robot, direction }, state ^ changed << (12 * robot)))
            })
        })
    }

    fn pack(&self, cells: &[Cell]) -> State {
        cells.iter().rev().fold(0, |state, &cell| state << 12 | self.board.grid.index(cell) as State)
    }

    fn unpack(&self, state: State) -> Vec<Cell> {
        let index = |robot: usize| (state >> (12 * robot) & 0xfff) as usize;
        (0..self.cells.len()).map(|robot| self.board.grid.cell(index(robot))).collect()
    }
}

/// A key that orders ways to a position.
fn order((made, before): (Move, State)) -> (State, usize, usize) {
    (before, made.robot, made.direction as usize)
}

/// The moves to a position of the last layer.
fn way(mut state: State, layers: &[Layer]) -> Vec<Move> {
    let mut moves = Vec::new();
    for layer in layers.iter().rev() {
        let Some((made, before)) = layer[&state].1 else { break };
        moves.push(made);
        state = before;
    }
    moves.reverse();
    moves
}
