//! The order in which the literals of a body are joined, and how each is matched.
//!
//! The next literal is the one with the fewest expected matches: tests and computations first, then atoms with the best
//! index, estimated from the real sizes of domains and a sample of their arguments; aggregates and conditional literals
//! come last, for they are evaluated anew for every instance.

use crate::bounds::Sum;
use crate::domain::{Base, Domain, Id, PredicateId};
use crate::functions::Call;
use crate::index::{IndexId, Indexes, Inside, Path};
use crate::ir::{
    Action, Aggregate, Atom, Conditional, Disjunct, Element, HeadLiteral, Literal, Rule, Slot, Term,
};
use crate::safety::{self, Bound};
use crate::theory::{TheoryAtom, TheoryElementPlan, TheoryPlan};
use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, BinaryOperator, Relation, Sign, UnaryOperator};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// Which atoms of its domain a positive literal ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Generation {
    /// The domain is complete for this literal.
    Complete,
    Old,
    New,
    /// Old and new.
    Known,
}

/// How a symbol is matched.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Ignore,
    Bind(Slot),
    Check(Slot),
    Equal(Symbol),
    /// Solves `factor * x + offset` for `x`, and binds it or compares.
    Linear {
        slot: Slot,
        factor: i32,
        offset: i32,
        bound: bool,
    },
    /// The symbol is the negation of what matches.
    Negated(Box<Pattern>),
    Function {
        name: Name,
        positive: bool,
        arguments: Vec<Pattern>,
    },
    /// The symbol is the value of a term; an undefined one matches nothing.
    Value(Term),
}

/// A positive body literal in a plan.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub predicate: PredicateId,
    pub generation: Generation,
    pub access: Access,
    /// Atoms before this one are left out.
    pub since: Id,
    pub span: Span,
    /// What is matched in each atom that the access finds.
    pub patterns: Vec<(usize, Pattern)>,
    /// The terms of the key that the access looks for.
    pub key: Vec<Term>,
}

/// How atoms are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// One after the other.
    Scan,
    /// By the key in an index.
    Index(IndexId),
    /// The key is the whole atom.
    Exact,
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Match(Match),
    Negative {
        sign: Sign,
        predicate: PredicateId,
        arguments: Vec<Term>,
        /// Whether what is not in the domain now is false.
        complete: bool,
    },
    Compare {
        relation: Relation,
        left: Term,
        right: Term,
    },
    Assign {
        pattern: Pattern,
        term: Term,
    },
    /// The variable has one of two values.
    Either {
        slot: Slot,
        terms: Box<[Term; 2]>,
    },
    Range {
        pattern: Pattern,
        low: Term,
        high: Term,
        span: Span,
    },
    Call(Call),
    Aggregate(Box<AggregatePlan>),
    Conditional(Box<ConditionalPlan>),
    Theory(Box<TheoryPlan>),
    Never,
}

/// A body aggregate over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct AggregatePlan {
    pub sign: Sign,
    pub function: AggregateFunction,
    pub elements: Vec<ElementPlan>,
    pub guards: Vec<(Relation, Term)>,
    /// The terms of guards whose variables the aggregate binds.
    pub assignments: Vec<Pattern>,
    /// The global variables in the elements.
    pub globals: Vec<Slot>,
    /// Whether the aggregate may be asked for again with the same globals: its tuples are kept.
    pub memoize: Option<usize>,
    pub span: Span,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct ElementPlan {
    pub tuple: Vec<Term>,
    pub condition: Conjunction,
    pub span: Span,
}

/// A conditional literal over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct ConditionalPlan {
    pub alternatives: Vec<Conjunction>,
    pub condition: Conjunction,
}

/// The conditions and aggregates of an action.
#[derive(Clone, Debug, Default)]
pub(crate) enum ActionPlan {
    #[default]
    Plain,
    /// The condition of each element.
    Choose(Vec<Conjunction>),
    Bound(Box<AggregatePlan>),
    Theory(Box<TheoryPlan>),
    Disjoin(Vec<DisjunctPlan>),
}

/// A disjunct of a head.
#[derive(Clone, Debug)]
pub(crate) struct DisjunctPlan {
    pub condition: Conjunction,
    pub members: Vec<MemberPlan>,
}

/// A literal of a disjunct.
#[derive(Clone, Debug)]
pub(crate) struct MemberPlan {
    pub expansion: Conjunction,
    pub tests: Vec<Conjunction>,
    /// Of a negated atom: whether what is not in its domain now is false.
    pub complete: bool,
}

/// A conjunction in the order of its evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conjunction {
    pub steps: Vec<Step>,
    /// For each step: whether from there on no variable is bound that is used afterwards. If such a suffix finds an
    /// instance that adds no literal to the body, then every further instance of it says less.
    pub settled: Vec<bool>,
}

/// A body in the order of its evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub body: Conjunction,
    pub action: ActionPlan,
    pub indexes: Vec<IndexId>,
    /// The number of atoms in each matched domain when the plan was made.
    pub sizes: Vec<(PredicateId, u32)>,
}

impl Plan {
    /// Whether the domains have grown so much since that another order may be better.
    pub(crate) fn is_stale(&self, base: &Base) -> bool {
        self.sizes.iter().any(|&(predicate, size)| base.domain(predicate).len() > 4 * size + 16)
    }
}

/// Makes plans for the bodies and conditions of one rule.
pub(crate) struct Planner<'a> {
    pub base: &'a Base,
    pub symbols: &'a Symbols,
    pub indexes: &'a mut Indexes,
    pub rule: &'a Rule,
    /// For each predicate literal, whether its domain may still grow.
    pub growing: &'a [bool],
    /// The indexes that the plans use.
    pub used: Vec<IndexId>,
    pub sizes: Vec<(PredicateId, u32)>,
    pub next_memo: &'a mut usize,
}

impl Planner<'_> {
    /// The plan of the rule, with the generations of its positive literals by occurrence.
    pub(crate) fn rule(mut self, generation: &dyn Fn(usize) -> Generation) -> Plan {
        let rule = self.rule;
        let mut bound = Bound::parameters(rule.parameters, rule.names.len());
        let mut used = vec![false; rule.names.len()];
        rule.action.variables(&mut |slot| used[slot] = true);
        let body = self.conjunction(&rule.body, &mut bound, &used, generation);
        let action = self.action();
        Plan { body, action, indexes: self.used, sizes: self.sizes }
    }

    fn action(&mut self) -> ActionPlan {
        let globals = Bound::globals(&self.rule.global);
        match &self.rule.action {
            Action::Choose(elements) => ActionPlan::Choose(
                elements
                    .iter()
                    .map(|element| {
                        let mut used = vec![false; self.rule.names.len()];
                        element.atom.variables(&mut |slot| used[slot] = true);
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
            Action::Offer { disjunct, .. } => ActionPlan::Disjoin(vec![self.disjunct(disjunct)]),
            _ => ActionPlan::Plain,
        }
    }

    fn disjunct(&mut self, disjunct: &Disjunct) -> DisjunctPlan {
        let complete = |_| Generation::Complete;
        let mut bound = Bound::globals(&self.rule.global);
        let mut used = vec![false; self.rule.names.len()];
        disjunct.members.iter().for_each(|member| member.variables(&mut |slot| used[slot] = true));
        let condition = self.conjunction(&disjunct.condition, &mut bound, &used, &complete);
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
                HeadLiteral::Negated(_, _, occurrence) => !self.growing[occurrence],
                _ => true,
            };
            members.push(MemberPlan { expansion, tests, complete: is_complete });
        }
        DisjunctPlan { condition, members }
    }

    fn conjunction(
        &mut self,
        literals: &[Literal],
        bound: &mut Bound,
        used: &[bool],
        generation: &dyn Fn(usize) -> Generation,
    ) -> Conjunction {
        let mut waiting: Vec<&Literal> = literals.iter().collect();
        let mut steps = Vec::with_capacity(literals.len());
        while !waiting.is_empty() {
            let solved = waiting.iter().enumerate();
            let mut solved = solved.filter_map(|(index, literal)| Some((index, self.solve(literal, bound)?)));
            if let Some((index, (slot, term))) = solved.next() {
                waiting.remove(index);
                steps.push(Step::Assign { pattern: Pattern::Bind(slot), term });
                bound.insert(slot);
                continue;
            }
            // The equation stays, as a test of both values.
            if let Some((slot, terms)) =
                waiting.iter().find_map(|literal| self.solve_absolute(literal, bound))
            {
                steps.push(Step::Either { slot, terms: Box::new(terms) });
                bound.insert(slot);
                continue;
            }
            let ready = waiting.iter().enumerate();
            let ready = ready.filter(|(_, literal)| safety::is_ready(literal, bound, &self.rule.global));
            let costs = ready.map(|(index, literal)| (index, self.cost(literal, bound, generation)));
            let best = costs.min_by(|(_, a), (_, b)| a.total_cmp(b));
            let (index, _) = best.expect("safety has been checked");
            let literal = waiting.remove(index);
            steps.push(self.step(literal, bound, generation));
            safety::bind(literal, bound);
        }
        let mut settled = vec![true; steps.len() + 1];
        for (index, step) in steps.iter().enumerate().rev() {
            settled[index] = settled[index + 1] && !binds_any(step, used);
        }
        Conjunction { steps, settled }
    }

    /// An equation with one variable left, solved for it: `X-Y = Z-W` binds the fourth of its variables, so that the
    /// atom that has it is found by an index. Numbers wrap, so only coefficients 1 and -1 have one solution.
    fn solve(&self, literal: &Literal, bound: &Bound) -> Option<(Slot, Term)> {
        let Literal::Comparison { relation: Relation::Equal, left, right } = literal else { return None };
        let is_arithmetic = |term: &Term| matches!(term, Term::Binary(..) | Term::Linear { .. });
        if !is_arithmetic(left) && !is_arithmetic(right) {
            return None;
        }
        let difference = Sum::of(left, self.symbols)?.plus(&Sum::of(right, self.symbols)?.times(-1)?)?;
        self.solution(&difference, left, right, bound)
    }

    /// `|X-Y| = Z` with one variable left inside of the bars: it has one of two values. So `|X-Y| = |Z-W|`, which says
    /// that two fields share a diagonal, finds the fields of both instead of testing all.
    fn solve_absolute(&self, literal: &Literal, bound: &Bound) -> Option<(Slot, [Term; 2])> {
        let Literal::Comparison { relation: Relation::Equal, left, right } = literal else { return None };
        let (inner, other) = match (left, right) {
            (Term::Absolute(inner, _), Term::Absolute(other, _)) => (&**inner, &**other),
            (Term::Absolute(inner, _), other) | (other, Term::Absolute(inner, _)) => (&**inner, other),
            _ => return None,
        };
        let (inner, other) = (Sum::of(inner, self.symbols)?, Sum::of(other, self.symbols)?);
        let (slot, plus) = self.solution(&inner.plus(&other.times(-1)?)?, left, right, bound)?;
        let (_, minus) = self.solution(&inner.plus(&other)?, left, right, bound)?;
        Some((slot, [plus, minus]))
    }

    /// The one unbound variable of a difference that is to be 0, and its value.
    fn solution(&self, difference: &Sum, left: &Term, right: &Term, bound: &Bound) -> Option<(Slot, Term)> {
        let span = [left, right].into_iter().find_map(Term::span)?;
        let mut unbound = difference.summands.iter().filter(|&&(_, slot)| !bound.contains(slot));
        let (&(coefficient, slot), None) = (unbound.next()?, unbound.next()) else { return None };
        // What cancels out must still be a number.
        let mut kept = true;
        let mut check = |variable| kept &= difference.summands.iter().any(|&(_, other)| other == variable);
        left.variables(&mut check);
        right.variables(&mut check);
        if !kept || coefficient.abs() != 1 {
            return None;
        }
        let rest = difference.summands.iter().filter(|&&(_, other)| other != slot);
        let constant = Symbol::small_number(i32::try_from(-coefficient * difference.constant).ok()?)?;
        let mut term = Term::Constant(constant);
        for &(factor, other) in rest {
            let factor = i32::try_from(-coefficient * factor).ok()?;
            let summand = Term::Linear { slot: other, factor, offset: 0, span };
            term = Term::Binary(BinaryOperator::Add, Box::new((term, summand)), span);
        }
        Some((slot, term))
    }

    /// The expected number of matches; less than 1 for what only tests.
    fn cost(&self, literal: &Literal, bound: &Bound, generation: &dyn Fn(usize) -> Generation) -> f64 {
        match literal {
            Literal::Never => 0.0,
            Literal::Comparison { .. } => 0.1,
            Literal::Predicate { sign: Sign::None, atom, occurrence } => {
                let (access, _) = access(atom, bound);
                self.expected_matches(atom.predicate, &access, generation(*occurrence))
            }
            Literal::Predicate { .. } => 0.3,
            Literal::Range { pattern, .. } if bound.binds(pattern) => 0.2,
            Literal::Range { low, high, .. } => self.range_size(low, high),
            // Calls may be slow, so that tests go first; but one of constants is made only once in front of the rest.
            Literal::Call { arguments, .. } if arguments.iter().all(Term::is_ground) => 0.5,
            Literal::Call { .. } => 2.0,
            Literal::Aggregate(_) => 1e30,
            Literal::Conditional(_) => 1e31,
            Literal::Theory(_) => 1e32,
        }
    }

    fn range_size(&self, low: &Term, high: &Term) -> f64 {
        let number = |term: &Term| match term {
            Term::Constant(symbol) => self.symbols.as_number(*symbol),
            _ => None,
        };
        match (number(low), number(high)) {
            (Some(low), Some(high)) => (f64::from(high) - f64::from(low) + 1.0).max(0.0),
            _ => 16.0,
        }
    }

    fn expected_matches(&self, predicate: PredicateId, paths: &[Path], generation: Generation) -> f64 {
        let domain = self.base.domain(predicate);
        let size = match generation {
            Generation::Complete => domain.len(),
            Generation::Old => domain.old_end,
            Generation::New => domain.new_end - domain.old_end,
            Generation::Known => domain.new_end,
        };
        let flat = paths.iter().filter(|path| path.inside.is_empty()).count();
        if flat == domain.arity && flat == paths.len() {
            return if size == 0 { 0.0 } else { 0.4 };
        }
        if paths.is_empty() || size == 0 {
            return f64::from(size);
        }
        let distinct = match self.indexes.find(predicate, paths) {
            Some(index) if index.keys() > 0 => index.keys() as f64,
            _ => sampled_keys(self.symbols, domain, paths),
        };
        (f64::from(size) / distinct).max(0.5)
    }

    fn step(&mut self, literal: &Literal, bound: &Bound, generation: &dyn Fn(usize) -> Generation) -> Step {
        match literal {
            Literal::Never => Step::Never,
            Literal::Predicate { sign: Sign::None, atom, occurrence } => {
                self.match_step(atom, bound, generation(*occurrence))
            }
            Literal::Predicate { sign, atom, occurrence } => Step::Negative {
                sign: *sign,
                predicate: atom.predicate,
                arguments: atom.arguments.clone(),
                complete: !self.growing[*occurrence],
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

    fn match_step(&mut self, atom: &Atom, bound: &Bound, generation: Generation) -> Step {
        let predicate = atom.predicate;
        let (paths, key) = access(atom, bound);
        let arity = atom.arguments.len();
        self.sizes.push((predicate, self.base.domain(predicate).len()));
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

    fn aggregate(&mut self, aggregate: &Aggregate, bound: &Bound) -> AggregatePlan {
        let rule = self.rule;
        let mut globals: Vec<Slot> = Vec::new();
        aggregate.element_variables(&mut |slot| {
            if rule.global[slot] && !globals.contains(&slot) {
                globals.push(slot);
            }
        });
        let elements = aggregate.elements.iter().map(|element| self.element(element, bound)).collect();
        let mut binding = bound.clone();
        let assigned = safety::unbound_guards(aggregate, bound);
        let assignments = assigned.map(|(_, term)| compile(term, &mut binding)).collect();
        let guards = aggregate.guards.iter().filter(|(_, term)| bound.binds(term)).cloned().collect();
        let others = (0..rule.names.len())
            .any(|slot| rule.global[slot] && bound.contains(slot) && !globals.contains(&slot));
        let memoize = others.then(|| {
            *self.next_memo += 1;
            *self.next_memo
        });
        let Aggregate { sign, function, span, .. } = *aggregate;
        AggregatePlan { sign, function, elements, guards, assignments, globals, memoize, span }
    }

    fn element(&mut self, element: &Element, bound: &Bound) -> ElementPlan {
        let mut used = vec![false; self.rule.names.len()];
        element.tuple.iter().for_each(|term| term.variables(&mut |slot| used[slot] = true));
        let complete = |_| Generation::Complete;
        let condition = self.conjunction(&element.condition, &mut bound.clone(), &used, &complete);
        ElementPlan { tuple: element.tuple.clone(), condition, span: element.span }
    }

    fn theory(&mut self, theory: &TheoryAtom, bound: &Bound) -> TheoryPlan {
        // Each instance of a condition makes an element, even where another says more.
        let used = vec![true; self.rule.names.len()];
        let complete = |_| Generation::Complete;
        let elements = theory.elements.iter().map(|element| {
            let condition = self.conjunction(&element.condition, &mut bound.clone(), &used, &complete);
            TheoryElementPlan { tuple: element.tuple.clone(), condition }
        });
        TheoryPlan::new(theory, elements.collect())
    }

    fn conditional(&mut self, conditional: &Conditional, bound: &Bound) -> ConditionalPlan {
        let mut bound = bound.clone();
        let complete = |_| Generation::Complete;
        let mut used = vec![false; self.rule.names.len()];
        let alternatives = conditional.alternatives.iter().flatten();
        alternatives.for_each(|literal| literal.variables(&mut |slot| used[slot] = true));
        let condition = self.conjunction(&conditional.condition, &mut bound, &used, &complete);
        let unused = vec![false; self.rule.names.len()];
        let alternatives = conditional
            .alternatives
            .iter()
            .map(|alternative| self.conjunction(alternative, &mut bound.clone(), &unused, &complete));
        let alternatives = alternatives.collect();
        ConditionalPlan { alternatives, condition }
    }
}

/// Whether a step binds one of the marked variables.
fn binds_any(step: &Step, marked: &[bool]) -> bool {
    match step {
        Step::Match(found) => found.patterns.iter().any(|(_, pattern)| pattern_binds(pattern, marked)),
        Step::Assign { pattern, .. } | Step::Range { pattern, .. } => pattern_binds(pattern, marked),
        Step::Call(call) => pattern_binds(&call.pattern, marked),
        Step::Either { slot, .. } => marked[*slot],
        Step::Aggregate(aggregate) => {
            aggregate.assignments.iter().any(|pattern| pattern_binds(pattern, marked))
        }
        Step::Negative { .. }
        | Step::Compare { .. }
        | Step::Conditional(_)
        | Step::Theory(_)
        | Step::Never => false,
    }
}

fn pattern_binds(pattern: &Pattern, marked: &[bool]) -> bool {
    match pattern {
        Pattern::Bind(slot) | Pattern::Linear { slot, bound: false, .. } => marked[*slot],
        Pattern::Negated(inner) => pattern_binds(inner, marked),
        Pattern::Function { arguments, .. } => arguments.iter().any(|part| pattern_binds(part, marked)),
        _ => false,
    }
}

/// The paths of an atom whose values are known, and the terms that give them.
fn access(atom: &Atom, bound: &Bound) -> (Vec<Path>, Vec<Term>) {
    let (mut paths, mut key) = (Vec::new(), Vec::new());
    for (argument, term) in atom.arguments.iter().enumerate() {
        known_parts(term, Path { argument, inside: Vec::new() }, bound, &mut paths, &mut key);
    }
    (paths, key)
}

fn known_parts(term: &Term, path: Path, bound: &Bound, paths: &mut Vec<Path>, key: &mut Vec<Term>) {
    if !term.has_anonymous() && bound.binds(term) {
        paths.push(path);
        key.push(term.clone());
        return;
    }
    let Term::Function { name, positive, arguments } = term else { return };
    for (argument, part) in arguments.iter().enumerate() {
        let mut path = path.clone();
        path.inside.push(Inside { name: *name, positive: *positive, arity: arguments.len(), argument });
        known_parts(part, path, bound, paths, key);
    }
}

/// The number of different keys in a domain, guessed from a sample.
fn sampled_keys(symbols: &Symbols, domain: &Domain, paths: &[Path]) -> f64 {
    const SAMPLE: usize = 128;
    let size = domain.len() as usize;
    let stride = size.div_ceil(SAMPLE).max(1);
    let mut seen: HashSet<Vec<Option<Symbol>>, FxBuildHasher> = HashSet::default();
    let mut sampled = 0;
    // An odd offset in each stretch keeps the sample out of step with the regular order of typical facts.
    for (number, start) in (0..size).step_by(stride).enumerate() {
        let id = (start + number * 7919 % stride).min(size - 1);
        let arguments = domain.arguments(id as u32);
        seen.insert(paths.iter().map(|path| path.follow(symbols, arguments)).collect());
        sampled += 1;
    }
    let (distinct, sampled, size) = (seen.len() as f64, f64::from(sampled), size as f64);
    // Few keys in the sample are all there are; where most are different, there are more.
    if distinct < sampled / 2.0 { distinct } else { distinct / sampled * size }.max(1.0)
}

/// Compiles a term for matching; the variables that it binds are added.
pub(crate) fn compile(term: &Term, bound: &mut Bound) -> Pattern {
    match term {
        Term::Constant(symbol) => Pattern::Equal(*symbol),
        Term::Anonymous => Pattern::Ignore,
        Term::Variable(slot) if bound.contains(*slot) => Pattern::Check(*slot),
        Term::Variable(slot) => {
            bound.insert(*slot);
            Pattern::Bind(*slot)
        }
        Term::Linear { slot, factor, offset, .. } => {
            let was_bound = bound.contains(*slot);
            bound.insert(*slot);
            Pattern::Linear { slot: *slot, factor: *factor, offset: *offset, bound: was_bound }
        }
        term if !term.has_anonymous() && bound.binds(term) => Pattern::Value(term.clone()),
        Term::Unary(UnaryOperator::Minus, operand, _) => Pattern::Negated(Box::new(compile(operand, bound))),
        Term::Function { name, positive, arguments } => Pattern::Function {
            name: *name,
            positive: *positive,
            arguments: arguments.iter().map(|argument| compile(argument, bound)).collect(),
        },
        Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) => Pattern::Value(term.clone()),
    }
}

fn comparison(relation: Relation, left: &Term, right: &Term, bound: &Bound) -> Step {
    if relation == Relation::Equal {
        for (known, matched) in [(left, right), (right, left)] {
            if bound.binds(known) && !bound.binds(matched) {
                let pattern = compile(matched, &mut bound.clone());
                return Step::Assign { pattern, term: known.clone() };
            }
        }
    }
    Step::Compare { relation, left: left.clone(), right: right.clone() }
}
