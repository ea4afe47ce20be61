//! The order of instantiation: the components of the dependency graph between rules.
//!
//! ```text
//! b :- not a.  a :- not b.  c(X) :- d(X), not a.     -- components {b}, {a}, then {c}
//! ```
//!
//! A rule depends on the rules whose heads may match its literals. The strongly connected components over all
//! dependencies are sorted first. Each of them is divided into components over positive dependencies, because
//! negated literals add no instances; literals inside of a negated aggregate count as positive. The rules of
//! such a component are instantiated together (Kaminski, Schaub 2023).

use crate::atoms::domain::PredicateId;
use crate::ir::{Atom, GrowingLiterals, Occurrence, Rule, Term};
use hamadryad_aspif::Components as StronglyConnected;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Sign;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The components of a program.
pub(crate) struct Components {
    /// The numbers of the rules of each component, in the order of instantiation.
    pub rules: Vec<Vec<usize>>,
    /// For each rule and each of its predicate literals, whether its domain is incomplete when the component
    /// begins.
    pub growing: Vec<GrowingLiterals>,
}

/// A dependency on another rule.
struct Edge {
    to: usize,
    /// Whether it is positive.
    positive: bool,
}

/// Finds the components of the rules.
pub(crate) fn components(rules: &[&Rule]) -> Components {
    let graph = Graph::new(rules);
    let mut found = Vec::new();
    let all: Vec<usize> = (0..rules.len()).collect();
    for component in graph.components(&all, false) {
        found.extend(graph.components(&component, true));
    }
    let mut component_of = vec![0; rules.len()];
    for (number, component) in found.iter_mut().enumerate() {
        component.sort_unstable();
        component.iter().for_each(|&rule| component_of[rule] = number);
    }
    let growing = rules.iter().enumerate().map(|(number, rule)| {
        let mut growing = GrowingLiterals::none(rule.occurrences);
        predicates(rule, &mut |_, atom, occurrence| {
            let late = |&other: &usize| component_of[other] >= component_of[number];
            if graph.definers(atom).iter().any(late) {
                growing.insert(occurrence);
            }
        });
        growing
    });
    let growing = growing.collect();
    Components { rules: found, growing }
}

/// Calls `visit` with every predicate literal of a rule.
fn predicates<'a>(rule: &'a Rule, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
    rule.body.iter().for_each(|literal| literal.predicates(visit));
    rule.action.predicates(visit);
}

/// The heads with a predicate, each with the number of its rule.
#[derive(Default)]
struct Heads<'r> {
    all: Vec<(usize, &'r Atom)>,
    /// The rules of the heads without variables, by the arguments: a rule may have thousands of such heads.
    ground: HashMap<Vec<Symbol>, Vec<usize>, FxBuildHasher>,
    /// All other heads.
    open: Vec<(usize, &'r Atom)>,
}

impl<'r> Heads<'r> {
    fn add(&mut self, rule: usize, head: &'r Atom) {
        self.all.push((rule, head));
        match constants(head) {
            Some(arguments) => self.ground.entry(arguments).or_default().push(rule),
            None => self.open.push((rule, head)),
        }
    }

    /// The rules with a head that may be an instance of the atom, in their order.
    fn matching(&self, atom: &Atom) -> Vec<usize> {
        let matching = |heads: &[(usize, &Atom)]| -> Vec<usize> {
            let matching = heads.iter().filter(|(_, head)| may_match(head, atom));
            matching.map(|&(rule, _)| rule).collect()
        };
        let mut rules = match constants(atom) {
            None => matching(&self.all),
            Some(arguments) => {
                let mut rules = matching(&self.open);
                rules.extend(self.ground.get(&arguments).into_iter().flatten());
                rules.sort_unstable();
                rules
            }
        };
        rules.dedup();
        rules
    }
}

/// The arguments of an atom if all of them are constants.
fn constants(atom: &Atom) -> Option<Vec<Symbol>> {
    let constant = |term: &Term| if let Term::Constant(symbol) = term { Some(*symbol) } else { None };
    atom.arguments.iter().map(constant).collect()
}

struct Graph<'r> {
    heads: HashMap<PredicateId, Heads<'r>, FxBuildHasher>,
    edges: Vec<Vec<Edge>>,
}

impl<'r> Graph<'r> {
    fn new(rules: &[&'r Rule]) -> Graph<'r> {
        let mut heads: HashMap<PredicateId, Heads<'r>, FxBuildHasher> = HashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            for head in rule.action.heads() {
                heads.entry(head.predicate).or_default().add(number, head);
            }
        }
        let mut graph = Graph { heads, edges: Vec::new() };
        graph.edges = rules.iter().map(|rule| graph.dependencies(rule)).collect();
        graph
    }

    fn dependencies(&self, rule: &Rule) -> Vec<Edge> {
        let mut edges = Vec::new();
        predicates(rule, &mut |sign, atom, _| {
            // A negated literal needs no derived atom: an atom that is not derived yet gets its number early.
            let positive = sign == Sign::None;
            edges.extend(self.definers(atom).into_iter().map(|to| Edge { to, positive }));
        });
        edges
    }

    /// The rules with a head that may be an instance of the atom.
    fn definers(&self, atom: &Atom) -> Vec<usize> {
        self.heads.get(&atom.predicate).map(|heads| heads.matching(atom)).unwrap_or_default()
    }

    /// The strongly connected components of the given rules; a component comes after its dependencies.
    fn components(&self, nodes: &[usize], only_positive: bool) -> Vec<Vec<usize>> {
        let positions: HashMap<usize, usize, FxBuildHasher> =
            nodes.iter().enumerate().map(|(position, &node)| (node, position)).collect();
        let targets = |&node: &usize| {
            let edges = self.edges[node].iter().filter(|edge| edge.positive || !only_positive);
            edges.filter_map(|edge| positions.get(&edge.to).copied()).collect()
        };
        let graph: Vec<Vec<usize>> = nodes.iter().map(targets).collect();
        let components = StronglyConnected::new(graph.len(), |node| &graph[node]);
        let rules = |members: &[usize]| members.iter().map(|&position| nodes[position]).collect();
        components.iter().map(rules).collect()
    }
}

/// Whether two atoms of the same predicate may have a common instance. The test is an approximation: it may
/// be true without a common instance.
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
        // The arguments of a constant are not available without the symbol store.
        _ => true,
    }
}
