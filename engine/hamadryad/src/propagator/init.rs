//! The interface of a propagator to a step, and its adapter in the solver.

use super::{Assignment, Lit, Propagation, Propagator};
use crate::{Error, Literal, Signature, Symbol, SymbolicAtom, Symbols};
use hamadryad_ground::{AtomState, Grounder};
use hamadryad_solve::{Preparation, TheoryAtom, UserPropagator};

/// A propagator in the solver, with its progress in reading the program.
pub(crate) struct Hosted {
    pub(crate) propagator: Box<dyn Propagator>,
    seen: Seen,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    theory_atoms: usize,
    /// The number of the last atom.
    last_atom: u32,
}

impl Hosted {
    pub(crate) fn new(propagator: Box<dyn Propagator>) -> Hosted {
        Hosted { propagator, seen: Seen::default() }
    }

    pub(crate) fn init(&mut self, init: &mut Init<'_>) -> Result<(), Error> {
        init.seen = self.seen;
        self.propagator.init(init).map_err(Error::Propagator)?;
        let numbers = init.grounder.atoms().map(|(_, state)| state.atom.number());
        self.seen = Seen {
            theory_atoms: init.preparation.theories().len(),
            last_atom: numbers.max().unwrap_or(0).max(self.seen.last_atom),
        };
        Ok(())
    }
}

impl UserPropagator for Hosted {
    fn clone_box(&self) -> Box<dyn UserPropagator> {
        Box::new(Hosted { propagator: self.propagator.clone_propagator(), seen: self.seen })
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) {
        // The search has stored the conflict.
        let _ = self.propagator.propagate(changes, search);
    }

    fn undo(&mut self, undone: &[Lit]) {
        self.propagator.undo(undone);
    }

    fn check(&mut self, search: &mut Propagation<'_>) {
        let _ = self.propagator.check(search);
    }

    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>) {
        self.propagator.explain(assignment, lit, note, reason);
    }

    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit> {
        self.propagator.decide(assignment)
    }
}

/// The program, as a propagator reads it: before the first search, and before each search after a new step.
/// Literals and atoms keep their meaning in all steps.
pub struct Init<'i> {
    symbols: &'i mut Symbols,
    grounder: &'i Grounder,
    preparation: Preparation<'i>,
    seen: Seen,
}

impl<'i> Init<'i> {
    pub(crate) fn new(
        symbols: &'i mut Symbols,
        grounder: &'i Grounder,
        preparation: Preparation<'i>,
    ) -> Init<'i> {
        Init { symbols, grounder, preparation, seen: Seen::default() }
    }

    /// The theory atoms that are new since the last call of `init`, including theory directives. Each is
    /// returned once.
    pub fn theory_atoms(&self) -> impl Iterator<Item = TheoryAtom<'i>> + use<'i> {
        self.preparation.theories().atoms_from(self.seen.theory_atoms)
    }

    /// The atoms with this name and number of arguments that are new since the last call of `init`.
    pub fn new_atoms(&mut self, name: &str, arity: u32) -> Vec<SymbolicAtom> {
        let mut atoms = self.atoms(name, arity);
        atoms.retain(|atom| atom.literal.atom().number() > self.seen.last_atom);
        atoms
    }

    /// All atoms with this name and number of arguments, in the order of grounding.
    pub fn atoms(&mut self, name: &str, arity: u32) -> Vec<SymbolicAtom> {
        let signature = Signature { name: self.symbols.name(name), arity, positive: true };
        let atoms = self.grounder.atoms_of(signature);
        atoms.map(|(symbol, state)| self.describe(symbol, state)).collect()
    }

    /// All possibly true atoms, see [`Control::symbolic_atoms`](crate::Control::symbolic_atoms).
    pub fn symbolic_atoms(&self) -> impl Iterator<Item = SymbolicAtom> + '_ {
        self.grounder.atoms().map(|(symbol, state)| self.describe(symbol, state))
    }

    /// The state of an atom; `None` if the atom cannot be true.
    pub fn symbolic_atom(&self, atom: Symbol) -> Option<SymbolicAtom> {
        self.grounder.lookup(atom).map(|state| self.describe(atom, state))
    }

    fn describe(&self, symbol: Symbol, state: AtomState) -> SymbolicAtom {
        SymbolicAtom::new(symbol, state, |atom| self.preparation.external_value(atom))
    }

    /// The store of all symbols of the control.
    pub fn symbols(&self) -> &Symbols {
        self.symbols
    }

    /// The store of all symbols of the control, for creating symbols.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        self.symbols
    }

    /// The search's literal for a literal of the program. Equivalent literals of the program share a literal
    /// of the search, and the literal of a fact is permanently true. An atom without a rule is permanently
    /// false.
    pub fn literal(&mut self, literal: Literal) -> Lit {
        self.preparation.literal(literal)
    }

    /// A literal that is true if all of these are: for conditions of [elements](TheoryAtom::elements).
    pub fn conjunction(&mut self, literals: &[Literal]) -> Lit {
        self.preparation.conjunction(literals)
    }

    /// A new literal that occurs in no statement. Answer sets that only differ in it are enumerated
    /// separately, so clauses should determine it.
    pub fn new_literal(&mut self) -> Lit {
        self.preparation.new_literal()
    }

    /// Adds a clause that holds in all answer sets from now on.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.preparation.add_clause(clause);
    }

    /// Watches a literal: [`Propagator::propagate`] is called whenever it becomes true, from now on. Literals
    /// that are true already are reported by the first call, even if an earlier solve reported them.
    pub fn watch(&mut self, lit: Lit) {
        self.preparation.watch(lit);
    }

    /// The permanent assignment.
    pub fn assignment(&self) -> Assignment<'_> {
        self.preparation.assignment()
    }
}
