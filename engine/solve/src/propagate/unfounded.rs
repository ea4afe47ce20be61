//! Unfounded sets: atoms that are true only because of each other.
//!
//! ```text
//! a :- b.   b :- a.   a :- c.      with c false: {a, b} is unfounded, whatever the clauses allow
//! ```
//!
//! Every atom of a positive circle keeps a *source*: a body that is not false and whose own atoms of the circle have
//! sources already, so that the sources never run in a circle. A body that becomes false takes the sources with it; the
//! atoms that lost theirs look for others, and those that find none are unfounded: they must be false, for the reason
//! that all bodies that support the set from outside it, its external bodies, are false (Simons, Niemelä, Soininen:
//! "Extending and implementing the stable model semantics", Artificial Intelligence 138, 2002; Gebser, Kaufmann,
//! Schaub 2012, section 4).
//!
//! Invariant: `missing` of a body is what its atoms without a source withhold from it, whatever their values are; an atom
//! without a source is false, or in `lost`, or will be put there when it is false no more.

use crate::proof::log::Axiom;
use crate::propagate::propagator::{Conflict, Context, Propagator};
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// An atom on a positive circle.
#[derive(Clone)]
struct LoopAtom {
    lit: Lit,
    source: u32,
    /// In `lost`.
    is_lost: bool,
    /// The bodies of its rules, inside and outside of the circle.
    bodies: SmallVec<[u32; 4]>,
    /// The bodies of the same component in which it stands, with its weight there.
    uses: SmallVec<[(u32, i64); 4]>,
}

/// A body that supports atoms on a circle.
#[derive(Clone)]
struct LoopBody {
    lit: Lit,
    /// What its atoms without source withhold. It can be a source while this is at most `slack`.
    missing: i64,
    /// 0 for a conjunction, where each atom counts 1. For a sum: the weights of all literals, less the bound.
    slack: i64,
    /// The literals of a sum, all of them; empty for a conjunction.
    sum: Vec<(Lit, i64)>,
    /// The atoms of its own component in it, with their weights.
    atoms: SmallVec<[(u32, i64); 1]>,
    /// The atoms that it supports.
    heads: SmallVec<[u32; 4]>,
}

/// A reason that all atoms of an unfounded set share, and when it was made.
#[derive(Clone)]
struct SetReason {
    /// Where its literals start.
    start: u32,
    /// The length of the trail when it was made.
    made_at: u32,
}

/// A rule body for [`UnfoundedCheck::add_body`].
#[derive(Clone)]
pub(crate) struct BodyDescription {
    pub(crate) lit: Lit,
    /// The atoms of its component in it, as returned by [`UnfoundedCheck::add_atom`], with their weights (1 in a
    /// conjunction).
    pub(crate) atoms: Vec<(u32, i64)>,
    /// For a sum: its literals and bound.
    pub(crate) sum: Option<(Vec<(Lit, i64)>, i64)>,
}

/// The propagator.
#[derive(Clone, Default)]
pub(crate) struct UnfoundedCheck {
    atoms: Vec<LoopAtom>,
    bodies: Vec<LoopBody>,
    /// By literal: the bodies to look at when it becomes false.
    watching_bodies: Vec<Vec<u32>>,
    /// By literal: the atoms that have it.
    watching_atoms: Vec<Vec<u32>>,
    /// Bodies that can have ceased to be a source.
    suspects: Vec<u32>,
    /// Atoms without a source that are to look for one.
    lost: Vec<u32>,
    reasons: Vec<SetReason>,
    reason_literals: Vec<Lit>,
    in_set: Vec<bool>,
    /// Scratch space: bodies that have ceased to be sources.
    withdrawn: Vec<u32>,
    /// Scratch space: atoms that have got a source.
    found: Vec<u32>,
}

impl UnfoundedCheck {
    /// Adds an atom of a component; it has no source yet.
    pub(crate) fn add_atom(&mut self, lit: Lit) -> u32 {
        let id = self.atoms.len() as u32;
        let atom =
            LoopAtom { lit, source: NONE, is_lost: true, bodies: SmallVec::new(), uses: SmallVec::new() };
        self.atoms.push(atom);
        self.in_set.push(false);
        self.lost.push(id);
        entry(&mut self.watching_atoms, lit).push(id);
        id
    }

    /// Adds a body, once for each component that it supports atoms of.
    pub(crate) fn add_body(&mut self, body: BodyDescription, heads: &[u32]) {
        let id = self.bodies.len() as u32;
        for &(atom, weight) in &body.atoms {
            self.atoms[atom as usize].uses.push((id, weight));
        }
        for &head in heads {
            self.atoms[head as usize].bodies.push(id);
        }
        entry(&mut self.watching_bodies, body.lit).push(id);
        let (sum, slack) = match body.sum {
            None => (Vec::new(), 0),
            Some((literals, bound)) => {
                for &(lit, _) in &literals {
                    entry(&mut self.watching_bodies, lit).push(id);
                }
                let total: i64 = literals.iter().map(|&(_, weight)| weight).sum();
                (literals, total - bound)
            }
        };
        let missing = body.atoms.iter().map(|&(_, weight)| weight).sum();
        let (atoms, heads) = (body.atoms.into(), heads.into());
        self.bodies.push(LoopBody { lit: body.lit, missing, slack, sum, atoms, heads });
    }

    /// Forgets atoms, at level 0: something else sees to it that they are founded. They are all of their components.
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
            self.watching_atoms[lit.index()].retain(|id| !gone.contains(id));
        }
        let literals_of =
            |body: &LoopBody| body.sum.iter().map(|&(lit, _)| lit).chain([body.lit]).collect::<Vec<Lit>>();
        let literals: FxHashSet<Lit> =
            bodies.iter().flat_map(|&body| literals_of(&self.bodies[body as usize])).collect();
        for lit in literals {
            self.watching_bodies[lit.index()].retain(|body| !bodies.contains(body));
        }
        self.lost.retain(|id| !gone.contains(id));
        self.suspects.retain(|body| !bodies.contains(body));
    }

    /// Whether a body is not false and its atoms of the circle have what it needs of sources.
    fn can_be_source(&self, solver: &Solver, id: u32) -> bool {
        let body = &self.bodies[id as usize];
        if solver.is_false(body.lit) || body.missing > body.slack {
            return false;
        }
        body.sum.is_empty() || self.withheld(solver, body) <= body.slack
    }

    /// What false literals and atoms without a source withhold from a sum.
    fn withheld(&self, solver: &Solver, body: &LoopBody) -> i64 {
        let falsified = body.sum.iter().filter(|&&(lit, _)| solver.is_false(lit)).map(|&(_, weight)| weight);
        let sourceless = body.atoms.iter().filter(|&&(atom, _)| {
            let atom = &self.atoms[atom as usize];
            atom.source == NONE && !solver.is_false(atom.lit)
        });
        falsified.sum::<i64>() + sourceless.map(|&(_, weight)| weight).sum::<i64>()
    }

    /// A body is no source any more: the atoms that had it lose theirs, and so on.
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
                if !atom.is_lost {
                    atom.is_lost = true;
                    self.lost.push(head);
                }
                for j in 0..self.atoms[head as usize].uses.len() {
                    let (user, weight) = self.atoms[head as usize].uses[j];
                    let body = &mut self.bodies[user as usize];
                    body.missing += weight;
                    // A sum may have false literals besides: it is looked at again, and its heads look for sources anew.
                    if body.missing > body.slack || !body.sum.is_empty() {
                        self.withdrawn.push(user);
                    }
                }
            }
        }
    }

    /// Finds sources for the lost atoms that can have one: breadth first from those that have one at once, so that the chains
    /// of sources are short, and few atoms lose theirs with a body. On large random graphs, depth first made chains through
    /// most of the nodes.
    fn find_sources(&mut self, solver: &Solver) {
        let mut found = std::mem::take(&mut self.found);
        for i in 0..self.lost.len() {
            let id = self.lost[i];
            if self.atoms[id as usize].source != NONE || solver.is_false(self.atoms[id as usize].lit) {
                continue;
            }
            let bodies = &self.atoms[id as usize].bodies;
            if let Some(&body) = bodies.iter().find(|&&body| self.can_be_source(solver, body)) {
                self.atoms[id as usize].source = body;
                found.push(id);
            }
        }
        let mut next = 0;
        while next < found.len() {
            self.announce_source(solver, found[next], &mut found);
            next += 1;
        }
        found.clear();
        self.found = found;
    }

    /// An atom has a source: bodies that waited for it may be sources now.
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
                    found.push(head);
                }
            }
        }
    }

    /// Makes the unfounded set around an atom false.
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
        set.iter().try_for_each(|&id| context.imply(!self.atoms[id as usize].lit, reason_id))
    }

    /// The least set around an atom that its bodies cannot leave: for each body that is not false, atoms without source
    /// that hold it back. All of it is marked in `in_set`.
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
                if already && body.sum.is_empty() {
                    continue;
                }
                let sourceless = body.atoms.iter().map(|&(id, _)| id).filter(|&id| {
                    let atom = &self.atoms[id as usize];
                    atom.source == NONE && !self.in_set[id as usize] && !solver.is_false(atom.lit)
                });
                // One atom holds a conjunction back; for a sum, all that can.
                let wanted = if body.sum.is_empty() { 1 } else { usize::MAX };
                let added: Vec<u32> = sourceless.take(wanted).collect();
                for id in added {
                    self.in_set[id as usize] = true;
                    set.push(id);
                }
            }
        }
        set
    }

    /// Why nothing outside supports the set: the true literals, negations of its false external bodies and, for sums that
    /// are not false yet, of the false literals that hold them back.
    fn external_bodies(&self, solver: &Solver, set: &[u32]) -> Vec<Lit> {
        let mut reason = Vec::new();
        for &atom in set {
            for &id in &self.atoms[atom as usize].bodies {
                let body = &self.bodies[id as usize];
                let from_set = body.atoms.iter().filter(|&&(id, _)| self.in_set[id as usize]);
                let held_back: i64 = from_set.map(|&(_, weight)| weight).sum();
                if held_back > body.slack {
                    continue;
                }
                if solver.is_false(body.lit) {
                    reason.push(!body.lit);
                } else {
                    let falsified = body.sum.iter().filter(|&&(lit, _)| solver.is_false(lit));
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
        if let Some(bodies) = self.watching_bodies.get((!lit).index()) {
            self.suspects.extend_from_slice(bodies);
        }
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        let Some(atoms) = self.watching_atoms.get((!lit).index()) else { return };
        for &id in atoms {
            let atom = &mut self.atoms[id as usize];
            if atom.source == NONE && !atom.is_lost {
                atom.is_lost = true;
                self.lost.push(id);
            }
        }
    }

    fn backjumped(&mut self, _: &Solver, keep: usize) {
        while self.reasons.last().is_some_and(|reason| reason.made_at as usize > keep) {
            let reason = self.reasons.pop().expect("the reason was just seen");
            self.reason_literals.truncate(reason.start as usize);
        }
    }

    /// Implies the falsity of unfounded atoms.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(body) = self.suspects.pop() {
            // A weight constraint that loses a literal may now depend on atoms that depend on it: its heads search for
            // new sources.
            let may_be_circular = {
                let body = &self.bodies[body as usize];
                !body.sum.is_empty() && !body.atoms.is_empty()
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

fn entry(lists: &mut Vec<Vec<u32>>, lit: Lit) -> &mut Vec<u32> {
    if lists.len() <= lit.index() {
        lists.resize(lit.index() + 1, Vec::new());
    }
    &mut lists[lit.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{Strength, check, new_vars, random, random_clauses, restless};
    use rand::RngExt;

    /// A rule: its head, the literal of its body, and the atoms of the loop in the body; atoms are places in a list.
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
