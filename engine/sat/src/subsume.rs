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
use crate::trail::Reason;
use crate::{Lit, Solver, Theory, Var};

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

/// A given clause: its literals, sorted.
pub(crate) struct Given {
    pub(crate) literals: Vec<Lit>,
    /// A Bloom filter of its variables.
    signature: u64,
    /// Its place in the arena, if it is not binary.
    place: Option<ClauseRef>,
    pub(crate) is_gone: bool,
    has_changed: bool,
}

fn signature(literals: &[Lit]) -> u64 {
    let place = |lit: &Lit| (lit.var().index() as u64).wrapping_mul(0x9e37_79b9) % 64;
    literals.iter().fold(0, |bits, lit| bits | (1 << place(lit)))
}

/// The given clauses with occurrence lists.
pub(crate) struct Clauses {
    pub(crate) given: Vec<Given>,
    /// By literal: the clauses that contained it when they were added.
    pub(crate) occurrences: Vec<Vec<u32>>,
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
    /// The relation of two clauses that are sorted by variable.
    fn within(&mut self, small: usize, large: usize) -> Within {
        let (small, large) = (&self.given[small], &self.given[large]);
        if small.literals.len() > large.literals.len() || small.signature & !large.signature != 0 {
            return Within::No;
        }
        self.effort = self.effort.saturating_sub(large.literals.len());
        let mut against = None;
        let mut rest = large.literals.iter();
        for &lit in &small.literals {
            match rest.find(|other| other.var().index() >= lit.var().index()) {
                Some(&other) if other == lit => {}
                Some(&other) if other == !lit && against.is_none() => against = Some(other),
                _ => return Within::No,
            }
        }
        against.map_or(Within::Whole, Within::Against)
    }

    /// Applies a clause to all clauses that contain its rarest variable.
    fn apply(&mut self, number: usize) {
        let literals = self.given[number].literals.clone();
        let both = |lit: Lit| self.occurrences[lit.index()].len() + self.occurrences[(!lit).index()].len();
        let Some(&rarest) = literals.iter().min_by_key(|&&lit| both(lit)) else { return };
        let (with, against) = (&self.occurrences[rarest.index()], &self.occurrences[(!rarest).index()]);
        for other in [&with[..], &against[..]].concat() {
            let other = other as usize;
            if other == number || self.given[other].is_gone || self.given[number].is_gone || self.effort == 0
            {
                continue;
            }
            match self.within(number, other) {
                Within::No => {}
                Within::Whole => {
                    self.take(other as u32);
                    self.lost.clauses += 1;
                }
                Within::Against(lit) => {
                    let clause = &mut self.given[other];
                    clause.literals.iter().for_each(|lit| self.has_changed[lit.var().index()] = true);
                    clause.literals.retain(|&literal| literal != lit);
                    clause.signature = signature(&clause.literals);
                    clause.has_changed = true;
                    self.derived.iter_mut().for_each(|derived| derived.push(clause.literals.clone()));
                    self.lost.literals += 1;
                    self.waiting.push(other as u32);
                }
            }
        }
    }
}

impl Clauses {
    /// Applies all waiting clauses.
    pub(crate) fn subsume(&mut self) {
        while let Some(number) = self.waiting.pop() {
            let clause = &self.given[number as usize];
            if !clause.is_gone && clause.literals.len() <= LONG && self.effort > 0 {
                self.apply(number as usize);
            }
        }
    }

    /// Adds a clause that follows from the others, sorted by variable.
    pub(crate) fn add(&mut self, literals: Vec<Lit>) {
        let number = self.given.len() as u32;
        for lit in &literals {
            self.occurrences[lit.index()].push(number);
            self.has_changed[lit.var().index()] = true;
        }
        self.derived.iter_mut().for_each(|derived| derived.push(literals.clone()));
        let signature = signature(&literals);
        self.given.push(Given { literals, signature, place: None, is_gone: false, has_changed: true });
        self.waiting.push(number);
    }

    /// Removes a clause and returns its literals.
    pub(crate) fn take(&mut self, number: u32) -> Vec<Lit> {
        let clause = &mut self.given[number as usize];
        clause.is_gone = true;
        clause.literals.iter().for_each(|lit| self.has_changed[lit.var().index()] = true);
        clause.literals.clone()
    }

    /// Whether the effort limit is reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.effort == 0
    }

    /// The length of the occurrence lists of a variable.
    pub(crate) fn number_of(&self, var: Var) -> usize {
        self.occurrences[var.positive().index()].len() + self.occurrences[var.negative().index()].len()
    }
}

impl Solver {
    /// Removes subsumed given clauses, and strengthens others. Goes back to level 0.
    pub fn subsume<T: Theory>(&mut self, theory: &mut T) -> Subsumed {
        self.reset(theory);
        if !self.propagate_at_root(theory) {
            return Subsumed::default();
        }
        let mut clauses = self.collect_given();
        clauses.subsume();
        self.replace_given(&clauses);
        self.propagate_at_root(theory);
        clauses.lost
    }

    pub(crate) fn collect_given(&self) -> Clauses {
        let mut given: Vec<Given> = Vec::new();
        let mut add = |mut literals: Vec<Lit>, place| {
            literals.sort_unstable_by_key(|lit| lit.var().index());
            let signature = signature(&literals);
            given.push(Given { literals, signature, place, is_gone: false, has_changed: false });
        };
        for clause in self.arena.clauses().filter(|&clause| !self.arena.is_learnt(clause)) {
            add(self.arena.lits(clause).collect(), Some(clause));
        }
        for (code, list) in self.watches.iter().enumerate() {
            let lit = Lit::from_code(code as u32);
            let others = list.iter().filter(|watch| watch.is_given_binary()).map(|watch| watch.blocker);
            // Each binary clause is in two lists.
            others.filter(|other| lit.index() < other.index()).for_each(|other| add(vec![lit, other], None));
        }
        let mut occurrences = vec![Vec::new(); self.watches.len()];
        for (number, clause) in given.iter().enumerate() {
            clause.literals.iter().for_each(|lit| occurrences[lit.index()].push(number as u32));
        }
        let size: usize = given.iter().map(|clause| clause.literals.len()).sum();
        // Clauses are taken from the end: shortest first.
        let mut waiting: Vec<u32> = (0..given.len() as u32).collect();
        waiting.sort_by_key(|&number| std::cmp::Reverse(given[number as usize].literals.len()));
        Clauses {
            given,
            occurrences,
            waiting,
            effort: size.saturating_mul(EFFORT),
            lost: Subsumed::default(),
            has_changed: vec![false; self.num_vars()],
            derived: self.proof.is_on().then(Vec::new),
        }
    }

    /// Replaces the changed clauses in the solver, and deletes the removed ones.
    pub(crate) fn replace_given(&mut self, clauses: &Clauses) {
        clauses.derived.iter().flatten().for_each(|clause| self.proof.learnt(clause));
        let given = &clauses.given;
        for clause in given.iter().filter(|clause| clause.is_gone || clause.has_changed) {
            match (clause.place, &clause.literals[..]) {
                (Some(place), _) => self.arena.discard(place),
                (None, &[first, second]) if clause.is_gone && !clause.has_changed => {
                    self.remove_given_binary(first, second);
                }
                // A binary clause became a unit: simplification removes it.
                (None, _) => {}
            }
        }
        self.collect_garbage(|_| false);
        for clause in given.iter().filter(|clause| clause.has_changed && !clause.is_gone) {
            self.put_in_again(&clause.literals);
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
