//! Conditional literals in bodies: a conjunction over the instances of the condition.
//!
//! ```text
//! a :- b(X) : c(X).      c(1) a fact, c(2) not:    a :- b(1), i.    i :- b(2).    i :- not c(2).
//! ```
//!
//! An instance needs nothing if its literal is a fact, and needs its literal if its condition is a fact. Any
//! other instance becomes an implication.

use crate::aggregate::writer::LiteralWriter;
use hamadryad_aspif::Literal;

/// Literals that hold if one of the alternatives holds or the condition does not; `None` if this is
/// impossible.
pub(crate) fn implication(
    writer: &mut LiteralWriter<'_, '_>,
    condition: &[Literal],
    mut alternatives: Vec<Vec<Literal>>,
) -> Option<Vec<Literal>> {
    if alternatives.iter().any(Vec::is_empty) {
        return Some(Vec::new());
    }
    if condition.is_empty() && alternatives.len() <= 1 {
        return alternatives.pop();
    }
    let mut literals: Vec<Literal> =
        alternatives.iter().map(|alternative| writer.emitter.conjunction(alternative)).collect();
    if condition.iter().any(|&literal| writer.is_in_loop(literal)) {
        let name = writer.emitter.written.fresh();
        literals.push(writer.negate_within(name, condition));
        for literal in literals {
            writer.emitter.derive(name, &[literal]);
        }
        return Some(vec![name.positive()]);
    }
    literals.extend(condition.iter().map(|&literal| writer.negate(literal)));
    Some(vec![writer.emitter.disjunction(&literals)])
}
