//! The minimality test: whether a total assignment has an unfounded set in a component with a head cycle.
//!
//! ```text
//! a ; b.   a :- b.   b :- a.   c ; d :- a.   c :- d.   d :- c, b.      is {c, d} founded, given that a and b are?
//! ```
//!
//! A set U of true atoms is unfounded where each rule with a head in U has a false body, or loses its body without U, or
//! has another true head outside U. With disjunctions, whether there is such a set is a question for a search of its own
//! (Leone, Rullo, Scarcello: "Disjunctive Stable Models: Unfounded Sets, Fixpoint Semantics, and Computation", Information
//! and Computation 135, 1997). Each component with a head cycle has a solver for it, the *tester*, whose clauses are made
//! once and speak of any assignment: what an assignment makes true is assumed, so that what the tester has learnt from
//! one serves for the next (Gebser, Kaufmann, Schaub: "Advanced Conflict-Driven Disjunctive Answer Set Solving", IJCAI 2013).
//!
//! The rules say of each set that it needs support from outside it, its loop formula; that of the set found is violated,
//! and becomes a clause of the program's own search.
//!
//! Invariant: a tester has a model under the assumptions of an assignment exactly where that has an unfounded set in the
//! component.

use crate::proof::log::{Axiom, ProofLogger};
use crate::propagate::propagators::Propagators;
use crate::propagate::unfounded::BodyDescription;
use hamadryad_sat::{Checked, Lit, Outcome, Solver};
use rustc_hash::FxHashMap;

/// A component with a head cycle; its atoms are numbered by their place in `atoms`.
#[derive(Default)]
pub(crate) struct ComponentDescription {
    /// The atoms' literals.
    pub(crate) atoms: Vec<Lit>,
    pub(crate) bodies: Vec<BodyDescription>,
    /// Each with the place of its body, and its heads in the component.
    pub(crate) rules: Vec<(usize, Vec<u32>)>,
}

/// What the tester knows of an atom.
#[derive(Clone)]
struct TestedAtom {
    /// Its literal in the program's search.
    lit: Lit,
    /// In the tester: it is true.
    is_true: Lit,
    /// In the tester: it is in the unfounded set.
    is_in: Lit,
    /// In the tester: it is true and not in the set.
    stays: Lit,
}

#[derive(Clone)]
struct Component {
    tester: Solver,
    sums: Propagators,
    atoms: Vec<TestedAtom>,
    /// Literals of the program's search other than the atoms, with those of the tester that have their values.
    mirrored: Vec<(Lit, Lit)>,
    mirror_of: FxHashMap<Lit, Lit>,
    bodies: Vec<BodyDescription>,
    rules: Vec<(usize, Vec<u32>)>,
}

/// The tests of all components that need one.
#[derive(Clone, Default)]
pub(crate) struct Minimality {
    components: Vec<Component>,
}

impl Minimality {
    pub(crate) fn add_component(&mut self, description: ComponentDescription) {
        self.components.push(Component::new(description));
    }

    /// Whether anything needs a test.
    pub(crate) fn is_there(&self) -> bool {
        !self.components.is_empty()
    }

    /// Objects to a total assignment with an unfounded set.
    pub(crate) fn check(
        &mut self,
        solver: &mut Solver,
        proof_logger: &ProofLogger,
        stop: &dyn Fn() -> bool,
    ) -> Checked {
        for component in &mut self.components {
            match component.find_unfounded_set(solver, stop) {
                Outcome::Model => {
                    let nogood = component.loop_nogood(solver);
                    proof_logger.log_axiom(Axiom::Loop, nogood.clone());
                    // A proof never lets go of an axiom, nor does its search.
                    let keeps = if proof_logger.is_there() { Solver::learn_for_good } else { Solver::learn };
                    // A clause of one literal is no conflict yet: the search takes it up from here.
                    return if keeps(solver, &nogood) { Checked::Fine } else { Checked::Conflict };
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
            tester,
            sums: Propagators::default(),
            atoms,
            mirrored: Vec::new(),
            mirror_of: FxHashMap::default(),
            bodies,
            rules,
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
                component.tester.add_clause(&clause);
            }
        }
        component
    }

    /// The ways in which a body can fail to support the set: it is false, or the set takes away what it needs.
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
        // Without what is false and what the set takes away, the sum does not reach its bound.
        let mut withheld: Vec<(Lit, i64)> =
            own.iter().map(|&(atom, weight)| (!self.atoms[atom as usize].stays, weight)).collect();
        let mut rest: Vec<(Lit, i64)> = literals;
        for &(atom, weight) in &own {
            let lit = self.atoms[atom as usize].lit;
            let place = rest.iter().position(|&entry| entry == (lit, weight));
            rest.swap_remove(place.expect("a sum's own atoms are among its literals"));
        }
        withheld.extend(rest.iter().map(|&(lit, weight)| (!self.mirror(lit), weight)));
        let falls_short = self.tester.new_var().positive();
        self.sums.add_at_least(&mut self.tester, Some(falls_short), &withheld, total - bound + 1);
        vec![!holds, falls_short]
    }

    /// The tester's literal for one of the program's search.
    fn mirror(&mut self, lit: Lit) -> Lit {
        let Component { tester, mirrored, mirror_of, .. } = self;
        *mirror_of.entry(lit).or_insert_with(|| {
            let mirror = tester.new_var().positive();
            mirrored.push((lit, mirror));
            mirror
        })
    }

    fn find_unfounded_set(&mut self, solver: &Solver, stop: &dyn Fn() -> bool) -> Outcome {
        let values =
            self.atoms.iter().map(|atom| (atom.lit, atom.is_true)).chain(self.mirrored.iter().copied());
        let assumptions: Vec<Lit> =
            values.map(|(lit, mirror)| if solver.is_true(lit) { mirror } else { !mirror }).collect();
        self.tester.assume(&mut self.sums, &assumptions);
        self.tester.search(&mut self.sums, stop)
    }

    fn is_in_set(&self, atom: u32) -> bool {
        self.tester.is_true(self.atoms[atom as usize].is_in)
    }

    /// The clause that an atom of the set just found is false, or something supports the set from outside. All of its
    /// literals are false.
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

    /// Adds false literals of which one would have to be true for a rule to support the set.
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
