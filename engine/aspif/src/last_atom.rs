//! The largest number of an atom in statements.

use crate::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};

/// A sink that keeps the atom with the largest number, so that atoms with larger numbers are new.
#[derive(Default)]
pub struct LastAtom(Option<Atom>);

impl LastAtom {
    /// The atom; `None` without atoms.
    pub fn get(&self) -> Option<Atom> {
        self.0
    }

    fn see(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        self.0 = self.0.max(atoms.into_iter().max());
    }

    fn see_literals(&mut self, literals: &[Literal]) {
        self.see(literals.iter().map(|literal| literal.atom()));
    }

    fn see_weighted(&mut self, literals: &[WeightedLiteral]) {
        self.see(literals.iter().map(|weighted| weighted.literal.atom()));
    }
}

impl Sink for LastAtom {
    fn name(&mut self, _: &Symbols, atom: Atom, _: Symbol) {
        self.see([atom]);
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (Head::Disjunction(atoms) | Head::Choice(atoms)) = head;
        self.see(atoms.iter().copied());
        match body {
            BodyRef::Normal(literals) => self.see_literals(literals),
            BodyRef::Sum { literals, .. } => self.see_weighted(literals),
        }
    }

    fn minimize(&mut self, _: i32, literals: &[WeightedLiteral]) {
        self.see_weighted(literals);
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.see(atoms.iter().copied());
    }

    fn output(&mut self, _: &Symbols, _: OutputKind, _: Symbol, condition: &[Literal]) {
        self.see_literals(condition);
    }

    fn external(&mut self, atom: Atom, _: ExternalValue) {
        self.see([atom]);
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.see_literals(literals);
    }

    fn heuristic(&mut self, atom: Atom, _: HeuristicModifier, _: i32, _: u32, condition: &[Literal]) {
        self.see([atom]);
        self.see_literals(condition);
    }

    fn edge(&mut self, _: i32, _: i32, condition: &[Literal]) {
        self.see_literals(condition);
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        match statement {
            TheoryStatement::Element { condition, .. } => self.see_literals(condition),
            TheoryStatement::BuiltIn { atom } => self.see([atom]),
            TheoryStatement::Atom { atom, .. } => self.see(atom),
            TheoryStatement::Number { .. }
            | TheoryStatement::Name { .. }
            | TheoryStatement::Compound { .. } => {}
        }
    }
}
