//! Judges justifications of atoms by the ground program: each atom has a rule whose body holds by the atoms that the
//! justification names, and no atom supports itself.
//!
//! ```text
//! {b}. a :- b, not c.      a by b, b by nothing (a choice)     justified
//! a :- b. b :- a.          a by b, b by a                      circular
//! ```
//!
//! The judge knows the statements of the ground program only. Atoms without a name, which aggregates and conditions
//! get, need no justification of their own: they hold if named atoms make them true.

use crate::recorded::GroundProgram;
use hamadryad_aspif::{Atom, Body, Literal};
use hamadryad_symbol::Symbol;
use std::collections::{HashMap, HashSet};

/// A step of a justification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The atom.
    pub atom: Symbol,
    /// The atoms that support it, each with a claim of its own.
    pub supports: Vec<Symbol>,
    /// Atoms under `not not`: true, but no supports. A ground rule may have them without a negation.
    pub assumed: Vec<Symbol>,
}

/// Why a justification is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The atom is not in the program, or false.
    NotTrue(Symbol),
    /// A support has no claim.
    Unclaimed(Symbol),
    /// The atom supports itself.
    Circular(Symbol),
    /// No rule derives the atom from its supports.
    NoRule(Symbol),
}

/// The ground program, with its rules by their heads.
pub struct Judge<'p> {
    program: &'p GroundProgram,
    rules: HashMap<Atom, Vec<usize>>,
    atoms: HashMap<Symbol, Atom>,
}

impl<'p> Judge<'p> {
    /// A judge of justifications over a ground program.
    pub fn new(program: &'p GroundProgram) -> Judge<'p> {
        let mut rules: HashMap<Atom, Vec<usize>> = HashMap::new();
        for (number, rule) in program.rules.iter().enumerate() {
            rule.head.iter().for_each(|&atom| rules.entry(atom).or_default().push(number));
        }
        let atoms = program.names.iter().map(|(&atom, &name)| (name, atom)).collect();
        Judge { program, rules, atoms }
    }

    /// Judges a justification in a model.
    ///
    /// # Errors
    /// The first flaw.
    pub fn judge(&self, claims: &[Claim], model: &dyn Fn(Atom) -> bool) -> Result<(), Flaw> {
        let by_atom: HashMap<Symbol, &Claim> = claims.iter().map(|claim| (claim.atom, claim)).collect();
        for claim in claims {
            if let Some(&missing) = claim.supports.iter().find(|support| !by_atom.contains_key(support)) {
                return Err(Flaw::Unclaimed(missing));
            }
        }
        self.circle(claims)?;
        for claim in claims {
            let atom = self.atoms.get(&claim.atom).copied().filter(|&atom| model(atom));
            let atom = atom.ok_or(Flaw::NotTrue(claim.atom))?;
            let granted: HashSet<Atom> = claim
                .supports
                .iter()
                .chain(&claim.assumed)
                .filter_map(|support| self.atoms.get(support).copied())
                .collect();
            let mut case = Case { judge: self, model, granted, known: HashMap::new() };
            if !case.derives(atom) && !self.program.externals.contains_key(&atom) {
                return Err(Flaw::NoRule(claim.atom));
            }
        }
        Ok(())
    }

    /// Removes claims whose supports have been removed, until none is left.
    fn circle(&self, claims: &[Claim]) -> Result<(), Flaw> {
        let mut left: Vec<&Claim> = claims.iter().collect();
        let mut done: HashSet<Symbol> = HashSet::new();
        while let Some(first) = left.first() {
            let before = left.len();
            let circular = first.atom;
            left.retain(|claim| {
                let ready = claim.supports.iter().all(|support| done.contains(support));
                if ready {
                    done.insert(claim.atom);
                }
                !ready
            });
            if left.len() == before {
                return Err(Flaw::Circular(circular));
            }
        }
        Ok(())
    }
}

/// One claim: the atoms that count as derived before it.
struct Case<'j, 'p> {
    judge: &'j Judge<'p>,
    model: &'j dyn Fn(Atom) -> bool,
    granted: HashSet<Atom>,
    /// Whether atoms without a name hold; `false` while it is being found out.
    known: HashMap<Atom, bool>,
}

impl Case<'_, '_> {
    /// Whether some rule derives the atom from the granted atoms.
    fn derives(&mut self, atom: Atom) -> bool {
        let judge = self.judge;
        judge.rules.get(&atom).into_iter().flatten().any(|&number| {
            let rule = &judge.program.rules[number];
            let others = rule.head.iter().any(|&other| other != atom && (self.model)(other));
            (rule.is_choice || !others) && rule.body_holds(self.model) && self.supports(&rule.body)
        })
    }

    fn supports(&mut self, body: &Body) -> bool {
        match body {
            Body::Normal(literals) => literals.iter().all(|&literal| self.holds(literal)),
            Body::Sum { lower, literals } => {
                let held = literals.iter().filter(|term| self.holds(term.literal));
                held.map(|term| i64::from(term.weight)).sum::<i64>() >= i64::from(*lower)
            }
        }
    }

    fn holds(&mut self, literal: Literal) -> bool {
        let atom = literal.atom();
        if !literal.is_positive() {
            return !(self.model)(atom);
        }
        if !(self.model)(atom) {
            return false;
        }
        if self.granted.contains(&atom) || self.is_fact(atom) {
            return true;
        }
        if self.judge.program.names.contains_key(&atom) {
            return false;
        }
        if let Some(&known) = self.known.get(&atom) {
            return known;
        }
        self.known.insert(atom, false);
        let holds = self.derives(atom);
        self.known.insert(atom, holds);
        holds
    }

    fn is_fact(&self, atom: Atom) -> bool {
        self.judge.rules.get(&atom).into_iter().flatten().any(|&number| {
            let rule = &self.judge.program.rules[number];
            !rule.is_choice && rule.head.len() == 1 && rule.body == Body::Normal(Vec::new())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_aspif::{BodyRef, Head, Sink, WeightedLiteral};
    use hamadryad_symbol::Symbols;

    /// `{b}. a :- b, not c. c :- d. d :- c. e :- x. x :- 2 { a; b; d }.` in the model {a, b, c, d, e}, with `x` unnamed.
    fn program() -> (GroundProgram, Vec<Symbol>) {
        let (mut symbols, mut program) = (Symbols::new(), GroundProgram::default());
        let names: Vec<Symbol> = ["a", "b", "c", "d", "e"].map(|name| symbols.constant(name)).to_vec();
        let atoms: Vec<Atom> = (1..=6).filter_map(Atom::new).collect();
        for (&atom, &name) in atoms.iter().zip(&names) {
            program.name(&symbols, atom, name);
        }
        let [a, b, c, d, e, x] = atoms[..] else { unreachable!("there are six") };
        program.rule(Head::Choice(&[b]), BodyRef::Normal(&[]));
        program.rule(Head::Disjunction(&[a]), BodyRef::Normal(&[b.positive()]));
        program.rule(Head::Disjunction(&[c]), BodyRef::Normal(&[d.positive()]));
        program.rule(Head::Disjunction(&[d]), BodyRef::Normal(&[c.positive()]));
        program.rule(Head::Disjunction(&[e]), BodyRef::Normal(&[x.positive()]));
        let literals = [a, b, d].map(|atom| WeightedLiteral { literal: atom.positive(), weight: 1 });
        program.rule(Head::Disjunction(&[x]), BodyRef::Sum { lower: 2, literals: &literals });
        (program, names)
    }

    fn judged(claims: &[(usize, &[usize])]) -> Result<(), Flaw> {
        let (program, names) = program();
        let claims: Vec<Claim> = claims
            .iter()
            .map(|&(atom, supports)| Claim {
                atom: names[atom],
                supports: supports.iter().map(|&support| names[support]).collect(),
                assumed: Vec::new(),
            })
            .collect();
        Judge::new(&program).judge(&claims, &|_| true)
    }

    #[test]
    fn flaws_are_found() {
        let (_, names) = program();
        assert_eq!(judged(&[(0, &[1]), (1, &[])]), Ok(()));
        assert_eq!(judged(&[(0, &[1])]), Err(Flaw::Unclaimed(names[1])));
        assert_eq!(judged(&[(0, &[]), (1, &[])]), Err(Flaw::NoRule(names[0])));
        assert_eq!(judged(&[(2, &[3]), (3, &[2])]), Err(Flaw::Circular(names[2])));
        assert_eq!(judged(&[(2, &[])]), Err(Flaw::NoRule(names[2])));
    }

    #[test]
    fn bounds_are_reached_by_the_claimed_atoms() {
        let (_, names) = program();
        assert_eq!(judged(&[(4, &[0, 1]), (0, &[1]), (1, &[])]), Ok(()));
        assert_eq!(judged(&[(4, &[1]), (1, &[])]), Err(Flaw::NoRule(names[4])));
    }
}
