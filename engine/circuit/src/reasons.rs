//! The reasons of what was implied, as long as it stands.
//!
//! Tests know of each word which rule said it: outside of them, nothing of that is there.

use hamadryad_sat::{Lit, Solver};

/// Where a reason's literals begin, and the length of the trail when it was made.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    made_at: u32,
}

#[derive(Clone, Default)]
pub(crate) struct Reasons {
    literals: Vec<Lit>,
    entries: Vec<Entry>,
    /// The rule that speaks.
    #[cfg(test)]
    speaker: Option<Rule>,
    #[cfg(test)]
    pub(crate) said: Vec<Said>,
}

/// The rules that have something to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rule {
    Ends,
    Local,
    Cycle,
    Factor,
    Connected,
    Cut,
    Walk,
    Sections,
    Length,
    Sides,
}

/// What was said: that a literal follows from a reason, or that the reason cannot be. Tests keep a log of all of it, against
/// which the worlds of small instances are held.
#[cfg(test)]
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) rule: Rule,
    /// `None` for a conflict.
    pub(crate) implied: Option<Lit>,
    /// The literal was not true before.
    pub(crate) is_new: bool,
    pub(crate) reason: Vec<Lit>,
}

impl Reasons {
    /// Keeps a reason for what is implied next: literals that are true.
    pub(crate) fn add(&mut self, solver: &Solver, reason: &[Lit]) -> u32 {
        debug_assert!(reason.iter().all(|&lit| solver.is_true(lit)), "a reason is true");
        let (start, made_at) = (self.literals.len() as u32, solver.trail().len() as u32);
        self.literals.extend_from_slice(reason);
        self.entries.push(Entry { start, made_at });
        self.entries.len() as u32 - 1
    }

    pub(crate) fn explain(&self, id: u32, into: &mut Vec<Lit>) {
        let start = self.entries[id as usize].start as usize;
        let end = self.entries.get(id as usize + 1).map_or(self.literals.len(), |next| next.start as usize);
        into.extend_from_slice(&self.literals[start..end]);
    }

    /// The trail has been cut to `keep` literals.
    pub(crate) fn jumped_back(&mut self, keep: usize) {
        while self.entries.last().is_some_and(|entry| entry.made_at as usize >= keep) {
            let entry = self.entries.pop().expect("just seen");
            self.literals.truncate(entry.start as usize);
        }
    }
}

/// The handles by which a solver asks for reasons: `first`, `first + step`, `first + 2 step` …
#[derive(Clone, Copy, Debug)]
pub struct Handles {
    /// The first handle.
    pub first: u32,
    /// From one to the next.
    pub step: u32,
}

/// What a rule may do: imply with a reason, or object.
pub(crate) struct Voice<'a> {
    pub(crate) solver: &'a mut Solver,
    pub(crate) reasons: &'a mut Reasons,
    pub(crate) handles: Handles,
}

impl Voice<'_> {
    /// From now on it is this rule that speaks. Nobody but the tests wants to know.
    #[inline]
    pub(crate) fn speaks(&mut self, rule: Rule) {
        #[cfg(test)]
        {
            self.reasons.speaker = Some(rule);
        }
        let _ = rule;
    }

    #[cfg(test)]
    fn log(&mut self, implied: Option<Lit>, reason: Vec<Lit>) {
        let is_new = implied.is_none_or(|lit| !self.solver.is_true(lit));
        let rule = self.reasons.speaker.expect("a rule speaks");
        self.reasons.said.push(Said { rule, implied, is_new, reason });
    }

    /// Keeps a reason, to be given to [`Voice::imply`].
    pub(crate) fn because(&mut self, reason: &[Lit]) -> u32 {
        self.handles.first + self.handles.step * self.reasons.add(self.solver, reason)
    }

    /// `false` on a conflict.
    pub(crate) fn imply(&mut self, lit: Lit, reason: u32) -> bool {
        #[cfg(test)]
        {
            let mut literals = Vec::new();
            self.reasons.explain((reason - self.handles.first) / self.handles.step, &mut literals);
            self.log(Some(lit), literals);
        }
        self.solver.is_true(lit) || self.solver.imply(lit, reason)
    }

    /// Not all of these literals, which are true, can be.
    pub(crate) fn object(&mut self, reason: &[Lit]) -> bool {
        #[cfg(test)]
        self.log(None, reason.to_vec());
        let clause: Vec<Lit> = reason.iter().map(|&lit| !lit).collect();
        self.solver.set_conflict(&clause);
        false
    }
}
