//! The variables of a problem in DIMACS or OPB: atoms from 1, each free, and each shown as a number.

use super::tokens::{Read, Tokens};
use crate::{Atom, BodyRef, Head, Literal, OutputKind, Sink};
use hamadryad_symbol::{Symbol, Symbols};
use std::ops::Range;

/// A problem that names more variables than this must have a byte for each further variable: the number alone
/// reserves no more memory than the text does.
const FREE_OF_CHARGE: usize = 1_000_000;

/// The literals that models show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Shown {
    /// All true literals.
    #[default]
    Literals,
    /// The true variables only, for brave and cautious consequences.
    Variables,
}

/// The symbols that models show instead of all variables, if the problem selects some.
#[derive(Default)]
pub(super) struct Selection {
    /// The variables; `None` for all.
    pub(super) variables: Option<Range<u32>>,
    /// Names with their conditions.
    pub(super) names: Vec<(Symbol, Literal)>,
}

/// Variables, and further atoms behind them.
pub(super) struct Variables {
    count: u32,
    atoms: u32,
}

impl Variables {
    /// Reads the number of variables.
    pub(super) fn read(tokens: &mut Tokens<'_>, expected: &str) -> Read<Variables> {
        let count: u32 = tokens.number(expected)?;
        if count as usize > FREE_OF_CHARGE + tokens.length() {
            return Err(tokens.error(format!("{count} variables are more than this text can use")));
        }
        Ok(Variables { count, atoms: count })
    }

    /// Begins the step: each variable is free.
    pub(super) fn begin(&self, sink: &mut dyn Sink) {
        sink.begin_step();
        let atoms: Vec<Atom> = (1..=self.count).filter_map(Atom::new).collect();
        if !atoms.is_empty() {
            sink.rule(Head::Choice(&atoms), BodyRef::Normal(&[]));
        }
    }

    /// Whether this is the number of a variable.
    pub(super) fn contains(&self, number: i32) -> bool {
        u32::try_from(number).is_ok_and(|number| (1..=self.count).contains(&number))
    }

    /// Shows the selected names, and each selected variable as a number, negative if it is false and `shown` includes
    /// that.
    pub(super) fn show(
        &self,
        selection: Selection,
        shown: Shown,
        symbols: &mut Symbols,
        sink: &mut dyn Sink,
    ) {
        for (symbol, condition) in selection.names {
            sink.output(symbols, OutputKind::Term, symbol, &[condition]);
        }
        for atom in selection.variables.unwrap_or(1..self.count + 1).filter_map(Atom::new) {
            let literals = [atom.positive(), atom.negative()];
            let count = if shown == Shown::Literals { 2 } else { 1 };
            for literal in &literals[..count] {
                let symbol = symbols.number(literal.number());
                sink.output(symbols, OutputKind::Term, symbol, std::slice::from_ref(literal));
            }
        }
    }

    /// An atom that is no variable.
    pub(super) fn fresh(&mut self, tokens: &Tokens<'_>) -> Read<Atom> {
        self.atoms += 1;
        Atom::new(self.atoms).ok_or_else(|| tokens.error("there are more atoms than numbers for them"))
    }

    /// An error unless the atom is a variable.
    pub(super) fn check(&self, tokens: &Tokens<'_>, atom: Atom) -> Read<()> {
        if atom.number() <= self.count {
            return Ok(());
        }
        Err(tokens.error(format!(
            "the variables are 1 to {}: {} is not a variable",
            self.count,
            atom.number()
        )))
    }
}
