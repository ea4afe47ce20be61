//! Rewrites terms: operators that were words, and pools.
//!
//! ```text
//! X := Y #mod 3        X = Y \ 3
//! #abs(X-Y)            |X-Y|
//! p(a;b,c)             p((a;b),c)       `;` used to bind tighter than `,`
//! p(1,2;;3,4)          p(1,2;3,4)
//! ```
//!
//! *Invariant:* the new term has the values today that the old term has in gringo 3.

use super::text::{Edits, Piece, Tokens};
use crate::lex::TokenKind;

/// The maximal number of literals that a literal with pools is expanded to; larger literals stay unchanged.
const MOST_ALTERNATIVES: usize = 64;

/// Operators that were words, with their current symbols.
const OPERATORS: [(&str, &str); 5] =
    [("#mod", "\\"), ("#div", "/"), ("#pow", "**"), ("mod", "\\"), ("div", "/")];

fn operator(word: &str) -> Option<&'static str> {
    OPERATORS.iter().find(|(name, _)| *name == word).map(|&(_, now)| now)
}

/// Replaces operators that were words, and `:=`.
pub(super) fn operators(tokens: &Tokens<'_>, edits: &mut Edits) {
    for i in 0..tokens.len() {
        if tokens.word(i) == ":" && tokens.word(i + 1) == "=" && tokens.touches_next(i) {
            edits.token(tokens, i, "");
        }
        let calls = tokens.kind(i + 1) == TokenKind::OpenParenthesis;
        if tokens.word(i) == "#abs" && calls {
            let close = tokens.close(i + 1);
            edits.replace(tokens.start(i), tokens.end(i + 1), "|");
            edits.token(tokens, close, "|");
        }
        let Some(symbol) = operator(tokens.word(i)) else { continue };
        if i > 0 && tokens.ends_term(i - 1) {
            edits.token(tokens, i, symbol);
        } else if calls && tokens.word(i).starts_with('#') {
            prefixed(tokens, i, symbol, edits);
        }
    }
}

/// `#mod(X,Y)` is `((X)\(Y))`.
fn prefixed(tokens: &Tokens<'_>, i: usize, symbol: &str, edits: &mut Edits) {
    let close = tokens.close(i + 1);
    let arguments = tokens.split(&(i + 2..close), &[TokenKind::Comma]);
    if let [_, second] = &arguments[..] {
        edits.replace(tokens.start(i), tokens.end(i + 1), "((");
        edits.token(tokens, second.start - 1, format!("){symbol}("));
        edits.token(tokens, close, "))");
    }
}

/// Rewrites argument lists that contain both `;` and `,`.
pub(super) fn pools(tokens: &Tokens<'_>, edits: &mut Edits) {
    for open in 0..tokens.len() {
        let is_call = tokens.kind(open) == TokenKind::OpenParenthesis
            && tokens.before(open) == TokenKind::Identifier
            && tokens.touches_next(open - 1);
        if is_call && tokens.close(open) < tokens.len() {
            pool(tokens, &(open + 1..tokens.close(open)), edits);
        }
    }
}

fn pool(tokens: &Tokens<'_>, arguments: &Piece, edits: &mut Edits) {
    let separators: Vec<usize> = tokens
        .outer(arguments)
        .filter(|&i| matches!(tokens.kind(i), TokenKind::Comma | TokenKind::Semicolon))
        .collect();
    let is_double = |i: usize| {
        tokens.kind(i) == TokenKind::Semicolon
            && tokens.kind(i + 1) == TokenKind::Semicolon
            && tokens.touches_next(i)
    };
    let has_comma = separators.iter().any(|&i| tokens.kind(i) == TokenKind::Comma);
    let has_double = separators.iter().any(|&i| is_double(i));
    if !has_comma && !has_double {
        return;
    }
    let mut start = arguments.start;
    let mut pooled = false;
    let close = |start: usize, end: usize, pooled: &mut bool, edits: &mut Edits| {
        if std::mem::take(pooled) && start < end {
            edits.insert(tokens.start(start), "(");
            edits.insert(tokens.end(end - 1), ")");
        }
    };
    for &i in &separators {
        if i < start {
            continue;
        }
        if is_double(i) {
            close(start, i, &mut pooled, edits);
            edits.token(tokens, i + 1, "");
            start = i + 2;
        } else if tokens.kind(i) == TokenKind::Comma {
            close(start, i, &mut pooled, edits);
            start = i + 1;
        } else {
            pooled = true;
        }
    }
    close(start, arguments.end, &mut pooled, edits);
}

/// The literals that a literal with pools stands for. In a body of gringo 3 it is their conjunction; today it
/// is their disjunction.
pub(super) fn conjunction(tokens: &Tokens<'_>, literal: &Piece) -> Option<String> {
    let (atom, negated) = tokens.without_not(literal);
    let (_, parentheses) = tokens.atom(&atom)?;
    if parentheses.is_empty() {
        return None;
    }
    let inside = parentheses.start + 1..parentheses.end - 1;
    let head = &tokens.text[tokens.start(atom.start)..tokens.end(parentheses.start)];
    let mut lists: Vec<String> = Vec::new();
    for tuple in tokens.split(&inside, &[TokenKind::Semicolon]) {
        let mut tuples: Vec<Vec<&str>> = vec![Vec::new()];
        for argument in tokens.split(&tuple, &[TokenKind::Comma]) {
            let alternatives = alternatives(tokens, &argument);
            let mut longer = Vec::new();
            for tuple in &tuples {
                longer.extend(alternatives.iter().map(|&term| [&tuple[..], &[term]].concat()));
            }
            tuples = longer;
            if tuples.len() > MOST_ALTERNATIVES {
                return None;
            }
        }
        lists.extend(tuples.into_iter().map(|tuple| tuple.join(",")));
    }
    if lists.len() < 2 {
        return None;
    }
    let sign = if negated { "not " } else { "" };
    let literals: Vec<String> = lists.iter().map(|list| format!("{sign}{head}{list})")).collect();
    Some(literals.join(", "))
}

/// The terms of an argument that is a pool in parentheses; otherwise the argument alone.
fn alternatives<'a>(tokens: &Tokens<'a>, argument: &Piece) -> Vec<&'a str> {
    let parenthesised = !argument.is_empty()
        && tokens.kind(argument.start) == TokenKind::OpenParenthesis
        && tokens.close(argument.start) + 1 == argument.end;
    if !parenthesised {
        return vec![tokens.slice(argument)];
    }
    let inside = argument.start + 1..argument.end - 1;
    match &tokens.split(&inside, &[TokenKind::Semicolon])[..] {
        [_] => vec![tokens.slice(argument)],
        several => several.iter().map(|term| tokens.slice(term)).collect(),
    }
}
