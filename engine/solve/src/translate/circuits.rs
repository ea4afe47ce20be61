//! Hamiltonian circuits that a program describes in its own words, found so that the search can reason on
//! their graph.
//!
//! ```text
//! 1 { next(U,V) : edge(U,V) } 1 :- node(U).        one arc from each node, one to each
//! 1 { next(U,V) : edge(U,V) } 1 :- node(V).
//! reach(V) :- start(V).                            and one comes everywhere:
//! reach(V) :- reach(U), next(U,V).                 a positive circle, of rules with one atom of it
//! :- node(V), not reach(V).                        and one literal besides, that must be true
//! ```
//!
//! What the rules look like is read off; that each node has one arc from it and one to it is tried out by
//! propagation, so that it does not matter how the program says it. Where the start is known when the program
//! is grounded, it and its arcs are missing from the circle: it is added again, with an arc from whatever
//! node comes last.
//!
//! The rest is [`hamadryad_circuit`]'s. It implies nothing that the program does not.

use crate::program::step::{Step, Support};
use crate::solver::AspSolver;
use crate::translate::loops::PositiveLoops;
use crate::translate::sections::Reach;
use hamadryad_aspif::{Atom, Body, Literal};
use hamadryad_circuit::{Circuit, Description, Graph, Node};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

/// From a node to another, where a literal is true.
pub(crate) type Arc = (Node, Node, Lit);

impl AspSolver {
    /// Finds the circuits among the circles of a step, at level 0, the first `done` of which have been looked
    /// at. `false` where `stop` said so before the end.
    pub(crate) fn find_circuits(
        &mut self,
        step: &Step,
        circles: &PositiveLoops,
        done: &mut usize,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        if !self.config.circuits || circles.count == 0 || !self.sat.is_consistent() {
            return true;
        }
        let mut components: FxHashMap<usize, Vec<Atom>> = FxHashMap::default();
        for (&atom, &component) in &circles.component {
            components.entry(component).or_default().push(atom);
        }
        let mut components: Vec<Vec<Atom>> = components.into_values().collect();
        for atoms in &mut components {
            atoms.sort_unstable();
        }
        components.sort_unstable();
        let before = self.statistics.circuits;
        for atoms in &components[*done..] {
            if let Some(reach) = self.read_reach(step, atoms) {
                let Some(founds) = self.add_circuit(step, reach, stop) else { return false };
                if founds {
                    let ids: Vec<u32> = atoms.iter().map(|atom| circles.ids[atom]).collect();
                    self.propagators.dismiss_loop(&ids);
                }
            }
            *done += 1;
        }
        if self.statistics.circuits > before {
            self.sat.propagate_at_root(&mut self.propagators);
        }
        true
    }

    /// The rules for the atoms of a circle, where all are of the right form and all atoms must be true.
    fn read_reach(&self, step: &Step, atoms: &[Atom]) -> Option<Reach> {
        if atoms.len() < 2 || !atoms.iter().all(|atom| self.sat.is_fixed_true(self.lit(atom.positive()))) {
            return None;
        }
        let node_of: FxHashMap<Atom, Node> = atoms.iter().copied().zip((0..).map(Node::new)).collect();
        let mut reach =
            Reach { atoms: atoms.to_vec(), arcs: Vec::new(), entries: Vec::new(), named: Vec::new() };
        for &atom in atoms {
            for support in supports_of(step, atom) {
                let literals = self.open_literals(step, support)?;
                let Some(literals) = literals else { continue };
                let mut from = None;
                let mut rest = Vec::new();
                for (literal, lit) in literals {
                    match node_of.get(&literal.atom()).filter(|_| literal.is_positive()) {
                        Some(&node) if from.is_none() => from = Some(node),
                        Some(_) => return None,
                        None => rest.push((literal, lit)),
                    }
                }
                if rest.len() > 1 {
                    rest.retain(|&(_, lit)| !self.sat.is_fixed_true(lit));
                }
                let to = node_of[&atom];
                let lit = match rest[..] {
                    [] => self.truth,
                    [(literal, lit)] => {
                        reach.named.push((from, to, literal));
                        lit
                    }
                    _ => return None,
                };
                match from {
                    Some(from) if from == to => {}
                    Some(from) => reach.arcs.push((from, to, lit)),
                    None => reach.entries.push((to, lit)),
                }
            }
        }
        Some(reach)
    }

    /// A rule's literals with those of the solver; `Some(None)` where it cannot fire, `None` where it is of
    /// no use here.
    #[allow(clippy::option_option, reason = "two different kinds of nothing")]
    pub(crate) fn open_literals(
        &self,
        step: &Step,
        support: &Support,
    ) -> Option<Option<Vec<(Literal, Lit)>>> {
        if support.choice || support.disjunction.is_some() {
            return None;
        }
        let Body::Normal(literals) = &step.bodies[support.body.index()] else { return None };
        let literals: Vec<(Literal, Lit)> =
            literals.iter().map(|&literal| (literal, self.lit(literal))).collect();
        let fires = literals.iter().all(|&(_, lit)| !self.sat.is_fixed_true(!lit));
        Some(fires.then_some(literals))
    }

    /// Whether propagation sees that no two of these are true together.
    fn is_at_most_one(&mut self, literals: &[Lit]) -> bool {
        literals.iter().enumerate().all(|(i, &lit)| {
            let others = &literals[i + 1..];
            let excludes_others = |solver: &AspSolver, implied: Option<Vec<Lit>>| {
                implied.is_none_or(|implied| {
                    let is_excluded =
                        |other: &Lit| solver.sat.is_fixed_true(!*other) || implied.contains(&!*other);
                    others.iter().all(is_excluded)
                })
            };
            if others.is_empty() {
                return true;
            }
            let briefly = self.probe_briefly(&[lit]);
            excludes_others(self, briefly) || {
                let implied = self.sat.probe(&mut self.propagators, &[lit]);
                excludes_others(self, implied)
            }
        })
    }

    /// What clauses and sums alone make of some literals. That there is one arc at most is mostly said by
    /// these, and asking everybody else took a third of the whole time on graphs of 3,000 nodes.
    fn probe_briefly(&mut self, literals: &[Lit]) -> Option<Vec<Lit>> {
        self.propagators.is_brief = true;
        let implied = self.sat.probe(&mut self.propagators, literals);
        self.propagators.is_brief = false;
        implied
    }

    /// Adds what a circle describes, if that is a circuit. `None` where `stop` said so before that was known;
    /// `Some(true)` where whatever satisfies the circuit founds the circle: each atom has a rule that fires
    /// (its completion), each node two edges, and they are one circuit, a node of which is founded from
    /// outside. So it does not need another check.
    fn add_circuit(&mut self, step: &Step, mut reach: Reach, stop: &dyn Fn() -> bool) -> Option<bool> {
        let nodes = reach.atoms.len();
        let mut out: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
        let mut into: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
        for &(from, to, lit) in &reach.arcs {
            out[from.index()].push(lit);
            into[to.index()].push(lit);
        }
        for literals in out.iter().chain(&into) {
            if stop() {
                return None;
            }
            if !self.is_at_most_one(literals) {
                return Some(false);
            }
        }
        let none_of = |literals: &[Lit]| literals.iter().map(|&lit| !lit).collect::<Vec<Lit>>();
        // What excludes the other arcs into its node is an arc itself, from a start that is not on the
        // circle.
        let mut starts: Vec<Option<Lit>> = vec![None; nodes];
        let mut hidden = Vec::new();
        let entries = std::mem::take(&mut reach.entries);
        for &(node, lit) in &entries {
            let Some(implied) = self.sat.probe(&mut self.propagators, &[lit]) else {
                self.sat.add_clause(&[!lit]);
                continue;
            };
            let others = &into[node.index()];
            let excludes = |&other: &Lit| self.sat.is_fixed_true(!other) || implied.contains(&!other);
            // Where an arc into the node is certain, a start there excludes nothing.
            let is_certain =
                |&(to, other): &(Node, Lit)| to == node && other != lit && self.sat.is_fixed_true(other);
            let is_arc = others.iter().all(excludes) && !entries.iter().any(is_certain);
            if is_arc {
                hidden.push((node, lit));
            } else if starts[node.index()].replace(lit).is_some() {
                return Some(false);
            }
        }
        if hidden.is_empty() {
            for literals in &out {
                if stop() {
                    return None;
                }
                let literals = none_of(literals);
                if self.probe_briefly(&literals).is_some()
                    && self.sat.probe(&mut self.propagators, &literals).is_some()
                {
                    return Some(false);
                }
            }
        } else {
            // Whatever has no arc on the circle comes last, and leads back to the start.
            let start = Node::new(nodes);
            let literals: Vec<Lit> = hidden.iter().map(|&(_, lit)| lit).collect();
            if !self.is_at_most_one(&literals) {
                return Some(false);
            }
            reach.arcs.extend(hidden.into_iter().map(|(node, lit)| (start, node, lit)));
            for (node, literals) in (0..).map(Node::new).zip(&out) {
                let Some(implied) = self.sat.probe(&mut self.propagators, &none_of(literals)) else {
                    continue;
                };
                let last = self.literal_for_none(literals, &implied);
                reach.arcs.push((node, start, last));
            }
            starts.push(Some(self.truth));
        }
        if starts.len() < 3 {
            return Some(false);
        }
        // All atoms of the circle must be true, so that it begins somewhere.
        let open: Vec<Lit> = starts.iter().flatten().copied().collect();
        self.sat.add_clause(&open);
        let one_start = if self.is_at_most_one(&open) { self.truth } else { self.at_most_one_of(&starts) };
        let founds = self.sat.is_fixed_true(one_start);
        let (graph, arcs) = self.graph_of(starts.len(), &reach.arcs);
        let edges = self.edge_literals(&graph, &arcs, one_start);
        let mut description = Description { graph, edges, arcs, starts, one_start, section: None };
        let section = self.find_section(step, &reach, &description, Some(&description.starts));
        description.section = section.map(|(section, _)| section);
        self.propagators.add_circuit(Circuit::new(description));
        self.statistics.circuits += 1;
        Some(founds)
    }

    /// A literal that is true exactly if none of these is: one that there is already, or a new one.
    fn literal_for_none(&mut self, literals: &[Lit], implied: &[Lit]) -> Lit {
        let open: Vec<Lit> = literals.iter().copied().filter(|&lit| !self.sat.is_fixed_true(!lit)).collect();
        if open.is_empty() {
            return self.truth;
        }
        let mut candidates: Vec<Lit> = implied.iter().copied().filter(|&lit| !open.contains(&!lit)).collect();
        for &lit in &open {
            let excluded = self.sat.probe(&mut self.propagators, &[lit]).unwrap_or_default();
            candidates.retain(|&candidate| excluded.contains(&!candidate));
        }
        if let Some(&known) = candidates.first() {
            return known;
        }
        let fresh = self.sat.new_var().positive();
        let mut clause = vec![fresh];
        for &lit in &open {
            self.sat.add_clause(&[!fresh, !lit]);
            clause.push(lit);
        }
        self.sat.add_clause(&clause);
        fresh
    }

    /// A literal for "at most one of these is true": a circuit gives it its value.
    pub(crate) fn at_most_one_of(&mut self, literals: &[Option<Lit>]) -> Lit {
        let open = literals.iter().flatten().filter(|&&lit| !self.sat.is_fixed_true(!lit)).count();
        if open <= 1 { self.truth } else { self.sat.new_var().positive() }
    }

    /// The undirected graph of arcs, and by dart the literal of each arc.
    pub(crate) fn graph_of(&self, nodes: usize, arcs: &[Arc]) -> (Graph, Vec<Option<Lit>>) {
        let mut edges: Vec<(Node, Node)> = Vec::new();
        let mut edge_of: FxHashMap<(Node, Node), usize> = FxHashMap::default();
        let mut literals: Vec<Option<Lit>> = Vec::new();
        for &(from, to, lit) in arcs {
            if self.sat.is_fixed_true(!lit) {
                continue;
            }
            let edge = *edge_of.entry((from.min(to), from.max(to))).or_insert_with(|| {
                edges.push((from.min(to), from.max(to)));
                literals.extend([None, None]);
                edges.len() - 1
            });
            literals[2 * edge + usize::from(from > to)] = Some(lit);
        }
        (Graph::new(nodes, &edges), literals)
    }

    /// By edge: one of its arcs is there. Each node has two such edges, where the circuit holds.
    pub(crate) fn edge_literals(&mut self, graph: &Graph, arcs: &[Option<Lit>], holds: Lit) -> Vec<Lit> {
        let mut edges = Vec::with_capacity(graph.num_edges());
        for pair in arcs.chunks(2) {
            edges.push(match *pair {
                [Some(there), Some(back)] => {
                    let edge = self.sat.new_var().positive();
                    self.sat.add_clause(&[!edge, there, back]);
                    self.sat.add_clause(&[edge, !there]);
                    self.sat.add_clause(&[edge, !back]);
                    self.sat.add_clause(&[!holds, !there, !back]);
                    edge
                }
                [one, other] => one.or(other).expect("an edge has an arc"),
                _ => unreachable!("darts come in pairs"),
            });
        }
        self.require_two_edges(graph, &edges, holds);
        edges
    }

    /// Where a literal is true, each node has two edges.
    pub(crate) fn require_two_edges(&mut self, graph: &Graph, edges: &[Lit], holds: Lit) {
        for node in graph.nodes() {
            let around = graph.leaving(node).iter().map(|dart| edges[dart.edge().index()]);
            let present: Vec<(Lit, i64)> = around.map(|lit| (lit, 1)).collect();
            self.require_exactly(&present, 2, holds);
        }
    }

    /// Where a literal is true, so many of others are, each of weight 1.
    pub(crate) fn require_exactly(&mut self, present: &[(Lit, i64)], count: i64, holds: Lit) {
        let absent: Vec<(Lit, i64)> = present.iter().map(|&(lit, _)| (!lit, 1)).collect();
        let condition = Some(holds).filter(|&lit| !self.sat.is_fixed_true(lit));
        self.propagators.add_at_least(&mut self.sat, condition, present, count);
        self.propagators.add_at_least(&mut self.sat, condition, &absent, present.len() as i64 - count);
    }
}

/// The rules for an atom.
pub(crate) fn supports_of(step: &Step, atom: Atom) -> impl Iterator<Item = &Support> {
    let first = step.supports.partition_point(|support| support.atom < atom);
    step.supports[first..].iter().take_while(move |support| support.atom == atom)
}
