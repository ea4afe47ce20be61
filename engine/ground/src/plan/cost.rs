//! The expected number of matches of a literal, from the sizes of domains and a sample of their arguments.
//!
//! The sample is taken because plans are made before indexes exist; an existing index gives the exact number
//! of keys.

use crate::atoms::base::Base;
use crate::atoms::domain::{Domain, PredicateId};
use crate::atoms::index::{Indexes, Path};
use crate::ir::{Literal, Occurrence, SlotSet, Term};
use crate::plan::pattern::access;
use crate::plan::step::Generation;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::Sign;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The data from which costs are estimated.
#[derive(Clone, Copy)]
pub(crate) struct Costs<'p> {
    pub symbols: &'p Symbols,
    pub base: &'p Base,
    pub indexes: &'p Indexes,
    /// The generation of each positive literal, by its occurrence.
    pub generation: &'p dyn Fn(Occurrence) -> Generation,
}

impl Costs<'_> {
    /// The expected number of matches; less than 1 for literals that only test.
    pub(crate) fn of(self, literal: &Literal, bound: &SlotSet) -> f64 {
        match literal {
            Literal::Never => 0.0,
            Literal::Comparison { .. } => 0.1,
            Literal::Predicate { sign: Sign::None, atom, occurrence } => {
                let (access, _) = access(atom, bound);
                self.expected_matches(atom.predicate, &access, (self.generation)(*occurrence))
            }
            Literal::Predicate { .. } => 0.3,
            Literal::Range { pattern, .. } if bound.binds(pattern) => 0.2,
            Literal::Range { low, high, .. } => self.range_size(low, high),
            // Calls may be slow, so tests come first; but a call with constant arguments is evaluated only
            // once if it comes before all other literals.
            Literal::Call { arguments, .. } if arguments.iter().all(Term::is_ground) => 0.5,
            Literal::Call { .. } => 2.0,
            Literal::Aggregate(_) => 1e30,
            Literal::Conditional(_) => 1e31,
            Literal::Theory(_) => 1e32,
        }
    }

    fn range_size(&self, low: &Term, high: &Term) -> f64 {
        let number = |term: &Term| match term {
            Term::Constant(symbol) => self.symbols.as_number(*symbol),
            _ => None,
        };
        match (number(low), number(high)) {
            (Some(low), Some(high)) => (f64::from(high) - f64::from(low) + 1.0).max(0.0),
            _ => 16.0,
        }
    }

    fn expected_matches(&self, predicate: PredicateId, paths: &[Path], generation: Generation) -> f64 {
        let domain = self.base.domain(predicate);
        let size = generation.size(domain);
        let flat = paths.iter().filter(|path| path.inside.is_empty()).count();
        if flat == domain.arity && flat == paths.len() {
            return if size == 0 { 0.0 } else { 0.4 };
        }
        if paths.is_empty() || size == 0 {
            return f64::from(size);
        }
        let distinct = match self.indexes.find(predicate, paths) {
            Some(index) if index.keys() > 0 => index.keys() as f64,
            _ => sampled_keys(self.symbols, domain, paths),
        };
        (f64::from(size) / distinct).max(0.5)
    }
}

/// The number of different keys in a domain, estimated from a sample.
fn sampled_keys(symbols: &Symbols, domain: &Domain, paths: &[Path]) -> f64 {
    const SAMPLE: usize = 128;
    let size = domain.len() as usize;
    let stride = size.div_ceil(SAMPLE).max(1);
    let mut seen: HashSet<Vec<Option<Symbol>>, FxBuildHasher> = HashSet::default();
    let mut sampled = 0;
    // The offsets vary, because typical facts have a regular order.
    for (number, start) in (0..size).step_by(stride).enumerate() {
        let id = (start + number * 7919 % stride).min(size - 1);
        let arguments = domain.arguments(id as u32);
        seen.insert(paths.iter().map(|path| path.follow(symbols, arguments)).collect());
        sampled += 1;
    }
    let (distinct, sampled, size) = (seen.len() as f64, f64::from(sampled), size as f64);
    // If the sample has few keys, it probably has all of them; if most are different, the domain has more.
    if distinct < sampled / 2.0 { distinct } else { distinct / sampled * size }.max(1.0)
}
