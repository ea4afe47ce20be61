//! Propagators: user reasoning that takes part in the search.
//!
//! Constraints that are costly as rules, such as arithmetic, graphs or geometry, can be a [`Propagator`] in
//! Rust. It watches literals, is called when they become true, and returns implications with reasons, from
//! which the search learns, like the propagators of clingo (HybridTutorial17) and IPASIR-UP (Fazekas et al.:
//! "IPASIR-UP: User Propagators for CDCL", SAT 2023).
//!
//! # A short propagator: all different
//!
//! The program assigns values to variables, and no two variables may have the same value. As rules, this
//! takes a constraint for each pair and each value; as a propagator, a table.
//!
//! ```
//! use hamadryad::propagator::{Conflict, Init, Lit, Propagation, Propagator};
//! use hamadryad::{Control, Part, SolveOptions, View};
//! use std::collections::HashMap;
//!
//! /// No two atoms `value(X,V)` with the same `V` are true.
//! #[derive(Clone, Default)]
//! struct AllDifferent {
//!     /// By literal of an atom `value(X,V)`: the number of V.
//!     value_of: HashMap<Lit, i32>,
//!     /// By value: the literals of all atoms that give it.
//!     givers: HashMap<i32, Vec<Lit>>,
//! }
//!
//! impl Propagator for AllDifferent {
//!     fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
//!         for atom in init.new_atoms("value", 2) {
//!             let View::Function { arguments, .. } = init.symbols().view(atom.symbol) else { continue };
//!             let value = init.symbols().as_number(arguments[1]).ok_or("values are numbers")?;
//!             let lit = init.literal(atom.literal);
//!             self.value_of.insert(lit, value);
//!             self.givers.entry(value).or_default().push(lit);
//!             init.watch(lit);
//!         }
//!         Ok(())
//!     }
//!
//!     fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
//!         for &lit in changes {
//!             for &other in &self.givers[&self.value_of[&lit]] {
//!                 if other != lit {
//!                     search.imply(!other, &[lit])?;           // because `lit` is true
//!                 }
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let mut control = Control::new();
//! control.register_propagator(AllDifferent::default());
//! control.add("example.lp", "{ value(X,1..4) } = 1 :- X = (a;b;c).")?;
//! control.ground(&[Part::base()])?;
//! let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
//! while search.next_model().is_some() {}
//! assert_eq!(search.summary().models, 4 * 3 * 2);
//! # Ok::<(), hamadryad::Error>(())
//! ```
//!
//! (The example ignores that the program may make two of the atoms equivalent, which then share a literal.)
//!
//! # The calls
//!
//! - [`init`](Propagator::init): before the first search, and before each search after a new step. Atoms are
//!   looked up, and literals watched or created, only here.
//! - [`propagate`](Propagator::propagate): when watched literals have become true and unit propagation has
//!   finished. Once after each `init` even without changes.
//! - [`undo`](Propagator::undo): when the search leaves a level, with the changes that no longer hold.
//! - [`check`](Propagator::check): when all literals have values. An answer set has passed the check, but an
//!   assignment that passes it may be no answer set: minimality of disjunctions is tested afterwards.
//! - [`explain`](Propagator::explain): when the search needs the reason of a lazy implication.
//! - [`decide`](Propagator::decide): when the search needs a decision; [`overrule`](Propagator::overrule): when it
//!   has chosen one.
//!
//! [`calls`](Propagator::calls) changes when a propagator is prepared and what it checks: so the propagators of
//! clingo's interface are prepared before each search, and may check each fixpoint.
//!
//! # Lifetime of results
//!
//! Every implication and conflict of a propagator must hold in this solve *and in all later solves*: clauses
//! that are learnt from it stay after further grounding. A propagator is safe if its steps only add
//! constraints. A clause for a single solve is [`Lasting::ThisSolve`]; it can be added wherever a conflict
//! can be reported.
//!
//! | | the next solve | the next `ground` |
//! |---|---|---|
//! | the propagator and its data | stays | stays; `init` receives the new statements |
//! | [`Lit`]s, watches | stay | stay |
//! | clauses of [`Init::add_clause`] and [`Lasting::Always`] | stay | stay |
//! | clauses of [`Lasting::UntilForgotten`], implied literals | stay while they are useful | the same |
//! | clauses of [`Lasting::ThisSolve`] | deleted | deleted |
//!
//! A failed call leaves propagators unchanged: a rejected step is never passed to them, and an `init` that
//! fails works on a copy. A clone of a control has clones of its propagators.
//!
//! # A longer propagator: differences
//!
//! `examples/difference` in this crate is a propagator for difference constraints, `&diff { x-y } <= 3`: a
//! theory of its own, whose atoms are read from the program; integer values that follow the search forwards
//! and backwards; conflicts from negative cycles; values that are read from each model with
//! [`Model::propagator`](crate::Model::propagator).
//!
//! ```
#![doc = include_str!("../../examples/difference/difference.rs")]
//!
//! fn main() -> Result<(), hamadryad::Error> {
//!     use hamadryad::{Control, Part, SolveOptions};
//!
//!     let mut control = Control::new();
//!     let differences = control.register_propagator(Differences::default());
//!     control.add("jobs.lp", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/difference/jobs.lp")))?;
//!     control.ground(&[Part::base()])?;
//!     let mut search = control.solve(SolveOptions::default())?;
//!     let model = search.next_model().expect("there is a schedule");
//!     let values = model.propagator(differences).expect("it is registered").values();
//!     assert!(values.contains(&("end", 9)));
//!     Ok(())
//! }
//! ```

pub(crate) mod hosted;
mod init;

pub use hamadryad_sat::Lit;
pub use hamadryad_solve::{
    Assignment, Calls, CheckMode, Conflict, Direction, Lasting, Propagation, TheoryAtom, TheoryElement,
    TheoryTerm, TheoryTerms, TheoryView, WeightConstraint,
};
pub use init::Init;

use std::any::Any;

/// User reasoning in the search, see [the module](self). Only `init` is required.
pub trait Propagator: ClonePropagator + Any + Send {
    /// Reads the program, before the first search and before each search after a new step. Declares the
    /// watched literals.
    ///
    /// # Errors
    /// If the propagator rejects the program. [`Control::solve`](crate::Control::solve) then returns
    /// [`Error::Propagator`](crate::Error::Propagator), and this call has no effect.
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String>;

    /// Called when watched literals have become true, in this order; adds implications. Code behind a `?` is
    /// not reached if the search has to backjump; the changes count as reported nevertheless, and
    /// [`Propagator::undo`] will receive them.
    ///
    /// # Errors
    /// A conflict of the search, or of the propagator: [`Propagation::conflict`].
    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let _ = (changes, search);
        Ok(())
    }

    /// Called when these changes no longer hold. They are the last changes that [`Propagator::propagate`]
    /// received and that were not undone, in the same order. A backjump calls it once for each level with changes,
    /// the highest level first.
    fn undo(&mut self, undone: &[Lit]) {
        let _ = undone;
    }

    /// As [`Propagator::undo`], which it calls if there are changes, with the assignment that remains below the
    /// level; [`Assignment::decision_level`] is still this level.
    fn undo_level(&mut self, undone: &[Lit], assignment: Assignment<'_>) {
        let _ = assignment;
        if !undone.is_empty() {
            self.undo(undone);
        }
    }

    /// Called when all literals have values and propagation has finished. As [`Propagator::propagate`]; a
    /// violated clause makes the search backjump.
    ///
    /// # Errors
    /// As for [`Propagator::propagate`].
    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let _ = search;
        Ok(())
    }

    /// Appends to `reason` the literals that made `lit` true, which [`Propagation::imply_lazily`] implied
    /// with this note: literals that were true *before* `lit`. If `lit` is false, which is a conflict, any
    /// true literals. The propagator may have advanced since, but was not undone past the implication.
    ///
    /// # Panics
    /// The search panics if a literal of the reason was not true.
    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>) {
        let _ = (assignment, note, reason);
        panic!("a propagator implied {lit:?} lazily and does not explain it");
    }

    /// The literal to try as true next. `None`, or a literal with a value, leaves the decision to the search.
    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit> {
        let _ = assignment;
        None
    }

    /// The literal to try as true instead of `choice`, which the search would decide next. `None`, or a literal
    /// with a value, leaves the choice. The first propagator with a literal decides.
    fn overrule(&mut self, assignment: Assignment<'_>, choice: Lit) -> Option<Lit> {
        let _ = (assignment, choice);
        None
    }

    /// The calls that the propagator wants. The search asks for them often.
    fn calls(&self) -> Calls {
        Calls::default()
    }

    /// Whether the propagator has failed. The search then ends without a further model, soon.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A propagator that can be cloned: implemented for every propagator that is `Clone`.
pub trait ClonePropagator {
    /// An independent copy.
    fn clone_propagator(&self) -> Box<dyn Propagator>;
}

impl<P: Propagator + Clone> ClonePropagator for P {
    fn clone_propagator(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
