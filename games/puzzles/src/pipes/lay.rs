//! Enumerates all layouts: follows the water, and tries each remaining kind of piece on each empty field.
//!
//! Each layout is found once, because the water has a single course. The search backtracks if the drain is
//! farther away than the remaining pieces can reach.

use super::rules::{Gate, Layout, Piece, Pipes};
use crate::stopped::{Patience, Stopped};
use hamadryad_grid::{Cell, Direction};

/// The layouts found for an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layouts {
    /// The first layouts.
    pub found: Vec<Layout>,
    /// Whether these are all layouts.
    pub complete: bool,
}

impl Pipes {
    /// The first `most` layouts that are found within this number of steps.
    pub fn layouts(&self, most: usize, steps: u64) -> Layouts {
        let search = self.search(most, steps, &|| false);
        Layouts { found: search.found, complete: search.complete }
    }

    /// As [`Pipes::layouts`], until `is_stopped` returns true.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn layouts_within(
        &self,
        most: usize,
        steps: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Layouts, Stopped> {
        let mut search = self.search(most, steps, is_stopped);
        search.patience.step()?;
        Ok(Layouts { found: search.found, complete: search.complete })
    }

    fn search<'a>(&'a self, most: usize, steps: u64, is_stopped: &'a dyn Fn() -> bool) -> Search<'a> {
        let mut search = Search {
            pipes: self,
            left: self.bag,
            rest: self.pieces(),
            layout: Layout::new(),
            dry: 0,
            most,
            steps,
            found: Vec::new(),
            complete: true,
            patience: Patience::new(is_stopped),
        };
        search.run(self.source.cell, self.source.side.opposite());
        search
    }
}

struct Search<'a> {
    pipes: &'a Pipes,
    left: [u32; 7],
    /// The number of remaining pieces.
    rest: u32,
    layout: Layout,
    /// The number of crosses that the water has passed once; each extends the way by one field without a
    /// piece.
    dry: u32,
    most: usize,
    steps: u64,
    found: Vec<Layout>,
    complete: bool,
    patience: Patience<'a>,
}

impl Search<'_> {
    /// Extends the flow into a cell, in this direction.
    fn run(&mut self, cell: Cell, way: Direction) {
        if self.found.len() >= self.most || self.steps == 0 || self.patience.is_over() {
            self.complete = false;
            return;
        }
        self.steps -= 1;
        if let Some(piece) = self.layout.get(&cell) {
            if *piece == Piece::Cross {
                self.dry -= 1;
                self.on(cell, way);
                self.dry += 1;
            }
            return;
        }
        // The remaining way has at least this number of fields, including this one.
        let far = cell.manhattan(self.pipes.drain.cell) + 1;
        if !self.pipes.is_free(cell) || far > self.rest + self.dry + self.left[Piece::Cross as usize] {
            return;
        }
        for piece in Piece::ALL {
            let Some(next) = piece.turn(way).filter(|_| self.left[piece as usize] > 0) else { continue };
            self.left[piece as usize] -= 1;
            self.rest -= 1;
            self.dry += u32::from(piece == Piece::Cross);
            self.layout.insert(cell, piece);
            self.on(cell, next);
            self.layout.remove(&cell);
            self.dry -= u32::from(piece == Piece::Cross);
            self.rest += 1;
            self.left[piece as usize] += 1;
        }
    }

    /// Extends the flow out of a cell in this direction.
    fn on(&mut self, cell: Cell, way: Direction) {
        if (Gate { cell, side: way }) == self.pipes.drain {
            if self.rest == 0 {
                self.found.push(self.layout.clone());
            }
        } else if let Some(next) = self.pipes.grid.step(cell, way) {
            self.run(next, way);
        }
    }
}
