//! `--check`: tests each model by the definition of answer sets, and each axiom of a proof by the program.
//! The code for this shares nothing with the search.
//!
//! The checker receives the same ground program as the solver. A model is an answer set if all rules hold in
//! it and no smaller set satisfies the reduct. Its costs are summed up again, too.

use hamadryad::{ExternalValue, Model, ReadError, Reader, Sink, Symbol, Symbols};
use hamadryad_check::proof::Problem;
use hamadryad_check::recorded::{GroundProgram, Verdict};

/// The checker of a run.
#[derive(Default)]
pub struct AnswerChecker {
    program: GroundProgram,
    /// The symbols of a ground program in aspif; both readers give an atom the same number.
    own: Symbols,
    models: u64,
}

impl AnswerChecker {
    /// The sink that receives the ground program.
    pub fn sink(&mut self) -> &mut dyn Sink {
        &mut self.program
    }

    /// Reads the next step of a ground program.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn read_step(&mut self, reader: &mut Reader<'_>) -> Result<bool, ReadError> {
        reader.read_step(&mut self.own, &mut self.program)
    }

    /// Assigns a new value to an external atom.
    pub fn assign(&mut self, symbol: Symbol, value: ExternalValue) {
        let named = self.program.names.iter().find(|&(_, &name)| name == symbol).map(|(&atom, _)| atom);
        if let Some(atom) = named {
            self.program.external(atom, value);
        }
    }

    /// The reason why a model is no answer set or has other costs; `None` if it is correct.
    pub fn rejection(&mut self, model: &Model<'_>, priorities: &[i32]) -> Option<String> {
        self.models += 1;
        let is_true = |atom: hamadryad::Atom| model.is_true(atom.positive());
        let name = |atom: &hamadryad::Atom| match self.program.names.get(atom) {
            Some(&symbol) => model.symbols().display(symbol).to_string(),
            None => format!("atom {}", atom.number()),
        };
        let names = |atoms: &[hamadryad::Atom]| atoms.iter().map(name).collect::<Vec<_>>().join(", ");
        let rejection = match self.program.verdict(&is_true) {
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
        rejection.or_else(|| {
            let costs = self.program.cost(&is_true);
            let cost_at =
                |priority: &i32| costs.iter().find(|(p, _)| p == priority).map_or(0, |&(_, cost)| cost);
            let expected: Vec<i64> = priorities.iter().map(cost_at).collect();
            let agrees = model.costs().is_empty() || model.costs() == expected;
            (!agrees).then(|| format!("it costs {expected:?}, not {:?}", model.costs()))
        })
    }

    /// Checks the axioms of a proof's problem, until `stop`. Returns the numbers of checked axioms and of all
    /// axioms.
    ///
    /// # Errors
    /// The first axiom that cannot be verified.
    pub fn check_axioms(&self, problem: &str, stop: &dyn Fn() -> bool) -> Result<(usize, usize), String> {
        let problem = Problem::read(problem)?;
        Ok((problem.check_axioms_until(&self.program, stop)?, problem.axioms.len()))
    }

    /// The number of checked models.
    pub fn models(&self) -> u64 {
        self.models
    }
}
