//! All ways to lay the pieces: follow the water, and lay where there is nothing yet each kind that is left.
//!
//! Each layout is found once, for its water runs in one way only. Turned back is where the drain is farther away than the pieces
//! that are left can lead.

use super::{Gate, Layout, Piece, Pipes};
use hamadryad_grid::{Cell, Direction};

/// What has been found of an instance's layouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layouts {
    /// The first ones.
    pub found: Vec<Layout>,
    /// Whether there are no others.
    pub complete: bool,
}

impl Pipes {
    /// The layouts, the first so many of them, looked for in at most so many steps.
    pub fn layouts(&self, most: usize, steps: u64) -> Layouts {
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
        };
        search.run(self.source.cell, self.source.side.opposite());
        Layouts { found: search.found, complete: search.complete }
    }
}

struct Search<'a> {
    pipes: &'a Pipes,
    left: [u32; 7],
    /// How many pieces are left.
    rest: u32,
    layout: Layout,
    /// How many crosses the water has passed once: each may take it one field on without a piece.
    dry: u32,
    most: usize,
    steps: u64,
    found: Vec<Layout>,
    complete: bool,
}

impl Search<'_> {
    /// Water comes to a field that exists, running this way.
    fn run(&mut self, cell: Cell, way: Direction) {
        if self.found.len() >= self.most || self.steps == 0 {
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
        // From here at least so many fields must be passed, this one included.
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

    /// Water leaves a field this way.
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
