//! Proofs for the proof checker VeriPB: a pseudo-Boolean problem, and the steps by which its answer follows.
//!
//! ```text
//! * atom 3 ~x2                       atom 3 of the ground program is true if x2 is false
//! * priority 0: -3 is paid in any case   a constant that the objective omits
//! min: 2 x4 1 ~x5 ;                  the objective, with all priorities in one level
//! 1 x1 1 ~x2 >= 1 ;                  the translated program: clauses and weight constraints
//! @loop1 1 ~x3 1 x7 >= 1 ;           axioms that the search used: loop nogoods,
//! @edge1 1 ~x3 1 ~x8 >= 1 ;          cycles of edges,
//! @circuit1 1 ~x5 1 ~x6 >= 1 ;       and circuits that miss a node
//!
//! rup 1 x1 1 x4 >= 1;                the proof: a learnt clause, by reverse unit propagation
//! soli x1 ~x2 …;                     a model; the next model must be better
//! rup >= 1; conclusion BOUNDS 3 3;   there is none: the last model was optimal
//! ```
//!
//! Clauses and weight constraints are the problem; their correctness depends on the translation. Axioms do
//! not follow from them: the search finds them, and their labels allow a checker that has the program
//! (`hamadryad-check`) to verify each. The proof shows that the answer follows from problem and axioms
//! (Gocht, Nordström 2021; Elffers, Gocht, McCreesh, Nordström 2020).
//!
//! The guard literal of a search is true throughout the search. Constraints under the guard follow from the
//! last logged model, so the guard is omitted from the log.
//!
//! Invariant: every premise of the search is in the problem or in the proof before the search draws a
//! conclusion from it.

pub(crate) mod log;
pub(crate) mod solve;
