//! Acyclicity of a graph that must be acyclic, as a propagator.
//!
//! ```text
//! #edge (1,2) : a.   #edge (2,3) : b.   #edge (3,1) : c.       with a and b true, c must be false
//! ```
//!
//! When an edge u → v comes in, what is reachable from v and what reaches u are searched along the edges that are there:
//! a cycle is a conflict, and an edge that would lead from the first to the second must stay out (Gebser, Janhunen,
//! Rintanen: "SAT Modulo Graphs: Acyclicity", JELIA 2014; Bomanson, Gebser, Janhunen, Kaufmann, Schaub: "Answer Set
//! Programming Modulo Acyclicity", Fundamenta Informaticae 147, 2016). Reasons are paths, found when they are asked for.
//!
//! Invariant: once nothing is pending, the edges that are there have no cycle, and none that is free would close one.

use crate::translate::components::components;
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    /// True where the edge is there.
    lit: Lit,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Forward,
    Backward,
}

/// The nodes that a search has reached.
#[derive(Clone, Default)]
struct Reached {
    nodes: Vec<u32>,
    is_reached: Vec<bool>,
}

impl Reached {
    fn add(&mut self, node: u32) {
        let is_reached = &mut self.is_reached[node as usize];
        if !std::mem::replace(is_reached, true) {
            self.nodes.push(node);
        }
    }

    fn contains(&self, node: u32) -> bool {
        self.is_reached[node as usize]
    }

    fn clear(&mut self, nodes: usize) {
        for node in self.nodes.drain(..) {
            self.is_reached[node as usize] = false;
        }
        self.is_reached.resize(nodes, false);
    }
}

/// The graph of all steps.
#[derive(Clone, Default)]
pub(crate) struct Acyclicity {
    edges: Vec<Edge>,
    nodes: FxHashMap<i32, u32>,
    /// By node: its edges that can be on a cycle.
    outgoing: Vec<Vec<u32>>,
    incoming: Vec<Vec<u32>>,
    /// By literal: the edges that are there when it is true.
    of_literal: Vec<Vec<u32>>,
    /// Acyclicity that have come in since the last look.
    pending: Vec<u32>,
    after: Reached,
    before: Reached,
}

impl Acyclicity {
    /// Adds an edge. [`Acyclicity::rebuild`] must follow before the next search.
    pub(crate) fn add(&mut self, from: i32, to: i32, lit: Lit) {
        let mut node = |number: i32| {
            let next = self.nodes.len() as u32;
            *self.nodes.entry(number).or_insert(next)
        };
        let (from, to) = (node(from), node(to));
        self.edges.push(Edge { from, to, lit });
    }

    /// The literals of all edges.
    pub(crate) fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.edges.iter().map(|edge| edge.lit)
    }

    /// Takes up new edges, at level 0.
    pub(crate) fn rebuild(&mut self, solver: &Solver) {
        let nodes = self.nodes.len();
        let mut successors = vec![Vec::new(); nodes];
        for edge in &self.edges {
            successors[edge.from as usize].push(edge.to as usize);
        }
        let (component, _) = components(nodes, |node| successors[node].clone());
        self.outgoing = vec![Vec::new(); nodes];
        self.incoming = vec![Vec::new(); nodes];
        self.of_literal = vec![Vec::new(); 2 * solver.num_vars()];
        self.pending.clear();
        for (id, edge) in (0..).zip(&self.edges) {
            if component[edge.from as usize] != component[edge.to as usize] || solver.is_false(edge.lit) {
                continue;
            }
            self.outgoing[edge.from as usize].push(id);
            self.incoming[edge.to as usize].push(id);
            self.of_literal[edge.lit.index()].push(id);
            // A loop is looked at even while it is free: it would be a cycle by itself.
            if solver.is_true(edge.lit) || edge.from == edge.to {
                self.pending.push(id);
            }
        }
    }

    /// A literal has become true.
    #[inline]
    pub(crate) fn satisfied(&mut self, lit: Lit) {
        if let Some(edges) = self.of_literal.get(lit.index()) {
            self.pending.extend_from_slice(edges);
        }
    }

    /// Implies the absence of edges that would close a cycle. `false` on a conflict.
    pub(crate) fn propagate(&mut self, solver: &mut Solver, handle_base: u32) -> bool {
        while let Some(&id) = self.pending.last() {
            let Edge { from, to, lit } = self.edges[id as usize];
            if from == to && solver.is_free(lit) && !solver.imply(!lit, handle_base + id) {
                return false;
            }
            // What is undone before it was looked at is left in the list.
            if solver.is_true(lit) && !self.enter(solver, from, to, lit, handle_base) {
                return false;
            }
            self.pending.pop();
        }
        true
    }

    fn enter(&mut self, solver: &mut Solver, from: u32, to: u32, lit: Lit, handle_base: u32) -> bool {
        self.search(solver, to, Direction::Forward);
        if self.after.contains(from) {
            let mut cycle = vec![!lit];
            cycle.extend(self.path(solver, to, from, usize::MAX).into_iter().map(|edge| !edge));
            solver.set_conflict(&cycle);
            return false;
        }
        self.search(solver, from, Direction::Backward);
        for &node in &self.after.nodes {
            for &id in &self.outgoing[node as usize] {
                let edge = self.edges[id as usize];
                let closes_cycle = solver.is_free(edge.lit) && self.before.contains(edge.to);
                if closes_cycle && !solver.imply(!edge.lit, handle_base + id) {
                    return false;
                }
            }
        }
        true
    }

    /// Fills `after` or `before` with what is reached from a node along the edges that are there.
    fn search(&mut self, solver: &Solver, start: u32, direction: Direction) {
        let Acyclicity { edges, outgoing, incoming, after, before, .. } = self;
        let (adjacent, reached) = match direction {
            Direction::Forward => (outgoing, after),
            Direction::Backward => (incoming, before),
        };
        reached.clear(adjacent.len());
        reached.add(start);
        let mut next = 0;
        while next < reached.nodes.len() {
            let node = reached.nodes[next];
            next += 1;
            for &id in &adjacent[node as usize] {
                let edge = edges[id as usize];
                if solver.is_true(edge.lit) {
                    reached.add(if direction == Direction::Forward { edge.to } else { edge.from });
                }
            }
        }
    }

    /// The literals of a shortest path along edges that were there before a place on the trail.
    fn path(&self, solver: &Solver, start: u32, end: u32, before: usize) -> Vec<Lit> {
        let mut came_by: FxHashMap<u32, Edge> = FxHashMap::default();
        let mut queue = vec![start];
        let mut next = 0;
        while next < queue.len() && start != end && !came_by.contains_key(&end) {
            for &id in &self.outgoing[queue[next] as usize] {
                let edge = self.edges[id as usize];
                let is_there = solver.is_true(edge.lit) && solver.position(edge.lit.var()) < before;
                if is_there && edge.to != start && !came_by.contains_key(&edge.to) {
                    came_by.insert(edge.to, edge);
                    queue.push(edge.to);
                }
            }
            next += 1;
        }
        let mut literals = Vec::new();
        let mut node = end;
        while node != start {
            let edge = came_by.get(&node).expect("there is a path where a reason is asked for");
            literals.push(edge.lit);
            node = edge.from;
        }
        literals
    }

    /// Appends the true literals of the path that an edge would close to a cycle.
    pub(crate) fn explain(&self, solver: &Solver, lit: Lit, edge: u32, reason: &mut Vec<Lit>) {
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let Edge { from, to, .. } = self.edges[edge as usize];
        reason.extend(self.path(solver, to, from, before));
    }
}
