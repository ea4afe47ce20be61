//! Literals that are equivalent to the conditions of outputs, for projection and consequences.
//!
//! Invariant: an output has the same literal in all searches. Literals are made at level 0, before a search
//! starts: later variables are not shared with workers on other threads.

use crate::program::outputs::Output;
use hamadryad_aspif::OutputKind;
use hamadryad_sat::{Lit, Solver};
use hamadryad_symbol::Symbol;
use rustc_hash::FxHashMap;

/// Literals of outputs, made when the first search needs them.
#[derive(Clone, Default)]
pub(crate) struct OutputLiterals {
    /// By output: a literal that is equivalent to its condition.
    lits: Vec<Lit>,
    /// By list of literals: a literal that is equivalent to their disjunction.
    disjunctions: FxHashMap<Vec<Lit>, Lit>,
}

impl OutputLiterals {
    /// The literals so far.
    pub(crate) fn known(&self) -> &[Lit] {
        &self.lits
    }

    /// Removes the literals of removed outputs.
    pub(crate) fn retain(&mut self, is_kept: &[bool]) {
        let mut kept = is_kept.iter();
        self.lits.retain(|_| *kept.next().expect("each literal has an output"));
    }

    /// By output: a literal that is true if and only if a model shows the output. If several outputs show the
    /// same term, as outputs of several steps may, the first gets the disjunction of all conditions, and the
    /// others are false.
    ///
    /// ```text
    /// #show 2 : not p(1).     and in the next step    #show 2 : p(1).        every model shows 2
    /// ```
    pub(crate) fn of(&mut self, outputs: &[Output], sat: &mut Solver, truth: Lit) -> Vec<Lit> {
        for output in &outputs[self.lits.len()..] {
            self.lits.push(match output.condition[..] {
                [] => truth,
                [lit] => lit,
                _ => conjunction(sat, &output.condition),
            });
        }
        let mut lits = self.lits.clone();
        let mut by_term: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (place, output) in
            outputs.iter().enumerate().filter(|(_, output)| output.kind == OutputKind::Term)
        {
            by_term.entry(output.symbol).or_default().push(place);
        }
        let mut several: Vec<Vec<usize>> = by_term.into_values().filter(|places| places.len() > 1).collect();
        several.sort_unstable();
        for places in several {
            let parts = places.iter().map(|&place| lits[place]).collect();
            places.iter().for_each(|&place| lits[place] = !truth);
            lits[places[0]] = self.disjunction(sat, parts);
        }
        lits
    }

    /// The literal of a disjunction; equal lists have the same literal.
    fn disjunction(&mut self, sat: &mut Solver, parts: Vec<Lit>) -> Lit {
        if let Some(&known) = self.disjunctions.get(&parts) {
            return known;
        }
        let lit = sat.new_var().positive();
        let mut clause = vec![!lit];
        for &part in &parts {
            clause.push(part);
            sat.add_clause(&[lit, !part]);
        }
        sat.add_clause(&clause);
        self.disjunctions.insert(parts, lit);
        lit
    }
}

/// A new literal that is equivalent to a conjunction.
fn conjunction(sat: &mut Solver, parts: &[Lit]) -> Lit {
    let lit = sat.new_var().positive();
    let mut clause = vec![lit];
    for &part in parts {
        clause.push(!part);
        sat.add_clause(&[!lit, part]);
    }
    sat.add_clause(&clause);
    lit
}
