//! The propagators: constraints that take part in the search besides clauses.
//!
//! A propagator is a file with a type that implements [`propagator::Propagator`]: it sees every assignment of
//! a watched variable, implies literals with ids, and explains them when conflict analysis needs a reason.
//! [`propagators::Propagators`] runs all of them in the order of one list; a new propagator is a new file and
//! a line in that list.
//!
//! Each file has a naive version of its constraint, with which the reason checker compares all inferences on
//! random instances, and a short program with its answer sets.

pub(crate) mod acyclicity;
#[cfg(test)]
pub(crate) mod answers;
pub(crate) mod circuits;
pub(crate) mod heuristic;
mod lists;
pub(crate) mod minimality;
pub(crate) mod objective;
pub(crate) mod parity;
pub(crate) mod propagator;
pub(crate) mod propagators;
#[cfg(test)]
pub(crate) mod reason_checker;
mod single;
pub(crate) mod unfounded;
pub(crate) mod user;
pub(crate) mod watched;
pub(crate) mod weight_constraint;
pub(crate) mod weight_constraint_family;
