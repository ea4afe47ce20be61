//! The proof of a solve: its beginning, its end, and the solves whose answers cannot be proven.

use crate::config::{Descent, Strategy};
use crate::proof::log::{Axiom, Clauses, Conclusion, Log, ProofLogger, name};
use crate::search::options::SolveOptions;
use crate::solver::{AspSolver, Refusal};
use hamadryad_sat::Lit;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

impl AspSolver {
    /// Writes a proof of the answer of the first solve, in VeriPB's format. The solver must be new, and
    /// [`AspSolver::finish_proof`] must follow.
    ///
    /// The search for an optimum then uses branch and bound on one thread. Circuits are not detected, and those of theory
    /// atoms are only checked. A solve whose answer cannot be proven is rejected.
    pub fn begin_proof(&mut self, proof: Box<dyn Write + Send>) {
        let mut log = Log::new(proof);
        log.write("pseudo-Boolean proof version 3.0");
        let truth = log.clause(&[self.truth]);
        log.give(truth);
        let log = Arc::new(Mutex::new(log));
        self.sat.set_proof(Some(Box::new(Clauses(Arc::clone(&log)))));
        self.propagators.proof_logger = ProofLogger(Some(log));
        self.config.circuits = false;
        if self.config.strategy == Strategy::default() {
            self.config.strategy = Strategy::Bounds(Descent::Linear);
        }
    }

    /// Ends the proof, and writes its problem. Returns the number of axioms; `None` if no proof was begun.
    ///
    /// # Errors
    /// Returns errors of writing the problem or the proof.
    pub fn finish_proof(&mut self, problem: &mut dyn Write) -> io::Result<Option<usize>> {
        self.sat.set_proof(None);
        let proof_logger = std::mem::take(&mut self.propagators.proof_logger);
        proof_logger.conclude(Conclusion::Nothing);
        let Some(mut log) = proof_logger.log() else { return Ok(None) };
        if let Some(error) = log.error.take() {
            return Err(error);
        }
        log.proof.flush()?;
        let axioms = std::mem::take(&mut log.axioms);
        let axioms: Vec<(Axiom, String)> =
            axioms.iter().filter_map(|(about, clause)| Some((*about, log.clause(clause)?))).collect();
        let variables = log.is_mentioned.len();
        writeln!(problem, "* #variable= {variables} #constraint= {}", log.number_given + axioms.len())?;
        for (number, state) in self.atoms.iter().enumerate() {
            if let Some(lit) = state.lit {
                writeln!(problem, "* atom {number} {}", name(lit))?;
            }
        }
        if !log.objective.is_empty() {
            for (level, priority) in self.propagators.objective.priorities().iter().enumerate() {
                let constant = self.propagators.objective.constant(level);
                writeln!(problem, "* priority {priority}: {constant} is paid in any case")?;
            }
            let terms = log.objective.iter().map(|&(lit, weight)| format!("{weight} {}", name(lit)));
            writeln!(problem, "min: {} ;", terms.collect::<Vec<String>>().join(" "))?;
        }
        problem.write_all(log.given.as_bytes())?;
        let mut numbers: BTreeMap<Axiom, usize> = BTreeMap::new();
        for (about, axiom) in &axioms {
            let number = numbers.entry(*about).or_default();
            *number += 1;
            writeln!(problem, "@{}{number} {axiom} ;", about.label())?;
        }
        problem.flush()?;
        Ok(Some(axioms.len()))
    }

    /// Begins the proof of a solve; returns the reason if its answer cannot be proven.
    pub(crate) fn prepare_proof(&mut self, options: &SolveOptions, is_optimised: bool) -> Option<Refusal> {
        let has_begun = self.propagators.proof_logger.log()?.has_begun;
        let no_bounds = !matches!(self.config.strategy, Strategy::Bounds(Descent::Linear));
        let objective = is_optimised.then(|| self.propagators.objective.in_one_level());
        let what = if has_begun {
            Some("more than one solve")
        } else if options.consequences.is_some() {
            Some("consequences")
        } else if options.bound.is_some() {
            Some("bounds on costs that are given")
        } else if is_optimised && no_bounds {
            Some("this search for an optimum: only bb,lin can be logged")
        } else if self.propagators.user.are_there() {
            Some("propagators")
        } else if matches!(objective, Some(None)) {
            Some("costs of this size")
        } else {
            None
        };
        if let Some(what) = what {
            return Some(Refusal::Unproven(what));
        }
        let given = self.assumed.iter().chain(&options.assumptions).map(|&literal| self.lit(literal));
        let assumed: Vec<Lit> = given.chain(self.external_assumptions()).collect();
        let mut log = self.propagators.proof_logger.log()?;
        log.has_begun = true;
        log.objective = objective.flatten().unwrap_or_default();
        for lit in log.objective.iter().map(|&(lit, _)| lit).collect::<Vec<Lit>>() {
            // The literal counts as mentioned.
            log.clause(&[lit]);
        }
        for lit in assumed {
            let text = log.clause(&[lit]);
            log.give(text);
        }
        None
    }
}
