//! All propagators, as the theory of the Boolean solver.
//!
//! Invariant: every propagator has seen exactly the first `seen` literals of the trail, as far as they are
//! watched.

use crate::encode::at_least::encode_at_least;
use crate::encode::sequential_counter::SequentialCounters;
use crate::proof::log::{Axiom, ProofLogger};
use crate::propagate::acyclicity::Acyclicity;
use crate::propagate::circuits::Circuits;
use crate::propagate::heuristic::DomainHeuristic;
use crate::propagate::minimality::Minimality;
use crate::propagate::objective::Objective;
use crate::propagate::parity::{ParityConstraint, ParityConstraints};
use crate::propagate::propagator::{Context, Propagator};
use crate::propagate::unfounded::{BodyDescription, UnfoundedCheck};
use crate::propagate::user::propagator::UserPropagators;
use crate::propagate::watched::WatchedLiterals;
use crate::propagate::weight_constraint::WeightConstraints;
use crate::propagate::weight_constraint_family::Families;
use hamadryad_aspif::HeuristicModifier;
use hamadryad_circuit::Circuit;
use hamadryad_sat::{Checked, Conflict, Lit, Solver, Theory, Var};
use rustc_hash::FxHashSet;

/// The number of bits of a handle that are the id of an inference; the higher bits are the number of its
/// propagator.
const ID_BITS: u32 = 27;

/// Declares the propagators: their fields in [`Propagators`], their numbers, and the macro `for_each!`.
///
/// `for_each!(all self, |propagator, number| …)` runs the code once for each of them in the order of the
/// list, with static dispatch; `cheap` and `expensive` select a part of the list.
macro_rules! propagators {
    ($d:tt cheap { $($cheap:ident: $Cheap:ident,)* } expensive { $($expensive:ident: $Expensive:ident,)* }) => {
        /// The propagators by number.
        enum Number {
            $($Cheap,)*
            $($Expensive,)*
        }

        /// All propagators, with the state that they share.
        #[derive(Clone, Default)]
        pub(crate) struct Propagators {
            $(pub(crate) $cheap: $Cheap,)*
            $(pub(crate) $expensive: $Expensive,)*
            /// The minimality test, which runs on total assignments only.
            pub(crate) minimality: Minimality,
            pub(crate) proof_logger: ProofLogger,
            pub(crate) counters: SequentialCounters,
            watched: WatchedLiterals,
            /// Further variables that the current search must not eliminate.
            pub(crate) named: FxHashSet<Var>,
            /// The number of literals on the trail that the propagators have seen.
            seen: usize,
            /// Only the cheap propagators run.
            pub(crate) is_brief: bool,
        }

        macro_rules! for_each {
            (all $d self:ident, |$d propagator:ident, $d number:ident| $d code:expr) => {
                for_each!(cheap $d self, |$d propagator, $d number| $d code);
                for_each!(expensive $d self, |$d propagator, $d number| $d code)
            };
            (cheap $d self:ident, |$d propagator:ident, $d number:ident| $d code:expr) => {
                $({
                    let ($d propagator, $d number) = (&mut $d self.$cheap, Number::$Cheap as u32);
                    $d code;
                })*
            };
            (expensive $d self:ident, |$d propagator:ident, $d number:ident| $d code:expr) => {
                $({
                    let ($d propagator, $d number) = (&mut $d self.$expensive, Number::$Expensive as u32);
                    $d code;
                })*
            };
        }
    };
}

// The list of propagators, in the order in which they propagate. The cheap propagators are as cheap as unit
// propagation, and always run together; as soon as an expensive propagator has implied a literal, clauses are
// propagated before the next one runs.
propagators! { $
    cheap {
        weight_constraints: WeightConstraints,
        families: Families,
        objective: Objective,
    }
    expensive {
        parity: ParityConstraints,
        acyclicity: Acyclicity,
        circuits: Circuits,
        unfounded: UnfoundedCheck,
        user: UserPropagators,
        heuristic: DomainHeuristic,
    }
}

impl Propagators {
    /// Adds `lit ↔ Σ weight·literal ≥ bound`, at level 0.
    pub(crate) fn define_weight_constraint(
        &mut self,
        sat: &mut Solver,
        lit: Lit,
        terms: &[(Lit, i64)],
        bound: i64,
    ) {
        let value = sat.value(lit);
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        if value != Some(false) {
            self.encode(sat, value.is_none().then_some(lit), terms, bound, Auxiliary::Allowed);
        }
        if value != Some(true) {
            let negated: Vec<(Lit, i64)> = terms.iter().map(|&(term, weight)| (!term, weight)).collect();
            let condition = value.is_none().then_some(!lit);
            self.encode(sat, condition, &negated, total - bound + 1, Auxiliary::Allowed);
        }
    }

    /// Adds `condition → Σ weight·literal ≥ bound`, at level 0, without auxiliary variables.
    pub(crate) fn add_at_least(
        &mut self,
        sat: &mut Solver,
        condition: Option<Lit>,
        terms: &[(Lit, i64)],
        bound: i64,
    ) {
        self.encode(sat, condition, terms, bound, Auxiliary::Forbidden);
    }

    /// Passes both literals of a variable to a propagator from now on.
    fn watch(&mut self, lit: Lit, propagator: Number) {
        self.watched.add_both(lit, propagator as u32);
    }

    /// Passes a literal, but not its negation, to a propagator from now on.
    fn watch_literal(&mut self, lit: Lit, propagator: Number) {
        self.watched.add(lit, propagator as u32);
    }

    /// Whether a propagator sees one of the literals of a variable.
    fn is_watched(&self, lit: Lit) -> bool {
        !self.watched.of(lit).is_empty() || !self.watched.of(!lit).is_empty()
    }

    fn encode(
        &mut self,
        sat: &mut Solver,
        condition: Option<Lit>,
        terms: &[(Lit, i64)],
        bound: i64,
        auxiliary: Auxiliary,
    ) {
        // A proof contains the variables of the program only.
        let may_count = auxiliary == Auxiliary::Allowed && !self.proof_logger.is_there();
        let counters = Some(&mut self.counters).filter(|_| may_count);
        if let Some(rest) = encode_at_least(sat, condition, terms, bound, counters) {
            self.add_weight_constraint(sat, &rest.terms, rest.bound);
        }
    }

    /// Adds a weight constraint, at level 0.
    pub(crate) fn add_weight_constraint(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64) {
        self.proof_logger.log_weight_constraint(terms, bound);
        terms.iter().for_each(|&(lit, _)| self.watch_literal(!lit, Number::WeightConstraints));
        self.weight_constraints.add(solver, terms, bound, self.seen);
    }

    /// Adds a family of weight constraints, at level 0; see [`Families::add`].
    pub(crate) fn add_family(&mut self, solver: &Solver, terms: Vec<(Lit, i64)>, bounds: Vec<(i64, Lit)>) {
        let literals = terms.iter().map(|&(lit, _)| lit).chain(bounds.iter().map(|&(_, lit)| lit));
        literals.for_each(|lit| self.watch(lit, Number::Families));
        self.families.add(solver, terms, bounds, self.seen);
    }

    /// Adds a literal to the watched literals of a user propagator, at level 0.
    pub(crate) fn watch_for_user_propagator(&mut self, solver: &Solver, number: usize, lit: Lit) {
        self.watch(lit, Number::UserPropagators);
        self.user.watch(solver, number, lit, self.seen);
    }

    /// Logs the reasons of literals implied from a position of the trail on. On the lowest levels no conflict
    /// analysis explains them.
    fn log_reasons(&mut self, solver: &Solver, from: usize) {
        for &lit in &solver.trail()[from..] {
            if let Some(handle) = solver.handle_of(lit) {
                self.explain(solver, lit, handle, &mut Vec::new());
            }
        }
    }

    /// Logs a conflict that an axiom justifies.
    fn log_conflict(&self, solver: &Solver, axiom: Axiom) {
        if self.proof_logger.is_there()
            && let Some(clause) = solver.conflict_literals()
        {
            self.proof_logger.log_axiom(axiom, clause.to_vec());
        }
    }

    /// Runs the propagators in turn, until one of them has implied a literal.
    fn propagate_in_turn(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let before = solver.trail().len();
        for_each!(cheap self, |propagator, number| {
            propagator.propagate(&mut Context::new(solver, first_handle(number), None))?;
        });
        if self.is_brief {
            return Ok(());
        }
        for_each!(expensive self, |propagator, number| {
            if solver.trail().len() > before {
                return Ok(());
            }
            let mut context = Context::new(solver, first_handle(number), Some(&self.objective));
            if let Err(conflict) = propagator.propagate(&mut context) {
                if let Some(axiom) = propagator.axiom() {
                    self.log_conflict(solver, axiom);
                }
                return Err(conflict);
            }
        });
        Ok(())
    }

    /// Replaces the parity constraints, at level 0. They hold while the guard is true.
    pub(crate) fn set_parity_constraints(
        &mut self,
        solver: &Solver,
        guard: Lit,
        constraints: &[ParityConstraint],
    ) {
        self.parity.set(solver, guard, constraints);
        self.parity.literals().for_each(|lit| self.watched.add_both(lit, Number::ParityConstraints as u32));
    }

    /// Adds an atom of a positive loop; see [`UnfoundedCheck::add_atom`].
    pub(crate) fn add_loop_atom(&mut self, lit: Lit) -> u32 {
        self.watch_literal(!lit, Number::UnfoundedCheck);
        self.unfounded.add_atom(lit)
    }

    /// Adds a body that supports atoms of a positive loop.
    pub(crate) fn add_loop_body(&mut self, body: BodyDescription, heads: &[u32]) {
        self.watch_literal(!body.lit, Number::UnfoundedCheck);
        let terms = body.sum.iter().flat_map(|(terms, _)| terms);
        terms.for_each(|&(lit, _)| self.watch_literal(!lit, Number::UnfoundedCheck));
        self.unfounded.add_body(body, heads);
    }

    /// Removes all atoms of a component from the unfounded-set check, because a circuit ensures that they are
    /// founded.
    pub(crate) fn dismiss_loop(&mut self, atoms: &[u32]) {
        self.unfounded.dismiss(atoms);
    }

    /// Adds a circuit.
    pub(crate) fn add_circuit(&mut self, circuit: Circuit) {
        circuit.literals().for_each(|lit| self.watch(lit, Number::Circuits));
        self.circuits.add(circuit.with_backoff(), &self.objective);
    }

    /// Adds a heuristic directive, at level 0.
    pub(crate) fn add_heuristic_directive(
        &mut self,
        solver: &Solver,
        lit: Lit,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: Lit,
    ) {
        self.watch(condition, Number::DomainHeuristic);
        self.heuristic.add(solver, lit, modifier, bias, priority, condition);
    }

    /// Includes the new edges, at level 0.
    pub(crate) fn rebuild_acyclicity(&mut self, solver: &Solver) {
        self.acyclicity.literals().for_each(|lit| self.watched.add_both(lit, Number::Acyclicity as u32));
        self.acyclicity.rebuild(solver);
    }

    /// Includes the new terms of the objective, at level 0.
    pub(crate) fn rebuild_objective(&mut self, solver: &Solver) {
        self.objective.rebuild(solver);
        self.objective.literals().for_each(|lit| self.watched.add(lit, Number::Objective as u32));
        for &lit in &solver.trail()[..self.seen] {
            self.objective.assigned(lit, 0);
        }
        self.circuits.set_costs(&self.objective);
    }
}

/// Whether an encoding may have auxiliary variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Auxiliary {
    Allowed,
    Forbidden,
}

/// The handle of id 0 of a propagator.
const fn first_handle(number: u32) -> u32 {
    number << ID_BITS
}

impl Theory for Propagators {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        while let Some(lit) = self.user.sharing.watches.fresh.pop() {
            self.watch(lit, Number::UserPropagators);
        }
        while self.seen < solver.trail().len() {
            let (lit, position) = (solver.trail()[self.seen], self.seen);
            self.seen += 1;
            let watchers = self.watched.of(lit);
            if !watchers.is_empty() {
                for_each!(all self, |propagator, number| if watchers.contains(number) {
                    propagator.assigned(lit, position);
                });
            }
        }
        let before = solver.trail().len();
        let result = self.propagate_in_turn(solver);
        if self.proof_logger.is_there() && solver.decision_level() <= 1 {
            self.log_reasons(solver, before);
        }
        result
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let first = reason.len();
        for_each!(all self, |propagator, number| if handle >> ID_BITS == number {
            propagator.explain(solver, lit, handle - first_handle(number), reason);
            if let Some(axiom) = propagator.axiom() {
                self.proof_logger.log_reason(axiom, lit, &reason[first..]);
            }
        });
    }

    fn suggest(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) {
        // The user's decisions have precedence.
        if !self.user.are_there() && self.heuristic.modified().next().is_none() {
            self.minimality.suggest(solver, stop);
        }
    }

    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        match self.user.check(solver, first_handle(Number::UserPropagators as u32)) {
            Checked::Fine => self.minimality.check(solver, &self.proof_logger, stop),
            otherwise => otherwise,
        }
    }

    fn may_name(&self, solver: &Solver) -> Vec<bool> {
        let anything = self.user.are_there() || self.minimality.is_there();
        let mut named: Vec<bool> = (0..solver.num_vars())
            .map(|var| Var::from_index(var).positive())
            .map(|lit| anything || self.is_watched(lit) || self.named.contains(&lit.var()))
            .collect();
        // Variables of counters stay as well: without them, trees take twice the conflicts.
        for lit in self.circuits.named().chain(self.heuristic.modified()).chain(self.counters.literals()) {
            named[lit.var().index()] = true;
        }
        named
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        self.user.decide(solver)
    }

    fn overrule(&mut self, solver: &Solver, choice: Lit) -> Lit {
        if self.user.are_there() { self.user.overrule(solver, choice) } else { choice }
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            let lit = solver.trail()[self.seen];
            let watchers = self.watched.of(lit);
            if !watchers.is_empty() {
                for_each!(all self, |propagator, number| if watchers.contains(number) {
                    propagator.unassigned(lit);
                });
            }
        }
        for_each!(all self, |propagator, _number| propagator.backjumped(solver, keep));
    }
}
