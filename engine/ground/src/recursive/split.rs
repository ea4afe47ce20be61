//! Splitting: a rule with recursive literals becomes a rule without them and rules that accumulate their
//! parts.
//!
//! ```text
//! a(Y) :- d(Y), 2 <= #count { X : a(X), e(X,Y) }.    main rule      a(Y) :- d(Y), #holds(Y).
//!                                                    instance       #open(Y) :- d(Y).
//!                                                    element        tuple X of Y :- #open(Y), a(X), e(X,Y).
//! ```
//!
//! Invariant: the resulting rules are safe, because each accumulating rule has the `#open` atom with all
//! global variables of its literal in its body.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::ir::{
    Accumulate, Action, Aggregate, Atom, Conditional, Disjunct, GrowingLiterals, Literal, Occurrence, Part,
    RecursiveId, Rule, Slot, SlotSet, Term, TheoryAtom, is_ready, saturate,
};
use crate::recursive::literal::{Content, RecursiveLiterals};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::Sign;

/// A rule, and its literals whose domains may still grow.
pub(crate) type Growing = (Rule, GrowingLiterals);

/// Splits the recursive literals off a rule. Returns the rules that accumulate their parts, and the remaining
/// rule.
pub(crate) fn split(
    rule: Rule,
    growing: GrowingLiterals,
    base: &mut Base,
    recursive: &mut RecursiveLiterals,
) -> Vec<Growing> {
    let (mut taken, kept): (Vec<Literal>, Vec<Literal>) = rule.body.iter().cloned().partition(|literal| {
        matches!(literal, Literal::Aggregate(_) | Literal::Conditional(_) | Literal::Theory(_))
            && is_growing(literal, &growing)
    });
    let mut splitting =
        Splitting { main: Rule { body: kept, ..rule }, growing, rules: Vec::new(), base, recursive };
    // A literal is split off as soon as the remaining body and earlier assignments bind its variables.
    while !taken.is_empty() {
        let bound = splitting.bound();
        let ready = taken.iter().position(|literal| is_ready(literal, &bound, &splitting.main.global));
        match taken.remove(ready.expect("safety has been checked")) {
            Literal::Aggregate(aggregate) => splitting.aggregate(&aggregate, &bound),
            Literal::Conditional(conditional) => splitting.conditional(&conditional),
            Literal::Theory(theory) => splitting.theory(&theory),
            _ => unreachable!("only aggregates, conditional literals and theory atoms are recursive"),
        }
    }
    let disjoined = match &splitting.main.action {
        Action::Disjoin(disjuncts) => {
            let conditions = disjuncts.iter().flat_map(|disjunct| &disjunct.condition);
            let grows = conditions.into_iter().any(|literal| is_growing(literal, &splitting.growing));
            grows.then(|| disjuncts.clone())
        }
        _ => None,
    };
    if let Some(disjuncts) = disjoined {
        splitting.disjunction(disjuncts);
        return splitting.rules;
    }
    let mut rules = splitting.rules;
    rules.push((splitting.main, splitting.growing));
    rules
}

/// Whether a literal has positive atoms whose domains are not complete.
fn is_growing(literal: &Literal, growing: &GrowingLiterals) -> bool {
    let mut grows = false;
    literal
        .predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing.contains(occurrence));
    grows
}

fn accumulate(literal: RecursiveId, key: &[Slot], part: Part) -> Action {
    Action::Accumulate(Accumulate { literal, key: key.to_vec(), part })
}

struct Splitting<'a> {
    /// The remaining rule.
    main: Rule,
    growing: GrowingLiterals,
    rules: Vec<Growing>,
    base: &'a mut Base,
    recursive: &'a mut RecursiveLiterals,
}

impl Splitting<'_> {
    fn bound(&self) -> SlotSet {
        let mut bound = SlotSet::parameters(self.main.parameters, self.main.names.len());
        saturate(&self.main.body, &mut bound, &self.main.global);
        bound
    }

    fn aggregate(&mut self, aggregate: &Aggregate, bound: &SlotSet) {
        let (guards, assigned): (Vec<_>, Vec<_>) =
            aggregate.guards.iter().cloned().partition(|(_, term)| bound.binds(term));
        let mut key = Vec::new();
        aggregate.element_variables(&mut |slot| key.push(slot));
        guards.iter().for_each(|(_, term)| term.variables(&mut |slot| key.push(slot)));
        let key = self.globals(key);
        let id = self.recursive.next_id();
        let template = self.main.clone();
        let opened = self.open(&template, id, &key);
        for element in &aggregate.elements {
            let (tuple, span) = (element.tuple.clone(), element.span);
            let action = accumulate(id, &key, Part::Tuple(tuple, span));
            self.collector(&template, opened, &key, element.condition.clone(), action);
        }
        let holds = self.base.internal_predicate(key.len() + assigned.len());
        let content = Content::Aggregate {
            tests_choice: aggregate.tests_choice,
            sign: aggregate.sign,
            function: aggregate.function,
            guards,
            assignments: assigned.len(),
            span: aggregate.span,
        };
        self.recursive.add(content, [opened, opened, holds]);
        if aggregate.sign != Sign::None {
            // A guard without a value drops the instance, so that no `#open` atom exists; under `not`, its
            // `#holds` atom would be false.
            self.use_in_main(opened, &key, Vec::new(), Sign::None, aggregate.span);
        }
        let values = assigned.into_iter().map(|(_, term)| term).collect();
        self.use_in_main(holds, &key, values, aggregate.sign, aggregate.span);
    }

    /// Splits the disjuncts off: instances of the body and of the disjuncts are accumulated, and the rules
    /// are written at the end of the component.
    fn disjunction(&mut self, disjuncts: Vec<Disjunct>) {
        let mut key = Vec::new();
        disjuncts.iter().for_each(|disjunct| disjunct.variables(&mut |slot| key.push(slot)));
        let key = self.globals(key);
        let id = self.recursive.next_id();
        let template = self.main.clone();
        let opened = self.open(&template, id, &key);
        for (number, disjunct) in disjuncts.into_iter().enumerate() {
            let offered = Disjunct { members: disjunct.members, condition: Vec::new() };
            let action = accumulate(id, &key, Part::Disjunct(number, Box::new(offered)));
            self.collector(&template, opened, &key, disjunct.condition, action);
        }
        self.recursive.add(Content::Disjunction, [opened; 3]);
    }

    fn conditional(&mut self, conditional: &Conditional) {
        let mut key = Vec::new();
        conditional.variables(&mut |slot| key.push(slot));
        let key = self.globals(key);
        // Variables that occur only in the literal are not bound by the condition.
        let (mut instance, mut in_condition) = (Vec::new(), Vec::new());
        let alternatives = conditional.alternatives.iter().flatten();
        alternatives.for_each(|literal| literal.variables(&mut |slot| instance.push(slot)));
        let condition = conditional.condition.iter();
        condition.for_each(|literal| literal.variables(&mut |slot| in_condition.push(slot)));
        instance.retain(|slot| !self.main.global[*slot] && in_condition.contains(slot));
        instance.sort_unstable();
        instance.dedup();
        let id = self.recursive.next_id();
        let template = self.main.clone();
        let opened = self.open(&template, id, &key);
        let required = self.base.internal_predicate(key.len() + instance.len());
        let action = accumulate(id, &key, Part::Condition(instance.clone()));
        self.collector(&template, opened, &key, conditional.condition.clone(), action);
        let all: Vec<Slot> = key.iter().chain(&instance).copied().collect();
        for alternative in &conditional.alternatives {
            let action = accumulate(id, &key, Part::Alternative(instance.clone()));
            self.collector(&template, required, &all, alternative.clone(), action);
        }
        let holds = self.base.internal_predicate(key.len());
        let predicates = [opened, required, holds];
        self.recursive.add(Content::Conditional, predicates);
        self.use_in_main(holds, &key, Vec::new(), Sign::None, conditional.span);
    }

    fn theory(&mut self, theory: &TheoryAtom) {
        let mut key = Vec::new();
        theory.variables(&mut |slot| key.push(slot));
        let key = self.globals(key);
        let id = self.recursive.next_id();
        let template = self.main.clone();
        let opened = self.open(&template, id, &key);
        for element in &theory.elements {
            let action = accumulate(id, &key, Part::Element(element.tuple.clone()));
            self.collector(&template, opened, &key, element.condition.clone(), action);
        }
        let holds = self.base.internal_predicate(key.len());
        let content = Content::Theory(theory.sign, theory.name.clone(), theory.guard.clone());
        self.recursive.add(content, [opened, opened, holds]);
        self.use_in_main(holds, &key, Vec::new(), theory.sign, self.main.span);
    }

    fn globals(&self, mut slots: Vec<Slot>) -> Vec<Slot> {
        slots.retain(|&slot| self.main.global[slot]);
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// The rule that opens instances; the remaining body binds their keys.
    fn open(&mut self, template: &Rule, id: RecursiveId, key: &[Slot]) -> PredicateId {
        let action = accumulate(id, key, Part::Instance);
        let mut rule = Rule { action, ..template.clone() };
        // Literals that depend on the value of a recursive assignment are tested in the remaining rule.
        let mut bound = SlotSet::parameters(rule.parameters, rule.names.len());
        let waiting = saturate(&template.body, &mut bound, &template.global);
        let waits = |literal: &Literal| waiting.iter().any(|&other| std::ptr::eq(other, literal));
        rule.body = template.body.iter().filter(|&literal| !waits(literal)).cloned().collect();
        self.rules.push((rule, self.growing.clone()));
        self.base.internal_predicate(key.len())
    }

    /// A rule that accumulates a part, for the instances of an internal predicate.
    fn collector(
        &mut self,
        template: &Rule,
        predicate: PredicateId,
        arguments: &[Slot],
        mut body: Vec<Literal>,
        action: Action,
    ) {
        let occurrence = Occurrence(template.occurrences);
        let arguments = arguments.iter().map(|&slot| Term::Variable(slot)).collect();
        let atom = Atom { predicate, arguments, span: template.span };
        body.insert(0, Literal::Predicate { sign: Sign::None, atom, occurrence });
        let mut growing = self.growing.clone();
        growing.insert(occurrence);
        // The expansion of a disjunct has local variables, which the body does not bind.
        let mut global: Vec<bool> =
            (0..template.names.len()).map(|slot| slot < template.parameters).collect();
        body.iter().for_each(|literal| literal.variables(&mut |slot| global[slot] = true));
        let rule = Rule { action, body, global, occurrences: template.occurrences + 1, ..template.clone() };
        self.rules.push((rule, growing));
    }

    fn use_in_main(&mut self, holds: PredicateId, key: &[Slot], values: Vec<Term>, sign: Sign, span: Span) {
        let arguments = key.iter().map(|&slot| Term::Variable(slot)).chain(values).collect();
        let atom = Atom { predicate: holds, arguments, span };
        let occurrence = Occurrence(self.main.occurrences);
        self.main.occurrences += 1;
        self.main.body.push(Literal::Predicate { sign, atom, occurrence });
        self.growing.insert(occurrence);
    }
}
