//! Rewrites a text as a whole: splits it into statements, collects their context, and joins the new
//! statements.
//!
//! *Invariant:* the text between statements is copied, and each statement is written exactly once.

use super::directive::{self, Shown};
use super::text::Tokens;
use super::{Context, Domain, Note, OLD_WORDS, Objective, aggregate, body, has_literals, old_form};
use super::{rewrite_alone, rewrite_rule};
use crate::ast::{Atom, Head, StatementKind, TermKind, UnaryOperator};
use crate::lex::{Lexer, TokenKind};
use crate::parse::is_correct;
use crate::{Code, Diagnostic, FileId, Severity, Sources, Span, parse};
use hamadryad_symbol::{Symbols, View};
use std::collections::BTreeSet;
use std::ops::Range;

/// Rewrites a text of gringo 3 into the current language, with warnings about statements that need a review.
/// A program of the current language is returned unchanged, without diagnostics.
///
/// ```
/// use hamadryad_syntax::{Sources, upgrade};
///
/// let mut sources = Sources::new();
/// let file = sources.add("old.lp", "1 { at(X,Y) : row(X) : column(Y) } 1. % here\n#hide.\n");
/// let (text, notes) = upgrade(&sources, file);
/// assert_eq!(text, "1 { at(X,Y) : row(X), column(Y) } 1. % here\n#show.\n");
/// assert!(notes.is_empty());
/// ```
pub fn upgrade(sources: &Sources, file: FileId) -> (String, Vec<Diagnostic>) {
    let text = sources.text(file);
    let statements = statements(text);
    let is_word = |place: &Range<usize>| {
        let tokens = Tokens::new(&text[place.clone()]);
        OLD_WORDS.contains(&tokens.word(0))
            || directive::is_bare_show(&tokens)
            || has_literals(&tokens) && body::needs_conjunction(&tokens)
    };
    let has_errors = !is_correct(text);
    let is_old = |place: &Range<usize>| {
        is_word(place)
            || has_errors && !is_correct(&text[place.clone()]) && old_form(&text[place.clone()]).is_some()
    };
    if !statements.iter().any(is_old) {
        return (text.to_owned(), Vec::new());
    }
    let mut program = Program::new(text, file, statements);
    program.rewrite();
    program.finish()
}

/// The positions of the statements, each from its first token to its last.
fn statements(text: &str) -> Vec<Range<usize>> {
    let mut lexer = Lexer::new(text);
    let mut statements = Vec::new();
    let mut token = lexer.next();
    while token.kind != TokenKind::End {
        let first = token;
        let word = &text[first.start as usize..first.end as usize];
        if let Some(end) = end_of_script(text, word, first.start as usize) {
            lexer.seek(end);
            token = lexer.next();
            if token.kind != TokenKind::Dot {
                statements.push(first.start as usize..end);
                continue;
            }
        }
        let mut depth = 0u32;
        let in_theory = first.kind == TokenKind::Theory;
        let mut end = token.end;
        while token.kind != TokenKind::End {
            end = token.end;
            match token.kind {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth = depth.saturating_sub(1),
                TokenKind::Dot if !in_theory || depth == 0 => break,
                _ => {}
            }
            token = lexer.next();
        }
        token = lexer.next();
        let takes_brackets = matches!(first.kind, TokenKind::WeakIf | TokenKind::External)
            || matches!(first.kind, TokenKind::Heuristic | TokenKind::Const);
        if token.kind == TokenKind::OpenBracket && takes_brackets {
            while !matches!(token.kind, TokenKind::End | TokenKind::CloseBracket | TokenKind::Dot) {
                token = lexer.next();
            }
            end = token.end;
            token = lexer.next();
        }
        statements.push(first.start as usize..end as usize);
    }
    statements
}

/// The position after the `#end` of a script.
fn end_of_script(text: &str, word: &str, start: usize) -> Option<usize> {
    let end = match word {
        "#script" => "#end",
        "#begin_lua" => "#end_lua",
        "#begin_python" => "#end_python",
        _ => return None,
    };
    Some(text[start..].find(end).map_or(text.len(), |at| start + at + end.len()))
}

/// A text during the rewriting.
struct Program<'a> {
    text: &'a str,
    file: FileId,
    statements: Vec<Range<usize>>,
    /// Whether the text has correct statements that only the current language has.
    is_mixed: bool,
    context: Context,
    /// The new text of each statement.
    written: Vec<String>,
    /// The atoms that `#hide` statements hide, unless `#hide.` hides all atoms; and the first of these
    /// statements.
    hidden: Vec<Shown>,
    first_hidden: Option<usize>,
    notes: Vec<Diagnostic>,
}

impl<'a> Program<'a> {
    fn new(text: &'a str, file: FileId, statements: Vec<Range<usize>>) -> Program<'a> {
        let slices = || statements.iter().map(|place| &text[place.clone()]);
        let is_mixed = slices().any(|statement| is_current(statement) && is_correct(statement));
        let domains = slices().flat_map(|statement| {
            let tokens = Tokens::new(statement);
            if tokens.word(0) == "#domain" { directive::domains(&tokens) } else { Vec::new() }
        });
        let context = Context { domains: domains.collect::<Vec<Domain>>(), ..Context::default() };
        let (written, hidden, notes) = (Vec::new(), Vec::new(), Vec::new());
        Program { text, file, statements, is_mixed, context, written, hidden, first_hidden: None, notes }
    }

    fn slice(&self, i: usize) -> &'a str {
        &self.text[self.statements[i].clone()]
    }

    fn note(&mut self, i: usize, note: Note) {
        let place = &self.statements[i];
        let span = Span { file: self.file, start: place.start as u32, end: place.end as u32 };
        let severity = if note.is_error { Severity::Error } else { Severity::Warning };
        let diagnostic = Diagnostic::error(Code::OldSyntax, span, note.message);
        self.notes.push(Diagnostic { severity, hint: note.hint, ..diagnostic });
    }

    fn rewrite(&mut self) {
        let mut objectives = self.objectives();
        objectives.reverse();
        let hides_all = (0..self.statements.len()).any(|i| {
            let tokens = Tokens::new(self.slice(i));
            tokens.word(0) == "#hide" && tokens.len() == 2
        });
        for i in 0..self.statements.len() {
            let statement = self.slice(i);
            let tokens = Tokens::new(statement);
            if matches!(tokens.kind(0), TokenKind::Minimize | TokenKind::Maximize) {
                self.context.objective = objectives.pop().unwrap_or_default();
            }
            let written = match tokens.word(0) {
                "#hide" if hides_all && tokens.len() == 2 => "#show.".to_owned(),
                "#hide" => self.hide(i, &tokens, hides_all),
                "#show" => self.show(i, &tokens, hides_all),
                "#domain" => commented_out(statement),
                _ => self.rewrite_one(i, &tokens),
            };
            self.written.push(written);
        }
    }

    /// The objectives in their order, with their positions.
    fn objectives(&self) -> Vec<Objective> {
        let is_objective = |kind| matches!(kind, TokenKind::Minimize | TokenKind::Maximize);
        let levels: Vec<Vec<String>> = (0..self.statements.len())
            .map(|i| Tokens::new(self.slice(i)))
            .filter(|tokens| is_objective(tokens.kind(0)))
            .enumerate()
            .map(|(number, tokens)| {
                let (mut levels, misses) = aggregate::levels(&tokens);
                levels.extend(misses.then(|| (number + 1).to_string()));
                levels
            })
            .collect();
        let shares = |i: usize| {
            let others = levels.iter().enumerate().filter(|&(other, _)| other != i);
            others.flat_map(|(_, levels)| levels).any(|level| levels[i].contains(level))
        };
        (0..levels.len())
            .map(|i| Objective {
                number: i + 1,
                level: (levels.len() > 1).then_some(i + 1),
                shares_level: shares(i),
            })
            .collect()
    }

    fn rewrite_one(&mut self, i: usize, tokens: &Tokens<'_>) -> String {
        let statement = self.slice(i);
        let correct = is_correct(statement);
        if self.is_mixed && correct {
            return statement.to_owned();
        }
        let mut notes = Vec::new();
        let written = if has_literals(tokens) {
            rewrite_rule(statement, &self.context, &mut notes)
        } else {
            self.follow_part(i, tokens);
            rewrite_alone(statement, &mut notes)
        };
        let is_implied = !self.context.domains.is_empty() || self.context.volatile.is_some();
        for note in notes {
            self.note(i, note);
        }
        if correct && written != statement && !is_implied {
            self.note(
                i,
                Note::warning("the current meaning of this statement differs; the rewriting keeps its meaning in gringo 3"),
            );
        }
        if !correct && written == statement && old_form(statement).is_some() {
            self.report(i, tokens);
        }
        let level_is_new = self.context.objective.level.is_some() && tokens.kind(0) != TokenKind::End;
        let is_objective = matches!(tokens.kind(0), TokenKind::Minimize | TokenKind::Maximize);
        if is_objective && level_is_new && aggregate::levels(tokens).1 {
            let message = "without levels, a later objective had priority over earlier ones; levels now express this order";
            self.note(i, Note::warning(message));
        }
        written
    }

    /// Reports a statement without a current form, unless an error about it exists.
    fn report(&mut self, i: usize, tokens: &Tokens<'_>) {
        let place = self.statements[i].start as u32;
        if self.notes.iter().any(|note| note.span.start == place && note.is_error()) {
            return;
        }
        let note = match tokens.word(0) {
            "#external" => Note::error("the external atoms do not follow from a name and an arity")
                .with_hint("write `#external p(X) : q(X).` with a condition that binds `X`"),
            "#begin_lua" | "#begin_python" => {
                Note::error("the interface of scripts has changed: rewrite the script by hand")
            }
            _ => Note::error("this statement has no current form: rewrite it by hand"),
        };
        self.note(i, note);
    }

    /// Updates the current part of an incremental program.
    fn follow_part(&mut self, i: usize, tokens: &Tokens<'_>) {
        match tokens.word(0) {
            "#base" | "#cumulative" => self.context.volatile = None,
            "#volatile" => {
                self.context.volatile = Some(tokens.word(1).to_owned());
                let message =
                    "`#volatile` rules hold in a single step: `query` in their bodies restricts them to it";
                let hint = "`#include <incmode>.` runs the parts step by step, and makes `query` true for the last step";
                self.note(i, Note::warning(message).with_hint(hint));
            }
            _ => {}
        }
    }

    fn hide(&mut self, i: usize, tokens: &Tokens<'_>, hides_all: bool) -> String {
        let statement = self.slice(i);
        if hides_all {
            return commented_out(statement);
        }
        match directive::shown(tokens) {
            Some(shown) => {
                match shown.others() {
                    Ok(_) => self.hidden.push(shown),
                    Err(note) => {
                        self.note(i, note);
                        return statement.to_owned();
                    }
                }
                self.first_hidden.get_or_insert(i);
                commented_out(statement)
            }
            None => {
                self.note(i, Note::error("the atoms that this statement hides cannot be determined"));
                statement.to_owned()
            }
        }
    }

    fn show(&mut self, i: usize, tokens: &Tokens<'_>, hides_all: bool) -> String {
        let statement = self.slice(i);
        let is_mixed = self.is_mixed && is_correct(statement) && !directive::is_bare_show(tokens);
        let Some(shown) = directive::shown(tokens).filter(|_| !is_mixed) else { return statement.to_owned() };
        let is_signature =
            matches!(shown, Shown::Everything) || [2, 3].iter().any(|&i| tokens.word(i) == "/");
        if hides_all || self.is_mixed {
            return if is_signature { statement.to_owned() } else { shown.statement() };
        }
        let is_hidden = self.hidden.iter().any(|hidden| hidden.signature() == shown.signature());
        if is_hidden {
            return shown.statement();
        }
        let message = "this `#show` had no effect in gringo 3, and would hide all other atoms today";
        self.note(i, Note::warning(message));
        commented_out(statement)
    }

    /// Joins the new statements and the text between them.
    fn finish(mut self) -> (String, Vec<Diagnostic>) {
        if let Some(first) = self.first_hidden {
            let shows = self.shows_of_the_rest();
            self.written[first].push('\n');
            self.written[first].push_str(&shows.join("\n"));
            let message = "`#show` statements for all predicates of this file that are not hidden replace `#hide`; predicates of other files are missing";
            self.note(first, Note::warning(message));
        }
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for (place, written) in self.statements.iter().zip(&self.written) {
            out.push_str(&self.text[at..place.start]);
            out.push_str(written);
            at = place.end;
        }
        out.push_str(&self.text[at..]);
        self.notes.sort_by_key(|note| note.span.start);
        (out, self.notes)
    }

    /// The `#show` statements for all predicates in heads except the hidden predicates.
    fn shows_of_the_rest(&self) -> Vec<String> {
        let is_hidden = |name: &str, arity: usize| {
            self.hidden.iter().any(|hidden| hidden.signature() == Some((name, arity)))
        };
        let mut shows = vec!["#show.".to_owned()];
        for (name, arity) in heads(&self.written.join("\n")) {
            if !is_hidden(&name, arity) {
                shows.push(format!("#show {name}/{arity}."));
            }
        }
        shows.extend(self.hidden.iter().filter_map(|hidden| hidden.others().ok().flatten()));
        shows
    }
}

/// Whether the statement has syntax that only the current language has.
fn is_current(statement: &str) -> bool {
    use TokenKind::*;
    let tokens = Tokens::new(statement);
    if matches!(tokens.kind(0), Program | Defined | Theory | Project | Edge | Heuristic | Script) {
        return true;
    }
    let mut depth = 0u32;
    (0..tokens.len()).any(|i| {
        match tokens.kind(i) {
            OpenParenthesis => depth += 1,
            CloseParenthesis => depth = depth.saturating_sub(1),
            Semicolon => return depth == 0,
            _ => {}
        }
        false
    })
}

/// The statement as a block comment; empty if it contains a comment.
fn commented_out(statement: &str) -> String {
    if statement.contains('%') { String::new() } else { format!("%* {statement} *%") }
}

/// The predicates in heads, with their arities.
fn heads(text: &str) -> BTreeSet<(String, usize)> {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("", text);
    let (program, _) = parse(&mut symbols, &sources, file);
    let mut heads = BTreeSet::new();
    let mut add = |term: &TermKind, symbols: &Symbols| predicates(term, symbols, "", &mut heads);
    for statement in &program.statements {
        match &statement.node {
            StatementKind::Facts(facts) => {
                for &fact in facts {
                    add(&TermKind::Symbol(fact), &symbols);
                }
            }
            StatementKind::Rule { head, .. } => {
                let literals: Vec<_> = match head {
                    Head::Literal(literal) => vec![literal],
                    Head::Disjunction(elements) | Head::Choice { elements, .. } => {
                        elements.iter().map(|element| &element.literal).collect()
                    }
                    Head::Aggregate { elements, .. } => {
                        elements.iter().map(|(_, element)| &element.literal).collect()
                    }
                    Head::Theory(_) => Vec::new(),
                };
                for literal in literals {
                    if let Atom::Predicate(term) = &literal.node.atom {
                        add(&term.node, &symbols);
                    }
                }
            }
            _ => {}
        }
    }
    heads
}

fn predicates(term: &TermKind, symbols: &Symbols, sign: &str, heads: &mut BTreeSet<(String, usize)>) {
    match term {
        TermKind::Symbol(symbol) => {
            if let View::Function { name, arguments, positive } = symbols.view(*symbol) {
                let sign = if positive { sign } else { "-" };
                heads.insert((format!("{sign}{}", symbols.text(name)), arguments.len()));
            }
        }
        TermKind::Function(name, arguments) => {
            heads.insert((format!("{sign}{}", symbols.text(*name)), arguments.len()));
        }
        TermKind::Pool(alternatives) => {
            for alternative in alternatives {
                predicates(&alternative.node, symbols, sign, heads);
            }
        }
        TermKind::Unary(UnaryOperator::Minus, inner) => predicates(&inner.node, symbols, "-", heads),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::Old;
    use super::*;

    #[test]
    fn statements_end_at_dots() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = statements(text).into_iter().map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("a. b(1..2). % c.\n :~ d. [1@2] e", &["a.", "b(1..2).", ":~ d. [1@2]", "e"]);
        check(
            "#script (python) a.b. #end. #theory t { x { . : 1, unary } }. f.",
            &["#script (python) a.b. #end.", "#theory t { x { . : 1, unary } }.", "f."],
        );
        check("a :- 2 [ b=1 ] 3. \"x.", &["a :- 2 [ b=1 ] 3.", "\"x."]);
    }

    #[test]
    fn old_statements_are_recognised() {
        assert!(matches!(old_form("{ a : b : c }."), Some(Old::Form(form)) if form == "{ a : b, c }."));
        assert!(matches!(old_form("#hide p/1."), Some(Old::Word)));
        assert!(old_form("a :- b c.").is_none());
    }
}
