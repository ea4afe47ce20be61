//! The decision heuristic EVSIDS: a heap of variables by priority level, then by activity.
//!
//! The activity of a variable is bumped by each conflict that it takes part in. Instead of letting all
//! activities decay, the increment grows (Biere, Fröhlich: "Evaluating CDCL Variable Scoring Schemes", 2015).
//!
//! While no score changes, as in an enumeration of models without conflicts, the variables are sorted once,
//! and a cursor takes the place of the heap. A list in descending order is a heap, so the heap continues from
//! it once a score changes. Without this, the heap took a third of the time for a million models.
//!
//! Invariant: every free variable that may be decided is in the heap, or, while sorted, not before the
//! cursor.

use crate::Var;
use crate::config::Order;
use crate::queue::Queue;

const RESCALE: f64 = 1e100;
/// The place of a variable that is not in the heap for now.
const OUT: u32 = u32::MAX;
/// The place of a variable that must not be decided: it is released or eliminated.
const GONE: u32 = u32::MAX - 1;
/// The variables are sorted after this number of calls of `pop` for each variable without a change of a
/// score.
const QUIET: usize = 4;

#[derive(Clone, Copy)]
struct Rank {
    activity: f64,
    factor: f64,
    level: i32,
}

/// A variable in the heap with a copy of its scores: looking them up takes longer than comparing them.
#[derive(Clone, Copy)]
struct Entry {
    activity: f64,
    level: i32,
    var: Var,
}

impl Entry {
    /// Without a branch: the outcome is unpredictable, and most callers use it to select one of two entries.
    #[inline]
    fn is_before(&self, other: &Entry) -> bool {
        (self.level > other.level) | ((self.level == other.level) & (self.activity > other.activity))
    }
}

#[derive(Clone)]
pub(crate) struct Heuristic {
    ranks: Vec<Rank>,
    heap: Vec<Entry>,
    place: Vec<u32>,
    increment: f64,
    /// `heap` contains all variables that may be decided, in descending order.
    is_sorted: bool,
    /// While sorted: all variables before this place have values.
    cursor: usize,
    /// The number of calls of `pop` since a score changed.
    quiet: usize,
    /// The queue that replaces the heap; the heap is empty then, and `is_sorted` is true.
    queue: Option<Box<Queue>>,
}

impl Default for Heuristic {
    fn default() -> Heuristic {
        Heuristic {
            ranks: Vec::new(),
            heap: Vec::new(),
            place: Vec::new(),
            increment: 1.0,
            is_sorted: false,
            cursor: 0,
            quiet: 0,
            queue: None,
        }
    }
}

impl Heuristic {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.ranks.reserve(vars);
        self.heap.reserve(vars);
        self.place.reserve(vars);
    }

    /// Lets a queue replace the heap, or the heap the queue.
    pub(crate) fn set_order(&mut self, order: Order) {
        let is_fixed = order == Order::First;
        let is_queue = is_fixed || matches!(order, Order::MoveToFront { .. });
        match &mut self.queue {
            Some(queue) if is_queue => queue.is_fixed = is_fixed,
            None if !is_queue => return,
            Some(_) => {
                self.queue = None;
                self.note_change();
                for var in (0..self.ranks.len()).map(Var::from_index) {
                    self.insert(var);
                }
                return;
            }
            None => {
                self.heap.clear();
                self.place.iter_mut().filter(|place| **place != GONE).for_each(|place| *place = OUT);
                self.queue = Some(Box::new(Queue::new(is_fixed)));
                self.note_change();
            }
        }
        self.arrange();
    }

    /// Arranges the queue by the present activities if variables were added.
    pub(crate) fn arrange(&mut self) {
        let Heuristic { queue: Some(queue), ranks, .. } = self else { return };
        if queue.len() < ranks.len() {
            queue.arrange(ranks.len(), |var| ranks[var].activity);
        }
    }

    /// Counts a learnt clause: the queue moves its most active variables to the front.
    #[inline]
    pub(crate) fn note_learnt(&mut self, clause: &[crate::Lit], order: Order) {
        if let (Some(queue), Order::MoveToFront { moved }) = (&mut self.queue, order) {
            let ranks = &self.ranks;
            queue.move_to_front(clause, moved as usize, |var| ranks[var].activity);
        }
    }

    /// The activity of a variable.
    pub(crate) fn activity(&self, var: Var) -> f64 {
        self.ranks[var.index()].activity
    }

    /// The activities of all variables, in units of the present bump.
    pub(crate) fn activities(&self) -> Vec<f64> {
        self.ranks.iter().map(|rank| rank.activity / self.increment).collect()
    }

    /// Sets the activities of the first variables, in units of a bump; those of the others become zero.
    pub(crate) fn set_activities(&mut self, activities: impl Iterator<Item = f64>) {
        self.note_change();
        self.increment = 1.0;
        for (rank, activity) in self.ranks.iter_mut().zip(activities.chain(std::iter::repeat(0.0))) {
            rank.activity = activity;
        }
        for entry in std::mem::take(&mut self.heap) {
            self.place[entry.var.index()] = OUT;
            self.insert(entry.var);
        }
    }

    pub(crate) fn new_var(&mut self, var: Var, activity: f64) {
        self.ranks.push(Rank { activity: activity * self.increment, factor: 1.0, level: 0 });
        self.place.push(OUT);
        self.note_change();
        self.insert(var);
    }

    /// Resets the scores of a variable that gets a new meaning.
    pub(crate) fn start_again(&mut self, var: Var) {
        self.ranks[var.index()] = Rank { activity: 0.0, factor: 1.0, level: 0 };
        self.bring_back(var);
    }

    /// Lets a removed variable be decided again.
    pub(crate) fn bring_back(&mut self, var: Var) {
        self.note_change();
        debug_assert_eq!(self.place[var.index()], GONE, "nobody decided it");
        self.place[var.index()] = OUT;
        self.insert(var);
    }

    fn entry(&self, var: Var) -> Entry {
        let Rank { activity, level, .. } = self.ranks[var.index()];
        Entry { activity, level, var }
    }

    /// To be called before a score changes: a sorted list becomes a heap.
    #[inline]
    fn note_change(&mut self) {
        (self.is_sorted, self.quiet) = (self.queue.is_some(), 0);
    }

    fn sort(&mut self) {
        let place = &self.place;
        let vars = (0..place.len()).filter(|&var| place[var] != GONE).map(Var::from_index);
        let mut heap: Vec<Entry> = vars.map(|var| self.entry(var)).collect();
        heap.sort_by(|a, b| b.level.cmp(&a.level).then(b.activity.total_cmp(&a.activity)));
        for (at, entry) in heap.iter().enumerate() {
            self.place[entry.var.index()] = at as u32;
        }
        self.heap = heap;
        (self.is_sorted, self.cursor) = (true, 0);
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, var: Var) {
        if self.is_sorted {
            match &mut self.queue {
                None => self.cursor = self.cursor.min(self.place[var.index()] as usize),
                Some(queue) => queue.free(var),
            }
        } else if self.place[var.index()] == OUT {
            self.place[var.index()] = self.heap.len() as u32;
            self.heap.push(self.entry(var));
            self.rise(self.heap.len() - 1);
        }
    }

    /// Removes and returns the first variable, which may have a value; it is out until it is inserted again.
    pub(crate) fn pop(&mut self) -> Option<Var> {
        self.quiet += 1;
        if !self.is_sorted && self.quiet > QUIET * self.ranks.len() {
            self.sort();
        }
        if let Some(queue) = &mut self.queue {
            let place = &self.place;
            return queue.next(|var| place[var.index()] != GONE);
        }
        if self.is_sorted {
            let first = self.heap.get(self.cursor)?.var;
            self.cursor += 1;
            return Some(first);
        }
        let last = self.heap.pop()?;
        let first = self.heap.first().map_or(last.var, |first| first.var);
        self.place[first.index()] = OUT;
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(first)
    }

    /// Whether a variable may be decided: it is neither released nor eliminated.
    pub(crate) fn may_be_decided(&self, var: Var) -> bool {
        self.place[var.index()] != GONE
    }

    /// Excludes a variable from decisions.
    pub(crate) fn remove(&mut self, var: Var) {
        self.note_change();
        let at = std::mem::replace(&mut self.place[var.index()], GONE);
        if at >= GONE {
            return;
        }
        let last = self.heap.pop().expect("the heap has the variable");
        if last.var != var {
            self.heap[at as usize] = last;
            self.sink(at as usize);
            self.moved_up(last.var);
        }
    }

    fn put(&mut self, at: usize, entry: Entry) {
        self.heap[at] = entry;
        self.place[entry.var.index()] = at as u32;
    }

    fn rise(&mut self, mut at: usize) {
        let entry = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !entry.is_before(&self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, entry);
    }

    fn sink(&mut self, mut at: usize) {
        let entry = self.heap[at];
        let last = self.heap.len() - 1;
        while 2 * at < last {
            let child = 2 * at + 1;
            let other = (child + 1).min(last);
            let child = child + usize::from(self.heap[other].is_before(&self.heap[child]));
            if !self.heap[child].is_before(&entry) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, entry);
    }

    /// Restores the heap after the scores of a variable grew.
    fn moved_up(&mut self, var: Var) {
        let at = self.place[var.index()];
        if at < GONE {
            self.heap[at as usize] = self.entry(var);
            self.rise(at as usize);
        }
    }

    pub(crate) fn bump(&mut self, var: Var) {
        self.note_change();
        let rank = &mut self.ranks[var.index()];
        rank.activity += self.increment * rank.factor;
        if rank.activity > RESCALE {
            for activity in self
                .ranks
                .iter_mut()
                .map(|rank| &mut rank.activity)
                .chain(self.heap.iter_mut().map(|entry| &mut entry.activity))
            {
                *activity *= 1.0 / RESCALE;
            }
            self.increment *= 1.0 / RESCALE;
        }
        self.moved_up(var);
    }

    pub(crate) fn decay(&mut self, factor: f64) {
        self.increment *= 1.0 / factor;
    }

    /// Adds to the activity, in units of the present bump.
    pub(crate) fn add_activity(&mut self, var: Var, amount: f64) {
        self.note_change();
        self.ranks[var.index()].activity += amount * self.increment;
        if amount >= 0.0 { self.moved_up(var) } else { self.moved_down(var) }
    }

    fn moved_down(&mut self, var: Var) {
        let at = self.place[var.index()];
        if at < GONE {
            self.heap[at as usize] = self.entry(var);
            self.sink(at as usize);
        }
    }

    pub(crate) fn set_level(&mut self, var: Var, level: i32) {
        self.note_change();
        let old = std::mem::replace(&mut self.ranks[var.index()].level, level);
        if level > old { self.moved_up(var) } else { self.moved_down(var) }
    }

    pub(crate) fn set_factor(&mut self, var: Var, factor: f64) {
        self.ranks[var.index()].factor = factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_before_activities() {
        let mut order = Heuristic::default();
        let vars: Vec<Var> = (0..20).map(Var::from_index).collect();
        for &var in &vars {
            order.new_var(var, 0.0);
        }
        for (i, &var) in vars.iter().enumerate() {
            order.add_activity(var, ((i * 7) % 20) as f64);
        }
        order.set_level(vars[4], 2);
        order.set_level(vars[5], -1);
        let popped: Vec<usize> = std::iter::from_fn(|| order.pop()).map(Var::index).collect();
        assert_eq!(popped[0], 4);
        assert_eq!(popped[19], 5);
        let activity = |i: usize| (i * 7) % 20;
        assert!(popped[1..19].windows(2).all(|w| activity(w[0]) > activity(w[1])));
    }

    #[test]
    fn sorted_or_not_the_order_is_the_same() {
        let mut order = Heuristic::default();
        let vars: Vec<Var> = (0..9).map(Var::from_index).collect();
        for &var in &vars {
            order.new_var(var, ((var.index() * 5) % 9) as f64);
        }
        order.remove(vars[3]);
        let all = |order: &mut Heuristic| -> Vec<Var> {
            let popped: Vec<Var> = std::iter::from_fn(|| order.pop()).collect();
            popped.iter().for_each(|&var| order.insert(var));
            popped
        };
        let first = all(&mut order);
        assert!(first.len() == 8 && !order.is_sorted);
        while !order.is_sorted {
            assert_eq!(all(&mut order), first);
        }
        assert_eq!(all(&mut order), first);
        // The variable that now has the least activity comes last.
        order.add_activity(first[0], -20.0);
        assert!(!order.is_sorted);
        let next = all(&mut order);
        assert_eq!((&next[..7], next[7]), (&first[1..], first[0]));
    }
}
