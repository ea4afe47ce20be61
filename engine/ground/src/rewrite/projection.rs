//! Projections: `_` in a literal only requires that some atom exists.
//!
//! ```text
//! a(X) :- b(X), not p(X,_).    -->    a(X) :- b(X), not #p(X).    #p(X) :- p(X,_).
//! c(X) :- b(X), p(X,_).        -->    c(X) :- b(X), #p(X).
//! ```
//!
//! Under `not`, this is the meaning of `_`. In positive literals of bodies with several literals, a
//! projection saves instances, namely one for each value of `_`, if rules derive `p`. Facts add no literal to
//! an instance, so they need no projection.
//!
//! Literals with `_` at the same places share a projection. A call of `ground` joins only the atoms that are
//! new since the last call. If it adds a rule for an atom of an earlier step, a new atom that the old one
//! implies replaces it, because no atom of an earlier step may get another rule.

use crate::atoms::base::Base;
use crate::atoms::domain::{EntryId, PredicateId};
use crate::ir::{Action, Atom, Literal, Occurrence, Rule, Slot, Term};
use hamadryad_syntax::ast::Sign;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The projections of a program.
#[derive(Clone, Default)]
pub(crate) struct Projections {
    all: Vec<Projection>,
}

#[derive(Clone)]
struct Projection {
    source: PredicateId,
    /// The arguments of the source, with numbered variables for the parts that are kept.
    template: Vec<Term>,
    target: PredicateId,
    /// The number of atoms of the source that have been projected.
    covered: EntryId,
    /// This number at the beginning of the step.
    covered_before: EntryId,
    /// Whether the present step uses it.
    used: bool,
}

impl Projections {
    /// Replaces literals with `_` in a body of several literals.
    pub(crate) fn project_positive(
        &mut self,
        base: &mut Base,
        rule: &mut Rule,
        derived: &HashSet<PredicateId, FxBuildHasher>,
    ) {
        let speaks_of_its_body = matches!(rule.action, Action::Heuristic { .. } | Action::Project(_));
        if rule.body.len() < 2 || speaks_of_its_body {
            return;
        }
        for literal in &mut rule.body {
            if let Literal::Predicate { sign: Sign::None, atom, .. } = literal
                && derived.contains(&atom.predicate)
                && atom.arguments.iter().any(Term::has_anonymous)
            {
                *atom = self.project(base, atom.clone());
            }
        }
    }

    /// Records that the projections of this step cover all atoms of their sources.
    pub(crate) fn finish(&mut self, base: &Base) {
        for projection in self.all.iter_mut().filter(|projection| projection.used) {
            projection.covered = base.domain(projection.source).len();
        }
    }

    /// Entries of domains have been removed: `left` returns the number that is left of the first entries of a
    /// predicate.
    pub(crate) fn entries_move(&mut self, left: impl Fn(PredicateId, EntryId) -> EntryId) {
        for projection in &mut self.all {
            projection.covered = left(projection.source, projection.covered);
        }
    }

    /// Begins a step.
    pub(crate) fn begin_step(&mut self) {
        for projection in &mut self.all {
            projection.covered_before = projection.covered;
            projection.used = false;
        }
    }

    /// Restores the state at the beginning of the step.
    pub(crate) fn undo_step(&mut self) {
        self.all.iter_mut().for_each(|projection| projection.covered = projection.covered_before);
    }

    /// The atom of the projection that omits each `_` of the given atom.
    pub(crate) fn project(&mut self, base: &mut Base, atom: Atom) -> Atom {
        let mut kept = Vec::new();
        let template: Vec<Term> =
            atom.arguments.into_iter().map(|term| template_of(term, &mut kept)).collect();
        let known = self.all.iter().find(|p| p.source == atom.predicate && p.template == template);
        let predicate = match known {
            Some(projection) => projection.target,
            None => {
                let target = base.internal_predicate(kept.len());
                base.domain_mut(target).is_projection = true;
                let source = atom.predicate;
                self.all.push(Projection {
                    source,
                    template,
                    target,
                    covered: 0,
                    covered_before: 0,
                    used: false,
                });
                target
            }
        };
        Atom { predicate, arguments: kept, span: atom.span }
    }

    /// The atom with `_` that an atom of a projection represents; `None` for other atoms.
    pub(crate) fn origin(&self, atom: &Atom) -> Option<Atom> {
        let projection = self.all.iter().find(|projection| projection.target == atom.predicate)?;
        let arguments = projection.template.iter().map(|term| put_in(term, &atom.arguments)).collect();
        Some(Atom { predicate: projection.source, arguments, span: atom.span })
    }

    /// The rules that define the projections in the given rules.
    pub(crate) fn rules<'a>(&mut self, users: impl Iterator<Item = &'a Rule>) -> Vec<Rule> {
        let mut used: Vec<(usize, &Rule, &Atom)> = Vec::new();
        for rule in users {
            let mut visit = |_, atom: &'a Atom, _| {
                let found = self.all.iter().position(|projection| projection.target == atom.predicate);
                if let Some(index) = found
                    && used.iter().all(|&(other, ..)| other != index)
                {
                    used.push((index, rule, atom));
                }
            };
            rule.body.iter().for_each(|literal| literal.predicates(&mut visit));
            rule.action.predicates(&mut visit);
        }
        let rules = used.into_iter().map(|(index, rule, atom)| {
            self.all[index].used = true;
            self.all[index].rule(rule, atom)
        });
        rules.collect()
    }
}

impl Projection {
    fn rule(&self, user: &Rule, atom: &Atom) -> Rule {
        let slots = atom.arguments.len();
        let span = atom.span;
        let head = Atom { predicate: self.target, arguments: (0..slots).map(Term::Variable).collect(), span };
        let body = Atom { predicate: self.source, arguments: self.template.clone(), span };
        Rule {
            action: Action::Derive(head),
            body: vec![Literal::Predicate { sign: Sign::None, atom: body, occurrence: Occurrence(0) }],
            parameters: 0,
            names: vec![None; slots],
            places: vec![span; slots],
            global: vec![true; slots],
            occurrences: 1,
            since: self.covered,
            span: user.span,
            number: u32::MAX,
        }
    }
}

/// The term with its largest parts without `_` replaced by variables; these parts are added to `kept`.
fn template_of(term: Term, kept: &mut Vec<Term>) -> Term {
    match term {
        Term::Anonymous => Term::Anonymous,
        Term::Function { name, positive, arguments } if arguments.iter().any(Term::has_anonymous) => {
            let arguments = arguments.into_iter().map(|argument| template_of(argument, kept)).collect();
            Term::Function { name, positive, arguments }
        }
        other => {
            kept.push(other);
            let slot: Slot = kept.len() - 1;
            Term::Variable(slot)
        }
    }
}

/// A term of a template with the kept parts instead of its variables.
fn put_in(term: &Term, kept: &[Term]) -> Term {
    match term {
        Term::Variable(slot) => kept[*slot].clone(),
        Term::Function { name, positive, arguments } => {
            let arguments = arguments.iter().map(|argument| put_in(argument, kept)).collect();
            Term::Function { name: *name, positive: *positive, arguments }
        }
        other => other.clone(),
    }
}
