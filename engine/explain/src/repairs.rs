//! Repairs: smallest sets of parts whose relaxation gives the program an answer set.
//!
//! Smallest repairs are smallest hitting sets of the conflicts, which are found one by one: few conflicts suffice
//! for most programs, however many parts they have. If many are needed, the weight of the relaxed parts is minimised
//! by the solver instead, and all sets of the least weight are enumerated, projected to the selectors.

use crate::element::{Element, ElementKind};
use crate::enumerate::all_but;
use crate::explainer::{Explainer, Outcome};
use crate::hitting_sets::{HittingSets, Proposal};
use crate::minimize::{Minimized, core_of};
use crate::parts::{Content, Part};
use crate::probe::{Verdict, near_the_last};
use crate::relax::Guard;
use crate::verify::other_config;
use hamadryad_aspif::{Literal, Sink, WeightedLiteral};
use hamadryad_solve::{AspSolver, Config, OptimizeMode, Projection, SearchOptions, Strategy};

/// A set of changes after which the program has an answer set.
#[derive(Clone, PartialEq, Debug)]
pub struct Repair {
    /// The elements of each part that is relaxed.
    pub changes: Vec<Vec<Element>>,
    /// The sum of the weights of the parts.
    pub weight: i64,
    /// Whether another solver has confirmed that the repaired program has an answer set.
    pub is_verified: bool,
    pub(crate) content: Vec<Part>,
}

/// Smallest repairs.
#[derive(Clone, PartialEq, Debug)]
pub struct Repairs {
    /// The repairs, all of the same weight if it is proven minimal.
    pub repairs: Vec<Repair>,
    /// Whether no repair has a smaller weight.
    pub is_smallest: bool,
    /// Whether there are no others of this weight.
    pub is_complete: bool,
}

/// The parts of repairs, by their positions.
struct Found {
    sets: Vec<Vec<usize>>,
    /// Whether no set has a smaller weight.
    is_smallest: bool,
    /// Whether there are no others of this weight.
    is_complete: bool,
}

/// The result of a search by conflicts.
enum Attempt {
    Found(Found),
    GivenUp,
    Interrupted,
}

/// After so many conflicts, repairs are sought by optimisation over all parts instead.
const CONFLICTS: u32 = 200;

impl<'p> Explainer<'p> {
    /// Up to `most` smallest repairs; 0 for all. Parts of a kind weigh as much as `weight` says; `None` excludes
    /// the kind.
    pub fn repairs(&mut self, most: u64, weight: &dyn Fn(ElementKind) -> Option<u32>) -> Outcome<Repairs> {
        let parts = self.repairable(weight);
        let found = match self.by_conflicts(&parts, most) {
            Attempt::Found(found) => Some(found),
            Attempt::Interrupted => None,
            Attempt::GivenUp => self.by_optimisation(&parts, most),
        };
        let Some(Found { mut sets, is_smallest, is_complete }) = found else { return Outcome::Interrupted };
        sets.sort_unstable();
        if sets.is_empty() {
            return if is_complete { Outcome::OutsideBlame } else { Outcome::Interrupted };
        }
        if sets.iter().any(Vec::is_empty) {
            return Outcome::Satisfiable;
        }
        let verified = self.verify_repairs(&parts, &sets);
        let repairs = sets.iter().zip(verified).map(|(set, is_verified)| {
            let content: Vec<Part> = set.iter().map(|&at| parts[at].clone()).collect();
            let weight = content.iter().map(|part| i64::from(part.weight)).sum();
            let changes = content.iter().map(|part| self.elements(part)).collect();
            Repair { changes, weight, is_verified, content }
        });
        let repairs = repairs.collect();
        Outcome::Found(Repairs { repairs, is_smallest, is_complete })
    }

    /// Smallest repairs as smallest hitting sets of conflicts. The search gives up if it needs many conflicts.
    fn by_conflicts(&mut self, parts: &[Part], most: u64) -> Attempt {
        let (mut prober, literals) = self.prober(Config::default(), parts, Guard::Hard);
        let weight = |at: usize| parts[at].weight;
        let mut conflicts = HittingSets::new(&weight);
        let mut found = Found { sets: Vec::new(), is_smallest: false, is_complete: false };
        let mut number = 0;
        let is_over = loop {
            let set = match conflicts.propose(self.stop) {
                Proposal::Set(set) => set,
                Proposal::None => {
                    found.is_complete = true;
                    break false;
                }
                Proposal::Interrupted => break true,
            };
            let of = |set: &[usize]| set.iter().map(|&at| u64::from(parts[at].weight)).sum::<u64>();
            if found.sets.first().is_some_and(|first| of(first) < of(&set)) {
                found.is_complete = true;
                break false;
            }
            let in_force = all_but(&set, parts.len());
            match core_of(&mut prober, &literals, in_force) {
                Minimized::Answer => {
                    found.is_smallest = true;
                    conflicts.exclude(&set);
                    found.sets.push(set);
                    if most > 0 && found.sets.len() as u64 >= most || found.sets[0].is_empty() {
                        break false;
                    }
                }
                Minimized::Core(core, _) => {
                    number += 1;
                    if number > CONFLICTS {
                        self.tests += prober.tests;
                        return Attempt::GivenUp;
                    }
                    conflicts.hit(&core);
                }
                Minimized::Unknown => break true,
            }
        };
        self.tests += prober.tests;
        if is_over && found.sets.is_empty() { Attempt::Interrupted } else { Attempt::Found(found) }
    }

    /// Smallest repairs by optimisation over all parts.
    fn by_optimisation(&mut self, parts: &[Part], most: u64) -> Option<Found> {
        let mut solver = AspSolver::new(by_cores());
        solver.begin_step();
        let (literals, _) = self.write(&mut solver, parts, Guard::Hard);
        let costs: Vec<WeightedLiteral> = literals
            .iter()
            .zip(parts)
            .map(|(&literal, part)| WeightedLiteral { literal: !literal, weight: part.weight as i32 })
            .collect();
        solver.minimize(0, &costs);
        solver.project(&literals.iter().map(|literal| literal.atom()).collect::<Vec<_>>());
        solver.end_step();
        search(&mut solver, &literals, most, self.stop)
    }

    /// The parts that a repair may relax, with their weights.
    fn repairable(&self, weight: &dyn Fn(ElementKind) -> Option<u32>) -> Vec<Part> {
        let mut parts = self.parts(self.options.granularity);
        parts.extend(self.grantable());
        parts
            .into_iter()
            .filter_map(|part| {
                let weight = weight(self.kind(&part))?;
                Some(Part { weight, ..part })
            })
            .collect()
    }

    /// The atoms that may be granted, as parts.
    fn grantable(&self) -> impl Iterator<Item = Part> + '_ {
        let states = self.options.grantable.iter().filter_map(|&atom| self.grounder.lookup(atom));
        states.map(|state| Part { content: Content::Closed(state.atom), statement: None, weight: 1 })
    }

    pub(crate) fn kind(&self, part: &Part) -> ElementKind {
        match &part.content {
            Content::Units(units) => self.units.units[units[0] as usize].kind,
            Content::Value { kind, .. } => *kind,
            Content::Bound(..) => ElementKind::Bound,
            Content::Closed(_) => ElementKind::Closed,
        }
    }

    /// Whether the program has an answer set after each repair, by another solver.
    fn verify_repairs(&mut self, parts: &[Part], sets: &[Vec<usize>]) -> Vec<bool> {
        let (mut prober, literals) = self.prober(other_config(), parts, Guard::Hard);
        let verify = |set: &Vec<usize>| {
            let kept = (0..parts.len()).filter(|at| !set.contains(at)).map(|at| literals[at]);
            prober.test(kept.collect()) == Verdict::Answer
        };
        let verified = sets.iter().map(verify).collect();
        self.tests += prober.tests;
        verified
    }
}

/// The configuration of searches for few changes: each core is a conflict, and few of them are disjoint.
pub(crate) fn by_cores() -> Config {
    near_the_last(Config { strategy: Strategy::Cores { stratify: true, shrink: true }, ..Config::default() })
}

/// Enumerates the sets of the least weight.
fn search(solver: &mut AspSolver, literals: &[Literal], most: u64, stop: &dyn Fn() -> bool) -> Option<Found> {
    if !solver.prepare(stop) {
        return None;
    }
    let options = SearchOptions {
        models: most,
        optimize: OptimizeMode::EnumerateOptimal,
        projection: Some(Projection::Atoms),
        ..SearchOptions::default()
    };
    let mut search = solver.solve(options).ok()?;
    let (mut optimal, mut best) = (Vec::new(), None);
    while let Some(model) = search.next_model(stop) {
        let relaxed: Vec<usize> = (0..literals.len()).filter(|&at| !model.is_true(literals[at])).collect();
        if model.optimality_proven {
            optimal.push(relaxed);
        } else {
            best = Some(relaxed);
        }
    }
    let summary = search.summary();
    if optimal.is_empty() {
        let sets = best.into_iter().collect();
        return Some(Found { sets, is_smallest: false, is_complete: summary.exhausted });
    }
    Some(Found { sets: optimal, is_smallest: true, is_complete: summary.exhausted })
}
