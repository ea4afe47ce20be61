//! The minimality test: whether a total assignment has an unfounded set in a component with a head cycle.
//!
//! ```text
//! a ; b.  a :- b.  b :- a.  c ; d :- a.  c :- d.  d :- c, b.      is {c, d} founded, given that a and b are?
//! ```
//!
//! A set U of true atoms is unfounded if each rule with a head in U has a false body, or a body that contains
//! an atom of U, or a true head outside of U. With disjunctions, the existence of an unfounded set is
//! NP-complete (Leone, Rullo, Scarcello: "Disjunctive Stable Models: Unfounded Sets, Fixpoint Semantics, and
//! Computation", Information and Computation 135, 1997). Each component with a head cycle has a solver that
//! searches for the set, the *minimality solver*. Its clauses are made once and hold for all assignments; the
//! values of an assignment are assumptions, so that learnt clauses remain valid for later tests (Gebser,
//! Kaufmann, Schaub: "Advanced Conflict-Driven Disjunctive Answer Set Solving", IJCAI 2013).
//!
//! The loop formula of an unfounded set is violated, and becomes a clause of the search.
//!
//! Where most rules have several heads, decisions of the search seldom lead to a founded assignment: an atom needs a
//! rule without another true head. So the minimality solvers suggest *candidates*: from all atoms, they remove one
//! unfounded set after the other. The rest is a minimal model of the rules, which is founded.
//!
//! Invariant: a minimality solver has a model under the assumptions of an assignment if and only if the
//! assignment has an unfounded set in the component.

use crate::encode::at_least::encode_at_least;
use crate::proof::log::{Axiom, ProofLogger};
use crate::propagate::single::Single;
use crate::propagate::unfounded::BodyDescription;
use crate::propagate::weight_constraint::WeightConstraints;
use hamadryad_sat::{Checked, Lit, Outcome, Solver};
use rustc_hash::FxHashMap;

/// The conflicts of the minimality solvers in the first attempt to find candidates. Each further attempt has twice
/// as many.
const FIRST_ATTEMPT: u64 = 2000;

/// For each conflict of the search, the conflicts of the minimality solvers for candidates. These searches take
/// about as much time.
const SHARE: u64 = 4;

/// The conflicts of the search after which candidates are due a second time; later whenever they have doubled.
const SECOND_CANDIDATES: u64 = 100;

/// A component with a head cycle; the id of an atom is its position in `atoms`.
#[derive(Default)]
pub(crate) struct ComponentDescription {
    /// The literals of the atoms.
    pub(crate) atoms: Vec<Lit>,
    pub(crate) bodies: Vec<BodyDescription>,
    /// By rule: the position of its body, and its heads in the component.
    pub(crate) rules: Vec<(usize, Vec<u32>)>,
}

/// An atom, with its literals in both solvers.
#[derive(Clone)]
struct TestedAtom {
    /// Its literal in the main solver.
    lit: Lit,
    /// The atom is true.
    is_true: Lit,
    /// The atom is in the unfounded set.
    is_in: Lit,
    /// The atom is true and not in the set.
    stays: Lit,
}

/// A component with its minimality solver.
#[derive(Clone)]
struct Component {
    solver: Solver,
    weight_constraints: Single<WeightConstraints>,
    atoms: Vec<TestedAtom>,
    /// Other literals of the main solver, each with the literal of the minimality solver that has its value.
    mirrored: Vec<(Lit, Lit)>,
    mirror_of: FxHashMap<Lit, Lit>,
    bodies: Vec<BodyDescription>,
    rules: Vec<(usize, Vec<u32>)>,
    /// By atom: whether the next candidate contains it.
    candidate: Option<Vec<bool>>,
}

/// The tests of all components with a head cycle.
#[derive(Clone, Default)]
pub(crate) struct Minimality {
    components: Vec<Component>,
    candidates: Candidates,
}

/// When the next candidates are due. All numbers are those of the present search.
#[derive(Clone, Default)]
struct Candidates {
    /// The conflicts of the solver when the search began.
    begun: u64,
    /// The conflicts of the search from which the next candidates are due.
    next: u64,
    /// The conflicts of the minimality solvers for candidates.
    spent: u64,
    /// The most conflicts of the next attempt.
    attempt: u64,
}

impl Minimality {
    /// Adds a component with a head cycle.
    pub(crate) fn add_component(&mut self, description: ComponentDescription) {
        self.components.push(Component::new(description));
    }

    /// Whether a component has a head cycle.
    pub(crate) fn is_there(&self) -> bool {
        !self.components.is_empty()
    }

    /// Makes candidates due at once: a search begins.
    pub(crate) fn begin_search(&mut self, solver: &Solver) {
        let begun = solver.statistics().conflicts;
        self.candidates = Candidates { begun, attempt: FIRST_ATTEMPT, ..Candidates::default() };
        self.components.iter_mut().for_each(|component| component.candidate = None);
    }

    /// Suggests an assignment in which each component is a minimal model of its rules, if one is due and found within
    /// the limits.
    pub(crate) fn suggest(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) {
        let conflicts = solver.statistics().conflicts - self.candidates.begun;
        let Candidates { next, spent, attempt, .. } = self.candidates;
        if self.components.is_empty()
            || conflicts < next
            || spent + attempt > FIRST_ATTEMPT + SHARE * conflicts
        {
            return;
        }
        let mut left = attempt;
        for component in &mut self.components {
            let before = component.solver.statistics().conflicts;
            let is_minimal = left > 0 && component.minimize_candidate(solver, left, stop);
            let used = component.solver.statistics().conflicts - before;
            self.candidates.spent += used;
            left = left.saturating_sub(used);
            if !is_minimal {
                self.candidates.attempt = 2 * attempt;
                return;
            }
        }
        for component in &mut self.components {
            let candidate = component.candidate.take().expect("the candidate is minimal");
            let atoms = component.atoms.iter().zip(candidate);
            solver.try_candidate(atoms.map(|(atom, is_in)| if is_in { atom.lit } else { !atom.lit }));
        }
        self.candidates.next = (2 * conflicts).max(SECOND_CANDIDATES);
        self.candidates.attempt = FIRST_ATTEMPT;
    }

    /// Tests a total assignment; an unfounded set is a conflict.
    pub(crate) fn check(
        &mut self,
        solver: &mut Solver,
        proof_logger: &ProofLogger,
        stop: &dyn Fn() -> bool,
    ) -> Checked {
        for component in &mut self.components {
            match component.find_unfounded_set(&|lit| solver.is_true(lit), &[], stop) {
                Outcome::Model => {
                    let nogood = component.loop_nogood(solver);
                    proof_logger.log_axiom(Axiom::Loop, nogood.clone());
                    // A proof keeps axioms, so the search keeps them as well.
                    let keeps =
                        if proof_logger.is_there() { Solver::learn_permanently } else { Solver::learn };
                    // A clause of one literal becomes a fixed literal instead of a conflict.
                    return if keeps(solver, &nogood).is_ok() { Checked::Fine } else { Checked::Conflict };
                }
                Outcome::Stopped => return Checked::Stopped,
                Outcome::Failed | Outcome::Unsatisfiable => {}
            }
        }
        Checked::Fine
    }
}

impl Component {
    fn new(description: ComponentDescription) -> Component {
        let mut tester = Solver::new();
        let atoms = description.atoms.iter().map(|&lit| {
            let [is_true, is_in, stays] = [(); 3].map(|()| tester.new_var().positive());
            // A larger set leaves a smaller model.
            tester.advise_value(is_in.var(), Some(true));
            tester.add_clause(&[!is_in, is_true]);
            tester.add_clause(&[!stays, is_true]);
            tester.add_clause(&[!stays, !is_in]);
            tester.add_clause(&[stays, is_in, !is_true]);
            TestedAtom { lit, is_true, is_in, stays }
        });
        let atoms: Vec<TestedAtom> = atoms.collect();
        let not_empty: Vec<Lit> = atoms.iter().map(|atom| atom.is_in).collect();
        tester.add_clause(&not_empty);
        let ComponentDescription { bodies, rules, .. } = description;
        let mut component = Component {
            solver: tester,
            weight_constraints: Single::default(),
            atoms,
            mirrored: Vec::new(),
            mirror_of: FxHashMap::default(),
            bodies,
            rules,
            candidate: None,
        };
        let losses: Vec<Vec<Lit>> =
            (0..component.bodies.len()).map(|body| component.add_body(body)).collect();
        for (body, heads) in &component.rules {
            for &head in heads {
                let others = heads.iter().filter(|&&other| other != head);
                let stay = others.map(|&other| component.atoms[other as usize].stays);
                let clause: Vec<Lit> = std::iter::once(!component.atoms[head as usize].is_in)
                    .chain(stay)
                    .chain(losses[*body].iter().copied())
                    .collect();
                component.solver.add_clause(&clause);
            }
        }
        component
    }

    /// The literals of the reasons for which a body does not support the set: it is false, or it contains
    /// atoms of the set.
    fn add_body(&mut self, body: usize) -> Vec<Lit> {
        let holds = self.mirror(self.bodies[body].lit);
        let own = self.bodies[body].atoms.clone();
        let Some((literals, bound)) = self.bodies[body].sum.clone() else {
            let taken = own.iter().map(|&(atom, _)| self.atoms[atom as usize].is_in);
            return std::iter::once(!holds).chain(taken).collect();
        };
        if own.is_empty() {
            return vec![!holds];
        }
        let total: i64 = literals.iter().map(|&(_, weight)| weight).sum();
        // Without false literals and atoms of the set, the weights do not reach the bound.
        let mut withheld: Vec<(Lit, i64)> =
            own.iter().map(|&(atom, weight)| (!self.atoms[atom as usize].stays, weight)).collect();
        let mut rest: Vec<(Lit, i64)> = literals;
        for &(atom, weight) in &own {
            let lit = self.atoms[atom as usize].lit;
            let place = rest.iter().position(|&entry| entry == (lit, weight));
            rest.swap_remove(place.expect("the atoms of a weight constraint are among its literals"));
        }
        withheld.extend(rest.iter().map(|&(lit, weight)| (!self.mirror(lit), weight)));
        let falls_short = self.solver.new_var().positive();
        let missing = total - bound + 1;
        if let Some(rest) = encode_at_least(&mut self.solver, Some(falls_short), &withheld, missing, None) {
            self.weight_constraints.propagator.add(&self.solver, &rest.terms, rest.bound, 0);
        }
        vec![!holds, falls_short]
    }

    /// The literal of the minimality solver that has the value of a literal of the main solver.
    fn mirror(&mut self, lit: Lit) -> Lit {
        let Component { solver, mirrored, mirror_of, .. } = self;
        *mirror_of.entry(lit).or_insert_with(|| {
            let mirror = solver.new_var().positive();
            mirrored.push((lit, mirror));
            mirror
        })
    }

    /// Searches for an unfounded set of an assignment, in which these literals of the minimality solver are true.
    fn find_unfounded_set(
        &mut self,
        is_true: &dyn Fn(Lit) -> bool,
        also: &[Lit],
        stop: &dyn Fn() -> bool,
    ) -> Outcome {
        let values =
            self.atoms.iter().map(|atom| (atom.lit, atom.is_true)).chain(self.mirrored.iter().copied());
        let assumptions = values.map(|(lit, mirror)| if is_true(lit) { mirror } else { !mirror });
        let assumptions: Vec<Lit> = assumptions.chain(also.iter().copied()).collect();
        self.solver.assume(&mut self.weight_constraints, &assumptions);
        self.solver.search(&mut self.weight_constraints, stop)
    }

    /// Removes unfounded sets from the candidate, which initially contains all atoms that are not false. Returns
    /// whether none is left without an atom that is true already. After a stop, the next call continues: the
    /// solver keeps its learnt clauses.
    fn minimize_candidate(&mut self, solver: &Solver, conflicts: u64, stop: &dyn Fn() -> bool) -> bool {
        let mut candidate = self.candidate.take().unwrap_or_else(|| vec![true; self.atoms.len()]);
        for (is_in, atom) in candidate.iter_mut().zip(&self.atoms) {
            *is_in = solver.is_true(atom.lit) || (*is_in && !solver.is_false(atom.lit));
        }
        let fixed = self.atoms.iter().filter(|atom| solver.is_true(atom.lit));
        let fixed: Vec<Lit> = fixed.map(|atom| !atom.is_in).collect();
        self.solver.limit_conflicts(Some(conflicts));
        let outcome = loop {
            let values = self.values(solver, &candidate);
            let is_true = |lit: Lit| values.get(&lit).copied().unwrap_or_else(|| solver.is_true(lit));
            let outcome = self.find_unfounded_set(&is_true, &fixed, stop);
            if outcome != Outcome::Model {
                break outcome;
            }
            candidate.iter_mut().zip(0..).for_each(|(is_in, id)| *is_in &= !self.is_in_set(id));
        };
        self.solver.limit_conflicts(None);
        self.candidate = Some(candidate);
        outcome != Outcome::Stopped
    }

    /// The values of atoms and bodies in a candidate. A body holds unless it is false already, or a conjunction
    /// that lacks an atom.
    fn values(&self, solver: &Solver, candidate: &[bool]) -> FxHashMap<Lit, bool> {
        let atoms = self.atoms.iter().zip(candidate).map(|(atom, &is_in)| (atom.lit, is_in));
        let bodies = self.bodies.iter().map(|body| {
            let lacks = body.sum.is_none() && body.atoms.iter().any(|&(atom, _)| !candidate[atom as usize]);
            (body.lit, !lacks && !solver.is_false(body.lit))
        });
        bodies.chain(atoms).collect()
    }

    fn is_in_set(&self, atom: u32) -> bool {
        self.solver.is_true(self.atoms[atom as usize].is_in)
    }

    /// The loop formula of the set, for one of its atoms: the atom is false, or a rule supports the set
    /// externally. All of its literals are false.
    fn loop_nogood(&self, solver: &Solver) -> Vec<Lit> {
        let in_set = (0..self.atoms.len() as u32).find(|&atom| self.is_in_set(atom));
        let atom = in_set.expect("an unfounded set is not empty");
        let mut clause = vec![!self.atoms[atom as usize].lit];
        for (body, heads) in &self.rules {
            if heads.iter().any(|&head| self.is_in_set(head)) {
                self.explain(solver, &self.bodies[*body], heads, &mut clause);
            }
        }
        clause
    }

    /// Adds false literals; a rule supports the set only if one of them is true.
    fn explain(&self, solver: &Solver, body: &BodyDescription, heads: &[u32], clause: &mut Vec<Lit>) {
        let taken = body.atoms.iter().filter(|&&(atom, _)| self.is_in_set(atom)).map(|&(_, weight)| weight);
        let taken: i64 = taken.sum();
        let slack = body
            .sum
            .as_ref()
            .map_or(0, |(literals, bound)| literals.iter().map(|&(_, weight)| weight).sum::<i64>() - bound);
        if taken > slack {
            return;
        }
        let other_heads = heads.iter().filter(|&&head| !self.is_in_set(head));
        let other_heads = other_heads.map(|&head| !self.atoms[head as usize].lit);
        let ways = other_heads.chain([body.lit]).filter(|&lit| solver.is_false(lit));
        match ways.min_by_key(|lit| solver.level(lit.var())) {
            Some(lit) => clause.push(lit),
            None => {
                let (literals, _) = body.sum.as_ref().expect("a conjunction that holds supports the set");
                clause.extend(literals.iter().map(|&(lit, _)| lit).filter(|&lit| solver.is_false(lit)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{new_vars, random, random_literal};
    use hamadryad_sat::NoTheory;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;

    /// A random component: atoms, and rules with one to three heads. The bodies are atoms of the component
    /// and external literals, as conjunctions or weight constraints.
    struct Instance {
        atoms: Vec<Lit>,
        externals: Vec<Lit>,
        description: ComponentDescription,
        /// By body: its literals with weights, and the weight that true literals must reach.
        bodies: Vec<(Vec<(Lit, i64)>, i64)>,
    }

    impl Instance {
        fn random(random: &mut ChaCha8Rng, solver: &mut Solver) -> Instance {
            let (count, others) = (random.random_range(2..=4), random.random_range(1..=3));
            let (atoms, externals) = (new_vars(solver, count), new_vars(solver, others));
            let mut instance = Instance {
                atoms,
                externals,
                description: ComponentDescription::default(),
                bodies: Vec::new(),
            };
            instance.description.atoms.clone_from(&instance.atoms);
            for body in 0..random.random_range(2..=6) {
                instance.add_body(random, solver);
                let heads: Vec<u32> = (0..count as u32).filter(|_| random.random_bool(0.4)).take(3).collect();
                instance.description.rules.push((body, heads));
            }
            instance
        }

        fn add_body(&mut self, random: &mut ChaCha8Rng, solver: &mut Solver) {
            let is_conjunction = random.random_bool(0.6);
            let own = (0..).zip(&self.atoms).filter(|_| random.random_bool(0.4)).map(|(id, &lit)| (id, lit));
            let own: Vec<(u32, Lit)> = own.collect();
            let mut weight = || if is_conjunction { 1 } else { random.random_range(1..=3) };
            let own: Vec<(u32, Lit, i64)> = own.into_iter().map(|(id, lit)| (id, lit, weight())).collect();
            let external_weight = weight();
            let mut terms: Vec<(Lit, i64)> = own.iter().map(|&(_, lit, weight)| (lit, weight)).collect();
            terms.push((random_literal(random, &self.externals), external_weight));
            let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
            let bound = if is_conjunction { total } else { random.random_range(1..=total) };
            self.description.bodies.push(BodyDescription {
                lit: solver.new_var().positive(),
                atoms: own.iter().map(|&(id, _, weight)| (id, weight)).collect(),
                sum: (!is_conjunction).then(|| (terms.clone(), bound)),
            });
            self.bodies.push((terms, bound));
        }

        /// The naive version: tests all sets of true atoms by the definition.
        fn has_unfounded_set(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
            (1..1u32 << self.atoms.len()).any(|set| {
                let is_in = |lit: Lit| {
                    self.atoms.iter().position(|&atom| atom == lit).is_some_and(|id| set >> id & 1 == 1)
                };
                let is_unsupported = |(body, heads): &(usize, Vec<u32>)| {
                    let heads = || heads.iter().map(|&head| self.atoms[head as usize]);
                    let (terms, bound) = &self.bodies[*body];
                    let kept = terms.iter().filter(|&&(lit, _)| is_true(lit) && !is_in(lit));
                    !heads().any(is_in)
                        || kept.map(|&(_, weight)| weight).sum::<i64>() < *bound
                        || heads().any(|head| is_true(head) && !is_in(head))
                };
                self.atoms.iter().all(|&atom| !is_in(atom) || is_true(atom))
                    && self.description.rules.iter().all(is_unsupported)
            })
        }

        /// All assignments of atoms and external literals, with the values of bodies that follow.
        fn assignments(&self) -> Vec<Vec<Lit>> {
            let vars: Vec<Lit> = self.atoms.iter().chain(&self.externals).copied().collect();
            let assignment = |chosen: u32| {
                let value = |(place, &lit): (usize, &Lit)| if chosen >> place & 1 == 1 { lit } else { !lit };
                let mut values: Vec<Lit> = vars.iter().enumerate().map(value).collect();
                for (description, (terms, bound)) in self.description.bodies.iter().zip(&self.bodies) {
                    let held = terms.iter().filter(|(lit, _)| values.contains(lit));
                    let holds = held.map(|&(_, weight)| weight).sum::<i64>() >= *bound;
                    values.push(if holds { description.lit } else { !description.lit });
                }
                values
            };
            (0..1u32 << vars.len()).map(assignment).collect()
        }
    }

    /// The test finds an unfounded set exactly if one exists, and its nogood is violated by this assignment
    /// and by no assignment without an unfounded set.
    #[test]
    fn unfounded_sets_are_found_and_their_nogoods_follow() {
        let (mut unfounded, mut founded) = (0, 0);
        for seed in 0..150 {
            let random = &mut random(seed);
            let mut solver = Solver::new();
            let mut instance = Instance::random(random, &mut solver);
            let mut component = Component::new(std::mem::take(&mut instance.description));
            instance.description.bodies.clone_from(&component.bodies);
            instance.description.rules.clone_from(&component.rules);
            let assignments = instance.assignments();
            let is_founded = |values: &&Vec<Lit>| !instance.has_unfounded_set(&|lit| values.contains(&lit));
            let models: Vec<&Vec<Lit>> = assignments.iter().filter(is_founded).collect();
            for values in &assignments {
                solver.assume(&mut NoTheory, values);
                assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Model);
                let is_unfounded = component.find_unfounded_set(&|lit| solver.is_true(lit), &[], &|| false)
                    == Outcome::Model;
                assert_eq!(is_unfounded, !models.contains(&values), "seed {seed}, {values:?}");
                if is_unfounded {
                    let nogood = component.loop_nogood(&solver);
                    assert!(
                        nogood.iter().all(|&lit| solver.is_false(lit)),
                        "seed {seed}, {values:?}: {nogood:?}"
                    );
                    let satisfies = |model: &&Vec<Lit>| nogood.iter().any(|lit| model.contains(lit));
                    assert!(models.iter().all(satisfies), "seed {seed}: {nogood:?}");
                    unfounded += 1;
                } else {
                    founded += 1;
                }
                solver.reset(&mut NoTheory);
            }
        }
        assert!(unfounded > 1000 && founded > 1000, "{unfounded} {founded}");
    }

    #[test]
    fn answer_sets_of_disjunctions_are_minimal() {
        assert_eq!(answers("a ; b. a :- b. b :- a."), "{a b}");
        assert_eq!(answers("a ; b. a :- b. b :- a. :- not c. c ; d :- a. c :- d. d :- c, b."), "{a b c d}");
        assert_eq!(answers("a ; b ; c. a :- b, c. b :- a, c. c :- a, b."), "{a} {b} {c}");
    }
}
