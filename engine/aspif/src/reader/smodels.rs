//! The format of smodels and lparse, which clasp reads as well.
//!
//! ```text
//! 3 2 2 3 0 0          {a; b}.                 rule, atoms of the head, literals, negative ones, atoms of the body
//! 1 4 2 1 3 2          c :- a, not b.          the negative literals come first
//! 0
//! 2 a                  names
//! 0
//! B+ 4 0 B- 1 0        c is true, the atom 1 is false
//! 1                    models, ignored
//! ```
//!
//! The atom 1 is false by convention: a constraint is a rule with the head 1. Rules are those of Syrjänen:
//! Lparse 1.0 User's Manual, 2000, appendix, and clasp's disjunctions (8) and externals (91, 92). Later
//! minimise statements come before earlier ones. On request, names state edges and heuristics
//! ([`extensions`]).

use super::extensions;
use super::tokens::{Read, Tokens};
use crate::{Atom, BodyRef, ExternalValue, Head, Literal, OutputKind, Sink, Weight, WeightedLiteral, term};
use hamadryad_symbol::{Symbol, Symbols};
use rustc_hash::FxHashSet;

/// Whether a text is in the format of smodels: its first line is a rule, two numbers or more, or the end of
/// the rules.
pub(crate) fn is_smodels(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split_ascii_whitespace());
    let is_number = |word: &str| word.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
    let (first, mut second) = (lines.next(), lines.next());
    match first.map(Iterator::collect::<Vec<&str>>).as_deref() {
        Some(["0"]) => second.as_mut().and_then(Iterator::next).is_some_and(is_number),
        Some(words) => words.len() > 1 && words.iter().all(|word| is_number(word)),
        None => false,
    }
}

/// Sends the program of the text to the sink. The rules are read twice, because names come after them.
pub(super) fn read(text: &str, extends: bool, symbols: &mut Symbols, sink: &mut dyn Sink) -> Read<()> {
    struct Nothing;
    impl Sink for Nothing {}
    let mut tokens = Tokens::new(text);
    rules(&mut tokens, &mut Nothing)?;
    let outputs = names(&mut tokens, symbols)?;
    let compute = compute(&mut tokens)?;

    sink.begin_step();
    let (mut atoms, mut terms) = (FxHashSet::default(), FxHashSet::default());
    let mut kinds = Vec::with_capacity(outputs.len());
    for &(atom, symbol) in &outputs {
        let is_name = symbols.signature(symbol).is_some() && !atoms.contains(&atom) && terms.insert(symbol);
        if is_name {
            atoms.insert(atom);
            sink.name(symbols, atom, symbol);
        }
        kinds.push(if is_name { OutputKind::Atom } else { OutputKind::Term });
    }
    rules(&mut Tokens::new(text), sink)?;
    for (&(atom, symbol), kind) in outputs.iter().zip(kinds) {
        sink.output(symbols, kind, symbol, &[atom.positive()]);
    }
    if extends {
        extensions::send(&outputs, symbols, sink);
    }
    for literal in compute.false_literals {
        sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[literal]));
    }
    for atom in compute.externals {
        sink.external(atom, ExternalValue::Free);
    }
    sink.end_step();
    Ok(())
}

/// The rules, up to their end `0`.
fn rules(tokens: &mut Tokens<'_>, sink: &mut dyn Sink) -> Read<()> {
    let mut objectives = 0;
    loop {
        match tokens.number::<u32>("a type of rule")? {
            0 => return Ok(()),
            1 => {
                let head = tokens.atom()?;
                let (count, negative) = lengths(tokens)?;
                let body = literals(tokens, count, negative)?;
                sink.rule(Head::Disjunction(&[head]), BodyRef::Normal(&body));
            }
            2 => {
                let head = tokens.atom()?;
                let (count, negative) = lengths(tokens)?;
                let lower = weight(tokens, "a bound")?;
                let literals = literals(tokens, count, negative)?.into_iter();
                let literals: Vec<_> =
                    literals.map(|literal| WeightedLiteral { literal, weight: 1 }).collect();
                sink.rule(Head::Disjunction(&[head]), BodyRef::Sum { lower, literals: &literals });
            }
            kind @ (3 | 8) => {
                let count: usize = tokens.number("a number of atoms")?;
                let heads = (0..count).map(|_| tokens.atom()).collect::<Read<Vec<Atom>>>()?;
                let (count, negative) = lengths(tokens)?;
                let body = literals(tokens, count, negative)?;
                let head = if kind == 3 { Head::Choice(&heads) } else { Head::Disjunction(&heads) };
                sink.rule(head, BodyRef::Normal(&body));
            }
            5 => {
                let head = tokens.atom()?;
                let lower = weight(tokens, "a bound")?;
                let mut literals = weighted(tokens)?;
                literals.retain(|summand| summand.weight != 0);
                sink.rule(Head::Disjunction(&[head]), BodyRef::Sum { lower, literals: &literals });
            }
            6 => {
                tokens.expect("0")?;
                let literals = weighted(tokens)?;
                sink.minimize(objectives, &literals);
                objectives += 1;
            }
            91 => {
                let atom = tokens.atom()?;
                let value = match tokens.number::<u32>("a value")? {
                    0 => ExternalValue::False,
                    1 => ExternalValue::True,
                    2 => ExternalValue::Free,
                    other => return Err(tokens.error(format!("the value `{other}` is not in 0 to 2"))),
                };
                sink.external(atom, value);
            }
            92 => {
                let atom = tokens.atom()?;
                sink.external(atom, ExternalValue::Release);
            }
            other => {
                let message =
                    format!("`{other}` is not a type of rule: 1, 2, 3, 5, 6, 8, 91 or 92 is expected");
                return Err(tokens.error(message));
            }
        }
    }
}

/// The number of literals, and of the negative ones among them.
fn lengths(tokens: &mut Tokens<'_>) -> Read<(usize, usize)> {
    let count = tokens.number("a number of literals")?;
    let negative = tokens.number("a number of negative literals")?;
    if negative > count {
        return Err(tokens.error(format!("{negative} of {count} literals cannot be negative")));
    }
    Ok((count, negative))
}

/// Literals, the negative ones first.
fn literals(tokens: &mut Tokens<'_>, count: usize, negative: usize) -> Read<Vec<Literal>> {
    let literal = |number| {
        let atom = tokens.atom()?;
        Ok(if number < negative { atom.negative() } else { atom.positive() })
    };
    (0..count).map(literal).collect()
}

/// Literals, and then their weights.
fn weighted(tokens: &mut Tokens<'_>) -> Read<Vec<WeightedLiteral>> {
    let (count, negative) = lengths(tokens)?;
    let literals = literals(tokens, count, negative)?;
    let summand = |literal| Ok(WeightedLiteral { literal, weight: weight(tokens, "a weight")? });
    literals.into_iter().map(summand).collect()
}

fn weight(tokens: &mut Tokens<'_>, expected: &str) -> Read<Weight> {
    let weight: Weight = tokens.number(expected)?;
    if weight < 0 { Err(tokens.error(format!("{expected} cannot be negative"))) } else { Ok(weight) }
}

/// The symbol table: atoms with their names, up to `0`.
fn names(tokens: &mut Tokens<'_>, symbols: &mut Symbols) -> Read<Vec<(Atom, Symbol)>> {
    let mut outputs = Vec::new();
    while !tokens.accept("0") {
        let atom = tokens.atom()?;
        let name = tokens.line();
        if name.is_empty() {
            return Err(tokens.error("a name is missing"));
        }
        let symbol = term::parse(symbols, name);
        let symbol = symbol.ok_or_else(|| tokens.error(format!("`{name}` is not a ground term")))?;
        outputs.push((atom, symbol));
    }
    Ok(outputs)
}

/// The end of the text.
struct Compute {
    /// Literals that are false in all models.
    false_literals: Vec<Literal>,
    /// Atoms that are free.
    externals: Vec<Atom>,
}

/// The compute statement, external atoms, and the number of models, which is ignored.
fn compute(tokens: &mut Tokens<'_>) -> Read<Compute> {
    let mut false_literals = Vec::new();
    for (section, positive) in [("B+", true), ("B-", false)] {
        tokens.expect(section)?;
        while !tokens.accept("0") {
            let atom = tokens.atom()?;
            false_literals.push(if positive { atom.negative() } else { atom.positive() });
        }
    }
    let mut externals = Vec::new();
    if tokens.accept("E") {
        while !tokens.accept("0") {
            externals.push(tokens.atom()?);
        }
    }
    if !tokens.is_at_end() {
        tokens.number::<u32>("a number of models")?;
    }
    if !tokens.is_at_end() {
        let word = tokens.word("the end")?;
        return Err(tokens.error(format!("unexpected `{word}` after the program")));
    }
    Ok(Compute { false_literals, externals })
}
