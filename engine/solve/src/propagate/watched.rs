//! The watched variables: the variables that propagators need to see.
//!
//! In large programs most variables occur in clauses only. Passing all literals of the trail to all
//! propagators took a sixth of the time.
//!
//! Invariant: a variable that a propagator has in its lists is watched, and stays watched.

use hamadryad_sat::Lit;

/// A set of variables.
#[derive(Clone, Default)]
pub(crate) struct WatchedVars {
    of_var: Vec<bool>,
}

impl WatchedVars {
    /// Adds the variable of a literal.
    pub(crate) fn add(&mut self, lit: Lit) {
        let var = lit.var().index();
        if self.of_var.len() <= var {
            self.of_var.resize(var + 1, false);
        }
        self.of_var[var] = true;
    }

    /// Whether the set contains the variable of a literal.
    #[inline]
    pub(crate) fn has(&self, lit: Lit) -> bool {
        self.of_var.get(lit.var().index()).is_some_and(|&is_watched| is_watched)
    }
}
