//! The action of a rule for an instance of its body: the statement that is derived, written or collected.

use crate::atoms::domain::{Id, PredicateId};
use crate::instantiate::join::Instantiator;
use crate::ir::{Accumulate, Action, Atom, Part, Rule};
use crate::plan::{ActionPlan, Plan};
use hamadryad_aspif::Literal;
use hamadryad_symbol::Symbol;
use smallvec::SmallVec;

impl Instantiator<'_> {
    /// Instantiates a rule along its plan.
    pub(crate) fn instantiate(&mut self, rule: &Rule, plan: &Plan) {
        self.run(&plan.body, &mut |machine| {
            machine.instances += 1;
            machine.act(rule, &plan.action);
        });
    }

    fn act(&mut self, rule: &Rule, plan: &ActionPlan) {
        // A rule may turn out to say nothing; what only collects writes nothing.
        let writes = match &rule.action {
            Action::Derive(_) => false,
            Action::Accumulate(accumulate) => matches!(accumulate.part, Part::Instance | Part::Disjunct(..)),
            _ => true,
        };
        if writes {
            self.use_theory_atoms();
        }
        match (&rule.action, plan) {
            (Action::Derive(atom), _) => self.derive(atom),
            (Action::Constrain, _) => self.constrain(&[]),
            (Action::Choose(elements), ActionPlan::Choose(conditions)) => self.choose(elements, conditions),
            (Action::Bound(_), ActionPlan::Bound(aggregate)) => self.bound(aggregate),
            (Action::Disjoin(disjuncts), ActionPlan::Disjoin(plans)) => self.disjoin(disjuncts, plans),
            (Action::Theory(_), ActionPlan::Theory(theory)) => self.theory_head(theory),
            (Action::Connect(from, to), _) => self.connect(rule, from, to),
            (Action::Project(atom), _) => self.project(atom),
            (Action::External(atom, value), _) => self.declare_external(atom, value),
            (Action::Show(term), _) => self.show(term),
            (Action::Minimize { weight, priority, tuple, negate }, _) => {
                self.minimize(rule, weight, priority, tuple, *negate);
            }
            (Action::Heuristic { atom, bias, priority, modifier }, _) => {
                self.advise(rule, atom, bias, priority.as_ref(), modifier);
            }
            (Action::Accumulate(accumulate), plan) => self.accumulate(accumulate, plan),
            (Action::Choose(_) | Action::Bound(_) | Action::Theory(_) | Action::Disjoin(_), _) => {
                unreachable!("a plan is made for its action")
            }
        }
    }

    fn accumulate(&mut self, accumulate: &Accumulate, plan: &ActionPlan) {
        let Accumulate { literal, key, part } = accumulate;
        match (part, plan) {
            (Part::Instance, _) => self.open(*literal, key),
            (Part::Tuple(tuple, span), _) => self.add_tuple(*literal, key, tuple, *span),
            (Part::Element(tuple), _) => self.gather(*literal, key, tuple),
            (Part::Disjunct(number, disjunct), ActionPlan::Disjoin(plans)) => {
                let Some(conjunct) = self.conjunct(*number, disjunct, &plans[0]) else { return };
                self.offer(*literal, key, conjunct);
            }
            (Part::Condition(instance), _) => self.require(*literal, key, instance),
            (Part::Alternative(instance), _) => self.satisfy(*literal, key, instance),
            (Part::Disjunct(..), _) => unreachable!("a plan is made for its action"),
        }
    }

    /// The literals of the instance and some more, without repetitions.
    pub(crate) fn instance_body(&self, more: &[Literal]) -> SmallVec<[Literal; 8]> {
        let mut body: SmallVec<[Literal; 8]> = SmallVec::new();
        for &literal in self.facts.iter().chain(&self.body).chain(more) {
            // Long bodies are sorted once instead of searched each time.
            if body.len() >= 32 || !body.contains(&literal) {
                body.push(literal);
            }
        }
        if body.len() >= 32 {
            body.sort_unstable();
            body.dedup();
        }
        body
    }

    /// Writes that the instance must not hold together with the given literals.
    pub(crate) fn constrain(&mut self, more: &[Literal]) {
        let body = self.instance_body(more);
        self.emitter.constrain(&body);
    }

    fn derive(&mut self, atom: &Atom) {
        if let Some(arguments) = self.values(&atom.arguments) {
            self.derive_atom(atom.predicate, &arguments);
        }
    }

    /// Writes that the instance derives the atom.
    pub(crate) fn derive_atom(&mut self, predicate: PredicateId, arguments: &[Symbol]) {
        let id = self.define(predicate, arguments);
        let id = self.renew(predicate, id);
        let entry = *self.base.domain(predicate).entry(id);
        if entry.fact {
            return;
        }
        let head = entry.atom;
        if self.body.is_empty() && self.facts.is_empty() {
            self.make_fact(predicate, id);
        } else if self.body.is_empty() {
            let body = self.instance_body(&[]);
            let entry = self.base.domain_mut(predicate).entry_mut(id);
            (entry.fact, entry.derived) = (true, true);
            self.emitter.derive(head, &body);
        } else if !self.body.contains(&head.positive()) {
            self.use_theory_atoms();
            let body = self.instance_body(&[]);
            self.base.domain_mut(predicate).entry_mut(id).derived = true;
            self.emitter.derive(head, &body);
        }
    }

    /// Writes an atom as a fact.
    pub(crate) fn make_fact(&mut self, predicate: PredicateId, id: Id) {
        let entry = self.base.domain_mut(predicate).entry_mut(id);
        (entry.fact, entry.derived) = (true, true);
        let atom = entry.atom;
        self.emitter.fact(atom);
    }
}
