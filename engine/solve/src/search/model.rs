//! A model: an answer set, read from the assignment of the search.

use crate::program::outputs::Output;
use crate::propagate::user::propagator::UserPropagator;
use crate::search::consequences::Estimated;
use crate::search::options::Estimate;
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_symbol::Symbol;

/// An answer set, valid until the search continues.
pub struct Model<'m> {
    pub(crate) program: &'m TranslatedProgram,
    pub(crate) estimated: Option<&'m Estimated>,
    /// Its number in this search, from 1.
    pub number: u64,
    /// Its number among the models that were found after the optimum was proven, from 1; 0 for others.
    pub number_of_optimal: u64,
    /// Its costs by priority, highest first; empty without an objective.
    pub costs: &'m [i64],
    /// Whether it is proven that no model has lower costs.
    pub optimality_proven: bool,
}

impl Model<'_> {
    /// The shown symbols of one kind, in the order of the program. If consequences are computed: the symbols
    /// in their estimate.
    pub fn symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        self.outputs(kind)
            .filter(|&(number, output)| self.shows(number, output))
            .map(|(_, output)| output.symbol)
    }

    /// The symbols of one kind that are not among [`Model::symbols`].
    pub fn other_symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        self.outputs(kind)
            .filter(|&(number, output)| !self.shows(number, output))
            .map(|(_, output)| output.symbol)
    }

    /// The symbols of one kind in the estimate of consequences. Facts are among them only if the consequences
    /// are not limited to projected atoms, or if one of these is a fact.
    pub fn estimated_symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        let has_facts = self.has_facts();
        let outputs = self.outputs(kind).filter(move |(_, output)| has_facts || !output.condition.is_empty());
        outputs.filter(|&(number, output)| self.shows(number, output)).map(|(_, output)| output.symbol)
    }

    /// The outputs of one kind with their numbers.
    fn outputs(&self, kind: OutputKind) -> impl Iterator<Item = (usize, &Output)> + '_ {
        self.program.outputs.translated().iter().enumerate().filter(move |(_, output)| output.kind == kind)
    }

    /// As [`Model::symbols`]: either those that are facts, or the others.
    pub fn symbols_by_fact(&self, kind: OutputKind, are_facts: bool) -> impl Iterator<Item = Symbol> + '_ {
        let outputs = self.outputs(kind).filter(move |(_, output)| output.condition.is_empty() == are_facts);
        outputs.filter(|&(number, output)| self.shows(number, output)).map(|(_, output)| output.symbol)
    }

    fn shows(&self, number: usize, output: &Output) -> bool {
        match self.estimated {
            Some(estimated) => estimated.contains(number, &output.condition),
            None => output.condition.iter().all(|&lit| self.program.sat.is_true(lit)),
        }
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

    /// Whether a literal is true; if consequences are computed: whether it is the literal of one in their
    /// estimate.
    pub fn is_estimated(&self, literal: Literal) -> bool {
        let lit = self.program.lit(literal);
        self.estimated
            .map_or_else(|| self.program.sat.is_true(lit), |estimated| estimated.contains_literal(lit))
    }

    /// Whether facts are in the estimate of consequences, see [`Model::estimated_symbols`].
    pub fn has_facts(&self) -> bool {
        self.estimated.is_none_or(|estimated| estimated.has_facts(&self.program.sat))
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
