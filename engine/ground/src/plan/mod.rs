//! The order in which the literals of a body are joined, and how each is matched: what a plan is.
//!
//! The next literal is the one with the fewest expected matches (`cost`): tests and computations first, then atoms with the
//! best index, estimated from the real sizes of domains and a sample of their arguments; aggregates and conditional
//! literals come last, for they are evaluated anew for every instance. An equation with one unknown binds it
//! (`equation`), an atom binds what its patterns say (`pattern`).

mod cost;
mod equation;
mod order;
mod pattern;
mod planner;
mod step;

pub(crate) use planner::Planner;
pub(crate) use step::{
    Access, ActionPlan, AggregatePlan, Call, ConditionalPlan, Conjunction, DisjunctPlan, Generation, Match,
    MemberPlan, Pattern, Plan, Step, TheoryPlan,
};
