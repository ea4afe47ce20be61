//! Small changes of a way: replace the part between two of its cells by a few steps.
//!
//! ```text
//! . ┏━┓ .        . . . .
//! ━━┛ ┗━━   ──▶  ━━━━━━━      saves two steps, with no new cell in between
//! ```
//!
//! A new path mostly ends without a cycle; but if a way ends on a cycle, a similar way often does as well.
//! Changes with the largest savings come first; after them random changes that save nothing, which enable
//! others. A *detour* makes the way longer: the longer way may have a better end.
//!
//! ```text
//! . . . .        . ┏━┓ .
//! ━━━━━━━   ──▶  ━━┛ ┗━━      costs two steps
//! ```

use super::outlook::Outlook;
use super::ways::random_number;
use hamadryad_grid::CycleRepair;

/// The value for "no cell".
const NONE: u32 = u32::MAX;

/// The largest number of cells that a change adds to a way.
const MOST_OVER: usize = 4;

/// The changes that are considered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Extent {
    /// The cells that a change may add, at most [`MOST_OVER`].
    pub(super) over: usize,
    /// The steps by which a detour may make the way longer; 0 for no detours.
    pub(super) longer: u32,
    /// Whether changes with savings, which come first, are drawn again if the way has no others.
    pub(super) repeats_savings: bool,
}

impl Extent {
    /// Up to three steps in place of as many or more.
    pub(super) const NARROW: Extent = Extent { over: 2, longer: 0, repeats_savings: false };

    /// Up to five steps, at most two more than those that they replace.
    pub(super) const WIDE: Extent = Extent { over: MOST_OVER, longer: 2, repeats_savings: true };
}

/// A connection between two places of a way, over a few cells that are not on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortcut {
    /// The steps saved; negative for a detour.
    saves: i32,
    from: u32,
    to: u32,
    over: [u32; MOST_OVER],
}

impl Shortcut {
    /// The changed way, from the successor of the head on; `way` begins with the head.
    pub(super) fn apply(self, way: &[u32], changed: &mut Vec<u32>) {
        changed.clear();
        changed.extend(&way[1..=self.from as usize]);
        changed.extend(self.over.into_iter().take_while(|&cell| cell != NONE));
        changed.extend(&way[self.to as usize..]);
    }
}

/// The possible changes of one way.
#[derive(Clone, Debug)]
pub(super) struct Shortcuts {
    extent: Extent,
    /// By cell: its place on the way.
    place: Vec<u32>,
    /// The changes, the largest savings first.
    list: Vec<Shortcut>,
    /// The number of changes with savings.
    saving: usize,
    /// The number of changes with savings that were returned so far.
    given: usize,
    random: u64,
}

impl Shortcuts {
    /// Changes of this extent on a board of so many cells.
    pub(super) fn new(cells: usize, extent: Extent) -> Self {
        Self {
            extent,
            place: vec![NONE; cells],
            list: Vec::new(),
            saving: 0,
            given: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Finds the changes of a way that begins with the head; returns their number.
    pub(super) fn look(&mut self, grid: &CycleRepair, outlook: &Outlook, way: &[u32]) -> usize {
        self.place.fill(NONE);
        self.list.clear();
        [self.saving, self.given] = [0; 2];
        for (place, &cell) in way.iter().enumerate() {
            // A way that visits a cell twice is left unchanged.
            if std::mem::replace(&mut self.place[cell as usize], place as u32) != NONE {
                return 0;
            }
        }
        for (place, &cell) in way.iter().enumerate() {
            self.extend(grid, outlook, place as u32, cell, &mut [NONE; MOST_OVER], 0);
        }
        self.list.sort_by_key(|shortcut| std::cmp::Reverse(shortcut.saves));
        self.saving = self.list.partition_point(|shortcut| shortcut.saves > 0);
        self.list.len()
    }

    /// Adds all changes that begin at a place of the way with these cells, the last of which is `cell`, or
    /// with none.
    fn extend(
        &mut self,
        grid: &CycleRepair,
        outlook: &Outlook,
        from: u32,
        cell: u32,
        over: &mut [u32; MOST_OVER],
        used: usize,
    ) {
        let steps = used as u32 + 1;
        for next in grid.near(cell as usize) {
            let to = self.place[next];
            if to != NONE {
                let is_step_of_the_way = to == from + 1 && steps == 1;
                if to > from && !is_step_of_the_way && to - from + self.extent.longer >= steps {
                    self.list.push(Shortcut {
                        saves: (to - from) as i32 - steps as i32,
                        from,
                        to,
                        over: *over,
                    });
                }
            } else if used < self.extent.over
                && outlook.opens(next) <= from + steps
                && !over[..used].contains(&(next as u32))
            {
                over[used] = next as u32;
                self.extend(grid, outlook, from, next as u32, over, used + 1);
                over[used] = NONE;
            }
        }
    }

    /// The number of the next change to try; `None` if the way has no change of the kind that is due.
    pub(super) fn next(&mut self) -> Option<usize> {
        if self.given < self.saving {
            self.given += 1;
            return Some(self.given - 1);
        }
        let all = self.list.len();
        // Changes with savings may have been rejected by chance.
        let others =
            if self.saving == all && self.extent.repeats_savings { 0..all } else { self.saving..all };
        if others.is_empty() {
            return None;
        }
        Some(others.start + (random_number(&mut self.random) % others.len() as u64) as usize)
    }

    /// The change with this number.
    pub(super) fn get(&self, number: usize) -> Shortcut {
        self.list[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Apples, Game};
    use hamadryad_grid::{Board, Cycle};

    #[test]
    fn a_shortcut_saves_the_stated_number_of_steps() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let cells = Cycle::comb(board);
        let way: Vec<u32> = cells.cells()[..30].iter().map(|&cell| board.index(cell) as u32).collect();
        let mut shortcuts = Shortcuts::new(board.len(), Extent::NARROW);
        shortcuts.look(&grid, &outlook, &way);
        let (mut last, mut changed) = (i32::MAX, Vec::new());
        for _ in 0..shortcuts.saving {
            let number = shortcuts.next().expect("a shortcut with savings");
            let shortcut = shortcuts.get(number);
            assert!(shortcut.saves > 0 && shortcut.saves <= last);
            last = shortcut.saves;
            shortcut.apply(&way, &mut changed);
            assert_eq!(changed.len() as i32 + shortcut.saves, way.len() as i32 - 1);
            assert_eq!(changed.last(), way.last());
            let places = way[..1].iter().chain(&changed).map(|&cell| board.cell(cell as usize));
            let places: Vec<_> = places.collect();
            assert!(hamadryad_grid::Path::new(board.grid(), places).is_ok());
        }
        assert!(shortcuts.saving > 10);
    }

    /// A long way may visit a cell twice after the tail has left it; a shortcut could then lead over a cell
    /// that is still occupied.
    #[test]
    fn a_way_that_visits_a_cell_twice_has_no_shortcuts() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let cell = |row, col| board.index(hamadryad_grid::Cell::new(row, col)) as u32;
        let mut way: Vec<u32> =
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)].map(|(row, col)| cell(row, col)).to_vec();
        let mut shortcuts = Shortcuts::new(board.len(), Extent::NARROW);
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_some());
        way.extend([cell(1, 1), cell(0, 1), cell(0, 0)]);
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_none());
    }

    /// With more cells and detours, each change is listed once, is a way, and has the stated number of steps.
    #[test]
    fn wide_changes_are_ways() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let cells = Cycle::comb(board);
        let way: Vec<u32> = cells.cells()[..20].iter().map(|&cell| board.index(cell) as u32).collect();
        let count = |extent: Extent| {
            let mut shortcuts = Shortcuts::new(board.len(), extent);
            let number = shortcuts.look(&grid, &outlook, &way);
            let mut ways: Vec<Vec<u32>> = Vec::new();
            for shortcut in (0..number).map(|number| shortcuts.get(number)) {
                let mut changed = Vec::new();
                shortcut.apply(&way, &mut changed);
                assert_eq!(changed.len() as i32 + shortcut.saves, way.len() as i32 - 1);
                assert!(shortcut.saves >= -(extent.longer as i32), "{shortcut:?}");
                let places = way[..1].iter().chain(&changed).map(|&cell| board.cell(cell as usize));
                assert!(hamadryad_grid::Path::new(board.grid(), places.collect()).is_ok());
                ways.push(changed);
            }
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len(), number);
            (number, (0..100).filter(|_| shortcuts.next().is_some()).count())
        };
        let (few, _) = count(Extent::NARROW);
        let (many, drawn) = count(Extent::WIDE);
        assert!(few > 10 && 2 * many > 3 * few, "{few} {many}");
        assert_eq!(drawn, 100);
    }

    /// A detour replaces one step by three over two free cells.
    #[test]
    fn a_detour_costs_two_steps() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let way: Vec<u32> = (0..6).map(|col| board.index(hamadryad_grid::Cell::new(0, col)) as u32).collect();
        let mut shortcuts = Shortcuts::new(board.len(), Extent { longer: 2, ..Extent::NARROW });
        assert_eq!(shortcuts.look(&grid, &outlook, &way), 5);
        let mut changed = Vec::new();
        for _ in 0..20 {
            let number = shortcuts.next().expect("a detour");
            shortcuts.get(number).apply(&way, &mut changed);
            assert_eq!((changed.len(), changed.last()), (way.len() + 1, way.last()));
            let places = way[..1].iter().chain(&changed).map(|&cell| board.cell(cell as usize));
            assert!(hamadryad_grid::Path::new(board.grid(), places.collect()).is_ok());
        }
    }
}
