//! Safety: each variable of a rule must be bound.
//!
//! ```text
//! p(X) :- not q(X).                  -- X is unsafe: no literal binds it
//! p(X,Y) :- q(X+1), Y = X*X.         -- safe: q binds X, the equation binds Y
//! :- #count { Z : r(X,Z) } > 3, s(X).  -- Z is local, and bound by r
//! ```

use crate::diagnose::unsafe_variables::{self, Occurrence, Role};
use crate::ir::{Action, Disjunct, HeadLiteral, Literal, Rule, Slot, SlotSet, Term, saturate};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast;
use hamadryad_syntax::{Code, Diagnostic, Span};

/// The error of a rule with unsafe variables.
pub(crate) fn check(rule: &Rule, symbols: &Symbols, statement: &ast::Statement) -> Option<Diagnostic> {
    let mut unsafe_slots: Vec<Slot> = Vec::new();
    let mut bound = SlotSet::parameters(rule.parameters, rule.names.len());
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
    bound: &SlotSet,
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

/// Collects the unbound local variables of all scopes of a rule.
fn check_scopes(rule: &Rule, into: &mut Vec<Slot>) {
    let mut scopes = Scopes { rule, globals: SlotSet::globals(&rule.global), unbound: into };
    scopes.check_aggregates();
    scopes.check_theory_atoms();
    scopes.check_conditional_literals();
    match &rule.action {
        Action::Disjoin(disjuncts) => disjuncts.iter().for_each(|disjunct| scopes.check_disjunct(disjunct)),
        Action::Choose(elements) => {
            for element in elements {
                scopes.check(&element.condition, &[], &element.atom.arguments.iter().collect::<Vec<_>>());
            }
        }
        _ => {}
    }
}

/// The scopes of a rule: the elements of aggregates, theory atoms and heads, and conditional literals. Each
/// has local variables of its own.
struct Scopes<'a> {
    rule: &'a Rule,
    /// The variables of the whole rule, which are bound in each scope.
    globals: SlotSet,
    unbound: &'a mut Vec<Slot>,
}

impl Scopes<'_> {
    /// Checks a scope: its condition, the alternatives after the condition, and the terms.
    fn check(&mut self, condition: &[Literal], alternatives: &[Vec<Literal>], terms: &[&Term]) {
        let mut bound = self.globals.clone();
        saturate(condition, &mut bound, &self.rule.global);
        self.check_literals(&bound, condition);
        for alternative in alternatives {
            let mut bound = bound.clone();
            saturate(alternative, &mut bound, &self.rule.global);
            self.check_literals(&bound, alternative);
        }
        for term in terms {
            collect_unbound(self.rule, &bound, |mut visit| term.variables(&mut visit), false, self.unbound);
        }
    }

    fn check_literals(&mut self, bound: &SlotSet, literals: &[Literal]) {
        for literal in literals {
            collect_unbound(self.rule, bound, |visit| literal.variables(visit), false, self.unbound);
        }
    }

    fn check_aggregates(&mut self) {
        let in_body = self.rule.body.iter().filter_map(|literal| match literal {
            Literal::Aggregate(aggregate) => Some(&**aggregate),
            _ => None,
        });
        let in_head = match &self.rule.action {
            Action::Bound(aggregate) => Some(aggregate),
            _ => None,
        };
        for element in in_body.chain(in_head).flat_map(|aggregate| &aggregate.elements) {
            self.check(&element.condition, &[], &element.tuple.iter().collect::<Vec<_>>());
        }
    }

    fn check_theory_atoms(&mut self) {
        let in_body = self.rule.body.iter().filter_map(|literal| match literal {
            Literal::Theory(theory) => Some(theory),
            _ => None,
        });
        let in_head = match &self.rule.action {
            Action::Theory(theory) => Some(theory),
            _ => None,
        };
        for element in in_body.chain(in_head).flat_map(|theory| &theory.elements) {
            let mut terms = Vec::new();
            element.tuple.iter().for_each(|term| term.leaves(&mut terms));
            self.check(&element.condition, &[], &terms);
        }
    }

    fn check_conditional_literals(&mut self) {
        for literal in &self.rule.body {
            if let Literal::Conditional(conditional) = literal {
                self.check(&conditional.condition, &conditional.alternatives, &[]);
            }
        }
    }

    fn check_disjunct(&mut self, disjunct: &Disjunct) {
        for member in &disjunct.members {
            let literals: Vec<Literal> =
                disjunct.condition.iter().chain(&member.expansion).cloned().collect();
            match &member.literal {
                HeadLiteral::Atom(atom) | HeadLiteral::Negated(_, atom, _) => {
                    self.check(&literals, &[], &atom.arguments.iter().collect::<Vec<_>>());
                }
                // A comparison in a head binds nothing.
                HeadLiteral::Tests(tests) => {
                    let mut terms = Vec::new();
                    for test in tests.iter().flatten() {
                        if let Literal::Comparison { left, right, .. } = test {
                            terms.extend([left, right]);
                        }
                    }
                    self.check(&literals, &[], &terms);
                }
            }
        }
    }
}

fn describe(rule: &Rule, slots: &[Slot], symbols: &Symbols, statement: &ast::Statement) -> Diagnostic {
    // Auxiliary variables are unsafe only if a variable of the author is unsafe.
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
    let constant = match &found[..] {
        [(name, places)] if places.len() == 1 => constant(name),
        _ => None,
    };
    let constant = constant.map_or(String::new(), |name| format!(", or write `{name}` if it is a constant"));
    let hint = format!("bind {them} in a {place}{range}{constant}");
    let mut error = Diagnostic::error(Code::Unsafe, rule.span, message).with_hint(hint);
    for (name, places) in found {
        for place in places {
            error = error.with_label(place.span, place.role.label(name));
        }
    }
    error
}

/// The constant that the author may have meant by a variable that occurs once: a word with a capital letter.
fn constant(variable: &str) -> Option<String> {
    let (first, rest) = variable.split_at_checked(1)?;
    let is_word = rest.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    (is_word && !rest.is_empty() && first != "_").then(|| first.to_lowercase() + rest)
}

/// The occurrences of an unsafe variable.
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

/// The reason why a variable with these occurrences is unsafe.
fn reason(places: &[Occurrence]) -> &'static str {
    let mut roles = places.iter().map(|place| place.role).filter(|&role| role != Role::Asks);
    match roles.next() {
        None => Role::Asks.reason(),
        Some(first) if roles.all(|role| role == first) => first.reason(),
        Some(_) => Role::Binds.reason(),
    }
}
