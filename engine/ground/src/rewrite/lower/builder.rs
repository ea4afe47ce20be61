//! The builder of a rule: its variables and their scopes.
//!
//! Invariant: global variables are declared before any part is lowered, so that a variable of an element is
//! local exactly if it occurs in no other part of the rule.

use crate::ir::{Action, Element, Literal, Occurrence, Rule, Slot};
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::variables::{theory_variables, variables};
use crate::rewrite::undefined_terms;
use hamadryad_symbol::Name;
use hamadryad_syntax::ast::{self, BodyItem, BodyItemKind, TermKind};
use hamadryad_syntax::{Code, Diagnostic, Span};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A rule that is being built.
pub(crate) struct Builder<'l, 'a> {
    pub(crate) context: &'l mut Lowering<'a>,
    globals: HashMap<Name, Slot, FxBuildHasher>,
    /// The local variables of the element or conditional literal that is being lowered.
    locals: Option<HashMap<Name, Slot, FxBuildHasher>>,
    names: Vec<Option<Name>>,
    places: Vec<Span>,
    global: Vec<bool>,
    occurrences: usize,
    span: Span,
}

impl<'l, 'a> Builder<'l, 'a> {
    pub(crate) fn new(
        context: &'l mut Lowering<'a>,
        body: &[BodyItem],
        head: &[&ast::Term],
        span: Span,
    ) -> Self {
        let parameters = context.parameters;
        let mut builder = Builder {
            context,
            globals: HashMap::default(),
            locals: None,
            names: parameters.iter().map(|&name| Some(name)).collect(),
            places: vec![span; parameters.len()],
            global: vec![true; parameters.len()],
            occurrences: 0,
            span,
        };
        for term in head {
            builder.declare(term);
        }
        for item in body {
            builder.declare_item(item);
        }
        builder
    }

    pub(crate) fn declare(&mut self, term: &ast::Term) {
        let mut seen = Vec::new();
        variables(term, &mut |name, span| seen.push((name, span)));
        for (name, span) in seen {
            self.slot(name, span);
        }
    }

    pub(crate) fn declare_item(&mut self, item: &BodyItem) {
        match &item.node {
            BodyItemKind::Literal(literal) => match &literal.node.atom {
                ast::Atom::Boolean(_) => {}
                ast::Atom::Predicate(term) => self.declare(term),
                ast::Atom::Comparison(first, rest) => {
                    self.declare(first);
                    rest.iter().for_each(|(_, term)| self.declare(term));
                }
            },
            BodyItemKind::Aggregate { left, right, .. } | BodyItemKind::Set { left, right, .. } => {
                left.iter().chain(right).for_each(|(_, term)| self.declare(term));
            }
            BodyItemKind::Theory(_, atom) => self.declare_theory(atom),
            BodyItemKind::Conditional(_) => {}
        }
    }

    /// Declares the variables of a theory atom that are not local to its elements.
    pub(crate) fn declare_theory(&mut self, atom: &ast::TheoryAtom) {
        self.declare(&atom.name);
        let mut seen = Vec::new();
        if let Some(guard) = &atom.guard {
            theory_variables(&guard.term, &mut |name, span| seen.push((name, span)));
        }
        for (name, span) in seen {
            self.slot(name, span);
        }
    }

    /// The rule with the variables seen so far. The builder is empty afterwards.
    pub(crate) fn finish(&mut self, action: Action, body: Vec<Literal>) -> Rule {
        Rule {
            action,
            body,
            parameters: self.context.parameters.len(),
            names: std::mem::take(&mut self.names),
            places: std::mem::take(&mut self.places),
            global: std::mem::take(&mut self.global),
            occurrences: self.occurrences,
            since: 0,
            span: self.span,
            number: u32::MAX,
        }
    }

    pub(crate) fn slot(&mut self, name: Name, span: Span) -> Slot {
        let known = self.globals.get(&name).or_else(|| self.locals.as_ref()?.get(&name));
        if let Some(&slot) = known {
            return slot;
        }
        let slot = self.fresh(Some(name), span);
        self.locals.as_mut().unwrap_or(&mut self.globals).insert(name, slot);
        slot
    }

    pub(crate) fn fresh(&mut self, name: Option<Name>, span: Span) -> Slot {
        self.names.push(name);
        self.places.push(span);
        self.global.push(self.locals.is_none());
        self.names.len() - 1
    }

    pub(crate) fn occurrence(&mut self) -> Occurrence {
        self.occurrences += 1;
        Occurrence(self.occurrences - 1)
    }

    /// Warns of global variables in the tuples of an aggregate, where the author probably expects new
    /// variables. Each tuple comes with its lowered element; elements without an instance cause no warning.
    pub(crate) fn warn_of_globals<'t>(
        &mut self,
        tuples: impl Iterator<Item = (&'t [ast::Term], &'t Element)>,
    ) {
        let mut found: Vec<(Name, Span)> = Vec::new();
        let symbols = &*self.context.symbols;
        let terms = tuples
            .filter(|(_, element)| !undefined_terms::is_void(element, symbols))
            .flat_map(|(tuple, _)| tuple);
        for term in terms {
            // The values of an interval differ from its bounds.
            if matches!(term.node, TermKind::Interval(..)) {
                continue;
            }
            variables(term, &mut |name, span| {
                if self.globals.contains_key(&name) && found.iter().all(|&(other, _)| other != name) {
                    found.push((name, span));
                }
            });
        }
        for (name, span) in found {
            let text = self.context.symbols.text(name);
            let message = format!("global variable in tuple of aggregate element: `{text}` is bound outside");
            self.context.defer(Diagnostic::warning(Code::GlobalVariable, span, message));
        }
    }

    /// Lowers an element or a conditional literal, which has local variables.
    pub(crate) fn scoped<T>(&mut self, rewrite: impl FnOnce(&mut Self) -> T) -> T {
        self.locals = Some(HashMap::default());
        let result = rewrite(self);
        self.locals = None;
        result
    }
}
