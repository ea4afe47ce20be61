//! The interface of a propagator to a step.

use crate::{AtomTables, Literal, Signature, Symbol, SymbolicAtom, Symbols};
use hamadryad_ground::{AtomState, Grounder};
use hamadryad_sat::Lit;
use hamadryad_solve::{Assignment, Preparation, TheoryAtom, WeightConstraint};

/// The part of the program that a propagator has read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    theory_atoms: usize,
    /// The number of the last atom.
    last_atom: u32,
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

    /// Begins a call: the propagator has read this part of the program.
    pub(crate) fn begin(&mut self, seen: Seen) {
        self.seen = seen;
    }

    /// Ends a call; returns the part of the program that the propagator has read.
    pub(crate) fn end(&self) -> Seen {
        let numbers = self.grounder.atoms().map(|(_, state)| state.atom.number());
        Seen {
            theory_atoms: self.preparation.theories().len(),
            last_atom: numbers.max().unwrap_or(0).max(self.seen.last_atom),
        }
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

    /// Adds a clause that holds in all answer sets from now on. `false` if it is known now that no answer set
    /// exists.
    pub fn add_clause(&mut self, clause: &[Lit]) -> bool {
        self.preparation.add_clause(clause)
    }

    /// Adds a weight constraint that holds in all answer sets from now on. `false` if it is known now that no
    /// answer set exists.
    pub fn add_weight_constraint(&mut self, constraint: WeightConstraint) -> bool {
        self.preparation.add_weight_constraint(constraint)
    }

    /// Adds a literal with its weight to the objective, from now on.
    pub fn minimize(&mut self, priority: i32, lit: Lit, weight: i64) {
        self.preparation.minimize(priority, lit, weight);
    }

    /// Propagates the program, with the clauses of propagators that are prepared [always](super::Calls). `false`
    /// if no answer set exists.
    pub fn propagate(&mut self) -> bool {
        self.preparation.propagate()
    }

    /// Watches a literal: [`Propagator::propagate`](crate::propagator::Propagator::propagate) is called
    /// whenever it becomes true, from now on. Literals that are true already are reported by the first call,
    /// even if an earlier solve reported them.
    pub fn watch(&mut self, lit: Lit) {
        self.preparation.watch(lit);
    }

    /// Ends the watch of a literal.
    pub fn unwatch(&mut self, lit: Lit) {
        self.preparation.unwatch(lit);
    }

    /// The tables of the possibly true atoms.
    pub fn tables(&self) -> AtomTables<'_> {
        AtomTables { symbols: self.symbols, grounder: self.grounder }
    }

    /// The permanent assignment.
    pub fn assignment(&self) -> Assignment<'_> {
        self.preparation.assignment()
    }
}
