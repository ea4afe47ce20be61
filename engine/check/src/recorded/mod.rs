//! A ground program that stores its statements and checks models.
//!
//! ```text
//! let mut program = GroundProgram::default();
//! grounder.run(&mut Tee(&mut solver, &mut program));
//! assert_eq!(program.verdict(&|atom| model.contains(atom)), Verdict::Stable);
//! ```
//!
//! Every model that a solver reports can be checked, at any size: see [`GroundProgram::verdict`]. For small
//! programs [`GroundProgram::stable_models`] computes all answer sets without the solver.

mod circuits;
mod verdict;

pub use circuits::Circuits;
pub use verdict::Verdict;

use crate::formula::{Comparison, Formula};
use crate::stable::{Rule, Rules};
use hamadryad_aspif::{
    Atom, Body, BodyRef, ExternalValue, Head, Literal, OutputKind, Sink, TheoryStatement, Weight,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::{BTreeMap, BTreeSet};

/// A ground rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundRule {
    /// Whether the head is a choice.
    pub is_choice: bool,
    /// The atoms of the head.
    pub head: Vec<Atom>,
    /// The body.
    pub body: Body,
}

/// All statements of all steps.
#[derive(Clone, Default, Debug)]
pub struct GroundProgram {
    /// The rules in the order of their arrival.
    pub rules: Vec<GroundRule>,
    /// The names of atoms.
    pub names: BTreeMap<Atom, Symbol>,
    /// The summands of the objective by priority.
    pub objective: BTreeMap<i32, Vec<WeightedLiteral>>,
    /// The outputs with their conditions.
    pub outputs: Vec<(OutputKind, Symbol, Vec<Literal>)>,
    /// The atoms of projected enumeration.
    pub projected: Vec<Atom>,
    /// The last value of each external atom.
    pub externals: BTreeMap<Atom, ExternalValue>,
    /// The theory atoms.
    pub theory_atoms: BTreeSet<Atom>,
    /// The circuits of the theory atoms `&circuit`.
    pub circuits: Circuits,
    /// The assumptions of the latest step.
    pub assumptions: Vec<Literal>,
    /// The edges of a graph that must be acyclic.
    pub edges: Vec<(i32, i32, Vec<Literal>)>,
}

impl Sink for GroundProgram {
    fn begin_step(&mut self) {
        self.assumptions.clear();
    }

    fn name(&mut self, _: &Symbols, atom: Atom, symbol: Symbol) {
        self.names.insert(atom, symbol);
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (is_choice, head) = match head {
            Head::Disjunction(atoms) => (false, atoms.to_vec()),
            Head::Choice(atoms) => (true, atoms.to_vec()),
        };
        self.rules.push(GroundRule { is_choice, head, body: body.to_owned() });
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.objective.entry(priority).or_default().extend_from_slice(literals);
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.projected.extend_from_slice(atoms);
    }

    fn output(&mut self, _: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.outputs.push((kind, symbol, condition.to_vec()));
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.externals.insert(atom, value);
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.circuits.add(statement);
        if let TheoryStatement::Atom { atom: Some(atom), .. } = statement {
            self.theory_atoms.insert(atom);
        }
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.assumptions.extend_from_slice(literals);
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.edges.push((from, to, condition.to_vec()));
    }
}

fn holds(literal: Literal, model: &dyn Fn(Atom) -> bool) -> bool {
    model(literal.atom()) == literal.is_positive()
}

/// The sum of the weights of the true literals.
fn sum(literals: &[WeightedLiteral], model: &dyn Fn(Atom) -> bool) -> i64 {
    literals.iter().filter(|term| holds(term.literal, model)).map(|term| i64::from(term.weight)).sum()
}

impl GroundRule {
    /// Whether the body is true in a model.
    pub fn body_holds(&self, model: &dyn Fn(Atom) -> bool) -> bool {
        match &self.body {
            Body::Normal(literals) => literals.iter().all(|&literal| holds(literal, model)),
            Body::Sum { lower, literals } => sum(literals, model) >= i64::from(*lower),
        }
    }

    /// Whether the rule defines the atom: the atom occurs in its head but not in its body, no other atom of
    /// its disjunction occurs in its body, and its body can be true. Otherwise an external atom stays
    /// external.
    fn defines(&self, atom: Atom) -> bool {
        let vanishes = match &self.body {
            Body::Normal(literals) => {
                let is_head = |literal: &&Literal| !self.is_choice && self.head.contains(&literal.atom());
                literals.iter().any(|literal| literal.atom() == atom)
                    || literals
                        .iter()
                        .filter(|literal| literal.is_positive())
                        .any(|literal| is_head(&literal))
                    || literals.iter().any(|&literal| literals.contains(&!literal))
            }
            Body::Sum { lower, literals } => {
                literals.iter().map(|term| i64::from(term.weight)).sum::<i64>() < i64::from(*lower)
            }
        };
        self.head.contains(&atom) && !vanishes
    }

    fn formulas(&self) -> Vec<Rule> {
        let literal = |literal: Literal| match literal.is_positive() {
            true => Formula::Atom(literal.atom().index()),
            false => Formula::negation(Formula::Atom(literal.atom().index())),
        };
        let body = match &self.body {
            Body::Normal(literals) => Formula::and(literals.iter().map(|&part| literal(part))),
            Body::Sum { lower, literals } => {
                let terms =
                    literals.iter().map(|term| (i64::from(term.weight), literal(term.literal))).collect();
                Formula::Sum(terms, vec![(Comparison::GreaterEqual, i64::from(*lower))])
            }
        };
        let atoms = self.head.iter().map(|atom| Formula::Atom(atom.index()));
        match self.is_choice {
            true => atoms.map(|atom| Rule { head: Formula::choice(atom), body: body.clone() }).collect(),
            false => vec![Rule { head: Formula::or(atoms), body }],
        }
    }
}

impl GroundProgram {
    /// The external atoms without a defining rule, with their values, and the theory atoms that occur in no
    /// head, which are free.
    pub fn open_externals(&self) -> BTreeMap<Atom, ExternalValue> {
        let mut open = self.externals.clone();
        let is_head = |atom: &Atom| self.rules.iter().any(|rule| rule.head.contains(atom));
        for &atom in self.theory_atoms.iter().filter(|atom| !is_head(atom)) {
            open.entry(atom).or_insert(ExternalValue::Free);
        }
        for rule in &self.rules {
            for &atom in &rule.head {
                if open.contains_key(&atom) && rule.defines(atom) {
                    open.remove(&atom);
                }
            }
        }
        open
    }

    /// The greatest number of an atom that occurs, or 0.
    pub fn last_atom(&self) -> usize {
        let in_bodies = self.rules.iter().flat_map(|rule| match &rule.body {
            Body::Normal(literals) => literals.iter().map(|literal| literal.atom()).collect::<Vec<_>>(),
            Body::Sum { literals, .. } => literals.iter().map(|term| term.literal.atom()).collect(),
        });
        let in_heads = self.rules.iter().flat_map(|rule| rule.head.iter().copied());
        let named = self.names.keys().copied();
        let external = self.externals.keys().chain(&self.theory_atoms).copied();
        in_bodies.chain(in_heads).chain(named).chain(external).map(Atom::index).max().unwrap_or(0)
    }

    /// The cost of a model: each priority with its sum, highest priority first.
    pub fn cost(&self, model: &dyn Fn(Atom) -> bool) -> Vec<(i32, i64)> {
        self.objective.iter().rev().map(|(&priority, literals)| (priority, sum(literals, model))).collect()
    }

    /// The shown terms of a model, in the order of the outputs.
    pub fn shown(&self, model: &dyn Fn(Atom) -> bool) -> Vec<Symbol> {
        let is_shown = |condition: &[Literal]| condition.iter().all(|&literal| holds(literal, model));
        self.outputs
            .iter()
            .filter(|(_, _, condition)| is_shown(condition))
            .map(|&(_, symbol, _)| symbol)
            .collect()
    }

    /// All answer sets that satisfy the assumptions, by brute force, for small programs. `None` if the search
    /// exceeds the limit of branches.
    pub fn stable_models(&self, branches: usize) -> Option<Vec<BTreeSet<Atom>>> {
        let mut rules = Rules { atoms: self.last_atom() + 1, rules: Vec::new() };
        rules.rules.extend(self.rules.iter().flat_map(GroundRule::formulas));
        for (atom, value) in self.open_externals() {
            let atom = Formula::Atom(atom.index());
            match value {
                ExternalValue::True => rules.rules.push(Rule { head: atom, body: Formula::TRUE }),
                ExternalValue::Free => {
                    rules.rules.push(Rule { head: Formula::choice(atom), body: Formula::TRUE });
                }
                ExternalValue::False | ExternalValue::Release => {}
            }
        }
        let sets = rules.stable_models(branches)?.into_iter().map(|set| {
            let members = (1..set.len()).filter(|&index| set[index]);
            members.filter_map(|index| Atom::new(index as u32)).collect::<BTreeSet<Atom>>()
        });
        let is_wanted = |set: &BTreeSet<Atom>| {
            let model = |atom| set.contains(&atom);
            self.assumptions.iter().all(|&literal| holds(literal, &model))
                && self.cycle(&model).is_empty()
                && self.broken_circuit(&model).is_none()
        };
        Some(sets.filter(is_wanted).collect())
    }

    /// The answer sets of least cost, as [`GroundProgram::stable_models`].
    pub fn optimal_models(&self, branches: usize) -> Option<Vec<BTreeSet<Atom>>> {
        let mut models = self.stable_models(branches)?;
        let vector = |model: &BTreeSet<Atom>| -> Vec<i64> {
            self.cost(&|atom| model.contains(&atom)).into_iter().map(|(_, sum)| sum).collect()
        };
        if let Some(least) = models.iter().map(vector).min() {
            models.retain(|model| vector(model) == least);
        }
        Some(models)
    }

    /// Nodes on a cycle of edges, or between two cycles; empty if the graph is acyclic.
    fn cycle(&self, model: &dyn Fn(Atom) -> bool) -> BTreeSet<i32> {
        let is_there = |condition: &[Literal]| condition.iter().all(|&literal| holds(literal, model));
        let edges = self
            .edges
            .iter()
            .filter(|(_, _, condition)| is_there(condition))
            .map(|&(from, to, _)| (from, to));
        crate::acyclic::left_over(edges)
    }
}

/// The body of a rule as a weight for each literal, and the least sum that makes it true.
fn weighted(body: &Body) -> (i64, Vec<(Literal, Weight)>) {
    match body {
        Body::Normal(literals) => {
            (literals.len() as i64, literals.iter().map(|&literal| (literal, 1)).collect())
        }
        Body::Sum { lower, literals } => {
            (i64::from(*lower), literals.iter().map(|term| (term.literal, term.weight)).collect())
        }
    }
}
