//! `#const` definitions and the parameters of program parts.
//!
//! An external definition (`-c`) takes precedence over a definition in the program, and a definition with
//! `[override]` over both.

use super::error::OracleError;
use super::rewrite::{Constants, Rewriter};
use super::term::{Bindings, Evaluation, evaluate};
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{Program, StatementKind, Term, TermKind};
use std::collections::{BTreeMap, BTreeSet};

enum Definition<'a> {
    Given(Symbol),
    Written { value: &'a Term, overrides: bool, span: Span },
}

/// The values of all named constants of a program.
pub fn constants(
    symbols: &mut Symbols,
    program: &Program,
    given: &[(Name, Symbol)],
) -> Result<Constants, OracleError> {
    let mut definitions: BTreeMap<Name, Definition<'_>> = BTreeMap::new();
    for statement in &program.statements {
        let StatementKind::Const { name, value, overrides } = &statement.node else { continue };
        let written = Definition::Written { value, overrides: *overrides, span: statement.span };
        match definitions.get(name) {
            Some(Definition::Written { overrides: earlier, .. }) if earlier == overrides => {
                return Err(OracleError::Constant { name: *name, span: statement.span });
            }
            Some(Definition::Written { overrides: true, .. }) => {}
            _ => {
                definitions.insert(*name, written);
            }
        }
    }
    for &(name, value) in given {
        if !matches!(definitions.get(&name), Some(Definition::Written { overrides: true, .. })) {
            definitions.insert(name, Definition::Given(value));
        }
    }
    let mut values = Constants::new();
    for &name in definitions.keys() {
        resolve(symbols, name, &definitions, &mut values, &mut BTreeSet::new())?;
    }
    Ok(values)
}

fn resolve(
    symbols: &mut Symbols,
    name: Name,
    definitions: &BTreeMap<Name, Definition<'_>>,
    values: &mut Constants,
    pending: &mut BTreeSet<Name>,
) -> Result<(), OracleError> {
    if values.contains_key(&name) {
        return Ok(());
    }
    let value = match &definitions[&name] {
        Definition::Given(value) => *value,
        Definition::Written { value, span, .. } => {
            let refusal = OracleError::Constant { name, span: *span };
            if !pending.insert(name) {
                return Err(refusal);
            }
            let mut inside = BTreeSet::new();
            collect_constants(symbols, value, &mut inside);
            // `#const a = a.` is accepted without effect.
            if !matches!(value.node, TermKind::Symbol(_)) || !inside.contains(&name) {
                for other in inside.into_iter().filter(|other| definitions.contains_key(other)) {
                    resolve(symbols, other, definitions, values, pending)?;
                }
            }
            let mut goals = Vec::new();
            let pattern = Rewriter::new(symbols, values).term(value, &mut goals)?;
            match evaluate(symbols, &pattern, &Bindings::new()) {
                Evaluation::Value(value) if goals.is_empty() => value,
                _ => return Err(refusal),
            }
        }
    };
    values.insert(name, value);
    Ok(())
}

fn collect_constants(symbols: &Symbols, term: &Term, names: &mut BTreeSet<Name>) {
    match &term.node {
        TermKind::Symbol(symbol) => {
            if let View::Function { name, .. } = symbols.view(*symbol) {
                names.insert(name);
            }
        }
        TermKind::Variable(_) | TermKind::Anonymous => {}
        TermKind::Unary(_, part) | TermKind::Absolute(part) => collect_constants(symbols, part, names),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            collect_constants(symbols, left, names);
            collect_constants(symbols, right, names);
        }
        TermKind::Function(_, parts) | TermKind::External(_, parts) | TermKind::Pool(parts) => {
            parts.iter().for_each(|part| collect_constants(symbols, part, names));
        }
    }
}

/// The constants of a program part: its parameters have the given values, unless a constant has the same
/// name.
pub fn with_parameters(constants: &Constants, parameters: &[Name], values: &[Symbol]) -> Constants {
    let own: Constants = parameters.iter().copied().zip(values.iter().copied()).collect();
    own.into_iter().chain(constants.iter().map(|(&name, &value)| (name, value))).collect()
}
