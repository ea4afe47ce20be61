//! Theory atoms as text, in the style of clingo, and a theory that lets the text be read again.
//!
//! ```text
//! a:-&sum{(3*x); y: b}<=((-4)).
//! #theory _theory{t{- :0,unary;* :0,binary,left};&sum/0:t,{<=},t,any}.
//! ```
//!
//! Operations are parenthesised, so the priorities of their operators have no effect.

use crate::{Atom, BUILT_IN_THEORY, Literal, TheoryStatement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A term: its text, and its form as the name of a theory atom.
struct Term {
    text: String,
    name: String,
    arguments: usize,
}

/// The known properties of a kind of theory atoms.
#[derive(Default)]
struct Kind {
    guards: BTreeSet<String>,
    is_directive: bool,
}

/// A theory atom whose conditions are not written yet.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct TheoryAtom {
    name: String,
    /// The tuples of the elements with their conditions.
    pub elements: Vec<(String, Vec<Literal>)>,
    guard: String,
    /// Whether the engine defines it.
    pub is_built_in: bool,
}

impl TheoryAtom {
    /// The text, including conditions.
    pub(super) fn text(&self, conjunction: impl Fn(&[Literal]) -> String) -> String {
        let element = |(tuple, condition): &(String, Vec<Literal>)| match (&tuple[..], &condition[..]) {
            // White space separates the colon from an operator.
            ("", []) => ": ".to_owned(),
            (_, []) => tuple.clone(),
            _ => format!("{tuple}: {}", conjunction(condition)),
        };
        let elements: Vec<String> = self.elements.iter().map(element).collect();
        format!("&{}{{{}}}{}", self.name, elements.join("; "), self.guard)
    }
}

/// The terms and elements of all steps.
#[derive(Default)]
pub(super) struct Theory {
    terms: FxHashMap<u32, Term>,
    elements: FxHashMap<u32, (String, Vec<Literal>)>,
    operators: BTreeSet<(String, usize)>,
    kinds: BTreeMap<(String, usize), Kind>,
    built_in: FxHashSet<Atom>,
    /// The theory atoms that have been written.
    written: FxHashSet<TheoryAtom>,
}

/// Whether a function with this name is an operation.
fn is_operator(name: &str) -> bool {
    name == "not" || name.starts_with(|first| "/!<=>+-*\\?&@|:;~^.".contains(first))
}

impl Theory {
    /// Records a statement; returns the theory atom if it is one.
    pub(super) fn add(&mut self, statement: TheoryStatement<'_>) -> Option<TheoryAtom> {
        match statement {
            TheoryStatement::Number { term, value } => {
                self.put(term, if value < 0 { format!("({value})") } else { value.to_string() });
            }
            TheoryStatement::Name { term, name } => self.put(term, name.to_owned()),
            TheoryStatement::Compound { term, functor, arguments } => {
                let compound = self.compound(functor, arguments);
                self.terms.insert(term, compound);
            }
            TheoryStatement::Element { element, terms, condition } => {
                self.elements.insert(element, (self.joined(terms, ","), condition.to_vec()));
            }
            TheoryStatement::BuiltIn { atom } => drop(self.built_in.insert(atom)),
            TheoryStatement::Atom { atom, name, elements, guard } => {
                return Some(self.atom(atom, name, elements, guard));
            }
        }
        None
    }

    /// Whether no earlier theory atom has the same text, so that the text identifies the atom. Built-in
    /// theory atoms occur in heads only, where equal texts have equal meaning.
    pub(super) fn is_first(&mut self, atom: &TheoryAtom) -> bool {
        atom.is_built_in || self.written.insert(atom.clone())
    }

    fn put(&mut self, term: u32, text: String) {
        self.terms.insert(term, Term { name: text.clone(), text, arguments: 0 });
    }

    fn compound(&mut self, functor: i32, arguments: &[u32]) -> Term {
        let size = arguments.len();
        let (name, text) = match functor {
            -1 => {
                let comma = if size == 1 { "," } else { "" };
                (String::new(), format!("({}{comma})", self.joined(arguments, ",")))
            }
            -2 => (String::new(), format!("{{{}}}", self.joined(arguments, ","))),
            -3 => (String::new(), format!("[{}]", self.joined(arguments, ","))),
            _ => {
                let name = self.text(functor as u32);
                let operator = if name == "not" { " not " } else { &name };
                let text = match size {
                    1 if is_operator(&name) => {
                        format!("({}{})", operator.trim_start(), self.joined(arguments, ""))
                    }
                    2 if is_operator(&name) => format!("({})", self.joined(arguments, operator)),
                    _ => format!("{name}({})", self.joined(arguments, ",")),
                };
                if is_operator(&name) && (1..=2).contains(&size) {
                    self.operators.insert((name.clone(), size));
                }
                (name, text)
            }
        };
        Term { text, name, arguments: size }
    }

    /// The text of a term; an undescribed term is written as its number.
    fn text(&self, term: u32) -> String {
        self.terms.get(&term).map_or_else(|| term.to_string(), |term| term.text.clone())
    }

    fn joined(&self, terms: &[u32], separator: &str) -> String {
        terms.iter().map(|&term| self.text(term)).collect::<Vec<String>>().join(separator)
    }

    fn atom(
        &mut self,
        atom: Option<Atom>,
        name: u32,
        elements: &[u32],
        guard: Option<(u32, u32)>,
    ) -> TheoryAtom {
        let key = match self.terms.get(&name) {
            Some(term) => (term.name.clone(), term.arguments),
            None => (name.to_string(), 0),
        };
        let operator = guard.map(|(operator, _)| self.text(operator));
        let is_built_in = atom.is_some_and(|atom| self.built_in.contains(&atom));
        if !is_built_in {
            let kind = self.kinds.entry(key).or_default();
            kind.is_directive |= atom.is_none();
            kind.guards.extend(operator.clone());
        }
        let guard = match (operator, guard) {
            (Some(operator), Some((_, term))) => format!("{operator}({})", self.text(term)),
            _ => String::new(),
        };
        let elements = elements.iter().map(|element| self.elements.get(element).cloned().unwrap_or_default());
        TheoryAtom { name: self.text(name), elements: elements.collect(), guard, is_built_in }
    }

    /// The theories that the written atoms belong to.
    pub(super) fn definitions(&self) -> impl Iterator<Item = String> {
        let built_in = (!self.built_in.is_empty()).then(|| BUILT_IN_THEORY.to_owned());
        built_in.into_iter().chain(self.definition())
    }

    /// The theory of the atoms that are not built in.
    fn definition(&self) -> Option<String> {
        if self.kinds.is_empty() {
            return None;
        }
        let operators = self.operators.iter().map(|(name, arity)| {
            let kind = if *arity == 1 { "unary" } else { "binary,left" };
            format!("{name} :0,{kind}")
        });
        let operators = operators.collect::<Vec<String>>().join(";");
        let mut text = format!("#theory _theory{{t{{{operators}}}");
        for ((name, arity), kind) in &self.kinds {
            let guards = kind.guards.iter().map(String::as_str).collect::<Vec<&str>>().join(",");
            let guard = if guards.is_empty() { String::new() } else { format!(",{{{guards}}},t") };
            let place = if kind.is_directive { "directive" } else { "any" };
            write!(text, ";&{name}/{arity}:t{guard},{place}").expect("memory takes all");
        }
        text.push_str("}.");
        Some(text)
    }
}
