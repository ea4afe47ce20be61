//! Escapes by numbers of cells, shared between courses.

use super::{Certificate, Escape, EscapeEnd};
use hamadryad_grid::{Board, CycleRepair};
use std::rc::Rc;

/// By cell: the next cell of a cycle.
pub(in super::super) type Arcs = Rc<[u32]>;

/// An escape by numbers of cells.
#[derive(Clone, Debug)]
pub(in super::super) struct Line {
    pub(in super::super) way: Vec<u32>,
    pub(in super::super) end: End,
}

/// The snake at the end of a line, as [`EscapeEnd`].
#[derive(Clone, Debug)]
pub(in super::super) enum End {
    Avoids(Arcs),
    Eats(Safety),
}

/// A certificate by numbers of cells.
#[derive(Clone, Debug)]
pub(in super::super) enum Safety {
    /// This cycle runs through the snake.
    Cycle(Arcs),
    /// For each free cell one of the lines is valid; the first line avoids the apple.
    Lines(Rc<[Line]>),
}

impl Line {
    pub(in super::super) fn is_for(&self, apple: u32) -> bool {
        match self.end {
            End::Avoids(_) => !self.way.contains(&apple),
            End::Eats(_) => self.way.last() == Some(&apple),
        }
    }

    /// The escape that this line states.
    pub(in super::super) fn escape(&self, board: Board, repair: &CycleRepair) -> Escape {
        let way = self.way.iter().map(|&cell| board.cell(cell as usize)).collect();
        let end = match &self.end {
            End::Avoids(arcs) => EscapeEnd::Avoids(repair.cycle(arcs).expect("it is one cycle")),
            End::Eats(safety) => EscapeEnd::Eats(safety.certificate(board, repair)),
        };
        Escape { way, end }
    }
}

impl Safety {
    /// The certificate that this states.
    pub(in super::super) fn certificate(&self, board: Board, repair: &CycleRepair) -> Certificate {
        match self {
            Self::Cycle(arcs) => Certificate::Cycle(repair.cycle(arcs).expect("it is one cycle")),
            Self::Lines(lines) => {
                Certificate::Escapes(lines.iter().map(|line| line.escape(board, repair)).collect())
            }
        }
    }
}
