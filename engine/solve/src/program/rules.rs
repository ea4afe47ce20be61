//! Rules become supports: a rule for each atom of a head.
//!
//! ```text
//! { a; b } :- c.        { a } :- c.   { b } :- c.
//! a ; b :- c.           a :- c, not b.   b :- c, not a.          shifted; the disjunction is kept as well
//! a :- a, c.            no support: a vacuous rule
//! ```
//!
//! A shifted disjunction has the same answer sets if no positive loop contains two of its heads (Ben-Eliyahu,
//! Dechter: "Propositional Semantics for Disjunctive Logic Programs", 1994). Otherwise its shifted rules
//! still support each atom of an answer set, and the minimality test decides (`propagate/minimality.rs`).

use crate::program::atoms::AtomTable;
use crate::program::body::BodyId;
use crate::program::step::{Disjunction, Step, Support};
use hamadryad_aspif::{Atom, BodyRef, Head, Literal};

impl Step {
    /// Adds a rule.
    pub(crate) fn add_rule(&mut self, atoms: &mut AtomTable, head: Head<'_>, body: BodyRef<'_>) {
        let is_conjunction = matches!(body, BodyRef::Normal(_));
        let (Head::Disjunction(heads) | Head::Choice(heads)) = head;
        let first = self.supports.len();
        let Some(body) = self.bodies.add(body) else {
            self.vacuous_heads.extend_from_slice(heads);
            return;
        };
        // A rule supports no atom of its own body: `a :- a.` has no effect, `a :- not a.` is a constraint.
        // Rules with weight constraints define an external atom even then, as in clingo.
        let presupposes = |atom: &Atom| is_conjunction && self.contains(body, atom.positive());
        let contradicts = |atom: &Atom| is_conjunction && self.contains(body, atom.negative());
        let is_vacuous = |atom: &&Atom| presupposes(atom) || contradicts(atom);
        let vacuous: Vec<Atom> = heads.iter().filter(is_vacuous).copied().collect();
        let is_tautology = matches!(head, Head::Disjunction(_)) && vacuous.iter().any(presupposes);
        let open: Vec<Atom> = heads.iter().filter(|atom| !vacuous.contains(atom)).copied().collect();
        match head {
            Head::Disjunction(_) if is_tautology => self.vacuous_heads.extend(open),
            Head::Disjunction(_) => match open[..] {
                [] => self.constraints.push(body),
                [atom] => self.supports.push(Support::rule(atom, body)),
                _ => self.shift(atoms, open, body),
            },
            Head::Choice(_) => {
                self.supports.extend(open.into_iter().map(|atom| Support::choice(atom, body)));
            }
        }
        self.vacuous_heads.extend(vacuous);
        let new = first..self.supports.len();
        let is_known = |&place: &usize| atoms.known(self.supports[place].atom).is_some();
        let redefinitions: Vec<usize> = new.filter(is_known).collect();
        self.redefinitions.extend(redefinitions);
    }

    /// Adds the shifted rules of a disjunction: `a :- body, not b.  b :- body, not a.`
    fn shift(&mut self, atoms: &mut AtomTable, mut heads: Vec<Atom>, body: BodyId) {
        heads.sort_unstable();
        heads.dedup();
        let (body, literals) = self.conjunction(atoms, body);
        let disjunction = self.disjunctions.len();
        for &atom in &heads {
            let others = heads.iter().filter(|&&other| other != atom).map(|other| other.negative());
            let shifted: Vec<Literal> = literals.iter().copied().chain(others).collect();
            match self.bodies.add(BodyRef::Normal(&shifted)) {
                Some(body) => self.supports.push(Support::shifted(atom, body, disjunction)),
                None => self.vacuous_heads.push(atom),
            }
        }
        self.disjunctions.push(Disjunction { heads, body });
    }

    /// A body as a conjunction: an auxiliary atom replaces a weight constraint.
    fn conjunction(&mut self, atoms: &mut AtomTable, body: BodyId) -> (BodyId, Vec<Literal>) {
        if let BodyRef::Normal(literals) = self.bodies.get(body) {
            return (body, literals.to_vec());
        }
        let atom = match self.weight_atoms.get(&body) {
            Some(&atom) => atom,
            None => {
                let atom = atoms.new_auxiliary();
                self.weight_atoms.insert(body, atom);
                self.supports.push(Support::rule(atom, body));
                atom
            }
        };
        let literals = vec![atom.positive()];
        let body = self.bodies.add(BodyRef::Normal(&literals)).expect("one literal contradicts nothing");
        (body, literals)
    }
}
