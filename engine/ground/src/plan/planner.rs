//! The planner: makes plans for the body, the conditions and the aggregates of a rule.
//!
//! ```text
//! p(X,Z) :- q(Z), r(X,Y), s(Y,Z), X < 3.       r  scan, binds X and Y
//!                                              X < 3  test
//!                                              s  by an index on its first argument, binds Z
//!                                              q  exact
//! ```
//!
//! Invariant: each variable is bound by a step before another step reads it; safety has been checked before.
//!
//! A plan depends on the sizes of domains. Semi-naive instantiation makes it again when these sizes have
//! changed much (`Plan::is_stale`): with the plan of the first round alone, grounding of 400 companies took
//! 3.5 s instead of 0.004 s, because domains had grown, and a parser of 80,000 characters took quadratic
//! time, because later rounds have few new atoms.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::atoms::index::{IndexId, Indexes};
use crate::ir::{
    Accumulate, Action, Aggregate, Atom, Conditional, Disjunct, Element, GrowingLiterals, HeadLiteral,
    Literal, Occurrence, Part, Rule, Slot, SlotSet, TheoryAtom, binding, unbound_guards,
};
use crate::plan::cost::Costs;
use crate::plan::equation::{solve, solve_absolute};
use crate::plan::order::Waiting;
use crate::plan::pattern::{access, binds_any, comparison, compile};
use crate::plan::step::{
    Access, ActionPlan, AggregatePlan, Call, ConditionalPlan, Conjunction, DisjunctPlan, ElementPlan,
    Generation, Match, MemberPlan, Pattern, Plan, Step, TheoryElementPlan, TheoryPlan,
};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::Sign;

/// The data for the plans of a single rule.
pub(crate) struct Planner<'a> {
    pub base: &'a Base,
    pub symbols: &'a Symbols,
    pub indexes: &'a mut Indexes,
    pub rule: &'a Rule,
    /// For each predicate literal, whether its domain may still grow.
    pub growing: &'a GrowingLiterals,
    /// The indexes that the plans use.
    pub used: Vec<IndexId>,
    pub sizes: Vec<(PredicateId, Generation, u32)>,
    pub next_memo: &'a mut usize,
}

impl Planner<'_> {
    /// The plan of the rule, with the generations of its positive literals by occurrence.
    pub(crate) fn rule(mut self, generation: &dyn Fn(Occurrence) -> Generation) -> Plan {
        let rule = self.rule;
        let mut bound = SlotSet::parameters(rule.parameters, rule.names.len());
        let mut used = SlotSet::default();
        rule.action.variables(&mut |slot| used.insert(slot));
        let body = self.conjunction(&rule.body, &mut bound, &used, generation);
        let action = self.action();
        Plan { body, action, indexes: self.used, sizes: self.sizes }
    }

    fn action(&mut self) -> ActionPlan {
        let globals = SlotSet::globals(&self.rule.global);
        match &self.rule.action {
            Action::Choose(elements) => ActionPlan::Choose(
                elements
                    .iter()
                    .map(|element| {
                        let mut used = SlotSet::default();
                        element.head_variables(&mut |slot| used.insert(slot));
                        let complete = |_| Generation::Complete;
                        self.conjunction(&element.condition, &mut globals.clone(), &used, &complete)
                    })
                    .collect(),
            ),
            Action::Bound(aggregate) => ActionPlan::Bound(Box::new(self.aggregate(aggregate, &globals))),
            Action::Theory(theory) => ActionPlan::Theory(Box::new(self.theory(theory, &globals))),
            Action::Disjoin(disjuncts) => {
                ActionPlan::Disjoin(disjuncts.iter().map(|disjunct| self.disjunct(disjunct)).collect())
            }
            Action::Accumulate(Accumulate { part: Part::Disjunct(_, disjunct), .. }) => {
                ActionPlan::Disjoin(vec![self.disjunct(disjunct)])
            }
            _ => ActionPlan::Plain,
        }
    }

    fn disjunct(&mut self, disjunct: &Disjunct) -> DisjunctPlan {
        let complete = |_| Generation::Complete;
        let mut bound = SlotSet::globals(&self.rule.global);
        let mut used = SlotSet::default();
        disjunct.members.iter().for_each(|member| member.variables(&mut |slot| used.insert(slot)));
        let condition = self.conjunction(&disjunct.condition, &mut bound, &used, &complete);
        let shared = used.iter().filter(|&slot| bound.contains(slot)).collect();
        let mut members = Vec::new();
        for member in &disjunct.members {
            let mut bound = bound.clone();
            let expansion = self.conjunction(&member.expansion, &mut bound, &used, &complete);
            let tests = match &member.literal {
                HeadLiteral::Tests(tests) => {
                    let test = |test| self.conjunction(test, &mut bound.clone(), &used, &complete);
                    tests.iter().map(Vec::as_slice).map(test).collect()
                }
                _ => Vec::new(),
            };
            let is_complete = match member.literal {
                HeadLiteral::Negated(_, _, occurrence) => !self.growing.contains(occurrence),
                _ => true,
            };
            members.push(MemberPlan { expansion, tests, complete: is_complete });
        }
        DisjunctPlan { condition, shared, members }
    }

    fn conjunction(
        &mut self,
        literals: &[Literal],
        bound: &mut SlotSet,
        used: &SlotSet,
        generation: &dyn Fn(Occurrence) -> Generation,
    ) -> Conjunction {
        let rule = self.rule;
        let mut waiting = Waiting::new(literals, &rule.global, bound, self.costs(generation));
        let mut steps = Vec::with_capacity(literals.len());
        while !waiting.is_empty() {
            let costs = self.costs(generation);
            if let Some(place) = waiting.first_solvable() {
                let (slot, term) =
                    solve(self.symbols, waiting.take(place), bound).expect("the equation has one unknown");
                steps.push(Step::Assign { pattern: Pattern::Bind(slot), term });
                waiting.bind(slot, bound, costs);
                continue;
            }
            // The equation remains in the plan, as a test of both values.
            if let Some(place) = waiting.first_absolute() {
                let (slot, terms) = solve_absolute(self.symbols, &literals[place], bound)
                    .expect("the equation has one unknown");
                steps.push(Step::Either { slot, terms: Box::new(terms) });
                waiting.bind(slot, bound, costs);
                continue;
            }
            let place = waiting.choose(bound, costs);
            let literal = waiting.take(place);
            steps.push(self.step(literal, bound, generation));
            let costs = self.costs(generation);
            binding(literal, &mut |slot| {
                if !bound.contains(slot) {
                    waiting.bind(slot, bound, costs);
                }
            });
        }
        let mut settled = vec![true; steps.len() + 1];
        for (index, step) in steps.iter().enumerate().rev() {
            settled[index] = settled[index + 1] && !binds_any(step, used);
        }
        Conjunction { steps, settled }
    }

    fn costs<'c>(&'c self, generation: &'c dyn Fn(Occurrence) -> Generation) -> Costs<'c> {
        Costs { symbols: self.symbols, base: self.base, indexes: self.indexes, generation }
    }

    fn step(
        &mut self,
        literal: &Literal,
        bound: &SlotSet,
        generation: &dyn Fn(Occurrence) -> Generation,
    ) -> Step {
        match literal {
            Literal::Never => Step::Never,
            Literal::Predicate { sign: Sign::None, atom, occurrence } => {
                self.match_step(atom, bound, generation(*occurrence))
            }
            Literal::Predicate { sign, atom, occurrence } => Step::Negative {
                sign: *sign,
                predicate: atom.predicate,
                arguments: atom.arguments.clone(),
                complete: !self.growing.contains(*occurrence),
            },
            Literal::Comparison { relation, left, right } => comparison(*relation, left, right, bound),
            Literal::Range { pattern, low, high, span } => {
                let pattern = compile(pattern, &mut bound.clone());
                Step::Range { pattern, low: low.clone(), high: high.clone(), span: *span }
            }
            Literal::Call { pattern, name, arguments, span } => Step::Call(Call {
                pattern: compile(pattern, &mut bound.clone()),
                name: *name,
                arguments: arguments.clone(),
                span: *span,
            }),
            Literal::Aggregate(aggregate) => Step::Aggregate(Box::new(self.aggregate(aggregate, bound))),
            Literal::Conditional(conditional) => {
                Step::Conditional(Box::new(self.conditional(conditional, bound)))
            }
            Literal::Theory(theory) => Step::Theory(Box::new(self.theory(theory, bound))),
        }
    }

    fn match_step(&mut self, atom: &Atom, bound: &SlotSet, generation: Generation) -> Step {
        let predicate = atom.predicate;
        let (paths, key) = access(atom, bound);
        let arity = atom.arguments.len();
        self.sizes.push((predicate, generation, generation.size(self.base.domain(predicate))));
        let exact = paths.len() == arity && paths.iter().all(|path| path.inside.is_empty());
        if exact {
            return Step::Match(Match {
                predicate,
                generation,
                access: Access::Exact,
                since: self.rule.since,
                span: atom.span,
                patterns: Vec::new(),
                key,
            });
        }
        let mut seen = bound.clone();
        let keyed = |argument: usize| paths.iter().any(|p| p.argument == argument && p.inside.is_empty());
        let patterns = atom.arguments.iter().enumerate().filter(|&(argument, _)| !keyed(argument));
        let patterns = patterns.map(|(argument, term)| (argument, compile(term, &mut seen)));
        let patterns: Vec<(usize, Pattern)> =
            patterns.filter(|(_, pattern)| !matches!(pattern, Pattern::Ignore)).collect();
        let access = if paths.is_empty() {
            Access::Scan
        } else {
            let index = self.indexes.index(predicate, paths);
            self.used.push(index);
            Access::Index(index)
        };
        Step::Match(Match {
            predicate,
            generation,
            access,
            since: self.rule.since,
            span: atom.span,
            patterns,
            key,
        })
    }

    fn aggregate(&mut self, aggregate: &Aggregate, bound: &SlotSet) -> AggregatePlan {
        let rule = self.rule;
        let mut globals: Vec<Slot> = Vec::new();
        aggregate.element_variables(&mut |slot| {
            if rule.global[slot] && !globals.contains(&slot) {
                globals.push(slot);
            }
        });
        let elements = aggregate.elements.iter().map(|element| self.element(element, bound)).collect();
        let mut binding = bound.clone();
        let assigned = unbound_guards(aggregate, bound);
        let assignments = assigned.map(|(_, term)| compile(term, &mut binding)).collect();
        let guards = aggregate.guards.iter().filter(|(_, term)| bound.binds(term)).cloned().collect();
        let others = (0..rule.names.len())
            .any(|slot| rule.global[slot] && bound.contains(slot) && !globals.contains(&slot));
        let memoize = others.then(|| {
            *self.next_memo += 1;
            *self.next_memo
        });
        let Aggregate { tests_choice, sign, function, span, .. } = *aggregate;
        AggregatePlan { tests_choice, sign, function, elements, guards, assignments, globals, memoize, span }
    }

    fn element(&mut self, element: &Element, bound: &SlotSet) -> ElementPlan {
        let mut used = SlotSet::default();
        element.tuple.iter().for_each(|term| term.variables(&mut |slot| used.insert(slot)));
        let complete = |_| Generation::Complete;
        let condition = self.conjunction(&element.condition, &mut bound.clone(), &used, &complete);
        ElementPlan { tuple: element.tuple.clone(), condition, span: element.span }
    }

    fn theory(&mut self, theory: &TheoryAtom, bound: &SlotSet) -> TheoryPlan {
        let used = SlotSet::default();
        let complete = |_| Generation::Complete;
        let elements = theory.elements.iter().map(|element| {
            let mut condition = self.conjunction(&element.condition, &mut bound.clone(), &used, &complete);
            // Each instance of a condition makes an element, even if another instance has fewer literals.
            condition.settled.fill(false);
            TheoryElementPlan { tuple: element.tuple.clone(), condition }
        });
        let elements = elements.collect();
        let (name, guard) = (theory.name.clone(), theory.guard.clone());
        TheoryPlan { sign: theory.sign, role: theory.role, name, elements, guard }
    }

    fn conditional(&mut self, conditional: &Conditional, bound: &SlotSet) -> ConditionalPlan {
        let mut bound = bound.clone();
        let complete = |_| Generation::Complete;
        let mut used = SlotSet::default();
        let alternatives = conditional.alternatives.iter().flatten();
        alternatives.for_each(|literal| literal.variables(&mut |slot| used.insert(slot)));
        let condition = self.conjunction(&conditional.condition, &mut bound, &used, &complete);
        let unused = SlotSet::default();
        let alternatives = conditional
            .alternatives
            .iter()
            .map(|alternative| self.conjunction(alternative, &mut bound.clone(), &unused, &complete));
        let alternatives = alternatives.collect();
        ConditionalPlan { alternatives, condition }
    }
}
