//! A model: an answer set, read from the assignment of the search.

use crate::propagate::user::propagator::UserPropagator;
use crate::search::consequences::Estimated;
use crate::search::options::Estimate;
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_sat::Lit;
use hamadryad_symbol::Symbol;

/// An answer set, valid until the search continues.
pub struct Model<'m> {
    pub(crate) program: &'m TranslatedProgram,
    pub(crate) estimated: Option<&'m Estimated>,
    /// Its number in this search, from 1.
    pub number: u64,
    /// Its costs by priority, highest first; empty without an objective.
    pub costs: &'m [i64],
    /// Whether it is proven that no model has lower costs.
    pub optimality_proven: bool,
}

impl Model<'_> {
    /// The shown symbols of one kind, in the order of the program. If consequences are computed: the symbols
    /// in their estimate.
    pub fn symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        let sat = &self.program.sat;
        let holds = move |lits: &[Lit]| lits.iter().all(|&lit| sat.is_true(lit));
        let estimated = self.estimated;
        let outputs = self.program.outputs.translated().iter().enumerate();
        let shown = outputs.filter(move |(_, output)| output.kind == kind).filter(move |(number, output)| {
            match estimated {
                Some(estimated) => estimated.contains(*number),
                None => holds(&output.condition),
            }
        });
        shown.map(|(_, output)| output.symbol)
    }

    /// The symbols of one kind that are not among [`Model::symbols`].
    pub fn other_symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        let sat = &self.program.sat;
        let outputs = self.program.outputs.translated().iter().enumerate();
        let hidden = outputs.filter(move |(number, output)| {
            let is_shown = match self.estimated {
                Some(estimated) => estimated.contains(*number),
                None => output.condition.iter().all(|&lit| sat.is_true(lit)),
            };
            output.kind == kind && !is_shown
        });
        hidden.map(|(_, output)| output.symbol)
    }

    /// Whether a literal is a consequence, `None` if this is not known; without consequences, whether it is true.
    pub fn is_consequence(&self, literal: Literal) -> Option<bool> {
        let lit = self.program.lit(literal);
        match self.estimated {
            // Outputs are positive, though a negative literal may have the same variable as an output.
            Some(_) if !literal.is_positive() => Some(self.program.sat.is_fixed_true(lit)),
            Some(estimated) => estimated.of_literal(&self.program.sat, lit),
            None => Some(self.program.sat.is_true(lit)),
        }
    }

    /// The number of consequences known so far, if consequences are computed.
    pub fn consequences(&self) -> Option<Estimate> {
        self.estimated?.estimate(&self.program.sat)
    }

    /// Whether a literal of the program is true.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.program.sat.is_true(self.program.lit(literal))
    }

    /// The user propagator with a number, in its state at this model.
    pub fn user_propagator(&self, number: usize) -> Option<&dyn UserPropagator> {
        self.program.propagators.user.get(number).map(|user| user as &dyn UserPropagator)
    }
}
