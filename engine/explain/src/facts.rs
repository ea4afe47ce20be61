//! The facts on which a conflict rests.
//!
//! ```text
//! :- edge(X,Y), colour(X,C), colour(Y,C).     the conflict names X = 1 and Y = 5: which facts make this an edge?
//! ```
//!
//! The program is grounded again with these facts open. The parts of the conflict stay in force, all other parts
//! that could have been blamed are relaxed, and a minimal set of facts completes the conflict. Rules that the facts
//! decide, which the conflict could not blame, are in this set as well:
//!
//! ```text
//! richer(X,Y) :- person(X), person(Y), X < Y.     part of the ground program as facts; with open facts as a rule
//! ```
//!
//! A conflict may as well rest on the absence of facts. Atoms that would change it (`lacks.rs`) are granted in the second
//! grounding, and closed one by one:
//!
//! ```text
//! { on(X) : stop(1,X) } = 2.  :- on(3).  { on(3..7) }.  stop(1,3).  stop(1,4).       there is no stop(1,5), stop(1,6) ...
//! ```

use crate::conflict::Conflict;
use crate::element::{Element, ElementKind};
use crate::explainer::Explainer;
use crate::minimize::{Minimized, minimize};
use crate::parts::{Content, Part};
use crate::relax::Guard;
use crate::units::Unit;
use crate::verify::Verified;
use hamadryad_aspif::Head;
use hamadryad_solve::Config;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use std::collections::HashSet;

/// The place and the bindings of an instance, which are the same in both groundings.
type Key = (Option<Span>, Vec<(Name, Symbol)>, ElementKind);

/// The facts of a conflict.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The instances of rules that derive atoms from facts alone, each with its atom, and the facts.
    pub elements: Vec<Element>,
    /// Atoms without a fact: the conflict needs their absence.
    pub absent: Vec<Symbol>,
    /// Whether the conflict needs each of them.
    pub is_minimal: bool,
}

impl Explainer<'_> {
    /// The facts on which a conflict of another explainer rests. This explainer belongs to the same program,
    /// grounded with facts that stay open; [grantable](crate::ExplainOptions::grantable) atoms may be absent facts. `None` if the question was stopped.
    pub fn facts_of(&mut self, first: &Explainer<'_>, conflict: &Conflict) -> Option<Facts> {
        let chosen: HashSet<Key> = keys(first, &conflict.content);
        let all: Vec<u32> = (0..first.units.units.len() as u32).collect();
        let blamable: HashSet<Key> = all.iter().map(|&unit| key(first, unit)).collect();
        let (mut hard, mut rules, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        for (unit, Unit { kind, .. }) in self.units.units.iter().enumerate() {
            let unit = unit as u32;
            if *kind == ElementKind::Fact {
                facts.push(unit);
                continue;
            }
            let key = key(self, unit);
            if chosen.contains(&key) {
                hard.push(unit);
            } else if !blamable.contains(&key) {
                let place = if *kind == ElementKind::Rule { &mut rules } else { &mut hard };
                place.push(unit);
            }
        }
        let part = |units| Part { content: Content::Units(units), statement: None, weight: 1 };
        let mut parts: Vec<Part> = conflict
            .content
            .iter()
            .filter_map(|part| match &part.content {
                Content::Value { kind, literal, symbol } => {
                    let name = (*symbol)?;
                    let atom = self.grounder.lookup(name)?.atom;
                    let literal = if literal.is_positive() { atom.positive() } else { atom.negative() };
                    let content = Content::Value { kind: *kind, literal, symbol: Some(name) };
                    Some(Part { content, ..part.clone() })
                }
                Content::Bound(..) => Some(part.clone()),
                _ => None,
            })
            .collect();
        if !hard.is_empty() {
            parts.push(part(hard));
        }
        let always = parts.len();
        // Absent facts are left out first, and rules before facts: the facts below a rule are then not needed, either.
        let absent = self.options.grantable.iter().filter_map(|&atom| self.grounder.lookup(atom));
        parts.extend(absent.map(|state| Part {
            content: Content::Closed(state.atom),
            statement: None,
            weight: 1,
        }));
        parts.extend(rules.into_iter().chain(facts).map(|unit| part(vec![unit])));
        let (mut prober, literals) = self.prober(Config::default(), &parts, Guard::Off);
        let (always_literals, soft) = literals.split_at(always);
        let found = minimize(&mut prober, always_literals, soft, (0..soft.len()).collect());
        self.tests += prober.tests;
        let Minimized::Core(core, mut is_minimal) = found else { return None };
        // Verification by another solver.
        let needed: Vec<Part> =
            parts[..always].iter().chain(core.iter().map(|&at| &parts[always + at])).cloned().collect();
        match self.verify_parts(&needed, always) {
            Verified::No => return None,
            verified => is_minimal &= verified == Verified::Minimal,
        }
        let (mut elements, mut absent): (Vec<Element>, Vec<Symbol>) = (Vec::new(), Vec::new());
        for at in core {
            match &parts[always + at].content {
                Content::Units(units) => elements.extend(units.iter().map(|&unit| self.with_head(unit))),
                Content::Closed(atom) => absent.extend(self.program.name_of(*atom)),
                Content::Value { .. } | Content::Bound(..) => {}
            }
        }
        Some(Facts { elements, absent, is_minimal })
    }

    /// The element of a unit, with the atom that it derives.
    fn with_head(&self, unit: u32) -> Element {
        let element = self.units.element(unit, self.program, self.grounder);
        let head = match self.program.rule_at(self.units.units[unit as usize].rule as usize).head {
            Head::Disjunction([head]) => self.program.name_of(*head),
            _ => None,
        };
        Element { atom: element.atom.or(head), ..element }
    }
}

fn keys(explainer: &Explainer<'_>, parts: &[Part]) -> HashSet<Key> {
    let units = parts.iter().filter_map(|part| match &part.content {
        Content::Units(units) => Some(units),
        _ => None,
    });
    units.flatten().map(|&unit| key(explainer, unit)).collect()
}

fn key(explainer: &Explainer<'_>, unit: u32) -> Key {
    let element = explainer.units.element(unit, explainer.program, explainer.grounder);
    (element.span, element.bindings, element.kind)
}
