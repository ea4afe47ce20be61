//! The shortest way out, by breadth-first search.

use super::{Field, Labyrinth, Waiting, Walk};
use std::collections::{BTreeMap, BTreeSet};

/// The shortest walks out of a labyrinth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// Their number of steps.
    pub steps: u32,
    /// How many there are; at most `u128::MAX`.
    pub walks: u128,
    /// One of them.
    pub walk: Walk,
}

/// Where both are.
type State = (Field, Field);

/// The shortest ways out; none if there is no way in the steps allowed.
///
/// Breadth-first search over where you and the Minotaur are: his moves are determined by yours, so a walk is a path
/// through these pairs, and a shortest one meets every pair as early as it can be met.
pub fn shortest(labyrinth: &Labyrinth, waiting: Waiting) -> Option<Shortest> {
    let first = (labyrinth.start, labyrinth.minotaur);
    if first.0 == first.1 {
        return None;
    }
    // By step: the pairs first met then, with the number of walks that lead there and a pair before.
    let mut layers = vec![BTreeMap::from([(first, (1u128, first))])];
    let mut seen = BTreeSet::from([first]);
    for steps in 0..=labyrinth.most_steps {
        let layer = layers.last()?;
        let at_goal = layer.iter().filter(|((you, _), _)| *you == labyrinth.goal);
        if let Some(end) = at_goal.clone().map(|(&state, _)| state).next() {
            let walks = at_goal.map(|(_, (walks, _))| *walks).fold(0, u128::saturating_add);
            return Some(Shortest { steps, walks, walk: walk_to(end, &layers) });
        }
        let mut next: BTreeMap<State, (u128, State)> = BTreeMap::new();
        for (&state, &(walks, _)) in layer {
            let (you, minotaur) = state;
            for you in labyrinth.moves(you, waiting) {
                let Some(minotaur) = labyrinth.answer(minotaur, you) else { continue };
                if !seen.contains(&(you, minotaur)) {
                    let (sum, _) = next.entry((you, minotaur)).or_insert((0, state));
                    *sum = sum.saturating_add(walks);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        seen.extend(next.keys());
        layers.push(next);
    }
    None
}

/// The walk to a pair of the last layer, from the pair before each.
fn walk_to(end: State, layers: &[BTreeMap<State, (u128, State)>]) -> Walk {
    let mut state = end;
    let mut fields = Vec::new();
    for layer in layers.iter().rev() {
        fields.push(state.0);
        state = layer[&state].1;
    }
    fields.reverse();
    Walk { fields }
}
