//! `#edge` directives: the edges of an acyclic graph.

use crate::instantiate::join::Instantiator;
use crate::ir::{Rule, Term};

impl Instantiator<'_> {
    pub(crate) fn connect(&mut self, rule: &Rule, from: &Term, to: &Term) {
        let (Some(from), Some(to)) = (self.value(from), self.value(to)) else {
            self.warnings.edges.insert(rule.span);
            return;
        };
        let nodes = &mut self.pending.nodes;
        let mut number = |node| i32::try_from(nodes.insert_full(node).0).expect("fewer nodes than terms");
        let (from, to) = (number(from), number(to));
        let body = self.instance_body(&[]);
        self.emitter.sink.edge(from, to, &body);
    }
}
