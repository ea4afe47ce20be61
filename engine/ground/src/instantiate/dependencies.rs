//! Which rules must be instantiated before which: the components of the dependency graph.
//!
//! ```text
//! b :- not a.  a :- not b.  c(X) :- d(X), not a.     -- two units for b and a, which go before that of c
//! ```
//!
//! A rule depends on the rules whose heads may match its literals. First the strongly connected components over all
//! dependencies are put in order, then, inside of each, those over the dependencies that instances come from: positive
//! ones, and whatever stands in aggregates and conditional literals, even under `not`. The latter are the units that are
//! instantiated together.

use crate::atoms::domain::PredicateId;
use crate::instantiate::scc;
use crate::ir::{Atom, Rule, Term};
use hamadryad_syntax::ast::Sign;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The units of a program.
pub(crate) struct Components {
    /// Rules by their numbers, unit after unit in the order of instantiation.
    pub units: Vec<Vec<usize>>,
    /// For each rule and each of its predicate literals, whether its domain is not complete when the rule's unit is begun.
    pub growing: Vec<Vec<bool>>,
}

/// A dependency: whether it is one that instances come from.
struct Edge {
    to: usize,
    instances: bool,
}

/// Finds the units of the rules.
pub(crate) fn units(rules: &[&Rule]) -> Components {
    let graph = Graph::new(rules);
    let mut units = Vec::new();
    let all: Vec<usize> = (0..rules.len()).collect();
    for component in graph.components(&all, false) {
        units.extend(graph.components(&component, true));
    }
    for unit in &mut units {
        unit.sort_unstable();
    }
    let mut unit_of = vec![0; rules.len()];
    for (number, unit) in units.iter().enumerate() {
        unit.iter().for_each(|&rule| unit_of[rule] = number);
    }
    let growing = rules.iter().enumerate().map(|(number, rule)| {
        let mut growing = vec![false; rule.occurrences];
        predicates(rule, &mut |_, atom, occurrence| {
            let late = |&other: &usize| unit_of[other] >= unit_of[number];
            growing[occurrence] |= graph.definers(rules, atom).any(|other| late(&other));
        });
        growing
    });
    let growing = growing.collect();
    Components { units, growing }
}

/// Calls `visit` with every predicate literal of a rule.
fn predicates<'a>(rule: &'a Rule, visit: &mut impl FnMut(Sign, &'a Atom, usize)) {
    rule.body.iter().for_each(|literal| literal.predicates(visit));
    rule.action.predicates(visit);
}

struct Graph {
    /// For each predicate, the rules that have it in the head, with the position of the atom there.
    heads: HashMap<PredicateId, Vec<usize>, FxBuildHasher>,
    edges: Vec<Vec<Edge>>,
}

impl Graph {
    fn new(rules: &[&Rule]) -> Graph {
        let mut heads: HashMap<PredicateId, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            for head in rule.action.heads() {
                let definers = heads.entry(head.predicate).or_default();
                if definers.last() != Some(&number) {
                    definers.push(number);
                }
            }
        }
        let mut graph = Graph { heads, edges: Vec::new() };
        graph.edges = rules.iter().map(|rule| graph.dependencies(rules, rule)).collect();
        graph
    }

    fn dependencies(&self, rules: &[&Rule], rule: &Rule) -> Vec<Edge> {
        let mut edges = Vec::new();
        predicates(rule, &mut |sign, atom, _| {
            // A negated literal waits for nothing: what is not derived yet gets an atom, and may be derived later.
            let instances = sign == Sign::None;
            edges.extend(self.definers(rules, atom).map(|to| Edge { to, instances }));
        });
        edges
    }

    /// The rules with a head that may be an instance of the atom.
    fn definers<'r>(&'r self, rules: &'r [&'r Rule], atom: &'r Atom) -> impl Iterator<Item = usize> + 'r {
        let candidates = self.heads.get(&atom.predicate).map_or(&[][..], Vec::as_slice);
        candidates.iter().copied().filter(move |&number| {
            let heads = rules[number].action.heads();
            heads.iter().any(|head| head.predicate == atom.predicate && may_match(head, atom))
        })
    }

    /// The strongly connected components among the given rules, those first that others depend on.
    fn components(&self, nodes: &[usize], instances: bool) -> Vec<Vec<usize>> {
        let positions: HashMap<usize, usize, FxBuildHasher> =
            nodes.iter().enumerate().map(|(position, &node)| (node, position)).collect();
        let targets = |&node: &usize| {
            let edges = self.edges[node].iter().filter(|edge| edge.instances || !instances);
            edges.filter_map(|edge| positions.get(&edge.to).copied()).collect()
        };
        let graph: Vec<Vec<usize>> = nodes.iter().map(targets).collect();
        let components = scc::components(&graph).into_iter();
        components.map(|component| component.into_iter().map(|position| nodes[position]).collect()).collect()
    }
}

/// Whether two atoms of one predicate may have a common instance; errs on the side of yes.
fn may_match(left: &Atom, right: &Atom) -> bool {
    left.arguments.iter().zip(&right.arguments).all(|(left, right)| terms_may_match(left, right))
}

fn terms_may_match(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Constant(left), Term::Constant(right)) => left == right,
        (
            Term::Function { name, positive, arguments },
            Term::Function { name: other, positive: sign, arguments: others },
        ) => {
            name == other
                && positive == sign
                && arguments.len() == others.len()
                && arguments.iter().zip(others).all(|(left, right)| terms_may_match(left, right))
        }
        // The arguments of a constant function are not at hand here.
        _ => true,
    }
}
