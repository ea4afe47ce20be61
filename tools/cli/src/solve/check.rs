//! `--check`: each model judged by the definition of answer sets, and each axiom of a proof by the program, by code that has nothing
//! to do with the search.
//!
//! The judge hears the ground program as the solver does. A model is an answer set if all rules hold in it and no part of it
//! is true for want of a reason: no smaller set satisfies the reduct. Its costs are added up again, too.

use hamadryad::{ExternalValue, Model, ReadError, Reader, Sink, Symbol, Symbols};
use hamadryad_check::proof::Problem;
use hamadryad_check::recorded::{GroundProgram, Verdict};

/// The judge of a run.
#[derive(Default)]
pub struct Judge {
    program: GroundProgram,
    /// The symbols of a ground program that was read from aspif; numbers of atoms are the same to both readers.
    own: Symbols,
    models: u64,
}

impl Judge {
    /// What is to hear the ground program.
    pub fn sink(&mut self) -> &mut dyn Sink {
        &mut self.program
    }

    /// Hears the next step of a ground program.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn read_step(&mut self, reader: &mut Reader<'_>) -> Result<bool, ReadError> {
        reader.read_step(&mut self.own, &mut self.program)
    }

    /// An external atom has another value from now on.
    pub fn assign(&mut self, symbol: Symbol, value: ExternalValue) {
        let named = self.program.names.iter().find(|&(_, &name)| name == symbol).map(|(&atom, _)| atom);
        if let Some(atom) = named {
            self.program.external(atom, value);
        }
    }

    /// Why a model is no answer set, or does not cost what it is said to; `None` where all is well.
    pub fn objection(&mut self, model: &Model<'_>, priorities: &[i32]) -> Option<String> {
        self.models += 1;
        let is_true = |atom: hamadryad::Atom| model.is_true(atom.positive());
        let name = |atom: &hamadryad::Atom| match self.program.names.get(atom) {
            Some(&symbol) => model.symbols().display(symbol).to_string(),
            None => format!("atom {}", atom.number()),
        };
        let names = |atoms: &[hamadryad::Atom]| atoms.iter().map(name).collect::<Vec<_>>().join(", ");
        let objection = match self.program.verdict(&is_true) {
            Verdict::Stable => None,
            Verdict::Violated(rule) => {
                let heads = names(&self.program.rules[rule].head);
                Some(format!("rule {} of the ground program is broken, for: {heads}", rule + 1))
            }
            Verdict::External(atom) => Some(format!("the external `{}` has the wrong value", name(&atom))),
            Verdict::Assumption(literal) => {
                Some(format!("the assumption about `{}` is broken", name(&literal.atom())))
            }
            Verdict::NoCircuit(atom) => Some(format!("the arcs of `{}` are no circuit", name(&atom))),
            Verdict::Cycle(_) => Some("its edges form a cycle".to_owned()),
            Verdict::Unfounded(atoms) => Some(format!("nothing supports: {}", names(&atoms))),
        };
        objection.or_else(|| {
            let costs = self.program.cost(&is_true);
            let cost_at =
                |priority: &i32| costs.iter().find(|(p, _)| p == priority).map_or(0, |&(_, cost)| cost);
            let expected: Vec<i64> = priorities.iter().map(cost_at).collect();
            let agrees = model.costs().is_empty() || model.costs() == expected;
            (!agrees).then(|| format!("it costs {expected:?}, not {:?}", model.costs()))
        })
    }

    /// Judges the axioms of a proof's problem, until told to stop. Returns how many are judged, and how many there are.
    ///
    /// # Errors
    /// The first that cannot be seen to hold.
    pub fn judge_axioms(&self, problem: &str, stop: &dyn Fn() -> bool) -> Result<(usize, usize), String> {
        let problem = Problem::read(problem)?;
        Ok((problem.judge_axioms_until(&self.program, stop)?, problem.axioms.len()))
    }

    /// How many models were judged.
    pub fn models(&self) -> u64 {
        self.models
    }
}
