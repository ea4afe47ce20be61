//! The translation of a step in passes, which can be interrupted: a step of a million rules takes seconds.
//!
//! ```text
//! definitions → equivalences → loops → literals → clauses → weight constraints → directives → circuits
//! ```
//!
//! An interrupted translation continues at the next solve, or when another operation needs the whole program:
//! the next step, the preparation of a propagator, a cleanup.
//!
//! Invariant: a pass uses the results of all passes before it, and no pass runs between two portions of
//! another.

use crate::translate::pending::PendingTranslation;
use crate::translate::translator::Translator;
use std::ops::Range;

/// The number of atoms or bodies between two checks for an interruption: some milliseconds.
const PORTION: usize = 10_000;

/// A pass over the items of a step: atoms, bodies, rules.
struct Pass {
    /// The number of items, which are translated independently.
    size: fn(&Translator<'_>, &PendingTranslation) -> usize,
    /// The number of items between two checks for an interruption.
    portion: usize,
    run: fn(&mut Translator<'_>, &mut PendingTranslation, Range<usize>),
}

/// A pass without interruption.
const fn at_once(run: fn(&mut Translator<'_>, &mut PendingTranslation, Range<usize>)) -> Pass {
    Pass { size: |_, _| 1, portion: 1, run }
}

/// The passes in their order. The search for Hamiltonian circuits follows them.
const PASSES: [Pass; 16] = [
    at_once(|translator, pending, _| translator.open_definitions(pending)),
    Pass {
        // Round by round, until a round finds no equivalence.
        size: |translator, pending| {
            if pending.literals.equal.is_complete { 0 } else { translator.config.equivalences as usize }
        },
        portion: 1,
        run: |translator, pending, range| translator.find_equivalences(pending, range),
    },
    at_once(|translator, pending, _| translator.find_loops(pending)),
    at_once(|translator, pending, _| translator.choose_literals(pending)),
    at_once(|translator, pending, _| translator.name_bodies(pending)),
    at_once(|_, pending, _| pending.step.sort_constraints()),
    Pass {
        size: |_, pending| pending.step.constraints.len(),
        portion: PORTION,
        run: |translator, pending, range| translator.add_constraints(pending, range),
    },
    Pass {
        size: |_, pending| pending.literals.to_complete.len(),
        portion: PORTION,
        run: |translator, pending, range| translator.complete_atoms(pending, range),
    },
    Pass {
        size: |_, pending| pending.step.bodies.len(),
        portion: PORTION,
        run: |translator, pending, range| translator.define_bodies(pending, range),
    },
    at_once(|translator, pending, _| translator.add_loops(pending)),
    at_once(|translator, _, _| {
        translator.propagate_at_root();
    }),
    at_once(|translator, pending, _| translator.find_families(pending)),
    Pass {
        size: |_, pending| pending.literals.families.len(),
        portion: 1,
        run: |translator, pending, range| translator.add_families(pending, range),
    },
    Pass {
        size: |_, pending| pending.step.bodies.len(),
        portion: PORTION,
        run: |translator, pending, range| translator.define_weight_constraints(pending, range),
    },
    at_once(|translator, pending, _| translator.add_directives(pending)),
    at_once(|translator, pending, _| {
        translator.propagate_at_root();
        translator.add_circuit_atoms(pending);
    }),
];

impl Translator<'_> {
    /// Continues a translation. `false` if `stop` returned `true` before its end.
    pub(crate) fn run(&mut self, pending: &mut PendingTranslation, stop: &dyn Fn() -> bool) -> bool {
        self.sat.reset(self.propagators);
        while let Some(pass) = PASSES.get(pending.pass) {
            loop {
                let size = (pass.size)(self, pending);
                if pending.done >= size {
                    break;
                }
                if stop() {
                    return false;
                }
                let range = pending.done..size.min(pending.done + pass.portion);
                pending.done = range.end;
                (pass.run)(self, pending, range);
            }
            (pending.pass, pending.done) = (pending.pass + 1, 0);
        }
        let is_complete = self.find_circuits(pending, stop);
        if is_complete {
            // The clauses are complete, and subsumption needs memory.
            (pending.step, pending.loops, pending.literals) = Default::default();
            self.subsume();
        }
        is_complete
    }
}
