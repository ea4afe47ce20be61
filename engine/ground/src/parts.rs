//! What is kept of the parts of a program.
//!
//! ```text
//! #program step(t).  p(t).     #program step(k).  q(k,t).     -- one part to ground, with two names for its parameter:
//!                                                             -- `t` is a constant in the second
//! ```

use crate::ir::Rule;
use hamadryad_symbol::{Name, Signature, Symbol};
use hamadryad_syntax::{Span, ast};

/// The statements of a part that stand under the same names of its parameters.
#[derive(Clone)]
pub(crate) struct PartStatements {
    /// The part's name.
    pub name: Name,
    pub parameters: Vec<Name>,
    pub facts: Vec<(Symbol, Span)>,
    /// Statements that have not been rewritten yet: constants may still be defined.
    pub waiting: Vec<ast::Statement>,
    pub rules: Vec<Rule>,
    /// The signatures of its statements `#project p/n.`
    pub projected: Vec<Signature>,
    /// Rules that do nothing. They are not instantiated, but searched for atoms that nothing derives.
    pub idle: Vec<Rule>,
    /// How many of the rules have been searched for atoms that nothing derives.
    pub checked: usize,
}

/// Where a part's statements are among those of the grounder.
pub(crate) type PartIndex = usize;

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
