//! The inspector: literals of source rules, evaluated in a world.

use crate::arithmetic::satisfies;
use crate::atoms::domain::{EntryId, PredicateId};
use crate::grounder::Grounder;
use crate::inspect::frame::{Computed, Frame, Terms};
use crate::inspect::search::{Found, Search};
use crate::inspect::world::{Status, World};
use crate::ir::{Aggregate, Atom, Conditional, Literal, Term};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{Relation, Sign};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::rc::Rc;

/// The limit on instances of a condition that an aggregate or a conditional literal evaluates.
const CONDITIONS: usize = 100_000;
/// The limit on steps of a search for instances.
const STEPS: usize = 2_000_000;

type Buckets = HashMap<SmallVec<[Symbol; 4]>, Rc<Vec<EntryId>>, FxBuildHasher>;

/// Evaluates source rules of a grounder in a world: which instances derive an atom, and why others do not.
pub struct Inspector<'a> {
    pub(crate) grounder: &'a Grounder,
    pub(crate) symbols: &'a mut Symbols,
    pub(crate) world: &'a dyn World,
    /// The atoms of each predicate that are not false.
    alive: HashMap<PredicateId, Rc<Vec<EntryId>>, FxBuildHasher>,
    /// These atoms by their arguments at the positions of a bit set.
    index: HashMap<(PredicateId, u64), Buckets, FxBuildHasher>,
    /// The steps that remain for the present search.
    pub(crate) steps: usize,
}

/// An atom of a domain that may match a literal.
pub(crate) type Candidates = Rc<Vec<EntryId>>;

impl<'a> Inspector<'a> {
    /// An inspector of the statements of a grounder.
    pub fn new(grounder: &'a Grounder, symbols: &'a mut Symbols, world: &'a dyn World) -> Inspector<'a> {
        Inspector {
            grounder,
            symbols,
            world,
            alive: HashMap::default(),
            index: HashMap::default(),
            steps: STEPS,
        }
    }

    /// The store of symbols.
    pub fn symbols(&mut self) -> &mut Symbols {
        self.symbols
    }

    pub(crate) fn begin_search(&mut self) {
        self.steps = STEPS;
    }

    pub(crate) fn terms(&mut self) -> Terms<'_> {
        Terms { compat: self.grounder.compat(), symbols: self.symbols }
    }

    pub(crate) fn compute(&mut self, term: &Term, frame: &Frame) -> Computed {
        self.terms().compute(term, frame)
    }

    /// The term with its operations computed, where their variables are bound.
    pub(crate) fn resolve(&mut self, term: &Term, frame: &Frame) -> Term {
        if let Computed::Value(value) = self.compute(term, frame) {
            return Term::Constant(value);
        }
        match term {
            Term::Function { name, positive, arguments } => {
                let arguments = arguments.iter().map(|argument| self.resolve(argument, frame)).collect();
                Term::Function { name: *name, positive: *positive, arguments }
            }
            other => other.clone(),
        }
    }

    /// The atom of the program that an atom of a projection stands for.
    pub(crate) fn source_atom(&self, atom: &Atom) -> Atom {
        self.grounder.state().projections.origin(atom).unwrap_or_else(|| atom.clone())
    }

    fn alive(&mut self, predicate: PredicateId) -> Candidates {
        if let Some(known) = self.alive.get(&predicate) {
            return Rc::clone(known);
        }
        let domain = self.grounder.state().base.domain(predicate);
        let is_alive = |&id: &EntryId| self.world.status(domain.entry(id).symbol) != Status::False;
        let alive: Candidates = Rc::new((0..domain.len()).filter(is_alive).collect());
        self.alive.insert(predicate, Rc::clone(&alive));
        alive
    }

    /// The atoms that are not false and have the known arguments of the atom.
    pub(crate) fn candidates(&mut self, atom: &Atom, frame: &Frame) -> Candidates {
        let (mut mask, mut key) = (0u64, SmallVec::<[Symbol; 4]>::new());
        for (position, argument) in atom.arguments.iter().enumerate().take(64) {
            match self.compute(argument, frame) {
                Computed::Value(value) => {
                    mask |= 1 << position;
                    key.push(value);
                }
                Computed::Unbound => {}
                Computed::Undefined => return Rc::default(),
            }
        }
        let domain = self.grounder.state().base.domain(atom.predicate);
        if key.len() == domain.arity {
            let found = domain.find(&key);
            let found = found.filter(|&id| self.world.status(domain.entry(id).symbol) != Status::False);
            return Rc::new(found.into_iter().collect());
        }
        let alive = self.alive(atom.predicate);
        if mask == 0 || alive.len() < 8 {
            return alive;
        }
        let buckets = self.index.entry((atom.predicate, mask)).or_insert_with(|| {
            let mut buckets: HashMap<SmallVec<[Symbol; 4]>, Vec<EntryId>, FxBuildHasher> = HashMap::default();
            for &id in &*alive {
                let arguments = domain.arguments(id).iter().enumerate();
                let known = arguments.filter(|(position, _)| mask >> position & 1 == 1);
                buckets.entry(known.map(|(_, &argument)| argument).collect()).or_default().push(id);
            }
            buckets.into_iter().map(|(key, ids)| (key, Rc::new(ids))).collect()
        });
        buckets.get(&key).map(Rc::clone).unwrap_or_default()
    }

    /// The symbol of a candidate, and whether the atom matches it.
    pub(crate) fn match_candidate(&mut self, atom: &Atom, id: EntryId, frame: &mut Frame) -> Option<Symbol> {
        let domain = self.grounder.state().base.domain(atom.predicate);
        let arguments: SmallVec<[Symbol; 6]> = SmallVec::from_slice(domain.arguments(id));
        let symbol = domain.entry(id).symbol;
        self.terms().match_all(&atom.arguments, &arguments, frame).then_some(symbol)
    }

    /// The greatest value of an instance of the atom, under all values of its unbound variables.
    pub(crate) fn greatest(&mut self, atom: &Atom, frame: &Frame) -> Status {
        let mut scratch = frame.clone();
        let mut greatest = Status::False;
        for &id in &*self.candidates(atom, frame) {
            let mark = scratch.mark();
            if let Some(symbol) = self.match_candidate(atom, id, &mut scratch) {
                greatest = greatest.max(self.world.status(symbol));
            }
            scratch.restore(mark);
        }
        greatest
    }

    /// The value of a literal that binds no variable; `None` if it depends on a variable that is not bound.
    pub(crate) fn test(&mut self, literal: &Literal, global: &[bool], frame: &Frame) -> Option<Status> {
        match literal {
            Literal::Never => Some(Status::False),
            Literal::Predicate { sign, atom, .. } => {
                let atom = self.source_atom(atom);
                let is_bound =
                    |term: &Term| frame.binds(term) || *sign != Sign::None && only_anonymous(term, frame);
                if !atom.arguments.iter().all(is_bound) {
                    return None;
                }
                let is_undefined = |term: &Term| self.compute(term, frame) == Computed::Undefined;
                if atom.arguments.iter().any(is_undefined) {
                    return Some(Status::False);
                }
                let greatest = self.greatest(&atom, frame);
                Some(if *sign == Sign::Not { !greatest } else { greatest })
            }
            Literal::Comparison { relation, left, right } => {
                let (left, right) = (self.compute(left, frame), self.compute(right, frame));
                match (left, right) {
                    (Computed::Undefined, _) | (_, Computed::Undefined) => Some(Status::False),
                    (Computed::Value(left), Computed::Value(right)) => {
                        Some(Status::of(satisfies(*relation, self.symbols.cmp(left, right))))
                    }
                    _ => None,
                }
            }
            Literal::Range { pattern, low, high, .. } => {
                let value = self.compute(pattern, frame);
                let bounds = (self.compute(low, frame), self.compute(high, frame));
                let (Some(low), Some(high)) = (bounds.0.value(), bounds.1.value()) else {
                    return (bounds.0 != Computed::Unbound && bounds.1 != Computed::Unbound)
                        .then_some(Status::False);
                };
                let number = match value {
                    Computed::Value(value) => self.symbols.as_number(value),
                    Computed::Undefined => None,
                    Computed::Unbound => return None,
                };
                let bounds = self.symbols.as_number(low).zip(self.symbols.as_number(high));
                let is_in = number.zip(bounds).is_some_and(|(n, (low, high))| (low..=high).contains(&n));
                Some(Status::of(is_in))
            }
            Literal::Call { pattern, .. } => {
                let Computed::Value(value) = self.compute(pattern, frame) else { return None };
                Some(Status::of(self.call(literal, frame)?.contains(&value)))
            }
            Literal::Aggregate(aggregate) if aggregate.tests_choice => Some(Status::True),
            Literal::Aggregate(aggregate) => self.test_aggregate(aggregate, global, frame),
            Literal::Conditional(conditional) => {
                let mut bound = true;
                conditional.variables(&mut |slot| bound &= !global[slot] || frame.get(slot).is_some());
                bound.then(|| self.test_conditional(conditional, global, frame))
            }
            Literal::Theory(_) => Some(Status::Open),
        }
    }

    fn test_aggregate(&mut self, aggregate: &Aggregate, global: &[bool], frame: &Frame) -> Option<Status> {
        let mut bound = true;
        aggregate.element_variables(&mut |slot| bound &= !global[slot] || frame.get(slot).is_some());
        let guards: Option<Vec<(Relation, Symbol)>> = aggregate
            .guards
            .iter()
            .map(|(relation, term)| Some((*relation, self.compute(term, frame).value()?)))
            .collect();
        let undefined =
            aggregate.guards.iter().any(|(_, term)| self.compute(term, frame) == Computed::Undefined);
        if undefined {
            return Some(Status::False);
        }
        let guards = guards.filter(|_| bound)?;
        let tuples = self.tuples(aggregate, global, frame);
        let symbols = &*self.symbols;
        let holds = guards
            .iter()
            .map(|&(relation, value)| tuples.compare(symbols, aggregate.function, relation, value));
        let holds = holds.min().unwrap_or(Status::True);
        Some(if aggregate.sign == Sign::Not { !holds } else { holds })
    }

    fn test_conditional(&mut self, conditional: &Conditional, global: &[bool], frame: &Frame) -> Status {
        let mut status = Status::True;
        for (instance, condition) in self.solutions(&conditional.condition, global, frame) {
            let literal = self.best_alternative(conditional, global, &instance.frame);
            status = status.min(literal.max(!condition));
        }
        status
    }

    /// The value of the literal of a conditional literal.
    pub(crate) fn best_alternative(
        &mut self,
        conditional: &Conditional,
        global: &[bool],
        frame: &Frame,
    ) -> Status {
        let mut best = Status::False;
        for alternative in &conditional.alternatives {
            let solutions = self.solutions(alternative, global, frame);
            best = solutions.into_iter().map(|(_, status)| status).fold(best, Status::max);
        }
        best
    }

    /// The instances of a conjunction that are not false, each with its value.
    pub(crate) fn solutions(
        &mut self,
        literals: &[Literal],
        global: &[bool],
        frame: &Frame,
    ) -> Vec<(Found, Status)> {
        let literals: Vec<&Literal> = literals.iter().collect();
        let found = Search::new(self, &literals, global, frame.clone(), false, CONDITIONS).run().found;
        let mut with_status = Vec::new();
        for found in found {
            let mut status = Status::True;
            for (literal, matched) in literals.iter().zip(&found.matched) {
                status = status.min(match matched {
                    Some(atom) => self.world.status(*atom),
                    None => self.test(literal, global, &found.frame).unwrap_or(Status::Open),
                });
            }
            with_status.push((found, status));
        }
        with_status
    }

    /// The values of a call; `None` if an argument is not bound.
    pub(crate) fn call(&mut self, literal: &Literal, frame: &Frame) -> Option<Vec<Symbol>> {
        let Literal::Call { name, arguments, span, .. } = literal else { return None };
        let values: Vec<Computed> = arguments.iter().map(|argument| self.compute(argument, frame)).collect();
        if values.contains(&Computed::Unbound) {
            return None;
        }
        let values: Option<Vec<Symbol>> = values.into_iter().map(Computed::value).collect();
        let Some(values) = values else { return Some(Vec::new()) };
        let mut functions = self.grounder.functions().clone();
        Some(functions.call(self.symbols, *span, *name, &values).unwrap_or_default())
    }
}

/// Whether all variables of the term are bound, so that only `_` is open.
fn only_anonymous(term: &Term, frame: &Frame) -> bool {
    term.all_variables(|slot| frame.get(slot).is_some())
}
