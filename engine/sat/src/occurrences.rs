//! The clauses that contain each literal.
//!
//! ```text
//! a: 0 4    ¬a: 1 2 3    b: 1 …          starts   0 2 5 …          numbers   0 4 1 2 3 1 …
//! ```
//!
//! The lists of the first clauses share one vector, and clauses that are added later are in linked lists: a literal takes 16
//! bytes, and in a vector of vectors 24 and an allocation.

use crate::Lit;

/// By literal: the numbers of its clauses, in the order in which they were added.
#[derive(Default)]
pub(crate) struct Occurrences {
    /// By literal: where its list of first clauses begins in `numbers`. It ends where the next one begins.
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// By literal: its clauses that were added later.
    lists: Vec<List>,
    links: Vec<Link>,
}

/// A linked list: the places of its first and of its last link, and their number.
#[derive(Clone, Copy)]
struct List {
    first: u32,
    last: u32,
    count: u32,
}

/// A clause in a linked list, and the place of the next link.
struct Link {
    clause: u32,
    next: u32,
}

/// The place of no link.
const END: u32 = u32::MAX;

impl Occurrences {
    /// The occurrences of so many literals in the clauses 0, 1, ….
    pub(crate) fn new<'c>(
        literals: usize,
        clauses: impl DoubleEndedIterator<Item = &'c [Lit]> + ExactSizeIterator + Clone,
    ) -> Occurrences {
        let mut starts = vec![0; literals + 1];
        clauses.clone().flatten().for_each(|lit| starts[lit.index()] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Now each start is where its list ends; it moves to the front while the list is filled from its end.
        let mut numbers = vec![0; end as usize];
        for (number, clause) in clauses.enumerate().rev() {
            for lit in clause {
                let start = &mut starts[lit.index()];
                *start -= 1;
                numbers[*start as usize] = number as u32;
            }
        }
        let empty = List { first: END, last: END, count: 0 };
        Occurrences { starts, numbers, lists: vec![empty; literals], links: Vec::new() }
    }

    /// Adds a clause to the list of a literal.
    pub(crate) fn push(&mut self, lit: Lit, clause: u32) {
        let place = self.links.len() as u32;
        self.links.push(Link { clause, next: END });
        let list = &mut self.lists[lit.index()];
        match list.last {
            END => list.first = place,
            last => self.links[last as usize].next = place,
        }
        (list.last, list.count) = (place, list.count + 1);
    }

    /// The clauses of a literal.
    pub(crate) fn of(&self, lit: Lit) -> impl Iterator<Item = u32> {
        self.first(lit).iter().copied().chain(self.later(lit))
    }

    /// The number of clauses of a literal.
    pub(crate) fn count(&self, lit: Lit) -> usize {
        self.first(lit).len() + self.lists[lit.index()].count as usize
    }

    fn first(&self, lit: Lit) -> &[u32] {
        &self.numbers[self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize]
    }

    fn later(&self, lit: Lit) -> impl Iterator<Item = u32> {
        let link = |place: u32| self.links.get(place as usize);
        let first = link(self.lists[lit.index()].first);
        std::iter::successors(first, move |before| link(before.next)).map(|link| link.clause)
    }
}
