//! What is as good as a cycle when an apple is eaten: a few steps after which there is one, wherever the next apple lies.
//!
//! ```text
//! ┃┏━┓      The head, at o, has cut the board in two, and no cycle runs through the snake. But its tail moves on: after one or
//! ┃┃.┃      two more steps one does. If the next apple lies elsewhere, that is a way out; and for an apple on the way itself
//! ┗┛o┛      there is another.
//! ```
//!
//! Snakes that are safe in this way are the second of a row that begins with those on a cycle and comes to those from which the
//! game can surely be won: from each there is, for every apple, a way to one of the former. By value iteration, steps of the best
//! player for the first, the second, the third and all: 45.77, 44.52, 43.40, 42.95 at 4×4; 65.86, 63.69, 62.14, 61.42 at 4×5;
//! 88.92, 85.47, 83.54, 82.50 at 4×6.

use super::{Agent, Promise};
use crate::Game;
use hamadryad_grid::{Cell, Cycle, Mender};

/// A way from the head, and a cycle that runs through the snake at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape {
    /// From the cell next to the head on.
    pub way: Vec<Cell>,
    /// It is for an apple at its end; otherwise for any apple that does not lie on it.
    pub eats: bool,
    /// Runs through the snake at the end of the way.
    pub cycle: Cycle,
}

impl Escape {
    /// Whether it is good for an apple there.
    pub fn is_for(&self, apple: Cell) -> bool {
        if self.eats { self.way.last() == Some(&apple) } else { !self.way.contains(&apple) }
    }
}

/// The same, by numbers of cells.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) way: Vec<u32>,
    pub(super) eats: bool,
    /// By cell: the next one on the cycle.
    pub(super) arcs: Vec<u32>,
}

impl Line {
    pub(super) fn is_for(&self, apple: u32) -> bool {
        if self.eats { self.way.last() == Some(&apple) } else { !self.way.contains(&apple) }
    }
}

/// Steps of the longest way, and how often the mender is asked for one snake.
const LONGEST: usize = 4;
const TRIES: usize = 60;

/// Looks for escapes; made once and used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Escapes {
    /// By cell: the first step that may lead there.
    opens: Vec<u32>,
    way: Vec<u32>,
    tries: usize,
}

impl Escapes {
    /// For a snake from its tail to its head that has just eaten and has grown by all that it has eaten: lines such that for each
    /// free cell one of them is for an apple there. `None` says nothing: there may be some.
    pub(super) fn find(&mut self, mender: &mut Mender, arcs: &[u32], body: &[u32]) -> Option<Vec<Line>> {
        self.opens.clear();
        self.opens.resize(arcs.len(), 0);
        for (place, &cell) in body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
        self.tries = TRIES;
        let mut lines = vec![self.avoiding(mender, arcs, body, None)?];
        // An apple can lie on a free cell alone.
        let way = lines[0].way.clone();
        for (place, &cell) in way.iter().enumerate() {
            if self.opens[cell as usize] > 0 || lines.iter().any(|line| line.is_for(cell)) {
                continue;
            }
            let eaten = &way[..=place];
            // The tail stays at the last step, and has moved at each one before.
            let line = match mender.mend(arcs, body[place..].iter().chain(eaten).copied()) {
                Some(arcs) => Line { way: eaten.to_vec(), eats: true, arcs: arcs.to_vec() },
                None => self.avoiding(mender, arcs, body, Some(cell))?,
            };
            lines.push(line);
        }
        Some(lines)
    }

    /// The shortest line, if there is one, that does not use this cell.
    fn avoiding(
        &mut self,
        mender: &mut Mender,
        arcs: &[u32],
        body: &[u32],
        cell: Option<u32>,
    ) -> Option<Line> {
        (1..=LONGEST.min(body.len() - 1)).find_map(|steps| {
            // Whatever the way, a cycle runs through what is left of the snake; and the way along that cycle may do.
            let near = mender.mend(arcs, body[steps..].iter().copied())?;
            self.follow(near, body, steps, cell).or_else(|| {
                self.way.clear();
                self.extend(mender, arcs, body, steps, cell)
            })
        })
    }

    /// The first steps along a cycle, if they can be made.
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
        mender: &mut Mender,
        arcs: &[u32],
        body: &[u32],
        steps: usize,
        avoided: Option<u32>,
    ) -> Option<Line> {
        let done = self.way.len();
        if done == steps {
            self.tries = self.tries.checked_sub(1)?;
            let arcs = mender.mend(arcs, body.iter().chain(&self.way).copied().skip(steps))?;
            return Some(Line { way: self.way.clone(), eats: false, arcs: arcs.to_vec() });
        }
        let last = *self.way.last().or(body.last())?;
        for side in 0..4 {
            let Some(to) = mender.beside(last, side) else { continue };
            let is_open = self.opens[to as usize] <= done as u32 + 1 && Some(to) != avoided;
            if !is_open || self.way.contains(&to) || self.tries == 0 {
                continue;
            }
            self.way.push(to);
            let found = self.extend(mender, arcs, body, steps, avoided);
            self.way.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Whether an agent shows what it has promised, after a step; slow, for tests. Escapes are tried, one for each free cell.
#[doc(hidden)]
pub fn keeps_its_promise(agent: &dyn Agent, game: &Game, has_eaten: bool) -> bool {
    let runs_through = |cycle: &Cycle, game: &Game| {
        let snake: Vec<Cell> = game.snake().rev().collect();
        cycle.contains_path(&snake)
    };
    if let Some(cycle) = agent.certificate(game) {
        return runs_through(&cycle, game);
    }
    let promise = agent.promise();
    if promise == Promise::EveryStep || !has_eaten {
        return promise != Promise::EveryStep;
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
    promise == Promise::CycleOrEscapes
        && game.board().cells().filter(|&cell| !game.is_taken(cell)).all(is_safe)
}
