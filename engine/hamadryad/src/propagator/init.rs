//! What a propagator sees of a step, and the seat that it has in the solver.

use super::{Assignment, Lit, Propagation, Propagator};
use crate::{Error, Literal, Signature, Symbol, SymbolicAtom, Symbols};
use hamadryad_ground::{AtomState, Grounder};
use hamadryad_solve::{Guest, Preparation, TheoryAtom};

/// A propagator as the solver keeps it, with how much of the program it knows.
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

impl Guest for Hosted {
    fn clone_box(&self) -> Box<dyn Guest> {
        Box::new(Hosted { propagator: self.propagator.clone_propagator(), seen: self.seen })
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) {
        // A conflict is known to the search already.
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

/// The program, in the hands of a propagator that gets to know it: before the first search, and before each that comes after
/// a new step. What is given out here keeps its meaning in all steps.
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

    /// The theory atoms that are new since the propagator was last told, those of directives included. Each comes once.
    pub fn theory_atoms(&self) -> impl Iterator<Item = TheoryAtom<'i>> + use<'i> {
        self.preparation.theories().atoms_from(self.seen.theory_atoms)
    }

    /// The atoms of one name and number of arguments that are new since the propagator was last told.
    pub fn new_atoms(&mut self, name: &str, arity: u32) -> Vec<SymbolicAtom> {
        let mut atoms = self.atoms(name, arity);
        atoms.retain(|atom| atom.literal.atom().number() > self.seen.last_atom);
        atoms
    }

    /// All atoms of one name and number of arguments, in the order in which they were grounded.
    pub fn atoms(&mut self, name: &str, arity: u32) -> Vec<SymbolicAtom> {
        let signature = Signature { name: self.symbols.name(name), arity, positive: true };
        let atoms = self.grounder.atoms_of(signature);
        atoms.map(|(symbol, state)| self.describe(symbol, state)).collect()
    }

    /// All atoms that may be true, see [`Control::symbolic_atoms`](crate::Control::symbolic_atoms).
    pub fn symbolic_atoms(&self) -> impl Iterator<Item = SymbolicAtom> + '_ {
        self.grounder.atoms().map(|(symbol, state)| self.describe(symbol, state))
    }

    /// What is known of an atom; `None` where it cannot be true.
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

    /// The store of all symbols of the control, to make symbols with.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        self.symbols
    }

    /// The search's literal of a literal of the program. They are the same where the program makes them equivalent, and that
    /// of a fact is true for good. An atom that nothing derives is false, and so for good.
    pub fn literal(&mut self, literal: Literal) -> Lit {
        self.preparation.literal(literal)
    }

    /// A literal that is true where all of these are: for conditions of [elements](TheoryAtom::elements).
    pub fn conjunction(&mut self, literals: &[Literal]) -> Lit {
        self.preparation.conjunction(literals)
    }

    /// A literal that nothing in the program speaks of. Answer sets that differ in it alone are found as different ones, so
    /// clauses should say what it is.
    pub fn new_literal(&mut self) -> Lit {
        self.preparation.new_literal()
    }

    /// Adds a clause that holds in all answer sets from now on.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.preparation.add_clause(clause);
    }

    /// Lets [`Propagator::propagate`] hear of the literal whenever it becomes true, from now on. What is true already is
    /// among the first changes that it hears of, even where it has heard of it before.
    pub fn watch(&mut self, lit: Lit) {
        self.preparation.watch(lit);
    }

    /// What is known to hold for good.
    pub fn assignment(&self) -> Assignment<'_> {
        self.preparation.assignment()
    }
}
