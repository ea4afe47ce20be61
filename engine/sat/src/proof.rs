//! What a proof needs to know of a search: what was given, what was learnt, what was forgotten.
//!
//! Each learnt clause follows from what was there before by reverse unit propagation: where its literals are false, unit
//! propagation finds a conflict (Goldberg, Novikov: "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE
//! 2003). That is so as long as every reason of a [`Theory`](crate::Theory) can be told to the same reader; the theory sees to that itself.
//!
//! Invariant: a clause is told before anything follows from it. A clone of a solver tells nobody.

use crate::arena::ClauseRef;
use crate::propagate::Conflict;
use crate::trail::Reason;
use crate::{Lit, Solver};

/// Who writes a proof down.
pub trait ProofLog: Send {
    /// A clause of the problem.
    fn given(&mut self, clause: &[Lit]);

    /// A clause that follows from those before.
    fn learnt(&mut self, clause: &[Lit]);

    /// A learnt clause that is of no use any more, with the literals that it was told with.
    fn forgotten(&mut self, clause: &[Lit]);
}

/// Who writes the proof of a solver, if anybody does.
#[derive(Default)]
pub(crate) struct Scribe(pub(crate) Option<Box<dyn ProofLog>>);

impl Clone for Scribe {
    fn clone(&self) -> Scribe {
        Scribe(None)
    }
}

impl Solver {
    /// Tells somebody of all clauses from now on, or nobody.
    pub fn set_proof(&mut self, proof: Option<Box<dyn ProofLog>>) {
        self.proof = Scribe(proof);
    }

    /// The handle that a theory has implied a true literal with; `None` where it was no theory.
    pub fn handle_of(&self, lit: Lit) -> Option<u32> {
        match self.trail.reason(lit.var()) {
            Reason::Theory(handle) => Some(handle),
            _ => None,
        }
    }

    /// The literals, all false, of a conflict that a theory has told of at once; `None` where it was no theory, or one that is
    /// still to be asked.
    pub fn conflict_literals(&self) -> Option<&[Lit]> {
        match &self.conflict {
            Some(Conflict::Literals(literals)) => Some(literals),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn prove_given(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof.0 {
            proof.given(clause);
        }
    }

    /// The clause that has been learnt just now.
    #[inline]
    pub(crate) fn prove_learnt(&mut self) {
        if let Some(proof) = &mut self.proof.0 {
            proof.learnt(&self.analysis.clause);
        }
    }

    #[inline]
    pub(crate) fn prove_forgotten(&mut self, clause: ClauseRef) {
        if let Some(proof) = &mut self.proof.0 {
            proof.forgotten(&self.arena.lits(clause).collect::<Vec<Lit>>());
        }
    }

    /// At level 0: learnt clauses are about to lose the literals that are false.
    pub(crate) fn prove_shortened(&mut self) {
        let Some(proof) = &mut self.proof.0 else { return };
        for &clause in &self.learnts {
            let literals: Vec<Lit> = self.arena.lits(clause).collect();
            let is_false = |lit: &&Lit| self.trail.value(**lit) < 0;
            let is_satisfied = literals.iter().any(|&lit| self.trail.value(lit) > 0);
            if !is_satisfied && literals.iter().any(|lit| is_false(&lit)) {
                let kept: Vec<Lit> = literals.iter().filter(|lit| !is_false(lit)).copied().collect();
                proof.learnt(&kept);
                proof.forgotten(&literals);
            }
        }
    }
}
