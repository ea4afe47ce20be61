//! The reason checker: searches on random small instances in which every inference of every rule is checked.
//!
//! Each implication and each conflict is compared with all models of the instance: no model may contain the
//! reason without the implied literal. At fixpoints, a new propagator must derive nothing more: the state
//! that rules keep between calls must not make them weaker. And the search as a whole must find every model
//! exactly once, since learnt clauses are made of reasons.

use crate::circuit::Circuit;
use crate::context::Handles;
use crate::description::{Budget, Description};
use crate::graph::{Edge, Node};
use crate::testing::models::{Instance, Literals, Models, Tour};
use hamadryad_random::Random;
use hamadryad_sat::{Config, Conflict, Lit, Outcome, Restarts, Solver, Theory};
use std::collections::{BTreeMap, BTreeSet};

/// A bound on the cost of the section.
struct Spare<'a> {
    literals: &'a Literals,
    /// By node.
    costs: &'a [i64],
    bound: usize,
}

impl Spare<'_> {
    /// The true literals of nodes inside, with their costs. Nodes may share a literal.
    fn paid(&self, solver: &Solver) -> BTreeMap<Lit, i64> {
        let mut paid = BTreeMap::new();
        for (&lit, cost) in self.literals.section().inside.iter().zip(self.costs) {
            if solver.is_true(lit) {
                *paid.entry(lit).or_default() += cost;
            }
        }
        paid
    }
}

impl Budget for Spare<'_> {
    fn spare(&self, solver: &Solver) -> i64 {
        self.bound as i64 - self.paid(solver).values().sum::<i64>()
    }

    fn reason(&self, solver: &Solver, reason: &mut Vec<Lit>) {
        reason.extend(self.paid(solver).into_keys());
        reason.push(self.literals.within[self.bound]);
    }
}

/// A propagator whose inferences are checked.
struct Checker<'a> {
    instance: &'a Instance,
    literals: &'a Literals,
    models: &'a Models,
    random: Random,
    circuit: Circuit,
    /// The propagator as it was made.
    new: Circuit,
    /// The bound; it is in force while its literal is true.
    bound: Option<usize>,
    /// Literals to decide first: those of a model.
    plan: Vec<Lit>,
    tally: &'a mut Tally,
    /// By implied literal: its reason, as it was recorded.
    reasons: BTreeMap<Lit, Vec<Lit>>,
}

/// How often each check was made.
#[derive(Default, Debug)]
struct Tally {
    /// By rule: the numbers of implications and of conflicts.
    inferences: BTreeMap<&'static str, (usize, usize)>,
    /// Comparisons with a new propagator.
    new: usize,
    explained: usize,
    least_costs: usize,
    candidates: usize,
}

const HANDLES: Handles = Handles { first: 1, step: 3 };

impl Checker<'_> {
    fn propagate_circuit(&self, circuit: &mut Circuit, solver: &mut Solver) -> Result<(), Conflict> {
        let bound = self.bound.filter(|&bound| solver.is_true(self.literals.within[bound]));
        let spare = bound.map(|bound| Spare { literals: self.literals, costs: &self.instance.costs, bound });
        circuit.propagate(solver, spare.as_ref().map(|spare| spare as &dyn Budget), HANDLES)
    }

    fn check_inferences(&mut self, solver: &Solver) {
        for inference in self.circuit.take_log() {
            let (rule, reason) = (inference.rule, &inference.reason);
            let (implications, conflicts) = self.tally.inferences.entry(rule).or_default();
            let before = match inference.implied {
                Some(lit) if solver.is_true(lit) => solver.position(lit.var()),
                _ => solver.trail().len(),
            };
            for &lit in reason {
                assert!(solver.is_true(lit), "{rule}: a reason is true");
                // A literal that was true already may be older than a further reason for it.
                assert!(
                    !inference.is_new || solver.position(lit.var()) < before,
                    "{rule}: a reason comes first"
                );
            }
            match inference.implied {
                Some(lit) if inference.is_new && solver.is_true(lit) => {
                    *implications += 1;
                    self.reasons.insert(lit, reason.clone());
                }
                Some(lit) if solver.is_false(lit) => {
                    *conflicts += 1;
                    self.reasons.insert(lit, reason.clone());
                }
                Some(_) => {}
                None => *conflicts += 1,
            }
            let mut refuted: Vec<Lit> =
                reason.iter().copied().chain(inference.implied.map(|lit| !lit)).collect();
            if rule == "two_factor" {
                // Reasons of this rule leave out the edges that are true at level 0.
                refuted
                    .extend(self.literals.description.edges.iter().filter(|&&lit| solver.is_fixed_true(lit)));
            }
            if self.models.allow(&refuted) {
                let Literals { description, at_most_one_start, .. } = self.literals;
                panic!(
                    "{rule} implies {:?} by {reason:?}, but there is a model {:?}\n{description:?} {at_most_one_start:?}\n{:?}",
                    inference.implied,
                    self.models.find(&refuted),
                    self.instance,
                );
            }
        }
    }

    /// A new propagator derives nothing more.
    fn check_against_new(&mut self, solver: &Solver) {
        self.tally.new += 1;
        let (mut new, mut solver) = (self.new.clone(), solver.clone());
        let before = solver.trail().len();
        let result = self.propagate_circuit(&mut new, &mut solver);
        let log = new.take_log();
        if log.last().is_some_and(|inference| inference.rule == "two_factor") {
            // The graph may have become bipartite by edges that are true at level 0 by now.
            return;
        }
        assert!(
            result.is_ok() && solver.trail().len() == before,
            "not derived before: {:?}\n{:?}\n{:?}\ntrail {:?}",
            log.last(),
            self.instance,
            self.literals.description,
            solver.trail()
        );
    }

    /// No model compatible with the trail costs less than the lower bound, and the candidate is compatible,
    /// too.
    fn check_its_answers(&mut self, solver: &Solver) {
        let least = self.circuit.least_cost(solver);
        if least > 0 {
            self.tally.least_costs += 1;
            // A bound above the cost of all nodes stands for no path at all.
            let cheaper = self.literals.within.get(least as usize - 1);
            let mut known = solver.trail().to_vec();
            known.retain(|lit| !self.literals.within.contains(&!*lit));
            known.extend(cheaper);
            assert!(!self.models.allow(&known), "less than {least}: {:?}", self.models.find(&known));
        }
        if let Some(order) = self.circuit.candidate(Node::new(0), None)
            && solver.is_true(self.literals.description.one_start)
        {
            self.tally.candidates += 1;
            let graph = &self.literals.description.graph;
            let next = order.iter().cycle().skip(1);
            let edges: Vec<Edge> = order
                .iter()
                .zip(next)
                .map(|(&from, &to)| {
                    let dart = graph.leaving(from).iter().find(|&&dart| graph.head(dart) == to);
                    dart.expect("it goes along edges").edge()
                })
                .collect();
            assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), self.instance.nodes);
            for (edge, &lit) in graph.edges().zip(&self.literals.description.edges) {
                assert!(edges.contains(&edge) || !solver.is_true(lit), "chosen edges are in the candidate");
                assert!(!edges.contains(&edge) || !solver.is_false(lit), "absent edges are not");
            }
        }
    }
}

impl Theory for Checker<'_> {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let before = solver.trail().len();
        let mut circuit = std::mem::replace(&mut self.circuit, self.new.clone());
        let result = self.propagate_circuit(&mut circuit, solver);
        self.circuit = circuit;
        self.check_inferences(solver);
        if result.is_ok() && solver.trail().len() == before {
            if self.random.percent(30) {
                self.check_against_new(solver);
            }
            self.check_its_answers(solver);
        }
        result
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let begin = reason.len();
        self.circuit.explain((handle - HANDLES.first) / HANDLES.step, reason);
        self.tally.explained += 1;
        assert_eq!(
            Some(&reason[begin..]),
            self.reasons.get(&lit).map(|reason| &reason[..]),
            "as it was recorded"
        );
        assert!(reason[begin..].iter().all(|&lit| solver.is_true(lit)), "a reason is true");
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.backjump(solver, keep);
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let free = |literals: &[Lit]| literals.iter().copied().filter(|&lit| solver.is_free(lit)).collect();
        let planned: Vec<Lit> = free(&self.plan);
        if !planned.is_empty() && self.random.percent(80) {
            return self.random.pick(&planned).copied();
        }
        let section = self.literals.section();
        let ends = self.literals.description.starts.iter().chain(&section.stops).flatten();
        let all: Vec<Lit> =
            ends.chain(&self.literals.description.edges).chain(&section.inside).copied().collect();
        let open: Vec<Lit> = free(&all);
        let lit = self.random.pick(&open).copied()?;
        Some(if self.random.percent(50) { lit } else { !lit })
    }
}

fn exactly_one(solver: &mut Solver, literals: &[Lit]) {
    solver.add_clause(literals);
    for (i, &a) in literals.iter().enumerate() {
        for &b in &literals[..i] {
            solver.add_clause(&[!a, !b]);
        }
    }
}

impl Literals {
    /// Adds the clauses that a user of the propagator adds, or some of them.
    fn constrain(&self, solver: &mut Solver, mut wants: impl FnMut() -> bool) {
        let description = &self.description;
        let (graph, section) = (&description.graph, self.section());
        let literals = |among: &[Option<Lit>]| among.iter().flatten().copied().collect::<Vec<Lit>>();
        if wants() {
            exactly_one(solver, &literals(&description.starts));
        }
        if wants() {
            exactly_one(solver, &literals(&section.stops));
        }
        let (ties, sides, degrees, ends) = (wants(), wants(), wants(), wants());
        let at = |among: &[Option<Lit>], node: Node| among[node.index()];
        for dart in graph.darts() {
            let (edge, back) = (description.edge(dart.edge()), description.arc(dart.reverse()));
            let Some(arc) = description.arc(dart) else { continue };
            if ties && edge != arc {
                solver.add_clause(&[!arc, edge]);
                if let Some(back) = back {
                    solver.add_clause(&[!edge, arc, back]);
                    solver.add_clause(&[!arc, !back]);
                }
            }
            if sides {
                let (from, to) = (graph.tail(dart), graph.head(dart));
                let (stop, start) = (at(&section.stops, from), at(&description.starts, to));
                let [here, there] = [from, to].map(|node| section.inside(node));
                let mut add = |clause: &[Lit], unless: Option<Lit>| {
                    solver.add_clause(&clause.iter().copied().chain(unless).collect::<Vec<Lit>>());
                };
                add(&[!arc, !here, there], stop);
                add(&[!arc, !there, here], start);
                if let Some(stop) = stop {
                    add(&[!arc, !there, !stop], start);
                }
            }
        }
        for node in graph.nodes() {
            if degrees {
                let out = graph.leaving(node).iter().filter_map(|&dart| description.arc(dart));
                exactly_one(solver, &out.collect::<Vec<Lit>>());
                let into = graph.leaving(node).iter().filter_map(|dart| description.arc(dart.reverse()));
                exactly_one(solver, &into.collect::<Vec<Lit>>());
            }
            if ends {
                let (start, stop) = (at(&description.starts, node), at(&section.stops, node));
                if let Some(start) = start {
                    solver.add_clause(&[!start, section.inside(node)]);
                    solver.add_clause(
                        &[!start].into_iter().chain(stop.map(|stop| !stop)).collect::<Vec<Lit>>(),
                    );
                }
            }
        }
    }
}

/// Searches a random instance several times, near different models and within different bounds.
fn check_random_instance(round: u64, random: &mut Random, tally: &mut Tally) {
    let instance = Instance::random(random, &[(2, 3), (3, 3), (3, 4), (4, 3), (2, 5)]).vary(random);
    let Some(tours) = instance.tours(24) else { return };
    let restarts = if round.is_multiple_of(2) { Restarts::Luby(2) } else { Restarts::Luby(60) };
    let mut solver = Solver::with_config(Config { seed: round, restarts, ..Config::default() });
    let literals = instance.literals(&mut solver);
    let models = literals.models(&instance, &tours);
    let chance = [0, 50, 100][random.below(3) as usize];
    literals.constrain(&mut solver, || random.percent(chance));
    let mut circuit = literals.circuit(&instance);
    circuit.separate_at_once();
    if random.percent(50) {
        circuit.guide((0..instance.edges.len()).map(|_| random.percent(50)));
    }
    // Like an objective: by literal, with the costs of all nodes that share it.
    let by_node = || literals.section().inside.iter().zip(&instance.costs);
    circuit.set_costs(|lit| by_node().filter(|&(&other, _)| other == lit).map(|(_, cost)| cost).sum());
    let mut checker = Checker {
        instance: &instance,
        literals: &literals,
        models: &models,
        random: Random::new(random.below(u64::MAX)),
        new: circuit.clone(),
        circuit,
        bound: None,
        plan: Vec::new(),
        tally,
        reasons: BTreeMap::new(),
    };
    for _ in 0..6 {
        checker.plan = models.pick(random).unwrap_or_default().to_vec();
        // Bounds that this model just satisfies, or just violates, lead to the most inferences.
        let cost = literals.within.iter().filter(|&&lit| checker.plan.contains(&!lit)).count();
        let bound = (cost + random.below(3) as usize).saturating_sub(1).min(literals.within.len() - 1);
        checker.bound = random.percent(70).then_some(bound);
        checker.plan.retain(|_| random.percent(90));
        checker.plan.extend(checker.bound.map(|bound| literals.within[bound]));
        // If the ends and the bound are assumed, the later rules derive more.
        let chance = if random.percent(50) { 100 } else { 10 };
        let ends = literals.description.starts.iter().chain(&literals.section().stops).flatten();
        let ends: BTreeSet<Lit> = ends.copied().chain(literals.within.iter().copied()).collect();
        let mut assumptions = checker.plan.clone();
        assumptions.retain(|lit| random.percent(if ends.contains(lit) { chance } else { 5 }));
        solver.assume(&mut checker, &assumptions);
        solver.limit_conflicts(Some(40));
        let outcome = solver.search(&mut checker, &|| false);
        if outcome == Outcome::Unsatisfiable {
            break;
        }
        if outcome == Outcome::Model {
            let blocking: Vec<Lit> = solver.trail().iter().map(|&lit| !lit).collect();
            if !solver.add_clause_in_search(&mut checker, &blocking) {
                break;
            }
        }
    }
}

#[test]
fn no_model_has_a_reason_without_the_implied_literal() {
    let mut tally = Tally::default();
    for seed in 0..5 {
        let mut random = Random::new(seed);
        for round in 0..700 {
            check_random_instance(round, &mut random, &mut tally);
        }
    }
    let count = |rule: &str| tally.inferences.get(rule).copied().unwrap_or_default();
    let both = ["at_most_one", "degree", "subtour", "face_order", "simple_path", "shortest_path"];
    for rule in both.into_iter().chain(["edge_cut", "section_ends"]) {
        assert!(count(rule).0 > 60, "{rule} implied {} literals", count(rule).0);
    }
    for rule in both.into_iter().chain(["two_factor", "biconnected"]) {
        assert!(count(rule).1 > 50, "{rule} found {} conflicts", count(rule).1);
    }
    assert!(tally.explained > 1000 && tally.new > 1000, "{tally:?}");
    assert!(tally.least_costs > 1000 && tally.candidates > 200, "{tally:?}");
}

/// All nodes of a circuit in order, beginning with the start; and the stop.
type Model = (Vec<Node>, Node);

/// The models with a single start and a single stop elsewhere, within a bound.
fn plain_models(instance: &Instance, tours: &[Tour], bound: Option<usize>) -> BTreeSet<Model> {
    let mut models = BTreeSet::new();
    for tour in tours {
        for start in 0..instance.nodes {
            let mut turned = tour.order.clone();
            turned.rotate_left(start);
            for place in (1..instance.nodes).filter(|&place| bound.is_none_or(|bound| place < bound)) {
                models.insert((turned.clone(), turned[place]));
            }
        }
    }
    models
}

/// The models that a search finds.
fn found(instance: &Instance, config: Config, bound: Option<usize>) -> BTreeSet<Model> {
    let mut solver = Solver::with_config(config);
    let literals = instance.literals(&mut solver);
    literals.constrain(&mut solver, || true);
    let graph = instance.graph();
    if let Some(bound) = bound {
        solver.add_clause(&[literals.within[bound]]);
    }
    let Description { starts, arcs, .. } = &literals.description;
    let mut theory =
        Bounded { circuit: literals.circuit(instance), literals: &literals, costs: &instance.costs, bound };
    theory.circuit.separate_at_once();
    let mut found = BTreeSet::new();
    while solver.search(&mut theory, &|| false) == Outcome::Model {
        let is_true = |lit: &Option<Lit>| lit.is_some_and(|lit| solver.is_true(lit));
        let place = |literals: &[Option<Lit>]| literals.iter().position(is_true).expect("one is true");
        let (start, stop) = (place(starts), place(&literals.section().stops));
        let mut order = vec![Node::new(start)];
        while order.len() < instance.nodes {
            let node = order[order.len() - 1];
            let next = graph.leaving(node).iter().find(|&&dart| is_true(&arcs[dart.index()]));
            order.push(graph.head(*next.expect("each node has an arc")));
        }
        assert!(found.insert((order, Node::new(stop))), "a model came twice");
        let decided = arcs.iter().chain(starts).chain(&literals.section().stops).flatten();
        let blocking: Vec<Lit> = decided.filter(|&&lit| solver.is_true(lit)).map(|&lit| !lit).collect();
        if !solver.add_clause_in_search(&mut theory, &blocking) {
            break;
        }
    }
    found
}

/// A propagator with a bound on the cost of the section, without checks.
struct Bounded<'a> {
    circuit: Circuit,
    literals: &'a Literals,
    costs: &'a [i64],
    bound: Option<usize>,
}

impl Theory for Bounded<'_> {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let spare = self.bound.map(|bound| Spare { literals: self.literals, costs: self.costs, bound });
        self.circuit.propagate(solver, spare.as_ref().map(|spare| spare as &dyn Budget), HANDLES)
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain((handle - HANDLES.first) / HANDLES.step, reason);
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.backjump(solver, keep);
    }
}

#[test]
fn the_search_finds_every_circuit_and_no_other() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut with_models = 0;
    for round in 0..400 {
        let instance = Instance::random(&mut random, &[(2, 3), (3, 4), (4, 3), (2, 5), (4, 4)]);
        let bound = (random.below(2) == 0).then(|| 2 + random.below(instance.nodes as u64 - 2) as usize);
        let restarts = if round % 2 == 0 { Restarts::Luby(2) } else { Restarts::Luby(60) };
        let config = Config { seed: round, restarts, ..Config::default() };
        let tours = instance.tours(usize::MAX).expect("there is no limit");
        let models = plain_models(&instance, &tours, bound);
        with_models += usize::from(!models.is_empty());
        let found = found(&instance, config, bound);
        assert!(
            found == models,
            "round {round}: {} of {} models, {:?}",
            found.len(),
            models.len(),
            instance.edges
        );
    }
    assert!(with_models > 100, "only {with_models} graphs had circuits");
}
