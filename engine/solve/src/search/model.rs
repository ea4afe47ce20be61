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
