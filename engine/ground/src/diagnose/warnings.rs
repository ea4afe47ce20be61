//! What there is to warn of when a program is grounded: each place once.

use crate::arithmetic;
use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::diagnose::heads::{Derivable, Heads};
use crate::instantiate::join::Warnings;
use crate::ir::{Action, Atom, Rule};
use crate::rewrite::projection::Projections;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Signature, Symbols};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};
use hashbrown::HashSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// Checks that atoms of bodies are in heads.
#[derive(Clone, Default)]
pub(crate) struct UndefinedAtoms {
    pub heads: Heads,
    /// The signatures of `#defined`.
    pub defined: HashSet<Signature, FxBuildHasher>,
    /// What is in heads and bodies that may have an instance.
    pub mentioned: HashSet<PredicateId, FxBuildHasher>,
    /// The places that have been warned of.
    places: HashSet<Span, FxBuildHasher>,
}

impl UndefinedAtoms {
    /// Warns of atoms in the body and the conditions of a rule that no rule derives.
    pub(crate) fn check(
        &mut self,
        rule: &Rule,
        base: &Base,
        projections: &Projections,
        symbols: &Symbols,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut atoms: Vec<&Atom> = Vec::new();
        rule.body.iter().for_each(|literal| literal.predicates(&mut |_, atom, _| atoms.push(atom)));
        match &rule.action {
            // What a directive speaks of need not be there.
            Action::Heuristic { atom, .. } | Action::Project(atom) => {
                atoms.retain(|other| other.span != atom.span);
            }
            action => action.predicates(&mut |_, atom, _| atoms.push(atom)),
        }
        found.extend(atoms.into_iter().filter_map(|atom| match projections.origin(atom) {
            Some(origin) => self.check_atom(rule, &origin, base, symbols),
            None => self.check_atom(rule, atom, base, symbols),
        }));
    }

    /// Notes what the rule speaks of.
    pub(crate) fn mention(&mut self, rule: &Rule, projections: &Projections) {
        let mentioned = &mut self.mentioned;
        mentioned.extend(rule.action.heads().into_iter().map(|head| head.predicate));
        let mut visit = |_, atom: &Atom, _| {
            mentioned.insert(projections.origin(atom).map_or(atom.predicate, |origin| origin.predicate));
        };
        rule.body.iter().for_each(|literal| literal.predicates(&mut visit));
        rule.action.predicates(&mut visit);
    }

    fn check_atom(&mut self, rule: &Rule, atom: &Atom, base: &Base, symbols: &Symbols) -> Option<Diagnostic> {
        let domain = base.domain(atom.predicate);
        let signature = domain.signature?;
        let is_void = undefined_terms::in_terms(&atom.arguments, symbols).is_some();
        if domain.len() > 0 || is_void || self.defined.contains(&signature) {
            return None;
        }
        let text = describe(signature, symbols);
        let message = match self.heads.derivable(rule, atom, symbols) {
            Derivable::Perhaps => return None,
            Derivable::Never => format!("{text} does not occur in any rule head"),
            Derivable::NotThis => format!("no rule head of {text} matches this atom"),
        };
        let is_new = self.places.insert(atom.span);
        is_new.then(|| Diagnostic::warning(Code::AtomUndefined, atom.span, message))
    }
}

/// The warning of a `#show p/n.` where nothing of the program is of this signature.
pub(crate) fn nothing_to_show(signature: Signature, span: Span, symbols: &Symbols) -> Diagnostic {
    let message = format!("no atoms over signature occur in program: {}", describe(signature, symbols));
    Diagnostic::warning(Code::AtomUndefined, span, message)
}

fn describe(signature: Signature, symbols: &Symbols) -> String {
    let sign = if signature.positive { "" } else { "-" };
    format!("`{sign}{}/{}`", symbols.text(signature.name), signature.arity)
}

impl Warnings {
    /// The warnings as diagnostics.
    pub(crate) fn diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        places(&mut diagnostics, self.undefined, Code::OperationUndefined, "operation undefined");
        diagnostics.extend(self.overflows.into_iter().map(|span| arithmetic::overflow(Compat::Five, span)));
        diagnostics.extend(self.calls.into_iter().map(|(span, reason)| {
            Diagnostic::warning(Code::OperationUndefined, span, format!("operation undefined: {reason}"))
        }));
        places(&mut diagnostics, self.intervals, Code::OperationUndefined, "interval undefined");
        diagnostics.extend(self.ignored.into_iter().map(|(span, reason)| {
            Diagnostic::warning(Code::OperationUndefined, span, format!("tuple ignored: {reason}"))
        }));
        places(&mut diagnostics, self.empty, Code::OperationUndefined, "empty tuple ignored");
        let message = "external ignored: its value is none of true, false, free, release";
        places(&mut diagnostics, self.externals, Code::OperationUndefined, message);
        places(&mut diagnostics, self.edges, Code::OperationUndefined, "edge ignored");
        places(&mut diagnostics, self.heuristics, Code::OperationUndefined, "heuristic directive ignored");
        diagnostics.extend(self.explosions.into_iter().map(|(span, size)| explosion(span, size)));
        diagnostics
    }
}

fn places(
    diagnostics: &mut Vec<Diagnostic>,
    spans: IndexSet<Span, FxBuildHasher>,
    code: Code,
    message: &str,
) {
    diagnostics.extend(spans.into_iter().map(|span| Diagnostic::warning(code, span, message)));
}

fn explosion(span: Span, size: usize) -> Diagnostic {
    let message =
        format!("this assignment has {size} possible values, and each makes an instance of its rule");
    let hint = "compare the aggregate with a bound instead, or let `#minimize` add up its weights";
    Diagnostic::warning(Code::Other, span, message).with_hint(hint)
}

/// The places of assignments with very many values, each with the largest number of them.
#[derive(Default)]
pub(crate) struct Explosions(IndexMap<Span, usize, FxBuildHasher>);

impl Explosions {
    /// An assignment with more values is warned of.
    const MANY: usize = 10_000;

    pub(crate) fn note(&mut self, span: Span, values: usize) {
        if values > Explosions::MANY {
            let known = self.0.entry(span).or_default();
            *known = values.max(*known);
        }
    }

    fn into_iter(self) -> impl Iterator<Item = (Span, usize)> {
        self.0.into_iter()
    }
}
