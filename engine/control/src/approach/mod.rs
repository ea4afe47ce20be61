//! Five ways to hold a changing set of atoms true from solve to solve.
//!
//! A program is solved repeatedly while its context changes: each solve requires a set of atoms to be true
//! that the next solve need not require. *Invariant:* under every approach, the answer sets of a solve are
//! the answer sets of the program in which all held atoms are true.
//!
//! ```text
//!                 `next(a,b)` is held for one solve by                  remains for the next solve
//! one-shot        a fact; the whole program is grounded again           nothing
//! ad hoc          :- guard, not next(a,b).   a new external guard for   learnt clauses
//!                                            each solve, then released
//! preground       :- hold, not next(a,b).    an external for each       learnt clauses, the constraint
//!                                            candidate, from the start
//! assume          an assumption                                         learnt clauses
//! nogood          a clause `next(a,b)`, added while the search runs     learnt clauses
//! ```
//!
//! ```
//! use hamadryad::approach::{ApproachKind, Request, Setting};
//! use hamadryad::{Control, Part, Signature};
//! use std::ops::ControlFlow;
//!
//! for kind in ApproachKind::ALL {
//!     let mut control = Control::new();
//!     control.add("example.lp", "1 { seat(P,1..3) } 1 :- P = (ann; bob). :- seat(ann,X), seat(bob,X).")?;
//!     let seat = control.parse_symbol("example", "seat(ann,2)")?;
//!     let candidates = [control.symbols().signature(seat).expect("it is an atom")];
//!     let setting = Setting { control, parts: &[Part::base()], candidates: &candidates, are_open: true };
//!     let mut approach = kind.start(setting, &|| false)?;
//!     approach.solve(Request::new(&[seat]), &mut |model| {
//!         assert!(model.contains(seat));
//!         ControlFlow::Continue(())
//!     })?;
//! }
//! # Ok::<(), hamadryad::Error>(())
//! ```
//!
//! After (WinningSnake24). `docs/approaches.md` compares the costs.
//!
//! *Invariant:* no approach creates a named atom. Guards and switches are atoms of the ground program without
//! a name, so they are distinct from all predicates of the program, and no model shows them.

mod ad_hoc;
mod assume;
mod effort;
mod incremental;
mod kind;
mod meter;
mod nogood;
mod one_shot;
mod preground;
mod request;
mod switch;

pub use effort::Effort;
pub use kind::{ApproachKind, UnknownApproach};
pub use request::{Approach, OnModel, Request, Setting, Solved};
