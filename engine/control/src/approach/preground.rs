//! The approach `preground`: each candidate has a switch from the start.
//!
//! ```text
//! #external hold(a,b).    :- hold(a,b), not next(a,b).
//! #external hold(b,c).    :- hold(b,c), not next(b,c).
//! ```
//!
//! Between solves, only switches whose value changes are assigned.

use crate::approach::incremental::Hold;
use crate::approach::meter::Meter;
use crate::approach::request::{OnModel, Request, Solved};
use crate::approach::switch::Switch;
use crate::{Control, Error, Signature, SolveOptions, Symbol};
use std::collections::HashMap;

/// Assigns switches that exist from the start.
pub(super) struct Preground {
    /// The switch of each candidate.
    switches: HashMap<Symbol, Switch>,
    /// The candidates whose switches are on, sorted.
    on: Vec<Symbol>,
}

impl Preground {
    /// Assigns the switches that change.
    fn hold(&mut self, control: &mut Control, atoms: Vec<Symbol>) {
        let Preground { switches, on } = self;
        for atom in on.iter().filter(|atom| atoms.binary_search(atom).is_err()) {
            switches[atom].turn(control, false);
        }
        for atom in atoms.iter().filter(|atom| on.binary_search(atom).is_err()) {
            switches[atom].turn(control, true);
        }
        self.on = atoms;
    }
}

impl Hold for Preground {
    /// Adds a switch for each atom of the candidates' signatures.
    fn prepare(control: &mut Control, candidates: &[Signature]) -> Preground {
        let atoms = candidates.iter().flat_map(|&signature| control.symbolic_atoms_of(signature));
        let atoms: Vec<Symbol> = atoms.map(|atom| atom.symbol).collect();
        let switches = atoms.iter().map(|&atom| (atom, Switch::add(control, &[atom]))).collect();
        Preground { switches, on: Vec::new() }
    }

    fn solve(
        &mut self,
        control: &mut Control,
        request: Request<'_>,
        meter: Meter<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error> {
        let (mut held, others): (Vec<Symbol>, Vec<Symbol>) =
            request.held.iter().partition(|atom| self.switches.contains_key(atom));
        held.sort_unstable();
        held.dedup();
        self.hold(control, held);
        let others = others.into_iter().map(|atom| (atom, true));
        let assumptions: Vec<(Symbol, bool)> =
            request.options.assumptions.iter().copied().chain(others).collect();
        let options = SolveOptions { assumptions: &assumptions, ..request.options };
        meter.solve(control, options, on_model)
    }
}
