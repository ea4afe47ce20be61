//! The parts of a program, and the parts that a step grounds.
//!
//! ```text
//! #program step(t).  p(t).
//! #program step(k).  q(k,t).     -- the same part; here, `t` is a constant
//! ```

use crate::ir::Rule;
use crate::program::rewriting::Waiting;
use hamadryad_symbol::{Name, Signature, Symbol};
use hamadryad_syntax::Span;

/// A part of a program with its arguments: `step(3)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The part's name; `base` for the statements before any `#program`.
    pub name: Name,
    /// The values of its parameters.
    pub arguments: Vec<Symbol>,
}

/// The statements of a part that use the same names of its parameters.
#[derive(Clone)]
pub(crate) struct PartStatements {
    /// The part's name.
    pub name: Name,
    pub parameters: Vec<Name>,
    pub facts: Vec<(Symbol, Span)>,
    /// Statements that have been added since the last step.
    pub waiting: Vec<Waiting>,
    pub rules: Vec<Rule>,
    /// The signatures of its statements `#project p/n.`
    pub projected: Vec<Signature>,
    /// Rules without an effect. They are not instantiated, but searched for atoms that no rule derives.
    pub idle: Vec<Rule>,
    /// The number of rules that have been searched for atoms that no rule derives.
    pub checked: usize,
}

/// The position of a part's statements in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PartIndex(pub usize);

impl PartStatements {
    pub(crate) fn new(name: Name, parameters: &[Name]) -> PartStatements {
        let parameters = parameters.to_vec();
        PartStatements {
            name,
            parameters,
            facts: Vec::new(),
            waiting: Vec::new(),
            rules: Vec::new(),
            projected: Vec::new(),
            idle: Vec::new(),
            checked: 0,
        }
    }
}
