//! Generates boards of Rogo whose best loop has a given number of points.
//!
//! A random board has forbidden fields and fields with points. All its loops are listed once; then points are
//! changed, one field at a time, until the best loop has the requested points, or another board is generated.
//! So the points and the number of the best loops are known exactly.
//!
//! A uniform board is drawn by rejection: random boards are drawn until one meets the parameters unchanged.

use super::rules::{LONGEST_SIDE, Length, Rogo, Square};
use crate::chance::Chance;
use hamadryad_grid::Grid;
use std::cell::RefCell;

/// Parameters of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The length of the loop.
    pub steps: usize,
    /// Whether the loop may be shorter.
    pub length: Length,
    /// The points of a best loop.
    pub best: u64,
    /// Whether the best loop must be unique.
    pub unique: bool,
    /// Whether all boards with the same numbers of forbidden fields and of fields with points are equally
    /// likely. This takes longer.
    pub uniform: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The largest number of points on a field.
const MOST_POINTS: u64 = 9;
/// The largest number of loops that are stored; a board with more loops is replaced by one with more
/// forbidden fields.
const MOST_LOOPS: usize = 1_000_000;
/// The number of changes of points before another board is generated.
const CHANGES: usize = 300;

impl Order {
    /// The reason why no such board exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
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

/// The percentage of forbidden fields in the first attempt, and of all uniform boards.
const FORBIDDEN: u128 = 12;

/// Draws boards until one meets the parameters; `None` if `go_on` returns `false`.
fn draw_uniformly(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Rogo> {
    let mut chance = Chance::new(order.seed, "hamadryad uniform rogo..");
    (1..).take_while(|&attempt| attempt == 1 || go_on(attempt - 1)).find_map(|_| {
        let mut rogo = throw(order, FORBIDDEN, &mut chance);
        let found = rogo.best(order.length)?;
        let is_wanted = found.points == order.best && (found.loops == 1 || !order.unique);
        rogo.rate(order.best);
        is_wanted.then_some(rogo)
    })
}

impl Rogo {
    /// Sets the ratings: as in newspapers, nine tenths of the best are good.
    fn rate(&mut self, best: u64) {
        self.best = Some(best);
        self.good = Some((best * 9).div_ceil(10)).filter(|&good| good < best);
    }
}

/// Generates a board. From time to time, `go_on` receives the number of attempts and decides whether to
/// continue; `None` if it returns `false`.
pub fn generate(order: &Order, go_on: impl FnMut(u64) -> bool) -> Option<Rogo> {
    if order.uniform {
        return draw_uniformly(order, go_on);
    }
    let mut chance = Chance::new(order.seed, "hamadryad rogo boards...");
    // The more loops a board has, the more fields are forbidden in the next attempt.
    let mut forbidden = FORBIDDEN;
    let go_on = RefCell::new(go_on);
    let go_on = |attempts: u64| (go_on.borrow_mut())(attempts);
    (1..).take_while(|&attempt| attempt == 1 || go_on(attempt - 1)).find_map(|attempt| {
        let mut rogo = throw(order, forbidden, &mut chance);
        match Loops::of(&rogo, order.length, &|| !go_on(attempt)) {
            Some(loops) if loops.cells.is_empty() => forbidden = forbidden.saturating_sub(2),
            Some(loops) => {
                return loops.tune(&mut rogo, order, &mut chance, &|| !go_on(attempt)).then_some(rogo);
            }
            None => forbidden = (forbidden + 2).min(60),
        }
        None
    })
}

/// A random board with this percentage of forbidden fields, and points on a third of the other fields.
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
    /// The end of each loop in `cells`.
    ends: Vec<usize>,
}

impl Loops {
    /// `None` if the loops are too many, or the search was stopped.
    fn of(rogo: &Rogo, length: Length, is_stopped: &dyn Fn() -> bool) -> Option<Self> {
        let (mut cells, mut ends) = (Vec::new(), Vec::new());
        let complete = rogo.each_loop_within(length, is_stopped, |found, _| {
            cells.extend(found.iter().map(|&cell| rogo.grid.index(cell) as u32));
            ends.push(cells.len());
            ends.len() < MOST_LOOPS
        });
        complete.ok()?.then_some(Self { cells, ends })
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

    /// Changes points until the board meets the parameters; `false` after too many changes, or if the search
    /// was stopped.
    fn tune(
        &self,
        rogo: &mut Rogo,
        order: &Order,
        chance: &mut Chance,
        is_stopped: &dyn Fn() -> bool,
    ) -> bool {
        for _ in 0..CHANGES {
            if is_stopped() {
                return false;
            }
            let (worth, best) = self.best(rogo);
            let is_alone = best.len() == 1 || !order.unique;
            if worth == order.best && is_alone {
                rogo.rate(order.best);
                return true;
            }
            let chosen = best[chance.index(best.len())];
            if worth < order.best {
                let cell = chosen[chance.index(chosen.len())] as usize;
                change(&mut rogo.squares[cell], |points| points + 1 + chance.below(2) as u32);
            } else {
                // For uniqueness, a field in which the best loops differ is changed.
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
                    // The best loops collect the same points: points on other fields may distinguish them.
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
    use crate::chance::is_even;

    const ORDER: Order = Order {
        rows: 6,
        cols: 7,
        steps: 12,
        length: Length::Exactly,
        best: 20,
        unique: true,
        uniform: false,
        seed: 1,
    };

    #[test]
    fn generated_boards_meet_their_parameters() {
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
    fn uniform_boards_are_equally_likely() {
        // On 2×2 fields, the loop takes all four points. Their sum is 8: one field has 8 points, or two fields
        // have 1 to 7.
        let order = Order { rows: 2, cols: 2, steps: 4, best: 8, uniform: true, ..ORDER };
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..3000 {
            let rogo = generate(&Order { seed, ..order }, |_| true).expect("a board");
            assert_eq!(rogo.best(Length::Exactly).map(|best| best.points), Some(8));
            *counts.entry(rogo.to_string()).or_insert(0u32) += 1;
        }
        for (fields, boards) in [(1, 4), (2, 6 * 7)] {
            let has_fields = |board: &str| board.matches("points(").count() == fields;
            let counts: Vec<u32> =
                counts.iter().filter(|(board, _)| has_fields(board)).map(|(_, &count)| count).collect();
            assert_eq!(counts.len(), boards);
            assert!(is_even(&counts), "{counts:?}");
        }
    }

    #[test]
    fn impossible_parameters_are_rejected() {
        let rejections = [
            (ORDER, None),
            (
                Order { steps: 5, ..ORDER },
                Some("a loop on this board has an even number of steps from 4 to 42"),
            ),
            (Order { rows: 1, ..ORDER }, Some("the sides of a board are 2 to 1000")),
            (Order { best: 200, ..ORDER }, Some("12 fields of at most 9 points are worth 108")),
        ];
        for (order, rejection) in rejections {
            assert_eq!(order.rejection().as_deref(), rejection);
        }
        // The only loop on a square of four fields collects all points.
        let square = Order { rows: 2, cols: 2, steps: 4, best: 36, ..ORDER };
        let points = generate(&square, |_| true).map(|rogo| rogo.rows());
        assert_eq!(points, Some(vec!["9 9".to_string(), "9 9".to_string()]));
    }
}
