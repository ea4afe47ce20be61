//! Theory atoms in the output: terms, elements and atoms with their numbers.
//!
//! Terms and elements keep their numbers from step to step. A negative number is written as the minus of a
//! positive number, and terms with a minus likewise, so that the value of a variable looks like a term of the
//! program.
//!
//! Equal theory atoms share a number within a step, which may have several calls of `ground`. In another step they
//! get another number, as in clingo, because rules may have been written for the earlier number.

use crate::output::emitter::Emitter;
use hamadryad_aspif::{Atom, Literal, TheoryStatement};
use hamadryad_symbol::{Symbol, Symbols, View};
use hamadryad_syntax::ast::Brackets;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A ground theory term.
#[derive(Clone, PartialEq, Eq, Hash)]
enum TermData {
    Number(i32),
    Name(Box<str>),
    Compound(i32, Box<[u32]>),
}

/// The content of a theory atom: its name, its elements in the order of their numbers, its guard.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Content {
    /// Whether it is neither true nor false.
    pub is_directive: bool,
    /// Whether the solver enforces its meaning.
    pub is_built_in: bool,
    pub name: u32,
    pub elements: Vec<u32>,
    pub guard: Option<(u32, u32)>,
}

/// The terms of a tuple, and the condition.
type ElementData = (Box<[u32]>, Box<[Literal]>);

/// The theory terms, elements and atoms that have been written.
#[derive(Clone, Default)]
pub(crate) struct TheoryData {
    terms: IndexSet<TermData, FxBuildHasher>,
    elements: IndexSet<ElementData, FxBuildHasher>,
    /// The atoms of this step; directives have none.
    atoms: IndexMap<Content, Option<Atom>, FxBuildHasher>,
    /// Atoms of bodies that no written statement uses.
    unwritten: FxHashMap<Atom, Content>,
    /// By auxiliary atom for `not not`: the theory atom.
    doubles: FxHashMap<Atom, Atom>,
    /// Whether there are atoms whose elements are accumulated.
    accumulates: bool,
    /// The atoms that have been used since then.
    used: FxHashSet<Atom>,
    /// The numbers of terms and elements when the call began.
    before: (usize, usize),
    /// Whether the next call continues the step.
    continues: bool,
}

impl TheoryData {
    /// The next call continues the step, so that its theory atoms share the numbers of equal ones.
    pub(crate) fn continue_step(&mut self) {
        self.continues = true;
    }

    /// Begins a call, and a step in which all theory atoms are new, unless the step continues.
    pub(crate) fn begin_step(&mut self) {
        if !std::mem::take(&mut self.continues) {
            self.forget_atoms();
        }
        self.before = (self.terms.len(), self.elements.len());
    }

    /// Undoes the call: its terms and elements are removed, and the atoms of the step are forgotten.
    pub(crate) fn undo_step(&mut self) {
        self.forget_atoms();
        self.terms.truncate(self.before.0);
        self.elements.truncate(self.before.1);
    }

    fn forget_atoms(&mut self) {
        self.atoms.clear();
        self.unwritten.clear();
        self.doubles.clear();
        self.accumulates = false;
        self.used.clear();
    }
}

impl TheoryData {
    fn term_number(&mut self, emitter: &mut Emitter<'_>, data: TermData) -> u32 {
        let (number, is_new) = self.terms.insert_full(data);
        let term = number as u32;
        if is_new {
            emitter.sink.theory(match &self.terms[number] {
                TermData::Number(value) => TheoryStatement::Number { term, value: *value },
                TermData::Name(name) => TheoryStatement::Name { term, name },
                TermData::Compound(functor, arguments) => {
                    TheoryStatement::Compound { term, functor: *functor, arguments }
                }
            });
        }
        term
    }

    /// A number, which may be negative.
    pub(crate) fn number(&mut self, emitter: &mut Emitter<'_>, value: i32) -> u32 {
        self.term_number(emitter, TermData::Number(value))
    }

    /// A term with arguments: of a function, or −1 for a tuple, −2 for a set, −3 for a list.
    pub(crate) fn compound(&mut self, emitter: &mut Emitter<'_>, functor: i32, arguments: &[u32]) -> u32 {
        self.term_number(emitter, TermData::Compound(functor, arguments.into()))
    }

    /// The term that is an operator or the name of a function.
    pub(crate) fn name(&mut self, emitter: &mut Emitter<'_>, text: &str) -> u32 {
        self.term_number(emitter, TermData::Name(text.into()))
    }

    /// The application of a function or an operator.
    pub(crate) fn application(
        &mut self,
        emitter: &mut Emitter<'_>,
        function: u32,
        arguments: Vec<u32>,
    ) -> u32 {
        self.term_number(emitter, TermData::Compound(function as i32, arguments.into()))
    }

    /// A tuple, a set or a list.
    pub(crate) fn sequence(&mut self, emitter: &mut Emitter<'_>, brackets: Brackets, terms: Vec<u32>) -> u32 {
        let functor = match brackets {
            Brackets::Round => -1,
            Brackets::Curly => -2,
            Brackets::Square => -3,
        };
        self.term_number(emitter, TermData::Compound(functor, terms.into()))
    }

    fn minus(&mut self, emitter: &mut Emitter<'_>, operand: u32) -> u32 {
        let minus = self.name(emitter, "-");
        self.application(emitter, minus, vec![operand])
    }

    /// The term that is this symbol. A function that occurs several times is written once, and a deep one
    /// needs no stack.
    pub(crate) fn symbol(&mut self, symbols: &Symbols, emitter: &mut Emitter<'_>, symbol: Symbol) -> u32 {
        let mut known: FxHashMap<Symbol, u32> = FxHashMap::default();
        // The functions around the current one, each with the number of its arguments that are written.
        let mut open = vec![(symbol, 0)];
        while let Some((next, written)) = open.pop() {
            let arguments = symbols.arguments(next);
            let missing = arguments[written..].iter().position(|argument| !known.contains_key(argument));
            if let Some(missing) = missing {
                let argument = written + missing;
                open.extend([(next, argument + 1), (arguments[argument], 0)]);
                continue;
            }
            let term = self.symbol_over(symbols, emitter, next, &known);
            known.insert(next, term);
        }
        known[&symbol]
    }

    /// The term that is this symbol, given the terms that are its arguments.
    fn symbol_over(
        &mut self,
        symbols: &Symbols,
        emitter: &mut Emitter<'_>,
        symbol: Symbol,
        known: &FxHashMap<Symbol, u32>,
    ) -> u32 {
        if let Some(number) = symbols.as_number(symbol) {
            let magnitude = self.term_number(emitter, TermData::Number(number.wrapping_abs()));
            return if number < 0 { self.minus(emitter, magnitude) } else { magnitude };
        }
        let View::Function { name, arguments, positive } = symbols.view(symbol) else {
            // Strings keep their quotes.
            let text = symbols.display(symbol).to_string();
            return self.name(emitter, &text);
        };
        let terms: Vec<u32> = arguments.iter().map(|argument| known[argument]).collect();
        if name.is_tuple() {
            return self.sequence(emitter, Brackets::Round, terms);
        }
        let function = self.name(emitter, symbols.text(name));
        let term = if terms.is_empty() { function } else { self.application(emitter, function, terms) };
        if positive { term } else { self.minus(emitter, term) }
    }

    /// The element with this tuple and this condition.
    pub(crate) fn element(
        &mut self,
        emitter: &mut Emitter<'_>,
        terms: Vec<u32>,
        mut condition: Vec<Literal>,
    ) -> u32 {
        condition.sort_unstable();
        condition.dedup();
        self.element_in_order(emitter, terms, condition)
    }

    /// As [`TheoryData::element`], with a condition whose order is kept.
    pub(crate) fn element_in_order(
        &mut self,
        emitter: &mut Emitter<'_>,
        terms: Vec<u32>,
        condition: Vec<Literal>,
    ) -> u32 {
        let (number, is_new) = self.elements.insert_full((terms.into(), condition.into()));
        let element = number as u32;
        if is_new {
            let (terms, condition) = &self.elements[number];
            emitter.sink.theory(TheoryStatement::Element { element, terms, condition });
        }
        element
    }

    /// The theory atom with this content; `None` for a directive. An atom is written before the first
    /// statement that uses it: the solver would choose the value of an unused atom freely.
    pub(crate) fn atom(&mut self, emitter: &mut Emitter<'_>, content: Content) -> Option<Atom> {
        if let Some(&known) = self.atoms.get(&content) {
            return known;
        }
        let atom = (!content.is_directive).then(|| emitter.written.fresh());
        self.atoms.insert(content.clone(), atom);
        match atom {
            Some(atom) => drop(self.unwritten.insert(atom, content)),
            None => write_atom(emitter, None, &content),
        }
        atom
    }

    /// Makes an atom the theory atom with this content, or a new atom, unless the step has this content already:
    /// then the atom that has it is returned. `None` for a directive.
    pub(crate) fn direct_atom(
        &mut self,
        emitter: &mut Emitter<'_>,
        atom: Option<Atom>,
        content: Content,
    ) -> Option<Atom> {
        if let Some(&known) = self.atoms.get(&content) {
            return known;
        }
        let atom = (!content.is_directive).then(|| atom.unwrap_or_else(|| emitter.written.fresh()));
        write_atom(emitter, atom, &content);
        self.atoms.insert(content, atom);
        atom
    }

    /// The number of terms and of elements so far.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.terms.len(), self.elements.len())
    }

    /// The literal `not not atom`.
    pub(crate) fn doubly_negated(&mut self, emitter: &mut Emitter<'_>, atom: Atom) -> Literal {
        let literal = emitter.doubly_negated(atom);
        self.doubles.insert(literal.atom(), atom);
        literal
    }

    /// Writes the theory atoms of an instance, which is about to be written.
    pub(crate) fn use_atoms(&mut self, emitter: &mut Emitter<'_>, literals: &[Literal]) {
        if self.unwritten.is_empty() && !self.accumulates {
            return;
        }
        for literal in literals {
            self.use_atom(emitter, literal.atom());
        }
    }

    /// Writes a theory atom before its first use; does nothing for other atoms.
    pub(crate) fn use_atom(&mut self, emitter: &mut Emitter<'_>, atom: Atom) {
        let atom = self.doubles.get(&atom).copied().unwrap_or(atom);
        if let Some(content) = self.unwritten.remove(&atom) {
            write_atom(emitter, Some(atom), &content);
        }
        if self.accumulates {
            self.used.insert(atom);
        }
    }

    /// Begins to record the atoms that are used, because the elements of some theory atoms are accumulated.
    pub(crate) fn accumulate(&mut self) {
        self.accumulates = true;
    }

    /// Makes an atom the theory atom with this content, or defines it by the theory atom that has this
    /// content.
    pub(crate) fn complete(
        &mut self,
        emitter: &mut Emitter<'_>,
        atom: Atom,
        content: Content,
        is_used: bool,
    ) {
        if !is_used && !self.used.contains(&atom) {
            return;
        }
        if let Some(&Some(known)) = self.atoms.get(&content) {
            self.use_atom(emitter, known);
            emitter.derive(atom, &[known.positive()]);
            return;
        }
        write_atom(emitter, Some(atom), &content);
        self.atoms.insert(content, Some(atom));
    }
}

fn write_atom(emitter: &mut Emitter<'_>, atom: Option<Atom>, content: &Content) {
    let &Content { name, ref elements, guard, is_built_in, .. } = content;
    if let Some(atom) = atom.filter(|_| is_built_in) {
        emitter.sink.theory(TheoryStatement::BuiltIn { atom });
    }
    emitter.sink.theory(TheoryStatement::Atom { atom, name, elements, guard });
}

impl Content {
    /// Sorts the elements and removes repetitions.
    pub(crate) fn sort(&mut self) {
        self.elements.sort_unstable();
        self.elements.dedup();
    }
}
