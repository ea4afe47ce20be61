//! The order of the literals of a conjunction: the cheapest literal first, with a look at the next one.
//!
//! Readiness and cost of a literal depend on its bound variables. They are computed again only for literals
//! that mention a newly bound variable, and ready literals are sorted by cost: a body of n literals takes n
//! log n, not n².
//!
//! Invariant: `ready` contains exactly the waiting literals that can be instantiated, `atoms` the positive
//! atoms in `ready`, `solvable` and `absolute` the waiting equations with a single unknown.
//!
//! Without the look at the next literal, grounding of Sokoban 12×12 takes 0.103 s instead of 0.041 s.

use crate::ir::{Literal, Slot, SlotSet, binding, is_ready};
use crate::plan::cost::Costs;
use crate::plan::equation::{solve, solve_absolute};
use hamadryad_syntax::ast::Sign;
use std::collections::BTreeSet;
use std::ops::Range;

/// The number of cheapest literals that are compared by the cost of the literal after them.
const CANDIDATES: usize = 64;

/// A cost and the literal's position. Costs are not negative, so their bits are ordered like the costs.
type Ranked = (u64, usize);

/// The literals that have no position in the plan yet.
pub(crate) struct Waiting<'l> {
    literals: &'l [Literal],
    /// Whether each variable is global in the rule.
    global: &'l [bool],
    /// By position: the cost, for literals that are waiting and ready.
    costs: Vec<Option<f64>>,
    is_waiting: Vec<bool>,
    left: usize,
    /// Each variable with each literal that mentions it, sorted.
    mentions: Vec<(Slot, usize)>,
    ready: BTreeSet<Ranked>,
    atoms: BTreeSet<Ranked>,
    solvable: BTreeSet<usize>,
    absolute: BTreeSet<usize>,
}

fn is_atom(literal: &Literal) -> bool {
    matches!(literal, Literal::Predicate { sign: Sign::None, .. })
}

impl<'l> Waiting<'l> {
    pub(crate) fn new(
        literals: &'l [Literal],
        global: &'l [bool],
        bound: &SlotSet,
        costs: Costs<'_>,
    ) -> Waiting<'l> {
        let mut mentions = Vec::new();
        for (place, literal) in literals.iter().enumerate() {
            literal.variables(&mut |slot| mentions.push((slot, place)));
        }
        mentions.sort_unstable();
        mentions.dedup();
        let mut waiting = Waiting {
            literals,
            global,
            costs: vec![None; literals.len()],
            is_waiting: vec![true; literals.len()],
            left: literals.len(),
            mentions,
            ready: BTreeSet::new(),
            atoms: BTreeSet::new(),
            solvable: BTreeSet::new(),
            absolute: BTreeSet::new(),
        };
        (0..literals.len()).for_each(|place| waiting.rank(place, bound, costs));
        waiting
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The first equation with a single unknown.
    pub(crate) fn first_solvable(&self) -> Option<usize> {
        self.solvable.first().copied()
    }

    /// The first equation of absolute values with a single unknown.
    pub(crate) fn first_absolute(&self) -> Option<usize> {
        self.absolute.first().copied()
    }

    /// Removes a literal, which gets its position in the plan.
    pub(crate) fn take(&mut self, place: usize) -> &'l Literal {
        self.unrank(place);
        self.is_waiting[place] = false;
        self.left -= 1;
        &self.literals[place]
    }

    /// The range of `mentions` with a variable.
    fn mentions_of(&self, slot: Slot) -> Range<usize> {
        let begin = self.mentions.partition_point(|&(other, _)| other < slot);
        let count = self.mentions[begin..].iter().take_while(|&&(other, _)| other == slot).count();
        begin..begin + count
    }

    /// Binds a variable, and updates the literals that mention it.
    pub(crate) fn bind(&mut self, slot: Slot, bound: &mut SlotSet, costs: Costs<'_>) {
        bound.insert(slot);
        for number in self.mentions_of(slot) {
            let (_, place) = self.mentions[number];
            if self.is_waiting[place] {
                self.unrank(place);
                self.rank(place, bound, costs);
            }
        }
    }

    /// The position of the literal to be joined next.
    pub(crate) fn choose(&self, bound: &mut SlotSet, costs: Costs<'_>) -> usize {
        let &(cheapest, place) = self.ready.first().expect("safety has been checked");
        if f64::from_bits(cheapest) <= 1.0 || self.ready.len() == 1 {
            return place;
        }
        let mut best: Option<(f64, usize)> = None;
        for &(cost, place) in self.ready.iter().take(CANDIDATES) {
            let cost = f64::from_bits(cost);
            if best.is_some_and(|(least, _)| cost > least) {
                break;
            }
            let with_next = cost * (1.0 + self.cost_of_next(place, bound, costs));
            let is_better =
                |(least, first): (f64, usize)| with_next.total_cmp(&least).then(place.cmp(&first)).is_lt();
            if best.is_none_or(is_better) {
                best = Some((with_next, place));
            }
        }
        best.expect("there are several").1
    }

    /// The cost of the cheapest remaining atom after a literal is matched: a small domain that binds no
    /// variable of the next atom may be worse than a large domain that binds all of them.
    fn cost_of_next(&self, first: usize, bound: &mut SlotSet, costs: Costs<'_>) -> f64 {
        let mut changed: Vec<Slot> = Vec::new();
        let insert = |slot: Slot, bound: &mut SlotSet, changed: &mut Vec<Slot>| {
            if !bound.contains(slot) {
                bound.insert(slot);
                changed.push(slot);
            }
        };
        binding(&self.literals[first], &mut |slot| insert(slot, bound, &mut changed));
        let mut affected = BTreeSet::new();
        let mut done = 0;
        while let Some(&slot) = changed.get(done) {
            done += 1;
            let mentions = self.mentions[self.mentions_of(slot)].iter();
            for &(_, place) in mentions.filter(|&&(_, place)| self.is_waiting[place]) {
                affected.insert(place);
                if let Some((solved, _)) = solve(costs.symbols, &self.literals[place], bound) {
                    insert(solved, bound, &mut changed);
                }
            }
        }
        let again = affected.iter().filter(|&&place| place != first && is_atom(&self.literals[place]));
        let again = again.map(|&place| costs.of(&self.literals[place], bound));
        let others = self.atoms.iter().find(|&&(_, place)| place != first && !affected.contains(&place));
        let others = others.map(|&(cost, _)| f64::from_bits(cost));
        let next = again.chain(others).min_by(f64::total_cmp).unwrap_or(0.0);
        changed.into_iter().for_each(|slot| bound.remove(slot));
        next
    }

    fn rank(&mut self, place: usize, bound: &SlotSet, costs: Costs<'_>) {
        let literal = &self.literals[place];
        if solve(costs.symbols, literal, bound).is_some() {
            self.solvable.insert(place);
        }
        if solve_absolute(costs.symbols, literal, bound).is_some() {
            self.absolute.insert(place);
        }
        if is_ready(literal, bound, self.global) {
            let cost = costs.of(literal, bound);
            self.costs[place] = Some(cost);
            self.ready.insert((cost.to_bits(), place));
            if is_atom(literal) {
                self.atoms.insert((cost.to_bits(), place));
            }
        }
    }

    fn unrank(&mut self, place: usize) {
        self.solvable.remove(&place);
        self.absolute.remove(&place);
        if let Some(cost) = self.costs[place].take() {
            self.ready.remove(&(cost.to_bits(), place));
            self.atoms.remove(&(cost.to_bits(), place));
        }
    }
}
