//! Theory atoms as text, in the style of clingo, and a theory that lets the text be read again.
//!
//! ```text
//! a:-&sum{(3*x); y: b}<=((-4)).
//! #theory _theory{t{- :0,unary;* :0,binary,left};&sum/0:t,{<=},t,any}.
//! ```
//!
//! Operations are parenthesised, so the priorities of their operators have no effect.

use crate::bounded::{LONGEST_TERM, append};
use crate::{Atom, BUILT_IN_THEORY, Literal, TheoryStatement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// A term by its place in [`Terms`].
#[derive(Clone, Copy)]
struct TermId(u32);

/// A term. *Invariant:* its parts have smaller places than itself, so terms are trees.
enum Term {
    /// A number, a name, or the number of a term that is not described.
    Text(String),
    /// The brackets around the arguments of a tuple, set or list.
    Sequence([&'static str; 2], Box<[TermId]>),
    Function(TermId, Box<[TermId]>),
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
    terms: Terms,
    /// Whether the text of a term was too long to be kept.
    pub has_long_text: bool,
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

/// All terms that have been described or mentioned.
#[derive(Default)]
struct Terms {
    all: Vec<Term>,
    /// By the number of a term in the statements: its last description.
    of: FxHashMap<u32, TermId>,
}

impl Terms {
    fn insert(&mut self, number: u32, term: Term) {
        self.of.insert(number, TermId(self.all.len() as u32));
        self.all.push(term);
    }

    fn id(&mut self, number: u32) -> TermId {
        if let Some(&id) = self.of.get(&number) {
            return id;
        }
        self.all.push(Term::Text(number.to_string()));
        TermId(self.all.len() as u32 - 1)
    }

    fn get(&self, id: TermId) -> &Term {
        &self.all[id.0 as usize]
    }

    /// The name of a function with so many arguments, if it is an operation.
    fn operator(&self, name: TermId, arguments: usize) -> Option<&str> {
        match self.get(name) {
            Term::Text(name) if is_operator(name) && (1..=2).contains(&arguments) => Some(name),
            _ => None,
        }
    }

    /// Adds the pieces of the text of a term, in reverse order.
    fn pieces<'a>(&'a self, id: TermId, pieces: &mut Vec<Piece<'a>>) {
        let (opening, separator, closing, parts) = match self.get(id) {
            Term::Text(text) => return pieces.push(Piece::Text(text)),
            Term::Sequence([opening, closing], parts) => (*opening, ",", *closing, parts),
            Term::Function(name, parts) => match self.operator(*name, parts.len()) {
                Some(operator) if parts.len() == 1 => {
                    let space = if operator == "not" { " " } else { "" };
                    pieces.extend([Piece::Text(")"), Piece::Term(parts[0])]);
                    return pieces.extend([Piece::Text(space), Piece::Text(operator), Piece::Text("(")]);
                }
                Some(operator) => ("(", if operator == "not" { " not " } else { operator }, ")", parts),
                None => {
                    Self::enclosed(("(", ",", ")"), parts, pieces);
                    return pieces.push(Piece::Term(*name));
                }
            },
        };
        Self::enclosed((opening, separator, closing), parts, pieces);
    }

    fn enclosed<'a>(
        (opening, separator, closing): (&'a str, &'a str, &'a str),
        parts: &[TermId],
        pieces: &mut Vec<Piece<'a>>,
    ) {
        pieces.push(Piece::Text(closing));
        for (position, &part) in parts.iter().enumerate().rev() {
            pieces.push(Piece::Term(part));
            pieces.push(Piece::Text(if position > 0 { separator } else { opening }));
        }
        if parts.is_empty() {
            pieces.push(Piece::Text(opening));
        }
    }
}

/// A part of a text that is not printed yet.
enum Piece<'a> {
    Term(TermId),
    Text(&'a str),
}

/// A term that prints itself without recursion.
struct Printed<'a>(&'a Terms, TermId);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = vec![Piece::Term(self.1)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Term(term) => self.0.pieces(term, &mut pieces),
            }
        }
        Ok(())
    }
}

impl Theory {
    /// Records a statement; returns the theory atom if it is one.
    pub(super) fn add(&mut self, statement: TheoryStatement<'_>) -> Option<TheoryAtom> {
        match statement {
            TheoryStatement::Number { term, value } => {
                let text = if value < 0 { format!("({value})") } else { value.to_string() };
                self.terms.insert(term, Term::Text(text));
            }
            TheoryStatement::Name { term, name } => self.terms.insert(term, Term::Text(name.to_owned())),
            TheoryStatement::Compound { term, functor, arguments } => self.compound(term, functor, arguments),
            TheoryStatement::Element { element, terms, condition } => {
                let texts: Vec<String> = terms.iter().map(|&term| self.text(term)).collect();
                self.elements.insert(element, (texts.join(","), condition.to_vec()));
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

    fn compound(&mut self, term: u32, functor: i32, arguments: &[u32]) {
        let parts: Box<[TermId]> = arguments.iter().map(|&argument| self.terms.id(argument)).collect();
        let compound = match functor {
            -1 => Term::Sequence(["(", if parts.len() == 1 { ",)" } else { ")" }], parts),
            -2 => Term::Sequence(["{", "}"], parts),
            -3 => Term::Sequence(["[", "]"], parts),
            _ => {
                let name = self.terms.id(functor as u32);
                if let Some(operator) = self.terms.operator(name, parts.len()) {
                    self.operators.insert((operator.to_owned(), parts.len()));
                }
                Term::Function(name, parts)
            }
        };
        self.terms.insert(term, compound);
    }

    /// The text of a term; an undescribed term is written as its number.
    fn text(&mut self, term: u32) -> String {
        let id = self.terms.id(term);
        self.text_of(id)
    }

    fn text_of(&mut self, id: TermId) -> String {
        let mut text = String::new();
        self.has_long_text =
            self.has_long_text || !append(&mut text, &Printed(&self.terms, id), LONGEST_TERM);
        text
    }

    fn atom(
        &mut self,
        atom: Option<Atom>,
        name: u32,
        elements: &[u32],
        guard: Option<(u32, u32)>,
    ) -> TheoryAtom {
        let id = self.terms.id(name);
        let key = match self.terms.get(id) {
            Term::Text(text) => (text.clone(), 0),
            Term::Sequence(_, arguments) => (String::new(), arguments.len()),
            Term::Function(function, arguments) => {
                let (function, size) = (*function, arguments.len());
                (self.text_of(function), size)
            }
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
        let name = self.text_of(id);
        let elements = elements.iter().map(|element| self.elements.get(element).cloned().unwrap_or_default());
        TheoryAtom { name, elements: elements.collect(), guard, is_built_in }
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
