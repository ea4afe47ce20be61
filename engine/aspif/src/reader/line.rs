//! One line of aspif: its words, and its statement.

use super::numbers::Numbers;
use crate::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    Weight, WeightedLiteral, term,
};
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The words of a line, and the position of the last word.
pub(super) struct Words<'t> {
    line: &'t str,
    last: Range<usize>,
    next: usize,
}

impl<'t> Words<'t> {
    /// A line before its first word.
    pub(super) fn new(line: &'t str) -> Words<'t> {
        Words { line, last: 0..0, next: 0 }
    }

    /// A line that is a single word.
    pub(super) fn all_of(line: &'t str) -> Words<'t> {
        Words { line, last: 0..line.len(), next: line.len() }
    }

    /// The bytes of the last word.
    pub(super) fn last(&self) -> Range<usize> {
        self.last.clone()
    }

    /// The text before the last word.
    pub(super) fn before_last(&self) -> &'t str {
        &self.line[..self.last.start]
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.line[self.next..].trim_ascii().is_empty()
    }

    pub(super) fn next(&mut self, what: &str) -> Read<&'t str> {
        let rest = &self.line[self.next..];
        let start = self.next + rest.len() - rest.trim_ascii_start().len();
        let length = self.line[start..].find(' ').unwrap_or(self.line.len() - start);
        self.last = start..start + self.line[start..start + length].trim_ascii_end().len();
        // One space ends the word; further spaces may belong to a text.
        self.next = (start + length + 1).min(self.line.len());
        if self.last.is_empty() {
            Err(format!("{what} is missing"))
        } else {
            Ok(&self.line[self.last.clone()])
        }
    }

    /// The next bytes, including spaces.
    fn text(&mut self, length: usize) -> Read<&'t str> {
        let end = self.next.saturating_add(length);
        let text = self.line.get(self.next..end).ok_or("the text is shorter than its stated length")?;
        self.last = self.next..end;
        self.next = end;
        Ok(text)
    }

    fn rest(&mut self) -> Option<&'t str> {
        let rest = &self.line[self.next..];
        let start = self.next + rest.len() - rest.trim_ascii_start().len();
        self.last = start..self.line.trim_ascii_end().len().max(start);
        (!self.is_at_end()).then(|| &self.line[self.last.clone()])
    }
}

/// The two passes over a step.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Pass {
    Names,
    Statements,
}

/// The names that outputs have assigned so far.
#[derive(Default)]
pub(super) struct Names {
    symbols: FxHashMap<Atom, Symbol>,
    atoms: FxHashMap<Symbol, Atom>,
}

/// A line that is parsed as a statement.
pub(super) struct Line<'a, 't> {
    pub(super) words: Words<'t>,
    pub(super) symbols: &'a mut Symbols,
    pub(super) names: &'a mut Names,
    pub(super) numbers: &'a mut Numbers,
}

/// The result, or the error at the last word.
pub(super) type Read<T> = Result<T, String>;

impl Line<'_, '_> {
    /// Sends the statement to the sink, or assigns a name.
    pub(super) fn statement(&mut self, pass: Pass, sink: &mut dyn Sink) -> Read<()> {
        match self.words.next("a statement")? {
            "1" => self.rule(sink)?,
            "2" => {
                let priority = self.integer("a priority")?;
                let literals = self.many(|line| line.weighted(i32::MIN))?;
                sink.minimize(priority, &literals);
            }
            "3" => sink.project(&self.many(Line::atom)?),
            "4" => self.output(pass, sink)?,
            "5" => {
                let atom = self.atom()?;
                let value = self.integer("a value")?;
                let value = ExternalValue::from_number(value).ok_or("the value is not in 0 to 3")?;
                sink.external(atom, value);
            }
            "6" => sink.assume(&self.many(Line::literal)?),
            "7" => self.heuristic(sink)?,
            "8" => {
                let (from, to) = (self.integer("a node")?, self.integer("a node")?);
                let condition = self.many(Line::literal)?;
                sink.edge(from, to, &condition);
            }
            "9" => self.theory(sink)?,
            "10" => {
                self.comment(sink);
                return Ok(());
            }
            other => return Err(format!("unknown statement `{other}`")),
        }
        self.words.rest().map_or(Ok(()), |rest| Err(format!("unexpected `{rest}`")))
    }

    fn rule(&mut self, sink: &mut dyn Sink) -> Read<()> {
        let is_choice = match self.words.next("a kind of head")? {
            "0" => false,
            "1" => true,
            other => return Err(format!("unknown kind of head `{other}`")),
        };
        let atoms = self.many(Line::atom)?;
        let head = if is_choice { Head::Choice(&atoms) } else { Head::Disjunction(&atoms) };
        match self.words.next("a kind of body")? {
            "0" => {
                let literals = self.many(Line::literal)?;
                sink.rule(head, BodyRef::Normal(&literals));
            }
            "1" => {
                let lower = self.integer("a bound")?;
                let mut literals = self.many(|line| line.weighted(0))?;
                literals.retain(|summand| summand.weight != 0);
                sink.rule(head, BodyRef::Sum { lower, literals: &literals });
            }
            other => return Err(format!("unknown kind of body `{other}`")),
        }
        Ok(())
    }

    fn output(&mut self, pass: Pass, sink: &mut dyn Sink) -> Read<()> {
        let length: usize = self.integer("a length")?;
        let text = self.words.text(length)?;
        let symbol =
            term::parse(self.symbols, text).ok_or_else(|| format!("`{text}` is not a ground term"))?;
        let condition = self.many(Line::literal)?;
        let may_be_atom = self.symbols.signature(symbol).is_some();
        match (pass, &condition[..]) {
            (Pass::Names, &[literal]) if literal.is_positive() && may_be_atom => {
                let Names { symbols, atoms } = &mut *self.names;
                if !symbols.contains_key(&literal.atom()) && !atoms.contains_key(&symbol) {
                    symbols.insert(literal.atom(), symbol);
                    atoms.insert(symbol, literal.atom());
                    sink.name(self.symbols, literal.atom(), symbol);
                }
            }
            (Pass::Names, _) => (),
            (Pass::Statements, condition) => {
                let atom = self.names.atoms.get(&symbol);
                let is_atom = match *condition {
                    [] => may_be_atom && atom.is_none(),
                    [literal] => atom.map(|atom| atom.positive()) == Some(literal),
                    _ => false,
                };
                let kind = if is_atom { OutputKind::Atom } else { OutputKind::Term };
                sink.output(self.symbols, kind, symbol, condition);
            }
        }
        Ok(())
    }

    fn heuristic(&mut self, sink: &mut dyn Sink) -> Read<()> {
        let modifier = self.integer("a modifier")?;
        let modifier = HeuristicModifier::from_number(modifier).ok_or("the modifier is not in 0 to 5")?;
        let atom = self.atom()?;
        let (bias, priority) = (self.integer("a bias")?, self.integer("a priority")?);
        let condition = self.many(Line::literal)?;
        sink.heuristic(atom, modifier, bias, priority, &condition);
        Ok(())
    }

    fn theory(&mut self, sink: &mut dyn Sink) -> Read<()> {
        match self.words.next("a kind of theory statement")? {
            "0" => {
                let (term, value) = (self.integer("a term")?, self.integer("a number")?);
                sink.theory(TheoryStatement::Number { term, value });
            }
            "1" => {
                let term = self.integer("a term")?;
                let length: usize = self.integer("a length")?;
                let name = self.words.text(length)?;
                sink.theory(TheoryStatement::Name { term, name });
            }
            "2" => {
                let (term, functor) = (self.integer("a term")?, self.integer("a functor")?);
                if functor < -3 {
                    return Err(format!("`{functor}` is not a term, -1, -2 or -3"));
                }
                let arguments = self.many(|line| line.integer("a term"))?;
                sink.theory(TheoryStatement::Compound { term, functor, arguments: &arguments });
            }
            "4" => {
                let element = self.integer("an element")?;
                let terms = self.many(|line| line.integer("a term"))?;
                let condition = self.many(Line::literal)?;
                sink.theory(TheoryStatement::Element { element, terms: &terms, condition: &condition });
            }
            kind @ ("5" | "6") => {
                let number: u32 = self.integer("an atom")?;
                let atom = self.numbers.atom(number);
                if atom.is_none() && number != 0 {
                    return Err(format!("`{number}` is not an atom"));
                }
                let name = self.integer("a term")?;
                let elements = self.many(|line| line.integer("an element"))?;
                let guard = match kind {
                    "5" => None,
                    _ => Some((self.integer("a term")?, self.integer("a term")?)),
                };
                sink.theory(TheoryStatement::Atom { atom, name, elements: &elements, guard });
            }
            other => return Err(format!("unknown theory statement `{other}`")),
        }
        Ok(())
    }

    /// Comments are ignored, except for the one that the writer uses.
    fn comment(&mut self, sink: &mut dyn Sink) {
        let text = self.words.rest().and_then(|text| text.strip_prefix("built-in "));
        let atom = text.and_then(|number| number.parse().ok()).and_then(|number| self.numbers.atom(number));
        if let Some(atom) = atom {
            sink.theory(TheoryStatement::BuiltIn { atom });
        }
    }

    fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Read<T> {
        let word = self.words.next(what)?;
        word.parse().map_err(|_| format!("`{word}` is not {what}"))
    }

    fn atom(&mut self) -> Read<Atom> {
        let number = self.integer("an atom")?;
        self.numbers.atom(number).ok_or_else(|| format!("`{number}` is not an atom"))
    }

    fn literal(&mut self) -> Read<Literal> {
        let number: i32 = self.integer("a literal")?;
        let atom = self.numbers.atom(number.unsigned_abs());
        let literal = atom.map(|atom| if number < 0 { atom.negative() } else { atom.positive() });
        literal.ok_or_else(|| format!("`{number}` is not a literal"))
    }

    fn weighted(&mut self, least: Weight) -> Read<WeightedLiteral> {
        let literal = self.literal()?;
        let weight = self.integer("a weight")?;
        if weight < least {
            return Err(format!("the weight {weight} is negative"));
        }
        Ok(WeightedLiteral { literal, weight })
    }

    /// A count, followed by that number of items.
    fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count: usize = self.integer("a number of items")?;
        // No memory is reserved for the count, because the line may be shorter.
        (0..count).map(|_| one(self)).collect()
    }
}
