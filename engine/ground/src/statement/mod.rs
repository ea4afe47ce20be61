//! Statements by their heads: what is written for an instance of a body.

pub(crate) mod action;
pub(crate) mod choice;
pub(crate) mod disjunction;
pub(crate) mod edge;
pub(crate) mod external;
pub(crate) mod finish;
pub(crate) mod heuristic;
pub(crate) mod minimize;
pub(crate) mod pending;
pub(crate) mod project;
pub(crate) mod show;
pub(crate) mod theory;
