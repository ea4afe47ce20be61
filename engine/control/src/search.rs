//! Searches: sources of models that borrow a control.

use crate::propagator::Propagator;
use crate::race::{Race, Threads};
use crate::{AtomTables, PropagatorId};
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_ground::Grounder;
use hamadryad_solve::{Consequences, Estimate, OptimizeMode, Population, Projection};
use hamadryad_symbol::{Symbol, Symbols};
use std::fmt;

/// Options of a solve. The default requests one model, or, with an objective, a sequence of improving models
/// up to an optimal one.
#[derive(Clone)]
pub struct SolveOptions<'a> {
    /// The largest number of models, including models on the way to an optimum; 0 for all. `None` requests
    /// one model without an objective to optimise, else an optimal one. Under `EnumerateOptimal` only models
    /// that are proven optimal count, and `None` requests all of them.
    pub models: Option<u64>,
    /// The treatment of objectives.
    pub optimize: OptimizeMode,
    /// Upper bounds on the costs by priority, highest first.
    pub bound: Option<Vec<i64>>,
    /// The atoms in which enumerated models must differ; `None` for all atoms. The models on the way to an
    /// optimum are not projected.
    pub projection: Option<Projection>,
    /// Computes brave or cautious consequences instead of enumerating: each model refines the estimate, and
    /// shows it. With an objective, consequences are those of the optimal models, and models on the way to an
    /// optimum show their own atoms. If the program has `#project` statements, consequences are sought among the
    /// projected atoms, and only their symbols are shown, unless `projection` is [`Projection::Shown`].
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
    /// Draws models uniformly at random with this seed, each independently of the others, instead of
    /// enumerating; a model may be drawn repeatedly. With a projection, the projections of models are drawn
    /// uniformly; with an objective to optimise, optimal models are drawn, after the models on the way to the
    /// optimum. Up to 200,000 models, or 20,000 projections, are counted, and the distribution is exactly
    /// uniform. For larger numbers,
    /// the probabilities of two models differ by a factor of at most 1.021, with a probability of 98.8 %: the
    /// estimate of the number of models may be wrong. Without `models`, one sample is drawn; 0 requests an
    /// endless sequence. Has no effect if consequences are computed.
    ///
    /// ```
    /// use hamadryad::{Control, Part, Projection, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "{ heads(1..50) }. few :- #count { X : heads(X) } < 10.")?;
    /// control.ground(&[Part::base()])?;
    /// let options = SolveOptions { models: Some(20), sample: Some(1), ..SolveOptions::default() };
    /// let mut search = control.solve(options)?;
    /// while let Some(model) = search.next_model() {
    ///     // One in 356,000 models has fewer than ten atoms.
    ///     assert!(model.shown().count() >= 10);
    /// }
    /// let population = search.summary().population.expect("samples were drawn");
    /// assert!((0.5e15..2e15).contains(&population.approximate()));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub sample: Option<u64>,
    /// Costs at which the search for an optimum ends, by priority, highest first: a model of at most these
    /// costs is the last one, and it is not proven optimal.
    pub stop_at: Option<Vec<i64>>,
    /// Enumerates by the atoms to which heuristic directives give a level: after a model, all models are
    /// excluded that are not preferred in these atoms. If the directives prefer these atoms to be false, the
    /// models are those with minimal sets of true ones. Needs `Config::domain_heuristic`.
    ///
    /// ```
    /// use hamadryad::{Config, Control, Part, SolveOptions};
    ///
    /// let mut control = Control::with_config(Config { domain_heuristic: true, ..Config::default() });
    /// let text = "1 { a; b; c }. #heuristic a. [1,false] #heuristic b. [1,false] #heuristic c. [1,false]";
    /// control.add("example.lp", text)?;
    /// control.ground(&[Part::base()])?;
    /// let options = SolveOptions { models: Some(0), by_domain: true, ..SolveOptions::default() };
    /// let mut search = control.solve(options)?;
    /// while let Some(model) = search.next_model() {
    ///     assert_eq!(model.shown().count(), 1);
    /// }
    /// assert_eq!(search.summary().models, 3);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub by_domain: bool,
    /// Whether [`Summary::core`] must be minimal. This takes a search for each assumption.
    pub minimal_core: bool,
    /// Atoms that are assumed true or false, in this solve only. An atom that the program does not contain is
    /// false.
    pub assumptions: &'a [(Symbol, bool)],
    /// Literals of the ground program that are assumed, in this solve only. An atom that the program does not
    /// contain is false.
    pub literals: &'a [Literal],
    /// The number of threads. Models, optima and consequences are independent of it, except for the order of
    /// models and the models on the way to an optimum. With user propagators, one thread searches.
    pub threads: Threads,
    /// Called often by the calling thread; the search ends when it returns `true`, for instance at a
    /// deadline.
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
            sample: None,
            stop_at: None,
            by_domain: false,
            minimal_core: false,
            assumptions: &[],
            literals: &[],
            threads: Threads::default(),
            stop: never,
        }
    }
}

/// The state of a search. It belongs to one solve, and can be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of models so far.
    pub models: u64,
    /// The number of models after the optimum was proven, under `EnumerateOptimal`.
    pub optimal_models: u64,
    /// Whether the search is complete: no further models, or no better models, exist.
    pub exhausted: bool,
    /// Whether the search was stopped.
    pub interrupted: bool,
    /// The costs of the best model, by priority, highest first.
    pub costs: Option<Vec<i64>>,
    /// Proven lower bounds of the costs, by priority: if a search for the optimum is stopped, the optimum
    /// lies between these and `costs`.
    pub lower_bounds: Vec<i64>,
    /// Whether no model has lower costs than `costs`.
    pub optimum_proven: bool,
    /// The number of models from which the last sample was drawn.
    pub population: Option<Population>,
    /// The number of consequences, if consequences are computed and a model exists.
    pub consequences: Option<Estimate>,
    /// Without a model: assumptions that cannot hold together.
    pub core: Vec<(Symbol, bool)>,
    /// The core of the assumptions that were given as literals.
    pub core_literals: Vec<Literal>,
    /// The number of the thread that found the last model or ended the search, from 0.
    pub winner: usize,
}

impl Summary {
    /// Whether a model exists: `None` if the search ended before this was decided.
    pub fn satisfiable(&self) -> Option<bool> {
        match (self.models, self.exhausted) {
            (1.., _) => Some(true),
            (0, true) => Some(false),
            (0, false) => None,
        }
    }
}

/// A running search: a source of models. It borrows the control, so the control cannot change until the
/// search is dropped. Then its assumptions, bounds and added clauses are deleted, and learnt clauses about
/// the program stay.
pub struct Search<'c> {
    pub(crate) symbols: &'c Symbols,
    pub(crate) grounder: &'c Grounder,
    pub(crate) inner: Race<'c>,
    pub(crate) stop: &'c dyn Fn() -> bool,
    pub(crate) assumptions: Vec<(Literal, (Symbol, bool))>,
    pub(crate) literals: &'c [Literal],
}

impl Search<'_> {
    /// The next model; `None` if no further model exists, or the search was stopped: [`Search::summary`]
    /// distinguishes the cases.
    pub fn next_model(&mut self) -> Option<Model<'_>> {
        let (symbols, grounder) = (self.symbols, self.grounder);
        self.inner.next_model(self.stop).map(|inner| Model { symbols, grounder, inner })
    }

    /// The last model, until the search continues; `None` before the first model.
    pub fn model(&self) -> Option<Model<'_>> {
        let (symbols, grounder) = (self.symbols, self.grounder);
        self.inner.model().map(|inner| Model { symbols, grounder, inner })
    }

    /// The tables of the possibly true atoms.
    pub fn tables(&self) -> AtomTables<'_> {
        AtomTables { symbols: self.symbols, grounder: self.grounder }
    }

    /// Requires in this search, from now on, that one of the atoms has the given value. The clause may
    /// exclude the last model, among others. An atom that the program does not contain is false.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "1 { pick(1..4) } 2.")?;
    /// control.ground(&[Part::base()])?;
    ///
    /// // Each answer contains an atom that the answers before lack.
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

    /// As [`Search::add_clause`], for literals of the ground program: one of them is true in all later
    /// models.
    pub fn add_clause_of_literals(&mut self, clause: &[Literal]) {
        self.inner.add_clause(clause);
    }

    /// The state of the search.
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
            population: inner.population,
            consequences: inner.consequences,
            core: blamed.map(|&(_, assumption)| assumption).collect(),
            core_literals: self
                .literals
                .iter()
                .filter(|literal| inner.core.contains(literal))
                .copied()
                .collect(),
            winner: self.inner.winner(),
        }
    }
}

/// An answer set, valid until the search continues; [`Model::to_answer`] stores it. Displays its shown terms,
/// separated by spaces.
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

    /// Its number among the optimal models that [`OptimizeMode::EnumerateOptimal`] enumerates, from 1; 0 for
    /// others.
    pub fn number_of_optimal(&self) -> u64 {
        self.inner.number_of_optimal
    }

    /// Its costs by priority, highest first; empty without an objective.
    pub fn costs(&self) -> &[i64] {
        self.inner.costs
    }

    /// Whether its costs are proven minimal.
    pub fn optimality_proven(&self) -> bool {
        self.inner.optimality_proven
    }

    /// The number of consequences as far as known, if consequences are computed.
    pub fn consequences(&self) -> Option<Estimate> {
        self.inner.consequences()
    }

    /// The shown symbols in clingo's order: facts, then the others; of each, atoms before terms, by predicates.
    /// With consequences, the symbols among them that are known (brave) or not refuted (cautious).
    pub fn shown(&self) -> impl Iterator<Item = Symbol> + '_ {
        let [atom, term] = [OutputKind::Atom, OutputKind::Term];
        let parts = [(atom, true), (term, true), (atom, false), (term, false)];
        parts.into_iter().flat_map(|(kind, are_facts)| self.inner.symbols_by_fact(kind, are_facts))
    }

    /// The shown symbols of one kind, in the order of grounding: atoms, or terms of `#show` statements. See
    /// [`Model::shown`].
    pub fn shown_as(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        self.inner.symbols(kind)
    }

    /// The symbols of one kind that this model does not show, in the order of grounding.
    pub fn not_shown_as(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        self.inner.other_symbols(kind)
    }

    /// The symbols of one kind in the estimate of consequences, in the order of grounding. They are those of
    /// [`Model::shown_as`] without facts, if consequences are limited to atoms of `#project` without a fact;
    /// clingo's library lists them so.
    pub fn estimated(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        self.inner.estimated_symbols(kind)
    }

    /// Whether facts are in the estimate of consequences, see [`Model::estimated`].
    pub fn has_facts(&self) -> bool {
        self.inner.has_facts()
    }

    /// Whether a literal of the ground program is true; if consequences are computed: whether it is the literal
    /// of one in their estimate.
    pub fn is_estimated(&self, literal: Literal) -> bool {
        self.inner.is_estimated(literal)
    }

    /// Whether a literal of the ground program is a consequence: `None` if the search does not know it yet. Without
    /// consequences, whether the model contains the literal.
    pub fn is_consequence(&self, literal: Literal) -> Option<bool> {
        self.inner.is_consequence(literal)
    }

    /// Whether an atom is true, shown or hidden.
    pub fn contains(&self, atom: Symbol) -> bool {
        self.grounder.lookup(atom).is_some_and(|state| self.inner.is_true(state.atom.positive()))
    }

    /// The true atoms, shown or hidden, signature by signature.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        let is_true = |literal| self.inner.is_true(literal);
        let atoms =
            self.grounder.atoms().filter(move |(_, state)| state.fact || is_true(state.atom.positive()));
        atoms.map(|(symbol, _)| symbol)
    }

    /// Whether a literal of the ground program, as passed to observers, is true. Unknown atoms are false.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.inner.is_true(literal)
    }

    /// A propagator in its state at this model, for reading values it has computed. `None` if the number
    /// belongs to another control.
    pub fn propagator<P: Propagator>(&self, id: PropagatorId<P>) -> Option<&P> {
        id.find(self.inner.user_propagator(id.number())?)
    }

    /// The store of the model's symbols.
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
