//! Generates boards for pipes from a bag of pieces.
//!
//! After the article on bags (Darius Foo, 2017): draw a bag, lay its pieces on the board, and reject boards
//! that are no puzzle. A bag is drawn from a supply, a random gate becomes the source, and the pieces are
//! laid one behind the other in random order until all are used and the water reaches the edge; if that
//! fails, another bag is drawn. For a unique solution, each other solution that is found loses a field that
//! the laid one does not use.
//!
//! A uniform board is drawn by rejection: a uniformly random bag and two random gates are the board if the
//! pieces can be laid.

use super::rules::{Gate, Layout, Piece, Pipes};
use super::text::LONGEST_SIDE;
use crate::bag::{Supply, Table};
use crate::chance::Chance;
use hamadryad_grid::{Cell, Direction, Grid};
use std::cell::RefCell;

/// Parameters of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The possible bags; types are named as by [`Piece::name`].
    pub supply: Supply,
    /// Whether the solution must be unique.
    pub unique: bool,
    /// Whether all boards that meet the parameters are equally likely; they have no blocked fields. This takes
    /// longer, and unique solutions are rare.
    pub uniform: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The number of random attempts to lay a bag.
const TRIES: u32 = 50;
/// The limit of steps in the search for a second solution.
const STEPS: u64 = 2_000_000;

impl Order {
    /// Any number of pieces of each kind, `pieces` in total.
    pub fn any_pieces(pieces: u32) -> Supply {
        let kinds = Piece::ALL.map(|piece| crate::bag::Kind {
            name: piece.name().to_string(),
            least: 0,
            most: pieces,
        });
        Supply { kinds: kinds.to_vec(), least: pieces, most: pieces }
    }

    /// The reason why no such board exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
        let sides = [self.rows, self.cols];
        if sides.iter().any(|side| !(1..=LONGEST_SIDE).contains(side)) {
            return Some(format!("the sides of a board are 1 to {LONGEST_SIDE}"));
        }
        if let Some(kind) = self.supply.kinds.iter().find(|kind| Piece::of_name(&kind.name).is_none()) {
            let known = Piece::ALL.map(Piece::name).join(", ");
            return Some(format!("there is no piece `{}`; there are {known}", kind.name));
        }
        let cells = u32::from(self.rows) * u32::from(self.cols);
        if self.supply.least.max(1) > cells {
            return Some(format!("there is room for {cells} pieces"));
        }
        match self.supply.count() {
            Some(0) => Some("there is no such bag".to_string()),
            None => Some("there are more than 2^128 such bags".to_string()),
            Some(_) => None,
        }
    }
}

/// Generates a board with its solution. From time to time, `go_on` receives the number of bags and decides
/// whether to continue; `None` if it returns `false`.
pub fn generate(order: &Order, go_on: impl FnMut(u64) -> bool) -> Option<(Pipes, Layout)> {
    if order.uniform {
        return draw_uniformly(order, go_on);
    }
    let mut chance = Chance::new(order.seed, "hamadryad pipes.........");
    let table = order.supply.table()?;
    let grid = Grid::new(order.rows, order.cols);
    let go_on = RefCell::new(go_on);
    (1..).take_while(|&bags| bags == 1 || (go_on.borrow_mut())(bags - 1)).find_map(|bags| {
        let bag = draw_bag(order, &table, &mut chance)?;
        let (pipes, layout) = (0..TRIES).find_map(|_| lay(grid, bag, &mut chance))?;
        if order.unique {
            alone(pipes, layout, &|| !(go_on.borrow_mut())(bags))
        } else {
            Some((pipes, layout))
        }
    })
}

/// The numbers of pieces by kind of a bag drawn from the supply.
fn draw_bag(order: &Order, table: &Table<'_>, chance: &mut Chance) -> Option<[u32; 7]> {
    let mut bag = [0; 7];
    for kind in table.draw(chance)? {
        let name = &order.supply.kinds[kind as usize - 1].name;
        bag[Piece::of_name(name)? as usize] += 1;
    }
    Some(bag)
}

/// Draws boards uniformly until one can be solved; `None` if `go_on` returns `false`.
fn draw_uniformly(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<(Pipes, Layout)> {
    let mut chance = Chance::new(order.seed, "hamadryad uniform pipes.");
    let table = order.supply.table()?;
    let grid = Grid::new(order.rows, order.cols);
    (1..).take_while(|&bags| bags == 1 || go_on(bags - 1)).find_map(|_| {
        let bag = draw_bag(order, &table, &mut chance)?;
        let (source, drain) = (gate(grid, &mut chance), gate(grid, &mut chance));
        let pipes = Pipes { grid, blocked: vec![false; grid.len()], source, drain, bag };
        let mut layouts = pipes.layouts(if order.unique { 2 } else { 1 }, u64::MAX).found;
        let is_wanted = source != drain && (layouts.len() == 1 || !order.unique);
        layouts.pop().filter(|_| is_wanted).map(|layout| (pipes, layout))
    })
}

/// Lays the bag at random on an empty board; `None` at a dead end.
fn lay(grid: Grid, bag: [u32; 7], chance: &mut Chance) -> Option<(Pipes, Layout)> {
    let mut left: Vec<Piece> = Piece::ALL
        .into_iter()
        .flat_map(|piece| std::iter::repeat_n(piece, bag[piece as usize] as usize))
        .collect();
    chance.shuffle(&mut left);
    let source = gate(grid, chance);
    let (mut cell, mut way) = (source.cell, source.side.opposite());
    let mut layout = Layout::new();
    loop {
        match layout.get(&cell) {
            Some(Piece::Cross) => {}
            Some(_) => return None,
            None => {
                // A piece that continues the flow; after the last piece the water must reach the edge.
                let is_last = left.len() == 1;
                let fits = |piece: &Piece| {
                    piece.turn(way).is_some_and(|next| match grid.step(cell, next) {
                        None => is_last,
                        Some(on) => layout.get(&on).is_none_or(|&there| there == Piece::Cross),
                    })
                };
                let place = left.iter().position(fits)?;
                let piece = left.swap_remove(place);
                layout.insert(cell, piece);
                way = piece.turn(way)?;
            }
        }
        match grid.step(cell, way) {
            Some(next) => cell = next,
            None if left.is_empty() => break,
            None => return None,
        }
    }
    let drain = Gate { cell, side: way };
    let pipes = Pipes { grid, blocked: vec![false; grid.len()], source, drain, bag };
    (drain != source).then_some((pipes, layout))
}

/// A random gate.
fn gate(grid: Grid, chance: &mut Chance) -> Gate {
    let (rows, cols) = (usize::from(grid.rows()), usize::from(grid.cols()));
    let at = chance.index(2 * (rows + cols));
    let cell = |row: usize, col: usize| Cell::new(row as u16, col as u16);
    match at {
        at if at < cols => Gate { cell: cell(0, at), side: Direction::Up },
        at if at < 2 * cols => Gate { cell: cell(rows - 1, at - cols), side: Direction::Down },
        at if at < 2 * cols + rows => Gate { cell: cell(at - 2 * cols, 0), side: Direction::Left },
        at => Gate { cell: cell(at - 2 * cols - rows, cols - 1), side: Direction::Right },
    }
}

/// Blocks fields until this layout is the only one; `None` if another layout uses no other field, or the
/// search is inconclusive.
fn alone(mut pipes: Pipes, layout: Layout, is_stopped: &dyn Fn() -> bool) -> Option<(Pipes, Layout)> {
    loop {
        let layouts = pipes.layouts_within(2, STEPS, is_stopped).ok()?;
        let Some(other) = layouts.found.iter().find(|other| **other != layout) else {
            return (layouts.complete && layouts.found.len() == 1).then_some((pipes, layout));
        };
        let field = other.keys().find(|cell| !layout.contains_key(cell))?;
        pipes.blocked[pipes.grid.index(*field)] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::atoms;
    use super::*;
    use crate::chance::is_even;

    #[test]
    fn generated_boards_meet_their_parameters() {
        for (seed, pieces, unique) in [(1, 6, true), (2, 10, true), (3, 14, false), (4, 1, true)] {
            let order =
                Order { rows: 5, cols: 6, supply: Order::any_pieces(pieces), unique, uniform: false, seed };
            assert_eq!(order.rejection(), None);
            let (pipes, layout) = generate(&order, |_| true).expect("a board");
            assert_eq!((pipes.pieces(), pipes.check(&atoms(&layout))), (pieces, Ok(layout.clone())));
            let layouts = pipes.layouts(2, u64::MAX);
            assert!(!layouts.found.is_empty());
            assert!(!unique || layouts.complete && layouts.found == [layout.clone()]);
            assert_eq!(generate(&order, |_| true), Some((pipes.clone(), layout)), "the same seed");
            assert_eq!(Pipes::read(&pipes.to_string()), Ok(pipes.clone()));
            assert_eq!(Pipes::read(&pipes.drawing()), Ok(pipes));
        }
    }

    #[test]
    fn generated_boards_respect_the_limits_of_the_bag() {
        let supply =
            Supply::read("least 7\nmost 9\new 2 3\nns 1\nse\nnw\nne\nsw\ncross 1 1").expect("a supply");
        let order = Order { rows: 5, cols: 5, supply, unique: true, uniform: false, seed: 1 };
        let (pipes, _) = generate(&order, |_| true).expect("a board");
        assert!((7..=9).contains(&pipes.pieces()));
        assert!((2..=3).contains(&pipes.bag[0]) && pipes.bag[1] <= 1 && pipes.bag[6] == 1);
    }

    #[test]
    fn uniform_boards_are_equally_likely() {
        // Two pieces on two fields side by side.
        let supply = Order::any_pieces(2);
        let order = Order { rows: 1, cols: 2, supply, unique: false, uniform: true, seed: 0 };
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..3000 {
            let (pipes, layout) = generate(&Order { seed, ..order.clone() }, |_| true).expect("a board");
            assert_eq!(pipes.check(&atoms(&layout)), Ok(layout));
            *counts.entry(pipes.to_string()).or_insert(0u32) += 1;
        }
        // Water enters over one of three sides of either field and leaves over one of three sides of the other.
        // The pieces are determined, except that a cross can replace a straight piece from left to right.
        assert_eq!(counts.len(), 2 * (2 * 2 + 2 * 2 + 2 * 2 + 3));
        let counts: Vec<u32> = counts.into_values().collect();
        assert!(is_even(&counts), "{counts:?}");
    }

    #[test]
    fn impossible_parameters_are_rejected() {
        let order = |pieces| Order {
            rows: 2,
            cols: 2,
            supply: Order::any_pieces(pieces),
            unique: true,
            uniform: false,
            seed: 1,
        };
        assert_eq!(order(5).rejection(), Some("there is room for 4 pieces".to_string()));
        let odd = Order { supply: Supply::new(2, 3), ..order(2) };
        assert!(odd.rejection().is_some_and(|why| why.starts_with("there is no piece `1`; there are ew, ")));
    }
}
