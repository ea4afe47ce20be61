//! The cells that the head can occupy at each step, limited by the snake's old body and by distances.

use crate::Instance;
use hamadryad_grid::{Cell, Direction};

/// The ways from the head to the apple with a fixed number of steps, in layers.
///
/// Before step `i` of a way the snake still occupies all its cells but the last `i − 1`, including the cell
/// of its tail. So the cell at place `j` of a snake of length `n`, with the head at place 0, can be entered
/// from step `n − j + 1` on.
pub(super) struct Layers {
    /// By step, then by number of the cell: whether the head may occupy the cell after that step.
    may_be: Vec<Vec<bool>>,
}

impl Layers {
    /// The earliest step at which the head can reach the apple; `None` if the apple is unreachable.
    pub(super) fn distance(instance: &Instance) -> Option<usize> {
        let grid = instance.board().grid();
        let free_at = free_at(instance);
        let apple = grid.index(instance.apple());
        let mut layer = vec![false; grid.len()];
        layer[grid.index(instance.snake().first_cell())] = true;
        // After as many steps as its length the snake has left all its cells; then the distance is at most
        // the number of cells.
        let longest = instance.snake().len() + grid.len();
        for step in 1..=longest {
            layer = next(instance, &layer, |cell| free_at[cell] <= step);
            if layer[apple] {
                return Some(step);
            }
        }
        None
    }

    /// The layers for ways of exactly `steps` steps.
    pub(super) fn new(instance: &Instance, steps: usize) -> Layers {
        let grid = instance.board().grid();
        let free_at = free_at(instance);
        let apple = grid.index(instance.apple());
        let mut first = vec![false; grid.len()];
        first[grid.index(instance.snake().first_cell())] = true;
        let mut may_be = vec![first];
        for step in 1..=steps {
            // The way ends at its first visit of the apple.
            let is_open = |cell: usize| free_at[cell] <= step && (cell == apple) == (step == steps);
            may_be.push(next(instance, &may_be[step - 1], is_open));
        }
        for step in (0..steps).rev() {
            let leads_on = next(instance, &may_be[step + 1], |_| true);
            may_be[step].iter_mut().zip(leads_on).for_each(|(may, leads_on)| *may &= leads_on);
        }
        Layers { may_be }
    }

    /// Whether the head may occupy a cell, by its number, after `step` steps.
    pub(super) fn allow(&self, step: usize, cell: usize) -> bool {
        self.may_be[step][cell]
    }

    /// Whether the head may occupy a cell at any step.
    pub(super) fn allow_ever(&self, cell: usize) -> bool {
        self.may_be.iter().any(|layer| layer[cell])
    }

    /// The number of walks for the first steps; the snake may bite itself on some of them.
    pub(super) fn walks(&self, instance: &Instance, steps: usize) -> u64 {
        let grid = instance.board().grid();
        let mut walks = vec![0u64; grid.len()];
        walks[grid.index(instance.snake().first_cell())] = 1;
        for layer in &self.may_be[1..=steps] {
            let mut longer = vec![0u64; grid.len()];
            for cell in grid.cells() {
                for next in Direction::ALL.into_iter().filter_map(|side| grid.step(cell, side)) {
                    let next = grid.index(next);
                    if layer[next] {
                        longer[next] = longer[next].saturating_add(walks[grid.index(cell)]);
                    }
                }
            }
            walks = longer;
        }
        walks.into_iter().fold(0, u64::saturating_add)
    }

    /// Whether a way exists.
    pub(super) fn are_there(&self) -> bool {
        self.may_be[0].contains(&true)
    }
}

/// By number of the cell: the first step that may enter the cell.
fn free_at(instance: &Instance) -> Vec<usize> {
    let (grid, snake) = (instance.board().grid(), instance.snake());
    let mut free_at = vec![0; grid.len()];
    for (place, &cell) in snake.iter().enumerate() {
        free_at[grid.index(cell)] = snake.len() - place + 1;
    }
    free_at
}

/// The open cells next to the cells of a layer.
fn next(instance: &Instance, layer: &[bool], is_open: impl Fn(usize) -> bool) -> Vec<bool> {
    let grid = instance.board().grid();
    let mut result = vec![false; layer.len()];
    let cells = grid.cells().filter(|&cell| layer[grid.index(cell)]);
    for cell in
        cells.flat_map(|cell: Cell| Direction::ALL.into_iter().filter_map(move |side| grid.step(cell, side)))
    {
        let cell = grid.index(cell);
        result[cell] |= is_open(cell);
    }
    result
}
