//! Which atoms of a unit are in one positive loop, and the negation of such an atom inside of what defines the loop.
//!
//! ```text
//! a :- #sum { 1 : b; -1 : c } >= 0.   c :- a.      -- a and c are in a loop
//! ```
//!
//! Outside of loops `-1 : c` is `1 : not c`. Inside of one that would say something else: whether `c` holds is to be
//! decided together with `a`, not before. There an atom `f` takes the place of `not c` (Alviano, Faber, Gebser: "Rewriting
//! recursive aggregates in answer set programming: back to monotonicity", 2015):
//!
//! ```text
//! s :- 1 <= b + f.    f :- not c.    f :- s.    c ; f :- not not s.
//! ```

use crate::aggregate::tuples::Tuples;
use crate::instantiate::join::Instantiator;
use crate::instantiate::scc;
use hamadryad_aspif::{Atom, BodyRef, Head, Literal};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The atoms that are in loops, with the numbers of their components.
#[derive(Default)]
pub(crate) struct Loops {
    component: HashMap<Atom, usize, FxBuildHasher>,
}

impl Loops {
    /// The loops among edges from heads to positive body atoms.
    pub(crate) fn new(edges: &[(Atom, Atom)]) -> Loops {
        let mut numbers: HashMap<Atom, usize, FxBuildHasher> = HashMap::default();
        let mut atoms: Vec<Atom> = Vec::new();
        let mut graph: Vec<Vec<usize>> = Vec::new();
        let mut number = |atom: Atom, graph: &mut Vec<Vec<usize>>| {
            *numbers.entry(atom).or_insert_with(|| {
                atoms.push(atom);
                graph.push(Vec::new());
                atoms.len() - 1
            })
        };
        for &(head, body) in edges {
            let (head, body) = (number(head, &mut graph), number(body, &mut graph));
            graph[head].push(body);
        }
        let mut component = HashMap::default();
        for (id, members) in scc::components(&graph).into_iter().enumerate() {
            let loops = members.len() > 1 || graph[members[0]].contains(&members[0]);
            if loops {
                component.extend(members.into_iter().map(|member| (atoms[member], id)));
            }
        }
        Loops { component }
    }
}

/// The loop of an atom that is being defined.
#[derive(Clone)]
pub(crate) struct Loop {
    loops: Rc<Loops>,
    component: usize,
}

impl Loop {
    /// The loop that an atom is in.
    pub(crate) fn of(loops: &Rc<Loops>, atom: Atom) -> Option<Loop> {
        let component = *loops.component.get(&atom)?;
        Some(Loop { loops: Rc::clone(loops), component })
    }

    /// Whether the literal is an atom of the loop.
    pub(crate) fn contains(&self, literal: Literal) -> bool {
        literal.is_positive() && self.loops.component.get(&literal.atom()) == Some(&self.component)
    }
}

impl Instantiator<'_> {
    /// Whether the literal is in a loop with what is being defined.
    pub(crate) fn loops_with(&self, literal: Literal) -> bool {
        self.in_loop.as_ref().is_some_and(|of| of.contains(literal))
    }

    /// The negation of a conjunction in the definition of an atom that may be in a loop with parts of it. The atoms of
    /// the conjunction go into heads themselves: one that stands for all of them would be derived without them.
    pub(crate) fn negate_within(&mut self, defined: Atom, condition: &[Literal]) -> Literal {
        let all = self.emitter.conjunction(condition);
        if !condition.iter().any(|&literal| self.loops_with(literal)) {
            return self.negate(all);
        }
        let negation = self.emitter.written.fresh();
        let fails = self.emitter.negated(all);
        self.emitter.derive(negation, &[fails]);
        self.emitter.derive(negation, &[defined.positive()]);
        let holds = self.emitter.doubly_negated(defined);
        for &literal in condition {
            if self.loops_with(literal) {
                let head = [literal.atom(), negation];
                self.emitter.rule(Head::Disjunction(&head), BodyRef::Normal(&[holds]));
            } else {
                let fails = self.emitter.negated(literal);
                self.emitter.derive(negation, &[holds, fails]);
            }
        }
        negation.positive()
    }

    /// Like [`negate_within`](Instantiator::negate_within), of a tuple: none of its conditions holds.
    pub(crate) fn negate_tuple_within(&mut self, defined: Atom, tuples: &Tuples, tuple: usize) -> Literal {
        let conditions: Vec<Vec<Literal>> = tuples.conditions(tuple).map(<[Literal]>::to_vec).collect();
        let negations: Vec<Literal> =
            conditions.iter().map(|condition| self.negate_within(defined, condition)).collect();
        self.emitter.conjunction(&negations)
    }
}
