//! The facts on which a conflict rests.
//!
//! ```text
//! :- edge(X,Y), colour(X,C), colour(Y,C).     the conflict names X = 1 and Y = 5: which facts make this an edge?
//! ```
//!
//! The program is grounded again with these facts open. The parts of the conflict stay in force, all other parts
//! that could have been blamed are relaxed, and a minimal set of facts completes the conflict. Rules that had been
//! decided by facts stay in force, because the conflict could not blame them.

use crate::conflict::Conflict;
use crate::element::{Element, ElementKind};
use crate::explainer::Explainer;
use crate::minimize::{Minimized, minimize};
use crate::parts::{Content, Part};
use crate::relax::Guard;
use crate::units::Unit;
use hamadryad_solve::Config;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use std::collections::HashSet;

/// The place and the bindings of an instance, which are the same in both groundings.
type Key = (Option<Span>, Vec<(Name, Symbol)>, ElementKind);

/// The facts of a conflict.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The facts.
    pub elements: Vec<Element>,
    /// Whether the conflict needs each of them.
    pub is_minimal: bool,
}

impl Explainer<'_> {
    /// The facts on which a conflict of another explainer rests. This explainer belongs to the same program,
    /// grounded with facts that stay open. `None` if the question was stopped.
    pub fn facts_of(&mut self, first: &Explainer<'_>, conflict: &Conflict) -> Option<Facts> {
        let chosen: HashSet<Key> = keys(first, &conflict.content);
        let all: Vec<u32> = (0..first.units.units.len() as u32).collect();
        let blamable: HashSet<Key> = all.iter().map(|&unit| key(first, unit)).collect();
        let (mut hard, mut facts) = (Vec::new(), Vec::new());
        for (unit, Unit { kind, .. }) in self.units.units.iter().enumerate() {
            let unit = unit as u32;
            if *kind == ElementKind::Fact {
                facts.push(unit);
                continue;
            }
            let key = key(self, unit);
            if chosen.contains(&key) || !blamable.contains(&key) {
                hard.push(unit);
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
        parts.extend(facts.into_iter().map(|unit| part(vec![unit])));
        let (mut prober, literals) = self.prober(Config::default(), &parts, Guard::Off);
        let (always_literals, soft) = literals.split_at(always);
        let found = minimize(&mut prober, always_literals, soft, (0..soft.len()).collect());
        self.tests += prober.tests;
        let Minimized::Core(core, is_minimal) = found else { return None };
        let of = |at: usize| parts[always + at].elements(&self.units, self.program, self.grounder);
        Some(Facts { elements: core.into_iter().flat_map(of).collect(), is_minimal })
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
