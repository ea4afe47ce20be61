//! Which variable to decide next: a heap by level of advice, then by activity.
//!
//! Activities grow with each conflict that a variable takes part in; instead of decaying all, the increment grows (EVSIDS:
//! Biere, Fröhlich, "Evaluating CDCL Variable Scoring Schemes", SAT 2015).
//!
//! While nothing changes in that, as where models are enumerated without conflicts, the variables are sorted once, and a cursor
//! moves to and fro: no free variable stands before it. All of them in falling order are a heap again once something changes. Of
//! the time of a million models, the heap took a third.

use crate::Var;

const RESCALE: f64 = 1e100;
/// The place of a variable that is not in the heap for now.
const OUT: u32 = u32::MAX;
/// The place of one that nobody is to decide.
const GONE: u32 = u32::MAX - 1;
/// The variables are sorted once each has been asked for so many times on the average, and nothing has changed meanwhile.
const QUIET: usize = 4;

#[derive(Clone, Copy)]
struct Rank {
    activity: f64,
    factor: f64,
    level: i32,
}

/// A variable in the heap, with what it is compared by: looking that up among the ranks takes longer than comparing it.
#[derive(Clone, Copy)]
struct Entry {
    activity: f64,
    level: i32,
    var: Var,
}

impl Entry {
    /// Without a branch: which of two is the greater is as good as random, and mostly asked in order to choose one of them.
    #[inline]
    fn is_before(&self, other: &Entry) -> bool {
        (self.level > other.level) | ((self.level == other.level) & (self.activity > other.activity))
    }
}

#[derive(Clone)]
pub(crate) struct Order {
    ranks: Vec<Rank>,
    heap: Vec<Entry>,
    place: Vec<u32>,
    increment: f64,
    /// All variables stand in `heap` in their order, but for those that are gone.
    is_sorted: bool,
    /// Where they are sorted: those before this place have values.
    cursor: usize,
    /// How many variables have been asked for since a rank changed.
    quiet: usize,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            ranks: Vec::new(),
            heap: Vec::new(),
            place: Vec::new(),
            increment: 1.0,
            is_sorted: false,
            cursor: 0,
            quiet: 0,
        }
    }
}

impl Order {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.ranks.reserve(vars);
        self.heap.reserve(vars);
        self.place.reserve(vars);
    }

    pub(crate) fn new_var(&mut self, var: Var, activity: f64) {
        self.ranks.push(Rank { activity: activity * self.increment, factor: 1.0, level: 0 });
        self.place.push(OUT);
        self.note_change();
        self.insert(var);
    }

    /// A variable is used for something else from now on.
    pub(crate) fn start_again(&mut self, var: Var) {
        self.ranks[var.index()] = Rank { activity: 0.0, factor: 1.0, level: 0 };
        self.bring_back(var);
    }

    /// A variable that was removed may be decided again, as before.
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

    /// A rank changes: what is sorted is a heap from now on.
    #[inline]
    fn note_change(&mut self) {
        (self.is_sorted, self.quiet) = (false, 0);
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

    #[inline]
    pub(crate) fn insert(&mut self, var: Var) {
        if self.is_sorted {
            self.cursor = self.cursor.min(self.place[var.index()] as usize);
        } else if self.place[var.index()] == OUT {
            self.place[var.index()] = self.heap.len() as u32;
            self.heap.push(self.entry(var));
            self.rise(self.heap.len() - 1);
        }
    }

    /// The first variable that may be free. It is out until it is inserted again.
    pub(crate) fn pop(&mut self) -> Option<Var> {
        self.quiet += 1;
        if !self.is_sorted && self.quiet > QUIET * self.ranks.len() {
            self.sort();
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

    /// Nobody is to decide a variable.
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

    /// A variable's rank has become greater.
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

    /// Adds to the activity, in units of one bump.
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
        let mut order = Order::default();
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
        let mut order = Order::default();
        let vars: Vec<Var> = (0..9).map(Var::from_index).collect();
        for &var in &vars {
            order.new_var(var, ((var.index() * 5) % 9) as f64);
        }
        order.remove(vars[3]);
        let all = |order: &mut Order| -> Vec<Var> {
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
        // What has got the least activity comes last again, after what was the last.
        order.add_activity(first[0], -20.0);
        assert!(!order.is_sorted);
        let next = all(&mut order);
        assert_eq!((&next[..7], next[7]), (&first[1..], first[0]));
    }
}
