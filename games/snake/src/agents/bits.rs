//! Sets of cells as bits, with the shapes that can be counted for many cells at once.
//!
//! ```text
//! a b c        bits of a board with two rows and three columns, after the margin:
//! d e f        a b c 0 d e f 0        a cell and its neighbours differ by 1 or by the stride 4
//! ```
//!
//! *Invariant:* the bit behind each row and the margins before the first and behind the last row are never
//! set in a set of cells, so that a shift to a neighbour never reaches another row.

use std::ops::Range;

/// The bits of a word.
pub(super) const WORD: usize = u64::BITS as usize;

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BitSet {
    pub(super) words: Vec<u64>,
}

impl BitSet {
    pub(super) fn insert(&mut self, bit: usize) {
        self.words[bit / WORD] |= 1 << (bit % WORD);
    }

    pub(super) fn remove(&mut self, bit: usize) {
        self.words[bit / WORD] &= !(1 << (bit % WORD));
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        self.words[bit / WORD] >> (bit % WORD) & 1 == 1
    }

    /// The bits that lie `by` places before those of a word; `by` must not exceed the margin.
    fn before(&self, word: usize, by: usize) -> u64 {
        let (words, bits) = (by / WORD, by % WORD);
        let [low, high] = [word - words - 1, word - words].map(|word| self.words[word]);
        high << bits | low >> 1 >> (WORD - 1 - bits)
    }

    /// The bits that lie `by` places behind those of a word; `by` must not exceed the margin.
    fn behind(&self, word: usize, by: usize) -> u64 {
        let (words, bits) = (by / WORD, by % WORD);
        let [low, high] = [word + words, word + words + 1].map(|word| self.words[word]);
        low >> bits | high << 1 << (WORD - 1 - bits)
    }
}

/// Places of bits on one board.
#[derive(Clone, Debug)]
pub(super) struct BitGrid {
    /// By cell: its bit.
    bits: Vec<u32>,
    /// The distance of the bits of a cell and of the cell below it.
    pub(super) stride: usize,
    /// The number of words of each margin, and of a set without its margins.
    pub(super) margin: usize,
    pub(super) inner: usize,
}

/// Numbers of free cells, and of their sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// Sides of free cells without a free cell behind them.
    pub(super) closed_sides: u32,
    /// Free cells with at most one free neighbour.
    pub(super) dead_ends: u32,
    /// Free cells outside all squares of four free cells.
    pub(super) narrow: u32,
    /// Free cells on the border.
    pub(super) border: u32,
}

impl BitGrid {
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let stride = cols + 1;
        let margin = (stride + 1) / WORD + 2;
        let bit = |cell: usize| (margin * WORD + cell / cols * stride + cell % cols) as u32;
        Self {
            bits: (0..rows * cols).map(bit).collect(),
            stride,
            margin,
            inner: (rows * stride).div_ceil(WORD),
        }
    }

    /// The empty set.
    pub(super) fn empty(&self) -> BitSet {
        BitSet { words: vec![0; 2 * self.margin + self.inner] }
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.bits.len()
    }

    /// The words that contain neighbours of cells in these words.
    pub(super) fn beside(&self, words: &Range<usize>) -> Range<usize> {
        let reach = self.stride / WORD + 1;
        words.start.saturating_sub(reach).max(self.margin)..(words.end + reach).min(self.margin + self.inner)
    }

    /// The bits of the neighbours of a cell; they may lie beyond the border.
    pub(super) fn around(&self, bit: usize) -> [usize; 4] {
        [bit - 1, bit + 1, bit - self.stride, bit + self.stride]
    }

    /// The bit of a cell.
    pub(super) fn bit(&self, cell: usize) -> usize {
        self.bits[cell] as usize
    }

    /// The neighbours of all cells of a set, within one word; they may lie on the margins.
    pub(super) fn neighbours(&self, set: &BitSet, word: usize) -> [u64; 4] {
        [
            set.before(word, 1),
            set.behind(word, 1),
            set.before(word, self.stride),
            set.behind(word, self.stride),
        ]
    }

    /// The shape of the free cells; `squares` is memory for one set.
    pub(super) fn shape(&self, free: &BitSet, border: &BitSet, squares: &mut BitSet) -> Shape {
        let words = self.margin..self.margin + self.inner;
        let mut shape = Shape::default();
        for word in words.clone() {
            let here = free.words[word];
            let near @ [left, right, above, below] = self.neighbours(free, word);
            shape.closed_sides += near.iter().map(|near| (here & !near).count_ones()).sum::<u32>();
            let two = left & right | above & below | (left | right) & (above | below);
            shape.dead_ends += (here & !two).count_ones();
            shape.border += (here & border.words[word]).count_ones();
            // The first cell, in reading order, of each square of four free cells.
            squares.words[word] = here & right & below & free.behind(word, self.stride + 1);
        }
        for word in words {
            let [left, _, above, _] = self.neighbours(squares, word);
            let roomy = squares.words[word] | left | above | squares.before(word, self.stride + 1);
            shape.narrow += (free.words[word] & !roomy).count_ones();
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shifts by multiples of a word, by less, and by more, agree with the bits one by one.
    #[test]
    fn shifts_move_bits() {
        for cols in [2, 9, 62, 63, 64, 127, 130] {
            let grid = BitGrid::new(3, cols);
            let cells = 3 * cols;
            let mut set = grid.empty();
            let is_in = |cell: usize| cell * cell % 7 < 3;
            (0..cells).filter(|&cell| is_in(cell)).for_each(|cell| set.insert(grid.bit(cell)));
            for cell in 0..cells {
                let (word, place) = (grid.bit(cell) / WORD, grid.bit(cell) % WORD);
                let near = grid.neighbours(&set, word).map(|word| word >> place & 1 == 1);
                let expected = [
                    cell % cols > 0 && is_in(cell - 1),
                    cell % cols + 1 < cols && is_in(cell + 1),
                    cell >= cols && is_in(cell - cols),
                    cell + cols < cells && is_in(cell + cols),
                ];
                assert_eq!((set.contains(grid.bit(cell)), near), (is_in(cell), expected), "{cols} {cell}");
            }
        }
    }
}
