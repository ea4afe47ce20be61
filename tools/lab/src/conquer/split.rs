//! Splits a cube into parts of similar difficulty.
//!
//! The hardest part is split in two until there are enough: look-ahead chooses the atom, and a short search of both
//! halves measures their difficulty, or exhausts them.
//!
//! The *difficulty* is the mean decision level of the conflicts and answer sets of the short search: in a balanced
//! search tree, the binary logarithm of its size.

use super::cube::{Closed, Cube, Part, Splitting};
use super::problem::Question;
use super::search::{End, Searcher};
use crate::LabError;
use hamadryad::LookAhead;
use std::time::{Duration, Instant};

/// The longest time of a short search.
const LONGEST: Duration = Duration::from_millis(500);
/// The number of atoms that look-ahead considers: those with the highest activities.
const CONSIDERED: usize = 48;
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
    let mut open = vec![Part { cube: cube.clone(), difficulty: f64::INFINITY }];
    // Parts that no atom splits further.
    let mut whole = Vec::new();
    let mut closed = Vec::new();
    let mut splits = 0;
    while splits < MOST_SPLITS * splitting.parts && open.len() + whole.len() < splitting.parts {
        let hardest =
            (0..open.len()).max_by(|&one, &other| open[one].difficulty.total_cmp(&open[other].difficulty));
        let Some(hardest) = hardest else { break };
        splits += 1;
        let part = open.swap_remove(hardest);
        let atom = match searcher.control.look_ahead(part.cube.literals(), CONSIDERED) {
            Ok(LookAhead::Conflict) => {
                let models = (searcher.problem.question == Question::Count).then_some(0);
                closed.push(Closed { cube: part.cube, models, bound: Vec::new() });
                continue;
            }
            Ok(LookAhead::Atoms(atoms)) => atoms.first().map(|found| found.atom),
            Err(error) => return Err(LabError::Unsolvable { reason: error.to_string() }),
        };
        let Some(atom) = atom else {
            whole.push(part);
            continue;
        };
        for literal in [atom.positive(), atom.negative()] {
            let half = part.cube.with(literal);
            match measure(searcher, &half, lower, splitting.probe, stop)? {
                (End::Exhausted { models, bound }, _) => closed.push(Closed { cube: half, models, bound }),
                (End::Limit { .. }, difficulty) => open.push(Part { cube: half, difficulty }),
                (End::Satisfiable, _) => return Ok(Grown::Satisfiable),
                (End::Stopped, _) => return Ok(Grown::Stopped),
            }
        }
    }
    open.append(&mut whole);
    // The hardest part begins first.
    open.sort_by(|one, other| other.difficulty.total_cmp(&one.difficulty));
    Ok(Grown::Parts { open, closed })
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
