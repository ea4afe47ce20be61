//! All conflicts, and a smallest one.
//!
//! A search for hitting sets (`hitting_sets.rs`) proposes parts to leave out, the fewest that hit all known conflicts and
//! are no known repair. The rest either contains a new conflict, or has an answer set, and the proposal is a repair
//! (Liffiton, Previti, Malik, Marques-Silva: "Fast, Flexible MUS Enumeration", Constraints 21, 2016). For a smallest
//! conflict, it proposes smallest sets that hit all known repairs; the first proposal without an answer set is a
//! smallest conflict (Ignatiev, Previti, Liffiton, Marques-Silva: "Smallest MUS Extraction with Minimal Hitting Set
//! Dualization", CP 2015).

use crate::conflict::Conflict;
use crate::explainer::{Explainer, Outcome};
use crate::hitting_sets::{HittingSets, Proposal};
use crate::minimize::{Minimized, minimize};
use crate::parts::Part;
use crate::probe::{Prober, Verdict};
use crate::relax::Guard;
use hamadryad_aspif::Literal;
use hamadryad_solve::Config;
use std::collections::HashSet;

impl<'p> Explainer<'p> {
    /// Up to `most` conflicts, 0 for all, and whether there are no others.
    pub fn conflicts(&mut self, most: u64) -> Outcome<(Vec<Conflict>, bool)> {
        let (parts, mut prober, literals) = match self.conflicting() {
            Outcome::Found(found) => found,
            other => return other.map(|_| unreachable!("only a found conflict has a value")),
        };
        let one = |_: usize| 1;
        let mut map = HittingSets::new(&one);
        let mut conflicts: Vec<Conflict> = Vec::new();
        let mut complete = false;
        while most == 0 || (conflicts.len() as u64) < most {
            let left_out = match map.propose(self.stop) {
                Proposal::Set(left_out) => left_out,
                Proposal::None => {
                    complete = true;
                    break;
                }
                Proposal::Interrupted => break,
            };
            match minimize(&mut prober, &[], &literals, all_but(&left_out, parts.len())) {
                Minimized::Answer => map.exclude(&left_out),
                Minimized::Core(core, is_minimal) => {
                    map.hit(&core);
                    let core = core.into_iter().map(|at| parts[at].clone()).collect();
                    // Each conflict is completed at once: an interruption then leaves all others verified.
                    conflicts.push(self.complete((core, is_minimal)));
                    if !is_minimal {
                        break;
                    }
                }
                Minimized::Unknown => break,
            }
        }
        self.tests += prober.tests;
        if conflicts.is_empty() {
            return Outcome::Interrupted;
        }
        Outcome::Found((conflicts, complete))
    }

    /// A conflict with the least number of parts.
    pub fn smallest(&mut self) -> Outcome<Conflict> {
        let first = match self.conflict() {
            Outcome::Found(first) => first,
            other => return other,
        };
        let (parts, mut prober, literals) = match self.conflicting() {
            Outcome::Found(found) => found,
            _ => return Outcome::Found(first),
        };
        let one = |_: usize| 1;
        let mut repairs = HittingSets::new(&one);
        let mut set = Vec::new();
        let best = loop {
            match prober.test_fully(set.iter().map(|&at| literals[at]).collect()) {
                Verdict::Conflict(_) => break Some(set),
                Verdict::Unknown => break None,
                Verdict::Answer => {}
            }
            let Some(repair) = repair_beside(&mut prober, &literals, &set) else { break None };
            repairs.hit(&repair);
            let Proposal::Set(next) = repairs.propose(self.stop) else { break None };
            set = next;
        };
        self.tests += prober.tests;
        let Some(set) = best else { return Outcome::Found(first) };
        let content = set.into_iter().map(|at| parts[at].clone()).collect();
        let conflict = self.complete((content, true));
        Outcome::Found(Conflict { is_smallest: conflict.is_minimal, ..conflict })
    }

    /// All parts with a solver, if they exclude answer sets.
    #[allow(clippy::type_complexity)]
    fn conflicting(&mut self) -> Outcome<(Vec<Part>, Prober<'p>, Vec<Literal>)> {
        let parts = self.parts(self.options.granularity);
        let (mut prober, literals) = self.prober(Config::default(), &parts, Guard::Hard);
        match prober.test_fully(literals.clone()) {
            Verdict::Answer => Outcome::Satisfiable,
            Verdict::Unknown => Outcome::Interrupted,
            Verdict::Conflict(core) if core.is_empty() => Outcome::OutsideBlame,
            Verdict::Conflict(_) => Outcome::Found((parts, prober, literals)),
        }
    }
}

/// The positions below a number that a list does not have.
pub(crate) fn all_but(positions: &[usize], number: usize) -> Vec<usize> {
    let mut is_listed = vec![false; number];
    positions.iter().for_each(|&at| is_listed[at] = true);
    (0..number).filter(|&at| !is_listed[at]).collect()
}

/// A set of parts whose relaxation gives an answer set, while the parts `kept`, which have one, stay in force. Disjoint
/// cores are left out until an answer set exists; then each part of them is put back that can be. `None` if the
/// search was stopped.
fn repair_beside(prober: &mut Prober<'_>, literals: &[Literal], kept: &[usize]) -> Option<Vec<usize>> {
    let mut others = all_but(kept, literals.len());
    let mut in_force: Vec<Literal> = kept.iter().map(|&at| literals[at]).collect();
    let mut left_out: Vec<usize> = Vec::new();
    loop {
        let of_others = others.iter().map(|&at| literals[at]);
        match prober.test_fully(in_force.iter().copied().chain(of_others).collect()) {
            Verdict::Answer => break,
            Verdict::Unknown => return None,
            Verdict::Conflict(core) => {
                let core: HashSet<Literal> = core.into_iter().collect();
                left_out.extend(others.extract_if(.., |&mut at| core.contains(&literals[at])));
            }
        }
    }
    in_force.extend(others.iter().map(|&at| literals[at]));
    let mut repair = Vec::new();
    for at in left_out {
        in_force.push(literals[at]);
        match prober.test(in_force.clone()) {
            Verdict::Answer => {}
            _ => {
                in_force.pop();
                repair.push(at);
            }
        }
    }
    if (prober.stop)() { None } else { Some(repair) }
}
