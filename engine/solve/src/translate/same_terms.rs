//! Weight constraints of a step over the same terms: each group becomes one family
//! (`propagate/weight_constraint_family.rs`).
//!
//! ```text
//! q(S) :- S = #count { X : p(X) }.     with 2,000 atoms: a family of 2,000 bounds, not 4,000 constraints
//! ```
//!
//! Groups of fewer than [`LEAST`] constraints remain separate constraints, which may become clauses or
//! counters. If a proof is written, all remain separate, because a proof logs single constraints.

use crate::encode::at_least::merge_terms;
use crate::program::body::BodyId;
use crate::program::term_lists::TermsId;
use crate::translate::pending::PendingTranslation;
use crate::translate::translator::Translator;
use hamadryad_aspif::BodyRef;
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The least number of weight constraints in a family.
const LEAST: usize = 8;

impl Translator<'_> {
    /// Finds the groups of weight constraints with the same terms.
    pub(super) fn find_families(&mut self, pending: &mut PendingTranslation) {
        if self.propagators.proof_logger.is_there() {
            return;
        }
        let PendingTranslation { step, literals, .. } = pending;
        let mut groups: FxHashMap<TermsId, Vec<usize>> = FxHashMap::default();
        for body in step.bodies.ids() {
            let number = body.index();
            if let Some(terms) = step.bodies.terms_of(body)
                && literals.of_bodies[number].is_some()
                && !literals.is_defined_by_another[number]
            {
                groups.entry(terms).or_default().push(number);
            }
        }
        let mut families: Vec<Vec<usize>> =
            groups.into_values().filter(|group| group.len() >= LEAST).collect();
        families.sort_unstable();
        literals.is_in_family = vec![false; step.bodies.len()];
        for &number in families.iter().flatten() {
            literals.is_in_family[number] = true;
        }
        literals.families = families;
    }

    /// Adds the families in a range, at level 0.
    pub(super) fn add_families(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        let PendingTranslation { step, literals, .. } = pending;
        for family in &literals.families[range] {
            let BodyRef::Sum { literals: terms, .. } = step.bodies.get(BodyId(family[0] as u32)) else {
                unreachable!("families are of weight constraints")
            };
            let terms: Vec<(Lit, i64)> =
                terms.iter().map(|l| (self.lit(l.literal), i64::from(l.weight))).collect();
            let mut merged = Vec::new();
            let certain = merge_terms(&terms, &mut merged);
            let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
            let mut bounds: Vec<(i64, Lit)> = Vec::new();
            for &number in family {
                let (body, lit) = (step.bodies.get(BodyId(number as u32)), literals.of_bodies[number]);
                let (BodyRef::Sum { lower, .. }, Some(lit)) = (body, lit) else { continue };
                match i64::from(lower) - certain {
                    bound if bound <= 0 => drop(self.sat.add_clause(&[lit])),
                    bound if bound > total => drop(self.sat.add_clause(&[!lit])),
                    bound => bounds.push((bound, lit)),
                }
            }
            bounds.sort_unstable();
            for pair in bounds.windows(2) {
                self.sat.add_clause(&[!pair[1].1, pair[0].1]);
            }
            if !bounds.is_empty() {
                self.propagators.add_family(self.sat, merged, bounds);
            }
        }
    }
}
