//! The approach `preground`: each candidate has a switch from the start.
//!
//! ```text
//! #external hold(a,b).    :- hold(a,b), not next(a,b).
//! #external hold(b,c).    :- hold(b,c), not next(b,c).
//! ```
//!
//! Between solves, only switches whose value changes are assigned.

use super::switch::Switch;
use super::{Approach, Meter, OnModel, Request, Setting, Solved, ground, solve_plainly};
use crate::{Control, Error, SolveOptions, Symbol, Symbols, Truth};
use std::collections::HashMap;

/// Assigns switches that exist from the start.
#[derive(Clone)]
pub struct Preground {
    control: Control,
    /// The switch of each candidate.
    switches: HashMap<Symbol, Switch>,
    /// The candidates whose switches are on, sorted.
    on: Vec<Symbol>,
}

impl Preground {
    /// Grounds the program, with a switch for each atom of the candidates' signatures.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn new(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Preground, Error> {
        let signatures = setting.candidates.to_vec();
        let mut control = ground(setting, stop)?;
        let atoms = signatures.iter().flat_map(|&signature| control.symbolic_atoms_of(signature));
        let candidates: Vec<Symbol> = atoms.map(|atom| atom.symbol).collect();
        let switches = candidates.iter().map(|&atom| (atom, control.add_switch(&[atom]))).collect();
        Ok(Preground { control, switches, on: Vec::new() })
    }

    /// Assigns the switches that change.
    fn hold(&mut self, atoms: Vec<Symbol>) {
        let Preground { control, switches, on } = self;
        for atom in on.iter().filter(|atom| atoms.binary_search(atom).is_err()) {
            control.turn_switch(switches[atom], false);
        }
        for atom in atoms.iter().filter(|atom| on.binary_search(atom).is_err()) {
            control.turn_switch(switches[atom], true);
        }
        self.on = atoms;
    }
}

impl Approach for Preground {
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
        let meter = Meter::start(request.clock, &self.control);
        let (mut held, others): (Vec<Symbol>, Vec<Symbol>) =
            request.held.iter().partition(|atom| self.switches.contains_key(atom));
        held.sort_unstable();
        held.dedup();
        self.hold(held);
        let others = others.into_iter().map(|atom| (atom, true));
        let assumptions: Vec<(Symbol, bool)> =
            request.options.assumptions.iter().copied().chain(others).collect();
        let options = SolveOptions { assumptions: &assumptions, ..request.options };
        solve_plainly(&mut self.control, options, meter, on_model)
    }
}
