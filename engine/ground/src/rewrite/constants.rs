//! The constants of a program: `#const`, and values from outside.
//!
//! ```text
//! #const n = 2*m.   #const m = 4.   p(n).      -- p(8); the order of the definitions does not matter
//! ```
//!
//! A value from outside or a definition marked `[override]` wins over a definition without this mark. Two
//! definitions of the same rank are an error, and so are cyclic definitions. Inside of its own definition,
//! the name of a constant is a plain symbol.
//!
//! A term that calls a function or is undefined (`1/0`) replaces the constant wherever it occurs: `p(n)` with
//! the constant `n = @f(1)` has an instance for each value of the call.

use crate::arithmetic::{self, Outcome};
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hamadryad_syntax::ast::{Term, TermKind, UnaryOperator};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};
use hashbrown::HashSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// The definitions of constants, and their values.
#[derive(Clone, Default)]
pub(crate) struct Constants {
    definitions: IndexMap<Name, Definition, FxBuildHasher>,
    given: IndexMap<Name, Symbol, FxBuildHasher>,
    values: IndexMap<Name, Symbol, FxBuildHasher>,
    /// The constants without a value: their terms call functions, or are undefined.
    terms: HashSet<Name, FxBuildHasher>,
    /// The operations whose overflow has been reported.
    overflows: HashSet<Span, FxBuildHasher>,
    compat: Compat,
}

#[derive(Clone)]
struct Definition {
    term: Term,
    overrides: bool,
    span: Span,
}

impl Constants {
    pub(crate) fn new(compat: Compat) -> Constants {
        Constants { compat, ..Constants::default() }
    }

    /// The value of a constant, if it is one.
    pub(crate) fn value(&self, name: Name) -> Option<Symbol> {
        self.values.get(&name).copied()
    }

    /// The term of a constant without a value: it calls functions, or is undefined.
    pub(crate) fn term(&self, name: Name) -> Option<&Term> {
        self.terms.get(&name).map(|name| &self.definitions[name].term)
    }

    /// The constants that have a term instead of a value.
    pub(crate) fn with_terms(&self) -> Vec<Name> {
        self.terms.iter().copied().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Gives a constant its value from outside.
    pub(crate) fn give(&mut self, name: Name, value: Symbol) {
        self.given.insert(name, value);
        self.values.insert(name, value);
        self.terms.remove(&name);
    }

    /// Adds a definition. Returns an error if another definition has the same rank.
    pub(crate) fn define(
        &mut self,
        symbols: &Symbols,
        name: Name,
        term: &Term,
        overrides: bool,
        span: Span,
    ) -> Option<Diagnostic> {
        if let Some(earlier) = self.definitions.get(&name) {
            if earlier.overrides == overrides {
                return Some(redefinition(symbols.text(name), span).with_label(earlier.span, "defined here"));
            }
            if earlier.overrides {
                return None;
            }
        }
        if overrides && self.given.contains_key(&name) {
            return Some(redefinition(symbols.text(name), span));
        }
        self.definitions.insert(name, Definition { term: term.clone(), overrides, span });
        None
    }

    /// Computes all values again.
    pub(crate) fn resolve(&mut self, symbols: &mut Symbols) -> Vec<Diagnostic> {
        let mut resolution = Resolution {
            constants: self,
            values: self.given.clone(),
            terms: HashSet::default(),
            open: IndexSet::default(),
            diagnostics: Vec::new(),
            overflows: Vec::new(),
        };
        let names: Vec<Name> = self.definitions.keys().copied().collect();
        for name in names {
            resolution.resolve(symbols, name);
        }
        let Resolution { values, terms, mut diagnostics, overflows, .. } = resolution;
        (self.values, self.terms) = (values, terms);
        for span in overflows {
            if self.overflows.insert(span) {
                diagnostics.push(arithmetic::overflow(self.compat, span));
            }
        }
        diagnostics
    }

    /// The symbol with the values of constants inside of its arguments; a fact `n(n)` keeps its name.
    pub(crate) fn replace_arguments(&self, symbols: &mut Symbols, symbol: Symbol) -> Symbol {
        let View::Function { name, arguments, positive } = symbols.view(symbol) else { return symbol };
        if arguments.is_empty() {
            return symbol;
        }
        let old = arguments.to_vec();
        let new: Vec<Symbol> = old.iter().map(|&argument| self.replace(symbols, argument)).collect();
        if new == old { symbol } else { symbols.function_named(name, &new, positive) }
    }

    fn replace(&self, symbols: &mut Symbols, symbol: Symbol) -> Symbol {
        match symbols.view(symbol) {
            View::Function { name, arguments: [], positive: true } => self.value(name).unwrap_or(symbol),
            _ => self.replace_arguments(symbols, symbol),
        }
    }
}

fn redefinition(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::Constant, span, format!("the constant `{name}` is defined twice"))
        .with_hint("mark one of the definitions `[override]`, or remove it")
}

/// The meaning of an identifier while constants are computed.
#[derive(Clone, Copy)]
enum Meaning {
    /// The identifier itself: it is not a constant, or its own definition is being computed.
    Itself,
    Value(Symbol),
    /// The constant has a term instead of a value, or an error.
    Unknown,
}

struct Resolution<'a> {
    constants: &'a Constants,
    values: IndexMap<Name, Symbol, FxBuildHasher>,
    terms: HashSet<Name, FxBuildHasher>,
    /// The constants whose values are being computed, each in terms of the next one.
    open: IndexSet<Name, FxBuildHasher>,
    diagnostics: Vec<Diagnostic>,
    overflows: Vec<Span>,
}

impl Resolution<'_> {
    /// Computes the value of a constant after the values in its definition. Chains may have a million
    /// constants, so the waiting constants are in a list instead of on the stack.
    fn resolve(&mut self, symbols: &mut Symbols, name: Name) {
        if self.is_settled(name) {
            return;
        }
        self.open.insert(name);
        let mut waiting = vec![(name, self.dependencies(symbols, name))];
        while let Some((name, dependencies)) = waiting.last_mut() {
            let (name, next) = (*name, dependencies.pop());
            match next {
                Some(next) if self.is_settled(next) || self.open.contains(&next) => {}
                Some(next) => {
                    self.open.insert(next);
                    waiting.push((next, self.dependencies(symbols, next)));
                }
                None => {
                    self.evaluate(symbols, name);
                    self.open.pop();
                    waiting.pop();
                }
            }
        }
    }

    fn is_settled(&self, name: Name) -> bool {
        self.values.contains_key(&name) || self.terms.contains(&name)
    }

    /// The constants in the definition of another constant, the last one first.
    fn dependencies(&self, symbols: &Symbols, name: Name) -> Vec<Name> {
        let mut found = Vec::new();
        constants_of(symbols, &self.constants.definitions[&name].term, &mut found);
        found.retain(|name| self.constants.definitions.contains_key(name));
        found.reverse();
        found
    }

    fn evaluate(&mut self, symbols: &mut Symbols, name: Name) {
        let definition = &self.constants.definitions[&name];
        let compat = self.constants.compat;
        let constant = &mut |symbols: &mut Symbols, inner| self.meaning(symbols, inner);
        let mut evaluation = Evaluation { compat, constant, overflows: Vec::new() };
        let value = evaluation.term(symbols, &definition.term);
        let overflows = evaluation.overflows;
        self.overflows.extend(overflows);
        match value {
            Some(value) => drop(self.values.insert(name, value)),
            None => drop(self.terms.insert(name)),
        }
    }

    /// The meaning of an identifier in the definition of the innermost constant that is being computed.
    fn meaning(&mut self, symbols: &Symbols, name: Name) -> Meaning {
        if let Some(&value) = self.values.get(&name) {
            return Meaning::Value(value);
        }
        if self.open.last() == Some(&name) || !self.constants.definitions.contains_key(&name) {
            return Meaning::Itself;
        }
        if self.open.contains(&name) {
            self.report_cycle(symbols, name);
        }
        Meaning::Unknown
    }

    fn report_cycle(&mut self, symbols: &Symbols, name: Name) {
        const SHOWN: usize = 20;
        let definition = &self.constants.definitions[&name];
        let message = format!("the constant `{}` is defined in terms of itself", symbols.text(name));
        let error = Diagnostic::error(Code::Constant, definition.span, message);
        let others = self.open.iter().rev().take_while(|&&other| other != name).take(SHOWN);
        let others = others.map(|other| (symbols.text(*other), self.constants.definitions[other].span));
        let error =
            others.fold(error, |error, (text, span)| error.with_label(span, format!("by way of `{text}`")));
        self.diagnostics.push(error);
    }
}

/// Adds the identifiers of a term from left to right.
fn constants_of(symbols: &Symbols, term: &Term, found: &mut Vec<Name>) {
    match &term.node {
        TermKind::Symbol(symbol) => found.extend(names(symbols, *symbol)),
        TermKind::Unary(_, inner) | TermKind::Absolute(inner) => constants_of(symbols, inner, found),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            constants_of(symbols, left, found);
            constants_of(symbols, right, found);
        }
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().for_each(|term| constants_of(symbols, term, found));
        }
        TermKind::Variable(_) | TermKind::Anonymous => {}
    }
}

fn names(symbols: &Symbols, symbol: Symbol) -> Option<Name> {
    match symbols.view(symbol) {
        View::Function { name, arguments: [], positive: true } => Some(name),
        _ => None,
    }
}

/// The value of a term without variables, as in clingo 5; `None` if it has variables, pools, intervals, calls
/// or undefined operations.
pub fn evaluate(symbols: &mut Symbols, term: &Term) -> Option<Symbol> {
    evaluate_as(Compat::Five, symbols, term)
}

/// The value of a term without variables.
pub(crate) fn evaluate_as(compat: Compat, symbols: &mut Symbols, term: &Term) -> Option<Symbol> {
    let constant = &mut |_: &mut Symbols, _| Meaning::Itself;
    Evaluation { compat, constant, overflows: Vec::new() }.term(symbols, term)
}

/// The evaluation of a term without variables.
struct Evaluation<'a> {
    compat: Compat,
    constant: &'a mut dyn FnMut(&mut Symbols, Name) -> Meaning,
    /// The operations that overflowed.
    overflows: Vec<Span>,
}

impl Evaluation<'_> {
    fn term(&mut self, symbols: &mut Symbols, term: &Term) -> Option<Symbol> {
        match &term.node {
            TermKind::Symbol(symbol) => match names(symbols, *symbol) {
                Some(name) => match (self.constant)(symbols, name) {
                    Meaning::Itself => Some(*symbol),
                    Meaning::Value(value) => Some(value),
                    Meaning::Unknown => None,
                },
                None => Some(*symbol),
            },
            TermKind::Unary(operator, operand) => {
                let operand = self.term(symbols, operand)?;
                match symbols.as_number(operand) {
                    Some(number) => self.result(symbols, arithmetic::unary(*operator, number), term.span),
                    None if *operator == UnaryOperator::Minus => symbols.negate(operand),
                    None => None,
                }
            }
            TermKind::Absolute(operand) => {
                let operand = self.number(symbols, operand)?;
                self.result(symbols, arithmetic::absolute(operand), term.span)
            }
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.number(symbols, left)?, self.number(symbols, right)?);
                let outcome = arithmetic::binary(self.compat, *operator, left, right);
                self.result(symbols, outcome, term.span)
            }
            TermKind::Function(name, arguments) => {
                let arguments: Option<Vec<Symbol>> =
                    arguments.iter().map(|argument| self.term(symbols, argument)).collect();
                Some(symbols.function_named(*name, &arguments?, true))
            }
            TermKind::Variable(_)
            | TermKind::Anonymous
            | TermKind::Interval(..)
            | TermKind::External(..)
            | TermKind::Pool(_) => None,
        }
    }

    fn number(&mut self, symbols: &mut Symbols, term: &Term) -> Option<i32> {
        let value = self.term(symbols, term)?;
        symbols.as_number(value)
    }

    fn result(&mut self, symbols: &mut Symbols, outcome: Outcome, span: Span) -> Option<Symbol> {
        let (value, overflows) = outcome.value(self.compat);
        if overflows {
            self.overflows.push(span);
        }
        value.map(|value| symbols.number(value))
    }
}
