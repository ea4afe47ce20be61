//! Difference constraints: `&diff { x-y } <= 3` requires that the value of x is at most the value of y plus
//! 3.
//!
//! Each constraint that holds is an edge from y to x of weight 3. The constraints are satisfiable if and only
//! if no cycle of edges has a negative weight. *Invariant:* the values satisfy all edges of the graph; they
//! are repaired when an edge is added (Cotton, Maler: "Fast and Flexible Difference Constraint Propagation
//! for DPLL(T)", SAT 2006), and stay when an edge is removed.

use hamadryad::propagator::{Conflict, Init, Lit, Propagation, Propagator, TheoryTerm, TheoryView};
use std::collections::{BinaryHeap, HashMap};

/// If the literal is true, the value of `to` is at most the value of `from` plus the weight.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
    lit: Lit,
}

/// A propagator for atoms `&diff { x-y } <= d`. The term `0` always has the value 0.
#[derive(Clone, Default)]
pub struct Differences {
    is_strict: bool,
    names: Vec<String>,
    nodes: HashMap<String, usize>,
    edges: Vec<Edge>,
    by_literal: HashMap<Lit, Vec<usize>>,
    /// By edge: whether it is in the graph.
    is_there: Vec<bool>,
    /// By node: its outgoing edges in the graph, the latest last.
    outgoing: Vec<Vec<usize>>,
    /// By node: its value.
    values: Vec<i64>,
}

impl Differences {
    /// With strict semantics: the negation of a constraint holds if its atom is false. By default, a false
    /// atom has no effect.
    #[allow(dead_code, reason = "not every program uses it")]
    pub fn strict() -> Differences {
        Differences { is_strict: true, ..Differences::default() }
    }

    /// The names and their values, in the order of their first occurrence.
    pub fn values(&self) -> Vec<(&str, i64)> {
        let zero = self.nodes.get("0").map_or(0, |&node| self.values[node]);
        let all = self.names.iter().zip(&self.values).map(|(name, value)| (name.as_str(), value - zero));
        all.filter(|&(name, _)| name != "0").collect()
    }

    fn node(&mut self, term: TheoryTerm<'_>) -> usize {
        let name = term.to_string();
        let next = self.names.len();
        let node = *self.nodes.entry(name.clone()).or_insert(next);
        if node == next {
            self.names.push(name);
            self.outgoing.push(Vec::new());
            self.values.push(0);
        }
        node
    }

    fn add_edge(&mut self, init: &mut Init<'_>, edge: Edge) {
        self.by_literal.entry(edge.lit).or_default().push(self.edges.len());
        self.edges.push(edge);
        self.is_there.push(false);
        init.watch(edge.lit);
    }

    /// Adds an edge to the graph and repairs the values. If the edge closes a negative cycle, it is not
    /// added, and the literals of the cycle are returned.
    fn insert(&mut self, new: usize) -> Result<(), Vec<Lit>> {
        let Edge { from, to, weight, .. } = self.edges[new];
        if self.is_there[new] {
            return Ok(());
        }
        // By node: the excess of its value, and the edge that causes it. The node with the largest excess is
        // repaired first.
        let mut because: HashMap<usize, (i64, usize)> = HashMap::new();
        let mut queue = BinaryHeap::new();
        let mut before: HashMap<usize, i64> = HashMap::new();
        let excess = self.values[to] - self.values[from] - weight;
        if excess > 0 {
            because.insert(to, (excess, new));
            queue.push((excess, to));
        }
        while let Some((excess, node)) = queue.pop() {
            if because.contains_key(&from) {
                break;
            }
            if before.contains_key(&node) {
                continue;
            }
            before.insert(node, self.values[node]);
            self.values[node] -= excess;
            for &edge in &self.outgoing[node] {
                let Edge { to, weight, .. } = self.edges[edge];
                let excess = self.values[to] - self.values[node] - weight;
                let known = because.get(&to).map_or(0, |&(known, _)| known);
                if excess > known && !before.contains_key(&to) {
                    because.insert(to, (excess, edge));
                    queue.push((excess, to));
                }
            }
        }
        if !because.contains_key(&from) {
            self.outgoing[from].push(new);
            self.is_there[new] = true;
            return Ok(());
        }
        for (node, value) in before {
            self.values[node] = value;
        }
        let mut circle = Vec::new();
        let mut node = from;
        loop {
            let edge = because[&node].1;
            circle.push(self.edges[edge].lit);
            node = self.edges[edge].from;
            if edge == new {
                return Err(circle);
            }
        }
    }
}

impl Propagator for Differences {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        for atom in init.theory_atoms().filter(|atom| atom.name() == "diff") {
            let malformed = || format!("`{atom}` is not of the form `&diff {{ x-y }} <= d`");
            let (Some(literal), Some(("<=", bound))) = (atom.literal(), atom.guard()) else {
                return Err(malformed());
            };
            let weight = number(bound).ok_or_else(malformed)?;
            let mut elements =
                atom.elements().filter_map(|element| Some((element, difference(element.terms().get(0)?)?)));
            let (Some((element, (left, right))), None, 1) =
                (elements.next(), elements.next(), atom.elements().len())
            else {
                return Err(malformed());
            };
            if !element.condition().is_empty() || element.terms().len() != 1 {
                return Err(malformed());
            }
            let (from, to, lit) = (self.node(right), self.node(left), init.literal(literal));
            self.add_edge(init, Edge { from, to, weight, lit });
            if self.is_strict {
                self.add_edge(init, Edge { from: to, to: from, weight: -weight - 1, lit: !lit });
            }
        }
        Ok(())
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        for lit in changes {
            for edge in self.by_literal[lit].clone() {
                self.insert(edge).map_err(|circle| search.conflict(&circle))?;
            }
        }
        Ok(())
    }

    fn undo(&mut self, undone: &[Lit]) {
        for lit in undone.iter().rev() {
            for &edge in self.by_literal[lit].iter().rev() {
                // After a conflict, the graph does not contain all edges of the changes.
                if std::mem::take(&mut self.is_there[edge]) {
                    self.outgoing[self.edges[edge].from].pop();
                }
            }
        }
    }
}

/// The two sides of `x-y`.
fn difference(term: TheoryTerm<'_>) -> Option<(TheoryTerm<'_>, TheoryTerm<'_>)> {
    match term.view() {
        TheoryView::Function("-", sides) if sides.len() == 2 => Some((sides.get(0)?, sides.get(1)?)),
        _ => None,
    }
}

/// The value of a term without names, if it is in the range of the numbers of programs.
fn number(term: TheoryTerm<'_>) -> Option<i64> {
    let value = match term.view() {
        TheoryView::Number(value) => i64::from(value),
        TheoryView::Function(operator, operands) => {
            let first = number(operands.get(0)?)?;
            match (operator, operands.get(1)) {
                ("-", None) => -first,
                ("+", Some(second)) => first + number(second)?,
                ("-", Some(second)) => first - number(second)?,
                ("*", Some(second)) => first * number(second)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    i32::try_from(value).ok().map(i64::from)
}
