//! The theory atoms of the ground program, for propagators that define their meaning.
//!
//! ```text
//! &diff { a-b } <= 3.       an atom named `diff`, an element with the term `a-b`, and the guard `<= 3`
//! ```
//!
//! Invariant: a term, element or atom refers only to items that were stored before it, so terms are trees. A
//! statement that refers to an unknown item is ignored, and so is a second description of a number.

use hamadryad_aspif::{Atom, Literal, TheoryStatement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// A theory statement of a step.
#[derive(Clone, Debug)]
pub(crate) enum TheoryItem {
    Term(u32, TermData),
    Element(u32, ElementData),
    BuiltIn(Atom),
    Atom(AtomData),
}

impl From<TheoryStatement<'_>> for TheoryItem {
    fn from(statement: TheoryStatement<'_>) -> TheoryItem {
        match statement {
            TheoryStatement::Number { term, value } => TheoryItem::Term(term, TermData::Number(value)),
            TheoryStatement::Name { term, name } => TheoryItem::Term(term, TermData::Name(name.into())),
            TheoryStatement::Compound { term, functor, arguments } => {
                TheoryItem::Term(term, TermData::Compound(functor, arguments.into()))
            }
            TheoryStatement::Element { element, terms, condition } => {
                TheoryItem::Element(element, ElementData { terms: terms.into(), condition: condition.into() })
            }
            TheoryStatement::BuiltIn { atom } => TheoryItem::BuiltIn(atom),
            TheoryStatement::Atom { atom, name, elements, guard } => {
                TheoryItem::Atom(AtomData { atom, name, elements: elements.into(), guard })
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum TermData {
    Number(i32),
    Name(Box<str>),
    /// As in [`TheoryStatement::Compound`].
    Compound(i32, Box<[u32]>),
}

#[derive(Clone, Debug)]
pub(crate) struct ElementData {
    terms: Box<[u32]>,
    condition: Box<[Literal]>,
}

#[derive(Clone, Debug)]
pub(crate) struct AtomData {
    atom: Option<Atom>,
    name: u32,
    elements: Box<[u32]>,
    guard: Option<(u32, u32)>,
}

/// The theory atoms of all steps, with their terms and elements.
#[derive(Clone, Debug, Default)]
pub struct Theories {
    terms: FxHashMap<u32, TermData>,
    elements: FxHashMap<u32, ElementData>,
    atoms: Vec<AtomData>,
    built_in: FxHashSet<Atom>,
}

impl Theories {
    pub(crate) fn add(&mut self, item: TheoryItem) {
        let has_term = |term: &u32| self.terms.contains_key(term);
        match item {
            TheoryItem::Term(number, term) => {
                let is_complete = match &term {
                    TermData::Compound(functor, arguments) => {
                        let is_named = u32::try_from(*functor).is_ok_and(|functor| has_term(&functor));
                        (is_named || (-3..0).contains(functor)) && arguments.iter().all(has_term)
                    }
                    TermData::Number(_) | TermData::Name(_) => true,
                };
                if is_complete {
                    self.terms.entry(number).or_insert(term);
                }
            }
            TheoryItem::Element(number, element) => {
                if element.terms.iter().all(has_term) {
                    self.elements.entry(number).or_insert(element);
                }
            }
            TheoryItem::BuiltIn(atom) => drop(self.built_in.insert(atom)),
            TheoryItem::Atom(atom) => {
                let has_guard =
                    atom.guard.is_none_or(|(relation, term)| has_term(&relation) && has_term(&term));
                let is_complete = has_term(&atom.name)
                    && has_guard
                    && atom.elements.iter().all(|element| self.elements.contains_key(element));
                if is_complete {
                    self.atoms.push(atom);
                }
            }
        }
    }

    /// The number of theory atoms.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether the program has no theory atoms.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The theory atoms in their order, without the first `first` ones.
    pub fn atoms_from(&self, first: usize) -> impl Iterator<Item = TheoryAtom<'_>> + '_ {
        let new = self.atoms.get(first..).unwrap_or_default();
        new.iter().map(|data| TheoryAtom { theories: self, data })
    }
}

/// A theory atom or directive of the ground program. `Display` writes it as in a program.
#[derive(Clone, Copy)]
pub struct TheoryAtom<'t> {
    theories: &'t Theories,
    data: &'t AtomData,
}

impl<'t> TheoryAtom<'t> {
    /// The atom in the ground program; `None` for a directive.
    pub fn literal(self) -> Option<Literal> {
        self.data.atom.map(Atom::positive)
    }

    /// Whether the engine defines its meaning, as for `&circuit`.
    pub fn is_built_in(self) -> bool {
        self.data.atom.is_some_and(|atom| self.theories.built_in.contains(&atom))
    }

    /// Its name, which is a function if it has arguments: `f(1)` in `&f(1) { … }`.
    pub fn term(self) -> TheoryTerm<'t> {
        TheoryTerm { theories: self.theories, number: self.data.name }
    }

    /// The name without arguments: `f` in `&f(1) { … }`.
    pub fn name(self) -> &'t str {
        match self.term().view() {
            TheoryView::Name(name) | TheoryView::Function(name, _) => name,
            _ => "",
        }
    }

    /// Its elements.
    pub fn elements(self) -> impl ExactSizeIterator<Item = TheoryElement<'t>> {
        let theories = self.theories;
        self.data
            .elements
            .iter()
            .map(move |number| TheoryElement { theories, data: &theories.elements[number] })
    }

    /// The relation and the term after the elements.
    pub fn guard(self) -> Option<(&'t str, TheoryTerm<'t>)> {
        let theories = self.theories;
        self.data
            .guard
            .map(|(relation, number)| (theories.name_of(relation), TheoryTerm { theories, number }))
    }
}

/// An element of a theory atom: a tuple of terms, present if its condition is true.
#[derive(Clone, Copy)]
pub struct TheoryElement<'t> {
    theories: &'t Theories,
    data: &'t ElementData,
}

impl<'t> TheoryElement<'t> {
    /// The terms of the tuple.
    pub fn terms(self) -> TheoryTerms<'t> {
        TheoryTerms { theories: self.theories, numbers: &self.data.terms }
    }

    /// The condition of the element, without facts.
    pub fn condition(self) -> &'t [Literal] {
        &self.data.condition
    }
}

/// A list of terms.
#[derive(Clone, Copy)]
pub struct TheoryTerms<'t> {
    theories: &'t Theories,
    numbers: &'t [u32],
}

impl<'t> TheoryTerms<'t> {
    /// The number of terms.
    pub fn len(self) -> usize {
        self.numbers.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(self) -> bool {
        self.numbers.is_empty()
    }

    /// The term at a position, counted from 0.
    pub fn get(self, place: usize) -> Option<TheoryTerm<'t>> {
        let theories = self.theories;
        self.numbers.get(place).map(|&number| TheoryTerm { theories, number })
    }

    /// The terms in their order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = TheoryTerm<'t>> {
        let theories = self.theories;
        self.numbers.iter().map(move |&number| TheoryTerm { theories, number })
    }
}

/// A term of a theory, without evaluation: `3-1` is the operator `-` applied to two numbers, and `-1` is `-`
/// applied to one number. `Display` writes it as in a program, with parentheses around all operations.
#[derive(Clone, Copy)]
pub struct TheoryTerm<'t> {
    theories: &'t Theories,
    number: u32,
}

/// The kind of a theory term, with its parts.
#[derive(Clone, Copy)]
pub enum TheoryView<'t> {
    /// A number.
    Number(i32),
    /// A constant, or a string with its quotes.
    Name(&'t str),
    /// A function or an operator, applied to at least one term.
    Function(&'t str, TheoryTerms<'t>),
    /// Terms in parentheses, `(a,b)`.
    Tuple(TheoryTerms<'t>),
    /// Terms in braces, `{a,b}`.
    Set(TheoryTerms<'t>),
    /// Terms in brackets, `[a,b]`.
    List(TheoryTerms<'t>),
}

impl<'t> TheoryTerm<'t> {
    /// The kind and the parts of the term.
    pub fn view(self) -> TheoryView<'t> {
        let theories = self.theories;
        match &theories.terms[&self.number] {
            TermData::Number(value) => TheoryView::Number(*value),
            TermData::Name(name) => TheoryView::Name(name),
            TermData::Compound(functor, numbers) => {
                let terms = TheoryTerms { theories, numbers };
                match *functor {
                    -1 => TheoryView::Tuple(terms),
                    -2 => TheoryView::Set(terms),
                    -3 => TheoryView::List(terms),
                    name => TheoryView::Function(theories.name_of(name.unsigned_abs()), terms),
                }
            }
        }
    }
}

impl Theories {
    fn name_of(&self, term: u32) -> &str {
        match &self.terms[&term] {
            TermData::Name(name) => name,
            TermData::Number(_) | TermData::Compound(..) => "",
        }
    }
}

impl fmt::Display for TheoryTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_operator = |name: &str| !name.starts_with(|c: char| c.is_alphanumeric() || "_\"'".contains(c));
        let list = |f: &mut fmt::Formatter<'_>, [open, close]: [&str; 2], terms: TheoryTerms<'_>| {
            f.write_str(open)?;
            for (place, term) in terms.iter().enumerate() {
                write!(f, "{}{term}", if place > 0 { "," } else { "" })?;
            }
            f.write_str(close)
        };
        match self.view() {
            TheoryView::Number(value) => value.fmt(f),
            TheoryView::Name(name) => f.write_str(name),
            TheoryView::Function(name, terms) => match (terms.get(0), terms.get(1)) {
                (Some(term), None) if is_operator(name) => write!(f, "({name}{term})"),
                (Some(left), Some(right)) if is_operator(name) && terms.len() == 2 => {
                    write!(f, "({left}{name}{right})")
                }
                _ => {
                    f.write_str(name)?;
                    list(f, ["(", ")"], terms)
                }
            },
            TheoryView::Tuple(terms) => list(f, ["(", if terms.len() == 1 { ",)" } else { ")" }], terms),
            TheoryView::Set(terms) => list(f, ["{", "}"], terms),
            TheoryView::List(terms) => list(f, ["[", "]"], terms),
        }
    }
}

impl fmt::Display for TheoryAtom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "&{} {{", self.term())?;
        for (place, element) in self.elements().enumerate() {
            f.write_str(if place > 0 { "; " } else { " " })?;
            for (place, term) in element.terms().iter().enumerate() {
                write!(f, "{}{term}", if place > 0 { "," } else { "" })?;
            }
        }
        f.write_str(" }")?;
        match self.guard() {
            Some((relation, term)) => write!(f, " {relation} {term}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_to_unknown_items_are_ignored() {
        let mut theories = Theories::default();
        let mut add = |statement: TheoryStatement<'_>| theories.add(statement.into());
        add(TheoryStatement::Name { term: 1, name: "t" });
        add(TheoryStatement::Compound { term: 2, functor: 1, arguments: &[2] });
        add(TheoryStatement::Compound { term: 3, functor: -4, arguments: &[1] });
        add(TheoryStatement::Compound { term: 4, functor: 1, arguments: &[1] });
        // A number that is described twice would make the term its own part.
        add(TheoryStatement::Compound { term: 1, functor: 1, arguments: &[4] });
        add(TheoryStatement::Element { element: 1, terms: &[2], condition: &[] });
        add(TheoryStatement::Element { element: 2, terms: &[4, 1], condition: &[] });
        for elements in [&[1u32][..], &[2], &[3]] {
            add(TheoryStatement::Atom { atom: None, name: 1, elements, guard: None });
        }
        add(TheoryStatement::Atom { atom: None, name: 1, elements: &[], guard: Some((1, 2)) });
        let printed: Vec<String> = theories.atoms_from(0).map(|atom| atom.to_string()).collect();
        assert_eq!(printed, ["&t { t(t),t }"]);
    }
}
