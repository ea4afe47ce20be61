//! Choice rules: the atoms of an instance that may be chosen.

use crate::instantiate::join::Instantiator;
use crate::ir::{Atom, ChoiceElement, CountedTuple};
use crate::plan::Conjunction;
use hamadryad_aspif::{self as aspif, BodyRef, Head};
use hamadryad_syntax::ast::AggregateFunction;

impl Instantiator<'_> {
    pub(crate) fn choose(&mut self, elements: &[ChoiceElement], conditions: &[Conjunction]) {
        let depth = self.body.len();
        let mut free: Vec<aspif::Atom> = Vec::new();
        for (element, condition) in elements.iter().zip(conditions) {
            self.run(condition, &mut |machine| {
                if !element.tuple.as_ref().is_none_or(|tuple| machine.is_choice(tuple)) {
                    return;
                }
                let Some(atom) = machine.chosen(&element.atom) else { return };
                if machine.body.len() == depth {
                    free.push(atom);
                } else {
                    let body = machine.instance_body(&[]);
                    machine.emitter.rule(Head::Choice(&[atom]), BodyRef::Normal(&body));
                }
            });
        }
        if free.is_empty() {
            return;
        }
        free.sort_unstable();
        free.dedup();
        let body = self.instance_body(&[]);
        self.emitter.rule(Head::Choice(&free), BodyRef::Normal(&body));
    }

    /// Whether the atom with this tuple may be chosen: not where the tuple is undefined or of no weight. A negative weight of
    /// `#sum+` is ignored, but its atom is chosen, as in clingo.
    pub(crate) fn is_choice(&mut self, tuple: &CountedTuple) -> bool {
        let Some(terms) = self.values(&tuple.terms) else { return false };
        let weight = terms.first().copied();
        let counts = self.counts(tuple.function, weight, tuple.span);
        let is_number = weight.is_some_and(|weight| self.symbols.as_number(weight).is_some());
        counts || tuple.function == AggregateFunction::SumPlus && is_number
    }

    /// The atom of an element, unless it is a fact.
    pub(crate) fn chosen(&mut self, atom: &Atom) -> Option<aspif::Atom> {
        let arguments = self.values(&atom.arguments)?;
        let id = self.define(atom.predicate, &arguments);
        let entry = self.base.domain_mut(atom.predicate).entry_mut(id);
        entry.derived = true;
        if entry.fact { None } else { Some(entry.atom) }
    }
}
