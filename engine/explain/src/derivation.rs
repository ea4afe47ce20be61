//! The cheapest derivation of an atom of an answer set: Knuth's generalisation of Dijkstra's algorithm (Knuth 1977)
//! over the rule instances that hold.
//!
//! ```text
//! a.  b :- a.  c :- b.  c :- a.  d :- c, b.        c costs 2 by the second rule; d costs 1 + 2 + 2
//! ```
//!
//! A derivation costs 1 for its atom, and the costs of the atoms that its literals rest on. Atoms are settled in
//! the order of their costs, so that no derivation is circular. Among equal costs the earlier statement wins. Of an
//! aggregate, the cheapest tuples that reach its bound count; with different weights they are chosen greedily, by
//! cost for each unit of weight.
//!
//! Only the rules for atoms that a derivation may need are instantiated, beginning with the atom of the question.

use crate::tree::{Because, Node, NodeId, Tree, TreeLiteral};
use hamadryad_ground::{
    FactPlace, Grounder, HeadKind, Inspector, LiteralKind, Requirement, SourceInstance, World,
};
use hamadryad_symbol::{Symbol, Symbols};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The number of an atom in a search for a derivation.
type AtomIndex = usize;

/// An atom of the answer set that a derivation may need.
struct Known {
    symbol: Symbol,
    /// The derivation, once it is settled.
    settled: Option<Settled>,
    /// The instances that this atom may support.
    supports: Vec<usize>,
}

struct Settled {
    cost: u64,
    because: Because,
    /// The instance, and for each of its literals the atoms that support it.
    instance: Option<(usize, Vec<Vec<AtomIndex>>)>,
}

/// A rule instance that holds.
struct Firing {
    head: AtomIndex,
    instance: SourceInstance,
}

/// Finds derivations in an answer set.
pub struct Derivations<'a> {
    inspector: Inspector<'a>,
    grounder: &'a Grounder,
    stop: &'a dyn Fn() -> bool,
    facts: HashMap<Symbol, FactPlace, FxBuildHasher>,
    numbers: HashMap<Symbol, AtomIndex, FxBuildHasher>,
    atoms: Vec<Known>,
    firings: Vec<Firing>,
    is_cut: bool,
}

impl<'a> Derivations<'a> {
    /// A search for derivations in an answer set, which ends early when `stop` returns `true`.
    pub fn new(
        grounder: &'a Grounder,
        symbols: &'a mut Symbols,
        answer: &'a dyn World,
        stop: &'a dyn Fn() -> bool,
    ) -> Derivations<'a> {
        let facts = grounder.facts_with_places(symbols);
        let mut places: HashMap<Symbol, FactPlace, FxBuildHasher> = HashMap::default();
        for (fact, place) in facts {
            places.entry(fact).or_insert(place);
        }
        Derivations {
            inspector: Inspector::new(grounder, symbols, answer),
            grounder,
            stop,
            facts: places,
            numbers: HashMap::default(),
            atoms: Vec::new(),
            firings: Vec::new(),
            is_cut: false,
        }
    }

    /// The cheapest derivation of a true atom.
    pub fn tree(&mut self, atom: Symbol) -> Tree {
        self.collect(atom);
        self.settle();
        self.build(atom)
    }

    /// The inspector of the answer set.
    pub fn inspector(&mut self) -> &mut Inspector<'a> {
        &mut self.inspector
    }

    fn number(&mut self, symbol: Symbol, queue: &mut VecDeque<AtomIndex>) -> AtomIndex {
        let atoms = &mut self.atoms;
        *self.numbers.entry(symbol).or_insert_with(|| {
            atoms.push(Known { symbol, settled: None, supports: Vec::new() });
            queue.push_back(atoms.len() - 1);
            atoms.len() - 1
        })
    }

    /// Collects the rule instances that may take part in a derivation of the atom.
    fn collect(&mut self, atom: Symbol) {
        let mut queue = VecDeque::new();
        self.number(atom, &mut queue);
        while let Some(head) = queue.pop_front() {
            if (self.stop)() {
                self.is_cut = true;
                return;
            }
            let symbol = self.atoms[head].symbol;
            if self.facts.contains_key(&symbol) {
                continue;
            }
            let inspection = self.inspector.derivations(symbol);
            self.is_cut |= inspection.is_cut;
            for instance in inspection.instances {
                let mut supports: Vec<AtomIndex> = Vec::new();
                let requirements = instance.literals.iter().flat_map(|literal| &literal.requirements);
                for part in requirements.flat_map(|requirement| &requirement.parts) {
                    let symbols = part.1.iter().flatten();
                    supports.extend(symbols.map(|&symbol| self.number(symbol, &mut queue)));
                }
                supports.sort_unstable();
                supports.dedup();
                let number = self.firings.len();
                supports.iter().for_each(|&support| self.atoms[support].supports.push(number));
                self.firings.push(Firing { head, instance });
            }
        }
    }

    /// Settles all atoms in the order of their costs.
    fn settle(&mut self) {
        let mut heap: BinaryHeap<Reverse<(u64, usize, AtomIndex)>> = BinaryHeap::new();
        let mut new = Vec::new();
        for number in 0..self.atoms.len() {
            if self.atoms[number].settled.is_none() && self.facts.contains_key(&self.atoms[number].symbol) {
                let fact = Settled { cost: 1, because: Because::Fact, instance: None };
                self.atoms[number].settled = Some(fact);
                new.push(number);
            }
        }
        for number in 0..self.firings.len() {
            self.offer(number, &mut heap);
        }
        for atom in new {
            self.offer_supported(atom, &mut heap);
        }
        while let Some(Reverse((_, firing, head))) = heap.pop() {
            if self.atoms[head].settled.is_some() {
                continue;
            }
            // The selection is made again, because atoms that were settled since then may be cheaper.
            let Some((cost, chosen)) = self.select(firing) else { continue };
            let because = match self.firings[firing].instance.kind {
                HeadKind::Rule if self.firings[firing].instance.literals.is_empty() => Because::Fact,
                HeadKind::Rule => Because::Rule,
                HeadKind::Choice => Because::Choice,
                HeadKind::Disjunction => Because::Disjunction,
                HeadKind::External => Because::External,
            };
            self.atoms[head].settled = Some(Settled { cost, because, instance: Some((firing, chosen)) });
            self.offer_supported(head, &mut heap);
        }
    }

    fn offer_supported(&self, atom: AtomIndex, heap: &mut BinaryHeap<Reverse<(u64, usize, AtomIndex)>>) {
        self.atoms[atom].supports.iter().for_each(|&firing| self.offer(firing, heap));
    }

    fn offer(&self, firing: usize, heap: &mut BinaryHeap<Reverse<(u64, usize, AtomIndex)>>) {
        let head = self.firings[firing].head;
        if self.atoms[head].settled.is_none()
            && let Some((cost, _)) = self.select(firing)
        {
            heap.push(Reverse((cost, firing, head)));
        }
    }

    /// The cost of an instance by the atoms that are settled, with the atoms that each literal rests on; `None` if
    /// a literal needs further atoms.
    fn select(&self, firing: usize) -> Option<(u64, Vec<Vec<AtomIndex>>)> {
        let mut cost = 1u64;
        let mut chosen = Vec::new();
        for literal in &self.firings[firing].instance.literals {
            let mut atoms = Vec::new();
            for requirement in &literal.requirements {
                cost = cost.saturating_add(self.satisfy(requirement, &mut atoms)?);
            }
            let mut seen = Vec::new();
            atoms.retain(|atom| {
                !seen.contains(atom) && {
                    seen.push(*atom);
                    true
                }
            });
            chosen.push(atoms);
        }
        Some((cost, chosen))
    }

    /// The cost of the cheapest settled parts that satisfy a requirement; their atoms are added to `atoms`.
    fn satisfy(&self, requirement: &Requirement, atoms: &mut Vec<AtomIndex>) -> Option<u64> {
        let mut parts: Vec<(u64, i64, Vec<AtomIndex>)> = Vec::new();
        for (weight, alternatives) in &requirement.parts {
            let best = alternatives.iter().filter_map(|symbols| {
                let numbers: Vec<AtomIndex> = symbols.iter().map(|symbol| self.numbers[symbol]).collect();
                let costs = numbers.iter().map(|&atom| Some(self.atoms[atom].settled.as_ref()?.cost));
                let cost: Option<u64> = costs.sum();
                cost.map(|cost| (cost, numbers))
            });
            parts.extend(best.min().map(|(cost, numbers)| (cost, *weight, numbers)));
        }
        // The cheapest for each unit of weight first: cost / weight without a division.
        parts.sort_by(|(cost, weight, _), (other, against, _)| {
            (u128::from(*cost) * against.unsigned_abs() as u128)
                .cmp(&(u128::from(*other) * weight.unsigned_abs() as u128))
        });
        let (mut reached, mut taken) = (0, Vec::new());
        for part in parts {
            if reached >= requirement.least {
                break;
            }
            reached += part.1;
            taken.push(part);
        }
        if reached < requirement.least {
            return None;
        }
        // A later part may make an earlier one superfluous.
        let mut kept: Vec<bool> = vec![true; taken.len()];
        for (number, part) in taken.iter().enumerate() {
            if reached - part.1 >= requirement.least {
                reached -= part.1;
                kept[number] = false;
            }
        }
        let taken = taken.into_iter().zip(kept).filter(|(_, kept)| *kept);
        Some(taken.fold(0, |cost, ((more, _, numbers), _)| {
            atoms.extend(numbers);
            cost.saturating_add(more)
        }))
    }

    /// The tree of a settled atom; nodes are numbered by their distance.
    fn build(&self, atom: Symbol) -> Tree {
        let mut ids: HashMap<AtomIndex, NodeId, FxBuildHasher> = HashMap::default();
        let mut order: Vec<AtomIndex> = Vec::new();
        let mut nodes = Vec::new();
        let root = self.numbers[&atom];
        ids.insert(root, NodeId(0));
        order.push(root);
        let mut next = 0;
        while next < order.len() {
            let known = &self.atoms[order[next]];
            next += 1;
            let mut id = |atom: AtomIndex| {
                *ids.entry(atom).or_insert_with(|| {
                    order.push(atom);
                    NodeId(order.len() - 1)
                })
            };
            nodes.push(self.node(known, &mut id));
        }
        let cost = self.atoms[root].settled.as_ref().map_or(0, |settled| settled.cost);
        Tree { nodes, cost, is_cut: self.is_cut }
    }

    fn node(&self, known: &Known, id: &mut impl FnMut(AtomIndex) -> NodeId) -> Node {
        let mut node = Node {
            atom: known.symbol,
            because: Because::Unknown,
            span: None,
            position: 0,
            bindings: Vec::new(),
            literals: Vec::new(),
        };
        let Some(Settled { because, instance, .. }) = &known.settled else {
            if self.grounder.lookup(known.symbol).is_some_and(|state| state.external) {
                node.because = Because::External;
            }
            return node;
        };
        node.because = *because;
        let Some((firing, chosen)) = instance else {
            let (span, position) = self.facts[&known.symbol];
            (node.span, node.position) = (Some(span), position);
            return node;
        };
        let instance = &self.firings[*firing].instance;
        node.span = Some(instance.span);
        node.bindings.clone_from(&instance.bindings);
        node.literals = instance
            .literals
            .iter()
            .zip(chosen)
            .map(|(literal, atoms)| TreeLiteral {
                text: literal.text.clone(),
                kind: literal.kind,
                status: literal.status,
                assumed: literal.assumed.clone(),
                value: literal.value.filter(|_| literal.kind == LiteralKind::Aggregate),
                children: atoms.iter().map(|&atom| id(atom)).collect(),
            })
            .collect();
        node
    }
}
