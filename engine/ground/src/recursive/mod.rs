//! Recursive literals: aggregates, conditional literals, theory atoms and disjunctions over atoms that their
//! own rule helps to derive.
//!
//! ```text
//! reach(Y) :- node(Y), 2 <= #count { X : reach(X), edge(X,Y) }.
//!     -->  #open(Y) :- node(Y).                                    the instance of the aggregate for Y
//!          #collect(Y) :- #open(Y), reach(X), edge(X,Y).           adds the tuple X to it
//!          reach(Y) :- node(Y), #holds(Y).                         #holds(Y) as soon as two tuples are there
//! ```
//!
//! A recursive literal becomes an atom of an internal predicate, `#holds`, that is possible as soon as its
//! accumulated parts allow it; an assignment becomes an atom for each value. The definitions of these atoms
//! are written when the component is complete, by the semantics of Ferraris ("Logic programs with
//! propositional connectives and aggregates", 2011). `#open`, and `#required` for the instances of a
//! condition, are facts that only carry the values of variables from one rule to the next.
//!
//! `split` rewrites a rule, `accumulate` adds parts while the component is instantiated, `possible` runs at
//! the end of each round, `define` at the end of the component.

pub(crate) mod accumulate;
pub(crate) mod define;
pub(crate) mod literal;
pub(crate) mod possible;
pub(crate) mod split;
