//! Conditional literals in bodies: a conjunction over the instances of the condition.
//!
//! ```text
//! a :- b(X) : c(X).      c(1) a fact, c(2) not:    a :- b(1), i.    i :- b(2).    i :- not c(2).
//! ```
//!
//! An instance whose literal holds for sure asks for nothing; one whose condition is a fact asks for its literal; any
//! other becomes an implication.

use crate::instantiate::join::Instantiator;
use crate::plan::ConditionalPlan;
use hamadryad_aspif::Literal;

impl Instantiator<'_> {
    /// Adds what the conditional literal needs to the body; `false` where it does not hold.
    pub(crate) fn conditional(&mut self, conditional: &ConditionalPlan) -> bool {
        let depth = self.body.len();
        let mut needed: Vec<Literal> = Vec::new();
        let mut holds = true;
        self.run(&conditional.condition, &mut |machine| {
            let condition = machine.body[depth..].to_vec();
            match machine.instance(conditional, &condition) {
                Some(literals) => needed.extend(literals),
                None => holds = false,
            }
        });
        needed.sort_unstable();
        needed.dedup();
        self.body.extend(needed);
        holds
    }

    /// What one instance of the condition asks for; `None` where that cannot hold.
    fn instance(&mut self, conditional: &ConditionalPlan, condition: &[Literal]) -> Option<Vec<Literal>> {
        let depth = self.body.len();
        let mut alternatives: Vec<Vec<Literal>> = Vec::new();
        for alternative in &conditional.alternatives {
            self.run(alternative, &mut |machine| alternatives.push(machine.body[depth..].to_vec()));
        }
        self.implication(condition, alternatives)
    }

    /// Literals that hold where one of the alternatives does or the condition does not; `None` where that cannot be.
    pub(crate) fn implication(
        &mut self,
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
            alternatives.iter().map(|alternative| self.emitter.conjunction(alternative)).collect();
        if condition.iter().any(|&literal| self.loops_with(literal)) {
            let name = self.emitter.written.fresh();
            literals.push(self.negate_within(name, condition));
            for literal in literals {
                self.emitter.derive(name, &[literal]);
            }
            return Some(vec![name.positive()]);
        }
        literals.extend(condition.iter().map(|&literal| self.negate(literal)));
        Some(vec![self.emitter.disjunction(&literals)])
    }
}
