//! The approach `nogood`: clauses for the held atoms are added to the running search after its first model.
//!
//! The first model must be legal: all held atoms must be true in it. Under branch and bound its costs bound
//! all later models, so an illegal first model could exclude the best legal models; the published program,
//! without its heuristic, accepts an illegal first model, and its snake bites itself. If the first model is
//! illegal, it is not reported, and the search restarts with the clauses.
//!
//! *Invariant:* the added clauses hold for a single search.

use super::{Approach, Meter, OnModel, Request, Setting, Solved, ground, run};
use crate::{Control, Error, Search, Symbol, Symbols, Truth};

/// Adds clauses to the running search.
#[derive(Clone)]
pub struct Nogood {
    control: Control,
}

impl Nogood {
    /// Grounds the program.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn new(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Nogood, Error> {
        Ok(Nogood { control: ground(setting, stop)? })
    }
}

impl Approach for Nogood {
    fn control(&self) -> &Control {
        &self.control
    }

    fn symbols_mut(&mut self) -> &mut Symbols {
        self.control.symbols_mut()
    }

    fn assign_external(&mut self, atom: Symbol, value: Truth) {
        self.control.assign_external(atom, value);
    }

    fn solve(&mut self, request: Request<'_>, on_model: OnModel<'_>) -> Result<Solved, Error> {
        let Request { held, options, clock } = request;
        let mut meter = Meter::start(clock, &self.control);
        let mut search = self.control.solve(options.clone())?;
        meter.grounded();
        let begun = begin(&mut search, held, &mut meter, on_model);
        if begun == Begun::Illegally {
            drop(search);
            search = self.control.solve(options)?;
            hold(&mut search, held);
        }
        if begun != Begun::AndEnded {
            run(&mut search, &mut meter, on_model);
        }
        let summary = search.summary();
        drop(search);
        Ok(Solved { summary, effort: meter.end(&self.control) })
    }
}

/// The beginning of a search without the clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    /// The first model is legal; the clauses are added, and the search may continue.
    Legally,
    /// The first model is illegal.
    Illegally,
    /// The search has no model, or the callback ended it.
    AndEnded,
}

fn begin(search: &mut Search<'_>, held: &[Symbol], meter: &mut Meter<'_>, on_model: OnModel<'_>) -> Begun {
    let Some(model) = search.next_model() else { return Begun::AndEnded };
    if !held.iter().all(|&atom| model.contains(atom)) {
        return Begun::Illegally;
    }
    meter.found();
    if on_model(&model).is_break() {
        return Begun::AndEnded;
    }
    hold(search, held);
    Begun::Legally
}

/// Adds a unit clause for each held atom.
fn hold(search: &mut Search<'_>, held: &[Symbol]) {
    for &atom in held {
        search.add_clause(&[(atom, true)]);
    }
}
