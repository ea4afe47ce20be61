//! Models that are kept.

use crate::Model;
use hamadryad_solve::Estimate;
use hamadryad_symbol::{Symbol, Value};
use std::collections::HashSet;
use std::fmt;

/// An answer set that belongs to nobody else: a [`Model`] that is kept. Its symbols mean something to the control that it comes
/// from, and to clones of this; its values mean something to everybody. Prints as what it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its number in its search, from 1.
    pub number: u64,
    /// Its costs by priority, highest first; empty where there is no objective.
    pub costs: Vec<i64>,
    /// Whether it was known that no model has lower costs.
    pub optimality_proven: bool,
    /// How many consequences there were as far as known, where these were asked for.
    pub consequences: Option<Estimate>,
    /// The shown atoms, then the shown terms.
    pub shown: Vec<Symbol>,
    text: String,
    values: Vec<Value>,
    atoms: HashSet<Symbol>,
}

impl Answer {
    /// Whether an atom was true, shown or not.
    pub fn contains(&self, atom: Symbol) -> bool {
        self.atoms.contains(&atom)
    }

    /// The atoms that were true, shown or not, in any order.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.atoms.iter().copied()
    }

    /// What it shows, as terms that belong to no control.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Model<'_> {
    /// The model to be kept, at the cost of a look at all atoms.
    pub fn to_answer(&self) -> Answer {
        let shown: Vec<Symbol> = self.shown().collect();
        Answer {
            number: self.number(),
            costs: self.costs().to_vec(),
            optimality_proven: self.optimality_proven(),
            consequences: self.consequences(),
            text: self.to_string(),
            values: shown.iter().map(|&symbol| self.symbols().to_value(symbol)).collect(),
            atoms: self.atoms().collect(),
            shown,
        }
    }
}
