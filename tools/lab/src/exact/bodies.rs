//! All snakes of one length, in order.
//!
//! A snake is one number: the cell of its head, followed by two bits for each step towards the tail.

use hamadryad_grid::{Board, Cell, Cycle, Direction};

/// A snake as a number.
pub(super) type Body = u128;

const HEAD_BITS: u32 = 6;
const HEAD: Body = (1 << HEAD_BITS) - 1;

/// Snakes of one length, in the order of their numbers.
pub(super) struct Bodies {
    board: Board,
    length: usize,
    bodies: Vec<Body>,
}

impl Bodies {
    /// All snakes of this length.
    pub(super) fn all(board: Board, length: usize) -> Self {
        let mut bodies = Vec::new();
        for head in 0..board.len() {
            extend(board, head as Body, board.cell(head), 1 << head, 1, length, &mut bodies);
        }
        bodies.sort_unstable();
        Self { board, length, bodies }
    }

    /// The snakes through which one of these cycles runs.
    pub(super) fn on_cycles(board: Board, cycles: &[Cycle], length: usize) -> Self {
        let mut bodies: Vec<Body> = cycles.iter().flat_map(|cycle| along(cycle, length)).collect();
        bodies.sort_unstable();
        bodies.dedup();
        Self { board, length, bodies }
    }

    /// The snake of one cell.
    pub(super) fn one(cell: usize) -> Body {
        cell as Body
    }

    /// The number of a snake from its head to its tail.
    pub(super) fn of(&self, snake: impl DoubleEndedIterator<Item = Cell>) -> Body {
        let mut cells = snake.rev();
        let mut last = cells.next().expect("a snake has cells");
        let mut body = Self::one(self.board.index(last));
        for cell in cells {
            let direction = last.direction_to(cell).expect("a snake is a path");
            body = self.with_head(body, direction).expect("it lies on the board");
            last = cell;
        }
        body
    }

    pub(super) fn len(&self) -> usize {
        self.bodies.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Body> {
        self.bodies.iter().copied()
    }

    /// The index of a snake.
    pub(super) fn find(&self, body: Body) -> Option<usize> {
        self.bodies.binary_search(&body).ok()
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The cells of a snake, from its head to its tail.
    pub(super) fn cells(&self, body: Body) -> impl Iterator<Item = Cell> {
        let mut cell = self.board.cell((body & HEAD) as usize);
        let mut steps = body >> HEAD_BITS;
        let mut left = self.length;
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let here = cell;
            if left > 0 {
                cell = here.step(Direction::ALL[(steps & 3) as usize]).expect("a snake lies on the board");
                steps >>= 2;
            }
            Some(here)
        })
    }

    /// The snake extended by a new head in this direction.
    pub(super) fn with_head(&self, body: Body, direction: Direction) -> Option<Body> {
        let head = self.board.step(self.board.cell((body & HEAD) as usize), direction)?;
        let steps = ((body >> HEAD_BITS) << 2) | number(direction.opposite());
        Some((steps << HEAD_BITS) | self.board.index(head) as Body)
    }

    /// A snake that [`Bodies::with_head`] has extended, without its last cell.
    pub(super) fn without_tail(&self, extended: Body) -> Body {
        let steps = extended >> HEAD_BITS;
        let kept = (1 << (2 * (self.length - 1))) - 1;
        ((steps & kept) << HEAD_BITS) | (extended & HEAD)
    }

    /// The snake before its last step, if its tail was in this direction from the present tail.
    pub(super) fn one_step_back(&self, body: Body, neck: Cell, direction: Direction) -> Body {
        let steps = body >> HEAD_BITS;
        let place = 2 * (self.length as u32 - 1);
        let steps = (steps | (number(direction) << place)) >> 2;
        (steps << HEAD_BITS) | self.board.index(neck) as Body
    }
}

fn number(direction: Direction) -> Body {
    Direction::ALL.iter().position(|&other| other == direction).expect("there are four") as Body
}

/// The snakes on a cycle, in the order of their tails along the cycle from the first cell of the board.
pub(super) fn along(cycle: &Cycle, length: usize) -> Vec<Body> {
    let (board, cells) = (cycle.board(), cycle.cells());
    let at = |place: usize| cells[place % cells.len()];
    let body = |tail: usize| {
        let head = tail + length - 1;
        let steps = (tail..head).fold(0, |steps, place| {
            (steps << 2) | number(at(place + 1).direction_to(at(place)).expect("neighbours"))
        });
        (steps << HEAD_BITS) | board.index(at(head)) as Body
    };
    (0..cells.len()).map(body).collect()
}

fn extend(
    board: Board,
    body: Body,
    tail: Cell,
    taken: u64,
    cells: usize,
    length: usize,
    bodies: &mut Vec<Body>,
) {
    if cells == length {
        bodies.push(body);
        return;
    }
    for direction in Direction::ALL {
        if let Some(next) = board.step(tail, direction)
            && (taken >> board.index(next)) & 1 == 0
        {
            let body = body | (number(direction) << (HEAD_BITS as usize + 2 * (cells - 1)));
            extend(board, body, next, taken | (1 << board.index(next)), cells + 1, length, bodies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_snake_has_an_index() {
        let board = Board::new(3, 4).expect("an even board");
        let cycles = hamadryad_grid::every_cycle(board);
        for length in 1..=12 {
            let all = Bodies::all(board, length);
            for (number, body) in all.iter().enumerate() {
                assert_eq!(all.find(body), Some(number));
                assert_eq!(all.cells(body).count(), length);
                let cells: Vec<Cell> = all.cells(body).collect();
                assert_eq!(all.of(cells.into_iter()), body);
            }
            let some = Bodies::on_cycles(board, &cycles, length);
            assert!(some.iter().all(|body| all.find(body).is_some()));
        }
    }

    #[test]
    fn a_step_back_reverses_a_step() {
        let board = Board::new(3, 4).expect("an even board");
        let (bodies, longer) = (Bodies::all(board, 4), Bodies::all(board, 5));
        for body in bodies.iter() {
            let cells: Vec<Cell> = bodies.cells(body).collect();
            for direction in Direction::ALL {
                let Some(grown) =
                    bodies.with_head(body, direction).filter(|&body| longer.find(body).is_some())
                else {
                    continue;
                };
                let moved: Vec<Cell> = longer.cells(grown).take(4).collect();
                assert!(bodies.cells(bodies.without_tail(grown)).eq(moved.iter().copied()));
                let after = bodies.iter().find(|&body| bodies.cells(body).eq(moved.iter().copied()));
                let way_back = moved[3].direction_to(cells[3]).expect("the tail moved by one cell");
                assert_eq!(bodies.one_step_back(after.expect("a snake"), moved[1], way_back), body);
            }
        }
    }
}
