//! Classical negation: no answer set contains an atom and its complement.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::output::emitter::Emitter;
use hamadryad_aspif::{self as aspif, Origin};
use hamadryad_symbol::Signature;

/// Writes a constraint for each pair of complementary atoms that the step has completed.
pub(crate) fn write_complements(base: &mut Base, keeps_origins: bool, emitter: &mut Emitter<'_>) {
    for number in 0..base.domains().len() {
        let negative = PredicateId(number as u32);
        let Some(signature) = base.domain(negative).signature else { continue };
        let opposite = Signature { positive: true, ..signature };
        let Some(positive) = base.find_predicate(opposite).filter(|_| !signature.positive) else {
            continue;
        };
        let (negatives, positives) = (base.domain(negative), base.domain(positive));
        for id in 0..negatives.len() {
            let Some(other) = positives.find(negatives.arguments(id)) else { continue };
            // Pairs of two atoms of earlier steps have been written.
            if id < negatives.complemented && other < positives.complemented {
                continue;
            }
            let pair = [negatives.entry(id), positives.entry(other)];
            let open: Vec<aspif::Literal> =
                pair.iter().filter(|entry| !entry.fact).map(|entry| entry.atom.positive()).collect();
            if keeps_origins {
                emitter.sink.origin(Origin::Complement);
            }
            emitter.constrain(&open);
        }
    }
    for domain in base.domains_mut() {
        domain.complemented = domain.len();
    }
}
