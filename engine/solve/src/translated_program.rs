//! The translated program: clauses and propagators, and the literals of atoms and outputs.
//!
//! The translation of a step (`translate/`) adds to it; a search (`search/`) borrows it, or has a clone of
//! its own.
//!
//! Invariant: between two searches, all clauses and all constraints of propagators follow from the program.
//! Temporary variables of a search are released when it ends.

use crate::config::{Config, DefaultDirective};
use crate::program::atoms::AtomTable;
use crate::program::outputs::{Output, Outputs};
use crate::propagate::objective::Objective;
use crate::propagate::propagators::Propagators;
use crate::search::levels::LevelCounts;
use crate::search::output_literals::OutputLiterals;
use crate::search::progress::Progress;
use hamadryad_aspif::{Atom, Literal};
use hamadryad_sat::{Lit, Solver, Statistics, Var};
use hamadryad_symbol::Symbol;
use rustc_hash::FxHashSet;

/// The program as clauses and propagators.
#[derive(Clone)]
pub(crate) struct TranslatedProgram {
    pub(crate) sat: Solver,
    pub(crate) propagators: Propagators,
    pub(crate) config: Config,
    pub(crate) atoms: AtomTable,
    pub(crate) outputs: Outputs,
    pub(crate) output_literals: OutputLiterals,
    /// The atoms of `#project` statements; `None` without a `#project` statement.
    pub(crate) projected: Option<Vec<Atom>>,
    /// The models and cores on the levels of the objective, over all searches.
    pub(crate) levels: LevelCounts,
    /// The counts of workers on other threads.
    pub(crate) effort_of_workers: Vec<Statistics>,
    pub(crate) progress: Option<Progress>,
}

impl TranslatedProgram {
    /// The empty program: one literal is true.
    pub(crate) fn new(config: Config) -> TranslatedProgram {
        let mut sat = Solver::with_config(config.search.clone());
        let truth = sat.new_var().positive();
        sat.add_clause(&[truth]);
        TranslatedProgram {
            sat,
            propagators: Propagators::default(),
            config,
            atoms: AtomTable::new(truth),
            outputs: Outputs::default(),
            output_literals: OutputLiterals::default(),
            projected: None,
            levels: LevelCounts::default(),
            effort_of_workers: Vec::new(),
            progress: None,
        }
    }

    /// Changes the configuration.
    pub(crate) fn set_config(&mut self, config: Config) {
        self.sat.set_config(config.search.clone());
        self.config = config;
    }

    /// The solver's literal of a program literal.
    pub(crate) fn lit(&self, literal: Literal) -> Lit {
        self.atoms.lit(literal)
    }

    /// Backtracks to level 0: no decisions, no assumptions.
    pub(crate) fn back_to_root(&mut self) {
        self.sat.reset(&mut self.propagators);
    }

    /// Propagates at level 0. `false` if the program has no model.
    pub(crate) fn propagate_at_root(&mut self) -> bool {
        self.sat.propagate_at_root(&mut self.propagators)
    }

    /// Makes an external atom false in all later solves.
    pub(crate) fn release_external(&mut self, atom: Atom) {
        if let Some(lit) = self.atoms.release(atom) {
            self.back_to_root();
            self.sat.add_clause(&[!lit]);
        }
    }

    /// Removes the objective.
    pub(crate) fn remove_objective(&mut self) {
        self.back_to_root();
        self.propagators.objective = Objective::default();
        self.propagators.rebuild_objective(&self.sat);
    }

    /// Adds the default directive for the literals that have none, at level 0.
    pub(crate) fn add_default_directives(&mut self) {
        let Some(directive) = self.config.default_directive.filter(|_| self.config.domain_heuristic) else {
            return;
        };
        let mut lits: Vec<Lit> = Vec::new();
        if directive.all {
            lits.extend(self.atoms.literals().map(|(_, lit)| lit));
        }
        if directive.shown {
            let single = |output: &Output| match output.condition[..] {
                [lit] => Some(lit),
                _ => None,
            };
            lits.extend(self.outputs.translated().iter().filter_map(single));
        }
        if directive.objective {
            lits.extend(self.propagators.objective.literals());
        }
        let mut known: FxHashSet<Var> = self.propagators.heuristic.modified().map(Lit::var).collect();
        for lit in lits {
            if !self.sat.is_fixed_true(lit) && !self.sat.is_fixed_true(!lit) && known.insert(lit.var()) {
                let DefaultDirective { modifier, bias, .. } = directive;
                let (sat, truth) = (&mut self.sat, self.atoms.truth);
                self.propagators.add_heuristic_directive(sat, lit, modifier, bias, 0, truth);
            }
        }
    }

    /// Deletes outputs, literals and clauses that fixed literals decide. `false` if the program has no model.
    pub(crate) fn simplify(&mut self) -> bool {
        self.back_to_root();
        if !self.propagate_at_root() {
            return false;
        }
        let is_kept = self.outputs.simplify(&self.sat);
        self.output_literals.retain(&is_kept);
        true
    }

    /// Hides the atoms that `is_hidden` selects.
    pub(crate) fn hide_atoms(&mut self, is_hidden: &dyn Fn(Symbol) -> bool) {
        let is_kept = self.outputs.hide_atoms(is_hidden);
        self.output_literals.retain(&is_kept);
    }

    /// By output: a literal that is true if and only if a model shows the output; at level 0.
    pub(crate) fn output_literals(&mut self) -> Vec<Lit> {
        self.output_literals.of(self.outputs.translated(), &mut self.sat, self.atoms.truth)
    }

    /// Publishes the best costs and the lower bounds of the current search.
    pub(crate) fn show_bounds(&self, best: Option<&Vec<i64>>, least: &[i64]) {
        if let Some(progress) = &self.progress {
            progress.note(best, least);
        }
    }

    /// Publishes that no bounds are known yet.
    pub(crate) fn show_beginning(&self) {
        if let Some(progress) = &self.progress {
            progress.begin();
        }
    }
}
