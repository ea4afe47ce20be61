//! Programs of gringo 3 as programs of today.
//!
//! A statement is old if it is none today and becomes one by being rewritten, or begins with a word that has been given
//! up, or could never be run today. Where a text has an old statement, it is read as gringo 3 read it: statements that are
//! correct today but had another meaning then (`:- p(X) : q(X), r.` ended the condition at the comma) are rewritten as
//! well, and named. A text that has statements which only today's language knows is a mixture: there, nothing is
//! rewritten that is correct today.
//!
//! All else stays as it is, byte for byte; so does a program of today. What gringo 3 meant is described in "A User's Guide
//! to gringo, clasp, clingo, and iclingo" (Gebser, Kaminski, Kaufmann, Ostrowski, Schaub, Thiele 2010).

mod aggregate;
mod body;
mod directive;
mod program;
mod term;
mod text;

pub use program::upgrade;

use crate::lex::TokenKind;
use text::{Edits, Tokens};

/// Something to say about a statement that is rewritten or cannot be.
struct Note {
    is_error: bool,
    message: String,
    hint: Option<String>,
}

impl Note {
    fn refusal(message: impl Into<String>) -> Note {
        Note { is_error: true, message: message.into(), hint: None }
    }

    fn remark(message: impl Into<String>) -> Note {
        Note { is_error: false, message: message.into(), hint: None }
    }

    fn with_hint(self, hint: impl Into<String>) -> Note {
        Note { hint: Some(hint.into()), ..self }
    }
}

/// An atom that `#domain` adds where one of its variables is.
struct Domain {
    atom: String,
    variables: Vec<String>,
}

impl Domain {
    fn speaks_of(&self, names: &[&str]) -> bool {
        self.variables.iter().any(|variable| names.contains(&variable.as_str()))
    }
}

/// Where an objective stands among others.
#[derive(Default)]
struct Objective {
    /// Its number.
    number: usize,
    /// The level of elements that name none, where there are several objectives.
    level: Option<usize>,
    /// Whether another objective has elements on the same level, which must be told apart.
    shares_level: bool,
}

/// What the rest of a text says about a statement.
#[derive(Default)]
struct Context {
    objective: Objective,
    domains: Vec<Domain>,
    /// The step of the `#volatile` part in which the statement stands.
    volatile: Option<String>,
}

/// Words that begin statements and have been given up.
const OLD_WORDS: [&str; 9] = [
    "#hide",
    "#domain",
    "#base",
    "#cumulative",
    "#volatile",
    "#compute",
    "#import",
    "#begin_lua",
    "#begin_python",
];

/// Aggregates that have been given up.
const OLD_AGGREGATES: [&str; 4] = ["#avg", "#even", "#odd", "#times"];

fn pass(text: &str, rewrite: impl FnOnce(&Tokens<'_>, &mut Edits)) -> String {
    let tokens = Tokens::new(text);
    let mut edits = Edits::default();
    rewrite(&tokens, &mut edits);
    edits.apply(text)
}

/// Whether a statement is a rule, a constraint or an objective.
fn has_literals(tokens: &Tokens<'_>) -> bool {
    use TokenKind::*;
    let is_aggregate = OLD_AGGREGATES.contains(&tokens.word(0));
    is_aggregate
        || !tokens.word(0).starts_with('#')
        || matches!(tokens.kind(0), Count | Sum | SumPlus | Min | Max | Minimize | Maximize | True | False)
}

/// A rule, constraint or objective as it is written today.
fn rewrite_rule(text: &str, context: &Context, notes: &mut Vec<Note>) -> String {
    let text = pass(text, term::operators);
    let text = pass(&text, term::pools);
    let text = pass(&text, |tokens, edits| aggregate::rewrite(tokens, context, edits, notes));
    let is_objective = matches!(Tokens::new(&text).kind(0), TokenKind::Minimize | TokenKind::Maximize);
    let mut text = if is_objective { text } else { pass(&text, body::rewrite) };
    if !context.domains.is_empty() {
        text = pass(&text, |tokens, edits| body::add_domains(tokens, &context.domains, edits));
    }
    if let Some(step) = context.volatile.as_ref().filter(|_| !is_objective) {
        text = pass(&text, |tokens, edits| body::add_atom(tokens, &format!("query({step})"), edits));
    }
    text
}

/// A statement as it is written today, as far as it can be said without the rest of its program.
fn rewrite_alone(text: &str, notes: &mut Vec<Note>) -> String {
    let tokens = Tokens::new(text);
    if has_literals(&tokens) {
        return rewrite_rule(text, &Context::default(), notes);
    }
    let step =
        || if tokens.kind(1) == TokenKind::Identifier { tokens.word(1).to_owned() } else { "t".to_owned() };
    match tokens.word(0) {
        "#hide" if tokens.len() == 2 => "#show.".to_owned(),
        "#base" => "#program base.".to_owned(),
        "#cumulative" => format!("#program step({}).", step()),
        "#volatile" => format!("#program check({}).", step()),
        "#compute" => directive::compute(&tokens).unwrap_or_else(|| text.to_owned()),
        "#import" => pass(text, |tokens, edits| edits.token(tokens, 0, "#include")),
        "#external" => pass(text, |tokens, edits| {
            if tokens.word(2) == "/" && tokens.word(3) == "0" {
                edits.replace(tokens.end(1), tokens.end(3), "");
            }
        }),
        "#show" if directive::is_bare_show(&tokens) => {
            directive::shown(&tokens).map_or_else(|| text.to_owned(), |shown| shown.statement())
        }
        _ => pass(text, term::operators),
    }
}

/// What a statement that is refused today would be.
pub(crate) enum Old {
    /// It is old, and this is what is written today.
    Form(String),
    /// It is old, and what is written today depends on the rest of the program, or is nothing.
    Word,
}

/// Whether a statement that is refused is an old one.
pub(crate) fn old_form(statement: &str) -> Option<Old> {
    let tokens = Tokens::new(statement);
    let rewritten = rewrite_alone(statement, &mut Vec::new());
    if rewritten != statement && crate::parse::is_correct(&rewritten) {
        return Some(Old::Form(rewritten));
    }
    let given_up = |word: &str| OLD_WORDS.contains(&word) || OLD_AGGREGATES.contains(&word);
    let external = tokens.word(0) == "#external" && tokens.word(2) == "/";
    let is_word = external
        || given_up(tokens.word(0))
        || (0..tokens.len()).any(|i| OLD_AGGREGATES.contains(&tokens.word(i)));
    is_word.then_some(Old::Word)
}
