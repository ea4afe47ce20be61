//! The possibly true atoms, and the values of external atoms.

use crate::control::state::{Control, Truth};
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_ground::AtomState;
use hamadryad_symbol::{Signature, Symbol};

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

    /// Makes an external atom false permanently: it is no longer external, and can be neither declared nor
    /// defined again. Atoms that are unknown or not external are ignored.
    ///
    /// If statements since the last solve declare or define the atom, the step ends here: atoms that it
    /// defines are not released, and no further rules may define its atoms.
    pub fn release_external(&mut self, atom: Symbol) {
        if let Some(state) = self.grounder.lookup(atom) {
            self.solver.assign_external(state.atom, ExternalValue::Release);
        }
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

impl SymbolicAtom {
    pub(crate) fn new(
        symbol: Symbol,
        state: AtomState,
        external_value: impl FnOnce(Atom) -> Option<ExternalValue>,
    ) -> SymbolicAtom {
        let external = if state.external { external_value(state.atom) } else { None };
        let external = external.and_then(|value| match value {
            ExternalValue::True => Some(Truth::True),
            ExternalValue::False => Some(Truth::False),
            ExternalValue::Free => Some(Truth::Free),
            ExternalValue::Release => None,
        });
        SymbolicAtom { symbol, literal: state.atom.positive(), is_fact: state.fact, external }
    }
}
