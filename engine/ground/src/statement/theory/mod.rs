//! Theory atoms: what theories say of them, rules over them, and their ground terms.
//!
//! ```text
//! &sum { 3*X : p(X) } <= n.     #const n = 4.  p(1). { p(2) }.     -->     &sum{(3*1); (3*2): p(2)}<=(4).
//! ```
//!
//! Nothing inside a theory atom is evaluated: variables and constants get their values, operators are ordered by the
//! strengths that the theory gives them ([`Theories`]), and that is all. An element is there under its condition; equal
//! elements are one. A theory atom asks nothing of the instances of its body, so that it never holds back a rule; where
//! its conditions are over atoms that the rule itself helps to derive, the elements are collected as those of an
//! aggregate are (see `delayed`).
//!
//! Equal theory atoms of one call are one atom. In another call they are another, as in clingo: rules may have been
//! written for the first already.

pub(crate) mod data;
mod instances;
