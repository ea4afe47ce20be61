//! The log of a proof: constraints of the problem, axioms, learnt clauses, models and the conclusion.

use hamadryad_sat::{Lit, ProofLog, Solver};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kind of an axiom, which is also its label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Axiom {
    /// Atoms of an unfounded set are false.
    Loop,
    /// Present edges form no cycle.
    Edge,
    /// The arcs of a theory atom form a single circuit.
    Circuit,
}

impl Axiom {
    pub(super) fn label(self) -> &'static str {
        match self {
            Axiom::Loop => "loop",
            Axiom::Edge => "edge",
            Axiom::Circuit => "circuit",
        }
    }
}

/// The problem and the proof written so far.
pub(super) struct Log {
    pub(super) proof: Box<dyn Write + Send>,
    /// The constraints of the problem, as text.
    pub(super) given: String,
    pub(super) number_given: usize,
    pub(super) axioms: Vec<(Axiom, Vec<Lit>)>,
    pub(super) known_axioms: FxHashSet<(Axiom, Vec<Lit>)>,
    /// By variable: whether a constraint contains it.
    pub(super) is_mentioned: Vec<bool>,
    /// The guard literals of searches.
    pub(super) guards: Vec<Lit>,
    /// The objective with all priorities in one level.
    pub(super) objective: Vec<(Lit, u128)>,
    /// The cost of the best model.
    pub(super) best: Option<u128>,
    pub(super) has_begun: bool,
    pub(super) has_ended: bool,
    pub(super) error: Option<io::Error>,
}

/// The log of a solver, if a proof is written. A clone of a solver has none.
#[derive(Default)]
pub(crate) struct ProofLogger(pub(super) Option<Arc<Mutex<Log>>>);

impl Clone for ProofLogger {
    fn clone(&self) -> ProofLogger {
        ProofLogger(None)
    }
}

/// The conclusion of a proof.
#[derive(Clone, Copy)]
pub(crate) enum Conclusion {
    /// No model exists, or no better model.
    NoMore,
    /// A model exists, and no optimum is searched for.
    Satisfiable,
    /// The answer is unknown.
    Nothing,
}

pub(super) fn name(lit: Lit) -> String {
    let sign = if lit.is_positive() { "" } else { "~" };
    format!("{sign}x{}", lit.var().index() + 1)
}

impl Log {
    pub(super) fn new(proof: Box<dyn Write + Send>) -> Log {
        Log {
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
        }
    }

    pub(super) fn write(&mut self, line: &str) {
        if self.error.is_none()
            && let Err(error) = writeln!(self.proof, "{line}")
        {
            self.error = Some(error);
        }
    }

    /// A constraint as text; `None` if a guard satisfies it.
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

    pub(super) fn clause(&mut self, clause: &[Lit]) -> Option<String> {
        self.constraint(clause.iter().map(|&lit| (lit, 1)), 1)
    }

    pub(super) fn give(&mut self, text: Option<String>) {
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

    pub(super) fn log(&self) -> Option<MutexGuard<'_, Log>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Logs a weight constraint of the problem.
    pub(crate) fn log_weight_constraint(&self, terms: &[(Lit, i64)], bound: i64) {
        if let Some(mut log) = self.log() {
            let text = log.constraint(terms.iter().copied(), bound);
            log.give(text);
        }
    }

    /// Logs an axiom: a literal follows from true literals.
    pub(crate) fn log_reason(&self, about: Axiom, lit: Lit, reason: &[Lit]) {
        if self.is_there() {
            self.log_axiom(about, reason.iter().map(|&lit| !lit).chain([lit]).collect());
        }
    }

    /// Logs an axiom: one of these literals is true.
    pub(crate) fn log_axiom(&self, about: Axiom, mut clause: Vec<Lit>) {
        let Some(mut log) = self.log() else { return };
        clause.sort_unstable();
        clause.dedup();
        let axiom = (about, clause);
        if !log.has_ended && log.known_axioms.insert(axiom.clone()) {
            log.axioms.push(axiom);
        }
    }

    /// Adds a guard literal: constraints under it follow from logged constraints.
    pub(crate) fn trust(&self, guard: Lit) {
        if let Some(mut log) = self.log() {
            log.guards.push(guard);
        }
    }

    /// Logs a model; the proof continues if a better model is searched for.
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

/// The log of clauses, for the Boolean solver.
pub(super) struct Clauses(pub(super) Arc<Mutex<Log>>);

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
