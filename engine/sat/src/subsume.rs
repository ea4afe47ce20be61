//! Subsumption and strengthening (self-subsuming resolution) of the given clauses.
//!
//! ```text
//! a ∨ b   a ∨ b ∨ c          the second clause is subsumed: it is removed
//! a ∨ b   a ∨ ¬b ∨ c         the resolvent on b subsumes the second clause: ¬b is removed from it
//! ```
//!
//! The method is that of Eén and Biere (2005, sections 4.1 and 4.2). The remaining clauses are
//! equivalent to the original ones, so clauses may be added later. Elimination of variables (`eliminate.rs`)
//! preserves less, and is undone after the search.
//!
//! Invariant: before and after, the solver is at level 0, at a fixpoint, and simplified.

use crate::arena::ClauseRef;
use crate::occurrences::Occurrences;
use crate::trail::Reason;
use crate::{Lit, Solver, Theory, Var};
use std::cmp::Reverse;
use std::ops::Range;

/// Longer clauses are not used to subsume others.
const LONG: usize = 30;
/// The effort limit: the number of visited literals for each literal of the clauses.
const EFFORT: usize = 60;

/// The result of subsumption.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Subsumed {
    /// The number of subsumed clauses.
    pub clauses: usize,
    /// The number of literals removed from other clauses.
    pub literals: usize,
}

/// A given clause, in 16 bytes: the clauses are the larger part of the memory of an elimination.
struct Given {
    /// A Bloom filter of its variables.
    signature: u64,
    /// The first of its literals in [`Clauses::literals`].
    start: u32,
    /// The number of its literals, and the flags [`GONE`] and [`CHANGED`].
    length_and_flags: u32,
}

const GONE: u32 = 1 << 31;
const CHANGED: u32 = 1 << 30;

impl Given {
    fn length(&self) -> u32 {
        self.length_and_flags & !(GONE | CHANGED)
    }

    fn is_gone(&self) -> bool {
        self.length_and_flags & GONE != 0
    }

    fn has_changed(&self) -> bool {
        self.length_and_flags & CHANGED != 0
    }

    /// The places of its literals in [`Clauses::literals`].
    fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.length()) as usize
    }
}

fn signature(literals: &[Lit]) -> u64 {
    let place = |lit: &Lit| (lit.var().index() as u64).wrapping_mul(0x9e37_79b9) % 64;
    literals.iter().fold(0, |bits, lit| bits | (1 << place(lit)))
}

/// The given clauses with occurrence lists. A clause is a number; a removed clause keeps its number and its literals.
pub(crate) struct Clauses {
    given: Vec<Given>,
    /// The literals of all clauses, those of each clause sorted by variable.
    literals: Vec<Lit>,
    /// The places in the arena of the first clauses. The other clauses are binary or new.
    places: Vec<ClauseRef>,
    /// By literal: the clauses that contained it when they were added.
    occurrences: Occurrences,
    waiting: Vec<u32>,
    pub(crate) effort: usize,
    pub(crate) lost: Subsumed,
    /// By variable: one of its clauses has changed.
    pub(crate) has_changed: Vec<bool>,
    /// The derived clauses in order, for the proof log.
    derived: Option<Vec<Vec<Lit>>>,
}

/// The relation of a clause to a longer one.
#[derive(PartialEq, Eq)]
enum Within {
    No,
    /// It subsumes the other.
    Whole,
    /// All its literals but one are in the other clause, which has the negation of the missing literal: this
    /// literal.
    Against(Lit),
}

impl Clauses {
    /// The literals of a clause, sorted by variable.
    pub(crate) fn literals(&self, number: u32) -> &[Lit] {
        &self.literals[self.given[number as usize].range()]
    }

    /// The clauses that have a literal and are not removed.
    pub(crate) fn with(&self, lit: Lit) -> Vec<u32> {
        let has =
            |&number: &u32| !self.given[number as usize].is_gone() && self.literals(number).contains(&lit);
        self.occurrences.of(lit).filter(has).collect()
    }

    /// The literals of all clauses that are not removed.
    pub(crate) fn all_literals(&self) -> impl Iterator<Item = &[Lit]> {
        let present = self.given.iter().filter(|clause| !clause.is_gone());
        present.map(|clause| &self.literals[clause.range()])
    }

    /// The relation of two clauses.
    fn within(&mut self, small: u32, large: u32) -> Within {
        let signature = |number: u32| self.given[number as usize].signature;
        let is_missing = signature(small) & !signature(large) != 0;
        let (small, large) = (self.literals(small), self.literals(large));
        if is_missing || small.len() > large.len() {
            return Within::No;
        }
        let effort = self.effort.saturating_sub(large.len());
        let within = relation(small, large);
        self.effort = effort;
        within
    }

    /// Applies a clause to all clauses that contain its rarest variable.
    fn apply(&mut self, number: u32) {
        let rarest = self.literals(number).iter().min_by_key(|lit| self.number_of(lit.var()));
        let Some(&rarest) = rarest else { return };
        let others: Vec<u32> = self.occurrences.of(rarest).chain(self.occurrences.of(!rarest)).collect();
        for other in others {
            let is_gone = |number: u32| self.given[number as usize].is_gone();
            if other == number || is_gone(other) || is_gone(number) || self.effort == 0 {
                continue;
            }
            match self.within(number, other) {
                Within::No => {}
                Within::Whole => {
                    self.remove(other);
                    self.lost.clauses += 1;
                }
                Within::Against(lit) => {
                    self.strengthen(other, lit);
                    self.lost.literals += 1;
                    self.waiting.push(other);
                }
            }
        }
    }

    /// Removes a literal from a clause.
    fn strengthen(&mut self, number: u32, lit: Lit) {
        let clause = &mut self.given[number as usize];
        let literals = &mut self.literals[clause.range()];
        literals.iter().for_each(|lit| self.has_changed[lit.var().index()] = true);
        let place = literals.iter().position(|&literal| literal == lit).expect("the clause has the literal");
        literals[place..].rotate_left(1);
        let rest = &literals[..literals.len() - 1];
        clause.length_and_flags -= 1;
        clause.length_and_flags |= CHANGED;
        clause.signature = signature(rest);
        self.derived.iter_mut().for_each(|derived| derived.push(rest.to_vec()));
    }
}

/// The relation of two clauses that are sorted by variable.
fn relation(small: &[Lit], large: &[Lit]) -> Within {
    let mut against = None;
    let mut rest = large.iter();
    for &lit in small {
        match rest.find(|other| other.var().index() >= lit.var().index()) {
            Some(&other) if other == lit => {}
            Some(&other) if other == !lit && against.is_none() => against = Some(other),
            _ => return Within::No,
        }
    }
    against.map_or(Within::Whole, Within::Against)
}

impl Clauses {
    /// Applies all waiting clauses.
    pub(crate) fn subsume(&mut self) {
        while let Some(number) = self.waiting.pop() {
            let clause = &self.given[number as usize];
            if !clause.is_gone() && clause.length() as usize <= LONG && self.effort > 0 {
                self.apply(number);
            }
        }
    }

    /// Adds a clause that follows from the others, sorted by variable.
    pub(crate) fn add(&mut self, literals: &[Lit]) {
        let number = self.push(literals, CHANGED);
        for lit in literals {
            self.occurrences.push(*lit, number);
            self.has_changed[lit.var().index()] = true;
        }
        self.derived.iter_mut().for_each(|derived| derived.push(literals.to_vec()));
        self.waiting.push(number);
    }

    fn push(&mut self, literals: &[Lit], flags: u32) -> u32 {
        let (start, length_and_flags) = (self.literals.len() as u32, literals.len() as u32 | flags);
        self.literals.extend_from_slice(literals);
        self.given.push(Given { signature: signature(literals), start, length_and_flags });
        self.given.len() as u32 - 1
    }

    /// Removes a clause.
    pub(crate) fn remove(&mut self, number: u32) {
        let clause = &mut self.given[number as usize];
        clause.length_and_flags |= GONE;
        let literals = &self.literals[clause.range()];
        literals.iter().for_each(|lit| self.has_changed[lit.var().index()] = true);
    }

    /// Whether the effort limit is reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.effort == 0
    }

    /// The length of the occurrence lists of a variable.
    pub(crate) fn number_of(&self, var: Var) -> usize {
        self.occurrences.count(var.positive()) + self.occurrences.count(var.negative())
    }
}

impl Solver {
    /// Removes subsumed given clauses, and strengthens others. Goes back to level 0.
    pub fn subsume<T: Theory>(&mut self, theory: &mut T) -> Subsumed {
        self.reset(theory);
        if !self.propagate_to_simplified(theory) {
            return Subsumed::default();
        }
        let mut clauses = self.collect_given();
        clauses.subsume();
        self.replace_given(&clauses);
        self.propagate_to_simplified(theory);
        clauses.lost
    }

    pub(crate) fn collect_given(&self) -> Clauses {
        let places: Vec<ClauseRef> =
            self.arena.clauses().filter(|&clause| !self.arena.is_learnt(clause)).collect();
        let binary_clauses = || {
            self.watches.iter().enumerate().flat_map(|(code, list)| {
                let lit = Lit::from_code(code as u32);
                let others = list.iter().filter(|watch| watch.is_given_binary()).map(|watch| watch.blocker);
                // Each binary clause is in two lists.
                others.filter(move |other| lit.index() < other.index()).map(move |other| [lit, other])
            })
        };
        let binary = binary_clauses().count();
        let literals = places.iter().map(|&clause| self.arena.len(clause)).sum::<usize>() + 2 * binary;
        let mut clauses = Clauses {
            given: Vec::with_capacity(places.len() + binary),
            literals: Vec::with_capacity(literals),
            places: Vec::new(),
            occurrences: Occurrences::default(),
            waiting: Vec::new(),
            effort: literals.saturating_mul(EFFORT),
            lost: Subsumed::default(),
            has_changed: vec![false; self.num_vars()],
            derived: self.proof.is_on().then(Vec::new),
        };
        let mut add = |literals: &mut [Lit]| {
            literals.sort_unstable_by_key(|lit| lit.var().index());
            clauses.push(literals, 0);
        };
        for &clause in &places {
            add(&mut self.arena.lits(clause).collect::<Vec<Lit>>());
        }
        binary_clauses().for_each(|mut clause| add(&mut clause));
        clauses.places = places;
        let all = clauses.given.iter().map(|clause| &clauses.literals[clause.range()]);
        clauses.occurrences = Occurrences::new(self.watches.len(), all);
        // Clauses are taken from the end: shortest first.
        clauses.waiting = (0..clauses.given.len() as u32).collect();
        let length = |number: u32| clauses.given[number as usize].length();
        clauses.waiting.sort_unstable_by_key(|&number| (Reverse(length(number)), number));
        clauses
    }

    /// Replaces the changed clauses in the solver, and deletes the removed ones.
    pub(crate) fn replace_given(&mut self, clauses: &Clauses) {
        clauses.derived.iter().flatten().for_each(|clause| self.proof.learnt(clause));
        for (number, clause) in clauses.given.iter().enumerate() {
            if !clause.is_gone() && !clause.has_changed() {
                continue;
            }
            match (clauses.places.get(number), clauses.literals(number as u32)) {
                (Some(&place), _) => self.arena.discard(place),
                (None, &[first, second]) if clause.is_gone() && !clause.has_changed() => {
                    self.remove_given_binary(first, second);
                }
                // A binary clause became a unit: simplification removes it.
                (None, _) => {}
            }
        }
        self.collect_garbage(|_| false);
        for (number, clause) in clauses.given.iter().enumerate() {
            if clause.has_changed() && !clause.is_gone() {
                self.put_in_again(clauses.literals(number as u32));
            }
        }
    }

    /// Adds a clause at level 0 that was present before, or follows from others.
    pub(crate) fn put_in_again(&mut self, literals: &[Lit]) {
        let Some(clause) = self.normalize(literals) else { return };
        match clause[..] {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, Reason::None),
            _ => drop(self.attach(&clause, false, 0)),
        }
    }

    /// Removes one copy of a binary clause.
    fn remove_given_binary(&mut self, first: Lit, second: Lit) {
        for (lit, other) in [(first, second), (second, first)] {
            let list = &mut self.watches[lit.index()];
            let place = list.iter().position(|watch| watch.is_given_binary() && watch.blocker == other);
            if let Some(place) = place {
                list.remove(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};
    use hamadryad_random::mix;

    fn models(solver: &mut Solver, vars: usize) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        solver.assume(&mut NoTheory, &[]);
        while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            found.push((0..vars).map(|var| solver.is_true(Var::from_index(var).positive())).collect());
            if !solver.next_by_backtracking(&mut NoTheory) {
                break;
            }
        }
        found.sort();
        found
    }

    #[test]
    fn the_models_are_the_same() {
        let vars = 9;
        let mut lost = Subsumed::default();
        for seed in 0..400u64 {
            let mut solver = Solver::new();
            let lits: Vec<Lit> = (0..vars).map(|_| solver.new_var().positive()).collect();
            for clause in 0..6 + seed % 20 {
                let random = |place: u64| mix(seed * 1000 + clause * 10 + place);
                let literals: Vec<Lit> = (0..1 + random(9) % 5)
                    .map(|place| {
                        let lit = lits[(random(place) >> 1) as usize % vars];
                        if random(place) & 1 == 0 { lit } else { !lit }
                    })
                    .filter(|_| random(8) % 10 > 0)
                    .collect();
                if literals.len() > 1 {
                    solver.add_clause(&literals);
                }
            }
            let mut plain = solver.clone();
            let subsumed = solver.subsume(&mut NoTheory);
            lost.clauses += subsumed.clauses;
            lost.literals += subsumed.literals;
            assert_eq!(models(&mut solver, vars), models(&mut plain, vars), "seed {seed}");
        }
        assert!(lost.clauses > 100 && lost.literals > 100, "{lost:?}");
    }
}
