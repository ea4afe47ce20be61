//! The solver of ground programs: a sink of statements, and a source of searches.
//!
//! ```text
//! statements ─program/→ step ─translate/→ translated program ─search/→ models
//! ```
//!
//! Statements wait until a solve, or another call that needs the whole program, translates them: steps
//! without a solve in between are one step, so that the second may have rules for atoms of the first.
//!
//! Invariant: this file only connects the stages; each of them owns its state.

use crate::config::Config;
use crate::error::SolveError;
use crate::program::atoms::AtomState;
use crate::program::possible_bodies::possible_bodies;
use crate::program::step::{HeuristicDirective, Mark, Step};
use crate::proof;
use crate::propagate::user::preparation::{Preparation, prepare_all};
use crate::propagate::user::propagator::UserPropagator;
use crate::search::look_ahead::{Considered, LookAhead, look_ahead};
use crate::search::models::Search;
use crate::search::options::{OptimizeMode, SearchOptions};
use crate::search::progress::Progress;
use crate::statistics::{LevelStatistics, ProgramStatistics};
use crate::translate::pending::PendingTranslation;
use crate::translate::translator::{Translated, Translator};
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};
use std::io::{self, Write};

/// The amounts of statements at some moment, see [`AspSolver::save`].
#[derive(Clone, Copy)]
pub struct Saved {
    step: Mark,
    outputs: usize,
    projected: Option<usize>,
    statistics: ProgramStatistics,
}

/// A solver of ground programs, step by step.
#[derive(Clone)]
pub struct AspSolver {
    /// The statements since the last translation.
    step: Step,
    /// Whether a step has ended since the last translation.
    is_waiting: bool,
    /// An interrupted translation.
    pending: Option<Box<PendingTranslation>>,
    translated: Translated,
    program: TranslatedProgram,
    /// The literals that the current step assumes.
    assumed: Vec<Literal>,
    statistics: ProgramStatistics,
    /// The priorities of all steps, for [`AspSolver::priorities`].
    priorities: Vec<i32>,
}

impl Default for AspSolver {
    fn default() -> AspSolver {
        AspSolver::new(Config::default())
    }
}

impl AspSolver {
    /// A solver of the empty program.
    pub fn new(config: Config) -> AspSolver {
        AspSolver {
            step: Step::default(),
            is_waiting: false,
            pending: None,
            translated: Translated::default(),
            program: TranslatedProgram::new(config),
            assumed: Vec::new(),
            statistics: ProgramStatistics::default(),
            priorities: Vec::new(),
        }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.program.config
    }

    /// Changes the configuration. Heuristic directives take effect if the domain heuristic is on when their
    /// step is translated.
    pub fn set_config(&mut self, config: Config) {
        self.program.set_config(config);
    }

    /// Sizes of the program. If the translation was interrupted, the sizes of the translated part.
    pub fn statistics(&mut self) -> &ProgramStatistics {
        self.translate_unless_interrupted();
        &self.statistics
    }

    /// The counts of all searches, on all threads.
    pub fn search_statistics(&self) -> hamadryad_sat::Statistics {
        self.program.effort_of_workers.iter().fold(*self.program.sat.statistics(), |sum, one| sum.and(one))
    }

    /// The counts of all searches, by thread: those of the first, and those of each worker that has run.
    pub fn thread_statistics(&self) -> Vec<hamadryad_sat::Statistics> {
        std::iter::once(self.program.sat.statistics())
            .chain(&self.program.effort_of_workers)
            .copied()
            .collect()
    }

    /// The counts of all optimisations by level, the highest priority first, without the counts of workers.
    pub fn level_statistics(&mut self) -> Vec<LevelStatistics> {
        let priorities = self.priorities().to_vec();
        self.program.levels.of(&priorities)
    }

    /// The number of variables that are not fixed, and of clauses of two, three and more literals, without
    /// temporary ones. If the translation was interrupted, the numbers of the translated part.
    pub fn size(&mut self) -> (usize, [usize; 3]) {
        self.translate_unless_interrupted();
        self.program.back_to_root();
        self.program.propagate_at_root();
        (self.program.sat.num_open_vars(), self.program.sat.num_clauses())
    }

    /// The number of variables, temporary ones included.
    pub fn number_of_variables(&self) -> usize {
        self.program.sat.num_vars()
    }

    /// The number of learnt clauses that later searches can use.
    pub fn number_of_learnt_clauses(&self) -> usize {
        self.program.sat.num_learnt_clauses()
    }

    /// The progress of searches, for reading from other threads.
    pub fn progress(&mut self) -> Progress {
        let progress = self.program.progress.get_or_insert_default();
        self.program.sat.set_gauge(Some(progress.gauge.clone()));
        progress.clone()
    }

    /// The priorities of the objective, highest first; empty without an objective.
    pub fn priorities(&mut self) -> &[i32] {
        let pending = self.pending.iter().flat_map(|pending| &pending.step.priorities);
        let known = self.program.propagators.objective.priorities().iter();
        self.priorities = known.chain(pending).chain(&self.step.priorities).copied().collect();
        self.priorities.sort_unstable_by_key(|&priority| std::cmp::Reverse(priority));
        self.priorities.dedup();
        &self.priorities
    }

    /// Whether it is known that no step can have a model.
    pub fn is_conflicting(&self) -> bool {
        !self.program.sat.is_consistent()
    }
}

/// Externals and settled atoms.
impl AspSolver {
    /// Changes the value of an external atom. Has no effect on other atoms.
    pub fn assign_external(&mut self, atom: Atom, value: ExternalValue) {
        self.finish_pending();
        let Some(state) = self.program.atoms.state(atom) else { return };
        if value == ExternalValue::Release {
            // Whether the atom is external or has rules is known after translation.
            let has_rules = || self.step.redefining_rules().any(|rule| rule.atom == atom);
            if state.declared || state.external().is_some() && has_rules() {
                self.translate();
            }
            self.program.release_external(atom);
        } else if state.declared {
            self.step.externals.push((atom, value));
        } else if state.external().is_some() {
            self.program.atoms.set_external(atom, Some(value));
        }
    }

    /// Whether the steps that were solved have external atoms.
    pub fn has_externals(&self) -> bool {
        self.program.atoms.has_externals()
    }

    /// Whether an external atom was released.
    pub fn is_released(&self, atom: Atom) -> bool {
        self.program.atoms.state(atom).is_some_and(AtomState::is_released)
    }

    /// The value of an external atom; `None` if the atom is not external, or was released.
    pub fn external_value(&self, atom: Atom) -> Option<ExternalValue> {
        let state = self.program.atoms.state(atom)?;
        // The declaration of an atom that an earlier step has defined or used has no effect.
        let may_become = state.declared && (state.lit.is_none() || state.external().is_some());
        let pending = self.pending.iter().flat_map(|pending| pending.step.externals.iter().rev());
        let mut declared = self.step.externals.iter().rev().chain(pending);
        let waiting = declared.find(|&&(other, _)| may_become && other == atom);
        match waiting {
            Some(&(_, value)) if !state.is_released() => {
                Some(value).filter(|&value| value != ExternalValue::Release)
            }
            _ => state.external(),
        }
    }

    /// Whether the last statements were not translated yet, so that further statements belong to the same step.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Deletes clauses, literals and outputs that fixed literals decide, for the steps before the last solve.
    /// `false` if the program has no model.
    pub fn cleanup(&mut self) -> bool {
        self.finish_pending();
        self.program.simplify()
    }

    /// Removes outputs of the kind [`OutputKind::Atom`] whose symbols `is_hidden` selects, and takes those that were
    /// added outside of a step.
    pub fn update_outputs(&mut self, is_hidden: &dyn Fn(Symbol) -> bool) {
        self.finish_pending();
        self.program.back_to_root();
        self.program.hide_atoms(is_hidden);
        self.is_waiting = true;
    }

    /// The value of an atom on which all models of all later steps agree, and which no step can define.
    /// Externals have none.
    pub fn settled(&self, atom: Atom) -> Option<bool> {
        self.program.atoms.settled(&self.program.sat, atom)
    }
}

/// Statements that later calls replace.
impl AspSolver {
    /// Removes the objective of all steps: the next searches have no costs. Later statements are a new
    /// objective.
    pub fn remove_minimize(&mut self) {
        self.finish_pending();
        self.step.remove_minimize();
        self.program.remove_objective();
    }

    /// Replaces the atoms of all `#project` statements. Without atoms, all models are the same.
    pub fn replace_project(&mut self, atoms: &[Atom]) {
        self.program.projected = Some(atoms.to_vec());
    }

    /// The atoms of all `#project` statements; `None` without such a statement.
    pub fn projected(&self) -> Option<&[Atom]> {
        self.program.projected.as_deref()
    }
}

/// Statements that can be taken back.
impl AspSolver {
    /// Marks the statements so far, for [`AspSolver::restore`].
    pub fn save(&mut self) -> Saved {
        self.finish_pending();
        Saved {
            step: self.step.mark(),
            outputs: self.program.outputs.mark(),
            projected: self.program.projected.as_ref().map(Vec::len),
            statistics: self.statistics,
        }
    }

    /// Removes the statements since [`AspSolver::save`].
    pub fn restore(&mut self, saved: &Saved) {
        let atoms = &mut self.program.atoms;
        for &(atom, _) in self.step.declared_since(saved.step) {
            atoms.state_mut(atom).declared = false;
        }
        self.step.cut(saved.step);
        for &(atom, _) in &self.step.externals {
            atoms.state_mut(atom).declared = true;
        }
        self.program.outputs.truncate(saved.outputs);
        match (&mut self.program.projected, saved.projected) {
            (Some(projected), Some(len)) => projected.truncate(len),
            (projected, _) => *projected = None,
        }
        self.statistics = saved.statistics;
    }

    /// Checks the statements since [`AspSolver::save`].
    ///
    /// # Errors
    /// If a statement declares or defines an atom that must not be: each later solve would return the error.
    pub fn check(&self, saved: &Saved) -> Result<(), SolveError> {
        let TranslatedProgram { atoms, sat, .. } = &self.program;
        for &(atom, value) in self.step.declared_since(saved.step) {
            let is_released = atoms.state(atom).is_some_and(AtomState::is_released);
            if is_released && value != ExternalValue::Release {
                return Err(SolveError::Released(atom));
            }
        }
        // A body that could not be true may be possible now: the whole step is tested.
        let mut errors = self.step.redefining_rules().filter_map(|rule| {
            let error = atoms.check_definition(sat, rule.atom).err()?;
            Some((rule, error))
        });
        let mut errors = errors.by_ref().peekable();
        if errors.peek().is_none() {
            return Ok(());
        }
        let may_hold = possible_bodies(&self.step, atoms, sat);
        match errors.find(|(rule, _)| may_hold[rule.body.index()]) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}

/// Translation.
impl AspSolver {
    /// Translates the statements. `false` if `stop` returned `true` before the end: the next call continues
    /// there, as does every call that needs the whole program.
    pub fn prepare(&mut self, stop: &dyn Fn() -> bool) -> bool {
        while self.pending.is_some() || std::mem::take(&mut self.is_waiting) {
            let mut pending = match self.pending.take() {
                Some(pending) => pending,
                None => {
                    let step = std::mem::take(&mut self.step);
                    Box::new(self.translator().begin(step))
                }
            };
            if !self.translator().run(&mut pending, stop) {
                self.pending = Some(pending);
                return false;
            }
        }
        true
    }

    fn translator(&mut self) -> Translator<'_> {
        Translator::new(&mut self.program, &mut self.statistics, &mut self.translated)
    }

    /// Finishes an interrupted translation.
    fn finish_pending(&mut self) {
        if let Some(mut pending) = self.pending.take() {
            self.translator().run(&mut pending, &|| false);
        }
    }

    /// Translates the statements, unless a translation was interrupted: its caller can use a part of the
    /// program.
    fn translate_unless_interrupted(&mut self) {
        if self.pending.is_none() {
            self.translate();
        }
    }

    /// Translates the statements: their step ends here.
    fn translate(&mut self) {
        self.prepare(&|| false);
    }
}

/// Searches.
impl AspSolver {
    /// Starts a search for models of the current program.
    ///
    /// # Errors
    /// If the program has an invalid statement, or if a proof was begun that cannot express the search.
    pub fn solve(&mut self, options: SearchOptions) -> Result<Search<'_>, SolveError> {
        self.translate();
        if let Some(error) = &self.translated.error {
            return Err(error.clone());
        }
        let optimizes = matches!(options.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal);
        let is_optimised = optimizes && !self.program.propagators.objective.is_empty();
        let options = self.with_assumed(options);
        proof::solve::prepare(&self.program, &options, is_optimised)?;
        self.program.propagators.minimality.begin_search(&self.program.sat);
        Ok(Search::new(&mut self.program, options))
    }

    /// Propagates both values of open atoms under assumptions.
    ///
    /// # Errors
    /// If the program has an invalid statement.
    pub fn look_ahead(
        &mut self,
        assumptions: &[Literal],
        considered: Considered<'_>,
    ) -> Result<LookAhead, SolveError> {
        self.translate();
        if let Some(error) = &self.translated.error {
            return Err(error.clone());
        }
        let assumed: Vec<Literal> = self.assumed.iter().chain(assumptions).copied().collect();
        Ok(look_ahead(&mut self.program, &assumed, considered))
    }

    /// An interrupted search, for a program whose [translation](AspSolver::prepare) was interrupted.
    pub fn stopped_before(&mut self, options: SearchOptions) -> Search<'_> {
        let options = self.with_assumed(options);
        let mut search = Search::new(&mut self.program, options);
        search.interrupt();
        search
    }

    /// Adds the assumptions of the step to the options.
    fn with_assumed(&self, mut options: SearchOptions) -> SearchOptions {
        options.assumptions.splice(0..0, self.assumed.iter().copied());
        options
    }

    /// Writes a proof of the answer of the first solve, in VeriPB's format. The solver must be new, and
    /// [`AspSolver::finish_proof`] must follow.
    ///
    /// The search for an optimum then uses branch and bound on one thread. Circuits are not detected, and
    /// circuits of theory atoms are only checked. A solve that cannot be proven is rejected.
    pub fn begin_proof(&mut self, proof: Box<dyn Write + Send>) {
        proof::solve::begin(&mut self.program, proof);
    }

    /// Ends the proof, and writes its problem. Returns the number of axioms; `None` if no proof was begun.
    ///
    /// # Errors
    /// Returns errors of writing the problem or the proof.
    pub fn finish_proof(&mut self, problem: &mut dyn Write) -> io::Result<Option<usize>> {
        proof::solve::finish(&mut self.program, problem)
    }
}

/// User propagators.
impl AspSolver {
    /// Adds a propagator; returns its number.
    pub fn add_user_propagator(&mut self, user: Box<dyn UserPropagator>) -> usize {
        self.program.propagators.user.add(user)
    }

    /// Whether a propagator was added.
    pub fn has_user_propagators(&self) -> bool {
        self.program.propagators.user.get(0).is_some()
    }

    /// The propagator with a number.
    pub fn user_propagator(&self, number: usize) -> Option<&(dyn UserPropagator + 'static)> {
        self.program.propagators.user.get(number)
    }

    /// The propagator with a number, for changes between searches.
    pub fn user_propagator_mut(&mut self, number: usize) -> Option<&mut (dyn UserPropagator + 'static)> {
        self.program.propagators.user.get_mut(number)
    }

    /// Prepares each propagator for the steps that are new to it. Has no effect if the program is invalid.
    ///
    /// # Errors
    /// Returns the first error of a preparation: that propagator is unchanged, and its preparation is
    /// repeated at the next call.
    pub fn prepare_user_propagators<E>(
        &mut self,
        prepare: impl FnMut(&mut (dyn UserPropagator + 'static), Preparation<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.translate();
        if self.translated.error.is_some() {
            return Ok(());
        }
        let TranslatedProgram { sat, propagators, atoms, .. } = &mut self.program;
        prepare_all(sat, propagators, atoms, &self.translated.theories, prepare)
    }
}

impl Sink for AspSolver {
    fn begin_step(&mut self) {
        self.finish_pending();
        self.program.back_to_root();
        self.assumed.clear();
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.statistics.rules += 1;
        self.statistics.choices += usize::from(matches!(head, Head::Choice(_)));
        self.statistics.constraints += usize::from(matches!(head, Head::Disjunction([])));
        self.step.add_rule(&mut self.program.atoms, head, body);
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.step.priorities.push(priority);
        self.step.minimize.extend(literals.iter().map(|&literal| (priority, literal)));
    }

    fn output(&mut self, _: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.program.outputs.add(symbol, kind, condition);
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.program.projected.get_or_insert_default().extend_from_slice(atoms);
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.step.externals.push((atom, value));
        self.program.atoms.state_mut(atom).declared = true;
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.assumed.extend_from_slice(literals);
    }

    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        if let Some(condition) = self.step.bodies.add(BodyRef::Normal(condition)) {
            self.step.heuristics.push(HeuristicDirective { atom, modifier, bias, priority, condition });
        }
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        if let Some(condition) = self.step.bodies.add(BodyRef::Normal(condition)) {
            self.step.edges.push((from, to, condition));
        }
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        if let TheoryStatement::Atom { atom: Some(atom), .. } = statement {
            self.step.theory_atoms.push(atom);
        }
        self.step.theory.push(statement.into());
    }

    fn end_step(&mut self) {
        self.is_waiting = true;
    }
}
