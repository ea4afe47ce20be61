//! Shorter walks around a tree: branches before the apple are moved behind it.
//!
//! If the walk from the head to the apple passes an edge in both directions, it has gone around a whole
//! branch of the tree. If another edge connects that branch to a block that the walk visits after the apple,
//! the branch can be attached there, and the way becomes shorter by the number of cells of the branch.
//! Splicing of cycles follows the same idea; with trees, any two neighbouring blocks can be joined.

use super::block_constraints::{BlockConstraints, EdgeState};
use hamadryad_grid::TreeMoves;

/// Shortens the walk from the head to the apple while a branch can be moved; returns whether it moved one.
/// Only free edges change.
pub(super) fn shorten(
    moves: &TreeMoves,
    constraints: &BlockConstraints,
    tree: &mut [bool],
    head: usize,
    apple: usize,
) -> bool {
    const UNSEEN: u32 = u32::MAX;
    let mut place = vec![UNSEEN; moves.board().len()];
    let mut has_moved = false;
    loop {
        place.fill(UNSEEN);
        let mut walk = vec![head];
        let mut cell = head;
        while cell != apple {
            place[cell] = walk.len() as u32 - 1;
            cell = moves.successor(cell, tree);
            walk.push(cell);
        }
        // Pairs of places in the walk: the step into a branch and the step back.
        let branches = branches(moves, constraints, tree, &walk);
        let graft = branches.into_iter().find_map(|(out, back)| {
            let is_in_branch = |cell: usize| (out + 1..=back).contains(&(place[cell] as usize));
            let edge = walk[out + 1..=back].iter().find_map(|&cell| {
                let edge = moves.edge(cell).filter(|&edge| constraints.get(edge) == EdgeState::Free)?;
                let exit = moves.exit(cell)?;
                let is_graft = !tree[edge]
                    && !is_in_branch(exit)
                    && entrance(moves, exit, cell).is_some_and(|entrance| place[entrance] == UNSEEN);
                is_graft.then_some(edge)
            })?;
            Some((moves.edge(walk[out])?, edge))
        });
        let Some((cut, grafted)) = graft else { return has_moved };
        tree[cut] = false;
        tree[grafted] = true;
        has_moved = true;
    }
}

/// The branches that the walk goes around, the largest first: the places of the steps into and out of the
/// branch.
fn branches(
    moves: &TreeMoves,
    constraints: &BlockConstraints,
    tree: &[bool],
    walk: &[usize],
) -> Vec<(usize, usize)> {
    let mut out = vec![usize::MAX; moves.edges()];
    let mut branches = Vec::new();
    // The last step reaches the apple, so every branch ends before it.
    for (place, &cell) in walk[..walk.len() - 1].iter().enumerate() {
        let Some(edge) =
            moves.edge(cell).filter(|&edge| tree[edge] && constraints.get(edge) == EdgeState::Free)
        else {
            continue;
        };
        if out[edge] == usize::MAX {
            out[edge] = place;
        } else {
            branches.push((out[edge], place));
        }
    }
    branches.sort_by_key(|&(out, back)| std::cmp::Reverse(back - out));
    branches
}

/// The cell of the block of `exit` from which the walk would enter the branch if the edge at `cell` joined
/// the tree.
fn entrance(moves: &TreeMoves, exit: usize, cell: usize) -> Option<usize> {
    let edge = moves.edge(cell);
    moves.round(exit).find(|&other| moves.edge(other) == edge)
}
