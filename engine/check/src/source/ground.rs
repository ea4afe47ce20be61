//! Naive grounding: all rules are instantiated over the atoms found so far until no new atom is found.
//!
//! ```text
//! p(1). q(X) :- p(X), not r(X). r(X) :- q(X).     atoms: p(1); p(1) q(1); p(1) q(1) r(1); no more.
//! ```
//!
//! Afterwards all rules are instantiated once more, as formulas. Negation and aggregates are left to these
//! formulas; instances whose bodies cannot hold are dropped, and the head of a rule with only facts in its
//! body is a fact.

use super::aggregate::{self, Tuples, add_tuple};
use super::error::OracleError;
use super::instance::{Base, Instantiation, is_possible};
use super::plain::{Action, Aggregate, Disjunct, Goal, Goals, Head, HeadElement, Pattern, Statement};
use super::term::Bindings;
use crate::circuit::Circuit;
use crate::formula::Formula;
use crate::stable::{Rule, Rules};
use hamadryad_aspif::ExternalValue;
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::{BTreeMap, BTreeSet};

/// The objective: for each priority, the weighted conditions of its tuples.
pub type Objective = BTreeMap<i32, Vec<(i64, Formula)>>;

/// A ground program.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// The atoms, indexed by the atoms of the rules.
    pub atoms: Vec<Symbol>,
    /// The rules, including the rules for externals.
    pub rules: Rules,
    /// The objective to minimise.
    pub objective: Objective,
    /// Shown terms.
    pub shown: Vec<(Symbol, Formula)>,
    /// Edges of a graph that must be acyclic.
    pub edges: Vec<(Symbol, Symbol, Formula)>,
    /// Circuits, each with the formula that requires it.
    pub circuits: Vec<(Formula, Circuit<Symbol, Formula>)>,
}

/// Limits of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of atoms.
    pub atoms: usize,
    /// The number of goals that are resolved during grounding.
    pub instances: usize,
    /// The number of branches of the search, for candidates and for smaller models together.
    pub branches: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { atoms: 2_000, instances: 2_000_000, branches: 200_000 }
    }
}

/// The formulas of one instance of a statement.
enum Conclusion {
    Rule(Rule),
    Minimize { priority: i32, tuple: Vec<Symbol>, condition: Formula },
    Show(Symbol, Formula),
    External(Symbol, ExternalValue),
    Edge(Symbol, Symbol, Formula),
    Circuit(Formula, Circuit<Symbol, Formula>),
}

struct Grounder<'a> {
    symbols: &'a mut Symbols,
    statements: &'a [Statement],
    base: Base,
    budget: usize,
}

/// Grounds plain statements; `externals` are the values of external atoms that differ from those in the
/// program.
pub fn ground(
    symbols: &mut Symbols,
    statements: &[Statement],
    externals: &[(Symbol, ExternalValue)],
    limits: Limits,
) -> Result<Ground, OracleError> {
    let mut grounder = Grounder { symbols, statements, base: Base::default(), budget: limits.instances };
    while grounder.grow()? {
        if grounder.base.atoms.len() > limits.atoms {
            return Err(OracleError::TooLarge("more atoms than the limit"));
        }
    }
    grounder.base.complete = true;
    grounder.finish(externals)
}

impl Grounder<'_> {
    /// Adds the atoms that the rules may derive from the present atoms; `false` without a new atom.
    fn grow(&mut self) -> Result<bool, OracleError> {
        let mut new: Vec<Symbol> = Vec::new();
        let mut facts: BTreeSet<Symbol> = BTreeSet::new();
        for statement in self.statements {
            let has_only_literals = !statement
                .body
                .iter()
                .any(|goal| matches!(goal, Goal::Conditional { .. } | Goal::Aggregate { .. }));
            let mut instantiation = instantiation(self.symbols, &self.base, &mut self.budget, statement);
            for (bindings, body) in instantiation.instances(&statement.body, &Bindings::new())? {
                if !is_possible(&body) {
                    continue;
                }
                let derived = instantiation.derived(&statement.action, &bindings)?;
                let is_simple = matches!(statement.action, Action::Derive(Head::Atom(_)));
                if is_simple && has_only_literals && body == Formula::TRUE {
                    facts.extend(&derived);
                }
                new.extend(derived);
            }
        }
        let mut grown = false;
        for atom in new {
            grown |= self.base.insert(self.symbols, atom);
        }
        let known = self.base.facts.len();
        self.base.facts.extend(facts);
        Ok(grown || self.base.facts.len() > known)
    }

    fn finish(mut self, externals: &[(Symbol, ExternalValue)]) -> Result<Ground, OracleError> {
        let mut ground = Ground { atoms: self.base.atoms.clone(), ..Ground::default() };
        let mut declared = BTreeMap::new();
        let mut costs: BTreeMap<i32, Tuples> = BTreeMap::new();
        for statement in self.statements {
            let mut instantiation = instantiation(self.symbols, &self.base, &mut self.budget, statement);
            for (bindings, body) in instantiation.instances(&statement.body, &Bindings::new())? {
                for conclusion in instantiation.conclude(&statement.action, &bindings, body)? {
                    match conclusion {
                        Conclusion::Rule(rule) => ground.rules.rules.push(rule),
                        Conclusion::Minimize { priority, tuple, condition } => {
                            add_tuple(costs.entry(priority).or_default(), tuple, condition);
                        }
                        Conclusion::Show(term, condition) => ground.shown.push((term, condition)),
                        Conclusion::External(atom, value) => {
                            declared.insert(atom, value);
                        }
                        Conclusion::Edge(from, to, condition) => ground.edges.push((from, to, condition)),
                        Conclusion::Circuit(body, circuit) => ground.circuits.push((body, circuit)),
                    }
                }
            }
        }
        declared.extend(
            externals.iter().filter(|(atom, _)| declared.contains_key(atom)).copied().collect::<Vec<_>>(),
        );
        for (priority, tuples) in costs {
            let weight =
                |tuple: &[Symbol]| i64::from(self.symbols.as_number(tuple[0]).expect("a weight is a number"));
            let terms = tuples.into_iter().map(|(tuple, condition)| (weight(&tuple), condition)).collect();
            ground.objective.insert(priority, terms);
        }
        ground.rules.rules.retain(|rule| !matches!(rule.formula(), Formula::Constant(true)));
        ground.rules.atoms = ground.atoms.len();
        self.add_externals(&declared, &mut ground);
        self.add_contradictions(&mut ground);
        Ok(ground)
    }

    /// Adds the values of external atoms without a defining rule.
    fn add_externals(&self, declared: &BTreeMap<Symbol, ExternalValue>, ground: &mut Ground) {
        let defined: BTreeSet<usize> = ground.rules.rules.iter().flat_map(defined_by).collect();
        for (&atom, &value) in declared {
            let index = self.base.index(atom).expect("an external atom may be true");
            let head = match value {
                ExternalValue::True => Formula::Atom(index),
                ExternalValue::Free => Formula::choice(Formula::Atom(index)),
                ExternalValue::False | ExternalValue::Release => continue,
            };
            if !defined.contains(&index) {
                ground.rules.rules.push(Rule { head, body: Formula::TRUE });
            }
        }
    }

    /// Adds constraints that exclude an atom with its classical negation.
    fn add_contradictions(&mut self, ground: &mut Ground) {
        for (index, &atom) in self.base.atoms.iter().enumerate() {
            let negative = self.symbols.negate(atom).and_then(|negative| self.base.index(negative));
            if let Some(negative) = negative.filter(|&negative| negative > index) {
                let body = Formula::and([Formula::Atom(index), Formula::Atom(negative)]);
                ground.rules.rules.push(Rule { head: Formula::FALSE, body });
            }
        }
    }
}

/// The atoms that a rule defines. A tautology (`a :- a.`), a constraint in the form of a rule (`a :- not a.`)
/// and a rule with a contradictory body define no atom: an external atom stays external.
fn defined_by(rule: &Rule) -> Vec<usize> {
    let parts = match &rule.body {
        Formula::And(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let mut heads = Vec::new();
    collect_derived(&rule.head, &mut heads);
    let contradicts = |part: &Formula| parts.contains(&Formula::negation(part.clone()));
    if parts.iter().any(contradicts) || heads.iter().any(|&head| parts.contains(&Formula::Atom(head))) {
        return Vec::new();
    }
    heads.retain(|&head| !parts.contains(&Formula::negation(Formula::Atom(head))));
    heads
}

/// The atoms that a head may make true: atoms outside negations and conditions.
fn collect_derived(head: &Formula, atoms: &mut Vec<usize>) {
    match head {
        Formula::Atom(atom) => atoms.push(*atom),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| collect_derived(part, atoms));
        }
        Formula::Implies(_, derived) => collect_derived(derived, atoms),
        _ => {}
    }
}

fn instantiation<'a>(
    symbols: &'a mut Symbols,
    base: &'a Base,
    budget: &'a mut usize,
    statement: &Statement,
) -> Instantiation<'a> {
    let mut global = BTreeSet::new();
    statement.body.iter().for_each(|goal| goal.collect_global(&mut global));
    let mut add = |pattern: &Pattern| pattern.collect_variables(&mut global);
    match &statement.action {
        Action::Derive(Head::Constraint | Head::Circuit(_)) => {}
        Action::Derive(Head::Atom(atom)) | Action::Show(atom) => add(atom),
        Action::Derive(Head::Aggregate(aggregate)) => aggregate.guards.iter().for_each(|(_, term)| add(term)),
        Action::Derive(Head::Disjunction(disjuncts)) => {
            let unconditional = disjuncts.iter().filter(|disjunct| disjunct.condition.is_empty());
            // The intervals of a disjunct are local, its variables are global.
            for literal in unconditional.flat_map(|disjunct| &disjunct.literals) {
                let mut own = BTreeSet::new();
                for goal in literal.goals.iter().flatten() {
                    if let Goal::Range(name, ..) = goal {
                        own.insert(*name);
                    }
                }
                let mut variables = literal.atom.iter().flat_map(Pattern::variables).collect();
                literal.goals.iter().flatten().for_each(|goal| goal.collect_global(&mut variables));
                global.extend(variables.difference(&own));
            }
        }
        Action::Minimize { weight, priority, tuple } => {
            [weight, priority].into_iter().chain(tuple).for_each(add);
        }
        Action::External(left, right) | Action::Edge(left, right) => [left, right].into_iter().for_each(add),
    }
    Instantiation { symbols, base, global, span: statement.span, budget }
}

impl Instantiation<'_> {
    /// The atoms that an instance may make true.
    fn derived(&mut self, action: &Action, bindings: &Bindings) -> Result<Vec<Symbol>, OracleError> {
        let mut atoms = Vec::new();
        match action {
            Action::Derive(Head::Atom(atom)) | Action::External(atom, _) => {
                atoms.extend(self.value(atom, bindings)?);
            }
            Action::Derive(Head::Disjunction(disjuncts)) => {
                for disjunct in disjuncts {
                    for (bindings, _) in self.instances(&disjunct.condition, bindings)? {
                        for literal in &disjunct.literals {
                            let Some(atom) = &literal.atom else { continue };
                            for (bindings, _) in self.instances(&literal.goals.concat(), &bindings)? {
                                atoms.extend(self.value(atom, &bindings)?);
                            }
                        }
                    }
                }
            }
            Action::Derive(Head::Aggregate(aggregate)) => {
                for HeadElement { atom, condition, .. } in &aggregate.elements {
                    let Some(atom) = atom else { continue };
                    for (bindings, _) in self.instances(condition, bindings)? {
                        atoms.extend(self.value(atom, &bindings)?);
                    }
                }
            }
            _ => {}
        }
        Ok(atoms)
    }

    /// The formulas of an instance over the complete base.
    fn conclude(
        &mut self,
        action: &Action,
        bindings: &Bindings,
        body: Formula,
    ) -> Result<Vec<Conclusion>, OracleError> {
        Ok(match action {
            Action::Derive(Head::Constraint) => vec![Conclusion::Rule(Rule { head: Formula::FALSE, body })],
            Action::Derive(Head::Atom(atom)) => match self.value(atom, bindings)? {
                Some(atom) => vec![Conclusion::Rule(Rule { head: self.head_atom(atom), body })],
                None => Vec::new(),
            },
            Action::Derive(Head::Disjunction(disjuncts)) => {
                let head = self.disjunction(disjuncts, bindings)?;
                vec![Conclusion::Rule(Rule { head, body })]
            }
            Action::Derive(Head::Aggregate(aggregate)) => self.head_aggregate(aggregate, bindings, body)?,
            Action::Derive(Head::Circuit(circuit)) => {
                vec![Conclusion::Circuit(body, self.circuit(circuit, bindings)?)]
            }
            Action::Minimize { weight, priority, tuple } => {
                let terms: Vec<Pattern> = [priority, weight].into_iter().chain(tuple).cloned().collect();
                let Some(mut tuple) = self.values(&terms, bindings)? else { return Ok(Vec::new()) };
                let priority = self.symbols.as_number(tuple.remove(0));
                match (priority, self.symbols.as_number(tuple[0])) {
                    (Some(priority), Some(_)) => {
                        vec![Conclusion::Minimize { priority, tuple, condition: body }]
                    }
                    _ => Vec::new(),
                }
            }
            Action::Show(term) => {
                self.value(term, bindings)?.map(|term| Conclusion::Show(term, body)).into_iter().collect()
            }
            Action::External(atom, value) => {
                match (self.value(atom, bindings)?, self.value(value, bindings)?) {
                    (Some(atom), Some(value)) => {
                        vec![Conclusion::External(atom, self.external_value(value)?)]
                    }
                    _ => Vec::new(),
                }
            }
            Action::Edge(from, to) => match (self.value(from, bindings)?, self.value(to, bindings)?) {
                (Some(from), Some(to)) => vec![Conclusion::Edge(from, to, body)],
                _ => Vec::new(),
            },
        })
    }

    fn circuit(
        &mut self,
        circuit: &Circuit<Pattern, Vec<Goals>>,
        bindings: &Bindings,
    ) -> Result<Circuit<Symbol, Formula>, OracleError> {
        let mut pairs = Vec::new();
        for (from, to, ways) in &circuit.pairs {
            for goals in ways {
                for (bindings, condition) in self.instances(goals, bindings)? {
                    if let (Some(from), Some(to), true) = (
                        self.value(from, &bindings)?,
                        self.value(to, &bindings)?,
                        condition != Formula::FALSE,
                    ) {
                        pairs.push((from, to, condition));
                    }
                }
            }
        }
        Ok(Circuit { is_directed: circuit.is_directed, pairs })
    }

    fn head_atom(&self, atom: Symbol) -> Formula {
        self.base.index(atom).map_or(Formula::FALSE, Formula::Atom)
    }

    fn external_value(&self, value: Symbol) -> Result<ExternalValue, OracleError> {
        match self.symbols.display(value).to_string().as_str() {
            "true" => Ok(ExternalValue::True),
            "false" => Ok(ExternalValue::False),
            "free" => Ok(ExternalValue::Free),
            "release" => Ok(ExternalValue::Release),
            _ => Err(OracleError::Unsupported { what: "this value of an external atom", span: self.span }),
        }
    }

    /// The formula of a disjunct `l : c` is `(c → l) ∧ ¬¬c`: it can be the true disjunct only if its
    /// condition holds in the answer set, and it derives its literals only if the condition has been derived.
    /// Instances that agree on the variables that the literals share with the condition are one disjunct.
    /// (Measured: clingo 5.8 derives `a` by `a : c(X) ; b. c(1). c(2) :- a.`, but has no answer set with `a`
    /// for `a : c ; b. c :- a.`)
    fn disjunction(&mut self, disjuncts: &[Disjunct], bindings: &Bindings) -> Result<Formula, OracleError> {
        let mut parts = Vec::new();
        for Disjunct { literals, condition } in disjuncts {
            let mut inside = BTreeSet::new();
            for literal in literals {
                literal.atom.iter().for_each(|atom| atom.collect_variables(&mut inside));
                literal.goals.iter().flatten().for_each(|goal| goal.collect_global(&mut inside));
            }
            let mut instances: BTreeMap<Bindings, Vec<Formula>> = BTreeMap::new();
            for (bindings, condition) in self.instances(condition, bindings)? {
                let shared = bindings.into_iter().filter(|(name, _)| inside.contains(name)).collect();
                instances.entry(shared).or_default().push(condition);
            }
            for (bindings, conditions) in instances {
                let condition = Formula::or(conditions);
                let mut all = vec![Formula::negation(Formula::negation(condition.clone()))];
                for literal in literals {
                    for goals in &literal.goals {
                        for (bindings, formula) in self.instances(goals, &bindings)? {
                            let head = match &literal.atom {
                                Some(atom) => self.value(atom, &bindings)?.map(|atom| self.head_atom(atom)),
                                None => Some(Formula::negation(formula)),
                            };
                            all.extend(head.map(|head| Formula::implies(condition.clone(), head)));
                        }
                    }
                }
                parts.push(Formula::and(all));
            }
        }
        Ok(Formula::or(parts))
    }

    /// A choice for each atom, and a constraint that the aggregate satisfies its guards.
    fn head_aggregate(
        &mut self,
        aggregate: &Aggregate<HeadElement>,
        bindings: &Bindings,
        body: Formula,
    ) -> Result<Vec<Conclusion>, OracleError> {
        let Some(guards) = self.guards(&aggregate.guards, bindings)? else { return Ok(Vec::new()) };
        let mut conclusion = Vec::new();
        let mut tuples = Tuples::new();
        for HeadElement { tuple, atom, condition } in &aggregate.elements {
            for (bindings, condition) in self.instances(condition, bindings)? {
                let Some(tuple) = self.values(tuple, &bindings)? else { continue };
                if aggregate::is_ignored(self.symbols, aggregate.function, &tuple) {
                    continue;
                }
                let Some(atom) = atom else {
                    add_tuple(&mut tuples, tuple, condition);
                    continue;
                };
                let Some(atom) = self.value(atom, &bindings)? else { continue };
                let atom = self.head_atom(atom);
                let body = Formula::and([body.clone(), condition.clone()]);
                conclusion.push(Conclusion::Rule(Rule { head: Formula::choice(atom.clone()), body }));
                add_tuple(&mut tuples, tuple, Formula::and([atom, condition]));
            }
        }
        let satisfied = aggregate::formula(self.symbols, aggregate.function, &tuples, &guards);
        let body = Formula::and([body, Formula::negation(satisfied)]);
        conclusion.push(Conclusion::Rule(Rule { head: Formula::FALSE, body }));
        Ok(conclusion)
    }
}
