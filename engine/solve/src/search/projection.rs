//! Models that differ in what is looked at: projected enumeration.
//!
//! ```text
//! {a; b; c}.   #show a/0.        two models up to projection to what is shown, eight without
//! ```
//!
//! Each model found is excluded by a clause that demands another value of something looked at. As the bound on costs, it
//! is tied to a guard literal that is true during one solve only.

use crate::search::options::Projection;
use crate::solver::AspSolver;
use hamadryad_aspif::OutputKind;
use hamadryad_sat::Lit;
use hamadryad_symbol::Symbol;
use rustc_hash::FxHashMap;

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

    /// A literal for each output that says whether it is shown. Of outputs that show the same term, as several steps may have them,
    /// the first speaks for all, and the others are never shown.
    ///
    /// ```text
    /// #show 2 : not p(1).     and in the next step    #show 2 : p(1).        2 is shown by every model
    /// ```
    pub(crate) fn output_literals(&mut self) -> Vec<Lit> {
        for i in self.output_lits.len()..self.outputs.len() {
            let lit = match self.outputs[i].condition[..] {
                [] => self.truth,
                [lit] => lit,
                _ => self.conjunction_lit(i),
            };
            self.output_lits.push(lit);
        }
        let mut lits = self.output_lits.clone();
        let mut by_term: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (place, output) in
            self.outputs.iter().enumerate().filter(|(_, output)| output.kind == OutputKind::Term)
        {
            by_term.entry(output.symbol).or_default().push(place);
        }
        let mut several: Vec<Vec<usize>> = by_term.into_values().filter(|places| places.len() > 1).collect();
        several.sort_unstable();
        for places in several {
            let parts = places.iter().map(|&place| lits[place]).collect();
            places.iter().for_each(|&place| lits[place] = !self.truth);
            lits[places[0]] = self.disjunction_lit(parts);
        }
        lits
    }

    /// The same literal for the same parts, whoever asks.
    fn disjunction_lit(&mut self, parts: Vec<Lit>) -> Lit {
        if let Some(&known) = self.disjunction_lits.get(&parts) {
            return known;
        }
        let lit = self.sat.new_var().positive();
        let mut clause = vec![!lit];
        for &part in &parts {
            clause.push(part);
            self.sat.add_clause(&[lit, !part]);
        }
        self.sat.add_clause(&clause);
        self.disjunction_lits.insert(parts, lit);
        lit
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
