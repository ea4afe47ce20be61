//! The translator: from a step to a translated program.
//!
//! Invariant: the clauses and constraints that it has added follow from the program at any time, so that an
//! interrupted translation leaves nothing to undo.

use crate::config::Config;
use crate::error::SolveError;
use crate::program::atoms::AtomTable;
use crate::program::outputs::Outputs;
use crate::program::theory::Theories;
use crate::propagate::propagators::Propagators;
use crate::statistics::ProgramStatistics;
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::Literal;
use hamadryad_sat::{Lit, Solver};

/// The results of translations that the program itself does not have.
#[derive(Clone, Default)]
pub(crate) struct Translated {
    /// The theory atoms of the translated steps.
    pub(crate) theories: Theories,
    /// The first error of a step.
    pub(crate) error: Option<SolveError>,
    /// The number of clauses after the last subsumption.
    pub(crate) clauses_compared: usize,
}

/// The parts of the solver that a translation changes.
pub(crate) struct Translator<'a> {
    pub(super) sat: &'a mut Solver,
    pub(super) propagators: &'a mut Propagators,
    pub(super) atoms: &'a mut AtomTable,
    pub(super) outputs: &'a mut Outputs,
    pub(super) config: &'a Config,
    pub(super) statistics: &'a mut ProgramStatistics,
    pub(super) translated: &'a mut Translated,
    /// The literal that is true in every model.
    pub(super) truth: Lit,
}

impl<'a> Translator<'a> {
    /// A translator into a program.
    pub(crate) fn new(
        program: &'a mut TranslatedProgram,
        statistics: &'a mut ProgramStatistics,
        translated: &'a mut Translated,
    ) -> Translator<'a> {
        let TranslatedProgram { sat, propagators, atoms, outputs, config, .. } = program;
        let truth = atoms.truth;
        Translator { sat, propagators, atoms, outputs, config, statistics, translated, truth }
    }

    /// The solver's literal of a program literal.
    pub(super) fn lit(&self, literal: Literal) -> Lit {
        self.atoms.lit(literal)
    }

    /// Propagates at level 0. `false` if the program has no model.
    pub(super) fn propagate_at_root(&mut self) -> bool {
        self.sat.propagate_at_root(self.propagators)
    }

    /// The literals that some literals imply by propagation at level 0; `None` if they contradict each other.
    pub(super) fn probe(&mut self, literals: &[Lit]) -> Option<Vec<Lit>> {
        self.sat.probe(self.propagators, literals)
    }

    /// Removes subsumed clauses if the number of clauses has grown by a tenth.
    pub(super) fn subsume(&mut self) {
        let number = |sat: &Solver| sat.num_clauses().iter().sum::<usize>();
        let before = self.translated.clauses_compared;
        if !self.config.subsumption || number(self.sat) < before + before / 10 {
            return;
        }
        let removed = self.sat.subsume(self.propagators);
        self.statistics.subsumed_clauses += removed.clauses;
        self.statistics.refuted_literals += removed.literals;
        self.translated.clauses_compared = number(self.sat);
    }
}
