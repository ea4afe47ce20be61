//! Rewrites programs of gringo 3 (PotasscoGuide10) into the current language.
//!
//! A statement is old in three cases: it is incorrect today and a rewriting makes it correct; it begins with
//! a word that no longer exists; or it is unsafe today, because of a pool or a `#show` with variables and
//! without a body. A text with an old statement is read as gringo 3 reads it: statements that are correct
//! today but had another meaning are also rewritten, with a warning. For example, a comma ended the condition
//! in `:- p(X) : q(X), r.`, and continues it today. A text that also contains statements of the current
//! language only is mixed: its correct statements stay unchanged.
//!
//! *Invariant:* a text without old statements stays unchanged, byte for byte, and so does the text between
//! statements. Rewriting works on tokens, because old statements have no tree.

mod aggregate;
mod body;
mod directive;
mod program;
mod term;
mod text;

pub use program::upgrade;

use crate::lex::TokenKind;
use text::{Edits, Tokens};

/// A diagnostic about a statement, before its span is known.
struct Note {
    is_error: bool,
    message: String,
    hint: Option<String>,
}

impl Note {
    fn error(message: impl Into<String>) -> Note {
        Note { is_error: true, message: message.into(), hint: None }
    }

    fn warning(message: impl Into<String>) -> Note {
        Note { is_error: false, message: message.into(), hint: None }
    }

    fn with_hint(self, hint: impl Into<String>) -> Note {
        Note { hint: Some(hint.into()), ..self }
    }
}

/// An atom of `#domain`, which is added to each rule that contains a variable of the atom.
struct Domain {
    atom: String,
    variables: Vec<String>,
}

impl Domain {
    fn contains_any(&self, names: &[&str]) -> bool {
        self.variables.iter().any(|variable| names.contains(&variable.as_str()))
    }
}

/// The position of an objective among the objectives of a text.
#[derive(Default)]
struct Objective {
    /// The number of the objective, from 1.
    number: usize,
    /// The level of elements without a level, if the text has several objectives.
    level: Option<usize>,
    /// Whether another objective has elements of the same level; their tuples must differ.
    shares_level: bool,
}

/// The context of a statement: the relevant statements of the text.
#[derive(Default)]
struct Context {
    objective: Objective,
    domains: Vec<Domain>,
    /// The step of the current `#volatile` part.
    volatile: Option<String>,
}

/// Words that begin statements of gringo 3 and no longer exist.
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

/// Aggregates of gringo 3 that no longer exist.
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

/// The current form of a rule, a constraint or an objective.
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

/// The current form of a statement, without the context of its program.
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

/// The current form of a rejected statement that is correct in gringo 3.
pub(crate) enum Old {
    /// The current form.
    Form(String),
    /// The statement contains an old word; its current form depends on the other statements, or does not
    /// exist.
    Word,
}

/// The current form of a rejected statement; `None` if it is not a statement of gringo 3.
pub(crate) fn old_form(statement: &str) -> Option<Old> {
    let tokens = Tokens::new(statement);
    let rewritten = rewrite_alone(statement, &mut Vec::new());
    if rewritten != statement && crate::parse::is_correct(&rewritten) {
        return Some(Old::Form(rewritten));
    }
    let is_obsolete = |word: &str| OLD_WORDS.contains(&word) || OLD_AGGREGATES.contains(&word);
    let external = tokens.word(0) == "#external" && tokens.word(2) == "/";
    let is_word = external
        || is_obsolete(tokens.word(0))
        || (0..tokens.len()).any(|i| OLD_AGGREGATES.contains(&tokens.word(i)));
    is_word.then_some(Old::Word)
}
