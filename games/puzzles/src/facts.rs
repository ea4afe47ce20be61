//! A reader for ground facts: instances of puzzles and answer sets.
//!
//! ```text
//! field(1..3,1..3). start(2,1).    % an interval stands for all its numbers,
//! kind(a;b).                       % and a pool for all its members
//! ```
//!
//! All other statements are rejected with their line: rules, directives, variables, arithmetic. Arguments are
//! numbers, constants and tuples.

use hamadryad_grid::Grid;
use std::fmt;

/// The error for a text that was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    /// The line, counted from 1; `None` if a part is missing.
    pub line: Option<u32>,
    /// The reason.
    pub reason: Reason,
}

/// Errors of instances and answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The text is no list of facts.
    Syntax {
        /// The expected token.
        expected: &'static str,
        /// The token that was found.
        found: String,
    },
    /// A number does not fit into 32 bits.
    NumberTooLarge {
        /// Its digits.
        digits: String,
    },
    /// Intervals and pools stand for too many facts.
    TooManyFacts,
    /// The puzzle has no predicate with this name and arity.
    UnknownPredicate {
        /// The predicate, as `name/arity`.
        predicate: String,
        /// The predicates that the puzzle has.
        known: &'static str,
    },
    /// A required fact is missing.
    Missing {
        /// The form of the fact.
        fact: &'static str,
    },
    /// A fact that may occur once occurs again.
    Twice {
        /// The second fact.
        fact: String,
    },
    /// A fact contradicts the rules of the puzzle.
    Wrong {
        /// The fact.
        fact: String,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.reason {
            Reason::Syntax { expected, found } => write!(f, "expected {expected}, found {found}"),
            Reason::NumberTooLarge { digits } => write!(f, "the number {digits} does not fit into 32 bits"),
            Reason::TooManyFacts => write!(f, "this expands to more than {MOST_FACTS} facts"),
            Reason::UnknownPredicate { predicate, known } => {
                write!(f, "this puzzle has no facts {predicate}; known: {known}")
            }
            Reason::Missing { fact } => write!(f, "there is no fact {fact}"),
            Reason::Twice { fact } => write!(f, "{fact} is the second fact of its kind; there must be one"),
            Reason::Wrong { fact, reason } => write!(f, "{fact}: {reason}"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The largest number of facts of a text.
const MOST_FACTS: usize = 1_000_000;

/// The largest depth of nested brackets; it bounds the stack of the reader.
const MOST_BRACKETS: usize = 64;

/// An argument of a fact.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A number.
    Number(i32),
    /// A constant such as `a`.
    Constant(String),
    /// A tuple such as `(1,2)`.
    Tuple(Vec<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Constant(name) => name.fmt(f),
            Self::Tuple(terms) => write_arguments(f, terms),
        }
    }
}

/// A fact, or a true atom of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Its line, counted from 1.
    pub line: u32,
    /// The predicate's name.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Term>,
}

impl Fact {
    /// The arguments, if the fact has this name and all arguments are numbers.
    pub fn numbers<const N: usize>(&self, name: &str) -> Option<[i32; N]> {
        if self.name != name || self.arguments.len() != N {
            return None;
        }
        let mut numbers = [0; N];
        for (number, argument) in numbers.iter_mut().zip(&self.arguments) {
            let Term::Number(value) = argument else { return None };
            *number = *value;
        }
        Some(numbers)
    }

    /// The error for this fact, with a reason from the puzzle.
    pub(crate) fn wrong(&self, reason: impl Into<String>) -> PuzzleError {
        let reason = Reason::Wrong { fact: self.to_string(), reason: reason.into() };
        PuzzleError { line: Some(self.line), reason }
    }

    /// The error for a second fact of the same kind.
    pub(crate) fn twice(&self) -> PuzzleError {
        PuzzleError { line: Some(self.line), reason: Reason::Twice { fact: self.to_string() } }
    }

    /// The error for a fact with an unknown predicate or with arguments of the wrong type. `known` lists the
    /// predicates of the puzzle as `name/arity`, separated by `, `.
    pub(crate) fn unknown(&self, known: &'static str) -> PuzzleError {
        let predicate = format!("{}/{}", self.name, self.arguments.len());
        if known.split(", ").any(|one| one == predicate) {
            return self.wrong("the arguments are not of the right kind");
        }
        PuzzleError { line: Some(self.line), reason: Reason::UnknownPredicate { predicate, known } }
    }
}

/// The error for an answer as a whole.
pub(crate) fn wrong_as_a_whole(what: &str, reason: impl Into<String>) -> PuzzleError {
    PuzzleError { line: None, reason: Reason::Wrong { fact: what.to_string(), reason: reason.into() } }
}

/// The error for a missing fact.
pub(crate) fn missing(fact: &'static str) -> PuzzleError {
    PuzzleError { line: None, reason: Reason::Missing { fact } }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if self.arguments.is_empty() { Ok(()) } else { write_arguments(f, &self.arguments) }
    }
}

fn write_arguments(f: &mut fmt::Formatter<'_>, terms: &[Term]) -> fmt::Result {
    write!(f, "(")?;
    for (place, term) in terms.iter().enumerate() {
        write!(f, "{}{term}", if place > 0 { "," } else { "" })?;
    }
    write!(f, ")")
}

/// The number of the facts of a name with one argument, in `least..=most`: all such facts must agree; `None`
/// without such facts.
pub(crate) fn number(facts: &[Fact], name: &str, least: i32, most: i32) -> Result<Option<i32>, PuzzleError> {
    let mut values = facts.iter().filter_map(|fact| Some((fact, fact.numbers(name)?)));
    let Some((first, [value])) = values.next() else { return Ok(None) };
    if let Some((second, _)) = values.find(|&(_, [other])| other != value) {
        return Err(second.twice());
    }
    if (least..=most).contains(&value) {
        Ok(Some(value))
    } else {
        Err(first.wrong(format!("it must be {least} to {most}")))
    }
}

/// The sides of a board, `rows(N)` and `columns(M)`, each from 1 to `longest`.
pub(crate) fn grid(facts: &[Fact], longest: u16) -> Result<Grid, PuzzleError> {
    let side = |name, wanted| {
        let length = number(facts, name, 1, longest.into())?.ok_or_else(|| missing(wanted))?;
        Ok(length as u16)
    };
    Ok(Grid::new(side("rows", "rows(N)")?, side("columns", "columns(M)")?))
}

/// Reads facts that end with a full stop, and expands intervals and pools.
pub fn read_facts(text: &str) -> Result<Vec<Fact>, PuzzleError> {
    read(text, Some("`.`"))
}

/// Reads the atoms of an answer set: facts separated by blanks, without full stops.
pub fn read_atoms(text: &str) -> Result<Vec<Fact>, PuzzleError> {
    read(text, None)
}

fn read(text: &str, stop: Option<&'static str>) -> Result<Vec<Fact>, PuzzleError> {
    let mut reader = Reader { rest: text, line: 1, depth: 0 };
    let mut facts = Vec::new();
    reader.skip_blanks()?;
    while !reader.rest.is_empty() {
        let line = reader.line;
        let name = reader.name("the name of a predicate")?;
        let alternatives = if reader.eat("(") { reader.arguments()? } else { vec![Vec::new()] };
        if let Some(stop) = stop {
            reader.expect(".", stop)?;
        }
        if facts.len() + alternatives.len() > MOST_FACTS {
            return Err(reader.error(Reason::TooManyFacts));
        }
        facts.extend(alternatives.into_iter().map(|arguments| Fact { line, name: name.clone(), arguments }));
        reader.skip_blanks()?;
    }
    Ok(facts)
}

/// The rest of the text, without leading blanks and comments.
struct Reader<'a> {
    rest: &'a str,
    line: u32,
    /// The depth of open brackets inside the arguments.
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Reads up to the closing bracket: all argument lists of the pools and intervals.
    fn arguments(&mut self) -> Result<Vec<Vec<Term>>, PuzzleError> {
        let mut alternatives = Vec::new();
        loop {
            let mut lists: Vec<Vec<Term>> = vec![Vec::new()];
            loop {
                let values = self.argument()?;
                lists = self.product(&lists, &values)?;
                if !self.eat(",") {
                    break;
                }
            }
            alternatives.extend(lists);
            if alternatives.len() > MOST_FACTS {
                return Err(self.error(Reason::TooManyFacts));
            }
            if !self.eat(";") {
                break;
            }
        }
        self.expect(")", "`,`, `;` or `)`")?;
        Ok(alternatives)
    }

    fn product(&self, lists: &[Vec<Term>], values: &[Term]) -> Result<Vec<Vec<Term>>, PuzzleError> {
        if lists.len().saturating_mul(values.len()) > MOST_FACTS {
            return Err(self.error(Reason::TooManyFacts));
        }
        let longer = |list: &Vec<Term>, value: &Term| list.iter().chain([value]).cloned().collect();
        Ok(lists.iter().flat_map(|list| values.iter().map(move |value| longer(list, value))).collect())
    }

    /// The terms that one argument stands for.
    fn argument(&mut self) -> Result<Vec<Term>, PuzzleError> {
        if self.eat("(") {
            self.depth += 1;
            if self.depth > MOST_BRACKETS {
                return Err(self.syntax("fewer brackets in brackets"));
            }
            let alternatives = self.arguments()?;
            self.depth -= 1;
            // Brackets around a single term have no meaning.
            let unwrap = |mut terms: Vec<Term>| match terms.len() {
                1 => terms.swap_remove(0),
                _ => Term::Tuple(terms),
            };
            return Ok(alternatives.into_iter().map(unwrap).collect());
        }
        if self.rest.starts_with(|sign: char| sign.is_ascii_lowercase()) {
            return Ok(vec![Term::Constant(self.name("a constant")?)]);
        }
        let from = self.number()?;
        if !self.eat("..") {
            return Ok(vec![Term::Number(from)]);
        }
        let to = self.number()?;
        if i64::from(to) - i64::from(from) >= MOST_FACTS as i64 {
            return Err(self.error(Reason::TooManyFacts));
        }
        Ok((from..=to).map(Term::Number).collect())
    }

    fn number(&mut self) -> Result<i32, PuzzleError> {
        let sign = usize::from(self.rest.starts_with('-'));
        let digits = self.rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.syntax("a number or a constant"));
        }
        let digits = self.take(sign + digits)?;
        digits.parse().map_err(|_| self.error(Reason::NumberTooLarge { digits: digits.to_string() }))
    }

    fn name(&mut self, expected: &'static str) -> Result<String, PuzzleError> {
        if !self.rest.starts_with(|sign: char| sign.is_ascii_lowercase()) {
            return Err(self.syntax(expected));
        }
        let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = self.rest.bytes().take_while(inside).count();
        Ok(self.take(length)?.to_string())
    }

    fn eat(&mut self, token: &str) -> bool {
        self.rest.starts_with(token) && self.take(token.len()).is_ok()
    }

    fn expect(&mut self, token: &str, expected: &'static str) -> Result<(), PuzzleError> {
        if self.rest.starts_with(token) {
            self.take(token.len()).map(|_| ())
        } else {
            Err(self.syntax(expected))
        }
    }

    /// Takes this number of bytes, and the blanks behind them.
    fn take(&mut self, length: usize) -> Result<&'a str, PuzzleError> {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.skip_blanks()?;
        Ok(taken)
    }

    fn skip_blanks(&mut self) -> Result<(), PuzzleError> {
        loop {
            let rest = self.rest.trim_start();
            self.skip_to(rest);
            if self.rest.starts_with("%*") {
                let Some(end) = self.rest.find("*%") else {
                    return Err(self.syntax("`*%` at the end of this comment"));
                };
                self.skip_to(&self.rest[end + 2..]);
            } else if self.rest.starts_with('%') {
                self.skip_to(self.rest.find('\n').map_or("", |end| &self.rest[end..]));
            } else {
                return Ok(());
            }
        }
    }

    /// Continues at `rest`, a suffix of the present rest, and counts the lines in between.
    fn skip_to(&mut self, rest: &'a str) {
        let skipped = &self.rest[..self.rest.len() - rest.len()];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count() as u32;
        self.rest = rest;
    }

    fn syntax(&self, expected: &'static str) -> PuzzleError {
        let found = match self.rest.chars().next() {
            Some(sign) => format!("`{sign}`"),
            None => "the end".to_string(),
        };
        self.error(Reason::Syntax { expected, found })
    }

    fn error(&self, reason: Reason) -> PuzzleError {
        PuzzleError { line: Some(self.line), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let facts = read_facts(text).map(|facts| {
            let lines: Vec<String> = facts.iter().map(|fact| format!("{}:{fact}", fact.line)).collect();
            lines.join(" ")
        });
        assert_eq!(facts.unwrap_or_else(|error| error.to_string()), expected, "{text}");
    }

    #[test]
    fn facts_are_read_with_their_lines() {
        check("", "");
        check("a. b(1).\n\n c_D2(-7,x) .", "1:a 1:b(1) 3:c_D2(-7,x)");
        check("% nothing\na. % more\n%* and\nmore *% b.", "2:a 4:b");
        check("p((1,a),2).", "1:p((1,a),2)");
    }

    #[test]
    fn intervals_and_pools_are_expanded() {
        check("f(1..2,3..4).", "1:f(1,3) 1:f(1,4) 1:f(2,3) 1:f(2,4)");
        check("f(2..1).", "");
        check("k(a;b,c).", "1:k(a) 1:k(b,c)");
        check("k((1..2;x),0).", "1:k(1,0) 1:k(2,0) 1:k(x,0)");
    }

    #[test]
    fn other_statements_are_rejected_with_their_line() {
        check("a.\nb :- a.", "line 2: expected `.`, found `:`");
        check("a(X).", "line 1: expected a number or a constant, found `X`");
        check("a(1", "line 1: expected `,`, `;` or `)`, found the end");
        check("a(1+1).", "line 1: expected `,`, `;` or `)`, found `+`");
        check("a", "line 1: expected `.`, found the end");
        check("\n#const n=3.", "line 2: expected the name of a predicate, found `#`");
        check("p(2147483648).", "line 1: the number 2147483648 does not fit into 32 bits");
        check("p(1..1000,1..1001).", "line 1: this expands to more than 1000000 facts");
        check("p(-5..2147483647).", "line 1: this expands to more than 1000000 facts");
        check("p(1..1000000;1..1000000).", "line 1: this expands to more than 1000000 facts");
        let deep = format!("p({}", "(".repeat(100_000));
        check(&deep, "line 1: expected fewer brackets in brackets, found `(`");
        check("%* for ever", "line 1: expected `*%` at the end of this comment, found `%`");
        check("é.", "line 1: expected the name of a predicate, found `é`");
    }

    #[test]
    fn an_answer_set_is_a_list_of_atoms() {
        let atoms = read_atoms("at(2,1,0) at(1,1,1)\nloop(1,(2,3)) x").expect("atoms");
        let texts: Vec<String> = atoms.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["at(2,1,0)", "at(1,1,1)", "loop(1,(2,3))", "x"]);
        assert_eq!(atoms[0].numbers("at"), Some([2, 1, 0]));
        assert_eq!(atoms[0].numbers::<2>("at"), None);
        assert_eq!(atoms[2].numbers::<2>("loop"), None);
    }
}
