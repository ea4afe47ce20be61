//! Lowering: from the syntax tree to rules with numbered variables.
//!
//! ```text
//! p(X*Y, n) :- q(X,2*Y), not r(X,_).   -->  p(#0*#1, 3) :- q(#0,2*#1), not #r(#0).   #r(#0) :- r(#0,*).
//! ```
//!
//! Constants and the parameters of the part are replaced, intervals and terms that cannot be matched become
//! auxiliary variables, `_` under `not` becomes a projection. A variable is global if it occurs outside of
//! elements and conditional literals; other variables are local to an element or conditional literal, and
//! have slots of their own.

mod body;
mod builder;
mod choice_test;
pub(crate) mod context;
mod head;
mod literal;
pub(crate) mod statement;
mod term;
mod theory;
mod variables;
