//! Unfounded sets: atoms that support each other, without external support.
//!
//! ```text
//! a :- b.   b :- a.   a :- c.      with c false, {a, b} is unfounded, although it satisfies the clauses
//! ```
//!
//! Each atom of a positive loop has a *source*: a body that is not false and whose atoms of the same
//! component have sources already, so that sources are never circular. When a body becomes false, the atoms
//! with this source search for other sources; atoms without one are unfounded. They must be false, for the
//! reason that all bodies that support the set externally are false (Simons, Niemelä, Soininen: "Extending
//! and implementing the stable model semantics", Artificial Intelligence 138, 2002; Gebser, Kaufmann, Schaub
//! 2012, section 4).
//!
//! The reason is also learnt as a clause for one atom of the set, so that unit propagation finds the same set the
//! next time, and derives that the last external body of a true atom is true (Gebser, Kaufmann, Schaub 2012,
//! section 5).
//!
//! Depth-first search for sources was tried: on large random graphs, chains of sources passed most of the
//! nodes.
//!
//! Invariant: `missing` of a body is the weight of its atoms without a source, independent of their values.
//! An atom without a source is false or in `lost`; an atom that is unassigned without a source is added to
//! `lost`. `num_sourced` of a body is the number of atoms whose source it is; a body without them needs no test when it
//! becomes false.

use crate::proof::log::Axiom;
use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// An atom of a positive loop.
#[derive(Clone)]
struct LoopAtom {
    lit: Lit,
    source: u32,
    /// Whether it is in `lost`.
    is_lost: bool,
    /// The bodies of its rules, with and without atoms of the component.
    bodies: SmallVec<[u32; 4]>,
    /// The bodies that contain it and support atoms of its component, with its weight there.
    uses: SmallVec<[(u32, i64); 4]>,
}

/// A body that supports atoms of a component.
#[derive(Clone)]
struct LoopBody {
    lit: Lit,
    /// The weight of its atoms without a source. The body can be a source while this is at most `slack`.
    missing: i64,
    /// 0 for a conjunction, whose atoms have weight 1. For a weight constraint: the weight of all literals
    /// minus the bound.
    slack: i64,
    /// All literals of a weight constraint; empty for a conjunction.
    terms: Vec<(Lit, i64)>,
    /// Its atoms of the component, with their weights.
    atoms: SmallVec<[(u32, i64); 1]>,
    /// The atoms of the component that it supports.
    heads: SmallVec<[u32; 4]>,
}

/// A reason that all atoms of an unfounded set share.
#[derive(Clone)]
struct SetReason {
    /// The start of its literals in `reason_literals`.
    start: u32,
    /// The length of the trail at its creation.
    made_at: u32,
}

/// A rule body for [`UnfoundedCheck::add_body`].
#[derive(Clone)]
pub(crate) struct BodyDescription {
    pub(crate) lit: Lit,
    /// Its atoms of the component, as returned by [`UnfoundedCheck::add_atom`], with their weights (1 in a
    /// conjunction).
    pub(crate) atoms: Vec<(u32, i64)>,
    /// For a weight constraint: its literals and its bound.
    pub(crate) sum: Option<(Vec<(Lit, i64)>, i64)>,
}

/// The unfounded-set check of all positive loops.
#[derive(Clone, Default)]
pub(crate) struct UnfoundedCheck {
    atoms: Vec<LoopAtom>,
    bodies: Vec<LoopBody>,
    /// By body: the number of atoms whose source it is.
    num_sourced: Vec<u32>,
    /// By literal: the bodies that may cease to be sources when it becomes false.
    watching_bodies: Lists<u32>,
    /// By literal: the atoms with this literal.
    watching_atoms: Lists<u32>,
    /// Bodies that may have ceased to be sources.
    suspects: Vec<u32>,
    /// Atoms without a source, to be tested.
    lost: Vec<u32>,
    /// The number of atoms at the start of `lost` that have searched for a source since the last backjump. Until the
    /// next one, no body ceases to be false: they can only find a source that depends on another atom's new source.
    searched: usize,
    reasons: Vec<SetReason>,
    reason_literals: Vec<Lit>,
    in_set: Vec<bool>,
    /// Buffer: bodies that have ceased to be sources.
    withdrawn: Vec<u32>,
    /// Buffer: atoms with a new source.
    found: Vec<u32>,
}

impl UnfoundedCheck {
    /// Adds an atom of a component, without a source; returns its id.
    pub(crate) fn add_atom(&mut self, lit: Lit) -> u32 {
        let id = self.atoms.len() as u32;
        let atom =
            LoopAtom { lit, source: NONE, is_lost: true, bodies: SmallVec::new(), uses: SmallVec::new() };
        self.atoms.push(atom);
        self.in_set.push(false);
        self.lost.push(id);
        self.watching_atoms.push(lit.index(), id);
        id
    }

    /// Adds a body; called once for each component with a head of the body.
    pub(crate) fn add_body(&mut self, body: BodyDescription, heads: &[u32]) {
        let id = self.bodies.len() as u32;
        for &(atom, weight) in &body.atoms {
            self.atoms[atom as usize].uses.push((id, weight));
        }
        for &head in heads {
            self.atoms[head as usize].bodies.push(id);
        }
        self.watching_bodies.push(body.lit.index(), id);
        let (terms, slack) = match body.sum {
            None => (Vec::new(), 0),
            Some((literals, bound)) => {
                for &(lit, _) in &literals {
                    self.watching_bodies.push(lit.index(), id);
                }
                let total: i64 = literals.iter().map(|&(_, weight)| weight).sum();
                (literals, total - bound)
            }
        };
        let missing = body.atoms.iter().map(|&(_, weight)| weight).sum();
        let (atoms, heads) = (body.atoms.into(), heads.into());
        self.bodies.push(LoopBody { lit: body.lit, missing, slack, terms, atoms, heads });
        self.num_sourced.push(0);
        self.searched = 0;
    }

    /// Removes all atoms of some components, at level 0: another propagator ensures that they are founded.
    pub(crate) fn dismiss(&mut self, atoms: &[u32]) {
        let gone: FxHashSet<u32> = atoms.iter().copied().collect();
        let mut bodies = FxHashSet::default();
        for &id in atoms {
            let atom = &mut self.atoms[id as usize];
            atom.is_lost = false;
            bodies.extend(std::mem::take(&mut atom.bodies));
            bodies.extend(std::mem::take(&mut atom.uses).into_iter().map(|(body, _)| body));
        }
        let literals: FxHashSet<Lit> = atoms.iter().map(|&id| self.atoms[id as usize].lit).collect();
        for lit in literals {
            self.watching_atoms.retain(lit.index(), |id| !gone.contains(id));
        }
        let literals_of =
            |body: &LoopBody| body.terms.iter().map(|&(lit, _)| lit).chain([body.lit]).collect::<Vec<Lit>>();
        let literals: FxHashSet<Lit> =
            bodies.iter().flat_map(|&body| literals_of(&self.bodies[body as usize])).collect();
        for lit in literals {
            self.watching_bodies.retain(lit.index(), |body| !bodies.contains(body));
        }
        self.lost.retain(|id| !gone.contains(id));
        self.searched = 0;
        self.suspects.retain(|body| !bodies.contains(body));
    }

    /// Whether a body is not false and enough of its atoms have sources.
    fn can_be_source(&self, solver: &Solver, id: u32) -> bool {
        let body = &self.bodies[id as usize];
        if solver.is_false(body.lit) || body.missing > body.slack {
            return false;
        }
        body.terms.is_empty() || self.missing_weight(solver, body) <= body.slack
    }

    /// The weight of false literals and of atoms without a source in a weight constraint.
    fn missing_weight(&self, solver: &Solver, body: &LoopBody) -> i64 {
        let falsified =
            body.terms.iter().filter(|&&(lit, _)| solver.is_false(lit)).map(|&(_, weight)| weight);
        let sourceless = body.atoms.iter().filter(|&&(atom, _)| {
            let atom = &self.atoms[atom as usize];
            atom.source == NONE && !solver.is_false(atom.lit)
        });
        falsified.sum::<i64>() + sourceless.map(|&(_, weight)| weight).sum::<i64>()
    }

    /// Removes a body as a source, and all sources that depend on it.
    fn withdraw(&mut self, body: u32) {
        self.withdrawn.push(body);
        while let Some(id) = self.withdrawn.pop() {
            for i in 0..self.bodies[id as usize].heads.len() {
                let head = self.bodies[id as usize].heads[i];
                let atom = &mut self.atoms[head as usize];
                if atom.source != id {
                    continue;
                }
                atom.source = NONE;
                self.num_sourced[id as usize] -= 1;
                if atom.is_lost {
                    // It has found a source since the last backjump, and searches again.
                    self.searched = 0;
                } else {
                    atom.is_lost = true;
                    self.lost.push(head);
                }
                for j in 0..self.atoms[head as usize].uses.len() {
                    let (user, weight) = self.atoms[head as usize].uses[j];
                    let body = &mut self.bodies[user as usize];
                    body.missing += weight;
                    // A weight constraint may have false literals as well: its heads search for sources
                    // again.
                    let may_have_ceased = body.missing > body.slack || !body.terms.is_empty();
                    if may_have_ceased && self.num_sourced[user as usize] > 0 {
                        self.withdrawn.push(user);
                    }
                }
            }
        }
    }

    /// Finds sources for lost atoms, breadth first from the atoms with an external source: chains of sources
    /// are short, and few atoms lose their source with a body.
    fn find_sources(&mut self, solver: &Solver) {
        let mut found = std::mem::take(&mut self.found);
        for &id in &self.lost[self.searched..] {
            if self.atoms[id as usize].source != NONE || solver.is_false(self.atoms[id as usize].lit) {
                continue;
            }
            let bodies = &self.atoms[id as usize].bodies;
            if let Some(&body) = bodies.iter().find(|&&body| self.can_be_source(solver, body)) {
                self.atoms[id as usize].source = body;
                self.num_sourced[body as usize] += 1;
                found.push(id);
            }
        }
        self.searched = self.lost.len();
        let mut next = 0;
        while next < found.len() {
            self.announce_source(solver, found[next], &mut found);
            next += 1;
        }
        found.clear();
        self.found = found;
    }

    /// Counts the new source of an atom in the bodies that contain it; these may become sources of further
    /// atoms.
    fn announce_source(&mut self, solver: &Solver, id: u32, found: &mut Vec<u32>) {
        for i in 0..self.atoms[id as usize].uses.len() {
            let (user, weight) = self.atoms[id as usize].uses[i];
            self.bodies[user as usize].missing -= weight;
            if !self.can_be_source(solver, user) {
                continue;
            }
            for &head in &self.bodies[user as usize].heads {
                let atom = &mut self.atoms[head as usize];
                if atom.source == NONE && !solver.is_false(atom.lit) {
                    atom.source = user;
                    self.num_sourced[user as usize] += 1;
                    found.push(head);
                }
            }
        }
    }

    /// Implies that the atoms of an unfounded set are false. The reason for the first of them is learnt as a clause.
    fn falsify_set(&mut self, context: &mut Context<'_>, first: u32) -> Result<(), Conflict> {
        let set = self.unfounded_set(context.solver, first);
        let start = self.reason_literals.len() as u32;
        let reason = self.external_bodies(context.solver, &set);
        self.reason_literals.extend_from_slice(&reason);
        let reason_id = self.reasons.len() as u32;
        self.reasons.push(SetReason { start, made_at: context.solver.trail().len() as u32 + 1 });
        for &id in &set {
            self.in_set[id as usize] = false;
        }
        let implied = !self.atoms[first as usize].lit;
        if context.solver.is_free(implied) && context.solver.wants_loop_nogoods() {
            let clause: Vec<Lit> = reason.iter().map(|&lit| !lit).chain([implied]).collect();
            context.solver.learn_loop_nogood(&clause)?;
        }
        set.iter().try_for_each(|&id| context.imply(!self.atoms[id as usize].lit, reason_id))
    }

    /// A small unfounded set with an atom: for each body of an atom in the set that is not false, it contains
    /// atoms without a source that make the body depend on the set. Marks the set in `in_set`.
    fn unfounded_set(&mut self, solver: &Solver, first: u32) -> Vec<u32> {
        let mut set = vec![first];
        self.in_set[first as usize] = true;
        let mut next = 0;
        while next < set.len() {
            let atom = set[next] as usize;
            next += 1;
            for i in 0..self.atoms[atom].bodies.len() {
                let body = &self.bodies[self.atoms[atom].bodies[i] as usize];
                if solver.is_false(body.lit) {
                    continue;
                }
                let already = body.atoms.iter().any(|&(id, _)| self.in_set[id as usize]);
                if already && body.terms.is_empty() {
                    continue;
                }
                let sourceless = body.atoms.iter().map(|&(id, _)| id).filter(|&id| {
                    let atom = &self.atoms[id as usize];
                    atom.source == NONE && !self.in_set[id as usize] && !solver.is_false(atom.lit)
                });
                // One atom suffices for a conjunction; a weight constraint may need all of them.
                let wanted = if body.terms.is_empty() { 1 } else { usize::MAX };
                let added: Vec<u32> = sourceless.take(wanted).collect();
                for id in added {
                    self.in_set[id as usize] = true;
                    set.push(id);
                }
            }
        }
        set
    }

    /// The reason why no body supports the set externally: the negations of false external bodies, and of
    /// false literals in weight constraints that are not false yet.
    fn external_bodies(&self, solver: &Solver, set: &[u32]) -> Vec<Lit> {
        let mut reason = Vec::new();
        for &atom in set {
            for &id in &self.atoms[atom as usize].bodies {
                let body = &self.bodies[id as usize];
                let from_set = body.atoms.iter().filter(|&&(id, _)| self.in_set[id as usize]);
                let in_set: i64 = from_set.map(|&(_, weight)| weight).sum();
                if in_set > body.slack {
                    continue;
                }
                if solver.is_false(body.lit) {
                    reason.push(!body.lit);
                } else {
                    let falsified = body.terms.iter().filter(|&&(lit, _)| solver.is_false(lit));
                    reason.extend(falsified.map(|&(lit, _)| !lit));
                }
            }
        }
        reason.sort_unstable();
        reason.dedup();
        reason
    }
}

impl Propagator for UnfoundedCheck {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        let bodies = self.watching_bodies.get((!lit).index()).iter();
        self.suspects.extend(bodies.filter(|&&body| self.num_sourced[body as usize] > 0));
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        for &id in self.watching_atoms.get((!lit).index()) {
            let atom = &mut self.atoms[id as usize];
            if atom.source == NONE && !atom.is_lost {
                atom.is_lost = true;
                self.lost.push(id);
            }
        }
    }

    fn backjumped(&mut self, _: &Solver, keep: usize) {
        self.searched = 0;
        while self.reasons.last().is_some_and(|reason| reason.made_at as usize > keep) {
            let reason = self.reasons.pop().expect("the reason was just seen");
            self.reason_literals.truncate(reason.start as usize);
        }
    }

    /// Implies the falsity of unfounded atoms.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(body) = self.suspects.pop() {
            // A weight constraint that loses a literal may now depend on atoms that depend on it: its heads
            // search for new sources.
            let may_be_circular = {
                let body = &self.bodies[body as usize];
                !body.terms.is_empty() && !body.atoms.is_empty()
            };
            if may_be_circular || !self.can_be_source(context.solver, body) {
                self.withdraw(body);
            }
        }
        self.find_sources(context.solver);
        while let Some(&first) = self.lost.last() {
            let atom = &mut self.atoms[first as usize];
            if atom.source != NONE || context.solver.is_false(atom.lit) {
                atom.is_lost = false;
                self.lost.pop();
                self.searched = self.searched.min(self.lost.len());
                continue;
            }
            return self.falsify_set(context, first);
        }
        Ok(())
    }

    /// Appends the true literals that made a set unfounded.
    fn explain(&mut self, _: &Solver, _: Lit, id: u32, reason: &mut Vec<Lit>) {
        let start = self.reasons[id as usize].start as usize;
        let next = self.reasons.get(id as usize + 1);
        let end = next.map_or(self.reason_literals.len(), |next| next.start as usize);
        reason.extend_from_slice(&self.reason_literals[start..end]);
    }

    fn axiom(&self) -> Option<Axiom> {
        Some(Axiom::Loop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{Strength, check, new_vars, random, random_clauses, restless};
    use rand::RngExt;

    /// A rule: its head, the literal of its body, and the atoms of the loop in the body; atoms are places in
    /// a list.
    type Rule = (usize, Lit, Vec<usize>);

    /// The naive version: all true atoms are in the least fixpoint of the rules with true bodies.
    fn holds(atoms: &[Lit], rules: &[Rule], is_true: &dyn Fn(Lit) -> bool) -> bool {
        let mut is_founded = vec![false; atoms.len()];
        loop {
            let applies =
                |(_, body, needed): &&Rule| is_true(*body) && needed.iter().all(|&atom| is_founded[atom]);
            let new: Vec<usize> = rules
                .iter()
                .filter(applies)
                .map(|&(head, _, _)| head)
                .filter(|&head| is_true(atoms[head]) && !is_founded[head])
                .collect();
            if new.is_empty() {
                return (0..atoms.len()).all(|atom| is_founded[atom] || !is_true(atoms[atom]));
            }
            new.into_iter().for_each(|head| is_founded[head] = true);
        }
    }

    #[test]
    fn inferences_follow_from_foundedness() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let (number_of_atoms, number_of_rules) = (random.random_range(2..=4), random.random_range(2..=7));
            let vars = new_vars(&mut solver, number_of_atoms + number_of_rules);
            let (atoms, bodies) = vars.split_at(number_of_atoms);
            let mut clauses = random_clauses(random, &mut solver, &vars);
            let all: Vec<usize> = (0..number_of_atoms).collect();
            let rules: Vec<Rule> = bodies
                .iter()
                .map(|&body| {
                    let needed = all.iter().copied().filter(|_| random.random_bool(0.3)).collect();
                    (random.random_range(0..number_of_atoms), body, needed)
                })
                .filter(|(head, _, needed): &Rule| !needed.contains(head))
                .collect();
            let mut propagator = UnfoundedCheck::default();
            let ids: Vec<u32> = atoms.iter().map(|&lit| propagator.add_atom(lit)).collect();
            for (head, body, needed) in &rules {
                // A true body has true literals.
                for &atom in needed {
                    let clause = vec![!*body, atoms[atom]];
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                let loop_atoms = needed.iter().map(|&atom| (ids[atom], 1)).collect();
                let description = BodyDescription { lit: *body, atoms: loop_atoms, sum: None };
                propagator.add_body(description, &[ids[*head]]);
            }
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(atoms, &rules, is_true);
            let checked = check(random, solver, propagator, &clauses, &naive, Strength::Sound);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 500 && conflicts > 50, "{implications} {conflicts}");
    }

    #[test]
    fn atoms_of_a_positive_loop_need_external_support() {
        assert_eq!(answers("{c}. a :- b. b :- a. a :- c."), "{a b c} {}");
        assert_eq!(answers("{c}. a :- 2 { b; c; d }. b :- a. d :- a, b. b :- c."), "{a b c d} {}");
    }
}
