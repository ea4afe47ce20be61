//! The possibly true atoms, and the values of external atoms.

use crate::control::state::{Control, Truth};
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_ground::{AtomState, Grounder};
use hamadryad_symbol::{Signature, Symbol, Symbols};

/// A possibly true atom in its present state. The symbol and the literal stay the same in all steps;
/// grounding, clean-up, assignment and release may change the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicAtom {
    /// The atom as a symbol.
    pub symbol: Symbol,
    /// The atom in the ground program.
    pub literal: Literal,
    /// Whether the atom is known to be true in every answer set, so that grounding removes it from bodies.
    pub is_fact: bool,
    /// Its value, if it is external.
    pub external: Option<Truth>,
}

impl Control {
    /// Sets the value of an external atom. Atoms that are unknown or not external are ignored.
    pub fn assign_external(&mut self, atom: Symbol, value: Truth) {
        if let Some(state) = self.grounder.lookup(atom) {
            self.solver.assign_external(state.atom, value.into());
        }
    }

    /// Makes an external atom false permanently: it is no longer external. Atoms that are unknown or not
    /// external are ignored.
    ///
    /// If a later step declares or defines the symbol again, the symbol stands for a new atom with another
    /// literal; the rules of earlier steps stay with the released atom.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions, Truth};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "#external x. old :- x. #program again. #external x. new :- x.")?;
    /// control.ground(&[Part::base()])?;
    /// let x = control.symbols_mut().constant("x");
    /// control.solve(SolveOptions::default())?.next_model();
    /// control.release_external(x);
    ///
    /// control.ground(&[Part::new("again", &[])])?;
    /// control.assign_external(x, Truth::True);
    /// let mut search = control.solve(SolveOptions::default())?;
    /// assert_eq!(search.next_model().map(|model| model.to_string()), Some("x new".to_owned()));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// If statements since the last solve declare or define the atom, the step ends here: atoms that it
    /// defines are not released, and no further rules may define its atoms.
    pub fn release_external(&mut self, atom: Symbol) {
        if let Some(state) = self.grounder.lookup(atom) {
            let was_released = self.solver.is_released(state.atom);
            self.solver.assign_external(state.atom, ExternalValue::Release);
            if !was_released && self.solver.is_released(state.atom) {
                self.grounder.release(atom);
            }
        }
    }

    /// As [`Control::assign_external`], for an atom of the ground program.
    pub fn assign_external_atom(&mut self, atom: Atom, value: Truth) {
        self.solver.assign_external(atom, value.into());
    }

    /// As [`Control::release_external`], for an atom of the ground program.
    pub fn release_external_atom(&mut self, atom: Atom) {
        self.solver.assign_external(atom, ExternalValue::Release);
    }

    /// The value of an external atom of the ground program; `None` if it is not external, or was released.
    pub fn external_value(&self, atom: Atom) -> Option<Truth> {
        truth(self.solver.external_value(atom)?)
    }

    /// Whether the last solve had external atoms, whatever their values.
    pub fn has_externals(&self) -> bool {
        self.solver.has_externals()
    }

    /// Whether it is known that no step can have an answer set, whatever the assumptions.
    pub fn is_conflicting(&self) -> bool {
        self.solver.is_conflicting()
    }

    /// The tables of the possibly true atoms, by signature and place.
    pub fn tables(&self) -> AtomTables<'_> {
        AtomTables { symbols: &self.symbols, grounder: &self.grounder }
    }

    /// Simplifies by settled atoms: atoms that the search has proven true become facts, atoms proven false
    /// are removed from the base for grounding, and clauses that hold permanently are deleted. A program
    /// whose externals are released repeatedly stays small. Statements since the last solve are not
    /// simplified.
    ///
    /// The answer sets of all later steps are the same without the call, unless a part declares externals
    /// under conditions (`#external a : b`): no external is declared if `b` is known to be false. Removed
    /// atoms cannot be defined again.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "#external on(1..9). { light(X) } :- on(X). :- light(X), light(Y), X < Y.")?;
    /// control.ground(&[Part::base()])?;
    /// control.solve(SolveOptions::default())?.next_model();
    /// let before = control.size();
    ///
    /// for number in 1..=8 {
    ///     let number = control.symbols_mut().number(number);
    ///     let on = control.symbols_mut().function("on", &[number]);
    ///     control.release_external(on);
    /// }
    /// control.cleanup();
    /// assert_eq!(control.atoms().count(), 2);
    /// let after = control.size();
    /// assert!(after.0 < before.0 && after.1.iter().sum::<usize>() < before.1.iter().sum());
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn cleanup(&mut self) {
        if self.recorded.is_none() && self.solver.cleanup() {
            self.grounder.cleanup(&|atom| self.solver.settled(atom));
        }
    }

    /// The atoms that are true in every answer set by grounding alone, in the order of grounding.
    pub fn facts(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.grounder.atoms().filter(|(_, state)| state.fact).map(|(symbol, _)| symbol)
    }

    /// The atoms that the program can derive or that are external, in the order of grounding.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.grounder.atoms().map(|(symbol, _)| symbol)
    }

    /// All atoms that the program can derive or that are external, with their states, signature by signature.
    ///
    /// ```
    /// use hamadryad::{Control, Part, Signature, Truth};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "cell(1..3). { queen(X) : cell(X) } = 1. #external blocked(2). [free]")?;
    /// control.ground(&[Part::base()])?;
    ///
    /// let facts = control.symbolic_atoms().filter(|atom| atom.is_fact).count();
    /// assert_eq!(facts, 3);
    ///
    /// let name = control.symbols_mut().name("queen");
    /// let signature = Signature { name, arity: 1, positive: true };
    /// assert_eq!(control.symbolic_atoms_of(signature).count(), 3);
    ///
    /// let blocked = control.parse_symbol("example", "blocked(2)")?;
    /// let atom = control.symbolic_atom(blocked).expect("it is declared");
    /// assert_eq!(atom.external, Some(Truth::Free));
    /// control.release_external(blocked);
    /// assert_eq!(control.symbolic_atom(blocked).and_then(|atom| atom.external), None);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn symbolic_atoms(&self) -> impl Iterator<Item = SymbolicAtom> + '_ {
        self.grounder.atoms().map(|(symbol, state)| self.describe(symbol, state))
    }

    /// The atoms of a signature, in the order of grounding.
    pub fn symbolic_atoms_of(&self, signature: Signature) -> impl Iterator<Item = SymbolicAtom> + '_ {
        self.grounder.atoms_of(signature).map(|(symbol, state)| self.describe(symbol, state))
    }

    /// The state of an atom; `None` if the atom cannot be true.
    pub fn symbolic_atom(&self, atom: Symbol) -> Option<SymbolicAtom> {
        self.grounder.lookup(atom).map(|state| self.describe(atom, state))
    }

    /// The signatures with atoms, in the order of their first occurrence.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> + '_ {
        self.grounder.signatures()
    }

    fn describe(&self, symbol: Symbol, state: AtomState) -> SymbolicAtom {
        SymbolicAtom::new(symbol, state, |atom| self.solver.external_value(atom))
    }
}

fn truth(value: ExternalValue) -> Option<Truth> {
    match value {
        ExternalValue::True => Some(Truth::True),
        ExternalValue::False => Some(Truth::False),
        ExternalValue::Free => Some(Truth::Free),
        ExternalValue::Release => None,
    }
}

/// The possibly true atoms in tables, one table for each signature, in the order in which clingo lists signatures: those
/// of rules, each behind those of its bodies, then those that have only facts. A table and an atom keep their numbers, except
/// that [`Control::cleanup`] moves atoms up.
#[derive(Clone, Copy)]
pub struct AtomTables<'a> {
    pub(crate) symbols: &'a Symbols,
    pub(crate) grounder: &'a Grounder,
}

impl<'a> AtomTables<'a> {
    /// The store of the symbols.
    pub fn symbols(self) -> &'a Symbols {
        self.symbols
    }

    /// The number of atoms of the ground program, with those without a name; they are numbered from 1.
    pub fn number_of_atoms(self) -> u32 {
        self.grounder.number_of_atoms()
    }

    /// The number of tables. Some have no signature.
    pub fn len(self) -> usize {
        self.grounder.number_of_tables()
    }

    /// Whether there is no table.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The signature of the atoms of a table; `None` for tables without atoms of the language.
    pub fn signature(self, table: usize) -> Option<Signature> {
        self.grounder.table_signature(table)
    }

    /// The table of a signature.
    pub fn table_of(self, signature: Signature) -> Option<usize> {
        self.grounder.table_of(signature)
    }

    /// The table of an atom, and its place in this table.
    pub fn find(self, atom: Symbol) -> Option<(usize, usize)> {
        self.grounder.place_of(self.symbols, atom)
    }

    /// The atom at a place of a table: the symbol, the atom of the ground program, whether it is a fact, and
    /// whether it was declared external and no rule derives it.
    pub fn get(self, table: usize, place: usize) -> Option<(Symbol, Atom, bool, bool)> {
        let (symbol, state) = self.grounder.atom_at(table, place)?;
        Some((symbol, state.atom, state.fact, state.external))
    }
}

impl SymbolicAtom {
    pub(crate) fn new(
        symbol: Symbol,
        state: AtomState,
        external_value: impl FnOnce(Atom) -> Option<ExternalValue>,
    ) -> SymbolicAtom {
        let external = if state.external { external_value(state.atom) } else { None };
        let external = external.and_then(truth);
        SymbolicAtom { symbol, literal: state.atom.positive(), is_fact: state.fact, external }
    }
}
