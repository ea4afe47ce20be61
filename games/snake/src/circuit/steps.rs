//! Which cell the head can be on at which step, as far as the snake's old body and the distances go.

use crate::Instance;
use hamadryad_grid::{Cell, Direction};

/// The ways from the head to the apple, given how many steps, in layers.
///
/// Before step `i` of a way the snake still lies on its cells but the last `i − 1`, and its tail counts as taken. So the
/// cell at place `j` of a snake of length `n`, the head at 0, can be entered at step `n − j + 1` and later.
pub(super) struct Layers {
    /// By step, then by number of the cell: the head may be there after so many steps.
    may_be: Vec<Vec<bool>>,
}

impl Layers {
    /// From the snake's head alone, however far the apple is, up to the first step that reaches it; none where it cannot
    /// be reached at all.
    pub(super) fn distance(instance: &Instance) -> Option<usize> {
        let grid = instance.board().grid();
        let free_at = free_at(instance);
        let apple = grid.index(instance.apple());
        let mut layer = vec![false; grid.len()];
        layer[grid.index(instance.snake().first_cell())] = true;
        // All of the snake has moved on after as many steps as it is long, and then it is as far as a board is wide.
        let longest = instance.snake().len() + grid.len();
        for step in 1..=longest {
            layer = next(instance, &layer, |cell| free_at[cell] <= step);
            if layer[apple] {
                return Some(step);
            }
        }
        None
    }

    /// For ways of exactly so many steps.
    pub(super) fn new(instance: &Instance, steps: usize) -> Layers {
        let grid = instance.board().grid();
        let free_at = free_at(instance);
        let apple = grid.index(instance.apple());
        let mut first = vec![false; grid.len()];
        first[grid.index(instance.snake().first_cell())] = true;
        let mut may_be = vec![first];
        for step in 1..=steps {
            // The way ends with the first apple.
            let is_open = |cell: usize| free_at[cell] <= step && (cell == apple) == (step == steps);
            may_be.push(next(instance, &may_be[step - 1], is_open));
        }
        for step in (0..steps).rev() {
            let leads_on = next(instance, &may_be[step + 1], |_| true);
            may_be[step].iter_mut().zip(leads_on).for_each(|(may, leads_on)| *may &= leads_on);
        }
        Layers { may_be }
    }

    /// Whether the head may be on a cell, by its number, after so many steps.
    pub(super) fn allow(&self, step: usize, cell: usize) -> bool {
        self.may_be[step][cell]
    }

    /// Whether the head may be on a cell at all.
    pub(super) fn allow_ever(&self, cell: usize) -> bool {
        self.may_be.iter().any(|layer| layer[cell])
    }

    /// How many walks there are for the first steps; the snake bites itself on some of them.
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

    /// Whether there are ways at all.
    pub(super) fn are_there(&self) -> bool {
        self.may_be[0].contains(&true)
    }
}

/// By number of the cell: the first step that may enter it.
fn free_at(instance: &Instance) -> Vec<usize> {
    let (grid, snake) = (instance.board().grid(), instance.snake());
    let mut free_at = vec![0; grid.len()];
    for (place, &cell) in snake.iter().enumerate() {
        free_at[grid.index(cell)] = snake.len() - place + 1;
    }
    free_at
}

/// The open cells beside those of a layer.
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
