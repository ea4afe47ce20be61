//! Grammars of theory terms: the operators with their priorities.

use crate::rewrite::theory::operators::Operator;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast::Spanned;
use hamadryad_syntax::{Code, Diagnostic, Span};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The operators of terms.
#[derive(Clone, Default)]
pub(crate) struct Grammar {
    pub name: Option<Name>,
    pub span: Option<Span>,
    /// By operator and whether it is unary: its priority, whether it groups to the left, and its place.
    pub operators: IndexMap<(Name, bool), (u32, bool, Span), FxBuildHasher>,
}

impl Grammar {
    /// The operator, or an error if the grammar lacks it.
    pub(crate) fn operator(
        &self,
        symbols: &Symbols,
        operator: Spanned<Name>,
        is_unary: bool,
    ) -> Result<Operator, Diagnostic> {
        let name = operator.node;
        if let Some(&(priority, groups_left, _)) = self.operators.get(&(name, is_unary)) {
            return Ok(Operator { name, priority, is_unary, groups_left });
        }
        let text = symbols.text(name);
        let arity = if is_unary { "unary" } else { "binary" };
        let grammar = self.name.map_or("", |name| symbols.text(name));
        let mut found = Diagnostic::error(
            Code::Theory,
            operator.span,
            format!("`{text}` is no {arity} operator of `{grammar}`"),
        );
        if let Some((left, right)) = self.division(symbols, text, is_unary) {
            found.hint = Some(format!("white space divides it: `{left} {right}`"));
        } else if let Some(&(.., span)) = self.operators.get(&(name, !is_unary)) {
            let other = if is_unary { "binary" } else { "unary" };
            found.labels.push((span, format!("it is a {other} one")));
        }
        if let (true, Some(span)) = (found.labels.is_empty(), self.span) {
            found.labels.push((span, "the grammar is defined here".to_owned()));
        }
        Err(found)
    }

    /// Divides the text of an operator into an operator or the end of an element, and a unary operator.
    fn division<'s>(&self, symbols: &Symbols, text: &'s str, is_unary: bool) -> Option<(&'s str, &'s str)> {
        let has = |text: &str, unary: bool| {
            self.operators.keys().any(|&(name, other)| other == unary && symbols.text(name) == text)
        };
        // Operators consist of ASCII characters.
        (1..text.len())
            .rev()
            .map(|place| text.split_at(place))
            .find(|&(left, right)| (has(left, is_unary) || !is_unary && left == ";") && has(right, true))
    }
}
