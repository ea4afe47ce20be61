//! Instances of conjunctions by nested loops.
//!
//! A goal is resolved as soon as possible: a test when its variables are bound, an equation when one of its
//! sides is bound, an atom at any time, by enumerating all possible atoms of its name. If no goal can be
//! resolved, a variable between two numbers is enumerated; the remaining variables are unsafe.
//!
//! Instantiation uses a [`Base`] of atoms that is either growing or complete. *Invariant:* while the base
//! grows, a missing atom is false for now, a present atom is unknown, and negations are unknown, so the base
//! becomes a superset of all answer sets. In a complete base, missing atoms are false.

use super::aggregate::{self, Tuples, add_tuple};
use super::error::OracleError;
use super::plain::{Aggregate, Element, Goal, Goals, Pattern};
use super::term::{Bindings, Evaluation, evaluate, is_solvable, matches};
use crate::formula::{AtomIndex, Comparison, Formula};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::Sign;
use std::collections::{BTreeMap, BTreeSet};

/// The atoms that may be true.
#[derive(Clone, Debug, Default)]
pub struct Base {
    /// The atoms in the order in which they were found.
    pub atoms: Vec<Symbol>,
    index: BTreeMap<Symbol, AtomIndex>,
    by_signature: BTreeMap<Signature, Vec<Symbol>>,
    /// Atoms that are true in all answer sets because a rule with only facts derives them.
    pub facts: BTreeSet<Symbol>,
    /// Whether no atom is missing.
    pub complete: bool,
}

impl Base {
    /// Adds an atom; `false` if it is present, or is no atom.
    pub fn insert(&mut self, symbols: &Symbols, atom: Symbol) -> bool {
        let Some(signature) = symbols.signature(atom) else { return false };
        if self.index.contains_key(&atom) {
            return false;
        }
        self.index.insert(atom, self.atoms.len());
        self.atoms.push(atom);
        self.by_signature.entry(signature).or_default().push(atom);
        true
    }

    /// The index of an atom that may be true.
    pub fn index(&self, atom: Symbol) -> Option<AtomIndex> {
        self.index.get(&atom).copied()
    }

    /// The formula of an atom, negated or not.
    pub fn literal(&self, sign: Sign, atom: Symbol) -> Formula {
        match (self.facts.contains(&atom), self.index(atom)) {
            (true, _) => Formula::Constant(sign != Sign::Not),
            (_, Some(index)) if self.complete => signed(sign, Formula::Atom(index)),
            (_, None) if self.complete || sign == Sign::None => Formula::Constant(sign == Sign::Not),
            _ => UNKNOWN,
        }
    }
}

/// The formula of unknown truth while the base grows; the atom is arbitrary.
const UNKNOWN: Formula = Formula::Atom(0);

/// Whether a formula over a growing base may become true.
pub fn is_possible(formula: &Formula) -> bool {
    formula.value(&[None]) != Some(false)
}

fn signed(sign: Sign, formula: Formula) -> Formula {
    match sign {
        Sign::None => formula,
        Sign::Not => Formula::negation(formula),
        Sign::NotNot => Formula::negation(Formula::negation(formula)),
    }
}

/// The signature of the atoms that a pattern with variables can match.
fn signature(atom: &Pattern) -> Option<Signature> {
    match atom {
        Pattern::Function(name, arguments) => {
            Some(Signature { name: *name, arity: arguments.len() as u32, positive: true })
        }
        Pattern::Minus(part) => signature(part).map(|inner| Signature { positive: !inner.positive, ..inner }),
        _ => None,
    }
}

/// An instance: the values of its variables, and its condition.
pub type Instance = (Bindings, Formula);

/// Enumerates the instances of one statement.
pub struct Instantiation<'a> {
    /// The store of terms.
    pub symbols: &'a mut Symbols,
    /// The atoms.
    pub base: &'a Base,
    /// The variables that occur outside conditional literals and the elements of aggregates.
    pub global: BTreeSet<Name>,
    /// The place of the statement, for messages.
    pub span: Span,
    /// The remaining number of instances.
    pub budget: &'a mut usize,
}

/// Result of resolving a goal: bindings, remaining equations, and a condition.
type Step = (Bindings, Goals, Formula);

impl Instantiation<'_> {
    /// All instances of a conjunction that extend the bindings and may hold.
    pub fn instances(&mut self, goals: &[Goal], bindings: &Bindings) -> Result<Vec<Instance>, OracleError> {
        let mut found = Vec::new();
        self.extend(goals.to_vec(), bindings.clone(), Vec::new(), &mut found)?;
        Ok(found)
    }

    /// The value of a term whose variables must be bound; `None` if an operation is undefined.
    pub fn value(&mut self, term: &Pattern, bindings: &Bindings) -> Result<Option<Symbol>, OracleError> {
        match evaluate(self.symbols, term, bindings) {
            Evaluation::Value(value) => Ok(Some(value)),
            Evaluation::Undefined => Ok(None),
            Evaluation::Open => Err(self.unsafe_variables(term.variables(), bindings)),
        }
    }

    /// The values of terms; `None` if one of them is undefined.
    pub fn values(
        &mut self,
        terms: &[Pattern],
        bindings: &Bindings,
    ) -> Result<Option<Vec<Symbol>>, OracleError> {
        let values: Result<Vec<Option<Symbol>>, OracleError> =
            terms.iter().map(|term| self.value(term, bindings)).collect();
        Ok(values?.into_iter().collect())
    }

    fn unsafe_variables(&self, variables: BTreeSet<Name>, bindings: &Bindings) -> OracleError {
        let variables = variables.into_iter().filter(|name| !bindings.contains_key(name)).collect();
        OracleError::Unsafe { variables, span: self.span }
    }

    fn extend(
        &mut self,
        mut goals: Goals,
        bindings: Bindings,
        parts: Vec<Formula>,
        found: &mut Vec<Instance>,
    ) -> Result<(), OracleError> {
        *self.budget =
            self.budget.checked_sub(1).ok_or(OracleError::TooLarge("more instances than the limit"))?;
        if goals.is_empty() {
            found.push((bindings, Formula::and(parts)));
            return Ok(());
        }
        let urgencies = goals.iter().map(|goal| self.urgency(goal, &bindings)).enumerate();
        let best = urgencies.filter_map(|(at, urgency)| Some((urgency?, at))).min();
        let Some((_, at)) = best else {
            if let Some(range) = self.bounded(&goals, &bindings) {
                goals.push(range);
                return self.extend(goals, bindings, parts, found);
            }
            let mut variables = BTreeSet::new();
            goals.iter().for_each(|goal| goal.collect_global(&mut variables));
            return Err(self.unsafe_variables(variables, &bindings));
        };
        let goal = goals.remove(at);
        for (bindings, left, formula) in self.take_up(&goal, &bindings)? {
            if formula != Formula::FALSE {
                let goals = left.into_iter().chain(goals.iter().cloned()).collect();
                let parts = parts.iter().cloned().chain([formula]).collect();
                self.extend(goals, bindings, parts, found)?;
            }
        }
        Ok(())
    }

    /// A variable that comparisons bound by two numbers, as a range: `1 <= X, X < 4`.
    fn bounded(&mut self, goals: &[Goal], bindings: &Bindings) -> Option<Goal> {
        let mut ends: BTreeMap<Name, [Option<i32>; 2]> = BTreeMap::new();
        for goal in goals {
            let Goal::Compare(relation, left, right) = goal else { continue };
            for (relation, variable, bound) in [(*relation, left, right), (relation.mirrored(), right, left)]
            {
                let (Pattern::Variable(name), Evaluation::Value(bound)) =
                    (variable, evaluate(self.symbols, bound, bindings))
                else {
                    continue;
                };
                let Some(bound) = self.symbols.as_number(bound) else { continue };
                let [from, to] = ends.entry(*name).or_default();
                match relation {
                    Comparison::GreaterEqual => *from = (*from).max(Some(bound)),
                    Comparison::Greater => *from = (*from).max(Some(bound.saturating_add(1))),
                    Comparison::LessEqual => *to = Some(to.map_or(bound, |to| to.min(bound))),
                    Comparison::Less => {
                        *to = Some(to.map_or(bound.saturating_sub(1), |to| to.min(bound.saturating_sub(1))));
                    }
                    _ => {}
                }
            }
        }
        let mut number = |value| Pattern::Symbol(self.symbols.number(value));
        ends.into_iter().find_map(|(name, ends)| match ends {
            [Some(from), Some(to)] => Some(Goal::Range(name, number(from), number(to))),
            _ => None,
        })
    }

    /// The priority of a goal; `None` if it cannot be resolved yet.
    fn urgency(&mut self, goal: &Goal, bindings: &Bindings) -> Option<u8> {
        let bound = |variables: &BTreeSet<Name>| variables.iter().all(|name| bindings.contains_key(name));
        let mut variables = BTreeSet::new();
        goal.collect_global(&mut variables);
        match goal {
            Goal::Boolean(_) => Some(0),
            Goal::Compare(Comparison::Equal, left, right) => {
                let symbols = &mut *self.symbols;
                let mut solvable = |known: &Pattern, term: &Pattern| {
                    bound(&known.variables()) && is_solvable(symbols, term, bindings)
                };
                (solvable(left, right) || solvable(right, left)).then_some(0)
            }
            Goal::Compare(..) => bound(&variables).then_some(0),
            Goal::Range(_, from, to) => (bound(&from.variables()) && bound(&to.variables())).then_some(0),
            Goal::Atom { sign: Sign::None, .. } => Some(if bound(&variables) { 0 } else { 1 }),
            Goal::Atom { .. } => bound(&variables).then_some(2),
            Goal::Conditional { .. } | Goal::Aggregate { .. } => {
                let mut inner = BTreeSet::new();
                goal.collect_inner(&mut inner);
                let inner: BTreeSet<Name> = inner.intersection(&self.global).copied().collect();
                let assigns = matches!(goal, Goal::Aggregate { sign: Sign::None, aggregate }
                    if matches!(aggregate.guards[..], [(Comparison::Equal, _)]));
                (bound(&inner) && (assigns || bound(&variables))).then_some(3)
            }
        }
    }

    fn take_up(&mut self, goal: &Goal, bindings: &Bindings) -> Result<Vec<Step>, OracleError> {
        let test = |formula: Formula| vec![(bindings.clone(), Goals::new(), formula)];
        Ok(match goal {
            Goal::Boolean(value) => test(Formula::Constant(*value)),
            Goal::Compare(relation, left, right) => {
                match [left, right].map(|side| evaluate(self.symbols, side, bindings)) {
                    [Evaluation::Undefined, _] | [_, Evaluation::Undefined] => Vec::new(),
                    [Evaluation::Value(left), Evaluation::Value(right)] => {
                        test(Formula::Constant(relation.holds(self.symbols.cmp(left, right))))
                    }
                    [Evaluation::Value(value), Evaluation::Open] => self.solve(right, value, bindings),
                    [Evaluation::Open, Evaluation::Value(value)] => self.solve(left, value, bindings),
                    [Evaluation::Open, Evaluation::Open] => unreachable!("one side of an equation is bound"),
                }
            }
            Goal::Range(name, from, to) => self.range(*name, from, to, bindings),
            Goal::Atom { sign: Sign::None, atom, .. } => self.atoms(atom, bindings),
            Goal::Atom { sign, atom, hidden } if hidden.is_empty() => match self.value(atom, bindings)? {
                Some(atom) => test(self.base.literal(*sign, atom)),
                None => Vec::new(),
            },
            Goal::Atom { sign, atom, hidden } => {
                if self.is_undefined(atom, hidden, bindings) {
                    return Ok(Vec::new());
                }
                let some = self.atoms(atom, bindings).into_iter().map(|(bindings, left, formula)| {
                    if left.is_empty() {
                        Ok(formula)
                    } else {
                        Err(self.unsafe_variables(atom.variables(), &bindings))
                    }
                });
                let some = Formula::or(some.collect::<Result<Vec<_>, _>>()?);
                test(self.negated(*sign, some))
            }
            Goal::Conditional { alternatives, conditions } => {
                test(self.conditional(alternatives, conditions, bindings)?)
            }
            Goal::Aggregate { sign, aggregate } => self.aggregate(*sign, aggregate, bindings)?,
        })
    }

    /// Whether an operation in an atom is undefined for all values of `_`.
    fn is_undefined(&mut self, atom: &Pattern, hidden: &BTreeSet<Name>, bindings: &Bindings) -> bool {
        let mut bindings = bindings.clone();
        bindings.extend(hidden.iter().map(|&name| (name, Symbol::SUPREMUM)));
        evaluate(self.symbols, atom, &bindings) == Evaluation::Undefined
    }

    /// A formula under a sign; while the base grows, negations are unknown.
    fn negated(&self, sign: Sign, formula: Formula) -> Formula {
        match sign {
            Sign::None => formula,
            _ if self.base.complete => signed(sign, formula),
            _ => UNKNOWN,
        }
    }

    fn solve(&mut self, pattern: &Pattern, value: Symbol, bindings: &Bindings) -> Vec<Step> {
        let mut bindings = bindings.clone();
        let Some(equations) = matches(self.symbols, pattern, value, &mut bindings) else { return Vec::new() };
        let wait = |(term, value)| Goal::Compare(Comparison::Equal, term, Pattern::Symbol(value));
        let left: Goals = equations.into_iter().map(wait).collect();
        vec![(bindings, left, Formula::TRUE)]
    }

    fn range(&mut self, name: Name, from: &Pattern, to: &Pattern, bindings: &Bindings) -> Vec<Step> {
        let ends = [from, to].map(|end| match evaluate(self.symbols, end, bindings) {
            Evaluation::Value(value) => self.symbols.as_number(value),
            _ => None,
        });
        let [Some(from), Some(to)] = ends else { return Vec::new() };
        let mut steps = Vec::new();
        for number in from..=to {
            let value = self.symbols.number(number);
            let mut bindings = bindings.clone();
            if *bindings.entry(name).or_insert(value) == value {
                steps.push((bindings, Goals::new(), Formula::TRUE));
            }
        }
        steps
    }

    fn atoms(&mut self, atom: &Pattern, bindings: &Bindings) -> Vec<Step> {
        if let Evaluation::Value(atom) = evaluate(self.symbols, atom, bindings) {
            return vec![(bindings.clone(), Goals::new(), self.base.literal(Sign::None, atom))];
        }
        let mut steps = Vec::new();
        let candidates = signature(atom).and_then(|signature| self.base.by_signature.get(&signature));
        for &candidate in candidates.into_iter().flatten() {
            let formula = self.base.literal(Sign::None, candidate);
            steps.extend(
                self.solve(atom, candidate, bindings)
                    .into_iter()
                    .map(|(b, left, _)| (b, left, formula.clone())),
            );
        }
        steps
    }

    fn conditional(
        &mut self,
        alternatives: &[Goals],
        conditions: &[Goals],
        bindings: &Bindings,
    ) -> Result<Formula, OracleError> {
        let mut all = Vec::new();
        for condition in conditions {
            for (bindings, condition) in self.instances(condition, bindings)? {
                let mut some = Vec::new();
                for alternative in alternatives {
                    some.extend(
                        self.instances(alternative, &bindings)?.into_iter().map(|(_, formula)| formula),
                    );
                }
                all.push(Formula::implies(condition, Formula::or(some)));
            }
        }
        Ok(Formula::and(all))
    }

    fn aggregate(
        &mut self,
        sign: Sign,
        aggregate: &Aggregate<Element>,
        bindings: &Bindings,
    ) -> Result<Vec<Step>, OracleError> {
        let mut tuples = Tuples::new();
        for element in &aggregate.elements {
            for (bindings, condition) in self.instances(&element.condition, bindings)? {
                if let Some(tuple) = self.values(&element.tuple, &bindings)? {
                    add_tuple(&mut tuples, tuple, condition);
                }
            }
        }
        if let [(Comparison::Equal, term)] = &aggregate.guards[..]
            && evaluate(self.symbols, term, bindings) == Evaluation::Open
        {
            return Ok(self.assignments(aggregate, &tuples, term, bindings));
        }
        let Some(guards) = self.guards(&aggregate.guards, bindings)? else { return Ok(Vec::new()) };
        let formula = aggregate::formula(self.symbols, aggregate.function, &tuples, &guards);
        Ok(vec![(bindings.clone(), Goals::new(), self.negated(sign, formula))])
    }

    fn assignments(
        &mut self,
        aggregate: &Aggregate<Element>,
        tuples: &Tuples,
        term: &Pattern,
        bindings: &Bindings,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        for value in aggregate::possible_values(self.symbols, aggregate.function, tuples) {
            let guard = [(Comparison::Equal, value)];
            let formula = aggregate::formula(self.symbols, aggregate.function, tuples, &guard);
            let solved = self.solve(term, value, bindings).into_iter();
            steps.extend(solved.map(|(bindings, left, _)| (bindings, left, formula.clone())));
        }
        steps
    }

    /// The guards with their values; `None` if a value is undefined.
    pub fn guards(
        &mut self,
        guards: &[(Comparison, Pattern)],
        bindings: &Bindings,
    ) -> Result<Option<Vec<aggregate::GroundGuard>>, OracleError> {
        let terms: Vec<Pattern> = guards.iter().map(|(_, term)| term.clone()).collect();
        let values = self.values(&terms, bindings)?;
        Ok(values.map(|values| guards.iter().map(|(relation, _)| *relation).zip(values).collect()))
    }
}
