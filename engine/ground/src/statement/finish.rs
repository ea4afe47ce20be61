//! What is written when all rules of a step have been instantiated.

use crate::atoms::domain::PredicateId;
use crate::grounder::Grounder;
use crate::output::emitter::Emitter;
use hamadryad_aspif::{self as aspif, Sink};
use hamadryad_symbol::{Signature, Symbols};
use std::collections::HashSet;

impl Grounder {
    /// Writes what had to wait for the end of the step. `projected` are the signatures of `#project p/n.` in
    /// the parts of the step; atoms that later steps add are projected to if these ground such a part as
    /// well.
    pub(crate) fn finish(
        &mut self,
        symbols: &mut Symbols,
        projected: &HashSet<Signature>,
        sink: &mut dyn Sink,
    ) {
        self.write_complements(sink);
        self.write_externals(sink);
        let mut emitter = Emitter { sink: &mut *sink, written: &mut self.written };
        self.pending.costs.write_costs(&mut emitter);
        for domain in self.base.domains() {
            if domain.signature.is_some_and(|signature| projected.contains(&signature)) {
                self.pending.projected.extend(domain.entries().iter().map(|entry| entry.atom));
            }
        }
        self.pending.write_projected(&mut emitter);
        self.write_shown_atoms(symbols, &mut *sink);
        let mut emitter = Emitter { sink, written: &mut self.written };
        self.pending.shows.write_shows(symbols, &mut emitter);
    }

    /// Writes that no atom holds together with its classical negation.
    fn write_complements(&mut self, sink: &mut dyn Sink) {
        let mut emitter = Emitter { sink, written: &mut self.written };
        for number in 0..self.base.domains().len() {
            let negative = PredicateId(number as u32);
            let Some(signature) = self.base.domain(negative).signature else { continue };
            let opposite = Signature { positive: true, ..signature };
            let Some(positive) = self.base.find_predicate(opposite).filter(|_| !signature.positive) else {
                continue;
            };
            let (negatives, positives) = (self.base.domain(negative), self.base.domain(positive));
            for id in 0..negatives.len() {
                let Some(other) = positives.find(negatives.arguments(id)) else { continue };
                // Pairs of two atoms that were there before have been written.
                if id < negatives.complemented && other < positives.complemented {
                    continue;
                }
                let pair = [negatives.entry(id), positives.entry(other)];
                let open: Vec<aspif::Literal> =
                    pair.iter().filter(|entry| !entry.fact).map(|entry| entry.atom.positive()).collect();
                emitter.constrain(&open);
            }
        }
        for domain in self.base.domains_mut() {
            domain.complemented = domain.len();
        }
    }
}
