//! Statements by their heads: what is written for an instance of a body.

pub(crate) mod action;
pub(crate) mod disjunction;
pub(crate) mod finish;
pub(crate) mod pending;
pub(crate) mod theory;
