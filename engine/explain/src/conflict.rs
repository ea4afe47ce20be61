//! Conflicts: why a program has no answer set.
//!
//! ```text
//! statements   a minimal set of statements that exclude answer sets
//! parts        of their instances, grouped by data, a minimal set again
//! closed world the atoms that must not be true without a rule
//! verify       by another solver, with other settings
//! ```
//!
//! A minimal set is not a small set: on one Sudoku, minimal sets have between 19 and 233 elements. Several
//! attempts in different orders are made, and the lightest set is kept.

use crate::closed::closed_parts;
use crate::element::Element;
use crate::explainer::{Explainer, Outcome};
use crate::minimize::{Minimized, minimize};
use crate::options::Granularity;
use crate::parts::{Content, Part};
use crate::probe::{Prober, Verdict};
use crate::relax::Guard;
use crate::units::Statement;
use crate::verify::Verified;
use hamadryad_aspif::Literal;
use hamadryad_random::Random;
use hamadryad_solve::Config;
use std::collections::BTreeSet;

/// The weight of each statement of a conflict, compared to that of an instance.
const STATEMENT: usize = 4;
/// A conflict with so few parts needs no further attempt.
const SMALL: usize = 4;
/// After this number of tests, no further attempt begins.
const TESTS: u64 = 150;
/// The weight of a closed atom.
const CLOSED: usize = 2;

/// Parts of a program that exclude answer sets together.
#[derive(Clone, PartialEq, Debug)]
pub struct Conflict {
    /// The elements of each part; all elements of a part are relaxed together.
    pub parts: Vec<Vec<Element>>,
    /// Whether an answer set exists without any one of the parts.
    pub is_minimal: bool,
    /// Whether another solver has confirmed the conflict, and its minimality if that is claimed.
    pub is_verified: bool,
    /// Whether no conflict has fewer parts.
    pub is_smallest: bool,
    pub(crate) content: Vec<Part>,
}

impl Conflict {
    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.parts.iter().flatten()
    }
}

/// The parts of a conflict, and whether they are known to be minimal.
pub(crate) type Found = (Vec<Part>, bool);

/// The solver of fine parts, which all attempts share.
struct Fine<'p> {
    parts: Vec<Part>,
    prober: Prober<'p>,
    literals: Vec<Literal>,
}

impl<'p> Explainer<'p> {
    /// A conflict, the lightest of several attempts.
    pub fn conflict(&mut self) -> Outcome<Conflict> {
        let statements = self.parts(Granularity::Statement);
        let (mut prober, literals) = self.prober(Config::default(), &statements, Guard::Hard);
        let first = match prober.test_fully(literals.clone()) {
            Verdict::Answer => return Outcome::Satisfiable,
            Verdict::Unknown => return Outcome::Interrupted,
            Verdict::Conflict(core) if core.is_empty() => return Outcome::OutsideBlame,
            Verdict::Conflict(core) => core,
        };
        let by_literal = |literal: &&Literal| first.contains(literal);
        let positions = literals.iter().enumerate().filter(|(_, literal)| by_literal(literal));
        let core: Vec<Part> = positions.map(|(position, _)| statements[position].clone()).collect();
        let mut fine: Option<Fine<'p>> = None;
        let mut random = Random::new(self.options.seed);
        let mut best: Option<Found> = None;
        for attempt in 0..self.options.attempts.max(1) {
            let order = self.order(&statements, attempt, &mut random);
            let Minimized::Core(core, is_minimal) = minimize(&mut prober, &[], &literals, order) else {
                break;
            };
            let chosen: Vec<Part> = core.iter().map(|&position| statements[position].clone()).collect();
            let found = if self.options.granularity == Granularity::Statement {
                Some((chosen, is_minimal))
            } else {
                let fine = fine.get_or_insert_with(|| self.fine());
                refine(fine, &chosen, attempt, &mut random)
            };
            let Some(found) = found else { break };
            if best.as_ref().is_none_or(|best| weight(&found.0) < weight(&best.0)) {
                best = Some(found);
            }
            let tests = prober.tests + fine.as_ref().map_or(0, |fine| fine.prober.tests);
            let is_small = best.as_ref().is_some_and(|(parts, _)| parts.len() <= SMALL);
            if is_small || tests > TESTS || (self.stop)() {
                break;
            }
        }
        self.tests += prober.tests + fine.map_or(0, |fine| fine.prober.tests);
        let found = best.unwrap_or((core, false));
        Outcome::Found(self.complete(found))
    }

    fn fine(&self) -> Fine<'p> {
        let parts = self.parts(self.options.granularity);
        let (prober, literals) = self.prober(Config::default(), &parts, Guard::Hard);
        Fine { parts, prober, literals }
    }

    /// The order in which statements are left out. The first attempt leaves out rules before choices before
    /// constraints, and among these the ones with many instances first; the others are random.
    fn order(&self, statements: &[Part], attempt: u32, random: &mut Random) -> Vec<usize> {
        let mut order: Vec<usize> = (0..statements.len()).collect();
        if attempt == 0 {
            order.sort_by_key(|&position| match &statements[position].content {
                Content::Units(units) => {
                    let kind = self.units.units[units[0] as usize].kind;
                    (kind, std::cmp::Reverse(units.len()))
                }
                _ => (crate::ElementKind::Bound, std::cmp::Reverse(0)),
            });
        } else {
            random.shuffle(&mut order);
        }
        order
    }

    /// Adds the closed atoms to a conflict, and verifies it.
    pub(crate) fn complete(&mut self, found: Found) -> Conflict {
        let (mut content, mut is_minimal) = found;
        if self.options.granularity == Granularity::Data {
            let of_units;
            (content, of_units) = self.thinned(content);
            is_minimal &= of_units;
        }
        if self.options.closed_world {
            let (closed, of_closed) = closed_parts(self, &content);
            content.extend(closed);
            is_minimal &= of_closed;
        }
        self.sort(&mut content);
        let verified = self.verify(&content);
        let is_verified = verified == Verified::Minimal || verified == Verified::Conflict && !is_minimal;
        is_minimal &= verified == Verified::Minimal;
        let parts = content.iter().map(|part| self.elements(part)).collect();
        Conflict { parts, is_minimal, is_verified, is_smallest: false, content }
    }

    /// The parts without the units that the conflict does not need: a group may have some. Returns whether all
    /// that remain are known to be needed.
    fn thinned(&mut self, content: Vec<Part>) -> (Vec<Part>, bool) {
        let is_single = |part: &Part| !matches!(&part.content, Content::Units(units) if units.len() > 1);
        if content.iter().all(is_single) {
            return (content, true);
        }
        // The part of each unit, and the other parts as they are.
        let (mut single, mut owners) = (Vec::new(), Vec::new());
        for (owner, part) in content.iter().enumerate() {
            match &part.content {
                Content::Units(units) => {
                    for &unit in units {
                        single.push(Part { content: Content::Units(vec![unit]), ..part.clone() });
                        owners.push(owner);
                    }
                }
                _ => {
                    single.push(part.clone());
                    owners.push(owner);
                }
            }
        }
        let (mut prober, literals) = self.prober(Config::default(), &single, Guard::Off);
        let found = minimize(&mut prober, &[], &literals, (0..single.len()).collect());
        self.tests += prober.tests;
        let Minimized::Core(mut core, is_minimal) = found else { return (content, false) };
        core.sort_unstable();
        let mut thinned: Vec<(usize, Part)> = Vec::new();
        for at in core {
            match (thinned.last_mut(), &single[at].content) {
                (Some((owner, Part { content: Content::Units(units), .. })), Content::Units(unit))
                    if *owner == owners[at] =>
                {
                    units.extend(unit);
                }
                _ => thinned.push((owners[at], single[at].clone())),
            }
        }
        (thinned.into_iter().map(|(_, part)| part).collect(), is_minimal)
    }

    /// The elements of a part, as they are shown.
    pub(crate) fn elements(&self, part: &Part) -> Vec<Element> {
        match self.options.granularity {
            Granularity::Statement => vec![part.summary(&self.units, self.program, self.grounder)],
            _ => part.elements(&self.units, self.program, self.grounder),
        }
    }

    /// Sorts parts by the places of their statements; parts without a text come last.
    fn sort(&self, parts: &mut [Part]) {
        parts.sort_by_key(|part| {
            let statement = part.statement.map(|number| self.units.statements[number as usize]);
            let first = match &part.content {
                Content::Units(units) => units[0],
                _ => u32::MAX,
            };
            match statement {
                Some(Statement::Text(span)) => (0, Some(span), first),
                Some(_) => (1, None, first),
                None => (2, None, first),
            }
        });
    }
}

/// Minimises the fine parts of some statements.
fn refine(fine: &mut Fine<'_>, statements: &[Part], attempt: u32, random: &mut Random) -> Option<Found> {
    let is_chosen = |part: &Part| match part.statement {
        Some(_) => statements.iter().any(|chosen| chosen.statement == part.statement),
        None => statements.iter().any(|chosen| chosen.content == part.content),
    };
    let mut order: Vec<usize> = (0..fine.parts.len()).filter(|&at| is_chosen(&fine.parts[at])).collect();
    if attempt > 0 {
        random.shuffle(&mut order);
    }
    match minimize(&mut fine.prober, &[], &fine.literals, order) {
        Minimized::Core(core, is_minimal) => {
            let parts = core.into_iter().map(|position| fine.parts[position].clone()).collect();
            Some((parts, is_minimal))
        }
        _ => None,
    }
}

/// The weight of a conflict: few statements are easier to understand than few instances.
pub(crate) fn weight(parts: &[Part]) -> usize {
    let statements: BTreeSet<u32> = parts.iter().filter_map(|part| part.statement).collect();
    let closed = parts.iter().filter(|part| matches!(part.content, Content::Closed(_))).count();
    STATEMENT * statements.len() + (CLOSED - 1) * closed + parts.len()
}
