//! Plans: the order in which the literals of a body are joined, and the way in which each is matched.
//!
//! The next literal is always the literal with the fewest expected matches (`cost`): tests and computations
//! come first, then atoms with the best index, estimated from the sizes of domains and a sample of their
//! arguments. Aggregates and conditional literals come last, because they are evaluated for every instance.
//! An equation with a single unknown binds it (`equation`); an atom binds the variables of its pattern
//! (`pattern`).

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
