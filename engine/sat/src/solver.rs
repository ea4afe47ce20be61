//! The solver's state, and adding to it.

use crate::arena::{Arena, ClauseRef};
use crate::eliminate::Planned;
use crate::eliminated::Eliminated;
use crate::exchange::Outlet;
use crate::order::Order;
use crate::proof::Scribe;
use crate::propagate::{Conflict, Watch};
use crate::restart::RestartState;
use crate::trail::{Reason, Trail};
use crate::{Config, Gauge, Lit, Theory, Var};
use std::sync::Arc;

/// What the search has done since the solver was made.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Decisions.
    pub decisions: u64,
    /// Conflicts that were analysed or led to backtracking.
    pub conflicts: u64,
    /// Literals that were propagated through the clauses.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clauses learnt from conflicts.
    pub learnt: u64,
    /// Literals in clauses learnt from conflicts.
    pub learnt_literals: u64,
    /// Learnt clauses that were removed again.
    pub removed: u64,
    /// Clauses learnt from a theory.
    pub lemmas: u64,
    /// Learnt clauses that were offered to other searches.
    pub offered: u64,
    /// Clauses that other searches had learnt.
    pub taken: u64,
    /// Learnt clauses of two literals.
    pub binary: u64,
    /// Learnt clauses of three literals.
    pub ternary: u64,
    /// Jumps back from a conflict.
    pub jumps: u64,
    /// Levels that these passed.
    pub jumped_levels: u64,
    /// The most levels that one of them passed.
    pub longest_jump: u64,
    /// Variables that were eliminated.
    pub eliminated: u64,
    /// Models.
    pub models: u64,
    /// The decision levels at which they were found, added up.
    pub model_levels: u64,
}

impl Statistics {
    /// What has been done since the numbers were those; the longest jump is that of all.
    pub fn since(&self, before: &Statistics) -> Statistics {
        Statistics {
            decisions: self.decisions - before.decisions,
            conflicts: self.conflicts - before.conflicts,
            propagations: self.propagations - before.propagations,
            restarts: self.restarts - before.restarts,
            learnt: self.learnt - before.learnt,
            learnt_literals: self.learnt_literals - before.learnt_literals,
            removed: self.removed - before.removed,
            lemmas: self.lemmas - before.lemmas,
            offered: self.offered - before.offered,
            taken: self.taken - before.taken,
            binary: self.binary - before.binary,
            ternary: self.ternary - before.ternary,
            jumps: self.jumps - before.jumps,
            jumped_levels: self.jumped_levels - before.jumped_levels,
            longest_jump: self.longest_jump,
            eliminated: self.eliminated - before.eliminated,
            models: self.models - before.models,
            model_levels: self.model_levels - before.model_levels,
        }
    }
}

impl Statistics {
    /// All of it together with what somebody else has done; of the longest jumps, the longer, and of variables that were
    /// eliminated, which may be the same ones, the more.
    pub fn and(&self, other: &Statistics) -> Statistics {
        Statistics {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            propagations: self.propagations + other.propagations,
            restarts: self.restarts + other.restarts,
            learnt: self.learnt + other.learnt,
            learnt_literals: self.learnt_literals + other.learnt_literals,
            removed: self.removed + other.removed,
            lemmas: self.lemmas + other.lemmas,
            offered: self.offered + other.offered,
            taken: self.taken + other.taken,
            binary: self.binary + other.binary,
            ternary: self.ternary + other.ternary,
            jumps: self.jumps + other.jumps,
            jumped_levels: self.jumped_levels + other.jumped_levels,
            longest_jump: self.longest_jump.max(other.longest_jump),
            eliminated: self.eliminated.max(other.eliminated),
            models: self.models + other.models,
            model_levels: self.model_levels + other.model_levels,
        }
    }
}

impl Statistics {
    /// A clause of so many literals was learnt, and a jump passes so many levels.
    pub(crate) fn note_learnt(&mut self, literals: usize, levels: u32) {
        self.binary += u64::from(literals == 2);
        self.ternary += u64::from(literals == 3);
        self.jumps += 1;
        self.jumped_levels += u64::from(levels);
        self.longest_jump = self.longest_jump.max(u64::from(levels));
    }
}

/// A conflict-driven clause-learning solver.
///
/// Variables and clauses may be added whenever the decision level is 0: before the first search, and after
/// [`Solver::reset`].
#[derive(Clone)]
pub struct Solver {
    pub(crate) config: Config,
    pub(crate) trail: Trail,
    pub(crate) arena: Arena,
    /// By literal: the clauses to look at when it becomes false.
    pub(crate) watches: Vec<Vec<Watch>>,
    pub(crate) order: Order,
    /// By variable: the value to try first.
    pub(crate) phases: Vec<bool>,
    /// By variable: the value to try first whatever the phase is.
    pub(crate) advice: Vec<Option<bool>>,
    /// By variable: how much more often it stood positive in learnt clauses than negative.
    pub(crate) sign_balance: Vec<i32>,
    /// By variable: its phase was saved from an assignment.
    pub(crate) phase_saved: Vec<bool>,
    pub(crate) learnts: Vec<ClauseRef>,
    pub(crate) restarts: RestartState,
    pub(crate) statistics: Statistics,
    pub(crate) assumptions: Vec<Lit>,
    /// An assumption that will be false for good after this search: see [`Solver::retire_after`].
    pub(crate) retiring: Option<Lit>,
    /// The level of the assumptions: 1 once they are in force, else 0.
    pub(crate) root_level: u32,
    /// No jump goes below this level while models are enumerated by backtracking.
    pub(crate) backtrack_level: u32,
    /// Units that were learnt above level 0 and are not assigned yet.
    pub(crate) new_units: Vec<Lit>,
    /// Units that belong on level 0, where no jump may go at present; assigned again after each jump.
    pub(crate) postponed_units: Vec<Lit>,
    pub(crate) conflict: Option<Conflict>,
    pub(crate) core: Vec<Lit>,
    pub(crate) analysis: crate::analyze::Analysis,
    pub(crate) reduce_limit: u64,
    pub(crate) reductions: u32,
    /// Trail literals at level 0 at the last simplification.
    pub(crate) simplified: usize,
    /// Once so many literals have been propagated, simplifying again costs less than that did.
    pub(crate) simplify_at: u64,
    /// No assignment satisfies the clauses.
    pub(crate) inconsistent: bool,
    /// Variables that have been given back.
    pub(crate) spare_vars: Vec<Var>,
    /// Variables that others define, and that are gone.
    pub(crate) eliminated: Eliminated,
    pub(crate) planned: Option<Planned>,
    /// By variable: it has been borrowed at some time, and stands for nothing that other solvers know.
    pub(crate) was_borrowed: Vec<bool>,
    /// Searches stop once there have been so many conflicts.
    pub(crate) conflict_limit: u64,
    pub(crate) exchange: Outlet,
    pub(crate) proof: Scribe,
    pub(crate) gauge: Option<Arc<Gauge>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without variables, with the default configuration.
    pub fn new() -> Solver {
        Solver::with_config(Config::default())
    }

    /// A solver without variables.
    pub fn with_config(config: Config) -> Solver {
        Solver {
            reduce_limit: u64::from(config.reduce_first),
            config,
            trail: Trail::default(),
            arena: Arena::default(),
            watches: Vec::new(),
            order: Order::default(),
            phases: Vec::new(),
            advice: Vec::new(),
            sign_balance: Vec::new(),
            phase_saved: Vec::new(),
            learnts: Vec::new(),
            restarts: RestartState::default(),
            statistics: Statistics::default(),
            assumptions: Vec::new(),
            retiring: None,
            root_level: 0,
            backtrack_level: 0,
            new_units: Vec::new(),
            postponed_units: Vec::new(),
            conflict: None,
            core: Vec::new(),
            analysis: crate::analyze::Analysis::default(),
            reductions: 0,
            simplified: 0,
            simplify_at: 0,
            inconsistent: false,
            spare_vars: Vec::new(),
            eliminated: Eliminated::default(),
            planned: None,
            was_borrowed: Vec::new(),
            conflict_limit: u64::MAX,
            exchange: Outlet::default(),
            proof: Scribe::default(),
            gauge: None,
        }
    }

    /// The configuration, to be changed between searches.
    pub fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// Lets searches show how they get on.
    pub fn set_gauge(&mut self, gauge: Option<Arc<Gauge>>) {
        self.gauge = gauge;
    }

    /// Makes room for so many more variables.
    pub fn reserve(&mut self, vars: usize) {
        self.trail.reserve(vars);
        self.watches.reserve(2 * vars);
        for flags in [&mut self.phases, &mut self.phase_saved, &mut self.was_borrowed] {
            flags.reserve(vars);
        }
        self.advice.reserve(vars);
        self.sign_balance.reserve(vars);
        self.analysis.reserve(vars);
        self.order.reserve(vars);
    }

    /// A new variable. Its value is tried false first, until [`Solver::set_phase`] says otherwise.
    pub fn new_var(&mut self) -> Var {
        let var = self.trail.new_var();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.phases.push(false);
        self.advice.push(None);
        self.sign_balance.push(0);
        self.phase_saved.push(false);
        self.was_borrowed.push(false);
        self.analysis.new_var();
        // Ties among new variables are broken by their number, or by a hash of it and the seed.
        let tie = if self.config.seed == 0 {
            0.0
        } else {
            let mixed =
                (var.index() as u64 ^ self.config.seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 40) as f64 * 1e-12
        };
        self.order.new_var(var, tie);
        var
    }

    /// The number of variables.
    pub fn num_vars(&self) -> usize {
        self.trail.num_vars()
    }

    /// The number of variables that get a value: all that have not been given back.
    #[inline]
    pub(crate) fn num_used_vars(&self) -> usize {
        self.trail.num_vars() - self.spare_vars.len() - self.eliminated.len()
    }

    /// The number of variables that have no value at level 0.
    pub fn num_open_vars(&self) -> usize {
        let fixed =
            if self.decision_level() == 0 { self.trail.literals.len() } else { self.trail.level_start(1) };
        self.num_used_vars() - fixed
    }

    /// The numbers of clauses of two, of three and of more literals that are there, without those that were learnt. Those that
    /// are satisfied at level 0 are gone once that has been propagated. Counts all of them.
    pub fn num_clauses(&self) -> [usize; 3] {
        let long = self.arena.clauses().filter(|&clause| !self.arena.is_learnt(clause));
        let (ternary, longer): (Vec<_>, Vec<_>) = long.partition(|&clause| self.arena.len(clause) == 3);
        let watches = self.watches.iter().flatten();
        let binary = watches.filter(|watch| watch.is_given_binary()).count() / 2;
        [binary, ternary.len(), longer.len()]
    }

    /// Lets searches stop after so many conflicts from now on, or takes that back. [`Solver::limit_reached`] tells whether
    /// that was what stopped one.
    pub fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.conflict_limit = conflicts.map_or(u64::MAX, |number| self.statistics.conflicts + number);
    }

    /// Whether there have been as many conflicts as [`Solver::limit_conflicts`] allows.
    pub fn limit_reached(&self) -> bool {
        self.statistics.conflicts >= self.conflict_limit
    }

    /// Sets the value that a variable is to be tried with, as if it had had it before.
    pub fn remember_value(&mut self, lit: Lit) {
        self.phases[lit.var().index()] = lit.is_positive();
        self.phase_saved[lit.var().index()] = true;
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether nothing says yet that the clauses cannot be satisfied.
    pub fn is_consistent(&self) -> bool {
        !self.inconsistent
    }

    /// Sets the value to try first for a variable.
    pub fn set_phase(&mut self, var: Var, value: bool) {
        self.phases[var.index()] = value;
    }

    /// Sets a value to try first that no phase overrides, or takes it back.
    pub fn advise_value(&mut self, var: Var, value: Option<bool>) {
        self.advice[var.index()] = value;
    }

    /// Sets the level of advice on a variable: those of higher levels are decided first. 0 at the start.
    pub fn advise_level(&mut self, var: Var, level: i32) {
        self.order.set_level(var, level);
    }

    /// Sets the factor that a variable's activity grows by. 1 at the start.
    pub fn advise_factor(&mut self, var: Var, factor: f64) {
        self.order.set_factor(var, factor);
    }

    /// Adds to a variable's activity, in units of what one conflict adds.
    pub fn add_activity(&mut self, var: Var, amount: f64) {
        self.order.add_activity(var, amount);
    }

    /// Adds a clause; `false` where the clauses are now known to be unsatisfiable.
    ///
    /// # Panics
    /// At a decision level above 0: call [`Solver::reset`] first, or use [`Solver::add_clause_in_search`].
    pub fn add_clause(&mut self, literals: &[Lit]) -> bool {
        assert_eq!(self.decision_level(), 0, "clauses are added at level 0");
        self.prove_given(literals);
        if self.inconsistent {
            return false;
        }
        let Some(clause) = self.normalize(literals) else { return true };
        match clause[..] {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, Reason::None),
            _ => {
                let weight = 1.0 / f64::from(1u32 << clause.len().min(20));
                for lit in &clause {
                    self.order.add_activity(lit.var(), weight);
                }
                self.attach(&clause, false, 0);
            }
        }
        !self.inconsistent
    }

    /// The clause without duplicates and literals false at level 0; `None` where it is always true.
    pub(crate) fn normalize(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        let is_there = |lit: &Lit| !self.eliminated.has(lit.var());
        debug_assert!(literals.iter().all(is_there), "what a clause names is not eliminated");
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        let fixed = |lit: Lit| self.trail.value(lit) != 0 && self.trail.level(lit.var()) == 0;
        if tautology || clause.iter().any(|&lit| self.trail.value(lit) > 0 && fixed(lit)) {
            return None;
        }
        clause.retain(|&lit| !fixed(lit));
        Some(clause)
    }

    /// Watches the first two literals of a clause of at least two, and gives the reason that it is for its first.
    pub(crate) fn attach(&mut self, clause: &[Lit], learnt: bool, glue: u32) -> Reason {
        let (first, second) = (clause[0], clause[1]);
        if clause.len() == 2 {
            self.watches[first.index()].push(Watch::binary(second, learnt));
            self.watches[second.index()].push(Watch::binary(first, learnt));
            return Reason::Binary(second);
        }
        let reference = self.arena.add(clause, learnt, glue);
        if learnt {
            self.learnts.push(reference);
        }
        self.watches[first.index()].push(Watch::long(second, reference));
        self.watches[second.index()].push(Watch::long(first, reference));
        Reason::Clause(reference)
    }

    /// A literal's value: `None` while it is free.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.trail.value(lit) {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// Whether a literal is assigned true.
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.trail.value(lit) > 0
    }

    /// Whether a literal is assigned false.
    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.trail.value(lit) < 0
    }

    /// Whether a literal has no value.
    #[inline]
    pub fn is_free(&self, lit: Lit) -> bool {
        self.trail.value(lit) == 0
    }

    /// Whether a literal is true in every assignment that satisfies the clauses, as far as known: true at level 0.
    pub fn is_fixed_true(&self, lit: Lit) -> bool {
        self.is_true(lit) && self.trail.level(lit.var()) == 0
    }

    /// The decision level at which an assigned variable got its value.
    #[inline]
    pub fn level(&self, var: Var) -> u32 {
        self.trail.level(var)
    }

    /// The place of an assigned variable on the trail.
    #[inline]
    pub fn position(&self, var: Var) -> usize {
        self.trail.position(var)
    }

    /// The true literals, in the order in which they became true.
    #[inline]
    pub fn trail(&self) -> &[Lit] {
        &self.trail.literals
    }

    /// The current decision level; 0 is what holds without any decision or assumption.
    #[inline]
    pub fn decision_level(&self) -> u32 {
        self.trail.decision_level()
    }

    /// The lowest level that a jump may go back to.
    pub(crate) fn base_level(&self) -> u32 {
        self.root_level.max(self.backtrack_level)
    }

    /// The assumptions that cannot hold together, after [`Outcome::Failed`](crate::Outcome::Failed): a subset of those
    /// given, not minimal.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Sets the assumptions of the next search. Goes back to level 0.
    pub fn assume<T: Theory>(&mut self, theory: &mut T, assumptions: &[Lit]) {
        self.reset(theory);
        let is_there = |lit: &Lit| !self.eliminated.has(lit.var());
        debug_assert!(assumptions.iter().all(is_there), "what is assumed is not eliminated");
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.retiring = None;
    }

    /// One of the assumptions will be false for good once this search is over. What is learnt from it is of use in this
    /// search alone, where all assumptions hold: it need not name the others, nor what follows from them.
    ///
    /// That makes such clauses much shorter; but [`Solver::core`] may then blame this assumption where others are to blame too.
    pub fn retire_after(&mut self, assumption: Lit) {
        debug_assert!(self.assumptions.contains(&assumption), "what retires is assumed");
        self.retiring = Some(assumption);
    }

    /// Takes back all decisions and assumptions' values: what remains holds without them.
    pub fn reset<T: Theory>(&mut self, theory: &mut T) {
        self.backtrack(theory, 0);
        self.root_level = 0;
        self.backtrack_level = 0;
        self.conflict = None;
        self.new_units.append(&mut self.postponed_units);
        for unit in std::mem::take(&mut self.new_units) {
            match self.value(unit) {
                None => self.trail.assign(unit, Reason::None),
                Some(true) => {}
                Some(false) => self.inconsistent = true,
            }
        }
    }

    /// Propagates what holds at level 0. `false` where nothing satisfies the constraints.
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn propagate_at_root<T: Theory>(&mut self, theory: &mut T) -> bool {
        assert_eq!(self.decision_level(), 0, "the root is level 0");
        while !self.inconsistent {
            self.reset(theory);
            if self.inconsistent || !self.propagate(theory) {
                if self.conflict.is_some() {
                    // A theory tells why, in case that somebody writes it down.
                    self.take_conflict(theory);
                }
                self.inconsistent = true;
            } else if self.new_units.is_empty() {
                self.simplify();
                break;
            }
        }
        !self.inconsistent
    }

    /// What propagation makes true of some literals, at level 0 and without a trace: the literals that come to be true, these
    /// included; `None` where they cannot be true together.
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn probe<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) -> Option<Vec<Lit>> {
        assert_eq!(self.decision_level(), 0, "probes begin at level 0");
        if self.inconsistent || !self.propagate(theory) {
            return None;
        }
        let start = self.trail.literals.len();
        self.trail.new_level();
        let mut is_possible = true;
        for &lit in literals {
            match self.value(lit) {
                Some(true) => {}
                Some(false) => is_possible = false,
                None => self.trail.assign(lit, Reason::None),
            }
        }
        is_possible = is_possible && self.propagate(theory);
        let implied = is_possible.then(|| self.trail.literals[start..].to_vec());
        self.conflict = None;
        self.backtrack(theory, 0);
        implied
    }

    /// Unassigns everything above a level.
    pub(crate) fn backtrack<T: Theory>(&mut self, theory: &mut T, level: u32) {
        let current = self.decision_level();
        if current <= level {
            return;
        }
        theory.undo(self, self.trail.level_start(level + 1));
        let save = current - level >= self.config.save_phases_over.max(1);
        let Solver { trail, order, phases, phase_saved, .. } = self;
        trail.cut(level, |lit| {
            let var = lit.var();
            if save {
                phases[var.index()] = lit.is_positive();
                phase_saved[var.index()] = true;
            }
            order.insert(var);
        });
    }
}
