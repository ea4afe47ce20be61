//! Components: the rules in the order of their dependencies, and the rounds of semi-naive instantiation.

pub(crate) mod action;
pub(crate) mod dependencies;
pub(crate) mod prepare;
pub(crate) mod semi_naive;
