//! The translation of a step in stages, so that it can be stopped: a step of a million rules takes seconds.
//!
//! Where it was stopped it goes on when it is asked for again, by the next solve or by whatever else must know the whole program: the
//! next step, a propagator that prepares itself, a cleanup. Until then, what there is of it holds: clauses and sums that follow from the
//! program. So an interrupted solve leaves nothing behind that has to be undone.
//!
//! Invariant: between two stages, and between two portions of one, nothing else translates.

use crate::circles::Circles;
use crate::circuit_atoms::CircuitAtom;
use crate::solver::AspSolver;
use crate::step::Step;
use crate::translate::Translation;
use std::ops::Range;

/// So many atoms or bodies are done before it is asked again whether to stop: some milliseconds.
const PORTION: usize = 10_000;

/// A step that is being translated.
#[derive(Clone)]
pub(crate) struct Underway {
    pub(crate) step: Step,
    pub(crate) circuits: Vec<CircuitAtom>,
    pub(crate) circles: Circles,
    pub(crate) translation: Translation,
    /// The stages that are done.
    stage: usize,
    /// How much of the next one is.
    done: usize,
}

impl Underway {
    pub(crate) fn new(step: Step, circuits: Vec<CircuitAtom>) -> Underway {
        let (circles, translation) = (Circles::default(), Translation::default());
        Underway { step, circuits, circles, translation, stage: 0, done: 0 }
    }
}

/// What is done at a time.
struct Stage {
    /// Of how many things it consists, each of which may be done by itself.
    size: fn(&AspSolver, &Underway) -> usize,
    /// How many of them are done before it is asked again whether to stop.
    portion: usize,
    work: fn(&mut AspSolver, &mut Underway, Range<usize>),
}

/// A stage that is done at once.
const fn at_once(work: fn(&mut AspSolver, &mut Underway, Range<usize>)) -> Stage {
    Stage { size: |_, _| 1, portion: 1, work }
}

/// One after the other: each needs all of those before.
const STAGES: [Stage; 16] = [
    at_once(|solver, underway, _| solver.open_definitions(&mut underway.step)),
    at_once(|solver, underway, _| solver.find_circles(underway)),
    Stage {
        // One round after the other, until there is nothing more to be found.
        size: |solver, underway| {
            if underway.translation.equal.is_complete { 0 } else { solver.config.equivalences as usize }
        },
        portion: 1,
        work: |solver, underway, rounds| solver.find_equivalences(underway, rounds),
    },
    at_once(|solver, underway, _| solver.give_literals(&underway.step, &mut underway.translation)),
    at_once(|solver, underway, _| solver.name_bodies(underway)),
    at_once(|_, underway, _| underway.step.sort_constraints()),
    Stage {
        size: |_, underway| underway.step.constraints.len(),
        portion: PORTION,
        work: |solver, underway, range| solver.add_constraints(&underway.step, range),
    },
    Stage {
        size: |_, underway| underway.translation.complete.len(),
        portion: PORTION,
        work: |solver, underway, range| solver.complete(&underway.step, &underway.translation, range),
    },
    Stage {
        size: |_, underway| underway.step.bodies.len(),
        portion: PORTION,
        work: |solver, underway, range| solver.define_bodies(&underway.step, &underway.translation, range),
    },
    at_once(|solver, underway, _| {
        solver.add_circles(&underway.step, &mut underway.circles, &underway.translation.body_lits);
    }),
    at_once(|solver, _, _| {
        solver.sat.propagate_at_root(&mut solver.reasoner);
    }),
    at_once(|solver, underway, _| solver.group_sums(underway)),
    Stage {
        size: |_, underway| underway.translation.families.len(),
        portion: 1,
        work: |solver, underway, range| solver.add_families(underway, range),
    },
    Stage {
        size: |_, underway| underway.step.bodies.len(),
        portion: PORTION,
        work: |solver, underway, range| solver.add_sums(&underway.step, &underway.translation, range),
    },
    at_once(|solver, underway, _| solver.add_the_rest(&underway.step, &underway.translation)),
    at_once(|solver, underway, _| {
        solver.sat.propagate_at_root(&mut solver.reasoner);
        solver.add_circuit_atoms(&underway.step, &underway.translation, &underway.circuits);
    }),
];

impl AspSolver {
    /// Translates what has been written, so that it can be solved. `false` where `stop` said so before the end: the next call goes
    /// on there, as does everything else that needs all of it.
    pub fn prepare(&mut self, stop: &dyn Fn() -> bool) -> bool {
        while self.underway.is_some() || std::mem::take(&mut self.is_waiting) {
            let mut underway = self.underway.take().unwrap_or_else(|| Box::new(self.begin_translation()));
            if !self.go_on_translating(&mut underway, stop) {
                self.underway = Some(underway);
                return false;
            }
        }
        true
    }

    fn go_on_translating(&mut self, underway: &mut Underway, stop: &dyn Fn() -> bool) -> bool {
        self.sat.reset(&mut self.reasoner);
        while let Some(stage) = STAGES.get(underway.stage) {
            loop {
                let size = (stage.size)(self, underway);
                if underway.done >= size {
                    break;
                }
                if stop() {
                    return false;
                }
                let range = underway.done..size.min(underway.done + stage.portion);
                underway.done = range.end;
                (stage.work)(self, underway, range);
            }
            (underway.stage, underway.done) = (underway.stage + 1, 0);
        }
        let found = self.find_circuits(&underway.step, &underway.circles, &mut underway.done, stop);
        if found {
            self.subsume();
        }
        found
    }

    /// Goes on to the end with what was stopped.
    pub(crate) fn end_translation(&mut self) {
        if let Some(mut underway) = self.underway.take() {
            self.go_on_translating(&mut underway, &|| false);
        }
    }

    /// What does not need the whole program can be told even where its translation was stopped.
    pub(crate) fn translate_unless_stopped(&mut self) {
        if self.underway.is_none() {
            self.translate_waiting();
        }
    }

    /// Translates the steps that wait for it: they end here, and are one.
    pub(crate) fn translate_waiting(&mut self) {
        self.prepare(&|| false);
    }
}
