//! Small changes of a way: cut off what lies between two of its cells that one, two or three steps join.
//!
//! ```text
//! . ┏━┓ .        . . . .
//! ━━┛ ┗━━   ──▶  ━━━━━━━      saves two steps, by no cell in between
//! ```
//!
//! A whole path at a time mostly leads where no cycle does; but if there is a cycle with one way, there often is one with almost
//! the same. Changes that save most come first; after them, by chance, those that save nothing, from which others may follow.

use super::outlook::Outlook;
use hamadryad_grid::Mender;

/// No cell.
const NONE: u32 = u32::MAX;

/// From one place of a way to another, over up to two cells that are not on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortcut {
    saves: u32,
    from: u32,
    to: u32,
    over: [u32; 2],
}

impl Shortcut {
    /// The way with this change, from the cell next to the head on; `way` begins with the head.
    pub(super) fn apply(self, way: &[u32], changed: &mut Vec<u32>) {
        changed.clear();
        changed.extend(&way[1..=self.from as usize]);
        changed.extend(self.over.into_iter().filter(|&cell| cell != NONE));
        changed.extend(&way[self.to as usize..]);
    }
}

/// The changes of one way after another.
#[derive(Clone, Debug)]
pub(super) struct Shortcuts {
    /// By cell: its place on the way.
    place: Vec<u32>,
    /// Those that save most first.
    list: Vec<Shortcut>,
    /// How many have been handed out, and how many save something.
    given: usize,
    saving: usize,
    random: u64,
}

impl Shortcuts {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            place: vec![NONE; cells],
            list: Vec::new(),
            given: 0,
            saving: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Finds the changes of a way, which begins with the head.
    pub(super) fn look(&mut self, grid: &Mender, outlook: &Outlook, way: &[u32]) {
        self.place.fill(NONE);
        self.list.clear();
        self.given = 0;
        self.saving = 0;
        for (place, &cell) in way.iter().enumerate() {
            // A way that crosses itself, where the snake will have been, is left as it is.
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

    /// Notes a change that leads on, to this cell of the way, and is not longer than what it cuts off.
    fn note(&mut self, from: u32, cell: usize, over: [u32; 2]) {
        let to = self.place[cell];
        let steps = 1 + over.iter().filter(|&&cell| cell != NONE).count() as u32;
        let is_change = to > from + 1;
        if is_change && to - from >= steps {
            self.list.push(Shortcut { saves: to - from - steps, from, to, over });
        }
    }

    /// The next change to try; none if there is none at all.
    pub(super) fn next(&mut self) -> Option<Shortcut> {
        let place = if self.given < self.saving {
            self.given
        } else {
            let others = self.list.len() - self.saving;
            if others == 0 {
                return None;
            }
            self.saving + (self.chance() % others as u64) as usize
        };
        self.given += 1;
        Some(self.list[place])
    }

    /// A number by chance, the same ones in every game (G. Marsaglia: Xorshift RNGs, 2003).
    fn chance(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Apples, Game};
    use hamadryad_grid::{Board, Cycle};

    #[test]
    fn changes_of_a_way_are_ways_that_save_what_they_say() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (Mender::new(board), Outlook::default());
        outlook.look(&game);
        let cells = Cycle::comb(board);
        let way: Vec<u32> = cells.cells()[..30].iter().map(|&cell| board.index(cell) as u32).collect();
        let mut shortcuts = Shortcuts::new(board.len());
        shortcuts.look(&grid, &outlook, &way);
        let (mut last, mut changed) = (u32::MAX, Vec::new());
        for _ in 0..shortcuts.saving {
            let shortcut = shortcuts.next().expect("one that saves something");
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

    /// Far from its tail's end a way may cross itself; what is cut off such a way could be what the snake needs to be gone.
    #[test]
    fn a_way_that_crosses_itself_is_left_as_it_is() {
        let board = Board::new(6, 6).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (Mender::new(board), Outlook::default());
        outlook.look(&game);
        let cell = |row, col| board.index(hamadryad_grid::Cell::new(row, col)) as u32;
        let mut way: Vec<u32> =
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)].map(|(row, col)| cell(row, col)).to_vec();
        let mut shortcuts = Shortcuts::new(board.len());
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_some());
        way.extend([cell(1, 1), cell(0, 1), cell(0, 0)]);
        shortcuts.look(&grid, &outlook, &way);
        assert!(shortcuts.next().is_none());
    }
}
