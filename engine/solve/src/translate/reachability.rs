//! Rules that describe reachability along arcs.
//!
//! ```text
//! reach(V) :- start(V).                an entry, with the literal of start(V)
//! reach(V) :- reach(U), next(U,V).     an arc from U to V, with the literal of next(U,V)
//! ```
//!
//! Invariant: each rule has at most one atom of the loop and at most one further literal that is not fixed.

use crate::program::step::{Step, Support};
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, BodyRef, Literal};
use hamadryad_circuit::Node;
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

/// An arc from a node to another, present if a literal is true.
pub(super) type Arc = (Node, Node, Lit);

/// The rules of a positive loop that describe reachability.
#[derive(Default)]
pub(super) struct Reachability {
    /// By node.
    pub(super) atoms: Vec<Atom>,
    pub(super) arcs: Vec<Arc>,
    /// Nodes with the literals of rules that make them reachable without an arc.
    pub(super) entries: Vec<(Node, Lit)>,
    /// The program literals of arcs and entries: two atoms may share a literal of the solver.
    pub(super) named: Vec<(Option<Node>, Node, Literal)>,
}

/// A body, read for the recognition of circuits.
pub(super) enum ReadBody {
    /// A conjunction that may be true: its literals, with their literals in the solver.
    Open(Vec<(Literal, Lit)>),
    /// A body that is false in every model.
    False,
    /// A choice, a disjunction or a weight constraint.
    Other,
}

impl Translator<'_> {
    /// The rules for the atoms of a loop; `None` if a rule has another form, or if an atom is not fixed to
    /// true.
    pub(super) fn read_reachability(&self, step: &Step, atoms: &[Atom]) -> Option<Reachability> {
        if atoms.len() < 2 || !atoms.iter().all(|atom| self.sat.is_fixed_true(self.lit(atom.positive()))) {
            return None;
        }
        let node_of: FxHashMap<Atom, Node> = atoms.iter().copied().zip((0..).map(Node::new)).collect();
        let mut reach = Reachability { atoms: atoms.to_vec(), ..Reachability::default() };
        for &atom in atoms {
            for support in step.supports_of(atom) {
                match self.read_body(step, support) {
                    ReadBody::Open(literals) => {
                        self.read_rule(&mut reach, &node_of, node_of[&atom], literals)?;
                    }
                    ReadBody::False => {}
                    ReadBody::Other => return None,
                }
            }
        }
        Some(reach)
    }

    /// Adds the arc or the entry of a rule; `None` if the rule has another form.
    fn read_rule(
        &self,
        reach: &mut Reachability,
        node_of: &FxHashMap<Atom, Node>,
        to: Node,
        literals: Vec<(Literal, Lit)>,
    ) -> Option<()> {
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
        Some(())
    }

    /// Reads the body of a rule.
    pub(super) fn read_body(&self, step: &Step, support: &Support) -> ReadBody {
        if support.is_choice() || support.disjunction().is_some() {
            return ReadBody::Other;
        }
        let BodyRef::Normal(literals) = step.bodies.get(support.body) else { return ReadBody::Other };
        let literals: Vec<(Literal, Lit)> =
            literals.iter().map(|&literal| (literal, self.lit(literal))).collect();
        let may_hold = literals.iter().all(|&(_, lit)| !self.sat.is_fixed_true(!lit));
        if may_hold { ReadBody::Open(literals) } else { ReadBody::False }
    }
}
