//! The propagators that take part in the search besides clauses, and their order.

pub(crate) mod acyclicity;
pub(crate) mod heuristic;
pub(crate) mod minimality;
pub(crate) mod objective;
pub(crate) mod propagators;
pub(crate) mod unfounded;
pub(crate) mod user;
pub(crate) mod watched;
pub(crate) mod weight_constraint;
pub(crate) mod weight_constraint_family;
