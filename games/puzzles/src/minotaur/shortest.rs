//! Shortest ways out of a labyrinth by breadth-first search.

use super::rules::{Field, Labyrinth, Waiting, Walk};
use crate::stopped::{Patience, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// The shortest walks out of a labyrinth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// Their number of steps.
    pub steps: u32,
    /// The number of shortest walks; at most `u128::MAX`.
    pub walks: u128,
    /// A shortest walk.
    pub walk: Walk,
}

/// The fields of the player and the Minotaur.
type State = (Field, Field);

/// The shortest ways out; `None` if no way has at most the permitted number of steps.
///
/// Breadth-first search over the fields of the player and the Minotaur: the moves of the Minotaur are a
/// function of the player's moves, so a walk is a path through these pairs, and a shortest walk reaches every
/// pair as early as possible.
pub fn shortest(labyrinth: &Labyrinth, waiting: Waiting) -> Option<Shortest> {
    shortest_within(labyrinth, waiting, &|| false).ok().flatten()
}

/// As [`shortest`], until `is_stopped` returns true.
///
/// # Errors
/// If the search was stopped.
pub fn shortest_within(
    labyrinth: &Labyrinth,
    waiting: Waiting,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Shortest>, Stopped> {
    let first = (labyrinth.start, labyrinth.minotaur);
    if first.0 == first.1 {
        return Ok(None);
    }
    let mut patience = Patience::new(is_stopped);
    // By step: the pairs first reached then, with the number of walks to each and a previous pair.
    let mut layers = vec![BTreeMap::from([(first, (1u128, first))])];
    let mut seen = BTreeSet::from([first]);
    for steps in 0..=labyrinth.most_steps {
        let Some(layer) = layers.last() else { return Ok(None) };
        let at_goal = layer.iter().filter(|((you, _), _)| *you == labyrinth.goal);
        if let Some(end) = at_goal.clone().map(|(&state, _)| state).next() {
            let walks = at_goal.map(|(_, (walks, _))| *walks).fold(0, u128::saturating_add);
            return Ok(Some(Shortest { steps, walks, walk: walk_to(end, &layers) }));
        }
        let mut next: BTreeMap<State, (u128, State)> = BTreeMap::new();
        for (&state, &(walks, _)) in layer {
            patience.step()?;
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
            return Ok(None);
        }
        seen.extend(next.keys());
        layers.push(next);
    }
    Ok(None)
}

/// The walk to a pair of the last layer, by following the previous pairs.
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
