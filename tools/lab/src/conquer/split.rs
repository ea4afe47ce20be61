//! Splits a cube into parts of similar difficulty.
//!
//! The hardest part is split in two until there are enough: look-ahead chooses the decision, about an atom or about half
//! of a group of atoms, and a short search of both halves measures their difficulty, or exhausts them.
//!
//! The *difficulty* is the mean decision level of the conflicts and answer sets of the short search: in a balanced
//! search tree, the binary logarithm of its size.

use super::cube::{Closed, Cube, Decision, Part, Splitting};
use super::halves::{Groups, half_of};
use super::problem::Question;
use super::search::{End, Searcher};
use crate::LabError;
use hamadryad::{Atom, Considered, Implied, Literal, LookAhead};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// The longest time of a short search.
const LONGEST: Duration = Duration::from_millis(500);
/// The number of atoms that look-ahead considers: those with the highest activities.
const CONSIDERED: usize = 48;
/// Look-ahead also tries the halves of so many groups: those of the atoms that split best.
const GROUPS: usize = 6;
/// Splits of which both halves are open make one part more. With more splits for each part than this, the short searches
/// would exhaust the cube one after the other, where processes could do so at once.
const MOST_SPLITS: usize = 2;

/// The result of a split.
pub(super) enum Grown {
    /// The parts.
    Parts { open: Vec<Part>, closed: Vec<Closed> },
    /// An answer set was found, and one is enough.
    Satisfiable,
    /// The process is to stop.
    Stopped,
}

/// Splits a cube into as many parts as wanted that are not exhausted, or fewer if the short searches exhaust many.
pub(super) fn split(
    searcher: &mut Searcher<'_>,
    cube: &Cube,
    lower: &[i64],
    splitting: Splitting,
    stop: &dyn Fn() -> bool,
) -> Result<Grown, LabError> {
    let groups = searcher.groups()?;
    let mut open = vec![Part { cube: cube.clone(), difficulty: f64::INFINITY }];
    // Parts that no decision splits further.
    let mut whole = Vec::new();
    let mut closed = Vec::new();
    let mut splits = 0;
    while splits < MOST_SPLITS * splitting.parts && open.len() + whole.len() < splitting.parts {
        let hardest =
            (0..open.len()).max_by(|&one, &other| open[one].difficulty.total_cmp(&open[other].difficulty));
        let Some(hardest) = hardest else { break };
        splits += 1;
        let part = open.swap_remove(hardest);
        let decision = match best_decision(searcher, &groups, &part.cube)? {
            Best::Conflict => {
                let models = (searcher.problem.question == Question::Count).then_some(0);
                closed.push(Closed { cube: part.cube, models, bound: Vec::new() });
                continue;
            }
            Best::Nothing => {
                whole.push(part);
                continue;
            }
            Best::Decision(decision) => decision,
        };
        for decision in [decision.clone(), !decision] {
            let half = part.cube.with(decision);
            match measure(searcher, &half, lower, splitting.probe, stop)? {
                (End::Exhausted { models, bound }, _) => closed.push(Closed { cube: half, models, bound }),
                (End::Limit { .. }, difficulty) => open.push(Part { cube: half, difficulty }),
                (End::Satisfiable, _) => return Ok(Grown::Satisfiable),
                (End::Stopped, _) => return Ok(Grown::Stopped),
            }
        }
    }
    open.append(&mut whole);
    Ok(Grown::Parts { open, closed })
}

/// The best split of a cube, as far as look-ahead tells.
enum Best {
    /// The cube has no answer set.
    Conflict,
    /// All atoms are decided.
    Nothing,
    Decision(Decision),
}

/// Compares decisions about single atoms, and about halves of their groups.
fn best_decision(searcher: &mut Searcher<'_>, groups: &Groups, cube: &Cube) -> Result<Best, LabError> {
    let literals = searcher.literals(cube)?;
    let Some(found) = look_ahead(searcher, &literals, None)? else { return Ok(Best::Conflict) };
    let Some(first) = found.first() else { return Ok(Best::Nothing) };
    let (mut worth, mut best) = (first.worth(), Decision::some_of(vec![first.atom]));
    let Some(found) = look_ahead(searcher, &literals, Some(groups.atoms()))? else {
        return Ok(Best::Conflict);
    };
    for group in groups.of(found.iter().map(|implied| implied.atom), GROUPS) {
        let Some(open) = look_ahead(searcher, &literals, Some(group))? else { return Ok(Best::Conflict) };
        // An atom that leads to a conflict is false, and decided soon.
        let open: HashSet<Atom> =
            open.iter().filter(|implied| implied.if_true.is_some()).map(|implied| implied.atom).collect();
        let Some(half) = half_of(group, |atom| open.contains(&atom)) else { continue };
        let decision = Decision::some_of(half);
        let atom = searcher.literal(&decision)?.atom();
        let Some(found) = look_ahead(searcher, &literals, Some(&[atom]))? else {
            return Ok(Best::Conflict);
        };
        if let Some(implied) = found.first()
            && implied.worth() > worth
        {
            (worth, best) = (implied.worth(), decision);
        }
    }
    Ok(Best::Decision(best))
}

/// The open atoms, the best split first: all of some atoms, or the most active of the program. `None` if the literals
/// lead to a conflict.
fn look_ahead(
    searcher: &mut Searcher<'_>,
    literals: &[Literal],
    among: Option<&[Atom]>,
) -> Result<Option<Vec<Implied>>, LabError> {
    let considered = Considered { among, most: CONSIDERED };
    match searcher.control.look_ahead(literals, considered) {
        Ok(LookAhead::Conflict) => Ok(None),
        Ok(LookAhead::Atoms(found)) => Ok(Some(found)),
        Err(error) => Err(LabError::Unsolvable { reason: error.to_string() }),
    }
}

/// A short search of a cube, and its difficulty.
fn measure(
    searcher: &mut Searcher<'_>,
    cube: &Cube,
    lower: &[i64],
    probe: u64,
    stop: &dyn Fn() -> bool,
) -> Result<(End, f64), LabError> {
    let before = searcher.control.search_statistics();
    let progress = searcher.control.progress();
    let (start, conflicts) = (Instant::now(), progress.conflicts());
    let limit = || progress.conflicts() - conflicts >= probe || start.elapsed() > LONGEST;
    let end = searcher.search(cube, lower, &limit, stop)?;
    let done = searcher.control.search_statistics().since(&before);
    let ends = done.conflicts + done.models;
    let levels = done.conflict_levels + done.model_levels;
    Ok((end, if ends == 0 { 0.0 } else { levels as f64 / ends as f64 }))
}
