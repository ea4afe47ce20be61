//! Statements: the output for an instance of a body, one kind of statement in each file.

pub(crate) mod choice;
pub(crate) mod complement;
pub(crate) mod disjunction;
pub(crate) mod edge;
pub(crate) mod external;
pub(crate) mod heuristic;
pub(crate) mod minimize;
pub(crate) mod project;
pub(crate) mod rule;
pub(crate) mod show;
pub(crate) mod theory;
