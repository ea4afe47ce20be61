//! Families of weight constraints: one list of weighted literals, and a literal for each of its bounds.
//!
//! ```text
//! q(S) :- S = #count { X : p(X) }.    b₁ ↔ Σ p(X) ≥ 1,  b₂ ↔ Σ p(X) ≥ 2,  …    one sum, a bound for each S
//! ```
//!
//! As separate constraints, n bounds of n literals have n² occurrences, and each assigned literal changes 2·n
//! slacks. A family stores its terms once. The weights of its true and false terms give the range of the sum:
//! a bound below the range is true, a bound above it is false. The greatest true and the least false bound
//! narrow the range and imply terms, as in a single weight constraint (`weight_constraint.rs`). The family is
//! the totalizer of Bailleux and Boufkhad (CP 2003) as a propagator: its outputs without inner variables.
//!
//! Invariants: bounds rise strictly, and binary clauses say that each implies its predecessor, so true bounds
//! precede the others. Weights and numbers count exactly the literals that `assigned` has reported and
//! `unassigned` has not.

use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver};

/// A family.
#[derive(Clone)]
struct Family {
    /// By falling weight; variables are distinct.
    terms: Vec<(Lit, i64)>,
    /// Rising bounds with their literals.
    bounds: Vec<(i64, Lit)>,
    total: i64,
    /// The weights of the true and of the false terms.
    weight_true: i64,
    weight_false: i64,
    /// The numbers of true and of false bounds.
    bounds_true: usize,
    bounds_false: usize,
    /// The number of free terms.
    free: usize,
    is_pending: bool,
}

/// The role of a true literal in a family: a term or its negation with the weight, or the literal of a bound
/// or its negation with the bound.
#[derive(Clone, Copy)]
enum Role {
    Term(i64),
    FalseTerm(i64),
    Bound(i64),
    FalseBound(i64),
}

/// All families of a program.
#[derive(Clone, Default)]
pub(crate) struct Families {
    families: Vec<Family>,
    /// By literal: the families that contain it, with its role.
    occurrences: Lists<(u32, Role)>,
    pending: Vec<u32>,
}

impl Families {
    /// Adds `literal ↔ Σ weight·term ≥ bound` for each bound, at level 0. Weights are positive, variables of
    /// terms distinct; bounds rise between 1 and the total weight, and binary clauses order their literals.
    /// The propagators have seen the first `seen` literals of the trail.
    pub(crate) fn add(
        &mut self,
        solver: &Solver,
        mut terms: Vec<(Lit, i64)>,
        bounds: Vec<(i64, Lit)>,
        seen: usize,
    ) {
        let id = u32::try_from(self.families.len()).expect("fewer than 2^27 families");
        terms.sort_by_key(|&(lit, weight)| (std::cmp::Reverse(weight), lit));
        let roles = terms.iter().map(|&(lit, weight)| (lit, Role::Term(weight), Role::FalseTerm(weight)));
        let roles: Vec<_> = roles
            .chain(bounds.iter().map(|&(bound, lit)| (lit, Role::Bound(bound), Role::FalseBound(bound))))
            .collect();
        let total = terms.iter().map(|&(_, weight)| weight).sum();
        let mut family = Family {
            free: terms.len(),
            terms,
            bounds,
            total,
            weight_true: 0,
            weight_false: 0,
            bounds_true: 0,
            bounds_false: 0,
            is_pending: true,
        };
        for (lit, if_true, if_false) in roles {
            self.occurrences.push(lit.index(), (id, if_true));
            self.occurrences.push((!lit).index(), (id, if_false));
            if !solver.is_free(lit) && solver.position(lit.var()) < seen {
                family.change(if solver.is_true(lit) { if_true } else { if_false }, 1);
            }
        }
        self.families.push(family);
        self.pending.push(id);
    }
}

impl Propagator for Families {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        for &(id, role) in self.occurrences.get(lit.index()) {
            let family = &mut self.families[id as usize];
            family.change(role, 1);
            if !std::mem::replace(&mut family.is_pending, true) {
                self.pending.push(id);
            }
        }
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        for &(id, role) in self.occurrences.get(lit.index()) {
            self.families[id as usize].change(role, -1);
        }
    }

    /// Clears the list of pending families: everything that follows from the remaining trail is implied
    /// already.
    fn backjumped(&mut self, _: &Solver, _: usize) {
        for id in self.pending.drain(..) {
            self.families[id as usize].is_pending = false;
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(id) = self.pending.pop() {
            let family = &mut self.families[id as usize];
            family.is_pending = false;
            family.propagate(context, id)?;
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let family = &self.families[id as usize];
        let roles = self.occurrences.get(lit.index()).iter().filter(|&&(other, _)| other == id);
        // A literal may have several roles; one of them implied it.
        let why = roles.filter_map(|&(_, role)| family.explain(solver, role, before)).next();
        reason.append(&mut why.expect("a family implies its own literals only"));
    }
}

impl Family {
    /// Counts a literal in a role, or removes it from the counts (`times` is -1).
    #[inline]
    fn change(&mut self, role: Role, times: i64) {
        match role {
            Role::Term(weight) => self.weight_true += times * weight,
            Role::FalseTerm(weight) => self.weight_false += times * weight,
            Role::Bound(_) => self.bounds_true = self.bounds_true.wrapping_add_signed(times as isize),
            Role::FalseBound(_) => self.bounds_false = self.bounds_false.wrapping_add_signed(times as isize),
        }
        if matches!(role, Role::Term(_) | Role::FalseTerm(_)) {
            self.free = self.free.wrapping_add_signed(-times as isize);
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>, id: u32) -> Result<(), Conflict> {
        let greatest = self.total - self.weight_false;
        // The greatest true bound, and the least false bound.
        let reached = self.bounds_true.checked_sub(1).map(|last| self.bounds[last]);
        let unreached = (self.bounds_false > 0).then(|| self.bounds[self.bounds.len() - self.bounds_false]);
        let conflict = if reached.is_some_and(|(bound, _)| bound > greatest) {
            self.explain(context.solver, Role::Term(0), usize::MAX)
        } else if unreached.is_some_and(|(bound, _)| bound <= self.weight_true) {
            self.explain(context.solver, Role::FalseTerm(0), usize::MAX)
        } else {
            None
        };
        if let Some(conflict) = conflict {
            let clause: Vec<Lit> = conflict.iter().map(|&lit| !lit).collect();
            return Err(context.conflict(&clause));
        }
        self.imply_bounds(context, id, greatest)?;
        self.imply_terms(context, id, greatest)
    }

    /// Implies the greatest bound that is reached, and that the least unreachable bound is false: clauses
    /// imply the others.
    fn imply_bounds(&self, context: &mut Context<'_>, id: u32, greatest: i64) -> Result<(), Conflict> {
        let certain = self.bounds.partition_point(|&(bound, _)| bound <= self.weight_true);
        let possible = self.bounds.partition_point(|&(bound, _)| bound <= greatest);
        let last = certain.checked_sub(1).map(|last| self.bounds[last].1);
        let next = self.bounds.get(possible).map(|&(_, lit)| !lit);
        for lit in last.into_iter().chain(next) {
            if context.solver.is_free(lit) {
                context.imply(lit, id)?;
            }
        }
        Ok(())
    }

    /// Implies terms whose weight exceeds the slack of the greatest true bound, and negated terms for the
    /// least false bound.
    fn imply_terms(&self, context: &mut Context<'_>, id: u32, greatest: i64) -> Result<(), Conflict> {
        if self.free == 0 {
            return Ok(());
        }
        if self.bounds_true > 0 {
            let slack = greatest - self.bounds[self.bounds_true - 1].0;
            let heavy = self.terms.iter().take_while(|&&(_, weight)| weight > slack);
            for &(lit, _) in heavy {
                if context.solver.is_free(lit) {
                    context.imply(lit, id)?;
                }
            }
        }
        if self.bounds_false > 0 {
            let room = self.bounds[self.bounds.len() - self.bounds_false].0 - 1 - self.weight_true;
            let heavy = self.terms.iter().take_while(|&&(_, weight)| weight > room);
            for &(lit, _) in heavy {
                if context.solver.is_free(lit) {
                    context.imply(!lit, id)?;
                }
            }
        }
        Ok(())
    }

    /// Literals that were true before a position of the trail and imply a literal in this role; a term of
    /// weight 0 stands for a conflict.
    fn explain(&self, solver: &Solver, role: Role, before: usize) -> Option<Vec<Lit>> {
        let earlier = |lit: Lit| solver.is_true(lit) && solver.position(lit.var()) < before;
        match role {
            Role::Bound(bound) => self.terms_weighing(bound, Vec::new(), |lit| lit, earlier),
            Role::FalseBound(bound) => {
                self.terms_weighing(self.total - bound + 1, Vec::new(), |lit| !lit, earlier)
            }
            Role::Term(weight) => {
                let &(bound, reached) = self.bounds.iter().rev().find(|&&(_, lit)| earlier(lit))?;
                self.terms_weighing(self.total - bound - weight + 1, vec![reached], |lit| !lit, earlier)
            }
            Role::FalseTerm(weight) => {
                let &(bound, unreached) = self.bounds.iter().find(|&&(_, lit)| earlier(!lit))?;
                self.terms_weighing(bound - weight, vec![!unreached], |lit| lit, earlier)
            }
        }
    }

    /// Adds true terms, or their negations, by falling weight until their weight is sufficient.
    fn terms_weighing(
        &self,
        needed: i64,
        mut reason: Vec<Lit>,
        literal: impl Fn(Lit) -> Lit,
        holds: impl Fn(Lit) -> bool,
    ) -> Option<Vec<Lit>> {
        let mut missing = needed;
        for &(term, weight) in &self.terms {
            if missing <= 0 {
                break;
            }
            if holds(literal(term)) {
                missing -= weight;
                reason.push(literal(term));
            }
        }
        (missing <= 0).then_some(reason)
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

    /// The naive version: the literal of each bound is true if and only if the weights of the true terms
    /// reach the bound.
    fn holds(terms: &[(Lit, i64)], bounds: &[(i64, Lit)], is_true: &dyn Fn(Lit) -> bool) -> bool {
        let sum: i64 = terms.iter().filter(|&&(lit, _)| is_true(lit)).map(|&(_, weight)| weight).sum();
        bounds.iter().all(|&(bound, lit)| is_true(lit) == (sum >= bound))
    }

    #[test]
    fn inferences_follow_from_the_family() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(1..=6);
            let heaviest = random.random_range(1..=4);
            let vars = new_vars(&mut solver, number);
            let terms: Vec<(Lit, i64)> = vars
                .iter()
                .map(|&var| (random_literal(random, &[var]), random.random_range(1..=heaviest)))
                .collect();
            let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
            let chosen: Vec<i64> = (1..=total).filter(|_| random.random_bool(0.6)).take(6).collect();
            let bounds: Vec<(i64, Lit)> = chosen
                .into_iter()
                .map(|bound| {
                    let var = solver.new_var().positive();
                    (bound, random_literal(random, &[var]))
                })
                .collect();
            let vars: Vec<Lit> =
                terms.iter().map(|&(lit, _)| lit).chain(bounds.iter().map(|&(_, lit)| lit)).collect();
            let mut clauses = random_clauses(random, &mut solver, &vars);
            for pair in bounds.windows(2) {
                let clause = vec![!pair[1].1, pair[0].1];
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let mut propagator = Families::default();
            propagator.add(&solver, terms.clone(), bounds.clone(), 0);
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(&terms, &bounds, is_true);
            // Different weights leave gaps between the sums, which the propagator does not see.
            let strength = if heaviest == 1 { Strength::Complete } else { Strength::Sound };
            let checked = check(random, solver, propagator, &clauses, &naive, strength);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 1000 && conflicts > 100, "{implications} {conflicts}");
    }

    #[test]
    fn bounds_of_one_sum_share_its_terms() {
        let text = "{a(1..9)}. s(S) :- S = #sum { X : a(X) }. :- not s(44). #show s/1.";
        assert_eq!(answers(text), "{s(44)}");
        assert_eq!(
            answers("{a(1..9)}. s(S) :- S = #count { X : a(X) }. :- s(S), S < 9. #show s/1."),
            "{s(9)}"
        );
    }
}
