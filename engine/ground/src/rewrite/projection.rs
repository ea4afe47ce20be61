//! `_` in literals: whether there is such an atom at all.
//!
//! ```text
//! a(X) :- b(X), not p(X,_).    -->    a(X) :- b(X), not #p(X).    #p(X) :- p(X,_).
//! c(X) :- b(X), p(X,_).        -->    c(X) :- b(X), #p(X).
//! ```
//!
//! Under `not` this is what is meant. In positive literals of longer bodies it saves instances, one for each value of `_`,
//! where `p` is derived by rules; facts leave no trace in instances anyway.
//!
//! Literals with their `_` at the same places share a projection. A call of `ground` looks only at the atoms that are new
//! since the last. Where it adds to an atom of an earlier step, a new atom takes the place of the old one, which implies
//! it: no atom of an earlier step gets another rule.

use crate::atoms::base::Base;
use crate::atoms::domain::{Id, PredicateId};
use crate::ir::{Action, Atom, Literal, Rule, Slot, Term};
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
    /// The arguments of the source, with variables numbered from 0 for what is kept.
    template: Vec<Term>,
    target: PredicateId,
    /// Atoms of the source before this one have been looked at.
    covered: Id,
    /// How many had been looked at before the present call.
    covered_before: Id,
    /// Whether it is used in the present call.
    used: bool,
}

impl Projections {
    /// Replaces literals with `_` in the body of a rule, if there are others beside them.
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

    /// Notes that the projections that were used are complete.
    pub(crate) fn finish(&mut self, base: &Base) {
        for projection in self.all.iter_mut().filter(|projection| projection.used) {
            projection.covered = base.domain(projection.source).len();
        }
    }

    /// Entries of domains are taken out: how many of the first there are left is told by `left`.
    pub(crate) fn entries_move(&mut self, left: impl Fn(PredicateId, Id) -> Id) {
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

    /// Goes back to how it was when the step began.
    pub(crate) fn undo_step(&mut self) {
        self.all.iter_mut().for_each(|projection| projection.covered = projection.covered_before);
    }

    /// The atom of the projection that drops what is `_` in the given atom.
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

    /// The atom with `_` that the atom of a projection stands for.
    pub(crate) fn origin(&self, atom: &Atom) -> Option<Atom> {
        let projection = self.all.iter().find(|projection| projection.target == atom.predicate)?;
        let arguments = projection.template.iter().map(|term| put_in(term, &atom.arguments)).collect();
        Some(Atom { predicate: projection.source, arguments, span: atom.span })
    }

    /// The rules that define the projections that the given rules use.
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
            body: vec![Literal::Predicate { sign: Sign::None, atom: body, occurrence: 0 }],
            parameters: 0,
            names: vec![None; slots],
            places: vec![span; slots],
            global: vec![true; slots],
            occurrences: 1,
            since: self.covered,
            span: user.span,
        }
    }
}

/// The term with its largest parts free of `_` replaced by variables; the parts go to `kept`.
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

/// A term of a template with what was kept put in for its variables.
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
