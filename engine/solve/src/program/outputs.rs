//! The outputs of all steps: terms and atoms that a model shows if their conditions are true.
//!
//! ```text
//! #show t : a, not b.        the term t, with a condition of two literals
//! ```
//!
//! Invariant: an output is translated when all atoms of its condition are defined, or can no longer be
//! defined; until then no model shows it.

use crate::program::atoms::AtomTable;
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_sat::{Lit, Solver};
use hamadryad_symbol::Symbol;

/// A translated output.
#[derive(Clone)]
pub(crate) struct Output {
    pub(crate) symbol: Symbol,
    pub(crate) kind: OutputKind,
    pub(crate) condition: Vec<Lit>,
}

/// An output of the program, before translation.
#[derive(Clone)]
struct StatedOutput {
    symbol: Symbol,
    kind: OutputKind,
    condition: Vec<Literal>,
}

/// The outputs of all steps.
#[derive(Clone, Default)]
pub(crate) struct Outputs {
    waiting: Vec<StatedOutput>,
    translated: Vec<Output>,
}

impl Outputs {
    /// Adds an output statement.
    pub(crate) fn add(&mut self, symbol: Symbol, kind: OutputKind, condition: &[Literal]) {
        self.waiting.push(StatedOutput { symbol, kind, condition: condition.to_vec() });
    }

    /// The number of outputs that are not translated, for [`Outputs::truncate`].
    pub(crate) fn mark(&self) -> usize {
        self.waiting.len()
    }

    /// Removes the outputs since a mark.
    pub(crate) fn truncate(&mut self, mark: usize) {
        self.waiting.truncate(mark);
    }

    /// The translated outputs.
    pub(crate) fn translated(&self) -> &[Output] {
        &self.translated
    }

    /// Translates the outputs whose positive atoms have literals.
    pub(crate) fn translate(&mut self, atoms: &mut AtomTable) {
        for output in std::mem::take(&mut self.waiting) {
            let waits = |literal: &Literal| literal.is_positive() && atoms.known(literal.atom()).is_none();
            if output.condition.iter().any(waits) {
                self.waiting.push(output);
                continue;
            }
            output.condition.iter().for_each(|&literal| atoms.settle(literal));
            let condition = output.condition.iter().map(|&literal| atoms.lit(literal)).collect();
            self.translated.push(Output { symbol: output.symbol, kind: output.kind, condition });
        }
    }

    /// Removes the atoms that `is_hidden` selects. Returns, by translated output before the call, whether it is kept.
    pub(crate) fn hide_atoms(&mut self, is_hidden: &dyn Fn(Symbol) -> bool) -> Vec<bool> {
        let is_kept = |kind, symbol| kind != OutputKind::Atom || !is_hidden(symbol);
        self.waiting.retain(|output| is_kept(output.kind, output.symbol));
        let kept: Vec<bool> =
            self.translated.iter().map(|output| is_kept(output.kind, output.symbol)).collect();
        self.retain(&kept);
        kept
    }

    fn retain(&mut self, is_kept: &[bool]) {
        let mut kept = is_kept.iter();
        self.translated.retain(|_| *kept.next().expect("one entry for each output"));
    }

    /// Removes outputs that no model shows, and condition literals that every model satisfies. Returns, by
    /// translated output before the call, whether it is kept.
    pub(crate) fn simplify(&mut self, sat: &Solver) -> Vec<bool> {
        let can_be_shown = |output: &Output| !output.condition.iter().any(|&lit| sat.is_fixed_true(!lit));
        let is_kept: Vec<bool> = self.translated.iter().map(can_be_shown).collect();
        self.retain(&is_kept);
        for output in &mut self.translated {
            output.condition.retain(|&lit| !sat.is_fixed_true(lit));
        }
        is_kept
    }
}
