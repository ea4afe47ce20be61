//! Pipes as a game: the player lays pieces on fields and takes them back.

use super::{Game, MoveError};
use crate::Stopped;
use crate::pictures::pipes_frame;
use crate::pipes::{Layout, Piece, Pipes};
use hamadryad_grid::Cell;
use hamadryad_scene::Frame;

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PipesMove {
    /// Lays a piece on an empty field.
    Lay(Cell, Piece),
    /// Takes the piece of a field back.
    Take(Cell),
}

/// The number of layouts, and of steps of their search, from which a hint chooses.
const LAYOUTS: usize = 10_000;
const STEPS: u64 = 5_000_000;

impl Pipes {
    /// The pieces that are not laid.
    pub fn left(&self, layout: &Layout) -> [u32; 7] {
        let mut left = self.bag;
        layout.values().for_each(|&piece| left[piece as usize] = left[piece as usize].saturating_sub(1));
        left
    }
}

impl Game for Pipes {
    type State = Layout;
    type Move = PipesMove;

    fn start(&self) -> Layout {
        Layout::new()
    }

    fn after(&self, state: &Layout, made: &PipesMove) -> Result<Layout, MoveError> {
        let mut after = state.clone();
        match *made {
            PipesMove::Lay(cell, _) if !self.is_free(cell) => {
                return Err(MoveError::Illegal("no piece can lie there"));
            }
            PipesMove::Lay(cell, _) if state.contains_key(&cell) => {
                return Err(MoveError::Illegal("there is a piece already"));
            }
            PipesMove::Lay(_, piece) if self.left(state)[piece as usize] == 0 => {
                return Err(MoveError::Illegal("the bag has no more pieces of this kind"));
            }
            PipesMove::Lay(cell, piece) => after.insert(cell, piece),
            PipesMove::Take(cell) => {
                Some(after.remove(&cell).ok_or(MoveError::Illegal("there is no piece"))?)
            }
        };
        Ok(after)
    }

    fn is_solved(&self, state: &Layout) -> bool {
        state.len() as u32 == self.pieces()
            && self.flow(state).is_ok_and(|way| state.keys().all(|cell| way.contains(cell)))
    }

    /// Towards the nearest of the layouts that the search finds: pieces that differ are taken back, then
    /// missing pieces are laid along the flow.
    fn solution(
        &self,
        state: &Layout,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<PipesMove>>, Stopped> {
        let is_right = |layout: &Layout, cell: &Cell, piece: &Piece| layout.get(cell) == Some(piece);
        let agreement =
            |layout: &&Layout| state.iter().filter(|(cell, piece)| is_right(layout, cell, piece)).count();
        let found = self.layouts_within(LAYOUTS, STEPS, is_stopped)?.found;
        // The first of several nearest layouts.
        let Some(nearest) = found.iter().rev().max_by_key(agreement) else { return Ok(None) };
        let wrong = state.iter().filter(|(cell, piece)| !is_right(nearest, cell, piece));
        let mut moves: Vec<PipesMove> = wrong.map(|(&cell, _)| PipesMove::Take(cell)).collect();
        let Ok(mut way) = self.flow(nearest) else { return Ok(None) };
        let mut seen = std::collections::BTreeSet::new();
        // The water passes a cross twice.
        way.retain(|cell| seen.insert(*cell));
        let missing = way.into_iter().filter(|cell| state.get(cell) != nearest.get(cell));
        moves.extend(missing.filter_map(|cell| Some(PipesMove::Lay(cell, *nearest.get(&cell)?))));
        Ok(Some(moves))
    }

    fn frame(&self, state: &Layout) -> Frame {
        pipes_frame(self, state)
    }

    fn write_move(&self, made: &PipesMove) -> String {
        let (PipesMove::Lay(cell, _) | PipesMove::Take(cell)) = made;
        let (row, col) = cell.pair();
        match made {
            PipesMove::Lay(_, piece) => format!("{row},{col},{piece}"),
            PipesMove::Take(_) => format!("{row},{col},-"),
        }
    }

    fn read_move(&self, text: &str) -> Option<PipesMove> {
        let mut parts = text.split(',');
        let (row, col, piece) = (parts.next()?, parts.next()?, parts.next()?);
        let cell = Cell::from_pair(row.parse().ok()?, col.parse().ok()?)?;
        match piece {
            _ if parts.next().is_some() => None,
            "-" => Some(PipesMove::Take(cell)),
            piece => Piece::of_name(piece).map(|piece| PipesMove::Lay(cell, piece)),
        }
    }

    fn move_form(&self) -> &'static str {
        "row, column and piece, such as 2,3,ew (ns, ne, se, sw, nw, cross), or 2,3,- to take a piece back"
    }
}
