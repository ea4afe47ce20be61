//! Instantiation of a single rule: values of terms, joins, and the instances that they find.

pub(crate) mod choice;
pub(crate) mod effort;
pub(crate) mod evaluator;
pub(crate) mod functions;
pub(crate) mod instance;
pub(crate) mod join;
pub(crate) mod theory_terms;
