//! Theory atoms `&circuit`, read from the theory terms of a step.

use crate::program::body::BodyId;
use crate::program::step::Step;
use crate::program::theory::{TheoryAtom, TheoryElement, TheoryView};
use hamadryad_aspif::{Atom, BodyRef};
use hamadryad_circuit::Node;
use rustc_hash::FxHashMap;

/// A theory atom `&circuit` whose terms are nodes.
#[derive(Clone)]
pub(crate) struct CircuitAtom {
    pub(crate) atom: Atom,
    pub(crate) is_directed: bool,
    pub(crate) nodes: usize,
    /// Arcs with their conditions, sorted.
    pub(crate) arcs: Vec<(Node, Node, BodyId)>,
}

impl CircuitAtom {
    /// Reads a theory atom; `None` if it is not a circuit. Conditions become bodies of the step.
    pub(crate) fn read(theory: TheoryAtom<'_>, step: &mut Step) -> Option<CircuitAtom> {
        let atom = theory.literal().filter(|_| theory.is_built_in() && theory.name() == "circuit")?.atom();
        let is_directed = match theory.term().view() {
            TheoryView::Name(_) => true,
            TheoryView::Function(_, arguments) => {
                let is_undirected = |name: &str| name == "undirected";
                let argument = arguments.get(0).filter(|_| arguments.len() == 1)?;
                matches!(argument.view(), TheoryView::Name(name) if is_undirected(name)).then_some(false)?
            }
            _ => return None,
        };
        let mut nodes: FxHashMap<String, Node> = FxHashMap::default();
        let mut arcs = Vec::new();
        for element in theory.elements() {
            let (from, to) = pair(element)?;
            let mut node = |text: String| {
                let next = Node::new(nodes.len());
                *nodes.entry(text).or_insert(next)
            };
            let (from, to) = (node(from), node(to));
            // The arc of a contradictory condition is absent, but its nodes exist.
            if let Some(condition) = step.bodies.add(BodyRef::Normal(element.condition())) {
                let is_turned = !is_directed && from > to;
                arcs.push(if is_turned { (to, from, condition) } else { (from, to, condition) });
            }
        }
        arcs.sort_unstable_by_key(|&(from, to, condition)| (from, to, condition.0));
        arcs.dedup();
        Some(CircuitAtom { atom, is_directed, nodes: nodes.len(), arcs })
    }
}

/// The nodes of an element as text: equal terms are the same node.
fn pair(element: TheoryElement<'_>) -> Option<(String, String)> {
    let terms = element.terms();
    let TheoryView::Tuple(pair) = terms.get(0).filter(|_| terms.len() == 1)?.view() else { return None };
    let (from, to) = (pair.get(0)?, pair.get(1)?);
    (pair.len() == 2).then(|| (from.to_string(), to.to_string()))
}
