//! Spaces between the tokens of a statement, and the breaks of its lines.
//!
//! Arguments and tuples are written without spaces (`f(X,Y)`, `W@P,X : …`); after all other separators a
//! space follows. An operator has spaces on both sides if the author wrote a space on either side, and none
//! otherwise.
//!
//! *Invariant:* the spacing depends on the tokens and on white space beside operators only, so the formatter
//! changes nothing when it runs again.

use super::pieces::{Kind, Piece};
use crate::lex::TokenKind::{self, *};

/// The position of a line break after a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Break {
    /// No break.
    None,
    /// A break after the arrow, or between the parts of a body.
    Body,
    /// A break after an opening brace.
    Open,
    /// A break between elements in braces.
    Element,
    /// A break before a closing brace.
    BeforeClose,
}

/// The space before a token, and the line break that may follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    pub(super) apart: bool,
    pub(super) break_after: Break,
}

/// An open bracket.
struct Open {
    kind: TokenKind,
    /// Whether the elements in it begin with tuples.
    has_tuples: bool,
    /// Whether the current position is in a tuple, where no space follows a comma.
    in_tuple: bool,
    /// The number of open bars in it.
    bars: usize,
    /// Whether a condition has begun; only `;` ends it.
    in_condition: bool,
}

struct Reader {
    open: Vec<Open>,
    /// The previous token, and whether no space may follow it, since it is a sign or an opening bar.
    last: TokenKind,
    clings: bool,
    /// Whether a term may end with the previous token.
    after_term: bool,
    /// Whether the body has begun.
    in_body: bool,
    /// Whether a colon begins the body, like in `#show t : body.`
    colon_is_arrow: bool,
    is_include: bool,
}

/// The spacing of each piece of a statement.
pub(super) fn of(pieces: &[Piece<'_>]) -> Vec<Spacing> {
    let first = pieces.first().map_or(End, |piece| token(piece));
    let mut reader = Reader {
        open: vec![Open { kind: End, has_tuples: false, in_tuple: false, bars: 0, in_condition: false }],
        last: End,
        clings: true,
        after_term: false,
        in_body: false,
        colon_is_arrow: matches!(first, Show | External | Project | Heuristic | Edge),
        is_include: first == Include,
    };
    let next = |i: usize| pieces[i + 1..].iter().find(|piece| !piece.kind.is_comment());
    let mut spacing: Vec<Spacing> = Vec::with_capacity(pieces.len());
    for (i, piece) in pieces.iter().enumerate() {
        let known = match piece.kind {
            Kind::Token(kind) => {
                let loose = piece.spaced || next(i).is_some_and(|next| next.spaced);
                reader.read(kind, loose, next(i).map_or(End, token))
            }
            _ => Spacing {
                apart: true,
                break_after: spacing.last().map_or(Break::None, |last| last.break_after),
            },
        };
        let behind_comment = i > 0 && pieces[i - 1].kind.is_comment();
        spacing.push(Spacing { apart: known.apart || behind_comment, ..known });
    }
    spacing
}

fn token(piece: &Piece<'_>) -> TokenKind {
    match piece.kind {
        Kind::Token(kind) => kind,
        _ => End,
    }
}

fn ends_term(kind: TokenKind) -> bool {
    matches!(
        kind,
        Identifier
            | Variable
            | Anonymous
            | Number
            | String
            | Infimum
            | Supremum
            | True
            | False
            | CloseParenthesis
    )
}

/// A token with its surroundings.
#[derive(Clone, Copy)]
struct Token {
    kind: TokenKind,
    last: TokenKind,
    next: TokenKind,
    /// Whether a space may stand before the token.
    apart: bool,
    /// Whether the author wrote a space on either side.
    loose: bool,
    /// Whether a term may end with the previous token.
    after_term: bool,
}

impl Reader {
    fn read(&mut self, kind: TokenKind, loose: bool, next: TokenKind) -> Spacing {
        let last = std::mem::replace(&mut self.last, kind);
        let apart = !std::mem::replace(&mut self.clings, false);
        let after_term = std::mem::replace(&mut self.after_term, ends_term(kind));
        let token = Token { kind, last, next, apart, loose, after_term };
        let Spacing { apart, break_after } = match kind {
            Comma | Semicolon | Dot | Colon | If | WeakIf => self.separator(token),
            OpenParenthesis | OpenBracket | OpenBrace | CloseParenthesis | CloseBracket | CloseBrace => {
                self.bracket(token)
            }
            _ => Spacing { apart: self.operator(token), break_after: Break::None },
        };
        let ends_elements = next == CloseBrace && kind != OpenBrace;
        let break_after = if ends_elements { Break::BeforeClose } else { break_after };
        Spacing { apart: apart && last != End, break_after }
    }

    fn separator(&mut self, Token { kind, last, apart, .. }: Token) -> Spacing {
        let is_outside = self.open.len() == 1;
        let scope = self.open.last_mut().expect("the statement itself is never closed");
        let (mut is_apart, mut break_after) = (false, Break::None);
        match kind {
            Comma => {
                self.clings = scope.in_tuple || matches!(scope.kind, OpenParenthesis | OpenBracket);
                if is_outside && self.in_body && !scope.in_condition {
                    break_after = Break::Body;
                }
            }
            Semicolon => {
                scope.in_condition = false;
                self.clings = matches!(scope.kind, OpenParenthesis) || scope.bars > 0;
                if scope.kind == OpenBrace {
                    scope.in_tuple = scope.has_tuples;
                    break_after = if scope.bars == 0 { Break::Element } else { Break::None };
                } else if is_outside && self.in_body {
                    break_after = Break::Body;
                }
            }
            Colon => {
                scope.in_tuple = false;
                if is_outside && self.colon_is_arrow && !self.in_body {
                    (self.in_body, break_after) = (true, Break::Body);
                } else {
                    scope.in_condition = true;
                }
                is_apart = last != OpenBrace || apart;
            }
            If | WeakIf => {
                self.in_body = true;
                scope.in_condition = false;
                is_apart = apart;
                if last != End {
                    break_after = Break::Body;
                }
            }
            _ => self.in_body = false,
        }
        Spacing { apart: is_apart, break_after }
    }

    fn bracket(&mut self, Token { kind, last, next, apart, .. }: Token) -> Spacing {
        let (mut is_apart, mut break_after) = (apart, Break::None);
        match kind {
            OpenParenthesis => {
                is_apart = apart && last != Identifier;
                self.enter(kind, false);
                self.clings = true;
            }
            OpenBracket => {
                self.enter(kind, true);
                self.clings = true;
            }
            OpenBrace => {
                let in_tuple = matches!(last, Count | Sum | SumPlus | Min | Max | Minimize | Maximize);
                self.enter(kind, in_tuple);
                break_after = if next == CloseBrace { Break::None } else { Break::Open };
            }
            CloseBrace => self.leave(),
            _ => {
                is_apart = false;
                self.leave();
            }
        }
        Spacing { apart: is_apart, break_after }
    }

    /// Whether a space stands before an operator, a bar or another token.
    fn operator(&mut self, Token { kind, apart, loose, after_term, .. }: Token) -> bool {
        let scope = self.open.last_mut().expect("the statement itself is never closed");
        match kind {
            Bar if scope.bars > 0 && after_term => {
                scope.bars -= 1;
                self.after_term = true;
                return false;
            }
            Bar if !after_term => {
                scope.bars += 1;
                self.clings = true;
            }
            Less | Greater if self.is_include => {
                self.clings = kind == Less;
                return kind == Less;
            }
            Minus | Tilde if !after_term => self.clings = true,
            Dots | Plus | Minus | Times | Power | Slash | Backslash | Caret | Question | Ampersand => {
                self.clings = !loose;
                return loose;
            }
            At => {
                self.clings = true;
                return apart && !after_term;
            }
            _ => {}
        }
        apart
    }

    fn enter(&mut self, kind: TokenKind, has_tuples: bool) {
        self.open.push(Open { kind, has_tuples, in_tuple: has_tuples, bars: 0, in_condition: false });
    }

    fn leave(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }
}
