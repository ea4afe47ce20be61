//! Generates labyrinths with a shortest way out of a given length.
//!
//! Local search: a random labyrinth is changed step by step; a wall is added or removed, or the start, the
//! goal or the Minotaur moves. A change is kept if it brings the length of the shortest way nearer to the
//! requested length, or leaves the distance equal, which leads out of local optima. After many changes
//! without progress the search restarts with another random labyrinth. One in a hundred thousand random
//! labyrinths at 8×8 has a way of 50 steps; the local search finds one in seconds.

use super::rules::{Field, Labyrinth, Waiting, check};
use super::shortest::shortest;
use crate::chance::Chance;
use std::collections::BTreeSet;

/// Parameters of a labyrinth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
    /// The number of steps of a shortest walk.
    pub steps: u32,
    /// Whether the shortest walk must be unique.
    pub unique: bool,
    /// Whether the player may wait.
    pub waiting: Waiting,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The longest side; the number of states is the square of the number of fields.
const LONGEST_SIDE: u16 = 24;
/// The number of consecutive changes without progress before a restart.
const IDLE_CHANGES: u32 = 3000;

impl Order {
    /// The reason why no such labyrinth exists, if it is apparent.
    pub fn rejection(&self) -> Option<String> {
        let sides = [self.columns, self.rows];
        if sides.iter().any(|side| !(2..=LONGEST_SIDE).contains(side)) {
            return Some(format!("the sides of a labyrinth are 2 to {LONGEST_SIDE}"));
        }
        let fields = u32::from(self.columns) * u32::from(self.rows);
        (self.steps >= fields * fields)
            .then(|| "a labyrinth of this size has fewer situations than steps".to_string())
    }
}

/// Generates a labyrinth. After each labyrinth, `go_on` receives the number of labyrinths so far and decides
/// whether to continue; `None` if it returns `false`.
pub fn generate(order: &Order, mut go_on: impl FnMut(u64) -> bool) -> Option<Labyrinth> {
    let mut chance = Chance::new(order.seed, "hamadryad labyrinths....");
    let mut looked_at = 0u64;
    loop {
        let mut maze = Maze::throw(order, &mut chance);
        let mut distance = maze.distance(order);
        let mut changes_left = IDLE_CHANGES;
        while changes_left > 0 && distance > 0 {
            looked_at += 1;
            let mut changed = maze.clone();
            changed.change(&mut chance);
            let now = changed.distance(order);
            changes_left = if now < distance { IDLE_CHANGES } else { changes_left - 1 };
            if now <= distance {
                (maze, distance) = (changed, now);
            }
            if !go_on(looked_at) {
                return None;
            }
        }
        if distance == 0 {
            let labyrinth = maze.labyrinth(order);
            // The result is verified by the independent search.
            let best = shortest(&labyrinth, order.waiting);
            debug_assert!(
                best.as_ref().is_some_and(|best| check(&labyrinth, order.waiting, &best.walk).is_ok())
            );
            if best.is_some_and(|best| best.steps == order.steps && (best.walks == 1 || !order.unique)) {
                return Some(labyrinth);
            }
        }
        if !go_on(looked_at) {
            return None;
        }
    }
}

/// A labyrinth with fast changes and searches: fields are numbers, row by row from the lowest row.
#[derive(Clone)]
struct Maze {
    columns: usize,
    rows: usize,
    /// By field: whether a wall is at its right, and above it.
    right: Vec<bool>,
    above: Vec<bool>,
    start: usize,
    goal: usize,
    minotaur: usize,
}

impl Maze {
    fn throw(order: &Order, chance: &mut Chance) -> Self {
        let (columns, rows) = (usize::from(order.columns), usize::from(order.rows));
        let fields = columns * rows;
        let mut walls = || (0..fields).map(|_| chance.one_in(4)).collect();
        let (right, above) = (walls(), walls());
        let mut field = || chance.index(fields);
        Self { columns, rows, right, above, start: field(), goal: field(), minotaur: field() }
    }

    fn change(&mut self, chance: &mut Chance) {
        let field = chance.index(self.columns * self.rows);
        match chance.below(12) {
            0 => self.start = field,
            1 => self.goal = field,
            2 => self.minotaur = field,
            3..7 => self.right[field] ^= true,
            _ => self.above[field] ^= true,
        }
        // Several changes at once: a single change may make everything worse.
        if chance.one_in(3) {
            self.change(chance);
        }
    }

    /// The distance to the parameters; 0 if all are met.
    fn distance(&self, order: &Order) -> u64 {
        let waits = order.waiting == Waiting::Allowed;
        let Some((steps, walks)) = self.shortest(waits) else { return u64::MAX };
        // Uniqueness counts less than a step.
        let others = if order.unique { u64::from(walks - 1).min(900) } else { 0 };
        u64::from(steps.abs_diff(order.steps)) * 1000 + others
    }

    /// The neighbours to the left, right, below and above.
    fn neighbours(&self, field: usize) -> [Option<usize>; 4] {
        let (x, y) = (field % self.columns, field / self.columns);
        [
            (x > 0 && !self.right[field.wrapping_sub(1) % self.right.len()]).then(|| field - 1),
            (x + 1 < self.columns && !self.right[field]).then(|| field + 1),
            (y > 0 && !self.above[field.wrapping_sub(self.columns) % self.above.len()])
                .then(|| field - self.columns),
            (y + 1 < self.rows && !self.above[field]).then(|| field + self.columns),
        ]
    }

    /// The number of steps of the shortest walks, and the number of these walks.
    fn shortest(&self, waits: bool) -> Option<(u32, u32)> {
        let fields = self.columns * self.rows;
        let neighbours: Vec<[Option<usize>; 4]> = (0..fields).map(|field| self.neighbours(field)).collect();
        let chase = |minotaur: usize, you: usize| {
            let [left, right, below, above] = neighbours[minotaur];
            let (x, y) = (minotaur % self.columns, minotaur / self.columns);
            let (to_x, to_y) = (you % self.columns, you / self.columns);
            let aside = if to_x < x {
                left
            } else if to_x > x {
                right
            } else {
                None
            };
            let along = if to_y < y {
                below
            } else if to_y > y {
                above
            } else {
                None
            };
            aside.or(along).unwrap_or(minotaur)
        };
        if self.start == self.minotaur {
            return None;
        }
        // By state: the step at which it is first reached, and the number of walks to it.
        let mut met = vec![(u32::MAX, 0u32); fields * fields];
        let mut layer = vec![self.start * fields + self.minotaur];
        met[layer[0]] = (0, 1);
        for step in 0.. {
            let walks = layer.iter().filter(|&&state| state / fields == self.goal).map(|&state| met[state].1);
            let walks = walks.fold(0u32, u32::saturating_add);
            if walks > 0 {
                return Some((step, walks));
            }
            let mut next = Vec::new();
            for &state in &layer {
                let (you, minotaur) = (state / fields, state % fields);
                let stays = waits.then_some(you);
                for you in neighbours[you].into_iter().flatten().chain(stays) {
                    let minotaur = chase(chase(minotaur, you), you);
                    if minotaur == you {
                        continue;
                    }
                    let after = you * fields + minotaur;
                    let walks = met[state].1;
                    if met[after].0 == u32::MAX {
                        met[after] = (step + 1, 0);
                        next.push(after);
                    }
                    if met[after].0 == step + 1 {
                        met[after].1 = met[after].1.saturating_add(walks);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            layer = next;
        }
        None
    }

    fn labyrinth(&self, order: &Order) -> Labyrinth {
        let field = |index: usize| Field {
            x: (index % self.columns) as i32 + 1,
            y: (index / self.columns) as i32 + 1,
        };
        let all = 0..self.columns * self.rows;
        let mut walls = BTreeSet::new();
        for index in all.clone() {
            let Field { x, y } = field(index);
            if self.right[index] && index % self.columns + 1 < self.columns {
                walls.insert((Field { x, y }, Field { x: x + 1, y }));
            }
            if self.above[index] && index / self.columns + 1 < self.rows {
                walls.insert((Field { x, y }, Field { x, y: y + 1 }));
            }
        }
        Labyrinth {
            fields: all.map(field).collect(),
            walls,
            start: field(self.start),
            goal: field(self.goal),
            minotaur: field(self.minotaur),
            // Slack for detours, as in the exercise.
            most_steps: order.steps + order.steps / 4 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Order =
        Order { columns: 5, rows: 5, steps: 12, unique: true, waiting: Waiting::Allowed, seed: 1 };

    #[test]
    fn generated_labyrinths_meet_their_parameters() {
        for (seed, steps, unique, waiting) in [
            (1, 12, true, Waiting::Allowed),
            (2, 15, true, Waiting::Forbidden),
            (3, 9, false, Waiting::Allowed),
            (4, 0, true, Waiting::Allowed),
        ] {
            let order = Order { seed, steps, unique, waiting, ..ORDER };
            let labyrinth = generate(&order, |_| true).expect("a labyrinth");
            let best = shortest(&labyrinth, waiting).expect("a way out");
            assert_eq!(best.steps, steps);
            assert!(!unique || best.walks == 1);
            assert_eq!(generate(&order, |_| true), Some(labyrinth.clone()), "the same seed");
            assert_eq!(Labyrinth::read(&labyrinth.to_string()), Ok(labyrinth.clone()));
            assert_eq!(Labyrinth::read(&labyrinth.drawing().expect("a drawing")), Ok(labyrinth));
        }
    }

    #[test]
    fn the_search_ends_if_go_on_returns_false() {
        let order = Order { columns: 2, rows: 2, steps: 15, ..ORDER };
        assert_eq!((order.rejection(), generate(&order, |looked_at| looked_at < 5000)), (None, None));
        assert!(Order { steps: 16, ..order }.rejection().is_some());
        assert!(Order { rows: 25, ..order }.rejection().is_some());
    }
}
