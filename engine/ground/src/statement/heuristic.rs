//! `#heuristic` directives: modifiers for the decisions of the search.

use crate::instantiate::join::Join;
use crate::ir::{Atom, Rule, Term};
use hamadryad_aspif::HeuristicModifier;
use hamadryad_symbol::{Symbol, Symbols, View};

/// Writes the directive of an instance.
pub(crate) fn modify(
    join: &mut Join<'_>,
    rule: &Rule,
    atom: &Atom,
    bias: &Term,
    priority: Option<&Term>,
    modifier: &Term,
) {
    let Some(arguments) = join.evaluator.values(&atom.arguments) else { return };
    let (Some(bias), Some(modifier)) = (join.evaluator.value(bias), join.evaluator.value(modifier)) else {
        return;
    };
    let priority = match priority {
        Some(priority) => match join.evaluator.value(priority) {
            Some(priority) => Some(priority),
            None => return,
        },
        None => None,
    };
    let Some((bias, priority, modifier)) = modification(join.evaluator.symbols, bias, priority, modifier)
    else {
        join.evaluator.warnings.heuristics.insert(rule.span);
        return;
    };
    let domain = join.atoms.base.domain(atom.predicate);
    let Some(id) = domain.find(&arguments) else { return };
    let entry = domain.entry(id);
    if !entry.fact {
        // The atom was matched to bind variables; it is not a condition.
        let mut body = join.instance.body(&[]);
        body.retain(|literal| *literal != entry.atom.positive());
        join.atoms.emitter.sink.heuristic(entry.atom, modifier, bias, priority, &body);
    }
}

/// Bias, priority and modifier from their terms; `None` if one of them is not of its type.
fn modification(
    symbols: &Symbols,
    bias: Symbol,
    priority: Option<Symbol>,
    modifier: Symbol,
) -> Option<(i32, u32, HeuristicModifier)> {
    let bias = symbols.as_number(bias)?;
    let priority = match priority {
        Some(priority) => u32::try_from(symbols.as_number(priority)?).ok()?,
        None => bias.unsigned_abs(),
    };
    let View::Function { name, arguments: [], positive: true } = symbols.view(modifier) else { return None };
    let modifier = match symbols.text(name) {
        "level" => HeuristicModifier::Level,
        "sign" => HeuristicModifier::Sign,
        "factor" => HeuristicModifier::Factor,
        "init" => HeuristicModifier::Init,
        "true" => HeuristicModifier::True,
        "false" => HeuristicModifier::False,
        _ => return None,
    };
    Some((bias, priority, modifier))
}
