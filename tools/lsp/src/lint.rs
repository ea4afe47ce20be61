//! Warnings about style and cost, which `hamadryad lint` adds to the errors and warnings of a program.
//!
//! ```text
//! #show a/1.  a(X) :- p(X,Y).   b(X) :- p(X,_).     -- `Y` occurs once; nothing uses `b/1`
//! c(X,Y) :- p(X,_), q(Y).                           -- with 1,000 of each: a product of 1,000,000 instances
//! ```
//!
//! *Invariant:* only the costs of a whole grounding decide about rules without instances. Products are reported
//! from incomplete costs, too: grounding that does not end is often due to one.

use crate::index::{Index, Occurrence, Role, Sort};
use hamadryad::{Code, Cost, Diagnostic, FileId, Sources, Span};
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast::{Atom, BodyItem, BodyItemKind, Sign, StatementKind, Term, TermKind};
use hamadryad_syntax::parse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The number of instances from which on a product is reported.
const MANY_INSTANCES: u64 = 10_000;
/// The number of tried atoms from which on a join is reported, and their least number for each instance.
const MANY_TRIED: u64 = 1_000_000;
const TRIED_FOR_EACH: u64 = 100;

/// The costs of grounding.
pub struct Costs<'a> {
    /// The costs of the statements.
    pub costs: &'a [(Span, &'a Cost)],
    /// Whether grounding came to its end.
    pub are_complete: bool,
}

/// The warnings about a program. `known` are the warnings of grounding, which say more about statements without
/// instances.
pub fn lint(sources: &Sources, costs: &Costs<'_>, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let files: Vec<(FileId, Index)> =
        sources.files().map(|file| (file, Index::new(sources.text(file)))).collect();
    let mut found = Vec::new();
    for (file, index) in &files {
        singletons(*file, sources.text(*file), index, &mut found);
    }
    unused(sources, &files, &mut found);
    let by_span: HashMap<Span, &Cost> = costs.costs.iter().copied().collect();
    for (file, _) in &files {
        let mut symbols = Symbols::new();
        let (program, _) = parse(&mut symbols, sources, *file);
        for statement in &program.statements {
            let StatementKind::Rule { body, .. } = &statement.node else { continue };
            let Some(cost) = by_span.get(&statement.span) else { continue };
            if cost.instances == 0 && costs.are_complete {
                never_fires(statement.span, known, &mut found);
            }
            products(sources, statement.span, body, cost, costs.are_complete, &mut found);
        }
    }
    found.sort_by_key(|diagnostic| diagnostic.span);
    found
}

/// Variables that occur once in their statement, and do not begin with `_`.
fn singletons(file: FileId, text: &str, index: &Index, found: &mut Vec<Diagnostic>) {
    let name = |occurrence: &Occurrence| &text[occurrence.start as usize..occurrence.end as usize];
    let mut numbers: BTreeMap<(u32, &str), (u32, &Occurrence)> = BTreeMap::new();
    for occurrence in index.occurrences.iter().filter(|found| found.sort == Sort::Variable) {
        numbers.entry((occurrence.scope, name(occurrence))).or_insert((0, occurrence)).0 += 1;
    }
    for ((_, name), (number, occurrence)) in numbers {
        if number == 1 && !name.starts_with('_') {
            let span = Span { file, start: occurrence.start, end: occurrence.end };
            let message = format!("`{name}` occurs once in its statement");
            let hint = format!("write `_`, or `_{name}` to keep the name");
            found.push(
                Diagnostic::warning(Code::SingletonVariable, span, message)
                    .with_hint(hint)
                    .with_fix(span, "_"),
            );
        }
    }
}

/// Predicates that rules derive and nothing uses or shows, in programs that select what they show.
fn unused(sources: &Sources, files: &[(FileId, Index)], found: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<(&str, u32), Span> = BTreeMap::new();
    let mut used: HashSet<(&str, u32)> = HashSet::new();
    let mut shows = false;
    for (file, index) in files {
        let text = sources.text(*file);
        shows |= index.tokens.iter().any(|token| token.text(text) == "#show");
        for occurrence in index.occurrences.iter().filter(|found| found.sort == Sort::Predicate) {
            let key = (&text[occurrence.start as usize..occurrence.end as usize], occurrence.arity);
            match occurrence.role {
                Role::Head => {
                    let span = Span { file: *file, start: occurrence.start, end: occurrence.end };
                    first.entry(key).or_insert(span);
                }
                Role::Use | Role::Declaration => {
                    used.insert(key);
                }
            }
        }
    }
    if !shows {
        return;
    }
    for ((name, arity), span) in first.into_iter().filter(|(key, _)| !used.contains(key)) {
        let message = format!("nothing uses or shows `{name}/{arity}`");
        found.push(Diagnostic::warning(Code::UnusedPredicate, span, message));
    }
}

/// Rules without instances, unless a known warning says why.
fn never_fires(rule: Span, known: &[Diagnostic], found: &mut Vec<Diagnostic>) {
    let within = |span: Span| span.file == rule.file && span.start >= rule.start && span.end <= rule.end;
    if !known.iter().any(|diagnostic| within(diagnostic.span)) {
        let message = "this rule has no instance: its body never holds";
        found.push(Diagnostic::warning(Code::NeverFires, rule, message));
    }
}

/// Products, and joins that try many atoms for few instances.
fn products(
    sources: &Sources,
    rule: Span,
    body: &[BodyItem],
    cost: &Cost,
    is_complete: bool,
    found: &mut Vec<Diagnostic>,
) {
    let groups = groups(body);
    let until = if is_complete { "" } else { ", when grounding was stopped" };
    if cost.instances >= MANY_INSTANCES && groups.len() > 1 {
        let names: Vec<String> = groups.iter().map(|span| format!("`{}`", sources.slice(*span))).collect();
        let message = format!(
            "this rule joins parts that share no variable: it has {} instances{until}",
            cost.instances
        );
        let hint = format!("{} are combined in all ways", names.join(" and "));
        found.push(Diagnostic::warning(Code::Product, rule, message).with_hint(hint));
    } else if cost.tried >= MANY_TRIED && cost.tried / cost.instances.max(1) >= TRIED_FOR_EACH {
        let message = format!(
            "grounding tries {} atoms for {} instances of this rule{until}",
            cost.tried, cost.instances
        );
        let order: Vec<String> =
            cost.order.iter().map(|&span| format!("`{}`", sources.slice(span))).collect();
        let hint = format!(
            "the order of the join is {}; an atom with fewer instances could narrow it",
            order.join(", ")
        );
        found.push(Diagnostic::warning(Code::Product, rule, message).with_hint(hint));
    }
}

/// The groups of positive atoms of a body that are connected by variables, each with the place of its first atom;
/// comparisons and aggregates connect the variables that they have.
fn groups(body: &[BodyItem]) -> Vec<Span> {
    let mut groups: Vec<(Option<Span>, HashSet<Name>)> = Vec::new();
    for item in body {
        let mut names = HashSet::new();
        let mut place = None;
        match &item.node {
            BodyItemKind::Literal(literal) if literal.node.sign == Sign::None => match &literal.node.atom {
                Atom::Predicate(term) => {
                    place = Some(literal.span);
                    variables(term, &mut names);
                }
                Atom::Comparison(first, rest) => {
                    variables(first, &mut names);
                    rest.iter().for_each(|(_, term)| variables(term, &mut names));
                }
                Atom::Boolean(_) => {}
            },
            BodyItemKind::Aggregate { left, right, .. } | BodyItemKind::Set { left, right, .. } => {
                left.iter().chain(right).for_each(|(_, term)| variables(term, &mut names));
            }
            _ => {}
        }
        if names.is_empty() {
            continue;
        }
        let (connected, mut apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(_, known)| known.intersection(&names).next().is_some());
        for (known_place, known) in connected {
            place = known_place.or(place);
            names.extend(known);
        }
        apart.push((place, names));
        groups = apart;
    }
    groups.into_iter().filter_map(|(place, _)| place).collect()
}

fn variables(term: &Term, names: &mut HashSet<Name>) {
    match &term.node {
        TermKind::Variable(name) => {
            names.insert(*name);
        }
        TermKind::Symbol(_) | TermKind::Anonymous => {}
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => variables(operand, names),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            variables(left, names);
            variables(right, names);
        }
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().for_each(|term| variables(term, names));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad::{Control, Part};

    fn check(text: &str, expected: &[&str]) {
        let mut control = Control::new();
        control.add("a.lp", text).expect("a program");
        control.ground(&[Part::base()]).expect("it is grounded");
        let known = control.take_warnings();
        let costs = control.ground_costs();
        let costs = Costs { costs: &costs, are_complete: true };
        let found = lint(control.sources(), &costs, &known);
        let found: Vec<String> =
            found.iter().map(|found| format!("{}: {}", found.code.name(), found.message)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn singletons_and_unused_predicates_are_found() {
        let single = "singleton-variable: `Y` occurs once in its statement";
        check("p(1,2). a(X) :- p(X,Y).", &[single]);
        check("p(1,2). a(X) :- p(X,_). b(X) :- p(X,_Y).", &[]);
        check("#show a/1. p(1,2). a(X) :- p(X,_). b.", &["unused-predicate: nothing uses or shows `b/0`"]);
    }

    #[test]
    fn rules_without_instances_are_found() {
        check(
            "p(1..3). a :- p(X), X > 3.",
            &["never-fires: this rule has no instance: its body never holds"],
        );
        // The warning about `q/0` says why.
        check("a :- q.", &[]);
    }

    #[test]
    fn grounding_that_is_stopped_has_products_and_no_rules_that_never_fire() {
        let mut control = Control::new();
        let text = "n(1..200). a :- n(A), n(B), n(C), n(D), A + B + C + D > 9999. b :- n(X), X > 300.";
        control.add("a.lp", text).expect("a program");
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) > 3000;
        assert!(control.ground_until(&[Part::base()], &stop).is_err(), "it is stopped");
        let costs = Costs { costs: &control.ground_costs(), are_complete: false };
        let found = lint(control.sources(), &costs, &[]);
        let [product] = &found[..] else { panic!("{found:?}") };
        assert_eq!(product.code, Code::Product);
        assert!(product.message.ends_with("when grounding was stopped"), "{}", product.message);
    }

    #[test]
    fn products_are_found_if_they_are_large() {
        let product = "product: this rule joins parts that share no variable: it has 40000 instances";
        check("p(1..200). a(X,Y) :- p(X), p(Y).", &[product]);
        check("p(1..20). a(X,Y) :- p(X), p(Y).", &[]);
        check("p(1..200). a(X,Y) :- p(X), p(Y), X < Y.", &[]);
    }
}
