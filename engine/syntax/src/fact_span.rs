//! The place of a single fact in a run of consecutive facts.
//!
//! The tree has one span for a whole run, because files of facts are large. A question about a fact reads the run
//! again.

use crate::lex::{Lexer, TokenKind};
use crate::{Sources, Span};

/// The span of the fact at a position in a run of consecutive facts, from 0. The span of the run if there is no
/// such fact.
pub fn fact_span(sources: &Sources, run: Span, position: u32) -> Span {
    let mut lexer = Lexer::new(sources.slice(run));
    let (mut start, mut number) = (None, 0);
    loop {
        let token = lexer.next();
        let (from, to) = (token.start, token.end);
        match token.kind {
            TokenKind::End | TokenKind::Bad(_) => return run,
            TokenKind::Dot if number == position => {
                return Span { start: run.start + start.unwrap_or(from), end: run.start + to, ..run };
            }
            TokenKind::Dot => (start, number) = (None, number + 1),
            _ => start = start.or(Some(from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_a_run_are_found() {
        let mut sources = Sources::new();
        let text = "x. p(1,\"a.b\"). % p(2).\n-q(f(3)).\n%* r. *% r(..";
        let file = sources.add("a.lp", text);
        let run = Span { file, start: 3, end: 34 };
        let found = |position| sources.slice(fact_span(&sources, run, position)).to_owned();
        assert_eq!((found(0), found(1)), ("p(1,\"a.b\").".to_owned(), "-q(f(3)).".to_owned()));
        assert_eq!(fact_span(&sources, run, 7), run);
    }
}
