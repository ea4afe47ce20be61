//! Warnings about atoms of bodies that no rule derives.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::diagnose::heads::{Derivable, Heads, Intervals};
use crate::ir::{Action, Atom, Rule};
use crate::rewrite::projection::Projections;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Signature, Symbols};
use hamadryad_syntax::{Code, Diagnostic, Span, nearest};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The number of warnings that get a hint; a search for similar names takes time for each.
const MOST_HINTS: usize = 100;

/// The heads and definitions of a program, and the warnings so far.
#[derive(Clone, Default)]
pub(crate) struct UndefinedAtoms {
    pub heads: Heads,
    /// The signatures of `#defined`.
    pub defined: HashSet<Signature, FxBuildHasher>,
    /// The predicates of heads and bodies that may have an instance.
    pub mentioned: HashSet<PredicateId, FxBuildHasher>,
    /// The places of earlier warnings.
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
            // The atom of a directive may be undefined.
            Action::Heuristic { atom, .. } | Action::Project(atom) => {
                atoms.retain(|other| other.span != atom.span);
            }
            action => action.predicates(&mut |_, atom, _| atoms.push(atom)),
        }
        let intervals = Intervals::of(rule);
        found.extend(atoms.into_iter().filter_map(|atom| match projections.origin(atom) {
            Some(origin) => self.check_atom(&intervals, &origin, base, symbols),
            None => self.check_atom(&intervals, atom, base, symbols),
        }));
    }

    /// Records the predicates of the rule.
    pub(crate) fn mention(&mut self, rule: &Rule, projections: &Projections) {
        let mentioned = &mut self.mentioned;
        mentioned.extend(rule.action.heads().into_iter().map(|head| head.predicate));
        let mut visit = |_, atom: &Atom, _| {
            mentioned.insert(projections.origin(atom).map_or(atom.predicate, |origin| origin.predicate));
        };
        rule.body.iter().for_each(|literal| literal.predicates(&mut visit));
        rule.action.predicates(&mut visit);
    }

    fn check_atom(
        &mut self,
        intervals: &Intervals<'_>,
        atom: &Atom,
        base: &Base,
        symbols: &Symbols,
    ) -> Option<Diagnostic> {
        let domain = base.domain(atom.predicate);
        let signature = domain.signature?;
        let is_void = undefined_terms::in_terms(&atom.arguments, symbols).is_some();
        if domain.len() > 0 || is_void || self.defined.contains(&signature) {
            return None;
        }
        let text = describe(signature, symbols);
        let derivable = self.heads.derivable(intervals, atom, symbols);
        let message = match derivable {
            Derivable::Perhaps => return None,
            Derivable::Never => format!("{text} does not occur in any rule head"),
            Derivable::NotThis => format!("no rule head of {text} matches this atom"),
        };
        if !self.places.insert(atom.span) {
            return None;
        }
        let warning = Diagnostic::warning(Code::AtomUndefined, atom.span, message);
        let has_hint = derivable == Derivable::Never && self.places.len() <= MOST_HINTS;
        let meant = has_hint.then(|| self.meant(signature, base, symbols)).flatten();
        Some(match meant {
            None => warning,
            Some(other) if other.name == signature.name => {
                let hint = format!("{} exists, with another number of arguments", describe(other, symbols));
                warning.with_hint(hint)
            }
            Some(other) => {
                let hint = format!("did you mean {}?", describe(other, symbols));
                let length = symbols.text(signature.name).len() as u32;
                let warning = warning.with_hint(hint);
                if signature.positive {
                    let name = Span { end: atom.span.start + length, ..atom.span };
                    warning.with_fix(name, symbols.text(other.name))
                } else {
                    warning
                }
            }
        })
    }

    /// The predicate that is probably meant by one without rules: the same name with other arguments, or a
    /// similar name.
    fn meant(&self, signature: Signature, base: &Base, symbols: &Symbols) -> Option<Signature> {
        let has_rules =
            |predicate: PredicateId| base.domain(predicate).len() > 0 || self.heads.has(predicate);
        let others: Vec<Signature> = (base.domains().iter().filter_map(|domain| domain.signature))
            .filter(|&other| other.positive == signature.positive)
            .filter(|&other| base.find_predicate(other).is_some_and(has_rules))
            .collect();
        if let Some(&other) = others.iter().find(|other| other.name == signature.name) {
            return Some(other);
        }
        let of_arity = || others.iter().filter(|other| other.arity == signature.arity);
        let names = of_arity().map(|other| symbols.text(other.name));
        let name = nearest(symbols.text(signature.name), names)?;
        of_arity().find(|other| symbols.text(other.name) == name).copied()
    }
}

/// The warning about a `#show p/n.` whose signature does not occur in the program.
pub(crate) fn nothing_to_show(signature: Signature, span: Span, symbols: &Symbols) -> Diagnostic {
    let message = format!("no atoms over signature occur in program: {}", describe(signature, symbols));
    Diagnostic::warning(Code::AtomUndefined, span, message)
}

fn describe(signature: Signature, symbols: &Symbols) -> String {
    let sign = if signature.positive { "" } else { "-" };
    format!("`{sign}{}/{}`", symbols.text(signature.name), signature.arity)
}
