//! The circuits of theory atoms in a ground program.

use crate::circuit::Circuit;
use hamadryad_aspif::{Atom, Literal, TheoryStatement};
use std::collections::{BTreeMap, BTreeSet};

/// The theory atoms `&circuit`, and the terms and elements from which they are built.
#[derive(Clone, Default, Debug)]
pub struct Circuits {
    /// Each circuit with the atom that requires it.
    pub all: Vec<(Atom, Circuit<String, Vec<Literal>>)>,
    /// Terms as text, with their arguments.
    terms: BTreeMap<u32, (String, Vec<u32>)>,
    elements: BTreeMap<u32, (Vec<u32>, Vec<Literal>)>,
    built_in: BTreeSet<Atom>,
}

impl Circuits {
    /// Stores a statement.
    pub(super) fn add(&mut self, statement: TheoryStatement<'_>) {
        match statement {
            TheoryStatement::Number { term, value } => {
                self.terms.insert(term, (value.to_string(), Vec::new()));
            }
            TheoryStatement::Name { term, name } => {
                self.terms.insert(term, (name.to_owned(), Vec::new()));
            }
            TheoryStatement::Compound { term, functor, arguments } => {
                let name = u32::try_from(functor).map_or(functor.to_string(), |name| self.text(name));
                let texts: Vec<String> = arguments.iter().map(|&argument| self.text(argument)).collect();
                self.terms.insert(term, (format!("{name}({})", texts.join(",")), arguments.to_vec()));
            }
            TheoryStatement::Element { element, terms, condition } => {
                self.elements.insert(element, (terms.to_vec(), condition.to_vec()));
            }
            TheoryStatement::BuiltIn { atom } => {
                self.built_in.insert(atom);
            }
            TheoryStatement::Atom { atom, name, elements, .. } => {
                let is_directed = match self.text(name).as_str() {
                    "circuit" => true,
                    "circuit(undirected)" => false,
                    _ => return,
                };
                let Some(atom) = atom.filter(|atom| self.built_in.contains(atom)) else { return };
                let pair = |element: &u32| {
                    let (tuple, condition) = self.elements.get(element)?;
                    let &[from, to] = &self.terms.get(tuple.first()?)?.1[..] else { return None };
                    Some((self.text(from), self.text(to), condition.clone()))
                };
                // Elements that are no pairs have no meaning.
                if let Some(pairs) = elements.iter().map(pair).collect() {
                    self.all.push((atom, Circuit { is_directed, pairs }));
                }
            }
        }
    }

    fn text(&self, term: u32) -> String {
        self.terms.get(&term).map(|(text, _)| text.clone()).unwrap_or_default()
    }
}
