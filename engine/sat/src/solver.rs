//! The solver: the owner of the state of all techniques, and the calls that read it or add to it.
//!
//! Each technique keeps its state in a type of its own: the assignment in [`Trail`], clauses in [`Arena`] and
//! the watch lists, scores in [`Heuristic`], values to try in [`Phases`], and so on. The steps of the search
//! are functions of the solver in other files: `search.rs` has the main loop, `propagate.rs`, `analyze.rs`
//! and `garbage.rs` its parts, `root.rs` the changes at level 0. Theories take part in these steps; nothing
//! in this file calls a theory.
//!
//! Invariant: variables and clauses are added at decision level 0 only. A literal that is true at level 0
//! stays true.

use crate::analysis::Analysis;
use crate::arena::{Arena, ClauseRef};
use crate::chronological::LateLiterals;
use crate::config::{Config, FirstWatches};
use crate::conflict::ConflictClause;
use crate::eliminated::Eliminated;
use crate::exchange::ClauseExchange;
use crate::gauge::Gauge;
use crate::heuristic::Heuristic;
use crate::literal::{Lit, Var};
use crate::origin::Origin;
use crate::phase::Phases;
use crate::proof::{ProofLog, ProofLogger};
use crate::recent_clauses::RecentClause;
use crate::reduce::Reducer;
use crate::restart::RestartSchedule;
use crate::statistics::Statistics;
use crate::trail::{Reason, Trail};
use crate::watch::Watch;
use hamadryad_random::Random;
use std::sync::Arc;

/// With so many binary clauses of one literal, [`Solver::add_binary_clauses`] omits those that exist.
const MANY_BINARY: usize = 16;

/// A conflict-driven clause-learning solver.
///
/// Variables and clauses may be added whenever the decision level is 0: before the first search, and after
/// [`Solver::reset`].
#[derive(Clone)]
pub struct Solver {
    pub(crate) config: Config,
    pub(crate) trail: Trail,
    pub(crate) arena: Arena,
    /// The memory of the clause that is added.
    new_clause: Vec<Lit>,
    /// By literal: the clauses to visit when it becomes false.
    pub(crate) watches: Vec<Vec<Watch>>,
    pub(crate) heuristic: Heuristic,
    pub(crate) phases: Phases,
    /// The number of literals at the start of the trail that stayed since a basis was last brought up to date.
    pub(crate) unchanged: usize,
    /// The generator of random decisions and signs.
    pub(crate) random: Random,
    /// The learnt clauses of three and more literals.
    pub(crate) learnts: Vec<ClauseRef>,
    pub(crate) reducer: Reducer,
    pub(crate) restarts: RestartSchedule,
    /// From the first conflict of the first search until it returns, or the next search begins.
    pub(crate) origin: Option<Box<Origin>>,
    pub(crate) statistics: Statistics,
    pub(crate) assumptions: Vec<Lit>,
    /// An assumption that will be false for good after this search: see [`Solver::scope_assumption`].
    pub(crate) scoped: Option<Lit>,
    /// The level of the assumptions: 1 once they are in force, else 0.
    pub(crate) root_level: u32,
    /// No jump goes below this level while models are enumerated by backtracking.
    pub(crate) backtrack_level: u32,
    /// Units that were learnt above level 0 and are not assigned yet.
    pub(crate) new_units: Vec<Lit>,
    /// Units that belong on level 0, where no jump may go at present; assigned again after each jump.
    pub(crate) postponed_units: Vec<Lit>,
    /// The values given by [`Solver::try_candidate`] or [`Solver::decide_next`] that were not decided yet.
    pub(crate) candidate: Vec<Lit>,
    pub(crate) conflict: Option<ConflictClause>,
    /// Literals that became true on a higher level than necessary.
    pub(crate) late: LateLiterals,
    pub(crate) core: Vec<Lit>,
    pub(crate) analysis: Analysis,
    /// The number of trail literals at level 0 at the last simplification.
    pub(crate) simplified: usize,
    /// The number of propagations at which the next simplification is due: it then costs less than these did.
    pub(crate) simplify_at: u64,
    /// The size of the clauses from which on it is due.
    pub(crate) simplify_from: usize,
    /// The number of propagations from which on the stop function is asked before the next decision.
    pub(crate) ask_at: u64,
    /// No assignment satisfies the clauses.
    pub(crate) inconsistent: bool,
    /// Released temporary variables, which can be used again.
    pub(crate) released_vars: Vec<Var>,
    pub(crate) eliminated: Eliminated,
    /// By variable: it is temporary, so its meaning is private to this solver.
    pub(crate) is_temporary: Vec<bool>,
    /// The number of conflicts at which searches stop.
    pub(crate) conflict_limit: u64,
    pub(crate) clause_exchange: ClauseExchange,
    pub(crate) proof: ProofLogger,
    pub(crate) gauge: Option<Arc<Gauge>>,
    pub(crate) recent: RecentClause,
    /// The number of times that failed literals were sought.
    pub(crate) lookaheads: u32,
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
        let mut heuristic = Heuristic::default();
        heuristic.set_order(config.order);
        Solver {
            reducer: Reducer::new(&config),
            random: config.generator(0),
            config,
            trail: Trail::default(),
            arena: Arena::default(),
            new_clause: Vec::new(),
            watches: Vec::new(),
            heuristic,
            phases: Phases::default(),
            learnts: Vec::new(),
            restarts: RestartSchedule::default(),
            origin: None,
            statistics: Statistics::default(),
            assumptions: Vec::new(),
            scoped: None,
            root_level: 0,
            backtrack_level: 0,
            new_units: Vec::new(),
            unchanged: 0,
            candidate: Vec::new(),
            postponed_units: Vec::new(),
            conflict: None,
            late: LateLiterals::default(),
            core: Vec::new(),
            analysis: Analysis::default(),
            simplified: 0,
            simplify_at: 0,
            simplify_from: 0,
            ask_at: 0,
            inconsistent: false,
            released_vars: Vec::new(),
            eliminated: Eliminated::default(),
            is_temporary: Vec::new(),
            conflict_limit: u64::MAX,
            clause_exchange: ClauseExchange::default(),
            proof: ProofLogger::default(),
            gauge: None,
            recent: RecentClause::default(),
            lookaheads: 0,
        }
    }

    /// Changes the configuration between searches. A new seed starts another sequence of random numbers.
    pub fn set_config(&mut self, config: Config) {
        if config.seed != self.config.seed {
            self.random = config.generator(0);
        }
        if config.order != self.config.order {
            self.heuristic.set_order(config.order);
        }
        if (config.reduce_first, config.reduce_percent)
            != (self.config.reduce_first, self.config.reduce_percent)
        {
            self.reducer.set_config(&config);
        }
        self.config = config;
    }

    /// Publishes the progress of searches, for other threads to read.
    pub fn set_gauge(&mut self, gauge: Option<Arc<Gauge>>) {
        self.gauge = gauge;
    }

    /// Makes room for so many more variables.
    pub fn reserve(&mut self, vars: usize) {
        self.trail.reserve(vars);
        self.watches.reserve(2 * vars);
        self.is_temporary.reserve(vars);
        self.phases.reserve(vars);
        self.analysis.reserve(vars);
        self.heuristic.reserve(vars);
    }

    /// A new variable. Its value is tried false first, until [`Solver::set_phase`] says otherwise.
    pub fn new_var(&mut self) -> Var {
        let var = self.trail.new_var();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.phases.new_var();
        self.is_temporary.push(false);
        self.analysis.new_var();
        // Ties among new variables are broken by their number, or by a hash of it and the seed.
        let tie = if self.config.seed == 0 {
            0.0
        } else {
            let mixed =
                (var.index() as u64 ^ self.config.seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 40) as f64 * 1e-12
        };
        self.heuristic.new_var(var, tie);
        var
    }

    /// The number of variables.
    pub fn num_vars(&self) -> usize {
        self.trail.num_vars()
    }

    /// The number of variables that get a value: all except released and eliminated variables.
    #[inline]
    pub(crate) fn num_used_vars(&self) -> usize {
        self.trail.num_vars() - self.released_vars.len() - self.eliminated.len()
    }

    /// The number of variables that have no value at level 0.
    pub fn num_open_vars(&self) -> usize {
        let fixed =
            if self.decision_level() == 0 { self.trail.literals.len() } else { self.trail.level_start(1) };
        self.num_used_vars() - fixed
    }

    /// The numbers of given clauses of two, of three and of more literals. Clauses satisfied at level 0 are
    /// counted until the next propagation there removes them. Takes time linear in the number of clauses.
    pub fn num_clauses(&self) -> [usize; 3] {
        let long = self.arena.clauses().filter(|&clause| !self.arena.is_learnt(clause));
        let (ternary, longer): (Vec<_>, Vec<_>) = long.partition(|&clause| self.arena.len(clause) == 3);
        let watches = self.watches.iter().flatten();
        let binary = watches.filter(|watch| watch.is_given_binary()).count() / 2;
        [binary, ternary.len(), longer.len()]
    }

    /// The number of learnt clauses of two and more literals. Takes time linear in the number of clauses.
    pub fn num_learnt_clauses(&self) -> usize {
        let watches = self.watches.iter().flatten();
        let binary = watches.filter(|watch| watch.clause().is_none() && !watch.is_given_binary()).count() / 2;
        binary + self.learnts.len()
    }

    /// Limits searches to this number of conflicts from now on, or lifts the limit. [`Solver::limit_reached`]
    /// distinguishes this from other reasons to stop.
    pub fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.conflict_limit = conflicts.map_or(u64::MAX, |number| self.statistics.conflicts + number);
    }

    /// Whether the limit of [`Solver::limit_conflicts`] is reached.
    pub fn limit_reached(&self) -> bool {
        self.statistics.conflicts >= self.conflict_limit
    }

    /// Saves a value of a variable as if backjumping had unassigned it.
    pub fn remember_value(&mut self, lit: Lit) {
        self.phases.save(lit);
    }

    /// Saves the values of all variables that have one, until [`Solver::forget_assignments`].
    pub fn remember_assignment(&mut self) {
        self.phases.save_all(&self.trail.literals);
    }

    /// Restores the phases before the first call of [`Solver::remember_assignment`], so that it has no effect on later
    /// searches.
    pub fn forget_assignments(&mut self) {
        self.phases.restore();
    }

    /// Adds values of an assignment that may be a model, in [`Theory::suggest`](crate::Theory::suggest). They are
    /// the next decisions of the search, the last ones first.
    pub fn try_candidate(&mut self, values: impl Iterator<Item = Lit>) {
        self.candidate.extend(values);
    }

    /// Sets the next decisions, the last one first, in place of earlier ones. A search that begins at level 0 forgets them.
    pub fn decide_next(&mut self, literals: Vec<Lit>) {
        self.candidate = literals;
    }

    /// Forgets the sign that learnt clauses and earlier assignments give to a variable.
    pub fn forget_sign(&mut self, var: Var) {
        self.phases.forget_sign(var);
    }

    /// The counts so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether the clauses are not yet known to be unsatisfiable.
    pub fn is_consistent(&self) -> bool {
        !self.inconsistent
    }

    /// Sets the value to try first for a variable.
    pub fn set_phase(&mut self, var: Var, value: bool) {
        self.phases.set(var, value);
    }

    /// Sets a value to try first that takes precedence over saved phases, or removes it.
    pub fn advise_value(&mut self, var: Var, value: Option<bool>) {
        self.phases.advise(var, value);
    }

    /// Sets the priority level of a variable: variables of higher levels are decided first. Initially 0.
    pub fn advise_level(&mut self, var: Var, level: i32) {
        self.heuristic.set_level(var, level);
    }

    /// Sets the factor of a variable's activity bumps. Initially 1.
    pub fn advise_factor(&mut self, var: Var, factor: f64) {
        self.heuristic.set_factor(var, factor);
    }

    /// Adds to a variable's activity, in units of the present bump.
    pub fn add_activity(&mut self, var: Var, amount: f64) {
        self.heuristic.add_activity(var, amount);
    }

    /// Adds a clause. `false` if the clauses are now known to be unsatisfiable.
    ///
    /// # Panics
    /// At a decision level above 0: call [`Solver::reset`] first, or use [`Solver::add_clause_in_search`].
    pub fn add_clause(&mut self, literals: &[Lit]) -> bool {
        assert_eq!(self.decision_level(), 0, "clauses are added at level 0");
        self.proof.given(literals);
        if self.inconsistent {
            return false;
        }
        let mut clause = std::mem::take(&mut self.new_clause);
        clause.clear();
        clause.extend_from_slice(literals);
        if self.normalize_in_place(&mut clause) {
            self.add_normalized(&mut clause);
        }
        self.new_clause = clause;
        !self.inconsistent
    }

    /// Adds the clauses `lit ∨ other` for each of the others, in their order, except for those that exist already. `false` if
    /// the clauses are now known to be unsatisfiable.
    ///
    /// Clauses are compared only if the others are many: only then do repeated clauses take memory worth the time.
    ///
    /// # Panics
    /// As [`Solver::add_clause`].
    pub fn add_binary_clauses(&mut self, lit: Lit, others: &[Lit]) -> bool {
        let mut known: Vec<Lit> = Vec::new();
        if others.len() >= MANY_BINARY {
            let given = self.watches[lit.index()].iter().filter(|watch| watch.is_given_binary());
            known.extend(given.map(|watch| watch.blocker));
            known.sort_unstable();
        }
        for &other in others {
            if known.binary_search(&other).is_err() {
                self.add_clause(&[lit, other]);
            }
        }
        !self.inconsistent
    }

    /// Adds a clause whose literals are free and differ.
    fn add_normalized(&mut self, clause: &mut [Lit]) {
        match *clause {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, Reason::None),
            _ => {
                if self.config.initial_activity {
                    let weight = 1.0 / f64::from(1u32 << clause.len().min(20));
                    for lit in &*clause {
                        self.heuristic.add_activity(lit.var(), weight);
                    }
                }
                if self.config.first_watches != FirstWatches::First {
                    self.choose_watches(clause);
                }
                self.attach(clause, false, 0);
            }
        }
    }

    /// Puts the first watches of a clause first.
    fn choose_watches(&mut self, clause: &mut [Lit]) {
        for place in 0..2 {
            let chosen = match self.config.first_watches {
                FirstWatches::Random => place + self.random.index(clause.len() - place),
                _ => {
                    let rest = place..clause.len();
                    rest.min_by_key(|&at| self.watches[clause[at].index()].len()).unwrap_or(place)
                }
            };
            clause.swap(place, chosen);
        }
    }

    /// The clause without duplicates and without literals false at level 0; `None` if it is satisfied at
    /// level 0 or a tautology.
    pub(crate) fn normalize(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        let mut clause = literals.to_vec();
        self.normalize_in_place(&mut clause).then_some(clause)
    }

    /// As [`Solver::normalize`]; `false` if the clause is satisfied or a tautology.
    fn normalize_in_place(&self, clause: &mut Vec<Lit>) -> bool {
        let is_there = |lit: &Lit| !self.eliminated.has(lit.var());
        debug_assert!(clause.iter().all(is_there), "a clause has no eliminated variable");
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        let fixed = |lit: Lit| self.trail.value(lit) != 0 && self.trail.level(lit.var()) == 0;
        if tautology || clause.iter().any(|&lit| self.trail.value(lit) > 0 && fixed(lit)) {
            return false;
        }
        clause.retain(|&lit| !fixed(lit));
        true
    }

    /// Adds a clause that watches its first two literals. Returns it as a reason of its first literal.
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

    /// Whether a literal is true at level 0, and so in every assignment that satisfies the clauses.
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

    /// The current decision level. Literals of level 0 depend on no decision and no assumption.
    #[inline]
    pub fn decision_level(&self) -> u32 {
        self.trail.decision_level()
    }

    /// The lowest level that backjumping may return to.
    pub(crate) fn base_level(&self) -> u32 {
        self.root_level.max(self.backtrack_level)
    }

    /// The assumptions that cannot hold together, after [`Outcome::Failed`](crate::Outcome::Failed): a subset
    /// of those given, not minimal.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Connects a proof log, which is notified of all clauses from now on; or disconnects it.
    pub fn set_proof(&mut self, proof: Option<Box<dyn ProofLog>>) {
        self.proof = ProofLogger::new(proof);
    }

    /// Whether a theory is to learn loop nogoods: not while a proof is logged, which has as axioms only the loop nogoods
    /// that a conflict used.
    pub fn wants_loop_nogoods(&self) -> bool {
        !self.proof.is_on()
    }

    /// The handle by which a theory implied a true literal; `None` if a clause or a decision made it true.
    pub fn handle_of(&self, lit: Lit) -> Option<u32> {
        match self.trail.reason(lit.var()) {
            Reason::Theory(handle) => Some(handle),
            _ => None,
        }
    }

    /// The falsified literals of a conflict reported by [`Solver::set_conflict`] or by a violated lemma;
    /// `None` for conflicts of clauses, and of literals implied by a handle.
    pub fn conflict_literals(&self) -> Option<&[Lit]> {
        match &self.conflict {
            Some(ConflictClause::Literals(literals)) => Some(literals),
            _ => None,
        }
    }
}
