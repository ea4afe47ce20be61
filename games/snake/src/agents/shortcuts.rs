//! Small changes of a way: replace the part between two of its cells by one, two or three steps.
//!
//! ```text
//! . ┏━┓ .        . . . .
//! ━━┛ ┗━━   ──▶  ━━━━━━━      saves two steps, with no new cell in between
//! ```
//!
//! A new path mostly ends without a cycle; but if a way ends on a cycle, a similar way often does as well.
//! Changes with the largest savings come first; after them random changes that save nothing, which enable
//! others. A *detour* replaces one step by three: the longer way may have a better end.
//!
//! ```text
//! . . . .        . ┏━┓ .
//! ━━━━━━━   ──▶  ━━┛ ┗━━      costs two steps
//! ```

use super::outlook::Outlook;
use super::ways::{chance, random_number};
use hamadryad_grid::CycleRepair;

/// The value for "no cell".
const NONE: u32 = u32::MAX;

/// A connection between two places of a way, over up to two cells that are not on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortcut {
    /// The steps saved; 0 for a detour, too.
    saves: u32,
    from: u32,
    to: u32,
    over: [u32; 2],
}

impl Shortcut {
    /// The changed way, from the successor of the head on; `way` begins with the head.
    pub(super) fn apply(self, way: &[u32], changed: &mut Vec<u32>) {
        changed.clear();
        changed.extend(&way[1..=self.from as usize]);
        changed.extend(self.over.into_iter().filter(|&cell| cell != NONE));
        changed.extend(&way[self.to as usize..]);
    }
}

/// The possible changes of one way.
#[derive(Clone, Debug)]
pub(super) struct Shortcuts {
    /// By cell: its place on the way.
    place: Vec<u32>,
    /// The changes without detours, the largest savings first.
    list: Vec<Shortcut>,
    /// The detours, unless their share is 0.
    detours: Vec<Shortcut>,
    /// The share of detours among the changes that save nothing.
    share: f64,
    /// The number of changes with savings that were returned so far, and of all changes with savings.
    given: usize,
    saving: usize,
    random: u64,
}

impl Shortcuts {
    /// Shortcuts on a board of so many cells. `share` is the share of detours among the changes that save
    /// nothing.
    pub(super) fn new(cells: usize, share: f64) -> Self {
        Self {
            place: vec![NONE; cells],
            list: Vec::new(),
            detours: Vec::new(),
            share,
            given: 0,
            saving: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Finds the changes of a way that begins with the head.
    pub(super) fn look(&mut self, grid: &CycleRepair, outlook: &Outlook, way: &[u32]) {
        self.place.fill(NONE);
        self.list.clear();
        self.detours.clear();
        self.given = 0;
        self.saving = 0;
        for (place, &cell) in way.iter().enumerate() {
            // A way that visits a cell twice is left unchanged.
            if std::mem::replace(&mut self.place[cell as usize], place as u32) != NONE {
                return;
            }
        }
        for (place, &cell) in way.iter().enumerate() {
            let place = place as u32;
            for one in grid.near(cell as usize) {
                if self.place[one] != NONE {
                    self.note(place, one, [NONE; 2]);
                    continue;
                }
                if outlook.opens(one) > place + 1 {
                    continue;
                }
                for two in grid.near(one) {
                    if self.place[two] != NONE {
                        self.note(place, two, [one as u32, NONE]);
                        continue;
                    }
                    if outlook.opens(two) > place + 2 {
                        continue;
                    }
                    for three in grid.near(two).filter(|&three| three != one) {
                        if self.place[three] != NONE {
                            self.note(place, three, [one as u32, two as u32]);
                        }
                    }
                }
            }
        }
        self.list.sort_by_key(|shortcut| std::cmp::Reverse(shortcut.saves));
        self.saving = self.list.partition_point(|shortcut| shortcut.saves > 0);
    }

    /// Adds a change that leads forwards to this cell of the way and is a detour, or at most as long as the
    /// replaced part.
    fn note(&mut self, from: u32, cell: usize, over: [u32; 2]) {
        let to = self.place[cell];
        let steps = 1 + over.iter().filter(|&&cell| cell != NONE).count() as u32;
        if to > from + 1 && to - from >= steps {
            self.list.push(Shortcut { saves: to - from - steps, from, to, over });
        } else if self.share > 0.0 && to == from + 1 && steps == 3 {
            self.detours.push(Shortcut { saves: 0, from, to, over });
        }
    }

    /// The next change to try; `None` if the way has no change of the kind that is due.
    pub(super) fn next(&mut self) -> Option<Shortcut> {
        if self.given < self.saving {
            self.given += 1;
            return Some(self.list[self.given - 1]);
        }
        let is_detour = !self.detours.is_empty() && chance(&mut self.random) < self.share;
        let others = if is_detour { &self.detours } else { &self.list[self.saving..] };
        if others.is_empty() {
            return None;
        }
        let place = random_number(&mut self.random) % others.len() as u64;
        Some(others[place as usize])
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
        let mut shortcuts = Shortcuts::new(board.len(), 0.0);
        shortcuts.look(&grid, &outlook, &way);
        let (mut last, mut changed) = (u32::MAX, Vec::new());
        for _ in 0..shortcuts.saving {
            let shortcut = shortcuts.next().expect("a shortcut with savings");
            assert!(shortcut.saves > 0 && shortcut.saves <= last);
            last = shortcut.saves;
            shortcut.apply(&way, &mut changed);
            assert_eq!(changed.len() + shortcut.saves as usize, way.len() - 1);
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
        let mut shortcuts = Shortcuts::new(board.len(), 0.0);
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_some());
        way.extend([cell(1, 1), cell(0, 1), cell(0, 0)]);
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_none());
    }

    /// A detour replaces one step by three over two free cells.
    #[test]
    fn a_detour_costs_two_steps() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let way: Vec<u32> = (0..6).map(|col| board.index(hamadryad_grid::Cell::new(0, col)) as u32).collect();
        let mut shortcuts = Shortcuts::new(board.len(), 1.0);
        shortcuts.look(&grid, &outlook, &way);
        assert_eq!(shortcuts.detours.len(), 5);
        let mut changed = Vec::new();
        for _ in 0..20 {
            shortcuts.next().expect("a detour").apply(&way, &mut changed);
            assert_eq!((changed.len(), changed.last()), (way.len() + 1, way.last()));
            let places = way[..1].iter().chain(&changed).map(|&cell| board.cell(cell as usize));
            assert!(hamadryad_grid::Path::new(board.grid(), places.collect()).is_ok());
        }
    }
}
