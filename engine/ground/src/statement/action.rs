//! What is done with an instance of a body.

use crate::instantiate::domain::{Id, PredicateId};
use crate::instantiate::join::Instantiator;
use crate::ir::{Action, Atom, ChoiceElement, CountedTuple, Rule, Term};
use crate::plan::{ActionPlan, Conjunction, Plan};
use hamadryad_aspif::{self as aspif, BodyRef, ExternalValue, Head, HeuristicModifier, Literal};
use hamadryad_symbol::{Symbol, View};
use hamadryad_syntax::ast::AggregateFunction;
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
        let writes = !matches!(
            rule.action,
            Action::Derive(_)
                | Action::Collect { .. }
                | Action::Gather { .. }
                | Action::Require { .. }
                | Action::Satisfy { .. }
        );
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
            (Action::Show(term), _) => {
                if let Some(term) = self.value(term) {
                    let body = self.instance_body(&[]);
                    self.pending.shows.add(term, &body);
                }
            }
            (Action::Minimize { weight, priority, tuple, negate }, _) => {
                self.minimize(rule, weight, priority, tuple, *negate);
            }
            (Action::Heuristic { atom, bias, priority, modifier }, _) => {
                self.advise(rule, atom, bias, priority.as_ref(), modifier);
            }
            (Action::Open { delayed, key }, _) => self.open(*delayed, key),
            (Action::Collect { delayed, key, tuple, span }, _) => self.add_tuple(*delayed, key, tuple, *span),
            (Action::Gather { delayed, key, tuple }, _) => self.gather(*delayed, key, tuple),
            (Action::Offer { delayed, key, number, disjunct }, ActionPlan::Disjoin(plans)) => {
                let Some(conjunct) = self.conjunct(*number, disjunct, &plans[0]) else { return };
                self.offer(*delayed, key, conjunct);
            }
            (Action::Require { delayed, key, instance }, _) => self.require(*delayed, key, instance),
            (Action::Satisfy { delayed, key, instance }, _) => self.satisfy(*delayed, key, instance),
            (
                Action::Choose(_)
                | Action::Bound(_)
                | Action::Theory(_)
                | Action::Disjoin(_)
                | Action::Offer { .. },
                _,
            ) => {
                unreachable!("a plan is made for its action")
            }
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

    fn choose(&mut self, elements: &[ChoiceElement], conditions: &[Conjunction]) {
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
    fn is_choice(&mut self, tuple: &CountedTuple) -> bool {
        let Some(terms) = self.values(&tuple.terms) else { return false };
        let weight = terms.first().copied();
        let counts = self.counts(tuple.function, weight, tuple.span);
        let is_number = weight.is_some_and(|weight| self.symbols.as_number(weight).is_some());
        counts || tuple.function == AggregateFunction::SumPlus && is_number
    }

    /// The atom of an element, unless it is a fact.
    fn chosen(&mut self, atom: &Atom) -> Option<aspif::Atom> {
        let arguments = self.values(&atom.arguments)?;
        let id = self.define(atom.predicate, &arguments);
        let entry = self.base.domain_mut(atom.predicate).entry_mut(id);
        entry.derived = true;
        if entry.fact { None } else { Some(entry.atom) }
    }

    fn declare_external(&mut self, atom: &Atom, value: &Term) {
        let (Some(arguments), Some(value)) = (self.values(&atom.arguments), self.value(value)) else {
            return;
        };
        let name = match self.symbols.view(value) {
            View::Function { name, arguments: [], positive: true } => self.symbols.text(name),
            _ => "",
        };
        let value = match name {
            "true" => ExternalValue::True,
            "false" => ExternalValue::False,
            "free" => ExternalValue::Free,
            "release" => ExternalValue::Release,
            _ => {
                self.warnings.externals.insert(atom.span);
                return;
            }
        };
        let id = self.define(atom.predicate, &arguments);
        let entry = self.base.domain_mut(atom.predicate).entry_mut(id);
        entry.external |= !entry.derived;
        self.pending.externals.push((atom.predicate, id, value));
    }

    fn connect(&mut self, rule: &Rule, from: &Term, to: &Term) {
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

    fn project(&mut self, atom: &Atom) {
        let Some(arguments) = self.values(&atom.arguments) else { return };
        let domain = self.base.domain(atom.predicate);
        let found = domain.find(&arguments).map(|id| domain.entry(id));
        self.pending.projected.extend(found.map(|entry| entry.atom));
    }

    fn minimize(&mut self, rule: &Rule, weight: &Term, priority: &Term, tuple: &[Term], negate: bool) {
        let (Some(weight), Some(priority), Some(tuple)) =
            (self.value(weight), self.value(priority), self.values(tuple))
        else {
            return;
        };
        if !self.counts(AggregateFunction::Sum, Some(weight), rule.span) {
            return;
        }
        let (Some(weight), Some(level)) = (self.symbols.as_number(weight), self.symbols.as_number(priority))
        else {
            self.ignore(rule.span, "priority", priority, "is not a number");
            return;
        };
        let weight = if negate { weight.wrapping_neg() } else { weight };
        let body = self.instance_body(&[]);
        self.pending.costs.add((level, weight, tuple.to_vec()), &body);
    }

    fn advise(&mut self, rule: &Rule, atom: &Atom, bias: &Term, priority: Option<&Term>, modifier: &Term) {
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
