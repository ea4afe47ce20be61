//! Reads aspif text and sends it to a sink.
//!
//! aspif names atoms only by what is shown of them. An output `4 1 a 1 3` names the atom 3 `a`, if neither has been named
//! before; every other output is a shown term. A step's outputs may come after the rules that they name the atoms
//! of, so each step is gone through twice: for the names, then for the statements.
//!
//! Statements reach the sink line by line: after an error, it has received what stands above.

use crate::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    Weight, WeightedLiteral, term,
};
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::fmt;

/// Text that is not aspif, or not the part of it that is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, without a full stop.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Whether a text claims to be aspif: its first word is `asp`, which no program of the language begins with.
pub fn is_aspif(text: &str) -> bool {
    text.starts_with("asp ")
}

/// Sends the program of the text to the sink, its terms interned in `symbols`.
pub fn read(text: &str, symbols: &mut Symbols, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let lines: Vec<&str> = text.lines().collect();
    check_header(lines.first().copied().unwrap_or("")).map_err(|message| ReadError { line: 1, message })?;
    let mut names = Names::default();
    let mut next = 1;
    let mut steps = 0;
    while next < lines.len() {
        let length = lines[next..].iter().position(|line| *line == "0");
        let end = next + length.unwrap_or(lines.len() - next);
        sink.begin_step();
        let mut each = |number: usize, pass: Pass, symbols: &mut Symbols| {
            let mut reader = Line { rest: lines[number], symbols, names: &mut names };
            reader.statement(pass, sink).map_err(|message| ReadError { line: number + 1, message })
        };
        for number in (next..end).filter(|&number| lines[number].starts_with("4 ")) {
            each(number, Pass::Names, symbols)?;
        }
        for number in next..end {
            each(number, Pass::Statements, symbols)?;
        }
        if length.is_none() {
            break;
        }
        sink.end_step();
        steps += 1;
        next = end + 1;
    }
    if next < lines.len() || steps == 0 {
        let message = "the program ends within a step: a line `0` is missing".to_owned();
        return Err(ReadError { line: lines.len(), message });
    }
    Ok(())
}

fn check_header(line: &str) -> Result<(), String> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("asp") {
        return Err("an aspif program begins with `asp 1 0 0`".into());
    }
    match [words.next(), words.next(), words.next()] {
        [Some("1"), Some("0"), Some(_)] => (),
        _ => return Err("only version 1.0 of aspif is understood".into()),
    }
    match words.find(|&tag| tag != "incremental") {
        Some(tag) => Err(format!("unknown tag `{tag}`")),
        None => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Names,
    Statements,
}

#[derive(Default)]
struct Names {
    symbols: FxHashMap<Atom, Symbol>,
    atoms: FxHashMap<Symbol, Atom>,
}

struct Line<'a> {
    rest: &'a str,
    symbols: &'a mut Symbols,
    names: &'a mut Names,
}

type Read<T> = Result<T, String>;

impl<'a> Line<'a> {
    fn statement(&mut self, pass: Pass, sink: &mut dyn Sink) -> Read<()> {
        match self.word("a statement")? {
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
                let value = ExternalValue::from_number(value).ok_or("the value is none of 0 to 3")?;
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
            "10" => return Ok(()),
            other => return Err(format!("unknown statement `{other}`")),
        }
        let rest = self.rest.trim();
        if rest.is_empty() { Ok(()) } else { Err(format!("unexpected `{rest}`")) }
    }

    fn rule(&mut self, sink: &mut dyn Sink) -> Read<()> {
        let choice = self.word("a kind of head")?;
        let atoms = self.many(Line::atom)?;
        let head = match choice {
            "0" => Head::Disjunction(&atoms),
            "1" => Head::Choice(&atoms),
            other => return Err(format!("unknown kind of head `{other}`")),
        };
        match self.word("a kind of body")? {
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
        let text = self.text(length)?;
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
        let modifier = HeuristicModifier::from_number(modifier).ok_or("the modifier is none of 0 to 5")?;
        let atom = self.atom()?;
        let (bias, priority) = (self.integer("a bias")?, self.integer("a priority")?);
        let condition = self.many(Line::literal)?;
        sink.heuristic(atom, modifier, bias, priority, &condition);
        Ok(())
    }

    fn theory(&mut self, sink: &mut dyn Sink) -> Read<()> {
        match self.word("a kind of theory statement")? {
            "0" => {
                let (term, value) = (self.integer("a term")?, self.integer("a number")?);
                sink.theory(TheoryStatement::Number { term, value });
            }
            "1" => {
                let term = self.integer("a term")?;
                let length: usize = self.integer("a length")?;
                let name = self.text(length)?;
                sink.theory(TheoryStatement::Name { term, name });
            }
            "2" => {
                let (term, functor) = (self.integer("a term")?, self.integer("a functor")?);
                if functor < -3 {
                    return Err(format!("`{functor}` is none of a term, -1, -2 and -3"));
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
                let atom = Atom::new(number);
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

    fn word(&mut self, what: &str) -> Read<&'a str> {
        let rest = self.rest.trim_start_matches(' ');
        let (word, rest) = rest.split_once(' ').unwrap_or((rest.trim_end(), ""));
        self.rest = rest;
        if word.is_empty() { Err(format!("{what} is missing")) } else { Ok(word) }
    }

    fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Read<T> {
        let word = self.word(what)?;
        word.parse().map_err(|_| format!("`{word}` is not {what}"))
    }

    /// The next bytes, however many spaces they hold.
    fn text(&mut self, length: usize) -> Read<&'a str> {
        let rest = self.rest;
        let text = rest.get(..length).ok_or("the text is shorter than its length says")?;
        self.rest = &rest[length..];
        Ok(text)
    }

    fn atom(&mut self) -> Read<Atom> {
        let number = self.integer("an atom")?;
        Atom::new(number).ok_or_else(|| format!("`{number}` is not an atom"))
    }

    fn literal(&mut self) -> Read<Literal> {
        let number = self.integer("a literal")?;
        Literal::new(number).ok_or_else(|| format!("`{number}` is not a literal"))
    }

    fn weighted(&mut self, least: Weight) -> Read<WeightedLiteral> {
        let literal = self.literal()?;
        let weight = self.integer("a weight")?;
        if weight < least {
            return Err(format!("the weight {weight} is negative"));
        }
        Ok(WeightedLiteral { literal, weight })
    }

    /// A number, and as many of what `one` reads.
    fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count: usize = self.integer("a number of items")?;
        // A count may be a lie; what is really there tells how much room is needed.
        (0..count).map(|_| one(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AspifWriter, TextWriter};

    fn through_aspif(text: &str) -> Result<String, ReadError> {
        let mut writer = AspifWriter::new(Vec::new());
        read(text, &mut Symbols::new(), &mut writer)?;
        Ok(String::from_utf8(writer.finish().unwrap()).unwrap())
    }

    fn as_text(text: &str) -> String {
        let mut writer = TextWriter::new(Vec::new());
        read(text, &mut Symbols::new(), &mut writer).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    const ALL: &str = "asp 1 0 0\n1 0 1 1 0 0\n1 0 0 0 2 1 -2\n1 1 2 2 3 1 2 2 1 1 -3 2\n2 -1 1 -2 -7\n3 2 1 3\n\
        4 6 \"ä b\" 1 -1\n4 1 a 1 1\n5 4 0\n5 5 1\n5 6 2\n5 7 3\n6 1 2\n7 4 2 3 2 1 -1\n8 0 -1 0\n\
        9 0 0 -3\n9 1 1 4 diff\n9 1 2 5 \"s t\"\n9 2 3 1 2 0 2\n9 2 4 -3 0\n9 4 0 2 3 4 2 1 -2\n9 5 9 1 1 0\n\
        9 6 0 1 0 2 0\n0\n\
        1 1 1 8 0 0\n0\n";

    #[test]
    fn what_is_written_comes_back() {
        assert_eq!(through_aspif(ALL).unwrap(), ALL);
        let spaced =
            ALL.replace("asp 1 0 0", "asp 1 0 0 incremental").replace("1 0 1 1 0 0", "1  0 1 1 0 0 ");
        assert_eq!(through_aspif(&spaced).unwrap(), ALL);
        assert_eq!(through_aspif(&ALL.replace('\n', "\r\n")).unwrap(), ALL);
    }

    #[test]
    fn outputs_name_the_atoms_above_them() {
        let text =
            as_text("asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n4 4 p(1) 0\n4 1 5 1 -1\n10 note\n0\n");
        assert_eq!(text, "{a;b}.\np(1).\n#show 5:not a.\n");
        // One name for two atoms, two names for one atom: the second is a shown term.
        let text = as_text("asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 a 1 2\n4 1 b 1 1\n0\n");
        assert_eq!(text, "{a;_aux(2)}.\n#show a:_aux(2).\n#show b:a.\n#show a/0.\n");
    }

    #[test]
    fn theory_atoms_that_no_rule_defines_are_free_in_text() {
        let text = as_text(
            "asp 1 0 0\n1 0 1 1 0 1 2\n1 0 1 3 0 1 1\n1 0 1 4 0 1 3\n9 1 0 1 t\n9 5 2 0 0\n9 5 3 0 0\n4 1 a 1 1\n4 1 b 1 4\n0\n",
        );
        assert_eq!(text, "a:-_aux(2).\nb:-a.\n#external _aux(2).[free]\n#show a/0.\n#show b/0.\n");
    }

    #[test]
    fn errors_tell_their_line() {
        let error = |text: &str| through_aspif(text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: an aspif program begins with `asp 1 0 0`");
        assert_eq!(error("asp 2 0 0\n0\n"), "line 1: only version 1.0 of aspif is understood");
        assert_eq!(error("asp 1 0 0 fast\n0\n"), "line 1: unknown tag `fast`");
        for (line, message) in [
            ("1 0 1 0 0 0", "`0` is not an atom"),
            ("1 0 1 2147483648 0 0", "`2147483648` is not an atom"),
            ("1 0 2 1", "an atom is missing"),
            ("1 2 0 0 0", "unknown kind of head `2`"),
            ("1 0 0 2 0", "unknown kind of body `2`"),
            ("1 0 0 1 1 1 1 -1", "the weight -1 is negative"),
            ("1 0 0 0 99999999999 1", "a literal is missing"),
            ("2 x 0", "`x` is not a priority"),
            ("4 9 a 0", "the text is shorter than its length says"),
            ("4 1 X 0", "`X` is not a ground term"),
            ("5 1 4", "the value is none of 0 to 3"),
            ("7 6 1 0 0 0", "the modifier is none of 0 to 5"),
            ("9 3 1 1", "unknown theory statement `3`"),
            ("9 0 1", "a number is missing"),
            ("9 1 1 4 abc", "the text is shorter than its length says"),
            ("9 2 3 -4 0", "`-4` is none of a term, -1, -2 and -3"),
            ("9 5 -1 0 0", "`-1` is not an atom"),
            ("9 6 1 0 0 1", "a term is missing"),
            ("11", "unknown statement `11`"),
            ("3 0 1", "unexpected `1`"),
            ("", "a statement is missing"),
        ] {
            assert_eq!(error(&format!("asp 1 0 0\n1 0 0 0 0\n{line}\n0\n")), format!("line 3: {message}"));
        }
        let unended = "line 2: the program ends within a step: a line `0` is missing";
        assert_eq!(error("asp 1 0 0\n1 0 0 0 0\n"), unended);
    }
}
