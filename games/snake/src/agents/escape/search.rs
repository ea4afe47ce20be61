//! The search for escapes.
//!
//! ```text
//! first     a line that avoids the apple: mend a cycle through the snake without its last t cells, walk t
//!           steps along it; where the walk meets the body, try other cells, and mend the cycle through them
//! line_for  for each free cell of the first line: a walk along a known cycle that avoids the cell,
//!           or eat there and mend a cycle through the longer snake, or another line that avoids the cell,
//!           or eat there and search escapes of the longer snake
//! ```
//!
//! The unit of work is the repair of a cycle. Cycles found for one snake are kept, because a longer snake can
//! mostly continue along one of them without a repair.
//!
//! *Invariant:* the first line avoids the apple; for each free cell one of the lines is valid. A missing
//! result proves nothing.

use super::line::Arcs;
use super::{End, Line, Safety};
use hamadryad_grid::CycleRepair;

/// Limits for the escapes of one snake.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Limits {
    /// The number of apples after which the snake must lie on a cycle.
    pub(in super::super) order: usize,
    /// Steps of the longest line.
    pub(in super::super) longest: usize,
    /// Cycle repairs.
    pub(in super::super) mends: usize,
    /// Walks that could not be completed, until the search for a line ends.
    pub(in super::super) failures: usize,
    /// Cycle repairs for another line that avoids a cell of the first line.
    pub(in super::super) mends_for_a_cell: usize,
}

/// Steps after which a cycle through the rest of the snake is mended.
const STEPS: [usize; 21] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 40, 48, 57, 68, 81];
/// Places before an obstacle at which a walk is changed.
const PLACES_BACK: usize = 12;
/// The last places of the first line at which eating is tried first.
const LAST_PLACES: usize = 4;
/// The largest number of cycles that are kept for one snake.
const MOST_KNOWN: usize = 64;

/// A snake from its tail to its head that has just eaten, without pending growth.
#[derive(Clone, Debug, Default)]
struct Snake {
    body: Vec<u32>,
    /// By cell: the first step that may enter it; 0 for a free cell.
    opens: Vec<u32>,
}

impl Snake {
    fn set(&mut self, cells: usize, body: impl Iterator<Item = u32>) {
        self.body.clear();
        self.body.extend(body);
        self.opens.clear();
        self.opens.resize(cells, 0);
        for (place, &cell) in self.body.iter().enumerate() {
            self.opens[cell as usize] = place as u32 + 2;
        }
    }

    fn head(&self) -> u32 {
        *self.body.last().expect("a snake has a head")
    }

    /// The least number of steps after which the rest of the snake lies on a cycle.
    fn leaves(&self, arcs: &[u32]) -> usize {
        let is_on = |pair: &&[u32]| arcs[pair[0] as usize] == pair[1];
        self.body.len() - 1 - self.body.windows(2).rev().take_while(is_on).count()
    }

    /// Writes the first steps along a cycle to `way`; returns whether the snake can take all of them.
    fn walk(&self, arcs: &[u32], steps: usize, avoided: Option<u32>, way: &mut Vec<u32>) -> bool {
        way.clear();
        let mut cell = self.head();
        for step in 1..=steps {
            cell = arcs[cell as usize];
            if self.opens[cell as usize] > step as u32 || Some(cell) == avoided {
                return false;
            }
            way.push(cell);
        }
        true
    }
}

/// A line that avoids the apple, or a cycle through the snake itself.
enum First {
    Line(Vec<u32>, Arcs),
    Cycle(Arcs),
}

/// The search, with reusable memory.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct EscapeSearch {
    /// The cycle from which the next one is mended.
    pattern: Vec<u32>,
    known: Vec<Arcs>,
    /// Remaining repairs for the present snake.
    left: usize,
    limits: Limits,
    spare: Vec<Snake>,
}

impl EscapeSearch {
    /// Searches escapes for a snake from its tail to its head that has just eaten and has no pending growth.
    /// The first line has at most `longest` steps. `left` is reduced by the number of repairs.
    pub(in super::super) fn find(
        &mut self,
        repair: &mut CycleRepair,
        arcs: &[u32],
        body: &[u32],
        longest: usize,
        limits: Limits,
        left: &mut usize,
    ) -> Option<Safety> {
        self.pattern.clear();
        self.pattern.extend(arcs);
        self.known.clear();
        let begun = limits.mends.min(*left);
        self.left = begun;
        self.limits = limits;
        let mut snake = self.spare.pop().unwrap_or_default();
        snake.set(arcs.len(), body.iter().copied());
        let found = self.secure(repair, &snake, longest.min(limits.longest), limits.order);
        self.spare.push(snake);
        *left -= begun - self.left;
        found
    }

    /// Lines for a snake, one of them valid for each free cell.
    fn secure(
        &mut self,
        repair: &mut CycleRepair,
        snake: &Snake,
        longest: usize,
        order: usize,
    ) -> Option<Safety> {
        // Walks along known cycles cost no repairs; this limits them.
        self.left = self.left.checked_sub(1)?;
        let known = self.along_known(snake, None, longest);
        let first = known.or_else(|| self.avoiding(repair, snake, None, longest, usize::MAX))?;
        let (way, arcs) = match first {
            First::Cycle(arcs) => return Some(Safety::Cycle(arcs)),
            First::Line(way, arcs) => (way, arcs),
        };
        let mut lines = vec![Line { way: way.clone(), end: End::Avoids(arcs) }];
        for (place, &cell) in way.iter().enumerate() {
            // Only free cells can contain an apple.
            if snake.opens[cell as usize] == 0 && !lines.iter().any(|line| line.is_for(cell)) {
                lines.push(self.line_for(repair, snake, &way, place, order)?);
            }
        }
        Some(Safety::Lines(lines.into()))
    }

    /// A line that is valid for an apple at this place of the first line.
    fn line_for(
        &mut self,
        repair: &mut CycleRepair,
        snake: &Snake,
        way: &[u32],
        place: usize,
        order: usize,
    ) -> Option<Line> {
        let avoids = |first| match first {
            First::Line(way, arcs) => Line { way, end: End::Avoids(arcs) },
            // A later repair may find a cycle through the snake that the first line did not need.
            First::Cycle(arcs) => Line { way: Vec::new(), end: End::Avoids(arcs) },
        };
        let (cell, eaten) = (way[place], &way[..=place]);
        if let Some(first) = self.along_known(snake, Some(cell), self.limits.longest) {
            return Some(avoids(first));
        }
        // The tail pauses at the last step, and moves at each step before.
        let longer = || snake.body[place..].iter().chain(eaten).copied();
        let eats = |safety| Line { way: eaten.to_vec(), end: End::Eats(safety) };
        let is_late = place + LAST_PLACES >= way.len();
        if is_late && let Some(arcs) = self.mend(repair, longer()) {
            return Some(eats(Safety::Cycle(arcs)));
        }
        if let Some(first) =
            self.avoiding(repair, snake, Some(cell), self.limits.longest, self.limits.mends_for_a_cell)
        {
            return Some(avoids(first));
        }
        if !is_late && let Some(arcs) = self.mend(repair, longer()) {
            return Some(eats(Safety::Cycle(arcs)));
        }
        if order <= 1 || snake.body.len() + 1 >= snake.opens.len() {
            return None;
        }
        let mut child = self.spare.pop().unwrap_or_default();
        child.set(snake.opens.len(), longer());
        let found = self.secure(repair, &child, self.limits.longest, order - 1);
        self.spare.push(child);
        found.map(eats)
    }

    /// The shortest walk along a known cycle that does not use this cell.
    fn along_known(&mut self, snake: &Snake, avoided: Option<u32>, longest: usize) -> Option<First> {
        let mut way = Vec::new();
        let mut best: Option<(Vec<u32>, usize)> = None;
        for (number, arcs) in self.known.iter().enumerate() {
            let steps = snake.leaves(arcs);
            if steps == 0 {
                return Some(First::Cycle(arcs.clone()));
            }
            let limit = best.as_ref().map_or(longest, |(way, _)| way.len() - 1);
            if steps <= limit && snake.walk(arcs, steps, avoided, &mut way) {
                best = Some((way.clone(), number));
            }
        }
        best.map(|(way, number)| First::Line(way, self.known[number].clone()))
    }

    /// The shortest line that was found with this number of repairs and does not use this cell.
    fn avoiding(
        &mut self,
        repair: &mut CycleRepair,
        snake: &Snake,
        avoided: Option<u32>,
        longest: usize,
        mends: usize,
    ) -> Option<First> {
        let floor = self.left.saturating_sub(mends);
        let mut failures = self.limits.failures;
        let longest = longest.min(snake.body.len() - 1);
        for steps in STEPS.into_iter().take_while(|&steps| steps <= longest) {
            if self.left <= floor {
                return None;
            }
            let Some(arcs) = self.mend(repair, snake.body[steps..].iter().copied()) else { continue };
            if let Some(first) = self.complete(repair, snake, steps, arcs, avoided, floor) {
                return Some(first);
            }
            failures -= 1;
            if failures == 0 {
                return None;
            }
        }
        None
    }

    /// Walks along a cycle that runs through the snake without its last `steps` cells, and changes the cycle
    /// where the walk meets the body.
    fn complete(
        &mut self,
        repair: &mut CycleRepair,
        snake: &Snake,
        steps: usize,
        mut arcs: Arcs,
        avoided: Option<u32>,
        floor: usize,
    ) -> Option<First> {
        let (mut way, mut changed) = (Vec::new(), Vec::new());
        'walks: loop {
            let leaves = snake.leaves(&arcs);
            if leaves == 0 {
                return Some(First::Cycle(arcs));
            }
            if snake.walk(&arcs, leaves, avoided, &mut way) {
                return Some(First::Line(way, arcs));
            }
            for place in (way.len().saturating_sub(PLACES_BACK)..=way.len()).rev() {
                let from = if place == 0 { snake.head() } else { way[place - 1] };
                for side in 0..4 {
                    let Some(to) = repair.beside(from, side) else { continue };
                    let is_open = snake.opens[to as usize] <= place as u32 + 1 && Some(to) != avoided;
                    if !is_open || arcs[from as usize] == to || way[..place].contains(&to) {
                        continue;
                    }
                    if self.left <= floor {
                        return None;
                    }
                    let path = snake.body[steps..].iter().chain(&way[..place]).chain([&to]).copied();
                    let Some(other) = self.mend(repair, path) else { continue };
                    if snake.walk(&other, snake.leaves(&other), avoided, &mut changed)
                        || changed.len() > way.len()
                    {
                        arcs = other;
                        continue 'walks;
                    }
                }
            }
            return None;
        }
    }

    /// A cycle through this path, if the repair finds one.
    fn mend(&mut self, repair: &mut CycleRepair, path: impl Iterator<Item = u32>) -> Option<Arcs> {
        self.left = self.left.checked_sub(1)?;
        let found: Arcs = repair.cycle_through(&self.pattern, path)?.into();
        self.pattern.copy_from_slice(&found);
        if self.known.len() < MOST_KNOWN {
            self.known.push(found.clone());
        }
        Some(found)
    }
}
