//! The approach `nogood`: clauses for the held atoms are added to the running search after its first model.
//!
//! The first model must be legal: all held atoms must be true in it. Under branch and bound its costs bound
//! all later models, so an illegal first model could exclude the best legal models; the published program,
//! without its heuristic, accepts an illegal first model, and its snake bites itself. If the first model is
//! illegal, it is not reported, and the search restarts with the clauses.
//!
//! *Invariant:* the added clauses hold for a single search.

use crate::approach::incremental::Hold;
use crate::approach::meter::Meter;
use crate::approach::request::{OnModel, Request, Solved};
use crate::{Control, Error, Search, Signature, Symbol};

/// Adds clauses to the running search.
pub(super) struct Nogood;

impl Hold for Nogood {
    fn prepare(_: &mut Control, _: &[Signature]) -> Nogood {
        Nogood
    }

    fn solve(
        &mut self,
        control: &mut Control,
        request: Request<'_>,
        mut meter: Meter<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error> {
        let Request { held, options, .. } = request;
        let mut search = control.solve(options.clone())?;
        meter.grounded();
        let first = find_first(&mut search, held, &mut meter, on_model);
        if first == First::Illegal {
            drop(search);
            search = control.solve(options)?;
            hold(&mut search, held);
        }
        if first != First::Last {
            meter.run(&mut search, on_model);
        }
        let summary = search.summary();
        drop(search);
        Ok(Solved { summary, effort: meter.end(control) })
    }
}

/// The first model of a search without the clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    /// The model is legal; the clauses are added, and the search may continue.
    Legal,
    /// The model is illegal.
    Illegal,
    /// The search has no model, or the callback ended it.
    Last,
}

fn find_first(
    search: &mut Search<'_>,
    held: &[Symbol],
    meter: &mut Meter<'_>,
    on_model: OnModel<'_>,
) -> First {
    let Some(model) = search.next_model() else { return First::Last };
    if !held.iter().all(|&atom| model.contains(atom)) {
        return First::Illegal;
    }
    meter.found();
    if on_model(&model).is_break() {
        return First::Last;
    }
    hold(search, held);
    First::Legal
}

/// Adds a unit clause for each held atom.
fn hold(search: &mut Search<'_>, held: &[Symbol]) {
    for &atom in held {
        search.add_clause(&[(atom, true)]);
    }
}
