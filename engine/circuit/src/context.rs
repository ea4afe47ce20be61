//! The propagation context: how a rule implies literals with reasons and reports conflicts.
//!
//! A reason is a set of true literals. It is stored when it is made, together with the length of the trail,
//! and deleted when the trail is cut below that length: the solver asks for reasons of assigned literals
//! alone.
//!
//! Invariant: all literals of a reason are true when it is made, and the literal implied by it comes later on
//! the trail.
//!
//! In tests every inference is recorded with the name of its rule, and the reason checker
//! (`testing/reason_checker.rs`) compares it with all models of the instance. Outside of tests nothing is
//! recorded.

use hamadryad_sat::{Conflict, Lit, Solver};

/// Where the literals of a reason begin, and the length of the trail when it was made.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    made_at: u32,
}

/// The reasons of all implied literals that are still assigned.
#[derive(Clone, Default)]
pub(crate) struct Reasons {
    literals: Vec<Lit>,
    entries: Vec<Entry>,
    #[cfg(test)]
    pub(crate) log: Vec<Inference>,
}

/// An implication or a conflict, recorded in tests.
#[cfg(test)]
#[derive(Clone, Debug)]
pub(crate) struct Inference {
    pub(crate) rule: &'static str,
    /// `None` for a conflict.
    pub(crate) implied: Option<Lit>,
    /// The implied literal was not true before.
    pub(crate) is_new: bool,
    pub(crate) reason: Vec<Lit>,
}

impl Reasons {
    /// Stores a reason and returns its number.
    fn add(&mut self, solver: &Solver, reason: &[Lit]) -> u32 {
        debug_assert!(reason.iter().all(|&lit| solver.is_true(lit)), "a reason is true");
        let (start, made_at) = (self.literals.len() as u32, solver.trail().len() as u32);
        self.literals.extend_from_slice(reason);
        self.entries.push(Entry { start, made_at });
        self.entries.len() as u32 - 1
    }

    /// Appends the literals of a reason.
    pub(crate) fn explain(&self, number: u32, into: &mut Vec<Lit>) {
        let (this, next) = (number as usize, number as usize + 1);
        let start = self.entries[this].start as usize;
        let end = self.entries.get(next).map_or(self.literals.len(), |next| next.start as usize);
        into.extend_from_slice(&self.literals[start..end]);
    }

    /// Deletes the reasons of literals that are not among the first `keep` of the trail.
    pub(crate) fn backjump(&mut self, keep: usize) {
        while self.entries.last().is_some_and(|entry| entry.made_at as usize >= keep) {
            let entry = self.entries.pop().expect("the entry was just seen");
            self.literals.truncate(entry.start as usize);
        }
    }
}

/// The handles by which the solver asks for reasons: reason `n` has the handle `first + n * step`. Several
/// circuits in one solver share the handles by taking different values of `first`.
#[derive(Clone, Copy, Debug)]
pub struct Handles {
    /// The handle of reason 0.
    pub first: u32,
    /// The distance between handles of successive reasons.
    pub step: u32,
}

/// A stored reason, by the handle that the solver gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reason(u32);

/// The means by which a rule implies literals and reports conflicts.
pub(crate) struct Context<'a> {
    pub(crate) solver: &'a mut Solver,
    reasons: &'a mut Reasons,
    handles: Handles,
    /// The name of the rule that runs.
    #[cfg(test)]
    pub(crate) rule: &'static str,
}

impl<'a> Context<'a> {
    pub(crate) fn new(solver: &'a mut Solver, reasons: &'a mut Reasons, handles: Handles) -> Context<'a> {
        Context {
            solver,
            reasons,
            handles,
            #[cfg(test)]
            rule: "",
        }
    }

    /// Stores a reason, a set of true literals, for use with [`Context::imply`].
    pub(crate) fn reason(&mut self, literals: &[Lit]) -> Reason {
        Reason(self.handles.first + self.handles.step * self.reasons.add(self.solver, literals))
    }

    /// Makes a literal true, which follows from a reason. Has no effect if it is true already; a conflict if
    /// it is false.
    pub(crate) fn imply(&mut self, lit: Lit, reason: Reason) -> Result<(), Conflict> {
        #[cfg(test)]
        {
            let mut literals = Vec::new();
            self.reasons.explain((reason.0 - self.handles.first) / self.handles.step, &mut literals);
            self.record(Some(lit), literals);
        }
        self.solver.imply(lit, reason.0)
    }

    /// Reports a conflict: these literals are true and cannot all be.
    pub(crate) fn conflict(&mut self, literals: &[Lit]) -> Conflict {
        #[cfg(test)]
        self.record(None, literals.to_vec());
        let clause: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
        self.solver.set_conflict(&clause)
    }

    #[cfg(test)]
    fn record(&mut self, implied: Option<Lit>, reason: Vec<Lit>) {
        let is_new = implied.is_none_or(|lit| !self.solver.is_true(lit));
        assert!(!self.rule.is_empty(), "a rule runs");
        self.reasons.log.push(Inference { rule: self.rule, implied, is_new, reason });
    }
}
