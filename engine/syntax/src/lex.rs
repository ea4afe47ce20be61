//! The lexer: text to tokens.
//!
//! The lexer has two modes. In the ordinary mode an operator is the longest that the language has; in theory
//! mode a run of operator characters is a single token, because theories define their own operators.
//!
//! *Invariant:* the only state is the position, so the parser may go back and read a token again in the other
//! mode. Only white space and comments are skipped; text without a token is a [`TokenKind::Bad`] with its
//! reason. Every token except the end covers at least a byte, and no token splits a character.

/// The kind of a token. The text of a name, number or string is the text under the token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    End,
    Bad(LexicalError),
    Identifier,
    Variable,
    Anonymous,
    Number,
    String,
    Not,
    Infimum,
    Supremum,
    True,
    False,
    Dot,
    Dots,
    Comma,
    Semicolon,
    Colon,
    If,
    WeakIf,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Bar,
    Plus,
    Minus,
    Times,
    Power,
    Slash,
    Backslash,
    Caret,
    Question,
    Ampersand,
    Tilde,
    At,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Count,
    Sum,
    SumPlus,
    Min,
    Max,
    Const,
    Defined,
    Edge,
    External,
    Heuristic,
    Include,
    Maximize,
    Minimize,
    Program,
    Project,
    Script,
    Show,
    Theory,
    /// A run of operator characters in theory mode.
    TheoryOperator,
}

/// Why a stretch of text is not a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexicalError {
    /// A string without a closing quote; the token ends with the line.
    UnclosedString,
    /// A string with a backslash before a character other than `"`, `\` and `n`.
    UnknownEscape,
    /// `%*` without `*%`; the token ends with the text.
    UnclosedComment,
    /// `#name` that is the name of no directive and no aggregate.
    UnknownDirective,
    /// A character that begins no token.
    UnknownCharacter,
}

/// The words after `#` with their kinds. Hints about misspelt words list them.
pub(crate) const KEYWORDS: [(&str, TokenKind); 26] = [
    ("const", TokenKind::Const),
    ("count", TokenKind::Count),
    ("defined", TokenKind::Defined),
    ("edge", TokenKind::Edge),
    ("external", TokenKind::External),
    ("false", TokenKind::False),
    ("heuristic", TokenKind::Heuristic),
    ("include", TokenKind::Include),
    ("inf", TokenKind::Infimum),
    ("infimum", TokenKind::Infimum),
    ("max", TokenKind::Max),
    ("maximise", TokenKind::Maximize),
    ("maximize", TokenKind::Maximize),
    ("min", TokenKind::Min),
    ("minimise", TokenKind::Minimize),
    ("minimize", TokenKind::Minimize),
    ("program", TokenKind::Program),
    ("project", TokenKind::Project),
    ("script", TokenKind::Script),
    ("show", TokenKind::Show),
    ("sum", TokenKind::Sum),
    ("sum+", TokenKind::SumPlus),
    ("sup", TokenKind::Supremum),
    ("supremum", TokenKind::Supremum),
    ("theory", TokenKind::Theory),
    ("true", TokenKind::True),
];

/// A token and the bytes that it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A text and the position of the next token.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

/// Whether the byte may continue a name.
pub(crate) fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

fn is_theory_operator(byte: u8) -> bool {
    b"/!<=>+-*\\?&@|:;~^.".contains(&byte)
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text, after its byte order mark.
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, bytes: text.as_bytes(), at }
    }

    /// The position of the next byte.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Moves to a position, which must be the start or the end of a token.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// The byte at a distance; 0 after the end of the text.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Reads a token in the ordinary mode.
    pub(crate) fn next(&mut self) -> Token {
        self.read(Lexer::token)
    }

    /// Reads a token in theory mode: a run of operator characters is a single token.
    pub(crate) fn next_in_theory(&mut self) -> Token {
        self.read(|lexer| {
            let length = lexer.bytes[lexer.at..].iter().take_while(|&&byte| is_theory_operator(byte)).count();
            match &lexer.bytes[lexer.at..lexer.at + length] {
                b"" | b"." | b":" | b";" | b":-" => lexer.token(),
                _ => {
                    lexer.at += length;
                    TokenKind::TheoryOperator
                }
            }
        })
    }

    fn read(&mut self, token: impl FnOnce(&mut Self) -> TokenKind) -> Token {
        let unclosed = self.skip_space();
        let start = unclosed.unwrap_or(self.at) as u32;
        let kind = match unclosed {
            Some(_) => TokenKind::Bad(LexicalError::UnclosedComment),
            None => token(self),
        };
        Token { kind, start, end: self.at as u32 }
    }

    /// Skips white space and comments; returns the start of a comment that has no end.
    fn skip_space(&mut self) -> Option<usize> {
        loop {
            match self.peek(0) {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'%' if self.peek(1) == b'*' => {
                    let start = self.at;
                    if !self.skip_block_comment() {
                        return Some(start);
                    }
                }
                b'%' => self.skip_line(),
                b'#' if self.peek(1) == b'!' => self.skip_line(),
                _ => return None,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Skips a comment and the comments nested in it. As in clingo, `%` inside a comment hides the rest of
    /// its line, even `*%`.
    fn skip_block_comment(&mut self) -> bool {
        let mut depth = 0;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'%', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'%') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return true;
                    }
                }
                (b'%', _) => self.skip_line(),
                _ => self.at += 1,
            }
        }
        false
    }

    fn token(&mut self) -> TokenKind {
        use TokenKind::*;
        let (kind, length) = match (self.peek(0), self.peek(1)) {
            (0, _) if self.at >= self.bytes.len() => (End, 0),
            (b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'\'', _) => return self.word(),
            (b'0'..=b'9', _) => return self.number(),
            (b'"', _) => return self.string(),
            (b'#', _) => return self.keyword(),
            (b'.', b'.') => (Dots, 2),
            (b'.', _) => (Dot, 1),
            (b',', _) => (Comma, 1),
            (b';', _) => (Semicolon, 1),
            (b':', b'-') => (If, 2),
            (b':', b'~') => (WeakIf, 2),
            (b':', _) => (Colon, 1),
            (b'(', _) => (OpenParenthesis, 1),
            (b')', _) => (CloseParenthesis, 1),
            (b'[', _) => (OpenBracket, 1),
            (b']', _) => (CloseBracket, 1),
            (b'{', _) => (OpenBrace, 1),
            (b'}', _) => (CloseBrace, 1),
            (b'|', _) => (Bar, 1),
            (b'+', _) => (Plus, 1),
            (b'-', _) => (Minus, 1),
            (b'*', b'*') => (Power, 2),
            (b'*', _) => (Times, 1),
            (b'/', _) => (Slash, 1),
            (b'\\', _) => (Backslash, 1),
            (b'^', _) => (Caret, 1),
            (b'?', _) => (Question, 1),
            (b'&', _) => (Ampersand, 1),
            (b'~', _) => (Tilde, 1),
            (b'@', _) => (At, 1),
            (b'=', b'=') => (Equal, 2),
            (b'=', _) => (Equal, 1),
            (b'!', b'=') | (b'<', b'>') => (NotEqual, 2),
            (b'<', b'=') => (LessEqual, 2),
            (b'<', _) => (Less, 1),
            (b'>', b'=') => (GreaterEqual, 2),
            (b'>', _) => (Greater, 1),
            _ => (
                Bad(LexicalError::UnknownCharacter),
                self.text[self.at..].chars().next().map_or(0, char::len_utf8),
            ),
        };
        self.at += length;
        kind
    }

    /// `[_']*[a-z]…` is a name and `[_']*[A-Z]…` a variable; any other `_` is a token of its own.
    fn word(&mut self) -> TokenKind {
        let rest = &self.bytes[self.at..];
        let marks = rest.iter().take_while(|&&byte| byte == b'_' || byte == b'\'').count();
        let kind = match rest.get(marks) {
            Some(b'a'..=b'z') => TokenKind::Identifier,
            Some(b'A'..=b'Z') => TokenKind::Variable,
            _ => {
                self.at += 1;
                return if rest[0] == b'_' {
                    TokenKind::Anonymous
                } else {
                    TokenKind::Bad(LexicalError::UnknownCharacter)
                };
            }
        };
        let length = rest.iter().take_while(|&&byte| continues_name(byte)).count();
        self.at += length;
        if &rest[..length] == b"not" { TokenKind::Not } else { kind }
    }

    /// A decimal number has no leading zero: `01` is the two numbers `0` and `1`, as in clingo.
    fn number(&mut self) -> TokenKind {
        let rest = &self.bytes[self.at..];
        let digits =
            |from: usize, is_digit: fn(&u8) -> bool| rest[from..].iter().take_while(|b| is_digit(b)).count();
        let prefixed = match (rest[0], rest.get(1)) {
            (b'0', Some(b'x')) => digits(2, u8::is_ascii_hexdigit),
            (b'0', Some(b'o')) => digits(2, |b| matches!(b, b'0'..=b'7')),
            (b'0', Some(b'b')) => digits(2, |b| matches!(b, b'0' | b'1')),
            _ => 0,
        };
        self.at += match (rest[0], prefixed) {
            (b'0', 0) => 1,
            (b'0', length) => 2 + length,
            _ => digits(0, u8::is_ascii_digit),
        };
        TokenKind::Number
    }

    fn string(&mut self) -> TokenKind {
        let rest = &self.bytes[self.at..];
        let mut kind = TokenKind::String;
        let mut length = 1;
        loop {
            match rest.get(length) {
                Some(b'"') => {
                    self.at += length + 1;
                    return kind;
                }
                Some(b'\\') => {
                    match rest.get(length + 1) {
                        Some(b'"' | b'\\' | b'n') => length += 1,
                        _ => kind = TokenKind::Bad(LexicalError::UnknownEscape),
                    }
                    length += 1;
                }
                None | Some(b'\n') => {
                    self.at += length;
                    return TokenKind::Bad(LexicalError::UnclosedString);
                }
                Some(_) => length += 1,
            }
        }
    }

    fn keyword(&mut self) -> TokenKind {
        let rest = &self.text[self.at + 1..];
        let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut word = &rest[..rest.bytes().take_while(name).count()];
        if word == "sum" && rest[word.len()..].starts_with('+') {
            word = &rest[..word.len() + 1];
        }
        self.at += 1 + word.len();
        let known = KEYWORDS.iter().find(|(text, _)| *text == word);
        known.map_or(TokenKind::Bad(LexicalError::UnknownDirective), |&(_, kind)| kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens<'a>(text: &'a str, next: fn(&mut Lexer<'a>) -> Token) -> String {
        let mut lexer = Lexer::new(text);
        let mut shown = Vec::new();
        loop {
            let token = next(&mut lexer);
            if token.kind == TokenKind::End {
                return shown.join(" ");
            }
            shown.push(format!("{:?}:{}", token.kind, &text[token.start as usize..token.end as usize]));
        }
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(tokens(text, Lexer::next), expected, "{text}");
    }

    #[test]
    fn names_and_variables_may_begin_with_marks() {
        check("a _b 'c _'dE1'", "Identifier:a Identifier:_b Identifier:'c Identifier:_'dE1'");
        check("X _X 'Y _'Zz", "Variable:X Variable:_X Variable:'Y Variable:_'Zz");
        check(
            "_ __ _1 not nota",
            "Anonymous:_ Anonymous:_ Anonymous:_ Anonymous:_ Number:1 Not:not Identifier:nota",
        );
        check("'", "Bad(UnknownCharacter):'");
    }

    #[test]
    fn numbers_have_four_bases_and_no_leading_zero() {
        check(
            "0 12 0x1Fg 0o17 0b102",
            "Number:0 Number:12 Number:0x1F Identifier:g Number:0o17 Number:0b10 Number:2",
        );
        check("01 0x 1..2", "Number:0 Number:1 Number:0 Identifier:x Number:1 Dots:.. Number:2");
    }

    #[test]
    fn strings_end_on_their_line() {
        check(r#""" "a" "\"\\\n" "é%""#, r#"String:"" String:"a" String:"\"\\\n" String:"é%""#);
        check("\"a\\t\" b", "Bad(UnknownEscape):\"a\\t\" Identifier:b");
        check("\"ab. \nc", "Bad(UnclosedString):\"ab.  Identifier:c");
    }

    #[test]
    fn the_longest_operator_is_a_token() {
        check(
            ".. . := :- :~ ** * <= <> < == = != >=",
            "Dots:.. Dot:. Colon:: Equal:= If::- WeakIf::~ Power:** Times:* LessEqual:<= NotEqual:<> Less:< Equal:== Equal:= NotEqual:!= GreaterEqual:>=",
        );
        check("a...b", "Identifier:a Dots:.. Dot:. Identifier:b");
    }

    #[test]
    fn keywords_are_whole_words() {
        check(
            "#sum #sum+ #sum + #summ",
            "Sum:#sum SumPlus:#sum+ Sum:#sum Plus:+ Bad(UnknownDirective):#summ",
        );
        check(
            "#inf #infimum #sup #minimise",
            "Infimum:#inf Infimum:#infimum Supremum:#sup Minimize:#minimise",
        );
        check("# #Show", "Bad(UnknownDirective):# Bad(UnknownDirective):#Show");
    }

    #[test]
    fn comments_nest_and_hide_lines() {
        check("a % b\nc #! d\ne", "Identifier:a Identifier:c Identifier:e");
        check("a %* b %* c *% d *% e", "Identifier:a Identifier:e");
        check("%* % *%\n*% a", "Identifier:a");
        check("a %* b", "Identifier:a Bad(UnclosedComment):%* b");
    }

    #[test]
    fn text_without_a_token_is_a_single_bad_character() {
        check("a é$", "Identifier:a Bad(UnknownCharacter):é Bad(UnknownCharacter):$");
        check("\u{feff}a", "Identifier:a");
    }

    #[test]
    fn theory_operators_are_runs() {
        let check = |text, expected| assert_eq!(tokens(text, Lexer::next_in_theory), expected);
        check("a<=-b .", "Identifier:a TheoryOperator:<=- Identifier:b Dot:.");
        check(
            "x..y; z:a :- .",
            "Identifier:x TheoryOperator:.. Identifier:y Semicolon:; Identifier:z Colon:: Identifier:a If::- Dot:.",
        );
        check("!a %* b *% && not c", "TheoryOperator:! Identifier:a TheoryOperator:&& Not:not Identifier:c");
    }
}
