//! Minimal subsets: the parts that are needed for a conflict.
//!
//! First the solver's own core is taken, which is small by far compared to all parts; then each part is left
//! out in turn, and the core of each test that still fails replaces the parts (Marques-Silva: "Minimal
//! Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010). Since relaxing only adds answer sets, a
//! part that was needed once stays needed.

use crate::probe::{Prober, Verdict};
use hamadryad_aspif::Literal;

/// The result of a minimisation: positions of literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Minimized {
    /// An answer set exists under all literals.
    Answer,
    /// These literals exclude answer sets; whether each of them is known to be needed.
    Core(Vec<usize>, bool),
    /// Nothing is known.
    Unknown,
}

/// As [`minimize`], but without the deletion of parts one by one: a small core, which need not be minimal.
pub(crate) fn core_of(prober: &mut Prober<'_>, soft: &[Literal], positions: Vec<usize>) -> Minimized {
    trimmed(prober, &[], soft, positions)
}

/// Minimises the literals `soft` at the given positions, which are tried in this order, under the literals
/// `always`.
pub(crate) fn minimize(
    prober: &mut Prober<'_>,
    always: &[Literal],
    soft: &[Literal],
    order: Vec<usize>,
) -> Minimized {
    let mut core = match trimmed(prober, always, soft, order) {
        Minimized::Core(core, _) => core,
        other => return other,
    };
    let (mut at, mut is_minimal) = (0, true);
    while at < core.len() {
        let without: Vec<usize> = core.iter().copied().filter(|&position| position != core[at]).collect();
        match test(prober, always, soft, &without, false) {
            Verdict::Answer => at += 1,
            Verdict::Conflict(found) => {
                let kept = core[..at].to_vec();
                core = without;
                core.retain(|position| kept.contains(position) || found.contains(&soft[*position]));
            }
            Verdict::Unknown => {
                is_minimal = false;
                if (prober.stop)() {
                    break;
                }
                at += 1;
            }
        }
    }
    Minimized::Core(core, is_minimal)
}

/// The core of a test, and the cores of its cores.
fn trimmed(prober: &mut Prober<'_>, always: &[Literal], soft: &[Literal], order: Vec<usize>) -> Minimized {
    let mut core = order;
    match test(prober, always, soft, &core, true) {
        Verdict::Answer => return Minimized::Answer,
        Verdict::Unknown => return Minimized::Unknown,
        Verdict::Conflict(found) => core.retain(|&position| found.contains(&soft[position])),
    }
    // The core of a core is often smaller, and each such test is cheaper than a deletion.
    for _ in 0..4 {
        let before = core.len();
        if let Verdict::Conflict(found) = test(prober, always, soft, &core, false) {
            core.retain(|&position| found.contains(&soft[position]));
        }
        if core.len() == before {
            break;
        }
    }
    Minimized::Core(core, false)
}

fn test(
    prober: &mut Prober<'_>,
    always: &[Literal],
    soft: &[Literal],
    positions: &[usize],
    fully: bool,
) -> Verdict {
    let chosen = positions.iter().map(|&position| soft[position]);
    let assumptions = always.iter().copied().chain(chosen).collect();
    if fully { prober.test_fully(assumptions) } else { prober.test(assumptions) }
}
