//! Answers: models that outlive their search.

use crate::Model;
use hamadryad_solve::Estimate;
use hamadryad_symbol::{Symbol, Value};
use std::collections::HashSet;
use std::fmt;

/// An answer set that owns its data: a stored [`Model`]. Its symbols are valid in its control and in clones
/// of the control; its values are independent of all controls. Displays its shown terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its number in its search, from 1.
    pub number: u64,
    /// Its costs by priority, highest first; empty without an objective.
    pub costs: Vec<i64>,
    /// Whether its costs were proven minimal.
    pub optimality_proven: bool,
    /// The number of consequences as far as known, if consequences are computed.
    pub consequences: Option<Estimate>,
    /// The shown atoms, then the shown terms.
    pub shown: Vec<Symbol>,
    text: String,
    values: Vec<Value>,
    atoms: HashSet<Symbol>,
}

impl Answer {
    /// Whether an atom was true, shown or hidden.
    pub fn contains(&self, atom: Symbol) -> bool {
        self.atoms.contains(&atom)
    }

    /// The true atoms, shown or hidden, in arbitrary order.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.atoms.iter().copied()
    }

    /// The shown terms as values that belong to no control.
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
    /// Stores the model; the cost is linear in the number of atoms.
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
