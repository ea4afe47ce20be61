//! The ground program as aspif text: the output of `clingo --output=intermediate`.
//!
//! ```text
//! asp 1 0 0          {a}. b :- not a.
//! 1 1 1 1 0 0        a choice of atom 1, no body
//! 1 0 1 2 0 1 -1     atom 2 where atom 1 is not
//! 4 1 a 1 1          shown as `a` where atom 1 is true
//! 0                  the step is complete
//! ```
//!
//! Numbers of atoms are unchanged. The first failed write is stored, later statements are dropped, and
//! [`AspifWriter::finish`] returns the error, because the methods of a sink return none.

use crate::lines::Lines;
use crate::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};
use std::io::{self, Write};

/// A sink that writes aspif.
pub struct AspifWriter<W: Write> {
    lines: Lines<W>,
    line: String,
    incremental: bool,
    begun: bool,
}

impl<W: Write> AspifWriter<W> {
    /// A writer for a program of one step.
    pub fn new(out: W) -> AspifWriter<W> {
        AspifWriter { lines: Lines::new(out), line: String::new(), incremental: false, begun: false }
    }

    /// A writer for a program of several steps, which the header declares.
    pub fn incremental(out: W) -> AspifWriter<W> {
        AspifWriter { incremental: true, ..AspifWriter::new(out) }
    }

    /// Flushes, and returns the first error.
    pub fn finish(self) -> io::Result<W> {
        self.lines.finish()
    }

    /// Begins a line with the number of the kind of statement.
    fn start(&mut self, kind: u8) {
        self.line.clear();
        self.line.push_str(itoa::Buffer::new().format(kind));
    }

    fn put(&mut self, number: impl itoa::Integer) {
        self.put_text(itoa::Buffer::new().format(number));
    }

    fn put_text(&mut self, text: &str) {
        self.line.push(' ');
        self.line.push_str(text);
    }

    fn put_atoms(&mut self, atoms: &[Atom]) {
        self.put(atoms.len());
        for atom in atoms {
            self.put(atom.number());
        }
    }

    fn put_numbers(&mut self, numbers: &[u32]) {
        self.put(numbers.len());
        for &number in numbers {
            self.put(number);
        }
    }

    fn put_literals(&mut self, literals: &[Literal]) {
        self.put(literals.len());
        for literal in literals {
            self.put(literal.number());
        }
    }

    fn put_weighted(&mut self, literals: &[WeightedLiteral]) {
        self.put(literals.len());
        for summand in literals {
            self.put(summand.literal.number());
            self.put(summand.weight);
        }
    }

    fn finish_line(&mut self) {
        self.line.push('\n');
        self.lines.write(&self.line);
    }
}

impl<W: Write> Sink for AspifWriter<W> {
    fn has_failed(&self) -> bool {
        self.lines.has_failed()
    }

    fn begin_step(&mut self) {
        if self.begun {
            return;
        }
        self.begun = true;
        self.line = if self.incremental { "asp 1 0 0 incremental".into() } else { "asp 1 0 0".into() };
        self.finish_line();
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.start(1);
        let (kind, atoms) = match head {
            Head::Disjunction(atoms) => (0, atoms),
            Head::Choice(atoms) => (1, atoms),
        };
        self.put(kind);
        self.put_atoms(atoms);
        match body {
            BodyRef::Normal(literals) => {
                self.put(0);
                self.put_literals(literals);
            }
            BodyRef::Sum { lower, literals } => {
                self.put(1);
                self.put(lower);
                self.put_weighted(literals);
            }
        }
        self.finish_line();
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.start(2);
        self.put(priority);
        self.put_weighted(literals);
        self.finish_line();
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.start(3);
        self.put_atoms(atoms);
        self.finish_line();
    }

    fn output(&mut self, symbols: &Symbols, _: OutputKind, symbol: Symbol, condition: &[Literal]) {
        let mut text = String::new();
        self.lines.append(&mut text, &symbols.display(symbol));
        self.start(4);
        self.put(text.len());
        self.put_text(&text);
        self.put_literals(condition);
        self.finish_line();
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.start(5);
        self.put(atom.number());
        self.put(value.number());
        self.finish_line();
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.start(6);
        self.put_literals(literals);
        self.finish_line();
    }

    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        self.start(7);
        self.put(modifier.number());
        self.put(atom.number());
        self.put(bias);
        self.put(priority);
        self.put_literals(condition);
        self.finish_line();
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.start(8);
        self.put(from);
        self.put(to);
        self.put_literals(condition);
        self.finish_line();
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.start(if matches!(statement, TheoryStatement::BuiltIn { .. }) { 10 } else { 9 });
        match statement {
            TheoryStatement::Number { term, value } => {
                self.put(0);
                self.put(term);
                self.put(value);
            }
            TheoryStatement::Name { term, name } => {
                self.put(1);
                self.put(term);
                self.put(name.len());
                self.put_text(name);
            }
            TheoryStatement::Compound { term, functor, arguments } => {
                self.put(2);
                self.put(term);
                self.put(functor);
                self.put_numbers(arguments);
            }
            TheoryStatement::Element { element, terms, condition } => {
                self.put(4);
                self.put(element);
                self.put_numbers(terms);
                self.put_literals(condition);
            }
            TheoryStatement::BuiltIn { atom } => {
                self.put_text("built-in");
                self.put(atom.number());
            }
            TheoryStatement::Atom { atom, name, elements, guard } => {
                self.put(if guard.is_some() { 6 } else { 5 });
                self.put(atom.map_or(0, Atom::number));
                self.put(name);
                self.put_numbers(elements);
                if let Some((operator, term)) = guard {
                    self.put(operator);
                    self.put(term);
                }
            }
        }
        self.finish_line();
    }

    fn end_step(&mut self) {
        self.start(0);
        self.finish_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{atom, lit, summand};

    #[test]
    fn every_statement_has_its_line() {
        let mut symbols = Symbols::new();
        let text = symbols.string("ä b");
        let mut writer = AspifWriter::new(Vec::new());
        writer.begin_step();
        writer.rule(Head::Disjunction(&[atom(1)]), BodyRef::Normal(&[]));
        writer.rule(Head::Disjunction(&[]), BodyRef::Normal(&[lit(1), lit(-2)]));
        let body = BodyRef::Sum { lower: 2, literals: &[summand(1, 1), summand(-3, 2)] };
        writer.rule(Head::Choice(&[atom(2), atom(3)]), body);
        writer.minimize(-1, &[summand(-2, -7)]);
        writer.project(&[atom(1), atom(3)]);
        writer.output(&symbols, OutputKind::Term, text, &[lit(-1)]);
        for (n, value) in
            [ExternalValue::Free, ExternalValue::True, ExternalValue::False, ExternalValue::Release]
                .into_iter()
                .enumerate()
        {
            writer.external(atom(4 + n as u32), value);
        }
        writer.assume(&[lit(2)]);
        writer.heuristic(atom(2), HeuristicModifier::True, 3, 2, &[lit(-1)]);
        writer.edge(0, -1, &[]);
        writer.end_step();
        let expected = "asp 1 0 0\n1 0 1 1 0 0\n1 0 0 0 2 1 -2\n1 1 2 2 3 1 2 2 1 1 -3 2\n2 -1 1 -2 -7\n3 2 1 3\n\
            4 6 \"ä b\" 1 -1\n5 4 0\n5 5 1\n5 6 2\n5 7 3\n6 1 2\n7 4 2 3 2 1 -1\n8 0 -1 0\n0\n";
        assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected);
    }

    #[test]
    fn several_steps_share_one_header() {
        let mut writer = AspifWriter::incremental(Vec::new());
        for number in [1, 2] {
            writer.begin_step();
            writer.rule(Head::Choice(&[atom(number)]), BodyRef::Normal(&[]));
            writer.end_step();
        }
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(text, "asp 1 0 0 incremental\n1 1 1 1 0 0\n0\n1 1 1 2 0 0\n0\n");
    }

    #[test]
    fn a_failed_write_comes_out_at_the_end() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::from(io::ErrorKind::BrokenPipe))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut writer = AspifWriter::new(Full);
        writer.begin_step();
        writer.end_step();
        assert_eq!(writer.finish().err().map(|e| e.kind()), Some(io::ErrorKind::BrokenPipe));
    }
}
