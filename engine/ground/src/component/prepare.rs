//! Preparation of rules for their component: recursive literals are split off, and each rule gets its delta
//! literals.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::ir::{Action, GrowingLiterals, Literal, Occurrence, Rule};
use crate::plan::Plan;
use crate::recursive::literal::RecursiveLiterals;
use crate::recursive::split::split;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Sign;
use std::borrow::Cow;

/// A rule with the arguments of its part.
pub(crate) struct Task<'r> {
    pub rule: Cow<'r, Rule>,
    pub arguments: Vec<Vec<Symbol>>,
}

/// A rule that is ready for instantiation.
pub(crate) struct Prepared<'r> {
    pub rule: Cow<'r, Rule>,
    pub arguments: Vec<Vec<Symbol>>,
    pub growing: GrowingLiterals,
    /// The positive body literals over predicates of the component itself.
    pub deltas: Vec<(Occurrence, PredicateId)>,
    /// The plan for each delta; a single plan if there is no delta.
    pub plans: Vec<Option<Plan>>,
}

/// The rules that a task becomes in its component.
pub(crate) fn prepare<'r>(
    task: Task<'r>,
    growing: GrowingLiterals,
    base: &mut Base,
    recursive: &mut RecursiveLiterals,
) -> Vec<Prepared<'r>> {
    let Task { rule, arguments } = task;
    let rule = if growing.is_empty() { without_choice_test(rule) } else { rule };
    let disjoins = matches!(rule.action, Action::Disjoin(_));
    let mut parts: Vec<(Cow<'r, Rule>, GrowingLiterals)> = Vec::new();
    if grows_in_body(&rule, &growing) || disjoins && grows_in_condition(&rule, &growing) {
        for (rule, growing) in split(rule.into_owned(), growing, base, recursive) {
            let rules = by_element(Cow::Owned(rule), &growing).into_iter();
            parts.extend(rules.map(|rule| (rule, growing.clone())));
        }
    } else {
        let rules = by_element(rule, &growing).into_iter();
        parts.extend(rules.map(|rule| (rule, growing.clone())));
    }
    let prepared = parts.into_iter().map(|(rule, growing)| {
        let deltas: Vec<(Occurrence, PredicateId)> = rule
            .body
            .iter()
            .filter_map(|literal| match literal {
                Literal::Predicate { sign: Sign::None, atom, occurrence }
                    if growing.contains(*occurrence) =>
                {
                    Some((*occurrence, atom.predicate))
                }
                _ => None,
            })
            .collect();
        let plans = vec![None; deltas.len().max(1)];
        Prepared { rule, arguments: arguments.clone(), growing, deltas, plans }
    });
    prepared.collect()
}

/// Whether an aggregate, a conditional literal or a theory atom has atoms with incomplete domains.
fn grows_in_body(rule: &Rule, growing: &GrowingLiterals) -> bool {
    let mut grows = false;
    for literal in rule.body.iter().filter(|literal| !matches!(literal, Literal::Predicate { .. })) {
        literal.predicates(&mut |sign, _, occurrence| {
            grows |= sign == Sign::None && growing.contains(occurrence);
        });
    }
    grows
}

/// Whether the head has conditions over atoms with incomplete domains.
fn grows_in_condition(rule: &Rule, growing: &GrowingLiterals) -> bool {
    let mut grows = false;
    rule.action
        .predicates(&mut |sign, _, occurrence| grows |= sign == Sign::None && growing.contains(occurrence));
    grows
}

/// The rule without the test of its guards.
fn without_choice_test(mut rule: Cow<'_, Rule>) -> Cow<'_, Rule> {
    if rule.body.iter().any(Literal::is_choice_test) {
        rule.to_mut().body.retain(|literal| !literal.is_choice_test());
    }
    rule
}

/// A choice with conditions over incomplete domains, as a rule for each element; its condition becomes a part
/// of the body.
fn by_element<'r>(rule: Cow<'r, Rule>, growing: &GrowingLiterals) -> Vec<Cow<'r, Rule>> {
    let Action::Choose(elements) = &rule.action else { return vec![rule] };
    if !grows_in_condition(&rule, growing) {
        return vec![rule];
    }
    let rules = elements.iter().map(|element| {
        let mut part = rule.clone().into_owned();
        let mut element = element.clone();
        element.variables(&mut |slot| part.global[slot] = true);
        part.body.append(&mut element.condition);
        part.action = Action::Choose(vec![element]);
        Cow::Owned(part)
    });
    rules.collect()
}
