//! Which variables are bound by what, and the check that all are.
//!
//! ```text
//! p(X) :- not q(X).                  -- X is unsafe: nothing says which values it may have
//! p(X,Y) :- q(X+1), Y = X*X.         -- safe: q binds X, the equation binds Y
//! :- #count { Z : r(X,Z) } > 3, s(X).  -- Z is local, and bound by r
//! ```

use crate::diagnose::unsafe_variables::{self, Occurrence, Role};
use crate::ir::{Action, Aggregate, HeadLiteral, Literal, Rule, Slot, Term};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::{self, Relation, Sign};
use hamadryad_syntax::{Code, Diagnostic, Span};

/// A set of variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bound(Vec<bool>);

impl Bound {
    /// Only the first variables, the parameters of the part.
    pub(crate) fn parameters(parameters: usize, slots: usize) -> Bound {
        Bound((0..slots).map(|slot| slot < parameters).collect())
    }

    /// All variables that are not local to an element or condition.
    pub(crate) fn globals(global: &[bool]) -> Bound {
        Bound(global.to_vec())
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.0[slot]
    }

    pub(crate) fn insert(&mut self, slot: Slot) {
        self.0[slot] = true;
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.0[slot] = false;
    }

    pub(crate) fn binds(&self, term: &Term) -> bool {
        term.all_variables(|slot| self.contains(slot))
    }
}

/// Whether the literal can be instantiated once the given variables are bound.
pub(crate) fn is_ready(literal: &Literal, bound: &Bound, global: &[bool]) -> bool {
    match literal {
        Literal::Never | Literal::Predicate { sign: Sign::None, .. } => true,
        Literal::Predicate { atom, .. } => atom.arguments.iter().all(|argument| bound.binds(argument)),
        Literal::Comparison { relation: Relation::Equal, left, right } => {
            let can = |known: &Term, matched: &Term| {
                bound.binds(known) && (bound.binds(matched) || matched.is_pattern())
            };
            can(left, right) || can(right, left)
        }
        Literal::Comparison { left, right, .. } => bound.binds(left) && bound.binds(right),
        Literal::Range { low, high, .. } => bound.binds(low) && bound.binds(high),
        Literal::Call { arguments, .. } => arguments.iter().all(|argument| bound.binds(argument)),
        Literal::Aggregate(aggregate) => {
            binds_globals(bound, global, |visit| aggregate.element_variables(visit))
                && unbound_guards(aggregate, bound).all(|guard| is_assignment(aggregate, guard))
        }
        Literal::Conditional(conditional) => {
            binds_globals(bound, global, |visit| conditional.variables(visit))
        }
        Literal::Theory(theory) => binds_globals(bound, global, |visit| theory.variables(visit)),
    }
}

fn binds_globals(bound: &Bound, global: &[bool], variables: impl FnOnce(&mut dyn FnMut(Slot))) -> bool {
    let mut all = true;
    variables(&mut |slot| all &= bound.contains(slot) || !global[slot]);
    all
}

/// The guards with a variable that is not bound.
pub(crate) fn unbound_guards<'a>(
    aggregate: &'a Aggregate,
    bound: &'a Bound,
) -> impl Iterator<Item = &'a (Relation, Term)> {
    aggregate.guards.iter().filter(|(_, term)| !bound.binds(term))
}

fn is_assignment(aggregate: &Aggregate, (relation, term): &(Relation, Term)) -> bool {
    let may_assign = aggregate.sign == Sign::None && !aggregate.tests_choice;
    may_assign && *relation == Relation::Equal && term.is_pattern()
}

/// Adds the variables that the literal, being ready, binds.
pub(crate) fn bind(literal: &Literal, bound: &mut Bound) {
    binding(literal, &mut |slot| bound.insert(slot));
}

/// Calls `visit` with the variables that are bound once the literal, being ready, is instantiated.
pub(crate) fn binding(literal: &Literal, visit: &mut dyn FnMut(Slot)) {
    match literal {
        Literal::Predicate { sign: Sign::None, atom, .. } => {
            atom.arguments.iter().for_each(|argument| argument.variables(visit));
        }
        Literal::Comparison { relation: Relation::Equal, left, right } => {
            left.variables(visit);
            right.variables(visit);
        }
        Literal::Range { pattern, .. } | Literal::Call { pattern, .. } => pattern.variables(visit),
        Literal::Aggregate(aggregate) => {
            aggregate.guards.iter().for_each(|(_, guard)| guard.variables(visit));
        }
        _ => {}
    }
}

/// Binds what a conjunction can bind; the literals that never become ready. The order of the search alternates, so that
/// a chain of equations is followed in both directions.
pub(crate) fn saturate<'a>(literals: &'a [Literal], bound: &mut Bound, global: &[bool]) -> Vec<&'a Literal> {
    let mut waiting: Vec<&Literal> = literals.iter().collect();
    let mut is_reversed = false;
    loop {
        let before = waiting.len();
        waiting.retain(|literal| {
            let ready = is_ready(literal, bound, global);
            if ready {
                bind(literal, bound);
            }
            !ready
        });
        if waiting.len() == before {
            if is_reversed {
                waiting.reverse();
            }
            return waiting;
        }
        waiting.reverse();
        is_reversed = !is_reversed;
    }
}

/// The error of a rule with unsafe variables.
pub(crate) fn check(rule: &Rule, symbols: &Symbols, statement: &ast::Statement) -> Option<Diagnostic> {
    let mut unsafe_slots: Vec<Slot> = Vec::new();
    let mut bound = Bound::parameters(rule.parameters, rule.names.len());
    saturate(&rule.body, &mut bound, &rule.global);
    for literal in &rule.body {
        collect_unbound(rule, &bound, |visit| literal.variables(visit), true, &mut unsafe_slots);
    }
    collect_unbound(rule, &bound, |visit| rule.action.variables(visit), true, &mut unsafe_slots);
    check_scopes(rule, &mut unsafe_slots);
    if unsafe_slots.is_empty() {
        return None;
    }
    unsafe_slots.sort_unstable();
    unsafe_slots.dedup();
    Some(describe(rule, &unsafe_slots, symbols, statement))
}

/// Collects variables that are not bound: those of the whole rule, or those of one scope.
fn collect_unbound(
    rule: &Rule,
    bound: &Bound,
    variables: impl FnOnce(&mut dyn FnMut(Slot)),
    global: bool,
    into: &mut Vec<Slot>,
) {
    variables(&mut |slot| {
        if rule.global[slot] == global && !bound.contains(slot) {
            into.push(slot);
        }
    });
}

fn check_scopes(rule: &Rule, into: &mut Vec<Slot>) {
    let mut check_scope = |condition: &[Literal], alternatives: &[Vec<Literal>], terms: &[&Term]| {
        let mut bound = Bound::globals(&rule.global);
        saturate(condition, &mut bound, &rule.global);
        let mut visit_all = |bound: &Bound, literals: &[Literal]| {
            for literal in literals {
                collect_unbound(rule, bound, |visit| literal.variables(visit), false, into);
            }
        };
        visit_all(&bound, condition);
        for alternative in alternatives {
            let mut bound = bound.clone();
            saturate(alternative, &mut bound, &rule.global);
            visit_all(&bound, alternative);
        }
        for term in terms {
            collect_unbound(rule, &bound, |mut visit| term.variables(&mut visit), false, into);
        }
    };
    let mut check_aggregate = |aggregate: &Aggregate| {
        for element in &aggregate.elements {
            check_scope(&element.condition, &[], &element.tuple.iter().collect::<Vec<_>>());
        }
    };
    for literal in &rule.body {
        if let Literal::Aggregate(aggregate) = literal {
            check_aggregate(aggregate);
        }
    }
    if let Action::Bound(aggregate) = &rule.action {
        check_aggregate(aggregate);
    }
    let in_body = rule.body.iter().filter_map(|literal| match literal {
        Literal::Theory(theory) => Some(theory),
        _ => None,
    });
    let in_head = match &rule.action {
        Action::Theory(theory) => Some(theory),
        _ => None,
    };
    for element in in_body.chain(in_head).flat_map(|theory| &theory.elements) {
        let mut terms = Vec::new();
        element.tuple.iter().for_each(|term| term.leaves(&mut terms));
        check_scope(&element.condition, &[], &terms);
    }
    for literal in &rule.body {
        if let Literal::Conditional(conditional) = literal {
            check_scope(&conditional.condition, &conditional.alternatives, &[]);
        }
    }
    if let Action::Disjoin(disjuncts) = &rule.action {
        for disjunct in disjuncts {
            for member in &disjunct.members {
                let literals: Vec<Literal> =
                    disjunct.condition.iter().chain(&member.expansion).cloned().collect();
                match &member.literal {
                    HeadLiteral::Atom(atom) | HeadLiteral::Negated(_, atom, _) => {
                        check_scope(&literals, &[], &atom.arguments.iter().collect::<Vec<_>>());
                    }
                    // A comparison in a head binds nothing.
                    HeadLiteral::Tests(tests) => {
                        let mut terms = Vec::new();
                        for test in tests.iter().flatten() {
                            if let Literal::Comparison { left, right, .. } = test {
                                terms.extend([left, right]);
                            }
                        }
                        check_scope(&literals, &[], &terms);
                    }
                }
            }
        }
    }
    if let Action::Choose(elements) = &rule.action {
        for element in elements {
            check_scope(&element.condition, &[], &element.atom.arguments.iter().collect::<Vec<_>>());
        }
    }
}

fn describe(rule: &Rule, slots: &[Slot], symbols: &Symbols, statement: &ast::Statement) -> Diagnostic {
    // Variables made by rewriting are only unsafe where one of the author's is.
    let mut named: Vec<(Slot, &str)> =
        slots.iter().filter_map(|&slot| Some((slot, symbols.text(rule.names[slot]?)))).collect();
    named.sort_by_key(|&(slot, _)| rule.places[slot].start);
    let all = unsafe_variables::occurrences(statement);
    let found: Vec<(&str, Vec<Occurrence>)> =
        named.iter().map(|&(slot, name)| (name, occurrences_of(rule, slot, &all))).collect();
    let mut names: Vec<String> = Vec::new();
    for (name, _) in &found {
        let quoted = format!("`{name}`");
        if !names.contains(&quoted) {
            names.push(quoted);
        }
    }
    let (message, them) = match &found[..] {
        [(name, places)] => (format!("`{name}` is unsafe: {}", reason(places)), "it"),
        _ if names.len() == 1 => (format!("{} is unsafe", names[0]), "it"),
        _ => (format!("{} are unsafe", names.join(", ")), "them"),
    };
    let local = named.iter().all(|&(slot, _)| !rule.global[slot]);
    let place = if local { "positive literal of the same condition" } else { "positive body literal" };
    let compared = found.iter().flat_map(|(_, places)| places).any(|place| place.role == Role::Compared);
    let range = if compared { ", or compare with integers on both sides" } else { "" };
    let hint = format!("bind {them} in a {place}{range}");
    let mut error = Diagnostic::error(Code::Unsafe, rule.span, message).with_hint(hint);
    for (name, places) in found {
        for place in places {
            error = error.with_label(place.span, place.role.label(name));
        }
    }
    error
}

/// Where an unsafe variable stands.
fn occurrences_of(rule: &Rule, slot: Slot, all: &[Occurrence]) -> Vec<Occurrence> {
    let place = rule.places[slot];
    let around = |scope: Span| scope.start <= place.start && place.end <= scope.end;
    let here = all.iter().filter(|occurrence| match occurrence.name {
        None => occurrence.span == place,
        name if name != rule.names[slot] => false,
        _ if rule.global[slot] => occurrence.scope.is_none_or(|scope| !rule.is_element() || around(scope)),
        _ => occurrence.scope.is_some_and(around),
    });
    let outside = |occurrence: &Occurrence| {
        let bound_inside = occurrence.scope.is_some_and(|_| rule.global[slot] && !rule.is_element());
        let role = if bound_inside { Role::Inside } else { occurrence.role };
        Occurrence { role, ..*occurrence }
    };
    here.map(outside).collect()
}

/// Why a variable with these occurrences is unsafe.
fn reason(places: &[Occurrence]) -> &'static str {
    let mut roles = places.iter().map(|place| place.role).filter(|&role| role != Role::Asks);
    match roles.next() {
        None => Role::Asks.reason(),
        Some(first) if roles.all(|role| role == first) => first.reason(),
        Some(_) => Role::Binds.reason(),
    }
}
