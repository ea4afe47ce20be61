//! The atoms that may be true, and the values of those that are set from outside.

use super::{Control, Truth};
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_ground::AtomState;
use hamadryad_symbol::{Signature, Symbol};

/// An atom that may be true, as it stands when it is asked for. The symbol and the literal stay the same in all steps; the
/// rest may change whenever something is grounded, cleaned up, assigned or released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicAtom {
    /// The atom as it is written.
    pub symbol: Symbol,
    /// The atom in the ground program.
    pub literal: Literal,
    /// Whether it is known to be true in every answer set, so that grounding leaves it out of bodies.
    pub is_fact: bool,
    /// The value that it has from outside, where it is external.
    pub external: Option<Truth>,
}

impl Control {
    /// Sets the value of an external atom from now on. Atoms that are no externals, or unknown, are left alone.
    pub fn assign_external(&mut self, atom: Symbol, value: Truth) {
        if let Some(state) = self.grounder.lookup(atom) {
            self.solver.assign_external(state.atom, value.into());
        }
    }

    /// Makes an external atom false for good: it is no external any more, and can neither be declared nor defined again.
    /// Atoms that are no externals, or unknown, are left alone.
    ///
    /// Where what has been grounded since the last solve declares or defines the atom, that step ends here: what it defines is
    /// not released, and no further rules may come for its atoms.
    pub fn release_external(&mut self, atom: Symbol) {
        if let Some(state) = self.grounder.lookup(atom) {
            self.solver.assign_external(state.atom, ExternalValue::Release);
        }
    }

    /// Drops what is settled: what the search has found to be true for good becomes a fact, what is false for good is no atom
    /// that later parts are grounded with, and clauses that hold for good are gone. A program whose externals are released
    /// again and again stays small with it. What has been grounded since the last solve is left as it is.
    ///
    /// The answers of all steps to come are the same without it, unless a part declares externals under conditions
    /// (`#external a : b`): there is none where `b` is known to be false. Atoms that are gone cannot be defined again, as ever.
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
        if self.solver.cleanup() {
            self.grounder.cleanup(&|atom| self.solver.settled(atom));
        }
    }

    /// The atoms that the program can derive or that are external, in the order in which they were grounded.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.grounder.atoms().map(|(symbol, _)| symbol)
    }

    /// All atoms that the program can derive or that are external with what is known of them, signature by signature.
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

    /// The atoms of one signature, in the order in which they were grounded.
    pub fn symbolic_atoms_of(&self, signature: Signature) -> impl Iterator<Item = SymbolicAtom> + '_ {
        self.grounder.atoms_of(signature).map(|(symbol, state)| self.describe(symbol, state))
    }

    /// What is known of an atom; `None` where it cannot be true.
    pub fn symbolic_atom(&self, atom: Symbol) -> Option<SymbolicAtom> {
        self.grounder.lookup(atom).map(|state| self.describe(atom, state))
    }

    /// The signatures that have atoms, in the order in which the program speaks of them.
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
