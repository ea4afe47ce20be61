//! The approach `nogood`: clauses for what is held are added to the search that runs, behind its first model.
//!
//! The first model must be legal: all that is held must be true in it. Under branch and bound its costs bound those of all
//! later models, so a first model that is none of the world at hand might exclude the best ones of that world; the published
//! program, without its heuristic, takes such a model and bites itself. Where the first model is illegal, nobody is told of
//! it, and the search begins again with the clauses from the start.
//!
//! Clauses that are added so are true of one search only.

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
    /// Where it cannot be grounded, or grounding was stopped.
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

/// How a search begins that knows nothing of what is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    /// With a legal model; the clauses are added, and it may go on.
    Legally,
    /// With an illegal one: it leads nowhere.
    Illegally,
    /// Without any, or nobody wants more.
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

/// Adds the clauses: for each atom one, of nothing else.
fn hold(search: &mut Search<'_>, held: &[Symbol]) {
    for &atom in held {
        search.add_clause(&[(atom, true)]);
    }
}
