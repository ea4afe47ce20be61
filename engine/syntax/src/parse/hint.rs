//! Hints about common errors: habits from other languages and from older versions of this language.
//!
//! *Invariant:* a hint is a function of tokens and texts; it never decides whether a program is correct.

use crate::lex::{KEYWORDS, Token, TokenKind};
use crate::nearest::nearest;

pub(super) const LOWER_CASE: &str =
    "names of predicates, functions and constants begin with a lower-case letter";
pub(super) const PARENTHESES: &str = "an atom has no parentheses around it";
pub(super) const NO_FRACTIONS: &str = "numbers are integers: scale them up, or put the number into a string";
pub(super) const ONE_IF: &str = "a rule has one `:-`; the statement before it may lack its `.`";
pub(super) const DOT_BEFORE_BRACKET: &str = "brackets follow the `.` of a statement, as in `:~ a. [1@2]`";
pub(super) const ASSIGNMENT: &str = "`=` compares, and binds an unbound variable";
pub(super) const CONDITION: &str = "only a literal can have a condition here";
pub(super) const INTERVAL: &str = "`..` makes an interval; a statement ends with a single dot";
pub(super) const BRACES: &str = "elements are written in braces, as in `{ weight,term : condition ; … }`";
pub(super) const SEMICOLON: &str = "elements in braces are separated by `;`";
pub(super) const DOT_IN_COMMENT: &str =
    "the `.` on that line is in a comment, which `%` begins; the remainder of a division is written `\\`";

pub(super) const COMMENT: &str = "a comment begins with `%`; `%*` and `*%` enclose one of several lines";
pub(super) const HEAD_FIRST: &str = "a rule is written with its head first: `head :- body.`";

pub(super) const NO_OPERATORS: &str =
    "`.`, `:`, `;` and `:-` alone are not operators; runs such as `..` and `::` are";
pub(super) const NO_ANONYMOUS: &str =
    "a variable in a theory term has a name that its condition or the body binds";

/// The hint for an unexpected token, given the token before it.
pub(super) fn between(last: Token, token: Token) -> Option<&'static str> {
    use TokenKind::*;
    let adjacent = last.end == token.start;
    Some(match (last.kind, token.kind) {
        (Equal, Less) if adjacent => "less or equal is written `<=`",
        (Equal, Greater) if adjacent => "greater or equal is written `>=`",
        (Backslash, Equal) if adjacent => "unequal is written `!=`",
        (Colon, Equal) if adjacent => ASSIGNMENT,
        (Minus, Greater) if adjacent => HEAD_FIRST,
        (Equal, Slash) if adjacent => "unequal is written `!=`",
        (Slash, Slash) if adjacent => "`/` divides integers and drops the remainder, which `\\` computes",
        (Ampersand, Ampersand) if adjacent => "`,` separates the parts of a body, which must all hold",
        (Comma | Semicolon, Dot | If | CloseParenthesis | CloseBrace | CloseBracket) => {
            "an element after the separator is missing, or the separator is superfluous"
        }
        (_, Not) => "`not` is not a name; it precedes literals only",
        _ => return None,
    })
}

/// The hint for a word or sign of another language, given the text from the unexpected token on.
pub(super) fn for_foreign(rest: &str) -> Option<&'static str> {
    if rest.starts_with("\\+") {
        return Some("negation is written `not a`");
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\'').unwrap_or(rest.len());
    Some(match &rest[..end] {
        "and" => "`,` separates the parts of a body, which must all hold",
        "or" => "a body has no disjunction: write a rule for each alternative; in a head, `;` separates them",
        "is" => "`=` computes and binds, as in `X = Y+2`",
        "mod" => "the remainder of a division is written `\\`, as in `X \\ 2`",
        "if" => HEAD_FIRST,
        _ => return None,
    })
}

/// The replacement of an operator or word of another language: the number of bytes before the unexpected token
/// that are replaced, the number from its start on, and the new text.
pub(super) fn replacement(last: Token, token: Token, rest: &str) -> Option<(u32, u32, &'static str)> {
    use TokenKind::*;
    if last.end == token.start {
        match (last.kind, token.kind) {
            (Equal, Less) => return Some((1, 1, "<=")),
            (Equal, Greater) => return Some((1, 1, ">=")),
            (Backslash, Equal) => return Some((1, token.end - token.start, "!=")),
            (Colon, Equal) => return Some((1, token.end - token.start, "=")),
            (Equal, Slash) if rest.starts_with("/=") => return Some((1, 2, "!=")),
            (Slash, Slash) => return Some((1, 1, "/")),
            (Ampersand, Ampersand) => return Some((1, 1, ",")),
            _ => {}
        }
    }
    if let Some(negated) = rest.strip_prefix("\\+") {
        return Some((0, 2, if negated.starts_with(' ') { "not" } else { "not " }));
    }
    if rest.starts_with(":=") {
        return Some((0, 2, "="));
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\'').unwrap_or(rest.len());
    Some(match &rest[..end] {
        "and" => (0, 3, ","),
        "is" => (0, 2, "="),
        "mod" => (0, 3, "\\"),
        "if" => (0, 2, ":-"),
        _ => return None,
    })
}

/// The replacement of a character that begins no token.
pub(super) fn replacement_of_character(text: &str) -> Option<&'static str> {
    Some(match text {
        "“" | "”" | "„" | "«" | "»" => "\"",
        "≠" => "!=",
        "≤" => "<=",
        "≥" => ">=",
        "←" => ":-",
        "¬" => "not ",
        "…" => "..",
        "\u{a0}" => " ",
        _ => return None,
    })
}

/// A message quotes at most this number of characters of a program.
const LONGEST_QUOTE: usize = 40;

/// The length above which a word resembles no directive.
const LONGEST_WORD: usize = 20;

/// The hint for an unknown directive: the replacement of an old directive, or the most similar keyword.
pub(super) fn for_directive(text: &str) -> Option<String> {
    let hint = match text {
        "#hide" => "`#show` selects the atoms to show; `#show.` alone hides all other atoms",
        "#base" => "write `#program base.`",
        "#cumulative" => "write `#program step(t).`",
        "#volatile" => "write `#program check(t).` and make the rules depend on an `#external`",
        "#domain" => "write the atom into the body of every rule that has its variable",
        "#compute" => "write the literals as constraints: `:- not a.`",
        "#avg" => "compare a `#sum` with a multiple of a `#count`",
        "#times" | "#even" | "#odd" => {
            "this aggregate no longer exists; `\\` gives the remainder of a `#sum` or `#count`"
        }
        "#import" => "write `#include \"file\".`",
        "#begin_lua" | "#begin_python" | "#begin_gringo" => "write `#script (language) … #end.`",
        "#end" => "`#end` ends the code of a `#script` only",
        "#" => "`#` is followed by the name of a directive or an aggregate",
        _ => {
            let meant = similar_keyword(text)?;
            return Some(format!("did you mean `#{meant}`?"));
        }
    };
    Some(hint.to_owned())
}

/// The keyword, without `#`, that is most similar to an unknown directive.
pub(super) fn similar_keyword(text: &str) -> Option<&'static str> {
    let candidates = || KEYWORDS.iter().map(|&(word, _)| word);
    if text.len() > LONGEST_WORD { None } else { nearest(&text[1..], candidates()) }
}

/// The message and hint for a character that begins no token.
pub(super) fn for_character(text: &str) -> (String, Option<&'static str>) {
    let character = text.chars().next().unwrap_or('\0');
    let message = match character {
        c if c.is_control() || c.is_whitespace() => {
            format!("the character U+{:04X} cannot stand here", u32::from(c))
        }
        _ => format!("`{text}` cannot stand here"),
    };
    let hint = match character {
        '!' => Some("negation is written `not a`, and unequal `!=`"),
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => Some("strings are written with `\"`"),
        '≠' => Some("unequal is written `!=`"),
        '≤' => Some("less or equal is written `<=`"),
        '≥' => Some("greater or equal is written `>=`"),
        '←' => Some("a rule is written `head :- body.`"),
        '¬' => Some("negation is written `not a`, or `-a` for an atom that is known to be false"),
        '…' => Some("an interval is written with two dots: `1..3`"),
        c if c.is_alphabetic() => Some("names consist of a-z, A-Z, 0-9, `_` and `'`"),
        c if c.is_whitespace() => Some("this character is not an ordinary space"),
        _ => None,
    };
    (message, hint)
}

/// A hint shows the current form of a statement up to this length; of a longer form, the first line that
/// differs.
const LONGEST_FORM: usize = 160;

/// The hint for a statement of gringo 3 that has a current form.
pub(super) fn for_old_form(old: &str, form: &str) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let has_comment = form.contains('%');
    if form.len() <= LONGEST_FORM && !has_comment {
        return format!("this is the language of gringo 3; today it is written `{}`", one_line(form));
    }
    let line = |at: usize| form[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let differs = old.bytes().zip(form.bytes()).position(|(was, is)| was != is).unwrap_or(0);
    let differs = (0..=differs).rev().find(|&at| form.is_char_boundary(at)).unwrap_or(0);
    let start = line(differs);
    let changed: String =
        form[start..].lines().next().unwrap_or_default().chars().take(LONGEST_FORM).collect();
    format!("this is the language of gringo 3; today it is written `… {} …`", one_line(&changed))
}

/// The first line of a text in quotes, shortened.
pub(super) fn quote(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(LONGEST_QUOTE).collect();
    let cut = if short.len() < text.len() { "…" } else { "" };
    format!("`{short}{cut}`")
}

/// The first unknown escape sequence of a string, with its offset.
pub(super) fn unknown_escape(literal: &str) -> (usize, &str) {
    let mut characters = literal.char_indices();
    while let Some((at, character)) = characters.next() {
        if character == '\\'
            && let Some((next, escaped)) = characters.next()
            && !matches!(escaped, '"' | '\\' | 'n')
        {
            return (at, &literal[at..next + escaped.len_utf8()]);
        }
    }
    (0, literal)
}
