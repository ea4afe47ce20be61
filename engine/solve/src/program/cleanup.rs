//! What has a value for good: told to whoever asks, and dropped where it says nothing any more.
//!
//! ```text
//! #external x.  { a }.  a :- x.  :- a, x.     with x released: x is false for good, and nothing is left but { a }.
//! ```

use crate::solver::AspSolver;
use hamadryad_aspif::Atom;

impl AspSolver {
    /// Finds out and drops what is settled in the steps before the last solve: clauses that hold for good, literals that are
    /// false for good, outputs that are never shown. `false` where there are no models any more.
    pub fn cleanup(&mut self) -> bool {
        self.end_translation();
        self.sat.reset(&mut self.propagators);
        if !self.sat.propagate_at_root(&mut self.propagators) {
            return false;
        }
        let (sat, output_lits) = (&self.sat, &mut self.output_lits);
        let is_shown: Vec<bool> = self
            .outputs
            .iter()
            .map(|output| !output.condition.iter().any(|&lit| sat.is_fixed_true(!lit)))
            .collect();
        let mut asked = is_shown.iter();
        output_lits.retain(|_| *asked.next().expect("there is an output for each of its literals"));
        let mut known = is_shown.iter();
        self.outputs.retain(|_| *known.next().expect("just made for each"));
        for output in &mut self.outputs {
            output.condition.retain(|&lit| !sat.is_fixed_true(lit));
        }
        true
    }

    /// The value of an atom that is settled: it is the same in all models of all steps to come, and no step can define the
    /// atom. Externals are not.
    pub fn settled(&self, atom: Atom) -> Option<bool> {
        let state = self.atoms.get(atom.index())?;
        let lit = state.lit.filter(|_| state.external().is_none())?;
        match (self.sat.is_fixed_true(lit), self.sat.is_fixed_true(!lit)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}
