//! A queue of variables for decisions: each conflict moves variables of its clause to the front (Ryan:
//! "Efficient Algorithms for Clause-Learning SAT Solvers", 2004).
//!
//! ```text
//! queue  d c b a        the clause ¬a ∨ ¬c is learnt        queue  c a d b      the first free one is decided
//! ```
//!
//! The queue is a linked list with stamps that grow towards the front. A cursor skips the variables in front
//! that have values (Biere, Fröhlich: "Evaluating CDCL Variable Scoring Schemes", 2015). A fixed queue has
//! the order of the variables' numbers and never changes.
//!
//! Invariant: no free variable is before the cursor.

use crate::{Lit, Var};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    towards_front: u32,
    towards_back: u32,
    stamp: i64,
}

/// The queue of all variables.
#[derive(Clone)]
pub(crate) struct Queue {
    links: Vec<Link>,
    front: u32,
    cursor: u32,
    next_stamp: i64,
    /// Whether the order is that of the numbers.
    pub(crate) is_fixed: bool,
}

impl Queue {
    pub(crate) fn new(is_fixed: bool) -> Queue {
        Queue { links: Vec::new(), front: NONE, cursor: NONE, next_stamp: 0, is_fixed }
    }

    /// The number of variables.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Arranges so many variables: by number in a fixed queue, else the most active ones to the front.
    pub(crate) fn arrange(&mut self, number: usize, activity: impl Fn(usize) -> f64) {
        let mut order: Vec<usize> = (0..number).rev().collect();
        if !self.is_fixed {
            order.sort_by(|&a, &b| activity(a).total_cmp(&activity(b)));
        }
        let link = Link { towards_front: NONE, towards_back: NONE, stamp: 0 };
        self.links = vec![link; number];
        self.front = NONE;
        for var in order {
            self.put_first(var as u32);
        }
        self.cursor = self.front;
    }

    fn put_first(&mut self, var: u32) {
        let stamp = self.next_stamp;
        self.next_stamp += 1;
        self.links[var as usize] = Link { towards_front: NONE, towards_back: self.front, stamp };
        if self.front != NONE {
            self.links[self.front as usize].towards_front = var;
        }
        self.front = var;
    }

    fn take_out(&mut self, var: u32) {
        let Link { towards_front, towards_back, .. } = self.links[var as usize];
        match towards_front {
            NONE => self.front = towards_back,
            other => self.links[other as usize].towards_back = towards_back,
        }
        if towards_back != NONE {
            self.links[towards_back as usize].towards_front = towards_front;
        }
        if self.cursor == var {
            self.cursor = towards_back;
        }
    }

    /// The first variable from the cursor on that may be decided; the cursor passes it.
    pub(crate) fn next(&mut self, may_be_decided: impl Fn(Var) -> bool) -> Option<Var> {
        while self.cursor != NONE {
            let var = Var::from_index(self.cursor as usize);
            self.cursor = self.links[self.cursor as usize].towards_back;
            if may_be_decided(var) {
                return Some(var);
            }
        }
        None
    }

    /// A variable lost its value.
    pub(crate) fn free(&mut self, var: Var) {
        // A new variable has no place yet: `arrange` gives it one before the next search.
        let Some(link) = self.links.get(var.index()) else { return };
        if self.cursor == NONE || link.stamp > self.links[self.cursor as usize].stamp {
            self.cursor = var.index() as u32;
        }
    }

    /// Moves the most active variables of a clause, all of which have values, to the front.
    pub(crate) fn move_to_front(&mut self, clause: &[Lit], number: usize, activity: impl Fn(usize) -> f64) {
        if self.is_fixed {
            return;
        }
        let mut chosen: Vec<usize> = clause.iter().map(|lit| lit.var().index()).collect();
        chosen.retain(|&var| var < self.links.len());
        chosen.sort_by(|&a, &b| activity(b).total_cmp(&activity(a)));
        chosen.truncate(number);
        for var in chosen.into_iter().rev() {
            self.take_out(var as u32);
            self.put_first(var as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(queue: &mut Queue) -> Vec<usize> {
        let all: Vec<Var> = std::iter::from_fn(|| queue.next(|_| true)).collect();
        all.iter().for_each(|&var| queue.free(var));
        all.into_iter().map(Var::index).collect()
    }

    #[test]
    fn learnt_variables_come_first() {
        let mut queue = Queue::new(false);
        queue.arrange(4, |var| var as f64);
        assert_eq!(order(&mut queue), [3, 2, 1, 0]);
        let clause: Vec<Lit> = [0, 2, 1].iter().map(|&var| Var::from_index(var).negative()).collect();
        // The variables of a learnt clause have values, and lose them by the jump that follows.
        let assigned: Vec<Var> = std::iter::from_fn(|| queue.next(|_| true)).collect();
        queue.move_to_front(&clause, 2, |var| -(var as f64));
        assigned.iter().for_each(|&var| queue.free(var));
        assert_eq!(order(&mut queue), [0, 1, 3, 2]);
        // The cursor skips variables with values, and returns for one that loses its value.
        assert_eq!(queue.next(|_| true).map(Var::index), Some(0));
        assert_eq!(queue.next(|_| true).map(Var::index), Some(1));
        queue.free(Var::from_index(1));
        assert_eq!(queue.next(|_| true).map(Var::index), Some(1));
        assert_eq!(queue.next(|var| var.index() != 3).map(Var::index), Some(2));
    }

    #[test]
    fn a_fixed_queue_has_the_order_of_numbers() {
        let mut queue = Queue::new(true);
        queue.arrange(3, |_| 0.0);
        queue.move_to_front(&[Var::from_index(2).positive()], 8, |_| 0.0);
        assert_eq!(order(&mut queue), [0, 1, 2]);
    }
}
