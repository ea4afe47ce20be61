//! The theory atoms of the present step, by the numbers that clingo's interface gives them.
//!
//! *Invariant:* terms and elements keep their numbers in all steps; atoms are those of the present step, which ends
//! when it is solved.

use crate::print::write_quoted;
use crate::symbols::keep_str;
use hamadryad::{Literal, TheoryStatement};
use std::ffi::CStr;

/// A term of a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A number.
    Number(i32),
    /// A constant, an operator, or a string with its quotes.
    Name(&'static CStr),
    /// A term with arguments.
    Compound {
        /// The term of the function's name; −1 for a tuple, −2 for a set, −3 for a list.
        functor: i32,
        /// The arguments.
        arguments: Vec<u32>,
    },
}

/// An element of theory atoms.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// The terms of its tuple.
    pub terms: Vec<u32>,
    /// The condition.
    pub condition: Vec<i32>,
}

/// A theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The atom of the ground program; 0 for a directive.
    pub atom: u32,
    /// The term of its name.
    pub name: u32,
    /// Its elements.
    pub elements: Vec<u32>,
    /// The terms of the operator and of the right-hand side.
    pub guard: Option<(u32, u32)>,
}

/// The theory atoms, with all terms and elements so far.
#[derive(Default)]
pub struct Theory {
    terms: Vec<Option<Term>>,
    elements: Vec<Option<Element>>,
    atoms: Vec<Atom>,
    /// By element: the number of its condition, if the condition has several literals.
    conditions: Vec<Vec<i32>>,
}

/// Condition numbers beyond all literals begin here.
const CONDITIONS: i32 = 1 << 30;

fn put<T>(table: &mut Vec<Option<T>>, place: u32, value: T) {
    let place = place as usize;
    if table.len() <= place {
        table.resize_with(place + 1, || None);
    }
    table[place] = Some(value);
}

impl Theory {
    /// Adds a statement.
    pub fn add(&mut self, statement: TheoryStatement<'_>) {
        match statement {
            TheoryStatement::Number { term, value } => put(&mut self.terms, term, Term::Number(value)),
            TheoryStatement::Name { term, name } => put(&mut self.terms, term, Term::Name(keep_str(name))),
            TheoryStatement::Compound { term, functor, arguments } => {
                put(&mut self.terms, term, Term::Compound { functor, arguments: arguments.to_vec() });
            }
            TheoryStatement::Element { element, terms, condition } => {
                let condition = condition.iter().map(|literal| literal.number()).collect();
                put(&mut self.elements, element, Element { terms: terms.to_vec(), condition });
            }
            TheoryStatement::BuiltIn { .. } => {}
            TheoryStatement::Atom { atom, name, elements, guard } => {
                let atom = atom.map_or(0, hamadryad::Atom::number);
                self.atoms.push(Atom { atom, name, elements: elements.to_vec(), guard });
            }
        }
    }

    /// Ends the step: its atoms are forgotten.
    pub fn end_step(&mut self) {
        self.atoms.clear();
    }

    /// The number of atoms, for [`Theory::cut`].
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether the step has no theory atom.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Removes the atoms that were added since there were so many.
    pub fn cut(&mut self, len: usize) {
        self.atoms.truncate(len);
    }

    /// The atoms of the present step.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// A term.
    pub fn term(&self, term: u32) -> Option<&Term> {
        self.terms.get(term as usize)?.as_ref()
    }

    /// An element.
    pub fn element(&self, element: u32) -> Option<&Element> {
        self.elements.get(element as usize)?.as_ref()
    }

    /// The name of a term: of a constant, or of a function.
    pub fn name(&self, term: u32) -> Option<&'static CStr> {
        match self.term(term)? {
            Term::Name(name) => Some(name),
            Term::Compound { functor, .. } => match self.term(u32::try_from(*functor).ok()?)? {
                Term::Name(name) => Some(name),
                _ => None,
            },
            Term::Number(_) => None,
        }
    }

    /// A number for the condition of an element: 0 if it is always true, its literal if it has one, and otherwise a
    /// number beyond all literals.
    pub fn condition_id(&mut self, element: u32) -> Option<i32> {
        let condition = &self.element(element)?.condition;
        match condition[..] {
            [] => Some(0),
            [literal] => Some(literal),
            _ => {
                let found = self.conditions.iter().position(|known| known == condition);
                let place = match found {
                    Some(place) => place,
                    None => {
                        let condition = condition.clone();
                        self.conditions.push(condition);
                        self.conditions.len() - 1
                    }
                };
                Some(CONDITIONS + i32::try_from(place).ok()?)
            }
        }
    }

    /// The condition with a number that [`Theory::condition_id`] has given beyond all literals.
    pub fn condition(&self, number: i32) -> Option<&[i32]> {
        let place = usize::try_from(number.checked_sub(CONDITIONS)?).ok()?;
        self.conditions.get(place).map(Vec::as_slice)
    }

    /// Appends the text of a term.
    pub fn write_term(&self, term: u32, text: &mut Vec<u8>) {
        match self.term(term) {
            None => text.extend_from_slice(b"#invalid"),
            Some(Term::Number(value)) if *value < 0 => {
                text.extend_from_slice(format!("({value})").as_bytes());
            }
            Some(Term::Number(value)) => text.extend_from_slice(value.to_string().as_bytes()),
            Some(Term::Name(name)) => text.extend_from_slice(name.to_bytes()),
            Some(Term::Compound { functor, arguments }) => self.write_compound(*functor, arguments, text),
        }
    }

    fn write_compound(&self, functor: i32, arguments: &[u32], text: &mut Vec<u8>) {
        let brackets = match functor {
            -2 => b"{}",
            -3 => b"[]",
            _ => b"()",
        };
        let name = u32::try_from(functor).ok().and_then(|functor| self.name(functor)).unwrap_or_default();
        let is_operator = arguments.len() <= 2 && functor >= 0 && is_operator(name.to_bytes());
        if functor >= 0 && !is_operator {
            text.extend_from_slice(name.to_bytes());
        }
        text.push(brackets[0]);
        if is_operator && arguments.len() <= 1 {
            text.extend_from_slice(if name == c"not" { b"not " } else { name.to_bytes() });
        }
        let separator = match is_operator {
            true if name == c"not" => b" not ",
            true => name.to_bytes(),
            false => b",",
        };
        self.write_terms(arguments, separator, text);
        if functor == -1 && arguments.len() == 1 {
            text.push(b',');
        }
        text.push(brackets[1]);
    }

    fn write_terms(&self, terms: &[u32], separator: &[u8], text: &mut Vec<u8>) {
        for (place, &term) in terms.iter().enumerate() {
            if place > 0 {
                text.extend_from_slice(separator);
            }
            self.write_term(term, text);
        }
    }

    /// Appends the text of an element; `name` appends the text of an atom of the ground program.
    pub fn write_element(&self, element: u32, name: &dyn Fn(u32, &mut Vec<u8>), text: &mut Vec<u8>) {
        let Some(Element { terms, condition }) = self.element(element) else {
            return text.extend_from_slice(b"#invalid");
        };
        self.write_terms(terms, b",", text);
        if terms.is_empty() || !condition.is_empty() {
            text.extend_from_slice(b": ");
        }
        for (place, &literal) in condition.iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            if literal < 0 {
                text.extend_from_slice(b"not ");
            }
            name(literal.unsigned_abs(), text);
        }
    }

    /// Appends the text of an atom.
    pub fn write_atom(&self, atom: &Atom, name: &dyn Fn(u32, &mut Vec<u8>), text: &mut Vec<u8>) {
        text.push(b'&');
        self.write_term(atom.name, text);
        text.push(b'{');
        for (place, &element) in atom.elements.iter().enumerate() {
            if place > 0 {
                text.extend_from_slice(b"; ");
            }
            self.write_element(element, name, text);
        }
        text.push(b'}');
        if let Some((operator, right)) = atom.guard {
            self.write_term(operator, text);
            self.write_term(right, text);
        }
    }
}

fn is_operator(name: &[u8]) -> bool {
    name == b"not" || name.first().is_some_and(|first| b"/!<=>+-*\\?&@|:;~^.".contains(first))
}

/// The text of a string as a name of a theory term, with its quotes.
pub fn quoted(text: &CStr) -> String {
    let mut quoted = Vec::new();
    write_quoted(text.to_bytes(), &mut quoted);
    String::from_utf8_lossy(&quoted).into_owned()
}

/// The literals of a condition.
pub fn literals(numbers: &[i32]) -> Option<Vec<Literal>> {
    numbers.iter().map(|&number| Literal::new(number)).collect()
}
