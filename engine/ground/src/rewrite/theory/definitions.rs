//! The theories of a program: the theory atoms that they define, with positions, guards and grammars.
//!
//! A theory may come after its atoms, so atoms are checked when the program is complete. A grammar is looked
//! up when an atom uses it.

use crate::rewrite::theory::built_in::{self, Position};
use crate::rewrite::theory::grammar::Grammar;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast::{
    Spanned, TheoryAtomDefinition, TheoryGuardDefinition, TheoryOperatorKind, TheoryPlace,
    TheoryTermDefinition,
};
use hamadryad_syntax::{Code, Diagnostic, Span};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// The theories of a program.
#[derive(Clone, Default)]
pub(crate) struct Theories {
    names: Map<Name, Span>,
    grammars: Map<(Name, Name), Grammar>,
    atoms: Map<(Name, u32), Definition>,
}

/// The definition of a theory atom.
#[derive(Clone)]
struct Definition {
    theory: Name,
    span: Span,
    elements: Name,
    guard: Option<TheoryGuardDefinition>,
    place: TheoryPlace,
}

/// The definitions that apply to a theory atom in its position.
#[derive(Clone, Copy)]
pub(crate) struct Use<'t> {
    pub is_directive: bool,
    /// Whether the atom is built in; then it has no grammar.
    pub is_built_in: bool,
    pub elements: Option<&'t Grammar>,
    pub guard: Option<&'t Grammar>,
}

fn error(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::Theory, span, message)
}

impl Theories {
    /// The number of theories.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Adds a theory. Names that are defined already are errors.
    pub(crate) fn define(
        &mut self,
        symbols: &Symbols,
        name: Spanned<Name>,
        terms: &[TheoryTermDefinition],
        atoms: &[TheoryAtomDefinition],
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let again = |what: String, span: Span, first: Span| {
            error(span, format!("{what} is defined twice")).with_label(first, "first defined here")
        };
        let text = |name: Name| symbols.text(name);
        if let Some(&first) = self.names.get(&name.node) {
            return vec![again(format!("the theory `{}`", text(name.node)), name.span, first)];
        }
        self.names.insert(name.node, name.span);
        for term in terms {
            let mut grammar =
                Grammar { name: Some(term.name.node), span: Some(term.name.span), ..Grammar::default() };
            for definition in &term.operators {
                let is_unary = definition.kind == TheoryOperatorKind::Unary;
                let groups_left = definition.kind == TheoryOperatorKind::BinaryLeft;
                let operator = definition.operator;
                let key = (operator.node, is_unary);
                if let Some(&(.., first)) = grammar.operators.get(&key) {
                    let arity = if is_unary { "unary" } else { "binary" };
                    let what = format!("the {arity} operator `{}`", text(operator.node));
                    found.push(again(what, operator.span, first));
                } else {
                    grammar.operators.insert(key, (definition.priority, groups_left, operator.span));
                }
            }
            match self.grammars.get(&(name.node, term.name.node)).and_then(|first| first.span) {
                Some(first) => {
                    found.push(again(
                        format!("the grammar `{}`", text(term.name.node)),
                        term.name.span,
                        first,
                    ));
                }
                None => drop(self.grammars.insert((name.node, term.name.node), grammar)),
            }
        }
        for atom in atoms {
            let key = (atom.name.node, atom.arity);
            if built_in::is_spelled_out(symbols, name.node, key) {
                found.extend(built_in::misspelled(symbols, atom));
            }
            if let Some(first) = self.atoms.get(&key) {
                let what = format!("the theory atom `&{}/{}`", text(key.0), key.1);
                found.push(again(what, atom.name.span, first.span));
                continue;
            }
            let definition = Definition {
                theory: name.node,
                span: atom.name.span,
                elements: atom.elements.node,
                guard: atom.guard.clone(),
                place: atom.place,
            };
            self.atoms.insert(key, definition);
        }
        found
    }

    /// The definitions that apply to a theory atom, or its errors.
    pub(crate) fn look_up(
        &self,
        symbols: &Symbols,
        (name, arity): (Name, u32),
        span: Span,
        position: Position,
        guard: Option<Spanned<Name>>,
    ) -> Result<Use<'_>, Vec<Diagnostic>> {
        let atom = format!("`&{}/{arity}`", symbols.text(name));
        let definition = self.atoms.get(&(name, arity));
        let is_own =
            |definition: &&Definition| !built_in::is_spelled_out(symbols, definition.theory, (name, arity));
        let Some(definition) = definition.filter(is_own) else {
            if !built_in::is_known(symbols, (name, arity)) {
                return Err(vec![self.undefined(symbols, name, &atom, span)]);
            }
            let found = built_in::misplaced(&atom, span, position, guard);
            let known = Use { is_directive: false, is_built_in: true, elements: None, guard: None };
            return if found.is_empty() { Ok(known) } else { Err(found) };
        };
        if let Some((message, hint)) = misplaced(definition.place, position) {
            let error = error(span, format!("{atom} {message}"));
            return Err(vec![error.with_hint(hint).with_label(definition.span, "as it is defined here")]);
        }
        let mut found = Vec::new();
        let mut grammar = |name: Name| {
            let grammar = self.grammars.get(&(definition.theory, name));
            if grammar.is_none() {
                let (term, theory) = (symbols.text(name), symbols.text(definition.theory));
                let message =
                    format!("the theory `{theory}` has no grammar `{term}` for the terms of {atom}");
                let error = error(span, message).with_label(definition.span, "it is asked for here");
                found.push(error.with_hint(format!("add `{term} {{ }}` with its operators to the theory")));
            }
            grammar
        };
        let elements = grammar(definition.elements);
        let guard_grammar = match (guard, &definition.guard) {
            (Some(_), Some(allowed)) => grammar(allowed.grammar.node),
            _ => None,
        };
        match (guard, &definition.guard) {
            (Some(operator), None) => {
                let error = error(operator.span, format!("{atom} has no guard"));
                found.push(error.with_label(definition.span, "as it is defined here"));
            }
            (Some(operator), Some(allowed)) => {
                found.extend(not_allowed(symbols, operator, allowed, &atom, definition.span));
            }
            (None, _) => {}
        }
        match elements {
            Some(elements) if found.is_empty() => Ok(Use {
                is_directive: definition.place == TheoryPlace::Directive,
                is_built_in: false,
                elements: Some(elements),
                guard: guard_grammar,
            }),
            _ => Err(found),
        }
    }

    fn undefined(&self, symbols: &Symbols, name: Name, atom: &str, span: Span) -> Diagnostic {
        let error = error(span, format!("no theory defines {atom}"));
        let same = self.atoms.iter().find(|((other, _), _)| *other == name);
        match same {
            Some(((_, arity), definition)) => {
                let text = format!("`&{}/{arity}` is defined here", symbols.text(name));
                error.with_label(definition.span, text)
            }
            None if built_in::is_name(symbols, name) => {
                error.with_hint("`&circuit` and `&circuit(undirected)` are built in")
            }
            None => error.with_hint("a `#theory` says which theory atoms there are, with how many arguments"),
        }
    }
}

/// The reason why a theory atom may not have this position, and a remedy.
fn misplaced(place: TheoryPlace, position: Position) -> Option<(&'static str, &'static str)> {
    match (place, position) {
        (TheoryPlace::Head, Position::Body) => {
            Some(("stands in heads only", "let its theory say `any` instead of `head`"))
        }
        (TheoryPlace::Body, Position::Head { .. }) => {
            Some(("stands in bodies only", "let its theory say `any` instead of `body`"))
        }
        (TheoryPlace::Directive, Position::Body) => {
            Some(("is a directive, and stands in no body", "let its theory say `any` instead of `directive`"))
        }
        (TheoryPlace::Directive, Position::Head { has_body: true }) => Some((
            "is a directive, and has no body",
            "write the body as the conditions of its elements, or let its theory say `head`",
        )),
        _ => None,
    }
}

/// The error in the operator of a guard, if there is one.
fn not_allowed(
    symbols: &Symbols,
    operator: Spanned<Name>,
    allowed: &TheoryGuardDefinition,
    atom: &str,
    span: Span,
) -> Option<Diagnostic> {
    if allowed.operators.iter().any(|other| other.node == operator.node) {
        return None;
    }
    let text = symbols.text(operator.node);
    let quoted: Vec<String> =
        allowed.operators.iter().map(|other| format!("`{}`", symbols.text(other.node))).collect();
    let mut found = error(operator.span, format!("`{text}` does not begin a guard of {atom}"))
        .with_label(span, "as it is defined here");
    let prefix = allowed.operators.iter().map(|other| symbols.text(other.node));
    let prefix = prefix.filter(|other| text.starts_with(other)).max_by_key(|other| other.len());
    found.hint = match prefix {
        Some(prefix) => Some(format!("white space divides it: `{prefix} {}`", &text[prefix.len()..])),
        None if quoted.is_empty() => None,
        None => Some(format!("it may begin with {}", quoted.join(", "))),
    };
    Some(found)
}
