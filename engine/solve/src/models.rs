//! Asking for models: one, some, all, the best, all of the best.
//!
//! Optimisation is branch and bound: each model sets a bound that the next must beat, until there is none. The bound is
//! tied to a guard literal that is assumed for one solve and false ever after, so that clauses learnt under it retire
//! with it.

use crate::guests::Guest;
use crate::solver::{AspSolver, Refusal};
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_sat::{Lit, Outcome};
use hamadryad_symbol::Symbol;

/// What to do about objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OptimizeMode {
    /// Find better and better models until the last is optimal.
    #[default]
    Optimize,
    /// Find the optimum, then enumerate all optimal models.
    EnumerateOptimal,
    /// Enumerate the models whose costs are at most the bound.
    Enumerate,
    /// Pay no attention to objectives.
    Ignore,
}

/// What models must differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// What they show.
    Shown,
    /// The atoms of `#project` statements.
    Atoms,
    /// The atoms of `#project` statements, or what they show where there are none.
    Auto,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// How many models to look for at most, 0 for all. Under `EnumerateOptimal` optimal models count, else all.
    pub models: u64,
    /// What to do about objectives.
    pub optimize: OptimizeMode,
    /// Costs by priority, highest first, that models must not exceed.
    pub bound: Option<Vec<i64>>,
    /// What the models of an enumeration must differ in; `None` where any atom will do. The way to an optimum is not
    /// projected.
    pub projection: Option<Projection>,
    /// Literals that are to hold, for this solve only.
    pub assumptions: Vec<Literal>,
}

/// How a search stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Models found, those on the way to an optimum included.
    pub models: u64,
    /// Among them, those found after the optimum was proven, under `EnumerateOptimal`.
    pub optimal_models: u64,
    /// Everything has been searched.
    pub exhausted: bool,
    /// The stop function ended the search.
    pub interrupted: bool,
    /// The costs of the best model, by priority, highest first.
    pub costs: Option<Vec<i64>>,
    /// No model has lower costs than these.
    pub optimum_proven: bool,
    /// Where there is no model: assumptions that cannot hold together. Not minimal.
    pub core: Vec<Literal>,
}

impl Summary {
    /// Whether there are models: `None` where the search ended before it could tell.
    pub fn satisfiable(&self) -> Option<bool> {
        match (self.models, self.exhausted) {
            (1.., _) => Some(true),
            (0, true) => Some(false),
            (0, false) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Each model is to be excluded by backtracking.
    Enumerate,
    /// Each model is to be beaten.
    Improve,
    /// Nothing more is to be found.
    Done,
}

/// A search in progress: a source of models.
///
/// While it lives the solver can't be changed; when it is dropped, what it assumed is taken back.
pub struct Search<'s> {
    solver: &'s mut AspSolver,
    options: SolveOptions,
    phase: Phase,
    started: bool,
    guard: Option<Lit>,
    /// Whether a bound or a clause depends on the guard.
    guards: bool,
    /// What models must differ in, where they are projected.
    projected: Option<Vec<Lit>>,
    /// Clauses that the models to come must satisfy, without the guard.
    clauses: Vec<Vec<Lit>>,
    /// How many of them the solver has been given under the present guard.
    added: usize,
    summary: Summary,
}

/// An answer set, valid until the search goes on.
pub struct Model<'m> {
    solver: &'m AspSolver,
    /// Its number in this search, from 1.
    pub number: u64,
    /// Its costs by priority, highest first; empty where there is no objective.
    pub costs: &'m [i64],
    /// Whether it is known that no model has lower costs.
    pub optimality_proven: bool,
}

impl Model<'_> {
    /// What the model shows: atoms, then terms, each in the order of the program.
    pub fn symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        let sat = &self.solver.sat;
        let shown = move |lits: &[Lit]| lits.iter().all(|&lit| sat.is_true(lit));
        let outputs = self.solver.outputs.iter().filter(move |output| output.kind == kind);
        outputs.filter(move |output| shown(&output.condition)).map(|output| output.symbol)
    }

    /// Whether a literal of the program is true.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.solver.sat.is_true(self.solver.lit(literal))
    }

    /// The propagator of a number, as it stands at this model.
    pub fn guest(&self, number: usize) -> Option<&dyn Guest> {
        self.solver.guest(number)
    }
}

impl AspSolver {
    /// Starts a search for models of the program as it is now.
    ///
    /// # Errors
    /// Where the program has what this solver refuses.
    pub fn solve(&mut self, options: SolveOptions) -> Result<Search<'_>, Refusal> {
        self.translate_waiting();
        match &self.refusal {
            Some(refusal) => Err(refusal.clone()),
            None => Ok(Search {
                solver: self,
                options,
                phase: Phase::Enumerate,
                started: false,
                guard: None,
                guards: false,
                projected: None,
                clauses: Vec::new(),
                added: 0,
                summary: Summary::default(),
            }),
        }
    }
}

impl Search<'_> {
    /// The next model; `None` where there is no more to be found, or `stop` said so. `stop` is asked often.
    pub fn next_model(&mut self, stop: &dyn Fn() -> bool) -> Option<Model<'_>> {
        self.advance(stop).then(|| Model {
            solver: self.solver,
            number: self.summary.models,
            costs: self.summary.costs.as_deref().unwrap_or(&[]),
            optimality_proven: self.summary.optimum_proven,
        })
    }

    /// Lets models come only where one of the literals is true, from now on and for this search.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.clauses.push(literals.iter().map(|&literal| self.solver.lit(literal)).collect());
    }

    /// How the search stands.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Moves to the next model. `false` where there is none.
    fn advance(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let mut more = if self.started { self.exclude_last() } else { self.start() };
        loop {
            if self.phase == Phase::Done {
                return false;
            }
            if more {
                self.add_clauses();
            }
            let outcome =
                if more { self.solver.sat.search(&mut self.solver.reasoner, stop) } else { Outcome::Failed };
            match outcome {
                Outcome::Model => {
                    self.record_model();
                    return true;
                }
                Outcome::Stopped => {
                    self.summary.interrupted = true;
                    self.phase = Phase::Done;
                    return false;
                }
                Outcome::Failed | Outcome::Unsatisfiable => {
                    if !self.all_found() {
                        return false;
                    }
                    more = true;
                }
            }
        }
    }

    fn start(&mut self) -> bool {
        self.started = true;
        let objective = !self.solver.reasoner.objective.is_empty();
        let (phase, bounded) = match self.options.optimize {
            OptimizeMode::Ignore => (Phase::Enumerate, false),
            OptimizeMode::Enumerate => (Phase::Enumerate, objective),
            _ if objective => (Phase::Improve, true),
            _ => (Phase::Enumerate, false),
        };
        self.phase = phase;
        if let Some(projection) = self.options.projection {
            self.solver.sat.reset(&mut self.solver.reasoner);
            self.projected = Some(self.solver.projection_literals(projection));
        }
        self.make_guard();
        self.guards = bounded || self.projected.is_some();
        if bounded && let (Some(guard), Some(bound)) = (self.guard, &self.options.bound) {
            self.solver.reasoner.objective.set_bound(guard, bound, true);
        }
        self.assume();
        true
    }

    /// Gives the clauses to the solver, under the guard.
    fn add_clauses(&mut self) {
        let guard = self.guard.expect("a search that has begun has a guard");
        self.guards |= self.added < self.clauses.len();
        for clause in &self.clauses[self.added..] {
            let mut clause = clause.clone();
            clause.push(!guard);
            self.solver.sat.add_clause_while_enumerating(&clause);
        }
        self.added = self.clauses.len();
    }

    fn make_guard(&mut self) {
        self.retire_guard();
        let spare = self.solver.spare_guard.take();
        self.guard = Some(spare.unwrap_or_else(|| self.solver.sat.new_var().positive()));
        let guests = &mut self.solver.reasoner.guests;
        guests.begin_search(self.guard);
        self.clauses.append(&mut guests.sharing.clauses_of_solve);
        self.added = 0;
    }

    fn retire_guard(&mut self) {
        self.solver.sat.reset(&mut self.solver.reasoner);
        self.solver.reasoner.objective.clear_bound();
        self.guards |= std::mem::take(&mut self.solver.reasoner.guests.sharing.guard_is_used);
        if let Some(guard) = self.guard.take() {
            if std::mem::take(&mut self.guards) {
                self.solver.sat.add_clause(&[!guard]);
            } else {
                self.solver.spare_guard = Some(guard);
            }
        }
    }

    fn assume(&mut self) {
        let solver = &mut *self.solver;
        let given =
            solver.assumed.iter().chain(&self.options.assumptions).map(|&literal| solver.lit(literal));
        let assumptions: Vec<Lit> = given.chain(solver.external_assumptions()).chain(self.guard).collect();
        solver.sat.assume(&mut solver.reasoner, &assumptions);
    }

    /// Makes the search go on from the last model to another. `false` where there is no other.
    fn exclude_last(&mut self) -> bool {
        match self.phase {
            Phase::Enumerate => match &self.projected {
                None => self.solver.sat.next_by_backtracking(&mut self.solver.reasoner),
                Some(literals) => {
                    let guard = self.guard.expect("projection has a guard");
                    let AspSolver { sat, reasoner, .. } = &mut *self.solver;
                    let opposite = |&lit: &Lit| if sat.is_true(lit) { !lit } else { lit };
                    let mut clause: Vec<Lit> = literals.iter().map(opposite).collect();
                    clause.push(!guard);
                    sat.add_clause_in_search(reasoner, &clause)
                }
            },
            Phase::Improve => {
                let guard = self.guard.expect("optimisation has a guard");
                let costs = self.summary.costs.as_deref().expect("a model has costs");
                self.solver.reasoner.objective.set_bound(guard, costs, false);
                // There is a model, so nobody will ask which assumptions are to blame.
                self.solver.sat.retire_after(guard);
                true
            }
            Phase::Done => false,
        }
    }

    fn record_model(&mut self) {
        self.summary.models += 1;
        if self.options.optimize != OptimizeMode::Ignore && !self.solver.reasoner.objective.is_empty() {
            self.summary.costs = Some(self.solver.reasoner.objective.costs());
        }
        if self.summary.optimum_proven {
            self.summary.optimal_models += 1;
        }
        let counted = match self.options.optimize {
            OptimizeMode::EnumerateOptimal if self.summary.costs.is_some() => self.summary.optimal_models,
            _ => self.summary.models,
        };
        if self.options.models != 0 && counted >= self.options.models {
            // Where nothing was decided there is nothing else to be found.
            self.summary.exhausted = self.solver.sat.decision_level() <= 1;
            if self.summary.exhausted && self.phase == Phase::Improve {
                self.summary.optimum_proven = true;
            }
            self.phase = Phase::Done;
        }
    }

    /// Nothing more is to be found in this phase. `true` where another phase begins.
    fn all_found(&mut self) -> bool {
        let improved = self.phase == Phase::Improve && self.summary.models > 0;
        self.summary.optimum_proven |= improved;
        if improved && self.options.optimize == OptimizeMode::EnumerateOptimal {
            self.phase = Phase::Enumerate;
            self.make_guard();
            self.guards = true;
            let costs = self.summary.costs.as_deref().expect("a model has costs");
            let guard = self.guard.expect("just made");
            self.solver.reasoner.objective.set_bound(guard, costs, true);
            self.assume();
            return true;
        }
        self.summary.exhausted = true;
        self.phase = Phase::Done;
        if self.summary.models == 0 {
            let core = self.solver.sat.core();
            let given = self.solver.assumed.iter().chain(&self.options.assumptions);
            self.summary.core = given.copied().filter(|&lit| core.contains(&self.solver.lit(lit))).collect();
        }
        false
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.retire_guard();
        self.solver.reasoner.guests.end_search();
    }
}
