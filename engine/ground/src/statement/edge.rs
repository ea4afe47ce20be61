//! `#edge` directives: the edges of an acyclic graph.

use crate::instantiate::join::Join;
use crate::ir::{Rule, Term};
use crate::output::pending::Pending;

/// Writes the edge of an instance.
pub(crate) fn connect(join: &mut Join<'_>, pending: &mut Pending, rule: &Rule, from: &Term, to: &Term) {
    let (Some(from), Some(to)) = (join.evaluator.value(from), join.evaluator.value(to)) else {
        join.evaluator.warnings.edges.insert(rule.span);
        return;
    };
    let (from, to) = (pending.node(from), pending.node(to));
    let body = join.instance.body(&[]);
    join.atoms.emitter.sink.edge(from, to, &body);
}
