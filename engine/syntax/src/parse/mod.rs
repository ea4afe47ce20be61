//! The parser: tokens to syntax tree, by recursive descent.
//!
//! The parser looks ahead by a single token, [`Parser::token`]. A function for a construct is called when
//! this token is the first of the construct, and returns when it is the first after the construct. The
//! exception is [`Parser::statement`], which returns at the last token of the statement, so that the facts
//! after it can be read without tokens (see [`fact`]). A function that cannot continue reports an error and
//! returns [`SyntaxError`] up to the statement, which is dropped; [`Parser::recover`] searches for the next
//! statement.
//!
//! *Invariant:* the tree contains correct statements only, and every dropped statement has an error.
//! Recursion is bounded by [`MAX_DEPTH`].

mod directive;
mod fact;
mod hint;
mod literal;
mod recover;
mod rule;
mod script;
mod term;
mod theory;
mod theory_definition;

pub use fact::rule_or_fact;
pub use term::is_constant;

use crate::ast::{Program, Spanned, Statement, StatementKind, Term};
use crate::lex::{Lexer, Token, TokenKind};
use crate::{Code, Compat, Diagnostic, FileId, Sources, Span};
use hamadryad_symbol::{Name, Symbol, Symbols};
use recover::SyntaxError;

/// The maximal nesting of terms, and the maximal length of a chain of operators. clingo has no bound and
/// crashes at some ten thousand operators; with this bound, recursive functions on terms fit into the stack
/// of a small thread.
const MAX_DEPTH: u32 = 400;

/// After this number of errors the parser stops, since the text is probably not a program.
const MAX_ERRORS: usize = 100;

/// The number of warnings after which further ones are dropped.
const MAX_WARNINGS: usize = 200;

type Parsed<T> = Result<T, SyntaxError>;

/// Parses a program. The tree contains the correct statements.
pub fn parse(symbols: &mut Symbols, sources: &Sources, file: FileId) -> (Program, Vec<Diagnostic>) {
    parse_as(Compat::Five, symbols, sources, file)
}

/// Like [`parse`], in the language of a version.
pub fn parse_as(
    compat: Compat,
    symbols: &mut Symbols,
    sources: &Sources,
    file: FileId,
) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser { compat, ..Parser::new(symbols, sources, file) };
    parser.program();
    (Program { statements: parser.statements }, parser.diagnostics)
}

/// Like [`parse`], with each fact as a rule with its own span, never as
/// [`StatementKind::Facts`].
pub fn parse_apart(symbols: &mut Symbols, sources: &Sources, file: FileId) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser { joins_facts: false, ..Parser::new(symbols, sources, file) };
    parser.program();
    (Program { statements: parser.statements }, parser.diagnostics)
}

/// Parses a single term without variables, pools and intervals, as `-c name=` and `#const` accept it.
pub fn parse_term(symbols: &mut Symbols, sources: &Sources, file: FileId) -> (Option<Term>, Vec<Diagnostic>) {
    parse_term_as(Compat::Five, symbols, sources, file)
}

/// Like [`parse_term`], in the language of a version.
pub fn parse_term_as(
    compat: Compat,
    symbols: &mut Symbols,
    sources: &Sources,
    file: FileId,
) -> (Option<Term>, Vec<Diagnostic>) {
    let mut parser = Parser { compat, ..Parser::new(symbols, sources, file) };
    parser.advance();
    let term = parser
        .constant_term()
        .and_then(|term| parser.expect(TokenKind::End, "a term without a text around it").map(|_| term));
    (term.ok(), parser.diagnostics)
}

/// Parses a single term, which may have variables, in the language of a version.
pub fn parse_open_term_as(
    compat: Compat,
    symbols: &mut Symbols,
    sources: &Sources,
    file: FileId,
) -> (Option<Term>, Vec<Diagnostic>) {
    let mut parser = Parser { compat, ..Parser::new(symbols, sources, file) };
    parser.advance();
    let term = parser
        .term()
        .and_then(|term| parser.expect(TokenKind::End, "a term without a text around it").map(|_| term));
    (term.ok(), parser.diagnostics)
}

/// Whether a text is a program without errors.
pub(crate) fn is_correct(text: &str) -> bool {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("", text);
    let mut parser = Parser { explains_old: false, ..Parser::new(&mut symbols, &sources, file) };
    parser.program();
    parser.errors == 0
}

struct Parser<'a> {
    symbols: &'a mut Symbols,
    file: FileId,
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token, which is not consumed yet.
    token: Token,
    /// The last token that was consumed.
    last: Token,
    /// The start of the current statement.
    statement_start: u32,
    /// The number of constructs around the current token, which bounds the recursion.
    depth: u32,
    /// The height of the last term.
    height: u32,
    /// The last name that [`fact`] interned, with its text.
    last_name: (&'a str, Name),
    /// The stack of arguments of the facts that [`fact`] reads.
    arguments: Vec<Symbol>,
    statements: Vec<Statement>,
    diagnostics: Vec<Diagnostic>,
    /// The number of errors among the diagnostics.
    errors: usize,
    /// Whether rejected statements are parsed again as statements of gringo 3, for a hint.
    explains_old: bool,
    /// Whether consecutive facts are one statement.
    joins_facts: bool,
    compat: Compat,
}

impl<'a> Parser<'a> {
    fn new(symbols: &'a mut Symbols, sources: &'a Sources, file: FileId) -> Parser<'a> {
        let text = sources.text(file);
        let nothing = Token { kind: TokenKind::End, start: 0, end: 0 };
        Parser {
            symbols,
            file,
            text,
            lexer: Lexer::new(text),
            token: nothing,
            last: nothing,
            statement_start: 0,
            depth: 0,
            height: 0,
            last_name: ("", Name::TUPLE),
            arguments: Vec::new(),
            statements: Vec::new(),
            diagnostics: Vec::new(),
            errors: 0,
            explains_old: true,
            joins_facts: true,
            compat: Compat::Five,
        }
    }

    fn program(&mut self) {
        if self.report_ground_program() {
            return;
        }
        loop {
            if self.joins_facts {
                self.facts();
            }
            self.advance();
            while !self.at(TokenKind::End) {
                let known = self.diagnostics.len();
                let Err(error) = self.statement() else { break };
                if self.errors >= MAX_ERRORS {
                    let message = format!("the rest of the text is not read after {MAX_ERRORS} errors");
                    self.report(Diagnostic::error(Code::Syntax, self.span(self.token), message));
                    return;
                }
                let ended = self.recover(error);
                if self.explains_old {
                    let end = if ended { self.token.end } else { self.last.end };
                    self.explain_old(known, self.statement_start as usize..end as usize);
                }
                if ended {
                    break;
                }
            }
            if self.at(TokenKind::End) {
                return;
            }
        }
    }

    /// Parses a statement up to its last token.
    fn statement(&mut self) -> Parsed<()> {
        let start = self.token.start;
        self.statement_start = start;
        self.depth = 0;
        let node = match self.token.kind {
            TokenKind::If => self.constraint()?,
            TokenKind::WeakIf => self.weak_constraint()?,
            TokenKind::Const => self.constant_definition()?,
            TokenKind::Defined => self.defined()?,
            TokenKind::Edge => self.edge()?,
            TokenKind::External => self.external()?,
            TokenKind::Heuristic => self.heuristic()?,
            TokenKind::Include => self.include()?,
            TokenKind::Maximize => self.optimize(true)?,
            TokenKind::Minimize => self.optimize(false)?,
            TokenKind::Program => self.part()?,
            TokenKind::Project => self.project()?,
            TokenKind::Script => self.script()?,
            TokenKind::Show => self.show()?,
            TokenKind::Theory => self.theory()?,
            _ => self.rule()?,
        };
        self.push_statement(node, Span { file: self.file, start, end: self.token.end });
        Ok(())
    }

    fn push_statement(&mut self, node: StatementKind, span: Span) {
        if let StatementKind::Rule { head, body } = &node
            && self.joins_facts
            && body.is_empty()
            && let Some(fact) = fact::fact_of(self.symbols, head)
        {
            return self.push_fact(fact, span);
        }
        self.statements.push(Spanned { node, span });
    }

    fn push_fact(&mut self, fact: Symbol, span: Span) {
        if let Some(Spanned { node: StatementKind::Facts(facts), span: run }) = self.statements.last_mut() {
            facts.push(fact);
            run.end = span.end;
            return;
        }
        self.statements.push(Spanned { node: StatementKind::Facts(vec![fact]), span });
    }

    fn advance(&mut self) {
        self.last = self.token;
        self.token = self.lexer.next();
    }

    /// Consumes a token; the next is read in theory mode.
    fn advance_in_theory(&mut self) {
        self.last = self.token;
        self.token = self.lexer.next_in_theory();
    }

    /// Reads the next token again, in the given mode.
    fn reread(&mut self, next: fn(&mut Lexer<'a>) -> Token) {
        self.lexer.seek(self.token.start as usize);
        self.token = next(&mut self.lexer);
    }

    /// Returns to the last token of a statement, after a look at the token behind it.
    fn put_back(&mut self, last: Token) {
        self.lexer.seek(last.end as usize);
        self.token = last;
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Consumes the next token if it has this kind; returns whether it has.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a token of this kind, or reports an error.
    fn expect(&mut self, kind: TokenKind, expected: &str) -> Parsed<Token> {
        let token = self.token;
        if self.eat(kind) { Ok(token) } else { Err(self.unexpected(expected)) }
    }

    /// Reports an error unless the next token is the dot of the statement; the dot is not consumed.
    fn end_statement(&mut self, expected: &str) -> Parsed<()> {
        if self.at(TokenKind::Dot) { Ok(()) } else { Err(self.unexpected_after_statement(expected)) }
    }

    /// The text of a token.
    fn slice(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn span(&self, token: Token) -> Span {
        Span { file: self.file, start: token.start, end: token.end }
    }

    /// The span from a byte to the end of the last token consumed.
    fn since(&self, start: u32) -> Span {
        Span { file: self.file, start, end: self.last.end.max(start) }
    }

    fn name(&mut self, token: Token) -> Name {
        let text = self.slice(token);
        self.symbols.name(text)
    }
}
