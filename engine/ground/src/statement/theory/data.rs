//! The terms, elements and atoms that have been written, by what they are.
//!
//! Terms and elements keep their numbers from step to step. A negative number is the minus of a positive one, and so are
//! terms with a minus: what a variable stands for looks as if it had been written there.

use crate::instantiate::join::Instantiator;
use crate::ir::{Term, TheoryTerm};
use hamadryad_aspif::{Atom, Literal, TheoryStatement};
use hamadryad_symbol::{Name, Symbol, View};
use hamadryad_syntax::ast::Brackets;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash)]
enum TermData {
    Number(i32),
    Name(Box<str>),
    Compound(i32, Box<[u32]>),
}

/// What a theory atom is: its name, its elements in the order of their numbers, its guard.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Content {
    /// Whether it is neither true nor false.
    pub is_directive: bool,
    /// Whether the engine gives it its meaning.
    pub is_built_in: bool,
    pub name: u32,
    pub elements: Vec<u32>,
    pub guard: Option<(u32, u32)>,
}

/// The terms of a tuple, and the condition.
type ElementData = (Box<[u32]>, Box<[Literal]>);

/// What has been written.
#[derive(Clone, Default)]
pub(crate) struct TheoryData {
    terms: IndexSet<TermData, FxBuildHasher>,
    elements: IndexSet<ElementData, FxBuildHasher>,
    /// The atoms of this step; directives have none.
    atoms: IndexMap<Content, Option<Atom>, FxBuildHasher>,
    /// Atoms of bodies that nothing written uses.
    unwritten: FxHashMap<Atom, Content>,
    /// The theory atoms that auxiliary atoms are the negations of.
    doubles: FxHashMap<Atom, Atom>,
    /// Whether there are atoms whose elements come later, and what has been used since then.
    delays: bool,
    used: FxHashSet<Atom>,
    /// How many terms and elements there were when the step began.
    before: (usize, usize),
}

impl TheoryData {
    /// Begins a step: theory atoms are new ones from now on.
    pub(crate) fn begin_step(&mut self) {
        self.forget_atoms();
        self.before = (self.terms.len(), self.elements.len());
    }

    /// Goes back to how it was when the step began.
    pub(crate) fn undo_step(&mut self) {
        self.forget_atoms();
        self.terms.truncate(self.before.0);
        self.elements.truncate(self.before.1);
    }

    fn forget_atoms(&mut self) {
        self.atoms.clear();
        self.unwritten.clear();
        self.doubles.clear();
        self.delays = false;
        self.used.clear();
    }
}

fn functor(brackets: Brackets) -> i32 {
    match brackets {
        Brackets::Round => -1,
        Brackets::Curly => -2,
        Brackets::Square => -3,
    }
}

impl Instantiator<'_> {
    fn term_number(&mut self, data: TermData) -> u32 {
        let (number, is_new) = self.theory.terms.insert_full(data);
        let term = number as u32;
        if is_new {
            self.emitter.sink.theory(match &self.theory.terms[number] {
                TermData::Number(value) => TheoryStatement::Number { term, value: *value },
                TermData::Name(name) => TheoryStatement::Name { term, name },
                TermData::Compound(functor, arguments) => {
                    TheoryStatement::Compound { term, functor: *functor, arguments }
                }
            });
        }
        term
    }

    fn term_name(&mut self, text: &str) -> u32 {
        self.term_number(TermData::Name(text.into()))
    }

    /// The term that is an operator or the name of a function.
    pub(crate) fn theory_name(&mut self, name: Name) -> u32 {
        let text = self.symbols.text(name).to_owned();
        self.term_name(&text)
    }

    fn application(&mut self, function: u32, arguments: Vec<u32>) -> u32 {
        self.term_number(TermData::Compound(function as i32, arguments.into()))
    }

    fn minus(&mut self, operand: u32) -> u32 {
        let minus = self.term_name("-");
        self.application(minus, vec![operand])
    }

    /// The term that is this symbol.
    pub(crate) fn theory_symbol(&mut self, symbol: Symbol) -> u32 {
        if let Some(number) = self.symbols.as_number(symbol) {
            let magnitude = self.term_number(TermData::Number(number.wrapping_abs()));
            return if number < 0 { self.minus(magnitude) } else { magnitude };
        }
        let View::Function { name, arguments, positive } = self.symbols.view(symbol) else {
            // The strings of theories keep their quotes.
            let text = self.symbols.display(symbol).to_string();
            return self.term_name(&text);
        };
        let arguments = arguments.to_vec();
        let terms: Vec<u32> = arguments.into_iter().map(|argument| self.theory_symbol(argument)).collect();
        if name.is_tuple() {
            return self.term_number(TermData::Compound(functor(Brackets::Round), terms.into()));
        }
        let function = self.theory_name(name);
        let term = if terms.is_empty() { function } else { self.application(function, terms) };
        if positive { term } else { self.minus(term) }
    }

    /// The term under the present assignment; `None` where a constant of the program is undefined.
    pub(crate) fn theory_term(&mut self, term: &TheoryTerm) -> Option<u32> {
        match term {
            TheoryTerm::Term(Term::Constant(symbol)) => Some(self.theory_symbol(*symbol)),
            TheoryTerm::Term(term) => {
                let value = self.value(term)?;
                Some(self.theory_symbol(value))
            }
            TheoryTerm::Function(name, arguments) => {
                let arguments = self.theory_terms(arguments)?;
                let function = self.theory_name(*name);
                Some(self.application(function, arguments))
            }
            TheoryTerm::Sequence(brackets, terms) => {
                let terms = self.theory_terms(terms)?;
                Some(self.term_number(TermData::Compound(functor(*brackets), terms.into())))
            }
        }
    }

    fn theory_terms(&mut self, terms: &[TheoryTerm]) -> Option<Vec<u32>> {
        terms.iter().map(|term| self.theory_term(term)).collect()
    }

    /// The element with this tuple that is there under the condition.
    pub(crate) fn theory_element(
        &mut self,
        tuple: &[TheoryTerm],
        mut condition: Vec<Literal>,
    ) -> Option<u32> {
        let terms = self.theory_terms(tuple)?;
        condition.sort_unstable();
        condition.dedup();
        let (number, is_new) = self.theory.elements.insert_full((terms.into(), condition.into()));
        let element = number as u32;
        if is_new {
            let (terms, condition) = &self.theory.elements[number];
            self.emitter.sink.theory(TheoryStatement::Element { element, terms, condition });
        }
        Some(element)
    }

    /// The theory atom with this content; none for a directive. It is written when something is that uses it: one that
    /// nobody uses would be free.
    pub(crate) fn theory_atom(&mut self, content: Content) -> Option<Atom> {
        if let Some(&known) = self.theory.atoms.get(&content) {
            return known;
        }
        let atom = (!content.is_directive).then(|| self.emitter.written.fresh());
        self.theory.atoms.insert(content.clone(), atom);
        match atom {
            Some(atom) => drop(self.theory.unwritten.insert(atom, content)),
            None => self.write_theory_atom(None, &content),
        }
        atom
    }

    /// The literal `not not atom`.
    pub(crate) fn doubly_negated_theory(&mut self, atom: Atom) -> Literal {
        let literal = self.emitter.doubly_negated(atom);
        self.theory.doubles.insert(literal.atom(), atom);
        literal
    }

    /// Writes the theory atoms of the instance, which is about to be written.
    pub(crate) fn use_theory_atoms(&mut self) {
        if self.theory.unwritten.is_empty() && !self.theory.delays {
            return;
        }
        for position in 0..self.body.len() {
            self.use_theory_atom(self.body[position].atom());
        }
    }

    /// Writes the theory atom, if it is one and has not been written.
    pub(crate) fn use_theory_atom(&mut self, atom: Atom) {
        let atom = self.theory.doubles.get(&atom).copied().unwrap_or(atom);
        if let Some(content) = self.theory.unwritten.remove(&atom) {
            self.write_theory_atom(Some(atom), &content);
        }
        if self.theory.delays {
            self.theory.used.insert(atom);
        }
    }

    /// Notes that from now on there are theory atoms whose elements come later.
    pub(crate) fn delay_theory_atoms(&mut self) {
        self.theory.delays = true;
    }

    /// Makes an atom the theory atom with this content, or lets it stand for the one there is.
    pub(crate) fn make_theory_atom(&mut self, atom: Atom, content: Content, is_used: bool) {
        if !is_used && !self.theory.used.contains(&atom) {
            return;
        }
        if let Some(&Some(known)) = self.theory.atoms.get(&content) {
            self.use_theory_atom(known);
            self.emitter.derive(atom, &[known.positive()]);
            return;
        }
        self.write_theory_atom(Some(atom), &content);
        self.theory.atoms.insert(content, Some(atom));
    }

    fn write_theory_atom(&mut self, atom: Option<Atom>, content: &Content) {
        let &Content { name, ref elements, guard, is_built_in, .. } = content;
        if let Some(atom) = atom.filter(|_| is_built_in) {
            self.emitter.sink.theory(TheoryStatement::BuiltIn { atom });
        }
        self.emitter.sink.theory(TheoryStatement::Atom { atom, name, elements, guard });
    }
}
