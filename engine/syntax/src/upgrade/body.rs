//! Rewrites conditional literals and pools in heads and bodies, and adds the atoms of `#domain`.
//!
//! ```text
//! a :- b : c : d, e.          a :- b : c, d; e.       a comma ended the condition
//! a(X) : b(X) : c(X) | d.     a(X) : b(X), c(X) | d.
//! a(X,Y) :- b(X;Y).           a(X,Y) :- b(X), b(Y).
//! ```
//!
//! *Invariant:* a body with `;` has current syntax, so its conditions and pools stay unchanged.

use super::text::{Edits, Piece, Rule, Tokens};
use super::{Domain, term};
use crate::lex::TokenKind;

/// Rewrites the conditions and pools of a rule.
pub(super) fn rewrite(tokens: &Tokens<'_>, edits: &mut Edits) {
    let rule = Rule::of(tokens);
    for alternative in tokens.split(&rule.head, &[TokenKind::Bar]) {
        join_conditions(tokens, &alternative, edits);
    }
    if tokens.find(&rule.body, TokenKind::Semicolon).is_some() {
        return;
    }
    for item in tokens.split(&rule.body, &[TokenKind::Comma]) {
        let parts = join_conditions(tokens, &item, edits);
        if parts.len() > 1 && item.end < rule.body.end {
            edits.token(tokens, item.end, ";");
        }
        // A literal with a condition is a conjunction of instances in both languages, so its pools need no
        // change.
        let literals = if parts.len() > 1 { &parts[1..] } else { &parts[..] };
        for literal in literals {
            if let Some(all) = term::conjunction(tokens, literal) {
                edits.replace(tokens.start(literal.start), tokens.end(literal.end - 1), all);
            }
        }
    }
}

/// Replaces every colon but the first by a comma; returns the parts between the colons.
fn join_conditions(tokens: &Tokens<'_>, item: &Piece, edits: &mut Edits) -> Vec<Piece> {
    let colons = tokens.outer(item).filter(|&i| tokens.kind(i) == TokenKind::Colon);
    for colon in colons.skip(1) {
        let start = tokens.end(colon - 1);
        let gap_is_blank = tokens.text[start..tokens.start(colon)].trim().is_empty();
        let start = if gap_is_blank { start } else { tokens.start(colon) };
        let space = if tokens.touches_next(colon) { " " } else { "" };
        edits.replace(start, tokens.end(colon), format!(",{space}"));
    }
    tokens.split(item, &[TokenKind::Colon])
}

/// Whether a rule has current syntax but is unsafe, because a variable occurs in some alternatives of a pool
/// only. In `a(X,Y) :- b(X;Y).`, gringo 3 binds both variables; today each alternative leaves a variable
/// unbound.
pub(super) fn needs_conjunction(tokens: &Tokens<'_>) -> bool {
    let rule = Rule::of(tokens);
    let items = body_items(tokens, &rule.body);
    items.iter().enumerate().any(|(i, item)| {
        let others = || items.iter().enumerate().filter(|&(other, _)| other != i).map(|(_, item)| item);
        unshared_variables(tokens, item).iter().any(|name| {
            tokens.variables(&rule.head).contains(&name.as_str())
                && !others().any(|other| binds(tokens, other, name))
        })
    })
}

/// Whether an item of a body may bind a variable: an atom, or an equation with the variable on a side.
fn binds(tokens: &Tokens<'_>, item: &Piece, name: &str) -> bool {
    let sides = tokens.split(item, &[TokenKind::Equal]);
    let is_equated = sides.len() > 1 && sides.iter().any(|side| tokens.slice(side) == name);
    is_equated || tokens.atom(item).is_some() && tokens.variables(item).contains(&name)
}

/// The variables that occur in some, but not all alternatives of a pool.
fn unshared_variables(tokens: &Tokens<'_>, literal: &Piece) -> Vec<String> {
    if tokens.kind(literal.start) == TokenKind::Not {
        return Vec::new();
    }
    let Some(all) = term::conjunction(tokens, literal) else { return Vec::new() };
    let atoms = Tokens::new(&all);
    let alternatives = atoms.split(&(0..atoms.len()), &[TokenKind::Comma]);
    let names = atoms.variables(&(0..atoms.len())).into_iter();
    let is_unshared = |name: &&str| !alternatives.iter().all(|atom| atoms.variables(atom).contains(name));
    names.filter(is_unshared).map(str::to_owned).collect()
}

/// Adds the atoms of `#domain` that contain variables of the rule: to the body for global variables, and to
/// the conditions of elements for their local variables. The statement has current syntax.
pub(super) fn add_domains(tokens: &Tokens<'_>, domains: &[Domain], edits: &mut Edits) {
    let rule = Rule::of(tokens);
    let dot = rule.body.end;
    if dot >= tokens.len() {
        return;
    }
    let mut globals = Vec::new();
    let mut scopes = Vec::new();
    for item in tokens.split(&rule.head, &[TokenKind::Bar, TokenKind::Semicolon]) {
        part(tokens, &item, &mut globals, &mut scopes);
    }
    for item in body_items(tokens, &rule.body) {
        part(tokens, &item, &mut globals, &mut scopes);
    }
    let mut added = Vec::new();
    for domain in domains {
        if !domain.contains_any(&globals) {
            continue;
        }
        let body = tokens.slice(&rule.body);
        if !body.contains(&domain.atom) && !added.contains(&domain.atom) {
            added.push(domain.atom.clone());
        }
        globals.extend(tokens_of(&domain.variables));
    }
    append(tokens, &rule, &added, edits);
    for scope in scopes {
        let own: Vec<&str> = tokens
            .variables(&scope)
            .into_iter()
            .filter(|name| !globals.iter().any(|global| global == name))
            .collect();
        let text = tokens.slice(&scope);
        let atoms: Vec<&str> = domains
            .iter()
            .filter(|domain| domain.contains_any(&own) && !text.contains(&domain.atom))
            .map(|domain| domain.atom.as_str())
            .collect();
        if !atoms.is_empty() {
            let before = if tokens.find(&scope, TokenKind::Colon).is_some() { ", " } else { " : " };
            edits.insert(tokens.end(scope.end - 1), format!("{before}{}", atoms.join(", ")));
        }
    }
}

/// Adds atoms to the body of a rule in current syntax.
fn append(tokens: &Tokens<'_>, rule: &Rule, atoms: &[String], edits: &mut Edits) {
    let dot = rule.body.end;
    if atoms.is_empty() || dot == 0 || dot >= tokens.len() {
        return;
    }
    let ends_with_condition = body_items(tokens, &rule.body)
        .last()
        .is_some_and(|item| tokens.find(item, TokenKind::Colon).is_some());
    let has_arrow = (0..dot).any(|i| matches!(tokens.kind(i), TokenKind::If | TokenKind::WeakIf));
    let before = match (has_arrow, rule.body.is_empty()) {
        (false, _) => " :- ",
        (true, true) => " ",
        (true, false) if ends_with_condition => "; ",
        (true, false) => ", ",
    };
    edits.insert(tokens.end(dot - 1), format!("{before}{}", atoms.join(", ")));
}

/// Adds an atom to the body of a rule in current syntax.
pub(super) fn add_atom(tokens: &Tokens<'_>, atom: &str, edits: &mut Edits) {
    append(tokens, &Rule::of(tokens), &[atom.to_owned()], edits);
}

fn tokens_of(names: &[String]) -> impl Iterator<Item = &str> {
    names.iter().map(String::as_str)
}

/// The items of a body in current syntax: `;` ends a condition; `;` and `,` end all other items.
fn body_items(tokens: &Tokens<'_>, body: &Piece) -> Vec<Piece> {
    let mut items = Vec::new();
    for part in tokens.split(body, &[TokenKind::Semicolon]) {
        match tokens.find(&part, TokenKind::Colon) {
            None => items.extend(tokens.split(&part, &[TokenKind::Comma])),
            Some(colon) => {
                let comma =
                    tokens.outer(&(part.start..colon)).filter(|&i| tokens.kind(i) == TokenKind::Comma).last();
                if let Some(comma) = comma {
                    items.extend(tokens.split(&(part.start..comma), &[TokenKind::Comma]));
                }
                items.push(comma.map_or(part.start, |comma| comma + 1)..part.end);
            }
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// Collects the global variables of an item, and the elements that may have local variables.
fn part<'a>(tokens: &Tokens<'a>, item: &Piece, globals: &mut Vec<&'a str>, scopes: &mut Vec<Piece>) {
    if item.is_empty() {
        return;
    }
    if tokens.find(item, TokenKind::Colon).is_some() {
        return scopes.push(item.clone());
    }
    for i in tokens.outer(item) {
        let close = if i < tokens.len() { tokens.matching(i).min(item.end) } else { i };
        match tokens.kind(i) {
            TokenKind::OpenBrace if !tokens.is_of_theory(i) => {
                let elements = tokens.split(&(i + 1..close), &[TokenKind::Semicolon]);
                scopes.extend(elements.into_iter().filter(|element| !element.is_empty()));
            }
            _ => globals.extend(tokens.variables(&(i..close))),
        }
    }
}
