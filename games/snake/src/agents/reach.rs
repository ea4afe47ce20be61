//! The steps in which the head reaches the free cells, if it may cross its own way and wait for its tail, two
//! steps at a time.
//!
//! By the chessboard colouring, the head reaches at each step cells of one colour only. So the cells that it
//! reaches first at a step are the neighbours of those that it reached first at the step before, as far as
//! they are open; and the cells that the tail leaves now, one for each step, next to any reached cell.
//!
//! *Invariant:* the set for the next step is empty between two steps.

use super::bits::{BitGrid, BitSet, WORD};
use std::ops::Range;

/// The computation, with reusable memory.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The open cells that are not reached.
    open: BitSet,
    /// The reached cells.
    reached: BitSet,
    /// The cells that were reached first at the present step, and at the next one.
    here: BitSet,
    next: BitSet,
}

impl Reach {
    pub(super) fn new(grid: &BitGrid) -> Self {
        let [open, reached, here, next] = [(); 4].map(|()| grid.empty());
        Self { open, reached, here, next }
    }

    /// The mean number of steps to the free cells for a snake from its tail to its head. A cell that the head
    /// never reaches counts with more steps than a snake can wait for.
    pub(super) fn mean(&mut self, grid: &BitGrid, free: &BitSet, body: &[u32]) -> f32 {
        let never = 2 * grid.cells() + 4;
        let head = grid.bit(body[body.len() - 1] as usize);
        self.begin(free, head);
        // By the colouring, the head can enter a cell that the tail leaves either at once or a step later, the
        // same for all cells of the snake.
        let pause = if body.len().is_multiple_of(2) { 3 } else { 2 };
        let (mut left, mut sum) = (grid.cells() - body.len(), 0);
        // The words that contain cells reached first at the present step.
        let mut words = head / WORD..head / WORD + 1;
        let mut step = 0;
        while left > 0 && (!words.is_empty() || step < body.len() + pause) {
            step += 1;
            let opened = step.checked_sub(pause).and_then(|place| body.get(place));
            let opened =
                opened.map(|&cell| grid.bit(cell as usize)).filter(|&bit| !self.reached.contains(bit));
            opened.into_iter().for_each(|bit| self.open.insert(bit));
            let count;
            (words, count) = self.advance(grid, free, words, opened);
            sum += step * count;
            left -= count;
        }
        (sum + left * never) as f32 / (grid.cells() - body.len()) as f32
    }

    /// Begins with the head and the free cells.
    fn begin(&mut self, free: &BitSet, head: usize) {
        self.open.clone_from(free);
        self.reached.words.fill(0);
        self.here.words.fill(0);
        self.next.words.fill(0);
        self.here.insert(head);
        self.reached.insert(head);
    }

    /// Makes a step: reaches the open neighbours of the cells within these words that were reached first at the
    /// step before, and the cell that has just opened if it is next to any reached cell, where the head may
    /// have waited. Returns the words that contain newly reached cells, and the number of free cells among
    /// these.
    fn advance(
        &mut self,
        grid: &BitGrid,
        free: &BitSet,
        words: Range<usize>,
        opened: Option<usize>,
    ) -> (Range<usize>, usize) {
        let mut found = Range::default();
        let mut count = 0;
        if !words.is_empty() {
            for word in grid.beside(&words) {
                let [left, right, above, below] = grid.neighbours(&self.here, word);
                let new = (left | right | above | below) & self.open.words[word];
                self.next.words[word] = new;
                if new != 0 {
                    extend(&mut found, word);
                    count += (new & free.words[word]).count_ones() as usize;
                }
            }
            self.here.words[words].fill(0);
        }
        if let Some(bit) = opened
            && grid.around(bit).into_iter().any(|near| self.reached.contains(near))
        {
            self.next.insert(bit);
            extend(&mut found, bit / WORD);
        }
        for word in found.clone() {
            let new = self.next.words[word];
            self.open.words[word] &= !new;
            self.reached.words[word] |= new;
        }
        std::mem::swap(&mut self.here, &mut self.next);
        (found, count)
    }
}

/// Extends a range so that it contains this word.
fn extend(range: &mut Range<usize>, word: usize) {
    *range =
        if Range::is_empty(range) { word..word + 1 } else { range.start.min(word)..range.end.max(word + 1) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::{Board, Cycle};

    /// The mean by definition: each cell is reached from a neighbour, after any even number of pauses there.
    fn by_definition(board: Board, body: &[u32]) -> f32 {
        let cells = board.len();
        let mut opens = vec![0; cells];
        for (place, &cell) in body.iter().enumerate() {
            opens[cell as usize] = place + 2;
        }
        let limit = 2 * cells + 4;
        let mut arrival = vec![limit; cells];
        arrival[body[body.len() - 1] as usize] = 0;
        loop {
            let former = arrival.clone();
            for cell in board.cells() {
                let from = board.index(cell);
                for to in board.neighbours(cell).map(|cell| board.index(cell)) {
                    let next = arrival[from] + 1;
                    let wait = opens[to].saturating_sub(next).next_multiple_of(2);
                    arrival[to] = arrival[to].min(next + wait);
                }
            }
            if arrival == former {
                break;
            }
        }
        let free = (0..cells).filter(|&cell| opens[cell] == 0);
        free.map(|cell| arrival[cell]).sum::<usize>() as f32 / (cells - body.len()) as f32
    }

    /// Snakes of many lengths along the comb, in both directions.
    #[test]
    fn the_mean_is_that_of_the_definition() {
        for (rows, cols) in [(2, 2), (4, 6), (6, 4), (3, 64), (2, 70)] {
            let board = Board::new(rows, cols).expect("an even board");
            let grid = BitGrid::new(rows, cols);
            let mut reach = Reach::new(&grid);
            let comb = Cycle::comb(board);
            let cells: Vec<u32> = comb.cells().iter().map(|&cell| board.index(cell) as u32).collect();
            for length in (1..cells.len()).step_by(1 + cells.len() / 40) {
                for turn in [0, 1, cells.len() / 3, cells.len() - 2] {
                    let mut body = cells.clone();
                    body.rotate_left(turn);
                    body.truncate(length);
                    for is_reversed in [false, true] {
                        if is_reversed {
                            body.reverse();
                        }
                        let mut free = grid.empty();
                        let is_free = |cell: &usize| !body.contains(&(*cell as u32));
                        (0..board.len()).filter(is_free).for_each(|cell| free.insert(grid.bit(cell)));
                        let mean = reach.mean(&grid, &free, &body);
                        assert_eq!(mean, by_definition(board, &body), "{rows}×{cols}: {body:?}");
                    }
                }
            }
        }
    }
}
