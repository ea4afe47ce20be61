//! Escapes: the replacement of a cycle when an apple is eaten. After a few steps a cycle runs through the
//! snake, for every position of the next apple.
//!
//! ```text
//! ┃┏━┓      The head, at o, has cut the board in two, and no cycle runs through the snake. But the tail moves:
//! ┃┃.┃      after one or two steps a cycle runs through the snake. These steps are an escape for all apples that
//! ┗┛o┛      do not lie on them; an apple on these steps has an escape of its own.
//! ```
//!
//! Snakes with escapes form the second class of a hierarchy: the first class are the snakes on a cycle; from
//! each snake of a class a way to the class before exists for every apple; the union contains all snakes that
//! win against every sequence of apples. Mean steps of an optimal player within the first, second and third
//! class and within all, by value iteration: 45.77, 44.52, 43.40, 42.95 at 4×4; 65.86, 63.69, 62.14, 61.42 at
//! 4×5; 88.92, 85.47, 83.54, 82.50 at 4×6.

use super::{Agent, Guarantee};
use crate::Game;
use hamadryad_grid::{Cell, Cycle, CycleRepair};

/// A way from the head, and a cycle that runs through the snake at the end of the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape {
    /// The cells from the successor of the head on.
    pub way: Vec<Cell>,
    /// Whether the way ends at an apple; otherwise the way is valid for any apple that does not lie on it.
    pub eats: bool,
    /// The cycle through the snake at the end of the way.
    pub cycle: Cycle,
}

impl Escape {
    /// Whether the escape is valid for an apple on this cell.
    pub fn is_for(&self, apple: Cell) -> bool {
        if self.eats { self.way.last() == Some(&apple) } else { !self.way.contains(&apple) }
    }
}

/// An escape by numbers of cells.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) way: Vec<u32>,
    pub(super) eats: bool,
    /// By cell: the next cell of the cycle.
    pub(super) arcs: Vec<u32>,
}

impl Line {
    pub(super) fn is_for(&self, apple: u32) -> bool {
        if self.eats { self.way.last() == Some(&apple) } else { !self.way.contains(&apple) }
    }
}

/// Steps of the longest way, and the number of cycle repairs for one snake.
const LONGEST: usize = 4;
const ATTEMPTS: usize = 60;

/// The search for escapes, with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Escapes {
    /// By cell: the first step that may enter it.
    opens: Vec<u32>,
    way: Vec<u32>,
    tries: usize,
}

impl Escapes {
    /// Searches escapes for a snake, from its tail to its head, that has just eaten and has no pending
    /// growth: for each free cell one of the lines is valid. `None` does not prove that no escapes exist.
    pub(super) fn find(&mut self, repair: &mut CycleRepair, arcs: &[u32], body: &[u32]) -> Option<Vec<Line>> {
        self.opens.clear();
        self.opens.resize(arcs.len(), 0);
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
        self.tries = ATTEMPTS;
        let mut lines = vec![self.avoiding(repair, arcs, body, None)?];
        // Only free cells can contain an apple.
        let way = lines[0].way.clone();
        for (place, &cell) in way.iter().enumerate() {
            if self.opens[cell as usize] > 0 || lines.iter().any(|line| line.is_for(cell)) {
                continue;
            }
            let eaten = &way[..=place];
            // The tail pauses at the last step, and moves at each step before.
            let line = match repair.cycle_through(arcs, body[place..].iter().chain(eaten).copied()) {
                Some(arcs) => Line { way: eaten.to_vec(), eats: true, arcs: arcs.to_vec() },
                None => self.avoiding(repair, arcs, body, Some(cell))?,
            };
            lines.push(line);
        }
        Some(lines)
    }

    /// The shortest line that was found and does not use this cell.
    fn avoiding(
        &mut self,
        repair: &mut CycleRepair,
        arcs: &[u32],
        body: &[u32],
        cell: Option<u32>,
    ) -> Option<Line> {
        (1..=LONGEST.min(body.len() - 1)).find_map(|steps| {
            // A cycle through the rest of the snake is necessary for every way; its own first steps are tried
            // first.
            let near = repair.cycle_through(arcs, body[steps..].iter().copied())?;
            self.follow(near, body, steps, cell).or_else(|| {
                self.way.clear();
                self.extend(repair, arcs, body, steps, cell)
            })
        })
    }

    /// The first steps along a cycle, if the snake can take them.
    fn follow(&self, arcs: &[u32], body: &[u32], steps: usize, avoided: Option<u32>) -> Option<Line> {
        let head = *body.last()?;
        let way: Vec<u32> =
            std::iter::successors(Some(arcs[head as usize]), |&cell| Some(arcs[cell as usize]))
                .take(steps)
                .collect();
        let is_open = |(done, &cell): (usize, &u32)| {
            self.opens[cell as usize] <= done as u32 + 1 && Some(cell) != avoided
        };
        let can_go = way.iter().enumerate().all(is_open);
        can_go.then(|| Line { way, eats: false, arcs: arcs.to_vec() })
    }

    fn extend(
        &mut self,
        repair: &mut CycleRepair,
        arcs: &[u32],
        body: &[u32],
        steps: usize,
        avoided: Option<u32>,
    ) -> Option<Line> {
        let done = self.way.len();
        if done == steps {
            self.tries = self.tries.checked_sub(1)?;
            let arcs = repair.cycle_through(arcs, body.iter().chain(&self.way).copied().skip(steps))?;
            return Some(Line { way: self.way.clone(), eats: false, arcs: arcs.to_vec() });
        }
        let last = *self.way.last().or(body.last())?;
        for side in 0..4 {
            let Some(to) = repair.beside(last, side) else { continue };
            let is_open = self.opens[to as usize] <= done as u32 + 1 && Some(to) != avoided;
            if !is_open || self.way.contains(&to) || self.tries == 0 {
                continue;
            }
            self.way.push(to);
            let found = self.extend(repair, arcs, body, steps, avoided);
            self.way.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Whether an agent upholds its guarantee after a step; slow, for tests. Escapes are replayed for each free
/// cell.
#[doc(hidden)]
pub fn upholds_guarantee(agent: &dyn Agent, game: &Game, has_eaten: bool) -> bool {
    let runs_through = |cycle: &Cycle, game: &Game| {
        let snake: Vec<Cell> = game.snake().rev().collect();
        cycle.contains_path(&snake)
    };
    if let Some(cycle) = agent.certificate(game) {
        return runs_through(&cycle, game);
    }
    let guarantee = agent.guarantee();
    if guarantee == Guarantee::Never {
        return true;
    }
    if guarantee == Guarantee::EveryStep || !has_eaten {
        return guarantee != Guarantee::EveryStep;
    }
    let escapes = agent.escapes(game);
    let is_safe = |apple: Cell| {
        let Some(escape) = escapes.iter().find(|escape| escape.is_for(apple)) else { return false };
        let mut game = game.clone().with_apple(apple).expect("the cell is free");
        let eaten = game.statistics().apples + u64::from(escape.eats);
        for &cell in &escape.way {
            game.head().direction_to(cell).map(|direction| game.step(direction));
        }
        game.head() == *escape.way.last().expect("it has steps")
            && game.statistics().apples == eaten
            && runs_through(&escape.cycle, &game)
    };
    guarantee == Guarantee::CycleOrEscapes
        && game.board().cells().filter(|&cell| !game.is_taken(cell)).all(is_safe)
}
