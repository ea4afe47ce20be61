//! `#heuristic` directives: modifiers for the decisions of the search.

use crate::instantiate::join::Instantiator;
use crate::ir::{Atom, Rule, Term};
use hamadryad_aspif::HeuristicModifier;
use hamadryad_symbol::View;

impl Instantiator<'_> {
    pub(crate) fn advise(
        &mut self,
        rule: &Rule,
        atom: &Atom,
        bias: &Term,
        priority: Option<&Term>,
        modifier: &Term,
    ) {
        let Some(arguments) = self.values(&atom.arguments) else { return };
        let (Some(bias), Some(modifier)) = (self.value(bias), self.value(modifier)) else { return };
        let priority = match priority {
            Some(priority) => match self.value(priority) {
                Some(priority) => Some(priority),
                None => return,
            },
            None => None,
        };
        let advice = (|| {
            let bias = self.symbols.as_number(bias)?;
            let priority = match priority {
                Some(priority) => u32::try_from(self.symbols.as_number(priority)?).ok()?,
                None => bias.unsigned_abs(),
            };
            let View::Function { name, arguments: [], positive: true } = self.symbols.view(modifier) else {
                return None;
            };
            let modifier = match self.symbols.text(name) {
                "level" => HeuristicModifier::Level,
                "sign" => HeuristicModifier::Sign,
                "factor" => HeuristicModifier::Factor,
                "init" => HeuristicModifier::Init,
                "true" => HeuristicModifier::True,
                "false" => HeuristicModifier::False,
                _ => return None,
            };
            Some((bias, priority, modifier))
        })();
        let Some((bias, priority, modifier)) = advice else {
            self.warnings.heuristics.insert(rule.span);
            return;
        };
        let domain = self.base.domain(atom.predicate);
        let Some(id) = domain.find(&arguments) else { return };
        let entry = domain.entry(id);
        if !entry.fact {
            // The atom was matched to bind variables; it is no condition.
            let mut body = self.instance_body(&[]);
            body.retain(|literal| *literal != entry.atom.positive());
            self.emitter.sink.heuristic(entry.atom, modifier, bias, priority, &body);
        }
    }
}
