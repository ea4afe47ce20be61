//! The objective: weighted literals by priority, and a propagator of upper bounds on their sums.
//!
//! ```text
//! #minimize { 2@1,a : a; 3@1,b : b }.      a model of costs 3 was found: b must be false
//! ```
//!
//! Weights are made positive: `-3·a` is `-3 + 3·(not a)`. Costs of several priorities are compared
//! lexicographically, the highest priority first. A bound holds under a guard literal, which is true during
//! one solve only, so that clauses learnt from the bound have no effect afterwards.
//!
//! Invariants:
//! - `counted` has exactly the terms whose literals `assigned` has reported and `unassigned` has not, in the order of
//!   the trail. The sum of a level is their cost.
//! - For each bound and each level, the literals of the terms before [`Bound::next`] have values, unless the level has
//!   terms with costs on several levels.

use crate::propagate::propagator::{BoundedCosts, Context, Propagator};
use hamadryad_circuit::Budget;
use hamadryad_sat::{Conflict, Lit, Solver};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A literal of the objective with its costs by level, the most important level first.
#[derive(Clone)]
struct Term {
    lit: Lit,
    costs: SmallVec<[(usize, i64); 1]>,
}

/// A bound in force.
#[derive(Clone)]
struct Bound {
    guard: Lit,
    /// By level. The sums must be lexicographically less, or, if `inclusive`, at most equal.
    costs: Vec<i64>,
    inclusive: bool,
    /// By level: the first term that may be free although its cost would exceed the bound.
    next: Vec<u32>,
    /// The changes of `next`, in the order of the trail.
    advances: Vec<Advance>,
}

/// A change of [`Bound::next`], which a backjump undoes.
#[derive(Clone)]
struct Advance {
    /// The length of the trail before it.
    trail: usize,
    level: usize,
    next: u32,
}

/// The objective of all steps.
#[derive(Clone, Default)]
pub(crate) struct Objective {
    /// Priorities, literals and weights, as stated; [`Objective::rebuild`] adds the weights of equal literals up.
    weights: Vec<(i32, Lit, i64)>,
    /// The priorities, highest first. A level is a position in this list.
    priorities: Vec<i32>,
    /// By level: the constant that is added to the sum of the positive weights.
    constants: Vec<i64>,
    terms: Vec<Term>,
    /// By level: the end of the terms whose most important cost is on this level.
    ends: Vec<usize>,
    /// By level: whether these terms have costs on this level only.
    is_simple: Vec<bool>,
    /// By literal: its term, or `NONE`.
    term_of: Vec<u32>,
    /// The terms of the true literals that the propagator has seen, in the order of the trail.
    counted: Vec<u32>,
    /// By level: the sum over these terms.
    sums: Vec<i64>,
    bound: Option<Bound>,
    /// A trial bound, which may be too low.
    trial: Option<Bound>,
    /// A sum or a bound has changed since the last propagation.
    changed: bool,
}

impl Bound {
    /// Begins with the first term of each level. Level `l` has the terms before `ends[l]`.
    fn begin(&mut self, ends: &[usize]) {
        let starts = std::iter::once(0).chain(ends.iter().map(|&end| end as u32));
        self.next = starts.take(ends.len()).collect();
        self.advances.clear();
    }
}

const NONE: u32 = u32::MAX;
/// The id of implications of the trial; implications of the bound have id 0.
const TRIAL: u32 = 1;

impl Objective {
    /// Whether the program has no objective.
    pub(crate) fn is_empty(&self) -> bool {
        self.priorities.is_empty()
    }

    /// The priorities, highest first.
    pub(crate) fn priorities(&self) -> &[i32] {
        &self.priorities
    }

    /// Adds a term. [`Objective::rebuild`] must follow before the next search.
    pub(crate) fn add(&mut self, priority: i32, lit: Lit, weight: i64) {
        self.weights.push((priority, lit, weight));
    }

    /// Adds a priority, which may have no terms.
    pub(crate) fn add_priority(&mut self, priority: i32) {
        if !self.priorities.contains(&priority) {
            self.priorities.push(priority);
            self.priorities.sort_unstable_by_key(|&priority| std::cmp::Reverse(priority));
        }
    }

    /// Computes levels, terms and sums from the weights, at level 0. Literals that are true at level 0 are
    /// not counted yet.
    pub(crate) fn rebuild(&mut self, solver: &Solver) {
        sum_up(&mut self.weights);
        self.constants = vec![0; self.priorities.len()];
        let mut costs: Vec<(Lit, usize, i64)> = Vec::with_capacity(self.weights.len());
        for &(priority, lit, weight) in &self.weights {
            let is_level = |&p: &i32| p == priority;
            let level = self.priorities.iter().position(is_level).expect("priorities are added first");
            match weight.cmp(&0) {
                Ordering::Equal => {}
                Ordering::Greater => costs.push((lit, level, weight)),
                Ordering::Less => {
                    self.constants[level] += weight;
                    costs.push((!lit, level, -weight));
                }
            }
        }
        sum_up(&mut costs);
        let cost = |&(_, level, cost): &(Lit, usize, i64)| (level, cost);
        let of_one_literal = costs.chunk_by(|one, next| one.0 == next.0);
        let term = |all: &[(Lit, usize, i64)]| Term { lit: all[0].0, costs: all.iter().map(cost).collect() };
        self.terms = of_one_literal.map(term).collect();
        let rank = |term: &Term| (term.costs[0].0, std::cmp::Reverse(term.costs[0].1), term.lit);
        self.terms.sort_unstable_by_key(rank);
        (self.ends, self.is_simple) = (Vec::new(), Vec::new());
        let mut start = 0;
        for level in 0..self.priorities.len() {
            let end = self.terms.partition_point(|term| term.costs[0].0 <= level);
            self.is_simple.push(self.terms[start..end].iter().all(|term| term.costs.len() == 1));
            self.ends.push(end);
            start = end;
        }
        self.term_of = vec![NONE; 2 * solver.num_vars()];
        for (i, term) in self.terms.iter().enumerate() {
            self.term_of[term.lit.index()] = i as u32;
        }
        self.counted.clear();
        self.sums = vec![0; self.priorities.len()];
        self.bound.iter_mut().chain(&mut self.trial).for_each(|bound| bound.begin(&self.ends));
    }

    /// The literals with a cost.
    pub(crate) fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.terms.iter().map(|term| term.lit)
    }

    /// Adds the costs of a literal to the sums, `times` times, and returns its term.
    #[inline]
    fn count(&mut self, lit: Lit, times: i64) -> Option<u32> {
        let &term = self.term_of.get(lit.index()).filter(|&&term| term != NONE)?;
        for &(level, cost) in &self.terms[term as usize].costs {
            self.sums[level] += times * cost;
        }
        self.changed = true;
        Some(term)
    }

    /// The costs of the current total assignment, by level.
    pub(crate) fn costs(&self) -> Vec<i64> {
        self.sums.iter().zip(&self.constants).map(|(sum, constant)| sum + constant).collect()
    }

    /// Requires costs below `costs`, or at most these, while `guard` is true. Further levels have no bound.
    pub(crate) fn set_bound(&mut self, guard: Lit, costs: &[i64], inclusive: bool) {
        self.bound = Some(self.make_bound(guard, costs, inclusive));
        self.changed = true;
    }

    /// Requires costs of at most `costs` while `guard` is true, in addition to the bound.
    pub(crate) fn try_bound(&mut self, guard: Lit, costs: &[i64]) {
        self.trial = Some(self.make_bound(guard, costs, true));
        self.changed = true;
    }

    fn make_bound(&self, guard: Lit, costs: &[i64], inclusive: bool) -> Bound {
        let known = costs.iter().zip(&self.constants).map(|(cost, constant)| cost.saturating_sub(*constant));
        let mut bound =
            Bound { guard, costs: known.collect(), inclusive, next: Vec::new(), advances: Vec::new() };
        bound.begin(&self.ends);
        bound
    }

    /// Removes the trial bound.
    pub(crate) fn end_trial(&mut self) {
        self.trial = None;
    }

    /// Removes all bounds.
    pub(crate) fn clear_bound(&mut self) {
        self.bound = None;
        self.trial = None;
    }

    /// The literals with a cost on a level, and this cost.
    pub(crate) fn costs_on(&self, level: usize) -> impl Iterator<Item = (Lit, i64)> + '_ {
        let on_level =
            move |term: &Term| term.costs.iter().find(|&&(l, _)| l == level).map(|&(_, cost)| cost);
        self.terms.iter().filter_map(move |term| Some((term.lit, on_level(term)?)))
    }

    /// The constant of a level: costs that every model has, or saves.
    pub(crate) fn constant(&self, level: usize) -> i64 {
        self.constants[level]
    }

    /// If the sums and `extra` exceed the bound: the deciding level, and the greatest amount by which the sum
    /// of that level could be lower and still exceed the bound. `None` if they are within the bound.
    fn overrun(bound: &Bound, sums: &[i64], extra: &[(usize, i64)]) -> Option<(usize, i64)> {
        let mut extra = extra.iter().peekable();
        let last = bound.costs.len().saturating_sub(1);
        for (level, (&sum, &limit)) in sums.iter().zip(&bound.costs).enumerate() {
            let more = extra.next_if(|&&(l, _)| l == level).map_or(0, |&(_, cost)| cost);
            let equal_exceeds = level == last && !bound.inclusive;
            match (sum + more).cmp(&limit) {
                Ordering::Less => return None,
                Ordering::Greater => {
                    return Some((level, sum + more - limit - i64::from(!equal_exceeds)));
                }
                Ordering::Equal => {}
            }
        }
        if bound.inclusive || bound.costs.is_empty() { None } else { Some((last, 0)) }
    }

    /// The least positive cost on a level that would exceed the bound; `None` if no cost on this level would. The sums
    /// are within the bound.
    fn least_excess(bound: &Bound, sums: &[i64], level: usize) -> Option<i64> {
        let limit = *bound.costs.get(level)?;
        if sums[..level] != bound.costs[..level] {
            return None;
        }
        let room = limit - sums[level];
        let fills_it = [(level, room)];
        let is_less = room > 0 && Objective::overrun(bound, sums, &fills_it).is_some();
        Some(if is_less { room } else { room.saturating_add(1) })
    }

    /// Implies the falsity of literals whose costs would exceed one bound.
    fn keep_within(&self, context: &mut Context<'_>, bound: &mut Bound, id: u32) -> Result<(), Conflict> {
        if Objective::overrun(bound, &self.sums, &[]).is_some() {
            let mut clause = Vec::new();
            self.append_reason(context.solver, bound, &[], usize::MAX, &mut clause);
            clause.iter_mut().for_each(|lit| *lit = !*lit);
            return Err(context.conflict(&clause));
        }
        for level in 0..self.ends.len() {
            let start = bound.next[level] as usize;
            let terms = &self.terms[start..self.ends[level]];
            if !self.is_simple[level] {
                let exceeds = |term: &Term| Objective::overrun(bound, &self.sums, &term.costs).is_some();
                for term in terms {
                    if context.solver.is_free(term.lit) && exceeds(term) {
                        context.imply(!term.lit, id)?;
                    }
                }
                continue;
            }
            let Some(least) = Objective::least_excess(bound, &self.sums, level) else { continue };
            let trail = context.solver.trail().len();
            let mut next = start;
            // Terms are sorted by falling weight.
            for term in terms.iter().take_while(|term| term.costs[0].1 >= least) {
                if context.solver.is_free(term.lit) {
                    context.imply(!term.lit, id)?;
                }
                next += 1;
            }
            if next > start {
                bound.advances.push(Advance { trail, level, next: start as u32 });
                bound.next[level] = next as u32;
            }
        }
        Ok(())
    }

    /// Propagates the bound and the trial bound.
    fn propagate_bounds(
        &mut self,
        context: &mut Context<'_>,
        bounds: &mut [Option<Bound>; 2],
    ) -> Result<(), Conflict> {
        for (bound, id) in bounds.iter_mut().zip([0, TRIAL]) {
            let Some(bound) = bound else { continue };
            // While the guard is not true, and after a conflict, no cost has to change before the next
            // conflict.
            self.changed |= !context.solver.is_true(bound.guard);
            if context.solver.is_true(bound.guard)
                && let Err(conflict) = self.keep_within(context, bound, id)
            {
                self.changed = true;
                return Err(conflict);
            }
        }
        Ok(())
    }

    /// The cost of a literal if the objective has a single level; otherwise 0.
    pub(crate) fn cost_of(&self, lit: Lit) -> i64 {
        let term = self.term_of.get(lit.index()).and_then(|&term| self.terms.get(term as usize));
        match (term, &self.priorities[..]) {
            (Some(term), [_]) => term.costs[0].1,
            _ => 0,
        }
    }

    /// Appends the guard, and literals that were true before a position of the trail and exceed the bound together
    /// with `extra`. Literals of small weight are omitted if the others suffice.
    fn append_reason(
        &self,
        solver: &Solver,
        bound: &Bound,
        extra: &[(usize, i64)],
        before: usize,
        reason: &mut Vec<Lit>,
    ) {
        let is_before = |&term: &u32| solver.position(self.terms[term as usize].lit.var()) < before;
        let mut counted = self.counted[..self.counted.partition_point(is_before)].to_vec();
        counted.sort_unstable_by(|a, b| b.cmp(a));
        let counted = || counted.iter().map(|&term| &self.terms[term as usize]);
        let mut sums = vec![0; self.sums.len()];
        for (level, cost) in counted().flat_map(|term| &term.costs) {
            sums[*level] += cost;
        }
        // The bound has not been relaxed since it implied a literal.
        let (deciding, mut spare) =
            Objective::overrun(bound, &sums, extra).expect("a reason exceeds the bound");
        let needed = move |term: &&Term| match term.costs[..] {
            [(level, cost)] if level == deciding && cost <= spare => {
                spare -= cost;
                false
            }
            [(level, _), ..] => level <= deciding,
            [] => false,
        };
        reason.push(bound.guard);
        reason.extend(counted().filter(needed).map(|term| term.lit));
    }

    /// All levels as one: the weight of a cost exceeds the sum of all costs on less important levels. `None`
    /// if a weight exceeds 128 bits.
    pub(crate) fn in_one_level(&self) -> Option<Vec<(Lit, u128)>> {
        let mut all: Vec<(Lit, u128)> = Vec::new();
        let mut unit = 1u128;
        for level in (0..self.priorities().len()).rev() {
            let mut total = 0u128;
            for (lit, cost) in self.costs_on(level) {
                let cost = u128::try_from(cost).ok()?;
                total = total.checked_add(cost)?;
                all.push((lit, cost.checked_mul(unit)?));
            }
            unit = unit.checked_mul(total.checked_add(1)?)?;
        }
        all.sort_unstable();
        all.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            if is_same {
                first.1 += next.1;
            }
            is_same
        });
        Some(all)
    }
}

/// Adds the weights of equal keys up, and sorts by key.
fn sum_up<A: Ord + Copy, B: Ord + Copy>(weights: &mut Vec<(A, B, i64)>) {
    weights.sort_unstable_by_key(|&(a, b, _)| (a, b));
    weights.dedup_by(|next, first| {
        let is_same = (next.0, next.1) == (first.0, first.1);
        if is_same {
            first.2 += next.2;
        }
        is_same
    });
}

impl BoundedCosts for Objective {
    fn budget(&self, solver: &Solver) -> Option<Box<dyn Budget + '_>> {
        let bound = self.bound.as_ref().filter(|bound| solver.is_true(bound.guard))?;
        let ([sum], [limit]) = (&self.sums[..], &bound.costs[..]) else { return None };
        let spare = limit.checked_sub(*sum)?.checked_sub(i64::from(!bound.inclusive))?;
        Some(Box::new(Spare { objective: self, guard: bound.guard, spare }))
    }
}

impl Propagator for Objective {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        if let Some(term) = self.count(lit, 1) {
            self.counted.push(term);
        }
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        if let Some(term) = self.count(lit, -1) {
            let last = self.counted.pop();
            debug_assert_eq!(last, Some(term), "terms are counted in the order of the trail");
        }
    }

    fn backjumped(&mut self, _: &Solver, keep: usize) {
        for bound in self.bound.iter_mut().chain(&mut self.trial) {
            while let Some(Advance { level, next, .. }) =
                bound.advances.pop_if(|advance| advance.trail >= keep)
            {
                bound.next[level] = next;
            }
        }
    }

    /// Implies the falsity of literals whose costs would exceed a bound.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let mut bounds = [self.bound.take(), self.trial.take()];
        let result = self.propagate_bounds(context, &mut bounds);
        [self.bound, self.trial] = bounds;
        result
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let bound = if id == TRIAL { &self.trial } else { &self.bound };
        let bound = bound.as_ref().expect("a bound implied the literal");
        let term = &self.terms[self.term_of[(!lit).index()] as usize];
        self.append_reason(solver, bound, &term.costs, before, reason);
    }
}

/// The costs that the bound still allows on a single level.
struct Spare<'a> {
    objective: &'a Objective,
    guard: Lit,
    spare: i64,
}

impl Budget for Spare<'_> {
    fn spare(&self, _: &Solver) -> i64 {
        self.spare
    }

    fn reason(&self, solver: &Solver, reason: &mut Vec<Lit>) {
        reason.push(self.guard);
        reason.extend(self.objective.terms.iter().map(|term| term.lit).filter(|&lit| solver.is_true(lit)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{
        Strength, check, new_vars, random, random_clauses, random_literal, restless,
    };
    use rand::RngExt;

    /// The naive version: if the guard is true, the costs by level are lexicographically below the bound, or
    /// equal to it.
    fn holds(
        summands: &[(i32, Lit, i64)],
        bound: &(Lit, Vec<i64>, bool),
        is_true: &dyn Fn(Lit) -> bool,
    ) -> bool {
        let (guard, bound, inclusive) = bound;
        let cost = |priority: i32| {
            let paid = summands.iter().filter(|&&(p, lit, _)| p == priority && is_true(lit));
            paid.map(|&(_, _, weight)| weight).sum::<i64>()
        };
        let costs: Vec<i64> = [2, 1].map(cost).into_iter().take(bound.len()).collect();
        !is_true(*guard) || costs < *bound || *inclusive && costs == *bound
    }

    #[test]
    fn inferences_follow_from_the_bound() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(3..=8);
            let vars = new_vars(&mut solver, number);
            let clauses = random_clauses(random, &mut solver, &vars);
            let mut propagator = Objective::default();
            [2, 1].into_iter().for_each(|priority| propagator.add_priority(priority));
            let summands: Vec<(i32, Lit, i64)> = (0..random.random_range(1..=10))
                .map(|_| {
                    let lit = random_literal(random, &vars[1..]);
                    (random.random_range(1..=2), lit, random.random_range(-3..=4))
                })
                .collect();
            summands.iter().for_each(|&(priority, lit, weight)| propagator.add(priority, lit, weight));
            propagator.rebuild(&solver);
            let costs: Vec<i64> =
                (0..random.random_range(1..=2)).map(|_| random.random_range(-4..=5)).collect();
            let bound = (vars[0], costs, random.random());
            propagator.set_bound(bound.0, &bound.1, bound.2);
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(&summands, &bound, is_true);
            let checked = check(random, solver, propagator, &clauses, &naive, Strength::Sound);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 100 && conflicts > 30, "{implications} {conflicts}");
    }

    #[test]
    fn all_inferences_from_terms_over_different_variables_are_drawn() {
        let mut implications = 0;
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(3..=8);
            let vars = new_vars(&mut solver, number);
            let mut clauses = random_clauses(random, &mut solver, &vars);
            solver.add_clause(&[vars[0]]);
            clauses.push(vec![vars[0]]);
            let mut propagator = Objective::default();
            [2, 1].into_iter().for_each(|priority| propagator.add_priority(priority));
            let summands: Vec<(i32, Lit, i64)> = vars[1..]
                .iter()
                .map(|&var| {
                    let lit = if random.random() { var } else { !var };
                    (random.random_range(1..=2), lit, random.random_range(-3..=6))
                })
                .collect();
            summands.iter().for_each(|&(priority, lit, weight)| propagator.add(priority, lit, weight));
            propagator.rebuild(&solver);
            let costs: Vec<i64> =
                (0..random.random_range(1..=2)).map(|_| random.random_range(-3..=8)).collect();
            let bound = (vars[0], costs, random.random());
            propagator.set_bound(bound.0, &bound.1, bound.2);
            let naive = |is_true: &dyn Fn(Lit) -> bool| is_true(vars[0]) && holds(&summands, &bound, is_true);
            implications += check(random, solver, propagator, &clauses, &naive, Strength::Complete).0;
        }
        assert!(implications > 300, "{implications}");
    }

    #[test]
    fn optimal_answer_sets_have_the_lowest_costs_by_priority() {
        let text = "1 {a; b; c}. :~ a. [3@1] :~ b. [1@1] :~ c. [0@1] :~ not a, not b. [1@2]";
        assert_eq!(answers(text), "{b c}:0:1 {b}:0:1");
    }
}
