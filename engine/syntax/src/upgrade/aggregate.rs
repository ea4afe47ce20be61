//! Rewrites sets, aggregates and objectives.
//!
//! In gringo 3, elements were literals with weights. In brackets each instance of an element counted, in
//! braces (and in `#count { … }`) equal literals counted once:
//!
//! ```text
//! { a : b : c, d }                        { a : b, c; d }
//! #count { p(X) : q(X) }                  { p(X) : q(X) }
//! #sum [ p(X) : q(X,Y) = Y, a = 2 ]       #sum { Y,1,X : p(X), q(X,Y); 2,2 : a }
//! #max [ p(X) = X ]                       #max { X : p(X) }
//! #minimize { a@2, p(X) : q(X) }          #minimize { 1@2,a : a; 1,p(X) : p(X), q(X) }
//! #even { a, b }                          Parity = { a; b }, Parity \ 2 = 0
//! ```
//!
//! *Invariant:* elements that counted separately have different tuples: a term distinguishes the elements of
//! an aggregate, and local variables distinguish the instances of an element.

use super::text::{Edits, Piece, Rule, Tokens};
use super::{Context, Note, term};
use crate::lex::TokenKind;

/// The function of an aggregate, given by the word before the bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    /// `{ … }`
    Set,
    Count,
    Sum,
    /// `#min`, `#max`: equal weights may be merged.
    Extremum,
    Objective,
    /// `#even` with remainder 0, `#odd` with remainder 1
    Parity(u8),
}

struct Aggregate {
    function: Function,
    /// The index of the word, if the aggregate has a word.
    word: Option<usize>,
    open: usize,
    close: usize,
    in_head: bool,
    is_multiset: bool,
}

/// An element, split at its colons.
struct Element {
    whole: Piece,
    literal: Piece,
    conditions: Vec<Piece>,
    colons: Vec<usize>,
    /// The tokens from `=` or `@` to the end of the weight.
    weight: Option<Weight>,
}

struct Weight {
    whole: Piece,
    value: Option<Piece>,
    level: Option<Piece>,
}

/// Rewrites all sets and aggregates of a statement.
pub(super) fn rewrite(tokens: &Tokens<'_>, context: &Context, edits: &mut Edits, notes: &mut Vec<Note>) {
    let rule = Rule::of(tokens);
    let is_objective = matches!(tokens.kind(0), TokenKind::Minimize | TokenKind::Maximize);
    let globals = global_variables(tokens, &rule, is_objective);
    let mut parities = 0;
    for open in tokens.outer(&(0..rule.body.end)) {
        if !matches!(tokens.kind(open), TokenKind::OpenBrace | TokenKind::OpenBracket)
            || tokens.close(open) >= rule.body.end
            || tokens.is_of_theory(open)
        {
            continue;
        }
        let Some(aggregate) = read(tokens, open, rule.head.contains(&open) && !is_objective, notes) else {
            continue;
        };
        let names = Names { globals: &globals, context, parities: &mut parities };
        aggregate.rewrite(tokens, names, edits);
    }
}

struct Names<'a, 'n> {
    globals: &'a [&'a str],
    context: &'a Context,
    parities: &'n mut usize,
}

fn read(tokens: &Tokens<'_>, open: usize, in_head: bool, notes: &mut Vec<Note>) -> Option<Aggregate> {
    let is_multiset = tokens.kind(open) == TokenKind::OpenBracket;
    let word = open.checked_sub(1).filter(|&i| tokens.word(i).starts_with('#'));
    let function = match word.map_or("", |i| tokens.word(i)) {
        "" if is_multiset => Function::Sum,
        "" => Function::Set,
        "#count" => Function::Count,
        "#sum" | "#sum+" => Function::Sum,
        "#min" | "#max" => Function::Extremum,
        "#minimize" | "#minimise" | "#maximize" | "#maximise" => Function::Objective,
        "#even" if !in_head => Function::Parity(0),
        "#odd" if !in_head => Function::Parity(1),
        name @ ("#even" | "#odd") => {
            notes.push(Note::error(format!("`{name}` in a head has no current form")));
            return None;
        }
        "#avg" => {
            let hint = "compare a `#sum` with a multiple of a `#count`";
            notes.push(Note::error("`#avg` no longer exists").with_hint(hint));
            return None;
        }
        "#times" => {
            notes.push(Note::error("`#times` no longer exists, and has no replacement"));
            return None;
        }
        _ => return None,
    };
    Some(Aggregate { function, word, open, close: tokens.close(open), in_head, is_multiset })
}

impl Aggregate {
    fn rewrite(&self, tokens: &Tokens<'_>, names: Names<'_, '_>, edits: &mut Edits) {
        let inside = self.open + 1..self.close;
        if inside.is_empty() && !self.is_multiset {
            return self.rewrite_word(tokens, names.parities, edits);
        }
        let has_semicolon = tokens.find(&inside, TokenKind::Semicolon).is_some();
        if has_semicolon && !self.is_multiset {
            return;
        }
        let pieces = tokens.split(&inside, &[TokenKind::Comma, TokenKind::Semicolon]);
        let weighted = self.is_multiset || !matches!(self.function, Function::Set | Function::Count);
        let elements: Vec<Element> = match inside.is_empty() {
            true => Vec::new(),
            false => pieces.into_iter().map(|piece| element(tokens, piece, weighted)).collect(),
        };
        if elements.iter().any(|element| !element.is_old(tokens, self)) {
            return;
        }
        self.rewrite_word(tokens, names.parities, edits);
        if self.is_multiset {
            edits.token(tokens, self.open, if self.word.is_some() { "{" } else { "#sum {" });
            edits.token(tokens, self.close, "}");
        }
        for i in tokens.outer(&inside).filter(|&i| tokens.kind(i) == TokenKind::Comma) {
            edits.token(tokens, i, ";");
        }
        let several = elements.len() > 1;
        for (number, element) in elements.iter().enumerate() {
            self.rewrite_element(tokens, element, several.then_some(number + 1), &names, edits);
        }
    }

    /// Whether the current form of the elements is a tuple with a condition.
    fn has_tuples(&self) -> bool {
        let is_set = matches!(self.function, Function::Set | Function::Count | Function::Parity(_));
        self.is_multiset || !is_set
    }

    fn rewrite_word(&self, tokens: &Tokens<'_>, parities: &mut usize, edits: &mut Edits) {
        let Some(word) = self.word else { return };
        match self.function {
            Function::Count if !self.is_multiset => {
                edits.replace(tokens.start(word), tokens.start(self.open), "");
            }
            Function::Parity(remainder) => {
                *parities += 1;
                let name = if *parities == 1 { "Parity".to_owned() } else { format!("Parity{parities}") };
                let negated = tokens.before(word) == TokenKind::Not;
                let first = if negated { word - 1 } else { word };
                let remainder = if negated { 1 - remainder } else { remainder };
                let function = if self.is_multiset { "#sum " } else { "" };
                edits.replace(tokens.start(first), tokens.start(self.open), format!("{name} = {function}"));
                edits.insert(tokens.end(self.close), format!(", {name} \\ 2 = {remainder}"));
            }
            _ => {}
        }
    }

    fn rewrite_element(
        &self,
        tokens: &Tokens<'_>,
        element: &Element,
        number: Option<usize>,
        names: &Names<'_, '_>,
        edits: &mut Edits,
    ) {
        let has_tuples = self.has_tuples();
        if has_tuples {
            let tuple = self.tuple(tokens, element, number, names, edits);
            edits.insert(tokens.start(element.whole.start), format!("{tuple} : "));
        }
        if let Some(weight) = &element.weight {
            edits.replace(tokens.end(weight.whole.start - 1), tokens.end(weight.whole.end - 1), "");
        }
        // In a body, the literal becomes the first part of the condition.
        let kept = usize::from(!has_tuples || self.in_head);
        for &colon in element.colons.iter().skip(kept) {
            let start = tokens.end(colon - 1);
            // `a :b` and `a : b` both become `a, b`.
            let gap_is_blank = tokens.text[start..tokens.start(colon)].trim().is_empty();
            let start = if gap_is_blank { start } else { tokens.start(colon) };
            let space = if colon + 1 < tokens.len() && tokens.touches_next(colon) { " " } else { "" };
            edits.replace(start, tokens.end(colon), format!(",{space}"));
        }
        let in_body = has_tuples && !self.in_head;
        for condition in element.conditions.iter().chain(in_body.then_some(&element.literal)) {
            if let Some(all) = term::conjunction(tokens, condition) {
                edits.replace(tokens.start(condition.start), tokens.end(condition.end - 1), all);
            }
        }
    }

    /// The tuple: the weight, the level, and terms that distinguish the element from others.
    fn tuple(
        &self,
        tokens: &Tokens<'_>,
        element: &Element,
        number: Option<usize>,
        names: &Names<'_, '_>,
        edits: &mut Edits,
    ) -> String {
        let Names { globals, context, .. } = names;
        let value = element.weight.as_ref().and_then(|weight| weight.value.clone());
        let mut tuple = Vec::new();
        let (mut weight, mut shown) = ("1".to_owned(), Vec::new());
        if let Some(value) = &value {
            weight = tokens.slice(value).to_owned();
            if value.len() == 1 {
                shown = tokens.variables(value);
            }
        }
        if self.function == Function::Objective {
            let level = element.weight.as_ref().and_then(|weight| weight.level.clone());
            match (level, context.objective.level) {
                (Some(level), _) => weight = format!("{weight}@{}", tokens.slice(&level)),
                (None, Some(level)) => weight = format!("{weight}@{level}"),
                (None, None) => {}
            }
        }
        if self.function != Function::Count {
            tuple.push(weight);
        }
        if self.function == Function::Extremum {
            return tuple.concat();
        }
        if self.function == Function::Objective && context.objective.shares_level {
            tuple.push(context.objective.number.to_string());
        }
        if self.is_multiset {
            tuple.extend(number.map(|number| number.to_string()));
            let variables = tokens.variables(&element.whole).into_iter();
            let is_telling = |name: &&str| !shown.contains(name) && !globals.contains(name);
            tuple.extend(variables.filter(is_telling).map(str::to_owned));
            tuple.extend(name_anonymous(tokens, element, edits));
        } else {
            let (atom, negated) = tokens.without_not(&element.literal);
            let atom = tokens.slice(&atom);
            tuple.push(if negated { format!("neg({atom})") } else { atom.to_owned() });
        }
        if tuple.is_empty() {
            tuple.push("1".to_owned());
        }
        tuple.join(",")
    }
}

/// Renames each `_` in positive literals to a new variable, since every instance of the element counts.
fn name_anonymous(tokens: &Tokens<'_>, element: &Element, edits: &mut Edits) -> Vec<String> {
    let mut names = Vec::new();
    for literal in element.conditions.iter().chain([&element.literal]) {
        if tokens.kind(literal.start) == TokenKind::Not {
            continue;
        }
        for i in literal.clone().filter(|&i| tokens.kind(i) == TokenKind::Anonymous) {
            let mut number = names.len() + 1;
            while tokens.text.contains(&format!("Any{number}")) {
                number += 1;
            }
            let name = format!("Any{number}");
            edits.token(tokens, i, name.clone());
            names.push(name);
        }
    }
    names
}

impl Element {
    /// Whether the element is a literal of gringo 3, and not a tuple.
    fn is_old(&self, tokens: &Tokens<'_>, aggregate: &Aggregate) -> bool {
        let (atom, _) = tokens.without_not(&self.literal);
        let compares = |piece: &Piece| tokens.outer(piece).any(|i| is_relation(tokens.kind(i)));
        let is_literal = tokens.atom(&atom).is_some() || compares(&atom);
        let in_set = aggregate.function == Function::Set || aggregate.is_multiset;
        let parts_are_there = !self.literal.is_empty() && self.conditions.iter().all(|part| !part.is_empty());
        parts_are_there && is_literal && (in_set || tokens.atom(&atom).is_some())
    }
}

pub(super) fn is_relation(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}

fn element(tokens: &Tokens<'_>, whole: Piece, weighted: bool) -> Element {
    let weight = if weighted { weight(tokens, &whole) } else { None };
    let (mut parts, mut colons) = (Vec::new(), Vec::new());
    let rest = match &weight {
        // The weight may precede the condition.
        Some(weight) if weight.whole.end < whole.end => weight.whole.end + 1..whole.end,
        _ => whole.end..whole.end,
    };
    let first = whole.start..weight.as_ref().map_or(whole.end, |weight| weight.whole.start);
    for piece in [first, rest] {
        if piece.is_empty() {
            continue;
        }
        if piece.start > whole.start {
            colons.push(piece.start - 1);
        }
        colons.extend(tokens.outer(&piece).filter(|&i| tokens.kind(i) == TokenKind::Colon));
        parts.extend(tokens.split(&piece, &[TokenKind::Colon]));
    }
    let literal = if parts.is_empty() { whole.start..whole.start } else { parts.remove(0) };
    Element { whole, literal, conditions: parts, colons, weight }
}

/// `= weight`, `= weight@level`, `@level`: begins at the last single `=` of the element, since conditions may
/// compare.
fn weight(tokens: &Tokens<'_>, whole: &Piece) -> Option<Weight> {
    let is_sign = |i: usize| tokens.word(i) == "=" && i > whole.start && i + 1 < whole.end;
    let sign = tokens.outer(whole).filter(|&i| is_sign(i)).last();
    let from = sign.map_or(whole.start, |sign| sign + 1);
    let colon = sign.and_then(|sign| tokens.find(&(sign..whole.end), TokenKind::Colon));
    let end = colon.unwrap_or(whole.end);
    let is_level =
        |i: usize| tokens.kind(i) == TokenKind::At && i > from && i + 1 < end && tokens.ends_term(i - 1);
    let at = tokens.outer(&(from..end)).filter(|&i| is_level(i)).last();
    let level = at.map(|at| at + 1..end);
    match (sign, at) {
        (Some(sign), _) => Some(Weight { whole: sign..end, value: Some(sign + 1..at.unwrap_or(end)), level }),
        (None, Some(at)) => Some(Weight { whole: at..end, value: None, level }),
        (None, None) => None,
    }
}

/// The texts of the levels in an objective, and whether an element has no level.
pub(super) fn levels(tokens: &Tokens<'_>) -> (Vec<String>, bool) {
    let (mut levels, mut misses) = (Vec::new(), false);
    let is_bracket = |i: &usize| matches!(tokens.kind(*i), TokenKind::OpenBrace | TokenKind::OpenBracket);
    let Some(open) = tokens.outer(&(0..tokens.len())).find(is_bracket) else { return (levels, true) };
    let inside = open + 1..tokens.close(open);
    for piece in tokens.split(&inside, &[TokenKind::Comma, TokenKind::Semicolon]) {
        match weight(tokens, &piece).and_then(|weight| weight.level) {
            Some(level) => levels.push(tokens.slice(&level).to_owned()),
            None => misses = true,
        }
    }
    (levels, misses)
}

/// The variables outside of sets, aggregates and literals with conditions.
fn global_variables<'a>(tokens: &Tokens<'a>, rule: &Rule, is_objective: bool) -> Vec<&'a str> {
    let mut names = Vec::new();
    if is_objective {
        return names;
    }
    let items =
        [tokens.split(&rule.head, &[TokenKind::Bar]), tokens.split(&rule.body, &[TokenKind::Comma])].concat();
    for item in items {
        if tokens.find(&item, TokenKind::Colon).is_some() {
            continue;
        }
        for i in tokens.outer(&item) {
            let inside = match tokens.kind(i) {
                TokenKind::OpenParenthesis => i..tokens.close(i).min(item.end),
                _ => i..i + 1,
            };
            names.extend(tokens.variables(&inside));
        }
    }
    names
}
