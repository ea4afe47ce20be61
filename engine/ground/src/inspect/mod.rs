//! Inspection of source rules: the instances that derive an atom in an answer set, and the reasons why others do
//! not.
//!
//! ```text
//! bird(tweety). bird(sam). penguin(sam).
//! fly(X) :- bird(X), not abnormal(X).        fly(sam): bird(sam) is true, not abnormal(sam) is false
//! abnormal(X) :- penguin(X).
//! ```
//!
//! Ground rules lack the literals that the grounder has decided, and rules without a possible instance have no
//! ground rule at all. An inspection therefore evaluates the rules with variables again, in a [`World`]: an answer
//! set, or the atoms that may be true.
//!
//! `goal.rs` has atoms with variables, `frame.rs` partial substitutions, `inspector.rs` the values of literals,
//! `tuples.rs` those of aggregates; `search.rs` finds instances that hold or fail in one literal, `rules.rs` does so
//! for all rules whose heads fit, and `instance.rs` reports them, with the texts of `words.rs`. `lacking.rs` finds the
//! atoms that an instance needs and no rule can derive.
//!
//! Invariant: an inspection changes nothing in the grounder.

mod frame;
mod goal;
mod inspector;
mod instance;
mod lacking;
mod rules;
mod search;
#[cfg(test)]
mod tests;
mod tuples;
mod words;
mod world;

pub use goal::{Goal, GoalTerm};
pub use inspector::Inspector;
pub use instance::{HeadKind, InstanceLiteral, LiteralKind, Requirement, SourceInstance, WeightedPart};
pub use lacking::Lacking;
pub use rules::{FactPlace, Inspection};
pub use world::{PossibleAtoms, Status, World};
