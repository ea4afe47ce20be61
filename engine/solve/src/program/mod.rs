//! The ground program as it was stated: atoms, rules, outputs and theory statements, before translation.

pub(crate) mod atoms;
pub(crate) mod body;
pub(crate) mod circuit_atom;
pub(crate) mod outputs;
pub(crate) mod possible_bodies;
mod rules;
pub(crate) mod step;
pub(crate) mod term_lists;
pub(crate) mod theory;
