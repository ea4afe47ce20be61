//! Rogo as a game: the player enters the fields of a loop one after the other, and closes the loop.

use super::{Game, MoveError};
use crate::Stopped;
use crate::pictures::rogo_frame;
use crate::rogo::{Length, Rogo};
use hamadryad_grid::Cell;
use hamadryad_scene::Frame;

/// A board with the points of its best loop.
#[derive(Clone, Debug)]
pub struct RogoGame {
    rogo: Rogo,
    length: Length,
    best: u64,
}

/// The fields that the loop has entered, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RogoState {
    /// The fields.
    pub cells: Vec<Cell>,
    /// Whether the loop is closed.
    pub closed: bool,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RogoMove {
    /// Enters a field: any field at first, then a neighbour of the last.
    Enter(Cell),
    /// Returns from the last field to the first.
    Close,
}

impl RogoGame {
    /// The game on a board; `None` if the board has no loop of this length.
    pub fn new(rogo: Rogo, length: Length) -> Option<Self> {
        let best = rogo.best(length)?.points;
        Some(Self::with_best(rogo, length, best))
    }

    /// The game on a board whose best loop has this number of points.
    pub(super) fn with_best(rogo: Rogo, length: Length, best: u64) -> Self {
        Self { rogo, length, best }
    }

    /// The board.
    pub fn rogo(&self) -> &Rogo {
        &self.rogo
    }

    /// The points of a best loop, which is the goal.
    pub fn best(&self) -> u64 {
        self.best
    }

    /// Whether a loop of this number of fields may be closed.
    fn may_close(&self, fields: usize) -> bool {
        fields >= 4
            && fields <= self.rogo.steps
            && (self.length == Length::AtMost || fields == self.rogo.steps)
    }

    /// The shortest of the best loops that contain these fields one after the other; it begins with them.
    fn completed(&self, cells: &[Cell], is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<Cell>>, Stopped> {
        let mut found: Option<Vec<Cell>> = None;
        self.rogo.each_loop_within(self.length, is_stopped, |round, points| {
            let is_better = found.as_ref().is_none_or(|found| round.len() < found.len());
            if points == self.best && is_better {
                found = turned(round, cells).or(found.take());
            }
            true
        })?;
        Ok(found)
    }
}

/// The loop in the direction and from the field in which it begins with the given fields.
fn turned(round: &[Cell], cells: &[Cell]) -> Option<Vec<Cell>> {
    let Some(first) = cells.first() else { return Some(round.to_vec()) };
    let mut forwards = round.to_vec();
    let place = round.iter().position(|cell| cell == first)?;
    forwards.rotate_left(place);
    let mut backwards = forwards.clone();
    backwards[1..].reverse();
    [forwards, backwards].into_iter().find(|round| round.starts_with(cells))
}

impl Game for RogoGame {
    type State = RogoState;
    type Move = RogoMove;

    fn start(&self) -> RogoState {
        RogoState::default()
    }

    fn after(&self, state: &RogoState, made: &RogoMove) -> Result<RogoState, MoveError> {
        if state.closed {
            return Err(MoveError::Illegal("the loop is closed"));
        }
        let mut after = state.clone();
        match (*made, state.cells.last()) {
            (RogoMove::Enter(cell), _) if !self.rogo.grid.contains(cell) => {
                return Err(MoveError::Illegal("this is no field of the board"));
            }
            (RogoMove::Enter(cell), _) if !self.rogo.is_allowed(cell) => {
                return Err(MoveError::Illegal("the loop must not go there"));
            }
            (RogoMove::Enter(cell), _) if state.cells.contains(&cell) => {
                return Err(MoveError::Illegal("the loop has passed there already"));
            }
            (RogoMove::Enter(cell), Some(last)) if last.manhattan(cell) != 1 => {
                return Err(MoveError::Illegal("this field is no neighbour of the last"));
            }
            (RogoMove::Enter(_), _) if state.cells.len() >= self.rogo.steps => {
                return Err(MoveError::Illegal("no steps are left: close the loop"));
            }
            (RogoMove::Enter(cell), _) => after.cells.push(cell),
            (RogoMove::Close, None) => return Err(MoveError::Illegal("the loop has no field yet")),
            (RogoMove::Close, Some(last)) if last.manhattan(state.cells[0]) != 1 => {
                return Err(MoveError::Illegal("the last field is no neighbour of the first"));
            }
            (RogoMove::Close, _) if !self.may_close(state.cells.len()) => {
                return Err(MoveError::Illegal("the loop has not the right number of steps"));
            }
            (RogoMove::Close, _) => after.closed = true,
        }
        Ok(after)
    }

    fn is_solved(&self, state: &RogoState) -> bool {
        state.closed && self.rogo.worth(&state.cells) == self.best
    }

    fn solution(
        &self,
        state: &RogoState,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<RogoMove>>, Stopped> {
        if state.closed {
            return Ok(self.is_solved(state).then(Vec::new));
        }
        let Some(round) = self.completed(&state.cells, is_stopped)? else { return Ok(None) };
        let enter = round[state.cells.len()..].iter().map(|&cell| RogoMove::Enter(cell));
        Ok(Some(enter.chain([RogoMove::Close]).collect()))
    }

    fn frame(&self, state: &RogoState) -> Frame {
        let mut frame = rogo_frame(&self.rogo, &state.cells, state.closed);
        let rating = match (state.closed, self.is_solved(state)) {
            (true, true) => ": this is a best loop".to_owned(),
            (true, false) => format!(": {} are possible", self.best),
            (false, _) => format!(", the goal is {}", self.best),
        };
        frame.caption.iter_mut().for_each(|line| line.push_str(&rating));
        frame
    }

    fn write_move(&self, made: &RogoMove) -> String {
        match made {
            RogoMove::Enter(cell) => {
                let (row, col) = cell.pair();
                format!("{row},{col}")
            }
            RogoMove::Close => "close".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Option<RogoMove> {
        if text == "close" {
            return Some(RogoMove::Close);
        }
        let (row, col) = text.split_once(',')?;
        Some(RogoMove::Enter(Cell::from_pair(row.parse().ok()?, col.parse().ok()?)?))
    }

    fn move_form(&self) -> &'static str {
        "the row and the column of a field, such as 2,3, or close"
    }
}
