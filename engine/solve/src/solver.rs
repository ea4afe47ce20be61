//! The solver as a sink of statements, and what it knows of each atom.
//!
//! Invariant: an atom that has got its literal keeps it; an atom that no step has defined is false.

use crate::config::Config;
use crate::program::step::{BodyId, Disjunction, HeuristicDirective, Mark, Step, Support};
use crate::program::theory::Theories;
use crate::propagate::propagators::Propagators;
use crate::search::progress::Progress;
use crate::statistics::{LevelStatistics, ProgramStatistics};
use crate::translate::pending::PendingTranslation;
use hamadryad_aspif::{
    Atom, Body, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_sat::{Lit, Solver};
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::fmt;

/// The greatest number of an atom.
const LAST_ATOM: u32 = i32::MAX as u32;

/// Why a program cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An atom of an earlier step has got another rule.
    Redefinition(Atom),
    /// An external atom that was released, and so is false for good, has been declared or defined again.
    Released(Atom),
    /// A proof is asked for, and this cannot be told in it.
    Unproven(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Redefinition(atom) => {
                write!(f, "atom {} of an earlier step is defined again", atom.number())
            }
            Refusal::Released(atom) => {
                write!(f, "atom {} has been released, and cannot return", atom.number())
            }
            Refusal::Unproven(what) => write!(f, "a proof cannot tell of {what}"),
        }
    }
}

impl std::error::Error for Refusal {}

#[derive(Clone, Copy, Default)]
pub(crate) struct AtomState {
    pub(crate) lit: Option<Lit>,
    /// Its value where it is external now; `Release` where it was until it was released.
    external: Option<ExternalValue>,
    /// Whether a statement of a step that waits to be translated says that it is external.
    pub(crate) declared: bool,
}

impl AtomState {
    /// The value of an atom that is external, and has not been released.
    pub(crate) fn external(self) -> Option<ExternalValue> {
        self.external.filter(|&value| value != ExternalValue::Release)
    }

    pub(crate) fn set_external(&mut self, value: Option<ExternalValue>) {
        self.external = value;
    }

    pub(crate) fn is_released(self) -> bool {
        self.external == Some(ExternalValue::Release)
    }
}

#[derive(Clone)]
pub(crate) struct Output {
    pub(crate) symbol: Symbol,
    pub(crate) kind: OutputKind,
    pub(crate) condition: Vec<Lit>,
}

/// How much had been written of a step, see [`AspSolver::save`].
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
    pub(crate) sat: Solver,
    pub(crate) propagators: Propagators,
    pub(crate) config: Config,
    pub(crate) atoms: Vec<AtomState>,
    /// Atoms that no statement names, numbered from the last number downwards.
    hidden: Vec<AtomState>,
    pub(crate) step: Step,
    /// Whether steps have ended that are not translated yet. They wait for a solve, so that steps without one in between
    /// are a single one: the second may have rules for atoms of the first.
    pub(crate) is_waiting: bool,
    /// What is being translated, where that was stopped.
    pub(crate) pending: Option<Box<PendingTranslation>>,
    /// The priorities of all steps, those that wait included.
    priorities: Vec<i32>,
    pub(crate) pending_outputs: Vec<(Symbol, OutputKind, Vec<Literal>)>,
    pub(crate) outputs: Vec<Output>,
    /// By output, as far as a projection has asked: the literal that says whether it is shown.
    pub(crate) output_lits: Vec<Lit>,
    /// Literals that are true where one of several is.
    pub(crate) disjunction_lits: FxHashMap<Vec<Lit>, Lit>,
    /// The atoms of `#project` statements; `None` where there is no such statement.
    pub(crate) projected: Option<Vec<Atom>>,
    /// The theory atoms of the steps that are translated.
    pub(crate) theories: Theories,
    pub(crate) assumed: Vec<Literal>,
    pub(crate) statistics: ProgramStatistics,
    /// What was found on the levels of the objective, in no order.
    pub(crate) levels: Vec<LevelStatistics>,
    /// The counts of workers on other threads.
    pub(crate) effort_of_workers: hamadryad_sat::Statistics,
    pub(crate) refusal: Option<Refusal>,
    progress: Option<Progress>,
    /// How many clauses there were when they were last held against each other.
    clauses_compared: usize,
    pub(crate) truth: Lit,
}

impl Default for AspSolver {
    fn default() -> AspSolver {
        AspSolver::new(Config::default())
    }
}

impl AspSolver {
    /// A solver of the empty program.
    pub fn new(config: Config) -> AspSolver {
        let mut sat = Solver::with_config(config.search.clone());
        let truth = sat.new_var().positive();
        sat.add_clause(&[truth]);
        AspSolver {
            sat,
            propagators: Propagators::default(),
            config,
            atoms: Vec::new(),
            hidden: Vec::new(),
            step: Step::default(),
            is_waiting: false,
            pending: None,
            priorities: Vec::new(),
            pending_outputs: Vec::new(),
            outputs: Vec::new(),
            output_lits: Vec::new(),
            disjunction_lits: FxHashMap::default(),
            projected: None,
            theories: Theories::default(),
            assumed: Vec::new(),
            statistics: ProgramStatistics::default(),
            levels: Vec::new(),
            effort_of_workers: hamadryad_sat::Statistics::default(),
            refusal: None,
            progress: None,
            clauses_compared: 0,
            truth,
        }
    }

    /// How the program is solved.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes how the program is solved. HeuristicDirective is followed where it is to be followed when its step is translated.
    pub fn set_config(&mut self, config: Config) {
        *self.sat.config_mut() = config.search.clone();
        self.config = config;
    }

    /// Sizes of the program so far, where its translation was stopped, as far as it came.
    pub fn statistics(&mut self) -> &ProgramStatistics {
        self.translate_unless_stopped();
        &self.statistics
    }

    /// What the search has done so far, on all threads.
    pub fn search_statistics(&self) -> hamadryad_sat::Statistics {
        self.sat.statistics().and(&self.effort_of_workers)
    }

    /// The number of variables that are not settled, and of clauses of two, three and more literals that the program has become. What only
    /// single solves have needed does not count. Where the translation was stopped, there are fewer.
    pub fn size(&mut self) -> (usize, [usize; 3]) {
        self.translate_unless_stopped();
        self.sat.reset(&mut self.propagators);
        self.sat.propagate_at_root(&mut self.propagators);
        (self.sat.num_open_vars(), self.sat.num_clauses())
    }

    /// Holds the clauses against each other where there are many new ones.
    pub(crate) fn subsume(&mut self) {
        let number = |solver: &AspSolver| solver.sat.num_clauses().iter().sum::<usize>();
        if !self.config.subsumption || number(self) < self.clauses_compared + self.clauses_compared / 10 {
            return;
        }
        let lost = self.sat.subsume(&mut self.propagators);
        self.statistics.subsumed_clauses += lost.clauses;
        self.statistics.refuted_literals += lost.literals;
        self.clauses_compared = number(self);
    }

    /// What searches show from now on, to be looked at from other threads.
    pub fn progress(&mut self) -> Progress {
        let progress = self.progress.get_or_insert_default();
        self.sat.set_gauge(Some(progress.gauge.clone()));
        progress.clone()
    }

    /// Shows what is known of an optimum.
    pub(crate) fn show_bounds(&self, best: Option<&Vec<i64>>, least: &[i64]) {
        if let Some(progress) = &self.progress {
            progress.note(best, least);
        }
    }

    /// Shows that nothing is known yet of an optimum.
    pub(crate) fn show_beginning(&self) {
        if let Some(progress) = &self.progress {
            progress.begin();
        }
    }

    /// Takes back all decisions and assumptions' values.
    pub(crate) fn back_to_root(&mut self) {
        self.sat.reset(&mut self.propagators);
    }

    /// How many variables there are, those that searches borrow included.
    pub fn number_of_variables(&self) -> usize {
        self.sat.num_vars()
    }

    /// The priorities of the objective, highest first; empty where there is none.
    pub fn priorities(&mut self) -> &[i32] {
        let pending = self.pending.iter().flat_map(|pending| &pending.step.priorities);
        let known = self.propagators.objective.priorities().iter();
        self.priorities = known.chain(pending).chain(&self.step.priorities).copied().collect();
        self.priorities.sort_unstable_by_key(|&priority| std::cmp::Reverse(priority));
        self.priorities.dedup();
        &self.priorities
    }

    /// Whether it is known that no step can ever have a model again.
    pub fn is_conflicting(&self) -> bool {
        !self.sat.is_consistent()
    }

    /// Sets the value of an external atom from now on. Atoms that are no externals are left alone.
    pub fn assign_external(&mut self, atom: Atom, value: ExternalValue) {
        self.end_translation();
        if value == ExternalValue::Release {
            // Only the whole step tells whether it is an external, or has rules.
            let Some(state) = self.atoms.get(atom.index()) else { return };
            let has_rules = || self.step.rules_again().any(|rule| rule.atom == atom);
            if state.declared || state.external().is_some() && has_rules() {
                self.translate_waiting();
            }
            return self.release_external(atom);
        }
        let Some(state) = self.atoms.get_mut(atom.index()) else { return };
        if state.declared {
            // As above.
            self.step.externals.push((atom, value));
        } else if state.external().is_some() {
            state.external = Some(value);
        }
    }

    /// The value of an external atom; `None` where it is none, or has been released.
    pub fn external_value(&self, atom: Atom) -> Option<ExternalValue> {
        let state = self.atoms.get(atom.index())?;
        // A declaration of an atom that an earlier step has defined or used says nothing.
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

    /// Makes an external atom false for good.
    pub(crate) fn release_external(&mut self, atom: Atom) {
        let Some(state) = self.atoms.get_mut(atom.index()).filter(|state| state.external().is_some()) else {
            return;
        };
        state.external = Some(ExternalValue::Release);
        let lit = state.lit.expect("an external has a literal");
        self.sat.reset(&mut self.propagators);
        self.sat.add_clause(&[!lit]);
    }

    /// What has been written so far, to go back to.
    pub fn save(&mut self) -> Saved {
        self.end_translation();
        Saved {
            step: self.step.mark(),
            outputs: self.pending_outputs.len(),
            projected: self.projected.as_ref().map(Vec::len),
            statistics: self.statistics,
        }
    }

    /// Forgets what has been written since.
    pub fn restore(&mut self, saved: &Saved) {
        for atom in self.step.declared_since(saved.step).iter().map(|&(atom, _)| atom).collect::<Vec<_>>() {
            self.atom_mut(atom).declared = false;
        }
        self.step.cut(saved.step);
        for atom in self.step.externals.iter().map(|&(atom, _)| atom).collect::<Vec<_>>() {
            self.atom_mut(atom).declared = true;
        }
        self.pending_outputs.truncate(saved.outputs);
        match (&mut self.projected, saved.projected) {
            (Some(projected), Some(len)) => projected.truncate(len),
            (projected, _) => *projected = None,
        }
        self.statistics = saved.statistics;
    }

    /// Why what has been written since cannot be taken; `None` where it can. Steps with such statements are an error
    /// whenever the program is solved.
    pub fn objection(&self, saved: &Saved) -> Option<Refusal> {
        let declared = self
            .step
            .declared_since(saved.step)
            .iter()
            .filter(|&&(_, value)| value != ExternalValue::Release);
        let returns = |atom: Atom| {
            let is_released = self.atoms.get(atom.index()).is_some_and(|state| state.is_released());
            is_released.then_some(Refusal::Released(atom))
        };
        if let Some(refusal) = declared.filter_map(|&(atom, _)| returns(atom)).next() {
            return Some(refusal);
        }
        // What could not fire may do so now: the whole step is looked at.
        let mut refused =
            self.step.rules_again().filter_map(|rule| Some((rule, self.objection_to(rule.atom)?))).peekable();
        refused.peek()?;
        let may_hold = self.possible_bodies(&self.step);
        refused.find(|(rule, _)| may_hold[rule.body.index()]).map(|(_, refusal)| refusal)
    }

    /// Why an atom cannot have a rule of this step that may fire.
    pub(crate) fn objection_to(&self, atom: Atom) -> Option<Refusal> {
        let state = self.atoms.get(atom.index())?;
        let lit = state.lit?;
        if state.is_released() {
            return Some(Refusal::Released(atom));
        }
        let is_open = state.external().is_some() || self.sat.is_fixed_true(lit);
        (!is_open).then_some(Refusal::Redefinition(atom))
    }

    /// A new atom for what only the solver needs.
    fn hidden_atom(&mut self) -> Atom {
        self.hidden.push(AtomState::default());
        Atom::new(LAST_ATOM + 1 - self.hidden.len() as u32).expect("fewer hidden atoms than numbers")
    }

    pub(crate) fn atom_mut(&mut self, atom: Atom) -> &mut AtomState {
        let from_last = (LAST_ATOM - atom.number()) as usize;
        if from_last < self.hidden.len() {
            return &mut self.hidden[from_last];
        }
        if self.atoms.len() <= atom.index() {
            self.atoms.resize(atom.index() + 1, AtomState::default());
        }
        &mut self.atoms[atom.index()]
    }

    /// The literal of a program literal; what no step has defined is false.
    pub(crate) fn lit(&self, literal: Literal) -> Lit {
        let atom = self.known(literal.atom()).unwrap_or(!self.truth);
        if literal.is_positive() { atom } else { !atom }
    }

    /// The literal of an atom that a step has defined or used.
    pub(crate) fn known(&self, atom: Atom) -> Option<Lit> {
        let state = self.atoms.get(atom.index());
        let state = state.or_else(|| self.hidden.get((LAST_ATOM - atom.number()) as usize));
        state?.lit
    }

    /// The values that externals have at the moment, as assumptions.
    pub(crate) fn external_assumptions(&self) -> impl Iterator<Item = Lit> + '_ {
        self.atoms.iter().filter_map(|state| match state.external()? {
            ExternalValue::True => state.lit,
            ExternalValue::False => state.lit.map(|lit| !lit),
            ExternalValue::Free | ExternalValue::Release => None,
        })
    }
}

impl Sink for AspSolver {
    fn begin_step(&mut self) {
        self.end_translation();
        self.sat.reset(&mut self.propagators);
        self.assumed.clear();
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.statistics.rules += 1;
        self.statistics.choices += usize::from(matches!(head, Head::Choice(_)));
        self.statistics.constraints += usize::from(matches!(head, Head::Disjunction([])));
        let is_conjunction = matches!(body, BodyRef::Normal(_));
        let (Head::Disjunction(heads) | Head::Choice(heads)) = head;
        let first = self.step.supports.len();
        let Some(body) = self.step.body(body) else {
            self.step.vacuous_heads.extend_from_slice(heads);
            return;
        };
        // A rule supports no atom of its own body: `a :- a.` says nothing, `a :- not a.` is a constraint. Sums are left
        // as they are, so that they define an external atom even then, as in clingo.
        let step = &self.step;
        let presupposes = |atom: &Atom| is_conjunction && step.contains(body, atom.positive());
        let contradicts = |atom: &Atom| is_conjunction && step.contains(body, atom.negative());
        let is_vacuous = |atom: &&Atom| presupposes(atom) || contradicts(atom);
        let vacuous: Vec<Atom> = heads.iter().filter(is_vacuous).copied().collect();
        let is_tautology = matches!(head, Head::Disjunction(_)) && vacuous.iter().any(presupposes);
        let open = || heads.iter().filter(|atom| !vacuous.contains(atom)).copied();
        match head {
            Head::Disjunction(_) if is_tautology => self.step.vacuous_heads.extend(open()),
            Head::Disjunction(_) => {
                let atoms: Vec<Atom> = open().collect();
                match atoms[..] {
                    [] => self.step.constraints.push(body),
                    [atom] => {
                        self.step.supports.push(Support { atom, body, choice: false, disjunction: None });
                    }
                    _ => self.shift(atoms, body),
                }
            }
            Head::Choice(_) => {
                let choices = open().map(|atom| Support { atom, body, choice: true, disjunction: None });
                self.step.supports.extend(choices);
            }
        }
        self.step.vacuous_heads.extend(vacuous);
        let new = first..self.step.supports.len();
        let is_known = |&place: &usize| self.known(self.step.supports[place].atom).is_some();
        let again: Vec<usize> = new.filter(is_known).collect();
        self.step.again.extend(again);
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.step.priorities.push(priority);
        self.step.minimize.extend(literals.iter().map(|&literal| (priority, literal)));
    }

    fn output(&mut self, _: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.pending_outputs.push((symbol, kind, condition.to_vec()));
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.projected.get_or_insert_default().extend_from_slice(atoms);
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.step.externals.push((atom, value));
        self.atom_mut(atom).declared = true;
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
        if let Some(condition) = self.step.body(BodyRef::Normal(condition)) {
            self.step.advice.push(HeuristicDirective { atom, modifier, bias, priority, condition });
        }
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        if let Some(condition) = self.step.body(BodyRef::Normal(condition)) {
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

impl AspSolver {
    /// `a ; b :- body.` as `a :- body, not b.  b :- body, not a.`: the same where a and b are on no circle together, and
    /// where they are, what supports an atom of an answer set anyway.
    fn shift(&mut self, mut heads: Vec<Atom>, body: BodyId) {
        heads.sort_unstable();
        heads.dedup();
        let (body, literals) = self.conjunction(body);
        let disjunction = Some(self.step.disjunctions.len() as u32);
        for &atom in &heads {
            let others = heads.iter().filter(|&&other| other != atom).map(|other| other.negative());
            let shifted: Vec<Literal> = literals.iter().copied().chain(others).collect();
            match self.step.body(BodyRef::Normal(&shifted)) {
                Some(body) => self.step.supports.push(Support { atom, body, choice: false, disjunction }),
                None => self.step.vacuous_heads.push(atom),
            }
        }
        self.step.disjunctions.push(Disjunction { heads, body });
    }

    /// A body as a conjunction: a sum gets an atom of its own.
    fn conjunction(&mut self, body: BodyId) -> (BodyId, Vec<Literal>) {
        if let Body::Normal(literals) = &self.step.bodies[body.index()] {
            return (body, literals.clone());
        }
        let atom = match self.step.sum_atoms.get(&body) {
            Some(&atom) => atom,
            None => {
                let atom = self.hidden_atom();
                self.step.sum_atoms.insert(body, atom);
                self.step.supports.push(Support { atom, body, choice: false, disjunction: None });
                atom
            }
        };
        let literals = vec![atom.positive()];
        let body = self.step.body(BodyRef::Normal(&literals)).expect("one literal contradicts nothing");
        (body, literals)
    }
}
