//! Models that differ in what is looked at: projected enumeration.
//!
//! ```text
//! {a; b; c}.   #show a/0.        two models up to projection to what is shown, eight without
//! ```
//!
//! Each model found is excluded by a clause that demands another value of something looked at. As the bound on costs, it
//! is tied to a guard literal that is true during one solve only.

use crate::options::Projection;
use crate::solver::AspSolver;
use hamadryad_sat::Lit;

impl AspSolver {
    /// The literals that a projection looks at; at level 0.
    pub(crate) fn projection_literals(&mut self, projection: Projection) -> Vec<Lit> {
        let to_atoms = match projection {
            Projection::Shown => false,
            Projection::Atoms => true,
            Projection::Auto => self.projected.is_some(),
        };
        let mut literals = if to_atoms { self.atom_literals() } else { self.output_literals() };
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    fn atom_literals(&self) -> Vec<Lit> {
        self.projected.iter().flatten().map(|atom| self.lit(atom.positive())).collect()
    }

    /// A literal for each output that says whether it is shown.
    pub(crate) fn output_literals(&mut self) -> Vec<Lit> {
        for i in self.output_lits.len()..self.outputs.len() {
            let lit = match self.outputs[i].condition[..] {
                [] => self.truth,
                [lit] => lit,
                _ => self.conjunction_lit(i),
            };
            self.output_lits.push(lit);
        }
        self.output_lits.clone()
    }

    fn conjunction_lit(&mut self, output: usize) -> Lit {
        let lit = self.sat.new_var().positive();
        let condition = &self.outputs[output].condition;
        let mut clause = vec![lit];
        for &part in condition {
            clause.push(!part);
            self.sat.add_clause(&[!lit, part]);
        }
        self.sat.add_clause(&clause);
        lit
    }
}
