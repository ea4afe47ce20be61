//! The atoms of all steps: the literal and the external value of each.
//!
//! ```text
//! #external x.  { a }.  b :- a.  c :- x.     x has a variable and a value, a a variable; b is a, c is x
//! ```
//!
//! Invariant: an atom that has a literal keeps it in all later steps. An atom that no step has defined or
//! used has no literal, and is read as false. A released external stays released.

use crate::error::SolveError;
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_sat::{Lit, Solver};
use std::collections::BTreeSet;

/// The greatest number of an atom.
const LAST_ATOM: u32 = i32::MAX as u32;

/// The state of an atom.
#[derive(Clone, Copy, Default)]
pub(crate) struct AtomState {
    pub(crate) lit: Option<Lit>,
    /// The value of an external atom; `Release` after its release.
    external: Option<ExternalValue>,
    /// Whether a statement that is not translated yet declares the atom external.
    pub(crate) declared: bool,
}

impl AtomState {
    /// The value of an external atom that has not been released.
    pub(crate) fn external(self) -> Option<ExternalValue> {
        self.external.filter(|&value| value != ExternalValue::Release)
    }

    pub(crate) fn is_released(self) -> bool {
        self.external == Some(ExternalValue::Release)
    }
}

/// The table of all atoms.
#[derive(Clone)]
pub(crate) struct AtomTable {
    atoms: Vec<AtomState>,
    /// Auxiliary atoms without a statement of the program, numbered from the last number downwards.
    auxiliary: Vec<AtomState>,
    /// The external atoms that have not been released.
    externals: BTreeSet<Atom>,
    /// The literal that is true in every model.
    pub(crate) truth: Lit,
}

impl AtomTable {
    /// The empty table; `truth` is a literal that is true at level 0.
    pub(crate) fn new(truth: Lit) -> AtomTable {
        AtomTable { atoms: Vec::new(), auxiliary: Vec::new(), externals: BTreeSet::new(), truth }
    }

    /// A new auxiliary atom.
    pub(crate) fn new_auxiliary(&mut self) -> Atom {
        self.auxiliary.push(AtomState::default());
        Atom::new(LAST_ATOM + 1 - self.auxiliary.len() as u32).expect("fewer auxiliary atoms than numbers")
    }

    /// The state of an atom of the program; `None` if the program has not mentioned the atom.
    pub(crate) fn state(&self, atom: Atom) -> Option<AtomState> {
        self.atoms.get(atom.index()).copied()
    }

    /// The state of an atom, for changes.
    pub(crate) fn state_mut(&mut self, atom: Atom) -> &mut AtomState {
        let from_last = (LAST_ATOM - atom.number()) as usize;
        if from_last < self.auxiliary.len() {
            return &mut self.auxiliary[from_last];
        }
        if self.atoms.len() <= atom.index() {
            self.atoms.resize(atom.index() + 1, AtomState::default());
        }
        &mut self.atoms[atom.index()]
    }

    /// The literal of an atom that a step has defined or used.
    pub(crate) fn known(&self, atom: Atom) -> Option<Lit> {
        let state = self.atoms.get(atom.index());
        let state = state.or_else(|| self.auxiliary.get((LAST_ATOM - atom.number()) as usize));
        state?.lit
    }

    /// The solver's literal of a program literal; an atom without a literal is false.
    pub(crate) fn lit(&self, literal: Literal) -> Lit {
        let atom = self.known(literal.atom()).unwrap_or(!self.truth);
        if literal.is_positive() { atom } else { !atom }
    }

    /// Makes an atom false if it has no literal.
    pub(crate) fn settle(&mut self, literal: Literal) {
        let falsum = !self.truth;
        self.state_mut(literal.atom()).lit.get_or_insert(falsum);
    }

    /// Makes an atom external, or ends that.
    pub(crate) fn set_external(&mut self, atom: Atom, value: Option<ExternalValue>) {
        let state = self.state_mut(atom);
        state.external = value;
        if state.external().is_some() {
            self.externals.insert(atom);
        } else {
            self.externals.remove(&atom);
        }
    }

    /// Releases an external atom; returns its literal, which must become false. `None` if the atom is not
    /// external.
    pub(crate) fn release(&mut self, atom: Atom) -> Option<Lit> {
        let state = self.state(atom).filter(|state| state.external().is_some())?;
        self.set_external(atom, Some(ExternalValue::Release));
        Some(state.lit.expect("an external has a literal"))
    }

    /// The error if this step has a rule for the atom whose body may be true.
    pub(crate) fn check_definition(&self, sat: &Solver, atom: Atom) -> Result<(), SolveError> {
        let Some(state) = self.state(atom) else { return Ok(()) };
        let Some(lit) = state.lit else { return Ok(()) };
        if state.is_released() {
            return Err(SolveError::Released(atom));
        }
        let is_open = state.external().is_some() || sat.is_fixed_true(lit);
        if is_open { Ok(()) } else { Err(SolveError::Redefinition(atom)) }
    }

    /// The value of a settled atom: all models of all later steps agree on it, and no step can define the
    /// atom. Externals are not settled.
    pub(crate) fn settled(&self, sat: &Solver, atom: Atom) -> Option<bool> {
        let state = self.state(atom)?;
        let lit = state.lit.filter(|_| state.external().is_none())?;
        match (sat.is_fixed_true(lit), sat.is_fixed_true(!lit)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Whether an atom is external.
    pub(crate) fn has_externals(&self) -> bool {
        !self.externals.is_empty()
    }

    /// The values of external atoms as assumptions.
    pub(crate) fn external_assumptions(&self) -> impl Iterator<Item = Lit> + '_ {
        let states = self.externals.iter().map(|atom| self.atoms[atom.index()]);
        states.filter_map(|state| match state.external()? {
            ExternalValue::True => state.lit,
            ExternalValue::False => state.lit.map(|lit| !lit),
            ExternalValue::Free | ExternalValue::Release => None,
        })
    }

    /// The numbers of the atoms with a literal, and these literals.
    pub(crate) fn literals(&self) -> impl Iterator<Item = (usize, Lit)> + '_ {
        self.atoms.iter().enumerate().filter_map(|(number, state)| Some((number, state.lit?)))
    }
}
