//! The clause arena: all clauses of three literals and more, in a single vector of words.
//!
//! ```text
//! … | size | learnt, garbage, uses, glue | resume | literal 0 | literal 1 | literal 2 | …
//! ```
//!
//! The first two literals are watched. The search for a new literal to watch begins at the index `resume`,
//! where the last search succeeded; without it, the false literals at the front of a long clause are visited
//! again and again (Gent 2013). Binary clauses live in the watch lists alone.
//!
//! Invariant: a clause is either live or garbage; the place of a live clause changes in [`Arena::collect`]
//! only.

use crate::Lit;

/// A clause's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct ClauseRef(pub(crate) u32);

const HEADER: usize = 3;
const RESUME: usize = 2;
const LEARNT: u32 = 1;
const GARBAGE: u32 = 2;
/// The number of recent conflicts that the clause took part in: eight bits.
const USES: u32 = 0xff << USES_SHIFT;
const USES_SHIFT: u32 = 4;
const GLUE_SHIFT: u32 = 12;

#[derive(Clone, Default)]
pub(crate) struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

impl Arena {
    pub(crate) fn add(&mut self, literals: &[Lit], learnt: bool, glue: u32) -> ClauseRef {
        debug_assert!(literals.len() > 2);
        let at = u32::try_from(self.words.len()).expect("an arena holds fewer than 2^30 words");
        assert!(at < 1 << 30, "an arena holds fewer than 2^30 words");
        // The list is the larger part of the memory of a search, so it grows by a quarter and not to the double.
        if self.words.capacity() - self.words.len() < HEADER + literals.len() {
            self.words.reserve_exact((self.words.len() / 4).max(HEADER + literals.len()));
        }
        self.words.push(literals.len() as u32);
        self.words.push(u32::from(learnt) | glue << GLUE_SHIFT);
        self.words.push(2);
        self.words.extend(literals.iter().map(|lit| lit.code()));
        ClauseRef(at)
    }

    /// The number of words: visiting all clauses takes time proportional to it.
    pub(crate) fn num_words(&self) -> usize {
        self.words.len()
    }

    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, i: usize) -> Lit {
        Lit::from_code(self.words[clause.0 as usize + HEADER + i])
    }

    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.len(clause)].iter().map(|&code| Lit::from_code(code))
    }

    /// The index `resume` and the codes of the literals, for the hot loop of propagation.
    #[inline]
    pub(crate) fn parts_mut(&mut self, clause: ClauseRef) -> (&mut u32, &mut [u32]) {
        let (header, rest) = self.words[clause.0 as usize..].split_at_mut(HEADER);
        let len = header[0] as usize;
        (&mut header[RESUME], &mut rest[..len])
    }

    fn meta(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    pub(crate) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.meta(clause) & LEARNT != 0
    }

    pub(crate) fn is_garbage(&self, clause: ClauseRef) -> bool {
        self.meta(clause) & GARBAGE != 0
    }

    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.meta(clause) >> GLUE_SHIFT
    }

    pub(crate) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let meta = &mut self.words[clause.0 as usize + 1];
        *meta = *meta & ((1 << GLUE_SHIFT) - 1) | glue << GLUE_SHIFT;
    }

    /// Counts a conflict that the clause took part in.
    pub(crate) fn count_use(&mut self, clause: ClauseRef) {
        let meta = &mut self.words[clause.0 as usize + 1];
        if *meta & USES != USES {
            *meta += 1 << USES_SHIFT;
        }
    }

    /// The number of conflicts that the clause took part in; each call halves the count.
    pub(crate) fn take_uses(&mut self, clause: ClauseRef) -> u32 {
        let meta = &mut self.words[clause.0 as usize + 1];
        let uses = (*meta & USES) >> USES_SHIFT;
        *meta = *meta & !USES | (uses / 2) << USES_SHIFT;
        uses
    }

    pub(crate) fn discard(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize + 1] |= GARBAGE;
        self.wasted += HEADER + self.len(clause);
    }

    /// Whether more than a quarter of the words are garbage.
    pub(crate) fn is_wasteful(&self) -> bool {
        4 * self.wasted > self.words.len()
    }

    pub(crate) fn clauses(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.words.len() {
                let clause = ClauseRef(at as u32);
                at += HEADER + self.len(clause);
                if !self.is_garbage(clause) {
                    return Some(clause);
                }
            }
            None
        })
    }

    /// Compacts the arena in place: removes garbage and the literals to drop, which must not be watched. Returns the
    /// new places.
    pub(crate) fn collect(&mut self, drops: impl Fn(Lit) -> bool) -> Moves {
        let mut moves = Moves::new(self.words.len());
        let (mut at, mut end) = (0, 0);
        while at < self.words.len() {
            let clause = ClauseRef(at as u32);
            let next = at + HEADER + self.len(clause);
            let place = if self.is_garbage(clause) {
                GONE
            } else {
                self.shift(clause, end, &drops, &mut moves.binaries)
            };
            if place & BINARY == 0 {
                end += HEADER + self.len(ClauseRef(place));
            }
            moves.push(at, place);
            at = next;
        }
        self.words.truncate(end);
        self.wasted = 0;
        moves
    }

    /// Moves a clause to a place that is not after its own, without the literals to drop. Returns what [`Moves`] stores
    /// of it.
    fn shift(
        &mut self,
        clause: ClauseRef,
        place: usize,
        drops: &impl Fn(Lit) -> bool,
        binaries: &mut Vec<([Lit; 2], bool)>,
    ) -> u32 {
        let (from, old_len) = (clause.0 as usize, self.len(clause));
        let is_learnt = self.is_learnt(clause);
        self.words.copy_within(from..from + HEADER, place);
        let mut end = place + HEADER;
        for read in from + HEADER..from + HEADER + old_len {
            let code = self.words[read];
            if !drops(Lit::from_code(code)) {
                self.words[end] = code;
                end += 1;
            }
        }
        let len = end - place - HEADER;
        if len == 2 {
            let codes = [self.words[place + HEADER], self.words[place + HEADER + 1]];
            binaries.push((codes.map(Lit::from_code), is_learnt));
            return BINARY | (binaries.len() as u32 - 1);
        }
        self.words[place] = len as u32;
        if len < old_len {
            self.words[place + RESUME] = 2;
        }
        place as u32
    }
}

/// The new places of clauses after a collection.
pub(crate) struct Moves {
    /// By old word: whether a clause began there, as bits.
    begins: Vec<u64>,
    /// By entry of `begins`: the number of clauses before it.
    before: Vec<u32>,
    /// By clause, in the order of the old places: the new place, or `GONE`, or an index of `binaries` with the bit
    /// `BINARY`.
    places: Vec<u32>,
    binaries: Vec<([Lit; 2], bool)>,
}

const GONE: u32 = u32::MAX;
const BINARY: u32 = 1 << 31;

/// The fate of a clause in a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moved {
    /// It was garbage, and is removed.
    Gone,
    /// It has a new place.
    Long(ClauseRef),
    /// It has two literals left, and is out of the arena.
    Binary { literals: [Lit; 2], learnt: bool },
}

impl Moves {
    fn new(words: usize) -> Moves {
        Moves {
            begins: vec![0; words.div_ceil(64)],
            before: Vec::new(),
            places: Vec::new(),
            binaries: Vec::new(),
        }
    }

    /// Adds the next clause.
    fn push(&mut self, old: usize, place: u32) {
        self.before.resize(old / 64 + 1, self.places.len() as u32);
        self.begins[old / 64] |= 1 << (old % 64);
        self.places.push(place);
    }

    /// The fate of a clause.
    pub(crate) fn get(&self, clause: ClauseRef) -> Moved {
        let (entry, bit) = (clause.0 as usize / 64, clause.0 % 64);
        let earlier = (self.begins[entry] & ((1 << bit) - 1)).count_ones();
        match self.places[(self.before[entry] + earlier) as usize] {
            GONE => Moved::Gone,
            to if to & BINARY == 0 => Moved::Long(ClauseRef(to)),
            to => {
                let (literals, learnt) = self.binaries[(to & !BINARY) as usize];
                Moved::Binary { literals, learnt }
            }
        }
    }

    /// The new place of a clause that is still in the arena.
    pub(crate) fn place(&self, clause: ClauseRef) -> Option<ClauseRef> {
        match self.get(clause) {
            Moved::Long(place) => Some(place),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn collection_keeps_all_but_garbage() {
        let lits: Vec<Lit> = (0..6).map(|i| Var::from_index(i).positive()).collect();
        let mut arena = Arena::default();
        let first = arena.add(&lits[..3], false, 0);
        let second = arena.add(&lits[1..6], true, 3);
        arena.count_use(second);
        arena.discard(first);
        let moves = arena.collect(|_| false);
        assert_eq!(moves.get(first), Moved::Gone);
        let moved = moves.place(second).unwrap();
        assert_eq!(arena.lits(moved).collect::<Vec<_>>(), lits[1..6]);
        assert!(arena.is_learnt(moved) && arena.glue(moved) == 3);
        assert_eq!(arena.take_uses(moved), 1);
        assert!(arena.take_uses(moved) == 0 && arena.glue(moved) == 3);
    }

    #[test]
    fn collection_leaves_literals_out() {
        let lits: Vec<Lit> = (0..6).map(|i| Var::from_index(i).positive()).collect();
        let mut arena = Arena::default();
        let (first, second) = (arena.add(&lits[..4], true, 2), arena.add(&lits[2..], false, 0));
        let moves = arena.collect(|lit| lit == lits[4]);
        assert_eq!(moves.place(first), Some(first));
        assert_eq!(arena.lits(moves.place(second).unwrap()).collect::<Vec<_>>(), [lits[2], lits[3], lits[5]]);
        let moves = arena.collect(|lit| lit == lits[2] || lit == lits[3]);
        assert_eq!(moves.get(first), Moved::Binary { literals: [lits[0], lits[1]], learnt: true });
    }
}
