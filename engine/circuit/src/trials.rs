//! Searches on random small instances in which nothing that a rule says is taken on trust.
//!
//! Every implication and every conflict is held against all worlds: none may have the reason without what follows from it. At
//! fixpoints, a circuit that has seen nothing before must have nothing to add: what rules keep from call to call makes
//! them no weaker. And the search as a whole finds every world once, since learnt clauses are made of reasons.

use crate::circuit::{Budget, Circuit, Description};
use crate::graph::{Dart, Node};
use crate::reasons::{Handles, Rule};
use crate::worlds::{Instance, Names, Random, Run, Worlds};
use hamadryad_sat::{Config, Lit, Outcome, Restarts, Solver, Theory};
use std::collections::{BTreeMap, BTreeSet};

/// What is left of a bound on the costs inside.
struct Spare<'a> {
    names: &'a Names,
    /// By node.
    costs: &'a [i64],
    bound: usize,
}

impl Spare<'_> {
    /// The literals that are paid for, each with what it costs. Nodes may share one.
    fn paid(&self, solver: &Solver) -> BTreeMap<Lit, i64> {
        let mut paid = BTreeMap::new();
        for (&lit, cost) in self.names.section().inside.iter().zip(self.costs) {
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
        reason.push(self.names.within[self.bound]);
    }
}

/// A circuit whose every word is checked.
struct Trial<'a> {
    instance: &'a Instance,
    names: &'a Names,
    worlds: &'a Worlds,
    random: Random,
    circuit: Circuit,
    /// It has seen nothing.
    blank: Circuit,
    /// The bound, in force while its literal is true.
    bound: Option<usize>,
    /// Literals to try first: those of a world.
    plan: Vec<Lit>,
    tally: &'a mut Tally,
    /// By literal: why it was implied, as it was said.
    reasons: BTreeMap<Lit, Vec<Lit>>,
}

/// How often there was something to check.
#[derive(Default, Debug)]
struct Tally {
    /// By rule: what was implied, and what was objected to.
    spoken: BTreeMap<Rule, (usize, usize)>,
    /// Implied once more, after it had been undone with the circuit itself.
    fresh: usize,
    explained: usize,
    least_costs: usize,
    candidates: usize,
}

const HANDLES: Handles = Handles { first: 1, step: 3 };

impl Trial<'_> {
    fn ask(&self, circuit: &mut Circuit, solver: &mut Solver) -> bool {
        let bound = self.bound.filter(|&bound| solver.is_true(self.names.within[bound]));
        let spare = bound.map(|bound| Spare { names: self.names, costs: &self.instance.costs, bound });
        circuit.propagate(solver, spare.as_ref().map(|spare| spare as &dyn Budget), HANDLES)
    }

    fn check_what_was_said(&mut self, solver: &Solver) {
        for said in self.circuit.said() {
            let (rule, reason) = (said.rule, &said.reason);
            let (implications, conflicts) = self.tally.spoken.entry(rule).or_default();
            let before = match said.implied {
                Some(lit) if solver.is_true(lit) => solver.position(lit.var()),
                _ => solver.trail().len(),
            };
            for &lit in reason {
                assert!(solver.is_true(lit), "{rule:?}: a reason is true");
                // What was true already may be older than one more reason for it.
                assert!(
                    !said.is_new || solver.position(lit.var()) < before,
                    "{rule:?}: a reason comes first"
                );
            }
            match said.implied {
                Some(lit) if said.is_new && solver.is_true(lit) => {
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
            let mut refuted: Vec<Lit> = reason.iter().copied().chain(said.implied.map(|lit| !lit)).collect();
            if rule == Rule::Factor {
                // Edges that are certain are not named.
                refuted.extend(self.names.description.edges.iter().filter(|&&lit| solver.is_fixed_true(lit)));
            }
            if self.worlds.allow(&refuted) {
                let Names { description, at_most_one_start, .. } = self.names;
                panic!(
                    "{rule:?} says {:?} because of {reason:?}, but: {:?}\n{description:?} {at_most_one_start:?}\n{:?}",
                    said.implied,
                    self.worlds.find(&refuted),
                    self.instance,
                );
            }
        }
    }

    /// One that has seen nothing has nothing to add.
    fn check_against_a_blank_one(&mut self, solver: &Solver) {
        self.tally.fresh += 1;
        let (mut blank, mut solver) = (self.blank.clone(), solver.clone());
        let before = solver.trail().len();
        let is_fine = self.ask(&mut blank, &mut solver);
        let said = blank.said();
        if said.last().is_some_and(|said| said.rule == Rule::Factor) {
            // Edges that have become certain since may be what the two sides needed.
            return;
        }
        assert!(
            is_fine && solver.trail().len() == before,
            "not said before: {:?}\n{:?}\n{:?}\ntrail {:?}",
            said.last(),
            self.instance,
            self.names.description,
            solver.trail()
        );
    }

    /// No world that fits what is known costs less; and the 2-factor, where it is a circuit, fits.
    fn check_its_answers(&mut self, solver: &Solver) {
        let least = self.circuit.least_cost(solver);
        if least > 0 {
            self.tally.least_costs += 1;
            // More than all of them cost together stands for no way at all.
            let cheaper = self.names.within.get(least as usize - 1);
            let mut known = solver.trail().to_vec();
            known.retain(|lit| !self.names.within.contains(&!*lit));
            known.extend(cheaper);
            assert!(!self.worlds.allow(&known), "less than {least}: {:?}", self.worlds.find(&known));
        }
        if let Some(order) = self.circuit.candidate(0, None)
            && solver.is_true(self.names.description.one_start)
        {
            self.tally.candidates += 1;
            let graph = &self.names.description.graph;
            let next = order.iter().cycle().skip(1);
            let edges: Vec<Dart> = order
                .iter()
                .zip(next)
                .map(|(&from, &to)| {
                    let dart = graph.leaving(from).iter().find(|&&dart| graph.head(dart) == to);
                    dart.expect("it goes along edges") / 2
                })
                .collect();
            assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), self.instance.nodes);
            for (edge, &lit) in (0..).zip(&self.names.description.edges) {
                assert!(edges.contains(&edge) || !solver.is_true(lit), "what is chosen is there");
                assert!(!edges.contains(&edge) || !solver.is_false(lit), "what is absent is not");
            }
        }
    }
}

impl Theory for Trial<'_> {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let before = solver.trail().len();
        let mut circuit = std::mem::replace(&mut self.circuit, self.blank.clone());
        let is_fine = self.ask(&mut circuit, solver);
        self.circuit = circuit;
        self.check_what_was_said(solver);
        if is_fine && solver.trail().len() == before {
            if self.random.percent(30) {
                self.check_against_a_blank_one(solver);
            }
            self.check_its_answers(solver);
        }
        is_fine
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let begin = reason.len();
        self.circuit.explain((handle - HANDLES.first) / HANDLES.step, reason);
        self.tally.explained += 1;
        assert_eq!(Some(&reason[begin..]), self.reasons.get(&lit).map(|said| &said[..]), "as it was said");
        assert!(reason[begin..].iter().all(|&lit| solver.is_true(lit)), "a reason is true");
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.jumped_back(solver, keep);
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let free = |literals: &[Lit]| literals.iter().copied().filter(|&lit| solver.is_free(lit)).collect();
        let planned: Vec<Lit> = free(&self.plan);
        if !planned.is_empty() && self.random.percent(80) {
            return self.random.pick(&planned).copied();
        }
        let section = self.names.section();
        let ends = self.names.description.starts.iter().chain(&section.stops).flatten();
        let all: Vec<Lit> =
            ends.chain(&self.names.description.edges).chain(&section.inside).copied().collect();
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

impl Names {
    /// What a user of circuits says by itself, or some of it.
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
        let at = |among: &[Option<Lit>], node: Node| among[node as usize];
        for dart in 0..2 * graph.edges() as Dart {
            let (edge, back) = (description.edges[dart as usize / 2], description.arcs[dart as usize ^ 1]);
            let Some(arc) = description.arcs[dart as usize] else { continue };
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
                let [here, there] = [from, to].map(|node| section.inside[node as usize]);
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
        for node in 0..graph.nodes() as Node {
            if degrees {
                for turn in [0, 1] {
                    let darts =
                        graph.leaving(node).iter().map(|&dart| description.arcs[(dart ^ turn) as usize]);
                    exactly_one(solver, &darts.flatten().collect::<Vec<Lit>>());
                }
            }
            if ends {
                let (start, stop) = (at(&description.starts, node), at(&section.stops, node));
                if let Some(start) = start {
                    solver.add_clause(&[!start, section.inside[node as usize]]);
                    solver.add_clause(
                        &[!start].into_iter().chain(stop.map(|stop| !stop)).collect::<Vec<Lit>>(),
                    );
                }
            }
        }
    }
}

/// Searches an instance a few times, for other worlds and within other bounds.
fn try_out(round: u64, random: &mut Random, tally: &mut Tally) {
    let instance = Instance::random(random, &[(2, 3), (3, 3), (3, 4), (4, 3), (2, 5)]).vary(random);
    let Some(runs) = instance.runs(24) else { return };
    let restarts = if round.is_multiple_of(2) { Restarts::Luby(2) } else { Restarts::Luby(60) };
    let mut solver = Solver::with_config(Config { seed: round, restarts, ..Config::default() });
    let names = instance.name(&mut solver);
    let worlds = names.worlds(&instance, &runs);
    let chance = [0, 50, 100][random.below(3) as usize];
    names.constrain(&mut solver, || random.percent(chance));
    let mut circuit = names.circuit(&instance);
    circuit.sides_after = 0;
    if random.percent(50) {
        circuit.guide((0..instance.edges.len()).map(|_| random.percent(50)));
    }
    // As an objective has it: by literal, whoever has it.
    let by_node = || names.section().inside.iter().zip(&instance.costs);
    circuit.set_costs(|lit| by_node().filter(|&(&other, _)| other == lit).map(|(_, cost)| cost).sum());
    let mut trial = Trial {
        instance: &instance,
        names: &names,
        worlds: &worlds,
        random: Random(random.below(u64::MAX) | 1),
        blank: circuit.clone(),
        circuit,
        bound: None,
        plan: Vec::new(),
        tally,
        reasons: BTreeMap::new(),
    };
    for _ in 0..6 {
        trial.plan = worlds.pick(random).unwrap_or_default().to_vec();
        // Bounds that this world just keeps to, or just does not, leave most to see.
        let cost = names.within.iter().filter(|&&lit| trial.plan.contains(&!lit)).count();
        let bound = (cost + random.below(3) as usize).saturating_sub(1).min(names.within.len() - 1);
        trial.bound = random.percent(70).then_some(bound);
        trial.plan.retain(|_| random.percent(90));
        trial.plan.extend(trial.bound.map(|bound| names.within[bound]));
        // Where the ends and the bound are known from the start, the later rules have more to say.
        let chance = if random.percent(50) { 100 } else { 10 };
        let ends = names.description.starts.iter().chain(&names.section().stops).flatten();
        let ends: BTreeSet<Lit> = ends.copied().chain(names.within.iter().copied()).collect();
        let mut assumptions = trial.plan.clone();
        assumptions.retain(|lit| random.percent(if ends.contains(lit) { chance } else { 5 }));
        solver.assume(&mut trial, &assumptions);
        solver.limit_conflicts(Some(40));
        let outcome = solver.search(&mut trial, &|| false);
        if outcome == Outcome::Unsatisfiable {
            break;
        }
        if outcome == Outcome::Model {
            let blocking: Vec<Lit> = solver.trail().iter().map(|&lit| !lit).collect();
            if !solver.add_clause_in_search(&mut trial, &blocking) {
                break;
            }
        }
    }
}

#[test]
fn no_world_has_a_reason_without_what_follows_from_it() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut tally = Tally::default();
    for round in 0..2500 {
        try_out(round, &mut random, &mut tally);
    }
    let has_spoken = |rule: Rule| tally.spoken.get(&rule).copied().unwrap_or_default();
    for rule in [Rule::Ends, Rule::Local, Rule::Cycle, Rule::Cut, Rule::Walk, Rule::Sections, Rule::Length] {
        assert!(has_spoken(rule).0 > 100, "{rule:?} implied {} literals", has_spoken(rule).0);
    }
    for rule in [
        Rule::Ends,
        Rule::Local,
        Rule::Cycle,
        Rule::Factor,
        Rule::Connected,
        Rule::Walk,
        Rule::Sections,
        Rule::Length,
    ] {
        assert!(has_spoken(rule).1 > 50, "{rule:?} objected {} times", has_spoken(rule).1);
    }
    assert!(tally.explained > 1000 && tally.fresh > 1000, "{tally:?}");
    assert!(tally.least_costs > 1000 && tally.candidates > 200, "{tally:?}");
}

/// A circuit in its direction, from the start, and where the section stops.
type World = (Vec<Node>, Node);

/// The worlds with a single start and a single stop elsewhere, within a bound.
fn plain_worlds(instance: &Instance, runs: &[Run], bound: Option<usize>) -> BTreeSet<World> {
    let mut worlds = BTreeSet::new();
    for run in runs {
        for start in 0..instance.nodes {
            let mut turned = run.order.clone();
            turned.rotate_left(start);
            for place in (1..instance.nodes).filter(|&place| bound.is_none_or(|bound| place < bound)) {
                worlds.insert((turned.clone(), turned[place]));
            }
        }
    }
    worlds
}

/// All of them that a search finds.
fn found(instance: &Instance, config: Config, bound: Option<usize>) -> BTreeSet<World> {
    let mut solver = Solver::with_config(config);
    let names = instance.name(&mut solver);
    names.constrain(&mut solver, || true);
    let graph = instance.graph();
    if let Some(bound) = bound {
        solver.add_clause(&[names.within[bound]]);
    }
    let Description { starts, arcs, .. } = &names.description;
    let mut theory =
        Bounded { circuit: names.circuit(instance), names: &names, costs: &instance.costs, bound };
    theory.circuit.sides_after = 0;
    let mut found = BTreeSet::new();
    while solver.search(&mut theory, &|| false) == Outcome::Model {
        let is_true = |lit: &Option<Lit>| lit.is_some_and(|lit| solver.is_true(lit));
        let place = |literals: &[Option<Lit>]| literals.iter().position(is_true).expect("one is true");
        let (start, stop) = (place(starts), place(&names.section().stops));
        let mut order = vec![start as Node];
        while order.len() < instance.nodes {
            let node = order[order.len() - 1];
            let next = graph.leaving(node).iter().find(|&&dart| is_true(&arcs[dart as usize]));
            order.push(graph.head(*next.expect("each node has its arc")));
        }
        assert!(found.insert((order, stop as Node)), "a model came twice");
        let decided = arcs.iter().chain(starts).chain(&names.section().stops).flatten();
        let blocking: Vec<Lit> = decided.filter(|&&lit| solver.is_true(lit)).map(|&lit| !lit).collect();
        if !solver.add_clause_in_search(&mut theory, &blocking) {
            break;
        }
    }
    found
}

/// A circuit with a bound on what is inside, and no more.
struct Bounded<'a> {
    circuit: Circuit,
    names: &'a Names,
    costs: &'a [i64],
    bound: Option<usize>,
}

impl Theory for Bounded<'_> {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let spare = self.bound.map(|bound| Spare { names: self.names, costs: self.costs, bound });
        self.circuit.propagate(solver, spare.as_ref().map(|spare| spare as &dyn Budget), HANDLES)
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain((handle - HANDLES.first) / HANDLES.step, reason);
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.jumped_back(solver, keep);
    }
}

#[test]
fn the_search_finds_every_circuit_and_no_other() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut with_worlds = 0;
    for round in 0..400 {
        let instance = Instance::random(&mut random, &[(2, 3), (3, 4), (4, 3), (2, 5), (4, 4)]);
        let bound = (random.below(2) == 0).then(|| 2 + random.below(instance.nodes as u64 - 2) as usize);
        let restarts = if round % 2 == 0 { Restarts::Luby(2) } else { Restarts::Luby(60) };
        let config = Config { seed: round, restarts, ..Config::default() };
        let runs = instance.runs(usize::MAX).expect("there is no limit");
        let worlds = plain_worlds(&instance, &runs, bound);
        with_worlds += usize::from(!worlds.is_empty());
        let found = found(&instance, config, bound);
        assert!(
            found == worlds,
            "round {round}: {} of {} worlds, {:?}",
            found.len(),
            worlds.len(),
            instance.edges
        );
    }
    assert!(with_worlds > 100, "only {with_worlds} graphs had circuits");
}
