//! The interface of an exchange of learnt clauses between solvers of the same problem (`sharing.rs`).

use crate::literal::Lit;

/// The connection of a solver to other solvers of the same problem.
pub trait Exchange: Send {
    /// Offers a learnt clause to the other solvers.
    fn offer(&mut self, clause: &[Lit]);

    /// Takes the next clause that another solver has offered; `None` if there is none at present.
    fn take(&mut self) -> Option<Vec<Lit>>;
}

/// The exchange of a solver, if it has one, and the number of variables from which shared variables come.
#[derive(Default)]
pub(crate) struct ClauseExchange {
    pub(crate) exchange: Option<Box<dyn Exchange>>,
    /// Variables from this number on are private.
    pub(crate) shared_vars: usize,
}

/// A clone has the same shared variables, and no exchange until it gets its own.
impl Clone for ClauseExchange {
    fn clone(&self) -> ClauseExchange {
        ClauseExchange { exchange: None, shared_vars: self.shared_vars }
    }
}
