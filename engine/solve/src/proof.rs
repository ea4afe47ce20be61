//! Proofs that others can check: a pseudo-Boolean problem, and how its answer follows, as VeriPB reads them.
//!
//! ```text
//! * atom 3 ~x2                       the atom 3 of the ground program is true where x2 is false
//! * priority 0: -3 is paid in any case   and not in the objective
//! min: 2 x4 1 ~x5 ;                  the objective, all priorities in one
//! 1 x1 1 ~x2 >= 1 ;                  what the program has become: clauses and sums
//! @loop1 1 ~x3 1 x7 >= 1 ;           loop nogoods: what the search needed to know about atoms that support each other,
//! @edge1 1 ~x3 1 ~x8 >= 1 ;          about edges that would be a cycle,
//! @circuit1 1 ~x5 1 ~x6 >= 1 ;       and about circuits that would close before they have been everywhere
//!
//! rup 1 x1 1 x4 >= 1;                the proof: a learnt clause, by reverse unit propagation
//! soli x1 ~x2 …;                     a model, and that the next must be better
//! rup >= 1; conclusion BOUNDS 3 3;   there is none: the last was optimal
//! ```
//!
//! Clauses and sums are the problem; whoever trusts the translation trusts them. The rest is not among its consequences: these
//! are axioms, found by the search, and marked as such, so that a checker which knows the program can look at each (as
//! `hamadryad-check` does). The proof shows that the rest follows (Gocht, Nordström: "Certifying Parity Reasoning Efficiently
//! Using Pseudo-Boolean Proofs", AAAI 2021; Elffers, Gocht, McCreesh, Nordström: "Justifying All Differences Using
//! Pseudo-Boolean Reasoning", AAAI 2020).
//!
//! The guard of a search is true throughout it, and all that hangs on it holds once the model that it speaks of has been
//! logged: it is left out of what is written.
//!
//! Invariant: what the search draws conclusions from is in the problem or in the proof before they are.

use crate::propagate::objective::Objective;
use crate::search::optimize::{Descent, Strategy};
use crate::search::options::SolveOptions;
use crate::solver::{AspSolver, Refusal};
use hamadryad_sat::{Lit, ProofLog, Solver};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What an axiom is about, which is also what it is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Axiom {
    /// Atoms that only support each other are false.
    Loop,
    /// Acyclicity that are there are no cycle.
    Edge,
    /// The circuit of a theory atom is one.
    Circuit,
}

impl Axiom {
    fn label(self) -> &'static str {
        match self {
            Axiom::Loop => "loop",
            Axiom::Edge => "edge",
            Axiom::Circuit => "circuit",
        }
    }
}

/// What is written of a solver, as it stands.
struct Log {
    proof: Box<dyn Write + Send>,
    /// The problem's constraints, as text.
    given: String,
    number_given: usize,
    axioms: Vec<(Axiom, Vec<Lit>)>,
    known_axioms: FxHashSet<(Axiom, Vec<Lit>)>,
    /// By variable: it stands in a constraint.
    is_mentioned: Vec<bool>,
    /// The guards of searches.
    guards: Vec<Lit>,
    /// The literals that cost something, with weights that make one level of all.
    objective: Vec<(Lit, u128)>,
    /// What the best model costs.
    best: Option<u128>,
    has_begun: bool,
    has_ended: bool,
    error: Option<io::Error>,
}

/// The log of a solver, if there is one. A clone of a solver has none.
#[derive(Default)]
pub(crate) struct ProofLogger(Option<Arc<Mutex<Log>>>);

impl Clone for ProofLogger {
    fn clone(&self) -> ProofLogger {
        ProofLogger(None)
    }
}

/// What has been found, in the end.
#[derive(Clone, Copy)]
pub(crate) enum Conclusion {
    /// There is no model, or none that is better.
    NoMore,
    /// This is a model, and nothing else is asked.
    Satisfiable,
    /// Nobody knows.
    Nothing,
}

fn name(lit: Lit) -> String {
    let sign = if lit.is_positive() { "" } else { "~" };
    format!("{sign}x{}", lit.var().index() + 1)
}

impl Log {
    fn write(&mut self, line: &str) {
        if self.error.is_none()
            && let Err(error) = writeln!(self.proof, "{line}")
        {
            self.error = Some(error);
        }
    }

    /// A constraint as text; nothing where it holds because of a guard.
    fn constraint(&mut self, terms: impl Iterator<Item = (Lit, i64)>, bound: i64) -> Option<String> {
        let mut text = String::new();
        for (lit, weight) in terms {
            if self.guards.contains(&lit) {
                return None;
            }
            if self.guards.contains(&!lit) {
                continue;
            }
            let var = lit.var().index();
            if self.is_mentioned.len() <= var {
                self.is_mentioned.resize(var + 1, false);
            }
            self.is_mentioned[var] = true;
            let _ = write!(text, "{weight} {} ", name(lit));
        }
        let _ = write!(text, ">= {bound}");
        Some(text)
    }

    fn clause(&mut self, clause: &[Lit]) -> Option<String> {
        self.constraint(clause.iter().map(|&lit| (lit, 1)), 1)
    }

    fn give(&mut self, text: Option<String>) {
        if let Some(text) = text.filter(|_| !self.has_ended) {
            self.given.push_str(&text);
            self.given.push_str(" ;\n");
            self.number_given += 1;
        }
    }

    fn step(&mut self, rule: &str, clause: &[Lit]) {
        if !self.has_ended
            && let Some(text) = self.clause(clause)
        {
            self.write(&format!("{rule} {text};"));
        }
    }

    fn conclude(&mut self, conclusion: Conclusion, solution: &str) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        let text = match conclusion {
            Conclusion::NoMore => {
                self.write("rup >= 1;");
                match self.best {
                    Some(best) => format!("BOUNDS {best} {best}"),
                    None if self.objective.is_empty() => "UNSAT".to_owned(),
                    None => "BOUNDS INF INF".to_owned(),
                }
            }
            Conclusion::Satisfiable => format!("SAT :{solution}"),
            Conclusion::Nothing => "NONE".to_owned(),
        };
        self.write(&format!("output NONE;\nconclusion {text};\nend pseudo-Boolean proof;"));
    }
}

impl ProofLogger {
    pub(crate) fn is_there(&self) -> bool {
        self.0.is_some()
    }

    fn log(&self) -> Option<MutexGuard<'_, Log>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A sum of the problem.
    pub(crate) fn log_weight_constraint(&self, terms: &[(Lit, i64)], bound: i64) {
        if let Some(mut log) = self.log() {
            let text = log.constraint(terms.iter().copied(), bound);
            log.give(text);
        }
    }

    /// A literal follows from true ones by what no constraint says.
    pub(crate) fn log_reason(&self, about: Axiom, lit: Lit, reason: &[Lit]) {
        if self.is_there() {
            self.log_axiom(about, reason.iter().map(|&lit| !lit).chain([lit]).collect());
        }
    }

    /// One of these literals is true, which no constraint says.
    pub(crate) fn log_axiom(&self, about: Axiom, mut clause: Vec<Lit>) {
        let Some(mut log) = self.log() else { return };
        clause.sort_unstable();
        clause.dedup();
        let axiom = (about, clause);
        if !log.has_ended && log.known_axioms.insert(axiom.clone()) {
            log.axioms.push(axiom);
        }
    }

    /// What hangs on this literal is justified by what has been written.
    pub(crate) fn trust(&self, guard: Lit) {
        if let Some(mut log) = self.log() {
            log.guards.push(guard);
        }
    }

    /// The search has found a model. Where a better one is wanted, the proof goes on.
    pub(crate) fn note_model(&self, sat: &Solver, is_to_be_better: bool) {
        let Some(mut log) = self.log().filter(|log| !log.has_ended) else { return };
        let mut solution = String::new();
        let mentioned = log.is_mentioned.iter().enumerate().filter(|&(_, &is_mentioned)| is_mentioned);
        for (var, _) in mentioned {
            let lit = hamadryad_sat::Var::from_index(var).positive();
            let lit = if sat.is_true(lit) { lit } else { !lit };
            let _ = write!(solution, " {}", name(lit));
        }
        if is_to_be_better && !log.objective.is_empty() {
            let costs = log.objective.iter().filter(|&&(lit, _)| sat.is_true(lit)).map(|&(_, weight)| weight);
            log.best = Some(costs.sum());
            log.write(&format!("soli{solution};"));
        } else {
            log.conclude(Conclusion::Satisfiable, &solution);
        }
    }

    pub(crate) fn conclude(&self, conclusion: Conclusion) {
        if let Some(mut log) = self.log() {
            log.conclude(conclusion, "");
        }
    }
}

/// The log as the Boolean solver sees it.
struct Clauses(Arc<Mutex<Log>>);

impl Clauses {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProofLog for Clauses {
    fn given(&mut self, clause: &[Lit]) {
        let mut log = self.log();
        let text = log.clause(clause);
        log.give(text);
    }

    fn learnt(&mut self, clause: &[Lit]) {
        self.log().step("rup", clause);
    }

    fn forgotten(&mut self, clause: &[Lit]) {
        self.log().step("del spec", clause);
    }
}

impl AspSolver {
    /// Writes a proof of the answer of the first solve, in VeriPB's format. Nothing may have been said to the solver yet.
    /// [`AspSolver::finish_proof`] must follow.
    ///
    /// Optima are then searched for by branch and bound, on one thread; circuits are not recognised, and those of theory atoms are
    /// only checked; what cannot be logged is refused when the program is solved.
    pub fn begin_proof(&mut self, proof: Box<dyn Write + Send>) {
        let mut log = Log {
            proof,
            given: String::new(),
            number_given: 0,
            axioms: Vec::new(),
            known_axioms: FxHashSet::default(),
            is_mentioned: Vec::new(),
            guards: Vec::new(),
            objective: Vec::new(),
            best: None,
            has_begun: false,
            has_ended: false,
            error: None,
        };
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

    /// Writes the problem that the proof is about, and ends the proof. Returns how many axioms the problem has that are no
    /// translation of the program; `None` where no proof was begun.
    ///
    /// # Errors
    /// Those of writing, of the proof too.
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

    /// A solve begins whose answer is to be proven: why it cannot be, if so.
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
            // It counts as mentioned.
            log.clause(&[lit]);
        }
        for lit in assumed {
            let text = log.clause(&[lit]);
            log.give(text);
        }
        None
    }
}

impl Objective {
    /// The literals that cost something with weights by which all levels are one: a cost on a level weighs more than all costs
    /// on those after it. `None` where that is beyond the numbers there are.
    fn in_one_level(&self) -> Option<Vec<(Lit, u128)>> {
        let mut all: Vec<(Lit, u128)> = Vec::new();
        let mut unit = 1u128;
        for level in (0..self.priorities().len()).rev() {
            let mut total = 0u128;
            for (lit, cost) in self.costs_on(level) {
                let cost = u128::try_from(cost).ok()?;
                total = total.checked_add(cost)?;
                all.push((lit, cost.checked_mul(unit)?));
            }
            unit = unit.checked_mul(total.checked_add(1)?)?;
        }
        all.sort_unstable();
        all.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            if is_same {
                first.1 += next.1;
            }
            is_same
        });
        Some(all)
    }
}
