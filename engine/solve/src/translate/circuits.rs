//! Hamiltonian circuits that rules describe, recognised among the positive loops of a step.
//!
//! ```text
//! 1 { next(U,V) : edge(U,V) } 1 :- node(U).        one arc leaves each node, one arc enters it
//! 1 { next(U,V) : edge(U,V) } 1 :- node(V).
//! reach(V) :- start(V).                            all nodes are reachable from a start:
//! reach(V) :- reach(U), next(U,V).                 a positive loop; a rule has one atom of the loop
//! :- node(V), not reach(V).                        and one other literal; all atoms must be true
//! ```
//!
//! The form of the rules is read (`reachability.rs`); the degrees of nodes are tested by propagation, so the
//! recognition is independent of the encoding of degrees. If the start is known when the program is grounded,
//! the start and its arcs are missing from the loop: the start is added as a node, with arcs from all nodes
//! that may be last.
//!
//! Invariant: a recognised circuit follows from the program, so the propagator (`hamadryad-circuit`) excludes
//! no model.

use crate::program::step::Step;
use crate::translate::loops::PositiveLoops;
use crate::translate::pending::PendingTranslation;
use crate::translate::reachability::{Arc, Reachability};
use crate::translate::translator::Translator;
use hamadryad_aspif::Atom;
use hamadryad_circuit::{Circuit, Description, Node};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

/// The result of testing whether a positive loop describes a circuit.
enum Recognition {
    /// It does not, or it could not be shown.
    None,
    /// A circuit was added.
    Circuit {
        /// Whether every model of the circuit founds the atoms of the loop: each atom has a rule that applies
        /// (its completion), each node has two edges, the edges are one circuit, and one node of it is
        /// founded externally.
        is_founding: bool,
    },
    /// The translation was interrupted.
    Stopped,
}

/// The literals of arcs that leave and enter each node.
struct Incidence {
    leaving: Vec<Vec<Lit>>,
    entering: Vec<Vec<Lit>>,
}

/// The entries of a loop.
struct Entries {
    /// By node: the literal of "the circuit starts here".
    starts: Vec<Option<Lit>>,
    /// Arcs from a start outside of the loop.
    arcs: Vec<(Node, Lit)>,
}

impl Translator<'_> {
    /// Searches for circuits among the loops of a step, at level 0; `pending.done` loops have been tested.
    /// `false` if `stop` returned `true` before the end.
    pub(super) fn find_circuits(
        &mut self,
        pending: &mut PendingTranslation,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let PendingTranslation { step, loops, done, .. } = pending;
        if !self.config.circuits || loops.count == 0 || !self.sat.is_consistent() {
            return true;
        }
        let before = self.statistics.circuits;
        for atoms in &sorted_components(loops)[*done..] {
            if let Some(reach) = self.read_reachability(step, atoms) {
                match self.recognise(step, reach, stop) {
                    Recognition::Stopped => return false,
                    Recognition::Circuit { is_founding: true } => {
                        let ids: Vec<u32> = atoms.iter().map(|atom| loops.ids[atom]).collect();
                        self.propagators.dismiss_loop(&ids);
                    }
                    Recognition::Circuit { is_founding: false } | Recognition::None => {}
                }
            }
            *done += 1;
        }
        if self.statistics.circuits > before {
            self.propagate_at_root();
        }
        true
    }

    /// Tests whether a loop describes a circuit, and adds the circuit.
    fn recognise(&mut self, step: &Step, mut reach: Reachability, stop: &dyn Fn() -> bool) -> Recognition {
        let incidence = Incidence::of(&reach);
        for literals in incidence.leaving.iter().chain(&incidence.entering) {
            if stop() {
                return Recognition::Stopped;
            }
            if !self.is_at_most_one(literals) {
                return Recognition::None;
            }
        }
        let entries = std::mem::take(&mut reach.entries);
        let Some(Entries { mut starts, arcs }) = self.read_entries(&entries, &incidence) else {
            return Recognition::None;
        };
        if arcs.is_empty() {
            for literals in &incidence.leaving {
                if stop() {
                    return Recognition::Stopped;
                }
                if !self.is_at_least_one(literals) {
                    return Recognition::None;
                }
            }
        } else if self.add_start(&mut reach, arcs, &incidence) {
            starts.push(Some(self.truth));
        } else {
            return Recognition::None;
        }
        if starts.len() < 3 {
            return Recognition::None;
        }
        self.add_circuit(step, &reach, starts)
    }

    /// Separates the starts of a circuit from arcs that come from a start outside of the loop: an arc of this
    /// kind excludes all other arcs into its node. `None` if a node has several starts.
    fn read_entries(&mut self, entries: &[(Node, Lit)], incidence: &Incidence) -> Option<Entries> {
        let mut starts: Vec<Option<Lit>> = vec![None; incidence.entering.len()];
        let mut arcs = Vec::new();
        for &(node, lit) in entries {
            let Some(implied) = self.probe(&[lit]) else {
                self.sat.add_clause(&[!lit]);
                continue;
            };
            let others = &incidence.entering[node.index()];
            let excludes = |&other: &Lit| self.sat.is_fixed_true(!other) || implied.contains(&!other);
            // If another arc into the node is fixed to true, a start at the node excludes nothing.
            let is_fixed =
                |&(to, other): &(Node, Lit)| to == node && other != lit && self.sat.is_fixed_true(other);
            if others.iter().all(excludes) && !entries.iter().any(is_fixed) {
                arcs.push((node, lit));
            } else if starts[node.index()].replace(lit).is_some() {
                return None;
            }
        }
        Some(Entries { starts, arcs })
    }

    /// Adds the start as the last node: a node without an arc to another node has an arc to the start.
    /// `false` if several arcs may leave the start.
    fn add_start(&mut self, reach: &mut Reachability, arcs: Vec<(Node, Lit)>, incidence: &Incidence) -> bool {
        let start = Node::new(incidence.leaving.len());
        let literals: Vec<Lit> = arcs.iter().map(|&(_, lit)| lit).collect();
        if !self.is_at_most_one(&literals) {
            return false;
        }
        reach.arcs.extend(arcs.into_iter().map(|(node, lit)| (start, node, lit)));
        for (node, literals) in (0..).map(Node::new).zip(&incidence.leaving) {
            if let Some(implied) = self.probe(&negated(literals)) {
                let last = self.literal_for_none(literals, &implied);
                reach.arcs.push((node, start, last));
            }
        }
        true
    }

    /// Adds the circuit to the propagators.
    fn add_circuit(&mut self, step: &Step, reach: &Reachability, starts: Vec<Option<Lit>>) -> Recognition {
        // All atoms of the loop must be true, so the circuit has a start.
        let open: Vec<Lit> = starts.iter().flatten().copied().collect();
        self.sat.add_clause(&open);
        let one_start = if self.is_at_most_one(&open) { self.truth } else { self.at_most_one_of(&starts) };
        let is_founding = self.sat.is_fixed_true(one_start);
        let joined = self.join_parallel_arcs(&reach.arcs);
        let (graph, arcs) = self.graph_of(starts.len(), &joined);
        let edges = self.edge_literals(&graph, &arcs, one_start);
        let mut description = Description { graph, edges, arcs, starts, one_start, section: None };
        // A rule of a section follows a single arc.
        if joined.len() == reach.arcs.len() {
            let section = self.find_section(step, reach, &description, Some(&description.starts));
            description.section = section.map(|(section, _)| section);
        }
        self.propagators.add_circuit(Circuit::new(description));
        self.statistics.circuits += 1;
        Recognition::Circuit { is_founding }
    }

    /// One arc for all that lead from a node to another: two rules may describe the same arc, and a start outside of the
    /// loop may stand for several atoms.
    fn join_parallel_arcs(&mut self, arcs: &[Arc]) -> Vec<Arc> {
        let mut joined: Vec<(Node, Node, Vec<Lit>)> = Vec::new();
        let mut place_of: FxHashMap<(Node, Node), usize> = FxHashMap::default();
        for &(from, to, lit) in arcs {
            let place = *place_of.entry((from, to)).or_insert(joined.len());
            match joined.get_mut(place) {
                Some((_, _, literals)) => literals.push(lit),
                None => joined.push((from, to, vec![lit])),
            }
        }
        let arc = |(from, to, literals): (Node, Node, Vec<Lit>)| (from, to, self.literal_for_any(literals));
        joined.into_iter().map(arc).collect()
    }

    /// Whether propagation shows that at most one of the literals is true.
    fn is_at_most_one(&mut self, literals: &[Lit]) -> bool {
        literals.iter().enumerate().all(|(i, &lit)| {
            let others = &literals[i + 1..];
            let excludes_others = |translator: &Translator<'_>, implied: Option<Vec<Lit>>| {
                implied.is_none_or(|implied| {
                    let is_excluded =
                        |other: &Lit| translator.sat.is_fixed_true(!*other) || implied.contains(&!*other);
                    others.iter().all(is_excluded)
                })
            };
            if others.is_empty() {
                return true;
            }
            let implied = self.probe_briefly(&[lit]);
            excludes_others(self, implied) || {
                let implied = self.probe(&[lit]);
                excludes_others(self, implied)
            }
        })
    }

    /// Whether propagation shows that at least one of the literals is true.
    fn is_at_least_one(&mut self, literals: &[Lit]) -> bool {
        let none = negated(literals);
        self.probe_briefly(&none).is_none() || self.probe(&none).is_none()
    }

    /// The literals that some literals imply by clauses and weight constraints alone. These mostly suffice to
    /// show that at most one arc is present; the other propagators took a third of the time on graphs of
    /// 3,000 nodes.
    fn probe_briefly(&mut self, literals: &[Lit]) -> Option<Vec<Lit>> {
        self.propagators.is_brief = true;
        let implied = self.probe(literals);
        self.propagators.is_brief = false;
        implied
    }

    /// A literal for "none of these is true": one of the implied literals if it is equivalent, or a new one.
    fn literal_for_none(&mut self, literals: &[Lit], implied: &[Lit]) -> Lit {
        let open: Vec<Lit> = literals.iter().copied().filter(|&lit| !self.sat.is_fixed_true(!lit)).collect();
        if open.is_empty() {
            return self.truth;
        }
        let mut candidates: Vec<Lit> = implied.iter().copied().filter(|&lit| !open.contains(&!lit)).collect();
        for &lit in &open {
            let excluded = self.probe(&[lit]).unwrap_or_default();
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
}

impl Incidence {
    fn of(reach: &Reachability) -> Incidence {
        let nodes = reach.atoms.len();
        let mut leaving: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
        let mut entering: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
        for &(from, to, lit) in &reach.arcs {
            leaving[from.index()].push(lit);
            entering[to.index()].push(lit);
        }
        Incidence { leaving, entering }
    }
}

fn negated(literals: &[Lit]) -> Vec<Lit> {
    literals.iter().map(|&lit| !lit).collect()
}

/// The atoms of each component, in a fixed order.
fn sorted_components(loops: &PositiveLoops) -> Vec<Vec<Atom>> {
    let mut components: FxHashMap<usize, Vec<Atom>> = FxHashMap::default();
    for (&atom, &component) in &loops.component {
        components.entry(component).or_default().push(atom);
    }
    let mut components: Vec<Vec<Atom>> = components.into_values().collect();
    for atoms in &mut components {
        atoms.sort_unstable();
    }
    components.sort_unstable();
    components
}
