//! Rewrites directives that have another name or another meaning today.
//!
//! ```text
//! #base.  #cumulative k.  #volatile k.    #program base.  #program step(k).  #program check(k).
//! #show p(X,Y).                           #show p/2.
//! #show p(X,1) : q(X).                    #show p(X,1) : p(X,1), q(X).
//! #compute { a, not b }.                  :- not a. :- b.
//! ```
//!
//! *Invariant:* a directive of another form stays unchanged.

use super::text::{Edits, Piece, Tokens};
use super::{Domain, Note};
use crate::lex::TokenKind;

/// The atoms of a `#hide` or `#show`.
pub(super) enum Shown {
    /// `#hide.`
    Everything,
    /// `p/n`, or `p(X,…)` with pairwise different variables only.
    Signature(String, usize),
    /// An atom with its condition.
    Atom {
        /// The predicate.
        name: String,
        /// The number of arguments.
        arity: usize,
        /// The atom.
        atom: String,
        /// The parts of the condition; empty without a condition.
        condition: Vec<String>,
    },
}

/// Parses the atoms of a `#hide` or `#show` of gringo 3; `None` for other forms.
pub(super) fn shown(tokens: &Tokens<'_>) -> Option<Shown> {
    let dot = tokens.find(&(0..tokens.len()), TokenKind::Dot)?;
    let rest = 1..dot;
    if rest.is_empty() {
        return Some(Shown::Everything);
    }
    let name = 1 + usize::from(tokens.kind(1) == TokenKind::Minus);
    if rest.len() == name + 2
        && tokens.kind(name) == TokenKind::Identifier
        && tokens.kind(name + 1) == TokenKind::Slash
    {
        let arity = tokens.word(name + 2).parse().ok()?;
        return Some(Shown::Signature(tokens.slice(&(1..name + 1)).to_owned(), arity));
    }
    let parts = tokens.split(&rest, &[TokenKind::Colon]);
    let (name, parentheses) = tokens.atom(&parts[0])?;
    let sign = if tokens.kind(parts[0].start) == TokenKind::Minus { "-" } else { "" };
    let arguments = arguments(tokens, &parentheses);
    let variables = tokens.variables(&parts[0]);
    let is_pattern = arguments.iter().all(|argument| {
        argument.len() == 1
            && matches!(tokens.kind(argument.start), TokenKind::Variable | TokenKind::Anonymous)
    });
    let anonymous = parts[0].clone().filter(|&i| tokens.kind(i) == TokenKind::Anonymous);
    let anonymous: Vec<usize> = anonymous.collect();
    if is_pattern && variables.len() + anonymous.len() == arguments.len() && parts.len() == 1 {
        return Some(Shown::Signature(format!("{sign}{name}"), arguments.len()));
    }
    let mut edits = Edits::default();
    for (number, i) in anonymous.into_iter().enumerate() {
        edits.replace(tokens.start(i), tokens.end(i), format!("Any{}", number + 1));
    }
    let renamed = edits.apply(&tokens.text[..tokens.end(parts[0].end - 1)]);
    Some(Shown::Atom {
        name: format!("{sign}{name}"),
        arity: arguments.len(),
        atom: renamed[tokens.start(parts[0].start)..].to_owned(),
        condition: parts[1..].iter().map(|part| tokens.slice(part).to_owned()).collect(),
    })
}

fn arguments(tokens: &Tokens<'_>, parentheses: &Piece) -> Vec<Piece> {
    if parentheses.len() < 3 {
        return Vec::new();
    }
    tokens.split(&(parentheses.start + 1..parentheses.end - 1), &[TokenKind::Comma])
}

impl Shown {
    /// The current `#show` statement for these atoms.
    pub(super) fn statement(&self) -> String {
        match self {
            Shown::Everything => "#show.".to_owned(),
            Shown::Signature(name, arity) => format!("#show {name}/{arity}."),
            Shown::Atom { atom, condition, .. } => {
                let mut body = vec![atom.clone()];
                body.extend(condition.iter().filter(|part| *part != atom).cloned());
                format!("#show {atom} : {}.", body.join(", "))
            }
        }
    }

    pub(super) fn signature(&self) -> Option<(&str, usize)> {
        match self {
            Shown::Everything => None,
            Shown::Signature(name, arity) | Shown::Atom { name, arity, .. } => Some((name, *arity)),
        }
    }

    /// The current `#show` statement for the other atoms of the predicate; `None` if no other atoms exist, an
    /// error if no single statement expresses them.
    pub(super) fn others(&self) -> Result<Option<String>, Note> {
        match self {
            Shown::Everything | Shown::Signature(..) => Ok(None),
            Shown::Atom { atom, condition, .. } => match &condition[..] {
                [only] if !only.starts_with("not ") => {
                    Ok(Some(format!("#show {atom} : {atom}, not {only}.")))
                }
                _ => Err(Note::error("no single statement of the current language hides these atoms")
                    .with_hint("show all other atoms, as in `#show p(X) : p(X), not hidden(X).`")),
            },
        }
    }
}

/// Whether the statement shows an atom with variables and has no body; in the current language the atom would
/// be an unsafe term.
pub(super) fn is_bare_show(tokens: &Tokens<'_>) -> bool {
    let whole = 0..tokens.len();
    tokens.word(0) == "#show"
        && tokens.find(&whole, TokenKind::Colon).is_none()
        && tokens.find(&whole, TokenKind::Dot).is_some_and(|dot| {
            let is_variable = |i| matches!(tokens.kind(i), TokenKind::Variable | TokenKind::Anonymous);
            tokens.atom(&(1..dot)).is_some() && (1..dot).any(is_variable)
        })
}

/// The atoms of a `#domain`.
pub(super) fn domains(tokens: &Tokens<'_>) -> Vec<Domain> {
    let Some(dot) = tokens.find(&(0..tokens.len()), TokenKind::Dot) else { return Vec::new() };
    let mut domains = Vec::new();
    for piece in tokens.split(&(1..dot), &[TokenKind::Comma]) {
        let text =
            super::term::conjunction(tokens, &piece).unwrap_or_else(|| tokens.slice(&piece).to_owned());
        let atoms = Tokens::new(&text);
        for atom in atoms.split(&(0..atoms.len()), &[TokenKind::Comma]) {
            let variables = atoms.variables(&atom).into_iter().map(str::to_owned).collect();
            domains.push(Domain { atom: atoms.slice(&atom).to_owned(), variables });
        }
    }
    domains
}

/// `#compute { a, not b }.` as constraints; `None` if an element has a condition.
pub(super) fn compute(tokens: &Tokens<'_>) -> Option<String> {
    let open = tokens.find(&(0..tokens.len()), TokenKind::OpenBrace)?;
    let close = tokens.close(open);
    if close >= tokens.len() {
        return None;
    }
    let mut constraints = Vec::new();
    for piece in tokens.split(&(open + 1..close), &[TokenKind::Comma]) {
        let (atom, negated) = tokens.without_not(&piece);
        tokens.atom(&atom)?;
        let atom = tokens.slice(&atom);
        constraints.push(if negated { format!(":- {atom}.") } else { format!(":- not {atom}.") });
    }
    Some(constraints.join(" "))
}
