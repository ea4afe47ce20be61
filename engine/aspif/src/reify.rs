//! The ground program as facts about itself, in the vocabulary of `clingo --output=reify`.
//!
//! ```text
//! atom_tuple(0). atom_tuple(0,1).           {a}. b :- not a.
//! literal_tuple(0).                         the empty body
//! rule(choice(0),normal(0)).
//! atom_tuple(1). atom_tuple(1,2).
//! literal_tuple(1). literal_tuple(1,-1).
//! rule(disjunction(1),normal(1)).
//! ```
//!
//! Logic programs read these facts and define another meaning of the program (Gebser, Kaminski, Schaub 2011).
//! Equal lists of atoms or literals are one tuple, with the number of its first use. The facts of a statement
//! follow those of its tuples, in the order of clingo.

mod components;

use crate::lines::Lines;
use crate::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use components::Dependencies;
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::fmt::{self, Display, Write as _};
use std::hash::Hash;
use std::io::{self, Write};

/// Options of the facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReifyOptions {
    /// Facts `scc(c,a)`: the atom `a` is in the component `c` of two or more atoms that depend on each other
    /// positively.
    pub components: bool,
    /// Each fact ends with the number of its step, from 0, and tuples are numbered by step.
    pub steps: bool,
    /// The program may have several steps, which a fact `tag(incremental)` declares.
    pub incremental: bool,
}

/// A sink that writes facts.
pub struct ReifyWriter<W: Write> {
    facts: Facts<W>,
    options: ReifyOptions,
    begun: bool,
    step: Step,
}

/// The state of a step, or of all steps if facts have no step number.
struct Step {
    atoms: Tuples<Atom>,
    literals: Tuples<Literal>,
    weighted: Tuples<WeightedLiteral>,
    terms: Tuples<u32>,
    elements: Tuples<u32>,
    dependencies: Dependencies,
}

impl Default for Step {
    fn default() -> Step {
        Step {
            atoms: Tuples::new("atom_tuple"),
            literals: Tuples::new("literal_tuple"),
            weighted: Tuples::new("weighted_literal_tuple"),
            terms: Tuples { keeps_order: true, ..Tuples::new("theory_tuple") },
            elements: Tuples::new("theory_element_tuple"),
            dependencies: Dependencies::default(),
        }
    }
}

impl<W: Write> ReifyWriter<W> {
    /// A writer of facts.
    pub fn new(out: W, options: ReifyOptions) -> ReifyWriter<W> {
        let step = options.steps.then_some(0);
        let facts = Facts { lines: Lines::new(out), line: String::new(), step };
        ReifyWriter { facts, options, begun: false, step: Step::default() }
    }

    /// Flushes, and returns the first error.
    ///
    /// # Errors
    /// Returns the first error of writing.
    pub fn finish(self) -> io::Result<W> {
        self.facts.lines.finish()
    }

    fn condition(&mut self, literals: &[Literal]) -> usize {
        self.step.literals.number(&mut self.facts, literals)
    }

    fn note_dependencies(&mut self, head: &[Atom], body: BodyRef<'_>) {
        let note = &mut self.step.dependencies;
        match body {
            BodyRef::Normal(literals) => note.rule(head, literals.iter().copied()),
            BodyRef::Sum { literals, .. } => note.rule(head, literals.iter().map(|summand| summand.literal)),
        }
    }
}

/// The output of facts.
struct Facts<W: Write> {
    lines: Lines<W>,
    line: String,
    /// The number of the step, if facts end with it.
    step: Option<usize>,
}

impl<W: Write> Facts<W> {
    fn write(&mut self, predicate: &str, arguments: fmt::Arguments<'_>) {
        self.line.clear();
        let step = self.step.map(|step| format!(",{step}")).unwrap_or_default();
        writeln!(self.line, "{predicate}({arguments}{step}).").expect("writing to a string cannot fail");
        self.lines.write(&self.line);
    }
}

/// An element of a tuple: the arguments of its fact.
trait Element: Copy + Eq + Hash {
    fn arguments(self) -> impl Display;
}

impl Element for Atom {
    fn arguments(self) -> impl Display {
        self.number()
    }
}

impl Element for u32 {
    fn arguments(self) -> impl Display {
        self
    }
}

impl Element for Literal {
    fn arguments(self) -> impl Display {
        self
    }
}

impl Element for WeightedLiteral {
    fn arguments(self) -> impl Display {
        format!("{},{}", self.literal, self.weight)
    }
}

/// The text as a string of the input language.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\\' | '"' => quoted.extend(['\\', c]),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

/// The tuples of one kind that have been written, with their numbers.
struct Tuples<T> {
    predicate: &'static str,
    /// Whether facts contain the position of the element in the tuple, from 0.
    keeps_order: bool,
    numbers: FxHashMap<Box<[T]>, usize>,
}

impl<T: Element> Tuples<T> {
    fn new(predicate: &'static str) -> Tuples<T> {
        Tuples { predicate, keeps_order: false, numbers: FxHashMap::default() }
    }

    /// The number of the tuple; the facts of a new tuple are written.
    fn number<W: Write>(&mut self, facts: &mut Facts<W>, elements: &[T]) -> usize {
        if let Some(&number) = self.numbers.get(elements) {
            return number;
        }
        let number = self.numbers.len();
        self.numbers.insert(elements.into(), number);
        facts.write(self.predicate, format_args!("{number}"));
        for (place, element) in elements.iter().enumerate() {
            let element = element.arguments();
            if self.keeps_order {
                facts.write(self.predicate, format_args!("{number},{place},{element}"));
            } else {
                facts.write(self.predicate, format_args!("{number},{element}"));
            }
        }
        number
    }
}

impl<W: Write> Sink for ReifyWriter<W> {
    fn has_failed(&self) -> bool {
        self.facts.lines.has_failed()
    }

    fn begin_step(&mut self) {
        if !self.begun && self.options.incremental {
            // This fact has no step number.
            self.facts.lines.write("tag(incremental).\n");
        }
        self.begun = true;
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (kind, atoms) = match head {
            Head::Disjunction(atoms) => ("disjunction", atoms),
            Head::Choice(atoms) => ("choice", atoms),
        };
        let head = self.step.atoms.number(&mut self.facts, atoms);
        match body {
            BodyRef::Normal(literals) => {
                let body = self.condition(literals);
                self.facts.write("rule", format_args!("{kind}({head}),normal({body})"));
            }
            BodyRef::Sum { lower, literals } => {
                let body = self.step.weighted.number(&mut self.facts, literals);
                self.facts.write("rule", format_args!("{kind}({head}),sum({body},{lower})"));
            }
        }
        if self.options.components {
            self.note_dependencies(atoms, body);
        }
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        let literals = self.step.weighted.number(&mut self.facts, literals);
        self.facts.write("minimize", format_args!("{priority},{literals}"));
    }

    fn project(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            self.facts.write("project", format_args!("{}", atom.number()));
        }
    }

    fn output(&mut self, symbols: &Symbols, _: OutputKind, symbol: Symbol, condition: &[Literal]) {
        let condition = self.condition(condition);
        let mut text = String::new();
        self.facts.lines.append(&mut text, &symbols.display(symbol));
        self.facts.write("output", format_args!("{text},{condition}"));
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.facts.write("external", format_args!("{},{}", atom.number(), value.name()));
    }

    fn assume(&mut self, literals: &[Literal]) {
        for literal in literals {
            self.facts.write("assume", format_args!("{literal}"));
        }
    }

    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        let condition = self.condition(condition);
        let (atom, modifier) = (atom.number(), modifier.name());
        self.facts.write("heuristic", format_args!("{atom},{modifier},{bias},{priority},{condition}"));
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        let condition = self.condition(condition);
        self.facts.write("edge", format_args!("{from},{to},{condition}"));
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        let ReifyWriter { facts, step, .. } = self;
        match statement {
            TheoryStatement::Number { term, value } => {
                facts.write("theory_number", format_args!("{term},{value}"));
            }
            TheoryStatement::Name { term, name } => {
                facts.write("theory_string", format_args!("{term},{}", quoted(name)));
            }
            TheoryStatement::Compound { term, functor, arguments } => {
                let arguments = step.terms.number(facts, arguments);
                match functor {
                    -1 => facts.write("theory_sequence", format_args!("{term},tuple,{arguments}")),
                    -2 => facts.write("theory_sequence", format_args!("{term},set,{arguments}")),
                    -3 => facts.write("theory_sequence", format_args!("{term},list,{arguments}")),
                    _ => facts.write("theory_function", format_args!("{term},{functor},{arguments}")),
                }
            }
            TheoryStatement::Element { element, terms, condition } => {
                let terms = step.terms.number(facts, terms);
                let condition = step.literals.number(facts, condition);
                facts.write("theory_element", format_args!("{element},{terms},{condition}"));
            }
            // The meta program defines theory atoms itself.
            TheoryStatement::BuiltIn { .. } => {}
            TheoryStatement::Atom { atom, name, elements, guard } => {
                let atom = atom.map_or(0, Atom::number);
                let elements = step.elements.number(facts, elements);
                match guard {
                    None => facts.write("theory_atom", format_args!("{atom},{name},{elements}")),
                    Some((operator, term)) => {
                        facts
                            .write("theory_atom", format_args!("{atom},{name},{elements},{operator},{term}"));
                    }
                }
            }
        }
    }

    fn end_step(&mut self) {
        for (number, component) in self.step.dependencies.components().iter().enumerate() {
            // All components have numbers; the facts omit trivial components.
            for atom in component.iter().filter(|_| component.len() > 1) {
                self.facts.write("scc", format_args!("{number},{}", atom.number()));
            }
        }
        if let Some(step) = &mut self.facts.step {
            *step += 1;
            self.step = Step::default();
        }
    }
}

#[cfg(test)]
mod tests;
