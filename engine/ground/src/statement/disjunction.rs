//! Disjunctions in heads.
//!
//! ```text
//! p(1..2) ; q.            -->  p(1) ; q.   p(2) ; q.
//! a : b ; c.              -->  e ; c.   a :- e, b.   e :- a, b.   :- e, not b.
//! not a ; b.              -->  b :- not not a.
//! ```
//!
//! What a pool or an interval stands for belongs together: all of it must hold. An empty disjunct of that kind is true,
//! and the rule is dropped. A condition must hold together with its literal, but is not derived by it.

use crate::atoms::domain::PredicateId;
use crate::instantiate::join::Instantiator;
use crate::ir::{Atom, Disjunct, HeadLiteral};
use crate::plan::{DisjunctPlan, MemberPlan};
use hamadryad_aspif::{self as aspif, BodyRef, Head, Literal};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Sign;
use hashbrown::HashSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Up to so many rules are written instead of defining an atom for several members of one disjunct.
const PRODUCT: usize = 16;

/// A literal of a disjunct.
#[derive(Clone, PartialEq, Eq, Hash)]
enum MemberValue {
    Atom(PredicateId, SmallVec<[Symbol; 6]>),
    /// An auxiliary atom.
    Named(aspif::Atom),
    /// Of a negated atom: what the body needs instead of it.
    Negated {
        complement: Literal,
        literal: Literal,
    },
}

/// A disjunct: all members and all of the condition.
#[derive(Clone)]
pub(crate) struct Conjunct {
    /// The disjunct's number and the values of the variables that its members share with the condition: instances that
    /// agree on them are one disjunct, whose condition holds where one of theirs does.
    key: (usize, SmallVec<[Symbol; 4]>),
    members: Vec<MemberValue>,
    condition: Vec<Literal>,
}

impl Instantiator<'_> {
    /// Writes the instance of a disjunctive rule.
    pub(crate) fn disjoin(&mut self, disjuncts: &[Disjunct], plans: &[DisjunctPlan]) {
        let depth = self.body.len();
        let mut conjuncts: Vec<Conjunct> = Vec::new();
        for (number, (disjunct, plan)) in disjuncts.iter().zip(plans).enumerate() {
            self.run(&plan.condition, &mut |machine| {
                let condition = machine.body[depth..].to_vec();
                conjuncts.extend(machine.instance_of_disjunct(number, disjunct, plan, condition));
            });
        }
        self.write_conjuncts(conjuncts);
    }

    fn instance_of_disjunct(
        &mut self,
        number: usize,
        disjunct: &Disjunct,
        plan: &DisjunctPlan,
        condition: Vec<Literal>,
    ) -> Option<Conjunct> {
        let key = (number, plan.shared.iter().map(|&slot| self.frame[slot]).collect());
        let members = self.members(disjunct, &plan.members)?;
        Some(Conjunct { key, members, condition })
    }

    /// The conjuncts, those that differ in their conditions only as one.
    fn merged(&mut self, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
        let mut merged: IndexMap<_, (Vec<MemberValue>, Vec<Vec<Literal>>), FxBuildHasher> =
            IndexMap::default();
        for Conjunct { key, members, condition } in conjuncts {
            merged.entry(key).or_insert_with(|| (members, Vec::new())).1.push(condition);
        }
        let single = |(key, (members, mut conditions)): (_, (_, Vec<Vec<Literal>>))| {
            let condition = match &mut conditions[..] {
                [condition] => std::mem::take(condition),
                conditions if conditions.iter().any(Vec::is_empty) => Vec::new(),
                conditions => {
                    let parts: Vec<Literal> =
                        conditions.iter().map(|condition| self.emitter.conjunction(condition)).collect();
                    vec![self.emitter.disjunction(&parts)]
                }
            };
            Conjunct { key, members, condition }
        };
        merged.into_iter().map(single).collect()
    }

    /// Writes that one of the conjuncts holds where the body does.
    pub(crate) fn write_conjuncts(&mut self, conjuncts: Vec<Conjunct>) {
        let conjuncts = self.merged(conjuncts);
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
                vec![self.named(&conjunct)]
            };
            // Copies of all alternatives would take quadratic time for disjunctions of single atoms.
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
            self.write_disjunction(&alternative);
        }
    }

    /// An instance of a disjunct whose condition is the body.
    pub(crate) fn conjunct(
        &mut self,
        number: usize,
        disjunct: &Disjunct,
        plan: &DisjunctPlan,
    ) -> Option<Conjunct> {
        let condition = self.body.clone();
        self.instance_of_disjunct(number, disjunct, plan, condition)
    }

    /// Lets the atoms of a conjunct be possible before their rule is written.
    pub(crate) fn define_members(&mut self, conjunct: &Conjunct) {
        for member in &conjunct.members {
            if let MemberValue::Atom(predicate, arguments) = member {
                self.head_of(*predicate, arguments);
            }
        }
    }

    /// The literals that all must hold, without those that do; `None` where one does not.
    fn members(&mut self, disjunct: &Disjunct, plans: &[MemberPlan]) -> Option<Vec<MemberValue>> {
        let mut members = Vec::new();
        let mut possible = true;
        for (member, plan) in disjunct.members.iter().zip(plans) {
            self.run(&plan.expansion, &mut |machine| match &member.literal {
                HeadLiteral::Atom(atom) => members.extend(machine.open_atom(atom)),
                HeadLiteral::Negated(sign, atom, _) => {
                    match machine.negated_member(*sign, atom, plan.complete) {
                        Some(found) => members.extend(found),
                        None => possible = false,
                    }
                }
                HeadLiteral::Tests(_) => {
                    let mut holds = false;
                    for test in &plan.tests {
                        machine.run(test, &mut |_| holds = true);
                    }
                    possible &= holds;
                }
            });
        }
        possible.then_some(members)
    }

    /// The atom, unless it is undefined or a fact.
    fn open_atom(&mut self, atom: &Atom) -> Option<MemberValue> {
        let arguments = self.values(&atom.arguments)?;
        let domain = self.base.domain(atom.predicate);
        let fact = domain.find(&arguments).is_some_and(|id| domain.entry(id).fact);
        (!fact).then_some(MemberValue::Atom(atom.predicate, arguments))
    }

    /// The negated atom; nothing inside where it holds, `None` where it does not.
    fn negated_member(&mut self, sign: Sign, atom: &Atom, complete: bool) -> Option<Option<MemberValue>> {
        let depth = self.body.len();
        let holds = self.negative(sign, atom.predicate, &atom.arguments, complete);
        let literal = self.body.get(depth).copied();
        self.body.truncate(depth);
        if !holds {
            return None;
        }
        let Some(literal) = literal else { return Some(None) };
        Some(Some(MemberValue::Negated { complement: self.emitter.negated(literal), literal }))
    }

    /// An atom that stands for all members of a disjunct and its condition.
    fn named(&mut self, conjunct: &Conjunct) -> MemberValue {
        let name = self.emitter.written.fresh();
        let mut all = conjunct.condition.clone();
        let mut body = conjunct.condition.clone();
        body.push(name.positive());
        for member in &conjunct.members {
            match member {
                MemberValue::Atom(predicate, arguments) => {
                    let atom = self.head_of(*predicate, arguments);
                    self.emitter.derive(atom, &body);
                    all.push(atom.positive());
                }
                MemberValue::Named(atom) => all.push(atom.positive()),
                MemberValue::Negated { complement, literal } => {
                    self.emitter.constrain(&[name.positive(), *complement]);
                    all.push(*literal);
                }
            }
        }
        for &literal in &conjunct.condition {
            self.emitter.constrain(&[name.positive(), !literal]);
        }
        self.emitter.derive(name, &all);
        MemberValue::Named(name)
    }

    fn head_of(&mut self, predicate: PredicateId, arguments: &[Symbol]) -> aspif::Atom {
        let id = self.define(predicate, arguments);
        let entry = self.base.domain_mut(predicate).entry_mut(id);
        entry.derived = true;
        entry.atom
    }

    fn write_disjunction(&mut self, members: &[MemberValue]) {
        let depth = self.body.len();
        if let [MemberValue::Atom(predicate, arguments)] = members {
            return self.derive_atom(*predicate, arguments);
        }
        let mut heads: Vec<aspif::Atom> = Vec::new();
        for member in members {
            match member {
                MemberValue::Atom(predicate, arguments) => heads.push(self.head_of(*predicate, arguments)),
                MemberValue::Named(name) => heads.push(*name),
                MemberValue::Negated { complement, .. } => self.body.push(*complement),
            }
        }
        heads.sort_unstable();
        heads.dedup();
        let body = self.instance_body(&[]);
        self.body.truncate(depth);
        if !heads.iter().any(|head| body.contains(&head.positive())) {
            self.emitter.rule(Head::Disjunction(&heads), BodyRef::Normal(&body));
        }
    }
}
