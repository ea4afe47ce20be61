//! The names of a text and their occurrences.
//!
//! ```text
//! path(X,Z) :- edge(X,Y), path(Y,Z).      path/2 in a head, edge/2 and path/2 in a body, X, Y, Z of rule 0
//! ```
//!
//! Correct statements are indexed by their trees ([`walk`]), facts and statements with errors by their tokens
//! ([`scan`]).
//!
//! *Invariant:* occurrences are sorted by their start, and each covers exactly the characters of its name.

mod scan;
mod walk;

use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::StatementKind;
use hamadryad_syntax::tokens::{Kind, Token, tokens};
use hamadryad_syntax::{Sources, parse};
use std::ops::Range;

/// The kind of a named thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A predicate with its arity.
    Predicate,
    /// A variable of a statement.
    Variable,
    /// A constant, among them those of `#const` and the parameters of parts.
    Constant,
    /// A function with its arity.
    Function,
    /// A theory atom with its arity.
    Theory,
    /// A registered function, called as `@f(…)`.
    Call,
}

/// The role of an occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Role {
    /// A predicate in a head, or an `#external`.
    Head,
    /// A predicate in a body or condition, or any other use.
    Use,
    /// `#const`, `#show p/n`, `#theory` and the like.
    Declaration,
}

/// An occurrence of a name. Occurrences belong to the same thing if their sorts, names, arities and scopes are
/// equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The offset of the first byte of the name.
    pub start: u32,
    /// The offset after the name.
    pub end: u32,
    /// The kind of the named thing.
    pub sort: Sort,
    /// The number of arguments; 0 for variables and constants.
    pub arity: u32,
    /// For variables, the statement; otherwise 0.
    pub scope: u32,
    /// The role of the occurrence.
    pub role: Role,
}

/// The form of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Consecutive facts.
    Facts,
    /// A rule with a head.
    Rule,
    /// A rule without a head.
    Constraint,
    /// An objective.
    Objective,
    /// `#program`
    Part,
    /// Any other directive.
    Directive,
}

/// A correct statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
    /// Its form.
    pub form: Form,
}

/// The index of a text.
#[derive(Clone, Default, Debug)]
pub struct Index {
    /// All tokens and comments.
    pub tokens: Vec<Token>,
    /// The correct statements.
    pub statements: Vec<Statement>,
    /// The occurrences of names.
    pub occurrences: Vec<Occurrence>,
    /// The included files, each with the span of its statement.
    pub includes: Vec<(String, Range<u32>)>,
    /// The operators of `#theory` statements.
    pub operators: Vec<String>,
}

impl Index {
    /// Indexes a text.
    pub fn new(text: &str) -> Index {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let file = sources.add("", text);
        let (program, _) = parse(&mut symbols, &sources, file);
        let tokens = tokens(text);
        let is_code = |token: &&Token| !matches!(token.kind, Kind::LineComment | Kind::BlockComment);
        let code: Vec<Token> = tokens.iter().filter(is_code).copied().collect();
        let mut index = Index { tokens, ..Index::default() };
        let mut loose = 0;
        for (number, statement) in program.statements.iter().enumerate() {
            let (start, end) = (statement.span.start, statement.span.end);
            let first = loose + code[loose..].partition_point(|token| token.start < start);
            let last = first + code[first..].partition_point(|token| token.start < end);
            scan::scan(text, &code[loose..first], number as u32 | scan::LOOSE, &mut index.occurrences);
            loose = last;
            let tokens = &code[first..last];
            match &statement.node {
                StatementKind::Facts(_) => scan::scan(text, tokens, number as u32, &mut index.occurrences),
                node => walk::walk(text, &symbols, tokens, number as u32, node, &mut index),
            }
            if let StatementKind::Include { path, builtin: false } = &statement.node {
                index.includes.push((path.clone(), start..end));
            }
            index.statements.push(Statement { start, end, form: form(&statement.node) });
        }
        scan::scan(text, &code[loose..], u32::MAX, &mut index.occurrences);
        index.occurrences.sort_by_key(|found| (found.start, found.sort, found.arity, found.role));
        index.occurrences.dedup_by_key(|found| (found.start, found.sort, found.arity));
        index
    }

    /// The occurrence at an offset, or one that ends there.
    pub fn at(&self, offset: u32) -> Option<Occurrence> {
        let after = self.occurrences.partition_point(|found| found.start <= offset);
        let before = self.occurrences[..after].last()?;
        let first = self.occurrences.partition_point(|found| found.start < before.start);
        self.occurrences.get(first).copied().filter(|found| offset <= found.end)
    }

    /// The token at an offset, or one that ends there.
    pub fn token_at(&self, offset: u32) -> Option<Token> {
        let after = self.tokens.partition_point(|token| token.start <= offset);
        self.tokens[..after].last().copied().filter(|token| offset <= token.end)
    }

    /// The correct statement at an offset.
    pub fn statement_at(&self, offset: u32) -> Option<Statement> {
        let after = self.statements.partition_point(|statement| statement.start <= offset);
        self.statements[..after].last().copied().filter(|statement| offset <= statement.end)
    }

    /// The occurrences within a range of the text.
    pub fn within(&self, start: u32, end: u32) -> &[Occurrence] {
        let first = self.occurrences.partition_point(|found| found.start < start);
        let last = self.occurrences.partition_point(|found| found.start < end);
        &self.occurrences[first..last.max(first)]
    }

    /// The line comments directly above an offset, without their signs.
    pub fn comment_above(&self, text: &str, offset: u32) -> String {
        let mut at = self.tokens.partition_point(|token| token.start < offset);
        let (mut lines, mut below) = (Vec::new(), offset as usize);
        while at > 0 {
            let token = self.tokens[at - 1];
            let gap = &text[token.end as usize..below];
            let alone = at < 2 || text[self.tokens[at - 2].end as usize..token.start as usize].contains('\n');
            if token.kind != Kind::LineComment || gap.matches('\n').count() != 1 || !alone {
                break;
            }
            lines.push(token.text(text).trim_start_matches(['%', ' ', '!', '#', '-', '=']).trim_end());
            below = token.start as usize;
            at -= 1;
        }
        lines.reverse();
        lines.join("\n").trim().to_owned()
    }
}

fn form(node: &StatementKind) -> Form {
    use hamadryad_syntax::ast::{Atom, Head};
    match node {
        StatementKind::Facts(_) => Form::Facts,
        StatementKind::Rule { head: Head::Literal(literal), .. }
            if literal.node.atom == Atom::Boolean(false) =>
        {
            Form::Constraint
        }
        StatementKind::Rule { .. } => Form::Rule,
        StatementKind::Optimize { .. } => Form::Objective,
        StatementKind::Program { .. } => Form::Part,
        _ => Form::Directive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let index = Index::new(text);
        let show = |found: &Occurrence| {
            let name = &text[found.start as usize..found.end as usize];
            let sort = format!("{:?}", found.sort);
            let role = format!("{:?}", found.role);
            format!("{}{}:{name}/{}", &sort[..1], &role[..1].to_lowercase(), found.arity)
        };
        let found: Vec<String> = index.occurrences.iter().map(show).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }

    #[test]
    fn rules_name_predicates_variables_and_constants() {
        check("p(X,a) :- q(f(X)), X < n.", "Ph:p/2 Vu:X/0 Cu:a/0 Pu:q/1 Fu:f/1 Vu:X/0 Vu:X/0 Cu:n/0");
        check("{ a; -b(X) : c(X) } = n :- not d.", "Ph:a/0 Ph:b/1 Vu:X/0 Pu:c/1 Vu:X/0 Cu:n/0 Pu:d/0");
        check(":- #sum { W,t : p(W;1) } > @f(2).", "Vu:W/0 Cu:t/0 Pu:p/1 Vu:W/0 Cu:f/1");
        check(":~ p(X). [X@2,X]", "Pu:p/1 Vu:X/0 Vu:X/0 Vu:X/0");
    }

    #[test]
    fn facts_and_directives_are_indexed() {
        check("p(1,f(a)). -q. r.", "Ph:p/2 Fu:f/1 Cu:a/0 Ph:q/0 Ph:r/0");
        check("#const n = m+1. #show p/2. #show -q/0. #defined r/1.", "Cd:n/0 Cu:m/0 Pd:p/2 Pd:q/0 Pd:r/1");
        check("#program step(t). #external e(t) : q. [true]", "Cd:t/0 Ph:e/1 Cu:t/0 Pu:q/0");
        check("&diff(a) { x-Y : p(Y) } <= 3 :- q.", "Tu:diff/1 Cu:a/0 Cu:x/0 Vu:Y/0 Pu:p/1 Vu:Y/0 Pu:q/0");
        check("#theory t { u { - : 0, unary }; &diff/1 : u, head }.", "Td:diff/1");
    }

    #[test]
    fn statements_with_errors_are_indexed_by_tokens() {
        check("p(X) :- q(X,a), r( . s(b).", "Ph:p/1 Vu:X/0 Pu:q/2 Vu:X/0 Cu:a/0 Pu:r/1 Ph:s/1 Cu:b/0");
        check("a :- b, X = c, .", "Ph:a/0 Pu:b/0 Vu:X/0 Cu:c/0");
    }

    #[test]
    fn comments_above_a_statement_are_found() {
        let text = "a. % of a\n% The roads.\n%% Both ways.\nroad(1,2).";
        let index = Index::new(text);
        let at = text.find("road(").unwrap() as u32;
        assert_eq!(index.comment_above(text, at), "The roads.\nBoth ways.");
        assert_eq!(index.comment_above(text, 0), "");
    }
}
