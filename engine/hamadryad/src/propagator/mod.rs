//! Propagators: reasoning of your own that takes part in the search.
//!
//! A program says in rules what rules say well; what they say badly — arithmetic, graphs, geometry — a [`Propagator`] says in
//! Rust. It watches literals, hears when they become true, and tells the search what follows, with reasons that the search
//! learns from, as clingo's propagators do (Kaminski, Schaub, Wanko: "A Tutorial on Hybrid Answer Set Solving with clingo",
//! Reasoning Web 2017) and IPASIR-UP (Fazekas et al.: "IPASIR-UP: User Propagators for CDCL", SAT 2023).
//!
//! # A short one: all different
//!
//! The program gives values to variables, and no two variables are to have the same. In rules, that is a constraint for each
//! pair and each value; here, it is a table.
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
//! (One thing is left out here: the program might make two of the atoms equivalent, and then they have one literal.)
//!
//! # When what is called
//!
//! - [`init`](Propagator::init) before the first search, and before each search that has a new step behind it. Only there
//!   are atoms looked up, literals watched or made.
//! - [`propagate`](Propagator::propagate) when watched literals have become true and clauses have nothing more to say. Once after
//!   each `init` even without changes.
//! - [`undo`](Propagator::undo) when the search jumps back, with those changes that do not hold any more.
//! - [`check`](Propagator::check) when all literals have values: the last chance to object. An answer set has passed it, but not
//!   all that passes it is an answer set: minimality of disjunctions is tested afterwards.
//! - [`explain`](Propagator::explain) when the search wants to know the reason of what was implied lazily.
//! - [`decide`](Propagator::decide) when the search has to guess.
//!
//! # What holds how long
//!
//! Whatever a propagator implies or calls a conflict must hold in this solve *and in all to come*: clauses that are learnt from
//! it stay, whatever is grounded later. A propagator whose steps only add to what it stands for is safe. What is to hold in
//! one solve only is a clause that is [`Lasting::ThisSolve`]; one can be added wherever a conflict can be told.
//!
//! | | the next solve | the next `ground` |
//! |---|---|---|
//! | the propagator and what it holds | stays | stays; `init` tells it what is new |
//! | [`Lit`]s, watches | stay | stay |
//! | clauses of [`Init::add_clause`] and [`Lasting::Always`] | stay | stay |
//! | those of [`Lasting::UntilForgotten`], implied literals | stay while they are of use | the same |
//! | those of [`Lasting::ThisSolve`] | gone | gone |
//!
//! A call that fails leaves propagators as they were: a step that is refused never comes to them, and an `init` that fails works
//! on a copy. A clone of a control has clones of them.
//!
//! # A longer one: differences
//!
//! `examples/difference` in this crate is a propagator for difference constraints, `&diff { x-y } <= 3`: a theory of its
//! own, whose atoms are read from the program; integer values that are kept up to date as the search goes on and back;
//! conflicts that are negative circles; values that are read from each model with [`Model::propagator`](crate::Model::propagator).
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

mod init;

pub use hamadryad_sat::Lit;
pub use hamadryad_solve::{
    Assignment, Conflict, Lasting, Propagation, TheoryAtom, TheoryElement, TheoryTerm, TheoryTerms,
    TheoryView,
};
pub(crate) use init::Hosted;
pub use init::Init;

use std::any::Any;

/// Reasoning that takes part in the search, see [the module](self). Only `init` has to be written.
pub trait Propagator: ClonePropagator + Any + Send {
    /// Gets to know the program: all of it the first time, later what is new as well. Says which literals it watches.
    ///
    /// # Errors
    /// Where the program has what the propagator cannot make sense of. [`Control::solve`](crate::Control::solve) then gives
    /// [`Error::Propagator`](crate::Error::Propagator), and nothing of this call is left.
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String>;

    /// Watched literals have become true, in this order: says what follows. What comes after a `?` is not reached where the
    /// search has to go back; the changes have been told nevertheless, and [`Propagator::undo`] will name them.
    ///
    /// # Errors
    /// Where the search said so, or the propagator itself: [`Propagation::conflict`].
    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let _ = (changes, search);
        Ok(())
    }

    /// These changes hold no more. They are the last of those that [`Propagator::propagate`] has been told and that were
    /// not undone, in the same order.
    fn undo(&mut self, undone: &[Lit]) {
        let _ = undone;
    }

    /// All literals have values and nothing follows from them. As [`Propagator::propagate`]; a clause that the assignment
    /// violates sends the search back.
    ///
    /// # Errors
    /// As for [`Propagator::propagate`].
    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let _ = search;
        Ok(())
    }

    /// Appends to `reason` the literals that made `lit` true, which was implied by [`Propagation::imply_lazily`] with this note:
    /// literals that were true *before* `lit` was. Where `lit` is false, which is the conflict, any true ones. The propagator
    /// may have gone on since, but not back behind it.
    ///
    /// # Panics
    /// The search panics where one of them was not.
    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>) {
        let _ = (assignment, note, reason);
        panic!("a propagator implied {lit:?} lazily and does not explain it");
    }

    /// A literal to be tried as true next. `None`, or one that has a value, leaves it to others.
    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit> {
        let _ = assignment;
        None
    }
}

/// What can make a copy of itself: every propagator that is `Clone`.
pub trait ClonePropagator {
    /// A copy, which goes on alone.
    fn clone_propagator(&self) -> Box<dyn Propagator>;
}

impl<P: Propagator + Clone> ClonePropagator for P {
    fn clone_propagator(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
