//! Acyclicity: the edges whose literals are true form no cycle (`#edge`).
//!
//! ```text
//! #edge (1,2) : a.   #edge (2,3) : b.   #edge (3,1) : c.       with a and b true, c must be false
//! ```
//!
//! When an edge u → v becomes present, two searches along present edges find the nodes reachable from v and
//! the nodes that reach u. A cycle is a conflict; a free edge from the first set to the second would close a
//! cycle and is implied to be absent (Gebser, Janhunen, Rintanen 2014; Bomanson, Gebser, Janhunen, Kaufmann,
//! Schaub 2016). Reasons are paths, computed lazily.
//!
//! Invariant: if no edge is pending, the present edges form no cycle, and no free edge would close a cycle.

use crate::proof::log::Axiom;
use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_aspif::Components;
use hamadryad_sat::{Conflict, Lit, Solver};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    /// True if the edge is present.
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
    /// By node: its edges within a strongly connected component.
    outgoing: Vec<Vec<u32>>,
    incoming: Vec<Vec<u32>>,
    /// By literal: the edges that it makes present.
    of_literal: Lists<u32>,
    /// Edges that have become present since the last propagation.
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

    /// Includes the new edges, at level 0.
    pub(crate) fn rebuild(&mut self, solver: &Solver) {
        let nodes = self.nodes.len();
        let mut successors = vec![Vec::new(); nodes];
        for edge in &self.edges {
            successors[edge.from as usize].push(edge.to as usize);
        }
        let components = Components::new(nodes, |node| &successors[node]);
        self.outgoing = vec![Vec::new(); nodes];
        self.incoming = vec![Vec::new(); nodes];
        self.of_literal.clear();
        self.pending.clear();
        for (id, edge) in (0..).zip(&self.edges) {
            if components.of(edge.from as usize) != components.of(edge.to as usize)
                || solver.is_false(edge.lit)
            {
                continue;
            }
            self.outgoing[edge.from as usize].push(id);
            self.incoming[edge.to as usize].push(id);
            self.of_literal.push(edge.lit.index(), id);
            // A loop is pending even while it is free: it is a cycle.
            if solver.is_true(edge.lit) || edge.from == edge.to {
                self.pending.push(id);
            }
        }
    }

    /// Adds a present edge: reports the cycle that it closes, or implies the absence of edges that would
    /// close a cycle with it.
    fn enter(&mut self, context: &mut Context<'_>, from: u32, to: u32, lit: Lit) -> Result<(), Conflict> {
        self.search(context.solver, to, Direction::Forward);
        if self.after.contains(from) {
            let mut cycle = vec![!lit];
            cycle.extend(self.path(context.solver, to, from, usize::MAX).into_iter().map(|edge| !edge));
            return Err(context.conflict(&cycle));
        }
        self.search(context.solver, from, Direction::Backward);
        for &node in &self.after.nodes {
            for &id in &self.outgoing[node as usize] {
                let edge = self.edges[id as usize];
                if context.solver.is_free(edge.lit) && self.before.contains(edge.to) {
                    context.imply(!edge.lit, id)?;
                }
            }
        }
        Ok(())
    }

    /// Fills `after` or `before` with the nodes reached from a node along present edges.
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

    /// The literals of a shortest path along edges that were present before a position of the trail.
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
            let edge = came_by.get(&node).expect("an implied edge has a path");
            literals.push(edge.lit);
            node = edge.from;
        }
        literals
    }
}

impl Propagator for Acyclicity {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        self.pending.extend_from_slice(self.of_literal.get(lit.index()));
    }

    /// Implies the absence of edges that would close a cycle.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(&id) = self.pending.last() {
            let Edge { from, to, lit } = self.edges[id as usize];
            if from == to && context.solver.is_free(lit) {
                context.imply(!lit, id)?;
            }
            // An edge whose literal was unassigned in the meantime is still in the list.
            if context.solver.is_true(lit) {
                self.enter(context, from, to, lit)?;
            }
            self.pending.pop();
        }
        Ok(())
    }

    /// Appends the literals of the path that the edge would close to a cycle.
    fn explain(&mut self, solver: &Solver, lit: Lit, edge: u32, reason: &mut Vec<Lit>) {
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let Edge { from, to, .. } = self.edges[edge as usize];
        reason.extend(self.path(solver, to, from, before));
    }

    fn axiom(&self) -> Option<Axiom> {
        Some(Axiom::Edge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{
        Strength, check, new_vars, random, random_clauses, random_literal, restless,
    };
    use rand::RngExt;

    /// The naive version: nodes without present incoming edges are removed until none is left.
    fn holds(edges: &[(i32, i32, Lit)], is_true: &dyn Fn(Lit) -> bool) -> bool {
        let mut present: Vec<(i32, i32)> =
            edges.iter().filter(|&&(_, _, lit)| is_true(lit)).map(|&(from, to, _)| (from, to)).collect();
        loop {
            let before = present.len();
            let targets: Vec<i32> = present.iter().map(|&(_, to)| to).collect();
            present.retain(|(from, _)| targets.contains(from));
            if present.len() == before {
                return present.is_empty();
            }
        }
    }

    #[test]
    fn inferences_follow_from_acyclicity() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(3..=9);
            let vars = new_vars(&mut solver, number);
            let clauses = random_clauses(random, &mut solver, &vars);
            let mut propagator = Acyclicity::default();
            // Edges that share a variable have further consequences.
            let strength = if random.random() { Strength::Complete } else { Strength::Sound };
            let number =
                if strength == Strength::Complete { vars.len() } else { random.random_range(2..=10) };
            let edges: Vec<(i32, i32, Lit)> = (0..number)
                .map(|place| {
                    let mut node = || random.random_range(1..=4);
                    let (from, to) = (node(), node());
                    let own = if strength == Strength::Complete { &vars[place..=place] } else { &vars[..] };
                    (from, to, random_literal(random, own))
                })
                .collect();
            edges.iter().for_each(|&(from, to, lit)| propagator.add(from, to, lit));
            propagator.rebuild(&solver);
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(&edges, is_true);
            let checked = check(random, solver, propagator, &clauses, &naive, strength);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 500 && conflicts > 50, "{implications} {conflicts}");
    }

    #[test]
    fn present_edges_form_no_cycle() {
        assert_eq!(answers("{a; b; c}. #edge (1,2) : a. #edge (2,1) : b. #edge (3,3) : c."), "{a} {b} {}");
    }
}
