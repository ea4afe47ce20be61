//! The ground program as text, in the style of `clingo --text`: readable, and a program with the same answer
//! sets.
//!
//! ```text
//! {a;b}.
//! c:-a,2<=#sum{1,0:a;2,1:b}.
//! #show c/0.
//! ```
//!
//! A rule over named atoms is written at once. Statements with other atoms are collected until the step is
//! complete, because the text of an atom without a name depends on the whole step: the atom is replaced by
//! its definition if that is a single rule ([`inline`]); otherwise it gets a new predicate, which requires
//! `#show` statements ([`shown`]). The first error of writing is returned by [`TextWriter::finish`].
//!
//! The language has no statement for assumptions, which hold in one solve only, and for the end of a step.
//! Assumptions are written as comments, the end of a step is omitted. Theory atoms are written at their use,
//! as in clingo, with a theory for them behind all steps ([`theory`]). Grounding the text again may drop an
//! objective that is constant; the answer sets are the same.

mod inline;
mod shown;
mod theory;

use crate::bounded::{LONGEST_TERM, append, too_long};
use crate::lines::Lines;
use crate::{
    Atom, Body, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, TheoryStatement,
    WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};
use inline::{Inlining, Item};
use rustc_hash::{FxHashMap, FxHashSet};
use shown::Shown;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroU32;
use theory::{Theory, TheoryAtom};

/// A statement of the collected step. Rare variants are boxed, because a step may have very many statements.
enum Statement {
    /// A rule with one atom in its head.
    Definition(Atom, Body),
    /// Any other rule.
    Rule(Box<Rule>),
    Fact {
        text: String,
    },
    Minimize {
        priority: i32,
        literals: Vec<WeightedLiteral>,
    },
    Project(Vec<Atom>),
    Show {
        term: Box<str>,
        condition: Box<[Literal]>,
    },
    External(Atom, ExternalValue),
    Assume(Vec<Literal>),
    Heuristic {
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: Box<[Literal]>,
    },
    Edge {
        from: i32,
        to: i32,
        condition: Box<[Literal]>,
    },
    /// A theory atom, or a directive of a theory.
    Theory(Option<Atom>, Box<TheoryAtom>),
}

/// A rule with its head.
struct Rule {
    choice: bool,
    head: Vec<Atom>,
    body: Body,
}

impl Statement {
    /// The atoms that the statement may make true.
    fn defines(&self) -> impl Iterator<Item = Atom> {
        let external = match self {
            Statement::External(atom, _) => Some(*atom),
            _ => None,
        };
        self.heads().iter().copied().chain(external)
    }

    /// The head of a rule.
    fn heads(&self) -> &[Atom] {
        match self {
            Statement::Definition(atom, _) => std::slice::from_ref(atom),
            Statement::Rule(rule) => &rule.head,
            _ => &[],
        }
    }

    /// Whether the statement is a rule with this atom in its head.
    fn has_head(&self, atom: Atom) -> bool {
        self.heads().contains(&atom)
    }
}

/// The chunk of a text, with its range.
#[derive(Clone, Copy)]
struct Place {
    chunk: NonZeroU32,
    start: u32,
    end: u32,
}

/// The size of a chunk; longer texts have a chunk of their own.
const CHUNK: usize = 1 << 16;

/// The texts of atoms, and a new predicate for atoms without a name.
#[derive(Default)]
struct Names {
    /// All texts, in chunks of fixed size: a single buffer would be copied as it grows.
    chunks: Vec<String>,
    /// The place of the text of each atom.
    places: Vec<Option<Place>>,
    atoms: FxHashMap<Symbol, Atom>,
    /// The texts of outputs that are facts without an atom.
    facts: FxHashMap<Symbol, Box<str>>,
    /// Predicates with which a new predicate could be confused.
    taken: FxHashSet<String>,
    fresh: Option<String>,
}

impl Names {
    /// Adds the name of an atom; `false` if its text is too long.
    fn add(&mut self, symbols: &Symbols, atom: Atom, symbol: Symbol) -> bool {
        self.see(symbols, symbol);
        self.atoms.insert(symbol, atom);
        self.put(atom, &symbols.display(symbol))
    }

    /// Gives an atom its text; `false` if that is too long, and then the text is empty.
    fn put(&mut self, atom: Atom, text: &(impl fmt::Display + ?Sized)) -> bool {
        if self.chunks.last().is_none_or(|chunk| chunk.len() > CHUNK - CHUNK / 8) {
            self.chunks.push(String::with_capacity(CHUNK));
        }
        let chunk = self.chunks.last_mut().expect("there is one");
        let start = chunk.len() as u32;
        let is_put = append(chunk, text, LONGEST_TERM);
        let end = chunk.len() as u32;
        let chunk = NonZeroU32::new(self.chunks.len() as u32).expect("there is one");
        let number = atom.number() as usize;
        if self.places.len() <= number {
            self.places.resize(number + 1, None);
        }
        self.places[number] = Some(Place { chunk, start, end });
        is_put
    }

    fn see(&mut self, symbols: &Symbols, symbol: Symbol) {
        if let Some(signature) = symbols.signature(symbol) {
            let name = symbols.text(signature.name);
            if name.starts_with("_aux") && !self.taken.contains(name) {
                self.taken.insert(name.to_owned());
            }
        }
    }

    fn has(&self, atom: Atom) -> bool {
        self.places.get(atom.number() as usize).is_some_and(Option::is_some)
    }

    /// Assigns the text of a new predicate to an atom without a text; returns whether it had none.
    fn ensure(&mut self, atom: Atom) -> bool {
        if self.has(atom) {
            return false;
        }
        let fresh = self.fresh.take().unwrap_or_else(|| {
            let mut name = "_aux".to_owned();
            while self.taken.contains(&name) {
                name.push('_');
            }
            name
        });
        self.put(atom, &format_args!("{fresh}({})", atom.number()));
        self.fresh = Some(fresh);
        true
    }

    fn text_of(&self, symbol: Symbol) -> &str {
        match self.atoms.get(&symbol) {
            Some(&atom) => self.text(atom),
            None => &self.facts[&symbol],
        }
    }

    fn text(&self, atom: Atom) -> &str {
        let place =
            self.places[atom.number() as usize].expect("every atom that is written has been given a text");
        &self.chunks[place.chunk.get() as usize - 1][place.start as usize..place.end as usize]
    }
}

/// A sink that writes the input language.
pub struct TextWriter<W: Write> {
    lines: Lines<W>,
    step: Vec<Statement>,
    names: Names,
    shown: Shown,
    inlining: Inlining,
    theory: Theory,
    /// The theory atoms without another name.
    theory_atoms: FxHashSet<Atom>,
    /// The current line.
    buffer: String,
    /// Makes the tuples of the objective distinct over all steps, because equal tuples count once.
    summands: u32,
}

impl<W: Write> TextWriter<W> {
    /// A writer of text.
    pub fn new(out: W) -> TextWriter<W> {
        TextWriter {
            lines: Lines::new(out),
            step: Vec::new(),
            names: Names::default(),
            shown: Shown::default(),
            inlining: Inlining::default(),
            theory: Theory::default(),
            theory_atoms: FxHashSet::default(),
            buffer: String::new(),
            summands: 0,
        }
    }

    /// Flushes, and returns the first error.
    pub fn finish(mut self) -> io::Result<W> {
        let definitions: Vec<String> = self.theory.definitions().collect();
        for definition in definitions {
            self.line(&definition);
        }
        self.lines.finish()
    }

    /// Whether an atom is written as its name, independently of the rest of the step.
    fn is_plain(&self, atom: Atom) -> bool {
        self.names.has(atom) && !self.inlining.replaces(atom)
    }

    /// Writes a rule over such atoms.
    fn write_plain(&mut self, choice: bool, head: &[Atom], body: &[Literal]) {
        let mut line = std::mem::take(&mut self.buffer);
        line.clear();
        if choice {
            line.push('{');
        }
        for (position, &atom) in head.iter().enumerate() {
            line.push_str(if position > 0 { ";" } else { "" });
            line.push_str(self.names.text(atom));
        }
        if choice {
            line.push('}');
        }
        if !body.is_empty() || line.is_empty() {
            line.push_str(":-");
        }
        for (position, literal) in body.iter().enumerate() {
            line.push_str(if position > 0 { "," } else { "" });
            line.push_str(if literal.is_positive() { "" } else { "not " });
            line.push_str(self.names.text(literal.atom()));
        }
        line.push_str(".\n");
        self.lines.write(&line);
        self.buffer = line;
    }

    fn line(&mut self, line: &str) {
        self.lines.write(line);
        self.lines.write("\n");
    }

    /// Marks theory atoms as atoms with a text, which is assigned later. A theory atom with another name, or
    /// with the text of an earlier atom, is written as an external atom if no rule of the step has it in its
    /// head.
    fn announce_theory_atoms(&mut self, step: &mut Vec<Statement>) {
        let mut free = Vec::new();
        for statement in step.iter() {
            let Statement::Theory(Some(atom), theory) = statement else { continue };
            if !self.names.has(*atom) && self.theory.is_first(theory) {
                self.theory_atoms.insert(*atom);
                self.names.put(*atom, &"");
            } else if !step.iter().any(|other| other.has_head(*atom)) {
                free.push(Statement::External(*atom, ExternalValue::Free));
            }
        }
        step.append(&mut free);
    }

    /// Assigns texts to atoms.
    fn name_all(&mut self, nameless: Vec<Atom>, step: &[Statement], late: &[(Atom, Body)]) {
        if nameless.is_empty() {
            return;
        }
        let defined: FxHashSet<Atom> =
            step.iter().flat_map(Statement::defines).chain(late.iter().map(|&(atom, _)| atom)).collect();
        for atom in nameless {
            if self.names.ensure(atom) && !defined.contains(&atom) {
                // Never true, but not to be simplified away, because dependent statements would be
                // simplified, too.
                self.write(&Statement::External(atom, ExternalValue::False));
            }
        }
    }

    /// Assigns texts to theory atoms, after the texts of their conditions.
    fn name_theory_atoms(&mut self, step: &[Statement]) {
        for statement in step {
            if let Statement::Theory(Some(atom), theory) = statement
                && self.theory_atoms.contains(atom)
            {
                let text = theory.text(|condition| self.conjunction(condition));
                self.names.put(*atom, &text);
            }
        }
    }

    /// Whether the text of the literal contains a theory atom, which is not allowed in the condition of an
    /// element.
    fn has_theory_atom(&self, literal: Literal) -> bool {
        self.inlining.expand(literal).iter().any(|item| match item {
            Item::Atom { atom, .. } => self.theory_atoms.contains(atom),
            Item::Sum { .. } => false,
        })
    }

    fn write(&mut self, statement: &Statement) {
        let line = match statement {
            Statement::Definition(atom, body) => self.rule_text(false, &[*atom], body),
            Statement::Rule(rule) => self.rule_text(rule.choice, &rule.head, &rule.body),
            Statement::Fact { text } => format!("{text}."),
            Statement::Minimize { priority, literals } => {
                return self.write_minimize(*priority, literals);
            }
            Statement::Project(atoms) => {
                let lines: Vec<String> =
                    atoms.iter().map(|&atom| format!("#project {}.", self.names.text(atom))).collect();
                lines.join("\n")
            }
            Statement::Show { term, condition } => format!("#show {term}{}.", self.condition(condition)),
            Statement::External(atom, value) => {
                format!("#external {}.[{}]", self.names.text(*atom), value.name())
            }
            Statement::Assume(literals) => {
                let literals: Vec<String> = literals.iter().map(|&literal| self.literal(literal)).collect();
                format!("%#assume{{{}}}.", literals.join(";"))
            }
            Statement::Heuristic { atom, modifier, bias, priority, condition } => {
                let (atom, condition) = (self.names.text(*atom), self.condition(condition));
                format!("#heuristic {atom}{condition}.[{bias}@{priority},{}]", modifier.name())
            }
            Statement::Edge { from, to, condition } => {
                format!("#edge({from},{to}){}.", self.condition(condition))
            }
            Statement::Theory(Some(_), _) => String::new(),
            Statement::Theory(None, theory) => {
                format!("{}.", theory.text(|condition| self.conjunction(condition)))
            }
        };
        if !line.is_empty() {
            self.line(&line);
        }
    }

    fn rule_text(&self, choice: bool, head: &[Atom], body: &Body) -> String {
        let atoms: Vec<&str> = head.iter().map(|&atom| self.names.text(atom)).collect();
        let head = if choice { format!("{{{}}}", atoms.join(";")) } else { atoms.join(";") };
        let body = match body {
            Body::Normal(literals) => self.conjunction(literals),
            Body::Sum { lower, literals } => self.sum(*lower, literals),
        };
        if body.is_empty() && !head.is_empty() { format!("{head}.") } else { format!("{head}:-{body}.") }
    }

    /// Writes an objective element by element, because it may be very large.
    fn write_minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        let stands_apart = |writer: &Self, summand: &WeightedLiteral| {
            !writer.theory_atoms.is_empty() && writer.has_theory_atom(summand.literal)
        };
        let mut opening = "#minimize{";
        for summand in literals {
            let (condition, weight) = (self.condition(&[summand.literal]), summand.weight);
            if !stands_apart(self, summand) {
                self.lines.write(&format!("{opening}{weight}@{priority},{}{condition}", self.summands));
                self.summands += 1;
                opening = ";";
            }
        }
        if literals.is_empty() {
            // An empty statement would be dropped, and the program would have no objective.
            self.lines.write(&format!("{opening}0@{priority},{}", self.summands));
            self.summands += 1;
            opening = ";";
        }
        if opening == ";" {
            self.line("}.");
        }
        for summand in literals {
            if stands_apart(self, summand) {
                let (condition, weight) = (self.condition(&[summand.literal]), summand.weight);
                self.line(&format!(":~{}.[{weight}@{priority},{}]", &condition[1..], self.summands));
                self.summands += 1;
            }
        }
    }

    /// The text `:a,not b`, or an empty text for the empty condition. A space separates the colon from
    /// classical negation, because `:-` is a token.
    fn condition(&self, literals: &[Literal]) -> String {
        let text = self.conjunction(literals);
        match text.bytes().next() {
            None => text,
            Some(b'-') => format!(": {text}"),
            Some(_) => format!(":{text}"),
        }
    }

    fn conjunction(&self, literals: &[Literal]) -> String {
        let items = literals.iter().flat_map(|&literal| self.inlining.expand(literal));
        items.map(|item| self.item(item)).collect::<Vec<String>>().join(",")
    }

    fn item(&self, item: Item<'_>) -> String {
        match item {
            Item::Atom { atom, negations } => {
                format!("{}{}", "not ".repeat(negations), self.names.text(atom))
            }
            Item::Sum { lower, literals, negations } => {
                format!("{}{}", "not ".repeat(negations), self.sum(lower, literals))
            }
        }
    }

    fn sum(&self, lower: i32, literals: &[WeightedLiteral]) -> String {
        let counts = literals.iter().all(|summand| summand.weight == 1);
        let element = |(i, summand): (usize, &WeightedLiteral)| {
            let condition = self.condition(&[summand.literal]);
            if counts { format!("{i}{condition}") } else { format!("{},{i}{condition}", summand.weight) }
        };
        let elements: Vec<String> = literals.iter().enumerate().map(element).collect();
        format!("{lower}<=#{}{{{}}}", if counts { "count" } else { "sum" }, elements.join(";"))
    }

    fn literal(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { "" } else { "not " };
        format!("{sign}{}", self.names.text(literal.atom()))
    }
}

impl<W: Write> Sink for TextWriter<W> {
    fn name(&mut self, symbols: &Symbols, atom: Atom, symbol: Symbol) {
        if self.lines.has_failed() {
            return;
        }
        if !self.names.add(symbols, atom, symbol) {
            self.lines.fail(too_long());
        }
        self.shown.named(symbols, symbol);
    }

    fn has_failed(&self) -> bool {
        self.lines.has_failed()
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (choice, head) = match head {
            Head::Disjunction(atoms) => (false, atoms),
            Head::Choice(atoms) => (true, atoms),
        };
        if let BodyRef::Normal(body) = body
            && head.iter().all(|&atom| self.is_plain(atom))
            && body.iter().all(|literal| self.is_plain(literal.atom()))
        {
            return self.write_plain(choice, head, body);
        }
        let body = body.to_owned();
        self.step.push(match (choice, head) {
            (false, &[atom]) => Statement::Definition(atom, body),
            _ => Statement::Rule(Box::new(Rule { choice, head: head.to_vec(), body })),
        });
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.step.push(Statement::Minimize { priority, literals: literals.to_vec() });
    }

    fn project(&mut self, atoms: &[Atom]) {
        self.step.push(Statement::Project(atoms.to_vec()));
    }

    fn output(&mut self, symbols: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        let atom = self.names.atoms.get(&symbol);
        let is_atom = kind == OutputKind::Atom && symbols.signature(symbol).is_some();
        match (is_atom, atom, condition) {
            (true, None, []) => {
                self.names.see(symbols, symbol);
                self.shown.named(symbols, symbol);
                self.shown.shown(symbols, symbol);
                let mut text = String::new();
                self.lines.append(&mut text, &symbols.display(symbol));
                self.names.facts.insert(symbol, text.clone().into());
                self.step.push(Statement::Fact { text });
            }
            (true, Some(_), []) => self.shown.shown(symbols, symbol),
            (true, Some(&atom), &[literal]) if literal == atom.positive() => {
                self.shown.shown(symbols, symbol);
            }
            _ => {
                let mut term = String::new();
                self.lines.append(&mut term, &symbols.display(symbol));
                self.step.push(Statement::Show { term: term.into(), condition: condition.into() });
            }
        }
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.step.push(Statement::External(atom, value));
    }

    fn assume(&mut self, literals: &[Literal]) {
        self.step.push(Statement::Assume(literals.to_vec()));
    }

    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        let condition = condition.into();
        self.step.push(Statement::Heuristic { atom, modifier, bias, priority, condition });
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.step.push(Statement::Edge { from, to, condition: condition.into() });
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        let found = self.theory.add(statement);
        if self.theory.has_long_text {
            self.lines.fail(too_long());
        }
        if let (Some(theory), TheoryStatement::Atom { atom, .. }) = (found, statement) {
            self.step.push(Statement::Theory(atom, Box::new(theory)));
        }
    }

    fn end_step(&mut self) {
        let mut step = std::mem::take(&mut self.step);
        self.announce_theory_atoms(&mut step);
        let names = &self.names;
        let late = self.inlining.plan(&mut step, |atom| names.has(atom));
        let nameless = self.inlining.nameless_atoms(&step, |atom| names.has(atom));
        self.name_all(nameless, &step, &late);
        self.name_theory_atoms(&step);
        for (atom, body) in late {
            self.write(&Statement::Definition(atom, body));
        }
        for statement in &step {
            if !self.inlining.is_definition(statement) {
                self.write(statement);
            }
        }
        for line in self.shown.lines(self.names.fresh.is_some(), |symbol| self.names.text_of(symbol)) {
            self.line(&line);
        }
    }
}

#[cfg(test)]
mod tests;
