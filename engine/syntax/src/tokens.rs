//! The tokens and comments of a text, for editors: highlighting, folding, and texts with errors.
//!
//! ```
//! use hamadryad_syntax::tokens::{Kind, tokens};
//!
//! let kinds: Vec<Kind> = tokens("p(X). % one").iter().map(|token| token.kind).collect();
//! use Kind::*;
//! assert_eq!(kinds, [Name, Open, Variable, Close, Dot, LineComment]);
//! ```
//!
//! *Invariant:* tokens are in the order of the text and do not overlap; only white space lies between them.

use crate::lex::{Lexer, TokenKind};

/// The class of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The name of a predicate, function or constant, `not` excepted.
    Name,
    /// `X`, `_`
    Variable,
    /// `12`, `0x1F`
    Number,
    /// `"text"`
    String,
    /// `not`, `#show`, `#count`, `#inf` and the other words with `#`.
    Keyword,
    /// `:-`, `:~`, relations, signs of arithmetic, `:`, `..`, `&`, `@` and the like.
    Operator,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `(`, `[`, `{`
    Open,
    /// `)`, `]`, `}`
    Close,
    /// The dot that ends a statement.
    Dot,
    /// `% …`, `#! …`
    LineComment,
    /// `%* … *%`
    BlockComment,
    /// The code of a script, from `#script` to `#end`.
    Script,
    /// Text that begins no token.
    Bad,
}

/// A token or comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its class.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

impl Token {
    /// The text of the token.
    pub fn text(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// The tokens and comments of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::with_capacity(text.len() / 3);
    let mut at = lexer.position();
    loop {
        let token = lexer.next();
        comments(text, at, token.start as usize, &mut tokens);
        let (start, mut end) = (token.start, token.end);
        if token.kind == TokenKind::End {
            return tokens;
        }
        let mut kind = kind(token.kind);
        if token.kind == TokenKind::Script {
            let rest = &text[start as usize..];
            end = rest.find("#end").map_or(text.len(), |at| start as usize + at + "#end".len()) as u32;
            kind = Kind::Script;
            lexer.seek(end as usize);
        }
        tokens.push(Token { kind, start, end });
        at = end as usize;
    }
}

/// Appends the comments between two tokens.
fn comments(text: &str, mut at: usize, end: usize, tokens: &mut Vec<Token>) {
    while at < end {
        let rest = &text[at..end];
        let (kind, length) = if rest.starts_with("%*") {
            (Kind::BlockComment, block_comment(rest))
        } else if rest.starts_with('%') || rest.starts_with("#!") {
            (Kind::LineComment, rest.find('\n').unwrap_or(rest.len()))
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let length_of_text = rest[..length].trim_end().len();
        tokens.push(Token { kind, start: at as u32, end: (at + length_of_text) as u32 });
        at += length;
    }
}

/// The length of a block comment, including the comments nested in it.
pub(crate) fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'%', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'%', ..] => {
                (at, depth) = (at + 2, depth - 1);
                if depth == 0 {
                    return at;
                }
            }
            [b'%', ..] => at += text[at..].find('\n').unwrap_or(text.len() - at),
            _ => at += 1,
        }
    }
    text.len()
}

fn kind(kind: TokenKind) -> Kind {
    use TokenKind as T;
    match kind {
        T::Bad(_) | T::End => Kind::Bad,
        T::Identifier => Kind::Name,
        T::Variable | T::Anonymous => Kind::Variable,
        T::Number => Kind::Number,
        T::String => Kind::String,
        T::Dot => Kind::Dot,
        T::Comma => Kind::Comma,
        T::Semicolon => Kind::Semicolon,
        T::OpenParenthesis | T::OpenBracket | T::OpenBrace => Kind::Open,
        T::CloseParenthesis | T::CloseBracket | T::CloseBrace => Kind::Close,
        T::Not
        | T::Infimum
        | T::Supremum
        | T::True
        | T::False
        | T::Count
        | T::Sum
        | T::SumPlus
        | T::Min
        | T::Max
        | T::Const
        | T::Defined
        | T::Edge
        | T::External
        | T::Heuristic
        | T::Include
        | T::Maximize
        | T::Minimize
        | T::Program
        | T::Project
        | T::Script
        | T::Show
        | T::Theory => Kind::Keyword,
        _ => Kind::Operator,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found: Vec<String> =
            tokens(text).iter().map(|token| format!("{:?}:{}", token.kind, token.text(text))).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn comments_stand_in_their_order() {
        check("%a\nb. %* c *% d", "LineComment:%a Name:b Dot:. BlockComment:%* c *% Name:d");
        check("#show a/1.%", "Keyword:#show Name:a Operator:/ Number:1 Dot:. LineComment:%");
    }

    #[test]
    fn scripts_and_bad_text_are_tokens() {
        check("#script (x) a.b #end. c.", "Script:#script (x) a.b #end Dot:. Name:c Dot:.");
        check("a é \"b", "Name:a Bad:é Bad:\"b");
    }
}
