//! The recorded program: all ground statements of all steps, each rule with its origin.
//!
//! ```text
//! q(1..2).  { p(X) } :- q(X).  :- p(X), q(X).        rule 1 at q(1): choice, origin (rule 0, X = 1)
//! ```
//!
//! Invariant: statements are stored in a few long arrays, so that an origin takes eight bytes and four for each
//! variable. A step that fails is removed as a whole (`restore`).

use crate::other::Other;
use hamadryad_aspif::{
    Atom, BodyRef, ExternalValue, Head, Literal, Origin, Sink, TheoryStatement, Weight, WeightedLiteral,
};
use hamadryad_symbol::{Symbol, Symbols};

/// The number of an origin in a [`Program`]: an instance of a rule, a fact, or a rule without a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct OriginId(u32);

impl OriginId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The source of ground rules, as it was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source<'p> {
    /// An instance of a rule of a text: the number of the rule, and the values of its variables.
    Instance(u32, &'p [Symbol]),
    /// A fact of a text.
    Fact(u32),
    /// An atom and its complement exclude each other.
    Complement,
    /// Definitions of atoms that the grounder creates.
    Auxiliary,
    /// A rule that was written without a text.
    Direct,
}

/// A recorded rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedRule<'p> {
    /// Its origin.
    pub origin: OriginId,
    /// Its head.
    pub head: Head<'p>,
    /// Its body.
    pub body: BodyRef<'p>,
}

/// A rule in the arrays of the program; its head and body end where those of the next rule begin.
#[derive(Clone, Copy)]
struct StoredRule {
    origin: u32,
    head: u32,
    literals: u32,
    /// The number of a body that is a sum; `PLAIN` for other bodies. The highest bit marks choices.
    body: u32,
}

const PLAIN: u32 = u32::MAX >> 1;
const CHOICE: u32 = 1 << 31;

/// The kind of an origin, or the number of its rule.
#[derive(Clone, Copy)]
struct StoredOrigin {
    kind: u32,
    /// The first of its values, or the number of the fact.
    start: u32,
}

const FACT: u32 = u32::MAX;
const COMPLEMENT: u32 = u32::MAX - 1;
const AUXILIARY: u32 = u32::MAX - 2;
const DIRECT: u32 = u32::MAX - 3;

/// All statements of all steps that affect answer sets, with the origins of rules.
#[derive(Clone, Default)]
pub struct Program {
    rules: Vec<StoredRule>,
    heads: Vec<Atom>,
    literals: Vec<Literal>,
    sums: Vec<(Weight, Vec<WeightedLiteral>)>,
    origins: Vec<StoredOrigin>,
    values: Vec<Symbol>,
    /// The name of each atom by its number; `#inf` for atoms without a name.
    names: Vec<Symbol>,
    pub(crate) others: Vec<Other>,
    /// The greatest number of an atom.
    last_atom: u32,
}

/// The length of a program, to which it can be restored.
#[derive(Clone, Copy)]
pub struct Mark {
    rules: usize,
    heads: usize,
    literals: usize,
    sums: usize,
    origins: usize,
    values: usize,
    names: usize,
    others: usize,
}

impl Program {
    /// The number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether the program has no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The rule with a number, in the order of the recording.
    ///
    /// # Panics
    /// If the number is not less than [`Program::len`].
    pub fn rule_at(&self, number: usize) -> RecordedRule<'_> {
        let StoredRule { origin, head, literals, body } = self.rules[number];
        let next = self.rules.get(number + 1);
        let heads_end = next.map_or(self.heads.len(), |next| next.head as usize);
        let literals_end = next.map_or(self.literals.len(), |next| next.literals as usize);
        let heads = &self.heads[head as usize..heads_end];
        let head = if body & CHOICE > 0 { Head::Choice(heads) } else { Head::Disjunction(heads) };
        let body = match body & !CHOICE {
            PLAIN => BodyRef::Normal(&self.literals[literals as usize..literals_end]),
            number => {
                let (lower, literals) = &self.sums[number as usize];
                BodyRef::Sum { lower: *lower, literals }
            }
        };
        RecordedRule { origin: OriginId(origin), head, body }
    }

    /// All rules.
    pub fn rules(&self) -> impl Iterator<Item = RecordedRule<'_>> + '_ {
        (0..self.len()).map(|number| self.rule_at(number))
    }

    /// The source of an origin.
    pub fn source(&self, origin: OriginId) -> Source<'_> {
        let StoredOrigin { kind, start } = self.origins[origin.index()];
        match kind {
            FACT => Source::Fact(start),
            COMPLEMENT => Source::Complement,
            AUXILIARY => Source::Auxiliary,
            DIRECT => Source::Direct,
            rule => Source::Instance(rule, &self.values[start as usize..self.values_end(origin)]),
        }
    }

    /// The end of the values of an origin.
    fn values_end(&self, origin: OriginId) -> usize {
        let later = &self.origins[origin.index() + 1..];
        let next = later.iter().find(|next| next.kind < DIRECT);
        next.map_or(self.values.len(), |next| next.start as usize)
    }

    /// The number of origins.
    pub fn number_of_origins(&self) -> usize {
        self.origins.len()
    }

    /// The bytes that the origins take, without those of the ground program itself.
    pub fn bytes_of_origins(&self) -> usize {
        8 * self.origins.len() + 4 * self.values.len() + 4 * self.rules.len()
    }

    /// The name of an atom; `None` for atoms that the grounder has created.
    pub fn name_of(&self, atom: Atom) -> Option<Symbol> {
        self.names.get(atom.index()).copied().filter(|&name| name != Symbol::INFIMUM)
    }

    /// The atoms with names, by their numbers.
    pub fn named_atoms(&self) -> impl Iterator<Item = (Atom, Symbol)> + '_ {
        let named = self.names.iter().enumerate().filter(|&(_, &name)| name != Symbol::INFIMUM);
        named.filter_map(|(number, &name)| Some((Atom::new(number as u32)?, name)))
    }

    /// The greatest number of an atom of the program.
    pub fn last_atom(&self) -> u32 {
        self.last_atom
    }

    /// The declared values of external atoms, in the order of their declarations.
    pub fn externals(&self) -> impl Iterator<Item = (Atom, ExternalValue)> + '_ {
        self.others.iter().filter_map(|other| match other {
            Other::External(atom, value) => Some((*atom, *value)),
            _ => None,
        })
    }

    /// The summands of the objective, each with its priority.
    pub fn objective(&self) -> impl Iterator<Item = (i32, &[WeightedLiteral])> + '_ {
        self.others.iter().filter_map(|other| match other {
            Other::Minimize(priority, literals) => Some((*priority, &literals[..])),
            _ => None,
        })
    }

    /// Whether the program has theory atoms.
    pub fn has_theory(&self) -> bool {
        self.others.iter().any(|other| matches!(other, Other::Theory(_)))
    }

    /// Whether the program has edges of `#edge`.
    pub fn has_edges(&self) -> bool {
        self.others.iter().any(|other| matches!(other, Other::Edge(..)))
    }

    /// Writes edges and theory atoms to a sink: they are the same in every question.
    pub fn write_others(&self, sink: &mut dyn Sink) {
        for other in &self.others {
            match other {
                Other::Minimize(..) | Other::External(..) => {}
                Other::Edge(from, to, condition) => sink.edge(*from, *to, condition),
                Other::Theory(theory) => theory.write(sink),
            }
        }
    }

    /// Marks the present length.
    pub fn mark(&self) -> Mark {
        Mark {
            rules: self.rules.len(),
            heads: self.heads.len(),
            literals: self.literals.len(),
            sums: self.sums.len(),
            origins: self.origins.len(),
            values: self.values.len(),
            names: self.names.len(),
            others: self.others.len(),
        }
    }

    /// Removes all statements since [`Program::mark`].
    pub fn restore(&mut self, mark: &Mark) {
        self.rules.truncate(mark.rules);
        self.heads.truncate(mark.heads);
        self.literals.truncate(mark.literals);
        self.sums.truncate(mark.sums);
        self.origins.truncate(mark.origins);
        self.values.truncate(mark.values);
        self.names.truncate(mark.names);
        self.others.truncate(mark.others);
    }

    /// Begins an origin, which replaces the last one if that has no rule.
    fn begin_origin(&mut self, kind: u32, start: u32, values: &[Symbol]) {
        let used = self.rules.last().map_or(0, |rule| rule.origin as usize + 1);
        if let Some(unused) = self.origins.get(used)
            && unused.kind < DIRECT
        {
            self.values.truncate(unused.start as usize);
        }
        self.origins.truncate(used);
        let start = if kind < DIRECT { self.values.len() as u32 } else { start };
        self.values.extend_from_slice(values);
        self.origins.push(StoredOrigin { kind, start });
    }

    fn count_atom(&mut self, atom: Atom) {
        self.last_atom = self.last_atom.max(atom.number());
    }
}

impl Sink for Program {
    fn begin_step(&mut self) {
        self.begin_origin(DIRECT, 0, &[]);
    }

    fn name(&mut self, _: &Symbols, atom: Atom, symbol: Symbol) {
        if self.names.len() <= atom.index() {
            self.names.resize(atom.index() + 1, Symbol::INFIMUM);
        }
        self.names[atom.index()] = symbol;
        self.count_atom(atom);
    }

    fn origin(&mut self, origin: Origin<'_>) {
        match origin {
            Origin::Instance { rule, values } => self.begin_origin(rule, 0, values),
            Origin::Fact(number) => self.begin_origin(FACT, number, &[]),
            Origin::Complement => self.begin_origin(COMPLEMENT, 0, &[]),
            Origin::Auxiliary => self.begin_origin(AUXILIARY, 0, &[]),
        }
    }

    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (atoms, choice) = match head {
            Head::Disjunction(atoms) => (atoms, 0),
            Head::Choice(atoms) => (atoms, CHOICE),
        };
        let (head, literals) = (self.heads.len() as u32, self.literals.len() as u32);
        let body = match body {
            BodyRef::Normal(body) => {
                self.literals.extend_from_slice(body);
                body.iter().for_each(|literal| self.count_atom(literal.atom()));
                PLAIN
            }
            BodyRef::Sum { lower, literals } => {
                literals.iter().for_each(|summand| self.count_atom(summand.literal.atom()));
                self.sums.push((lower, literals.to_vec()));
                self.sums.len() as u32 - 1
            }
        };
        self.heads.extend_from_slice(atoms);
        atoms.iter().for_each(|&atom| self.count_atom(atom));
        // Each rule without a text has an origin of its own.
        let is_direct = self.origins.last().is_none_or(|origin| origin.kind == DIRECT);
        if is_direct {
            self.begin_origin(DIRECT, 0, &[]);
        }
        let origin = self.origins.len() as u32 - 1;
        self.rules.push(StoredRule { origin, head, literals, body: body | choice });
    }

    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        literals.iter().for_each(|summand| self.count_atom(summand.literal.atom()));
        self.others.push(Other::Minimize(priority, literals.to_vec()));
    }

    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.count_atom(atom);
        self.others.push(Other::External(atom, value));
    }

    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        condition.iter().for_each(|literal| self.count_atom(literal.atom()));
        self.others.push(Other::Edge(from, to, condition.to_vec()));
    }

    fn theory(&mut self, statement: TheoryStatement<'_>) {
        if let TheoryStatement::Atom { atom: Some(atom), .. } = statement {
            self.count_atom(atom);
        }
        self.others.push(Other::Theory(statement.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(number: u32) -> Atom {
        Atom::new(number).unwrap()
    }

    #[test]
    fn rules_and_origins_are_recorded_and_removed() {
        let (one, two) = (Symbol::small_number(1).unwrap(), Symbol::small_number(2).unwrap());
        let mut program = Program::default();
        program.begin_step();
        program.origin(Origin::Fact(7));
        program.rule(Head::Disjunction(&[atom(1)]), BodyRef::Normal(&[]));
        program.origin(Origin::Instance { rule: 0, values: &[one, one] });
        program.origin(Origin::Instance { rule: 0, values: &[one, two] });
        program.rule(Head::Choice(&[atom(2), atom(3)]), BodyRef::Normal(&[]));
        program.rule(Head::Choice(&[atom(4)]), BodyRef::Normal(&[atom(2).negative()]));
        let mark = program.mark();
        program.origin(Origin::Complement);
        let literals = [WeightedLiteral { literal: atom(9).positive(), weight: 2 }];
        program.rule(Head::Disjunction(&[]), BodyRef::Sum { lower: 2, literals: &literals });
        assert_eq!((program.len(), program.number_of_origins(), program.last_atom()), (4, 3, 9));
        let sources: Vec<Source<'_>> = program.rules().map(|rule| program.source(rule.origin)).collect();
        let instance = Source::Instance(0, &[one, two]);
        assert_eq!(sources, [Source::Fact(7), instance, instance, Source::Complement]);
        assert_eq!(program.rule_at(3).body, BodyRef::Sum { lower: 2, literals: &literals });
        assert_eq!(program.rule_at(2).body, BodyRef::Normal(&[atom(2).negative()]));
        assert_eq!(program.rule_at(1).head, Head::Choice(&[atom(2), atom(3)]));
        program.restore(&mark);
        assert_eq!((program.len(), program.number_of_origins()), (3, 2));
    }
}
