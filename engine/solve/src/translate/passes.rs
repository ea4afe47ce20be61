//! The translation of a step in passes, so that it can be interrupted: a step of a million rules takes seconds.
//!
//! An interrupted translation continues at the next solve, or when another operation needs the whole program: the next
//! step, the preparation of a propagator, a cleanup. The clauses and weight constraints added so far follow from the
//! program, so an interruption leaves nothing to undo.
//!
//! Invariant: between two passes, and between two portions of a pass, nothing else is translated.

use crate::solver::AspSolver;
use crate::translate::pending::PendingTranslation;
use std::ops::Range;

/// The number of atoms or bodies between two checks for an interruption: some milliseconds.
const PORTION: usize = 10_000;

/// A pass over the items of a step: atoms, bodies, rules.
struct Pass {
    /// The number of items, which are translated independently.
    size: fn(&AspSolver, &PendingTranslation) -> usize,
    /// The number of items between two checks for an interruption.
    portion: usize,
    work: fn(&mut AspSolver, &mut PendingTranslation, Range<usize>),
}

/// A pass without interruption.
const fn at_once(work: fn(&mut AspSolver, &mut PendingTranslation, Range<usize>)) -> Pass {
    Pass { size: |_, _| 1, portion: 1, work }
}

/// One after the other: each needs all of those before.
const PASSES: [Pass; 16] = [
    at_once(|solver, pending, _| solver.open_definitions(&mut pending.step)),
    at_once(|solver, pending, _| solver.find_circles(pending)),
    Pass {
        // One round after the other, until there is nothing more to be found.
        size: |solver, pending| {
            if pending.translation.equal.is_complete { 0 } else { solver.config.equivalences as usize }
        },
        portion: 1,
        work: |solver, pending, rounds| solver.find_equivalences(pending, rounds),
    },
    at_once(|solver, pending, _| solver.give_literals(&pending.step, &mut pending.translation)),
    at_once(|solver, pending, _| solver.name_bodies(pending)),
    at_once(|_, pending, _| pending.step.sort_constraints()),
    Pass {
        size: |_, pending| pending.step.constraints.len(),
        portion: PORTION,
        work: |solver, pending, range| solver.add_constraints(&pending.step, range),
    },
    Pass {
        size: |_, pending| pending.translation.complete.len(),
        portion: PORTION,
        work: |solver, pending, range| solver.complete(&pending.step, &pending.translation, range),
    },
    Pass {
        size: |_, pending| pending.step.bodies.len(),
        portion: PORTION,
        work: |solver, pending, range| solver.define_bodies(&pending.step, &pending.translation, range),
    },
    at_once(|solver, pending, _| {
        solver.add_circles(&pending.step, &mut pending.circles, &pending.translation.body_lits);
    }),
    at_once(|solver, _, _| {
        solver.sat.propagate_at_root(&mut solver.propagators);
    }),
    at_once(|solver, pending, _| solver.group_sums(pending)),
    Pass {
        size: |_, pending| pending.translation.families.len(),
        portion: 1,
        work: |solver, pending, range| solver.add_families(pending, range),
    },
    Pass {
        size: |_, pending| pending.step.bodies.len(),
        portion: PORTION,
        work: |solver, pending, range| solver.add_sums(&pending.step, &pending.translation, range),
    },
    at_once(|solver, pending, _| solver.add_the_rest(&pending.step, &pending.translation)),
    at_once(|solver, pending, _| {
        solver.sat.propagate_at_root(&mut solver.propagators);
        solver.add_circuit_atoms(&pending.step, &pending.translation, &pending.circuits);
    }),
];

impl AspSolver {
    /// Translates what has been written, so that it can be solved. `false` where `stop` said so before the end: the next call goes
    /// on there, as does everything else that needs all of it.
    pub fn prepare(&mut self, stop: &dyn Fn() -> bool) -> bool {
        while self.pending.is_some() || std::mem::take(&mut self.is_waiting) {
            let mut pending = self.pending.take().unwrap_or_else(|| Box::new(self.begin_translation()));
            if !self.go_on_translating(&mut pending, stop) {
                self.pending = Some(pending);
                return false;
            }
        }
        true
    }

    fn go_on_translating(&mut self, pending: &mut PendingTranslation, stop: &dyn Fn() -> bool) -> bool {
        self.sat.reset(&mut self.propagators);
        while let Some(stage) = PASSES.get(pending.stage) {
            loop {
                let size = (stage.size)(self, pending);
                if pending.done >= size {
                    break;
                }
                if stop() {
                    return false;
                }
                let range = pending.done..size.min(pending.done + stage.portion);
                pending.done = range.end;
                (stage.work)(self, pending, range);
            }
            (pending.stage, pending.done) = (pending.stage + 1, 0);
        }
        let found = self.find_circuits(&pending.step, &pending.circles, &mut pending.done, stop);
        if found {
            self.subsume();
        }
        found
    }

    /// Goes on to the end with what was stopped.
    pub(crate) fn end_translation(&mut self) {
        if let Some(mut pending) = self.pending.take() {
            self.go_on_translating(&mut pending, &|| false);
        }
    }

    /// Translates the waiting step, unless a translation was interrupted: its caller can use a part of the program.
    pub(crate) fn translate_unless_stopped(&mut self) {
        if self.pending.is_none() {
            self.translate_waiting();
        }
    }

    /// Translates the steps that wait for it: they end here, and are one.
    pub(crate) fn translate_waiting(&mut self) {
        self.prepare(&|| false);
    }
}
