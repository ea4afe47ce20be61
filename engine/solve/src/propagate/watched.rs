//! The variables that something besides clauses is to be told of.
//!
//! On large programs most literals stand in clauses alone, and asking each part of the propagators about each literal on the
//! trail took a sixth of the time. Invariant: a literal that some part has in its lists is of interest, and stays so.

use hamadryad_sat::Lit;

/// The variables of interest.
#[derive(Clone, Default)]
pub(crate) struct WatchedVars {
    of_var: Vec<bool>,
}

impl WatchedVars {
    pub(crate) fn add(&mut self, lit: Lit) {
        let var = lit.var().index();
        if self.of_var.len() <= var {
            self.of_var.resize(var + 1, false);
        }
        self.of_var[var] = true;
    }

    #[inline]
    pub(crate) fn has(&self, lit: Lit) -> bool {
        self.of_var.get(lit.var().index()).is_some_and(|&is_of_interest| is_of_interest)
    }
}
