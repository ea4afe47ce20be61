//! Generates boards of Rush with a given difficulty, from a bag of cars.
//!
//! The cars of a random bag are placed at random. All boards that moves can reach are visited; every move is
//! reversible, so a search from the boards with the red car at the exit determines, for each board, the
//! number of moves and the number of shortest solutions. A board that meets the parameters is returned;
//! otherwise another bag is drawn. These boards are not equally likely: a bag with few placements is drawn as
//! often as a bag with many.
//!
//! A uniform board is drawn by rejection: a uniformly random set of vehicles and places is the board if no two
//! vehicles overlap, the bag is in the supply, and the shortest solution is as required.

use super::moves::State;
use super::rules::{Car, Rush};
use super::text::{LONGEST_SIDE, MOST_CARS};
use crate::bag::{Kind, Supply};
use crate::chance::Chance;
use hamadryad_grid::{Cell, Grid};
use std::collections::HashMap;

/// Parameters of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The number of moves of a shortest solution.
    pub moves: u32,
    /// The possible bags without the red car: `hcar`, `vcar`, `htruck`, `vtruck`, along rows and columns.
    pub supply: Supply,
    /// Whether the shortest solution must be unique.
    pub unique: bool,
    /// Whether all boards that meet the parameters are equally likely. This takes longer.
    pub uniform: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The kinds: name, whether the car lies along a row, length.
const KINDS: [(&str, bool, u16); 4] =
    [("hcar", true, 2), ("vcar", false, 2), ("htruck", true, 3), ("vtruck", false, 3)];
/// The largest number of boards that are visited from one placement. If moves reach many boards, many
/// solutions exist: unique solutions occur on narrow boards.
const MOST_STATES: usize = 200_000;
const MOST_STATES_UNIQUE: usize = 20_000;
/// The number of attempts to place a car.
const TRIES: u32 = 60;

/// This number of cars and trucks of all kinds.
pub fn any_cars(count: u32) -> Supply {
    let kinds = KINDS.map(|(name, ..)| Kind { name: name.to_string(), least: 0, most: count });
    Supply { kinds: kinds.to_vec(), least: count, most: count }
}

impl Order {
    /// The reason why no such board exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
        let sides = [self.rows, self.cols];
        if sides.iter().any(|side| !(3..=LONGEST_SIDE).contains(side)) {
            return Some(format!("the sides of a board are 3 to {LONGEST_SIDE}"));
        }
        if let Some(kind) =
            self.supply.kinds.iter().find(|kind| !KINDS.iter().any(|(name, ..)| *name == kind.name))
        {
            return Some(format!("there is no piece `{}`; there are hcar, vcar, htruck, vtruck", kind.name));
        }
        let cells = u32::from(self.rows) * u32::from(self.cols);
        if self.supply.least > cells / 2 - 1 || self.supply.least as usize >= MOST_CARS {
            return Some("the board has no room for so many pieces".to_string());
        }
        let boards = subsets(all_places(self).len(), self.supply.most as usize);
        if self.uniform && boards.is_none_or(|number| number > u128::MAX >> 16) {
            return Some("there are more than 2^112 such boards".to_string());
        }
        match self.supply.count() {
            Some(0) => Some("there is no such bag".to_string()),
            None => Some("there are more than 2^128 such bags".to_string()),
            Some(_) => None,
        }
    }
}

/// Generates a board. After each bag, `go_on` receives the number of bags and decides whether to continue;
/// `None` if it returns `false`.
pub fn generate(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Rush> {
    if order.uniform {
        return draw_uniformly(order, go_on);
    }
    let mut chance = Chance::new(order.seed, "hamadryad rush..........");
    let table = order.supply.table()?;
    (1..).take_while(|&bags| bags == 1 || go_on(bags - 1)).find_map(|_| {
        let bag = table.draw(&mut chance)?;
        let kinds: Vec<&str> =
            bag.iter().map(|&kind| order.supply.kinds[kind as usize - 1].name.as_str()).collect();
        let board = put_down(order, &kinds, &mut chance)?;
        let found = among_all(&board, order, &mut chance)?;
        // The result is verified by the independent search.
        let solution = found.solve()?;
        let is_wanted =
            solution.moves.len() == order.moves as usize && (solution.count == 1 || !order.unique);
        is_wanted.then_some(found)
    })
}

/// All cars but the red one that fit on the board, with the numbers of their kinds.
fn all_places(order: &Order) -> Vec<(usize, Car)> {
    let grid = Grid::new(order.rows, order.cols);
    let exit = (order.rows - 1) / 2;
    let of_kind = |number: usize| {
        let (_, along_row, length) = KINDS[number];
        grid.cells().map(move |cell| (number, Car { cell, along_row, length }))
    };
    let fits = |(_, car): &(usize, Car)| {
        car.cells().all(|cell| grid.contains(cell)) && !(car.along_row && car.cell.row == exit)
    };
    (0..KINDS.len()).flat_map(of_kind).filter(fits).collect()
}

/// The number of subsets; `None` on overflow.
fn subsets(of: usize, number: usize) -> Option<u128> {
    (0..number).try_fold(1u128, |product, step| {
        Some(product.checked_mul(of.checked_sub(step)? as u128)? / (step as u128 + 1))
    })
}

/// The sets of vehicles and places from which uniform boards are drawn.
struct Placements {
    places: Vec<(usize, Car)>,
    /// The sizes of the sets, and the number of sets of each size.
    sizes: Vec<(usize, u128)>,
}

impl Placements {
    /// `None` if the sets are too many.
    fn of(order: &Order) -> Option<Placements> {
        let places = all_places(order);
        let sizes = order.supply.least as usize..=order.supply.most as usize;
        let sizes = sizes.map(|size| Some((size, subsets(places.len(), size)?)));
        Some(Placements { sizes: sizes.collect::<Option<_>>()?, places })
    }

    /// A uniformly random set.
    fn draw(&self, chance: &mut Chance) -> Vec<(usize, Car)> {
        let mut left = chance.below(self.sizes.iter().map(|&(_, number)| number).sum());
        let mut size = 0;
        for &(next, number) in &self.sizes {
            size = next;
            if left < number {
                break;
            }
            left -= number;
        }
        chance.subset(self.places.len(), size).into_iter().map(|place| self.places[place]).collect()
    }
}

/// Whether the supply has these vehicles.
fn is_in_supply(supply: &Supply, vehicles: &[(usize, Car)]) -> bool {
    let number = |name: &str| vehicles.iter().filter(|(kind, _)| KINDS[*kind].0 == name).count() as u32;
    let known: u32 = supply.kinds.iter().map(|kind| number(&kind.name)).sum();
    known as usize == vehicles.len()
        && supply.kinds.iter().all(|kind| (kind.least..=kind.most).contains(&number(&kind.name)))
}

/// A uniformly random board of the supply; `None` if vehicles overlap or the supply does not have them.
fn uniform_board(order: &Order, placements: &Placements, chance: &mut Chance) -> Option<Rush> {
    let vehicles = placements.draw(chance);
    let cell = Cell::new((order.rows - 1) / 2, chance.index(usize::from(order.cols) - 1) as u16);
    let red = Car { cell, along_row: true, length: 2 };
    let is_allowed = is_in_supply(&order.supply, &vehicles);
    let cars: Vec<Car> = std::iter::once(red).chain(vehicles.into_iter().map(|(_, car)| car)).collect();
    let grid = Grid::new(order.rows, order.cols);
    let mut full = vec![false; grid.len()];
    let mut cells = cars.iter().flat_map(|car| car.cells());
    let has_room = cells.all(|cell| !std::mem::replace(&mut full[grid.index(cell)], true));
    (is_allowed && has_room).then_some(Rush { grid, cars })
}

/// Draws boards uniformly until one meets the parameters; `None` if `go_on` returns `false`.
fn draw_uniformly(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Rush> {
    let mut chance = Chance::new(order.seed, "hamadryad uniform rush..");
    let placements = Placements::of(order)?;
    (1..).take_while(|&number| number == 1 || go_on(number - 1)).find_map(|_| {
        // Most sets have an overlap, which is soon found.
        let board = (0..10_000).find_map(|_| uniform_board(order, &placements, &mut chance))?;
        let solution = board.solve()?;
        let is_wanted =
            solution.moves.len() == order.moves as usize && (solution.count == 1 || !order.unique);
        is_wanted.then_some(board)
    })
}

/// Places the red car and these others at random; `None` if a car finds no room.
fn put_down(order: &Order, kinds: &[&str], chance: &mut Chance) -> Option<Rush> {
    let grid = Grid::new(order.rows, order.cols);
    let exit = (order.rows - 1) / 2;
    let mut full = vec![false; grid.len()];
    let mut cars: Vec<Car> = Vec::new();
    let red = ("red", true, 2);
    let kinds = kinds.iter().map(|name| KINDS.iter().find(|(known, ..)| known == name).copied());
    for kind in std::iter::once(Some(red)).chain(kinds) {
        let (_, along_row, length) = kind?;
        let is_red = cars.is_empty();
        let car = (0..TRIES).find_map(|_| {
            let row = if is_red { exit } else { chance.index(order.rows.into()) as u16 };
            let cell = Cell::new(row, chance.index(order.cols.into()) as u16);
            let car = Car { cell, along_row, length };
            // A car in the row of the red car blocks it forever, or is never in its way.
            let is_well = (is_red || !along_row || row != exit)
                && car.cells().all(|cell| grid.contains(cell) && !full[grid.index(cell)]);
            is_well.then_some(car)
        })?;
        car.cells().for_each(|cell| full[grid.index(cell)] = true);
        cars.push(car);
    }
    Some(Rush { grid, cars })
}

/// A board that meets the parameters, among all boards that moves can reach.
fn among_all(board: &Rush, order: &Order, chance: &mut Chance) -> Option<Rush> {
    let start = board.state();
    let mut states = vec![start];
    let mut numbers: HashMap<State, usize> = HashMap::from([(start, 0)]);
    let mut next: Vec<Vec<u32>> = Vec::new();
    while next.len() < states.len() {
        let after = board.next(states[next.len()]).into_iter().map(|(_, after)| {
            *numbers.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            }) as u32
        });
        let after = after.collect();
        next.push(after);
        if states.len() > if order.unique { MOST_STATES_UNIQUE } else { MOST_STATES } {
            return None;
        }
    }
    // By board, from the solved boards: the number of moves, and the number of shortest solutions.
    let mut needs = vec![(u32::MAX, 0u32); states.len()];
    let mut layer: Vec<usize> = (0..states.len()).filter(|&state| board.is_out_in(states[state])).collect();
    layer.iter().for_each(|&state| needs[state] = (0, 1));
    for moves in 1..=order.moves {
        let mut farther = Vec::new();
        for state in layer {
            let count = needs[state].1;
            for &before in &next[state] {
                let before = before as usize;
                if needs[before].0 == u32::MAX {
                    needs[before] = (moves, 0);
                    farther.push(before);
                }
                if needs[before].0 == moves {
                    needs[before].1 = needs[before].1.saturating_add(count);
                }
            }
        }
        layer = farther;
    }
    layer.retain(|&state| needs[state].1 == 1 || !order.unique);
    (!layer.is_empty()).then(|| board.with(states[layer[chance.index(layer.len())]]))
}

#[cfg(test)]
mod tests {
    use super::super::rules::atoms;
    use super::*;
    use crate::chance::is_even;

    #[test]
    fn generated_boards_meet_their_parameters() {
        for (seed, moves, cars, unique) in
            [(1, 5, 5, true), (2, 9, 8, false), (3, 6, 10, true), (4, 0, 3, true)]
        {
            let order =
                Order { rows: 6, cols: 6, moves, supply: any_cars(cars), unique, uniform: false, seed };
            assert_eq!(order.rejection(), None);
            let board = generate(&order, |_| true).expect("a board");
            let solution = board.solve().expect("a solution");
            assert_eq!((solution.moves.len(), board.cars.len()), (moves as usize, cars as usize + 1));
            assert!(!unique || solution.count == 1);
            assert_eq!(board.check(&atoms(&solution.moves)), Ok(solution.moves));
            assert_eq!(generate(&order, |_| true), Some(board.clone()), "the same seed");
            assert_eq!(Rush::read(&board.to_string()), Ok(board.clone()));
            assert_eq!(Rush::read(&board.drawing()), Ok(board));
        }
    }

    #[test]
    fn impossible_parameters_are_rejected() {
        let order =
            Order { rows: 4, cols: 4, moves: 3, supply: any_cars(2), unique: false, uniform: false, seed: 1 };
        assert!(Order { rows: 2, ..order.clone() }.rejection().is_some());
        assert!(Order { supply: any_cars(8), ..order.clone() }.rejection().is_some());
        assert!(Order { supply: Supply::new(2, 2), ..order.clone() }.rejection().is_some());
        assert_eq!(generate(&Order { moves: 90, ..order }, |bags| bags < 20), None);
    }

    #[test]
    fn uniform_boards_are_equally_likely() {
        let supply = Supply { least: 1, ..any_cars(2) };
        let order = Order { rows: 4, cols: 4, moves: 2, supply, unique: false, uniform: true, seed: 0 };
        let places = all_places(&order);
        let mut wanted: Vec<Rush> = Vec::new();
        let sets = (0..places.len()).flat_map(|one| (0..=one).map(move |other| [one, other]));
        for set in sets {
            for column in 0..3 {
                let red = Car { cell: Cell::new(1, column), along_row: true, length: 2 };
                let mut cars = vec![red, places[set[1]].1];
                cars.extend((set[0] != set[1]).then_some(places[set[0]].1));
                let mut cells: Vec<Cell> = cars.iter().flat_map(|car| car.cells()).collect();
                let number = cells.len();
                cells.sort_unstable();
                cells.dedup();
                let board = Rush { grid: Grid::new(4, 4), cars };
                if cells.len() == number && board.solve().is_some_and(|solution| solution.moves.len() == 2) {
                    wanted.push(board);
                }
            }
        }
        assert!(wanted.len() >= 20, "{} boards", wanted.len());
        let mut counts = vec![0u32; wanted.len()];
        let average = 20;
        for seed in 0..(wanted.len() * average) as u64 {
            let board = generate(&Order { seed, ..order.clone() }, |_| true).expect("a board");
            counts[wanted.iter().position(|other| *other == board).expect("one of them")] += 1;
        }
        assert!(is_even(&counts), "{counts:?}");
    }
}
