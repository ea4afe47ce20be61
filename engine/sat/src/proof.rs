//! Proof logging: notifies a log of given, learnt and deleted clauses.
//!
//! Each learnt clause follows from the clauses before it by reverse unit propagation: if its literals are
//! false, unit propagation leads to a conflict (Goldberg, Novikov 2003). This requires that the same log
//! contains every reason of a [`Theory`](crate::Theory), for which the theory is responsible.
//!
//! Invariant: a clause is logged before any clause that follows from it. The clone of a solver has no log.

use crate::Lit;
use crate::arena::{Arena, ClauseRef};
use crate::trail::Trail;

/// A log of clauses.
pub trait ProofLog: Send {
    /// A clause of the problem.
    fn given(&mut self, clause: &[Lit]);

    /// A clause that follows from the clauses logged before.
    fn learnt(&mut self, clause: &[Lit]);

    /// A learnt clause was deleted; the literals are those that it was logged with.
    fn forgotten(&mut self, clause: &[Lit]);
}

/// The connection to a log, or none.
#[derive(Default)]
pub(crate) struct ProofLogger(Option<Box<dyn ProofLog>>);

impl Clone for ProofLogger {
    fn clone(&self) -> ProofLogger {
        ProofLogger(None)
    }
}

impl ProofLogger {
    pub(crate) fn new(log: Option<Box<dyn ProofLog>>) -> ProofLogger {
        ProofLogger(log)
    }

    /// Whether there is a log.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(crate) fn given(&mut self, clause: &[Lit]) {
        if let Some(log) = &mut self.0 {
            log.given(clause);
        }
    }

    #[inline]
    pub(crate) fn learnt(&mut self, clause: &[Lit]) {
        if let Some(log) = &mut self.0 {
            log.learnt(clause);
        }
    }

    /// Logs the deletion of a learnt clause that is still in the arena.
    #[inline]
    pub(crate) fn deleted(&mut self, arena: &Arena, clause: ClauseRef) {
        if let Some(log) = &mut self.0 {
            log.forgotten(&arena.lits(clause).collect::<Vec<Lit>>());
        }
    }

    /// Logs the learnt clauses that are about to lose the literals that are false at level 0.
    pub(crate) fn shortened(&mut self, learnts: &[ClauseRef], arena: &Arena, trail: &Trail) {
        let Some(log) = &mut self.0 else { return };
        for &clause in learnts {
            let literals: Vec<Lit> = arena.lits(clause).collect();
            let is_false = |lit: &&Lit| trail.value(**lit) < 0;
            let is_satisfied = literals.iter().any(|&lit| trail.value(lit) > 0);
            if !is_satisfied && literals.iter().any(|lit| is_false(&lit)) {
                let kept: Vec<Lit> = literals.iter().filter(|lit| !is_false(lit)).copied().collect();
                log.learnt(&kept);
                log.forgotten(&literals);
            }
        }
    }
}
