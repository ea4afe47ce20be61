//! Disjunctions: at least one disjunct of an instance holds.
//!
//! ```text
//! p(1..2) ; q.            -->  p(1) ; q.   p(2) ; q.
//! a : b ; c.              -->  e ; c.   a :- e, b.   e :- a, b.   :- e, not b.
//! not a ; b.              -->  b :- not not a.
//! ```
//!
//! All literals of a pool or an interval belong to the same disjunct, and all must hold. An empty disjunct is
//! true, so its rule is dropped. A condition must hold together with its literal, but the literal does not
//! derive it.

use crate::atoms::domain::PredicateId;
use crate::instantiate::join::Join;
use crate::ir::{Atom, Disjunct, HeadLiteral};
use crate::plan::{DisjunctPlan, MemberPlan};
use crate::statement::rule::derive_atom;
use hamadryad_aspif::{self as aspif, BodyRef, Head, Literal};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Sign;
use hashbrown::HashSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The limit on rules that are written for members of disjuncts; beyond it, disjuncts get auxiliary atoms.
const PRODUCT: usize = 16;

/// A literal of a disjunct.
#[derive(Clone, PartialEq, Eq, Hash)]
enum MemberValue {
    Atom(PredicateId, SmallVec<[Symbol; 6]>),
    /// An auxiliary atom.
    Named(aspif::Atom),
    /// A negated atom, with the literal that replaces it in the body.
    Negated {
        complement: Literal,
        literal: Literal,
    },
}

/// An instance of a disjunct: a conjunction of its members and its condition.
#[derive(Clone)]
pub(crate) struct Conjunct {
    /// The number of the disjunct, and the values of the variables that its members share with the condition.
    /// Instances with equal keys are one disjunct, whose condition is the disjunction of their conditions.
    key: (usize, SmallVec<[Symbol; 4]>),
    members: Vec<MemberValue>,
    condition: Vec<Literal>,
}

/// Writes the instance of a disjunctive rule.
pub(crate) fn disjoin(join: &mut Join<'_>, disjuncts: &[Disjunct], plans: &[DisjunctPlan]) {
    let depth = join.instance.literals.len();
    let mut conjuncts: Vec<Conjunct> = Vec::new();
    for (number, (disjunct, plan)) in disjuncts.iter().zip(plans).enumerate() {
        join.run(&plan.condition, &mut |join| {
            let condition = join.instance.literals[depth..].to_vec();
            conjuncts.extend(instance_of_disjunct(join, number, disjunct, plan, condition));
        });
    }
    write_conjuncts(join, conjuncts);
}

fn instance_of_disjunct(
    join: &mut Join<'_>,
    number: usize,
    disjunct: &Disjunct,
    plan: &DisjunctPlan,
    condition: Vec<Literal>,
) -> Option<Conjunct> {
    let key = (number, plan.shared.iter().map(|&slot| join.evaluator.substitution[slot]).collect());
    let members = members(join, disjunct, &plan.members)?;
    Some(Conjunct { key, members, condition })
}

/// Merges instances that differ only in their conditions.
fn merged(join: &mut Join<'_>, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
    let mut merged: IndexMap<_, (Vec<MemberValue>, Vec<Vec<Literal>>), FxBuildHasher> = IndexMap::default();
    for Conjunct { key, members, condition } in conjuncts {
        merged.entry(key).or_insert_with(|| (members, Vec::new())).1.push(condition);
    }
    let single = |(key, (members, mut conditions)): (_, (_, Vec<Vec<Literal>>))| {
        let condition = match &mut conditions[..] {
            [condition] => std::mem::take(condition),
            conditions if conditions.iter().any(Vec::is_empty) => Vec::new(),
            conditions => {
                let parts: Vec<Literal> =
                    conditions.iter().map(|condition| join.atoms.emitter.conjunction(condition)).collect();
                vec![join.atoms.emitter.disjunction(&parts)]
            }
        };
        Conjunct { key, members, condition }
    };
    merged.into_iter().map(single).collect()
}

/// Writes that at least one conjunct holds if the body holds.
pub(crate) fn write_conjuncts(join: &mut Join<'_>, conjuncts: Vec<Conjunct>) {
    let conjuncts = merged(join, conjuncts);
    let is_true = |conjunct: &Conjunct| conjunct.members.is_empty() && conjunct.condition.is_empty();
    if conjuncts.iter().any(is_true) {
        return;
    }
    let members = conjuncts.iter().map(|conjunct| conjunct.members.len().max(1));
    let product = members.fold(1, usize::saturating_mul);
    let mut alternatives: Vec<Vec<MemberValue>> = vec![Vec::new()];
    for conjunct in conjuncts {
        let members = if conjunct.condition.is_empty() && product <= PRODUCT {
            conjunct.members
        } else {
            vec![named(join, &conjunct)]
        };
        // Copies of all alternatives would take quadratic time for disjunctions of plain atoms.
        if let [only] = &members[..] {
            alternatives.iter_mut().for_each(|alternative| alternative.push(only.clone()));
            continue;
        }
        let extended = alternatives.iter().flat_map(|alternative| {
            members.iter().map(|member| alternative.iter().chain([member]).cloned().collect())
        });
        alternatives = extended.collect();
    }
    for mut alternative in alternatives {
        let mut seen: HashSet<MemberValue, FxBuildHasher> = HashSet::default();
        alternative.retain(|member| seen.insert(member.clone()));
        write_disjunction(join, &alternative);
    }
}

/// The instance of a disjunct whose condition is the body.
pub(crate) fn conjunct(
    join: &mut Join<'_>,
    number: usize,
    disjunct: &Disjunct,
    plan: &DisjunctPlan,
) -> Option<Conjunct> {
    let condition = join.instance.literals.clone();
    instance_of_disjunct(join, number, disjunct, plan, condition)
}

/// Adds the atoms of a conjunct to their domains before its rule is written.
pub(crate) fn define_members(join: &mut Join<'_>, conjunct: &Conjunct) {
    for member in &conjunct.members {
        if let MemberValue::Atom(predicate, arguments) = member {
            join.atoms.head(join.evaluator.symbols, *predicate, arguments);
        }
    }
}

/// The members without those that are true; `None` if a member is false.
fn members(join: &mut Join<'_>, disjunct: &Disjunct, plans: &[MemberPlan]) -> Option<Vec<MemberValue>> {
    let mut members = Vec::new();
    let mut possible = true;
    for (member, plan) in disjunct.members.iter().zip(plans) {
        join.run(&plan.expansion, &mut |join| match &member.literal {
            HeadLiteral::Atom(atom) => members.extend(open_atom(join, atom)),
            HeadLiteral::Negated(sign, atom, _) => match negated_member(join, *sign, atom, plan.complete) {
                Some(found) => members.extend(found),
                None => possible = false,
            },
            HeadLiteral::Tests(_) => {
                let mut holds = false;
                for test in &plan.tests {
                    join.run(test, &mut |_| holds = true);
                }
                possible &= holds;
            }
        });
    }
    possible.then_some(members)
}

/// The atom; `None` if it is undefined or a fact.
fn open_atom(join: &mut Join<'_>, atom: &Atom) -> Option<MemberValue> {
    let arguments = join.evaluator.values(&atom.arguments)?;
    let domain = join.atoms.base.domain(atom.predicate);
    let fact = domain.find(&arguments).is_some_and(|id| domain.entry(id).fact);
    (!fact).then_some(MemberValue::Atom(atom.predicate, arguments))
}

/// The negated atom; `Some(None)` if it is true, `None` if it is false.
fn negated_member(
    join: &mut Join<'_>,
    sign: Sign,
    atom: &Atom,
    complete: bool,
) -> Option<Option<MemberValue>> {
    let depth = join.instance.literals.len();
    let holds = join.negative(sign, atom.predicate, &atom.arguments, complete);
    let literal = join.instance.literals.get(depth).copied();
    join.instance.literals.truncate(depth);
    if !holds {
        return None;
    }
    let Some(literal) = literal else { return Some(None) };
    Some(Some(MemberValue::Negated { complement: join.atoms.emitter.negated(literal), literal }))
}

/// An auxiliary atom that is equivalent to the members of a disjunct and its condition.
fn named(join: &mut Join<'_>, conjunct: &Conjunct) -> MemberValue {
    let name = join.atoms.emitter.written.fresh();
    let mut all = conjunct.condition.clone();
    let mut body = conjunct.condition.clone();
    body.push(name.positive());
    for member in &conjunct.members {
        match member {
            MemberValue::Atom(predicate, arguments) => {
                let atom = join.atoms.head(join.evaluator.symbols, *predicate, arguments);
                join.atoms.emitter.derive(atom, &body);
                all.push(atom.positive());
            }
            MemberValue::Named(atom) => all.push(atom.positive()),
            MemberValue::Negated { complement, literal } => {
                join.atoms.emitter.constrain(&[name.positive(), *complement]);
                all.push(*literal);
            }
        }
    }
    for &literal in &conjunct.condition {
        join.atoms.emitter.constrain(&[name.positive(), !literal]);
    }
    join.atoms.emitter.derive(name, &all);
    MemberValue::Named(name)
}

fn write_disjunction(join: &mut Join<'_>, members: &[MemberValue]) {
    let depth = join.instance.literals.len();
    if let [MemberValue::Atom(predicate, arguments)] = members {
        return derive_atom(join, *predicate, arguments);
    }
    let mut heads: Vec<aspif::Atom> = Vec::new();
    for member in members {
        match member {
            MemberValue::Atom(predicate, arguments) => {
                heads.push(join.atoms.head(join.evaluator.symbols, *predicate, arguments));
            }
            MemberValue::Named(name) => heads.push(*name),
            MemberValue::Negated { complement, .. } => join.instance.literals.push(*complement),
        }
    }
    heads.sort_unstable();
    heads.dedup();
    let body = join.instance.body(&[]);
    join.instance.literals.truncate(depth);
    if !heads.iter().any(|head| body.contains(&head.positive())) {
        join.atoms.emitter.rule(Head::Disjunction(&heads), BodyRef::Normal(&body));
    }
}
