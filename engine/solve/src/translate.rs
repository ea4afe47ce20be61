//! From the statements of a step to clauses, sums and circles.
//!
//! ```text
//! a :- b, not c.      body B = {b, not c}:   B ↔ b ∧ ¬c,   a ↔ B   (one literal for both)
//! a :- d.             a ↔ B ∨ d             (a body of one literal is that literal)
//! {e} :- B.           e → B
//! ```
//!
//! Atoms get literals so that what is equivalent by definition shares one: an atom with a single body has its literal, a
//! body of one literal has that one. A variable is made only where two or more supports, a choice, a sum or a
//! conjunction need it.

use crate::components::components;
use crate::reasoner::Reasoner;
use crate::step::{BodyId, Step, Support};
use crate::unfounded::BodyDescription;
use hamadryad_aspif::{
    Atom, Body, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, WeightedLiteral,
};
use hamadryad_sat::{Lit, Solver};
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::fmt;

/// What can be set about solving.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The Boolean search.
    pub search: hamadryad_sat::Config,
    /// Whether heuristic directives are followed (`--heuristic=Domain`).
    pub domain_heuristic: bool,
}

/// Why a program cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An atom of an earlier step has got another rule.
    Redefinition(Atom),
    /// A disjunction whose atoms depend on each other positively: it would need a minimality test.
    HeadCycle(Vec<Atom>),
    /// `#edge` statements.
    Edges,
    /// `#project` statements.
    Projection,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Redefinition(atom) => {
                write!(f, "atom {} of an earlier step is defined again", atom.number())
            }
            Refusal::HeadCycle(atoms) => {
                let atoms: Vec<String> = atoms.iter().map(|atom| atom.number().to_string()).collect();
                write!(
                    f,
                    "the disjunction of atoms {} has a head cycle, which is not supported",
                    atoms.join(", ")
                )
            }
            Refusal::Edges => write!(f, "#edge is not supported"),
            Refusal::Projection => write!(f, "#project is not supported"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Sizes of a program, over all of its steps.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ProgramStatistics {
    /// Steps.
    pub steps: usize,
    /// Rules, choices and constraints included.
    pub rules: usize,
    /// Choice rules among them.
    pub choices: usize,
    /// Rules without a head.
    pub constraints: usize,
    /// Atoms.
    pub atoms: usize,
    /// Different bodies, per step.
    pub bodies: usize,
    /// Bodies that are sums.
    pub sums: usize,
    /// Components of atoms that depend on each other positively.
    pub components: usize,
    /// Atoms in these.
    pub circle_atoms: usize,
}

#[derive(Clone, Copy, Default)]
struct AtomState {
    lit: Option<Lit>,
    external: Option<ExternalValue>,
}

#[derive(Clone)]
pub(crate) struct Output {
    pub(crate) symbol: Symbol,
    pub(crate) kind: OutputKind,
    pub(crate) condition: Vec<Lit>,
}

/// A solver of ground programs, step by step.
#[derive(Clone)]
pub struct AspSolver {
    pub(crate) sat: Solver,
    pub(crate) reasoner: Reasoner,
    pub(crate) config: Config,
    atoms: Vec<AtomState>,
    step: Step,
    pending_outputs: Vec<(Symbol, OutputKind, Vec<Literal>)>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) assumed: Vec<Literal>,
    statistics: ProgramStatistics,
    pub(crate) refusal: Option<Refusal>,
    truth: Lit,
}

impl Default for AspSolver {
    fn default() -> AspSolver {
        AspSolver::new(Config::default())
    }
}

impl AspSolver {
    /// A solver of the empty program.
    pub fn new(config: Config) -> AspSolver {
        let mut sat = Solver::with_config(config.search.clone());
        let truth = sat.new_var().positive();
        sat.add_clause(&[truth]);
        AspSolver {
            sat,
            reasoner: Reasoner::default(),
            config,
            atoms: Vec::new(),
            step: Step::default(),
            pending_outputs: Vec::new(),
            outputs: Vec::new(),
            assumed: Vec::new(),
            statistics: ProgramStatistics::default(),
            refusal: None,
            truth,
        }
    }

    /// Sizes of the program so far.
    pub fn statistics(&self) -> &ProgramStatistics {
        &self.statistics
    }

    /// What the search has done so far.
    pub fn search_statistics(&self) -> &hamadryad_sat::Statistics {
        self.sat.statistics()
    }

    /// The number of variables and of clauses (units apart) that the program has become.
    pub fn size(&self) -> (usize, usize) {
        (self.sat.num_vars(), self.sat.num_clauses())
    }

    /// The priorities of the objective, highest first; empty where there is none.
    pub fn priorities(&self) -> &[i32] {
        self.reasoner.objective.priorities()
    }

    /// Whether it is known that no step can ever have a model again.
    pub fn is_conflicting(&self) -> bool {
        !self.sat.is_consistent()
    }

    /// Sets the value of an external atom from now on. Atoms that are no externals are left alone.
    pub fn assign_external(&mut self, atom: Atom, value: ExternalValue) {
        if value == ExternalValue::Release {
            self.release_external(atom);
        } else if let Some(state) = self.atoms.get_mut(atom.index()).filter(|state| state.external.is_some())
        {
            state.external = Some(value);
        }
    }

    fn release_external(&mut self, atom: Atom) {
        let Some(state) = self.atoms.get_mut(atom.index()).filter(|state| state.external.is_some()) else {
            return;
        };
        state.external = None;
        let lit = state.lit.expect("an external has a literal");
        self.sat.reset(&mut self.reasoner);
        self.sat.add_clause(&[!lit]);
    }

    fn atom_mut(&mut self, atom: Atom) -> &mut AtomState {
        if self.atoms.len() <= atom.index() {
            self.atoms.resize(atom.index() + 1, AtomState::default());
        }
        &mut self.atoms[atom.index()]
    }

    /// The literal of a program literal; what no step has defined is false.
    pub(crate) fn lit(&self, literal: Literal) -> Lit {
        let atom = self.atoms.get(literal.atom().index()).and_then(|state| state.lit).unwrap_or(!self.truth);
        if literal.is_positive() { atom } else { !atom }
    }

    /// The values that externals have at the moment, as assumptions.
    pub(crate) fn external_assumptions(&self) -> impl Iterator<Item = Lit> + '_ {
        self.atoms.iter().filter_map(|state| match state.external? {
            ExternalValue::True => state.lit,
            ExternalValue::False => state.lit.map(|lit| !lit),
            ExternalValue::Free | ExternalValue::Release => None,
        })
    }

    fn translate_step(&mut self) {
        self.sat.reset(&mut self.reasoner);
        let mut step = std::mem::take(&mut self.step);
        self.statistics.steps += 1;
        self.statistics.bodies += step.bodies.len();
        self.statistics.sums += step.bodies.iter().filter(|body| matches!(body, Body::Sum { .. })).count();
        step.supports.sort_by_key(|support| support.atom);
        step.supports.dedup();
        self.open_definitions(&mut step);
        let circles = Circles::of(&step);
        self.refuse_head_cycles(&step, &circles);
        let mut translation = Translation {
            body_lits: vec![None; step.bodies.len()],
            named_bodies: circles.bodies.clone(),
            complete: Vec::new(),
        };
        self.falsify_sum_constraints(&step, &mut translation);
        self.give_literals(&step, &mut translation);
        self.add_constraints(&step);
        self.complete(&step, &mut translation);
        self.define_bodies(&step, &mut translation);
        self.add_circles(&step, &circles, &translation);
        self.add_sums(&step, &translation);
        self.add_objective(&step);
        self.add_advice(&step, &translation);
        for (symbol, kind, condition) in std::mem::take(&mut self.pending_outputs) {
            let condition = condition.into_iter().map(|literal| self.lit(literal)).collect();
            self.outputs.push(Output { symbol, kind, condition });
        }
        self.sat.propagate_at_root(&mut self.reasoner);
    }

    /// Externals get variables; atoms that earlier steps have settled lose their new rules.
    fn open_definitions(&mut self, step: &mut Step) {
        let defined: Vec<Atom> = step.supports.iter().map(|support| support.atom).collect();
        for &(atom, value) in &step.externals {
            let is_defined = defined.binary_search(&atom).is_ok();
            let state = *self.atom_mut(atom);
            if value == ExternalValue::Release {
                self.release_external(atom);
            } else if state.external.is_some() {
                self.atom_mut(atom).external = Some(value);
            } else if state.lit.is_none() && !is_defined {
                let lit = self.sat.new_var().positive();
                *self.atom_mut(atom) = AtomState { lit: Some(lit), external: Some(value) };
            }
        }
        let (sat, refusal) = (&self.sat, &mut self.refusal);
        let atoms = &mut self.atoms;
        step.supports.retain(|support| {
            let Some(state) = atoms.get(support.atom.index()) else { return true };
            let Some(lit) = state.lit else { return true };
            if sat.is_fixed_true(lit) && state.external.is_none() {
                return false;
            }
            if state.external.is_none() {
                refusal.get_or_insert(Refusal::Redefinition(support.atom));
            }
            true
        });
    }

    fn refuse_head_cycles(&mut self, step: &Step, circles: &Circles) {
        for heads in &step.disjunctions {
            let of = |atom: &Atom| circles.component.get(atom);
            let cyclic = heads
                .iter()
                .enumerate()
                .any(|(i, a)| of(a).is_some() && heads[..i].iter().any(|b| of(a) == of(b)));
            if cyclic {
                self.refusal.get_or_insert(Refusal::HeadCycle(heads.clone()));
            }
        }
    }

    fn falsify_sum_constraints(&mut self, step: &Step, translation: &mut Translation) {
        for &body in &step.constraints {
            if matches!(step.bodies[body.index()], Body::Sum { .. }) {
                translation.body_lits[body.index()] = Some(!self.truth);
            }
        }
    }

    /// Gives each defined atom its literal, and each supporting body.
    fn give_literals(&mut self, step: &Step, translation: &mut Translation) {
        let groups = || step.supports.chunk_by(|a, b| a.atom == b.atom);
        let group_of: FxHashMap<Atom, &[Support]> = groups().map(|group| (group[0].atom, group)).collect();
        for group in groups() {
            let atom = group[0].atom;
            if self.atom_mut(atom).lit.is_some() {
                // An external of an earlier step that is defined now.
                self.atom_mut(atom).external = None;
                translation.complete.push(atom);
                continue;
            }
            self.follow_definition(step, translation, &group_of, atom);
        }
        self.name_shared_bodies(step, translation);
    }

    /// Follows definitions by one rule with one body literal to the end of the chain, and gives all on it their literals.
    fn follow_definition(
        &mut self,
        step: &Step,
        translation: &mut Translation,
        group_of: &FxHashMap<Atom, &[Support]>,
        start: Atom,
    ) {
        let mut chain: Vec<(Atom, bool)> = Vec::new();
        let mut atom = start;
        let end = loop {
            if let Some(lit) = self.atom_mut(atom).lit {
                break lit;
            }
            let Some(group) = group_of.get(&atom) else { break !self.truth };
            let on_chain = chain.iter().any(|&(other, _)| other == atom);
            let fresh = |solver: &mut AspSolver, translation: &mut Translation| {
                let lit = solver.sat.new_var().positive();
                solver.atom_mut(atom).lit = Some(lit);
                translation.complete.push(atom);
                lit
            };
            let [Support { body, choice: false, .. }] = group[..] else { break fresh(self, translation) };
            if on_chain {
                break fresh(self, translation);
            }
            match &step.bodies[body.index()] {
                Body::Normal(literals) if literals.len() == 1 => {
                    chain.push((atom, literals[0].is_positive()));
                    atom = literals[0].atom();
                }
                _ => {
                    let lit = self.body_lit(step, translation, body);
                    self.atom_mut(atom).lit = Some(lit);
                    break lit;
                }
            }
        };
        let mut lit = end;
        for &(atom, positive) in chain.iter().rev() {
            lit = if positive { lit } else { !lit };
            let state = self.atom_mut(atom);
            if state.lit.is_none() {
                state.lit = Some(lit);
            }
        }
    }

    /// The literal of a body that is a conjunction of two or more, a sum, or empty.
    fn body_lit(&mut self, step: &Step, translation: &mut Translation, body: BodyId) -> Lit {
        if let Some(lit) = translation.body_lits[body.index()] {
            return lit;
        }
        let lit = match &step.bodies[body.index()] {
            Body::Normal(literals) if literals.is_empty() => self.truth,
            Body::Normal(literals) if literals.len() == 1 => self.lit(literals[0]),
            _ => {
                let var = self.sat.new_var();
                // Rules fire rather than not; atoms are false rather than true.
                self.sat.set_phase(var, true);
                var.positive()
            }
        };
        translation.body_lits[body.index()] = Some(lit);
        lit
    }

    /// Bodies get a literal of their own unless they support one choice atom alone, off all circles.
    fn name_shared_bodies(&mut self, step: &Step, translation: &mut Translation) {
        let mut uses = vec![0u32; step.bodies.len()];
        for support in &step.supports {
            uses[support.body.index()] += 1;
        }
        for support in &step.supports {
            let body = support.body;
            let alone = uses[body.index()] == 1 && support.choice && !translation.named_bodies[body.index()];
            let is_sum = matches!(step.bodies[body.index()], Body::Sum { .. });
            if is_sum || !(alone && step.is_only_support(support)) {
                self.body_lit(step, translation, body);
            }
        }
        if self.config.domain_heuristic {
            for advice in &step.advice {
                self.body_lit(step, translation, advice.condition);
            }
        }
    }

    fn add_constraints(&mut self, step: &Step) {
        let mut clause = Vec::new();
        // Short ones first: what they fix shortens the others.
        let mut constraints: Vec<BodyId> = step.constraints.clone();
        constraints.sort_by_key(|body| match &step.bodies[body.index()] {
            Body::Normal(literals) => literals.len(),
            Body::Sum { .. } => usize::MAX,
        });
        for body in constraints {
            if let Body::Normal(literals) = &step.bodies[body.index()] {
                clause.clear();
                clause.extend(literals.iter().map(|&literal| !self.lit(literal)));
                self.sat.add_clause(&clause);
            }
        }
    }

    /// Atoms with variables of their own: true only with a support, and with every rule's body.
    fn complete(&mut self, step: &Step, translation: &mut Translation) {
        for i in 0..translation.complete.len() {
            let atom = translation.complete[i];
            let lit = self.lit(atom.positive());
            let first = step.supports.partition_point(|support| support.atom < atom);
            let group = step.supports[first..].iter().take_while(|support| support.atom == atom);
            let mut support_clause = vec![!lit];
            for support in group {
                match translation.body_lits[support.body.index()] {
                    Some(body) => {
                        support_clause.push(body);
                        if !support.choice {
                            self.sat.add_clause(&[lit, !body]);
                        }
                    }
                    None => {
                        let Body::Normal(literals) = &step.bodies[support.body.index()] else {
                            unreachable!("sums have literals")
                        };
                        for &literal in literals {
                            let literal = self.lit(literal);
                            self.sat.add_clause(&[!lit, literal]);
                        }
                        support_clause.clear();
                        break;
                    }
                }
            }
            if !support_clause.is_empty() {
                self.sat.add_clause(&support_clause);
            }
        }
    }

    /// Conjunctions with literals of their own are what they say.
    fn define_bodies(&mut self, step: &Step, translation: &mut Translation) {
        for (body, lit) in step.bodies.iter().zip(&translation.body_lits) {
            let (Body::Normal(literals), &Some(lit)) = (body, lit) else { continue };
            if literals.len() < 2 {
                continue;
            }
            let mut clause = vec![lit];
            for &literal in literals {
                let literal = self.lit(literal);
                clause.push(!literal);
                self.sat.add_clause(&[!lit, literal]);
            }
            self.sat.add_clause(&clause);
        }
    }

    fn add_circles(&mut self, step: &Step, circles: &Circles, translation: &Translation) {
        let mut ids: FxHashMap<Atom, u32> = FxHashMap::default();
        let mut atoms: Vec<Atom> = circles.component.keys().copied().collect();
        atoms.sort_unstable();
        for &atom in &atoms {
            ids.insert(atom, self.reasoner.unfounded.add_atom(self.lit(atom.positive())));
        }
        let mut heads: FxHashMap<(BodyId, usize), Vec<u32>> = FxHashMap::default();
        let mut order = Vec::new();
        for support in &step.supports {
            if let Some(&component) = circles.component.get(&support.atom) {
                let list = heads.entry((support.body, component)).or_insert_with(|| {
                    order.push((support.body, component));
                    Vec::new()
                });
                let id = ids[&support.atom];
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        for key in order {
            let (body, component) = key;
            let lit = translation.body_lits[body.index()].expect("bodies on circles have literals");
            let own = |literal: Literal, weight: i64| {
                let on_circle =
                    literal.is_positive() && circles.component.get(&literal.atom()) == Some(&component);
                on_circle.then(|| (ids[&literal.atom()], weight))
            };
            let description = match &step.bodies[body.index()] {
                Body::Normal(literals) => {
                    let atoms = literals.iter().filter_map(|&literal| own(literal, 1)).collect();
                    BodyDescription { lit, atoms, sum: None }
                }
                Body::Sum { lower, literals } => {
                    let weighted = || literals.iter().map(|l| (l.literal, i64::from(l.weight)));
                    let atoms = weighted().filter_map(|(literal, weight)| own(literal, weight)).collect();
                    let lits = weighted().map(|(literal, weight)| (self.lit(literal), weight)).collect();
                    BodyDescription { lit, atoms, sum: Some((lits, i64::from(*lower))) }
                }
            };
            self.reasoner.unfounded.add_body(description, &heads[&key]);
        }
        self.statistics.components += circles.count;
        self.statistics.circle_atoms += atoms.len();
    }

    fn add_sums(&mut self, step: &Step, translation: &Translation) {
        self.sat.propagate_at_root(&mut self.reasoner);
        for (body, lit) in step.bodies.iter().zip(&translation.body_lits) {
            if let (Body::Sum { lower, literals }, &Some(lit)) = (body, lit) {
                let terms = literals.iter().map(|l| (self.lit(l.literal), i64::from(l.weight))).collect();
                self.add_sum(lit, terms, i64::from(*lower));
            }
        }
    }

    /// `lit ↔ Σ ≥ bound`
    fn add_sum(&mut self, lit: Lit, terms: Vec<(Lit, i64)>, bound: i64) {
        let value = self.sat.value(lit);
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        if value != Some(false) {
            self.add_at_least((value.is_none()).then_some(lit), &terms, bound);
        }
        if value != Some(true) {
            let negated: Vec<(Lit, i64)> = terms.iter().map(|&(term, weight)| (!term, weight)).collect();
            self.add_at_least((value.is_none()).then_some(!lit), &negated, total - bound + 1);
        }
    }

    /// `condition → Σ ≥ bound`, as clauses where it is small.
    fn add_at_least(&mut self, condition: Option<Lit>, terms: &[(Lit, i64)], bound: i64) {
        let mut merged = Vec::new();
        let bound = bound - merge_terms(terms, &mut merged);
        let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
        let unless = condition.map(|lit| !lit);
        if bound <= 0 {
            return;
        }
        if total < bound {
            let clause: Vec<Lit> = unless.into_iter().collect();
            self.sat.add_clause(&clause);
            return;
        }
        for entry in &mut merged {
            entry.1 = entry.1.min(bound);
        }
        if merged.iter().all(|&(_, weight)| weight == bound) {
            let clause: Vec<Lit> = unless.into_iter().chain(merged.iter().map(|&(lit, _)| lit)).collect();
            self.sat.add_clause(&clause);
            return;
        }
        let spare = merged.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let smallest = merged.iter().map(|&(_, weight)| weight).min().unwrap_or(0);
        if spare < smallest {
            // Not one can be missing.
            for &(lit, _) in &merged {
                let clause: Vec<Lit> = unless.into_iter().chain([lit]).collect();
                self.sat.add_clause(&clause);
            }
            return;
        }
        let second = merged.iter().map(|&(_, weight)| weight);
        if merged.len() <= SMALL_SUM && second.clone().all(|weight| weight == 1) && spare == 1 {
            // At most one is missing.
            for (i, &(a, _)) in merged.iter().enumerate() {
                for &(b, _) in &merged[..i] {
                    let clause: Vec<Lit> = unless.into_iter().chain([a, b]).collect();
                    self.sat.add_clause(&clause);
                }
            }
            return;
        }
        if let Some(unless) = unless {
            merged.push((unless, bound));
        }
        self.reasoner.add_sum(&self.sat, &merged, bound);
    }

    fn add_objective(&mut self, step: &Step) {
        if step.minimize.is_empty() {
            return;
        }
        for &(priority, WeightedLiteral { literal, weight }) in &step.minimize {
            let lit = self.lit(literal);
            self.reasoner.objective.add_priority(priority);
            self.reasoner.objective.add(priority, lit, i64::from(weight));
        }
        self.reasoner.rebuild_objective(&self.sat);
    }

    fn add_advice(&mut self, step: &Step, translation: &Translation) {
        if !self.config.domain_heuristic {
            return;
        }
        for advice in &step.advice {
            let lit = self.lit(advice.atom.positive());
            let condition =
                translation.body_lits[advice.condition.index()].expect("conditions have literals");
            let (modifier, bias, priority) = (advice.modifier, advice.bias, advice.priority);
            self.reasoner.advice.add(&self.sat, lit, modifier, bias, priority, condition);
        }
    }
}

/// Up to this many literals, "at most one is false" is clauses for all pairs.
const SMALL_SUM: usize = 6;

/// Adds up equal literals; of `l` and `¬l`, the smaller weight is certain and returned.
fn merge_terms(terms: &[(Lit, i64)], merged: &mut Vec<(Lit, i64)>) -> i64 {
    let mut sorted = terms.to_vec();
    sorted.sort_unstable();
    let mut certain = 0;
    for (lit, weight) in sorted {
        match merged.last_mut() {
            Some((last, sum)) if *last == lit => *sum += weight,
            Some((last, sum)) if *last == !lit => {
                let both = weight.min(*sum);
                certain += both;
                *sum -= both;
                if weight > both {
                    (*last, *sum) = (lit, weight - both);
                }
            }
            _ => merged.push((lit, weight)),
        }
    }
    merged.retain(|&(_, weight)| weight > 0);
    certain
}

/// What the translation of a step knows of its bodies and atoms.
struct Translation {
    /// By body: its literal, once it has one.
    body_lits: Vec<Option<Lit>>,
    /// By body: it needs a literal of its own.
    named_bodies: Vec<bool>,
    /// Atoms with variables of their own.
    complete: Vec<Atom>,
}

/// Atoms that depend on each other positively.
struct Circles {
    /// The component of each atom on a circle.
    component: FxHashMap<Atom, usize>,
    /// By body: it supports an atom on a circle.
    bodies: Vec<bool>,
    /// The number of components.
    count: usize,
}

impl Circles {
    fn of(step: &Step) -> Circles {
        let atoms: Vec<Atom> =
            step.supports.chunk_by(|a, b| a.atom == b.atom).map(|group| group[0].atom).collect();
        let index: FxHashMap<Atom, usize> = atoms.iter().enumerate().map(|(i, &atom)| (atom, i)).collect();
        let starts: Vec<usize> =
            atoms.iter().map(|&atom| step.supports.partition_point(|support| support.atom < atom)).collect();
        let supports_of = |node: usize| {
            let end = starts.get(node + 1).copied().unwrap_or(step.supports.len());
            &step.supports[starts[node]..end]
        };
        let positive_atoms = |body: BodyId| -> Vec<Atom> {
            let positive = |literal: &Literal| literal.is_positive().then(|| literal.atom());
            match &step.bodies[body.index()] {
                Body::Normal(literals) => literals.iter().filter_map(positive).collect(),
                Body::Sum { literals, .. } => literals.iter().filter_map(|l| positive(&l.literal)).collect(),
            }
        };
        let successors = |node: usize| -> Vec<usize> {
            let bodies = supports_of(node).iter().flat_map(|support| positive_atoms(support.body));
            bodies.filter_map(|atom| index.get(&atom).copied()).collect()
        };
        let (components, sizes) = components(atoms.len(), successors);
        let mut circles =
            Circles { component: FxHashMap::default(), bodies: vec![false; step.bodies.len()], count: 0 };
        for (node, &atom) in atoms.iter().enumerate() {
            let supports_itself = || supports_of(node).iter().any(|s| positive_atoms(s.body).contains(&atom));
            if sizes[components[node]] > 1 || supports_itself() {
                circles.component.insert(atom, components[node]);
                for support in supports_of(node) {
                    circles.bodies[support.body.index()] = true;
                }
            }
        }
        let mut numbers: Vec<usize> = circles.component.values().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        circles.count = numbers.len();
        circles
    }
}

impl Sink for AspSolver {
    fn begin_step(&mut self) {
        self.sat.reset(&mut self.reasoner);
        self.assumed.clear();
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.statistics.rules += 1;
        let Some(body) = self.step.body(body) else { return };
        match head {
            Head::Disjunction([]) => {
                self.statistics.constraints += 1;
                self.step.constraints.push(body);
            }
            Head::Disjunction([atom]) => {
                self.step.supports.push(Support { atom: *atom, body, choice: false })
            }
            Head::Disjunction(atoms) => self.shift(atoms, body),
            Head::Choice(atoms) => {
                self.statistics.choices += 1;
                let choices = atoms.iter().map(|&atom| Support { atom, body, choice: true });
                self.step.supports.extend(choices);
            }
        }
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.reasoner.objective.add_priority(priority);
        self.step.minimize.extend(literals.iter().map(|&literal| (priority, literal)));
    }

    fn output(&mut self, _: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.pending_outputs.push((symbol, kind, condition.to_vec()));
    }

    fn project(&mut self, _: &[Atom]) {
        self.refusal.get_or_insert(Refusal::Projection);
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.step.externals.push((atom, value));
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.assumed.extend_from_slice(literals);
    }

    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        if let Some(condition) = self.step.body(BodyRef::Normal(condition)) {
            self.step.advice.push(crate::step::Advice { atom, modifier, bias, priority, condition });
        }
    }

    fn edge(&mut self, _: i32, _: i32, _: &[Literal]) {
        self.refusal.get_or_insert(Refusal::Edges);
    }

    fn end_step(&mut self) {
        self.translate_step();
    }
}

impl AspSolver {
    /// `a ; b :- body.` as `a :- body, not b.  b :- body, not a.`: the same where a and b are on no circle together.
    fn shift(&mut self, atoms: &[Atom], body: BodyId) {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        atoms.dedup();
        let literals = match &self.step.bodies[body.index()] {
            Body::Normal(literals) => literals.clone(),
            Body::Sum { .. } => {
                // A disjunction with a sum: the sum gets an atom of its own by the grounder; aspif text may not.
                self.refusal.get_or_insert(Refusal::HeadCycle(atoms));
                return;
            }
        };
        for &atom in &atoms {
            let others = atoms.iter().filter(|&&other| other != atom).map(|other| other.negative());
            let shifted: Vec<Literal> = literals.iter().copied().chain(others).collect();
            if let Some(body) = self.step.body(BodyRef::Normal(&shifted)) {
                self.step.supports.push(Support { atom, body, choice: false });
            }
        }
        self.step.disjunctions.push(atoms);
    }
}
