//! The proof of a solve: its beginning, its end, and the solves that a proof cannot express.

use crate::config::{Descent, Strategy};
use crate::error::SolveError;
use crate::proof::log::{Axiom, Clauses, Conclusion, Log, ProofLogger, name};
use crate::search::options::SearchOptions;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::Lit;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Begins a proof; the program must be empty. See [`AspSolver::begin_proof`](crate::AspSolver::begin_proof).
pub(crate) fn begin(program: &mut TranslatedProgram, proof: Box<dyn Write + Send>) {
    let mut log = Log::new(proof);
    log.write("pseudo-Boolean proof version 3.0");
    let truth = log.clause(&[program.atoms.truth]);
    log.give(truth);
    let log = Arc::new(Mutex::new(log));
    program.sat.set_proof(Some(Box::new(Clauses(Arc::clone(&log)))));
    program.propagators.proof_logger = ProofLogger(Some(log));
    program.config.circuits = false;
    if program.config.strategy == Strategy::default() {
        program.config.strategy = Strategy::Bounds(Descent::Linear);
    }
}

/// Ends a proof, and writes its problem. Returns the number of axioms; `None` without a proof.
///
/// # Errors
/// Returns errors of writing the problem or the proof.
pub(crate) fn finish(program: &mut TranslatedProgram, problem: &mut dyn Write) -> io::Result<Option<usize>> {
    program.sat.set_proof(None);
    let proof_logger = std::mem::take(&mut program.propagators.proof_logger);
    proof_logger.conclude(Conclusion::Nothing);
    let Some(mut log) = proof_logger.log() else { return Ok(None) };
    if let Some(error) = log.error.take() {
        return Err(error);
    }
    log.proof.flush()?;
    let axioms = std::mem::take(&mut log.axioms);
    let axioms: Vec<(Axiom, String)> =
        axioms.iter().filter_map(|(axiom, clause)| Some((*axiom, log.clause(clause)?))).collect();
    let variables = log.is_mentioned.len();
    writeln!(problem, "* #variable= {variables} #constraint= {}", log.number_given + axioms.len())?;
    for (number, lit) in program.atoms.literals() {
        writeln!(problem, "* atom {number} {}", name(lit))?;
    }
    if !log.objective.is_empty() {
        let objective = &program.propagators.objective;
        for (level, priority) in objective.priorities().iter().enumerate() {
            writeln!(problem, "* priority {priority}: {} is paid in any case", objective.constant(level))?;
        }
        let terms = log.objective.iter().map(|&(lit, weight)| format!("{weight} {}", name(lit)));
        writeln!(problem, "min: {} ;", terms.collect::<Vec<String>>().join(" "))?;
    }
    problem.write_all(log.given.as_bytes())?;
    let mut numbers: BTreeMap<Axiom, usize> = BTreeMap::new();
    for (axiom, clause) in &axioms {
        let number = numbers.entry(*axiom).or_default();
        *number += 1;
        writeln!(problem, "@{}{number} {clause} ;", axiom.label())?;
    }
    problem.flush()?;
    Ok(Some(axioms.len()))
}

/// Begins the proof of a solve, if a proof is written.
///
/// # Errors
/// If a proof cannot express the solve.
pub(crate) fn prepare(
    program: &TranslatedProgram,
    options: &SearchOptions,
    is_optimised: bool,
) -> Result<(), SolveError> {
    let Some(mut log) = program.propagators.proof_logger.log() else { return Ok(()) };
    let objective = is_optimised.then(|| program.propagators.objective.in_one_level());
    let no_bounds = !matches!(program.config.strategy, Strategy::Bounds(Descent::Linear));
    let unproven = if log.has_begun {
        Some("more than one solve")
    } else if options.consequences.is_some() {
        Some("consequences")
    } else if options.sample.is_some() {
        Some("samples")
    } else if options.bound.is_some() {
        Some("given bounds on costs")
    } else if is_optimised && no_bounds {
        Some("this search for an optimum: only bb,lin can be logged")
    } else if program.propagators.user.are_there() {
        Some("propagators")
    } else if matches!(objective, Some(None)) {
        Some("costs of this size")
    } else {
        None
    };
    if let Some(part) = unproven {
        return Err(SolveError::Unproven(part));
    }
    log.has_begun = true;
    log.objective = objective.flatten().unwrap_or_default();
    for lit in log.objective.iter().map(|&(lit, _)| lit).collect::<Vec<Lit>>() {
        // The literal counts as mentioned.
        log.clause(&[lit]);
    }
    let given = options.assumptions.iter().map(|&literal| program.lit(literal));
    for lit in given.chain(program.atoms.external_assumptions()) {
        let text = log.clause(&[lit]);
        log.give(text);
    }
    Ok(())
}
