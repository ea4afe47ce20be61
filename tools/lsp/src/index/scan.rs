//! Names in facts and in statements with errors, by their tokens.
//!
//! A name outside of parentheses is a predicate, unless it stands beside an operator of a term or comparison;
//! inside of parentheses it is a function or constant.

use super::{Occurrence, Role, Sort};
use hamadryad_syntax::tokens::{Kind, Token};

/// Marks the scopes of statements with errors.
pub(super) const LOOSE: u32 = 1 << 31;

/// Indexes tokens without comments.
pub(super) fn scan(text: &str, tokens: &[Token], scope: u32, out: &mut Vec<Occurrence>) {
    let mut depth = 0_u32;
    let mut role = Role::Head;
    for (i, token) in tokens.iter().enumerate() {
        match (token.kind, token.text(text)) {
            (Kind::Open, "(") => depth += 1,
            (Kind::Close, ")") => depth = depth.saturating_sub(1),
            (Kind::Operator, ":-" | ":~") => role = Role::Use,
            (Kind::Dot, _) => (depth, role) = (0, Role::Head),
            (Kind::Variable, name) if name != "_" => {
                push(out, token, Sort::Variable, 0, scope, Role::Use);
            }
            (Kind::Name, _) => {
                let (sort, arity) = sort(text, tokens, i, depth);
                let role = if sort == Sort::Predicate { role } else { Role::Use };
                push(out, token, sort, arity, 0, role);
            }
            _ => {}
        }
    }
}

fn push(out: &mut Vec<Occurrence>, token: &Token, sort: Sort, arity: u32, scope: u32, role: Role) {
    out.push(Occurrence { start: token.start, end: token.end, sort, arity, scope, role });
}

/// The kind and arity of the name at a position.
fn sort(text: &str, tokens: &[Token], i: usize, depth: u32) -> (Sort, u32) {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text(text));
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let before = i.checked_sub(1);
    let has_arguments = word(i + 1) == "(" && tokens[i].end == tokens[i + 1].start;
    let (arity, after) = if has_arguments { arguments(text, tokens, i + 1) } else { (0, i + 1) };
    if before.is_some_and(|at| word(at) == "&") {
        return (Sort::Theory, arity);
    }
    if before.is_some_and(|at| word(at) == "@") {
        return (Sort::Call, arity);
    }
    if !has_arguments && word(i + 1) == "/" && kind(i + 2) == Some(Kind::Number) && depth == 0 {
        return (Sort::Predicate, word(i + 2).parse().unwrap_or(0));
    }
    let of_term =
        |at: usize| kind(at) == Some(Kind::Operator) && !matches!(word(at), ":-" | ":~" | ":" | "&" | "|");
    let ends_term = |at: usize| {
        matches!(kind(at), Some(Kind::Name | Kind::Variable | Kind::Number | Kind::String)) || word(at) == ")"
    };
    let negated = |at: usize| word(at) == "-" && !at.checked_sub(1).is_some_and(ends_term);
    let beside = before.is_some_and(|at| of_term(at) && !negated(at)) || of_term(after);
    match (depth == 0 && !beside, has_arguments) {
        (true, _) => (Sort::Predicate, arity),
        (false, true) => (Sort::Function, arity),
        (false, false) => (Sort::Constant, 0),
    }
}

/// The number of arguments in parentheses, up to the first `;`, and the position after the parentheses.
fn arguments(text: &str, tokens: &[Token], open: usize) -> (u32, usize) {
    let (mut depth, mut count, mut counts) = (0_u32, 1, true);
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Comma if depth == 1 && counts => count += 1,
            Kind::Semicolon if depth == 1 => counts = false,
            Kind::Dot => return (count, at),
            _ => {}
        }
        if depth == 0 {
            let is_empty = at == open + 1;
            return (if is_empty { 0 } else { count }, at + 1);
        }
    }
    let _ = text;
    (count, tokens.len())
}
