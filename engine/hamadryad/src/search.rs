//! Asking a control for models.

use crate::PropagatorId;
use crate::propagator::Propagator;
use crate::race::{Race, Threads};
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_ground::Grounder;
use hamadryad_solve::{Consequences, Estimate, OptimizeMode, Projection};
use hamadryad_symbol::{Symbol, Symbols};
use std::fmt;

/// What is asked for, in one solve. The default is one model, or, where the program has an objective, better and better ones up to an
/// optimal one.
#[derive(Clone)]
pub struct SolveOptions<'a> {
    /// How many models to look for at most, those on the way to an optimum included; 0 for all. `None` asks for one
    /// where there is no objective to be optimised, else for an optimal one. Under `EnumerateOptimal` only models that
    /// are known to be optimal count, and `None` is all of these.
    pub models: Option<u64>,
    /// What to do about objectives.
    pub optimize: OptimizeMode,
    /// Costs by priority, highest first, that models must not exceed.
    pub bound: Option<Vec<i64>>,
    /// What the models of an enumeration must differ in; `None` where any atom will do. The way to an optimum is not
    /// projected.
    pub projection: Option<Projection>,
    /// Asks for what some models show, or all of them, instead of all models: each model that comes changes what is known of
    /// that, and shows it. Where there is an objective to be optimised, optimal models are meant, and those on the way to
    /// them show themselves.
    ///
    /// ```
    /// use hamadryad::{Consequences, Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "1 { a; b }. c :- a. c :- b.")?;
    /// control.ground(&[Part::base()])?;
    /// let consequences = Some(Consequences::Cautious);
    /// let mut search = control.solve(SolveOptions { consequences, ..SolveOptions::default() })?;
    /// let mut last = String::new();
    /// while let Some(model) = search.next_model() {
    ///     last = model.to_string();
    /// }
    /// assert_eq!(last, "c");
    /// assert_eq!(search.summary().consequences.map(|estimate| estimate.known), Some(1));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub consequences: Option<Consequences>,
    /// Whether no assumption may be left out of [`Summary::core`]. That takes a search for each of them.
    pub minimal_core: bool,
    /// Atoms that are to be true or false, in this solve only. An atom that the program does not have is false.
    pub assumptions: &'a [(Symbol, bool)],
    /// Literals of the ground program that are to be true besides, in this solve only. An atom that it does not have is false.
    pub literals: &'a [Literal],
    /// How many threads search. The answer does not depend on it: models, optima and consequences are the same, but for which of several
    /// models come first, on the way to an optimum too. With propagators of the program's own, one thread searches.
    pub threads: Threads,
    /// Asked often, by the thread that calls; the search ends when it answers `true`. Deadlines and interrupts come in here.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        let never: &dyn Fn() -> bool = &|| false;
        SolveOptions {
            models: None,
            optimize: OptimizeMode::Optimize,
            bound: None,
            projection: None,
            consequences: None,
            minimal_core: false,
            assumptions: &[],
            literals: &[],
            threads: Threads::default(),
            stop: never,
        }
    }
}

/// How a search stands. Speaks of one solve, and can be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Models found so far.
    pub models: u64,
    /// Among them, those found after the optimum was proven, under `EnumerateOptimal`.
    pub optimal_models: u64,
    /// Everything has been searched: there are no further models, or no better ones.
    pub exhausted: bool,
    /// The search was stopped.
    pub interrupted: bool,
    /// The costs of the best model, by priority, highest first.
    pub costs: Option<Vec<i64>>,
    /// No model has lower costs than these, by priority, as far as that is known: where a search for the optimum is
    /// stopped, it lies between these and `costs`.
    pub lower_bounds: Vec<i64>,
    /// No model has lower costs than `costs`.
    pub optimum_proven: bool,
    /// Where consequences are asked for, and there is a model: how many there are.
    pub consequences: Option<Estimate>,
    /// Where there is no model: assumptions that cannot hold together.
    pub core: Vec<(Symbol, bool)>,
    /// The same for the assumptions that were given as literals.
    pub core_literals: Vec<Literal>,
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

/// A search in progress: a source of models. It borrows the control, so nothing changes until it is dropped. Then its
/// assumptions, its bounds and the clauses added to it are gone, and what it has learnt about the program stays.
pub struct Search<'c> {
    pub(crate) symbols: &'c Symbols,
    pub(crate) grounder: &'c Grounder,
    pub(crate) inner: Race<'c>,
    pub(crate) stop: &'c dyn Fn() -> bool,
    pub(crate) assumptions: Vec<(Literal, (Symbol, bool))>,
    pub(crate) literals: &'c [Literal],
}

impl Search<'_> {
    /// The next model; `None` where there is none, or the search was stopped: [`Search::summary`] tells which.
    pub fn next_model(&mut self) -> Option<Model<'_>> {
        let (symbols, grounder) = (self.symbols, self.grounder);
        self.inner.next_model(self.stop).map(|inner| Model { symbols, grounder, inner })
    }

    /// From now on and for this search only, models come only where one of the atoms has the value that stands beside it.
    /// The last model may be excluded so, and others with it. An atom that the program does not have is false.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "1 { pick(1..4) } 2.")?;
    /// control.ground(&[Part::base()])?;
    ///
    /// // Each answer has something that those before had not.
    /// let mut fresh: Vec<_> = control.atoms().collect();
    /// let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
    /// while let Some(model) = search.next_model() {
    ///     fresh.retain(|&atom| !model.contains(atom));
    ///     let clause: Vec<_> = fresh.iter().map(|&atom| (atom, true)).collect();
    ///     search.add_clause(&clause);
    /// }
    /// assert!(fresh.is_empty() && search.summary().models <= 4);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn add_clause(&mut self, clause: &[(Symbol, bool)]) {
        let mut literals = Vec::with_capacity(clause.len());
        for &(atom, value) in clause {
            match self.grounder.lookup(atom) {
                Some(state) if value => literals.push(state.atom.positive()),
                Some(state) => literals.push(state.atom.negative()),
                None if value => {}
                None => return,
            }
        }
        self.inner.add_clause(&literals);
    }

    /// As [`Search::add_clause`], for literals of the ground program: one of them is true in the models to come.
    pub fn add_clause_of_literals(&mut self, clause: &[Literal]) {
        self.inner.add_clause(clause);
    }

    /// How the search stands.
    pub fn summary(&self) -> Summary {
        let inner = self.inner.summary();
        let blamed = self.assumptions.iter().filter(|(literal, _)| inner.core.contains(literal));
        Summary {
            models: inner.models,
            optimal_models: inner.optimal_models,
            exhausted: inner.exhausted,
            interrupted: inner.interrupted,
            costs: inner.costs.clone(),
            lower_bounds: inner.lower_bounds.clone(),
            optimum_proven: inner.optimum_proven,
            consequences: inner.consequences,
            core: blamed.map(|&(_, assumption)| assumption).collect(),
            core_literals: self
                .literals
                .iter()
                .filter(|literal| inner.core.contains(literal))
                .copied()
                .collect(),
        }
    }
}

/// An answer set, until the search goes on; [`Model::to_answer`] keeps it. Prints as what it shows, separated by spaces.
pub struct Model<'m> {
    symbols: &'m Symbols,
    grounder: &'m Grounder,
    inner: hamadryad_solve::Model<'m>,
}

impl Model<'_> {
    /// Its number in this search, from 1.
    pub fn number(&self) -> u64 {
        self.inner.number
    }

    /// Its costs by priority, highest first; empty where there is no objective.
    pub fn costs(&self) -> &[i64] {
        self.inner.costs
    }

    /// Whether it is known that no model has lower costs.
    pub fn optimality_proven(&self) -> bool {
        self.inner.optimality_proven
    }

    /// How many consequences there are as far as known, where these are asked for.
    pub fn consequences(&self) -> Option<Estimate> {
        self.inner.consequences()
    }

    /// The shown atoms, then the shown terms, each in the order in which they were grounded. Where consequences are asked
    /// for, those among them that are known, or, if every model must have them, not refuted.
    pub fn shown(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.inner.symbols(OutputKind::Atom).chain(self.inner.symbols(OutputKind::Term))
    }

    /// Whether an atom is true, shown or not.
    pub fn contains(&self, atom: Symbol) -> bool {
        self.grounder.lookup(atom).is_some_and(|state| self.inner.is_true(state.atom.positive()))
    }

    /// The atoms that are true, shown or not, signature by signature.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        let is_true = |literal| self.inner.is_true(literal);
        let atoms =
            self.grounder.atoms().filter(move |(_, state)| state.fact || is_true(state.atom.positive()));
        atoms.map(|(symbol, _)| symbol)
    }

    /// Whether a literal of the ground program is true, as observers of the grounding know it. Unknown atoms are false.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.inner.is_true(literal)
    }

    /// A propagator as it stands at this model: what it has computed for it can be read. `None` where another control gave
    /// the number.
    pub fn propagator<P: Propagator>(&self, id: PropagatorId<P>) -> Option<&P> {
        id.find(self.inner.guest(id.number())?)
    }

    /// The store that the model's symbols belong to.
    pub fn symbols(&self) -> &Symbols {
        self.symbols
    }
}

impl fmt::Display for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, symbol) in self.shown().enumerate() {
            let space = if i > 0 { " " } else { "" };
            write!(f, "{space}{}", self.symbols.display(symbol))?;
        }
        Ok(())
    }
}
