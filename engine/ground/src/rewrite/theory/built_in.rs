//! Built-in theory atoms: the solver enforces their meaning.
//!
//! ```text
//! &circuit { (U,V) : next(U,V) }.                    the true arcs are one circuit through all nodes
//! &circuit(undirected) { (U,V) : link(U,V) } :- b.   where b holds, the edges are
//! ```
//!
//! If a `#theory` of the program defines such an atom, this definition replaces the built-in atom. Only a
//! theory named `hamadryad` states the built-in definition itself, for other systems that read the program.

use hamadryad_symbol::{Name, Symbols, View};
use hamadryad_syntax::ast::{
    self, Brackets, Spanned, TermKind, TheoryAtomDefinition, TheoryElement, TheoryOperand, TheoryPlace,
    TheoryTerm, TheoryTermKind,
};
use hamadryad_syntax::{Code, Diagnostic, Span};

/// The theory whose definitions are built in.
const THEORY: &str = "hamadryad";

/// The position of a theory atom in its rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Body,
    Head { has_body: bool },
}

fn error(span: Span, message: impl Into<String>, hint: &str) -> Diagnostic {
    Diagnostic::error(Code::Theory, span, message.into()).with_hint(hint)
}

/// Whether built-in theory atoms have this name, with any number of arguments.
pub(crate) fn is_name(symbols: &Symbols, name: Name) -> bool {
    symbols.text(name) == "circuit"
}

/// Whether theory atoms with this name and number of arguments are built in.
pub(crate) fn is_known(symbols: &Symbols, (name, arity): (Name, u32)) -> bool {
    is_name(symbols, name) && arity <= 1
}

/// Whether a definition in this theory states a built-in atom.
pub(crate) fn is_spelled_out(symbols: &Symbols, theory: Name, key: (Name, u32)) -> bool {
    symbols.text(theory) == THEORY && is_known(symbols, key)
}

/// The error in a definition that states a built-in atom, if it differs from the built-in definition.
pub(crate) fn misspelled(symbols: &Symbols, definition: &TheoryAtomDefinition) -> Option<Diagnostic> {
    let is_right = definition.guard.is_none() && definition.place == TheoryPlace::Head;
    let (name, arity) = (symbols.text(definition.name.node), definition.arity);
    (!is_right).then(|| {
        let message = format!("`&{name}/{arity}` of the theory `{THEORY}` stands in heads, and has no guard");
        error(definition.name.span, message, "a theory of another name may define it in another way")
    })
}

/// The errors in the position and guard of a built-in atom.
pub(crate) fn misplaced(
    atom: &str,
    span: Span,
    position: Position,
    guard: Option<Spanned<Name>>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if position == Position::Body {
        found.push(error(
            span,
            format!("{atom} is built in, and stands in heads only"),
            "make it the head of a rule, and what it depends on the body; a `#theory` that defines it takes the name",
        ));
    }
    found.extend(guard.map(|operator| {
        let hint =
            "say what else has to hold in a constraint; a `#theory` that defines the atom takes the name";
        error(operator.span, format!("{atom} is built in, and has no guard"), hint)
    }));
    found
}

/// The error in the argument of a built-in atom.
pub(crate) fn wrong_argument(symbols: &Symbols, argument: &ast::Term) -> Option<Diagnostic> {
    let is_right = matches!(&argument.node, TermKind::Symbol(symbol)
        if matches!(symbols.view(*symbol), View::Function { name, arguments: [], positive: true }
            if symbols.text(name) == "undirected"));
    let message = "the argument of `&circuit` is `undirected`, or there is none";
    let hint = "`&circuit { (U,V) : … }` is about arcs, `&circuit(undirected) { (U,V) : … }` about edges without direction";
    (!is_right).then(|| error(argument.span, message, hint))
}

/// The errors in the elements of a built-in atom.
pub(crate) fn wrong_elements(symbols: &Symbols, elements: &[TheoryElement]) -> Vec<Diagnostic> {
    elements.iter().filter_map(|element| wrong_element(symbols, element)).collect()
}

fn wrong_element(symbols: &Symbols, element: &TheoryElement) -> Option<Diagnostic> {
    let no_pair = |span: Span, hint: &str| {
        Some(error(span, "an element of `&circuit` is a pair of nodes, such as `(U,V)`", hint))
    };
    match &element.tuple[..] {
        [TheoryTerm { node: TheoryTermKind::Sequence(Brackets::Round, nodes), .. }] if nodes.len() == 2 => {
            nodes.iter().find_map(|node| wrong_node(symbols, node))
        }
        [term] => no_pair(
            term.span,
            match term.node {
                TheoryTermKind::Variable(_) => "write the pair out: `(U,V) : arc(A), A = (U,V)`",
                _ => "an arc from `U` to `V` is `(U,V)`, whatever else is known of it",
            },
        ),
        [_, _] => no_pair(element.span.0, "parentheses make two terms a pair: `(U,V)`"),
        _ => no_pair(element.span.0, "an arc from `U` to `V` is `(U,V)`, whatever else is known of it"),
    }
}

fn wrong_node(symbols: &Symbols, node: &TheoryTerm) -> Option<Diagnostic> {
    match &node.node {
        TheoryTermKind::Symbol(_) | TheoryTermKind::Variable(_) => None,
        TheoryTermKind::Function(_, terms) | TheoryTermKind::Sequence(Brackets::Round, terms) => {
            terms.iter().find_map(|term| wrong_node(symbols, term))
        }
        TheoryTermKind::Sequence(..) => Some(error(
            node.span,
            "a node of `&circuit` is a term as in atoms: no set, no list",
            "a tuple is a term: `(a,b)`",
        )),
        TheoryTermKind::Operation(operands) => match &operands[..] {
            [operand] if is_negative(symbols, operand) => wrong_node(symbols, &operand.term),
            _ => Some(error(
                node.span,
                "nothing is computed in the nodes of `&circuit`",
                "let the condition do it: `(U,W) : next(U,V), W = V+1`",
            )),
        },
    }
}

/// Whether the operand is a term with a minus: `-1`, `-a` or `-f(t)`.
fn is_negative(symbols: &Symbols, operand: &TheoryOperand) -> bool {
    let is_term = matches!(operand.term.node, TheoryTermKind::Symbol(_) | TheoryTermKind::Function(..));
    is_term && matches!(&operand.operators[..], [operator] if symbols.text(operator.node) == "-")
}
