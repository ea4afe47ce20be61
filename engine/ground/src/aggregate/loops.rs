//! Positive loops of a component, for aggregates inside of them.
//!
//! ```text
//! a :- #sum { 1 : b; -1 : c } >= 0.   c :- a.      -- a and c are in a positive loop
//! ```

use hamadryad_aspif::{Atom, Components, Literal};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The atoms in positive loops, with the numbers of their strongly connected components.
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
        for (id, members) in Components::new(graph.len(), |node| &graph[node]).iter().enumerate() {
            let is_loop = members.len() > 1 || graph[members[0]].contains(&members[0]);
            if is_loop {
                component.extend(members.iter().map(|&member| (atoms[member], id)));
            }
        }
        Loops { component }
    }
}

/// The positive loop of an atom that is being defined.
#[derive(Clone)]
pub(crate) struct Loop {
    loops: Rc<Loops>,
    component: usize,
}

impl Loop {
    /// The loop that contains an atom; `None` if there is none.
    pub(crate) fn of(loops: &Rc<Loops>, atom: Atom) -> Option<Loop> {
        let component = *loops.component.get(&atom)?;
        Some(Loop { loops: Rc::clone(loops), component })
    }

    /// Whether the literal is an atom of the loop.
    pub(crate) fn contains(&self, literal: Literal) -> bool {
        literal.is_positive() && self.loops.component.get(&literal.atom()) == Some(&self.component)
    }
}
