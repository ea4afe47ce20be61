//! Recorded statements that are no rules. They stay as they are in every question about the program.

use hamadryad_aspif::{Atom, ExternalValue, Literal, Sink, TheoryStatement, WeightedLiteral};

/// A statement that is no rule.
#[derive(Clone)]
pub(crate) enum Other {
    Minimize(i32, Vec<WeightedLiteral>),
    External(Atom, ExternalValue),
    Edge(i32, i32, Vec<Literal>),
    Theory(Theory),
}

/// A statement about theory atoms, owned.
#[derive(Clone)]
pub(crate) enum Theory {
    Number(u32, i32),
    Name(u32, String),
    Compound(u32, i32, Vec<u32>),
    Element(u32, Vec<u32>, Vec<Literal>),
    BuiltIn(Atom),
    Atom(Option<Atom>, u32, Vec<u32>, Option<(u32, u32)>),
}

impl From<TheoryStatement<'_>> for Theory {
    fn from(statement: TheoryStatement<'_>) -> Theory {
        match statement {
            TheoryStatement::Number { term, value } => Theory::Number(term, value),
            TheoryStatement::Name { term, name } => Theory::Name(term, name.to_owned()),
            TheoryStatement::Compound { term, functor, arguments } => {
                Theory::Compound(term, functor, arguments.to_vec())
            }
            TheoryStatement::Element { element, terms, condition } => {
                Theory::Element(element, terms.to_vec(), condition.to_vec())
            }
            TheoryStatement::BuiltIn { atom } => Theory::BuiltIn(atom),
            TheoryStatement::Atom { atom, name, elements, guard } => {
                Theory::Atom(atom, name, elements.to_vec(), guard)
            }
        }
    }
}

impl Theory {
    /// Passes the statement to a sink.
    pub(crate) fn write(&self, sink: &mut dyn Sink) {
        sink.theory(match self {
            Theory::Number(term, value) => TheoryStatement::Number { term: *term, value: *value },
            Theory::Name(term, name) => TheoryStatement::Name { term: *term, name },
            Theory::Compound(term, functor, arguments) => {
                TheoryStatement::Compound { term: *term, functor: *functor, arguments }
            }
            Theory::Element(element, terms, condition) => {
                TheoryStatement::Element { element: *element, terms, condition }
            }
            Theory::BuiltIn(atom) => TheoryStatement::BuiltIn { atom: *atom },
            Theory::Atom(atom, name, elements, guard) => {
                TheoryStatement::Atom { atom: *atom, name: *name, elements, guard: *guard }
            }
        });
    }
}
