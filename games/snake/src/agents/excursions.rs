//! Shorter walks round a tree: branches before the apple are cut off and grafted on behind it.
//!
//! Where the walk from the head to the apple goes out over a side and comes back over it, it has been round a whole branch of
//! the tree. If another side joins that branch to a block which the walk passes later than the apple, the branch may hang
//! there instead, and the apple is nearer by as many steps as the branch has cells. The same idea as splicing a cycle, but
//! trees are easier: any two blocks that touch can be joined.

use super::locks::{Lock, Locks};
use hamadryad_grid::Streets;

/// Shortens the walk from the head to the apple as long as a branch can be moved; tells whether one was. What is locked stays.
pub(super) fn shorten(
    streets: &Streets,
    locks: &Locks,
    is_open: &mut [bool],
    head: usize,
    apple: usize,
) -> bool {
    const UNSEEN: u32 = u32::MAX;
    let mut place = vec![UNSEEN; streets.board().len()];
    let mut has_moved = false;
    loop {
        place.fill(UNSEEN);
        let mut walk = vec![head];
        let mut cell = head;
        while cell != apple {
            place[cell] = walk.len() as u32 - 1;
            cell = streets.successor(cell, is_open);
            walk.push(cell);
        }
        // By place of the step out: the place of the step back.
        let branches = branches(streets, locks, is_open, &walk);
        let graft = branches.into_iter().find_map(|(out, back)| {
            let is_in_branch = |cell: usize| (out + 1..=back).contains(&(place[cell] as usize));
            let side = walk[out + 1..=back].iter().find_map(|&cell| {
                let side = streets.side(cell).filter(|&side| locks.get(side) == Lock::Loose)?;
                let exit = streets.exit(cell)?;
                let is_graft = !is_open[side]
                    && !is_in_branch(exit)
                    && entrance(streets, exit, cell).is_some_and(|entrance| place[entrance] == UNSEEN);
                is_graft.then_some(side)
            })?;
            Some((streets.side(walk[out])?, side))
        });
        let Some((cut, grafted)) = graft else { return has_moved };
        is_open[cut] = false;
        is_open[grafted] = true;
        has_moved = true;
    }
}

/// The branches that the walk goes round, the largest first: the places of the steps out and back.
fn branches(streets: &Streets, locks: &Locks, is_open: &[bool], walk: &[usize]) -> Vec<(usize, usize)> {
    let mut out = vec![usize::MAX; streets.sides()];
    let mut branches = Vec::new();
    // The step that reaches the apple is the last, so that a branch ends before it.
    for (place, &cell) in walk[..walk.len() - 1].iter().enumerate() {
        let Some(side) = streets.side(cell).filter(|&side| is_open[side] && locks.get(side) == Lock::Loose)
        else {
            continue;
        };
        if out[side] == usize::MAX {
            out[side] = place;
        } else {
            branches.push((out[side], place));
        }
    }
    branches.sort_by_key(|&(out, back)| std::cmp::Reverse(back - out));
    branches
}

/// The cell that leads to where `exit` lies if the side that `cell` leaves by is closed: there the walk would go out.
fn entrance(streets: &Streets, exit: usize, cell: usize) -> Option<usize> {
    let side = streets.side(cell);
    streets.round(exit).find(|&other| streets.side(other) == side)
}
