//! The ground program in the format of smodels: the output of `clingo --output=smodels`.
//!
//! ```text
//! {a}. b :- not a. :- b.        3 1 2 0 0      1 3 1 1 2      1 1 1 0 3      0      2 a      3 b
//! ```
//!
//! Rules, choices, disjunctions, sums and the objective are numbers in lines, then come the names of atoms, and
//! the atom that must be false (Syrjänen: "Lparse 1.0 User's Manual"). Atom `n` of the program is `n + 1`, because
//! atom 1 is the false one. Negative weights of the objective move to the negated literal, which changes all
//! costs by the same number.
//!
//! Invariant: statements are written when the step ends, because atoms without a number in the program
//! follow the last one with a number. The format has no edges, heuristics, projections, theories and
//! assumptions: they are counted and left out.

use crate::lines::Lines;
use crate::{
    Atom, Body, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The number of the atom that must be false.
const FALSE: u32 = 1;

/// A sink that writes the format of smodels.
pub struct SmodelsWriter<W: Write> {
    lines: Lines<W>,
    rules: Vec<(bool, Vec<u32>, Body)>,
    minimize: BTreeMap<i32, Vec<WeightedLiteral>>,
    outputs: Vec<(String, Vec<Literal>)>,
    externals: Vec<(u32, u8)>,
    last: u32,
    dropped: usize,
}

/// The number of an atom in the output.
fn number(atom: Atom) -> u32 {
    atom.number() + FALSE
}

impl<W: Write> SmodelsWriter<W> {
    /// A writer for a program of one step.
    pub fn new(out: W) -> SmodelsWriter<W> {
        SmodelsWriter {
            lines: Lines::new(out),
            rules: Vec::new(),
            minimize: BTreeMap::new(),
            outputs: Vec::new(),
            externals: Vec::new(),
            last: FALSE,
            dropped: 0,
        }
    }

    /// The number of statements that the format cannot express.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Flushes, and returns the first error.
    pub fn finish(self) -> io::Result<W> {
        self.lines.finish()
    }

    fn note(&mut self, atoms: impl Iterator<Item = Atom>) {
        self.last = atoms.map(number).fold(self.last, u32::max);
    }

    fn fresh(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    fn line(&mut self, numbers: impl IntoIterator<Item = i64>) {
        let mut line = String::new();
        for number in numbers {
            let _ = write!(line, "{}{number}", if line.is_empty() { "" } else { " " });
        }
        line.push('\n');
        self.lines.write(&line);
    }

    /// A rule with a conjunction as its body: the kind and the heads, then the body.
    fn normal(&mut self, head: &[i64], literals: &[Literal]) {
        let (negative, positive): (Vec<&Literal>, Vec<&Literal>) =
            literals.iter().partition(|literal| !literal.is_positive());
        let counts = [literals.len() as i64, negative.len() as i64];
        let body = negative.into_iter().chain(positive).map(|literal| i64::from(number(literal.atom())));
        let body: Vec<i64> = body.collect();
        self.line(head.iter().copied().chain(counts).chain(body));
    }

    /// A line with weights: the beginning, the literals, and their weights.
    fn weighted(&mut self, head: &[i64], literals: &[WeightedLiteral]) {
        let (negative, positive): (Vec<&WeightedLiteral>, Vec<&WeightedLiteral>) =
            literals.iter().partition(|term| !term.literal.is_positive());
        let counts = [literals.len() as i64, negative.len() as i64];
        let terms: Vec<&WeightedLiteral> = negative.into_iter().chain(positive).collect();
        let atoms = terms.iter().map(|term| i64::from(number(term.literal.atom())));
        let weights = terms.iter().map(|term| i64::from(term.weight));
        let numbers: Vec<i64> = head.iter().copied().chain(counts).chain(atoms).chain(weights).collect();
        self.line(numbers);
    }

    fn write_rule(&mut self, is_choice: bool, heads: &[u32], body: &Body) {
        let sum = match body {
            Body::Normal(literals) => return self.write_head(is_choice, heads, literals),
            Body::Sum { lower, literals } => (*lower, literals),
        };
        // Only a single head has a sum as its body.
        let single = match (is_choice, heads) {
            (false, []) => FALSE,
            (false, [only]) => *only,
            _ => {
                let atom = self.fresh();
                let body = Atom::new(atom - FALSE).expect("numbers of atoms are positive").positive();
                self.write_head(is_choice, heads, &[body]);
                atom
            }
        };
        self.weighted(&[5, i64::from(single), i64::from(sum.0)], sum.1);
    }

    fn write_head(&mut self, is_choice: bool, heads: &[u32], literals: &[Literal]) {
        let atoms: Vec<i64> = heads.iter().map(|&head| i64::from(head)).collect();
        let several =
            |kind: i64| -> Vec<i64> { [kind, atoms.len() as i64].into_iter().chain(atoms.clone()).collect() };
        match (is_choice, &atoms[..]) {
            (true, []) => {}
            (true, _) => self.normal(&several(3), literals),
            (false, []) => self.normal(&[1, i64::from(FALSE)], literals),
            (false, [head]) => self.normal(&[1, *head], literals),
            (false, _) => self.normal(&several(8), literals),
        }
    }

    fn write_all(&mut self) {
        for (is_choice, heads, body) in std::mem::take(&mut self.rules) {
            self.write_rule(is_choice, &heads, &body);
        }
        let mut names = Vec::new();
        for (name, condition) in std::mem::take(&mut self.outputs) {
            let atom = match condition[..] {
                [only]
                    if only.is_positive() && !names.iter().any(|&(atom, _)| atom == number(only.atom())) =>
                {
                    number(only.atom())
                }
                _ => {
                    let atom = self.fresh();
                    self.normal(&[1, i64::from(atom)], &condition);
                    atom
                }
            };
            names.push((atom, name));
        }
        for literals in std::mem::take(&mut self.minimize).into_values() {
            let positive = |term: &WeightedLiteral| match term.weight < 0 {
                true => WeightedLiteral { literal: !term.literal, weight: term.weight.saturating_neg() },
                false => *term,
            };
            let literals: Vec<WeightedLiteral> = literals.iter().map(positive).collect();
            self.weighted(&[6, 0], &literals);
        }
        for (atom, value) in std::mem::take(&mut self.externals) {
            self.line([91, i64::from(atom), i64::from(value)]);
        }
        self.lines.write("0\n");
        for (atom, name) in names {
            self.lines.write(&format!("{atom} {name}\n"));
        }
        self.lines.write(&format!("0\nB+\n0\nB-\n{FALSE}\n0\n1\n"));
    }
}

impl<W: Write> Sink for SmodelsWriter<W> {
    fn has_failed(&self) -> bool {
        self.lines.has_failed()
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (is_choice, heads) = match head {
            Head::Disjunction(atoms) => (false, atoms),
            Head::Choice(atoms) => (true, atoms),
        };
        self.note(heads.iter().copied());
        let body = match body {
            BodyRef::Normal(literals) => {
                self.note(literals.iter().map(|literal| literal.atom()));
                Body::Normal(literals.to_vec())
            }
            BodyRef::Sum { lower, literals } => {
                self.note(literals.iter().map(|term| term.literal.atom()));
                Body::Sum { lower, literals: literals.to_vec() }
            }
        };
        self.rules.push((is_choice, heads.iter().map(|&head| number(head)).collect(), body));
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.note(literals.iter().map(|term| term.literal.atom()));
        self.minimize.entry(priority).or_default().extend_from_slice(literals);
    }

    fn output(&mut self, symbols: &Symbols, _: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.note(condition.iter().map(|literal| literal.atom()));
        self.outputs.push((symbols.display(symbol).to_string(), condition.to_vec()));
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.note(std::iter::once(atom));
        let value = match value {
            ExternalValue::False => 0,
            ExternalValue::True => 1,
            ExternalValue::Free => 2,
            ExternalValue::Release => return,
        };
        self.externals.push((number(atom), value));
    }

    fn project(&mut self, _: &[Atom]) {
        self.dropped += 1;
    }

    fn assume(&mut self, _: &[Literal]) {
        self.dropped += 1;
    }

    fn heuristic(&mut self, _: Atom, _: HeuristicModifier, _: i32, _: u32, _: &[Literal]) {
        self.dropped += 1;
    }

    fn edge(&mut self, _: i32, _: i32, _: &[Literal]) {
        self.dropped += 1;
    }

    fn theory(&mut self, _: TheoryStatement<'_>) {
        self.dropped += 1;
    }

    fn end_step(&mut self) {
        self.write_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn written(aspif: &str) -> String {
        let mut writer = SmodelsWriter::new(Vec::new());
        read(&format!("asp 1 0 0\n{aspif}0\n"), &mut Symbols::new(), &mut writer).expect("it is aspif");
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn rules_objective_and_names() {
        let text = "1 1 1 1 0 0\n1 0 1 2 0 1 -1\n1 0 0 0 1 2\n1 0 2 3 4 1 2 2 1 1 -2 2\n2 0 2 1 -3 2 4\n4 1 a 1 1\n4 1 b 0\n";
        let expected = "3 1 2 0 0\n1 3 1 1 2\n1 1 1 0 3\n8 2 4 5 1 0 6\n5 6 2 2 1 3 2 2 1\n1 7 0 0\n\
                        6 0 2 1 2 3 3 4\n0\n2 a\n7 b\n0\nB+\n0\nB-\n1\n0\n1\n";
        assert_eq!(written(text), expected);
    }

    #[test]
    fn our_reader_reads_it() {
        let text = written("1 1 2 1 2 0 0\n1 0 0 0 2 1 2\n4 1 a 1 1\n4 1 b 1 2\n");
        let mut text_writer = crate::TextWriter::new(Vec::new());
        read(&text, &mut Symbols::new(), &mut text_writer).expect("it is the format of smodels");
        let text = String::from_utf8(text_writer.finish().unwrap()).unwrap();
        assert!(text.contains("{a;b}.") && text.contains(":-a,b."), "{text}");
    }
}
