//! Boards of Rogo whose best loop is worth so much.
//!
//! A board is thrown: some fields are forbidden, on some lie points. All loops are listed once; then points are changed, one
//! field at a time, until the best loop has what is wanted, or another board is thrown. So what comes out is known to the
//! last point, and how many best loops there are.

use super::{LONGEST_SIDE, Length, Rogo, Square};
use crate::chance::Chance;
use hamadryad_grid::Grid;

/// What a board is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The length of the loop.
    pub steps: usize,
    /// Whether it may be shorter.
    pub length: Length,
    /// The points of a best loop.
    pub best: u64,
    /// Whether there may be only one best loop.
    pub unique: bool,
    /// Where chance begins.
    pub seed: u64,
}

/// The most points on a field.
const MOST_POINTS: u64 = 9;
/// The most loops that are kept: a board with more of them is thrown again, with more forbidden fields.
const MOST_LOOPS: usize = 1_000_000;
/// How often points are changed before another board is thrown.
const CHANGES: usize = 300;

impl Order {
    /// Why there is no such board, where that is plain.
    pub fn objection(&self) -> Option<String> {
        let cells = usize::from(self.rows) * usize::from(self.cols);
        let sides = [self.rows, self.cols];
        if sides.iter().any(|side| !(2..=LONGEST_SIDE).contains(side)) {
            return Some(format!("the sides of a board are 2 to {LONGEST_SIDE}"));
        }
        if self.steps < 4 || self.steps % 2 == 1 || self.steps > cells {
            return Some(format!(
                "a loop on this board has an even number of steps from 4 to {}",
                cells / 2 * 2
            ));
        }
        let most = MOST_POINTS * self.steps as u64;
        (self.best > most)
            .then(|| format!("{} fields of at most {MOST_POINTS} points are worth {most}", self.steps))
    }
}

/// A board as ordered. After each board that is thrown `go_on` is asked whether to look further; none if it says no.
pub fn generate(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Rogo> {
    let mut chance = Chance::new(order.seed, "hamadryad rogo boards...");
    // The more loops a board has, the more of its fields are forbidden the next time.
    let mut forbidden = 12u128;
    (1..).take_while(|&attempt| attempt == 1 || go_on(attempt - 1)).find_map(|_| {
        let mut rogo = throw(order, forbidden, &mut chance);
        match Loops::of(&rogo, order.length) {
            Some(loops) if loops.cells.is_empty() => forbidden = forbidden.saturating_sub(2),
            Some(loops) => return loops.tune(&mut rogo, order, &mut chance).then_some(rogo),
            None => forbidden = (forbidden + 2).min(60),
        }
        None
    })
}

/// A board with so many percent of its fields forbidden, and points on a third of the others.
fn throw(order: &Order, forbidden: u128, chance: &mut Chance) -> Rogo {
    let grid = Grid::new(order.rows, order.cols);
    let mut square = || match chance.below(100) {
        percent if percent < forbidden => Square::Forbidden,
        _ if order.best > 0 && chance.one_in(3) => {
            Square::Points(1 + chance.below(MOST_POINTS.min(order.best).into()) as u32)
        }
        _ => Square::Free,
    };
    let squares = (0..grid.len()).map(|_| square()).collect();
    Rogo { grid, squares, steps: order.steps, good: None, best: None }
}

/// All loops of a board, as numbers of cells.
struct Loops {
    cells: Vec<u32>,
    /// Where each ends among them.
    ends: Vec<usize>,
}

impl Loops {
    /// None if there are too many.
    fn of(rogo: &Rogo, length: Length) -> Option<Self> {
        let (mut cells, mut ends) = (Vec::new(), Vec::new());
        let complete = rogo.each_loop_while(length, |found, _| {
            cells.extend(found.iter().map(|&cell| rogo.grid.index(cell) as u32));
            ends.push(cells.len());
            ends.len() < MOST_LOOPS
        });
        complete.then_some(Self { cells, ends })
    }

    /// The points of the best loops, and these loops.
    fn best(&self, rogo: &Rogo) -> (u64, Vec<&[u32]>) {
        let points: Vec<u64> = rogo.grid.cells().map(|cell| rogo.points(cell)).collect();
        let mut best = (0, Vec::new());
        let mut start = 0;
        for &end in &self.ends {
            let cells = &self.cells[start..end];
            start = end;
            let worth = cells.iter().map(|&cell| points[cell as usize]).sum();
            if worth > best.0 {
                best = (worth, vec![cells]);
            } else if worth == best.0 {
                best.1.push(cells);
            }
        }
        best
    }

    /// Changes points until the board is as ordered, or patience is at its end.
    fn tune(&self, rogo: &mut Rogo, order: &Order, chance: &mut Chance) -> bool {
        for _ in 0..CHANGES {
            let (worth, best) = self.best(rogo);
            let is_alone = best.len() == 1 || !order.unique;
            if worth == order.best && is_alone {
                rogo.best = Some(order.best);
                // As the puzzles in newspapers have it: nine tenths are good.
                rogo.good = Some((order.best * 9).div_ceil(10)).filter(|&good| good < order.best);
                return true;
            }
            let chosen = best[chance.index(best.len())];
            if worth < order.best {
                let cell = chosen[chance.index(chosen.len())] as usize;
                change(&mut rogo.squares[cell], |points| points + 1 + chance.below(2) as u32);
            } else {
                // What the best loops do not share, if one of them is to be alone.
                let others = best[chance.index(best.len())];
                let differs = |cell: &&u32| worth > order.best || !others.contains(cell);
                let cells: Vec<&u32> = chosen
                    .iter()
                    .filter(|&&cell| matches!(rogo.squares[cell as usize], Square::Points(_)))
                    .collect();
                let cells: Vec<&u32> = cells.into_iter().filter(differs).collect();
                if !cells.is_empty() {
                    let cell = *cells[chance.index(cells.len())] as usize;
                    change(&mut rogo.squares[cell], |points| points - 1);
                } else if order.unique && worth == order.best {
                    // They collect the same: points beside them may tell them apart.
                    let cell = chosen[chance.index(chosen.len())] as usize;
                    change(&mut rogo.squares[cell], |points| points + 1);
                }
            }
        }
        false
    }
}

fn change(square: &mut Square, change: impl FnOnce(u32) -> u32) {
    let points = match *square {
        Square::Free => 0,
        Square::Points(points) => points,
        Square::Forbidden => return,
    };
    *square = match change(points).min(MOST_POINTS as u32) {
        0 => Square::Free,
        points => Square::Points(points),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Order =
        Order { rows: 6, cols: 7, steps: 12, length: Length::Exactly, best: 20, unique: true, seed: 1 };

    #[test]
    fn boards_are_as_ordered() {
        let (exactly, at_most) = (Length::Exactly, Length::AtMost);
        for (seed, unique, best, length) in [
            (1, true, 20, exactly),
            (2, false, 31, exactly),
            (3, true, 8, exactly),
            (4, false, 0, exactly),
            (5, true, 25, at_most),
        ] {
            let order = Order { seed, unique, best, length, ..ORDER };
            let rogo = generate(&order, |attempt| attempt < 1000).expect("a board");
            let found = rogo.best(length).expect("a loop");
            assert_eq!((found.points, rogo.best), (best, Some(best)));
            assert!(!unique || found.loops == 1, "{rogo}");
            assert_eq!(generate(&order, |_| true), Some(rogo.clone()), "the same seed");
            assert_eq!(Rogo::read(&rogo.to_string()), Ok(rogo.clone()));
            assert_eq!(Rogo::read(&rogo.drawing()), Ok(rogo));
        }
    }

    #[test]
    fn orders_that_cannot_be_are_refused() {
        let objections = [
            (ORDER, None),
            (
                Order { steps: 5, ..ORDER },
                Some("a loop on this board has an even number of steps from 4 to 42"),
            ),
            (Order { rows: 1, ..ORDER }, Some("the sides of a board are 2 to 1000")),
            (Order { best: 200, ..ORDER }, Some("12 fields of at most 9 points are worth 108")),
        ];
        for (order, objection) in objections {
            assert_eq!(order.objection().as_deref(), objection);
        }
        // On a square of four fields there is one loop, which collects all there is.
        let square = Order { rows: 2, cols: 2, steps: 4, best: 36, ..ORDER };
        let points = generate(&square, |_| true).map(|rogo| rogo.rows());
        assert_eq!(points, Some(vec!["9 9".to_string(), "9 9".to_string()]));
    }
}
